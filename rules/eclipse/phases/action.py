"""The action phase (ECL 6): turns, passing, reactions."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple, Self

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.besides import (
    NOTHING_MORE,
    Finish,
    do_besides,
    finish_form,
    finish_problems,
    read_finish,
    sample_finish,
    write_finish,
)
from rules.eclipse.actions.build import Build, build
from rules.eclipse.actions.explore import Explore, explore
from rules.eclipse.actions.influence import Influence, influence, most_flips
from rules.eclipse.actions.move import Move, move
from rules.eclipse.actions.research import Research, research
from rules.eclipse.actions.turn import Colony, Turn, TurnOrder
from rules.eclipse.actions.upgrade import Upgrade, upgrade
from rules.eclipse.diplomacy import Propose, possible_partners, propose
from rules.eclipse.facts import ACTIONS, ADVANCED_NEEDS, DIPLOMACY_FROM, RESOURCES, influence_cost
from rules.eclipse.galaxy import enemies, fleet, foes, joined, owned
from rules.eclipse.leaving import give_up, leaving_problems, next_seat
from rules.eclipse.player.civilization import (
    balance,
    balance_after_discs,
    colonizable,
    colony_uses,
    default_colonies,
    disc_pays,
    me,
    species,
    upkeep,
)
from rules.eclipse.player.colony_ships import Colonize, colonize, turn_up
from rules.eclipse.player.trade import Trade, trade
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import NOBODY, Public, Table, View
from rules.kernel.decisions import Attack, Decision, Problem, Reading
from rules.kernel.forms import Form
from rules.kernel.patterns import running
from rules.kernel.table import Effect, Play
from rules.lexicon import LexiconError, OrderLine

ORDERS: Final[Mapping[str, TurnOrder]] = {
    order.verb: order
    for order in (
        Explore(), Influence(), Research(), Upgrade(), Build(), Move(),
        Colonize(), Trade(), Propose(),
    )
}  # fmt: skip
_WEIGHTS: Final = {
    "explore": 4, "influence": 2, "research": 3, "upgrade": 2, "build": 3, "move": 4,
    "colonize": 3, "trade": 1, "propose": 2,
}  # fmt: skip
PASS: Final = Turn("pass")
HOLD: Final = Turn("hold")
GIVE_UP: Final = Turn("give up")
IDLE: Final = ("pass", "rest", "hold")
"""Words for no action. A standing PASS is about windows, so REST is the one that may stand."""


# -- the questions -----------------------------------------------------------------------------


class TakeTurn(Decision[Turn]):
    """What a player does in a turn: an action, or pass (ECL 6.1.1). Colony ships, trade and
    relations come before it."""

    Answer = Turn
    verbs = (*ORDERS, *IDLE, "done", GIVE_UP.do)
    adds_up = ("move", "build", "upgrade", "influence", "research")
    root = True
    clock = "turn"
    rule = "ECL 6.1.1"

    reacting = False
    idle = PASS

    def problems(self, v: View, answer: Turn) -> list[Problem]:
        if answer == self.idle:
            return []
        if answer == GIVE_UP:
            return leaving_problems(v, self.seat)
        order = ORDERS.get(answer.do)
        if order is None:
            return no("unknown-action", _("That is not one of the six actions."), "6.1.4")
        if self.reacting and not order.reaction:
            what = _(nouns.ACTION_NAMES[answer.do])
            return no("not-a-reaction", _("{what} is no reaction.", what=what), "7.9.4")
        player = me(v, self.seat)
        if answer.do in ACTIONS and player.discs < 1:
            return no("no-disc", _("You have no disc left on your influence track."), "6.1.2")
        if player.status == "eliminated" and answer.do not in ("research", "trade"):
            return no("eliminated", _("You may only research, trade and pass."), "12.4.1")
        return order.problems(v, self.seat, answer, self.reacting)

    def default(self, v: View) -> Turn:
        return self.idle

    def when_missed(self, v: View, before: int) -> Turn:
        """Return the smallest action of whoever can pay for one more: Influence with nothing moved,
        which readies colony ships. So a first miss does not end the round."""
        player = me(v, self.seat)
        if before or self.reacting or player.passed or not disc_pays(v, self.seat):
            return self.idle
        least = Turn("influence", flips=most_flips(v.table, self.seat, ()))
        return self.idle if self.problems(v, least) else least

    def sample(self, v: View, rng: Random) -> Turn:
        player = me(v, self.seat)
        if player.status == "eliminated" and rng.random() < 0.1:
            return GIVE_UP
        left = dict(_WEIGHTS)
        poor = balance(player) - influence_cost(player.discs - 1) + upkeep(player) < 0
        left[self.idle.do] = 150 if poor else 8 if self.reacting else 1
        while left:
            do = rng.choices(list(left), list(left.values()))[0]
            del left[do]
            if do == self.idle.do or (do in ACTIONS and player.discs < 1):
                if do == self.idle.do:
                    return self.idle
                continue
            turn = ORDERS[do].sample(v, self.seat, rng, self.reacting)
            if turn is not None and not self.problems(v, turn):
                return turn
        return self.idle

    def prompt(self, v: View) -> str:
        player = me(v, self.seat)
        stored = zip(player.storage, RESOURCES, strict=True)
        text = N_(
            "Take your turn: an action or pass. {discs} disc(s) on the track, {stored}; "
            "money after upkeep as things stand: {left}."
        )
        after = balance_after_discs(player)
        if after is not None:
            text = N_(
                "Take your turn: an action or pass. {discs} disc(s) on the track, {stored}; "
                "money after upkeep as things stand: {left}, after one more action: {after}."
            )
        return _(
            text,
            discs=player.discs,
            stored=nouns.listed(nouns.amount(n, resource) for n, resource in stored),
            left=balance(player),
            after=after,
        )

    def template(self, v: View) -> Sequence[str]:
        lines = [
            line
            for do, order in ORDERS.items()
            if (do not in ACTIONS or me(v, self.seat).discs)
            and (order.reaction or not self.reacting)
            for line in order.template(v, self.seat, self.reacting)
            if not self.problems(v, order.read(v, self.seat, line.partition(" ")[2])[0])
        ]
        if me(v, self.seat).status == "eliminated":
            lines.append(GIVE_UP.do.upper())
        return [*lines, self.idle.do.upper()]

    def forms(self, v: View) -> list[Form]:
        found = [
            order.form(v, self.seat, self.reacting)
            for do, order in ORDERS.items()
            if (order.reaction or not self.reacting)
            and (do not in ACTIONS or me(v, self.seat).discs)
        ]
        return [form for form in found if form is not None]

    def attack(self, v: View, answer: Turn) -> Attack | None:
        """Return the battle where the last ship goes to enemies, with all ships that go there."""
        ends = [voyage.path[-1] for voyage in answer.voyages]
        goal = next((n for n in reversed(ends) if enemies(v.table, self.seat, n)), None)
        if goal is None:
            return None
        force = dict(fleet(v.table.hexes[goal], self.seat))
        for voyage in answer.voyages:
            if voyage.path[-1] == goal:
                force[voyage.ship] = force.get(voyage.ship, 0) + 1
        return Attack(nouns.label(goal), ", ".join(f"{n} {ship}" for ship, n in force.items() if n))

    def write(self, v: View, answer: Turn) -> str:
        if answer in (self.idle, GIVE_UP):
            return answer.do.upper()
        return ORDERS[answer.do].write(v, self.seat, answer)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        line = lines[0]
        if line.verb == "trade" and line.when == "standing":
            return Reading()  # meant for a shortfall in upkeep, not for every turn
        if line.verb == "done" or (line.verb == "hold" and not self.reacting):
            return Reading(used=(0,), problems=tuple(self._not_yet(line.verb)))
        if line.verb in IDLE:
            reading.stands_alone(line, self.idle.do)
            return Reading(self.idle, (0,))
        if line.verb == GIVE_UP.do:
            reading.stands_alone(line, GIVE_UP.do)
            return Reading(GIVE_UP, (0,))
        if together := self._read_together(v, lines):
            return together
        turn, notes = ORDERS[line.verb].read(v, self.seat, line.rest)
        return Reading(turn, (0,), notes)

    def _read_together(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn] | None:
        """Read lines of one action written ship by ship as one order; None if they do not add
        up."""
        verb = lines[0].verb
        first = list(takewhile(lambda line: line.verb == verb, lines))
        if len(first) < 2 or verb not in self.adds_up:
            return None
        if verb == "research" and species(me(v, self.seat)).research < len(first):
            return None
        rest = ", ".join(line.rest for line in first)
        try:
            turn, notes = ORDERS[verb].read(v, self.seat, rest)
        except LexiconError:
            return None
        if self.problems(v, turn):
            return None
        return Reading(turn, tuple(range(len(first))), notes)

    def _not_yet(self, verb: str) -> list[Problem]:
        words = _(
            "{verb} does not end your turn: take an action, or write {idle} if you want none.",
            verb=verb.upper(),
            idle=self.idle.do.upper(),
        )
        return no("not-the-end", words, "7.9.1" if self.reacting else "6.1.5")

    def forced(self, public: View) -> Turn | None:
        table = public.table
        if table.players[self.seat].discs or colonizable(table, self.seat):
            return None
        return None if possible_partners(table, self.seat) else self.idle


class TakeReaction(TakeTurn):
    """Which reaction a player makes after passing, or none (ECL 7.9)."""

    verbs = (*ORDERS, *IDLE, GIVE_UP.do)
    rule = "ECL 7.9.1"

    reacting = True
    idle = HOLD

    def instead(self, v: View, verb: str) -> str:
        """Say how to let the reaction be, to whoever says no: a yes or no never takes a turn."""
        if verb != "refuse":
            return super().instead(v, verb)
        return _("If you want no reaction, write {idle}.", idle=self.idle.do.upper())

    def leaves(self, line: OrderLine) -> bool:
        """Return whether a line is no reaction: then it was written for a turn of the next
        round."""
        return line.verb in ORDERS and not ORDERS[line.verb].reaction

    def prompt(self, v: View) -> str:
        player = me(v, self.seat)
        return _(
            "You have passed: take a reaction (one upgrade, one build or one move) or hold. "
            "{discs} disc(s) on the track, {stored}.",
            discs=player.discs,
            stored=nouns.amount(player.storage[2], "materials"),
        )


class EndTurn(Decision[Finish]):
    """What a player does after an action that opened squares or a new neighbour (ECL 6.1.8,
    7.1.12)."""

    Answer = Finish
    verbs = ("colonize", "propose", "agree", *NOTHING_MORE)
    part_of_turn = True
    rule = "ECL 5.5.1"

    def problems(self, v: View, answer: Finish) -> list[Problem]:
        return finish_problems(v, self.seat, answer)

    def default(self, v: View) -> Finish:
        return Finish(tuple(Colony(*c) for c in default_colonies(v.table, self.seat)))

    def sample(self, v: View, rng: Random) -> Finish:
        return sample_finish(v, self.seat, rng)

    def prompt(self, v: View) -> str:
        ships = colony_uses(v.table, self.seat)
        partners = [v.names[p] for p in possible_partners(v.table, self.seat)]
        asked = _("End of your turn: use colony ships (up to {n})?", n=ships)
        if not partners:
            return asked
        near = _("You could propose relations to {names}.", names=", ".join(partners))
        return f"{asked} {near}"

    def template(self, v: View) -> Sequence[str]:
        lines = [self.write(v, self.default(v))]
        lines += ORDERS["propose"].template(v, self.seat, False)
        return [*dict.fromkeys(lines), "DONE"]

    def forms(self, v: View) -> list[Form]:
        return finish_form(v, self.seat, "DONE")

    def write(self, v: View, answer: Finish) -> str:
        return "\n".join(write_finish(v, answer)) or "DONE"

    def write_ahead(self, v: View, answer: Finish) -> str:
        """Write lines that send colony ships where they can go, wherever that will be."""
        return "COLONIZE" if answer.colonies else self.write(v, answer)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Finish]:
        finish, notes = read_finish(v, self.seat, lines)
        return Reading(finish, tuple(range(len(lines))), notes)


# -- what is done ------------------------------------------------------------------------------


def opens(table: Public, seat: int, turn: Turn) -> bool:
    """Return whether colony ships or relations may become possible by this action."""
    if turn.do in ("explore", "influence"):
        return True
    if turn.do == "move":
        return any(leaves_others(table, seat, voyage.path[0]) for voyage in turn.voyages)
    return any(tech in ADVANCED_NEEDS.values() for tech in turn.technologies) or any(
        item.kind == "orbital" for item in turn.items
    )


def leaves_others(table: Public, seat: int, number: str) -> bool:
    """Return whether a ship that goes from here may end what stands between two players (ECL
    25.5.3)."""
    sector = table.hexes[number]
    return len(sector.ships) > 1 or sector.owner not in (seat, NOBODY)


def take_turn(t: Table, seat: int) -> Play[None]:
    """Play a turn: free things first, then one action, a reaction, or a pass (ECL 20.2)."""
    t.table.asked = []
    reacting = t.table.players[seat].passed
    question = TakeReaction(seat) if reacting else TakeTurn(seat)
    turn = yield from t.ask(question)
    while turn.do in FREE:
        yield from running(FREE[turn.do](t, seat, turn))
        turn = yield from t.ask(question)
    if turn.do in ACTIONS:
        yield from act(t, seat, turn, reacting)
    elif turn == GIVE_UP:
        yield from give_up(t, seat)
    else:
        stand_down(t, seat, reacting)
    hand_on(t)


def act(t: Table, seat: int, turn: Turn, reacting: bool) -> Play[None]:
    """Pay the disc and do the action; then offer what it made possible (ECL 6.1.2, 7.9.2)."""
    player = t.table.players[seat]
    player.discs -= 1
    field = f"react-{turn.do}" if reacting else turn.do
    player.spent[field] = player.spent.get(field, 0) + 1
    cite = "ECL 7.9.2" if reacting else "ECL 6.1.2"
    t.tell(ev.Acted(seat, turn.do, reacting), cite=cite)
    before = Openings.at(t, seat) if opens(t.table, seat, turn) else None
    result = EFFECTS[turn.do](t.sub(turn.do), seat, turn)
    if result is not None:
        placed = yield from result
        if placed is False:
            return
    if before is not None:
        yield from end_turn(t, seat, before)
    turn_up(t, seat)


class Openings(NamedTuple):
    """What a player can do besides the action, and what decides whom he may win as a partner:
    squares to settle, ships for it, his sectors, players at war with him."""

    squares: frozenset[tuple[str, int]]
    ships: int
    sectors: frozenset[str]
    foes: frozenset[int]

    @classmethod
    def at(cls, t: Table, seat: int) -> Self:
        return cls(
            frozenset(colonizable(t.table, seat)),
            colony_uses(t.table, seat),
            frozenset(owned(t.table, seat)),
            frozenset(foes(t.table, seat)),
        )


def end_turn(t: Table, seat: int, before: Openings) -> Play[None]:
    """Ask what the action opened: squares, readied ships, or a new partner (ECL 6.1.8)."""
    now = Openings.at(t, seat)
    settles = now.squares - before.squares or (now.squares and now.ships > before.ships)
    if not settles and not meets(t, seat, before, now):
        return
    finish = yield from t.ask(EndTurn(seat))
    yield from do_besides(t, seat, finish)


def meets(t: Table, seat: int, before: Openings, now: Openings) -> bool:
    """Return whether relations became possible: by a new sector next to somebody, or by peace."""
    fresh, peace = now.sectors - before.sectors, before.foes - now.foes
    if len(t.table.players) < DIPLOMACY_FROM or not (fresh or peace):
        return False
    known = joined(t.table, seat, now.sectors & before.sectors) - peace
    met = set(possible_partners(t.table, seat)) - known
    return bool(met - set(t.table.asked))


def stand_down(t: Table, seat: int, reacting: bool) -> None:
    """Pass for the round, or let a reaction be (ECL 6.1.5, 6.1.6, 7.9.1)."""
    if reacting:
        t.tell(ev.Held(seat), cite="ECL 7.9.1")
        return
    first = t.table.next_start == NOBODY
    if first:
        t.table.next_start = seat
    t.table.players[seat].passed = True
    t.tell(ev.Passed(seat, first), cite="ECL 6.1.5" if first else "ECL 6.1.6")


def hand_on(t: Table) -> None:
    """Hand the turn to the next player in the game, or go on to combat at once (ECL 6.1.7,
    20.2.5)."""
    players = t.table.players
    if all(p.passed or p.status == "left" for p in players):
        t.tell(ev.ActionPhaseEnded(), cite="ECL 6.1.7")
        t.table.phase = "combat"
        return
    t.table.at = next_seat(t, t.table.at)


def _colonize(t: Table, seat: int, turn: Turn) -> None:
    colonize(t, seat, turn.colonies)


def _trade(t: Table, seat: int, turn: Turn) -> None:
    trade(t, seat, turn.give, turn.get, turn.lots)


def _propose(t: Table, seat: int, turn: Turn) -> Play[None]:
    assert turn.offer is not None
    yield from propose(t, seat, turn.offer)


EFFECTS: Final[dict[str, Callable[[Table, int, Turn], Play[bool | None] | None]]] = {
    "explore": explore,
    "influence": influence,
    "research": research,
    "upgrade": upgrade,
    "build": build,
    "move": move,
}
FREE: Final[dict[str, Callable[[Table, int, Turn], Effect]]] = {
    "colonize": _colonize,
    "trade": _trade,
    "propose": _propose,
}
