"""The facts of the game hang together, and every thing with an effect has its code."""

import pytest

from rules.eclipse import facts as c
from rules.eclipse.discoveries import USES
from rules.eclipse.names import PART_NAMES, SPECIES_NAMES, TECHNOLOGY_NAMES
from rules.eclipse.player.blueprints import blueprint_fault
from rules.eclipse.player.technologies import INSTANT
from rules.eclipse.questions import VERBS
from rules.eclipse.setup import lay_home
from rules.eclipse.state import Player, Public
from rules.hexes import DIRECTIONS


def test_numbers_of_components() -> None:
    """ECL 2.2"""
    assert {ring: len(tiles) for ring, tiles in c.STACKS.items()} == {"I": 8, "II": 11, "III": 18}
    assert len(c.SECTORS) == 50
    assert len(c.TECHNOLOGIES) == 24
    assert sum(t.tiles for t in c.TECHNOLOGIES.values()) == 96
    assert len([p for p in c.PARTS.values() if not p.ancient]) == 17
    assert len([p for p in c.PARTS.values() if p.ancient]) == 6
    assert sum(d.tiles for d in c.DISCOVERIES.values()) == 21
    assert {sum(n.values()) for n in c.TRACKS.reputation.values()} == {32}
    assert sum(s.ancients for s in c.SECTORS.values()) == 14
    assert sum(s.discovery for s in c.SECTORS.values()) == 21


@pytest.mark.parametrize("tech", c.TECHNOLOGIES.values(), ids=lambda t: t.id)
def test_every_technology_does_something(tech: c.Technology) -> None:
    parts = {p.technology for p in c.PARTS.values()}
    permissions = {*c.ADVANCED_NEEDS.values(), "neutron_bombs", "nanorobots", "wormhole_generator"}
    known = {
        "ship_part": tech.id in parts,
        "build": tech.id in (*c.SHIPS, *c.STRUCTURES),
        "instant": tech.id in INSTANT,
        "persistent": tech.id in permissions,
    }
    assert known[tech.kind]
    assert tech.minimum <= tech.cost


@pytest.mark.parametrize("tile", c.DISCOVERIES.values(), ids=lambda t: t.id)
def test_every_discovery_has_a_use(tile: c.DiscoveryTile) -> None:
    assert tile.kind in USES
    assert tile.kind != "ship_part" or c.PARTS[tile.id].ancient
    assert tile.kind != "resource" or (tile.resource in c.RESOURCES and tile.amount)


@pytest.mark.parametrize("side", c.SPECIES.values(), ids=lambda s: s.id)
def test_every_board_is_playable(side: c.Species) -> None:
    assert c.SPECIES[side.other_side].other_side == side.id
    assert c.SPECIES[side.other_side].colour == side.colour
    assert c.SECTORS[str(side.home)].ring == "home"
    table = Public([Player(), Player()])
    lay_home(table, 0, side.id)
    player = table.players[0]
    for ship in c.SHIPS:
        assert not blueprint_fault(player, ship, {})
    assert player.storage == list(side.storage)


def test_start_points_have_a_wormhole_towards_the_center() -> None:
    """ECL 3.2.4, 25.1.3"""
    home = c.SECTORS["221"].wormholes
    for numbers in c.TRACKS.players.values():
        for q, r, turn in numbers.starts:
            inward = DIRECTIONS.index((-q // 2, -r // 2))
            assert home[(inward - turn) % 6] == "1"
            assert max(abs(q), abs(r), abs(q + r)) == 2


@pytest.mark.parametrize(
    ("technology", "owned", "price"),
    [("starbase", 2, 3), ("fusion_drive", 4, 3), ("wormhole_generator", 5, 10)],
)
def test_prices(technology: str, owned: int, price: int) -> None:
    """The worked examples of the rulebook (ECL 18.3)."""
    assert c.research_cost(technology, owned) == price


def test_tracks() -> None:
    """ECL 5.2.1, 5.4.2, 25.2.4, 25.2.5"""
    assert [c.production(n) for n in (11, 10, 9, 0)] == [2, 3, 4, 28]
    assert c.production(12) == 0
    assert [c.influence_cost(n) for n in (13, 12, 7, 6, 0, 16)] == [0, 0, 5, 7, 30, 0]


def test_starting_ships() -> None:
    """ECL 9.3.2, and the values printed on the boards."""
    cruiser = c.blueprint_stats("terran", "cruiser", ())
    assert (cruiser.initiative, cruiser.computer, cruiser.hull, cruiser.movement) == (2, 1, 1, 1)
    orion = c.blueprint_stats("orion_hegemony", "starbase", ())
    assert (orion.initiative, orion.shield) == (5, 1)
    planta = c.blueprint_stats("planta", "starbase", ())
    assert (planta.initiative, planta.computer, planta.energy) == (2, 2, 4)


def test_names_cover_everything() -> None:
    assert set(TECHNOLOGY_NAMES) == set(c.TECHNOLOGIES)
    assert set(PART_NAMES) == set(c.PARTS)
    assert set(SPECIES_NAMES) == set(c.SPECIES)
    assert all(len(spellings) >= 2 for spellings in VERBS.values())


def test_the_example_of_two_fusion_drives() -> None:
    """ECL 7.4.6, as the rulebook adds them up."""
    total = c.stats_of(["fusion_drive", "fusion_drive"])
    assert (total.movement, total.initiative, total.energy) == (4, 4, -4)
