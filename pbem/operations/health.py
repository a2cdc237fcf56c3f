"""Whether this process can do its work now: `/alive` says that it runs, `/ready` that it can."""

import logging
from collections.abc import Callable
from datetime import timedelta

import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbem.clocks.sweep import GAP_IN_SWEEPS
from pbem.models import Heartbeat

log = logging.getLogger(__name__)
PATIENCE = 2


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Answer 200 if everything this process needs answers, else 503 with names, never with details.

    A late sweep is told but does not fail: this process may well be fine.
    """
    found = {"database": _tried(_database), "redis": _tried(_redis)}
    well = all(found.values())
    answer = {name: "ok" if ok else "away" for name, ok in found.items()}
    answer["sweep"] = _sweep() if found["database"] else "unknown"
    return JsonResponse(answer, status=200 if well else 503)


def _tried(check: Callable[[], object]) -> bool:
    try:
        check()
    except Exception as error:
        log.warning("not ready: %s %s", check.__name__.strip("_"), type(error).__name__)
        return False
    return True


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _redis() -> None:
    client = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        client.ping()
    finally:
        client.close()


def _sweep() -> str:
    at = Heartbeat.objects.filter(pk=Heartbeat.SWEEP).values_list("at", flat=True).first()
    if at is None:
        return "never"
    late = timezone.now() - at > timedelta(seconds=GAP_IN_SWEEPS * settings.PARSEC_SWEEP_SECONDS)
    return "late" if late else "ok"
