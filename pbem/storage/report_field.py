"""The report on a submission, as it is stored: one entry for every line of the orders."""

import json
from enum import StrEnum
from typing import Any

import msgspec
from django.db import models


class Role(StrEnum):
    """What a line of orders is."""

    ORDER = "order"
    COMMAND = "command"
    STANDING = "standing"
    INTERJECTION = "interjection"
    ERROR = "error"


class Status(StrEnum):
    """What became of a line of orders."""

    DONE = "done"
    WAITING = "waiting"
    HELD = "held"
    ASIDE = "aside"
    REFUSED = "refused"
    UNUSED = "unused"
    COMMAND = "command"


class ReportLine(msgspec.Struct):
    """How one line was understood, and what became of it.

    `line` is its place among the orders, None for what could not be read; `no` its place in the
    mail. `words` say why it has its status, by `rule`; `code` is the same for programs. `ruling`
    carried it out. `until`: an ISO time, so long a turn can still be changed. `remark`: why it is
    carried out only in part.
    """

    text: str
    role: Role
    status: Status
    line: int | None = None
    no: int = 0
    read_as: str = ""
    code: str = ""
    words: str = ""
    rule: str = ""
    ruling: int | None = None
    until: str = ""
    remark: str = ""

    @property
    def position(self) -> int:
        """The place among the orders of a line that could be read."""
        assert self.line is not None
        return self.line


class ReportEncoder(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        return msgspec.to_builtins(o) if isinstance(o, ReportLine) else super().default(o)


class ReportField(models.JSONField):
    """A JSON column whose value is a list of `ReportLine`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"default": list, "encoder": ReportEncoder, **kwargs})

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return msgspec.json.decode(value, type=list[ReportLine]) if value is not None else None

    def to_python(self, value: Any) -> Any:
        """Read plain lists, as backups hold them."""
        return msgspec.convert(value, list[ReportLine]) if value is not None else None

    def value_to_string(self, obj: models.Model) -> Any:
        return msgspec.to_builtins(self.value_from_object(obj))
