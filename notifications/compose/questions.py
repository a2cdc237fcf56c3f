"""The questions to a seat: what is asked, until when, what silence means, options, template."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from notifications.compose.layout import INDENT, block, cited, headed
from notifications.compose.times import left, moment
from pbem.models import Game, Player, Prompt
from pbem.orders.numbers import Listed
from pbem.words.order_errors import in_words
from rules.kernel.decisions import Decision, Description
from rules.kernel.match import Match
from rules.kernel.views import SomeView


@dataclass(frozen=True)
class Need:
    """An open question and its decision's description."""

    prompt: Prompt
    decision: Decision[Any]
    description: Description

    @property
    def root(self) -> bool:
        return self.decision.root


def needs(match: Match, view: SomeView, prompts: Sequence[Prompt]) -> list[Need]:
    """The open questions that still lack this seat's answer, the most urgent first."""
    found: list[Need] = []
    for prompt in sorted(prompts, key=lambda p: (p.due, p.address)):
        if not prompt.waiting:
            continue
        decision = match.ask.decision(prompt.address) if match.ask else None
        if decision is not None and decision.seat == view.seat:
            found.append(Need(prompt, decision, decision.describe(view)))
    return found


_STILL = (Game.Status.PAUSED, Game.Status.FROZEN, Game.Status.CANCELLED)


def clocks_run(game: Game) -> bool:
    """Whether a deadline of this game can pass."""
    return game.status not in _STILL


def last_due(game: Game, prompts: Iterable[Prompt]) -> datetime | None:
    """When the last open question of the table is due; None if nothing is, or no clock runs."""
    return max((p.due for p in prompts), default=None) if clocks_run(game) else None


def waiting_for(view: SomeView, waited: Sequence[int]) -> str:
    """The names of those in `waited`, for whom the table waits, the reader first."""
    others = [view.name(seat) for seat in waited if seat != view.seat]
    you = pgettext("whom we wait for", "you")
    return ", ".join([you, *others] if view.seat in waited else others)


def needs_you(
    view: SomeView,
    open_: Sequence[Need],
    waited: Sequence[int],
    player: Player | None,
    now: datetime,
    said: str = "",
) -> str:
    """The block that says what is wanted, by when, and what silence means.

    `said`: what the mail says elsewhere, such as why an order is not legal; it is not said twice.
    """
    told = " ".join(said.split())
    return "\n".join(
        headed(_("Needs you"), _sentences(view, need, waited, player, now, told)) for need in open_
    )


def waiting(
    match: Match,
    view: SomeView,
    waited: Sequence[int],
    until: datetime | None,
    player: Player | None,
) -> str:
    """The block for a reader of whom nothing is wanted: whom the table waits for, and how long."""
    if match.ask is None:
        return ""
    others = [view.name(seat) for seat in waited if seat != view.seat]
    said = [_("Nothing is wanted of you now.")]
    if others:
        said.append(_("Waiting for: %(who)s.") % {"who": ", ".join(others)})
    if until is not None:
        said.append(_("Due %(due)s at the latest.") % {"due": moment(until, player)})
    return headed(_("Waiting"), said)


def _sentences(
    view: SomeView,
    need: Need,
    waited: Sequence[int],
    player: Player | None,
    now: datetime,
    said: str,
) -> list[str]:
    due = need.prompt.due
    words = {"due": moment(due, player), "left": left(due, now)}
    asked = cited(need.description.prompt, [need.description.rule])
    sentences = [
        asked,
        *need.description.background,
        _("Waiting for: %(who)s.") % {"who": waiting_for(view, waited)},
    ]
    if not clocks_run(need.prompt.game):
        return [*sentences, _("No deadline runs now: the game stands still.")]
    sentences += [
        _("Due %(due)s (%(left)s).") % words,
        _("If nothing arrives: %(default)s") % {"default": need.description.default},
    ]
    if need.prompt.reminded:
        sentences.append(_("This is a reminder: your answer is still missing."))
    if need.prompt.window and need.prompt.game.mode != Game.Mode.TRUST:
        sentences.append(_("It shuts as soon as all who were asked have answered."))
    why = stopped(need.prompt)
    if why and why not in said:
        sentences.append(_("Your orders stopped here: %(why)s") % {"why": why})
    return sentences


def stopped(prompt: Prompt) -> str:
    """The reason why the seat's own orders could not answer this, in the words of the rules."""
    return " ".join(cited(in_words(problem), [problem.rule]) for problem in prompt.problems)


def options(open_: Sequence[Need]) -> str:
    """The options; numbered if one question is open, because then a number is an answer."""
    blocks = []
    for need in open_:
        texts = need.description.options
        if not texts:
            continue
        if len(open_) == 1:
            lines = [f"{i}. {text}" for i, text in enumerate(texts, start=1)]
            title = _("Options (reply with the number)")
        else:
            lines = [f"· {text}" for text in texts]
            title = _("Options: %(prompt)s") % {"prompt": need.description.prompt}
        blocks.append(block(title, lines))
    return "\n\n".join(blocks)


def listed(view: SomeView, open_: Sequence[Need]) -> Listed | None:
    """The options that `options` numbers; None if it numbers none."""
    if len(open_) != 1 or not open_[0].description.options:
        return None
    return Listed.of(open_[0].prompt.address, open_[0].decision, view)


def template_lines(match: Match, view: SomeView, open_: Sequence[Need]) -> list[str]:
    """The order lines offered for editing: answers to the questions, then what may be done any
    time."""
    lines = [line for need in open_ for line in need.description.template]
    for kind in match.ruleset.interjections:
        lines += kind.template(view)
    return list(dict.fromkeys(lines))


def template(lines: Sequence[str]) -> str:
    if not lines:
        return ""
    title = _("Template").upper()
    how = _("(change a line and it counts; unchanged lines do not; # starts a remark)")
    return "\n".join([f"{title} {how}", *(f"{INDENT}{line}" for line in lines)])
