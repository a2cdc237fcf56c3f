"""Positions for rule cases, in short hand.

    seats: [sol, hacan, xxcha]                       # by seat; default: the first ones
    phase: turn                                      # default
    turn: Sol
    map: [lodor, saudor, …]              # systems for the layout's spaces; default: all of the box
    units: {lodor: {Sol: 3 ground force, 1 pds}, sys_lodor: {Hacan: 2 cruiser}}   # replaced
    cargo: {sys_lodor: {Hacan: {carrier: 2 ground force}}}
    control: {lodor: Hacan}
    counters: {sys_lodor: [Sol]}
    agreements: [[Sol, Hacan]]
    Sol: {goods: 3, techs: [gen_synthesis], cards: [warfare], hand: [sabotage], …}
    table: {…}                                       # anything else, as in the state

A system may be named by its planet with "sys_" before it, or by its id. Everything not named is as
after set-up, without action cards in hands; decks hold the rest of the box.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules.kernel.codec import typed
from rules.kernel.errors import BadOptions
from rules.kernel.ruleset import merged, plain_all
from rules.lexicon import LexiconError, Names, read_counted
from rules.ti3 import options, setup
from rules.ti3.components import modifiers, registry
from rules.ti3.facts import (
    CENTRE,
    CONTRACTS,
    GOODS,
    IMPERIUM_REX,
    LAYOUTS,
    OBJECTIVES,
    PLANETS,
    RACES,
    RINGS,
    STRATEGY_CARDS,
    TILES,
)
from rules.ti3.names import TILE_NAMES, UNITS
from rules.ti3.state import SET_UP, Agreement, Counts, Hold, Phase, Side, TI3State
from rules.ti3.units import fleets

_HANDS = {"hand": "cards", "secret": "secret", "tiles": "tiles", "probed": "probed", "seen": "seen"}


def make(chosen: options.TI3Options, patch: Mapping[str, Any]) -> TI3State:
    """Return the position a rule case begins with; an empty patch is the beginning of the game."""
    if not patch:
        return setup.new_state(chosen)
    return _Maker(chosen, patch).made()


class _Maker:
    def __init__(self, chosen: options.TI3Options, patch: Mapping[str, Any]) -> None:
        self.patch = dict(patch)
        races = self.patch.pop("seats", list(RACES)[: chosen.players])
        values = {name: getattr(chosen, name) for name in chosen.__struct_fields__}
        named = type(chosen)(**{**values, "races": ",".join(races), "galaxy": "balanced"})
        self.state = setup.new_state(named)
        self.state.box.wish = []
        self.table = self.state.table
        self.seats = Names({str(i): (n,) for i, n in enumerate(self.table.names)}, "seat")

    def made(self) -> TI3State:
        self._map()
        for seat in range(len(self.table.sides)):
            setup.settle(self.table, seat)
        self._basics()
        self._units()
        self._cargo()
        for planet, name in self.patch.pop("control", {}).items():
            if name is None:
                self.table.control.pop(planet, None)
            else:
                self.table.control[planet] = self._seat(name)
        for tile, names in self.patch.pop("counters", {}).items():
            self.table.counters[self._place(tile)] = sorted(self._seat(n) for n in names)
        for pair in self.patch.pop("agreements", []):
            self._agreement(*pair)
        turn = self.patch.pop("turn", None)
        if turn is not None:
            self.table.turn = self._seat(turn)
        table_patch, box_patch = self.patch.pop("table", {}), self.patch.pop("box", {})
        self._sides()
        laid = merged(plain_all(self.state), {"table": table_patch, "box": box_patch})
        state: TI3State = typed(laid, TI3State)
        _fill_decks(state)
        return state

    def _seat(self, name: object) -> int:
        return int(self.seats.find(str(name)).id)

    def _place(self, name: object) -> str:
        """Return the id of a place: a planet by its id, a system by its id, or "sys_" and a planet
        in it."""
        place = str(name)
        if place in TILES or place in PLANETS:
            return place
        if place.startswith("sys_") and place[4:] in PLANETS:
            return PLANETS[place[4:]].tile
        raise BadOptions(f"There is no place {place!r} in this position.")

    def _map(self) -> None:
        count = len(self.table.sides)
        layout = LAYOUTS[count]
        every = [tile.id for tile in TILES.values() if tile.dealt]
        wanted = [self._tile(name) for name in self.patch.pop("map", every)]
        rest = [tile for tile in every if tile not in wanted]
        for space, tile in zip(layout.spaces, [*wanted, *rest], strict=False):
            self.table.places[tile] = [space.q, space.r]
        self.table.places[CENTRE] = [0, 0]
        order = {h: i for i, h in enumerate(RINGS[3])}
        slots = sorted(range(count), key=lambda slot: order[layout.homes[slot]])
        for seat, slot in enumerate(slots):
            h = layout.homes[slot]
            self.table.homes[str(seat)] = slot
            self.table.places[RACES[self.table.sides[seat].race].home] = [h.q, h.r]
        self.table.seating = list(range(count))

    def _tile(self, name: object) -> str:
        tile = str(name)
        if tile in TILES:
            return tile
        return PLANETS[tile].tile if tile in PLANETS else TILE_NAMES.find(tile).id

    def _basics(self) -> None:
        self.table.phase = Phase(self.patch.pop("phase", "turn"))
        self.table.round = self.patch.pop("round", 1)
        self.table.bonus = dict.fromkeys(STRATEGY_CARDS, 0)
        self.table.turn = 0

    def _units(self) -> None:
        """`{place: {seat: "2 cruiser, 1 fighter"}}` replaces what the seat has there."""
        for name, owners in self.patch.pop("units", {}).items():
            place = self._place(name)
            where = self.table.space if place in TILES else self.table.ground
            for who, text in owners.items():
                seat = self._seat(who)
                where.setdefault(place, {}).pop(str(seat), None)
                for unit, n in _counted(place, str(text)).items():
                    fleets.add(self.table, place, seat, unit, n)
                if not where[place]:
                    del where[place]

    def _cargo(self) -> None:
        """`{system: {seat: {carrier: 2 ground force}}}`, or a list of such for several ships."""
        for name, owners in self.patch.pop("cargo", {}).items():
            tile = self._place(name)
            for who, ships in owners.items():
                for one in ships if isinstance(ships, list) else [ships]:
                    for ship, text in one.items():
                        units = _counted(tile, str(text))
                        hold = Hold(str(ship), units)
                        fleets.put_hold(self.table, tile, self._seat(who), hold)

    def _agreement(self, one: object, two: object) -> None:
        seats = [self._seat(one), self._seat(two)]
        used = {card for a in self.table.agreements for card in a.cards}
        cards = [
            next(c for c in RACES[self.table.sides[s].race].contracts if c not in used)
            for s in seats
        ]
        self.table.agreements.append(Agreement(seats, cards))

    def _sides(self) -> None:
        """Carry out what is left of the patch: seats by name, and fields of the table."""
        for key, value in list(self.patch.items()):
            if not isinstance(value, Mapping):
                if key not in self.table.__struct_fields__:
                    raise BadOptions(f"A position has no {key!r}.")
                setattr(self.table, key, value)
                continue
            seat = self._seat(key)
            for field, wanted in value.items():
                self._field(seat, field, wanted)

    def _field(self, seat: int, field: str, wanted: Any) -> None:
        side = self.table.sides[seat]
        if field in _HANDS:
            setattr(self.state.hand[seat], _HANDS[field], wanted)
        elif field == "cards":
            self._strategy_cards(side, wanted)
        elif field in side.__struct_fields__:
            setattr(side, field, wanted)
        else:
            raise BadOptions(f"A seat has no {field!r} in a position.")

    def _strategy_cards(self, side: Side, cards: list[str]) -> None:
        side.cards = list(cards)
        for card in cards:
            self.table.bonus.pop(card, None)
        side.initiative = modifiers.card_initiative(side)


def _counted(place: str, text: str) -> Counts:
    """ "2 cruiser, 1 fighter", or "none" """
    try:
        return read_counted(text, UNITS).counts
    except LexiconError as error:
        raise BadOptions(f"Units at {place}: {error.words}") from None


def _fill_decks(state: TI3State) -> None:
    """Put cards not named into their decks, and let counts follow the hands. Before cards are dealt
    there are no decks."""
    table = state.table
    if table.phase in SET_UP:
        return
    deck = setup.action_deck(tuple(table.deck))
    rest = (
        Counter(deck)
        - Counter(table.discard)
        - Counter(state.box.action)
        - Counter(list(table.kept))
    )
    full = Counter(table.agendas)
    named = Counter(state.box.agenda) if len(state.box.agenda) < len(full) else Counter()
    agendas = full - Counter(table.agenda_discard) - Counter(law.id for law in table.laws) - named
    state.box.agenda = [*named.elements()] if not named else list(state.box.agenda)
    state.box.agenda += sorted(agendas.elements())
    secrets = Counter(setup.secret_objectives())
    for hand, side in zip(state.hand, table.sides, strict=True):
        rest -= Counter(hand.cards)
        secrets -= Counter([hand.secret] if hand.secret else []) + Counter(side.scored)
        side.hand, side.secret = len(hand.cards), bool(hand.secret)
    state.box.action += sorted(rest.elements())
    state.box.unused = [*state.box.unused, *sorted(secrets.elements())]
    table.deck_left, table.agendas_left = len(state.box.action), len(state.box.agenda)
    _objectives(state)
    table.goods = GOODS - sum(side.goods for side in table.sides)
    if any(card not in CONTRACTS for a in table.agreements for card in a.cards):
        raise BadOptions("An agreement names a card that does not exist.")


def _objectives(state: TI3State) -> None:
    """Fill the deck with the first objectives of the box that are not turned up."""
    table = state.table
    if not state.box.objectives and not table.settings.age_of_empire:
        public = [o for o in registry.among("objective", OBJECTIVES) if OBJECTIVES[o].stage]
        left = [o for o in public if o not in table.revealed and o != IMPERIUM_REX]
        one = [o for o in left if OBJECTIVES[o].stage == 1][: setup.STAGE_ONE]
        two = [o for o in left if OBJECTIVES[o].stage == 2][: setup.STAGE_TWO]
        state.box.objectives = [*one, *two, IMPERIUM_REX]
    table.objectives_left = len(state.box.objectives)
