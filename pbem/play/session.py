"""A game awake in one transaction: rules as far as it can, then writes everything at once."""

import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from random import Random
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from pbem import signals
from pbem.clocks import deadlines
from pbem.clocks.calendars import Span
from pbem.clocks.terms import Terms, terms_of
from pbem.models import Game, Offer, Prompt, Ruling, Seat, Snapshot, StandingOrder, Submission
from pbem.orders import reports
from pbem.play import loading
from pbem.storage import prepared
from pbem.storage.prepared import Prepared
from rules.kernel.codec import encode, plain, typed
from rules.kernel.decisions import Decision, Reaction
from rules.kernel.desk import Desk, Survey
from rules.kernel.history import Fork
from rules.kernel.match import Match
from rules.kernel.orders import Clerk, Found, Ledger, Standing, cited
from rules.kernel.record import Answers, Given, Input
from rules.kernel.record import Ruling as KernelRuling
from rules.kernel.record import Snapshot as KernelSnapshot
from rules.kernel.table import Ask
from rules.kernel.views import View
from rules.lexicon import OrderLine

MAX_RULINGS = 300
"""In one transaction: a table of bots must not keep the lock for a whole game."""

SNAPSHOTS_KEPT = 4
SNAPSHOT_EVERY = 20
REPENT = timedelta(hours=1)
"""After an undo a question keeps its old deadline, but never less than this."""

_SEATS = Prepared(lambda game: Seat.objects.filter(game=game).select_related("player"))
_PROMPTS = Prepared(lambda game: Prompt.objects.filter(game=game, state=Prompt.State.OPEN))
_SUBMISSIONS = Prepared(
    lambda game: (
        Submission.objects.filter(game=game)
        .exclude(state=Submission.State.DONE)
        .order_by("received", "pk")
    )
)
_OFFERS = Prepared(
    lambda game: Offer.objects.filter(game=game, state=Offer.State.OPEN).order_by("number")
)
_STANDING = Prepared(lambda seats: StandingOrder.objects.filter(seat__in=seats, active=True))
_SNAPSHOTS = Prepared(lambda game: Snapshot.objects.filter(game=game).values_list("seq", flat=True))

POLICY = ("standing", "forced", "usual", "trust", "bot")


class Missed(NamedTuple):
    """A question that its deadline answered: what was asked and what was `played`, in its reader's
    words; how many in a row."""

    prompt: Prompt
    asked: str
    played: str
    misses: int = 0


