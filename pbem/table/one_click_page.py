"""The page behind a link in a mail: says what its button does, and does it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from pbem.errors import TableError
from pbem.table import agreement, one_click


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def action(request: HttpRequest, token: str) -> HttpResponse:
    """Show the button on GET, do its work on POST: mail systems look behind links before readers
    do."""
    try:
        signed = one_click.read(token)
    except one_click.ActionRefused as refused:
        return render(request, "web/action.html", {"said": refused.words}, status=410)
    email = request.POST.get("email", "")
    agreed = agreement.lines(signed.invitation.game) if signed.invitation is not None else []
    page = {"action": signed, "email": email, "agreed": agreed}
    if request.method != "POST":
        return render(request, "web/action.html", page)
    try:
        done = one_click.perform(token, email=email)
    except TableError as refused:
        return render(request, "web/action.html", {**page, "said": refused.words}, status=400)
    joined = signed.invitation.game if signed.do == one_click.JOIN and signed.invitation else None
    return render(request, "web/action.html", {"said": done, "joined": joined})
