"""The desk's pages: what a referee sees and sends. Effects are in `disputes` and `corrections`."""

import secrets
from collections.abc import Callable, Iterator
from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.forms import Form
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from pbem.models import Dispute, Ruling, Seat
from pbem.referee import corrections, disputes
from pbem.referee.corrections import Preview, Trying
from pbem.referee.desk import access, evidence
from pbem.referee.desk.access import RefereeRequest, for_referees
from pbem.referee.desk.forms import (
    AddressForm,
    ApplyForm,
    AssignForm,
    DecisionForm,
    NoteForm,
    TrialForm,
)
from pbem.referee.disputes import DisputeError, Stale
from pbem.table import limits
from pbem.table.limits import Limit
from rules.kernel.records.history import Progress

SIGN_INS = Limit("sign-ins at the desk from one place", 30, 3600)
SIGN_INS_AS = Limit("sign-ins at the desk with one name", 10, 3600)
FRAMES = 20
"""How many signs of progress are sent while a trial runs."""

MARK = "<!-- progress -->"


class SignIn(LoginView):
    """Signs staff and referees in with a password; a link in a mail opens no desk."""

    template_name = "desk/sign_in.html"
    next_page = "desk:queue"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        place = request.META.get("REMOTE_ADDR")
        seconds = limits.wait(SIGN_INS, place)
        seconds = seconds or limits.wait(SIGN_INS_AS, request.POST.get("username", ""))
        if seconds:
            form = AuthenticationForm(request)
            context = {"form": form, "wait": -(-seconds // 60)}
            return render(request, self.template_name, context, status=429)
        return super().post(request, *args, **kwargs)


@require_POST
def sign_out(request: RefereeRequest) -> HttpResponse:
    logout(request)
    return redirect("desk:sign-in")


@require_GET
@never_cache
@for_referees
def queue(request: RefereeRequest) -> HttpResponse:
    """Show open disputes, the oldest first, or decided ones."""
    decided = request.GET.get("show") == "decided"
    rows = access.visible(request.user)
    if decided:
        rows = rows.filter(state=Dispute.State.DECIDED).order_by("-decided")[:100]
    else:
        rows = rows.filter(state=Dispute.State.OPEN).order_by("opened")
    found = [
        {"dispute": row, "age": timezone.now() - row.opened, "parties": disputes.parties(row)}
        for row in rows
    ]
    return render(request, "desk/queue.html", {"rows": found, "decided": decided})


@require_GET
@never_cache
@for_referees
def statistics(request: RefereeRequest) -> HttpResponse:
    mine = access.visible(request.user).select_related(None)
    return render(request, "desk/statistics.html", {"numbers": disputes.statistics(mine)})


@require_GET
@never_cache
@for_referees
def dispute(request: RefereeRequest, pk: int) -> HttpResponse:
    row = access.dispute_for(request.user, pk)
    return _dispute_page(request, row)


def _dispute_page(
    request: RefereeRequest, row: Dispute, status: int = 200, **forms: Any
) -> HttpResponse:
    parties = {seat.number for seat in disputes.parties(row)}
    stamp = _stamp(row)
    context = {
        "dispute": row,
        "game": row.game,
        "open": row.state == Dispute.State.OPEN,
        "mine": row.assignee_id == request.user.pk,
        "may_look": access.may_look(request.user, row),
        "parties": disputes.parties(row),
        "notes": row.notes.select_related("author", "player"),
        "letters": row.game.press.filter(to="referee", created__gte=row.opened),
        "looks": row.looks.select_related("user")[:50],
        "correction": getattr(row, "correction", None),
        "stamp": stamp,
        "assign": AssignForm(initial={**stamp, "to": row.assignee_id}, dispute=row),
        "note": NoteForm(initial={**stamp, "to": sorted(parties)}, seats=_seats(row)),
        "uphold": DecisionForm(initial=stamp),
        "address": AddressForm(initial=stamp, seats=_seats(row)),
        **forms,
    }
    return render(request, "desk/dispute.html", context, status=status)


def _stamp(row: Dispute) -> dict[str, Any]:
    return {"version": row.version, "nonce": secrets.token_urlsafe(12)}


def _seats(row: Dispute) -> list[tuple[int, str]]:
    people = row.game.seats.filter(kind=Seat.Kind.PERSON).select_related("player")
    return [(seat.number, f"{seat.holder} ({seat.number + 1})") for seat in people]


@require_POST
@for_referees
def assign(request: RefereeRequest, pk: int) -> HttpResponse:
    row = access.dispute_for(request.user, pk)
    form = AssignForm(request.POST, dispute=row)
    if not form.is_valid():
        return _dispute_page(request, row, 422, assign=form)
    return _done(request, row, lambda: disputes.assign(pk, form.cleaned_data["to"], _version(form)))


@require_POST
@for_referees
def note(request: RefereeRequest, pk: int) -> HttpResponse:
    row = access.dispute_for(request.user, pk)
    form = NoteForm(request.POST, seats=_seats(row))
    if not form.is_valid():
        return _dispute_page(request, row, 422, note=form)
    said = form.cleaned_data
    return _done(
        request,
        row,
        lambda: disputes.note(pk, request.user, said["text"], said["nonce"], said["to"] or None),
        note=form,
    )


@require_POST
@for_referees
def new_address(request: RefereeRequest, pk: int) -> HttpResponse:
    """Give a seat a new reply address, because the old one has got into other hands."""
    row = access.dispute_for(request.user, pk)
    form = AddressForm(request.POST, seats=_seats(row))
    if not form.is_valid():
        return _dispute_page(request, row, 422, address=form)
    said = form.cleaned_data
    return _done(
        request,
        row,
        lambda: disputes.renew_address(pk, request.user, said["seat"], said["nonce"]),
        address=form,
    )


@require_POST
@for_referees
def uphold(request: RefereeRequest, pk: int) -> HttpResponse:
    row = access.dispute_for(request.user, pk)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _dispute_page(request, row, 422, uphold=form)
    said = form.cleaned_data
    return _done(
        request,
        row,
        lambda: disputes.uphold(pk, request.user, said["reason"], _version(form), said["nonce"]),
        uphold=form,
    )


def _version(form: Form) -> int:
    version: int = form.cleaned_data["version"]
    return version


def _done(
    request: RefereeRequest, row: Dispute, do: Callable[[], object], **forms: Form
) -> HttpResponse:
    """Do something and show the page again; if it cannot be done, say so there and lose no text."""
    try:
        do()
    except DisputeError as error:
        messages.error(request, str(error))
        row = access.dispute_for(request.user, row.pk)
        status = 409 if isinstance(error, Stale) else 422
        for form in forms.values():
            said = {name: form.data.get(name) for name in form.data}
            form.data = {**said, "version": row.version}
        return _dispute_page(request, row, status, **forms)
    return redirect("desk:dispute", row.pk)


@require_GET
@never_cache
@for_referees
def ruling(request: RefereeRequest, pk: int, seq: int) -> HttpResponse:
    """Show the evidence for a ruling; because hidden things are in it, the look is noted."""
    row = access.dispute_for(request.user, pk)
    if not access.may_look(request.user, row):
        messages.error(request, _("Take the dispute first: only who looks after it sees evidence."))
        return redirect("desk:dispute", pk)
    try:
        found = evidence.of(row.game, seq)
    except Ruling.DoesNotExist:
        raise Http404 from None
    access.log_look(request.user, row, seq, "evidence")
    return render(request, "desk/ruling.html", _ruling_context(row, found))


def _ruling_context(row: Dispute, found: evidence.Evidence, **more: Any) -> dict[str, Any]:
    return {
        "dispute": row,
        "game": row.game,
        "found": found,
        "open": row.state == Dispute.State.OPEN,
        "trial": _trial_form(found),
        **more,
    }


def _trial_form(found: evidence.Evidence, said: Any = None) -> TrialForm:
    asked = [(a.address, f"{found.names[a.seat]}: {a.prompt} ({a.answer})") for a in found.asked]
    seats = list(enumerate(found.names))
    return TrialForm(said, questions=asked, seats=seats, is_play=found.is_play)


@require_POST
@for_referees
def trial(request: RefereeRequest, pk: int, seq: int) -> HttpResponseBase:
    """Try a change on a fork and show the outcome, with the progress as it goes."""
    row = access.dispute_for(request.user, pk)
    if row.state != Dispute.State.OPEN or not access.may_look(request.user, row):
        messages.error(request, _("Only who looks after an open dispute can try corrections."))
        return redirect("desk:dispute", pk)
    try:
        found = evidence.of(row.game, seq)
    except Ruling.DoesNotExist:
        raise Http404 from None
    form = _trial_form(found, request.POST)
    if not form.is_valid():
        context = _ruling_context(row, found, trial=form)
        return render(request, "desk/ruling.html", context, status=422)
    access.log_look(request.user, row, seq, "trial")
    trying = corrections.preview(row.game, form.proposal(seq), _("trial"))
    context = {"dispute": row, "game": row.game, "found": found, "form": form}
    page = render_to_string("desk/trial.html", context, request)
    head, tail = page.split(MARK)
    answer = StreamingHttpResponse(_streamed(request, head, tail, trying, context))
    answer.headers["Cache-Control"] = "private, no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer


def _streamed(
    request: RefereeRequest, head: str, tail: str, trying: Trying, context: dict[str, Any]
) -> Iterator[str]:
    """Yield the page of a trial piece by piece.

    The request's own middleware has ended by then, so language and zone are set again.
    """
    language, zone = translation.get_language() or "en", timezone.get_current_timezone()
    yield head
    with translation.override(language), timezone.override(zone):
        shown = -1
        try:
            while True:
                progress: Progress = next(trying)
                if progress.done * FRAMES // progress.total > shown:
                    shown = progress.done * FRAMES // progress.total
                    yield render_to_string("desk/progress.html", {"progress": progress})
        except StopIteration as stop:
            preview: Preview = stop.value
            yield _result(request, preview, context)
        except DisputeError as error:
            yield render_to_string("desk/trial_refused.html", {**context, "error": error}, request)
    yield tail


def _result(request: RefereeRequest, preview: Preview, context: dict[str, Any]) -> str:
    row: Dispute = context["dispute"]
    form: TrialForm = context["form"]
    found: evidence.Evidence = context["found"]
    before, after = preview.before, preview.fork.match
    learned = [
        {
            "ruling": secret.ruling,
            "who": _("everybody") if secret.seat is None else found.names[secret.seat],
            "words": evidence.words_of(after.ruleset, secret.told.event, found.names),
        }
        for secret in preview.learned
    ]
    fates: list[dict[str, Any]] = [
        {"kept": kept, "who": _("the referee") if kept.seat < 0 else found.names[kept.seat]}
        for kept in preview.fates
    ]
    said = form.cleaned_data
    apply_form = ApplyForm(
        initial={**_stamp(row), **said, "seq": found.seq, "head": preview.head}, auto_id="apply_%s"
    )
    return render_to_string(
        "desk/trial_result.html",
        {
            **context,
            "preview": preview,
            "fates": fates,
            "holding": [f for f in fates if f["kept"].fate == "kept"],
            "learned": learned,
            "sheet": list(evidence.sheet_difference(before, after)),
            "maps": evidence.maps(before, after),
            "apply": apply_form,
        },
        request,
    )


@require_http_methods(["POST"])
@for_referees
def apply(request: RefereeRequest, pk: int) -> HttpResponse:
    """Make a trial the game; sent twice, it happens once."""
    row = access.dispute_for(request.user, pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        reason = form.errors.get("reason") or [_("This form is not whole: try it again.")]
        messages.error(request, " ".join(map(str, reason)))
        return _dispute_page(request, row, 422)
    said = form.cleaned_data
    return _done(
        request,
        row,
        lambda: corrections.apply(
            pk,
            request.user,
            said["reason"],
            form.proposal(),
            version=said["version"],
            head=said["head"],
            nonce=said["nonce"],
        ),
    )
