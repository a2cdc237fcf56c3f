"""The chances of battles: what players may ask, and how the ends of a battle are added up.

How a round is fought is each edition's own.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from rules.imperium.speech import _
from rules.lexicon import LexiconError, Names, UnknownName
from rules.toolbox.stock import Counts

_YES: Final = ("yes", "tak", "igen")
_NO: Final = ("no", "nie", "nem")


class Weighed(NamedTuple):
    """The chances of both sides from 0 to 1, and the units expected to be left to them."""

    attacker: float
    draw: float
    defender: float
    attacker_left: dict[str, float]
    defender_left: dict[str, float]


def weighed(ends: Iterable[tuple[Counts, Counts, float]]) -> Weighed:
    """Add up the ends of a battle: what both sides have left, and how likely that is.

    It is a draw where both are left or nobody is."""
    won = draw = lost = 0.0
    left: tuple[dict[str, float], dict[str, float]] = ({}, {})
    for mine, theirs, chance in ends:
        won += chance if mine and not theirs else 0.0
        lost += chance if theirs and not mine else 0.0
        draw += chance if bool(mine) == bool(theirs) else 0.0
        for side, counts in zip(left, (mine, theirs), strict=True):
            for unit, n in counts.items():
                side[unit] = side.get(unit, 0.0) + n * chance
    return Weighed(won, draw, lost, *left)


def names_a_place(places: Names, text: str) -> bool:
    """Is this a system or planet, rather than a force?"""
    try:
        places.find(text)
    except LexiconError:
        return False
    return True


# -- options of the question ---------------------------------------------------------------------


def check_options(options: Mapping[str, str], known: tuple[str, ...]) -> None:
    """Refuse an option that there is not."""
    for name in options:
        if name not in known:
            words = _(
                "There is no option {name}; there are {known}.", name=name, known=", ".join(known)
            )
            raise UnknownName(words)


def on_a_planet(said: str, lands: bool) -> bool:
    """Do they fight on a planet, as the option `combat` says or else if troops meet no ships?"""
    where = said.strip().lower()
    if not where:
        return lands
    if where not in ("space", "ground"):
        raise UnknownName(_("Write combat=space or combat=ground."))
    return where == "ground"


def yes(name: str, said: str) -> bool:
    """Return what an option says that is yes or no."""
    word = said.strip().lower()
    if word not in (*_YES, *_NO):
        raise UnknownName(_("Write {name}=yes or {name}=no.", name=name))
    return word in _YES
