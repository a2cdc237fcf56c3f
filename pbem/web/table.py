"""What a table page shows to one reader: composed from views, descriptions and seen events."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pbem import ports
from pbem.clocks.terms import stands_in, terms_of
from pbem.models import Dispute, Game, Offer, Press, Prompt, Seat, StandingOrder, Submission
from pbem.orders import ahead, rules_for_cards, wishes
from pbem.orders.ahead import Plan, ToAnswer
from pbem.play import asked_early, loading, past, preview
from pbem.play.preview import LineGroup, grouped
from pbem.referee import corrections, disputes
from pbem.storage.report_field import Status
from pbem.table import first_game, press
from pbem.table.overview import Overview, overview
from pbem.table.people import addresses
from pbem.table.people.access import At
from pbem.web import visits
from pbem.web.drawn import Folded, Shown, drawn, laid_over
from rules.kernel.codec import typed
from rules.kernel.decisions import Decision, Problem
from rules.kernel.forms import Form, with_words
from rules.kernel.match import Match
from rules.kernel.orders.readers_words import (
    deal_in_readers_words,
    each_in_readers_words,
    in_readers_words,
)
from rules.kernel.pictures import Layer, Style
from rules.kernel.records.story import Chapter, chapters
from rules.kernel.ruleset import Ruleset
from rules.kernel.views import Grid, Section, SomeView
from rules.lexicon import LexiconError

MOST_NEWS = 60
MOST_LOGGED = 120
MOST_OPTIONS = 80
MOST_SUBMISSIONS = 5
MOST_LETTERS = 30
MOST_DISPUTES = 10
PLACE_LINK = "?place={}#place"
"""Where a tap on the map leads without script."""
_AT_FAULT = (Status.ASIDE, Status.REFUSED)


class Choice(NamedTuple):
    """A listed answer and the order line that gives it."""

    text: str
    order: str
    about: str


class Question(NamedTuple):
    """An open decision as its seat sees it. `answered`: an answer of the seat is at hand."""

    prompt: str
    background: tuple[str, ...]
    rule: str
    default: str
    """What is played where nothing arrives; empty: a bot answers."""
    due: datetime
    choices: tuple[Choice, ...]
    template: tuple[LineGroup, ...]
    """Lines to start from; folded where forms do better."""
    shortest: tuple[str, ...]
    """Lines of one word, such as PASS, beside forms."""
    stopped: tuple[Problem, ...]
    answered: bool
    forms: tuple[Form, ...] = ()
    grows: bool = False
    """Whether its answer grows line by line."""
    turn: bool = False


class Deal(NamedTuple):
    """An open offer, for one of its parties."""

    number: int
    words: str
    mine: bool
    expires: datetime


class Message(NamedTuple):
    """A piece of press that this reader may read. `among`: who takes part in this conversation
    besides the reader, as the form names them: "all", "referee", seats, or nobody who can be
    answered."""

    number: int
    author: str
    to: str
    text: str
    at: datetime
    mine: bool
    new: bool
    among: tuple[str, ...]


class Thread(NamedTuple):
    """A conversation with the table, with some of it, or with the referee; newest first."""

    title: str
    among: tuple[str, ...]
    letters: tuple[Message, ...]

    @property
    def new(self) -> int:
        return sum(letter.new for letter in self.letters)


class Person(NamedTuple):
    """A seat as everybody sees it; `unreachable`, mail to its player comes back, for the table
    alone."""

    number: int
    name: str
    holder: str
    points: int | None
    asked: bool
    mine: bool
    reads: bool
    unreachable: bool
    wish: str = ""
    """In which windows it is not asked."""


@dataclass(frozen=True)
class TablePage:
    """Everything a table page shows to one reader."""

    seq: int
    headline: str
    brief: str
    main: Shown | None
    near: Shown | None
    own: tuple[Shown, ...]
    others: tuple[Folded, ...]
    people: tuple[Person, ...]
    sections: tuple[Section, ...]
    comparison: Grid | None
    layers: tuple[Layer, ...]
    layer: Layer | None
    waiting: tuple[str, ...]
    until: datetime | None
    over: bool
    seat: int | None = None
    news: tuple[Chapter, ...] = ()
    news_after: int = 0
    questions: tuple[Question, ...] = ()
    outside: tuple[str, ...] = ()
    outside_forms: tuple[Form, ...] = ()
    asked: str = ""
    deals: tuple[Deal, ...] = ()
    standing: tuple[StandingOrder, ...] = ()
    submissions: tuple[Submission, ...] = ()
    answer: ports.CommandAnswer | None = None
    """What the commands of the reader's newest lines are answered."""
    answer_pictures: tuple[str, ...] = ()
    letters: tuple[Message, ...] = ()
    disputes: "tuple[Objection, ...]" = ()
    press: str = "off"
    advice: tuple[str, ...] = ()
    """What to go for, at a table for a first game."""
    plans: tuple[Plan, ...] = ()
    """What the reader has written ahead."""
    to_answer: ToAnswer | None = None
    rules_wanted: tuple[str, ...] = ()
    """Standing orders for what the reader holds and has no rule for."""
    after: tuple[str, ...] = ()
    """Whose turns come before the reader's, where it is among the next."""
    early: tuple[str, ...] = ()
    """Questions that the reader is asked before their moment."""

    @property
    def private(self) -> list[Section]:
        return [section for section in self.sections if section.private]

    @property
    def public(self) -> list[Section]:
        return [section for section in self.sections if not section.private]

    @property
    def news_about_me(self) -> list[Chapter]:
        """What concerns the reader of what is new."""
        return [chapter for chapter in self.news if self.seat in chapter.seats]

    @property
    def news_of_others(self) -> list[Chapter]:
        return [chapter for chapter in self.news if self.seat not in chapter.seats]

    @property
    def shared(self) -> tuple[Folded, ...]:
        """Pictures of nobody in particular, besides the main one."""
        return tuple(one for one in self.others if one.picture.seat is None)

    @property
    def marks(self) -> bool:
        """Whether a question is answered by marks on the reader's own sheets."""
        return bool(self.own) and any(question.grows for question in self.questions)

    @property
    def set_aside(self) -> Submission | None:
        """The newest orders that wait for GO, or for better ones."""
        waiting = (s for s in self.submissions if s.state == Submission.State.ASIDE)
        return next(waiting, None)

    @property
    def may_go(self) -> bool:
        """Whether anything stands above the line with the fault, for GO to carry out."""
        if self.set_aside is None:
            return False
        first = next(line.status for line in self.set_aside.report if line.status in _AT_FAULT)
        return first == Status.ASIDE

    @property
    def threads(self) -> list[Thread]:
        """The conversations of the reader, the one with the newest message first."""
        found: dict[tuple[str, ...], list[Message]] = {}
        for letter in self.letters:
            found.setdefault(letter.among, []).append(letter)
        return [Thread(self._among(a), a, tuple(some)) for a, some in found.items()]

    def _among(self, among: tuple[str, ...]) -> str:
        if among == ("all",):
            return _("Everybody")
        if among == ("referee",):
            return _("The referee")
        names = {str(person.number): person.name for person in self.people}
        known = ", ".join(names[number] for number in among if number in names)
        return known or _("Without a name")

    @property
    def new_letters(self) -> int:
        return sum(letter.new for letter in self.letters)

    @property
    def needed(self) -> bool:
        return any(not question.answered for question in self.questions)

    @property
    def on_turn(self) -> bool:
        return any(question.turn and not question.answered for question in self.questions)


