"""Modelled people: when they look at their mail, and what they write from the view they have."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from rules.kernel.decisions import Choice, Decision, Reaction
from rules.kernel.match import Match, step_of
from rules.kernel.thinking.planner import Policy
from rules.kernel.thinking.rehearsal import Rehearsal, Thought
from rules.kernel.views import SomeView

ZONES: Final = (("Europe/Warsaw", 1.0), ("America/New_York", -5.0), ("Australia/Brisbane", 10.0))
"""Three time zones far apart, with their hours east of Greenwich."""
AWAKE: Final = (7.0, 23.0)
TURNS_AHEAD: Final = 4
FEW_TURNS: Final = 2
"""With fewer turns than this still waiting, somebody who looks writes more."""
FALLBACKS: Final = 2
"""So many of the turns after it somebody names for a turn that may not be legal by then."""
MOST_ANSWERS: Final = 400
"""After so many answers somebody stops thinking ahead."""


def looks(seed: str, zone: float, a_day: int, absent: float) -> Iterator[float]:
    """Yield the hours since the beginning at which somebody looks at their mail.

    They look so many times a day at random waking hours of their zone, and not at all on a share
    of the days.
    """
    rng = Random(seed)
    day = 0
    while True:
        if rng.random() >= absent:
            hours = sorted(rng.uniform(*AWAKE) for _ in range(a_day))
            yield from (day * 24 + hour - zone for hour in hours)
        day += 1


class Foreseen(NamedTuple):
    """One answer of one's own that somebody thinks ahead to, as the lines that write it."""

    address: str
    decision: Decision[Any]
    lines: tuple[str, ...]
    round: int
    before: bool
    """Whether the answers of others come before it, which are guessed."""


class Learned:
    """What somebody has read in their mails: only that do they write besides answers."""

    def __init__(self) -> None:
        self.rules: list[str] = []
        """Standing orders that mails have offered and that are not sent yet, as they stand
        there."""
        self.writes_ahead = False
        """Whether a mail has said how turns are written before they come."""

    def read(self, body: str) -> None:
        """Take in a mail."""
        self.writes_ahead = self.writes_ahead or NEXT_TURN in body
        offers = False
        for line in body.splitlines():
            if line and not line[0].isspace():
                offers = line in OFFERING
            elif offers and line.startswith(f"{INDENT}STANDING: "):
                self.rules.append(line.strip())


INDENT: Final = "  "
OFFERING: Final = ("WORTH A STANDING ORDER", "RULES FOR YOUR CARDS")
"""The blocks of a mail whose lines can be sent back as they stand."""
NEXT_TURN: Final = "NEXT TURN:"


class Mind:
    """How one person plans: by the game's own ideas, in rehearsals of what their seat can see."""

    def __init__(self, match: Match, seat: int, seed: str) -> None:
        self._policy = Policy(match.ruleset)
        self._seat = seat
        self._seed = seed
        self._on_offer: dict[type[Decision[Any]], dict[str, None]] = {}
        """What anybody is offered on the way, by the kind of question."""

    def answer(self, match: Match, address: str, decision: Decision[Any]) -> str:
        """Return the lines that answer one question, without a thought of what follows."""
        view = match.view(self._seat)
        rng = Random(f"{self._seed}/{address}/{match.n}")
        return decision.write(view, self._policy.answer(decision, view, rng))

    def foresee(self, match: Match, turns: int = TURNS_AHEAD) -> list[Foreseen]:
        """Return one's own answers from now on, as far as so many turns after what is open.

        Others are taken to do as little as they may: what they will do is not known.
        """
        self._on_offer = {}
        game = Thought(match, self._seat, f"{self._seed}/{match.n}").rehearsal(0)
        found: list[Foreseen] = []
        open_now = {address for address, _decision in match.open_for(self._seat)}
        begun = 0
        others = False
        for _ in range(MOST_ANSWERS):
            if game.ask is None:
                break
            own = [a for a, d in game.ask.items() if d.seat == self._seat and d.root]
            new = [a for a in own if a not in open_now]
            if new and begun >= turns:
                break
            begun += bool(new)
            others = self._go_on(game, found, others, open_now)
        return found

    def turns_to_come(self, match: Match, most: int) -> list[frozenset[str]]:
        """Return the verbs of each question that begins a turn of one's own and could be answered
        now, the next one first, as far as so many."""
        open_now = {address for address, _decision in match.open_for(self._seat)}
        return [
            frozenset(one.decision.verbs)
            for one in self.foresee(match, most)
            if one.decision.root and one.address not in open_now and _is_known(one, match)
        ]

    def answers_ahead(self, match: Match) -> dict[str, tuple[str, ...]]:
        """Return the lines that answer what others may ask in this round, by what it is about."""
        view = match.view(self._seat)
        found: dict[str, tuple[str, ...]] = {}
        for decision in match.ruleset.may_be_asked(view):
            if decision.root:
                continue
            about = _about(decision)
            rng = Random(f"{self._seed}/{match.round}/{about}")
            answer = self._policy.answer(decision, view, rng)
            found[about] = tuple(_with_least(decision, view, answer))
        return found

    def _otherwise(
        self, decision: Choice[Any], view: SomeView, answer: Any, rng: Random
    ) -> list[str]:
        """Return the other options as fallbacks, as people rank cards that somebody may take
        before."""
        mine = decision.write(view, answer)
        others = [order for order in self._on_offer[type(decision)] if order != mine]
        return [f"OR {order}" for order in _shuffled(others, rng)]

    def _go_on(
        self, game: Rehearsal, found: list[Foreseen], others: bool, open_now: set[str]
    ) -> bool:
        """Answer what is asked: one's own as one would, the rest in the least way."""
        assert game.ask is not None
        items = game.ask.items()
        mine = [(a, d) for a, d in items if d.seat == self._seat]
        if game.ask.mode == "first":
            items = mine[:1] or items[:1]
        sent: dict[str, Any] = {}
        for address, decision in items:
            view = game.view(decision.seat)
            if decision.root and isinstance(decision, Choice):
                there = {option.order: None for option in decision.options(view)}
                self._on_offer.setdefault(type(decision), {}).update(there)
            if decision.seat != self._seat:
                sent[address] = decision.default(view)
                others = True
                continue
            rng = Random(f"{self._seed}/{address}")
            sent[address] = answer = self._policy.answer(decision, view, rng)
            if isinstance(decision, Reaction) and decision.declines(answer):
                continue
            if decision.forced(game.view(None)) is not None:
                continue
            written = decision.write(view, answer).splitlines()
            if address not in open_now:
                written = _with_least(decision, view, answer)
            if decision.root and isinstance(decision, Choice):
                written += self._otherwise(decision, view, answer, rng)
            found.append(Foreseen(address, decision, tuple(written), game.round, others))
        game.go_on(sent)
        return others


