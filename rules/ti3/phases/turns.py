"""The action phase: turns (TI3 6)."""

from collections.abc import Sequence
from random import Random

from rules.imperium.departures import destination
from rules.imperium.smallwords import bare_card, bare_place, says_nothing_more
from rules.imperium.turns import instead_of_ending
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import LexiconError, OrderLine, Slots, read_slots
from rules.ti3 import economy, galaxy
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import CENTRE, STRATEGY_CARDS, TILES
from rules.ti3.names import CARDS, TILE_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Phase, Public, Table, Until, View
from rules.ti3.strategy.strategic_action import strategic_action
from rules.ti3.tactical.move_orders import MOVE_WORDS
from rules.ti3.tactical.tactical_action import tactical_action, tactical_problems
from rules.ti3.tactical.transfer_action import (
    transfer_action,
    transfer_ideas,
    transfer_problems,
)
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce
from rules.toolbox.targets import NO_TARGET, as_target

GIVEN = ("logistics", "trade", "imperial")
"""Strategy cards whose primary gives all it has where nothing is chosen."""
STALL = "stall"
"""The ability that lets a turn go by."""
_PAIR = Slots(("", "with"), (), "TRANSFER Lodor WITH Saudor")


class Turn(Fixed):
    """What a player does in a turn, one of: tactical (a system), transfer (two), strategy (a card),
    use, pass; or free: something that may be played at any time, before the action."""

    do: str
    what: str = ""
    on: str = ""


def ready_cards(table: Public, seat: int) -> list[str]:
    """Return the own strategy cards not yet used; Initiative has no action (TI3 24.1.1)."""
    side = table.sides[seat]
    return [
        card
        for card in STRATEGY_CARDS
        if card in side.cards and card not in side.used and card != "initiative"
    ]


