"""Reads what the operator wrote into the environment, and says plainly what is wrong with it.

No message repeats a value that may hold a password.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlencode, urlsplit

ROOT = Path(__file__).resolve().parents[2]
UNIX_SOCKET_LIMIT = 100
"""Unix socket paths stop at 104 to 108 bytes, depending on the system."""


class BadSetting(ValueError):
    """Raised for an environment variable that cannot be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Address:
    """A host and port to listen on or to connect to."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def var_directory(env: Mapping[str, str]) -> Path:
    """Return the folder of everything this installation writes: database, sockets, keys."""
    return Path(env.get("PARSEC_VAR") or ROOT / "var").expanduser().resolve()


def make_private(folder: Path) -> None:
    """Make a folder that only this user can look into: it holds every hidden card and address.

    A folder that was there before, and that the operator chose, stays as it is: the doctor tells.
    """
    with contextlib.suppress(FileExistsError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    if folder == ROOT / "var" and is_open_to_others(folder):
        folder.chmod(0o700)


def is_open_to_others(folder: Path) -> bool:
    """Return whether other users of the machine may look into a folder."""
    return bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)


def mode(env: Mapping[str, str]) -> str:
    """Return `development` or `production`; anything else is a typing error worth stopping for."""
    value = env.get("PARSEC_ENV") or "development"
    if value not in ("development", "production"):
        raise BadSetting(
            "PARSEC_ENV must be 'development' or 'production'. "
            "Unset it to try things out; set it to production on a server."
        )
    return value


def require(env: Mapping[str, str], hints: Mapping[str, str]) -> None:
    """Raise BadSetting for all missing variables at once, so that nobody fixes them one by one."""
    missing = [f"  {name}: {hint}" for name, hint in hints.items() if not env.get(name)]
    if missing:
        raise BadSetting(
            "PARSEC_ENV=production needs these environment variables:\n" + "\n".join(missing)
        )


def flag(env: Mapping[str, str], name: str, *, default: bool = False) -> bool:
    """Read a yes/no variable."""
    value = env.get(name, "").strip().lower()
    if not value:
        return default
    if value in ("1", "true", "yes", "on"):
        return True
    if value in ("0", "false", "no", "off"):
        return False
    raise BadSetting(f"{name} must be 1 or 0.")


def number(env: Mapping[str, str], name: str, default: int, *, least: int = 1) -> int:
    """Read a whole number of at least `least`."""
    value = env.get(name) or str(default)
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise BadSetting(f"{name} must be a whole number of at least {least}.")
    return int(value)


def choice(env: Mapping[str, str], name: str, possible: tuple[str, ...]) -> str:
    """Read one of a few words; the first is the default."""
    value = env.get(name) or possible[0]
    if value not in possible:
        raise BadSetting(f"{name} must be one of {', '.join(possible)}.")
    return value


def words(env: Mapping[str, str], name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Read a comma-separated list."""
    if name not in env:
        return default
    return tuple(word.strip() for word in env[name].split(",") if word.strip())


