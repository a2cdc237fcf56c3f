"""Council events: votes and agendas (TIN 12; one and two players TIN 21.6)."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from rules.inscription import ai
from rules.inscription.announcements import announce
from rules.inscription.effects import REPLACED
from rules.inscription.events import (
    AgendaRevealed,
    AIVoted,
    ChooserFound,
    ChooserRolls,
    Decided,
    NamedForAll,
    OutcomeFor,
    Tied,
    TwoAgendas,
    Voted,
    VotesClaimed,
)
from rules.inscription.facts import SHEETS, Outcome, components
from rules.inscription.names import COMMODITY_NAMES, OUTCOME_NAMES, SHEET_NAMES, find
from rules.inscription.pen import Pen
from rules.inscription.scripts import (
    begin,
    clockwise,
    mark_all,
    nobody_acts,
    open_pen,
    parts_of,
    pen_of,
    publish,
)
from rules.inscription.sheets.assets import votes
from rules.inscription.speech import _
from rules.inscription.state import Draft, Frame, Table, Tally, View, Vote
from rules.inscription.wording import votes_words
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import BadCount, MissingPart, OrderLine, UnknownName, fold, quoted
from rules.lexicon.counted import NUMBER_WORDS

_NUMBER = re.compile(r"\d+")
_MARKS = " ,.:!()"
_ARTICLES = frozenset({"a", "an", "az"})
_EMPTY = frozenset({
    "vote", "votes", "voting", "with", "my", "the", "it", "that", "this", "of", "on", "to",
    "agenda",     "proposal", "outcome", "in", "favor", "favour", "please", "and", "be", "i",
    "glos", "glosy", "glosow", "glosami", "moje", "moich", "swoje", "wynik", "uchwala", "uchwaly",
    "sie", "tym", "temu", "na", "z", "oddaje",
    "szavazat", "szavazatot", "szavazattal", "szavazatom", "szavazatommal", "ra", "a", "az", "ezt",
    "napirend",
})  # fmt: skip
_ALL = frozenset({
    "all", "everything", "wszystkie", "wszystkimi", "wszystko", "minden", "mindent", "osszes",
    "mindet", "mindennel",
})  # fmt: skip
_FREE_WORD = r"\b(?:free|darmow\w*|ingyenes\w*)\b"
_FREE = (
    re.compile(rf"{_FREE_WORD}\s*:?\s*(\d+)", re.IGNORECASE),
    re.compile(rf"(\d+)\s*{_FREE_WORD}", re.IGNORECASE),
)


class Ballot(Decision[Vote]):
    """How many votes, and for which outcome; sealed until all have voted (TIN 12.2.2)."""

    Answer: ClassVar[Any] = Vote
    verbs = ("vote", "abstain")
    rule = "TIN 12.2.2"

    def free(self, v: View) -> int:
        """Free votes an ability grants (TIN 12.3.1)."""
        pen = Pen(Draft(v.table.players[self.seat]), parts_of(v))
        found = 0
        for key, effect in pen.abilities("ballot"):
            if pen.may(key, effect):
                found += sum(int(op.n) for op in effect.ops if op.op == "free_votes")
        return found

    def _alone(self, v: View) -> bool:
        return ai.plays_along(v.table)

    def problems(self, v: View, answer: Vote) -> list[Problem]:
        held = v.table.players[self.seat].industry.votes_left
        free = self.free(v)
        if answer.votes < 0 or answer.free < 0 or answer.free > answer.votes:
            return [Problem("wrong-number", _("A ballot cannot hold that."), "TIN 12.2.2")]
        if answer.free > free:
            words = _.several("You have {n} free vote.", "You have {n} free votes.", free)
            return [Problem("too-many-free-votes", words, "TIN 12.3.1")]
        if answer.votes - answer.free > held:
            words = _(
                "You have {votes} to cast, and {free} for nothing.",
                votes=votes_words(held),
                free=votes_words(free),
            )
            return [Problem("too-many-votes", words, "TIN 12.3.1")]
        return []

    def default(self, v: View) -> Vote:
        return Vote()

    def sample(self, v: View, rng: Random) -> Vote:
        held = v.table.players[self.seat].industry.votes_left
        free = rng.randint(0, self.free(v))
        passes = True if self._alone(v) else rng.random() < 0.5
        n = rng.randint(0, held) + free
        return Vote(n, passes if n else True, free)

    def write(self, v: View, answer: Vote) -> str:
        if not answer.votes:
            return "ABSTAIN"
        outcome = "" if self._alone(v) else f"{'pass' if answer.passes else 'fail'} "
        free = f" FREE {answer.free}" if answer.free else ""
        return f"VOTE {outcome}{answer.votes}{free}"

    def forms(self, v: View) -> list[Form]:
        held, free = v.table.players[self.seat].industry.votes_left, self.free(v)
        votes = tuple((str(n), str(n)) for n in range(1, held + free + 1))
        fields = [Pick("votes", _("Votes"), (("", _("abstain")), *votes))]
        line = "VOTE {votes}"
        if not self._alone(v):
            sides = (("pass", _("pass")), ("fail", _("fail")))
            fields.insert(0, Pick("outcome", _("Outcome"), sides))
            line = "VOTE {outcome} {votes}"
        if free:
            gratis = tuple((str(n), str(n)) for n in range(1, free + 1))
            fields.append(Pick("free", _("Of these free"), (("", "0"), *gratis)))
            line += "[ FREE {free}]"
        groups = (Group("", tuple(fields)),)
        return [Form("vote", _("Vote"), (line,), groups, nothing="ABSTAIN")] if votes else []

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Vote]:
        line = lines[-1]
        used = tuple(range(len(lines)))
        if line.verb == "abstain":
            return Reading(Vote(), used)
        rest = line.rest
        free = 0
        if found := _FREE[0].search(rest) or _FREE[1].search(rest):
            free = int(found[1])
            rest = rest[: found.start()] + " " + rest[found.end() :]
        held = v.table.players[self.seat].industry.votes_left
        words = [fold(word.strip(_MARKS)) for word in rest.split()]
        if any(word in _ALL for word in words):
            free = free or self.free(v)
            rest = " ".join([w for w in words if w not in _ALL] + [str(held + free)])
        rest = " ".join(_spelled_out(word) for word in rest.split())
        numbers = _NUMBER.findall(rest)
        if len(numbers) > 1 or (not numbers and not free):
            raise BadCount(_("Say how many votes, for example: VOTE pass 3."))
        n = int(numbers[0]) if numbers else free
        word = _NUMBER.sub(" ", rest).strip(_MARKS)
        passes = True
        if not self._alone(v):
            if not word:
                raise MissingPart(_("Say for which outcome: VOTE pass 3, or VOTE fail 3."))
            passes = _outcome(word) == "pass"
        elif word and set(map(_outcome, word.split())) != {"pass"}:
            raise UnknownName(_("{text} was not understood.", text=quoted(word)))
        return Reading(Vote(n, passes if n else True, free), used)

    def template(self, v: View) -> Sequence[str]:
        held = v.table.players[self.seat].industry.votes_left
        free = self.free(v)
        n = str(held) if held else f"{free} FREE {free}"
        if not held and not free:
            return ["ABSTAIN"]
        if self._alone(v):
            return [f"VOTE {n}", "ABSTAIN"]
        return [f"VOTE pass {n}", f"VOTE fail {n}", "ABSTAIN"]

    def background(self, v: View) -> Sequence[str]:
        tally = v.table.tally
        assert tally is not None
        agendas = parts_of(v).agendas
        first = agendas[tally.agenda]
        if not tally.second:
            return [
                _("Pass: {text}", text=_(first.pass_.text)),
                _("Fail: {text}", text=_(first.fail.text)),
            ]
        better, worse = outcomes(first.pass_, agendas[tally.second].fail)
        return [
            _("With more votes than the AI: {text}", text=_(better.text)),
            _("Otherwise: {text}", text=_(worse.text)),
        ]

    def prompt(self, v: View) -> str:
        held = v.table.players[self.seat].industry.votes_left
        free = self.free(v)
        said = _("Cast your votes: you have {n}.", n=held)
        return (
            said + " " + _.several("{n} more is free.", "{n} more are free.", free)
            if free
            else said
        )


def _spelled_out(word: str) -> str:
    """Return a number that is written as a word, in digits; "votes" and the like say nothing."""
    folded = fold(word.strip(_MARKS))
    if folded in _EMPTY:
        return ""
    if folded in NUMBER_WORDS and folded not in _ARTICLES:
        return str(NUMBER_WORDS[folded])
    return word


def _outcome(text: str) -> str:
    """Return the outcome a text names: "pass", "for pass"; all its words name the same one."""
    found = {OUTCOME_NAMES.find(word.strip(_MARKS)).id for word in text.split()}
    if len(found) != 1:
        return OUTCOME_NAMES.find(text).id
    return found.pop()


class NameForAll(Choice[str]):
    """Something named by the player with most votes (TIN 12.3.2, 31.16.20)."""

    Answer: ClassVar[Any] = str
    verbs = ("name", "sheet", "commodity")
    rule = "TIN 12.3.2"
    what: str = "sheet"

    def options(self, v: View) -> list[Option[str]]:
        if self.what == "sheet":
            return [
                Option(_(SHEET_NAMES.name(s)), s, f"NAME {SHEET_NAMES.name(s)}") for s in SHEETS
            ]
        return [
            Option(_(COMMODITY_NAMES.name(k)), k, f"NAME {COMMODITY_NAMES.name(k)}")
            for k in COMMODITY_NAMES
        ]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        known = SHEET_NAMES if self.what == "sheet" else COMMODITY_NAMES
        found = find(known, lines[-1].rest)
        notes = (_("read as {name}", name=found.read_as),) if found.read_as else ()
        return Reading(found.id, (len(lines) - 1,), notes)

    def prompt(self, v: View) -> str:
        if self.what == "sheet":
            return _("Name a sheet for everybody.")
        return _("Name a kind of commodity for everybody.")


def outcomes(first: Outcome, second: Outcome) -> tuple[Outcome, Outcome]:
    """Return the starred outcome and the other (TIN 21.6.5)."""
    return (first, second) if first.star else (second, first)


def council_event(t: Table) -> Play[None]:
    yield from claim_votes(t)
    t.table.tally = Tally()
    if ai.plays_along(t.table):
        yield from _against_the_ai(t)
    else:
        yield from _vote(t)
    _spend_votes(t)
    yield from _afterwards(t)
    t.table.tally = None


def claim_votes(t: Table) -> Play[None]:
    """Give a vote for each unlocked icon, unless an ability replaces them (TIN 12.1.1, TW-22)."""
    seats = clockwise(t)
    t.table.step = "0"
    if nobody_acts(t, "council_votes"):
        for seat in seats:
            ind = t.table.players[seat].industry
            before = ind.votes
            votes(open_pen(t, seat), ind.vote_icons)
            t.tell(VotesClaimed(seat, ind.votes - before), cite="TIN 12.1.1")
        return
    for seat in seats:
        pen = begin(t, seat)
        for key, effect in pen.abilities("council_votes"):
            if effect.optional:
                pen.push(key, effect)
    yield from mark_all(t, seats)
    for seat in seats:
        pen = pen_of(t, seat)
        if REPLACED not in pen.sheets.used:
            votes(pen, pen.ind.vote_icons)
        for key, effect in pen.abilities("council_votes"):
            if not effect.optional:
                pen.push(key, effect)
    yield from mark_all(t, seats)
    for seat in seats:
        pen = pen_of(t, seat)
        gained = pen.ind.votes - t.table.players[seat].industry.votes
        t.tell(VotesClaimed(seat, gained), cite="TIN 12.1.1")
    publish(t, seats, quiet=True)


def _vote(t: Table) -> Play[None]:
    """Three to eight players (TIN 12.2)."""
    parts = components(t.table.house)
    stage = parts.events[t.table.event].agenda_stage or ""
    agenda = parts.agendas[t.box.agendas[stage][0]]
    tally = t.table.tally = Tally(agenda.id)
    t.table.agendas.append(agenda.id)
    t.table.step = "2"
    t.tell(
        AgendaRevealed(agenda.id, agenda.title, agenda.pass_.text, agenda.fail.text),
        cite="TIN 12.1.2",
    )
    seats = clockwise(t)
    ballots = yield from t.ask_all([Ballot(seat) for seat in seats])
    tally = t.table.tally
    assert tally is not None
    yes = no = 0
    for seat, ballot in zip(seats, ballots, strict=True):
        tally.ballots[str(seat)] = ballot
        t.tell(Voted(seat, ballot.votes, ballot.passes, ballot.free), cite="TIN 12.2.3")
        if ballot.passes:
            yes += ballot.votes
        else:
            no += ballot.votes
    t.table.step = "4"
    passed = yes > no
    if yes == no:
        die = t.draw("tie", parts.dice.black.faces, 1)[0]
        t.tell(Tied(die), cite="TIN 12.2.4")
        passed = die == "M"
    tally.passed = passed
    t.tell(Decided(passed, yes, no), cite="TIN 12.2.4")
    outcome = agenda.outcome(passed)
    named = ""
    if outcome.effect.most_votes_choice:
        named = yield from _named(t, outcome.effect.most_votes_choice)
    key = f"agenda {agenda.id} {'pass' if passed else 'fail'}"
    yield from _resolve(t, dict.fromkeys(seats, (key, outcome, named)))


def _named(t: Table, choice: str) -> Play[str]:
    """Ask what the player with most votes names for all (TIN 12.3.2, 30.7.2, 31.16.20)."""
    tally = t.table.tally
    assert tally is not None
    cast = {int(seat): ballot.votes for seat, ballot in tally.ballots.items()}
    most = max(cast.values())
    tied = [seat for seat in clockwise(t) if cast[seat] == most]
    if most == 0:
        tied = [t.table.speaker]
    while len(tied) > 1:
        faces = components(t.table.house).dice.black.faces
        dice = t.draw("most-votes", faces, len(tied))
        t.tell(ChooserRolls(tuple(tied), tuple(dice)), cite="TIN 12.3.2")
        alone = [seat for seat, die in zip(tied, dice, strict=True) if die == "I"]
        if len(alone) == 1:
            tied = alone
    chooser = tied[0]
    tally.chooser = chooser
    t.tell(ChooserFound(chooser), cite="TIN 12.3.2")
    named = yield from t.ask(NameForAll(chooser, what=_kind(choice)))
    tally = t.table.tally
    assert tally is not None
    tally.named = named
    t.tell(NamedForAll(chooser, named), cite="TIN 12.3.2")
    return named


def _kind(choice: str) -> str:
    return "sheet" if choice == "sheet" else "commodity"


def _resolve(t: Table, by_seat: dict[int, tuple[str, Outcome, str]]) -> Play[None]:
    """Everybody resolves an outcome at once (TIN 30.7.6)."""
    tally = t.table.tally
    assert tally is not None
    for seat, (key, outcome, named) in by_seat.items():
        pen = begin(t, seat)
        ballot = tally.ballots.get(str(seat), Vote())
        pen.draft.cast = ballot.votes - ballot.free
        pen.draft.named = named
        pen.draft.stack.append(Frame(list(outcome.effect.ops), source=key))
    seats = list(by_seat)
    yield from mark_all(t, seats)
    publish(t, seats, quiet=True)


def _against_the_ai(t: Table) -> Play[None]:
    """Vote as one and two players do: on a pair of outcomes, one of them starred (TIN 21.6)."""
    parts = components(t.table.house)
    stage = parts.events[t.table.event].agenda_stage or ""
    deck = [parts.agendas[id] for id in t.box.agendas[stage]]
    first = deck[0]
    second = next(card for card in deck[1:] if card.fail.star != first.pass_.star)
    better, worse = outcomes(first.pass_, second.fail)
    t.table.tally = Tally(first.id, second.id)
    t.table.agendas += [first.id, second.id]
    t.table.step = "3"
    t.tell(
        TwoAgendas((first.id, second.id), (first.title, second.title), better.text, worse.text),
        cite="TIN 21.6.3",
    )
    seats = clockwise(t)
    ballots = yield from t.ask_all([Ballot(seat) for seat in seats])
    tally = t.table.tally
    assert tally is not None
    cast = dict(zip(seats, ballots, strict=True))
    for seat, ballot in cast.items():
        tally.ballots[str(seat)] = ballot
        t.tell(Voted(seat, ballot.votes, True, ballot.free, plain=True), cite="TIN 21.6.4")
    base = ai.number(t.table, parts, "votes", stage)
    ai.close_section(t.table, parts, "votes", stage)
    die = t.draw("ai-votes", parts.dice.black.faces, 1)[0]
    tally.ai = base + parts.ai.votes_by_black_die[die]
    t.tell(AIVoted(tally.ai, die), cite="TIN 21.6.4")
    t.table.step = "4"
    chosen: dict[int, tuple[str, Outcome, str]] = {}
    asked: list[NameForAll] = []
    for seat in seats:
        won = cast[seat].votes > tally.ai
        outcome = better if won else worse
        t.tell(OutcomeFor(seat, won), cite="TIN 21.6.5")
        key = f"agenda {first.id} pass" if outcome is first.pass_ else f"agenda {second.id} fail"
        chosen[seat] = (key, outcome, "")
        if outcome.effect.most_votes_choice:
            asked.append(NameForAll(seat, what=_kind(outcome.effect.most_votes_choice)))
    answers = yield from t.ask_all(asked, "named")
    for question, named in zip(asked, answers, strict=True):
        key, outcome, _none = chosen[question.seat]
        chosen[question.seat] = (key, outcome, named)
        t.tell(NamedForAll(question.seat, named), cite="TIN 31.16.20")
    yield from _resolve(t, chosen)


def _spend_votes(t: Table) -> None:
    """Slash the votes cast, whichever outcome won; free ones are not (TIN 12.2.5)."""
    tally = t.table.tally
    assert tally is not None
    for seat, ballot in tally.ballots.items():
        t.table.players[int(seat)].industry.votes_spent += ballot.votes - ballot.free


def _afterwards(t: Table) -> Play[None]:
    """Resolve abilities that follow a council (TIN TW-24), then announcements."""
    if not nobody_acts(t, "council_end"):
        yield from _abilities_afterwards(t)
    announce(t, "5")


def _abilities_afterwards(t: Table) -> Play[None]:
    seats = clockwise(t)
    tally = t.table.tally
    assert tally is not None
    for seat in seats:
        pen = begin(t, seat)
        ballot = tally.ballots[str(seat)]
        if tally.second:
            right = ballot.votes > tally.ai
        else:
            right = ballot.votes > 0 and ballot.passes == tally.passed
        for key, effect in pen.abilities("council_end"):
            when = effect.when
            if when.get("voted_for_result") and not right:
                continue
            if ballot.votes < when.get("votes_cast_at_least", 0):
                continue
            pen.push(key, effect)
    yield from mark_all(t, seats)
    publish(t, seats, quiet=True)
