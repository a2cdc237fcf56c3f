"""Log lines that machines can read and that hold no addresses, keys or links.

Messages name games and rows by number. Private data that slips into a message all the same, out of
an exception or somebody else's library, is taken out here, after the message has been put together.
"""

import json
import logging
import re
from datetime import UTC, datetime

_ADDRESS = re.compile(r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)*")
_LONG = re.compile(r"(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,}(?::[\w-]+)*")
_QUERY = re.compile(r"\?[^\s\"'<>]+")
_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def without_private(text: str) -> str:
    """Return `text` without mail addresses, queries of links, and anything that looks like a
    key."""
    text = _ADDRESS.sub("<address>", text)
    text = _QUERY.sub("?…", text)
    return _LONG.sub("<key>", text)


class Strangers(logging.Filter):
    """Leaves out where in the code a request was refused that no honest browser sends, such as one
    to another host: whoever sends thousands would fill the log, and nothing failed here."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        return True


class Line(logging.Formatter):
    """Formats a record for people: one line, then where an error happened."""

    def __init__(self) -> None:
        super().__init__("{asctime} level={levelname} from={name} {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return without_private(super().format(record))


class JsonLine(logging.Formatter):
    """Formats a record for machines: one JSON object a line; `extra` has a field of its own."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "from": record.name,
            "message": without_private(record.getMessage()),
        }
        for name, value in record.__dict__.items():
            if name not in _STANDARD and isinstance(value, str | int | float | bool):
                said[name] = without_private(value) if isinstance(value, str) else value
        if record.exc_info:
            said["error"] = without_private(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)
