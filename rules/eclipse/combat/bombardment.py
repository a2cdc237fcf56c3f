"""Attacking the population of a sector after the battles (ECL 9.12)."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.combat.sides import COLOURS, Die, hits, ships_there, side_stats
from rules.eclipse.facts import PLANTA, RESOURCES, SECTORS
from rules.eclipse.names import SQUARE_NAMES
from rules.eclipse.player.civilization import ORBITAL, cubes_in, me, square_kind
from rules.eclipse.player.population import home_choice
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import NOBODY, Table, View
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.table import Play
from rules.lexicon import BadCount, MissingPart, OrderLine, fold, quoted

BOMBS = re.compile(r"\b(?:neutron|bomb)", re.IGNORECASE)
CHOOSES_ADVANCED = 2
"""The version from which the attacker chooses between an ordinary and an advanced cube too."""
_CUBES = re.compile(r"\b(?:the|cubes?|kostk\w*|kock\w*)\b", re.IGNORECASE)
_TARGETS = re.compile(
    r"\b(?:population|people|cubes?|them|alone|please|it|now|colony|colonies|populacj\w*|kostki|nepesseg\w*|ket)\b"
)
DICE = re.compile(r"\b(?:dice|cannon|kost|dzial|kocka|agyu)", re.IGNORECASE)


class Bombard(Choice[str]):
    """Whether to attack the population of a sector (ECL 9.12, 21.4.5)."""

    sector: str

    Answer = str
    verbs = ("bombard", "spare", "agree", "refuse")
    keeps = True
    once = ("agree", "refuse")
    rule = "ECL 9.12.1"

    def options(self, v: View) -> list[Option[str]]:
        at = nouns.label(self.sector)
        found = [Option(_("Attack it with all cannons"), "dice", f"BOMBARD {at} WITH dice")]
        if "neutron_bombs" in me(v, self.seat).technologies:
            bombs = Option(
                _("Destroy it with Neutron Bombs"), "bombs", f"BOMBARD {at} WITH neutron bombs"
            )
            found.insert(0, bombs)
        return [*found, Option(_("Spare it"), "no", f"SPARE {at}")]

    def prompt(self, v: View) -> str:
        owner = v.table.hexes[self.sector].owner
        return _(
            "Attack the population of {who} in {where}?",
            who=v.name(owner),
            where=nouns.called(self.sector),
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read the first line about this sector, or about none in particular."""
        for i, line in enumerate(lines):
            where = re.findall(r"\d+", line.rest)
            if where and self.sector not in [reading.sector(n) for n in where]:
                continue
            said = reading.plainly(re.sub(r"\d{3}", " ", line.rest)).strip(" ,.!")
            alone = not _TARGETS.sub("", fold(said)).strip(" ,.!")
            if (line.verb in ("spare", "refuse") and alone) or (said and reading.is_nothing(said)):
                return Reading("no", (i,))
            told_how = BOMBS.search(fold(said)) or DICE.search(fold(said))
            if line.verb not in ("bombard", "agree") and not alone:
                raise self._either()
            if line.verb == "agree" and not (alone or told_how):
                raise self._either()
            if BOMBS.search(fold(said)):
                return Reading("bombs", (i,))
            if DICE.search(fold(said)):
                return Reading("dice", (i,))
            if alone or reading.is_all(said):
                return Reading(self.default(v), (i,))
            raise self._either()
        return Reading()

    def _either(self) -> MissingPart:
        return MissingPart(
            _(
                "Write BOMBARD {where} or SPARE {where}, and nothing after it.",
                where=nouns.label(self.sector),
            )
        )

    def stays(self, line: OrderLine) -> bool:
        """Return whether a line is about all sectors: only such a one is doctrine, others answer
        for theirs (ECL 25.6.14)."""
        return super().stays(line) and reading.is_all(reading.plainly(line.rest))


