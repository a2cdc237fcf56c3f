"""Where a cube goes that may go to more than one track (ECL 5.2.4, 9.12.6)."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

from rules.eclipse import words
from rules.eclipse.civilization import track_room
from rules.eclipse.facts import CUBES, RESOURCES, TRACK
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public
from rules.eclipse.turns.base import me, no
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.views import View
from rules.lexicon import OrderLine, read_counted

Cubes: TypeAlias = tuple[int, int, int]


def homes(table: Public, seat: int, free: int, orbital: int, to: str) -> list[Cubes]:
    """Every way the cubes may lie: free ones anywhere, an orbital's on money or science."""
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
    """ECL 21.3.7, 21.4.6: cubes from gray squares, orbitals, ambassadors, or a full track."""

    free: int
    orbital: int = 0
    to: Literal["track", "graveyard"] = "track"

    Answer = Cubes
    verbs = ("cubes",)
    rule = "ECL 5.2.4"

    def _legal(self, v: View) -> list[Cubes]:
        return homes(v.table, self.seat, self.free, self.orbital, self.to)

    def problems(self, v: View, answer: Cubes) -> list[Problem]:
        if answer in self._legal(v):
            return []
        if sum(answer) != self.free + self.orbital:
            words_ = _("{n} cube(s) come back.", n=self.free + self.orbital)
            return no("wrong-number", words_, "5.2.4")
        words_ = _("A track you name has no room, or does not take it.")
        return no("no-room", words_, "25.2.4")

    def default(self, v: View) -> Cubes:
        """ECL 27.8 D12: cube by cube, to the track with most uncovered squares."""
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
            N_("{n} cube(s) go to {where}, {orbital} of them from orbitals: say which.")
            if self.orbital
            else N_("{n} cube(s) go to {where}: say which.")
        )
        return _(text, n=self.free + self.orbital, where=where, orbital=self.orbital)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: Cubes) -> str:
        parts = (f"{n} {r}" for r, n in zip(RESOURCES, answer, strict=True) if n)
        return f"CUBES {words.join(parts)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Cubes]:
        """Numbers for each track; or tracks in order of preference."""
        counted = read_counted(lines[0].rest, words.RESOURCE_NAMES)
        money, science, materials = (counted.counts.get(r, 0) for r in RESOURCES)
        exact = (money, science, materials)
        notes = words.notes(*counted.read_as)
        total = self.free + self.orbital
        if sum(exact) != total and set(counted.counts.values()) == {1}:
            order = [RESOURCES.index(r) for r in counted.counts]
            best = max(self._legal(v), key=lambda laid: [laid[i] for i in order])
            return Reading(best, (0,), notes)
        return Reading(exact, (0,), notes)

    def forced(self, public: View) -> Cubes | None:
        legal = self._legal(public)
        return legal[0] if len(legal) == 1 else None
