"""What the pages keep for themselves: what a player has seen, and which forms were sent."""

from django.db import models
from django.utils import timezone

from pbem.models import Game, Player
from pbem.table.limits import Allowance
from pbem.table.openness import Openness
from pbem.table.people.sign_in import SignedOut, SpentLink

__all__ = ["Allowance", "Openness", "Posted", "SignedOut", "SpentLink", "Visit"]


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
    """A form that was carried out, so that the same form again finds it. `where` is the page it led
    to."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    key = models.CharField(max_length=80)
    where = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name_plural = "posted forms"
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="posted_once")]

    def __str__(self) -> str:
        return f"form of {self.player}"
