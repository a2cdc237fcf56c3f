"""The chances of an attack on a place of the real map, from the view of the asking seat.

Everything that counts lies open on the table: units, technologies, laws, notes in play. Cards in
hands count only if the player names them. If the player names no fleet, all that could come comes.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.imperium import odds
from rules.kernel.codec import decode, encode
from rules.kernel.views import public_view
from rules.lexicon import LexiconError, MissingPart, UnknownName
from rules.ti4 import economy, nouns
from rules.ti4.components import modifiers
from rules.ti4.facts import PLANETS, SHIPS, TILES, UNIT_TYPES
from rules.ti4.names import PLACE_NAMES
from rules.ti4.odds.combat import Combat, Field, Odds
from rules.ti4.odds.forces import Force, read_force
from rules.ti4.odds.under_way import forces_words, rest_of_combat
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, Tactical, View
from rules.ti4.tactical.cannon import FireCannon, guns
from rules.ti4.tactical.invasion import landing_places
from rules.ti4.tactical.movement import origins
from rules.ti4.tactical.paths import Chart
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

DOCTRINE: Final = N_(
    "Both sides sustain damage first, then lose the cheapest; nobody retreats; "
    "cards in hand count only if you name them."
)
_NEAR: Final = N_("{who} has {n} Space Cannon in range.")
_FAR: Final = N_("{who} has {n} Space Cannon in range (not counted: nothing of theirs is there).")
_OTHERS: Final = Force({})
"""A side about which nothing is written: it has what lies on the table."""


class Target(NamedTuple):
    """A system, and the one planet asked about, or ""."""

    tile: str
    planet: str = ""


def names_a_place(text: str) -> bool:
    """Return whether a text is a system or planet, rather than a force."""
    return odds.names_a_place(PLACE_NAMES, text)


def _find(text: str) -> Target:
    place = PLACE_NAMES.find(text).id
    return Target(place) if place in TILES else Target(PLANETS[place].tile, place)


def planned_odds(view: View, place: str, force: str) -> dict[str, Any]:
    """Return the odds at a `place`, a tile or planet; `force`: `2 cruiser, 3 infantry WITH Morale
    Boost`, or "" for the units there or those that could come."""
    if view.seat is None:
        raise LexiconError(_("Only a player of the game can plan an attack."))
    target = _find(place)
    table: Public = decode(encode(view.table), Public)
    if target.tile not in (*table.places, *table.detached):
        raise UnknownName(_("Tile {tile} is not on the map.", tile=target.tile))
    battle = table.battle
    if battle is not None and battle.tile == target.tile and not force.strip():
        return _under_way(table, Target(battle.tile, battle.planet))
    return _Attack(view, table, target, force).found()


def _under_way(table: Public, target: Target) -> dict[str, Any]:
    """Return the chances of the rest of the combat that is being fought there."""
    odds = rest_of_combat(table)
    battle = table.battle_now
    field = Field(table, battle.attacker, battle.defender, target.tile, target.planet, begun=True)
    lines = [forces_words(table), *_losses(table, field, odds)]
    return _answer(odds, "ground" if target.planet else "space", lines)


class _Attack:
    """One planned attack, on a copy of the table that it may change."""

    def __init__(self, view: View, table: Public, target: Target, force: str) -> None:
        self.view, self.table, self.tile = view, table, target.tile
        assert view.seat is not None
        self.seat = view.seat
        self.planets = [target.planet] if target.planet else list(TILES[target.tile].planets)
        self.hurt: Counts = dict(fleets.damaged(table, self.tile, self.seat))
        self.force = self._force(force)
        self._arrive()
        foes = fleets.enemies_in(table, self.tile, self.seat)
        self.foe = foes[0] if foes else self._owner()
        self.others = foes[1:]
        self.lines = self._situation()

    # -- the forces -----------------------------------------------------------------------------

    def _force(self, text: str) -> Force:
        if text.strip():
            return read_force(text, faction=self.table.sides[self.seat].faction)
        units = self._what_could_come()
        if not units:
            raise MissingPart(
                _(
                    "Nothing of yours could reach tile {tile}. Name the force, as in "
                    "“{tile} WITH 2 cruiser, 1 carrier, 3 infantry”.",
                    tile=self.tile,
                )
            )
        return Force(units)

    def _what_could_come(self) -> Counts:
        """Return the units there, and the dearest ships in reach with the cargo they can carry, as
        many as the fleet pool allows."""
        seat, tile, table = self.seat, self.tile, self.table
        sheet = modifiers.sheet(table, seat)
        units = dict(fleets.at(table, tile, seat))
        units = {u: n for u, n in units.items() if u in (*SHIPS, "infantry")}
        room = modifiers.fleet_limit(table, seat, tile) - fleets.big_ships(units)
        spare = modifiers.spare_moves(table, seat)
        chart = Chart(table, seat, tile)
        coming = [
            (unit, origin, n, way.short)
            for origin in origins(table, seat, tile)
            for unit, n in fleets.ordered(fleets.at(table, origin, seat))
            if unit in SHIPS and (way := chart.way(unit, origin)) is not None and not way.rifts
        ]
        coming.sort(key=lambda ship: (ship[3], -(sheet[ship[0]].cost or 0)))
        holds: dict[str, int] = {}
        for unit, origin, n, short in coming:
            n = n if unit == "fighter" else min(n, room)
            n = min(n, spare) if short else n
            if n > 0:
                room -= n if unit != "fighter" else 0
                spare -= n if short else 0
                self._leave(origin, unit, n, units)
                holds[origin] = holds.get(origin, 0) + n * sheet[unit].capacity
        for origin, hold in holds.items():
            self._load(origin, hold, units)
        return units

    def _leave(self, place: str, unit: str, n: int, units: Counts) -> None:
        hurt = fleets.damaged(self.table, place, self.seat).get(unit, 0)
        self.hurt[unit] = self.hurt.get(unit, 0) + min(n, hurt)
        fleets.remove(self.table, place, self.seat, unit, n)
        units[unit] = units.get(unit, 0) + n

    def _load(self, origin: str, hold: int, units: Counts) -> None:
        """Load infantry first if there is a planet to take, then fighters."""
        kinds = ("infantry", "fighter") if TILES[self.tile].planets else ("fighter",)
        for unit in kinds:
            for place in (origin, *TILES[origin].planets):
                n = min(hold, fleets.at(self.table, place, self.seat).get(unit, 0))
                if n:
                    self._leave(place, unit, n, units)
                    hold -= n

    def _arrive(self) -> None:
        """Put the force into the system, as after movement (TI4 3.2)."""
        table, seat, mine = self.table, self.seat, str(self.seat)
        table.sides[seat].techs += [t for t in self.force.techs if t not in table.sides[seat].techs]
        for unit in self.force.units:
            if unit not in modifiers.sheet(table, seat):
                raise UnknownName(_("You have no {unit}.", unit=nouns.unit(unit)))
        if "flagship" in self.force.units:
            for owners in table.space.values():
                owners.get(mine, {}).pop("flagship", None)
        here = fleets.at(table, self.tile, seat)
        stay = {u: n for u, n in here.items() if u not in (*SHIPS, "infantry")}
        table.space.setdefault(self.tile, {})[mine] = {**stay, **self.force.units}
        hurt = {u: min(n, self.force.units.get(u, 0)) for u, n in self.hurt.items()}
        table.damaged.setdefault(self.tile, {})[mine] = {u: n for u, n in hurt.items() if n}
        table.active = Tactical(seat, self.tile, arrived=True)
        table.battle = table.hits = None

    def _owner(self) -> int:
        """Return the defender where no ships are: a seat that holds a planet there, else the next
        seat."""
        for planet in self.planets:
            for seat in (*fleets.ground_owners(self.table, planet), self.table.control.get(planet)):
                if seat is not None and seat != self.seat:
                    return seat
        return (self.seat + 1) % len(self.table.sides)

    # -- words ----------------------------------------------------------------------------------

    def _situation(self) -> list[str]:
        table, names = self.table, self.table.names
        lines = [_("Your force: {units}.", units=_words(self.force.units))]
        ships = {
            u: n
            for u, n in fleets.ordered(fleets.at(table, self.tile, self.foe))
            if u in SHIPS or u == "infantry"
        }
        if fleets.ships(ships):
            lines.append(_("There: {who} with {units}.", who=names[self.foe], units=_words(ships)))
        for other in self.others:
            lines.append(
                _(
                    "{who} has ships there too; only {foe} is reckoned.",
                    who=names[other],
                    foe=names[self.foe],
                )
            )
        near = [
            (s, g) for s in range(len(names)) if s != self.seat if (g := guns(table, s, self.tile))
        ]
        for seat, battery in near:
            count = sum(gun.n for gun in battery)
            fires = FireCannon(seat, self.tile).default(self._public()) == self.seat
            lines.append(_(_NEAR if fires else _FAR, who=names[seat], n=count))
        active = self.view.table.active
        under_way = active is not None and (active.seat, active.tile) == (self.seat, self.tile)
        if economy.has_token(self.view.table, self.tile, self.seat) and not under_way:
            lines.append(_("Your command token is there: you cannot activate the system now."))
        elif not modifiers.may_activate(self.view.table, self.seat, self.tile):
            lines.append(_("You cannot activate the system now."))
        return lines

    def _public(self) -> View:
        return public_view(self.table, tuple(self.table.names))

    # -- the courses ----------------------------------------------------------------------------

    def found(self) -> dict[str, Any]:
        space = self._space()
        odds = space.fought()
        fought = bool(space.armies[1].start) or len(space.over) > 1
        taken = {planet: self._taken(space, planet) for planet in self._contested()}
        if not fought and not taken:
            raise LexiconError(_("Nobody would oppose you in tile {tile}.", tile=self.tile))
        first = odds if fought else next(iter(taken.values()))
        lines = [*self.lines, *_losses(self.table, self._field(), first)]
        answer = _answer(
            first, "space" if fought else "ground", [*lines, *map(self._told, taken.items())]
        )
        return {**answer, "planets": {planet: won._asdict() for planet, won in taken.items()}}

    def _field(self, planet: str = "", foe: int | None = None) -> Field:
        return Field(self.table, self.seat, self.foe if foe is None else foe, self.tile, planet)

    def _space(self) -> Combat:
        return Combat(self._field(), self.force, _OTHERS)

    def _contested(self) -> list[str]:
        """Return the planets asked about that somebody would hold against a landing."""
        if not self.force.units.get("infantry"):
            return []
        open_ = landing_places(self.table, self.tile)
        return [
            p
            for p in self.planets
            if p in open_ and any(int(s) != self.seat for s in self.table.ground.get(p, {}))
        ]

    def _taken(self, space: Combat, planet: str) -> Odds:
        """Return the odds of landing all that is left here, after the space combat (TI4 25)."""
        courses: dict[tuple[tuple[tuple[str, int], ...], int], float] = {}
        army = space.armies[0]
        attacker = draw = defender = 0.0
        for a, b, p in space.ends():
            if not a or b:
                defender += p
                continue
            key = tuple(fleets.ordered(army.counts(a))), army.landing(a)
            courses[key] = courses.get(key, 0.0) + p
        for (ships, troops), p in courses.items():
            won = self._ground(planet, dict(ships), troops)
            attacker, draw, defender = (
                total + p * chance
                for total, chance in zip((attacker, draw, defender), won[:3], strict=True)
            )
        return Odds(attacker, draw, defender, {}, {})

    def _ground(self, planet: str, ships: Counts, troops: int) -> Odds:
        table, mine = self.table, str(self.seat)
        if not troops:
            return Odds(0.0, 0.0, 1.0, {}, {})
        ships.pop("infantry", None)
        table.space[self.tile] = {mine: ships}
        owners = [s for s in fleets.ground_owners(table, planet) if s != self.seat]
        before = dict(table.ground[planet])
        table.ground[planet] = {**before, mine: {"infantry": troops}}
        foe = owners[0] if owners else next(int(s) for s in before if s != mine)
        odds = Combat(self._field(planet, foe), self.force, _OTHERS).fought()
        table.ground[planet] = before
        if not owners:
            held = odds.draw + odds.defender
            return odds._replace(draw=0.0, defender=held)
        return odds

    def _told(self, planet: tuple[str, Odds]) -> str:
        name, odds = PLANETS[planet[0]].name, planet[1]
        there = "; ".join(
            _(
                "{who} with {units}",
                who=self.table.names[int(seat)],
                units=_words(dict(fleets.ordered(units))),
            )
            for seat, units in sorted(self.table.ground[planet[0]].items())
        )
        return _(
            "{planet} ({there}), if all your infantry land there: taken {taken:.0%}, "
            "held {held:.0%}, nobody left {draw:.0%}.",
            planet=name,
            there=there,
            taken=odds.attacker,
            held=odds.defender,
            draw=odds.draw,
        )


def _answer(odds: Odds, combat: str, lines: list[str]) -> dict[str, Any]:
    return {**odds._asdict(), "combat": combat, "lines": lines, "doctrine": _(DOCTRINE)}


def _losses(table: Public, field: Field, odds: Odds) -> list[str]:
    """Return how many units each side loses on average."""
    lines = []
    for seat, lost in (
        (field.attacker, odds.attacker_losses),
        (field.defender, odds.defender_losses),
    ):
        some = [
            _("{n:.1f} {unit}", n=lost[u], unit=nouns.unit(u))
            for u in UNIT_TYPES
            if lost.get(u, 0.0) >= 0.05
        ]
        if some:
            lines.append(
                _("{who} loses on average {units}.", who=table.names[seat], units=", ".join(some))
            )
    return lines


def _words(units: Mapping[str, int]) -> str:
    return nouns.counted(dict(fleets.ordered(units)))
