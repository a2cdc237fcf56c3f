"""The rows behind a long-running game. What happens to them is in modules named for what they
do."""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from pbem.storage.report_field import ReportField, ReportLine
from pbem.storage.rows import Row
from rules.kernel.codec import decode, encode, pack, plain, typed, unpack
from rules.kernel.decisions import Problem
from rules.kernel.dice import Secret
from rules.kernel.records.history import LaterAnswer
from rules.kernel.records.record import Ruling as KernelRuling
from rules.kernel.records.record import Snapshot as KernelSnapshot

RECEIPT_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def new_receipt() -> str:
    """Return a random receipt: short enough to read out, long enough for one game's orders."""
    return "".join(secrets.choice(RECEIPT_LETTERS) for _ in range(6))


class Player(Row):
    """A person, known by an address; `user` only for those who may sign in to the desk."""

    name = models.CharField(max_length=80)
    email = models.EmailField(unique=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=5, default="en", choices=settings.LANGUAGES)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    bounced = models.DateTimeField(
        null=True, blank=True, help_text="Since then mail to `email` is refused for good."
    )
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Address(models.Model):
    """Another address of a player; it counts once its owner has confirmed it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="addresses")
    email = models.EmailField(unique=True)
    verified = models.DateTimeField(null=True, blank=True)
    bounced = models.DateTimeField(
        null=True, blank=True, help_text="Since then mail to it is refused for good."
    )
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "addresses"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.email} ({self.player})"


class Game(Row):
    """A table. Its row is the lock: whoever advances the game holds it."""

    class Status(models.TextChoices):
        LOBBY = "lobby", gettext_lazy("Waiting for players")
        RUNNING = "running", gettext_lazy("Running")
        PAUSED = "paused", gettext_lazy("Paused")
        FROZEN = "frozen", gettext_lazy("Frozen: needs staff")
        OVER = "over", gettext_lazy("Over")
        CANCELLED = "cancelled", gettext_lazy("Cancelled")

    class Mode(models.TextChoices):
        PLANNED = "planned", "Planned: nothing stops but turns and votes"
        ASK = "ask", "Ask: windows ask everybody concerned"
        TRUST = "trust", "Trust: only who can react is asked"

    name = models.CharField(max_length=60)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.PLANNED)
    hours = models.JSONField(default=dict, help_text="Hours by kind of decision, and 'default'.")
    terms = models.JSONField(default=dict, help_text="Calendar, grace, vacations, press: `terms`.")
    pause_on_dispute = models.BooleanField(
        default=False, help_text="The table stands still while a player's dispute is open."
    )
    organiser = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="organised")
    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    seed = models.CharField(max_length=64, editable=False)
    words = models.JSONField(default=list, editable=False)
    commitment = models.CharField(max_length=64)
    head_seq = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
    thinking = models.BooleanField(default=False, help_text="A bot has to think of an answer.")
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    paused = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["status"])]

    def __str__(self) -> str:
        return f"{self.name} #{self.pk}"

    @property
    def secret(self) -> Secret:
        return Secret(self.seed, tuple(self.words))


class Seat(Row):
    """A place at the table; a person, a substitute or a bot fills it."""

    class Kind(models.TextChoices):
        PERSON = "person", gettext_lazy("Person")
        BOT = "bot", gettext_lazy("Bot")
        EMPTY = "empty", gettext_lazy("Empty")

    class Level(models.TextChoices):
        """How a bot plays; see `rules.kernel.thinking.planner`."""

        RANDOM = "random", gettext_lazy("Random bot")
        STEADY = "steady", gettext_lazy("Steady bot")
        KEEN = "keen", gettext_lazy("Keen bot")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.EMPTY)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT)
    word = models.CharField(max_length=80, blank=True, help_text="Mixed into the dice secret.")
    level = models.CharField(max_length=8, choices=Level, default=Level.RANDOM)
    asks_in_windows = models.BooleanField(default=True)
    missed = models.PositiveIntegerField(default=0, help_text="Deadlines missed in a row.")
    missed_turns = models.PositiveIntegerField(default=0, help_text="Turns missed in a row.")
    silent_since = models.DateTimeField(
        null=True, blank=True, help_text="When the first of these deadlines was missed."
    )
    missing = models.BooleanField(
        default=False, help_text="Silent for so long that the seat may be given away."
    )
    asked_early = models.JSONField(
        default=dict,
        blank=True,
        help_text="Questions asked before their moment: by kind, since when and until when.",
    )
    key_version = models.PositiveIntegerField(
        default=1, help_text="Reply keys of an older version speak for nobody."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="seat_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.game} seat {self.number + 1}"

    def is_back(self) -> None:
        """Forget the deadlines it has missed: its holder has written, or somebody else sits
        there."""
        self.missed = self.missed_turns = 0
        self.silent_since = None
        self.missing = False

    @property
    def holder(self) -> str:
        """Return who plays the seat; of a bot, which kind of bot it is."""
        if self.player:
            return self.player.name
        bot = self.kind == self.Kind.BOT
        return str(self.get_level_display() if bot else self.get_kind_display())


class Invitation(models.Model):
    """An address asked to take a seat; JOIN with its token takes it."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        TAKEN = "taken", "Taken"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField()
    name = models.CharField(max_length=80, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "email"], name="invited_once"),
        ]

    def __str__(self) -> str:
        return f"{self.email} to {self.game}"


