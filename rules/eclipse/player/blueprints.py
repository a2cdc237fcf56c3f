"""Ship parts and blueprints (ECL 7.4, 15)."""

from collections.abc import Mapping

from rules.eclipse import nouns
from rules.eclipse.facts import BLUEPRINTS, DISCOVERIES, PARTS, Stats, blueprint_stats, shown_parts
from rules.eclipse.player.civilization import species
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Player, Table
from rules.kernel.decisions import Problem


def stats(player: Player, ship: str) -> Stats:
    """Return what a ship type of this player amounts to (ECL 18.8.4)."""
    placed = player.placed.get(ship)
    return blueprint_stats(
        species(player).blueprints, ship, tuple(sorted(placed.items())) if placed else ()
    )


def squares_of(player: Player, ship: str) -> tuple[str, ...]:
    """Return what shows on each square of a blueprint."""
    printed = BLUEPRINTS[species(player).blueprints][ship].printed
    return shown_parts(printed, player.placed.get(ship, {}).items())


def blueprint_fault(player: Player, ship: str, placed: Mapping[str, str]) -> str:
    """Return what is wrong with the blueprint with these tiles, or an empty text (ECL 7.4.4,
    7.4.5)."""
    board = species(player).blueprints
    return fault_of(ship, blueprint_stats(board, ship, tuple(sorted(placed.items()))))


def fault_of(ship: str, total: Stats) -> str:
    """Name what is wrong with a ship of these totals, "" if it may be built (ECL 7.4.4, 7.4.5)."""
    if total.energy < 0:
        return "energy"
    if ship == "starbase" and total.drives:
        return "drive-forbidden"
    if ship != "starbase" and not total.drives:
        return "drive-missing"
    return ""


def available_parts(player: Player) -> list[str]:
    """Return the parts the player may take, stored Ancient parts among them (ECL 7.4.3; ECL
    7.4.9)."""
    return [
        p.id
        for p in PARTS.values()
        if (
            p.id in player.beside
            if p.ancient
            else not p.technology or p.technology in player.technologies
        )
    ]


def placeable(player: Player, part: str) -> list[tuple[str, int]]:
    """Return every square where this one part could legally go by itself (ECL 25.4.4)."""
    found = []
    for ship, board in BLUEPRINTS[species(player).blueprints].items():
        for slot in range(len(board.printed)):
            placed = {**player.placed.get(ship, {}), str(slot): part}
            if not blueprint_fault(player, ship, placed):
                found.append((ship, slot))
    return found


_FAULTS = {
    "energy": (
        "no-energy",
        N_("The {ship} would use more energy than it has: add a source, or cover what uses it."),
        "7.4.4",
    ),
    "drive-missing": (
        "no-drive",
        N_("The {ship} would have no drive: cover something else."),
        "7.4.5",
    ),
    "drive-forbidden": ("drive-on-starbase", N_("A {ship} may not have a drive."), "7.4.5"),
}


def fault_problems(player: Player, ship: str, placed: Mapping[str, str]) -> list[Problem]:
    """Return what is wrong with one blueprint that has these tiles on it (ECL 7.4.4, 7.4.5)."""
    fault = blueprint_fault(player, ship, placed)
    if not fault:
        return []
    code, text, rule = _FAULTS[fault]
    return no(code, _(text, ship=nouns.noun(ship)), rule)


def square_problems(player: Player, ship: str, slot: int) -> list[Problem]:
    """Say that a blueprint has no such square (ECL 7.4.8)."""
    boards = BLUEPRINTS[species(player).blueprints]
    if ship in boards and 0 <= slot < len(boards[ship].printed):
        return []
    return no("no-such-square", _("There is no such square on a blueprint."), "7.4.8")


def discard_relic(t: Table, seat: int, ship: str, slot: int) -> None:
    """Remove from the game an Ancient part taken off this square (ECL 7.4.9)."""
    part = t.table.players[seat].placed.get(ship, {}).get(str(slot), "")
    if part in DISCOVERIES:
        t.table.relics = sorted([*t.table.relics, part])