def address(env: Mapping[str, str], name: str, default: str) -> Address:
    """Read `host:port`, with `[::1]:port` for IPv6."""
    value = env.get(name) or default
    try:
        parts = urlsplit(f"//{value}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.path or parts.query or parts.username is not None:
        raise BadSetting(f"{name} must look like {default} (host:port).")
    return Address(host, port)


def public_url(env: Mapping[str, str], name: str, default: str, *, https: bool) -> str:
    """Read the base address that mails link to, without a trailing slash."""
    value = (env.get(name) or default).rstrip("/")
    parts = urlsplit(value)
    schemes = ("https",) if https else ("http", "https")
    if parts.scheme not in schemes or not parts.hostname or parts.query or parts.username:
        raise BadSetting(f"{name} must look like {schemes[0]}://post.example.org.")
    return value


def secret_key(env: Mapping[str, str], var: Path) -> str:
    """Return SECRET_KEY, or for development one made once and kept: sessions outlive restarts."""
    if env.get("SECRET_KEY"):
        return env["SECRET_KEY"]
    if mode(env) == "production":
        raise BadSetting("SECRET_KEY is not set. Set it to a long random text, and keep it.")
    path = var / "secret-key"
    if not path.exists():
        _create_once(path, secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii").strip()


def _create_once(path: Path, text: str) -> None:
    """Write a file unless it is there: of several processes that start together, the first one's
    stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text + "\n")
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        os.unlink(draft)


def redis_socket(var: Path) -> Path:
    """Return the embedded Redis's socket: under `var`, unless that path is too long for a
    socket."""
    path = var / "redis" / "redis.sock"
    if len(os.fsencode(path)) <= UNIX_SOCKET_LIMIT:
        return path
    name = f"parsec-{os.getuid()}-{sha256(os.fsencode(var)).hexdigest()[:12]}"
    return Path(tempfile.gettempdir()) / name / "redis.sock"


def redis_url(env: Mapping[str, str], var: Path) -> str:
    """Return REDIS_URL in the form that redis-py reads; by default, the embedded Redis."""
    value = env.get("REDIS_URL")
    if not value:
        return f"unix://{quote(str(redis_socket(var)))}?db=0"
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme in ("redis", "rediss") and parts.hostname:
        return value
    if parts.scheme in ("unix", "redis+socket") and parts.path.strip("/") and not parts.hostname:
        query = parse_qs(parts.query)
        db = (query.get("db") or query.get("virtual_host") or ["0"])[0].strip("/") or "0"
        if db.isdigit():
            login = f"{parts.netloc.rpartition('@')[0]}@" if "@" in parts.netloc else ""
            return f"unix://{login}{parts.path}?db={db}"
    raise BadSetting(
        "REDIS_URL must look like redis://host:6379/0, rediss://… or unix:///path/to/redis.sock. "
        "Unset it in development to use the embedded Redis."
    )


def broker_url(redis: str) -> str:
    """Return the same Redis in the form that kombu reads."""
    parts = urlsplit(redis)
    if parts.scheme == "unix":
        db = parse_qs(parts.query)["db"][0]
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={db}"
    if parts.scheme == "rediss" and "ssl_cert_reqs" not in parts.query:
        query = urlencode([*parse_qsl(parts.query), ("ssl_cert_reqs", "required")])
        return parts._replace(query=query).geturl()
    return redis


def mail(env: Mapping[str, str], *, timeout: int = 20) -> dict[str, Any]:
    """Return Django's mail settings for EMAIL_URL.

    `local://` is the demo mailbox, `console://` prints, `smtp://user:password@host:587?tls=1` or
    `smtps://…` is a mail server, `anymail+postmark://` a provider whose keys are in ANYMAIL_*
    variables.
    """
    try:
        parts = urlsplit(env.get("EMAIL_URL") or "local://")
        scheme, port = parts.scheme, parts.port
    except ValueError:
        scheme, port = "", None
    if scheme == "local":
        return {"EMAIL_BACKEND": "notifications.staff.local_backend.LocalMailboxBackend"}
    if scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if scheme.startswith("anymail+"):
        return {"EMAIL_BACKEND": _anymail_backend(scheme.removeprefix("anymail+"))}
    if scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadSetting(
            "EMAIL_URL must look like smtp://user:password@mail.example.org:587?tls=1, "
            "smtps://…, anymail+postmark://, console:// or local://. Write special characters "
            "in user and password as %XX."
        )
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    if unknown := set(query) - {"tls", "ssl", "timeout"}:
        raise BadSetting(f"EMAIL_URL knows no option {sorted(unknown)[0]!r}: tls, ssl, timeout.")
    options = {f"EMAIL_URL option {name}": value for name, value in query.items()}
    ssl = scheme == "smtps" or flag(options, "EMAIL_URL option ssl")
    tls = flag(options, "EMAIL_URL option tls")
    if ssl and tls:
        raise BadSetting("EMAIL_URL asks for both tls (STARTTLS) and ssl (TLS at once): keep one.")
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if ssl else 587 if tls else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": tls,
        "EMAIL_USE_SSL": ssl,
        "EMAIL_TIMEOUT": number(options, "EMAIL_URL option timeout", timeout),
    }


@dataclass(frozen=True, slots=True)
class Imap:
    """A mailbox to look into; `done` is the folder that read mails are moved to, `ca` the file with
    the authority that vouches for the server, where the system's own do not."""

    host: str
    port: int
    tls: bool
    user: str
    password: str
    folder: str
    done: str
    ca: str = ""

    def __repr__(self) -> str:
        return f"Imap({self.host}:{self.port}/{self.folder})"


def imap_url(env: Mapping[str, str]) -> Imap | None:
    """Read IMAP_URL, `imaps://user:password@host/INBOX?done=Archive`; None if it is not set."""
    value = env.get("IMAP_URL")
    if not value:
        return None
    try:
        parts = urlsplit(value)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    query = parse_qs(parts.query)
    if parts.scheme not in ("imap", "imaps") or not parts.hostname or not parts.username:
        raise BadSetting(
            "IMAP_URL must look like imaps://user:password@imap.example.org/INBOX?done=Archive. "
            "Write special characters in user and password as %XX."
        )
    if unknown := set(query) - {"done", "ca"}:
        raise BadSetting(f"IMAP_URL knows no option {sorted(unknown)[0]!r}: done, ca.")
    tls, ca = parts.scheme == "imaps", query.get("ca", [""])[0]
    if ca and not tls:
        raise BadSetting("IMAP_URL has ca=, which is for imaps:// alone.")
    if ca and not os.access(ca, os.R_OK):
        raise BadSetting("IMAP_URL: the file that ca= names cannot be read.")
    return Imap(
        parts.hostname,
        port or (993 if tls else 143),
        tls,
        unquote(parts.username),
        unquote(parts.password or ""),
        unquote(parts.path.strip("/")) or "INBOX",
        query.get("done", [""])[0],
        ca,
    )


def _anymail_backend(provider: str) -> str:
    module = f"anymail.backends.{provider}"
    if not provider.isidentifier() or importlib.util.find_spec(module) is None:
        raise BadSetting(
            f"EMAIL_URL names the provider {provider!r}, which django-anymail does not know. "
            "Use one of its names, such as anymail+postmark://, anymail+mailgun:// or "
            "anymail+amazon_ses://."
        )
    return f"{module}.EmailBackend"


def anymail(env: Mapping[str, str]) -> dict[str, str]:
    """Return every ANYMAIL_* variable, as django-anymail's own dictionary."""
    prefix = "ANYMAIL_"
    return {k.removeprefix(prefix): v for k, v in env.items() if k.startswith(prefix) and v}
