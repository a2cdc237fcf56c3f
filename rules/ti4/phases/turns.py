"""The action phase: turns (TI4 19, 4, 1, C.3)."""

from collections.abc import Sequence
from random import Random

from rules.imperium.departures import destination
from rules.imperium.smallwords import bare_card
from rules.imperium.turns import instead_of_ending
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import economy, galaxy
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import CENTRE, STRATEGY_CARDS, TILES
from rules.ti4.names import CARDS
from rules.ti4.reading import find_tile, several_orders, stands_alone
from rules.ti4.speech import _
from rules.ti4.state import Mark, Phase, Public, Table, Until, View
from rules.ti4.strategy.strategic_action import strategic_action
from rules.ti4.tactical.expedition import expedition
from rules.ti4.tactical.movement import MOVE_WORDS
from rules.ti4.tactical.tactical_action import tactical_action
from rules.ti4.units import fleets
from rules.ti4.units.limits import check_elimination, destroy_blockaded_docks, enforce
from rules.toolbox.targets import NO_TARGET, as_target, player

GIVEN = ("leadership", "trade")
"""Strategy cards whose primary gives all it has where nothing is chosen."""


class Turn(Fixed):
    """The action of a player's turn, one of: activate a tile, use a strategy card, use a component,
    pass, end the turn."""

    do: str
    what: str = ""
    on: str = ""


def ready_cards(table: Public, seat: int) -> list[str]:
    """Return the seat's strategy cards not yet used, by initiative."""
    side = table.sides[seat]
    return [card for card in STRATEGY_CARDS if card in side.cards and card not in side.used]


