"""Mail as rows: what came in, exactly as it came, and what goes out, exactly as it is sent."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from pbem.models import Game, Player, Seat, Submission
from pbem.storage.rows import Row


class Inbound(Row):
    """A mail as received, stored before anything looks at it.

    `outcome` is the code of the class in `outcomes` that says what became of it; a shunted one
    waits for a person, a held one for its owner's yes. Envelope addresses are kept because headers
    may say something else. `named_seat`, or `named_game` for a mail of its organiser, is what the
    reply address names, unchecked, so that a deadline can find what is still unread. `said` is what
    the mail asked of the server itself; with orders in the same mail it is answered together with
    them.
    """

    class State(models.TextChoices):
        NEW = "new", "Not read yet"
        HELD = "held", "Waits for a confirmation"
        DONE = "done", "Done"
        SHUNTED = "shunted", "Needs a person"

    raw = models.BinaryField(editable=False)
    size = models.PositiveIntegerField(default=0, help_text="In bytes; of more than fits, a part.")
    sender = models.CharField(max_length=320, blank=True)
    recipients = models.JSONField(default=list)
    door = models.CharField(max_length=20)
    received = models.DateTimeField(default=timezone.now)
    message_id = models.CharField(max_length=255, blank=True)
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=State, default=State.NEW)
    outcome = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    confirmed = models.BooleanField(default=False, help_text="Its owner said: this was mine.")
    named_seat = models.BigIntegerField(null=True, blank=True)
    named_game = models.BigIntegerField(null=True, blank=True)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL)
    submission = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.SET_NULL)
    said = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = "mail in"
        verbose_name_plural = "mails in"
        constraints = [
            models.UniqueConstraint(fields=["message_id", "content_hash"], name="inbound_once")
        ]
        indexes = [
            models.Index(fields=["state", "received"]),
            models.Index(fields=["named_seat", "state"], name="inbound_unread_of_seat"),
            models.Index(fields=["named_game", "state"], name="inbound_unread_of_game"),
        ]

    def __str__(self) -> str:
        return f"mail in {self.pk}"


class Outbox(Row):
    """One mail to one address, with the very text that is sent: replies are compared with it.

    The row is written in the transaction of what it tells. `message_id` is fixed here, so a mail
    that has to be sent twice is still one mail. `told_seq` is the last ruling that the reader knows
    after it. `enclosures` holds pictures and files as `compose.attachments` packs them.
    `ideas_later`: what `outbound.turn_ideas` needs to put ideas into a mail that was worded without
    them; it does so before the mail goes. `fate` is what the provider said later about a mail it
    had taken.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting"
        CLAIMED = "claimed", "Being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Given up"

    class Fate(models.TextChoices):
        UNKNOWN = "", "Not heard of"
        DELIVERED = "delivered", "Delivered"
        BOUNCED = "bounced", "Bounced"
        COMPLAINED = "complained", "Called spam"

    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    address = models.EmailField()
    key = models.CharField(max_length=120)
    message_id = models.CharField(max_length=255, unique=True)
    subject = models.CharField(max_length=250)
    body = models.TextField()
    template = models.JSONField(default=list, help_text="The order lines offered for editing.")
    listed = models.JSONField(
        default=dict, blank=True, help_text="The question with numbered options, and their orders."
    )
    language = models.CharField(max_length=5, default="en")
    html = models.BooleanField(default=True, help_text="Whether an HTML part goes with the text.")
    enclosures = models.BinaryField(default=bytes, editable=False)
    ideas_later = models.BinaryField(default=bytes, editable=False)
    headers = models.JSONField(default=dict)
    told_seq = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    created = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True, editable=False)
    tries = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    provider_id = models.CharField(max_length=255, blank=True)
    fate = models.CharField(max_length=10, choices=Fate, default=Fate.UNKNOWN, blank=True)
    fate_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "mail out"
        verbose_name_plural = "mails out"
        indexes = [
            models.Index(fields=["state", "next_try"]),
            models.Index(fields=["seat", "player"]),
            models.Index(fields=["provider_id"], condition=~Q(provider_id=""), name="outbox_given"),
        ]

    def __str__(self) -> str:
        return f"mail out {self.pk} ({self.key})"

    @classmethod
    def to(cls, speaker: "Seat | Organiser") -> "models.QuerySet[Outbox]":
        """Return the mails to a seat, or to an organiser without a seat."""
        if isinstance(speaker, Seat):
            return cls.objects.filter(seat=speaker)
        return cls.objects.filter(seat=None, game=speaker.game_id, player=speaker.player_id)


