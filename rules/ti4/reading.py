"""Readers of order text that need the table or several kinds of names: home, lists, votes."""

import re
from collections.abc import Sequence

from rules.imperium.smallwords import EVERYTHING, bare_place, bare_pools, is_home, says_nothing_more
from rules.kernel.decisions import Problem
from rules.lexicon import LeftOver, NameMatch, OrderLine, UnknownName, fold, read_counted
from rules.ti4.facts import TILES
from rules.ti4.galaxy import home_of
from rules.ti4.names import PLANET_NAMES, POOLS, TILE_NAMES, seats
from rules.ti4.speech import _
from rules.ti4.state import View
from rules.toolbox.stock import Counts

_TOKENS = re.compile(r"[^\s,;+&/()]+")
_SLASHED = re.compile(r"\s*(\d+)\s*[/|:-]\s*(\d+)\s*[/|:-]\s*(\d+)\s*")
_MORE_ORDERS = re.compile(
    r"[,;.]?\s*\b(?:with|move|and|then|using|from|z|oraz|i|és|es|rusz|mozgass)\b.*", re.IGNORECASE
)


def find_tile(v: View, seat: int, text: str) -> NameMatch:
    """Return the system a text names: by its number, a planet of it, or as the writer's home."""
    if is_home(text):
        tile = home_of(v.table, seat)
        return NameMatch(tile, tile)
    return TILE_NAMES.find(bare_place(text) or text)


def is_place(text: str) -> bool:
    """Return whether a text is a system or planet and nothing else."""
    words = _TOKENS.findall(bare_place(text) or text)
    return is_home(text) or (bool(words) and TILE_NAMES.span_at(words, 0) == len(words))


def several_orders(text: str) -> Problem | None:
    """Return why a text after ACTIVATE is more than a system: every order has a line of its own."""
    words = _TOKENS.findall(text)
    place = TILE_NAMES.span_at(words, 0)
    rest = " ".join(words[place:])
    if not place or not _MORE_ORDERS.fullmatch(rest):
        return None
    told = _(
        "One order a line, please: ACTIVATE {place}, then on a line of its own "
        "MOVE 1 cruiser FROM 10.",
        place=" ".join(words[:place]),
    )
    return Problem("several-orders", told, "TI4 5")


_BOTH = frozenset(
    (
        "both",
        "both planets",
        "both of them",
        "obie",
        "obie planety",
        "mindkettot",
        "mindket bolygot",
    )
)


def find_planets(v: View, seat: int, text: str, every: Sequence[str]) -> list[NameMatch]:
    """Return the planets a list names: parted by commas or "and"; "all" are those of `every`."""
    if fold(text).strip(" .!") in EVERYTHING:
        return [NameMatch(planet, PLANET_NAMES.name(planet)) for planet in every]
    if fold(text).strip(" .!") in _BOTH and len(every) == 2:
        return [NameMatch(planet, PLANET_NAMES.name(planet)) for planet in every]
    if is_home(text):
        homes = [p for p in TILES[home_of(v.table, seat)].planets if p in every]
        return [NameMatch(planet, PLANET_NAMES.name(planet)) for planet in homes]
    return list(PLANET_NAMES.find_all(text))


def read_pools(text: str) -> Counts:
    """Return tokens by pool: "3 tactic, 3 fleet, 2 strategy", or "3/3/2" in the sheet's order."""
    slashed = _SLASHED.fullmatch(text)
    if slashed is None:
        return dict(read_counted(bare_pools(text, POOLS), POOLS).counts)
    return dict(zip(("tactic", "fleet", "strategy"), map(int, slashed.groups()), strict=True))


_ARTICLE = re.compile(r"^(?:a|an|az|one|the|my|1|jeden|jedną|egy)\s+(?=\S)", re.IGNORECASE)


def stands_alone(line: OrderLine) -> None:
    """Raise if words follow an order that has none: "pass me the salt" is no PASS."""
    if not says_nothing_more(line.rest):
        order = line.verb.upper()
        raise LeftOver(_("Write {order} and nothing after it.", order=order))


def without_article(text: str) -> str:
    """Return the text without "a", "the" or "1" before the one thing it names."""
    return _ARTICLE.sub("", text.strip())


def read_player(v: View, text: str, possible: Sequence[int]) -> NameMatch | None:
    """Return one of the possible players, by name or nickname; None if the text names none of
    them."""
    try:
        return seats(v).only(map(str, possible)).find(without_article(text))
    except UnknownName:
        return None