def compose(at: At, now: datetime, receipt: str = "", layer: str = "") -> TablePage:
    """Compose the page of a table that has begun; raises past.Unreadable where the rules fail.

    `receipt`: a submission of this seat whose report is wanted; `layer`: what is laid over the map.
    """
    seen = overview(at, now)
    with loading.rules_at_work():
        return _composed(at, seen, now, receipt, layer)


def _composed(at: At, seen: Overview, now: datetime, receipt: str, layer: str) -> TablePage:
    seat, match, view, public = at.seat, seen.match, seen.view, seen.public
    looks = drawn(match.ruleset, view, PLACE_LINK)
    laid = layer_named(match.ruleset, view, layer) if layer else None
    after = visits.since(at.player, at.game, now) if at.player and not seen.behind else match.n
    page: dict[str, Any] = {
        "seq": match.n,
        "seat": view.seat,
        "headline": match.ruleset.headline(public),
        "brief": match.ruleset.brief(view),
        "main": laid_over(looks.main, laid) if looks.main and laid else looks.main,
        "near": looks.near,
        "own": looks.own,
        "others": looks.others,
        "people": _people(at, match, public, seen.waited),
        "sections": looks.sections,
        "comparison": looks.comparison,
        "layers": tuple(match.ruleset.layers(view)),
        "layer": laid,
        "waiting": seen.waiting,
        "until": seen.until,
        "over": match.over,
        "news": _news(at, match, view, after),
        "news_after": after,
    }
    if seat is not None:
        mine = [p for p in seen.prompts if p.seat_id == seat.pk]
        submissions = _submissions(seat, receipt)
        orders = list(StandingOrder.objects.filter(seat__game=at.game, active=True))
        standing = tuple(order for order in orders if order.seat_id == seat.pk)
        wished = wishes.in_words(at.game, match, at.seated, orders)
        people = (p._replace(wish=wished.get(p.number, "")) for p in page["people"])
        page |= {
            "people": tuple(people),
            "questions": _questions(match, view, seat, mine),
            "outside": _outside(match, view),
            "outside_forms": tuple(preview.outside_forms(match, view)),
            "asked": asked(match, seat.number),
            "deals": _deals(at.game, match, view, seat),
            "standing": standing,
            **_to_write(match, view, seat, standing, submissions),
            "submissions": submissions[:MOST_SUBMISSIONS],
            **_command_answer(seat, receipt, match),
            "letters": _letters(seat, public, now),
            "disputes": _disputes(at.game, seen.public.names),
            "press": terms_of(at.game).press,
            "advice": tuple(first_game.advice(at.game, match)),
        }
    return TablePage(**page)


