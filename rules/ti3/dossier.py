"""What a player wants to know of a system before going there: found by the rules of movement, PDS
fire and production, from what everybody knows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.imperium import dossier
from rules.imperium.board.seen import GalaxySeen
from rules.imperium.dossier import Battery, Fleet, Supply
from rules.lexicon import LexiconError
from rules.ti3 import economy, galaxy, nouns
from rules.ti3.board import afloat, planet_words, seen, units_words
from rules.ti3.components import modifiers
from rules.ti3.facts import PLANETS, SHIPS, TILES, UNITS
from rules.ti3.names import PLACE_NAMES
from rules.ti3.odds.planned import planned_odds
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, View
from rules.ti3.tactical.cannon import guns
from rules.ti3.tactical.moves import Move, origins, way_of
from rules.ti3.tactical.paths import Chart
from rules.ti3.tactical.tactical_action import tactical_problems
from rules.ti3.texts import ANOMALIES
from rules.ti3.units import fleets


class Survey(dossier.Survey[View]):
    """The systems of a map as the reader of one view may know them."""

    place_names = PLACE_NAMES

    @property
    def table(self) -> Public:
        return self.view.table

    def tile_of(self, place: str) -> str:
        return galaxy.tile_of(place)

    def tiles(self) -> Sequence[str]:
        return sorted(self.table.places, key=lambda x: (galaxy.ring_of(self.table, x), x))

    def called(self, tile: str) -> str:
        return TILES[tile].name

    def playing(self) -> Sequence[int]:
        sides = enumerate(self.table.sides)
        return [seat for seat, side in sides if side.race and not side.out]

    def seen(self) -> GalaxySeen:
        return seen(self.view)

    def links(self) -> Mapping[str, Sequence[str]]:
        return galaxy.for_movement(self.table)

    # -- what is there ----------------------------------------------------------------------------

    def wormholes(self) -> Iterable[tuple[str, str]]:
        return galaxy.wormholes(self.table)

    def hole_word(self, hole: str) -> str:
        return nouns.word(hole)

    def lying(self, tile: str) -> Iterator[str]:
        face = TILES[tile]
        yield from units_words(self.view, afloat(self.table, tile))
        for planet in face.planets:
            yield planet_words(self.view, planet)
        if face.anomaly:
            yield _(ANOMALIES[face.anomaly])

    def counters(self, tile: str) -> Iterator[str]:
        counters = [self.view.names[seat] for seat in self.table.counters.get(tile, ())]
        if counters:
            yield _("command counters of {who}", who=", ".join(counters))

    # -- who can come -----------------------------------------------------------------------------

    def fleets(self, seat: int, tile: str) -> Iterator[Fleet]:
        for origin, able in self._able(seat, tile):
            ships = fleets.big_ships(able) or 1
            yield Fleet(seat, TILES[origin].name, nouns.counted(able), ships)

    def _able(self, seat: int, tile: str) -> Iterator[tuple[str, Counts]]:
        """Yield the ships of a seat that could move into a system, by where they are (TI3 8.3)."""
        table = self.table
        chart = Chart(table, seat, tile)
        for origin in origins(table, seat, tile):
            there = fleets.ships(fleets.at(table, origin, seat))
            ways = way_of(table, seat, Move(origin, there), chart)
            able = {unit: n for unit, n in there.items() if ways.get(unit) is not None}
            if able:
                yield origin, fleets.tidy(able)

    def has_fleet(self, seat: int, tile: str) -> bool:
        return bool(fleets.ships(fleets.at(self.table, tile, seat)))

    def kept(self, seat: int, tile: str) -> str:
        problems = tactical_problems(self.table, seat, tile)
        return _("but cannot activate it now") if problems else ""

    # -- what fires, what may stand there ---------------------------------------------------------

    def batteries(self, tile: str) -> list[Battery]:
        chance = (11 - (UNITS["pds"].battle or 11)) / 10
        return [
            Battery(seat, PLANETS[planet].name, n, n * chance)
            for seat in self.playing()
            for planet, n in guns(self.table, seat, tile).items()
        ]

    def supply(self) -> Mapping[str, list[Supply]]:
        found: dict[str, list[Supply]] = {}
        for tile, owners in self.table.space.items():
            for owner in sorted(owners):
                load = fleets.load(self.table, tile, int(owner))
                if load.weight:
                    supply = Supply(int(owner), load.weight, load.limit)
                    found.setdefault(tile, []).append(supply)
        return found

    def mine(self, seat: int, tile: str) -> Iterator[str]:
        """Yield the fleet supply and the production of a seat (TI3 17.3, 16.3)."""
        load = fleets.load(self.table, tile, seat)
        yield _("fleet supply: {n} of {limit} ships", n=load.weight, limit=load.limit)
        for planet in fleets.docks(self.table, seat, [tile]):
            limit = modifiers.production_limit(self.table, seat, planet)
            yield _("production of {place}: {n} units", place=PLANETS[planet].name, n=limit)

    def odds(self, seat: int, tile: str) -> list[str]:
        """Return the chances with all that could come, where ships would oppose it."""
        table = self.table
        if not fleets.enemies_in(table, tile, seat):
            return []
        force = dict(fleets.at(table, tile, seat))
        for _origin, able in self._able(seat, tile):
            force = fleets.plus(force, able)
        ships = ((n, UNITS[unit].name) for unit, n in force.items() if unit in SHIPS and n)
        named = ", ".join(f"{n} {name}" for n, name in ships)
        if not named or economy.has_counter(table, tile, seat):
            return []
        try:
            odds = planned_odds(self.view, TILES[tile].name, named)
        except LexiconError:
            return []
        told = _(
            "with all that could come you win {won:.0%}, they win {lost:.0%}, "
            "nobody is left {draw:.0%}",
            won=odds["attacker"],
            lost=odds["defender"],
            draw=odds["draw"],
        )
        return [told, *odds.get("lines", ())]
