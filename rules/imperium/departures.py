"""Orders that move ships, as people write them: several systems in one line, cargo with a place of
its own, all ships of a system, no system at all."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from rules.imperium.speech import _
from rules.lexicon import (
    ALL,
    Ambiguous,
    BadCount,
    LexiconError,
    MissingPart,
    Names,
    Slots,
    fold,
    is_counted_at,
    means,
    read_counted,
    read_slots,
    write_counted,
)
from rules.toolbox.stock import Counts

PARTS: Final = Slots((), ("", "from", "to", "with", "via", "losing", "at"))
_JOINTS: Final = frozenset({"and", "plus", "i", "oraz", "a", "es", "s", "meg", "&", "+"})
_TOKENS = re.compile(r"\([^()]*\)|[,;+&]|[^\s,;+&]+")
_ALL_SHIPS = re.compile(
    r"\b(?:(?:all|every|my|the|of|whole|entire|full|wszystki\w+|moje|swoje|cał\w+|cal\w+|minden|"
    r"az|a|összes|osszes|teljes|egész|egesz)\s+)*"
    r"(?:ships?|fleets?|statk\w+|okręt(?:y|ów|ami)|okret(?:y|ow|ami)|flot[aęye]|hajó(?:t|kat|im|"
    r"imat|mat)?|hajo(?:t|kat|im|imat|mat)?|flott[áa](?:t|mat|m)?)(?!\w)",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*(?:[-=–—]>|→|⇒)\s*")
_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_EACH = re.compile(
    r"^(?:po\s+)(?=\w)|\s+(?:each|apiece|per\s+\w+|egyenként|egyenkent|fejenként)$", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?<=\s)az?$", re.IGNORECASE)
_ARTICLES: Final = frozenset({"a", "az", "the", "i", "ze"})


class Departure(NamedTuple):
    """One group of ships as it is written: what moves, out of which systems, with what cargo and
    where that is taken aboard, by which way, and what is given up."""

    units: str
    origins: tuple[str, ...] = ()
    cargo: tuple[tuple[str, str], ...] = ()
    to: str = ""
    via: str = ""
    losing: str = ""


class Words(NamedTuple):
    """What a game calls its ships, their cargo and its places; `is_place`: whether a text is a
    place and nothing else."""

    ships: Names
    cargo: Names
    places: Names
    is_place: Callable[[str], bool]

    def is_unit_at(self, words: Sequence[str], i: int) -> bool:
        return any(is_counted_at(words, i, names) for names in (self.ships, self.cargo))

    def leaves(self, words: Sequence[str]) -> bool:
        """Return whether somewhere among the words something is said to leave a place."""
        return any(means(word, "from") or self._left(words, i) for i, word in enumerate(words))

    def _left(self, words: Sequence[str], i: int) -> bool:
        """Return whether a place that has grown together with a Hungarian ending ends here:
        Lodorról."""
        if fold(words[i])[-3:] not in ("bol", "tol", "rol"):
            return False
        bare = words[i][:-3]
        return any(
            self.places.is_spelling(" ".join([*words[i - n : i], bare]))
            for n in range(min(i, 3) + 1)
        )

    def names_ship(self, text: str) -> bool:
        words = text.replace(",", " ").split()
        return any(self.ships.span_at(words, i) for i in range(len(words)))

    def names_cargo(self, text: str) -> bool:
        """Return whether a text names what ships carry; fighters may be carried."""
        words = text.replace(",", " ").split()
        for i in range(len(words)):
            ship = self.ships.longest_at(words, i)
            if self.cargo.span_at(words, i) or (ship and ship[0].id == "fighter"):
                return True
        return False


def says_all_ships(text: str) -> bool:
    """Return whether a text speaks of all ships, or of a whole fleet."""
    return bool(_ALL_SHIPS.search(text))


def departures(rest: str, known: Words) -> list[Departure]:
    """Return each group of ships of an order: "1 cruiser from 1 and 1 carrier with 2 infantry from
    20" has two."""
    text = _with_for_brackets(_ARROW.sub(" to ", _ALL_SHIPS.sub("all", rest)), known)
    words = _with_for_z(_TOKENS.findall(text), known)
    return [_departure(" ".join(_of_cargo(group)), known) for group in _groups(words, known)]