def _to_write(
    match: Match,
    view: SomeView,
    seat: Seat,
    standing: Sequence[StandingOrder],
    submissions: Sequence[Submission],
) -> dict[str, Any]:
    """Return what the reader has written ahead, and what else could be written now.

    `submissions`: the reader's, newest first.
    """
    live = [s for s in reversed(submissions) if s.state == Submission.State.LIVE]
    for submission in live:
        submission.seat = seat
    asked = [decision for _address, decision in match.open_for(seat.number)]
    before = ahead.seats_before(match, view) or ()
    held = rules_for_cards.wanted(seat.game, match, seat.number)
    unnamed = rules_for_cards.unnamed(held, [order.text for order in standing])
    early = asked_early.of_seat(match, seat)
    return {
        "plans": tuple(ahead.plans(ahead.written(match, live))),
        "to_answer": ahead.may_be_asked(match, view, ahead.waiting_lines(live), asked),
        "rules_wanted": tuple(f"{rules_for_cards.STANDING}{one.order}" for one in unnamed),
        "after": tuple(view.name(s) for s in before) if len(before) <= ahead.SOON else (),
        "early": tuple(one.decision.prompt(view) for one in early),
    }


def layer_named(ruleset: Ruleset[Any], view: SomeView, name: str) -> Layer | None:
    """Return the layer of this name; one that is about a place ends in the place's name."""
    _kind, _dash, place = name.partition("-")
    try:
        found = ruleset.layers(view, place)
    except LexiconError:
        return None
    return next((layer for layer in found if layer.name == name), None)


