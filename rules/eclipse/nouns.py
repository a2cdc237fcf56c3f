"""Eclipse: words for things, told in the reader's language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.eclipse.facts import DISCOVERIES, SECTORS, Stats
from rules.eclipse.galaxy import edges_of
from rules.eclipse.names import DIRECTION_LABELS
from rules.eclipse.speech import N_, _

NOUNS: Final[Mapping[str, str]] = {
    "money": N_("money"),
    "science": N_("science"),
    "materials": N_("materials"),
    "advanced_money": N_("advanced money"),
    "advanced_science": N_("advanced science"),
    "advanced_materials": N_("advanced materials"),
    "gray": N_("gray"),
    "interceptor": N_("interceptor"),
    "cruiser": N_("cruiser"),
    "dreadnought": N_("dreadnought"),
    "starbase": N_("starbase"),
    "ancient": N_("ancient"),
    "gcds": N_("gcds"),
    "orbital": N_("orbital"),
    "monolith": N_("monolith"),
    "military": N_("military"),
    "grid": N_("grid"),
    "nano": N_("nano"),
    "ancient_technology": N_("Ancient Technology"),
    "ancient_cruiser": N_("Ancient Cruiser"),
}
ACTION_NAMES: Final[Mapping[str, str]] = {
    "explore": N_("Explore"),
    "influence": N_("Influence"),
    "research": N_("Research"),
    "upgrade": N_("Upgrade"),
    "build": N_("Build"),
    "move": N_("Move"),
    "colonize": N_("Colonize"),
    "trade": N_("Trade"),
    "propose": N_("Propose"),
}
SOURCES: Final[Mapping[str, str]] = {
    "reputation": N_("reputation"),
    "ambassadors": N_("ambassadors"),
    "sectors": N_("sectors"),
    "discoveries": N_("discoveries"),
    "monoliths": N_("monoliths"),
    "technologies": N_("technologies"),
    "species": N_("species"),
    "traitor": N_("traitor"),
}
_ONE: Final[Mapping[str, str]] = {
    "interceptor": N_("an interceptor"),
    "cruiser": N_("a cruiser"),
    "dreadnought": N_("a dreadnought"),
    "starbase": N_("a starbase"),
}
_SHIPS: Final[Mapping[str, Callable[[int], str]]] = {
    "interceptor": lambda n: _.several("{n} interceptor", "{n} interceptors", n),
    "cruiser": lambda n: _.several("{n} cruiser", "{n} cruisers", n),
    "dreadnought": lambda n: _.several("{n} dreadnought", "{n} dreadnoughts", n),
    "starbase": lambda n: _.several("{n} starbase", "{n} starbases", n),
    "ancient": lambda n: _.several("{n} ancient", "{n} ancients", n),
    "gcds": lambda n: _.several("{n} gcds", "{n} gcds", n),
}
_AMOUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "money": lambda n: _.several("{n} money", "{n} money", n),
    "science": lambda n: _.several("{n} science", "{n} science", n),
    "materials": lambda n: _.several("{n} materials", "{n} materials", n),
}


def noun(id: str) -> str:
    """Return a ship, resource, square or category in words."""
    return _(NOUNS.get(id, id))


def square_id(kind: str) -> str:
    """Return a square of the data ("science*") as `SQUARE_NAMES` knows it."""
    return f"advanced_{kind[:-1]}" if kind.endswith("*") else kind


def square(kind: str) -> str:
    """Return a square of the data by its full name: "advanced science"."""
    return noun(square_id(kind))


def marked(kind: str) -> str:
    """Return a square of the data as short as it is written there: "science*"."""
    return f"{noun(kind.rstrip('*'))}{'*' if kind.endswith('*') else ''}"


def one(ship: str) -> str:
    return _(_ONE[ship])


def amount(n: int, resource: str) -> str:
    return _AMOUNTS[resource](n)


def ships(n: int, ship: str) -> str:
    return _SHIPS[ship](n)


def discovery(tile: str) -> str:
    found = DISCOVERIES[tile]
    if found.amount:
        return f"{noun(found.resource).capitalize()} +{found.amount}"
    return noun(tile) if tile in NOUNS else found.name


def label(number_: str | int) -> str:
    """Return a sector as players see it: 001, 221."""
    return f"{int(number_):03}"


def called(number_: str | int) -> str:
    """Return a sector with its name: 221 Procyon."""
    return f"{int(number_):03} {SECTORS[str(number_)].name}"


def wormholes(number_: str, turn: int) -> str:
    """Return the edges of a sector, turned so, that have one: "N, SE, S"."""
    edges = edges_of(number_, turn)
    return ", ".join(DIRECTION_LABELS[edge] for edge in range(6) if edges[edge])


def listed(parts: Iterable[str], empty: str = N_("nothing")) -> str:
    return ", ".join(parts) or _(empty)


def join(parts: Iterable[str]) -> str:
    """Return a list as orders write it."""
    return ", ".join(parts) or "nothing"


def fight_line(s: Stats, times: str = "x") -> str:
    """Return what a ship is worth in battle."""
    guns = listed((f"{n}{times}{damage}" for damage, n in s.cannons), N_("none"))
    weapons = [_("cannons {dice}", dice=guns)]
    if s.missiles:
        dice = ", ".join(f"{n}{times}{damage}" for damage, n in s.missiles)
        weapons.append(_("missiles {dice}", dice=dice))
    return _(
        "initiative {initiative}, {weapons}, computer +{computer}, shield -{shield}, hull {hull}",
        initiative=s.initiative,
        weapons=", ".join(weapons),
        computer=s.computer,
        shield=s.shield,
        hull=s.hull,
    )
