"""Eclipse: forces written as text, and the chances of a battle between them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rules.eclipse import nouns, reading
from rules.eclipse.facts import BLUEPRINTS, NPC_STATS, SPECIES, Stats, blueprint_stats, stats_of
from rules.eclipse.names import PART_NAMES, SPECIES_NAMES, TARGET_NAMES
from rules.eclipse.odds.chances import Chances, Unit, battle_odds
from rules.eclipse.player.blueprints import fault_of
from rules.eclipse.speech import N_, _
from rules.lexicon import BadCount, UnknownName, quoted

MOST_SHIPS: Final = 18
EXAMPLE: Final = "2 interceptor: ion cannon, hull, nuclear source, nuclear drive; 1 cruiser"
DOCTRINE: Final = N_("no retreat; hits go to the largest ship they can destroy (ECL 25.6.12)")
_HURT = re.compile(
    r"(?:/|\(?\s*(?:damage|damaged|hurt|uszkodzenia|sérülés)\s*)(\d+(?:\s*\+\s*\d+)*)\s*\)?\s*$",
    re.IGNORECASE,
)
_FAULTS: Final = {
    "energy": N_("it would use more energy than it has (ECL 7.4.4)"),
    "drive-missing": N_("it has no drive (ECL 7.4.5)"),
    "drive-forbidden": N_("it may not have a drive (ECL 7.4.5)"),
}
_SIDES: Final = {"attacker": N_("Attacker: {units}."), "defender": N_("Defender: {units}.")}


def odds_of_text(attacker: str, defender: str, options: Mapping[str, str]) -> dict[str, Any]:
    """Return the chances of two forces written as text, as plain data. Options `attacker` and
    `defender` name the species whose blueprints a force has where it lists no parts; Terran ones
    otherwise."""
    unknown = sorted(set(options) - set(_SIDES))
    if unknown:
        raise UnknownName(
            _(
                "There is no option {name} here: attacker and defender name a species, as in "
                "attacker=Orion.",
                name=quoted(unknown[0]),
            )
        )
    sides = {
        "attacker": read_force(attacker, options.get("attacker", "")),
        "defender": read_force(defender, options.get("defender", "")),
    }
    chances = battle_odds(sides["attacker"], sides["defender"])
    lines = [
        _(_SIDES[side], units=described(unit)) for side, units in sides.items() for unit in units
    ]
    return answered(chances, lines)


def answered(chances: Chances, lines: Sequence[str]) -> dict[str, Any]:
    """Return the chances as plain data, with what there is to say about them."""
    if chances.draw:
        part = f"{chances.draw * 100:.1f} %"
        words = _(
            "In {part} the missiles are spent and nobody can win: the attacker leaves or loses his "
            "ships (ECL 9.9.1), which counts for the defender here.",
            part=part,
        )
        lines = [*lines, words]
        chances = chances._replace(draw=0.0, defender=chances.defender + chances.draw)
    points = round(chances.precision * 100)
    near = _("Too many ways to count: the chances may be {n} points off.", n=points)
    said = [*lines, near] if points else list(lines)
    return {**chances._asdict(), "lines": said, "doctrine": _(DOCTRINE)}


def read_force(text: str, side: str = "", known: Mapping[str, Stats] | None = None) -> list[Unit]:
    """ "2 interceptor: ion cannon, hull, nuclear drive; 1 cruiser"; parts are the whole ship.

    `known`: what bare types amount to, where that is not what is printed on the board.
    """
    board = SPECIES[SPECIES_NAMES.find(side).id] if side else SPECIES["terran_directorate"]
    units: dict[str, Unit] = {}
    for piece in _pieces(text):
        head, _colon, listed = piece.partition(":")
        number, name, hurt = _head(head)
        ship = TARGET_NAMES.find(name).id
        if ship in units:
            twice = nouns.noun(ship)
            raise BadCount(_("Name each type once; {ship} is there twice.", ship=twice))
        bare = (known or {}).get(ship) if not listed.strip() else None
        stats = bare or _stats(board.blueprints, ship, listed)
        if len(hurt) > number or any(damage > stats.hull for damage in hurt):
            raise BadCount(
                _(
                    "{n} {ship} with hull {hull} cannot have that damage: for example {example}",
                    n=number,
                    ship=nouns.noun(ship),
                    hull=stats.hull,
                    example="2 cruiser (damage 1)",
                )
            )
        units[ship] = Unit(ship, number, stats, hurt)
    if not 1 <= sum(u.ships for u in units.values()) <= MOST_SHIPS:
        raise BadCount(
            _(
                "A side has 1 to {most} ships, for example: {example}",
                most=MOST_SHIPS,
                example=EXAMPLE,
            )
        )
    return list(units.values())


def _head(text: str) -> tuple[int, str, tuple[int, ...]]:
    """ "2 cruiser (damage 1+1)": how many, of what, and the damage some of them have."""
    hurt: tuple[int, ...] = ()
    if found := _HURT.search(text):
        hurt = tuple(sorted((int(n) for n in re.findall(r"\d+", found[1]) if int(n)), reverse=True))
        text = text[: found.start()]
    number = re.fullmatch(r"\s*(\d+)?\s*x?\s*(.+?)\s*(?:x\s*(\d+))?\s*", text)
    if number is None:
        raise BadCount(_("Write a number and a type, for example: {example}", example=EXAMPLE))
    return int(number[1] or number[3] or 1), number[2], hurt


def _pieces(text: str) -> Iterator[str]:
    """Types of a force; commas divide them too as long as no parts are listed."""
    for piece in filter(None, (p.strip() for p in re.split(r"[;|\n]", text))):
        yield from [piece] if ":" in piece else reading.pieces(piece)


def _stats(set_: str, ship: str, listed: str) -> Stats:
    if ship in NPC_STATS:
        return NPC_STATS[ship]
    if not listed.strip():
        return blueprint_stats(set_, ship, ())
    board = BLUEPRINTS[set_][ship]
    parts = _parts(listed)
    if len(parts) > len(board.printed):
        raise BadCount(
            _(
                "The {ship} has {n} squares, not {said}.",
                ship=nouns.noun(ship),
                n=len(board.printed),
                said=len(parts),
            )
        )
    return stats_of(parts, board.initiative, board.energy, board.computer)


def _parts(listed: str) -> list[str]:
    parts: list[str] = []
    for piece in reading.pieces(listed):
        found = re.fullmatch(r"(?:(\d+)\s*x?\s+)?(.+)", piece)
        assert found is not None
        parts += [PART_NAMES.find(found[2]).id] * int(found[1] or 1)
    return parts


def described(unit: Unit) -> str:
    force = _("{n} {ship}", n=unit.ships, ship=nouns.noun(unit.ship))
    told = [f"{force}: {nouns.fight_line(unit.stats)}"]
    if unit.hurt:
        told.append(_("damage {points}", points="+".join(map(str, unit.hurt))))
    fault = "" if unit.ship in NPC_STATS else fault_of(unit.ship, unit.stats)
    if fault:
        told.append(_("no legal blueprint: {why}", why=_(_FAULTS[fault])))
    return "; ".join(told)
