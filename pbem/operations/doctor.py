"""What is configured, what is reachable, what is missing: one line each, with what to do.

Every check returns its finding instead of raising, because the doctor is called when something is
broken. Nothing here prints a secret.
"""

from __future__ import annotations

import json
import shutil
import smtplib
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib.metadata import version
from typing import Any
from urllib.parse import unquote, urlsplit

import redis
from django.apps import apps
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.module_loading import import_string
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbem import ports
from pbem.celery import app as celery_app
from pbem.ports import Check, Finding, Level
from pbem.services import environment, lanes
from pbem.services.environment import Address

PATIENCE = 5


def examine() -> list[Finding]:
    """Make every check, in the order in which things depend on each other."""
    checks: tuple[tuple[str, Check], ...] = (
        ("python", python),
        ("mode", mode),
        ("var", var),
        ("secret key", secret_key),
        ("database", database),
        ("migrations", migrations),
        ("redis", broker),
        ("workers", workers),
        ("beat", beat),
        ("mail out", mail_out),
        ("smtp door", smtp_door),
        ("web", web),
        ("rulesets", rulesets),
        *ports.checks().items(),
    )
    return [_guarded(name, check) for name, check in checks]


def _guarded(name: str, check: Callable[[], Finding]) -> Finding:
    try:
        found = check()
    except Exception as problem:
        found = Finding("FAIL", name, f"{type(problem).__name__}: {problem}", "Fix this first.")
    return Finding(found.level, found.name, _scrub(found.says), _scrub(found.do))


def bad_settings(problem: Exception) -> Finding:
    """Return the one finding there can be when the settings themselves do not load."""
    return Finding("FAIL", "settings", str(problem), "Set it in the environment and try again.")


def render(findings: Iterable[Finding], *, as_json: bool) -> str:
    """Write the findings for people, or as JSON for programs."""
    findings = list(findings)
    if as_json:
        healthy = all(found.level != "FAIL" for found in findings)
        return json.dumps({"ok": healthy, "findings": [asdict(f) for f in findings]}, indent=2)
    lines = []
    for found in findings:
        lines.append(f"{found.level:<5} {found.name:<11} {found.says}")
        if found.do:
            lines.append(f"{'':18}-> {found.do}")
    return "\n".join(lines)


def python() -> Finding:
    """Report the version of Python, for a reader who has only the report."""
    own = ".".join(map(str, sys.version_info[:3]))
    parts = ", ".join(f"{name} {version(name)}" for name in ("Django", "celery", "django-anymail"))
    return Finding("OK", "python", f"{own}, with {parts}")


def mode() -> Finding:
    """Report which of the two sets of defaults is in force."""
    return Finding(
        "OK",
        "mode",
        f"PARSEC_ENV={settings.PARSEC_ENV}, public address "
        f"{settings.PARSEC_HOST}, mail domain {settings.PARSEC_MAIL_DOMAIN}",
    )


def var() -> Finding:
    """Check the folder of keys, sockets and the default database."""
    try:
        with tempfile.TemporaryFile(dir=settings.VAR):
            free = shutil.disk_usage(settings.VAR).free // 2**20
    except OSError as problem:
        return Finding(
            "FAIL",
            "var",
            f"{settings.VAR}: {problem.strerror}",
            "Let this user write there, or set PARSEC_VAR to another folder.",
        )
    if environment.is_open_to_others(settings.VAR):
        return Finding(
            "WARN",
            "var",
            f"{settings.VAR} is open to other users of this machine",
            f"It holds hidden cards and addresses: chmod 700 {settings.VAR}",
        )
    if free < 500:
        return Finding("WARN", "var", f"{settings.VAR}: only {free} MB left", "Make room.")
    return Finding("OK", "var", f"{settings.VAR} is writable, by this user alone")


def secret_key() -> Finding:
    """Check the key that signs the reply addresses in mails."""
    if len(settings.SECRET_KEY) < 50 or len(set(settings.SECRET_KEY)) < 5:
        level: Level = "FAIL" if settings.PRODUCTION else "WARN"
        return Finding(
            level,
            "secret key",
            "too short to be safe",
            "Set SECRET_KEY to at least 50 random characters.",
        )
    return Finding("OK", "secret key", "set")


