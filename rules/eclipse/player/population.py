"""Population cubes on their way home, and the question to which track (ECL 5.2.4, 9.12.6)."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.facts import CUBES, RESOURCES, TRACK
from rules.eclipse.names import RESOURCE_NAMES
from rules.eclipse.player.civilization import kind_index, me, track_room
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public, Table, View
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Count, Form, Group, Total
from rules.kernel.table import Play
from rules.lexicon import OrderLine, read_counted

Cubes: TypeAlias = tuple[int, int, int]
Home: TypeAlias = Literal["track", "graveyard"]


def homes(table: Public, seat: int, free: int, orbital: int, to: Home) -> list[Cubes]:
    """Return every way the cubes may lie: free ones anywhere, an orbital's on money or science."""
    room = track_room(table, table.players[seat]) if to == "track" else [CUBES] * 3
    return list(_spreads(free, orbital, room))


def _spreads(free: int, orbital: int, room: Sequence[int]) -> Iterator[Cubes]:
    total = free + orbital
    squeezed = max(0, orbital - room[0] - room[1])
    for materials in range(min(total, room[2], free + squeezed) + 1):
        for science in range(min(total - materials, room[1]) + 1):
            money = total - materials - science
            if money <= room[0]:
                yield money, science, materials


class CubesHome(Decision[Cubes]):
    """To which tracks cubes go from gray squares, orbitals, ambassadors, or a full track (ECL
    21.3.7, 21.4.6)."""

    free: int
    orbital: int = 0
    to: Home = "track"

    Answer = Cubes
    verbs = ("cubes",)
    rule = "ECL 5.2.4"

    def _legal(self, v: View) -> list[Cubes]:
        return homes(v.table, self.seat, self.free, self.orbital, self.to)

    def problems(self, v: View, answer: Cubes) -> list[Problem]:
        if answer in self._legal(v):
            return []
        if sum(answer) != self.free + self.orbital:
            words = _("{n} cube(s) must come back.", n=self.free + self.orbital)
            return no("wrong-number", words, "5.2.4")
        words = _("A track you name has no room, or does not take it.")
        return no("no-room", words, "25.2.4")

    def default(self, v: View) -> Cubes:
        """Send cube by cube to the track with most uncovered squares (ECL 27.8 D12)."""
        away = [TRACK - n for n in me(v, self.seat).cubes]
        legal = self._legal(v)
        laid = [0, 0, 0]
        for _cube in range(self.free + self.orbital):
            for i in sorted(range(3), key=lambda i: (laid[i] - away[i], i)):
                tried = [n + (k == i) for k, n in enumerate(laid)]
                if any(all(a <= b for a, b in zip(tried, full, strict=True)) for full in legal):
                    laid = tried
                    break
        money, science, materials = laid
        return money, science, materials

    def sample(self, v: View, rng: Random) -> Cubes:
        return rng.choice(self._legal(v))

    def prompt(self, v: View) -> str:
        where = _("your tracks") if self.to == "track" else _("your graveyard")
        text = (
            N_("{n} cube(s) must go to {where}, {orbital} of them from orbitals: say which.")
            if self.orbital
            else N_("{n} cube(s) must go to {where}: say which.")
        )
        return _(text, n=self.free + self.orbital, where=where, orbital=self.orbital)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        due, start = self.free + self.orbital, self.default(v)
        fields = tuple(
            Count("cubes", r, nouns.noun(r), due, start=start[i]) for i, r in enumerate(RESOURCES)
        )
        total = Total(_("cubes"), {field.key: 1.0 for field in fields}, most=due)
        groups = (Group("", fields),)
        return [Form("cubes", _("Cubes"), ("CUBES {cubes}",), groups, "", (total,))]

    def write(self, v: View, answer: Cubes) -> str:
        parts = (f"{n} {r}" for r, n in zip(RESOURCES, answer, strict=True) if n)
        return f"CUBES {nouns.join(parts)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Cubes]:
        """Read numbers for each track, or tracks in order of preference."""
        counted = read_counted(lines[0].rest, RESOURCE_NAMES)
        money, science, materials = (counted.counts.get(r, 0) for r in RESOURCES)
        exact = (money, science, materials)
        notes = reading.notes(*counted.read_as)
        total = self.free + self.orbital
        numbered = any(map(str.isdigit, lines[0].rest))
        if sum(exact) != total and not numbered and set(counted.counts.values()) == {1}:
            order = [RESOURCES.index(r) for r in counted.counts]
            best = max(self._legal(v), key=lambda laid: [laid[i] for i in order])
            return Reading(best, (0,), notes)
        return Reading(exact, (0,), notes)

    def forced(self, public: View) -> Cubes | None:
        legal = self._legal(public)
        return legal[0] if len(legal) == 1 else None


def cubes_home(t: Table, seat: int, kinds: list[str], orbital: int = 0) -> Play[None]:
    """Send coloured cubes to their tracks while there is room, the rest as the owner says (ECL
    5.2.4)."""
    player = t.table.players[seat]
    laid = [0, 0, 0]
    free = kinds.count("gray")
    for kind in kinds:
        if kind == "gray":
            continue
        at = kind_index(kind)
        if track_room(t.table, player)[at] > 0:
            player.cubes[at] += 1
            laid[at] += 1
        else:
            free += 1
    if free or orbital:
        chosen = yield from home_choice(t, seat, free, orbital, "track")
        player = t.table.players[seat]
        for i, n in enumerate(chosen):
            player.cubes[i] += n
            laid[i] += n
    if any(laid):
        t.tell(ev.CubesReturned(seat, laid), cite="ECL 5.2.4")


def home_choice(t: Table, seat: int, free: int, orbital: int, to: Home) -> Play[Cubes]:
    """Ask for the owner's choice, only where there is one."""
    ways = homes(t.table, seat, free, orbital, to)
    if len(ways) == 1:
        return ways[0]
    t.table.players[seat].loose += free + orbital
    chosen = yield from t.ask(CubesHome(seat, free, orbital, to))
    t.table.players[seat].loose -= free + orbital
    return chosen
