"""The map in words: what lies where and what it is beside, so that a turn needs no picture."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from rules.imperium.speech import _
from rules.kernel.views import Section


def section(
    tiles: Iterable[str],
    own: Collection[str],
    beside: Mapping[str, Sequence[str]],
    name: Callable[[str], str],
    there: Callable[[str], Sequence[str]],
) -> Section:
    """Return a line for each system: those that are one's own first, then those beside them, then
    the others. `there`: what always lies in a system, such as its planets with their worth."""
    near = {tile for mine in own for tile in beside.get(mine, ())}
    ranked = sorted(tiles, key=lambda tile: (tile not in own, tile not in near))
    lines = tuple(_line(tile, beside, name, there) for tile in ranked)
    return Section(_("Ways and planets"), lines, mapped=True)


def _line(
    tile: str,
    beside: Mapping[str, Sequence[str]],
    name: Callable[[str], str],
    there: Callable[[str], Sequence[str]],
) -> str:
    what = " · ".join(there(tile)) or _("empty space")
    ways = ", ".join(map(name, beside.get(tile, ())))
    if not ways:
        return f"{name(tile)}: {what}"
    return _("{system}: {what}; beside {ways}", system=name(tile), what=what, ways=ways)
