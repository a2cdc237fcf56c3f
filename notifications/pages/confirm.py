"""The page behind a confirm link.

Opening it changes nothing, because mail systems open links to look at them; only the button does.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications import confirm_links, keys
from notifications.inbound import held, identify, pipeline
from notifications.inbound.mime import Mail
from notifications.keys import Speaker
from notifications.models import Inbound
from pbem.errors import TableError
from pbem.models import Player
from pbem.table.people import addresses


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what would be carried out, with a button that has it carried out."""
    try:
        inbound, holder = confirm_links.open_link(token)
    except confirm_links.Expired:
        return _said(request, _("This link is no longer good. Send your mail again."), 410)
    except confirm_links.Forged:
        return _said(request, _("This link is not one of ours."), 404)
    if inbound.state != Inbound.State.HELD:
        return _said(request, _("This mail has been dealt with already."))
    mail = Mail(bytes(inbound.raw))
    sender = identify.sender_address(inbound, mail)
    speaker = holder if isinstance(holder, Speaker) else None
    player = speaker.player if speaker is not None else None
    if request.method == "POST":
        held.say_yes(inbound.pk)
        words = [_("Thank you. Your mail is carried out now; the answer follows by mail.")]
        if request.POST.get("remember") and player is not None:
            words.append(_remembered(player, sender))
        return _said(request, " ".join(words))
    context = {
        "game": keys.game_of(holder) or "Parsec Post",
        "sender": sender,
        "text": pipeline.typed_by(mail, speaker),
        "can_remember": player is not None and addresses.holder(sender) is None,
    }
    return render(request, "notifications/confirm.html", context)


def _remembered(player: Player, sender: str) -> str:
    try:
        addresses.add(player, sender)
    except TableError as refused:
        return str(refused)
    return _("A mail to %(sender)s asks whether that address is yours.") % {"sender": sender}


def _said(request: HttpRequest, words: str, status: int = 200) -> HttpResponse:
    return render(request, "notifications/confirm.html", {"words": words}, status=status)