def asked(match: Match, seat: int) -> str:
    """Return a digest of the questions open to a seat: a page made for other ones is out of
    date."""
    addresses = "\n".join(address for address, _ in match.open_for(seat))
    return sha256(addresses.encode()).hexdigest()[:16]


def _people(at: At, match: Match, public: SomeView, waited: Sequence[int]) -> tuple[Person, ...]:
    points = {s.seat: s.points for s in match.ruleset.standings(public)}
    lost = unreachable(at)
    return tuple(
        Person(
            seat.number,
            public.name(seat.number),
            seat.holder,
            points.get(seat.number),
            seat.number in waited,
            at.seat is not None and seat.pk == at.seat.pk,
            seat.kind == Seat.Kind.PERSON,
            seat in lost,
        )
        for seat in at.seated
    )


def unreachable(at: At) -> list[Seat]:
    """Return the seats to whose players no mail gets through; none for spectators."""
    if at.spectator:
        return []
    return [s for s in at.seated if s.player is not None and addresses.unreachable(s.player)]


def _news(at: At, match: Match, view: SomeView, after: int) -> tuple[Chapter, ...]:
    if after >= match.n:
        return ()
    rulings = past.rulings_between(at.game, after, match.n, MOST_NEWS)
    repeated = corrections.repeated(at.game, rulings, after)
    news = [ruling for ruling in rulings if ruling.n not in repeated]
    return tuple(_saying(chapters(match.ruleset, view.names, view.seat, news, after)))


def last_turns(at: At, match: Match, view: SomeView) -> list[Chapter]:
    """Return the newest turns as the reader may know them, the newest first."""
    rulings = past.rulings_between(at.game, 0, match.n, MOST_LOGGED)
    before = rulings[0].parent if rulings else 0
    return _saying(chapters(match.ruleset, view.names, view.seat, rulings, before))[::-1]


def _saying(told: Sequence[Chapter]) -> list[Chapter]:
    """Return the chapters without those that say nothing but dice, which the history has."""
    return [chapter for chapter in told if chapter.words or chapter.undone]


def _questions(
    match: Match, view: SomeView, seat: Seat, prompts: Sequence[Prompt]
) -> tuple[Question, ...]:
    found = []
    for prompt in sorted(prompts, key=lambda p: (p.due, p.address)):
        decision = match.ask.decision(prompt.address) if match.ask else None
        if decision is None or decision.seat != view.seat:
            continue
        options = decision.options(view)[:MOST_OPTIONS]
        orders = {option.order for option in options}
        more = _more(decision, view, orders)

        def own(lines: Iterable[str], asked: Decision[Any] = decision) -> list[str]:
            return each_in_readers_words(match.ruleset, lines, asked, view)

        least = decision.write(view, decision.when_missed(view, seat.missed_turns))
        told = partial(in_readers_words, match.ruleset, decision=decision, view=view)
        forms = tuple(with_words(form, told) for form in match.ruleset.forms(decision, view))
        short = [line for line in more if " " not in line] if forms else []
        choices = zip(options, own(option.order for option in options), strict=True)
        found.append(
            Question(
                decision.prompt(view),
                tuple(decision.background(view)),
                decision.rule,
                "" if stands_in(seat.game, prompt) else "; ".join(own(least.splitlines())),
                prompt.due,
                tuple(Choice(option.text, order, option.about) for option, order in choices),
                grouped(own(line for line in more if line not in short)),
                tuple(own(short)),
                tuple(prompt.problems),
                not prompt.waiting,
                forms,
                bool(decision.next_lines(view, ())),
                decision.root,
            )
        )
    return tuple(found)


def _more(decision: Decision[Any], view: SomeView, listed: set[str]) -> list[str]:
    """Return the lines of a question that its options do not give: what an answer may begin with
    where it grows line by line, else its template."""
    lines = decision.next_lines(view, ()) or decision.template(view)
    return [line for line in lines if line not in listed and not line.startswith("#")]


