"""Which components a seat has: through its faction, technologies, notes in play, laws, and cards in
effect. Every function reads the public table only."""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from rules.ti4.components import registry
from rules.ti4.components.base import Component
from rules.ti4.facts import FACTIONS, TECHNOLOGIES
from rules.ti4.state import Mark, NoteId, Public
from rules.toolbox.effects import MOMENT
from rules.toolbox.hooks import answering

_KINDS_OF_EFFECTS: tuple[registry.Kind, ...] = (
    "action card",
    "note",
    "technology",
    "ability",
    "flagship",
    "agenda",
)


def _answering(components: Iterable[Component], hook: str, window: str) -> Iterator[Component]:
    """Return the components that override a hook; with a window, those that act by themselves in
    it."""
    found = answering(components, Component, hook)
    return (c for c in found if window in c.triggers) if window else found


@lru_cache(maxsize=8192)
def _hooked(
    hook: str,
    window: str,
    faction: str,
    techs: tuple[str, ...],
    notes: tuple[str, ...],
    laws: tuple[str, ...],
    effects: tuple[str, ...],
) -> tuple[Component, ...]:
    registry.load()
    found: list[Component | None] = []
    if faction:
        sheet = FACTIONS[faction]
        found += [registry.find("ability", a.id) for a in sheet.abilities]
        found.append(registry.find("flagship", sheet.flagship))
    found += [registry.find("technology", tech) for tech in techs]
    found += [registry.find("note", NoteId.read(note).note) for note in notes]
    found += [registry.find("agenda", law) for law in laws]
    for effect in effects:
        found += [registry.find(kind, effect) for kind in _KINDS_OF_EFFECTS]
    return tuple(_answering((c for c in found if c is not None), hook, window))


class _Bearers(NamedTuple):
    """The components that can bring an answer to a hook: most questions concern few of them."""

    factions: frozenset[str]
    techs: frozenset[str]
    notes: frozenset[str]
    laws: frozenset[str]
    effects: frozenset[str]


@cache
def _bearers(hook: str, window: str = "") -> _Bearers:

    def ids(*kinds: registry.Kind) -> frozenset[str]:
        handlers = (c for kind in kinds for c in registry.built(kind).values())
        return frozenset(c.id for c in _answering(handlers, hook, window))

    abilities, flagships = ids("ability"), ids("flagship")
    factions = frozenset(
        faction.id
        for faction in FACTIONS.values()
        if faction.flagship in flagships or any(a.id in abilities for a in faction.abilities)
    )
    return _Bearers(
        factions,
        ids("technology"),
        ids("note"),
        ids("agenda"),
        ids(*_KINDS_OF_EFFECTS),
    )


def acting(table: Public, seat: int, window: str) -> tuple[Component, ...]:
    """Return the components of a seat that act by themselves when the window opens."""
    return present(table, seat, "trigger", window)


def present(table: Public, seat: int, hook: str, window: str = "") -> tuple[Component, ...]:
    """Return the components of a seat that have something to say to this question; with a window,
    those that act by themselves in it."""
    side = table.sides[seat]
    if side.out:
        return ()
    factions, techs, notes, laws, effects = _bearers(hook, window)
    lasting: tuple[str, ...] = ()
    if table.effects:
        lasting = tuple(
            e.id for e in table.effects if e.seat == seat and e.id in effects and e.until != MOMENT
        )
    some = lasting or (notes and side.in_play) or (laws and table.laws)
    if not some and side.faction not in factions and techs.isdisjoint(side.techs):
        return ()
    law: tuple[str, ...] = ()
    if laws and table.laws:
        law = tuple(
            sorted(id for id, at in table.laws.items() if id in laws and at.owner in (-1, seat))
        )
    faction = side.faction if side.faction in factions else ""
    own = () if techs.isdisjoint(side.techs) else tuple(side.techs)
    held = tuple(side.in_play) if notes else ()
    found = _hooked(hook, window, faction, own, held, law, lasting)
    if table.effects and _silenced(table, seat):
        return tuple(c for c in found if not of_faction(c))
    return found


def _silenced(table: Public, seat: int) -> bool:
    return any(e.id == Mark.SILENCED and e.seat == seat for e in table.effects)


def of_faction(component: Component) -> bool:
    """Return whether it is a faction ability or a faction technology."""
    if component.kind == "technology":
        return bool(TECHNOLOGIES[component.id].faction)
    return component.kind == "ability"


def silenced(table: Public, seat: int, component: Component) -> bool:
    return of_faction(component) and _silenced(table, seat)


def everywhere(table: Public, hook: str) -> list[tuple[int, Component]]:
    """Return (seat, component) for all seats."""
    factions, techs, notes, laws, effects = _bearers(hook)
    some = (laws and table.laws) or (effects and any(e.id in effects for e in table.effects))
    found = []
    for seat, side in enumerate(table.sides):
        mine = some or (notes and side.in_play) or side.faction in factions
        if mine or not techs.isdisjoint(side.techs):
            found += [(seat, component) for component in present(table, seat, hook)]
    return found