class Effect(Row):
    """One thing that a mail has told, by its unique name, so that no other mail tells it again."""

    mail = models.ForeignKey(Outbox, on_delete=models.CASCADE, related_name="effects")
    dedupe = models.CharField(max_length=200, unique=True)

    def __str__(self) -> str:
        return self.dedupe


class Correspondence(Row):
    """How the mails to the person in a seat stand; a substitute begins a new correspondence.

    `thread` is the Message-ID that all of them refer to, `last` that of the newest, `told_seq`
    the last ruling told, `own_seq` the last one up to which they were told what concerns them,
    `sheet_at` when they were last shown the position, `holding` whether something is held back for
    the person, `calendar_due` the deadline that our last `deadline.ics` put into their calendar,
    `rules_asked` what they hold and were asked a rule for.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    thread = models.CharField(max_length=255, blank=True)
    last = models.CharField(max_length=255, blank=True)
    told_seq = models.PositiveIntegerField(default=0)
    own_seq = models.PositiveIntegerField(default=0)
    sheet_at = models.DateTimeField(null=True, blank=True)
    holding = models.BooleanField(default=False)
    calendar_due = models.DateTimeField(null=True, blank=True)
    rules_asked = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"mails to {self.player} about {self.seat}"


class Organiser(models.Model):
    """The organiser of a game as somebody who writes and is written to without a seat.

    The row is made with the first such mail. Reply keys of an older version speak for nobody.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="mail_organiser"
    )
    key_version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"organiser of {self.game}"

    @property
    def player(self) -> Player:
        return self.game.organiser

    @property
    def player_id(self) -> int:
        return self.game.organiser_id

    @property
    def number(self) -> None:
        """None in place of a seat's number: the view of nobody is the public one."""
        return None


class Held(Row):
    """Something to tell that is held back until quiet hours end, for a digest, or for the next
    mail.

    `due` empty: it goes along with whatever mail comes next. `turn`: questions were opened; the
    mail is worded when it goes out, so that it tells how things stand then.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    dedupe = models.CharField(max_length=200, unique=True)
    rank = models.PositiveSmallIntegerField()
    subject = models.CharField(max_length=250, blank=True)
    text = models.TextField(blank=True)
    turn = models.BooleanField(default=False)
    pace = models.CharField(max_length=8, default="optional")
    enclosures = models.BinaryField(default=bytes, editable=False)
    due = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "held news"
        verbose_name_plural = "held news"
        indexes = [models.Index(fields=["due"]), models.Index(fields=["seat", "player"])]

    def __str__(self) -> str:
        return self.dedupe


class Preferences(Row):
    """How one person wants to be written to. Language and time zone belong to the player.

    `next_digest` is when the next digest is due; sending it moves this on.
    """

    class Mode(models.TextChoices):
        ALL = "all", "Every ruling, as it happens"
        DIGEST = "digest", "What needs me at once, the rest in a daily digest"
        NEEDS = "needs", "Only what needs me; the rest with the next such mail"

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="mail")
    mode = models.CharField(max_length=6, choices=Mode, default=Mode.DIGEST)
    digest_hour = models.PositiveSmallIntegerField(default=7)
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    text_only = models.BooleanField(default=False)
    next_digest = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "preferences"
        indexes = [models.Index(fields=["mode", "next_digest"])]

    def __str__(self) -> str:
        return f"mail to {self.player}"


class Tracked(models.Model):
    """An event that a provider reported about a mail it had taken; stored once, however often it
    comes."""

    event = models.CharField(max_length=255, unique=True)
    mail = models.ForeignKey(Outbox, on_delete=models.CASCADE, related_name="tracked")
    what = models.CharField(max_length=20)
    why = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.what} (mail out {self.mail_id})"


class PushSubscription(models.Model):
    """A browser that shows a player "your turn". `endpoint`, `p256dh` and `auth` are what the
    browser gave us; `failures`: how often in a row its push service has refused."""

    player = models.ForeignKey("pbem.Player", on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.URLField(max_length=600, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    failures = models.PositiveSmallIntegerField(default=0)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"browser {self.pk} of {self.player}"