def _outside(match: Match, view: SomeView) -> tuple[str, ...]:
    """Return lines for what may be done at any time."""
    if match.ask is None:
        return ()
    lines = [
        deal_in_readers_words(match.ruleset, line, kind, view)
        for kind in match.ruleset.interjections
        for line in kind.template(view)
        if "…" not in line or not kind.forms(view)
    ]
    return tuple(dict.fromkeys(lines))


def _deals(game: Game, match: Match, view: SomeView, seat: Seat) -> tuple[Deal, ...]:
    found = []
    for offer in game.offers.filter(state=Offer.State.OPEN).order_by("number"):
        if seat.number in offer.parties:
            what = typed(offer.data, match.ruleset.interjection_kinds[offer.what])
            mine = seat.number in offer.accepted_by
            found.append(Deal(offer.number, what.words(view), mine, offer.expires))
    return tuple(found)


def _submissions(seat: Seat, receipt: str) -> tuple[Submission, ...]:
    """Return orders still in force or set aside, and those just sent."""
    kept = (Submission.State.LIVE, Submission.State.ASIDE)
    mine = seat.submissions.filter(state__in=kept)
    if receipt:
        mine = mine | seat.submissions.filter(receipt=receipt)
    return tuple(mine.order_by("-pk"))


def _command_answer(seat: Seat, receipt: str, match: Match) -> dict[str, Any]:
    """Return the answer to the commands of the orders with this receipt, with its pictures."""
    if not receipt:
        return {}
    said = seat.submissions.filter(receipt=receipt).values_list("said", flat=True).first()
    if not said:
        return {}
    answer = ports.mail_commands().answer(seat, said, match)
    pictures = tuple(mark_safe(picture.draw(Style("page"))) for picture in answer.pictures)
    return {"answer": answer, "answer_pictures": pictures}


def _letters(seat: Seat, public: SomeView, now: datetime) -> tuple[Message, ...]:
    """Return the newest press this seat's holder may read, newest first, and mark it as read."""
    new = press.new_to(seat, now)
    rows = list(press.readable_by(seat).order_by("-number")[:MOST_LETTERS])
    if new and rows:
        press.mark_read(seat, rows[0], now)
    return tuple(
        Message(
            row.number,
            press.byline(row, public.names),
            press.describe_to(row) if row.to == "organiser" else _to(row.to, public),
            row.text,
            row.created,
            row.seat_id == seat.pk,
            row.pk in new,
            _conversation(row, seat),
        )
        for row in rows
    )


def _conversation(row: Press, seat: Seat) -> tuple[str, ...]:
    """Return with whom a message was, besides its reader."""
    if row.to == "all":
        return ("all",)
    if isinstance(row.to, str) or row.seat is None:
        return ("referee",) if row.to == "referee" or row.seat is None else ()
    if row.anonymous and row.seat_id != seat.pk:
        return ()
    among = {row.seat.number, *row.to} - {seat.number}
    return tuple(str(number) for number in sorted(among))


def _to(to: str | list[int], public: SomeView) -> str:
    if isinstance(to, str):
        whom = "to whom a message goes"
        return pgettext(whom, "the referee") if to == "referee" else pgettext(whom, "all")
    return ", ".join(public.name(number) for number in to)


class Objection(NamedTuple):
    """A dispute as the table may know it: the ruling quoted, and who looks at it."""

    dispute: Dispute
    quoted: str
    looks: str


def _disputes(game: Game, names: Sequence[str]) -> tuple[Objection, ...]:
    """Return what the table may know: who objects to which ruling, and how it was decided."""
    about = game.disputes.filter(ruling_seq__isnull=False, origin=Dispute.Origin.PLAYER)
    return tuple(
        Objection(
            dispute,
            disputes.ruling_in_words(game, dispute.ruling_seq, names),
            disputes.who_looks(dispute) if dispute.state == Dispute.State.OPEN else "",
        )
        for dispute in about.select_related("opened_by", "assignee").order_by("-pk")[:MOST_DISPUTES]
    )
