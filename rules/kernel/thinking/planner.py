"""A player for every game, out of the rules alone.

For an open question it collects answers (the game's ideas, listed options, samples), plays each of
them forward in rehearsals of the game (`rehearsal`), everybody by the game's first idea, and
takes the answer after which the game's `prospects` are best. What it means to do in the rest of its
turn it keeps in mind, and changes only for something better.

It is given a `Thought`, so it knows what its seat may know. Without a time limit it is
deterministic: equal views, seeds and levels give equal answers.
"""

import time
from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from rules.kernel.codec import encode
from rules.kernel.decisions import Decision, Interjection, Reaction
from rules.kernel.features import Thinking
from rules.kernel.match import step_of
from rules.kernel.ruleset import Ruleset
from rules.kernel.thinking.comparison import Contender, Trial, best, still_open
from rules.kernel.thinking.rehearsal import Rehearsal, Thought
from rules.kernel.views import SomeView

WIN: Final = 8.0
"""What the first place at the end of the game is worth, in points."""
RIVALS: Final = 0.35
"""What a point of the strongest rival costs, in own points."""
MARGIN: Final = 0.03
"""By how much one must be better off with a deal."""
DOUBT: Final = 0.02
"""What each place in the order of ideas costs: the game's first idea is not left for nothing."""
FEW: Final = 3
"""How many answers are compared at least."""
MOST_ANSWERS_IN_THOUGHT: Final = 3_000
"""After so many answers a rehearsal is judged where it stands."""


class Level(NamedTuple):
    """How hard a player thinks: answers compared, worlds each is tried in, steps looked ahead.

    `answers` 0: it does not think, and answers at random. 1: it does what the game's first idea is,
    and compares a few answers where the game has none. `stages`: so many ends of a round are looked
    ahead to besides: there all answers are judged in the same situation, whatever was done early
    or late in the round.
    """

    name: str
    answers: int
    worlds: int
    steps: int
    stages: int = 0


RANDOM: Final = Level("random", 0, 0, 0)
STEADY: Final = Level("steady", 1, 1, 2, 0)
KEEN: Final = Level("keen", 6, 6, 3, 1)
LEVELS: Final[Mapping[str, Level]] = {level.name: level for level in (RANDOM, STEADY, KEEN)}


class Considered(NamedTuple):
    """An answer that was thought through: what it is worth, and what it gains by its parts."""

    answer: Any
    worth: float
    parts: Mapping[str, float]


def thinking_of(ruleset: Ruleset[Any]) -> Thinking:
    """Return what the game tells a thinking player: at least the points."""

    def points(view: SomeView, seat: int) -> Mapping[str, float]:
        return {"points": next(r.points for r in ruleset.standings(view) if r.seat == seat)}

    return ruleset.features.thinking or Thinking(points)


