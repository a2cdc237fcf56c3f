"""Agendas and votes, in words."""

from collections.abc import Sequence

from rules.ti4.events.wording import Happening, target_words, title
from rules.ti4.speech import N_, _


class LawMoved(Happening):
    """A law comes to another owner."""

    card: str
    seat: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} now owns {card}.", who=names[self.seat], card=title(self.card))


class AgendasSeen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("The top agenda cards: {cards}.", cards=", ".join(map(title, self.cards)))


class AgendasArranged(Happening):
    seat: int
    top: int
    bottom: int
    text = N_("{seat} put {top} agenda card(s) on top and {bottom} at the bottom of the deck.")


class AgendaRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The agenda is {card}.", card=title(self.card))


class AgendaDiscarded(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The agenda {card} was discarded without a vote.", card=title(self.card))


class Voted(Happening):
    seat: int
    outcome: str
    votes: int

    def words(self, names: Sequence[str]) -> str:
        if not self.votes:
            return _("{who} abstained.", who=names[self.seat])
        what = target_words(self.outcome, names)
        return _(
            "{who} cast {votes} vote(s): {outcome}.",
            who=names[self.seat],
            votes=self.votes,
            outcome=what,
        )


class AgendaDecided(Happening):
    card: str
    outcome: str

    def words(self, names: Sequence[str]) -> str:
        outcome = target_words(self.outcome, names)
        return _("{card}: {outcome}.", card=title(self.card), outcome=outcome)


class LawRepealed(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("The law {card} is discarded.", card=title(self.card))