def _is_known(one: Foreseen, match: Match) -> bool:
    """Return whether what a question is about lies on the table: nobody votes on what is unseen."""
    view = match.view(None)
    subjects = {match.ruleset.subject(view, verb) for verb in one.decision.verbs}
    return one.decision.subject() in ("", *subjects)


def _about(decision: Decision[Any]) -> str:
    """Return what tells a question from others that may be asked in the same round."""
    return f"{decision.kind()} {dict(decision.facts())}"


def _with_least(decision: Decision[Any], view: SomeView, answer: Any) -> list[str]:
    """Return the lines that give an answer ahead, and the least answer as their fallback where the
    question is one of several alike."""
    written = decision.write_ahead(view, answer).splitlines()
    if decision.ahead and decision.facts():
        least = decision.write_ahead(view, decision.default(view)).splitlines()
        written += [f"OR {line}" for line in least if line not in written]
    return written


def _shuffled(things: list[str], rng: Random) -> list[str]:
    return rng.sample(things, len(things))


def mail_of(
    match: Match,
    seat: int,
    foreseen: list[Foreseen],
    ahead: Mapping[str, Sequence[str]],
    learned: Learned,
) -> str:
    """Return what somebody writes: rules that mails have offered, answers to what is open, the rest
    of that turn, answers to what others may ask, then the turns after it, a block for each."""
    open_now = {address for address, _decision in match.open_for(seat)}
    steps = {step_of(address) for address in open_now}
    now: list[str] = []
    later: dict[str, list[str]] = {}
    roots: set[str] = set()
    for one in foreseen:
        if not _is_known(one, match):
            continue
        step = step_of(one.address)
        if one.address in open_now or (step in steps and open_now):
            now += one.lines
        elif one.decision.root:
            roots.add(step)
            later.setdefault(step, []).extend(one.lines)
        elif step in roots:
            later[step].extend(one.lines)
        elif one.decision.ahead and one.round == match.round:
            now += one.lines
    known = {_about(one.decision) for one in foreseen if one.round == match.round}
    now += [line for about, lines in ahead.items() if about not in known for line in lines]
    turns = _turns(foreseen, later) if learned.writes_ahead else ()
    return "\n".join([*learned.rules, *now, *turns])


def _turns(foreseen: list[Foreseen], later: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the blocks of later turns, each with the turns after it as its fallbacks: where a turn
    cannot be played as it was written, people go on with their next one."""
    begun = {
        step_of(one.address): (type(one.decision), one.round)
        for one in foreseen
        if one.decision.root
    }
    steps = list(later)
    for i, step in enumerate(steps, start=1):
        yield from ("NEXT TURN:", *later[step])
        ranked = issubclass(begun[step][0], Choice)
        after = [other for other in steps[i:] if begun[other] == begun[step] and not ranked]
        for other in after[:FALLBACKS]:
            yield from ("OR:", *later[other])
