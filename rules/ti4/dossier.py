"""The facts of a system that a player wants before going there: found by the rules of movement,
Space Cannon and production, from public knowledge alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rules.imperium import dossier
from rules.imperium.board.seen import GalaxySeen
from rules.imperium.dossier import Battery, Fleet, Supply
from rules.lexicon import LexiconError
from rules.ti4 import economy, galaxy, nouns
from rules.ti4.board import planet_words, seen, units_words
from rules.ti4.components import modifiers
from rules.ti4.facts import MECATOL, PLANETS, SHIPS, TILES
from rules.ti4.names import PLACE_NAMES
from rules.ti4.odds.planned import planned_odds
from rules.ti4.speech import _
from rules.ti4.state import Public, View
from rules.ti4.tactical.cannon import guns
from rules.ti4.tactical.movement import origins
from rules.ti4.tactical.paths import Chart
from rules.ti4.tactical.production import producers
from rules.ti4.texts import ANOMALIES
from rules.ti4.units import fleets


class Survey(dossier.Survey[View]):
    """The systems of a map as the reader of one view may know them."""

    place_names = PLACE_NAMES

    @property
    def table(self) -> Public:
        return self.view.table

    def tile_of(self, place: str) -> str:
        return galaxy.tile_of(place)

    def tiles(self) -> Sequence[str]:
        return galaxy.tiles(self.table)

    def called(self, tile: str) -> str:
        return tile

    def playing(self) -> Sequence[int]:
        sides = enumerate(self.table.sides)
        return [seat for seat, side in sides if side.faction and not side.out]

    def seen(self) -> GalaxySeen:
        return seen(self.view)

    def links(self) -> Mapping[str, Sequence[str]]:
        return galaxy.adjacency(self.table, self.view.seat)

    # -- what is there ----------------------------------------------------------------------------

    def wormholes(self) -> Iterable[tuple[str, str]]:
        return galaxy.wormholes(self.table)

    def hole_word(self, hole: str) -> str:
        return nouns.word(hole)

    def lying(self, tile: str) -> Iterator[str]:
        table, face = self.table, TILES[tile]
        yield from units_words(self.view, table.space.get(tile, {}), table.damaged.get(tile, {}))
        for planet in face.planets:
            yield planet_words(self.view, planet)
        if MECATOL in face.planets and table.custodians:
            yield _("custodians token")
        for kind in face.anomalies:
            yield _(ANOMALIES[kind])

    def counters(self, tile: str) -> Iterator[str]:
        tokens = [self.view.names[seat] for seat in self.table.tokens.get(tile, ())]
        if tokens:
            yield _("command tokens of {who}", who=", ".join(tokens))

    # -- who can come -----------------------------------------------------------------------------

    def fleets(self, seat: int, tile: str) -> Iterator[Fleet]:
        """Yield the ships of a seat that could move into a system (TI4 57.11)."""
        table = self.table
        chart, spare = Chart(table, seat, tile), modifiers.spare_moves(table, seat)
        for origin in origins(table, seat, tile):
            able = {
                unit: n
                for unit, n in fleets.ordered(fleets.at(table, origin, seat))
                if unit in SHIPS
                and (way := chart.way(unit, origin)) is not None
                and way.short <= spare
            }
            if able:
                yield Fleet(seat, origin, nouns.counted(able), fleets.big_ships(able) or 1)

    def has_fleet(self, seat: int, tile: str) -> bool:
        return bool(fleets.ships(fleets.at(self.table, tile, seat)))

    def kept(self, seat: int, tile: str) -> str:
        if economy.has_token(self.table, tile, seat):
            return _("but has a command token here")
        if not modifiers.may_activate(self.table, seat, tile):
            return _("but may not activate it now")
        return "" if self.table.sides[seat].tactic else _("but has no tactic token")

    # -- what fires, what may stand there ---------------------------------------------------------

    def batteries(self, tile: str) -> list[Battery]:
        return [
            Battery(
                seat,
                fleets.name(gun.place),
                gun.n * gun.roll.dice,
                gun.n * gun.roll.dice * (11 - gun.roll.hits_on) / 10,
            )
            for seat in self.playing()
            for gun in guns(self.table, seat, tile)
        ]

    def supply(self) -> Mapping[str, list[Supply]]:
        table = self.table
        found: dict[str, list[Supply]] = {}
        for tile, owners in table.space.items():
            for owner, units in sorted(owners.items()):
                seat, ships = int(owner), fleets.big_ships(units)
                if ships:
                    limit = modifiers.fleet_limit(table, seat, tile)
                    found.setdefault(tile, []).append(Supply(seat, ships, limit))
        return found

    def mine(self, seat: int, tile: str) -> Iterator[str]:
        """Yield the fleet supply and the production of a seat (TI4 55, 47)."""
        here = fleets.big_ships(fleets.at(self.table, tile, seat))
        limit = modifiers.fleet_limit(self.table, seat, tile)
        yield _("fleet supply: {n} of {limit} ships", n=here, limit=limit)
        for place, n in producers(self.table, seat, tile).items():
            yield _("production of {place}: {n} units", place=fleets.name(place), n=n)

    def odds(self, seat: int, tile: str) -> list[str]:
        if not self._opposed(seat, tile):
            return []
        try:
            odds = planned_odds(self.view, tile, "")
        except LexiconError:
            return []
        told = _(
            "you win {won:.0%}, they win {lost:.0%}, nobody is left {draw:.0%}",
            won=odds["attacker"],
            lost=odds["defender"],
            draw=odds["draw"],
        )
        return [told, *odds["lines"]]

    def _opposed(self, seat: int, tile: str) -> bool:
        if fleets.enemies_in(self.table, tile, seat):
            return True
        return any(
            int(owner) != seat
            for planet in TILES[tile].planets
            if planet in PLANETS
            for owner in self.table.ground.get(planet, {})
        )
