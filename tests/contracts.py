"""What every ruleset promises the kernel, as checks that play games and raise AssertionError.

`tests/rules/test_contracts.py` runs them on every ruleset; `test_planted_faults.py` runs them on
rulesets with a fault planted, so that we know they catch it.
"""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from rules.kernel.codec import decode, encode, plain
from rules.kernel.decisions import Reaction
from rules.kernel.errors import Diverged
from rules.kernel.match import Match, step_of
from rules.kernel.orders.clerk import Clerk
from rules.kernel.orders.sources import AnswerFinder
from rules.kernel.records.history import History
from rules.kernel.records.record import Answers, Given, Input, Ruling, Source
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.table import Ask
from rules.kernel.thinking.planner import KEEN, Planner
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import play_game, secret_for
from rules.lexicon import read_page

SomeRuleset = Ruleset[Any]


def began(ruleset: SomeRuleset, options: Any, seed: str) -> tuple[Match, History]:
    secret = secret_for(seed)
    match, ruling = Match.start(Setting(ruleset, options, secret))
    history = History(Setting(ruleset, options, secret))
    history.add(ruling, match.snap)
    return match, history


def pauses(
    ruleset: SomeRuleset, options: Any, seed: str, most: int = 10_000
) -> Iterator[tuple[Match, History]]:
    """Play a random game, and yield the match and its history at every question."""
    match, history = began(ruleset, options, seed)
    bot = RandomBot(Random(seed))
    while match.ask is not None and len(history.rulings) < most:
        yield match, history
        ruling = match.apply(bot.next_input(match))
        history.add(ruling, match.snap)


def inputs_of(history: History) -> list[Input]:
    return [given for ruling in history.path()[1:] for given in ruling.inputs]


def woken_everywhere_is_live(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    """Check that a match woken at every ruling makes the same rulings as one kept in memory."""
    live = play_game(ruleset, options, seed).history
    _, woken = began(ruleset, options, seed)
    assert woken.head.hash == live.rulings[0].hash
    for ruling in live.rulings[1:]:
        match = woken.wake()
        again = match.apply(ruling.inputs[0])
        assert again.hash == ruling.hash, f"ruling {ruling.n} differs when woken"
        woken.add(again, match.snap)


def cold_replay_is_live(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    """Check that a record gives the same game again, with each step's copy of the state or without
    it: no list may lie in two places of the state."""
    history = play_game(ruleset, options, seed).history
    match = Match(history.setting)
    try:
        history.verify()
        for ruling in history.rulings:
            match.replay(ruling)
    except Diverged as diverged:
        raise AssertionError(str(diverged)) from diverged
    assert match.snap == history.snapshots[max(history.snapshots)]


def salts_do_not_matter(path: str, players: int, seed: str) -> None:
    """Check that processes with different string-hash salts rule alike. `path`: of the ruleset."""
    code = (
        "import sys\n"
        "from rules.kernel.ruleset import Rulesets\n"
        "from rules.kernel.trials.simulate import play_game\n"
        "ruleset = next(iter(Rulesets([sys.argv[1]]).by_name.values()))\n"
        "options = ruleset.read_options({'players': int(sys.argv[2])})\n"
        "print(play_game(ruleset, options, sys.argv[3]).history.head.hash)\n"
    )
    hashes = set()
    for salt in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code, path, str(players), seed],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            text=True,
            check=True,
        )
        hashes.add(done.stdout.strip())
    assert len(hashes) == 1, "the game depends on the process's hash salt"


class _Reversing(Match):
    """A match in which every dict of the state is in reverse order after each step."""

    def _end_step(self) -> None:
        super()._end_step()
        self._run.state = _reversed(self._run.state)


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(item) for key, item in reversed(value.items())}
    if isinstance(value, list):
        return [_reversed(item) for item in value]
    if isinstance(value, msgspec.Struct):
        fields = {name: _reversed(getattr(value, name)) for name in value.__struct_fields__}
        return msgspec.structs.replace(value, **fields)
    return value