def destination(rest: str, known: Words) -> str:
    """Return the one place that all ships of an order are said to go to; "" if it says none."""
    try:
        places = {group.to for group in departures(rest, known)}
    except LexiconError:
        return ""
    return places.pop() if len(places) == 1 else ""


def _with_for_brackets(text: str, known: Words) -> str:
    """Return a text with WITH before cargo that stands in brackets: "1 carrier (2 fighters)"."""
    return _BRACKETS.sub(
        lambda found: f" with {found[1]} " if known.is_unit_at(found[1].split(), 0) else found[0],
        text,
    )


def _with_for_z(words: Sequence[str], known: Words) -> list[str]:
    """Polish "z" is WITH before units and FROM before a place."""
    return [
        "with" if fold(word) in ("z", "ze") and known.is_unit_at(words, i + 1) else word
        for i, word in enumerate(words)
        if fold(word) not in ("wraz", "razem")
    ]


def _groups(words: Sequence[str], known: Words) -> list[list[str]]:
    """Cut behind each system that ships leave, or before it where the systems stand first."""
    chunks = _chunks(words)
    leading = [word for word in words if fold(word) not in _ARTICLES][:1]
    first = known.leaves(leading)
    groups: list[list[str]] = []
    loose: list[str] = []
    for chunk in chunks:
        leaves = known.leaves(chunk)
        if first and (leaves or not groups):
            groups.append(chunk)
        elif first or (groups and not loose and known.is_place(" ".join(chunk))):
            groups[-1] += [",", *chunk]
        elif leaves:
            groups.append([*loose, *chunk])
            loose = []
        else:
            loose += [*chunk, ","]
    if not loose:
        return groups
    if not groups:
        return [loose[:-1]]
    if any(means(word, "with") for word in groups[-1]):
        groups[-1] += [",", *loose[:-1]]
    else:
        groups[-1] = [*loose, *groups[-1]]
    return groups


def _chunks(words: Sequence[str]) -> list[list[str]]:
    """Part words at commas and "and"."""
    chunks: list[list[str]] = [[]]
    for word in words:
        if word in (",", ";") or (fold(word) in _JOINTS - {"a"} and chunks[-1]):
            chunks.append([])
        else:
            chunks[-1].append(word)
    return [chunk for chunk in chunks if chunk]


def _of_cargo(words: Sequence[str]) -> list[str]:
    """Return the words with the FROM behind WITH, which says where the cargo is, as "of"."""
    at = [i for i, word in enumerate(words) if means(word, "from")]
    loaded = next((i for i, word in enumerate(words) if means(word, "with")), len(words))
    behind = [i for i in at if i > loaded]
    if len(at) < 2 or not behind:
        return list(words)
    return ["of" if i == behind[0] else word for i, word in enumerate(words)]


def _departure(text: str, known: Words) -> Departure:
    """Return one group; "2 infantry with 1 carrier" is the carrier with the infantry."""
    parts = read_slots(text, PARTS, known.places)
    units, aboard = _ARTICLE.sub("", parts.get("", "")), parts.get("with", "")
    if known.names_ship(aboard) and not known.names_ship(units):
        units, aboard = aboard, units
    origin = parts.get("from") or parts.get("at", "")
    if not units:
        origin, units = _apart(origin, known)
    units, aboard = _without_ships(units, aboard, known)
    if _EACH.search(aboard):
        aboard = _for_each(units, _EACH.sub("", aboard), known)
    return Departure(
        units,
        (origin,) if known.is_place(origin) else tuple(_listed(origin)),
        tuple(map(_cargo, _listed(aboard))),
        parts.get("to", ""),
        parts.get("via", ""),
        parts.get("losing", ""),
    )


