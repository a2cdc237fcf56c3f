"""The evidence for one ruling: what was ordered, read, rolled, ruled and told.

The mails come from whoever keeps them, through `ports.mail_evidence`.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from difflib import ndiff
from typing import Any, NamedTuple

import msgspec
from django.db.models import Min, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pbem import ports
from pbem.models import Game, Ruling, Submission
from pbem.play import loading
from pbem.ports import ReceivedMail, SentMail
from pbem.referee import corrections, disputes, records
from pbem.referee.corrections import Change
from rules.kernel.codec import typed
from rules.kernel.decisions import Decision
from rules.kernel.dice import Dice
from rules.kernel.errors import Diverged
from rules.kernel.events import Told
from rules.kernel.match import Match
from rules.kernel.records.history import History, Question
from rules.kernel.records.record import (
    Answers,
    Draw,
    Edit,
    Given,
    Input,
    Interject,
    Start,
    Undo,
)
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView

LATER_SHOWN = 60
LATE = timedelta(days=2)
MOST_ORDERS = 12


class Read(NamedTuple):
    """One line of an order and what became of it."""

    no: int
    text: str
    read_as: str
    status: str
    words: str
    rule: str
    cited: bool


class Ordered(NamedTuple):
    """A submission, with the mail it came in. `used`: the ruling rests on it.

    Others came from the same seats about that time, perhaps too late.
    """

    used: bool
    seat: int
    receipt: str
    door: str
    received: datetime
    text: str
    lines: tuple[Read, ...]
    mail: ReceivedMail | None


class Asked(NamedTuple):
    """A question as it stood, its legal answers, and the one that was ruled on."""

    address: str
    seat: int
    prompt: str
    rule: str
    options: tuple[tuple[str, bool], ...]
    template: tuple[str, ...]
    default: str
    answer: str
    source: str
    due: datetime | None


class Rolled(NamedTuple):
    """A draw of dice or cards; `checked`: the game's secret still gives these values for the
    label."""

    label: str
    sides: int
    values: tuple[int | str, ...]
    checked: bool | None


class Happened(NamedTuple):
    """An event, who was told it, and what the others were told instead."""

    words: str
    audience: str
    public: str
    rules: tuple[str, ...]


class Cited(NamedTuple):
    number: str
    text: str


class HeardBy(NamedTuple):
    """What one seat learned of the ruling, and the mail that said so."""

    seat: int
    words: tuple[str, ...]
    mail: SentMail | None


class Later(NamedTuple):
    """A ruling that came after and counts; `same_step`: it went on in the same step."""

    seq: int
    step: str
    words: str
    same_step: bool


class Evidence(NamedTuple):
    seq: int
    parent: int
    step: str
    at: datetime
    live: bool
    replaced_by: int | None
    caused_by: str
    is_play: bool
    outside: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    orders: tuple[Ordered, ...]
    asked: tuple[Asked, ...]
    rolled: tuple[Rolled, ...]
    events: tuple[Happened, ...]
    rules: tuple[Cited, ...]
    changes: tuple[Change, ...]
    sheet: tuple[str, ...]
    maps: tuple[str, ...]
    heard: tuple[HeardBy, ...]
    later: tuple[Later, ...]
    later_count: int
    trouble: str


SOURCES = {
    "player": gettext_lazy("given by the player"),
    "script": gettext_lazy("out of the player's orders"),
    "standing": gettext_lazy("by a standing order"),
    "forced": gettext_lazy("the only answer there was"),
    "deadline": gettext_lazy("the deadline passed: the default"),
    "trust": gettext_lazy("could not react: declined"),
    "bot": gettext_lazy("by a bot"),
    "referee": gettext_lazy("by the referee"),
    "scenario": gettext_lazy("by a rule case"),
}


def of(game: Game, seq: int) -> Evidence:
    """Collect the evidence for ruling `seq`; raises Ruling.DoesNotExist."""
    row = game.rulings.get(seq=seq)
    history = records.history(game)
    ruling = history.get(seq)
    names, trouble = _names(history, ruling)
    before = after = None
    asked: tuple[Asked, ...] = ()
    if not trouble:
        try:
            with loading.rules_at_work():
                asked = tuple(_asked(game, history, ruling))
                before = history.wake(ruling.parent) if ruling.parent else None
                after = history.wake(seq)
        except (Diverged, loading.RulesFailed) as error:
            trouble = str(error)
    later = _later(game, history, row)
    return Evidence(
        seq=seq,
        parent=ruling.parent,
        step=ruling.step,
        at=row.at,
        live=row.live,
        replaced_by=None if row.live else disputes.replaced_by(game, seq),
        caused_by=_caused_by(ruling.inputs, history.ruleset, names, before),
        is_play=isinstance(ruling.inputs[0], Interject),
        outside=tuple(_outside(before, names)) if before else (),
        names=names,
        orders=tuple(_orders(game, row, ruling)),
        asked=asked,
        rolled=tuple(_rolled(ruling.dice, Dice(game.secret))),
        events=tuple(_happened(t, history.ruleset, names) for t in ruling.events),
        rules=tuple(_cited(history.ruleset, ruling, asked)),
        changes=tuple(corrections.differences(before, after)) if before and after else (),
        sheet=tuple(sheet_difference(before, after)) if before and after else (),
        maps=maps(before, after) if before and after else (),
        heard=tuple(_heard(game, history.ruleset, ruling, names)),
        later=tuple(_shown(history, names, row.step, later[:LATER_SHOWN])),
        later_count=len(later),
        trouble=trouble,
    )


def _names(history: History, ruling: KernelRuling) -> tuple[tuple[str, ...], str]:
    try:
        with loading.rules_at_work():
            return history.wake(ruling.n).view(None).names, ""
    except (Diverged, loading.RulesFailed) as error:
        seats = len(history.ruleset.new(history.options).hand)
        return tuple(_("Seat %d") % (i + 1) for i in range(seats)), str(error)


# -- what was ordered ---------------------------------------------------------------------------


def _outside(before: Match, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield who could have done what outside the questions, just before the ruling."""
    for seat, name in enumerate(names):
        view = before.view(seat)
        for line in dict.fromkeys(
            line for kind in before.ruleset.interjections for line in kind.template(view)
        ):
            yield name, line


