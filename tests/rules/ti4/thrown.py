"""Combats played out with dice, one after another: the slow way to the chances `odds` computes.

It shares nothing with the computation but the printed values of the units.
"""

from random import Random
from typing import NamedTuple

from rules.ti4.facts import SHIPS, UNITS, Roll


class Fleet(NamedTuple):
    """Units by the id of their card, and the few changes the sampled battles use."""

    units: dict[str, int]
    helps: str = ""
    bonus: int = 0
    repairs: bool = False

    @property
    def text(self) -> str:
        """The same force as a player writes it."""
        force = ", ".join(f"{n} {id.replace('_', ' ')}" for id, n in self.units.items())
        return f"{force} with {self.helps}" if self.helps else force


class _Piece:
    __slots__ = ("barrage", "cost", "dice", "hurt", "needs", "sustain", "type")

    def __init__(self, id: str, bonus: int, ground: bool) -> None:
        unit = UNITS[id]
        printed = unit.combat or Roll(11, 0)
        self.type, self.dice, self.needs = unit.type, printed.dice, printed.hits_on - bonus
        self.sustain, self.hurt = unit.sustain and not ground, False
        self.barrage = unit.barrage
        self.cost = (unit.type == "flagship", unit.type != "fighter", unit.cost or 0)


def _pieces(fleet: Fleet, ground: bool) -> list[_Piece]:
    pieces = [
        _Piece(id, fleet.bonus, ground)
        for id, n in fleet.units.items()
        if (UNITS[id].type == "infantry" if ground else UNITS[id].type in SHIPS)
        for _ in range(n)
    ]
    return sorted(pieces, key=lambda piece: piece.cost)


def _hits(rng: Random, dice: int, needs: int) -> int:
    return sum(int(rng.random() * 10) + 1 >= needs for _ in range(dice))


def _ability(rng: Random, fleet: Fleet, name: str) -> int:
    found = 0
    for id, n in fleet.units.items():
        roll = getattr(UNITS[id], name)
        if roll is not None:
            found += _hits(rng, n * roll.dice, roll.hits_on)
    return found


def _take(pieces: list[_Piece], hits: int, repairs: bool) -> None:
    old = [piece for piece in pieces if piece.hurt]
    for piece in pieces:
        if hits and piece.sustain and not piece.hurt:
            piece.hurt = True
            hits -= 1
    for _ in range(min(hits, len(pieces))):
        kind = pieces[0].type
        alike = [piece for piece in pieces if piece.type == kind]
        pieces.remove(next((piece for piece in alike if piece in old), alike[0]))
    still = [piece for piece in pieces if piece in old]
    if repairs and still:
        still[-1].hurt = False


def _shoot_fighters(rng: Random, shooters: list[_Piece]) -> int:
    return sum(_hits(rng, p.barrage.dice, p.barrage.hits_on) for p in shooters if p.barrage)


def _without_fighters(pieces: list[_Piece], hits: int) -> list[_Piece]:
    doomed = [piece for piece in pieces if piece.type == "fighter"][:hits]
    return [piece for piece in pieces if piece not in doomed]


def fight(rng: Random, attacker: Fleet, defender: Fleet, ground: bool) -> tuple[int, int]:
    """How many units each side has left."""
    mine, theirs = _pieces(attacker, ground), _pieces(defender, ground)
    if ground:
        shield = any(UNITS[id].shield for id in defender.units)
        if not shield or any(UNITS[id].breaks_shields for id in attacker.units):
            _take(theirs, _ability(rng, attacker, "bombardment"), repairs=False)
        _take(mine, _ability(rng, defender, "cannon"), repairs=False)
    else:
        back = _ability(rng, attacker, "cannon")
        _take(mine, _ability(rng, defender, "cannon"), repairs=False)
        _take(theirs, back, repairs=False)
        if mine and theirs:
            at_theirs, at_mine = _shoot_fighters(rng, mine), _shoot_fighters(rng, theirs)
            mine, theirs = _without_fighters(mine, at_mine), _without_fighters(theirs, at_theirs)
    while mine and theirs:
        scored = sum(_hits(rng, p.dice, p.needs) for p in mine)
        suffered = sum(_hits(rng, p.dice, p.needs) for p in theirs)
        _take(theirs, scored, defender.repairs)
        _take(mine, suffered, attacker.repairs)
    return len(mine), len(theirs)


class Tally(NamedTuple):
    attacker: float
    draw: float
    defender: float
    attacker_lost: float
    """Units of the attacker lost, on average."""


def thrown(attacker: Fleet, defender: Fleet, ground: bool, times: int, seed: int) -> Tally:
    rng = Random(seed)
    begun = len(_pieces(attacker, ground))
    won = lost = gone = 0
    for _ in range(times):
        a, d = fight(rng, attacker, defender, ground)
        won += a > 0 and not d
        lost += d > 0 and not a
        gone += begun - a
    return Tally(won / times, (times - won - lost) / times, lost / times, gone / times)


