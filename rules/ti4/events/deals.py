"""Transactions, promises and promissory notes, in words."""

from collections.abc import Sequence

from rules.ti4 import nouns
from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import _
from rules.ti4.state import NoteId


class Traded(Happening):
    seat: int
    partner: int
    given: dict[str, int]
    got: dict[str, int]
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return _(
            "{who} gave {given} to {whom} for {got}.",
            who=a,
            given=nouns.counted(self.given),
            whom=b,
            got=nouns.counted(self.got),
        )


class Agreed(Happening):
    seat: int
    partner: int
    saying: str
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return _(
            "{who} and {whom} agreed, binding nobody: “{saying}”", who=a, whom=b, saying=self.saying
        )


class NoteReceived(Happening):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, note = NoteId.read(self.note)
        return _("You received {note} of {who}.", note=title(note), who=names[owner])


class NoteReturned(Happening):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, note = NoteId.read(self.note)
        return _("{note} went back to {who}.", note=title(note), who=names[owner])