def dict_order_does_not_matter(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    history = play_game(ruleset, options, seed).history
    match, _ = _Reversing.start(Setting(ruleset, options, history.secret))
    for ruling in history.rulings[1:]:
        again = match.apply(ruling.inputs[0])
        assert again.hash == ruling.hash, f"ruling {ruling.n} depends on the order of a dict"


def interjections_anywhere_keep_promises(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    """Check the invariants with a random interjection made at every pause."""
    rng = Random(seed)
    bot = RandomBot(rng)
    for match, history in pauses(ruleset, options, seed):
        _promises(ruleset, match)
        for _ in range(8):
            if match.ask is None:
                break
            play = bot.interjection(match)
            if play is not None:
                history.add(match.apply(play), match.snap)
                _promises(ruleset, match)
                break
        _promises(ruleset, match)
        if match.ask is None:
            return


def _promises(ruleset: SomeRuleset, match: Match) -> None:
    broken = ruleset.invariants(match.state)
    assert not broken, broken


def questions_are_sound(ruleset: SomeRuleset, options: Any, seed: str, most: int = 10_000) -> None:
    """Check every question: default, sample, options, forced and usual answers are legal, order
    text reads back as the answer it was written from, and looking changes nothing."""
    rng = Random(seed)
    for match, _ in pauses(ruleset, options, seed, most):
        before = encode(match.state)
        assert match.ask is not None
        for address, decision in match.ask.items():
            view = match.view(decision.seat)
            described = decision.describe(view)
            assert described.prompt, address
            assert described.default, address
            sample = decision.sample(view, rng)
            for answer in (decision.default(view), sample, *_options(decision, view)):
                problems = decision.judge(view, answer)[1]
                assert not problems, (address, answer, problems)
                _reads_back(ruleset, match, address, answer)
            public = match.view(None)
            for answer in (decision.forced(public), decision.usual(public)):
                assert answer is None or not decision.judge(view, answer)[1], (address, answer)
        assert encode(match.state) == before, "a question changed the state"


def _options(decision: Any, view: Any) -> list[Any]:
    return [option.answer for option in decision.options(view)[:12]]


def _reads_back(ruleset: SomeRuleset, match: Match, address: str, answer: Any) -> None:
    assert match.ask is not None
    decision = match.ask.decision(address)
    assert decision is not None
    view = match.view(decision.seat)
    text = decision.write(view, answer)
    page = read_page(text, ruleset.order_verbs)
    assert not page.errors, (text, page.errors)
    reading = decision.read(view, page.lines)
    assert encode(reading.answer) == encode(decision.typed(answer)), (text, reading, answer)


def labels_are_unique(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    played = play_game(ruleset, options, seed).history
    labels = [draw.label for ruling in played.rulings for draw in ruling.dice]
    assert len(labels) == len(set(labels))
    answered = [
        g.address for given in inputs_of(played) if isinstance(given, Answers) for g in given.given
    ]
    assert len(answered) == len(set(answered))


def parallel_order_does_not_matter(ruleset: SomeRuleset, options: Any, seed: str) -> int:
    """Check that where seats go on at their own pace the order of their answers does not matter."""
    tried = 0
    for match, history in pauses(ruleset, options, seed):
        assert match.ask is not None
        if match.ask.mode != "first" or len(match.ask.addresses) < 2:
            continue
        ends = {_after_parallel(history.wake(), match.ask, order) for order in (1, -1)}
        assert len(ends) == 1, f"the order of answers matters after {match.ask.address}"
        tried += 1
    return tried


def _after_parallel(match: Match, first: Ask, order: int) -> bytes:
    step = step_of(first.address)
    while (
        match.ask is not None and match.ask.mode == "first" and step_of(match.ask.address) == step
    ):
        address, decision = match.ask.items()[::order][0]
        view = match.view(decision.seat)
        answer = decision.sample(view, Random(address))
        given = Given(decision.seat, address, plain(answer), Source("bot"))
        match.apply(Answers(match.ask.address, (given,)))
    return encode(match.state)


def forks_verify(ruleset: SomeRuleset, options: Any, seed: str, forks: int = 3) -> None:
    """Check that after amendments and play on the forks every branch replays as recorded."""
    rng = Random(seed)
    played = play_game(ruleset, options, seed)
    history = played.history
    bot = RandomBot(rng)
    for _ in range(forks):
        target = rng.choice(history.path()[1:])
        given = target.inputs[0]
        if not isinstance(given, Answers):
            continue
        before = history.wake(target.parent)
        assert before.ask is not None
        chosen = rng.choice(given.given)
        decision = before.ask.decision(chosen.address)
        assert decision is not None
        answer = decision.sample(before.view(chosen.seat), rng)
        fork = history.amend(target.n, chosen.address, plain(answer), Source("referee"))
        history.adopt(fork)
        match = fork.match
        for _ in range(10):
            if match.ask is None:
                break
            head = history.head
            history.add(match.apply(bot.next_input(match), n=head.n + 1, prev=head.hash))
    history.verify()


def games_do_not_touch(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    """Check that games played in turns in one process end as they do alone."""
    seeds = [f"{seed}/{i}" for i in range(2)]
    alone = [play_game(ruleset, options, s).history.head.hash for s in seeds]
    running = [pauses(ruleset, options, s) for s in seeds]
    last: dict[int, History] = {}
    for turn in itertools.zip_longest(*running):
        for i, at in enumerate(turn):
            if at is not None:
                last[i] = at[1]
    assert [last[i].head.hash for i in range(len(seeds))] == alone


# -- non-interference ------------------------------------------------------------------------


def twins_look_alike(
    ruleset: SomeRuleset, options: Any, seed: str, mode: Any = "ask", every: int = 1
) -> int:
    """Check that states which look equal to a seat give it equal views, questions and events.

    At step beginnings a twin is made with hidden things swapped; both tables are then played on
    with the same answers for as long as those are possible in both. Returns comparisons made.
    """
    rng = Random(seed)
    compared = 0
    for k, (match, history) in enumerate(pauses(ruleset, options, seed)):
        if match.snap.n != match.n or k % every:
            continue
        seat = rng.choice(match.seats)
        base = ruleset.copy(_decoded(ruleset, match))
        twin = ruleset.disguise(base, seat, rng)
        assert encode(ruleset.view(base, seat)) == encode(ruleset.view(twin, seat)), (
            "disguise changed what the seat sees"
        )
        compared += _compare_twins(ruleset, options, history, match, base, twin, seat, mode, rng)
    return compared


def thinking_sees_only_the_view(
    ruleset: SomeRuleset, options: Any, seed: str, planner: Any = Planner, every: int = 1
) -> int:
    """Check that states which look equal to a seat give a thinking player the same rehearsals of
    the game and the same answers. Returns comparisons made."""
    rng = Random(seed)
    compared = 0
    for k, (match, history) in enumerate(pauses(ruleset, options, seed)):
        assert match.ask is not None
        if match.snap.n != match.n or k % every:
            continue
        address, decision = rng.choice(match.ask.items())
        base = ruleset.copy(_decoded(ruleset, match))
        twin = ruleset.disguise(base, decision.seat, rng)
        answers = []
        for table, _ in _tables(ruleset, options, history, match, [base, twin]):
            if table.ask is None or table.ask.decision(address) != decision:
                break
            if encode(table.view(decision.seat)) != encode(match.view(decision.seat)):
                break
            table._since_snapshot = [_head_of(table, match)]
            thought = Thought(table, decision.seat, seed)
            worlds = [encode(thought.rehearsal(world).state) for world in range(2)]
            answer = planner(ruleset, BRIEF).answer(thought, address, decision)
            answers.append((worlds, encode(answer)))
        if len(answers) == 2:
            assert answers[0] == answers[1], f"seat {decision.seat} knows too much at {address}"
            compared += 1
    return compared


BRIEF = KEEN._replace(answers=4, worlds=1, steps=1, stages=0)


def _head_of(table: Match, match: Match) -> Ruling:
    """Return the head of `match` as the head of a table that was set up beside it."""
    ruling = match._since_snapshot[-1]
    open_ = table.ask.addresses if table.ask else ()
    return msgspec.structs.replace(ruling, state_hash=table._state_hash(), open=open_, inputs=())


def _decoded(ruleset: SomeRuleset, match: Match) -> Any:
    return decode(match.snap.state, ruleset.State)


def _tables(
    ruleset: SomeRuleset, options: Any, history: History, match: Match, states: list[Any]
) -> list[tuple[Match, list[Any]]]:
    """Return a match for each state, set up at the same place and run to its first question."""
    tables = []
    for state in states:
        snap = msgspec.structs.replace(match.snap, state=msgspec.Raw(encode(state)))
        table = Match(Setting(ruleset, options, history.secret))
        table._restore(snap)
        table.n = snap.n
        table._go(None)
        events = list(table._run.told)
        table._forget()
        tables.append((table, events))
    return tables


def _noticed(match: Match, seat: int, told: list[Any], mode: Any) -> list[Any]:
    """Return everything that `seat` can notice: events, view, questions, and who is asked."""
    ask = match.ask
    noticed: list[Any] = [plain(t.seen_by(seat)) for t in told if t.seen_by(seat) is not None]
    noticed.append(encode(match.view(seat)))
    if ask is None:
        return [*noticed, "over"]
    finder = AnswerFinder(match, Clerk(match, asks_by_default=match.seats), mode)
    survey = finder.survey(ask)
    noticed += [ask.mode, ask.address, ask.addresses, survey.timed, survey.wanted]
    public = match.view(None)
    noticed += [plain(d.forced(public)) for d in ask.decisions]
    for _, decision in match.open_for(seat):
        noticed.append(tuple(decision.describe(match.view(seat))))
    return noticed


def _told_apart(ruleset: SomeRuleset, one: list[Any], two: list[Any], seat: int) -> bool:
    """Whether the rules themselves told the seat what differs: in private (it drew a card), or
    by an event declared to reveal something. Everything it is told before must be the same; what
    follows may rest on what was revealed."""
    told = [[t for t in tale if t.seen_by(seat) is not None] for tale in (one, two)]
    for here, there in itertools.zip_longest(*told):
        if here and there and encode(here.seen_by(seat)) == encode(there.seen_by(seat)):
            continue
        revealing = [t for t in (here, there) if t and _tells(ruleset, t, seat)]
        assert revealing, f"seat {seat} is told different things"
        return True
    return False


def _tells(ruleset: SomeRuleset, told: Any, seat: int) -> bool:
    private = told.to is not None and seat in told.to
    return private or ruleset.event_kinds[told.event["kind"]].reveals


def _compare_twins(
    ruleset: SomeRuleset,
    options: Any,
    history: History,
    match: Match,
    base: Any,
    twin: Any,
    seat: int,
    mode: Any,
    rng: Random,
) -> int:
    tables = _tables(ruleset, options, history, match, [base, twin])
    compared = 0
    for _ in range(20):
        (one, told_one), (two, told_two) = tables
        if _told_apart(ruleset, told_one, told_two, seat):
            return compared
        looks = [_noticed(one, seat, told_one, mode), _noticed(two, seat, told_two, mode)]
        assert encode(looks[0]) == encode(looks[1]), (
            f"seat {seat} can tell the tables apart at {one.ask and one.ask.address}: "
            f"{[(a, b) for a, b in zip(*looks, strict=False) if encode(a) != encode(b)][:2]}"
        )
        compared += 1
        if one.ask is None or one.snap.n != match.n:
            return compared
        given = _answers_for_both(one, two, rng)
        if given is None:
            return compared
        tables = [(m, list(m.apply(given).events)) for m in (one, two)]
    return compared


def _answers_for_both(one: Match, two: Match, rng: Random) -> Answers | None:
    assert one.ask is not None
    given = []
    for address, decision in one.ask.items():
        view = one.view(decision.seat)
        tries = (decision.sample(view, rng), decision.default(view))
        fits = [a for a in tries if not decision.judge(two.view(decision.seat), a)[1]]
        if not fits:
            return None
        given.append(Given(decision.seat, address, plain(fits[0]), Source("bot")))
        if one.ask.mode == "first":
            break
    return Answers(one.ask.address, tuple(given))


def quiet_windows_leak_nothing(ruleset: SomeRuleset, options: Any, seed: str) -> None:
    """Check that only reactions are asked in windows, and that silence declines."""
    for match, _ in pauses(ruleset, options, seed):
        ask = match.ask
        assert ask is not None
        if ask.mode == "window":
            assert all(isinstance(d, Reaction) for d in ask.decisions)
            for _, decision in ask.items():
                declined = decision.default(match.view(decision.seat))
                assert isinstance(decision, Reaction)
                assert decision.declines(decision.typed(declined)), "silence must decline"