def _without_ships(units: str, aboard: str, known: Words) -> tuple[str, str]:
    """Return the ships and the cargo of a group where more ships are named behind its cargo: "1
    carrier with 2 infantry and the cruiser"."""
    cargo = _listed(aboard)
    ships = [part for part in cargo if known.names_ship(part) and not known.names_cargo(part)]
    if not ships or len(ships) == len(cargo):
        return units, aboard
    loaded = [part for part in cargo if part not in ships]
    return ", ".join((units, *ships)), ", ".join(loaded)


def _for_each(units: str, cargo: str, known: Words) -> str:
    """Return the cargo of all ships where it is said for each: "2 carriers with 2 infantry each"
    take four; raises Ambiguous where the ships are not of one kind with a number."""
    ships = read_counted(units, known.ships, allow_all=True).counts
    wanted = read_counted(cargo, known.cargo).counts
    if len(ships) != 1 or ALL in ships.values():
        words = _("Say how much cargo goes along in all, for example: WITH 4 infantry.")
        raise Ambiguous(words)
    (n,) = ships.values()
    return write_counted({unit: n * each for unit, each in wanted.items()}, known.cargo)


def _apart(text: str, known: Words) -> tuple[str, str]:
    """Part "1 2 cruisers", behind a FROM that stands first, into the system and the ships."""
    words = text.split()
    for n in range(len(words) - 1, 0, -1):
        if known.is_place(" ".join(words[:n])) and known.is_unit_at(words, n):
            return " ".join(words[:n]), " ".join(words[n:])
    return text, ""


def _listed(text: str) -> list[str]:
    return [" ".join(chunk) for chunk in _chunks(_TOKENS.findall(text))]


_OF = re.compile(r"(.+?)(?:\s+(?:of|at|off)\s+(.+)|\s*\(([^()]*)\))", re.IGNORECASE)


def _cargo(text: str) -> tuple[str, str]:
    """Part "2 infantry of Jord", also "2 infantry (Jord)", into what and where."""
    found = _OF.fullmatch(text.strip())
    return (found[1], (found[2] or found[3]).strip()) if found else (text, "")


def shared_out(wanted: Counts, there: Mapping[str, Counts]) -> dict[str, Counts]:
    """Return how many leave each of several systems; raises Ambiguous where that is not certain,
    and BadCount where nothing would leave one of them."""
    found: dict[str, Counts] = {place: {} for place in there}
    for unit, n in wanted.items():
        having = [place for place in there if there[place].get(unit)]
        total = sum(there[place][unit] for place in having)
        if n in (total, ALL):
            for place in having:
                found[place][unit] = there[place][unit]
        elif len(having) > 1:
            words = _(
                "Say how many leave each of {places}, for example: 1 FROM {one}, 1 FROM {other}.",
                places=", ".join(there),
                one=having[0],
                other=having[1],
            )
            raise Ambiguous(words)
        else:
            place = having[0] if having else next(iter(there))
            found[place][unit] = n
    idle = [place for place, counts in found.items() if not counts]
    if idle:
        words = _("Nothing of that is at {places}: name only where it comes from.",
                  places=", ".join(idle))  # fmt: skip
        raise BadCount(words)
    return found


def only_origin(possible: Sequence[str], example: str) -> str:
    """Return the one system that ships can be meant to leave; raises MissingPart otherwise."""
    if len(possible) == 1:
        return possible[0]
    if possible:
        words = _(
            "Say where the ships come from: write FROM and one of {places}.",
            places=", ".join(possible),
        )
    else:
        words = _(
            "No such ships can get there. Say where they come from, for example: {example}",
            example=example,
        )
    raise MissingPart(words)
