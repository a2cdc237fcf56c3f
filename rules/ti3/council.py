"""The galactic council: agendas, votes, laws (TI3 20, 34.3 V0 to V5)."""

from collections.abc import Sequence

from rules.kernel.decisions import Choice, Option, Problem, Reading
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.lexicon import Names, OrderLine, UnknownName
from rules.ti3 import events as ev
from rules.ti3 import fleets, galaxy, modifiers, registry, texts, timing
from rules.ti3 import windows as w
from rules.ti3.facts import AGENDAS, TECH_COLOURS
from rules.ti3.limits import check_elimination, enforce
from rules.ti3.speech import _, as_written
from rules.ti3.state import Ballot, Council, Law, Public, Table, View

FOR, AGAINST = "for", "against"
LAZAX_VOTES = 3
NO_VOTE = "razed lazax"
"""An effect: the player has no vote on the next agenda (TI3 28.3.5)."""


def council_of(table: Public) -> Council:
    """The council in session."""
    assert table.council is not None
    return table.council


# -- votes ---------------------------------------------------------------------------------------


def votes_of(table: Public, seat: int) -> int:
    """TI3 20.2.3: influence of unexhausted planets, at least 1, and what adds to it."""
    planets = sum(modifiers.planet_votes(table, seat, p) for p in fleets.controlled(table, seat))
    extra = modifiers.votes(table, seat) + LAZAX_VOTES * table.sides[seat].lazax
    extra += council_of(table).extra.get(str(seat), 0)
    return max(1, planets) + extra


def may_vote(table: Public, seat: int) -> bool:
    council = council_of(table)
    if table.sides[seat].out or seat in council.barred or council.only not in (-1, seat):
        return False
    return not timing.in_effect(table, NO_VOTE, seat) and modifiers.may_vote(table, seat)


def candidates(table: Public, agenda: str) -> list[str]:
    """What may be voted for (TI3 20.1.2, 20.1.3); pairs are written with "+"."""
    facts = AGENDAS[agenda]
    if facts.vote == "for_against":
        return [FOR, AGAINST]
    own = registry.agenda(agenda).candidates(table)
    if own is not None:
        return list(own)
    if facts.elect == "player":
        seats = [f"@{s}" for s in galaxy.clockwise(table, table.speaker)]
        if facts.count == 2:
            return [f"{a}+{b}" for i, a in enumerate(seats) for b in seats[i + 1 :]]
        return seats
    if facts.elect == "planet":
        return sorted(table.control)
    if facts.elect == "law":
        return [law.id for law in table.laws if AGENDAS[law.id].law]
    return list(TECH_COLOURS)


def _words(v: View, outcome: str) -> str:
    return ev.target_words(outcome, v.names) if outcome else _("abstain")


class CastVote(Choice[str]):
    """TI3 20.2: all votes on one outcome, or none."""

    Answer = str
    verbs = ("vote", "abstain")
    clock = "vote"
    rule = "TI3 20.2.4"

    def options(self, v: View) -> list[Option[str]]:
        agenda = council_of(v.table).id
        found = [Option(_("Abstain"), "", "ABSTAIN")]
        for outcome in candidates(v.table, agenda):
            written = as_written(lambda o=outcome: _words(v, o))  # type: ignore[misc]
            found.append(Option(_words(v, outcome), outcome, f"VOTE {written}"))
        return found

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
            names = ", ".join(_words(v, o) for o in candidates(v.table, council_of(v.table).id))
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


def _read_outcome(v: View, line: OrderLine, at: int) -> Reading[str]:
    agenda = council_of(v.table).id
    every = candidates(v.table, agenda)
    words = {o: (as_written(lambda o=o: _words(v, o)), _words(v, o)) for o in every}  # type: ignore[misc]
    if AGENDAS[agenda].vote == "for_against":
        words = {
            FOR: (*words[FOR], "yes", "za", "tak", "mellette", "igen"),  # type: ignore[dict-item]
            AGAINST: (*words[AGAINST], "no", "przeciw", "nie", "ellene", "nem"),  # type: ignore[dict-item]
        }
    try:
        found = Names(words, "outcome").find(line.rest)
    except UnknownName:
        names = ", ".join(_words(v, o) for o in every)
        said = _("Vote for one of: {names}.", names=names)
        return Reading(used=(at,), problems=(Problem("bad-target", said, "TI3 20.2.4"),))
    return Reading(found.id, (at,), (found.read_as,) if found.read_as else ())


