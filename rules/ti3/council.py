"""The galactic council: agendas, votes, laws (TI3 20, 34.3 V0 to V5)."""

from collections.abc import Sequence

from msgspec import field

from rules.imperium import council as ballots
from rules.imperium.council import AGAINST, FOR, leading, tally
from rules.imperium.smallwords import vote_with_all
from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.lexicon import OrderLine, UnknownName, as_written
from rules.ti3 import events as ev
from rules.ti3 import galaxy, texts
from rules.ti3.components import modifiers, registry, timing
from rules.ti3.components import windows as w
from rules.ti3.facts import AGENDAS, TECH_COLOURS
from rules.ti3.speech import _
from rules.ti3.state import Ballot, Council, Law, Mark, Public, Table, Until, View
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce
from rules.toolbox.targets import Pair, as_target, player

LAZAX_VOTES = 3


def council_of(table: Public) -> Council:
    """Return the council in session; there must be one."""
    assert table.council is not None
    return table.council


# -- votes ---------------------------------------------------------------------------------------


def votes_of(table: Public, seat: int) -> int:
    """Return a seat's votes: the influence of its unexhausted planets, at least 1, and what adds to
    it (TI3 20.2.3)."""
    planets = sum(modifiers.planet_votes(table, seat, p) for p in fleets.controlled(table, seat))
    extra = LAZAX_VOTES * table.sides[seat].lazax
    extra += council_of(table).extra.get(str(seat), 0)
    return max(1, planets) + extra


def may_vote(table: Public, seat: int) -> bool:
    council = council_of(table)
    if table.sides[seat].out or seat in council.barred or council.only not in (-1, seat):
        return False
    return not timing.in_effect(table, Mark.NO_VOTE, seat) and modifiers.may_vote(table, seat)


def candidates(table: Public, agenda: str) -> list[str]:
    """Return what may be voted for (TI3 20.1.2, 20.1.3); pairs are written with "+"."""
    facts = AGENDAS[agenda]
    if facts.vote == "for_against":
        return [FOR, AGAINST]
    own = registry.agenda(agenda).candidates(table)
    if own is not None:
        return list(own)
    if facts.elect == "player":
        seats: list[str] = [player(s) for s in galaxy.clockwise(table, table.speaker)]
        if facts.count == 2:
            return [Pair(a, b).target for i, a in enumerate(seats) for b in seats[i + 1 :]]
        return seats
    if facts.elect == "planet":
        return sorted(table.control)
    if facts.elect == "law":
        return [law.id for law in table.laws if AGENDAS[law.id].law]
    return list(TECH_COLOURS)


def _words(v: View, outcome: str) -> str:
    return ev.target_words(outcome, v.names) if outcome else _("abstain")


ASKED_TOGETHER = 3
"""From this version of the rules on, the windows of an agenda and the votes on it say in their
addresses that they belong together."""


class CastVote(Choice[str]):
    """Which outcome a player gives all votes to; or none (TI3 20.2)."""

    agenda: str = ""

    Answer = str
    verbs = ("vote", "abstain")
    root = True
    clock = "vote"
    rule = "TI3 20.2.4"

    def subject(self) -> str:
        return self.agenda

    def is_asked_with(self, address: str, other: str) -> bool:
        """Return whether the question was asked in the window of the agenda."""
        return ballots.asked_together(self.agenda, address, other)

    def options(self, v: View) -> list[Option[str]]:
        told, written = _outcomes(v), as_written(lambda: _outcomes(v))
        abstain = Option(_("Abstain"), "", "ABSTAIN")
        return [abstain, *(Option(told[x], x, f"VOTE {written[x]}") for x in told)]

    def prompt(self, v: View) -> str:
        agenda = council_of(v.table).id
        n = votes_of(v.table, self.seat)
        return _("Your vote on {agenda} ({n} votes)?", agenda=ev.title(agenda), n=n)

    def background(self, v: View) -> Sequence[str]:
        said = [texts.named(council_of(v.table).id)]
        for ballot in council_of(v.table).ballots:
            if ballot.outcome:
                who, outcome = v.names[ballot.seat], _words(v, ballot.outcome)
                said.append(_("{who}: {outcome} ({n})", who=who, outcome=outcome, n=ballot.votes))
        return said

    def problems(self, v: View, answer: str) -> list[Problem]:
        if answer and answer not in candidates(v.table, council_of(v.table).id):
            names = ", ".join(_outcomes(v).values())
            words = _("Vote for one of: {names}.", names=names)
            return [Problem("bad-target", words, self.rule)]
        return []

    def template(self, v: View) -> Sequence[str]:
        return [option.order for option in self.options(v)[1:5]] + ["ABSTAIN"]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        last = len(lines) - 1
        if lines[last].verb == "abstain":
            return Reading("", (last,))
        return _read_outcome(v, lines[last], last)


