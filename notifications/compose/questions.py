"""The questions to a seat: what is asked, until when, what silence means, options, template."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from notifications.compose.layout import INDENT, WIDTH, cited, headed, remark
from notifications.compose.times import left, moment
from pbem.clocks.terms import stands_in
from pbem.models import Game, Player, Prompt
from pbem.orders.numbers import Listed
from pbem.play.asked_early import Early
from pbem.play.suggesting import what_gains
from pbem.words.order_errors import in_words
from rules.kernel.decisions import Decision, Description, Option
from rules.kernel.match import Match
from rules.kernel.orders.readers_words import (
    deal_in_readers_words,
    described,
    each_in_readers_words,
)
from rules.kernel.ruleset import Ruleset
from rules.kernel.thinking import suggestions
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.views import SomeView
from rules.lexicon import fold, read_page
from rules.lexicon.speech import as_written


@dataclass(frozen=True)
class Need:
    """An open question and its decision's description. `idea`: a sensible turn; `gains`: what gains
    by it, in the reader's language; `own`: order lines of options and idea as the reader is shown
    them."""

    prompt: Prompt
    decision: Decision[Any]
    description: Description
    idea: tuple[str, ...] = ()
    gains: tuple[str, ...] = ()
    own: Mapping[str, str] = field(default_factory=dict)
    early: bool = False
    """Whether its moment has not come: the answer is kept until then."""

    @property
    def root(self) -> bool:
        return self.decision.root


def needs(match: Match, view: SomeView, prompts: Sequence[Prompt], seed: str = "") -> list[Need]:
    """Return the open questions that still lack this seat's answer, the most urgent first.

    With a `seed` for the chance in it, a turn comes with an idea.
    """
    found: list[Need] = []
    for prompt in sorted(prompts, key=lambda p: (p.due, p.address)):
        if not prompt.waiting:
            continue
        decision = match.ask.decision(prompt.address) if match.ask else None
        if decision is not None and decision.seat == view.seat:
            need = need_of(match, view, prompt, decision, prompt.seat.missed_turns)
            found.append(with_idea(match, view, need, seed) if seed else need)
    return found


def asked_early(match: Match, view: SomeView, game: Game, known: Sequence[Early]) -> list[Need]:
    """Return the questions that the reader knows of before their moment, as needs."""
    found = []
    for one in known:
        prompt = Prompt(game=game, due=one.due, opened=one.since, kind=one.decision.kind())
        found.append(replace(need_of(match, view, prompt, one.decision), early=True))
    return found


def need_of(
    match: Match, view: SomeView, prompt: Prompt, decision: Decision[Any], missed: int = 0
) -> Need:
    """Return a question in its reader's words; they have `missed` so many turns."""
    told = described(match.ruleset, decision, view, missed)
    own = _own_words(match, view, decision, [option.order for option in decision.options(view)])
    return Need(prompt, decision, told, own=own)


def _own_words(
    match: Match, view: SomeView, decision: Decision[Any], orders: Sequence[str]
) -> dict[str, str]:
    """Return order lines of a question, each with how its reader is shown it."""
    own = each_in_readers_words(match.ruleset, orders, decision, view)
    return dict(zip(orders, own, strict=True))


def asked_ahead(view: SomeView, need: Need, waited: Sequence[int], player: Player | None) -> str:
    """Return the block with a question whose moment has not come, and the answers to choose
    from."""
    said = [cited(need.description.prompt, [need.description.rule])]
    words = _("Its moment comes as soon as these have answered: %(who)s.")
    said.append(words % {"who": waiting_for(view, waited)})
    said.append(_("Answer now: your orders are kept until then and can be changed."))
    if clocks_run(need.prompt.game):
        words = _("Your time runs already: until %(due)s, and at least an hour once it has come.")
        said.append(words % {"due": moment(need.prompt.due, player)})
    blocks = [headed(_("Asked ahead"), said)]
    if need.description.options:
        blocks.append(_unnumbered(need, view))
    return "\n\n".join(blocks)


def wants_idea(match: Match, view: SomeView, need: Need) -> bool:
    """Return whether a mail has an idea for this question: where the answers cannot be listed, or a
    turn begins."""
    asks = need.decision.root or not need.decision.options(view)
    return asks and match.ruleset.features.thinking is not None


def with_idea(match: Match, view: SomeView, need: Need, seed: str) -> Need:
    """Return the question with the answer that the game's first idea leads to, if it wants one; it
    takes no comparing.

    What the seat cannot see is dealt again for it: the idea tells nothing.
    """
    thinking = match.ruleset.features.thinking
    if thinking is None or not wants_idea(match, view, need):
        return need
    thought = Thought(match, need.decision.seat, seed)
    found = suggestions.first_idea(thought, need.prompt.address, need.decision)
    if found is None:
        return need
    own = {**need.own, **_own_words(match, view, need.decision, found.orders)}
    return replace(need, idea=found.orders, gains=tuple(map(thinking.say, found.gains)), own=own)


