"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pbem import ports
from pbem.models import Game


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Show what this site is; with the local mailbox also the way into the demo."""
    demo = ports.is_demo()
    games = Game.objects.exclude(status=Game.Status.CANCELLED) if demo else Game.objects.none()
    listed = games.prefetch_related("seats__player").order_by("-pk")[:10]
    return render(request, "web/start.html", {"demo": demo, "games": listed})
