"""Action cards and abilities, in words."""

from collections.abc import Sequence

from rules.ti3.events.wording import Happening, target_words, title
from rules.ti3.speech import N_, _


class CardsDrawn(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("You drew {cards}.", cards=", ".join(map(title, self.cards)))


class CardsTaken(Happening):
    seat: int
    n: int
    text = N_("{seat} drew {n} action card(s).")


class CardsLaid(Happening):
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("Action cards to choose from: {cards}.", cards=", ".join(map(title, self.cards)))


class CardsChosen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("{who} took {cards}.", who=names[self.seat], cards=cards)


class CardsDiscarded(Happening):
    seat: int
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("{who} discarded {cards}.", who=names[self.seat], cards=cards)


class CardPlayed(Happening):
    seat: int
    card: str
    on: str = ""
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.on:
            return _("{who} played {card}.", who=who, card=card)
        on = target_words(self.on, names)
        return _("{who} played {card} on {target}.", who=who, card=card, target=on)


class CardCancelled(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} of {who} was cancelled.", card=title(self.card), who=names[self.seat])


class CardWasted(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _(
            "{card} of {who} came too late and has no effect.", card=card, who=names[self.seat]
        )


class AbilityUsed(Happening):
    seat: int
    card: str
    on: str = ""

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.on:
            return _("{who} used {card}.", who=who, card=card)
        on = target_words(self.on, names)
        return _("{who} used {card} on {target}.", who=who, card=card, target=on)


class HandShown(Happening):
    """To the seat that looks."""

    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards)) or _("nothing")
        return _("{who} holds {cards}.", who=names[self.seat], cards=cards)


class HandLookedAt(Happening):
    seat: int
    by: int
    seat_fields = ("seat", "by")
    text = N_("{by} looked at the action cards of {seat}.")


class CardsSwapped(Happening):
    """To the two who swap."""

    seat: int
    to: int
    gives: list[str]
    takes: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} gives {gives} to {to} for {takes}.",
            who=names[self.seat],
            to=names[self.to],
            gives=", ".join(map(title, self.gives)) or _("nothing"),
            takes=", ".join(map(title, self.takes)) or _("nothing"),
        )


class CardsChanged(Happening):
    seat: int
    to: int
    seat_fields = ("seat", "to")
    text = N_("{seat} and {to} swapped action cards.")


class CardsStolen(Happening):
    seat: int
    by: int
    n: int
    seat_fields = ("seat", "by")
    text = N_("{by} took {n} action card(s) from {seat}.")
