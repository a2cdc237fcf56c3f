"""Command tokens a rule makes a player put on the board (TI4 9.7c, 16.2a, H-65)."""

import re
from collections.abc import Sequence

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, UnknownName
from rules.ti4 import economy, nouns
from rules.ti4.names import POOLS
from rules.ti4.speech import _
from rules.ti4.state import Table, View
from rules.ti4.units.limits import enforce

_FROM = re.compile(
    r"^(?:(?:a|one|the|my|jeden|egy|token|żeton|jelzőt|from|of|z|ze|puli|pool)\s+)+|\s+(?:pool|puli)$",
    re.IGNORECASE,
)


class GiveToken(Choice[str]):
    """The choice of the pool that a token comes from when reinforcements hold none."""

    tile: str

    Answer = str
    verbs = ("give",)
    clock = "hits"
    rule = "TI4 H-65"

    def options(self, v: View) -> list[Option[str]]:
        side = v.table.sides[self.seat]
        pools = [pool for pool in economy.POOLS if getattr(side, pool)]
        return [
            Option(_("From the {pool} pool", pool=nouns.word(pool)), pool, f"GIVE {pool}")
            for pool in pools
        ]

    def default(self, v: View) -> str:
        return economy.largest_pool(v.table, self.seat)

    def prompt(self, v: View) -> str:
        return _(
            "A command token of yours must go to tile {tile}: from which pool?", tile=self.tile
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read the pool by any of its names."""
        last = len(lines) - 1
        try:
            found = POOLS.find(_FROM.sub("", lines[last].rest))
        except UnknownName:
            return super().read_orders(v, lines)
        return Reading(found.id, (last,), (found.read_as,) if found.read_as else ())

    def forced(self, public: View) -> str | None:
        options = self.options(public)
        return options[0].answer if len(options) == 1 else None


def must_place_token(t: Table, seat: int, tile: str) -> Play[None]:
    """Put a token there: from reinforcements, else from the command sheet, if there is any."""
    if economy.has_token(t.table, tile, seat):
        return
    if economy.token_reserve(t.table, seat) > 0:
        economy.place_token(t, seat, tile)
    elif economy.on_sheet(t.table, seat):
        pool = yield from t.ask(GiveToken(seat, tile))
        economy.place_token(t, seat, tile, pool)
        yield from enforce(t, (seat,))
