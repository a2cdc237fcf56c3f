"""One game on a virtual clock: prompts, deadlines, sweep and mails are the server's own."""

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from unittest import mock

from django.utils import timezone

from notifications.models import Outbox
from notifications.outbound import hold_back, outbox
from notifications.pace.people import FEW_TURNS, ZONES, Foreseen, Learned, Mind, looks, mail_of
from notifications.pace.stood import Stood, stood
from pbem.clocks import reminders, sweep
from pbem.clocks.presets import Preset
from pbem.clocks.terms import PRESET
from pbem.models import Game, Player, Prompt, Ruling, Seat, Submission
from pbem.orders import reports, submissions
from pbem.play import advancing, loading
from pbem.storage.report_field import Status
from pbem.table import lobby
from rules.kernel.match import Match
from rules.kernel.orders.clerk import Clerk
from rules.kernel.records.record import Answers, Quiet

START: Final = datetime(2026, 11, 18, 9, tzinfo=UTC)
A_MOMENT: Final = timedelta(seconds=1)
AT_ONCE: Final = timedelta(minutes=1)
"""What took no longer was not waited for."""
LETTERS_A_LOOK: Final = 12
GONE: Final = "answered since"
"""What a mail asks whose question was answered in the same moment."""
REMINDER: Final = "reminder: "
AHEAD: Final = "ahead: "


class Way(NamedTuple):
    """How a table is played."""

    ruleset: str
    players: int
    mode: str
    preset: Preset
    looks: int
    absent: float
    rounds: int
    """After so many rounds it is enough; 0: to the end."""


class Wait(NamedTuple):
    """A time in which a table stood still for somebody."""

    kind: str
    round: int
    hours: float


class Post(NamedTuple):
    """One mail to a player. `asks`: the questions it wants answers to, by kind; "" for none."""

    round: int
    asks: str


class Played(NamedTuple):
    """What one game came to. `by_round` has the days of each whole round; `posts` are the mails of
    these rounds."""

    setup_days: float
    by_round: Mapping[int, float]
    over: bool
    waits: list[Wait]
    posts: list[Post]
    misses: int
    decisions: int
    waited: int
    """Decisions for which the table stood still."""
    late: int
    """Decisions that came later than a minute after their question, waited for or not."""
    how: Mapping[str, int]
    """How answers were given, by source."""
    quiet: int
    """Windows that passed because nobody had written a rule for them."""
    sizes: list[int]
    stood: Stood
    """What became of what was written ahead."""


class Clock:
    """The time of the virtual world; everything that asks Django for the time gets this one."""

    def __init__(self) -> None:
        self.now = START

    def read(self) -> datetime:
        return self.now

    def at(self, hours: float) -> datetime:
        return START + timedelta(hours=hours)