class Ruling(Row):
    """One entry of a game's record; `body` is the kernel's ruling, packed, and private to the
    server.

    `live` is False once an undo or a correction has left the ruling. It follows from `parent`, and
    is kept for queries.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulings")
    seq = models.PositiveIntegerField()
    parent = models.PositiveIntegerField()
    step = models.CharField(max_length=200)
    reveals = models.BooleanField()
    live = models.BooleanField(default=True)
    body = models.BinaryField(editable=False)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="ruling_seq")]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.game} ruling {self.seq}"

    @classmethod
    def of(cls, game: Game, ruling: KernelRuling) -> "Ruling":
        return cls(
            game=game,
            seq=ruling.n,
            parent=ruling.parent,
            step=ruling.step,
            reveals=ruling.reveals,
            body=pack(encode(ruling)),
        )

    def kernel(self) -> KernelRuling:
        return decode(unpack(bytes(self.body)), KernelRuling)


class Snapshot(Row):
    """The plain state at the end of a step inside ruling `seq`.

    The last few are kept, and the first of every twenty rulings.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    packed = models.BinaryField(editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="snapshot_seq")]

    def __str__(self) -> str:
        return f"{self.game} snapshot {self.seq}"

    @classmethod
    def of(cls, game: Game, snapshot: KernelSnapshot) -> "Snapshot":
        return cls(game=game, seq=snapshot.n, packed=pack(encode(snapshot)))

    def kernel(self) -> KernelSnapshot:
        return decode(unpack(bytes(self.packed)), KernelSnapshot)


class Prompt(Row):
    """An open decision with its deadline.

    `waiting`: the seat is still needed, no answer of any kind is at hand. `suspended`: since then
    an interjection has stood in front of the question, whose clock stands still. `grace` is what
    silence still gets after `due`; `lead` how long before `due` a reminder goes out. `repent`: an
    answer is at hand, and carried out at that moment, not before. `player` is who was asked: a
    seat may change hands.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ANSWERED = "answered", "Answered"
        GONE = "gone", "No longer asked"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="prompts")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="prompts")
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="prompts"
    )
    opened_seq = models.PositiveIntegerField()
    address = models.CharField(max_length=300)
    ask_address = models.CharField(max_length=300)
    kind = models.CharField(max_length=60)
    window = models.BooleanField(default=False)
    opened = models.DateTimeField()
    due = models.DateTimeField()
    grace = models.DurationField(default=timedelta)
    lead = models.DurationField(default=timedelta)
    reminded = models.DateTimeField(null=True, blank=True)
    repent = models.DateTimeField(null=True, blank=True)
    answered = models.DateTimeField(null=True, blank=True, help_text="When the answer came.")
    answered_by = models.CharField(max_length=10, blank=True)
    waiting = models.BooleanField(default=True)
    suspended = models.DateTimeField(null=True, blank=True)
    stopped = models.JSONField(null=True, blank=True, help_text="Why the seat's orders stopped.")
    """Stored form of `problems`; empty if newer orders took the place of those that stopped, null
    if none did."""
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "opened_seq", "address"], name="prompt_once"),
            models.UniqueConstraint(
                fields=["game", "address"], condition=Q(state="open"), name="one_open_prompt"
            ),
        ]
        indexes = [models.Index(fields=["state", "due"])]

    def __str__(self) -> str:
        return f"{self.game}: {self.address}"

    @property
    def problems(self) -> list[Problem]:
        """Why the seat's newest orders could not answer the question; empty if they did not try."""
        return [typed(problem, Problem) for problem in self.stopped or ()]

    @problems.setter
    def problems(self, problems: Iterable[Problem]) -> None:
        self.stopped = [plain(problem) for problem in problems]


