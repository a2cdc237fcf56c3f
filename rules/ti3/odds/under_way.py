"""The chances of the rest of a battle that is being fought (TI3 10.2, 11)."""

from functools import lru_cache
from typing import NamedTuple

from rules.imperium.odds import Weighed
from rules.ti3 import nouns
from rules.ti3.combat.dice import battle_of
from rules.ti3.facts import SHIPS
from rules.ti3.odds.combat import Combat, Field, army, summed_up
from rules.ti3.odds.written import Force, table_of
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public
from rules.ti3.units import fleets


class _Side(NamedTuple):
    """A side as plain values, so that what is reckoned for it can be kept."""

    units: tuple[tuple[str, int], ...]
    hurt: tuple[tuple[str, int], ...]
    race: str
    techs: tuple[str, ...]


def rest_of_battle(table: Public) -> Weighed:
    """Return the chances of the battle under way, from its next round on."""
    battle = battle_of(table)
    sides = [_side(table, seat) for seat in (battle.attacker, battle.defender)]
    return _reckoned(sides[0], sides[1], battle.tile, battle.planet, battle.round > 1)


def fighting(table: Public, seat: int) -> Counts:
    """Return the units of a seat in the battle under way."""
    battle = battle_of(table)
    here = fleets.at(table, battle.planet or battle.tile, seat)
    kinds = ("ground_force",) if battle.planet else SHIPS
    return {unit: n for unit, n in here.items() if unit in kinds}


def forces_words(table: Public, names: tuple[str, ...]) -> str:
    """Return the two sides and their forces in words."""
    battle = battle_of(table)
    one, two = (nouns.counted(fleets.tidy(fighting(table, s))) for s in _seats(table))
    return _(
        "{attacker}: {units}; {defender}: {others}, before the next round.",
        attacker=names[battle.attacker],
        units=one,
        defender=names[battle.defender],
        others=two,
    )


def chances_words(table: Public, seat: int) -> str:
    """Return in words how the battle will end for a seat that fights to the end."""
    odds, attacks = rest_of_battle(table), battle_of(table).attacker == seat
    return _(
        "If nobody leaves you win with {won:.0%}, lose with {lost:.0%}, and nobody is left with "
        "{draw:.0%}.",
        won=odds.attacker if attacks else odds.defender,
        lost=odds.defender if attacks else odds.attacker,
        draw=odds.draw,
    )


def _seats(table: Public) -> tuple[int, int]:
    battle = battle_of(table)
    return battle.attacker, battle.defender


def _side(table: Public, seat: int) -> _Side:
    battle = battle_of(table)
    hurt = fleets.damaged(table, battle.planet or battle.tile, seat)
    side = table.sides[seat]
    units = tuple(sorted(fighting(table, seat).items()))
    return _Side(units, tuple(sorted(hurt.items())), side.race, tuple(side.techs))


@lru_cache(maxsize=64)
def _reckoned(attacker: _Side, defender: _Side, tile: str, planet: str, begun: bool) -> Weighed:
    sides = [
        Force(dict(side.units), dict(side.hurt), side.race, side.techs)
        for side in (attacker, defender)
    ]
    field = Field(table_of((sides[0], sides[1]), tile, planet), tile, planet)
    one, two = (army(force.units, force.hurt) for force in sides)
    return summed_up(Combat(field).fought({(one, two): 1.0}, begun))
