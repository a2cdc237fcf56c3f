"""The questions of an action turn (ECL 6, 7): what to do, and what to do at its end."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from rules.eclipse import words
from rules.eclipse.civilization import (
    balance,
    balance_after_discs,
    colonizable,
    colony_uses,
    default_colonies,
    kind_index,
    upkeep,
)
from rules.eclipse.facts import ACTIONS, RESOURCES, TECHNOLOGIES, influence_cost
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public
from rules.eclipse.turns.base import Colony, Offer, Turn, TurnOrder, me, no
from rules.eclipse.turns.build import Build
from rules.eclipse.turns.explore import Explore
from rules.eclipse.turns.free import (
    Colonize,
    Propose,
    Trade,
    colony_problems,
    offer_problems,
    possible_partners,
    read_colonies,
    read_offer,
    sample_colonies,
    sample_offer,
    write_colonies,
    write_offer,
)
from rules.eclipse.turns.influence import Influence
from rules.eclipse.turns.move import Move
from rules.eclipse.turns.research import Research, affordable
from rules.eclipse.turns.upgrade import Upgrade
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.views import View
from rules.lexicon import OrderLine

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


class TakeTurn(Decision[Turn]):
    """ECL 6.1.1: an action, or pass. Colony ships, trade and relations come before it."""

    Answer = Turn
    verbs = (*ORDERS, "pass", "rest", GIVE_UP.do)
    root = True
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
            what = _(words.ACTION_NAMES[answer.do])
            return no("not-a-reaction", _("{what} is no reaction.", what=what), "7.9.4")
        player = me(v, self.seat)
        if answer.do in ACTIONS and player.discs < 1:
            return no("no-disc", _("You have no disc left on your influence track."), "6.1.2")
        if player.status == "eliminated" and answer.do not in ("research", "trade"):
            return no("eliminated", _("You may only research, trade and pass."), "12.4.1")
        return order.problems(v, self.seat, answer, self.reacting)

    def default(self, v: View) -> Turn:
        return self.idle

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
            stored=words.listed(words.amount(n, resource) for n, resource in stored),
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

    def write(self, v: View, answer: Turn) -> str:
        if answer in (self.idle, GIVE_UP):
            return answer.do.upper()
        return ORDERS[answer.do].write(v, self.seat, answer)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        line = lines[0]
        if line.verb == "trade" and line.when == "standing":
            return Reading()  # meant for a shortfall in upkeep, not for every turn
        if line.verb in IDLE:
            words.stands_alone(line, self.idle.do)
            return Reading(self.idle, (0,))
        if line.verb == GIVE_UP.do:
            return Reading(GIVE_UP, (0,))
        turn, notes = ORDERS[line.verb].read(v, self.seat, line.rest)
        return Reading(turn, (0,), notes)

    def forced(self, public: View) -> Turn | None:
        table: Public = public.table
        if table.players[self.seat].discs or colonizable(table, self.seat):
            return None
        return None if possible_partners(table, self.seat) else self.idle


def leaving_problems(v: View, seat: int) -> list[Problem]:
    """ECL 12.4.2"""
    if me(v, seat).status == "eliminated":
        return []
    words_ = _("Only a player without discs and ships on the map may give up.")
    return no("not-eliminated", words_, "12.4.2")


class TakeReaction(TakeTurn):
    """ECL 7.9: after passing, one reaction or nothing."""

    verbs = (*ORDERS, *IDLE, GIVE_UP.do)
    rule = "ECL 7.9.1"

    reacting = True
    idle = HOLD

    def prompt(self, v: View) -> str:
        player = me(v, self.seat)
        return _(
            "You have passed: take a reaction (one upgrade, one build or one move) or hold. "
            "{discs} disc(s) on the track, {stored}.",
            discs=player.discs,
            stored=words.amount(player.storage[2], "materials"),
        )


class Finish(Fixed):
    """What ends a turn: colony ships used, relations proposed."""

    colonies: tuple[Colony, ...] = ()
    offers: tuple[Offer, ...] = ()


def finish_problems(v: View, seat: int, finish: Finish) -> list[Problem]:
    found = colony_problems(v.table, seat, finish.colonies)
    left = list(me(v, seat).cubes)
    for colony in finish.colonies:
        left[kind_index(colony.resource)] -= 1
    for offer in finish.offers:
        found = found or offer_problems(v, seat, offer)
        if found:
            return found
        left[kind_index(offer.cube)] -= 1
        if left[kind_index(offer.cube)] < 0:
            cube = words.noun(offer.cube)
            return no("no-cube", _("No {cube} cube is left to send.", cube=cube), "8.2.1")
    if len({offer.partner for offer in finish.offers}) < len(finish.offers):
        return no("named-twice", _("Name each player once."), "8.1.5")
    return found


def sample_finish(v: View, seat: int, rng: Random) -> Finish:
    colonies = sample_colonies(v.table, seat, rng)
    offer = sample_offer(v, seat, rng)
    finish = Finish(colonies, () if offer is None else (offer,))
    return Finish(colonies) if finish_problems(v, seat, finish) else finish


def write_finish(v: View, finish: Finish) -> list[str]:
    lines = [write_colonies(finish.colonies)] if finish.colonies else []
    return lines + [write_offer(v, offer) for offer in finish.offers]


def read_finish(v: View, seat: int, lines: Sequence[OrderLine]) -> tuple[Finish, tuple[str, ...]]:
    """All colony ships and offers these lines name."""
    colonies: tuple[Colony, ...] = ()
    offers: list[Offer] = []
    notes: tuple[str, ...] = ()
    for line in lines:
        if line.verb == "colonize":
            colonies += read_colonies(v.table, seat, line.rest, colonies)
        elif line.verb == "propose":
            offer, read_as = read_offer(v, seat, line.rest)
            offers.append(offer)
            notes += read_as
    return Finish(colonies, tuple(offers)), notes


class EndTurn(Decision[Finish]):
    """ECL 6.1.8, 7.1.12: after an action that opened squares or a new neighbour."""

    Answer = Finish
    verbs = ("colonize", "propose", "done")
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

    def write(self, v: View, answer: Finish) -> str:
        return "\n".join(write_finish(v, answer)) or "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Finish]:
        finish, notes = read_finish(v, self.seat, lines)
        return Reading(finish, tuple(range(len(lines))), notes)


class ResearchAgain(Choice[str]):
    """ECL 13.3.1, 20.2.8: after an instant technology brought science, Hydran may buy a second
    one with it; the answer is the technology, or empty."""

    Answer = str
    verbs = ("research", "done")
    rule = "ECL 13.3.1"

    def options(self, v: View) -> list[Option[str]]:
        names = ((t, TECHNOLOGIES[t].name) for t in affordable(v.table, self.seat))
        return [
            Option(_("No second technology"), "", "DONE"),
            *(Option(name, t, f"RESEARCH {name}") for t, name in names),
        ]

    def prompt(self, v: View) -> str:
        stored = words.amount(me(v, self.seat).storage[1], "science")
        return _("You may research a second technology; you have {stored}.", stored=stored)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """The first line that can be carried out; else the first one's trouble."""
        trouble: tuple[Problem, ...] = ()
        for i, line in enumerate(lines):
            if line.verb == "done":
                return Reading("", (i,))
            turn, notes = ORDERS["research"].read(v, self.seat, line.rest)
            wrong = ORDERS["research"].problems(v, self.seat, turn, False)
            if len(turn.technologies) > 1:
                wrong = no("wrong-number", _("One technology is left to research."), "13.3.1")
            if not wrong:
                return Reading(turn.technologies[0], (i,), notes)
            trouble = trouble or tuple(wrong)
        return Reading(used=(0,), problems=trouble)