def database() -> Finding:
    """Check that the database can be reached, without creating anything."""
    connection: Any = connections[DEFAULT_DB_ALIAS]
    config = connection.settings_dict
    if connection.vendor == "sqlite":
        rest = f" in {config['NAME']}"
        if not connection.is_in_memory_db() and not _exists(config["NAME"]):
            return Finding(
                "FAIL",
                "database",
                f"SQLite{rest} is not there yet",
                "Run: python manage.py migrate",
            )
    else:
        rest = f", {config['NAME']} at {config['HOST'] or 'localhost'}"
    try:
        connection.ensure_connection()
    except Error as problem:
        return Finding(
            "FAIL",
            "database",
            f"{connection.display_name}{rest} is not reachable: {_first_line(problem)}",
            "Start the database, or correct DATABASE_URL.",
        )
    where = f"{connection.display_name} {_database_version(connection)}{rest}"
    if connection.vendor == "sqlite" and settings.PRODUCTION:
        return Finding(
            "WARN",
            "database",
            f"{where}, reachable",
            "Fine for a few tables on one machine; PostgreSQL beyond that.",
        )
    return Finding("OK", "database", f"{where}, reachable")


def _database_version(connection: BaseDatabaseWrapper) -> str:
    """Return the version as the server itself says it: `18.4`, or SQLite's `3.46.1`."""
    numbers = connection.get_database_version()
    return ".".join(map(str, numbers))


def _exists(path: str) -> bool:
    try:
        with open(path, "rb"):
            return True
    except FileNotFoundError:
        return False


def migrations() -> Finding:
    """Check that the tables are those of this version of the code."""
    if database().level == "FAIL":
        return Finding(
            "FAIL", "migrations", "unknown while the database is away", "See the database line."
        )
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        return Finding(
            "FAIL",
            "migrations",
            f"{len(plan)} not applied, first {plan[0][0]}",
            "Run: python manage.py migrate",
        )
    return Finding("OK", "migrations", "all applied")


def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )


def _redis_place() -> str:
    parts = urlsplit(settings.REDIS_URL)
    return (
        unquote(parts.path) if parts.scheme == "unix" else f"{parts.hostname}:{parts.port or 6379}"
    )


def broker() -> Finding:
    """Check that Redis can be reached, and does not throw away tasks when memory runs short."""
    place = _redis_place()
    try:
        with _redis() as client:
            info = client.info()
            depths = {lane: int(client.llen(lane)) for lane in lanes.ALL}
    except (redis.RedisError, OSError) as problem:
        return Finding(
            "FAIL",
            "redis",
            f"not reachable at {place}: {_first_line(problem)}",
            "Start it ('make run' starts the embedded one), or correct REDIS_URL.",
        )
    waiting = sum(depths.values())
    heaps = ", ".join(f"{count} {lane}" for lane, count in depths.items() if count)
    says = f"{_redis_version(info)} at {place}, {waiting} tasks waiting"
    says += f" ({heaps})" if heaps else ""
    policy = info.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        return Finding(
            "WARN",
            "redis",
            f"{says}; it may drop them (maxmemory-policy {policy})",
            "Set maxmemory-policy to noeviction.",
        )
    if waiting > 1000:
        return Finding("WARN", "redis", says, "Start more workers.")
    return Finding("OK", "redis", says)


def _redis_version(info: dict[str, Any]) -> str:
    """Return the server's own version; Valkey also gives that of the Redis it stands in for."""
    if "valkey_version" in info:
        return f"Valkey {info['valkey_version']}"
    return f"Redis {info['redis_version']}"


def workers() -> Finding:
    """Check that somebody takes tasks."""
    if broker().level == "FAIL":
        return Finding("WARN", "workers", "unknown while Redis is away", "See the redis line.")
    found = celery_app.control.inspect(timeout=1.5).active_queues() or {}
    names = sorted(found)
    how = "Start the people and worker processes of the Procfile."
    if not names:
        return Finding("WARN", "workers", "none answers", how)
    says = f"{len(names)}: {', '.join(names)}"
    served = {queue["name"] for queues in found.values() for queue in queues}
    if idle := [lane for lane in lanes.ALL if lane not in served]:
        return Finding("WARN", "workers", f"{says}; nobody for {', '.join(idle)}", how)
    return Finding("OK", "workers", says)


def beat() -> Finding:
    """Check the heartbeat of the sweep; if it is old, no deadline is kept."""
    try:
        model = apps.get_model("pbem", "Heartbeat")
    except LookupError:
        return Finding("WARN", "beat", "this version keeps no heartbeat")
    if migrations().level == "FAIL":
        return Finding("WARN", "beat", "unknown without tables", "See the migrations line.")
    try:
        last = model._default_manager.filter(pk=1).first()
    except Error:
        return Finding("FAIL", "beat", "no table for it", "Run: python manage.py migrate")
    if last is None:
        return Finding("WARN", "beat", "has never run", "Start beat and a worker.")
    age = (timezone.now() - last.at).total_seconds()
    if age > 8 * settings.PARSEC_SWEEP_SECONDS:
        return Finding("WARN", "beat", f"last sweep {age:.0f} s ago", "Start beat and a worker.")
    return Finding("OK", "beat", f"last sweep {max(age, 0):.0f} s ago")