class TakeTurn(Decision[Turn]):
    """What a player does in a turn; `more`: a second tactical action in the same turn (TI3
    6.1.3)."""

    more: bool = False

    Answer = Turn
    verbs = ("activate", "transfer", "strategy", "play", "use", "pass", "rest")
    root = True
    clock = "turn"
    rule = "TI3 6.1.3"

    def problems(self, v: View, answer: Turn) -> list[Problem]:
        if answer.do == "tactical":
            return tactical_problems(v.table, self.seat, answer.what)
        if self.more:
            if answer.do == "pass":
                return []
            words = _("A second tactical action, or PASS to end your turn.")
            return [Problem("tactical-only", words, "TI3 21")]
        if answer.do == "transfer":
            return transfer_problems(v.table, self.seat, answer.what, answer.on)
        if answer.do == "strategy":
            if answer.what in ready_cards(v.table, self.seat):
                return []
            words = _("You have no unused strategy card {card}.", card=ev.title(answer.what))
            return [Problem("not-your-card", words, "TI3 7.1.7")]
        if answer.do == "use":
            use = timing.Use(answer.what, as_target(answer.on))
            return timing.MOMENTS.problems(v, self.seat, use, w.ACTION, NO_TARGET)
        if answer.do == "free":
            use = timing.Use(answer.what, as_target(answer.on))
            return timing.MOMENTS.problems(v, self.seat, use, w.ANY_TIME, NO_TARGET)
        if answer.do == "pass":
            return self._pass(v)
        words = _("Activate a system, transfer, use a card, or pass.")
        return [Problem("unknown-action", words, self.rule)]

    def _pass(self, v: View) -> list[Problem]:
        left = ready_cards(v.table, self.seat)
        if not left or self.more:
            return []
        names = ", ".join(map(ev.title, left))
        words = _("You cannot pass before using your strategy card: {cards}.", cards=names)
        return [Problem("strategy-unused", words, "TI3 6.2.1")]

    def default(self, v: View) -> Turn:
        """Take the strategic action of the lowest number, else pass (TI3 41.6)."""
        left = ready_cards(v.table, self.seat)
        return Turn("pass") if self.more or not left else Turn("strategy", left[0])

    def when_missed(self, v: View, before: int) -> Turn:
        """Return the least harmful turn: a strategy card that gives all it has to whoever says
        nothing, else the smallest action, a counter in a system where the player has nothing to
        lose. So a first miss neither ends the round of a player with counters left nor spends a
        card for nothing."""
        least = self.default(v)
        if before or self.more:
            return least
        given = [card for card in ready_cards(v.table, self.seat) if card in GIVEN]
        if given:
            return Turn("strategy", given[0])
        quiet = [tile for tile in sorted(v.table.places) if self._is_idle(v, tile)]
        return Turn("tactical", quiet[0]) if quiet else least

    def _is_idle(self, v: View, tile: str) -> bool:
        """Return whether a counter in this system binds nothing of the player and meets nobody."""
        seats = range(len(v.table.sides))
        planets = TILES[tile].planets
        there = any(fleets.at(v.table, place, s) for place in (tile, *planets) for s in seats)
        held = any(p in v.table.control for p in planets)
        free = tile != CENTRE and not there and not held
        return free and not tactical_problems(v.table, self.seat, tile)

    def sample(self, v: View, rng: Random) -> Turn:
        ideas = [Turn("strategy", card) for card in ready_cards(v.table, self.seat)]
        if v.table.sides[self.seat].command:
            ideas += [Turn("tactical", tile) for tile in self._ideas(v, rng)] * 2
            pairs = transfer_ideas(v.table, self.seat) if rng.random() < 0.15 else []
            ideas += [Turn("transfer", *rng.choice(pairs))] if pairs else []
        if not self.more:
            uses = timing.MOMENTS.uses(v, self.seat, w.ACTION)
            ideas += [Turn("use", u.card, u.on) for u in rng.sample(uses, min(2, len(uses)))]
        legal = [idea for idea in ideas if not self.problems(v, idea)]
        if not legal or (rng.random() < 0.1 and not self._pass(v)):
            return self.default(v)
        return rng.choice(legal)

    def _ideas(self, v: View, rng: Random) -> list[str]:
        """Return systems near own ships, and those with docks."""
        table = v.table
        mine = [
            tile
            for tile in fleets.tiles_with_ships(table, self.seat)
            if not economy.has_counter(table, tile, self.seat)
        ]
        home = galaxy.home_of(table, self.seat)
        if not mine:
            return [home]
        near = galaxy.for_movement(table).get(rng.choice(mine), ())
        ideas = list(rng.sample(near, min(2, len(near))))
        free = [
            tile
            for tile in near
            if any(table.control.get(p) != self.seat for p in TILES[tile].planets)
        ]
        if free:
            ideas += [rng.choice(free)] * 3
        if CENTRE in near:
            ideas += [CENTRE] * 3
        return [*ideas, home] if rng.random() < 0.5 else ideas

    def prompt(self, v: View) -> str:
        side = v.table.sides[self.seat]
        if self.more:
            return _("You may take a second tactical action; PASS ends your turn.")
        cards = ", ".join(map(ev.title, ready_cards(v.table, self.seat))) or _("none")
        return _(
            "Take a turn: {n} counter(s) in the Command Pool, unused strategy cards: {cards}.",
            n=side.command,
            cards=cards,
        )

    def template(self, v: View) -> Sequence[str]:
        lines = []
        table = v.table
        if table.sides[self.seat].command:
            home = galaxy.home_of(table, self.seat)
            near = (home, *galaxy.for_movement(table).get(home, ()))
            first = next((x for x in near[::-1] if not self.problems(v, Turn("tactical", x))), "")
            lines += [self.write(v, Turn("tactical", first))] if first else []
        if self.more:
            return [*lines, "PASS"]
        lines += [f"STRATEGY {ev.title(card)}" for card in ready_cards(table, self.seat)]
        lines += [
            timing.MOMENTS.write(v, self.seat, use, w.ACTION, NO_TARGET)
            for use in timing.MOMENTS.uses(v, self.seat, w.ACTION)[:3]
        ]
        return lines if self._pass(v) else [*lines, "PASS"]

    def examples(self, v: View, verb: str) -> Sequence[str]:
        if verb != "transfer" or self.more or not v.table.sides[self.seat].command:
            return ()
        pairs = transfer_ideas(v.table, self.seat)
        return [self.write(v, Turn("transfer", *pair)) for pair in pairs]

    def forms(self, v: View) -> list[Form]:
        """Return one list for each kind of action: systems, pairs, strategy cards, everything
        else."""
        table = v.table
        systems = [(self.write(v, Turn("tactical", x)), ev.title(x)) for x in self._free(v)]
        kinds = {"activate": (_("Activate a system"), systems)}
        if not self.more:
            pairs = transfer_ideas(table, self.seat) if table.sides[self.seat].command else []
            lines = [
                timing.MOMENTS.write(v, self.seat, use, window, NO_TARGET)
                for window in (w.ACTION, w.ANY_TIME)
                for use in timing.MOMENTS.uses(v, self.seat, window)
            ]
            cards = map(ev.title, ready_cards(table, self.seat))
            kinds |= {
                "transfer": (
                    _("Transfer between two systems"),
                    [
                        (self.write(v, Turn("transfer", *pair)), " – ".join(map(ev.title, pair)))
                        for pair in pairs
                    ],
                ),
                "strategy": (_("Use a strategy card"), [(f"STRATEGY {x}", x) for x in cards]),
                "component": (
                    _("Use a card or an ability"),
                    [(x, x) for x in dict.fromkeys(lines)],
                ),
            }
        return [
            Form(name, title, ("{order}",), (Group("", (Pick("order", title, tuple(found)),)),))
            for name, (title, found) in kinds.items()
            if found
        ]

    def _free(self, v: View) -> list[str]:
        """Return the systems that can be activated."""
        if not v.table.sides[self.seat].command:
            return []
        return [x for x in sorted(v.table.places) if not tactical_problems(v.table, self.seat, x)]

    def write(self, v: View, answer: Turn) -> str:
        match answer.do:
            case "tactical":
                return f"ACTIVATE {TILE_NAMES.name(answer.what)}"
            case "transfer":
                names = TILE_NAMES.name(answer.what), TILE_NAMES.name(answer.on)
                return f"TRANSFER {names[0]} WITH {names[1]}"
            case "strategy":
                return f"STRATEGY {ev.title(answer.what)}"
            case "free":
                use = timing.Use(answer.what, as_target(answer.on))
                return timing.MOMENTS.write(v, self.seat, use, w.ANY_TIME, NO_TARGET)
            case "use":
                use = timing.Use(answer.what, as_target(answer.on))
                return timing.MOMENTS.write(v, self.seat, use, w.ACTION, NO_TARGET)
        return "PASS"

    def _rest(self, v: View, at: int) -> Reading[Turn]:
        """Return PASS once no command counter and no strategy card is left: an order that may
        stand."""
        if not v.table.sides[self.seat].command and not ready_cards(v.table, self.seat):
            return Reading(Turn("pass"), (at,))
        words = _("REST passes once you have no command counter and no unused strategy card.")
        return Reading(used=(at,), problems=(Problem("not-done", words, "TI3 6.2.1"),))

    def implied(self, v: View, line: OrderLine) -> str:
        """Return the activation of the system that ships are said to go to."""
        if line.verb != "move":
            return ""
        to = destination(line.rest, MOVE_WORDS)
        return f"ACTIVATE {to}" if to else ""

    def instead(self, v: View, verb: str) -> str:
        return instead_of_ending(verb, self.more)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        """Read the first line that begins a turn; what follows belongs to its steps."""
        for i, line in enumerate(lines):
            if line.verb == "pass":
                if not says_nothing_more(line.rest):
                    words = _("PASS stands alone in its line.")
                    return Reading(used=(i,), problems=(Problem("pass-alone", words, self.rule),))
                return Reading(Turn("pass"), (i,))
            if line.verb == "rest":
                return self._rest(v, i)
            if line.verb == "activate":
                found = TILE_NAMES.find(bare_place(line.rest) or line.rest)
                notes = (found.read_as,) if found.read_as else ()
                return Reading(Turn("tactical", found.id), (i,), notes)
            if line.verb == "transfer":
                return Reading(self._read_pair(line.rest), (i,))
            if line.verb == "strategy":
                card = CARDS.find(bare_card(line.rest))
                notes = (card.read_as,) if card.read_as else ()
                return Reading(Turn("strategy", card.id), (i,), notes)
            got = timing.MOMENTS.read(v, self.seat, line, w.ACTION, NO_TARGET)
            if got is not None:
                return Reading(Turn("use", got[0].card, got[0].on), (i,), got[1])
            got = timing.MOMENTS.read(v, self.seat, line, w.ANY_TIME, NO_TARGET)
            if got is not None:
                return Reading(Turn("free", got[0].card, got[0].on), (i,), got[1])
        return self._unreadable(v, lines)

    def _unreadable(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        name = lines[-1].rest
        words = _("{card} cannot be used as an action.", card=name)
        problem = Problem("wrong-timing", words, "TI3 19.3.1")
        return Reading(used=(len(lines) - 1,), problems=(problem,))

    def _read_pair(self, rest: str) -> Turn:
        """Read the two systems of TRANSFER a WITH b, TRANSFER a AND b, or TRANSFER a, b."""
        for mark in (" and ", " i ", " oraz ", " és ", ","):
            one, found, two = rest.partition(mark)
            if found:
                try:
                    return Turn("transfer", TILE_NAMES.find(one).id, TILE_NAMES.find(two).id)
                except LexiconError:
                    continue
        parts = read_slots(rest, _PAIR, TILE_NAMES)
        return Turn("transfer", TILE_NAMES.find(parts[""]).id, TILE_NAMES.find(parts["with"]).id)


def take_turn(t: Table, seat: int) -> Play[None]:
    """Play one action of a turn (A2; TI3 6.1.1); a cancelled card played as an action is none
    (E86)."""
    while True:
        turn = yield from t.ask(TakeTurn(seat))
        if turn.do == "free":
            use = timing.Use(turn.what, as_target(turn.on))
            yield from timing.MOMENTS.use(t, seat, use, w.ANY_TIME)
            timing.expire(t.table, Until.MOMENT)
            continue
        if turn.what != STALL:
            t.table.sides[seat].skipped = False
        if (yield from act(t, seat, turn)) or not t.table.settings.faq:
            break
    again = turn.do == "tactical" and not t.table.sides[seat].out
    if again and modifiers.two_tactical(t.table, seat) and t.table.sides[seat].command:
        second = yield from t.ask(TakeTurn(seat, more=True))
        if second.do == "tactical":
            yield from tactical_action(t.sub(second.what), seat, second.what)
    yield from timing.moment(t, w.TURN_END)
    finish_turn(t, seat)


def act(t: Table, seat: int, turn: Turn) -> Play[bool]:
    """Carry out one action; return False if it was a card that somebody cancelled."""
    if turn.do == "pass":
        t.table.sides[seat].passed = True
        t.tell(ev.Passed(seat), cite="TI3 6.2.2")
    elif turn.do == "tactical":
        yield from tactical_action(t.sub(turn.what), seat, turn.what)
    elif turn.do == "transfer":
        yield from transfer_action(t.sub(turn.what), seat, turn.what, turn.on)
    elif turn.do == "strategy":
        yield from strategic_action(t.sub(turn.what), seat, turn.what)
    else:
        use = timing.Use(turn.what, as_target(turn.on))
        done = yield from timing.MOMENTS.use(t, seat, use, w.ACTION)
        timing.expire(t.table, Until.MOMENT)
        yield from enforce(t, range(len(t.table.sides)))
        check_elimination(t)
        return done
    return True


def finish_turn(t: Table, seat: int) -> None:
    """Hand the turn to the next player in order of play who has not passed (A1; TI3 6.1.1,
    6.2.4)."""
    table: Public = t.table
    timing.expire(table, Until.TURN, Until.MOMENT)
    order = timing.order_of_play(table)
    waiting = [s for s in order if not table.sides[s].passed]
    if not waiting:
        timing.expire(table, Until.PHASE)
        table.turn = -1
        table.phase = Phase.STATUS
        return
    value = (modifiers.initiative(table, seat), order.index(seat) if seat in order else -1)
    later = [s for s in waiting if (modifiers.initiative(table, s), order.index(s)) > value]
    table.turn = (later or waiting)[0]
