"""Final reports that a table shows to anybody who has the link.

The link is signed, so that nobody finds the reports of other tables by counting; it works as long
as the organiser wants the report to be shared.
"""

from django.conf import settings
from django.core import signing
from django.urls import reverse

from pbem.models import Game
from pbem.table.openness import Openness

_SALT = "pbem.shared-report"


def link_of(game: Game) -> str:
    """Return the link to a game's report; it leads nowhere until the report is shared."""
    token = signing.Signer(salt=_SALT).sign(str(game.pk))
    return f"{settings.PARSEC_HOST}{reverse('shared-report', args=[token])}"


def game_of(token: str) -> Game | None:
    """Return the finished game whose report a link shows; None if it is forged, or not shared."""
    try:
        pk = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    shown = Openness.objects.filter(game=int(pk), report_shared=True, game__status=Game.Status.OVER)
    found = shown.select_related("game__organiser").first()
    return found.game if found is not None else None


def set_shared(game: Game, on: bool) -> None:
    """Choose whether anybody with the link may read the final report."""
    Openness.objects.update_or_create(game=game, defaults={"report_shared": on})
