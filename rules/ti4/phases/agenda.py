"""The agenda phase (TI4 20, 31, C.8)."""

import re
from collections.abc import Sequence
from random import Random

from rules.imperium import council
from rules.imperium.council import AGAINST, FOR
from rules.imperium.smallwords import vote_with_all
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, Tick, Total
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.lexicon import Names, OrderLine, Slots, UnknownName, as_written, read_slots
from rules.ti4 import events as ev
from rules.ti4 import facts, texts
from rules.ti4.components import modifiers, registry, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import AGENDAS, OBJECTIVES, PLANETS
from rules.ti4.names import PLANET_NAMES, nicknames_of
from rules.ti4.phases.status import next_round
from rules.ti4.reading import find_planets, stands_alone
from rules.ti4.speech import _
from rules.ti4.state import Agenda, Law, Phase, Public, Table, Until, View, Vote
from rules.ti4.units import fleets
from rules.ti4.units.limits import check_elimination, enforce
from rules.ti4.versions import LAW_IS_ONE_CARD
from rules.toolbox.targets import as_target, is_player, player, seat_of

PER_PHASE = 2


# -- outcomes ------------------------------------------------------------------------------------


def outcomes(table: Public, names: Sequence[str]) -> dict[str, str]:
    """Return the possible outcomes of the agenda, id to words; a player is "@seat" (TI4 20.8 to
    20.11)."""
    if table.agenda is None:
        return {}
    card = AGENDAS[table.agenda_now.id]
    if card.vote == "for_against":
        return {FOR: _("for"), AGAINST: _("against")}
    if card.elect == "player":
        alive = [s for s, side in enumerate(table.sides) if not side.out]
        return {player(s): names[s] for s in alive}
    if card.elect == "law":
        return {law: AGENDAS[law].name for law in sorted(table.laws)}
    if card.elect == "scored_secret_objective":
        scored = [o for side in table.sides for o in side.scored if OBJECTIVES[o].stage == 0]
        return {o: OBJECTIVES[o].name for o in sorted(scored)}
    return {
        planet: PLANETS[planet].name for planet in sorted(table.control) if eligible(planet, card)
    }


def _written(v: View) -> dict[str, str]:
    """Return the possible outcomes in the words of order lines."""
    return as_written(lambda: outcomes(v.table, v.names))


def eligible(planet: str, card: facts.Agenda) -> bool:
    """Return whether the planet may be elected by this agenda."""
    printed = PLANETS[planet]
    if card.trait and printed.trait != card.trait:
        return False
    return not (card.not_home and printed.home_of) and planet not in card.excluded


# -- voting --------------------------------------------------------------------------------------

_FOR = re.compile(r"for|za|mellette", re.IGNORECASE)
_FOR_WITH = re.compile(r"(?:for|za|mellette),?\s+(?:with|using|wraz z|z)\s+", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:(?:for|na|to elect)\s+)?(?:the\s+)?(?=\w)", re.IGNORECASE)


def worth(table: Public, seat: int, planets: Sequence[str]) -> int:
    """Return the votes of these planets, with the votes added to them (TI4 20.6, 20.15)."""
    if modifiers.single_vote(table, seat):
        return 1
    return sum(modifiers.influence(table, p) for p in planets)


def _names(v: View) -> Names:
    """Return the names of the outcomes; an elected player goes by names of the faction, too."""
    told = outcomes(v.table, v.names)
    players = {
        outcome: nicknames_of(v.table.sides[seat_of(outcome)].faction)
        for outcome in told
        if is_player(outcome)
    }
    return council.outcome_names(told, _written(v), players)


class Ballot(Fixed):
    """An outcome and the planets exhausted for it; no outcome abstains."""

    outcome: str = ""
    planets: list[str] = []