def _caused_by(
    inputs: Sequence[Input], ruleset: Ruleset[Any], names: Sequence[str], before: Match | None
) -> str:
    first = inputs[0]
    if isinstance(first, Start):
        return _("The game was set up.")
    if isinstance(first, Undo):
        who = _("The referee") if first.by is None else names[first.by]
        return _("%(who)s took the game back to ruling %(n)d.") % {"who": who, "n": first.to}
    if isinstance(first, Edit):
        ops = "; ".join(f"{op.path} = {op.value!r}" for op in first.ops)
        words = _("The referee changed the state by hand (%(why)s): %(changes)s")
        return words % {"why": first.why, "changes": ops}
    if isinstance(first, Interject):
        what = typed(first.data, ruleset.interjection_kinds[first.what])
        return _("%(parties)s: %(words)s (outside any question, %(source)s).") % {
            "parties": ", ".join(names[seat] for seat in what.parties()),
            "words": what.words(before.view(first.seat)) if before else first.what,
            "source": SOURCES[first.source.by],
        }
    if isinstance(first, Answers):
        return _("Answers of %(names)s.") % {"names": ", ".join(names[g.seat] for g in first.given)}
    return _("A window shut: everybody declined by policy.")


def _orders(game: Game, row: Ruling, ruling: KernelRuling) -> Iterator[Ordered]:
    lines: dict[str, set[int]] = {}
    for source in ruling.sources():
        if source.by in ("player", "script"):
            receipt, positions = source.lines
            lines.setdefault(receipt, set()).update(positions)
    used = Q(receipt__in=lines)
    opened = game.prompts.filter(address__in=_addresses(ruling)).aggregate(at=Min("opened"))["at"]
    about = Q(
        seat__number__in=ruling.seats,
        received__gte=opened or row.at,
        received__lte=row.at + LATE,
    )
    rows = game.submissions.filter(used | about).select_related("seat").order_by("received", "pk")
    for submission in rows[:MOST_ORDERS]:
        yield _ordered(submission, lines.get(submission.receipt))


def _ordered(row: Submission, cited_lines: set[int] | None) -> Ordered:
    return Ordered(
        used=cited_lines is not None,
        seat=row.seat.number,
        receipt=row.receipt,
        door=row.door,
        received=row.received,
        text=row.text,
        lines=tuple(
            Read(
                e.no,
                e.text,
                e.read_as,
                e.status,
                e.words,
                e.rule,
                e.line in (cited_lines or ()),
            )
            for e in row.report
        ),
        mail=ports.mail_evidence().received(row),
    )


# -- what was asked -----------------------------------------------------------------------------


def _asked(game: Game, history: History, ruling: KernelRuling) -> Iterator[Asked]:
    prompts = game.prompts.filter(address__in=_addresses(ruling), opened_seq__lte=ruling.n)
    due = {p.address: p.due for p in prompts.order_by("pk")}
    for question in history.questions(ruling.n):
        yield _described(question, due.get(question.address))


