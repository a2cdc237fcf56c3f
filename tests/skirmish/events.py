"""Skirmish: what can happen, in words."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.lexicon import write_counted


class Dealt(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"You drew {', '.join(self.cards)}."


class Drew(Event):
    seat: int
    count: int
    text = "{seat} drew {count} card(s)."


class ObjectiveKept(Event):
    seat: int
    objective: str
    text = "You keep the objective {objective}."


class ObjectiveShown(Event):
    seat: int
    objective: str
    met: bool
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        outcome = "met: 2 points" if self.met else "not met"
        return f"{names[self.seat]} shows the objective {self.objective} ({outcome})."


class Bids(Event):
    bids: list[int]
    order: list[int]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        bids = ", ".join(f"{names[s]} {self.bids[s]}" for s in self.order)
        return f"Bids: {bids}. Play goes in that order."


class Raised(Event):
    seat: int
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} raised {write_counted(self.units, str)}."


class Raided(Event):
    seat: int
    target: int
    units: dict[str, int]
    seat_fields = ("seat", "target")

    def words(self, names: Sequence[str]) -> str:
        force = write_counted(self.units, str)
        return f"{names[self.seat]} raided {names[self.target]} with {force}."


class Fought(Event):
    attacker: int
    defender: int
    hits: list[int]
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        a, d = self.attacker, self.defender
        return f"{names[d]} takes {self.hits[d]} hit(s), {names[a]} takes {self.hits[a]}."


class Lost(Event):
    seat: int
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lost {write_counted(self.units, str)}."


class RaidWon(Event):
    seat: int
    gold: int
    text = "{seat} won the raid: a point and {gold} gold."


class CardPlayed(Event):
    seat: int
    card: str
    text = "{seat} played {card}."


class Countered(Event):
    seat: int
    card: str
    text = "{seat}'s {card} was countered and does nothing."


class Spied(Event):
    seat: int
    target: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.target]} holds: {', '.join(self.cards) or 'nothing'}."


class Passed(Event):
    seat: int
    text = "{seat} passed."


class Bought(Event):
    seat: int
    points: int
    scrapped: int
    text = "{seat} bought {points} point(s) and scrapped {scrapped} fighter(s)."


class Discarded(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discarded {', '.join(self.cards)}."


class Traded(Event):
    seat: int
    partner: int
    gold: int
    back: int
    cards: int
    cards_back: int

    def words(self, names: Sequence[str]) -> str:
        give = f"{self.gold} gold and {self.cards} card(s)"
        take = f"{self.back} gold and {self.cards_back} card(s)"
        return f"{names[self.seat]} gave {names[self.partner]} {give} for {take}."


class Bribed(Event):
    seat: int
    gold: int
    text = "{seat} took {gold} gold from the bank."


class GameWon(Event):
    seat: int
    points: int
    reveals = True
    text = "{seat} wins with {points} points."


EVENTS = (
    Dealt, Drew, ObjectiveKept, ObjectiveShown, Bids, Raised, Raided, Fought, Lost, RaidWon,
    CardPlayed, Countered, Spied, Passed, Bought, Discarded, Traded, Bribed, GameWon,
)  # fmt: skip