NORR, JOL_NAR = "Sardakk N'orr", "Jol-Nar"
ARMOUR = "Duranium Armor"
BATTLES: dict[str, tuple[Fleet, Fleet, bool]] = {
    name: (attacker, defender, ground)
    for name, attacker, defender, ground in (
        ("cruisers", Fleet({"cruiser": 2}), Fleet({"carrier": 1, "fighter": 2}), False),
        ("even cruisers", Fleet({"cruiser": 4}), Fleet({"cruiser": 4}), False),
        ("destroyers hunt", Fleet({"destroyer": 3}), Fleet({"carrier": 1, "fighter": 5}), False),
        ("better hunt", Fleet({"destroyer_ii": 2}), Fleet({"carrier": 2, "fighter": 6}), False),
        (
            "both hunt",
            Fleet({"destroyer": 2, "fighter": 3}),
            Fleet({"destroyer_ii": 2, "fighter": 4}),
            False,
        ),
        ("dreadnoughts", Fleet({"dreadnought": 2}), Fleet({"dreadnought": 2}), False),
        (
            "dreadnought and cruisers",
            Fleet({"dreadnought": 1, "cruiser": 2}),
            Fleet({"cruiser_ii": 3}),
            False,
        ),
        ("war sun", Fleet({"war_sun": 1}), Fleet({"dreadnought": 2, "cruiser": 2}), False),
        ("war sun and fighters", Fleet({"war_sun": 1, "fighter": 4}), Fleet({"cruiser": 6}), False),
        ("two war suns", Fleet({"war_sun": 2}), Fleet({"war_sun": 1, "dreadnought": 3}), False),
        ("swarm", Fleet({"carrier": 2, "fighter": 8}), Fleet({"dreadnought": 3}), False),
        ("better swarm", Fleet({"carrier_ii": 1, "fighter_ii": 6}), Fleet({"cruiser": 3}), False),
        ("guns", Fleet({"cruiser": 4}), Fleet({"cruiser": 2, "pds": 2}), False),
        (
            "better guns",
            Fleet({"dreadnought": 2, "fighter": 2}),
            Fleet({"cruiser": 1, "pds_ii": 4}),
            False,
        ),
        (
            "guns on both sides",
            Fleet({"cruiser": 2, "pds_ii": 2}),
            Fleet({"carrier": 2, "pds": 1}),
            False,
        ),
        ("guns alone", Fleet({"carrier": 2}), Fleet({"pds": 4}), False),
        (
            "strong crews",
            Fleet({"cruiser": 3, "carrier": 1}, NORR, 1),
            Fleet({"cruiser": 4}),
            False,
        ),
        ("weak crews", Fleet({"dreadnought": 2}, JOL_NAR, -1), Fleet({"cruiser": 3}), False),
        (
            "strong against weak",
            Fleet({"cruiser": 3}, NORR, 1),
            Fleet({"cruiser": 4, "fighter": 2}, JOL_NAR, -1),
            False,
        ),
        ("armour", Fleet({"dreadnought": 3}, ARMOUR, 0, True), Fleet({"dreadnought": 3}), False),
        (
            "armour on both sides",
            Fleet({"dreadnought": 2, "cruiser": 1}, ARMOUR, 0, True),
            Fleet({"war_sun": 1}, ARMOUR, 0, True),
            False,
        ),
        (
            "ten against ten",
            Fleet({"dreadnought": 2, "cruiser": 2, "destroyer": 2, "carrier": 1, "fighter": 3}),
            Fleet({"dreadnought": 1, "cruiser": 3, "destroyer": 1, "carrier": 2, "fighter": 3}),
            False,
        ),
        ("infantry", Fleet({"infantry": 3}), Fleet({"infantry": 2}), True),
        ("better infantry", Fleet({"infantry_ii": 3}), Fleet({"infantry": 4}), True),
        ("bombardment", Fleet({"dreadnought": 3, "infantry": 2}), Fleet({"infantry": 4}), True),
        (
            "shield",
            Fleet({"dreadnought": 3, "infantry": 4}),
            Fleet({"infantry": 3, "pds": 1}),
            True,
        ),
        (
            "shield broken",
            Fleet({"war_sun": 1, "infantry": 2}),
            Fleet({"infantry": 4, "pds": 2}),
            True,
        ),
        ("landing under fire", Fleet({"infantry": 5}), Fleet({"infantry": 2, "pds_ii": 2}), True),
        ("strong infantry", Fleet({"infantry": 4}, NORR, 1), Fleet({"infantry": 5}), True),
        ("guns and no troops", Fleet({"infantry": 2}), Fleet({"pds": 2}), True),
    )
}
"""Thirty battles of all kinds: attacker, defender, on the ground."""
