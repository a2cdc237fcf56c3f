"""Acquiring technologies (TI3 21)."""

from rules.ti3 import events as ev
from rules.ti3.components import modifiers
from rules.ti3.facts import PLANETS, TECHNOLOGIES
from rules.ti3.state import Public, Table
from rules.ti3.units import fleets
from rules.ti3.variants import leaders

PRICE = 8
"""TI3 24.7.2"""
BRIDGED = "focused_research"
"""An effect: one missing prerequisite is ignored, for six resources more."""


def missing_needs(table: Public, seat: int, tech: str) -> int:
    """Return how many technologies are lacking before this one may be acquired (TI3 21.1.3)."""
    facts = TECHNOLOGIES[tech]
    lacking = [need for need in facts.needs if need not in table.sides[seat].techs]
    if facts.mode == "any":
        return 0 if len(lacking) < len(facts.needs) else int(bool(facts.needs))
    return len(lacking)


def obtainable(table: Public, seat: int, bought: bool = False, bridged: bool = False) -> list[str]:
    """Return the technologies the seat may acquire now; `bridged`: although one prerequisite is
    missing."""
    return [
        tech
        for tech in sorted(TECHNOLOGIES, key=lambda id: TECHNOLOGIES[id].name)
        if tech not in table.sides[seat].techs
        and missing_needs(table, seat, tech) <= int(bridged)
        and modifiers.may_gain_tech(table, seat, tech, bought)
    ]


def specialties(table: Public, seat: int, tech: str) -> dict[str, int]:
    """Return the discount of each unexhausted planet (TI3 21.2.1, 29.5.1)."""
    colour = TECHNOLOGIES[tech].colour
    anything = modifiers.any_specialty(table, seat)
    found = {}
    for planet in fleets.ready_planets(table, seat):
        specialty = PLANETS[planet].specialty
        if specialty and (anything or specialty == colour):
            found[planet] = 2 if leaders.on_planet(table, planet, seat, "scientist") else 1
    return found


def price(table: Public, seat: int, tech: str) -> int:
    """Return what a technology costs after specialties (TI3 24.7.2, E65)."""
    discount = sum(specialties(table, seat, tech).values())
    return max(0, PRICE + modifiers.tech_price(table, seat, tech) - discount)


def gain(t: Table, seat: int, tech: str, cite: str = "TI3 21.1.2") -> None:
    t.table.sides[seat].techs.append(tech)
    t.tell(ev.TechGained(seat, tech), cite=cite)