MOST_EXAMPLES = 3
"""So many orders show how a question is answered that comes later."""
_WORD = re.compile(r"\w+")
_STILL = (Game.Status.PAUSED, Game.Status.FROZEN, Game.Status.CANCELLED)


def clocks_run(game: Game) -> bool:
    """Return whether a deadline of this game can pass."""
    return game.status not in _STILL


def last_due(game: Game, prompts: Iterable[Prompt]) -> datetime | None:
    """Return when the last open question of the table is due; None if nothing is, or no clock
    runs."""
    return max((p.due for p in prompts), default=None) if clocks_run(game) else None


def waiting_for(view: SomeView, waited: Sequence[int]) -> str:
    """Return the names of those in `waited`, for whom the table waits, the reader first."""
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
    """Return the block that says what is wanted, by when, and what silence means.

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
    """Return the block for a reader of whom nothing is wanted: whom the table waits for, and how
    long."""
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
    sentences = [asked, *need.description.background]
    if list(waited) != [view.seat]:
        sentences.append(_("Waiting for: %(who)s.") % {"who": waiting_for(view, waited)})
    if not clocks_run(need.prompt.game):
        return [*sentences, _("No deadline runs now: the game stands still.")]
    sentences += [
        _("Due %(due)s (%(left)s).") % words,
        silence(need),
    ]
    if need.prompt.reminded:
        sentences.append(_("This is a reminder: your answer is still missing."))
    if need.prompt.window and need.prompt.game.mode != Game.Mode.TRUST:
        sentences.append(_("It shuts as soon as all who were asked have answered."))
    if need.prompt.window and need.prompt.game.mode == Game.Mode.ASK:
        sentences.append(_("STANDING: PASS answers all such questions from now on."))
    why = stopped(need.prompt)
    if why and why not in said:
        sentences.append(_("Your orders stopped here: %(why)s") % {"why": why})
    return sentences


def silence(need: Need) -> str:
    """Return what becomes of the question if its reader says nothing."""
    if stands_in(need.prompt.game, need.prompt):
        return _("If nothing arrives: a bot answers for you.")
    return _("If nothing arrives: %(default)s") % {"default": need.description.default}


def stopped(prompt: Prompt) -> str:
    """Return the reason why the seat's own orders could not answer this, in the words of the
    rules."""
    return " ".join(cited(in_words(problem), [problem.rule]) for problem in prompt.problems)


class Offered(NamedTuple):
    """An answer that a mail offers: the order behind it, what it means in words, and how the reader
    is shown it."""

    order: str
    about: str = ""
    own: str = ""

    @property
    def shown(self) -> str:
        return self.own or self.order

    def lines(self, number: int | None = None) -> list[str]:
        """Return the answer as order lines that can be sent back as they stand: what it means is a
        remark.

        The first line is never broken; the remark goes below it where the line would be too long.
        """
        head = f"{INDENT}{number}. {self.shown}" if number else f"{INDENT}{self.shown}"
        if not self.about:
            return [head]
        if len(whole := f"{head}  # {self.about}") <= WIDTH:
            return [whole]
        return [head, remark(f"# {self.about}")]


def offered(need: Need, view: SomeView) -> list[Offered]:
    """Return the answers to a question that can be listed; where there are too many, a sensible
    one, those of one word, such as PASS, and what silence would mean."""
    listed_ = need.decision.options(view)
    if listed_:
        in_english = as_written(lambda: need.decision.options(view))
        return [
            Offered(o.order, meaning(o, own := need.own.get(o.order, ""), plain.text), own)
            for o, plain in zip(listed_, in_english, strict=True)
        ]
    found: list[Offered] = []
    if need.idea:
        why = what_gains(need.gains) if need.gains or need.root else ""
        own = "; ".join(need.own.get(line, line) for line in need.idea)
        found.append(Offered("; ".join(need.idea), why, own))
    alone = [line for line in need.description.template if line.isalpha()]
    for line in (*alone, need.description.default):
        if line and line not in {one.shown for one in found}:
            found.append(Offered(line))
    return found


def meaning(option: Option[Any], own: str = "", in_english: str = "") -> str:
    """Return what an option says beyond its order; nothing, if it has the same words.

    `own`: the order in its reader's words, which says as much as the English one says to those who
    read `in_english` what the option says.
    """
    told = [(option.order, option.text), (own, option.text)]
    if own != option.order:
        told.append((option.order, in_english))
    said = "" if any(_same_words(order, text) for order, text in told) else option.text
    return " – ".join(words for words in (said, option.about) if words)


def _same_words(order: str, text: str) -> bool:
    """Return whether an order and what it means have the same words, but for a few more on one
    side."""
    ordered, told = (set(_WORD.findall(fold(words))) for words in (order, text))
    return bool(ordered and told) and (ordered <= told or told <= ordered)


def is_brief(need: Need) -> bool:
    """Return whether the question needs one word: its answers are listed, and it begins no turn."""
    return bool(need.description.options) and not need.root


def answers(open_: Sequence[Need], view: SomeView) -> str:
    """Return the answers to choose from; numbered if one question is open, because then a number is
    an answer."""
    blocks = []
    for need in open_:
        found = offered(need, view)
        if len(open_) == 1:
            title = " ".join([_("Reply with one of these").upper(), _("(the number is enough)")])
            lines = [line for i, one in enumerate(found, start=1) for line in one.lines(i)]
        elif need.description.options:
            blocks.append(_unnumbered(need, view))
            continue
        else:
            continue
        if lines:
            blocks.append("\n".join([title, *lines]))
    return "\n\n".join(blocks)


def _unnumbered(need: Need, view: SomeView) -> str:
    """Return the answers to choose from where a number would not say to which question."""
    words = _("Reply with one of these: %(prompt)s")
    title = (words % {"prompt": need.description.prompt}).upper()
    return "\n".join([title, *(line for one in offered(need, view) for line in one.lines())])


def asked_with(match: Match, view: SomeView, open_: Sequence[Need]) -> str:
    """Return the later questions that are asked together with the open ones, with an order or two
    for each; nothing at a table of trust, where each is asked when somebody can answer it."""
    if any(need.prompt.game.mode == Game.Mode.TRUST for need in open_):
        return ""
    known = {one.order for need in open_ for one in offered(need, view)}
    lines: list[str] = []
    for need in open_:
        for later in match.ruleset.asked_with(view, need.decision):
            orders = [order for order in _examples(later, view) if order not in known]
            if orders:
                own = each_in_readers_words(match.ruleset, orders, later, view)
                lines += [later.prompt(view), *(f"{INDENT}{order}" for order in own)]
    if not lines:
        return ""
    title = _("Asked with it").upper()
    how = _("(answer in the same reply: what it does not say is no)")
    return "\n".join([f"{title} {how}", *(f"{INDENT}{line}" for line in lines)])


def _examples(later: Decision[Any], view: SomeView) -> list[str]:
    """Orders for a question that comes later: each thing that can be used once, or a few."""
    listed_ = [option.order for option in later.options(view) if option.about]
    if listed_:
        return listed_
    lines = list(later.template(view))
    return [*lines[: MOST_EXAMPLES - 1], *lines[-1:]]


def listed(view: SomeView, open_: Sequence[Need]) -> Listed | None:
    """Return the answers that `answers` numbers; None if it numbers none."""
    if len(open_) != 1:
        return None
    orders = tuple(one.order for one in offered(open_[0], view))
    return Listed(open_[0].prompt.address, orders) if orders else None


def choice_lines(open_: Sequence[Need], view: SomeView) -> list[str]:
    """Return the lines of `answers` that a reader may mark, change or leave alone in their
    reply."""
    numbered = len(open_) == 1
    return [
        one.lines(i if numbered else None)[0].strip()
        for need in open_
        if need.description.options or numbered
        for i, one in enumerate(offered(need, view), start=1)
    ]


def template_lines(
    match: Match, view: SomeView, open_: Sequence[Need], *, deals: bool
) -> list[str]:
    """Return the order lines offered for editing, where the answers cannot be listed.

    `deals`: with what may be done at any time.
    """
    known = {one.shown for need in open_ for one in offered(need, view)}
    known |= {need.own.get(line, line) for need in open_ for line in need.idea}
    lines = [
        line
        for need in open_
        for together in _together(match.ruleset, need)
        for line in together
        if not known.issuperset(together)
        or need.decision.lenient
        or (not need.description.options and len(open_) > 1)
    ]
    if deals:
        for kind in match.ruleset.interjections:
            lines += [
                deal_in_readers_words(match.ruleset, line, kind, view)
                for line in kind.template(view)
            ]
    return list(dict.fromkeys(lines))


def _together(ruleset: Ruleset[Any], need: Need) -> list[list[str]]:
    """Return the lines of a question's template, those of one action of a turn together: ACTIVATE,
    MOVE and LAND are of use only with one another."""
    found: list[list[str]] = []
    for line in need.description.template:
        read = read_page(line, ruleset.order_verbs).lines
        goes_on = need.root and bool(read) and read[0].verb not in need.decision.verbs
        if found and goes_on:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def template(lines: Sequence[str]) -> str:
    if not lines:
        return ""
    title = _("Template").upper()
    how = _("(change a line and it counts; unchanged lines do not; # starts a remark)")
    return "\n".join([f"{title} {how}", *(f"{INDENT}{line}" for line in lines)])
