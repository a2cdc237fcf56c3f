"""Units a card makes their owner give up, of the owner's own choice (TI4 84, D-64)."""

import re
from collections.abc import Sequence
from random import Random

from rules.imperium import clicks
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.combat.hits import destroy
from rules.ti4.components import modifiers
from rules.ti4.galaxy import tile_of
from rules.ti4.names import PLACE_NAMES, UNITS
from rules.ti4.speech import _
from rules.ti4.state import Public, Table, View
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.stock import ByPlace, Counts


def within_reach(table: Public, seat: int, units: Sequence[str], tiles: Sequence[str]) -> ByPlace:
    """Return the units of a seat, by place, that may be chosen; without `tiles`, everywhere."""
    found = {}
    for place, counts in fleets.places_of(table, seat):
        if not tiles or tile_of(place) in tiles:
            there = {unit: n for unit, n in fleets.ordered(counts) if unit in units}
            if there:
                found[place] = there
    return found


class LoseUnits(Decision[ByPlace]):
    """`due` of the own units of some kinds, in some systems (all if none is named) are destroyed.

    The answer is by place. `REMOVE 2 cruisers of 27, 1 infantry of Lodor`"""

    card: str
    due: int
    units: list[str]
    tiles: list[str] = []

    Answer = ByPlace
    verbs = ("remove",)
    clock = "hits"
    rule = "TI4 84.1"

    def _there(self, v: View) -> ByPlace:
        return within_reach(v.table, self.seat, self.units, self.tiles)

    def _due(self, v: View) -> int:
        return min(self.due, sum(sum(counts.values()) for counts in self._there(v).values()))

    def problems(self, v: View, answer: ByPlace) -> list[Problem]:
        there = self._there(v)
        for place, counts in answer.items():
            for unit, n in counts.items():
                if not 0 < n <= there.get(place, {}).get(unit, 0):
                    words = _("Possible: {units}.", units=self._told(there))
                    return [Problem("not-enough-units", words, "TI4 84.1")]
        if sum(sum(counts.values()) for counts in answer.values()) != self._due(v):
            return [Problem("wrong-number", _("{n} unit(s) must go.", n=self._due(v)), "TI4 84.1")]
        return []

    def default(self, v: View) -> ByPlace:
        """Lose the cheapest units first, the flagship last."""
        sheet = modifiers.sheet(v.table, self.seat)
        pieces = [
            (unit == "flagship", sheet[unit].cost or 0, place, unit, n)
            for place, counts in self._there(v).items()
            for unit, n in counts.items()
        ]
        left = self._due(v)
        answer: ByPlace = {}
        for _flagship, _cost, place, unit, n in sorted(pieces):
            gone = min(n, left)
            left -= gone
            if gone:
                answer.setdefault(place, {})[unit] = gone
        return answer

    def sample(self, v: View, rng: Random) -> ByPlace:
        pieces = [
            (place, unit)
            for place, counts in self._there(v).items()
            for unit, n in counts.items()
            for _ in range(n)
        ]
        answer: ByPlace = {}
        for place, unit in sorted(rng.sample(pieces, self._due(v))):
            counts = answer.setdefault(place, {})
            counts[unit] = counts.get(unit, 0) + 1
        return answer

    def forced(self, public: View) -> ByPlace | None:
        there = self._there(public)
        kinds = sum(len(counts) for counts in there.values())
        total = sum(sum(counts.values()) for counts in there.values())
        return self.default(public) if kinds <= 1 or total <= self.due else None

    def prompt(self, v: View) -> str:
        there = self._told(self._there(v))
        return _(
            "{card}: {n} of these are destroyed: {units}.",
            card=ev.title(self.card),
            n=self._due(v),
            units=there,
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        groups = tuple(
            Group(name, clicks.units("units", counts, UNITS, nouns.unit, of=f" of {name}"))
            for place, counts in sorted(self._there(v).items())
            if (name := fleets.name(place))
        )
        uses = {field.key: 1.0 for group in groups for field in group.fields}
        total = Total(_("lost"), uses, most=self._due(v))
        return [Form("remove", ev.title(self.card), ("REMOVE {units}",), groups, "", (total,))]

    def write(self, v: View, answer: ByPlace) -> str:
        return f"REMOVE {self._text(answer)}"

    def _told(self, units: ByPlace) -> str:
        parts = [
            _("{units} of {where}", units=nouns.some(unit, n), where=fleets.name(place))
            for place, counts in sorted(units.items())
            for unit, n in fleets.ordered(counts)
        ]
        return ", ".join(parts) or _("nothing")

    def _text(self, units: ByPlace) -> str:
        parts = [
            f"{n} {UNITS.name(unit)} of {fleets.name(place)}"
            for place, counts in sorted(units.items())
            for unit, n in fleets.ordered(counts)
        ]
        return ", ".join(parts) or "nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[ByPlace]:
        last = len(lines) - 1
        there = self._there(v)
        answer: ByPlace = {}
        notes: list[str] = []
        for chunk in re.split(r",| and ", lines[last].rest):
            if not chunk.strip() or chunk.strip().lower() in NOTHING_WORDS:
                continue
            what, _, where = re.sub(r"\s+(of|in|at|from)\s+", "|", chunk, count=1).partition("|")
            got = read_counted(what, UNITS)
            notes += got.read_as
            for unit, n in got.counts.items():
                place = PLACE_NAMES.find(where).id if where else self._first(there, unit)
                counts = answer.setdefault(place, {})
                counts[unit] = counts.get(unit, 0) + n
        return Reading(answer, (last,), tuple(notes))

    def _first(self, there: ByPlace, unit: str) -> str:
        return next((place for place, counts in there.items() if unit in counts), "")


def lose(
    t: Table,
    seat: int,
    card: str,
    due: int,
    units: Sequence[str],
    tiles: Sequence[str] = (),
    by: int = -1,
) -> Play[None]:
    """Let the seat choose units and destroy them, then the units its ships can no longer carry."""
    if due < 1 or not within_reach(t.table, seat, units, tiles):
        return
    gone = yield from t.ask(LoseUnits(seat, card, due, list(units), list(tiles)))
    yield from destroy_all(t, seat, gone, card, by)


def destroy_all(t: Table, seat: int, gone: ByPlace, card: str, by: int = -1) -> Play[None]:
    counts: Counts
    for place, counts in sorted(gone.items()):
        yield from destroy(t, place, seat, dict(counts), by, card)
    if t.table.battle is None:
        yield from enforce(t, (seat,), sorted({tile_of(place) for place in gone}))
