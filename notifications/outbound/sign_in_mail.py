"""Sends the link to sign in with that somebody asked for on the page."""

from django.dispatch import receiver
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications.compose.layout import joined, paragraph
from notifications.compose.letter import Letter
from notifications.outbound import outbox
from pbem import signals
from pbem.models import Player


@receiver(signals.sign_in_asked)
def on_sign_in_asked(email: str, link: str, **_more: object) -> None:
    player = Player.objects.filter(email=email).first()
    with translation.override(player.language if player else translation.get_language()):
        made = Letter(
            _("Your link to sign in"),
            joined(
                [
                    paragraph(_("Somebody, you we hope, asked to sign in with this address.")),
                    link,
                    paragraph(_("If it was not you, do nothing: without the link nobody gets in.")),
                ]
            ),
        )
    outbox.tell_address(email, made, f"sign-in/{timezone.now().isoformat()}", player=player)
