"""Numbers for Prometheus, counted in the database when asked for: every process gives the same.

There are counts only: no names, no addresses, no numbers of a single game. Other parts of the site
add theirs through `ports.register_metrics`.
"""

import hmac
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from pbem import ports
from pbem.models import Dispute, Game, Heartbeat, Offer, Prompt, Ruling, Submission
from pbem.ports import Metric

LOOPBACK = ("127.0.0.1", "::1")


def gauge(name: str, help: str, value: float) -> Metric:
    return Metric(f"parsec_{name}", help, "gauge", (((), value),))


def by(
    name: str,
    help: str,
    label: str,
    values: Iterable[tuple[str, float]],
    kind: Literal["gauge", "counter"] = "gauge",
) -> Metric:
    """Return a family of numbers with one label."""
    samples = tuple((((label, str(key)),), float(n)) for key, n in values)
    return Metric(f"parsec_{name}", help, kind, samples)


def age(now: datetime, oldest: datetime | None) -> float:
    return max(0.0, (now - oldest).total_seconds()) if oldest else 0.0


@never_cache
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Answer with the numbers, to the token of `PARSEC_METRICS_TOKEN`; without one, to this machine
    alone."""
    if not _may_read(request):
        raise Http404
    text = "".join(_written(metric) for metric in collect(timezone.now()))
    return HttpResponse(text, content_type="text/plain; version=0.0.4; charset=utf-8")


def _may_read(request: HttpRequest) -> bool:
    token = settings.PARSEC_METRICS_TOKEN
    if not token:
        return request.META.get("REMOTE_ADDR") in LOOPBACK
    given = request.headers.get("Authorization", "")
    return hmac.compare_digest(given.encode(), f"Bearer {token}".encode())


def collect(now: datetime) -> Iterator[Metric]:
    yield from _games(now)
    yield from _work(now)
    yield from _disputes(now)
    for counting in ports.metrics():
        yield from counting(now)


def _games(now: datetime) -> Iterator[Metric]:
    counted = Game.objects.values_list("status").annotate(n=Count("pk")).order_by("status")
    yield by("games", "Games by status.", "status", counted)
    rulings = Ruling.objects.values_list("live").annotate(n=Count("pk")).order_by("live")
    branches = [("live" if live else "left", n) for live, n in rulings]
    yield by("rulings_total", "Rulings, on the live branch or left.", "branch", branches, "counter")
    answered = (
        Prompt.objects.exclude(state=Prompt.State.OPEN)
        .values_list("state")
        .annotate(n=Count("pk"))
        .order_by("state")
    )
    yield by("questions_total", "Questions that are closed, by how.", "state", answered, "counter")


def _work(now: datetime) -> Iterator[Metric]:
    running = Prompt.objects.filter(
        state=Prompt.State.OPEN, game__status=Game.Status.RUNNING, suspended__isnull=True
    )
    due = running.filter(due__lte=now)
    yield gauge("deadlines_due", "Open questions whose deadline has passed.", due.count())
    late = age(now, due.aggregate(at=Min("due"))["at"])
    yield gauge("deadline_age_seconds", "How long the oldest of them is past.", late)
    yield gauge("questions_open", "Questions somebody is asked now.", running.count())
    unread = Submission.objects.filter(state=Submission.State.NEW)
    active = unread.filter(game__status=Game.Status.RUNNING)
    yield gauge("orders_unread", "Orders stored and not looked at.", unread.count())
    oldest = age(now, active.aggregate(at=Min("received"))["at"])
    yield gauge("queue_age_seconds", "Age of the oldest unread order of a running game.", oldest)
    offers = Offer.objects.filter(state=Offer.State.OPEN).count()
    yield gauge("offers_open", "Deals that wait for somebody.", offers)
    beat = Heartbeat.objects.filter(pk=Heartbeat.SWEEP).aggregate(at=Max("at"))["at"]
    yield gauge("sweep_age_seconds", "Time since the last sweep.", age(now, beat))


def _disputes(now: datetime) -> Iterator[Metric]:
    open_ = Dispute.objects.filter(state=Dispute.State.OPEN)
    yield gauge("disputes_open", "Disputes that wait for a referee.", open_.count())
    oldest = age(now, open_.aggregate(at=Min("opened"))["at"])
    yield gauge("dispute_age_seconds", "Age of the oldest open dispute.", oldest)
    decided = (
        Dispute.objects.filter(state=Dispute.State.DECIDED)
        .values_list("outcome")
        .annotate(n=Count("pk"))
        .order_by("outcome")
    )
    words = "Disputes decided, by outcome."
    yield by("disputes_decided_total", words, "outcome", decided, "counter")


def _written(metric: Metric) -> str:
    lines = [f"# HELP {metric.name} {metric.help}", f"# TYPE {metric.name} {metric.kind}"]
    for labels, value in metric.samples:
        named = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels)
        name = f"{metric.name}{{{named}}}" if named else metric.name
        lines.append(f"{name} {int(value) if float(value).is_integer() else value}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
