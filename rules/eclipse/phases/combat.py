"""The end of the combat phase (ECL 9.12 to 9.14), after the last battle."""

from rules.eclipse.combat.bombardment import attack_population, occupied, wither_planta
from rules.eclipse.combat.control import claim_sectors, lose_control, take_freed_discoveries
from rules.eclipse.diplomacy import council
from rules.eclipse.leaving import check_elimination
from rules.eclipse.state import Table
from rules.kernel.table import Play


def aftermath(t: Table) -> Play[None]:
    """Play the steps after the battles, each for all sectors, highest number first (ECL 20.3.9 to
    20.3.14, 25.6.10)."""
    for number in occupied(t):
        yield from attack_population(t.sub(f"population@{number}"), number)
    for number in occupied(t):
        yield from wither_planta(t.sub(f"planta@{number}"), number)
    for number in occupied(t):
        yield from lose_control(t, number)
    yield from claim_sectors(t)
    yield from take_freed_discoveries(t)
    yield from council(t)
    repair(t)
    check_elimination(t)
    t.table.phase = "upkeep"


def repair(t: Table) -> None:
    """Take all damage off the ships (ECL 9.14.1)."""
    for sector in t.table.hexes.values():
        sector.damage = None