class Policy:
    """The cheap player of rehearsals: the game's first legal idea, else a random legal answer."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.thinking = thinking_of(ruleset)

    def idea(self, decision: Decision[Any], view: SomeView, rng: Random) -> Any:
        """Return the first legal idea, None where there is none."""
        ideas = self.thinking.ideas(decision, view, rng)
        return next((idea for idea in ideas if not decision.problems(view, idea)), None)

    def answer(self, decision: Decision[Any], view: SomeView, rng: Random) -> Any:
        idea = self.idea(decision, view, rng)
        if idea is not None:
            return idea
        if isinstance(decision, Reaction):
            return decision.default(view)
        return decision.sample(view, rng)


def without_thinking(decision: Decision[Any], view: SomeView, public: SomeView) -> Any:
    """Return the answer where there is nothing to choose; None where there is."""
    if isinstance(decision, Reaction) and not decision.can(view):
        return decision.default(view)
    forced = decision.forced(public)
    return forced if forced is not None else decision.usual(public)


class Planner:
    """One seat's thinking player. Keep it for the length of a game: it remembers its plans."""

    def __init__(
        self, ruleset: Ruleset[Any], level: Level = KEEN, seconds: float | None = None
    ) -> None:
        """`seconds`: CPU time for one answer; None: all the trials of the level."""
        self.ruleset = ruleset
        self.level = level
        self.seconds = seconds
        self.thinking = thinking_of(ruleset)
        self.policy = Policy(ruleset)
        self.broken_off = 0
        """How many rehearsals met what cannot be."""
        self._plan: dict[str, tuple[Decision[Any], Any]] = {}

    # -- answering -------------------------------------------------------------------------------

    def answer(self, thought: Thought, address: str, decision: Decision[Any]) -> Any:
        """Return the answer to one of the open questions of the thought's seat."""
        view = thought.view
        rng = Random(f"{thought.seed}/{address}/{thought.seat}")
        if not self.level.answers:
            return decision.sample(view, rng)
        settled = without_thinking(decision, view, thought.public)
        if settled is not None:
            return settled
        if self.level.answers == 1:
            idea = self.policy.idea(decision, view, rng)
            if idea is not None:
                return idea
        return self.consider(thought, address, decision)[0].answer

    def consider(
        self, thought: Thought, address: str, decision: Decision[Any], most: int | None = None
    ) -> list[Considered]:
        """Return the answers thought through, best first, and keep the plan of the best one."""
        view = thought.view
        rng = Random(f"{thought.seed}/{address}/{thought.seat}")
        planned = self._planned(address, decision, view)
        most = most or max(FEW, 0 if isinstance(decision, Reaction) else self.level.answers)
        answers, known = self._candidates(decision, view, rng, planned, most)
        if len(answers) == 1:
            return [Considered(answers[0], 0.0, {})]
        contenders = [Contender(answer, -DOUBT * min(i, 5)) for i, answer in enumerate(answers)]
        first = contenders[0] if known else None
        alive = contenders
        began = time.process_time() if self.seconds is not None else 0.0
        for world in range(self.level.worlds):
            for one in alive:
                found = self._try_out(thought, address, one.answer, world)
                if found is not None:
                    one.trials[world] = found
            alive = still_open(alive, first)
            if len(alive) == 1:
                break
            if self.seconds is not None and time.process_time() - began > self.seconds:
                break
        chosen = best(alive, first if first in alive else None)
        self._plan = dict(chosen.plan)
        rest = sorted((one for one in contenders if one is not chosen), key=lambda one: -one.worth)
        now = self.thinking.prospects(view, thought.seat)
        return [Considered(one.answer, one.worth, one.gains(now)) for one in (chosen, *rest)]

    def _candidates(
        self, decision: Decision[Any], view: SomeView, rng: Random, planned: Any, most: int
    ) -> tuple[list[Any], bool]:
        """Return different legal answers (what was planned, ideas, listed options, samples), and
        whether the first of them is more than a guess."""
        found: dict[bytes, Any] = {}

        def add(answer: Any) -> None:
            key = encode(answer)
            if key not in found and not decision.problems(view, answer):
                found[key] = answer

        if planned is not None:
            add(planned)
        for idea in self.thinking.ideas(decision, view, rng):
            if len(found) < most:
                add(idea)
        known = bool(found)
        options = decision.options(view)
        listed = [option.answer for option in options]
        rng.shuffle(listed)
        for answer in listed:
            if len(found) < most:
                add(answer)
        add(decision.default(view))
        if not options:
            for _ in range(max(0, min(3, most - len(found)))):
                add(decision.sample(view, rng))
        return list(found.values()), known

    # -- thinking --------------------------------------------------------------------------------

    def _try_out(self, thought: Thought, address: str, answer: Any, world: int) -> Trial | None:
        """Play one answer forward in one world, and judge where that leads; None if it breaks off.

        A step that is under way may have looked at what was hidden before the world was dealt
        otherwise, and then meet what cannot be. That says nothing about the answer.
        """
        try:
            return self._played_out(thought, address, answer, world)
        except (AssertionError, LookupError, ValueError):
            self.broken_off += 1
            return None

    def _played_out(self, thought: Thought, address: str, answer: Any, world: int) -> Trial:
        game = thought.rehearsal(world)
        chance = f"{thought.seed}/{world}/"
        plan: dict[str, tuple[Decision[Any], Any]] = {}
        step = step_of(address)
        self._go_on(game, chance, {address: answer})
        stage, begun, changed, answers = game.stage, game.steps, 0, 0
        while game.ask is not None and answers < MOST_ANSWERS_IN_THOUGHT:
            if game.stage != stage:
                stage, changed = game.stage, changed + 1
            if changed >= self.level.stages and game.steps - begun >= self.level.steps:
                break
            answers += 1
            if game.steps == begun and step_of(game.ask.address) == step:
                self._go_on(game, chance, {}, plan, thought.seat)
            else:
                self._go_on(game, chance, {})
        return Trial(*self._judge(game, thought.seat), plan)

    def _go_on(
        self,
        game: Rehearsal,
        chance: str,
        given: Mapping[str, Any],
        plan: dict[str, tuple[Decision[Any], Any]] | None = None,
        seat: int = -1,
    ) -> None:
        """Answer everything that is asked: as given, else by the policy.

        The policy's chance hangs on the question's address, so that different answers of ours do
        not change what others do for no reason.
        """
        assert game.ask is not None
        sent: dict[str, Any] = {}
        items = game.ask.items()
        if game.ask.mode == "first":
            items = [one for one in items if one[0] in given] or items[:1]
        for address, decision in items:
            if address in given:
                sent[address] = given[address]
                continue
            rng = Random(chance + address)
            answer = self.policy.answer(decision, game.view(decision.seat), rng)
            sent[address] = answer
            if plan is not None and decision.seat == seat:
                plan[address] = (decision, answer)
        game.go_on(sent)

    def _judge(self, game: Rehearsal, seat: int) -> tuple[float, Mapping[str, float]]:
        """Return what the game is worth to `seat`: its prospects, less those of the rivals."""
        public = game.view(None)
        parts = self.thinking.prospects(game.view(seat), seat)
        others = [
            sum(self.thinking.prospects(public, other).values())
            for other in game.seats
            if other != seat
        ]
        worth = sum(parts.values()) - RIVALS * max(others, default=0.0)
        if others:
            worth -= RIVALS * sum(others) / len(others) / 2
        if game.over:
            places = {rank.seat: rank.place for rank in self.ruleset.standings(public)}
            worth += WIN if places[seat] == 1 else -WIN * (places[seat] - 1) / len(places)
        return worth, parts

    # -- plans -----------------------------------------------------------------------------------

    def _planned(self, address: str, decision: Decision[Any], view: SomeView) -> Any:
        """Return what was planned for this question, if it is still the same and possible."""
        asked, answer = self._plan.get(address, (None, None))
        if asked != decision or decision.problems(view, answer):
            return None
        return answer

    # -- deals -----------------------------------------------------------------------------------

    def accepts(self, thought: Thought, offer: Interjection) -> bool:
        """Return whether the seat is better off with a deal than without it."""
        return self._gain(thought, offer, thought.seat, {}) > MARGIN

    def offer(self, thought: Thought) -> Interjection | None:
        """Return a deal by which the seat gains, and by which the others seem to gain too."""
        if not self.level.answers:
            return None
        rng = Random(f"{thought.seed}/{thought.at}/{thought.seat}/offer")
        best: tuple[float, Interjection] | None = None
        now: dict[int, float] = {}
        for what in self.thinking.offers(thought.view, rng):
            gain = self._gain(thought, what, thought.seat, now)
            others = [s for s in what.parties() if s != thought.seat]
            if gain <= max(MARGIN, best[0] if best else MARGIN):
                continue
            if all(self._gain(thought, what, s, now) > MARGIN for s in others):
                best = gain, what
        return best[1] if best else None

    def _gain(
        self, thought: Thought, what: Interjection, seat: int, now: dict[int, float]
    ) -> float:
        """Return what a deal changes for a seat, as far as the thought's own seat can tell.

        `now`: what the game is worth without it, by seat, as far as that is known already.
        """
        own = seat == thought.seat
        if seat not in now:
            now[seat] = self._total(thought.rehearsal(0), seat, own)
        after = thought.rehearsal(0)
        if not after.interject(what):
            return 0.0
        gain = self._total(after, seat, own) - now[seat]
        if after.over:
            places = {rank.seat: rank.place for rank in self.ruleset.standings(after.view(None))}
            gain += WIN if places[seat] == 1 else -WIN
        return gain

    def _total(self, game: Rehearsal, seat: int, own: bool) -> float:
        view = game.view(seat if own else None)
        return sum(self.thinking.prospects(view, seat).values())


def level_of(name: str) -> Level:
    """Return the level of this name; KeyError names those there are."""
    if name not in LEVELS:
        raise KeyError(f"There is no level {name!r}; there are: {', '.join(LEVELS)}.")
    return LEVELS[name]
