"""Positions for rule cases, in short hand (see README.md).

    seats: [winnu, sardakk_norr, yin_brotherhood]            # by seat; default: see below
    phase: turn                                              # default
    turn: Sol
    map: [26, 27, …]                 # tiles for the layout's spaces; default: all of both pools
    units: {"27": {Sol: 2 cruiser}, lodor: {Hacan: 3 infantry, 1 pds}}   # added or replaced
    control: {lodor: Hacan}
    tokens: {"27": [Sol]}
    Sol: {goods: 3, techs: [gravity_drive], cards: [warfare], hand: [sabotage], …}
    table: {…}                                               # anything else, as in the state

Everything not named is as after set-up, without cards in hands; decks hold the rest of the box.
Without `seats`, Sol, Hacan and Winnu sit at the table; in a turn of the action phase they then hold
the strategy cards of `USUAL`, each but for the `cards` of their own line.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rules.kernel.codec import typed
from rules.kernel.errors import BadOptions
from rules.kernel.ruleset import merged, plain_all
from rules.lexicon import LexiconError, Names, read_counted
from rules.ti4 import options, setup
from rules.ti4.components import modifiers
from rules.ti4.components.registry import built
from rules.ti4.facts import (
    CENTRE,
    COMMON_NOTES,
    CREUSS_GATE,
    CREUSS_HOME,
    FACTIONS,
    LAYOUTS,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TILES,
)
from rules.ti4.mapmaking import pool
from rules.ti4.names import UNITS
from rules.ti4.state import NoteId, Phase, Side, TI4State
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts

USUAL: Final = {
    "federation_of_sol": ("warfare", "trade"),
    "emirates_of_hacan": ("leadership", "imperial"),
    "winnu": ("politics", "technology"),
}
"""Who plays where a position does not say it, and their strategy cards."""
_SIDE_LISTS = {
    "hand": "cards",
    "secrets": "secrets",
    "notes": "notes",
    "tiles": "tiles",
    "offered": "offered",
    "seen": "seen",
}
_KEYS = ("seats", "map", "units", "control", "tokens", "table", "turn", "box")


def make(chosen: options.TI4Options, patch: Mapping[str, Any]) -> TI4State:
    """Return the position a rule case begins with; an empty patch is the beginning of the game."""
    if not patch:
        return setup.new_state(chosen)
    maker = _Maker(chosen, patch)
    return maker.made()


class _Maker:
    def __init__(self, chosen: options.TI4Options, patch: Mapping[str, Any]) -> None:
        self.patch = dict(patch)
        self.usual = "seats" not in patch and chosen.players == len(USUAL)
        factions = self.patch.pop("seats", list(USUAL if self.usual else FACTIONS))
        factions = factions[: chosen.players]
        named = options.TI4Options(
            players=chosen.players, factions=",".join(factions), target=chosen.target
        )
        self.state = setup.new_state(named)
        self.table = self.state.table
        self.seats = Names({str(i): (n,) for i, n in enumerate(self.table.names)}, "seat")

    def made(self) -> TI4State:
        self._map()
        self._homes()
        self._basics()
        self._units()
        self._control()
        for tile, names in self.patch.pop("tokens", {}).items():
            self.table.tokens[str(tile)] = sorted(self._seat(name) for name in names)
        turn = self.patch.pop("turn", None)
        if turn is not None:
            self.table.turn = self._seat(turn)
        table_patch = self.patch.pop("table", {})
        box_patch = self.patch.pop("box", {})
        self._sides()
        plain = plain_all(self.state)
        plain = merged(plain, {"table": table_patch, "box": box_patch})
        state: TI4State = typed(plain, TI4State)
        _fill_decks(state)
        return state

    def _seat(self, name: object) -> int:
        return int(self.seats.find(str(name)).id)

    def _map(self) -> None:
        layout = LAYOUTS[len(self.table.sides)]
        tiles = [str(tile) for tile in self.patch.pop("map", [*pool("blue"), *pool("red")])]
        for space, tile in zip(layout.spaces, tiles, strict=False):
            self.table.places[tile] = [space.q, space.r]
        self.table.places[CENTRE] = [0, 0]
        for side, home in zip(self.table.sides, layout.homes, strict=True):
            tile = FACTIONS[side.faction].home
            if tile == CREUSS_HOME:
                self.table.detached = [CREUSS_HOME]
                tile = CREUSS_GATE
            self.table.places[tile] = [home.hex.q, home.hex.r]

    def _homes(self) -> None:
        """Lay out home planets, starting units and technologies as after set-up."""
        for seat, side in enumerate(self.table.sides):
            sheet = FACTIONS[side.faction]
            side.techs = list(sheet.techs)
            for planet in sheet.home_planets:
                self.table.control[planet] = seat
            capital = setup.best_planet(self.table, sorted(sheet.home_planets))
            for unit, n in sheet.units.items():
                stats = modifiers.stats(self.table, seat, unit)
                flying = stats.is_ship or (stats.category == "structure" and stats.move > 0)
                fleets.add(self.table, sheet.home if flying else capital, seat, unit, n)

    def _basics(self) -> None:
        self.table.phase = Phase(self.patch.pop("phase", Phase.TURN))
        self.table.round = self.patch.pop("round", 1)
        self.table.card_goods = dict.fromkeys(STRATEGY_CARDS, 0)
        self.table.turn = 0
        for seat, side in enumerate(self.table.sides):
            side.initiative = seat + 1

    def _units(self) -> None:
        """Replace the units a seat has at a place, as in `{place: {seat: "2 cruiser, 1
        fighter"}}`."""
        for place, owners in self.patch.pop("units", {}).items():
            place = str(place)
            if place not in TILES and place not in PLANETS:
                raise BadOptions(f"There is no place {place!r} in this position.")
            where = self.table.space if place in TILES else self.table.ground
            for name, text in owners.items():
                seat = str(self._seat(name))
                where.setdefault(place, {}).pop(seat, None)
                for unit, n in _counted(place, str(text)).items():
                    fleets.add(self.table, place, int(seat), unit, n)
                if not where[place]:
                    del where[place]

    def _control(self) -> None:
        for planet, name in self.patch.pop("control", {}).items():
            if name is None:
                self.table.control.pop(planet, None)
            else:
                self.table.control[planet] = self._seat(name)

    def _sides(self) -> None:
        """Carry out the rest of the patch: seats by name, and fields of the table."""
        if self.usual and self.table.phase == Phase.TURN:
            for side in self.table.sides:
                own = self.patch.get(FACTIONS[side.faction].short, {})
                self._strategy_cards(side, own.get("cards", USUAL[side.faction]))
        for key, value in list(self.patch.items()):
            if not isinstance(value, Mapping):
                if key not in self.table.__struct_fields__:
                    raise BadOptions(f"A position has no {key!r}.")
                setattr(self.table, key, value)
                continue
            seat = self._seat(key)
            side = self.table.sides[seat]
            for field, wanted in value.items():
                if field in _SIDE_LISTS:
                    setattr(self.state.hand[seat], _SIDE_LISTS[field], list(wanted))
                elif field == "cards":
                    self._strategy_cards(side, wanted)
                elif field in side.__struct_fields__:
                    setattr(side, field, wanted)
                else:
                    raise BadOptions(f"A seat has no {field!r} in a position.")

    def _strategy_cards(self, side: Side, cards: Sequence[str]) -> None:
        side.cards = list(cards)
        for card in cards:
            self.table.card_goods.pop(card, None)
        side.initiative = min((STRATEGY_CARDS[c].initiative for c in cards), default=0)


def _counted(place: str, text: str) -> Counts:
    """Return the units of a text such as "2 cruiser, 1 fighter", or "none"."""
    try:
        return read_counted(text, UNITS).counts
    except LexiconError as error:
        raise BadOptions(f"Units at {place}: {error.words}") from None


def _fill_decks(state: TI4State) -> None:
    """Put cards not named into their decks, and let counts follow the hands."""
    table = state.table
    rest = Counter(setup.deck("action card")) - Counter(table.discard) - Counter(state.box.action)
    agendas = (
        Counter(setup.deck("agenda")) - Counter(table.agenda_discard) - Counter(list(table.laws))
    )
    agendas -= Counter(state.box.agenda)
    secrets = Counter(o for o in built("objective") if OBJECTIVES[o].stage == 0)
    for seat, (hand, side) in enumerate(zip(state.hand, table.sides, strict=True)):
        rest -= Counter(hand.cards)
        secrets -= Counter(hand.secrets) + Counter(side.scored)
        side.hand, side.secrets = len(hand.cards), len(hand.secrets)
        side.scored = list(side.scored)
        _notes(state, seat)
    state.box.action += sorted(rest.elements())
    state.box.agenda += sorted(agendas.elements())
    state.box.secret += sorted((secrets - Counter(state.box.secret)).elements())
    _objective_rows(state)
    table.supply = sum(s.goods + s.commodities for s in table.sides)
    table.supply += sum(table.card_goods.values())


def _notes(state: TI4State, seat: int) -> None:
    """Give a seat its own notes, unless somebody else is said to hold them."""
    side = state.table.sides[seat]
    elsewhere = {n for hand in state.hand for n in hand.notes}
    elsewhere |= {n for s in state.table.sides for n in s.in_play}
    ids = [*COMMON_NOTES, FACTIONS[side.faction].note]
    mine = [str(NoteId(seat, note)) for note in ids if note in built("note")]
    hand = state.hand[seat]
    hand.notes += [note for note in mine if note not in elsewhere]
    side.notes = len(hand.notes)
    side.received_notes = any(NoteId.read(note).owner != seat for note in hand.notes)


def _objective_rows(state: TI4State) -> None:
    table = state.table
    for stage, row in ((1, "one"), (2, "two")):
        cards = [o for o in built("objective") if OBJECTIVES[o].stage == stage]
        used = [o for o in table.revealed if OBJECTIVES[o].stage == stage]
        left = [o for o in cards if o not in used]
        named = getattr(state.box, row)
        filled = [*named, *(o for o in left if o not in named)][: setup.ROW - len(used)]
        setattr(state.box, row, filled)
    table.hidden_one, table.hidden_two = len(state.box.one), len(state.box.two)
