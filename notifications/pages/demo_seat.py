"""The demo's seat: its mails and its table side by side, and the ways in."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from notifications.compose import html
from notifications.inbound import pipeline
from notifications.inbound.mime import Mail
from notifications.models import Inbound, Outbox
from notifications.staff import demo_tables, local_backend
from notifications.staff.local_backend import LocalMail
from pbem.models import Game, Seat
from pbem.table.people import sign_in

MOST_LISTED = 40
MOST_SUGGESTED = 12
_NUMBERED: Final = re.compile(r"^\d+\. ")


class Answer(NamedTuple):
    """A line that answers a mail as it stands, and what speaks for it; `first`: one of those that
    the mail numbers."""

    line: str
    why: str
    first: bool


class Line(NamedTuple):
    """A mail in the list of a seat: one that came, or one that was sent (`id` empty)."""

    id: str
    subject: str
    text: str
    at: datetime


@require_POST
def play(request: HttpRequest, game_id: int) -> HttpResponse:
    """Sit down in the visitor's seat, and open it; `to=report` opens the report of a game that is
    over."""
    seat = _seat(game_id)
    assert seat.player is not None
    demo_tables.speak(seat.player, get_language() or "en")
    page = "report" if request.GET.get("to") == "report" else "demo-seat"
    where = reverse(page, args=[game_id])
    sign_in.sign_in(request, sign_in.key_to(seat.player.email, where))
    return redirect(where)


@require_POST
def desk(request: HttpRequest) -> HttpResponse:
    """Sign in as the demo's referee, who has no password, and open the desk."""
    request.session.flush()
    login(request, demo_tables.referee(), backend="django.contrib.auth.backends.ModelBackend")
    return redirect("desk:queue")


@require_safe
def seat(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show the mails of a seat beside its table. A script asks for the mails alone (`seen`): it is
    given them when something has changed."""
    mine = _seat(game_id)
    assert mine.player is not None
    listed = _listed(mine)
    shown = _shown(mine, listed, request.GET.get("mail", ""))
    state = f"{mine.game.head_seq}.{len(listed)}"
    if request.GET.get("seen") == state:
        return HttpResponse(status=204)
    context = {
        "game": mine.game,
        "seat": mine,
        "mails": listed[:MOST_LISTED],
        "mail": shown,
        "answers": _suggested(shown),
        "sent": _newest_sent(listed),
        "state": state,
        "chosen": request.GET.get("mail", ""),
    }
    part = "seen" in request.GET
    name = "notifications/demo_mails.html" if part else "notifications/demo_seat.html"
    return render(request, name, context)


def _seat(game_id: int) -> Seat:
    found = demo_tables.visitors_seat(get_object_or_404(Game, pk=game_id))
    if found is None:
        raise Http404
    return found


def _listed(seat: Seat) -> list[Line]:
    """Return the mails to a seat and from it, newest first."""
    assert seat.player is not None
    about = f"[{seat.game.name} #{seat.game_id}]"
    came = [
        Line(kept.id, kept.subject, "", kept.date)
        for kept in local_backend.mails(seat.player.email)
        if about in kept.subject
    ]
    sent = [
        Line("", *_sent(seat, row.pk), row.received)
        for row in Inbound.objects.filter(named_seat=seat.pk).only("pk", "received")
    ]
    return sorted([*came, *sent], key=lambda line: line.at, reverse=True)


@lru_cache(maxsize=500)
def _sent(seat: Seat, inbound_id: int) -> tuple[str, str]:
    """Return the subject of a mail from a seat, and what its author typed."""
    mail = Mail(bytes(Inbound.objects.get(pk=inbound_id).raw))
    return mail.header("Subject"), pipeline.typed_by(mail, seat).strip()


def _shown(seat: Seat, listed: list[Line], id: str) -> LocalMail | None:
    """Return the mail to show: the one asked for, else the newest that came."""
    assert seat.player is not None
    kept = local_backend.mail(id) if id else None
    if kept is not None and seat.player.email in kept.recipients:
        return kept
    newest = next((line.id for line in listed if line.id), "")
    return local_backend.mail(newest) if newest else None


class Sent(NamedTuple):
    """What was sent last, and the mail that answers it, if it has come."""

    text: str
    answer: Line | None


def _newest_sent(listed: Sequence[Line]) -> Sent | None:
    for i, line in enumerate(listed):
        if not line.id:
            later = [one for one in listed[:i] if one.id]
            return Sent(line.text, later[-1] if later else None)
    return None


def _suggested(mail: LocalMail | None) -> list[Answer]:
    """Return the answers that a mail numbers, then the lines of its template that can be sent as
    they stand."""
    row = Outbox.objects.filter(message_id=mail.message_id).first() if mail is not None else None
    if row is None:
        return []
    template = [line for line in row.template if not line[:1].isdigit()]
    _hint, parts = html.read(row.body, template)
    numbered = [line for part in parts for line in part.lines if _NUMBERED.match(line)]
    found: dict[str, Answer] = {}
    for text in (*numbered, *template):
        order, _hash, why = _NUMBERED.sub("", text).partition(" # ")
        line = order.strip()
        if line and line[:1] != "#" and "…" not in line:
            found.setdefault(line, Answer(line, why.strip(), text in numbered))
    return list(found.values())[:MOST_SUGGESTED]
