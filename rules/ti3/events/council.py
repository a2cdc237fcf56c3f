"""The galactic council, in words."""

from collections.abc import Sequence

from rules.ti3.events.wording import Happening, target_words, title
from rules.ti3.speech import N_, _


class AgendaRead(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("Before the Galactic Council: {card}.", card=title(self.card))


class Voted(Happening):
    seat: int
    outcome: str
    votes: int

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        if not self.outcome:
            return _("{who} abstained.", who=who)
        on = target_words(self.outcome, names)
        return _("{who} cast {n} vote(s): {outcome}.", who=who, n=self.votes, outcome=on)


class AgendaDecided(Happening):
    card: str
    outcome: str

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{card}: {outcome}.", card=card, outcome=target_words(self.outcome, names))


class AgendaDiscarded(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} was discarded without a vote.", card=title(self.card))


class NoAgenda(Happening):
    text = N_("No agenda is drawn.")


class LawEnded(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} is no longer in force.", card=title(self.card))


class AgendasSeen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("The next political cards are: {cards}.", cards=cards)


class AgendasLookedAt(Happening):
    seat: int
    text = N_("{seat} looked at the next political cards.")
