"""Skirmish: the whole state, in three compartments."""

from typing import Literal, TypeAlias

from rules.kernel import table, views
from rules.kernel.codec import Plain

DECK = ("dodge",) * 6 + ("boost",) * 5 + ("counter",) * 5 + ("spy",) * 4 + ("bribe",) * 4
OBJECTIVES = ("rich", "strong", "feared")
BOX = {"fighter": 6, "cruiser": 3}
COST = {"fighter": 1, "cruiser": 3}
HITS_ON = {"fighter": 5, "cruiser": 4}
GOLD_EACH = 15
HAND_LIMIT = 4
WIN = 6
COLOURS = ("Red", "Blue", "Green", "Gold", "Violet", "White", "Black", "Orange")

Phase = Literal["deal", "objectives", "bid", "turn", "upkeep", "final", "over"]


class Battle(Plain):
    attacker: int
    defender: int
    raiders: dict[str, int]
    hits: list[int]
    suffered: list[int]

    def foe(self, seat: int) -> int:
        """Return the other one of the two who fight."""
        return self.defender if seat == self.attacker else self.attacker


class Side(Plain):
    gold: int
    units: dict[str, int]
    points: int = 0
    tokens: int = 0
    cards: int = 0
    passed: bool = False
    owes: int = 0
    won: int = 0


class Public(Plain):
    sides: list[Side]
    bank: int
    deck: int
    phase: Phase = "deal"
    round: int = 1
    rounds: int = 3
    commands: int = 2
    order: list[int] = []
    at: int = 0
    discard: list[str] = []
    battle: Battle | None = None
    winner: int | None = None
    revealed: list[str] = []


def battle_of(table: Public) -> Battle:
    """Return the raid under way; for rules that are followed only while there is one."""
    assert table.battle is not None
    return table.battle


class Private(Plain):
    cards: list[str] = []
    objective: str = ""
    offered: list[str] = []
    seen: dict[str, list[str]] = {}


class Hidden(Plain):
    deck: list[str] = []


class SkirmishState(views.State[Public, Private, Hidden]):
    pass


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = table.Table[Public, Private, Hidden]
