"""Forms: a question as numbers and choices that can be clicked, besides order lines.

A decision that pays to be clicked together says which forms it has (`Decision.forms`) and makes an
answer of what was filled in (`Decision.filled`). The answer is written as order lines, and the
lines are read, judged and sent like those of a mail: a form cannot do what a line cannot.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Count(NamedTuple):
    """A number to choose, from 0 to `most`."""

    key: str
    label: str
    most: int
    about: str = ""
    start: int = 0


class Pick(NamedTuple):
    """One of some things: each has a value and a text."""

    key: str
    label: str
    options: tuple[tuple[str, str], ...]


class Group(NamedTuple):
    """What belongs together in a form, such as the ships of one system."""

    title: str
    fields: tuple[Count | Pick, ...]
    about: str = ""


class Form(NamedTuple):
    """One form; `name` tells it from others of the same question."""

    name: str
    title: str
    groups: tuple[Group, ...]
    about: str = ""


class Values:
    """What somebody filled in; whatever was sent, only what the form offers comes out."""

    def __init__(self, form: Form, sent: Mapping[str, str]) -> None:
        self._fields = {field.key: field for group in form.groups for field in group.fields}
        self._sent = sent

    def count(self, key: str) -> int:
        """Return a number, within its limits; 0 where nothing sensible was sent."""
        field = self._fields.get(key)
        said = self._sent.get(key, "").strip()
        if not isinstance(field, Count) or not said.isdecimal():
            return 0
        return min(int(said[:3]), field.most)

    def pick(self, key: str) -> str:
        """Return the value chosen; "" where none of the form's was."""
        field = self._fields.get(key)
        said = self._sent.get(key, "")
        known = [value for value, _text in field.options] if isinstance(field, Pick) else []
        return said if said in known else ""

    def counts(self, prefix: str, names: Sequence[str]) -> dict[str, int]:
        """Return the numbers of all fields called `prefix` and a name, without empty ones."""
        found = {name: self.count(f"{prefix}{name}") for name in names}
        return {name: n for name, n in found.items() if n}