class BreakTie(Choice[str]):
    """TI3 20.2.7"""

    tied: list[str]

    Answer = str
    verbs = ("decide",)
    clock = "vote"
    rule = "TI3 20.2.7"

    def options(self, v: View) -> list[Option[str]]:
        """TI3 41.6: Against; or the tied player nearest clockwise from the Speaker."""
        order = [o for o in (AGAINST, *self.tied) if o in self.tied]
        return [
            Option(
                _words(v, o),
                o,
                f"DECIDE {as_written(lambda o=o: _words(v, o))}",  # type: ignore[misc]
            )
            for o in dict.fromkeys(order)
        ]

    def prompt(self, v: View) -> str:
        agenda = ev.title(council_of(v.table).id)
        return _("The vote on {agenda} is tied; the Speaker decides.", agenda=agenda)


# -- the session ---------------------------------------------------------------------------------


def assemble(t: Table, seat: int) -> Play[None]:
    """V0: before the draw; then agendas as long as there are any to come."""
    t.table.council = Council()
    yield from timing.moment(t, w.BEFORE_AGENDA, f"@{seat}")
    if council_of(t.table).cancelled:
        t.tell(ev.NoAgenda(), cite="TI3 20.1.1")
        t.table.council = None
        timing.expire(t.table, "agenda")
        return
    while t.table.council is not None and council_of(t.table).left > 0:
        council_of(t.table).left -= 1
        yield from agenda(t.sub("agenda"), seat)
        if t.table.council is not None:
            t.table.council = Council(left=council_of(t.table).left)
    t.table.council = None


def draw_agenda(t: Table) -> str:
    """The top card; an empty deck is made anew from the discards (TI3 E72)."""
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
    """V1 to V5 for one agenda; one that is discarded is replaced by the next."""
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
        yield from timing.moment(t, w.AGENDA_READ, council.id)
        council = council_of(t.table)
        if not council.discarded:
            break
        t.tell(ev.AgendaDiscarded(council.id), cite="TI3 20.1.1")
        put_away(t, council.id)
        left, barred = council.left, council.barred
        council = t.table.council = Council(left=left, barred=barred)
    yield from vote(t, seat)


def put_away(t: Table, card: str) -> None:
    """To the discards, unless it lies face up."""
    if not any(law.id == card for law in t.table.laws):
        t.table.agenda_discard.append(card)


def vote(t: Table, seat: int) -> Play[None]:
    """V3: clockwise from the left of the Speaker, the Speaker last (TI3 20.2.2)."""
    first = galaxy.left_of(t.table, t.table.speaker)
    for voter in galaxy.clockwise(t.table, first):
        yield from timing.moment(t, w.BEFORE_OWN_VOTE, council_of(t.table).id, (voter,))
        if not may_vote(t.table, voter):
            continue
        outcome = yield from t.ask(CastVote(voter))
        n = votes_of(t.table, voter) if outcome else 0
        council_of(t.table).ballots.append(Ballot(voter, outcome, n))
        t.tell(ev.Voted(voter, outcome, n), cite="TI3 20.2.4")
        if outcome:
            others = [s for s in range(len(t.table.sides)) if s != voter]
            yield from timing.moment(t, w.AFTER_VOTE, f"@{voter}", others)
    yield from count(t, seat)


def tally(council: Council) -> dict[str, int]:
    total: dict[str, int] = {}
    for ballot in council.ballots:
        if ballot.outcome:
            total[ballot.outcome] = total.get(ballot.outcome, 0) + ballot.votes
    return total


def count(t: Table, seat: int) -> Play[None]:
    """V4: most votes; the Speaker decides ties, even with no votes at all (TI3 E67, E68)."""
    table: Public = t.table
    council = council_of(table)
    total = tally(council)
    best = max(total.values(), default=0)
    tied = [o for o in candidates(table, council.id) if total.get(o, 0) == best]
    outcome = tied[0]
    if len(tied) > 1:
        outcome = yield from t.ask(BreakTie(table.speaker, tied))
    council = council_of(t.table)
    council.outcome = outcome
    t.table.effects = [e for e in t.table.effects if e.id != NO_VOTE]
    t.tell(ev.AgendaDecided(council.id, outcome), cite="TI3 20.1.3")
    yield from carry_out(t, council.id, outcome)


def carry_out(t: Table, card: str, outcome: str) -> Play[None]:
    """V5, TI3 20.1.4, E71: a law that passes, and every elected one, stays."""
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
    timing.expire(t.table, "agenda")
    check_elimination(t)


def repeal(t: Table, card: str) -> Play[None]:
    """A law leaves play."""
    law = next((law for law in t.table.laws if law.id == card), None)
    if law is not None:
        t.table.laws.remove(law)
        t.table.agenda_discard.append(card)
        t.tell(ev.LawEnded(card), cite="TI3 20.1.5")
        yield from running(registry.agenda(card).repealed(t, law))
