"""Ways of asking that many games need, built on the table's questions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from rules.kernel.decisions import Decision, Reaction
from rules.kernel.errors import KernelError
from rules.kernel.events import Overtaken
from rules.kernel.table import Ask, Effect, Play, Table, generator_of
from rules.kernel.views import Box, Private, Public

A = TypeVar("A")
D = TypeVar("D", bound=Decision[Any])


def window(
    t: Table[Public, Private, Box],
    name: str,
    order: Sequence[int],
    react: Callable[[int], Reaction[A]],
    play: Callable[[Table[Public, Private, Box], int, A], Effect],
    settled: Callable[[], bool] = lambda: False,
) -> Play[None]:
    """Open a reaction window: laps of sealed answers until nobody acts, or until `settled()`.

    Everybody in `order` is asked at once, whatever they hold; plays then resolve in that order,
    each checked again: one that was overtaken is dropped and its card kept. `order` must follow
    from public facts. `play` may itself open windows.
    """
    w = t.sub(name)
    acted = True
    while acted and not settled():
        acted = False
        asked = [react(seat) for seat in order]
        answers = yield from w.ask_window("lap", asked)
        for decision, answer in zip(asked, answers, strict=True):
            if decision.declines(answer):
                continue
            if settled() or w.check(decision, answer):
                what = decision.write(w.view(decision.seat), answer)
                w.tell(Overtaken(decision.seat, what), to=decision.seat)
                continue
            acted = True
            yield from running(play(w, decision.seat, answer))


def in_order(
    t: Table[Public, Private, Box],
    decisions: Sequence[D],
    effect: Callable[[Table[Public, Private, Box], D, Any], Effect],
    is_out: Callable[[int], bool] = lambda seat: False,
) -> Play[None]:
    """Ask all at once, then carry the answers out in order; ask again whoever was overtaken.

    `is_out(seat)`: whether a seat has left the game meanwhile, so that its answer is void.
    An owed question (a discard that may be made later) is asked in this way too: keep a public mark
    in the state, offer an interjection that answers the question early, and call this with the
    questions that are still owed just before they matter.
    """
    answers = yield from t.ask_all(decisions)
    for decision, answer in zip(decisions, answers, strict=True):
        if is_out(decision.seat):
            continue
        if t.check(decision, answer):
            answer = yield from t.ask(decision)
        yield from running(effect(t, decision, answer))


def parallel(
    t: Table[Public, Private, Box],
    name: str,
    branches: Mapping[int, Callable[[Table[Public, Private, Box]], Effect]],
) -> Play[None]:
    """Let each seat go on at its own pace, as its own answers come.

    A branch may touch only its own seat's things and ask one question at a time; shared piles
    wait until all have finished. A question still open keeps its address.
    """
    running_: dict[int, Play[Any]] = {}
    waiting: dict[int, Ask] = {}

    def push(seat: int, sent: dict[str, Any] | None) -> None:
        ask = _next_ask(running_[seat], sent)
        if ask is None:
            del running_[seat]
            waiting.pop(seat, None)
            return
        if ask.mode != "one":
            raise KernelError("a parallel branch asks one question at a time")
        waiting[seat] = ask

    for seat in sorted(branches):
        gen = generator_of(branches[seat](t.sub(f"{name}@{seat}")))
        if gen is not None:
            running_[seat] = gen
            push(seat, None)
    while waiting:
        open_ = [item for seat in sorted(waiting) for item in waiting[seat].items()]
        address, answer = yield from t.ask_first(open_)
        seat = next(s for s, ask in waiting.items() if address in ask.addresses)
        push(seat, {address: answer})


def together(
    t: Table[Public, Private, Box],
    name: str,
    asks: Sequence[Decision[A]],
    apply: Callable[[Table[Public, Private, Box], int, A], Effect],
    reveal: Callable[[Table[Public, Private, Box]], None],
) -> Play[None]:
    """Let everybody work on their own sheet at the same time, then show all sheets together.

    The answers to `asks` are collected sealed, so each can be sent again or taken back until all
    are in. `apply(t, seat, answer)` then works on the seat's own things in `hand`, seat by seat
    in the order of `asks`, so that whatever is drawn from a shared pile comes in that order. It
    may ask its own seat once more (something was drawn in the midst of it): all who are asked
    again answer sealed as well. `reveal(t)` comes last: it moves the sheets from `hand` to
    `table` and tells everybody.

    Until then the public table must stay as it is, and `apply` may tell things to its own seat
    only; a KernelError says so. That somebody is asked again is no secret.
    """
    if len({decision.seat for decision in asks}) != len(asks):
        raise KernelError("everybody is asked once when all work together")
    answers = yield from t.ask_all(asks, name)
    waiting: dict[int, tuple[Play[None], Ask]] = {}
    for decision, answer in zip(asks, answers, strict=True):
        seat = decision.seat
        told = t.events_told
        gen = generator_of(apply(t.sub(f"{name}@{seat}"), seat, answer))
        if told != t.events_told:
            t.told_only(seat, told)
        if gen is not None and (ask := _own_ask(t, seat, gen, None)) is not None:
            waiting[seat] = gen, ask
    while waiting:
        asked, waiting = waiting, {}
        open_ = [item for _gen, ask in asked.values() for item in ask.items()]
        got = yield from t.ask_these(f"{name}-again", open_)
        for seat, (gen, ask) in asked.items():
            again = _own_ask(t, seat, gen, {address: got[address] for address in ask.addresses})
            if again is not None:
                waiting[seat] = gen, again
    reveal(t)


def _own_ask(
    t: Table[Public, Private, Box], seat: int, gen: Play[None], sent: dict[str, Any] | None
) -> Ask | None:
    """Go on with a seat's work on its own sheet up to its next question; None where it is done."""
    told = t.events_told
    ask = _next_ask(gen, sent)
    if told != t.events_told:
        t.told_only(seat, told)
    if ask is not None and (ask.mode != "one" or ask.decisions[0].seat != seat):
        raise KernelError("whoever works on their own sheet is asked one question at a time")
    return ask


def _next_ask(gen: Play[None], sent: dict[str, Any] | None) -> Ask | None:
    """Go on with a rule's body up to its next question; None where it has ended."""
    try:
        return gen.send(sent)  # type: ignore[arg-type]
    except StopIteration:
        return None


def running(result: Effect) -> Play[None]:
    """Go through with an effect, whether a plain function or a generator has made it."""
    gen = generator_of(result)
    if gen is not None:
        yield from gen