class Submission(Row):
    """Orders as received, and how each line was understood.

    `key` makes a repeated delivery harmless. `report` has a `ReportLine` for every line of the
    orders. `step` and `open` say to which step and questions the orders belong, which are kept at
    most for this `round`; `seen_seq` is the newest ruling when they were read. `go`: the sender
    wants what is legal carried out. `listed`: the question and the numbered orders that the sender
    had before them, as `orders.numbers.Listed`; empty if unknown. `said`: what came of commands of
    mails that stood among orders given on a page, as `ports.MailCommands` keeps it.
    """

    class State(models.TextChoices):
        NEW = "new", "Not looked at yet"
        LIVE = "live", "In force"
        ASIDE = "aside", "Not carried out: waits for GO or for better orders"
        DONE = "done", "Nothing left to do"

    WEB = "web"
    """The `door` of orders given on a page."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="submissions")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="submissions")
    receipt = models.CharField(max_length=8, default=new_receipt, editable=False)
    key = models.CharField(max_length=100)
    door = models.CharField(max_length=20)
    text = models.TextField()
    received = models.DateTimeField(default=timezone.now)
    lines = models.JSONField(default=list)
    errors = models.JSONField(default=list)
    listed = models.JSONField(default=dict, blank=True)
    said = models.JSONField(default=list, blank=True)
    step = models.CharField(max_length=200, blank=True)
    open = models.JSONField(default=list)
    round = models.PositiveIntegerField(default=0)
    go = models.BooleanField(default=False)
    seen_seq = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=6, choices=State, default=State.NEW)
    report: "models.Field[list[ReportLine], list[ReportLine]]" = ReportField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "receipt"], name="submission_receipt"),
            models.UniqueConstraint(fields=["game", "key"], name="submission_key"),
        ]
        indexes = [models.Index(fields=["state"])]

    def __str__(self) -> str:
        return f"{self.receipt} ({self.seat})"


class StandingOrder(Row):
    """An order that answers every question it fits, until it is withdrawn.

    The lowest rank is tried first; orders of a new mail go to the front, so the latest word counts.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="standing_orders")
    text = models.TextField()
    line = models.JSONField()
    rank = models.IntegerField(default=0)
    active = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["rank", "-pk"]

    def __str__(self) -> str:
        return f"standing order {self.pk} ({self.seat})"


class Vacation(Row):
    """Days on which nothing falls due for a seat's holder; whole days, in the holder's zone."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="vacations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    days = models.PositiveSmallIntegerField(help_text="Taken from what the table allows.")
    announced = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["starts", "pk"]

    def __str__(self) -> str:
        return f"{self.seat}: {self.starts:%Y-%m-%d} to {self.ends:%Y-%m-%d}"


class Extension(models.Model):
    """More time for every open question, asked for by one seat and voted on by the others.

    `votes`: the votes so far by seat number, as text because they are keys of a JSON object.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        GRANTED = "granted", "Granted"
        REFUSED = "refused", "Refused"
        LAPSED = "lapsed", "Lapsed"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="extensions")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="extensions")
    hours = models.PositiveSmallIntegerField()
    votes = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(state="open"), name="one_open_extension"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.hours} more hours"


class Press(models.Model):
    """A message at the table; its copies say who may read it.

    `seat` None: the referee wrote it, or an organiser who has no seat. `to`: "all", "referee",
    "organiser" (one without a seat), or the numbers of the seats it went to.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="press")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="press"
    )
    author = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    anonymous = models.BooleanField(default=False)
    to = models.JSONField()
    text = models.TextField()
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "press"
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="press_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.game} press {self.number}"


class PressCopy(models.Model):
    """One recipient's copy of a message, which may wait for a digest; `seat` None: the
    referee's."""

    press = models.ForeignKey(Press, on_delete=models.CASCADE, related_name="copies")
    seat = models.ForeignKey(
        Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="press_copies"
    )
    sent = models.DateTimeField(null=True, blank=True)
    read = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "press copies"
        constraints = [
            models.UniqueConstraint(fields=["press", "seat"], name="press_copy_once"),
        ]

    def __str__(self) -> str:
        return f"copy of {self.press}"


