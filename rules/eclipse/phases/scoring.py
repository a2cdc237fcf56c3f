"""The end (ECL 12, 24): points by source, ranks."""

from collections.abc import Sequence

from rules.eclipse import events as ev
from rules.eclipse.facts import CATEGORIES, DRACO, PLANTA, SECTORS, TRACKS
from rules.eclipse.galaxy import owned
from rules.eclipse.player.civilization import owned_in
from rules.eclipse.state import Public, Table

DISCOVERY_POINTS = 2
MONOLITH_POINTS = 3
TRAITOR_POINTS = -2


def public_points(table: Public, seat: int) -> dict[str, int]:
    """Return the points everybody can see: without the values of reputation tiles (ECL 12.2)."""
    player = table.players[seat]
    sectors = owned(table, seat)
    return {
        "ambassadors": len(player.ambassadors),
        "sectors": sum(SECTORS[n].points for n in sectors),
        "discoveries": DISCOVERY_POINTS * player.kept,
        "monoliths": MONOLITH_POINTS * sum(table.hexes[n].monolith for n in sectors),
        "technologies": sum(
            TRACKS.technology_points[owned_in(player, category)] for category in CATEGORIES
        ),
        "traitor": TRAITOR_POINTS if table.traitor == seat else 0,
        "species": species_points(table, seat, len(sectors)),
    }


def species_points(table: Public, seat: int, sectors: int) -> int:
    """Return the points a species has by its own rule (ECL 12.2.8)."""
    match table.players[seat].species:
        case side if side == PLANTA:
            return sectors
        case side if side == DRACO:
            return sum(sector.ancients for sector in table.hexes.values())
    return 0


def points(t: Table, seat: int) -> dict[str, int]:
    """Return a seat's points by source, reputation tiles among them (ECL 24.1.1)."""
    return all_points(t.table, seat, t.hand[seat].reputation)


def all_points(table: Public, seat: int, reputation: Sequence[int]) -> dict[str, int]:
    return {"reputation": sum(reputation), **public_points(table, seat)}


def total(found: dict[str, int]) -> int:
    return sum(found.values())


def final_scoring(t: Table) -> None:
    """Turn tiles over and count them; whoever left has a fixed score (ECL 12.2, 12.3)."""
    table = t.table
    for seat, player in enumerate(table.players):
        found = points(t, seat) if player.status != "left" else {}
        if player.status != "left":
            player.score = total(found)
        table.final.append(found)
        t.tell(ev.Scored(seat, found, player.score or 0), cite="ECL 24.1.1")
    table.order = ranking(table)
    table.phase = "over"
    best = [s for s in table.order if rank_key(table, s) == rank_key(table, table.order[0])]
    told = ev.GameWon(sorted(best), table.players[best[0]].score or 0)
    t.tell(told, cite="ECL 12.3.1")


def rank_key(table: Public, seat: int) -> tuple[int, int]:
    """Return the points, then what is stored (ECL 12.3.1, 12.3.2)."""
    player = table.players[seat]
    return (player.score or 0, sum(player.storage))


def ranking(table: Public) -> list[int]:
    return sorted(range(len(table.players)), key=lambda s: rank_key(table, s), reverse=True)