def _outcomes(v: View) -> dict[str, str]:
    """Return what may be voted for, id to words."""
    every = candidates(v.table, council_of(v.table).id)
    return {outcome: _words(v, outcome) for outcome in every}


def _read_outcome(v: View, line: OrderLine, at: int) -> Reading[str]:
    told, written = _outcomes(v), as_written(lambda: _outcomes(v))
    try:
        known = ballots.outcome_names(told, written)
        bare = vote_with_all(line.rest) or line.rest
        exact = known.is_spelling(bare)
        found = known.find(bare if exact else ballots.bare_outcome(bare))
    except UnknownName:
        names = ", ".join(told.values())
        said = _("Vote for one of: {names}.", names=names)
        return Reading(used=(at,), problems=(Problem("bad-target", said, "TI3 20.2.4"),))
    return Reading(found.id, (at,), (found.read_as,) if found.read_as else ())


class BreakTie(ballots.BreakTie):
    """Which of the tied outcomes counts; by default Against, or the tied player nearest to the
    Speaker (TI3 20.2.7, 41.6)."""

    leading: list[str] = field(name="tied")

    clock = "vote"
    rule = "TI3 20.2.7"

    def tied(self, v: View) -> list[str]:
        return sorted(self.leading, key=lambda outcome: outcome != AGAINST)

    def outcome_words(self, v: View, outcome: str) -> str:
        return _words(v, outcome)

    def prompt(self, v: View) -> str:
        agenda = ev.title(council_of(v.table).id)
        return _("The vote on {agenda} is tied; the Speaker decides.", agenda=agenda)


# -- the session ---------------------------------------------------------------------------------


def assemble(t: Table, seat: int) -> Play[None]:
    """Hold the council: cards before the draw (V0), then agendas as long as there are any to
    come."""
    t.table.council = Council()
    yield from timing.moment(t, w.BEFORE_AGENDA, player(seat))
    if council_of(t.table).cancelled:
        t.tell(ev.NoAgenda(), cite="TI3 20.1.1")
        if council_of(t.table).id:
            put_away(t, council_of(t.table).id)
        t.table.council = None
        timing.expire(t.table, Until.AGENDA)
        return
    while t.table.council is not None and council_of(t.table).left > 0:
        council_of(t.table).left -= 1
        yield from agenda(t.sub("agenda"), seat)
        if t.table.council is not None:
            t.table.council = Council(left=council_of(t.table).left)
    t.table.council = None


def draw_agenda(t: Table) -> str:
    """Draw the top card; an empty deck is made anew from the discards (TI3 E72)."""
    table: Public = t.table
    if not t.box.agenda and table.agenda_discard:
        t.box.agenda = t.shuffle("political deck", sorted(table.agenda_discard))
        table.agenda_discard = []
    for hand in t.hand:
        hand.placed = []
    card = t.box.agenda.pop(0) if t.box.agenda else ""
    table.agendas_left = len(t.box.agenda)
    return card


def agenda(t: Table, seat: int) -> Play[None]:
    """Carry out V1 to V5 for one agenda; one that is discarded is replaced by the next."""
    council = council_of(t.table)
    while True:
        if not council.id:
            council.id = draw_agenda(t)
        if not council.id:
            return
        t.tell(ev.AgendaRead(council.id), cite="TI3 20.1.1")
        if not candidates(t.table, council.id):
            t.tell(ev.AgendaDiscarded(council.id), cite="TI3 E134")
            put_away(t, council.id)
            return
        on = t.sub(ballots.stem_of(council.id)) if t.rules >= ASKED_TOGETHER else t
        yield from timing.moment(on, w.AGENDA_READ, as_target(council.id))
        council = council_of(t.table)
        if not council.discarded:
            break
        t.tell(ev.AgendaDiscarded(council.id), cite="TI3 20.1.1")
        put_away(t, council.id)
        left, barred = council.left, council.barred
        council = t.table.council = Council(left=left, barred=barred)
    yield from vote(on, seat)


