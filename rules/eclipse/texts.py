"""Eclipse: what technologies, ship parts, discoveries and species are good for, by their names."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final

from rules.eclipse import nouns
from rules.eclipse.facts import (
    DISCOVERIES,
    PARTS,
    RESOURCES,
    SPECIES,
    TECHNOLOGIES,
    DiscoveryTile,
    Part,
    Species,
    Technology,
)
from rules.eclipse.names import PART_NAMES, SPECIES_NAMES, TECHNOLOGY_NAMES
from rules.eclipse.speech import N_, _
from rules.lexicon import Names, shared

Tell = Callable[[], str]

_TECHNOLOGIES: Final = {
    "neutron_bombs": N_("After a battle you may destroy all population there without rolling."),
    "starbase": N_("You may build starbases."),
    "advanced_mining": N_("You may colonize advanced materials squares."),
    "advanced_economy": N_("You may colonize advanced money squares."),
    "advanced_labs": N_("You may colonize advanced science squares."),
    "quantum_grid": N_("At once: two more influence discs."),
    "advanced_robotics": N_("At once: one more influence disc."),
    "nanorobots": N_("One more ship or structure in each Build action, not in reactions."),
    "orbital": N_("You may build orbitals: one more cube each, money or science."),
    "monolith": N_("You may build monoliths: 3 points each at the end."),
    "artifact_key": N_("At once: 5 of one resource for each artifact in your sectors."),
    "wormhole_generator": N_("You may explore, influence and move through half a wormhole."),
}
_SPECIES: Final = {
    "planta": N_(
        "Enemy ships destroy its population after combat without rolling. One point at the end "
        "for each of its sectors."
    ),
    "descendants_of_draco": N_(
        "Never fights Ancients and may own sectors with them, without the discovery there. One "
        "point at the end for each Ancient on the map."
    ),
}
_DISCOVERIES: Final = {
    "ancient_technology": N_("The cheapest technology on display that you lack, for nothing."),
    "ancient_cruiser": N_("A cruiser of yours in that sector."),
}


def find(name: str) -> str:
    """Return all there is to say of what is called so; raises LexiconError."""
    names, things = _called()
    return "\n".join(tell() for tell in things[names.find(name).id])


def spellings() -> Mapping[str, Sequence[str]]:
    """Return all names there are, each thing by the first of its own."""
    return _called()[0].entries


@cache
def _called() -> tuple[Names, dict[str, list[Tell]]]:
    return shared(_things(), kind="technology, part, discovery or species")


def _things() -> Iterator[tuple[Sequence[str], Tell]]:
    """Yield the things with names; a part that only a technology gives is told with it."""
    for technology in TECHNOLOGIES.values():
        yield TECHNOLOGY_NAMES.entries[technology.id], partial(_technology, technology)
    for part in PARTS.values():
        if not part.technology:
            yield PART_NAMES.entries[part.id], partial(_part, part)
    for tile in DISCOVERIES.values():
        if tile.id not in PARTS:
            yield (tile.name,), partial(_discovery, tile)
    for species in SPECIES.values():
        yield SPECIES_NAMES.entries[species.id], partial(_species, species)


def _technology(tile: Technology) -> str:
    price = _(
        "{name} (technology, {category}): {cost} science, at least {least}.",
        name=tile.name,
        category=nouns.noun(tile.category),
        cost=tile.cost,
        least=tile.minimum,
    )
    given = [stats_words(part) for part in PARTS.values() if part.technology == tile.id]
    does = _("Ship part: {stats}.", stats=given[0]) if given else _(_TECHNOLOGIES[tile.id])
    return f"{price} {does}"


def _part(part: Part) -> str:
    if part.ancient:
        return _(
            "{name} (ship part, from a discovery): {stats}.",
            name=part.name,
            stats=stats_words(part),
        )
    return _("{name} (ship part): {stats}.", name=part.name, stats=stats_words(part))


def stats_words(part: Part) -> str:
    """Return what a ship part does, in numbers."""
    return ", ".join(_numbers(part))


def _numbers(part: Part) -> Iterator[str]:
    if part.dice:
        weapon = _("missiles {dice}", dice=_dice(part))
        yield weapon if part.kind == "missile" else _("cannons {dice}", dice=_dice(part))
    if part.computer:
        yield _("computer +{n}", n=part.computer)
    if part.shield:
        yield _("shield -{n}", n=part.shield)
    if part.hull:
        yield _("hull {n}", n=part.hull)
    if part.movement:
        yield _("moves {n}", n=part.movement)
    if part.initiative:
        yield _("initiative +{n}", n=part.initiative)
    if part.energy:
        yield _("energy {n}", n=f"{part.energy:+}")


def _dice(part: Part) -> str:
    return f"{part.dice}x{part.damage}"


def _discovery(tile: DiscoveryTile) -> str:
    """Return one's own use of a tile, or points."""
    gives = nouns.amount(tile.amount, tile.resource) if tile.amount else ""
    return _(
        "{name} (discovery tile): {gives} Or 2 points.",
        name=nouns.discovery(tile.id),
        gives=f"{gives}." if gives else _(_DISCOVERIES[tile.id]),
    )


def _species(kind: Species) -> str:
    """Return the numbers of the board, then what it alone may do or suffer."""
    told = [
        _(
            "{name} (species): home {home}; in one action explore {explore}, research {research}, "
            "upgrade {upgrade}, build {build}, move {move}; trade {trade}:1; discs {discs}, colony "
            "ships {colonies}.",
            name=kind.name,
            home=nouns.called(kind.home),
            explore=kind.explore,
            research=kind.research,
            upgrade=kind.upgrade,
            build=kind.build,
            move=kind.move,
            trade=kind.trade,
            discs=kind.discs,
            colonies=kind.colony_ships,
        ),
        _start(kind),
        _(
            "What it builds costs: {costs}.",
            costs=", ".join(f"{nouns.noun(what)} {cost}" for what, cost in kind.costs.items()),
        ),
        *_alone(kind),
    ]
    return " ".join(told)


def species_in_brief(kind: Species) -> str:
    """Return what a species starts with and what it alone may do or suffer."""
    return " ".join([_start(kind), *_alone(kind)])


def _start(kind: Species) -> str:
    stored = zip(kind.storage, RESOURCES, strict=True)
    return _(
        "It starts with {stored}, {ship}; technologies: {technologies}.",
        stored=", ".join(nouns.amount(n, resource) for n, resource in stored),
        ship=nouns.one(kind.first_ship),
        technologies=nouns.listed(TECHNOLOGIES[t].name for t in kind.technologies),
    )


def _alone(kind: Species) -> list[str]:
    told = [_(text) for text in (_SPECIES.get(kind.id, ""),) if text]
    if kind.draws > 1:
        told.append(_("It draws {n} sectors where others draw one.", n=kind.draws))
    if kind.reputation_draws:
        told.append(_("It draws {n} reputation tiles at the start.", n=kind.reputation_draws))
    return told