class CastVotes(Decision[Ballot]):
    """The choice of the outcome a player votes for, and of the planets exhausted
    (TI4 20.6, 20.7, 20.14, D-61, D-62)."""

    agenda: str

    Answer = Ballot
    verbs = ("vote", "abstain")
    root = True
    clock = "agenda"
    rule = "TI4 20.6"

    def subject(self) -> str:
        return self.agenda

    def is_asked_with(self, address: str, other: str) -> bool:
        """Return whether the question was asked in the windows of the agenda: the vote is asked
        together with them."""
        return timing.asked_of_agenda(self.agenda, address, other)

    def _worth(self, v: View, planets: Sequence[str]) -> int:
        return worth(v.table, self.seat, planets)

    def problems(self, v: View, answer: Ballot) -> list[Problem]:
        if not answer.outcome:
            if answer.planets:
                return [Problem("no-outcome", _("Say what you vote for."), "TI4 20.7")]
            return []
        possible = outcomes(v.table, v.names)
        if answer.outcome not in possible:
            words = _("Possible outcomes: {outcomes}.", outcomes=", ".join(possible.values()))
            return [Problem("bad-target", words, "TI4 20.9")]
        if answer.planets and modifiers.single_vote(v.table, self.seat):
            words = _("A law gives you one vote; no planets are exhausted for it.")
            return [Problem("no-planets", words, "TI4 GR-3")]
        ready = fleets.ready_planets(v.table, self.seat)
        bad = [p for p in answer.planets if p not in ready]
        if bad or len(set(answer.planets)) != len(answer.planets):
            names = ", ".join(map(ev.title, ready)) or _("none")
            return [
                Problem(
                    "exhausted", _("Your readied planets: {planets}.", planets=names), "TI4 20.6"
                )
            ]
        if not self._worth(v, answer.planets):
            return [self._no_votes(v, answer)]
        return []

    def _no_votes(self, v: View, answer: Ballot) -> Problem:
        if answer.planets:
            return Problem("no-votes", _("These planets give no votes."), "TI4 20.6")
        ready = ", ".join(map(ev.title, fleets.ready_planets(v.table, self.seat))) or _("none")
        words = _(
            "Say which planets give the votes: {order} WITH all. Your readied planets: {planets}.",
            order=self.write(v, answer),
            planets=ready,
        )
        return Problem("no-votes", words, "TI4 20.6")

    def default(self, v: View) -> Ballot:
        return Ballot()

    def sample(self, v: View, rng: Random) -> Ballot:
        ready = fleets.ready_planets(v.table, self.seat)
        planets = [p for p in ready if rng.random() < 0.5]
        if modifiers.single_vote(v.table, self.seat):
            planets = []
        possible = list(outcomes(v.table, v.names))
        if not possible or not self._worth(v, planets):
            return Ballot()
        return Ballot(rng.choice(possible), planets)

    def prompt(self, v: View) -> str:
        ready = fleets.ready_planets(v.table, self.seat)
        votes = self._worth(v, ready)
        return _(
            "Vote on {card} (you could cast {votes}).", card=ev.title(self.agenda), votes=votes
        )

    def background(self, v: View) -> Sequence[str]:
        return (texts.says(self.agenda),)

    def template(self, v: View) -> Sequence[str]:
        ready = ", ".join(map(ev.title, fleets.ready_planets(v.table, self.seat)))
        words = list(_written(v).values())[:6]
        if modifiers.single_vote(v.table, self.seat):
            return [*(f"VOTE {x}" for x in words), "ABSTAIN"]
        return [*(f"VOTE {x} WITH {ready}" for x in words if ready), "ABSTAIN"]

    def forms(self, v: View) -> list[Form]:
        told, written = outcomes(v.table, v.names), _written(v)
        options = tuple((written[outcome], told[outcome]) for outcome in told)
        if not options:
            return []
        outcome = Pick("outcome", _("Outcome"), (("", _("abstain")), *options))
        groups = [Group("", (outcome,))]
        totals: tuple[Total, ...] = ()
        ready = fleets.ready_planets(v.table, self.seat)
        if not modifiers.single_vote(v.table, self.seat):
            votes = {ev.title(planet): self._worth(v, [planet]) for planet in ready}
            ticks = tuple(Tick("with", name, name, str(n)) for name, n in votes.items())
            groups.append(Group(_("Planets exhausted for votes"), ticks))
            uses = {f"with/{name}": float(n) for name, n in votes.items()}
            totals = (Total(_("votes"), uses, most=sum(votes.values())),)
        lines = ("VOTE {outcome}[ WITH {with}]",)
        return [Form("vote", _("Vote"), lines, tuple(groups), "", totals, "ABSTAIN")]

    def write(self, v: View, answer: Ballot) -> str:
        if not answer.outcome:
            return "ABSTAIN"
        what = _written(v).get(answer.outcome, answer.outcome)
        if not answer.planets:
            return f"VOTE {what}"
        return f"VOTE {what} WITH {', '.join(map(ev.title, answer.planets))}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Ballot]:
        line = lines[0]
        if line.verb == "abstain":
            stands_alone(line)
            return Reading(Ballot(), (0,))
        possible = _names(v)
        slots = Slots(("",), ("with",), "VOTE for WITH Jord, Lodor")
        rest = line.rest.strip()
        outcome = vote_with_all(rest)
        if outcome is not None and not possible.is_spelling(outcome):
            outcome = council.bare_outcome(outcome)
        if outcome is not None and possible.span_at(outcome.split(), 0) == len(outcome.split()):
            parts = {"": outcome, "with": "all"}
        elif apart := council.ballot_parts(rest, possible, PLANET_NAMES):
            parts = apart
        elif _FOR.fullmatch(rest):
            parts = {"": FOR}
        elif with_planets := _FOR_WITH.match(rest):
            parts = {"": FOR, "with": rest[with_planets.end() :]}
        else:
            parts = read_slots(_PREFIX.sub("", rest), slots, possible)
        try:
            found = possible.find(parts[""])
        except UnknownName:
            return Reading(Ballot(parts[""]), (0,))
        if re.search(r"\bgoods?\b", parts.get("with", ""), re.IGNORECASE):
            words = _("Trade goods cannot buy votes; name planets only.")
            return Reading(used=(0,), problems=(Problem("no-goods", words, "TI4 20.13"),))
        if "with" not in parts:
            planets = []
        else:
            ready = fleets.ready_planets(v.table, self.seat)
            planets = [p.id for p in find_planets(v, self.seat, parts["with"], ready)]
        notes = (found.read_as,) if found.read_as else ()
        return Reading(Ballot(found.id, planets), (0,), notes)

    def forced(self, public: View) -> Ballot | None:
        ready = fleets.ready_planets(public.table, self.seat)
        return Ballot() if not self._worth(public, ready) else None