class PickCubes(Decision[tuple[int, ...]]):
    """Which squares lose their cubes (-1: the orbital) (ECL 9.12.3)."""

    sector: str
    damage: int

    Answer = tuple[int, ...]
    verbs = ("destroy",)
    keeps = True
    ahead = True
    rule = "ECL 9.12.3"

    def _filled(self, v: View) -> list[int]:
        sector = v.table.hexes[self.sector]
        squares = list(sector.filled)
        return [*squares, ORBITAL] if sector.orbital == "cube" else squares

    def _by_kind(self, v: View, order: Sequence[str]) -> tuple[int, ...]:
        def rank(square: int) -> int:
            kind = nouns.square_id(square_kind(self.sector, square))
            names = (kind, kind.removeprefix("advanced_"))
            return min((order.index(name) for name in names if name in order), default=len(order))

        return tuple(sorted(self._filled(v), key=rank)[: self.damage])

    def problems(self, v: View, answer: tuple[int, ...]) -> list[Problem]:
        if len(set(answer)) != len(answer) or len(answer) != self.damage:
            return no("wrong-number", _("Destroy {n} cube(s).", n=self.damage), "9.12.3")
        if not set(answer) <= set(self._filled(v)):
            return no("no-cube", _("There is no cube on that square."), "9.12.3")
        return []

    def default(self, v: View) -> tuple[int, ...]:
        return self._by_kind(v, RESOURCES)

    def sample(self, v: View, rng: Random) -> tuple[int, ...]:
        return tuple(rng.sample(self._filled(v), self.damage))

    def _label(self, square: int) -> str:
        return "orbital" if square == ORBITAL else f"square {square + 1}"

    def prompt(self, v: View) -> str:
        return _(
            "Your attack on {where} does {damage} damage: destroy which of {cubes}?",
            where=nouns.called(self.sector),
            damage=self.damage,
            cubes=", ".join(map(self._cube, self._filled(v))),
        )

    def _cube(self, square: int) -> str:
        kind = nouns.marked(square_kind(self.sector, square))
        if square == ORBITAL:
            return f"{nouns.noun('orbital')} ({kind})"
        return _("square {n} ({kind})", n=square + 1, kind=kind)

    def forms(self, v: View) -> list[Form]:
        cubes = [(self._label(square), self._cube(square)) for square in self._filled(v)]
        about = _("cubes to destroy: {n}", n=self.damage)
        return [some_of("destroy", _("Destroy"), "DESTROY", cubes, about=about)]

    def template(self, v: View) -> Sequence[str]:
        return ["DESTROY money, science, materials", self.write(v, self.default(v))]

    def write(self, v: View, answer: tuple[int, ...]) -> str:
        return f"DESTROY {', '.join(self._label(i) for i in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, ...]]:
        pieces = reading.pieces(_CUBES.sub(" ", lines[0].rest))
        exact: list[int] = []
        order: list[str] = []
        for piece in pieces:
            if square := re.fullmatch(r"\D*?(\d+)", piece):
                if not int(square[1]):
                    raise BadCount(
                        _("{text}: the squares are numbered from 1.", text=quoted(piece))
                    )
                exact.append(int(square[1]) - 1)
            else:
                kind = SQUARE_NAMES.find(piece).id
                order.append(kind)
                if kind == "orbital":
                    exact.append(ORBITAL)
        if len(exact) == len(pieces) == self.damage:
            return Reading(tuple(exact), (0,))
        return Reading(self._by_kind(v, order), (0,))


def occupied(t: Table) -> list[str]:
    """Return the sectors of one player where ships of another stand."""
    found = [
        number
        for number, sector in t.table.hexes.items()
        if sector.ships
        and sector.owner != NOBODY
        and (len(sector.ships) > 1 or str(sector.owner) not in sector.ships)
    ]
    return sorted(found, key=int, reverse=True)


def occupier(t: Table, number: str) -> int:
    sector = t.table.hexes[number]
    return int(next(s for s in sector.ships if s != str(sector.owner)))