class Session:
    """See the module. Whoever makes one holds the game's lock, and minds `games.rules_at_work`."""

    def __init__(
        self,
        game: Game,
        now: datetime,
        begun: tuple[Match, KernelRuling] | None = None,
        fork: Fork | None = None,
    ) -> None:
        """`begun`: a match started just now, which has no rows yet. `fork`: a branch that a
        referee makes the game; whoever is asked again because of it gets all the time there is.
        """
        self.game = game
        self.now = now
        self.until = datetime.min.replace(tzinfo=now.tzinfo)
        self.rulings: list[KernelRuling] = []
        self.opened: list[Prompt] = []
        self.closed: list[Prompt] = []
        self.missed: list[Missed] = []
        self.answered: list[Submission] = []
        self.done: dict[tuple[str, int], int] = {}
        self.over = False
        self._forked = fork is not None
        self._unsaved: list[KernelRuling] = []
        self._snapshots: dict[int, KernelSnapshot] = {}
        self._stopped: dict[str, list[dict[str, Any]]] = {}
        self._changed_seats: set[int] = set()
        self._gone_missing: list[Seat] = []
        self._noted: set[str] = set()
        self._before: dict[int, tuple[Any, ...]] = {}
        self.seats: list[Seat] = self._ours(_SEATS(game.pk))
        self.live: list[Submission] = []
        self.unread: list[Submission] = []
        self.prompts: dict[str, Prompt] = {}
        if begun is None:
            found = self._submissions()
            self.live = [s for s in found if s.state == Submission.State.LIVE]
            self.unread = [s for s in found if s.state == Submission.State.NEW]
            self.prompts = {p.address: p for p in self._ours(_PROMPTS(game.pk))}
            self._before = {p.pk: _face(p) for p in self.prompts.values()}
            if fork is not None:
                self._leave_branch(fork.rulings, fork.snapshots)
            self.wake()
        else:
            self.match, ruling = begun
            self.ledger = Ledger(())
            self._keep(ruling)
        self._reports = {s.pk: (s.state, encode(s.report)) for s in self.live}

    def _ours(self, found: list[Any]) -> list[Any]:
        """Rows of this game, and of no copy of it."""
        for row in found:
            row.game = self.game
        return found

    def hold_on_to(self, submission: Submission) -> None:
        """Keep a submission in mind, to be written if its report changes."""
        if submission not in self.live:
            self._reports[submission.pk] = (submission.state, encode(submission.report))
            self.live.append(submission)

    # -- what is there -------------------------------------------------------------------------

    def wake(self) -> None:
        """From the rows; again after an undo."""
        since = min((s.seen_seq for s in self.live), default=None)
        loaded = loading.load(self.game, since)
        self.match, self.ledger = loaded.match, loaded.ledger
        self.done = {}
        for ruling in loaded.rulings:
            self._note_done(ruling)
        self.orders_changed()

    def _submissions(self) -> list[Submission]:
        found = self._ours(_SUBMISSIONS(self.game.pk))
        by_pk = {seat.pk: seat for seat in self.seats}
        for submission in found:
            submission.seat = by_pk[submission.seat_id]
        return found

    @cached_property
    def offers(self) -> list[Offer]:
        return self._ours(_OFFERS(self.game.pk))

    @cached_property
    def standing_orders(self) -> list[StandingOrder]:
        by_pk = {seat.pk: seat for seat in self.seats}
        found = _STANDING([seat.pk for seat in self.seats])
        for order in found:
            order.seat = by_pk[order.seat_id]
        return found

    @cached_property
    def desk(self) -> Desk:
        """Made again whenever orders change; what is used up lives in the ledger."""
        standing = [
            Standing(f"standing:{o.pk}", o.seat.number, typed(o.line, OrderLine))
            for o in self.standing_orders
        ]
        people = [s.number for s in self.seats if s.kind == Seat.Kind.PERSON]
        asks = [n for n in people if self.seats[n].asks_in_windows]
        bundles = [reports.bundle(s) for s in self.live if s.state == Submission.State.LIVE]
        clerk = Clerk(self.match, bundles, standing, self.ledger, asks)
        bots = {s.number: self._bot for s in self.seats if s.number not in people}
        languages = {s.number: s.player.language for s in self.seats if s.player}
        return Desk(self.match, clerk, self.game.mode, bots, self._refused(), languages)

    def _refused(self) -> set[str]:
        """Where orders could not be carried out: their sender is asked, whatever is usual."""
        return {*self._stopped, *(a for a, prompt in self.prompts.items() if prompt.stopped)}

    def orders_changed(self, standing: bool = False) -> None:
        self.__dict__.pop("desk", None)
        if standing:
            self.__dict__.pop("standing_orders", None)

    def _bot(self, decision: Decision[Any], view: View) -> Any:
        """A random legal answer, but the same one however often it is asked for."""
        assert self.match.ask is not None
        label = self.match.ask.address.encode() + encode(decision)
        seed = hmac.digest(self.game.secret.key("bot"), label, "sha256")
        return decision.sample(view, Random(seed))

    # -- ruling --------------------------------------------------------------------------------

    def run(self) -> None:
        """Rule until a person is needed, or a clock."""
        while True:
            survey = self.survey()
            if survey is None or self._full() or self._held_open():
                return
            if survey.stopped:
                self._stop(survey)
            elif survey.ready is not None and not self._repents(survey.ready):
                self.rule(survey.ready)
            else:
                return

    def survey(self) -> Survey | None:
        ask = self.match.ask
        if ask is None:
            return None
        survey = self.desk.survey(ask, {}, self._expired(ask))
        self._note_readings(ask, survey)
        return survey

    def _full(self) -> bool:
        return len(self.rulings) >= MAX_RULINGS

    @property
    def more(self) -> bool:
        """Whether it stopped only to let go of the lock."""
        survey = self.survey()
        ready = survey.ready if survey is not None and self._full() else None
        return ready is not None and not self._repents(ready)

    def rule(self, given: Input) -> KernelRuling:
        """Rule on an input that is known to be legal."""
        ask = self.match.ask
        late = self._late(given, ask)
        ruling = self.match.apply(given, self.desk.is_quiet)
        self._keep(ruling)
        if isinstance(given, Answers) and ask is not None:
            for answer in given.given:
                self.desk.clerk.note(answer)
                self._count(answer, ask)
                if answer.address in late:
                    missed = late[answer.address]
                    self.missed.append(missed._replace(misses=self.seats[answer.seat].missed))
                self._date(answer)
                self.close(answer.address, Prompt.State.ANSWERED)
        return ruling

    def _keep(self, ruling: KernelRuling) -> None:
        self.rulings.append(ruling)
        self._unsaved.append(ruling)
        if self.match.snap.n == ruling.n:
            self._snapshots[ruling.n] = self.match.snap
        self._note_done(ruling)

    def _note_done(self, ruling: KernelRuling) -> None:
        for given in ruling.inputs:
            for answer in given.given if isinstance(given, Answers) else ():
                if answer.source.by == "script":
                    receipt, positions = cited(answer.source.ref)
                    self.done.update({(receipt, p): ruling.n for p in positions})

    def _note_readings(self, ask: Ask, survey: Survey) -> None:
        """Keep the decision's "read as" for the acknowledgement."""
        for address, given in survey.given.items():
            if given.source.by != "script" or given.source.ref in self._noted:
                continue
            self._noted.add(given.source.ref)
            decision = ask.decision(address)
            assert decision is not None
            found = self.desk.clerk.bundled(address, decision)
            if isinstance(found, Found) and found.notes:
                receipt, positions = cited(found.source.ref)
                submission = self.submission(receipt)
                if submission is not None:
                    reports.at(submission, positions[0])["read_as"] = reports.read_as(found.notes)

    def submission(self, receipt: str) -> Submission | None:
        return next((s for s in self.live if s.receipt == receipt), None)

    def _stop(self, survey: Survey) -> None:
        """Lines that cannot be carried out are spent: their sender is asked, and told why."""
        for address, stop in survey.stopped.items():
            self._stopped[address] = [plain(p) for p in stop.problems]
            submission = self.submission(stop.receipt)
            for position in stop.positions if submission is not None else ():
                reports.refuse(reports.at(submission, position), stop.problems)
        self.orders_changed()

    def _late(self, given: Input, ask: Ask | None) -> dict[str, "Missed"]:
        """The questions that a deadline answers now, each in its reader's words: what was asked,
        and what is played instead. Silence in a window is an answer."""
        if not isinstance(given, Answers) or ask is None or ask.mode == "window":
            return {}
        late = {}
        for answer in given.given:
            prompt, decision = self.prompts.get(answer.address), ask.decision(answer.address)
            if answer.source.by == "deadline" and prompt is not None and decision is not None:
                view = self.match.view(answer.seat)
                with reports.in_words_of(self.seats[answer.seat]):
                    played = decision.write(view, decision.typed(answer.answer))
                    late[answer.address] = Missed(prompt, decision.prompt(view), played)
        return late

    def _count(self, answer: Given, ask: Ask) -> None:
        """A run of missed deadlines ends with the first answer of one's own."""
        seat = self.seats[answer.seat]
        if answer.source.by == "deadline" and ask.mode != "window":
            seat.missed += 1
            if seat.missed == deadlines.MISSES_BEFORE_MISSING:
                self._gone_missing.append(seat)
        elif answer.source.by == "script" and seat.missed:
            seat.missed = 0
        else:
            return
        self._changed_seats.add(seat.number)

    def _date(self, answer: Given) -> None:
        """Keep who answered and when, for the statistics; a deadline answers for nobody."""
        prompt = self.prompts.get(answer.address)
        if prompt is not None:
            prompt.answered = self._came(answer)
            prompt.answered_by = answer.source.by

    def _came(self, answer: Given) -> datetime | None:
        """When an answer of one's own arrived."""
        if answer.source.by != "script":
            return None
        submission = self.submission(cited(answer.source.ref)[0])
        return submission.received if submission is not None else None

    # -- second thoughts -----------------------------------------------------------------------

    @cached_property
    def terms(self) -> Terms:
        return terms_of(self.game)

    def _repents(self, ready: Answers) -> bool:
        """Whether the turn that is about to begin may still be changed by its player."""
        return any(self.repents_until(answer) is not None for answer in ready.given)

    def repents_until(self, answer: Given) -> datetime | None:
        """Until when a turn's orders wait for second thoughts; None if they do not, or no longer.

        New orders begin the delay anew, but past the deadline they win no more time.
        """
        ask = self.match.ask
        if not self.terms.repent or ask is None:
            return None
        decision = ask.decision(answer.address)
        came = self._came(answer)
        if decision is None or not decision.root or came is None:
            return None
        sent = [s.received for s in self.live if s.seat.number == answer.seat]
        prompt = self.prompts.get(answer.address)
        latest = came if prompt is None else max(came, prompt.due)
        until = min(max([came, *sent]), latest) + self.terms.repent
        return until if until >= self.until else None

    # -- prompts -------------------------------------------------------------------------------

    def _seat_of(self, prompt: Prompt) -> Seat:
        return next(s for s in self.seats if s.pk == prompt.seat_id)

    def _expired(self, ask: Ask) -> frozenset[str]:
        """Whose time has run out by `until`; a window runs out for everybody at once."""
        late = {
            p.address
            for p in self.prompts.values()
            if p.due + p.grace < self.until and p.address in ask.addresses and p.suspended is None
        }
        if late and ask.mode == "window":
            late.update(ask.addresses, {ask.address})
        return frozenset(late)

    def _held_open(self) -> bool:
        """A veiled window people were asked in shuts at its hour, even if policies change."""
        ask = self.match.ask
        if ask is None or ask.mode != "window" or self.game.mode != Game.Mode.VEILED:
            return False
        asked = [self.prompts[a] for a in ask.addresses if a in self.prompts]
        return bool(asked) and not self._expired(ask)

    def close(self, address: str, state: str) -> None:
        prompt = self.prompts.pop(address, None)
        if prompt is not None:
            prompt.state = state
            prompt.waiting = False
            self.closed.append(prompt)

    def void_sealed(self) -> None:
        """Answers waiting in the open ask are void: the ask is taken back with what led to it."""
        survey = self.survey()
        for given in survey.given.values() if survey is not None else ():
            if given.source.by == "script":
                receipt, positions = cited(given.source.ref)
                submission = self.submission(receipt)
                for position in positions if submission is not None else ():
                    with reports.in_words_of(submission.seat):
                        words = _("The question was taken back before everybody had answered.")
                        reports.settle(reports.at(submission, position), "unused", words)
        self.orders_changed()

    def ask_people(self) -> None:
        """Bring the prompt rows in line with what is open now."""
        ask = self.match.ask
        survey = self.survey()
        suspended = set(self.match.suspended)
        for address, prompt in list(self.prompts.items()):
            if address in suspended:
                prompt.suspended = prompt.suspended or self.now
            elif ask is None or address not in ask.addresses:
                self.close(address, Prompt.State.GONE)
        if ask is None or survey is None:
            return
        asked = {a: d for a, d in ask.items() if self._is_asked(ask, a, d, survey)}
        seats = [self.seats[decision.seat] for decision in asked.values()]
        for address, decision in asked.items():
            prompt = self.prompts.get(address) or self._open(ask, address, decision, seats)
            self._refresh(prompt, ask, survey)

    def _is_asked(self, ask: Ask, address: str, decision: Decision[Any], survey: Survey) -> bool:
        """Whether a person has this question before them, answered or not.

        In a veiled window that follows from policy alone, never from what a hand could answer.
        Once asked it stays asked, even while a bot holds the seat: a substitute may come.
        """
        if address in self.prompts:
            return True
        if self.seats[decision.seat].kind != Seat.Kind.PERSON:
            return False
        if survey.timed and isinstance(decision, Reaction):
            return self.desk.clerk.wants_asking(decision)
        given = survey.given.get(address)
        return given is None or given.source.by not in POLICY

    @cached_property
    def _away(self) -> dict[int, list[Span]]:
        return deadlines.away_of(self.seats, self.now)

    def _open(
        self, ask: Ask, address: str, decision: Decision[Any], asked: Sequence[Seat]
    ) -> Prompt:
        seat = self.seats[decision.seat]
        window = ask.mode == "window"
        due = self._due(ask, decision, asked)
        prompt = Prompt(
            game=self.game,
            seat=seat,
            player=seat.player,
            opened_seq=self.match.n,
            address=address,
            ask_address=ask.address,
            kind=decision.kind(),
            window=window,
            opened=self.now,
            due=due,
            grace=timedelta(0) if window else self.terms.grace,
            lead=deadlines.lead_of(self.game, self.now, due),
        )
        if (seat.number, address) in self.ledger.undone and not self._forked:
            prompt.due = self._due_before_undo(prompt)
        self.prompts[address] = prompt
        self.opened.append(prompt)
        return prompt

    def _due(self, ask: Ask, decision: Decision[Any], asked: Sequence[Seat]) -> datetime:
        """A window has one hour for all, also for who is asked in it later."""
        kind = decision.clock_kind()
        if ask.mode != "window":
            seat = self.seats[decision.seat]
            away = self._away.get(seat.pk, ())
            return deadlines.due_at(self.game, seat, kind, self.now, away)
        shuts = [self._resumed(self.prompts[a]) for a in ask.addresses if a in self.prompts]
        if shuts:
            return min(shuts)
        return deadlines.window_due(self.game, asked, kind, self.now, self._away)

    def _resumed(self, prompt: Prompt) -> datetime:
        """Its deadline, moved by as long as something stood in front of it."""
        if prompt.suspended is None:
            return prompt.due
        due = prompt.due + (self.now - prompt.suspended)
        if prompt.window:
            return deadlines.settled(self.game, None, due)
        away = self._away.get(prompt.seat_id, ())
        return deadlines.settled(self.game, self._seat_of(prompt), due, away)

    def _due_before_undo(self, prompt: Prompt) -> datetime:
        """Taking back must not be a way to win time."""
        before = self.game.prompts.filter(address=prompt.address, seat=prompt.seat)
        due = before.order_by("-pk").values_list("due", flat=True).first()
        if due is None:
            return prompt.due
        seat = None if prompt.window else prompt.seat
        return deadlines.settled(self.game, seat, max(due, self.now + REPENT))

    def _refresh(self, prompt: Prompt, ask: Ask, survey: Survey) -> None:
        prompt.ask_address = ask.address
        prompt.waiting = prompt.address in survey.wanted
        prompt.due = self._resumed(prompt)
        prompt.suspended = None
        given = survey.given.get(prompt.address)
        prompt.repent = self.repents_until(given) if given is not None else None
        if prompt.address in self._stopped:
            prompt.stopped = self._stopped[prompt.address]
        elif not prompt.waiting:
            prompt.stopped = None

    # -- writing -------------------------------------------------------------------------------

    def write(self) -> None:
        """Everything at once; nothing where nothing changed."""
        self.save_rulings()
        self._save_prompts()
        self._save_submissions()
        if self._changed_seats:
            prepared.update([self.seats[n] for n in sorted(self._changed_seats)], ["missed"])
        if self.match.over and self.game.status == Game.Status.RUNNING:
            self.game.status = Game.Status.OVER
            self.game.ended = self.now
            self.game.save(update_fields=["status", "ended"])
            self.game.offers.filter(state=Offer.State.OPEN).update(state=Offer.State.EXPIRED)
            self.over = True

    def save_rulings(self) -> None:
        if not self._unsaved:
            return
        prepared.insert([self._row(r) for r in self._unsaved])
        self._save_snapshots()
        self._unsaved = []
        self._snapshots = {}
        self.game.head_seq = self.match.n
        self.game.round = self.match.round
        prepared.update([self.game], ["head_seq", "round"])

    def append(self, entry: KernelRuling) -> None:
        """An entry made outside the match, an undo: the match is woken again after it."""
        self.rulings.append(entry)
        self._leave_branch([entry])
        self.wake()

    def _leave_branch(
        self, rulings: Sequence[KernelRuling], snapshots: Sequence[KernelSnapshot] = ()
    ) -> None:
        """Write entries that build on an earlier ruling than the head: what lay between is dead."""
        first = rulings[0]
        Ruling.objects.bulk_create([self._row(r) for r in rulings])
        self.game.rulings.filter(seq__gt=first.parent, seq__lt=first.n).update(live=False)
        self._snapshots = {s.n: s for s in snapshots}
        self._save_snapshots()
        self._snapshots = {}
        self.game.head_seq = rulings[-1].n
        self.game.save(update_fields=["head_seq"])

    def _row(self, ruling: KernelRuling) -> Ruling:
        row = Ruling.of(self.game, ruling)
        row.at = self.now
        return row

    def _save_snapshots(self) -> None:
        """The last few, and the first of every twenty rulings."""
        if not self._snapshots:
            return
        stored = set(_SNAPSHOTS(self.game.pk))
        kept = _worth_keeping(stored | set(self._snapshots))
        prepared.insert(
            [Snapshot.of(self.game, s) for n, s in self._snapshots.items() if n in kept]
        )
        if stored - kept:
            self.game.snapshots.filter(seq__in=stored - kept).delete()

    def _save_prompts(self) -> None:
        known = [p for p in (*self.closed, *self.prompts.values()) if p.pk is not None]
        prepared.update([p for p in known if _face(p) != self._before.get(p.pk)], _FACE)
        prepared.insert(self.opened)

    def _save_submissions(self) -> None:
        changed = [
            s
            for s in self.live
            if s in self.answered or (s.state, encode(s.report)) != self._reports.get(s.pk)
        ]
        prepared.update(changed, ("state", "report", "step", "open", "seen_seq"))

    def announce(self) -> None:
        for missed in self.missed:
            signals.deadline_missed.send(Game, game=self.game, match=self.match, **missed._asdict())
        for seat in self._gone_missing:
            self._table_changed("missing", seat)
        newest = self.rulings[-1] if self.rulings else None
        for submission in self.answered:
            signals.submission_answered.send(
                Game, submission=submission, match=self.match, newest=newest
            )
        if self.rulings or self.opened:
            signals.advanced.send(
                Game,
                game=self.game,
                rulings=self.rulings,
                opened=[p for p in self.opened if p.waiting],
                match=self.match,
            )
        if self.over:
            signals.game_over.send(Game, game=self.game, match=self.match)
        signals.settled.send(
            Game,
            game=self.game,
            match=self.match,
            prompts=list(self.prompts.values()),
            rulings=self.rulings,
        )

    def _table_changed(self, what: str, seat: Seat) -> None:
        signals.table_changed.send(Game, game=self.game, what=what, seat=seat, match=self.match)


_FACE = (
    "state",
    "due",
    "ask_address",
    "waiting",
    "suspended",
    "stopped",
    "repent",
    "answered",
    "answered_by",
)


def _face(prompt: Prompt) -> tuple[Any, ...]:
    return tuple(getattr(prompt, name) for name in _FACE)


def _worth_keeping(seqs: Iterable[int]) -> set[int]:
    ordered = sorted(seqs)
    kept = set(ordered[-SNAPSHOTS_KEPT:])
    blocks: set[int] = set()
    for seq in ordered:
        if seq // SNAPSHOT_EVERY not in blocks:
            blocks.add(seq // SNAPSHOT_EVERY)
            kept.add(seq)
    return kept