class BreakTie(council.BreakTie):
    """The choice of a tied outcome that the speaker decides for (TI4 20.19, H-48, D-63)."""

    clock = "agenda"
    rule = "TI4 20.19"

    def tied(self, v: View) -> list[str]:
        return tied(v.table)

    def outcome_words(self, v: View, outcome: str) -> str:
        return outcomes(v.table, v.names)[outcome]

    def listed(self, v: View, outcome: str) -> str:
        words = self.outcome_words(v, outcome)
        return words[:1].upper() + words[1:]

    def default(self, v: View) -> str:
        """Decide for "against" if it is tied, else for the first (TI4 J.3)."""
        leading = self.tied(v)
        return AGAINST if AGAINST in leading else leading[0]

    def prompt(self, v: View) -> str:
        return _("The vote is tied: which outcome is resolved?")

    def background(self, v: View) -> Sequence[str]:
        return (texts.named(v.table.agenda_now.id),)


def tied(table: Public) -> list[str]:
    """Return the outcomes with the most votes; all outcomes if nobody voted."""
    counts = council.tally(table.agenda_now.votes)
    return council.leading(outcomes(table, table.names), counts)


# -- the phase -----------------------------------------------------------------------------------


def begin(t: Table) -> Play[None]:
    """Begin the agenda phase (A0)."""
    yield from timing.moment(t, w.AGENDA_PHASE_START)
    t.table.phase = Phase.AGENDA