class Offer(Row):
    """A deal proposed by one seat, to happen once the other parties accept."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        EXPIRED = "expired", "Expired"
        VOID = "void", "Undone by a correction"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="offers")
    number = models.PositiveIntegerField()
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="offers_made")
    what = models.CharField(max_length=60)
    data = models.JSONField()
    parties = models.JSONField()
    accepted_by = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="offer_number")]

    def __str__(self) -> str:
        return f"{self.game} offer {self.number}"

    @property
    def agreed(self) -> bool:
        """Whether all have accepted it, so that it waits for nothing but its moment."""
        return set(self.accepted_by) >= set(self.parties)


class Dispute(models.Model):
    """Something a referee must look at: a player's objection, or a ruling that today's rules would
    not give.

    `version` grows with every change, so that nobody decides on a page that is out of date; `nonce`
    names the form that decided the dispute, so that sending it twice is as sending it once.
    `paused_game`: the table stands still because of this dispute.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        DECIDED = "decided", "Decided"

    class Origin(models.TextChoices):
        PLAYER = "player", "A player objects"
        RULES = "rules", "The rules failed"
        AUDIT = "audit", "Today's rules give something else"

    class Outcome(models.TextChoices):
        UPHELD = "upheld", "The ruling stands"
        AMENDED = "amended", "The ruling was corrected"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="disputes")
    ruling_seq = models.PositiveIntegerField(null=True, blank=True)
    origin = models.CharField(max_length=6, choices=Origin, default=Origin.PLAYER)
    opened_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="disputes",
    )
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    decision = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    paused_game = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    nonce = models.CharField(max_length=40, blank=True)
    opened = models.DateTimeField(default=timezone.now)
    decided = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "ruling_seq", "opened_by"],
                condition=Q(state="open"),
                name="one_open_dispute",
            )
        ]
        indexes = [models.Index(fields=["state", "opened"])]

    def __str__(self) -> str:
        return f"{self.game}: {self.text[:60]}"


class DisputeNote(models.Model):
    """A note about a dispute: among referees, to seats of the table, or from a player.

    `to` None: for referees alone; else the numbers of the seats that got the note by mail.
    """

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    to = models.JSONField(null=True, blank=True)
    text = models.TextField()
    nonce = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "nonce"], name="note_once"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.dispute_id}: {self.text[:60]}"


class Refereeing(models.Model):
    """Makes a user the referee of a game, besides staff."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="referees")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="refereeing"
    )
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "referee of a game"
        verbose_name_plural = "referees of games"
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="referee_once")]

    def __str__(self) -> str:
        return f"{self.user} for {self.game}"


class Look(models.Model):
    """Somebody looked at hidden things of a game; because that cannot be taken back, it is
    noted."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="looks")
    ruling_seq = models.PositiveIntegerField()
    what = models.CharField(max_length=20)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.user} at ruling {self.ruling_seq} of {self.dispute.game}"


class Correction(models.Model):
    """A fork that was made the game: what was changed, and what became of later orders.

    `moved`: new ruling numbers by old ones. `same`: old ruling numbers by new ones, where both
    rulings told the same.
    """

    class Kind(models.TextChoices):
        ANSWER = "answer", "Another answer"
        PLAY = "play", "A deal or play put in before this ruling"
        STRIKE = "strike", "This deal or play struck out"
        RERULE = "rerule", "Ruled again by today's rules"
        UNDO = "undo", "Taken back"
        EDIT = "edit", "Changed by hand"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT, related_name="correction")
    kind = models.CharField(max_length=6, choices=Kind)
    ruling_seq = models.PositiveIntegerField()
    old_head = models.PositiveIntegerField()
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    fates = models.JSONField(default=list)
    """Stored form of `later_answers`."""
    moved = models.JSONField(default=dict)
    same = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game} ruling {self.ruling_seq}: {self.get_kind_display().lower()}"

    @property
    def later_answers(self) -> list[LaterAnswer]:
        """What became of each answer that came after the corrected ruling."""
        return [LaterAnswer(**kept) for kept in self.fates]

    @later_answers.setter
    def later_answers(self, answers: Iterable[LaterAnswer]) -> None:
        self.fates = [answer._asdict() for answer in answers]


class Result(models.Model):
    """How a seat ended in a finished game, kept so that statistics need not wake old games.

    `player` None: a bot of this `level` held the seat at the end. `side`: what the seat was called
    in the game.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="results"
    )
    level = models.CharField(max_length=8, blank=True)
    side = models.CharField(max_length=80)
    place = models.PositiveSmallIntegerField()
    points = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="result_once")]
        ordering = ["game", "place", "number"]

    def __str__(self) -> str:
        return f"{self.game}: {self.side} {self.place}"


class Heartbeat(models.Model):
    """When the sweep last ran, and when workers last served people; where both are long ago it
    is downtime, for which nobody is blamed."""

    SWEEP, PULSE = 1, 2
    """The keys of the two rows."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()


class Credit(models.Model):
    """Downtime by which open deadlines were moved."""

    gap_start = models.DateTimeField(unique=True)
    gap_end = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.gap_start:%Y-%m-%d %H:%M} to {self.gap_end:%H:%M}"
