"""The page behind a link that answers a question with one tap.

Opening it changes nothing, because mail systems open links to look at them; only a button does. The
link itself is the permission, so nobody has to sign in, and the form needs neither a script nor a
cookie.
"""

import re
import secrets
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import answer_links, matches
from notifications.answer_links import ToMail, ToOffer
from notifications.compose import notes, questions
from notifications.compose.times import moment
from pbem.models import Offer, Prompt, Submission
from pbem.orders import submissions
from pbem.play import advancing
from pbem.table.people import sign_in
from rules.kernel.codec import typed
from rules.kernel.match import Match
from rules.kernel.orders.readers_words import each_in_readers_words
from rules.lexicon.speech import speaking

_KEY = re.compile(r"[A-Za-z0-9_-]{8,40}")


class Button(NamedTuple):
    """An answer as a button; `number` is what the form sends."""

    number: int
    order: str
    about: str
    main: bool


class Shown(NamedTuple):
    """What the page asks: the question, when it is due, and the buttons; none where it is gone."""

    question: str
    due: str = ""
    buttons: tuple[Button, ...] = ()


@csrf_exempt
@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the answer that was tapped, with a button that gives it; a POST is the button."""
    try:
        link = answer_links.open_link(token)
    except answer_links.Forged:
        words = _("This link is not good any more. Use the newest mail of your game.")
        return render(request, "notifications/answer.html", {"words": words}, status=404)
    player = link.seat.player
    assert player is not None
    with translation.override(player.language), speaking(player.language):
        context = {
            "game": link.seat.game,
            "table": sign_in.look_link(player, link.seat.game_id),
            "key": secrets.token_urlsafe(12),
        }
        if request.method == "POST":
            context["lines"] = _answered(link, request.POST)
        else:
            context["shown"] = _shown(link)
        return render(request, "notifications/answer.html", context)


def _answered(link: ToMail | ToOffer, form: QueryDict) -> list[str]:
    """Hand in the answer as a mail with it would be, and return what became of it."""
    key = form.get("key", "")
    number = form.get("number", "")
    if not _KEY.fullmatch(key) or not number.isdecimal():
        return [_("Nothing was done: open the link in the mail again.")]
    listed = link.listed if isinstance(link, ToMail) else None
    text = number
    if isinstance(link, ToOffer):
        text = f"{link.verb.upper()} {link.offer.number}"
    game, seat = link.seat.game, link.seat
    name = f"tap-{seat.pk}-{key}"
    submission = submissions.submit(game, seat, text, Submission.WEB, name, listed=listed)
    while advancing.advance(game.pk).more:
        pass
    submission.refresh_from_db()
    return notes.report_lines(submission)


def _shown(link: ToMail | ToOffer) -> Shown:
    match = matches.awake(link.seat.game)
    if match is None:
        return Shown(_("The game cannot be played at the moment. Nothing was done."))
    return _offer(link, match) if isinstance(link, ToOffer) else _question(link, match)


def _question(link: ToMail, match: Match) -> Shown:
    seat = link.seat
    open_ = dict(match.open_for(seat.number))
    decision = open_.get(link.listed.question)
    asked = Prompt.objects.filter(
        game=seat.game_id, seat=seat, address=link.listed.question, state=Prompt.State.OPEN
    ).first()
    if decision is None or asked is None:
        words = _("This question is no longer open: it was answered, or its time ran out.")
        return Shown(" ".join([words, _("Nothing was done.")]))
    view = match.view(seat.number)
    meanings = {option.order: questions.meaning(option) for option in decision.options(view)}
    buttons = [
        Button(
            n,
            "; ".join(each_in_readers_words(match.ruleset, order.split("; "), decision, view)),
            meanings.get(order, ""),
            n == link.number or not link.number,
        )
        for n, order in enumerate(link.listed.orders, start=1)
    ]
    buttons.sort(key=lambda button: not button.main)
    return Shown(decision.prompt(view), moment(asked.due, seat.player), tuple(buttons))


def _offer(link: ToOffer, match: Match) -> Shown:
    offer, seat = link.offer, link.seat
    open_ = offer.state == Offer.State.OPEN and seat.number in offer.parties
    if not open_ or seat.number in offer.accepted_by:
        words = _("Offer %(n)d is no longer open to you.") % {"n": offer.number}
        return Shown(" ".join([words, _("Nothing was done.")]))
    deal = typed(offer.data, match.ruleset.interjection_kinds[offer.what])
    order = f"{link.verb.upper()} {offer.number}"
    words = deal.words(match.view(seat.number))
    button = Button(1, order, "", True)
    return Shown(words, moment(offer.expires, seat.player), (button,))
