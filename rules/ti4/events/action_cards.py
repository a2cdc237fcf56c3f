"""Action cards and abilities, in words."""

from collections.abc import Sequence

from rules.ti4.events.wording import Happening, target_words, title
from rules.ti4.speech import N_, _


class CardsDrawn(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("You drew {cards}.", cards=", ".join(map(title, self.cards)))


class CardsTaken(Happening):
    seat: int
    count: int
    text = N_("{seat} drew {count} action card(s).")


class CardsDiscarded(Happening):
    seat: int
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} discarded {cards}.",
            who=names[self.seat],
            cards=", ".join(map(title, self.cards)),
        )


class CardStolen(Happening):
    """The theft of a card out of a player's hand; thief and victim alone learn which card it is."""

    seat: int
    victim: int
    seat_fields = ("seat", "victim")
    text = N_("{seat} took an action card from {victim}.")


class CardStolenOpenly(Happening):
    seat: int
    victim: int
    card: str
    seat_fields = ("seat", "victim")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took {card} from {whom}.",
            who=names[self.seat],
            card=title(self.card),
            whom=names[self.victim],
        )


class DiceRolled(Happening):
    """The dice of a card."""

    seat: int
    card: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{card}: {who} rolled {dice}.",
            card=title(self.card),
            who=names[self.seat],
            dice=", ".join(map(str, self.dice)),
        )


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


class HandSeen(Happening):
    seat: int
    owner: int
    cards: list[str]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards)) or _("nothing")
        return _("{who} holds {cards}.", who=names[self.owner], cards=cards)


class CardCancelled(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("{card} of {who} was cancelled.", card=title(self.card), who=names[self.seat])
