"""How a mail says that it is answered: the answers to choose from, and the lines to edit.

An idea for a turn takes as long to think of as all the other words of a mail to write. So a mail
that was worded in a heap gets its ideas when it goes out (`IdeasLater`): it is whole without them,
and the same as any other with them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from notifications.compose import questions
from notifications.compose.layout import joined
from pbem.clocks.terms import terms_of
from pbem.models import Game, Prompt
from pbem.orders.numbers import Listed
from rules.kernel.codec import Fixed
from rules.kernel.match import Match
from rules.kernel.views import SomeView


class Answering(NamedTuple):
    """What a mail says of how it is answered.

    `lines`: those a reader may mark or change; `listed`: the answers that are numbered.
    """

    text: str
    lines: list[str]
    listed: Listed | None


def answering(
    match: Match,
    view: SomeView,
    open_: Sequence[questions.Need],
    tap: Callable[[], str] | None,
    early: Sequence[questions.Need] = (),
    ahead: Sequence[str] = (),
    *,
    deals: bool,
) -> Answering:
    """Return how the questions are answered, the open ones and those that are asked `early`.

    `tap`: the address where the listed answers are tapped; `ahead`: the words of the early ones;
    `deals`: with what may be done at any time.
    """
    wanted = [*open_, *early]
    lines = questions.template_lines(match, view, wanted, deals=deals) if wanted else []
    answers = questions.answers(open_, view)
    link = ""
    if tap is not None and answers and len(open_) == 1:
        link = _("Answer with a tap: %(url)s") % {"url": tap()}
    asked_with = questions.asked_with(match, view, open_)
    text = joined([answers, link, *ahead, asked_with, questions.template(lines)]).rstrip()
    choices = questions.choice_lines(open_, view)
    return Answering(text, [*choices, *lines], questions.listed(view, open_))


class IdeasLater(Fixed):
    """What it takes to put ideas into a mail that was worded without them.

    `seq`: the ruling after which it was worded; `asked`: the addresses of the questions to `seat`,
    which has `missed` so many turns. `before` and `after`: how much of the text stands around
    how it is answered.
    """

    seq: int
    seat: int
    asked: tuple[str, ...]
    missed: int
    deals: bool
    taps: bool
    before: int
    after: int


def can_wait(game: Game, match: Match, view: SomeView, open_: Sequence[questions.Need]) -> bool:
    """Return whether a mail with these questions wants ideas, and nothing but how it is answered
    speaks of them: what a beginner is told does, and so does a mail that offers nothing else."""
    wanted = any(questions.wants_idea(match, view, need) for need in open_)
    offers = len(open_) > 1 or any(need.description.default for need in open_)
    return wanted and offers and not terms_of(game).lessons


def with_ideas(
    game: Game, match: Match, view: SomeView, open_: Sequence[questions.Need]
) -> list[questions.Need]:
    """Return the questions of a mail with an idea for each that wants one."""
    seed = f"mail/{game.pk}/{match.n}"
    return [questions.with_idea(match, view, need, seed) for need in open_]


class Finished(NamedTuple):
    """The text of a mail with its ideas, and how it is answered."""

    body: str
    answering: Answering


def finished(
    body: str, later: IdeasLater, game: Game, match: Match, tap: Callable[[], str]
) -> Finished:
    """Return a mail with its ideas, in the reader's language; `match`: as it was then."""
    view = match.view(later.seat)
    open_ = []
    for address in later.asked:
        decision = match.ask.decision(address) if match.ask else None
        assert decision is not None, "a ruling leaves the same questions open whenever it is read"
        prompt = Prompt(game=game, address=address)
        open_.append(questions.need_of(match, view, prompt, decision, later.missed))
    open_ = with_ideas(game, match, view, open_)
    made = answering(match, view, open_, tap if later.taps else None, deals=later.deals)
    before, after = body[: later.before], body[len(body) - later.after :]
    return Finished(joined([before, made.text, after]), made)
