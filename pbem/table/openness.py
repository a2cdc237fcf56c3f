"""How open a table is to people who do not sit at it."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from pbem.models import Game

LONGEST_DELAY = 24 * 30


class Openness(models.Model):
    """Who else may join or watch a table; a table without such a row is closed.

    The row belongs to the app `web`, whose name is in its database table and in the permissions
    of staff.
    """

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

    report_shared = models.BooleanField(
        _("Anybody with the link may read the final report"),
        default=False,
    )

    class Meta:
        app_label = "web"
        verbose_name_plural = "openness"

    def __str__(self) -> str:
        return f"openness of {self.game}"