class TakeTurn(Decision[Turn]):
    """The choice of an action in a turn; `more`: one more action granted by an effect
    (TI4 19.1, D-7 to D-9b, AC3b)."""

    more: bool = False

    Answer = Turn
    verbs = ("activate", "strategy", "play", "use", "pass", "rest")
    root = True
    clock = "turn"
    rule = "TI4 19.1"

    def problems(self, v: View, answer: Turn) -> list[Problem]:
        if answer.do == "activate":
            return self._activate(v, answer.what)
        if answer.do == "strategy":
            if answer.what in ready_cards(v.table, self.seat):
                return []
            words = _("You have no readied strategy card {card}.", card=ev.title(answer.what))
            return [Problem("not-your-card", words, "TI4 30.3")]
        if answer.do == "use":
            use = timing.Use(answer.what, as_target(answer.on))
            return timing.MOMENTS.problems(v, self.seat, use, w.ACTION, NO_TARGET)
        if answer.do == "pass":
            return self._pass(v)
        return [Problem("unknown-action", _("Activate, use a card, or pass."), "TI4 19.1")]

    def _activate(self, v: View, tile: str) -> list[Problem]:
        if v.table.sides[self.seat].tactic < 1:
            return [Problem("no-token", _("Your tactic pool is empty."), "TI4 86.4")]
        if tile not in v.table.places and tile not in v.table.detached:
            return [
                Problem("no-such-system", _("Tile {tile} is not in play.", tile=tile), "TI4 44.1")
            ]
        if economy.has_token(v.table, tile, self.seat):
            words = _("Your command token is already in tile {tile}.", tile=tile)
            return [Problem("own-token", words, "TI4 5.2")]
        if not modifiers.may_activate(v.table, self.seat, tile):
            return [Problem("cannot-activate", _("You cannot activate it now."), "TI4 GR-3")]
        return []

    def _pass(self, v: View) -> list[Problem]:
        left = ready_cards(v.table, self.seat)
        if left and not self.more:
            names = ", ".join(map(ev.title, left))
            words = _("You cannot pass before using your strategy card: {cards}.", cards=names)
            return [Problem("strategy-unused", words, "TI4 19.4")]
        return []

    def default(self, v: View) -> Turn:
        """Pass if that is legal, else use the lowest unused strategy card (TI4 J.3)."""
        left = ready_cards(v.table, self.seat)
        return Turn("pass") if self.more or not left else Turn("strategy", left[0])

    def when_missed(self, v: View, before: int) -> Turn:
        """Return the least harmful turn: a strategy card that gives all it has to whoever says
        nothing, else the smallest action, a token in a system where the player has nothing to lose.
        So a first miss neither ends the round of a player with tokens left nor spends a card for
        nothing."""
        least = self.default(v)
        if before or self.more:
            return least
        given = [card for card in ready_cards(v.table, self.seat) if card in GIVEN]
        if given:
            return Turn("strategy", given[0])
        if not v.table.sides[self.seat].tactic:
            return least
        quiet = [tile for tile in galaxy.tiles(v.table) if self._is_idle(v, tile)]
        return Turn("activate", quiet[0]) if quiet else least

    def _is_idle(self, v: View, tile: str) -> bool:
        """Return whether a token in this system binds nothing of the player and meets nobody."""
        there = [*v.table.space.get(tile, {}), *v.table.tokens.get(tile, ())]
        planets = TILES[tile].planets
        held = any(p in v.table.control or v.table.ground.get(p) for p in planets)
        return tile != CENTRE and not (there or held) and not self._activate(v, tile)

    def sample(self, v: View, rng: Random) -> Turn:
        ideas = [Turn("strategy", card) for card in ready_cards(v.table, self.seat)]
        if v.table.sides[self.seat].tactic:
            ideas += [Turn("activate", tile) for tile in self._ideas(v, rng)] * 2
        uses = timing.MOMENTS.uses(v, self.seat, w.ACTION)
        ideas += [Turn("use", use.card, use.on) for use in rng.sample(uses, min(2, len(uses)))]
        legal = [idea for idea in ideas if not self.problems(v, idea)]
        if not legal or (rng.random() < 0.1 and not self._pass(v)):
            return self.default(v)
        return rng.choice(legal)

    def _ideas(self, v: View, rng: Random) -> list[str]:
        """Return systems near own ships, and those with producers, for a random player."""
        mine = [
            tile
            for tile in fleets.tiles_with_ships(v.table, self.seat)
            if not economy.has_token(v.table, tile, self.seat)
        ]
        if not mine:
            return [galaxy.home_of(v.table, self.seat)]
        links = galaxy.adjacency(v.table, self.seat)
        near = links.get(rng.choice(mine), ())
        ideas = list(rng.sample(near, min(2, len(near))))
        free = [
            tile
            for tile in near
            if any(v.table.control.get(p) != self.seat for p in TILES[tile].planets)
        ]
        if free:
            ideas += [rng.choice(free)] * 2
        if CENTRE in near:
            ideas += [CENTRE] * 3
        if rng.random() < 0.4:
            ideas.append(galaxy.home_of(v.table, self.seat))
        return ideas

    def prompt(self, v: View) -> str:
        side = v.table.sides[self.seat]
        if self.more:
            return _("You may take one more action; PASS ends your turn.")
        cards = ", ".join(map(ev.title, ready_cards(v.table, self.seat))) or _("none")
        return _(
            "Take a turn: {n} tactic token(s), unused strategy cards: {cards}.",
            n=side.tactic,
            cards=cards,
        )

    def template(self, v: View) -> Sequence[str]:
        lines = []
        if v.table.sides[self.seat].tactic:
            lines += expedition(v.table, self.seat) or self._workshop(v)
        lines += [f"STRATEGY {ev.title(card)}" for card in ready_cards(v.table, self.seat)]
        lines += [
            timing.MOMENTS.write(v, self.seat, use, w.ACTION, NO_TARGET)
            for use in timing.MOMENTS.uses(v, self.seat, w.ACTION)[:3]
        ]
        return lines if self._pass(v) else [*lines, "PASS"]

    def forms(self, v: View) -> list[Form]:
        """Return one list for each kind of action: systems, strategy cards, everything else."""
        tiles = sorted((*v.table.places, *v.table.detached), key=int)
        kinds = {
            "activate": (_("Activate a system"), self._systems(v, tiles)),
            "strategy": (
                _("Use a strategy card"),
                [(f"STRATEGY {x}", x) for x in map(ev.title, ready_cards(v.table, self.seat))],
            ),
            "component": (_("Use a card or an ability"), self._components(v)),
        }
        return [
            Form(name, title, ("{order}",), (Group("", (Pick("order", title, tuple(found)),)),))
            for name, (title, found) in kinds.items()
            if found
        ]

    def _systems(self, v: View, tiles: Sequence[str]) -> list[tuple[str, str]]:
        if not v.table.sides[self.seat].tactic:
            return []
        return [
            (f"ACTIVATE {tile}", " – ".join((tile, *map(ev.title, TILES[tile].planets))))
            for tile in tiles
            if not self._activate(v, tile)
        ]

    def _components(self, v: View) -> list[tuple[str, str]]:
        uses = timing.MOMENTS.uses(v, self.seat, w.ACTION)
        lines = [timing.MOMENTS.write(v, self.seat, use, w.ACTION, NO_TARGET) for use in uses]
        return [(line, line) for line in lines]

    def _workshop(self, v: View) -> list[str]:
        """Return the order line that activates a system with an own space dock, if one can be."""
        docks = [
            galaxy.tile_of(place)
            for place, units in fleets.places_of(v.table, self.seat)
            if units.get("space_dock")
        ]
        free = (tile for tile in docks if not self._activate(v, tile))
        return [f"ACTIVATE {tile}  # {_('to produce there')}" for tile in free][:1]

    def write(self, v: View, answer: Turn) -> str:
        if answer.do == "activate":
            return f"ACTIVATE {answer.what}"
        if answer.do == "strategy":
            return f"STRATEGY {ev.title(answer.what)}"
        if answer.do == "use":
            use = timing.Use(answer.what, as_target(answer.on))
            return timing.MOMENTS.write(v, self.seat, use, w.ACTION, NO_TARGET)
        return "PASS"

    def implied(self, v: View, line: OrderLine) -> str:
        """Return the activation of the system that ships are said to go to."""
        if line.verb != "move":
            return ""
        to = destination(line.rest, MOVE_WORDS)
        return f"ACTIVATE {to}" if to else ""

    def instead(self, v: View, verb: str) -> str:
        return instead_of_ending(verb, self.more)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        line = lines[0]
        if line.verb == "pass":
            stands_alone(line)
            return Reading(Turn("pass"), (0,))
        if line.verb == "rest":
            stands_alone(line)
            return self._rest(v)
        if line.verb == "activate":
            if several := several_orders(line.rest):
                return Reading(used=(0,), problems=(several,))
            found = find_tile(v, self.seat, line.rest)
            notes = (found.read_as,) if found.read_as else ()
            return Reading(Turn("activate", found.id), (0,), notes)
        if line.verb == "strategy":
            found = CARDS.find(bare_card(line.rest))
            notes = (found.read_as,) if found.read_as else ()
            return Reading(Turn("strategy", found.id), (0,), notes)
        got = timing.MOMENTS.read(v, self.seat, line, w.ACTION, NO_TARGET)
        if got is None:
            words = _(
                "{what} is not an action; it is played when its moment comes.", what=line.rest
            )
            return Reading(used=(0,), problems=(Problem("wrong-timing", words, "TI4 83.1"),))
        return Reading(Turn("use", got[0].card, got[0].on), (0,), got[1])

    def _rest(self, v: View) -> Reading[Turn]:
        """Return PASS once no tactic token and no strategy card is left: an order that may
        stand."""
        if not v.table.sides[self.seat].tactic and not ready_cards(v.table, self.seat):
            return Reading(Turn("pass"), (0,))
        words = _("REST passes once you have no tactic token and no unused strategy card.")
        return Reading(used=(0,), problems=(Problem("not-done", words, "TI4 19.3"),))