def vote_on_agenda(t: Table) -> Play[None]:
    """Reveal, vote, resolve (TI4 20.2, 20.3)."""
    revealed = yield from reveal(t)
    if revealed:
        yield from debate(t)
    t.table.agenda = None
    timing.expire(t.table, Until.AGENDA)
    for side in t.table.sides:
        side.traded = []
    check_elimination(t)
    t.table.agendas_done += 1
    if t.table.agendas_done >= PER_PHASE:
        t.table.phase = Phase.AGENDA_END


def debate(t: Table) -> Play[None]:
    """Settle the revealed agenda: it stands, is voted on and resolved (A1p to A3)."""
    a = t.sub(t.table.agenda_now.id)
    if not outcomes(a.table, a.table.names):
        take_up(a, a.table.agenda_now.id)
        discard(a.table, a.table.agenda_now.id)
        a.tell(ev.AgendaDiscarded(a.table.agenda_now.id), cite="TI4 H-49")
        return
    yield from timing.moment(a, w.AFTER_AGENDA_REVEALED, as_target(a.table.agenda_now.id))
    yield from timing.moment(a, w.BEFORE_VOTING, as_target(a.table.agenda_now.id))
    if not a.table.agenda_now.settled:
        yield from vote(a)
    yield from resolve(a)


def reveal(t: Table) -> Play[bool]:
    """Reveal agendas until one stands (A1, A1w); return False if there is none left."""
    while True:
        card = draw_agenda(t)
        if not card:
            return False
        handler = registry.agenda(card)
        t.table.agenda = Agenda(card)
        t.tell(ev.AgendaRevealed(card), cite="TI4 20.2i")
        if handler.revealed(t):
            yield from timing.moment(
                t.sub(f"reveal@{card}"), w.WHEN_AGENDA_REVEALED, as_target(card)
            )
            if not t.table.agenda_now.discarded:
                return True
        t.tell(ev.AgendaDiscarded(card), cite="TI4 C.8")
        discard(t.table, card)
        t.table.agenda = None
        timing.expire(t.table, Until.AGENDA)


def draw_agenda(t: Table) -> str:
    """Draw the top agenda; shuffle the discards if the deck is empty (TI4 41.5)."""
    if not t.box.agenda and t.table.agenda_discard:
        t.box.agenda = t.shuffle("agenda deck", sorted(t.table.agenda_discard))
        t.table.agenda_discard = []
    return t.box.agenda.pop(0) if t.box.agenda else ""


def discard(table: Public, card: str) -> None:
    table.agenda_discard.append(card)


def order_of_votes(table: Public) -> list[int]:
    """Return the seats from the speaker's left, the speaker last (TI4 20.2ii)."""
    order = timing.clockwise(table, table.speaker)
    return order[1:] + order[:1] if order[0] == table.speaker else order


def voters_after(table: Public, seat: int) -> list[int]:
    """Return who votes after this seat."""
    order = order_of_votes(table)
    later = order[order.index(seat) + 1 :]
    return [voter for voter in later if modifiers.may_vote(table, voter)]


def vote(t: Table) -> Play[None]:
    """Ask for votes from the speaker's left, the speaker last (TI4 20.2ii, 39.2)."""
    for seat in order_of_votes(t.table):
        if not modifiers.may_vote(t.table, seat):
            continue
        ballot = yield from t.ask(CastVotes(seat, t.table.agenda_now.id))
        cast(t, seat, ballot)
        if ballot.outcome:
            yield from timing.moment(t, w.AFTER_YOU_VOTE, as_target(ballot.outcome), (seat,))
    yield from timing.moment(t, w.AFTER_SPEAKER_VOTES, as_target(t.table.agenda_now.id))


def cast(t: Table, seat: int, ballot: Ballot) -> None:
    """Exhaust the planets of a ballot and record its votes (TI4 20.6)."""
    votes = worth(t.table, seat, ballot.planets) if ballot.outcome else 0
    t.table.spent = sorted({*t.table.spent, *ballot.planets})
    t.table.agenda_now.votes.append(Vote(seat, ballot.outcome, votes))
    t.tell(ev.Voted(seat, ballot.outcome, votes), cite="TI4 20.6")


