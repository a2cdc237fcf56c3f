"""What the pages keep for themselves: who may look on, who has looked when, and how often."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pbem.models import Game, Player

LONGEST_DELAY = 24 * 30


class Openness(models.Model):
    """How open a table is to people who do not sit at it; without a row it is closed."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="openness")
    joinable = models.BooleanField(
        _("Anybody signed in may take an empty seat"),
        default=False,
    )
    watchable = models.BooleanField(
        _("Anybody may watch: public facts only"),
        default=False,
    )
    delay_hours = models.PositiveIntegerField(
        _("Spectators are behind by this many hours"),
        default=0,
        validators=[MaxValueValidator(LONGEST_DELAY)],
    )

    class Meta:
        verbose_name_plural = "openness"

    def __str__(self) -> str:
        return f"openness of {self.game}"


class Visit(models.Model):
    """What a player had seen of a game: `since` when this visit began, `seen` by now."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    since = models.PositiveIntegerField(default=0)
    seen = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_visit")]

    def __str__(self) -> str:
        return f"{self.player} at {self.game}"


class Posted(models.Model):
    """A form that was carried out: the same form again finds it. `where` is what it led to."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    where = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name_plural = "posted forms"
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="posted_once")]

    def __str__(self) -> str:
        return f"form of {self.player}"


class Allowance(models.Model):
    """How often something was done since `started`; `key` is a hash, never an address."""

    key = models.CharField(max_length=64, unique=True)
    started = models.DateTimeField()
    used = models.PositiveIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["started"])]

    def __str__(self) -> str:
        return f"{self.used} since {self.started:%Y-%m-%d %H:%M}"
