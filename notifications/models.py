"""Mail as rows: what came in, exactly as it came, and what goes out, exactly as it is sent."""

from django.db import models
from django.utils import timezone

from pbem.models import Game, Player, Seat, Submission


class Inbound(models.Model):
    """A mail as received, stored before anything looks at it.

    `outcome` is the code of the class in `outcomes` that says what became of it; a shunted one
    waits for a person. Envelope addresses are kept because headers may say something else.
    """

    class State(models.TextChoices):
        NEW = "new", "Not read yet"
        DONE = "done", "Done"
        SHUNTED = "shunted", "Needs a person"

    raw = models.BinaryField(editable=False)
    sender = models.CharField(max_length=320, blank=True)
    recipients = models.JSONField(default=list)
    door = models.CharField(max_length=20)
    received = models.DateTimeField(default=timezone.now)
    message_id = models.CharField(max_length=255, blank=True)
    content_hash = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=State, default=State.NEW)
    outcome = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.SET_NULL)
    submission = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        verbose_name = "mail in"
        verbose_name_plural = "mails in"
        constraints = [
            models.UniqueConstraint(fields=["message_id", "content_hash"], name="inbound_once")
        ]
        indexes = [models.Index(fields=["state", "received"])]

    def __str__(self) -> str:
        return f"mail in {self.pk}"


class Outbox(models.Model):
    """One mail to one address, with the very text that is sent: replies are compared with it.

    Written in the transaction of what it tells. `message_id` is fixed here, so a mail that has
    to be sent twice is still one mail. `told_seq` is the last ruling the reader knows after it.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "Waiting"
        CLAIMED = "claimed", "Being sent"
        SENT = "sent", "Sent"
        FAILED = "failed", "Given up"

    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE)
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL)
    address = models.EmailField()
    key = models.CharField(max_length=120)
    message_id = models.CharField(max_length=255, unique=True)
    subject = models.CharField(max_length=250)
    body = models.TextField()
    template = models.JSONField(default=list, help_text="The order lines offered for editing.")
    headers = models.JSONField(default=dict)
    told_seq = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    created = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField(default=timezone.now)
    claimed_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "mail out"
        verbose_name_plural = "mails out"
        indexes = [
            models.Index(fields=["state", "next_try"]),
            models.Index(fields=["seat", "address"]),
        ]

    def __str__(self) -> str:
        return f"mail out {self.pk} ({self.key})"


class Effect(models.Model):
    """One thing a mail tells. Several may share a mail; none is ever told by two."""

    mail = models.ForeignKey(Outbox, on_delete=models.CASCADE, related_name="effects")
    dedupe = models.CharField(max_length=200, unique=True)

    def __str__(self) -> str:
        return self.dedupe