def add_votes(t: Table, seat: int, votes: int) -> None:
    """Add votes for the outcome the seat voted for (TI4 20.15)."""
    for vote in t.table.agenda_now.votes:
        if vote.seat == seat and vote.outcome:
            vote.votes += votes
            t.tell(ev.Voted(seat, vote.outcome, vote.votes), cite="TI4 20.15")


def resolve(t: Table) -> Play[None]:
    """Break a tie and carry out the outcome with most votes (TI4 20.2iii, 20.18 to 20.22)."""
    agenda = t.table.agenda_now
    if not agenda.settled:
        leading = tied(t.table)
        if len(leading) > 1:
            agenda.outcome = yield from t.ask(BreakTie(t.table.speaker))
        else:
            agenda.outcome = leading[0]
    elected = t.table.agenda_now.outcome
    yield from timing.moment(t, w.WHEN_ELECTED, as_target(elected))
    agenda = t.table.agenda_now
    t.tell(ev.AgendaDecided(agenda.id, agenda.outcome), cite="TI4 20.18")
    card = AGENDAS[agenda.id]
    take_up(t, agenda.id)
    if card.law and agenda.outcome != AGAINST:
        enact(t, agenda.id, agenda.outcome)
    else:
        discard(t.table, agenda.id)
    yield from running(registry.agenda(agenda.id).outcome(t, agenda.outcome))
    yield from timing.moment(t, w.AGENDA_OUTCOME, as_target(t.table.agenda_now.id))
    yield from pay_predictions(t)
    yield from enforce(t, range(len(t.table.sides)))


def enact(t: Table, law: str, outcome: str) -> None:
    """Put a law into play with its owner or planet (TI4 20.20, 31.3, 15.0)."""
    card = AGENDAS[law]
    owner = seat_of(outcome) if card.goes_to == "elected_player" else -1
    t.table.laws[law] = Law(owner, "" if outcome == FOR else outcome)
    if card.goes_to == "elected_planet":
        t.table.attached[outcome] = [*t.table.attached.get(outcome, []), law]


def take_up(t: Table, card: str) -> None:
    """Take up the card of an agenda that is decided: a law that is voted on again is in play until
    then, or was discarded by its owner meanwhile (Committee Formation)."""
    take_off(t.table, card)
    if t.rules >= LAW_IS_ONE_CARD and card in t.table.agenda_discard:
        t.table.agenda_discard.remove(card)


def take_off(table: Public, law: str) -> None:
    """Take a law out of play; one that is voted on again stays until then."""
    table.laws.pop(law, None)
    for planet in list(table.attached):
        left = [card for card in table.attached[planet] if card != law]
        if left:
            table.attached[planet] = left
        else:
            del table.attached[planet]


def repeal(t: Table, law: str) -> None:
    """Discard a law and undo its effects (TI4 31.5)."""
    take_off(t.table, law)
    discard(t.table, law)
    t.tell(ev.LawRepealed(law), cite="TI4 31.5")
    registry.agenda(law).repealed(t)


def pay_predictions(t: Table) -> Play[None]:
    """Pay riders and the like that named the final outcome (TI4 20.22b)."""
    agenda = t.table.agenda_now
    for prediction in list(agenda.predictions):
        if prediction.on == agenda.outcome and not t.table.sides[prediction.seat].out:
            for kind in ("action card", "ability"):
                handler = registry.find(kind, prediction.id)
                if handler is not None:
                    p = t.sub(f"{prediction.id}@{prediction.seat}")
                    yield from running(handler.reward(p, prediction.seat))


def finish(t: Table) -> Play[None]:
    """Ready all planets and begin the next round (TI4 20.4, A5)."""
    t.table.spent = []
    yield from enforce(t, range(len(t.table.sides)))
    next_round(t)