def _addresses(ruling: KernelRuling) -> list[str]:
    answers = [given for given in ruling.inputs if isinstance(given, Answers)]
    return [g.address for given in answers for g in given.given]


def _described(question: Question, due: datetime | None) -> Asked:
    decision, view = question.decision, question.view
    told = decision.describe(view)
    answer, source = _answered(decision, view, question.given)
    return Asked(
        address=question.address,
        seat=decision.seat,
        prompt=told.prompt,
        rule=told.rule,
        options=tuple((o.order, o.order == answer) for o in decision.options(view)),
        template=told.template,
        default=told.default,
        answer=answer,
        source=source,
        due=due,
    )


def _answered(decision: Decision[Any], view: SomeView, given: Given | None) -> tuple[str, str]:
    if given is None:
        return decision.write(view, decision.default(view)), _("declined by policy")
    source = SOURCES[given.source.by]
    ref = f" ({given.source.ref})" if given.source.ref else ""
    return decision.write(view, decision.typed(given.answer)), f"{source}{ref}"


# -- what came of it ----------------------------------------------------------------------------


def _rolled(draws: Iterable[Draw], dice: Dice) -> Iterator[Rolled]:
    for draw in draws:
        checked = None
        if draw.values:
            checked = draw.rolled_again(dice) == draw.values
        yield Rolled(draw.label, draw.sides, tuple(draw.values), checked)


def _happened(told: Told, ruleset: Ruleset[Any], names: Sequence[str]) -> Happened:
    public = told.seen_by(None)
    return Happened(
        words=words_of(ruleset, told.event, names),
        audience="" if told.to is None else ", ".join(names[seat] for seat in told.to),
        public=words_of(ruleset, public, names) if told.to is not None and public else "",
        rules=tuple(told.cite),
    )


def words_of(ruleset: Ruleset[Any], event: Mapping[str, Any], names: Sequence[str]) -> str:
    """Write a recorded event in a sentence; an event that today's rules do not know, as it was
    stored."""
    try:
        return ruleset.event(event).words(names)
    except (KeyError, IndexError, TypeError, msgspec.ValidationError):
        return str(event)


def _cited(ruleset: Ruleset[Any], ruling: KernelRuling, asked: Sequence[Asked]) -> Iterator[Cited]:
    numbers = [n for told in ruling.events for n in told.cite] + [a.rule for a in asked]
    for number in dict.fromkeys(filter(None, numbers)):
        yield Cited(number, ruleset.rule_text(number.split()[-1]) or "")


def sheet_difference(before: Match, after: Match) -> Iterator[str]:
    """Yield the lines of the public position that a ruling took away (-) and put there (+)."""
    for line in ndiff(_sheet(before), _sheet(after)):
        if line[0] in "+-":
            yield line


def _sheet(match: Match) -> list[str]:
    sections = match.ruleset.sheet(match.view(None))
    return [f"{section.title}: {line}" for section in sections for line in section.lines]


def maps(before: Match, after: Match) -> tuple[str, ...]:
    """Return the two pictures as data addresses; none where the game draws no map."""
    found = []
    for match in (before, after):
        picture = match.ruleset.main_picture(match.view(None))
        if picture is None:
            return ()
        found.append("data:image/svg+xml;base64," + b64encode(picture.svg.encode()).decode())
    return tuple(found)


def _heard(
    game: Game,
    ruleset: Ruleset[Any],
    ruling: KernelRuling,
    names: Sequence[str],
) -> Iterator[HeardBy]:
    mails = {m.seat: m for m in ports.mail_evidence().telling_of(game, ruling.n)}
    for seat in range(len(names)):
        seen = [told.seen_by(seat) for told in ruling.events]
        words = tuple(words_of(ruleset, event, names) for event in seen if event is not None)
        yield HeardBy(seat, words, mails.get(seat))


def _later(game: Game, history: History, row: Ruling) -> list[KernelRuling]:
    """Return the rulings after this one on the branch that counts; none if it does not count
    itself."""
    if not row.live:
        return []
    seqs = game.rulings.filter(live=True, seq__gt=row.seq).values_list("seq", flat=True)
    return [history.get(seq) for seq in seqs]


def _shown(
    history: History, names: Sequence[str], step: str, rulings: Sequence[KernelRuling]
) -> Iterator[Later]:
    for ruling in rulings:
        public = [told.seen_by(None) for told in ruling.events]
        words = [words_of(history.ruleset, event, names) for event in public if event is not None]
        yield Later(ruling.n, ruling.step, " ".join(words[:3]), ruling.step == step)
