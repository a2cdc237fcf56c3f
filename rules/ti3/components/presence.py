"""Which components a seat has: through its race, technologies, political cards in force, and cards
in effect. Every function reads the public table only."""

from functools import cache, lru_cache
from typing import NamedTuple

from rules.ti3.components import registry
from rules.ti3.components.base import Component
from rules.ti3.facts import AGENDAS, RACES
from rules.ti3.state import Public
from rules.toolbox.effects import MOMENT
from rules.toolbox.hooks import answering
from rules.toolbox.targets import each, player

_KINDS_OF_EFFECTS: tuple[registry.Kind, ...] = ("action card", "technology", "ability", "agenda")


class _Bearers(NamedTuple):
    """What can bring an answer to a hook: most questions concern few of them."""

    races: frozenset[str]
    techs: frozenset[str]
    laws: frozenset[str]
    effects: frozenset[str]


@cache
def _bearers(hook: str) -> _Bearers:

    def ids(*kinds: registry.Kind) -> frozenset[str]:
        handlers = (c for kind in kinds for c in registry.built(kind).values())
        return frozenset(c.id for c in answering(handlers, Component, hook))

    abilities = ids("ability")
    races = frozenset(r.id for r in RACES.values() if any(a.id in abilities for a in r.abilities))
    return _Bearers(races, ids("technology"), ids("agenda"), ids(*_KINDS_OF_EFFECTS))


@lru_cache(maxsize=8192)
def _hooked(
    hook: str,
    race: str,
    techs: tuple[str, ...],
    laws: tuple[str, ...],
    effects: tuple[str, ...],
    copied: tuple[str, ...],
) -> tuple[Component, ...]:
    """Return the components that answer a hook: political cards first, then technologies, then
    action cards (TI3 X16)."""
    found: list[Component | None] = [registry.find("agenda", law) for law in laws]
    abilities = [a.id for a in RACES[race].abilities] if race else []
    found += [registry.find("ability", ability) for ability in (*abilities, *copied)]
    found += [registry.find("technology", tech) for tech in techs]
    for effect in effects:
        found += [registry.find(kind, effect) for kind in _KINDS_OF_EFFECTS]
    named = (c for c in found if c is not None)
    return tuple(dict.fromkeys(answering(named, Component, hook)))


def present(table: Public, seat: int, hook: str) -> tuple[Component, ...]:
    """Return the components of a seat that have something to say to this question."""
    side = table.sides[seat]
    if side.out:
        return ()
    races, techs, laws, effects = _bearers(hook)
    race = side.race if side.race in races else ""
    lasting: tuple[str, ...] = ()
    copied: tuple[str, ...] = ()
    for e in table.effects:
        if e.seat == seat or e.seat == -1:
            if e.id in effects and e.until != MOMENT:
                lasting = (*lasting, e.id)
            if e.id == "multiculturalism":
                copied = (*copied, e.on)
        if race and e.id == "cultural_crisis" and e.on == player(seat):
            race = ""
    law: tuple[str, ...] = ()
    if laws:
        for at in table.laws:
            if at.id in laws and _concerns(at.id, at.elected, seat):
                law = (*law, at.id)
    own = tuple(side.techs) if techs and not techs.isdisjoint(side.techs) else ()
    if not (lasting or copied or race or law or own):
        return ()
    return _hooked(hook, race, own, law, lasting, copied)


def _concerns(law: str, elected: str, seat: int) -> bool:
    """Return whether a political card in force works for a seat: one that was elected, or
    everybody."""
    return AGENDAS[law].elect != "player" or player(seat) in each(elected)


def everywhere(table: Public, hook: str) -> list[tuple[int, Component]]:
    """Return (seat, component) for all seats."""
    races, techs, laws, effects = _bearers(hook)
    if not races and not techs and not _lies_open(table, laws, effects):
        return []
    return [
        (seat, component)
        for seat in range(len(table.sides))
        for component in present(table, seat, hook)
    ]


def _lies_open(table: Public, laws: frozenset[str], effects: frozenset[str]) -> bool:
    """Return whether any of these political cards or effects is in force."""
    if laws and any(law.id in laws for law in table.laws):
        return True
    return bool(effects) and any(e.id in effects for e in table.effects)
