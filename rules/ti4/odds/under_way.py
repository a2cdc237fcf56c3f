"""The chances of the rest of a combat that is being fought."""

from functools import lru_cache

from rules.kernel.codec import decode, encode
from rules.ti4 import nouns
from rules.ti4.combat import dice
from rules.ti4.odds.combat import Combat, Field, Odds
from rules.ti4.odds.forces import Force
from rules.ti4.speech import _
from rules.ti4.state import Public
from rules.ti4.units import fleets

_AS_IT_LIES = Force({})
"""A side about which nothing is written: it has what lies on the table."""


def rest_of_combat(table: Public) -> Odds:
    """Return the chances of the combat under way, from its next round on."""
    return _reckoned(bytes(encode(table)))


@lru_cache(maxsize=64)
def _reckoned(written: bytes) -> Odds:
    """Reckon on a copy of the table; one question asks several times."""
    table = decode(written, Public)
    battle = table.battle_now
    field = Field(table, battle.attacker, battle.defender, battle.tile, battle.planet, begun=True)
    return Combat(field, _AS_IT_LIES, _AS_IT_LIES).fought()


def forces_words(table: Public) -> str:
    """Return the two sides and their forces in words."""
    battle = table.battle_now
    units = [nouns.counted(dict(fleets.ordered(dice.fighting(table, s)))) for s in battle.sides]
    return _(
        "{attacker}: {units}; {defender}: {others}, before the next round.",
        attacker=table.names[battle.attacker],
        units=units[0],
        defender=table.names[battle.defender],
        others=units[1],
    )


def chances_words(table: Public, seat: int) -> str:
    """Return in words how the combat will end for a seat that fights to the end."""
    odds, attacks = rest_of_combat(table), table.battle_now.attacker == seat
    return _(
        "If nobody retreats you win with {won:.0%}, lose with {lost:.0%}, and nobody is left with "
        "{draw:.0%}.",
        won=odds.attacker if attacks else odds.defender,
        lost=odds.defender if attacks else odds.attacker,
        draw=odds.draw,
    )
