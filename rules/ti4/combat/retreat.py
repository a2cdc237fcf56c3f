"""Announcing and carrying out a retreat (TI4 9.4, 9.7, H-17 to H-20)."""

import re
from collections.abc import Sequence
from random import Random

from rules.imperium.smallwords import is_home
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, UnknownName, read_counted, read_slots
from rules.ti4 import events as ev
from rules.ti4.combat import dice
from rules.ti4.combat.hits import destroy, whole
from rules.ti4.combat.stalemate import endless
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import SHIPS, TILES
from rules.ti4.galaxy import adjacent
from rules.ti4.names import GROUND_NAMES, PLANET_NAMES, TILE_NAMES
from rules.ti4.reading import find_tile, stands_alone
from rules.ti4.speech import N_, _
from rules.ti4.state import Public, Table, View
from rules.ti4.units import fleets
from rules.ti4.units.limits import enforce_in, leave_behind
from rules.ti4.units.tokens import must_place_token
from rules.toolbox.stock import Counts
from rules.toolbox.targets import player

_MUST = N_("Combat in tile {tile}, round {n}: you must retreat; where to?")
_MAY = N_("Combat in tile {tile}, round {n}: announce a retreat?")


class Retreat(Fixed):
    """The choice of the system a fleet retreats to ("": it stays), and of ground forces lifted off
    planets (TI4 9.4c)."""

    to: str = ""
    lift: Counts = {}


def destinations(table: Public, seat: int, tile: str) -> list[str]:
    """Return the systems a fleet may retreat to (TI4 9.7b, H-19)."""
    found = []
    for other in adjacent(table, tile, seat):
        if fleets.enemies_in(table, other, seat):
            continue
        closed = [k for k in TILES[other].anomalies if k != "gravity_rift"]
        if any(k == "nebula" or not modifiers.enters(table, seat, k) for k in closed):
            continue
        mine = fleets.has_units_in(table, other, seat)
        if mine or fleets.controlled_in(table, other, seat):
            found.append(other)
    return found


def _to(rest: str) -> str:
    """Return the text with TO before a lone system: "retreat home", "retreat 10"."""
    rest = re.sub(r"^az?\s+", "", rest, flags=re.IGNORECASE)
    alone = rest.strip(" .!")
    placed = alone.lower().startswith(("to ", "do ", "w ", "na "))
    lone = not placed and (is_home(alone) or TILE_NAMES.is_spelling(alone))
    return f"TO {alone}" if lone else rest


class AnnounceRetreat(Decision[Retreat]):
    """The choice whether a side retreats, and where to (TI4 9.4, D-13, D-14). `RETREAT AFTER ROUND
    2 TO 10`, `STAY`: doctrine for the combat.

    `must`: the combat would never end, and the attacker has to give way (H-86).
    """

    must: bool = False

    Answer = Retreat
    verbs = ("retreat", "stay")
    keeps = True
    clock = "hits"
    rule = "TI4 9.4"

    def _places(self, v: View) -> list[str]:
        battle = v.table.battle
        return [] if battle is None else destinations(v.table, self.seat, battle.tile)

    def problems(self, v: View, answer: Retreat) -> list[Problem]:
        places = self._places(v)
        legal = ", ".join(places) or _("nowhere")
        if not answer.to:
            words = _(
                "Nobody can ever win here, so the attacker must retreat; possible: {places}.",
                places=legal,
            )
            return [Problem("must-retreat", words, "TI4 H-86")] if self.must else []
        if answer.to not in places:
            words = _(
                "You cannot retreat to {tile}; possible: {places}.", tile=answer.to, places=legal
            )
            return [Problem("no-retreat", words, "TI4 9.7b")]
        for planet, n in answer.lift.items():
            mine = fleets.at(v.table, planet, self.seat).get("infantry", 0)
            here = planet in TILES[v.table.battle_now.tile].planets
            if not here or v.table.control.get(planet) != self.seat or not 0 < n <= mine:
                words = _(
                    "You cannot lift {n} infantry from {planet}.", n=n, planet=ev.title(planet)
                )
                return [Problem("not-enough-units", words, "TI4 9.4c")]
        return []

    def default(self, v: View) -> Retreat:
        return Retreat(self._refuge(v)) if self.must else Retreat()

    def _refuge(self, v: View) -> str:
        """Return the system to retreat to by default: an own space dock, else an own planet, else
        own units; then the lowest number (TI4 J.3)."""

        def rank(tile: str) -> tuple[bool, bool, int]:
            planets = fleets.controlled_in(v.table, tile, self.seat)
            here = (tile, *TILES[tile].planets)
            dock = any(fleets.at(v.table, p, self.seat).get("space_dock") for p in here)
            return not dock, not planets, int(tile)

        return min(self._places(v), key=rank)

    def sample(self, v: View, rng: Random) -> Retreat:
        places = self._places(v)
        if places and (self.must or rng.random() < 0.15):
            return Retreat(rng.choice(places))
        return Retreat()

    def options(self, v: View) -> list[Option[Retreat]]:
        stay = [] if self.must else [Option(_("Stay"), Retreat(), "STAY")]
        return [
            *stay,
            *(
                Option(_("Retreat to {tile}", tile=p), Retreat(p), f"RETREAT TO {p}")
                for p in self._places(v)
            ),
        ]

    def prompt(self, v: View) -> str:
        battle = v.table.battle_now
        asked = _MUST if self.must else _MAY
        return _(asked, tile=battle.tile, n=battle.round)

    def background(self, v: View) -> Sequence[str]:
        """Return the forces, and how the combat ends if nobody retreats."""
        from rules.ti4.odds import under_way  # the odds ask the chapters of combat

        return [under_way.forces_words(v.table), under_way.chances_words(v.table, self.seat)]

    def write(self, v: View, answer: Retreat) -> str:
        if not answer.to:
            return "STAY"
        lifted = [f"{n} infantry of {ev.title(p)}" for p, n in sorted(answer.lift.items())]
        return f"RETREAT TO {answer.to}" + (f" WITH {', '.join(lifted)}" if lifted else "")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Retreat]:
        """Read the first line whose round has come: AFTER ROUND n waits until then."""
        for i, line in enumerate(lines):
            if line.verb == "stay":
                stands_alone(line)
                return Reading(Retreat(), (i,))
            slots = Slots(("to",), ("after", "with"), "RETREAT AFTER ROUND 2 TO 10")
            parts = read_slots(_to(line.rest), slots)
            to = find_tile(v, self.seat, parts["to"])
            if to.id not in v.table.places and to.id not in v.table.detached:
                raise UnknownName(_("Tile {tile} is not in play.", tile=to.id))
            after = re.search(r"\d+", parts.get("after", "0"))
            early = v.table.battle_now.round <= int(after[0] if after else 0)
            if early and not self.must:
                return Reading(Retreat(), (i,))
            return Reading(Retreat(to.id, self._lift(parts.get("with", ""))), (i,))
        return Reading()

    def _lift(self, text: str) -> Counts:
        lift: Counts = {}
        for chunk in re.split(r",| and ", text):
            what, _, place = re.sub(r"\s+of\s+", "|", chunk.strip()).partition("|")
            if place:
                n = read_counted(what, GROUND_NAMES).counts.get("infantry", 0)
                lift[PLANET_NAMES.find(place).id] = n
        return lift