class VirtualTable:
    """A game whose people look at their mail now and then."""

    def __init__(self, way: Way, seed: str) -> None:
        self.way = way
        self.seed = seed
        self.clock = Clock()
        self._numbers = itertools.count(1)
        self._waits: list[Wait] = []
        self._waiting = Wait("", 0, 0.0)
        self._planned_in: dict[int, int] = {}
        self._answered_ahead: dict[int, set[tuple[int, str]]] = {}
        """What others may ask and each seat has answered, by round and by what it is about."""
        self._begun: dict[int, datetime] = {}
        self._posts: list[Post] = []
        self._noted_mail = 0

    def play(self) -> Played:
        """Play the game and say how it went."""
        with mock.patch.object(timezone, "now", self.clock.read):
            self._begin()
            while self._goes_on():
                self._next_event()
            return self._result()

    # -- the table -------------------------------------------------------------------------------

    def _begin(self) -> None:
        way = self.way
        people = [
            Player.objects.create(
                name=f"Person {i + 1}",
                email=f"person{i + 1}-{self.seed}@example.org".replace("/", "-"),
                time_zone=ZONES[i % len(ZONES)][0],
            )
            for i in range(way.players)
        ]
        game = lobby.create_game(
            people[0],
            "Pace",
            way.ruleset,
            {"players": way.players},
            way.mode,
            way.preset.hours,
            {**PRESET},
        )
        game.seed = (self.seed.encode().hex() * 64)[:64]
        game.commitment = game.secret.commitment
        game.save()
        for i, person in enumerate(people):
            lobby.sit_down(game, person, f"word {i}")
        self.game = lobby.start(Game.objects.get(pk=game.pk), self.clock.now)
        self.seats = {s.number: s for s in self.game.seats.select_related("player", "game")}
        match = self._match()
        self.minds = {n: Mind(match, n, f"{self.seed}/{n}") for n in self.seats}
        self.learned = {n: Learned() for n in self.seats}
        self._read = dict.fromkeys(self.seats, 0)
        self._looks = {
            n: looks(f"{self.seed}/{n}", ZONES[n % len(ZONES)][1], way.looks, way.absent)
            for n in self.seats
        }
        hour = (self.clock.now - START).total_seconds() / 3600
        self._next_look = {n: self._look_after(n, hour) for n in self.seats}
        self._note_posts()

    def _look_after(self, number: int, hour: float) -> float:
        """Return the next hour at which somebody looks; the day begins nine hours before the
        game."""
        return next(at for at in (one - 9 for one in self._looks[number]) if at > hour)

    def _match(self) -> Match:
        return loading.load(self.game).match

    def _goes_on(self) -> bool:
        self.game.refresh_from_db()
        self._begun.setdefault(self.game.round, self.clock.now)
        if self.game.status == Game.Status.FROZEN:
            dispute = self.game.disputes.first()
            raise RuntimeError(f"The game of seed {self.seed} froze: {dispute and dispute.text}")
        if self.game.status != Game.Status.RUNNING:
            return False
        return not self.way.rounds or self.game.round <= self.way.rounds

    # -- what happens next -----------------------------------------------------------------------

    def _next_event(self) -> None:
        """Go to the next moment at which anything happens, and let it happen."""
        number, hour = min(self._next_look.items(), key=lambda item: (item[1], item[0]))
        look = self.clock.at(hour)
        prompts = list(self.game.prompts.filter(state=Prompt.State.OPEN))
        times = [p.due + p.grace + A_MOMENT for p in prompts if p.suspended is None]
        times += [p.repent + A_MOMENT for p in prompts if p.repent is not None]
        times += [p.due - p.lead + A_MOMENT for p in prompts if p.waiting and not p.reminded]
        at = min([look, *(one for one in times if one > self.clock.now)])
        before, asked = self.clock.now, self._asked(prompts)
        self.clock.now = max(at, self.clock.now + A_MOMENT)
        head = self.game.head_seq
        if at < look:
            self._sweep()
        else:
            self._next_look[number] = self._look_after(number, hour)
            self._look(self.seats[number])
        self._note_wait(asked, before, head)

    def _asked(self, prompts: list[Prompt]) -> str:
        waiting = sorted({f"window {p.kind}" if p.window else p.kind for p in prompts if p.waiting})
        return ", ".join(waiting)

    def _note_wait(self, asked: str, before: datetime, head: int) -> None:
        """Add the time that has passed to the wait that goes on; one ends with the next ruling."""
        self.game.refresh_from_db()
        if asked:
            hours = (self.clock.now - before).total_seconds() / 3600
            self._waiting = Wait(asked, self.game.round, self._waiting.hours + hours)
        if self.game.head_seq != head:
            if self._waiting.hours * 3600 > AT_ONCE.total_seconds():
                self._waits.append(self._waiting)
            self._waiting = Wait("", 0, 0.0)

    def _sweep(self) -> None:
        """Do what the clockwork does: deadlines, reminders, news held back."""
        now = self.clock.now
        with mock.patch.object(sweep, "GAP_IN_SWEEPS", 10**9):
            due = sweep.games_to_advance(now)
        for game_id in due:
            while advancing.advance(game_id, now).more:
                pass
        for game_id in reminders.games_to_remind(now):
            reminders.remind(game_id, now)
        for player_id in hold_back.due_players(now):
            outbox.send_held(player_id, now)
        self._note_posts()

    # -- a person ---------------------------------------------------------------------------------

    def _look(self, seat: Seat) -> None:
        """Answer all that is open, and write ahead what can be."""
        self._sweep()
        for letters in range(LETTERS_A_LOOK):
            match = self._match()
            if match.ask is None:
                return
            asked = self._wanted(seat)
            self._read_mails(seat)
            if not asked and (letters or not self._should_plan(seat, match)):
                return
            foreseen, ahead = self._foreseen(seat, match)
            learned = self.learned[seat.number]
            text = mail_of(match, seat.number, foreseen, ahead, learned)
            learned.rules.clear()
            self._planned_in[seat.number] = match.round
            self._answered_ahead[seat.number] = {(match.round, about) for about in ahead}
            if not text.strip() and not asked:
                return
            self._write(seat, text or "PASS")
            if asked & self._wanted(seat) and (shorter := self._without_refused(seat, text)):
                self._write(seat, shorter)
            if stuck := asked & self._wanted(seat):
                self._answer_plainly(seat, stuck)

    def _read_mails(self, seat: Seat) -> None:
        rows = Outbox.objects.filter(game=self.game, seat=seat, pk__gt=self._read[seat.number])
        for pk, body in rows.order_by("pk").values_list("pk", "body"):
            self._read[seat.number] = pk
            self.learned[seat.number].read(body)

    def _without_refused(self, seat: Seat, text: str) -> str:
        """Return the mail again without the lines that its acknowledgement called not legal; ""
        where there are none, or nothing else."""
        sent = Submission.objects.filter(seat=seat).latest("pk")
        refused = {e.text for e in reports.orders(sent) if e.status == Status.REFUSED}
        left = [line for line in text.splitlines() if line not in refused]
        return "\n".join(left) if refused else ""

    def _foreseen(
        self, seat: Seat, match: Match
    ) -> tuple[list[Foreseen], dict[str, tuple[str, ...]]]:
        mind = self.minds[seat.number]
        with loading.rules_at_work():
            return mind.foresee(match), mind.answers_ahead(match)

    def _should_plan(self, seat: Seat, match: Match) -> bool:
        """Return whether nothing of this person's, or little, waits for their next turns, or what
        waits would be refused as things stand, or others may ask what is not answered yet: their
        mails say so."""
        if self._planned_in.get(seat.number) != match.round or self.learned[seat.number].rules:
            return True
        answered = self._answered_ahead.get(seat.number, set())
        with loading.rules_at_work():
            ahead = self.minds[seat.number].answers_ahead(match)
        if any((match.round, about) not in answered for about in ahead):
            return True
        rows = Submission.objects.filter(seat=seat, state=Submission.State.LIVE)
        live = list(rows.select_related("seat"))
        bundles = [reports.bundle(submission) for submission in live]
        clerk = Clerk(match, bundles)
        turns = [
            (bundle, position)
            for submission, bundle in zip(live, bundles, strict=True)
            for position in sorted(reports.kept_lines(submission))
            if bundle.lines[position].when != "now"
        ]
        with loading.rules_at_work():
            if not turns or any(clerk.outlook(*place) for place in turns[:1]):
                return True
            to_come = self.minds[seat.number].turns_to_come(match, FEW_TURNS)
        if not to_come:
            return False
        waiting = {(b.receipt, clerk.waits_for(b, i).block.turn) for b, i in turns}
        fits = any(b.lines[i].verb in to_come[0] for b, i in turns)
        return not fits or len(waiting) < len(to_come)

    def _wanted(self, seat: Seat) -> set[str]:
        rows = self.game.prompts.filter(state=Prompt.State.OPEN, waiting=True, seat=seat)
        return {prompt.address for prompt in rows if prompt.repent is None}

    def _answer_plainly(self, seat: Seat, stuck: set[str]) -> None:
        """Answer what the plan did not settle, question by question."""
        match = self._match()
        for address, decision in match.open_for(seat.number):
            if address in stuck:
                with loading.rules_at_work():
                    text = self.minds[seat.number].answer(match, address, decision)
                self._write(seat, text)
                if address in self._wanted(seat):
                    view = self._match().view(seat.number)
                    self._write(seat, decision.write(view, decision.default(view)))
                return

    def _write(self, seat: Seat, text: str) -> None:
        self.game.refresh_from_db()
        key = f"{self.seed}/{next(self._numbers)}"
        submissions.submit(self.game, seat, text, "mail", key, self.clock.now)
        while advancing.advance(self.game.pk, self.clock.now).more:
            pass
        self._note_posts()

    # -- what it came to --------------------------------------------------------------------------

    def _note_posts(self) -> None:
        """Note the mails written since the last time, with what they ask."""
        self.game.refresh_from_db()
        for row in Outbox.objects.filter(game=self.game, pk__gt=self._noted_mail).order_by("pk"):
            self._noted_mail = row.pk
            asks = ""
            if row.template:
                prompts = self.game.prompts.filter(state=Prompt.State.OPEN, seat=row.seat_id)
                asks = self._asked(list(prompts)) or self._asked_early(row.seat_id) or GONE
                reminds = prompts.filter(reminded=self.clock.now).exists()
                asks = f"{REMINDER}{asks}" if reminds else asks
            self._posts.append(Post(self.game.round, asks))

    def _asked_early(self, seat_id: int | None) -> str:
        """Return what a seat was asked before its moment; "" if nothing."""
        known: set[str] = set()
        for seat in self.game.seats.filter(pk=seat_id or 0):
            known |= set(seat.asked_early)
        return f"{AHEAD}{', '.join(sorted(known))}" if known else ""

    def _came(self, prompt: Prompt) -> datetime:
        """Return when the answer to a question came: with orders, or when its time was over."""
        if prompt.answered is not None:
            return prompt.answered
        if prompt.answered_by != "deadline":
            sent = Submission.objects.filter(seat=prompt.seat_id, received__gte=prompt.opened)
            first = sent.filter(received__lt=prompt.due).order_by("received").first()
            if first is not None:
                return first.received
        return prompt.due + prompt.grace

    def _result(self) -> Played:
        self.game.refresh_from_db()
        whole = [r for r in sorted(self._begun) if r and r + 1 in self._begun]
        if self.game.status == Game.Status.OVER:
            last = max(self._begun)
            self._begun[last + 1] = self.clock.now
            whole.append(last)
        days = {r: _days(self._begun[r + 1] - self._begun[r]) for r in whole}
        how: Counter[str] = Counter()
        quiet = 0
        for row in Ruling.objects.filter(game=self.game):
            for given in row.kernel().inputs:
                if isinstance(given, Answers):
                    how.update(answer.source.by for answer in given.given)
                quiet += isinstance(given, Quiet)
        prompts = Prompt.objects.filter(game=self.game).exclude(state=Prompt.State.OPEN)
        late = [p for p in prompts if p.answered_by and _is_late(p)]
        first = min(r for r in self._begun if r) if any(self._begun) else 0
        return Played(
            _days(self._begun[first] - START),
            days,
            self.game.status == Game.Status.OVER,
            [w for w in self._waits if w.round in days],
            [post for post in self._posts if post.round in days],
            how["deadline"],
            sum(n for by, n in how.items() if by != "forced"),
            stood_still_for([(p.ask_address, self._came(p)) for p in late]),
            len(late),
            dict(how),
            quiet,
            [
                len(body)
                for body in Outbox.objects.filter(game=self.game).values_list("body", flat=True)
            ],
            self._stood(),
        )

    def _stood(self) -> Stood:
        match = self._match()
        rows = Submission.objects.filter(game=self.game).select_related("seat")
        return stood(match.ruleset, Clerk(match), rows)


def _is_late(prompt: Prompt) -> bool:
    """Return whether the answer to a question came later than it was asked."""
    return prompt.answered is None or prompt.answered - prompt.opened > AT_ONCE


def stood_still_for(answers: Sequence[tuple[str, datetime]]) -> int:
    """Count the late answers for which a table stood still, each given with the ask it belongs to
    and when it came: of questions asked together a table waits for those that are answered last."""
    last: dict[str, datetime] = {}
    for ask, came in answers:
        last[ask] = max(came, last.get(ask, came))
    return sum(1 for ask, came in answers if came + AT_ONCE >= last[ask])


def _days(span: timedelta) -> float:
    return span.total_seconds() / 86400
