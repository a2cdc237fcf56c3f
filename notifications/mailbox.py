"""The demo's pages: what this is, everybody's mail, and a box to reply in."""

import uuid
from collections import Counter
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from notifications import intake, local
from notifications.local import Kept
from pbem.models import Game


@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The front page; with the local mailbox it is also the way into the demo."""
    context = {"door": settings.PARSEC_SMTP_DOOR, "local": local.configured(), "games": []}
    if local.configured():
        games = Game.objects.exclude(status=Game.Status.CANCELLED)
        context["games"] = games.prefetch_related("seats__player").order_by("-pk")[:10]
    return render(request, "notifications/index.html", context)


@require_GET
def mailboxes(request: HttpRequest) -> HttpResponse:
    _only_local()
    counts = Counter(address for kept in local.mails() for address in kept.recipients)
    return render(request, "notifications/mailboxes.html", {"boxes": sorted(counts.items())})


@require_GET
def mailbox(request: HttpRequest, address: str) -> HttpResponse:
    _only_local()
    context = {"address": address, "mails": local.mails(address)[::-1]}
    return render(request, "notifications/mailbox.html", context)


@require_GET
def mail(request: HttpRequest, id: str) -> HttpResponse:
    return render(request, "notifications/mail.html", {"mail": _kept(id)})


@require_GET
def source(request: HttpRequest, id: str) -> HttpResponse:
    return HttpResponse(_kept(id).source, content_type="text/plain; charset=utf-8")


@require_POST
def reply(request: HttpRequest, id: str) -> HttpResponse:
    """Hand a reply to the same storing function that the SMTP door uses."""
    kept = _kept(id)
    raw = reply_to(kept, request.POST.get("text", "")[:20_000])
    intake.store(raw, door="page", sender=kept.recipients[0], recipients=[kept.reply_to])
    return redirect("mailbox", address=kept.recipients[0])


def reply_to(kept: Kept, text: str) -> bytes:
    """A reply as a mail program would write it: the new text above, our mail quoted below."""
    answer = EmailMessage(policy=policy.SMTP)
    answer["From"] = kept.recipients[0]
    answer["To"] = kept.reply_to
    answer["Subject"] = f"Re: {kept.subject.removeprefix('Re: ')}"
    answer["Date"] = format_datetime(timezone.now())
    answer["Message-ID"] = f"<{uuid.uuid4().hex}@mailbox.invalid>"
    answer["In-Reply-To"] = kept.message_id
    answer["References"] = kept.message_id
    written = f"On {kept.date:%a, %d %b %Y at %H:%M}, {kept.sender} wrote:"
    quoted = "\n".join(f"> {line}" for line in kept.text.rstrip().split("\n"))
    typed = text.replace("\r\n", "\n").strip()
    answer.set_content(f"{typed}\n\n{written}\n{quoted}\n")
    return answer.as_bytes()


def _only_local() -> None:
    if not local.configured():
        raise Http404


def _kept(id: str) -> Kept:
    _only_local()
    kept = local.mail(id)
    if kept is None or not kept.recipients:
        raise Http404
    return kept