def announce_retreats(t: Table) -> Play[None]:
    """Ask the defender, then, if the defender stays, the attacker; who may have to, H-86 (TI4
    9.4)."""
    battle = t.table.battle_now
    battle.retreating, battle.retreat_to = -1, ""
    for seat in (battle.defender, battle.attacker):
        must = seat == battle.attacker and endless(t.table)
        if not destinations(t.table, seat, t.table.battle_now.tile):
            if must:
                lost = dice.fighting(t.table, seat)
                yield from destroy(t, t.table.battle_now.tile, seat, lost, cause="stalemate")
            continue
        answer = yield from t.ask(AnnounceRetreat(seat, must))
        if not answer.to:
            continue
        battle = t.table.battle_now
        battle.retreating, battle.retreat_to = seat, answer.to
        for planet, n in sorted(answer.lift.items()):
            fleets.move(t.table, planet, battle.tile, seat, "infantry", n)
        t.tell(ev.RetreatAnnounced(seat, answer.to), cite="TI4 9.4")
        foe = battle.foe(seat)
        yield from timing.moment(t, w.AFTER_RETREAT_DECLARED, player(seat), (foe,))
        return


def carry_out_retreat(t: Table) -> Play[None]:
    """Move the retreating fleet away and place its token there (TI4 9.7, H-17, H-20)."""
    battle = t.table.battle_now
    seat, to, origin = battle.retreating, battle.retreat_to, battle.tile
    if seat < 0 or to not in destinations(t.table, seat, origin):
        return
    yield from move_fleet(t, seat, origin, to)
    t.tell(ev.Retreated(seat, origin, to), cite="TI4 9.7")
    if fleets.ships(fleets.at(t.table, to, seat)):
        yield from must_place_token(t, seat, to)
    yield from enforce_in(t, to, seat)
    t.table.battle_now.over = True


def move_fleet(t: Table, seat: int, origin: str, to: str) -> Play[None]:
    """Move all ships with the units they can carry, destroy the rest, roll for rifts (TI4 63.2)."""
    yield from leave_behind(t, origin, seat)
    here = dict(fleets.at(t.table, origin, seat))
    sheet = modifiers.sheet(t.table, seat)
    damaged: Counts = {}
    for unit, n in fleets.ordered(here):
        damaged[unit] = fleets.move(t.table, origin, to, seat, unit, n)
    if "gravity_rift" in TILES[origin].anomalies:
        for unit, n in fleets.ordered(here):
            if unit in SHIPS and sheet[unit].move:
                values = t.roll(f"rift@{origin}/{unit}", n)
                lost = sum(value <= 3 for value in values)
                t.tell(ev.RiftLosses(seat, values, {unit: lost} if lost else {}), cite="TI4 63.2")
                sound = whole(t, {unit: lost}, damaged[unit])
                yield from destroy(t, to, seat, {unit: lost}, cause="rift", sound=sound)