def attack_population(t: Table, number: str) -> Play[None]:
    """Let the occupier destroy cubes of a sector; Planta's need no attack (ECL 9.12.1 to
    9.12.5)."""
    owner, seat = t.table.hexes[number].owner, occupier(t, number)
    if not cubes_in(t.table, number) or t.table.players[owner].species == PLANTA:
        return
    if not can_bombard(t, number, seat):
        return
    how = yield from t.ask(Bombard(seat, number))
    if how == "no":
        return
    dice: list[Die] = []
    cubes = cubes_in(t.table, number)
    damage = cubes
    if how == "dice":
        dice, damage = bombard(t, number, seat)
    destroyed = min(damage, cubes)
    squares = filled_squares(t, number)
    kinds = {square_kind(number, i) for i in squares}
    if t.rules < CHOOSES_ADVANCED:
        kinds = {kind.rstrip("*") for kind in kinds}
    if 0 < destroyed < cubes and len(kinds) > 1:
        squares = list((yield from t.ask(PickCubes(seat, number, destroyed))))
    told = ev.Bombarded(seat, owner, number, [list(d) for d in dice], destroyed, how)
    t.tell(told, cite="ECL 9.12.4" if how == "bombs" else "ECL 9.12.2")
    yield from destroy_cubes(t, number, squares[:destroyed])


def can_bombard(t: Table, number: str, seat: int) -> bool:
    """Return whether a ship has a cannon, or Neutron Bombs; spent missiles do nothing (ECL 9.12.2,
    9.12.4)."""
    if "neutron_bombs" in t.table.players[seat].technologies:
        return True
    there = ships_there(t.table.hexes[number], str(seat))
    return any(side_stats(t.table, str(seat), ship).cannons for ship in there)


def bombard(t: Table, number: str, seat: int) -> tuple[list[Die], int]:
    """Roll all cannons of all ships, against no shield (ECL 9.12.2)."""
    dice: list[Die] = []
    damage = 0
    for ship in sorted(ships_there(t.table.hexes[number], str(seat))):
        count = t.table.hexes[number].ships[str(seat)][ship]
        total = side_stats(t.table, str(seat), ship)
        for size, each in total.cannons:
            rolled = t.roll(f"{ship}/{COLOURS[size]}", each * count, 6)
            dice += [(size, value) for value in rolled]
            damage += size * sum(hits(value, total.computer, 0) for value in rolled)
    return dice, damage


def filled_squares(t: Table, number: str) -> list[int]:
    sector = t.table.hexes[number]
    squares = list(sector.filled)
    return [*squares, ORBITAL] if sector.orbital == "cube" else squares


def destroy_cubes(t: Table, number: str, squares: list[int]) -> Play[None]:
    """Move cubes to the graveyard of their resource; for gray squares and orbitals as the owner
    says (ECL 9.12.6)."""
    sector = t.table.hexes[number]
    owner = sector.owner
    gray = orbital = 0
    dead: list[str] = []
    for i in squares:
        if i == ORBITAL:
            sector.orbital = "empty"
            orbital += 1
            continue
        sector.filled = tuple(k for k in sector.filled if k != i)
        kind = SECTORS[number].square(i).kind
        if kind == "gray":
            gray += 1
        else:
            dead.append(kind)
    bury(t, owner, dead)
    if gray or orbital:
        chosen = yield from home_choice(t, owner, gray, orbital, "graveyard")
        bury(t, owner, [r for r, n in zip(RESOURCES, chosen, strict=True) for _ in range(n)])


def bury(t: Table, seat: int, cubes: list[str]) -> None:
    if not cubes:
        return
    player = t.table.players[seat]
    player.graveyard = [*player.graveyard, *cubes]
    laid = [cubes.count(r) for r in RESOURCES]
    t.tell(ev.CubesReturned(seat, laid, "graveyard"), cite="ECL 9.12.6")


def wither_planta(t: Table, number: str) -> Play[None]:
    """Destroy all of Planta's population under foreign ships (ECL 9.12.5)."""
    owner = t.table.hexes[number].owner
    cubes = cubes_in(t.table, number)
    if t.table.players[owner].species != PLANTA or not cubes:
        return
    told = ev.Bombarded(occupier(t, number), owner, number, [], cubes, "planta")
    t.tell(told, cite="ECL 9.12.5")
    yield from destroy_cubes(t, number, filled_squares(t, number))