def mail_out() -> Finding:
    """Check that mail is configured and, for SMTP, that the login works; nothing is sent."""
    try:
        connection = get_connection()
    except Exception as problem:
        return Finding(
            "FAIL",
            "mail out",
            f"{settings.EMAIL_BACKEND}: {_first_line(problem)}",
            "Correct EMAIL_URL, and the provider's ANYMAIL_* variables.",
        )
    if isinstance(connection, EmailBackend):
        return _smtp(connection)
    if settings.EMAIL_BACKEND.startswith("anymail."):
        return Finding("OK", "mail out", f"{settings.EMAIL_BACKEND}, keys are set (not tried)")
    if settings.PRODUCTION:
        return Finding(
            "WARN",
            "mail out",
            f"{settings.EMAIL_BACKEND} sends to nobody",
            "Set EMAIL_URL to smtp://… or anymail+provider://",
        )
    return Finding("OK", "mail out", f"{settings.EMAIL_BACKEND} (mails stay here)")


def _smtp(connection: EmailBackend) -> Finding:
    place = f"{connection.host}:{connection.port}"
    connection.timeout = PATIENCE
    try:
        connection.open()
    except smtplib.SMTPAuthenticationError as problem:
        return Finding(
            "FAIL",
            "mail out",
            f"{place} refuses the login ({problem.smtp_code})",
            "Correct user and password in EMAIL_URL.",
        )
    except (OSError, smtplib.SMTPException) as problem:
        return Finding(
            "FAIL",
            "mail out",
            f"{place} is not usable: {_first_line(problem)}",
            "Start the mail server, or correct EMAIL_URL (port, tls=1, smtps).",
        )
    finally:
        connection.close()
    how = "TLS" if connection.use_ssl else "STARTTLS" if connection.use_tls else "no encryption"
    return Finding("OK", "mail out", f"SMTP server {place} answers ({how})")


def smtp_door() -> Finding:
    """Check that our SMTP server, where replies come in, listens."""
    return door("smtp door", settings.PARSEC_SMTP_DOOR, "PARSEC_SMTP_DOOR")


def door(name: str, at: Address, setting: str) -> Finding:
    """Check that something at this address greets as mail servers do."""
    greeting = _greeting(at)
    if greeting is None:
        return Finding(
            "WARN",
            name,
            f"nothing listens on {at}",
            "Start the door process of the Procfile, unless mail comes in another way.",
        )
    if not greeting.startswith("220"):
        return Finding(
            "WARN",
            name,
            f"{at} does not speak SMTP",
            f"Another program has that port: set {setting}.",
        )
    return Finding("OK", name, f"listens on {at}")


def _greeting(address: Address) -> str | None:
    try:
        with socket.create_connection((address.host, address.port), timeout=PATIENCE) as door:
            return door.recv(100).decode("ascii", "replace")
    except OSError:
        return None


def web() -> Finding:
    """Check that the site is up."""
    address = settings.PARSEC_WEB
    try:
        socket.create_connection((address.host, address.port), timeout=PATIENCE).close()
    except OSError:
        return Finding(
            "WARN", "web", f"nothing listens on {address}", "Start the web process of the Procfile."
        )
    return Finding("OK", "web", f"listens on {address}")


def rulesets() -> Finding:
    """Check that every game on offer can be loaded."""
    if not settings.PARSEC_RULESETS:
        return Finding(
            "WARN",
            "rulesets",
            "none, so no game can be started",
            "Set PARSEC_RULESETS to a comma-separated list of rulesets.",
        )
    for path in settings.PARSEC_RULESETS:
        try:
            import_string(path)
        except Exception as problem:
            return Finding(
                "FAIL", "rulesets", f"{path}: {_first_line(problem)}", "Correct PARSEC_RULESETS."
            )
    return Finding("OK", "rulesets", ", ".join(settings.PARSEC_RULESETS))


def _first_line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0]


def _scrub(text: str) -> str:
    """Take secrets out of a text: libraries put into their messages what they like."""
    known = {
        settings.SECRET_KEY,
        settings.EMAIL_HOST_PASSWORD,
        *(str(config.get("PASSWORD", "")) for config in settings.DATABASES.values()),
        unquote(urlsplit(settings.REDIS_URL).password or ""),
        settings.IMAP_URL.password if settings.IMAP_URL else "",
        *settings.ANYMAIL.values(),
    }
    for secret in known - {""}:
        text = text.replace(secret, "***")
    return text