def put_away(t: Table, card: str) -> None:
    """Put an agenda onto the discards, unless it lies face up."""
    if not any(law.id == card for law in t.table.laws):
        t.table.agenda_discard.append(card)


def order_of_votes(table: Public) -> list[int]:
    """Return the seats clockwise from the left of the Speaker, the Speaker last (TI3 20.2.2)."""
    return galaxy.clockwise(table, galaxy.left_of(table, table.speaker))


def voters_after(table: Public, seat: int) -> list[int]:
    """Return who votes after this seat, as the table stands."""
    order = order_of_votes(table)
    later = order[order.index(seat) + 1 :]
    return [voter for voter in later if may_vote(table, voter)]


def vote(t: Table, seat: int) -> Play[None]:
    """Ask for the votes (V3): clockwise from the left of the Speaker, the Speaker last (TI3
    20.2.2)."""
    for voter in order_of_votes(t.table):
        yield from timing.moment(t, w.BEFORE_OWN_VOTE, as_target(council_of(t.table).id), (voter,))
        if not may_vote(t.table, voter):
            continue
        outcome = yield from t.ask(CastVote(voter, council_of(t.table).id))
        n = votes_of(t.table, voter) if outcome else 0
        council_of(t.table).ballots.append(Ballot(voter, outcome, n))
        t.tell(ev.Voted(voter, outcome, n), cite="TI3 20.2.4")
        if outcome:
            others = [s for s in range(len(t.table.sides)) if s != voter]
            yield from timing.moment(t, w.AFTER_VOTE, player(voter), others)
    yield from count(t, seat)


def count(t: Table, seat: int) -> Play[None]:
    """Return the outcome with most votes (V4); the Speaker decides ties, even with no votes at all
    (TI3 E67, E68). What could be elected may be gone by now; then nothing is (TI3 E134)."""
    table: Public = t.table
    council = council_of(table)
    found = candidates(table, council.id)
    if not found:
        t.tell(ev.AgendaDiscarded(council.id), cite="TI3 E134")
        put_away(t, council.id)
        return
    tied = leading(found, tally(council.ballots))
    outcome = tied[0]
    if len(tied) > 1:
        outcome = yield from t.ask(BreakTie(table.speaker, tied))
    council = council_of(t.table)
    council.outcome = outcome
    t.table.effects = [e for e in t.table.effects if e.id != Mark.NO_VOTE]
    t.tell(ev.AgendaDecided(council.id, outcome), cite="TI3 20.1.3")
    yield from carry_out(t, council.id, outcome)


def carry_out(t: Table, card: str, outcome: str) -> Play[None]:
    """Carry out the outcome (V5): a law that passes, and every elected one, stays (TI3 20.1.4,
    E71)."""
    facts = AGENDAS[card]
    old = next((law for law in t.table.laws if law.id == card), None)
    if old is not None:
        t.table.laws.remove(old)
    stays = facts.law or facts.stays
    if stays and outcome != AGAINST:
        elected = "" if outcome == FOR else outcome
        t.table.laws.append(Law(card, elected, t.table.round))
    yield from running(registry.agenda(card).outcome(t, outcome))
    put_away(t, card)
    yield from enforce(t, range(len(t.table.sides)))
    timing.expire(t.table, Until.AGENDA)
    check_elimination(t)


def repeal(t: Table, card: str) -> Play[None]:
    """Take a law out of play."""
    law = next((law for law in t.table.laws if law.id == card), None)
    if law is not None:
        t.table.laws.remove(law)
        t.table.agenda_discard.append(card)
        t.tell(ev.LawEnded(card), cite="TI3 20.1.5")
        yield from running(registry.agenda(card).repealed(t, law))