# -- a turn --------------------------------------------------------------------------------------


def take_turn(t: Table, seat: int) -> Play[None]:
    """Play a turn from its first moment to its last (TI4 19.0, AC1b to AC4)."""
    others = [s for s in range(len(t.table.sides)) if s != seat]
    yield from timing.moment(t, w.TURN_START, player(seat), (seat,))
    yield from timing.moment(t, w.OWNER_TURN_START, player(seat), others)
    t.table.actions_left = 1
    first = True
    while t.table.actions_left and not t.table.sides[seat].out:
        turn = yield from t.ask(TakeTurn(seat, more=not first))
        if turn.do == "pass":
            if first:
                t.table.sides[seat].passed = True
                t.tell(ev.Passed(seat), cite="TI4 19.3")
            break
        if not (yield from act(t, seat, turn)):
            continue
        t.table.actions_left -= 1
        first = False
        if timing.in_effect(t.table, Mark.TURN_OVER):
            break
        yield from timing.moment(t, w.AFTER_ACTION_PERFORMED, player(seat), (seat,))
    yield from end_turn(t)


def act(t: Table, seat: int, turn: Turn) -> Play[bool]:
    """Carry out the action; return False for a component action that was cancelled (TI4 19.1,
    1.4)."""
    if turn.do == "activate":
        yield from tactical_action(t.sub(f"tactical@{turn.what}"), seat, turn.what)
        t.table.active = None
        timing.expire(t.table, Until.TACTICAL, Until.INVASION)
        return True
    if turn.do == "strategy":
        yield from strategic_action(t.sub(turn.what), seat, turn.what)
        return True
    use = timing.Use(turn.what, as_target(turn.on))
    done: bool = yield from timing.MOMENTS.use(t, seat, use, w.ACTION)
    timing.expire(t.table, Until.MOMENT)
    return done


def end_turn(t: Table) -> Play[None]:
    """Hand the turn to the next player who has not passed (TI4 58.3, 4.2, 4.3, 19.5, AC4)."""
    timing.expire(t.table, Until.TURN, Until.TACTICAL, Until.MOMENT)
    t.table.active = None
    t.table.actions_left = 0
    yield from enforce(t, range(len(t.table.sides)))
    yield from destroy_blockaded_docks(t)
    check_elimination(t)
    for side in t.table.sides:
        side.traded = []
    order = timing.initiative_order(t.table)
    waiting = [s for s in order if not t.table.sides[s].passed]
    if not waiting:
        t.table.turn = -1
        t.table.phase = Phase.STATUS
        return
    now = t.table.turn
    at = order.index(now) if now in order else -1
    later = [s for s in order[at + 1 :] if s in waiting]
    t.table.turn = (later or waiting)[0]
