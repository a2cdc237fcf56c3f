"""Where a browser says that it wants to show "your turn", or no longer does."""

from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST, require_safe

from notifications import push
from pbem.errors import TableError
from pbem.table.people import sign_in


@cache
def _worker() -> str:
    return (Path(__file__).parent / "push-worker.js").read_text("utf-8")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Give the script that a browser runs when a push comes; from here it may serve all pages."""
    if not push.offered():
        raise Http404
    return HttpResponse(_worker(), content_type="text/javascript")


@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Remember this browser, or with `forget` forget it."""
    player = sign_in.player_of(request)
    if player is None or not push.offered():
        raise Http404
    said = {name: request.POST.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    if "forget" in request.POST:
        push.forget(player, said["endpoint"])
        return JsonResponse({"kept": False})
    try:
        push.subscribe(player, **said)
    except TableError as problem:
        return JsonResponse({"problem": problem.words}, status=400)
    return JsonResponse({"kept": True})
