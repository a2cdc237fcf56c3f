"""The chances of the rest of a battle that is being fought (ECL 9.7)."""

from functools import lru_cache

from rules.eclipse import nouns
from rules.eclipse.combat.sides import enemy_of, ships_there, side_stats
from rules.eclipse.galaxy import damage_of
from rules.eclipse.odds.chances import Unit, battle_odds
from rules.eclipse.speech import _
from rules.eclipse.state import Public, View, battle_of


def win_chance(table: Public, seat: int) -> int:
    """Return how likely this seat wins the battle from here on, in percent, by the odds both are
    shown. A stalemate counts for the defender (ECL 9.9.1); missiles are spent after the first
    round."""
    fray = battle_of(table)
    attacker, defender = (_force(table, side) for side in (fray.attacker, fray.defender))
    if not attacker or not defender:
        return 100 if ships_there(table.hexes[fray.sector], str(seat)) else 0
    attacks = _attackers_chance(attacker, defender)
    return round(100 * (attacks if fray.attacker == str(seat) else 1 - attacks))


def in_words(v: View, seat: int) -> list[str]:
    """Return who fights whom, and how the battle will end for a seat that fights to the end."""
    sector = v.table.hexes[battle_of(v.table).sector]
    foe = enemy_of(v.table, seat)
    ours, theirs = (
        nouns.listed(nouns.ships(n, ship) for ship, n in ships_there(sector, side).items())
        for side in (str(seat), foe)
    )
    who = v.name(int(foe)) if foe.isdigit() else nouns.noun(foe)
    chance = win_chance(v.table, seat)
    return [
        _("You: {ours}; {who}: {theirs}.", ours=ours, who=who, theirs=theirs),
        _("If nobody retreats you win with {n}% from here on.", n=chance),
    ]


def _force(table: Public, side: str) -> tuple[Unit, ...]:
    fray = battle_of(table)
    sector = table.hexes[fray.sector]
    hurt = damage_of(sector, side)
    found = []
    for ship, n in sorted(ships_there(sector, side).items()):
        stats_ = side_stats(table, side, ship)
        now = stats_._replace(missiles=()) if fray.round else stats_
        found.append(Unit(ship, n, now, tuple(hurt.get(ship, ()))))
    return tuple(found)


@lru_cache(maxsize=256)
def _attackers_chance(attacker: tuple[Unit, ...], defender: tuple[Unit, ...]) -> float:
    return battle_odds(attacker, defender).attacker
