"""The rows behind a long-running game. Effects live in modules named for what they do."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from rules.kernel.codec import decode, encode, pack, unpack
from rules.kernel.dice import Secret
from rules.kernel.record import Ruling as KernelRuling
from rules.kernel.record import Snapshot as KernelSnapshot

RECEIPT_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def new_receipt() -> str:
    """Short enough to read out, long enough for one game's orders."""
    return "".join(secrets.choice(RECEIPT_LETTERS) for _ in range(6))


class Player(models.Model):
    """A person, known by an address; `user` only for those who may sign in to the desk."""

    name = models.CharField(max_length=80)
    email = models.EmailField(unique=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    language = models.CharField(max_length=5, default="en", choices=settings.LANGUAGES)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Game(models.Model):
    """A table. The row is the lock: whoever advances the game holds it."""

    class Status(models.TextChoices):
        LOBBY = "lobby", "Waiting for players"
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        FROZEN = "frozen", "Frozen: needs staff"
        OVER = "over", "Over"
        CANCELLED = "cancelled", "Cancelled"

    class Mode(models.TextChoices):
        VEILED = "veiled", "Veiled: windows tell nothing"
        TRUST = "trust", "Trust: faster, only who can react is asked"

    name = models.CharField(max_length=60)
    ruleset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.VEILED)
    hours = models.JSONField(default=dict, help_text="Hours by kind of decision, and 'default'.")
    organiser = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="organised")
    status = models.CharField(max_length=10, choices=Status, default=Status.LOBBY)
    seed = models.CharField(max_length=64, editable=False)
    words = models.JSONField(default=list, editable=False)
    commitment = models.CharField(max_length=64)
    head_seq = models.PositiveIntegerField(default=0)
    round = models.PositiveIntegerField(default=0)
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


class Seat(models.Model):
    """A place at the table; a person, a substitute or a bot fills it."""

    class Kind(models.TextChoices):
        PERSON = "person", "Person"
        BOT = "bot", "Bot"
        EMPTY = "empty", "Empty"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.EMPTY)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT)
    word = models.CharField(max_length=80, blank=True, help_text="Mixed into the dice secret.")
    asks_in_windows = models.BooleanField(default=True)
    missed = models.PositiveIntegerField(default=0, help_text="Deadlines missed in a row.")
    key_version = models.PositiveIntegerField(
        default=1, help_text="Reply keys of an older version speak for nobody."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="seat_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.game} seat {self.number + 1}"

    @property
    def holder(self) -> str:
        return self.player.name if self.player else self.get_kind_display()


class Invitation(models.Model):
    """An address asked to take a seat; JOIN with its token takes it."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        TAKEN = "taken", "Taken"
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


class Ruling(models.Model):
    """One entry of the chain; `body` is the kernel's ruling, packed. Private to the server.

    `live` is False once an undo or a fork has left it: derived from `parent`, kept for queries.
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
        return decode(unpack(self.body), KernelRuling)


class Snapshot(models.Model):
    """Plain state at a step's end inside ruling `seq`; the last few and every 20th are kept."""

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
        return decode(unpack(self.packed), KernelSnapshot)


class Prompt(models.Model):
    """An open decision with its deadline; a sealed answer waits here until the ask is complete.

    `sealed` is an explicit answer as {"answer": …}. `waiting`: the seat is still needed, no answer
    of any kind is at hand. `suspended`: since then an interjection has stood in front of it, and
    its clock stands still.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ANSWERED = "answered", "Answered"
        GONE = "gone", "No longer asked"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="prompts")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="prompts")
    opened_seq = models.PositiveIntegerField()
    address = models.CharField(max_length=300)
    ask_address = models.CharField(max_length=300)
    kind = models.CharField(max_length=60)
    window = models.BooleanField(default=False)
    opened = models.DateTimeField()
    due = models.DateTimeField()
    waiting = models.BooleanField(default=True)
    suspended = models.DateTimeField(null=True, blank=True)
    sealed = models.JSONField(null=True, blank=True)
    source = models.JSONField(null=True, blank=True)
    stopped = models.JSONField(null=True, blank=True, help_text="Why the seat's orders stopped.")
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


class Submission(models.Model):
    """Orders as received, and how each line was understood.

    `key` makes a repeated delivery harmless. `report` is a list of lines: text, read_as, status
    (done, waiting, held, refused, unused, command), code, words, rule, ruling; see `reports`.
    `step` and `open` anchor its orders; `seen_seq` is the head when it was looked at.
    """

    class State(models.TextChoices):
        NEW = "new", "Not looked at yet"
        LIVE = "live", "In force"
        DONE = "done", "Nothing left to do"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="submissions")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="submissions")
    receipt = models.CharField(max_length=8, default=new_receipt, editable=False)
    key = models.CharField(max_length=100)
    door = models.CharField(max_length=20)
    text = models.TextField()
    received = models.DateTimeField(default=timezone.now)
    lines = models.JSONField(default=list)
    errors = models.JSONField(default=list)
    step = models.CharField(max_length=200, blank=True)
    open = models.JSONField(default=list)
    seen_seq = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=6, choices=State, default=State.NEW)
    report = models.JSONField(default=list)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "receipt"], name="submission_receipt"),
            models.UniqueConstraint(fields=["game", "key"], name="submission_key"),
        ]
        indexes = [models.Index(fields=["state"])]

    def __str__(self) -> str:
        return f"{self.receipt} ({self.seat})"


class StandingOrder(models.Model):
    """An order that answers every question it fits, until withdrawn; the latest word counts."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="standing_orders")
    text = models.CharField(max_length=500)
    line = models.JSONField()
    active = models.BooleanField(default=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"standing order {self.pk} ({self.seat})"


class Offer(models.Model):
    """A deal proposed by one seat, to happen once the other parties accept."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        EXPIRED = "expired", "Expired"

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


class Dispute(models.Model):
    """Something a referee must look at: a player's objection, or a ruling that differs."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        DECIDED = "decided", "Decided"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="disputes")
    ruling_seq = models.PositiveIntegerField(null=True, blank=True)
    opened_by = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    text = models.TextField()
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    decision = models.TextField(blank=True)
    opened = models.DateTimeField(default=timezone.now)
    decided = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.game}: {self.text[:60]}"


class Heartbeat(models.Model):
    """When the sweep last ran; a gap in it is downtime nobody is blamed for."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.at.isoformat()


class Credit(models.Model):
    """Downtime that open deadlines were moved by."""

    gap_start = models.DateTimeField(unique=True)
    gap_end = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.gap_start:%Y-%m-%d %H:%M} to {self.gap_end:%H:%M}"
