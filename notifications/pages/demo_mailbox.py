"""The demo's pages: everybody's mail, and a box to reply in."""

import uuid
from collections import Counter
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_GET, require_POST

from notifications.inbound import storing
from notifications.inbound.mime import Mail
from notifications.models import Inbound
from notifications.staff import local_backend
from notifications.staff.local_backend import LocalMail

DOOR = "page"
MOST_SENT = 20


@require_GET
def mailboxes(request: HttpRequest) -> HttpResponse:
    _only_local()
    counts = Counter(address for kept in local_backend.mails() for address in kept.recipients)
    return render(
        request,
        "notifications/mailboxes.html",
        {"boxes": sorted(counts.items()), "door": settings.PARSEC_SMTP_DOOR},
    )


@require_GET
def mailbox(request: HttpRequest, address: str) -> HttpResponse:
    _only_local()
    sent = Inbound.objects.filter(door=DOOR, sender=address).order_by("-pk")[:MOST_SENT]
    mails = local_backend.mails(address)[::-1]
    context = {
        "address": address,
        "mails": mails,
        "sent": [(Mail(bytes(row.raw), headers_only=True).header("Subject"), row) for row in sent],
    }
    return render(request, "notifications/mailbox.html", context)


@require_GET
def mail(request: HttpRequest, id: str) -> HttpResponse:
    """Show a mail as its reader sees it: the HTML part if there is one, the text, or the source."""
    kept = _kept(id)
    shown = request.GET.get("show") or ("html" if kept.html else "text")
    return render(request, "notifications/mail.html", {"mail": kept, "shown": shown})


@require_GET
def source(request: HttpRequest, id: str) -> HttpResponse:
    return HttpResponse(_kept(id).source, content_type="text/plain; charset=utf-8")


@require_GET
@xframe_options_sameorigin
def html(request: HttpRequest, id: str) -> HttpResponse:
    """Return the HTML part alone, for a frame that may run nothing; its pictures are served beside
    it."""
    kept = _kept(id)
    shown = kept.html.replace("<head>", '<head><base target="_top">', 1)
    for file in kept.files:
        if file.cid:
            shown = shown.replace(f"cid:{file.cid}", reverse("mail-file", args=[id, file.number]))
    answer = HttpResponse(shown)
    answer["Content-Security-Policy"] = (
        "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; "
        "sandbox allow-top-navigation-by-user-activation"
    )
    return answer


@require_GET
def file(request: HttpRequest, id: str, number: int) -> HttpResponse:
    """Serve a file of a mail: a picture to be shown, anything else to be saved."""
    found = next((f for f in _kept(id).files if f.number == number), None)
    if found is None:
        raise Http404
    answer = HttpResponse(found.data, content_type=found.kind)
    if not found.kind.startswith("image/"):
        answer["Content-Disposition"] = f'attachment; filename="{found.name}"'
    return answer


@require_POST
def reply(request: HttpRequest, id: str) -> HttpResponse:
    """Hand a reply to the same storing function that the SMTP door uses."""
    kept = _kept(id)
    text = request.POST.get("line") or request.POST.get("text", "")
    raw = reply_to(kept, text[:20_000])
    storing.store(raw, door=DOOR, sender=kept.recipients[0], recipients=[kept.reply_to])
    game = request.POST.get("game", "")
    if game.isdecimal():
        return redirect("demo-seat", int(game))
    return redirect("mailbox", address=kept.recipients[0])


def reply_to(kept: LocalMail, text: str) -> bytes:
    """Return a reply as a mail program would write it: the new text above, our mail quoted
    below."""
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
    if not local_backend.configured():
        raise Http404


def _kept(id: str) -> LocalMail:
    _only_local()
    kept = local_backend.mail(id)
    if kept is None or not kept.recipients:
        raise Http404
    return kept
