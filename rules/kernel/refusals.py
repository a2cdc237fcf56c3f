"""Why an input does not fit what is open now."""

from collections.abc import Callable, Mapping

import msgspec

from rules.kernel.codec import typed
from rules.kernel.decisions import Interjection, Problem
from rules.kernel.errors import Refusal
from rules.kernel.records.record import Answers, Interject
from rules.kernel.speech import _
from rules.kernel.table import Ask
from rules.kernel.views import SomeView


def stale() -> Problem:
    """Return the problem of an answer to a question that is no longer open."""
    words = _("This question is no longer open; look at the newest mail for what is open now.")
    return Problem("stale", words)


def refused_answers(
    ask: Ask | None, view_of: Callable[[int], SomeView], answers: Answers
) -> list[Refusal]:
    """Return why answers do not fit the open question, or are not legal."""
    if ask is None or answers.at != ask.address:
        return [Refusal(g.seat, g.address, stale()) for g in answers.given]
    refused: list[Refusal] = []
    for given in answers.given:
        decision = ask.decision(given.address)
        if decision is None:
            problems = [stale()]
        elif decision.seat != given.seat:
            words = _("This question is for another seat; you cannot answer it.")
            problems = [Problem("not-your-question", words)]
        else:
            problems = decision.judge(view_of(given.seat), given.answer)[1]
        refused += [Refusal(given.seat, given.address, p) for p in problems]
    wanted = set(ask.addresses)
    answered = {g.address for g in answers.given}
    if len(answered) != len(answers.given):
        twice = Problem("answered-twice", _("The same question was answered twice."))
        refused.append(Refusal(-1, answers.at, twice))
    if ask.mode in ("all", "window") and not answered >= wanted:
        missing = Problem("incomplete", _("Not everybody has answered yet."))
        refused += [Refusal(-1, at, missing) for at in sorted(wanted - answered)]
    if ask.mode in ("one", "first") and len(answered) != 1:
        missing = Problem("incomplete", _("One answer is needed."))
        refused.append(Refusal(-1, answers.at, missing))
    return refused


def refused_interjection(
    ask: Ask | None,
    kinds: Mapping[str, type[Interjection]],
    view_of: Callable[[int], SomeView],
    given: Interject,
) -> list[Refusal]:
    """Return why something is not done outside the decisions now."""
    kind = kinds.get(given.what)
    if ask is None or ask.address != given.at:
        return [Refusal(given.seat, given.at, stale())]
    if kind is None:
        name = repr(given.what)
        words = _("There is nothing called {name} to do outside your decisions.", name=name)
        return [Refusal(given.seat, given.at, Problem("unknown-interjection", words))]
    try:
        what = typed(given.data, kind)
    except msgspec.ValidationError as error:
        words = _("This cannot be done as written: {error}.", error=error)
        return [Refusal(given.seat, given.at, Problem("malformed", words))]
    if what.seat != given.seat:
        words = _("You can only do this for your own seat.")
        return [Refusal(given.seat, given.at, Problem("not-your-seat", words))]
    return [
        Refusal(party, given.at, problem)
        for party in what.parties()
        for problem in what.problems(view_of(party))
    ]
