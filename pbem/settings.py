"""One settings module for every place it runs; the environment makes the difference.

docs/operating.md has the table of variables. PARSEC_ENV=production insists on everything that
a real server needs; development fills in what a demo on one machine needs.
"""

import os
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from pbem.services import environment, lanes
from pbem.services.environment import ROOT, BadSetting


def _database(url: str) -> dict[str, Any]:
    """Return DATABASE_URL as Django wants it; SQLite gets what it needs to be shared by
    processes."""
    try:
        database: dict[str, Any] = dict(
            dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True)
        )
    except Exception:
        raise BadSetting(
            "DATABASE_URL must look like postgres://user:password@host:5432/name or "
            "sqlite:////absolute/path.sqlite3. Write special characters as %XX."
        ) from None
    if database["ENGINE"] == "django.db.backends.sqlite3":
        # Deferred transactions fail at once with "database is locked" when two writers meet.
        database["ENGINE"] = "pbem.storage.sqlite"
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL;",
            **database.get("OPTIONS", {}),
        }
    else:
        options = {"connect_timeout": 10, **database.get("OPTIONS", {})}
        pooled = options.pop("disable_server_side_cursors", False)
        database |= {"OPTIONS": options, "DISABLE_SERVER_SIDE_CURSORS": pooled}
    return database


try:
    PARSEC_ENV = environment.mode(os.environ)
    PRODUCTION = PARSEC_ENV == "production"
    if PRODUCTION:
        environment.require(
            os.environ,
            {
                "SECRET_KEY": "a long random text; keep it for as long as the server lives",
                "DATABASE_URL": "postgres://user:password@host:5432/name",
                "REDIS_URL": "redis://host:6379/0",
                "EMAIL_URL": "smtp://user:password@host:587?tls=1 or anymail+postmark://",
                "PARSEC_HOST": "the public address, such as https://post.example.org",
            },
        )
    VAR = environment.var_directory(os.environ)
    environment.make_private(VAR)
    STATIC_ROOT = VAR / "static"
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    SECRET_KEY = environment.secret_key(os.environ, VAR)
    DEBUG = environment.flag(os.environ, "PARSEC_DEBUG")
    if DEBUG and PRODUCTION:
        raise BadSetting("PARSEC_DEBUG shows hidden game data on error pages: unset it.")
    PARSEC_WEB = environment.address(os.environ, "PARSEC_WEB", "127.0.0.1:8000")
    PARSEC_SMTP_DOOR = environment.address(os.environ, "PARSEC_SMTP_DOOR", "127.0.0.1:8025")
    PARSEC_LMTP_DOOR = (
        environment.address(os.environ, "PARSEC_LMTP_DOOR", "127.0.0.1:8024")
        if os.environ.get("PARSEC_LMTP_DOOR")
        else None
    )
    IMAP_URL = environment.imap_url(os.environ)
    PARSEC_IMAP_SECONDS = environment.number(os.environ, "PARSEC_IMAP_SECONDS", 20)
    PARSEC_MAIL_AUTH = environment.choice(
        os.environ, "PARSEC_MAIL_AUTH", ("off", "warn", "require")
    )
    PARSEC_MAIL_AUTHSERV = tuple(
        name.lower() for name in environment.words(os.environ, "PARSEC_MAIL_AUTHSERV")
    )
    PARSEC_MAIL_HOPS = environment.number(os.environ, "PARSEC_MAIL_HOPS", 1)
    PARSEC_MAIL_RESULTS = environment.number(os.environ, "PARSEC_MAIL_RESULTS", 1)
    if PARSEC_MAIL_AUTH == "require" and not PARSEC_MAIL_AUTHSERV:
        raise BadSetting(
            "PARSEC_MAIL_AUTH=require needs PARSEC_MAIL_AUTHSERV, the name your mail server "
            "writes into Authentication-Results, such as mx.example.org."
        )
    PARSEC_HOST = environment.public_url(
        os.environ, "PARSEC_HOST", f"http://{PARSEC_WEB}", https=PRODUCTION
    )
    DATABASES = {
        "default": _database(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR}/parsec.sqlite3")
    }
    REDIS_URL = environment.redis_url(os.environ, VAR)
    globals().update(environment.mail(os.environ))
    ANYMAIL = environment.anymail(os.environ)
    PARSEC_SWEEP_SECONDS = environment.number(os.environ, "PARSEC_SWEEP_SECONDS", 15)
    PARSEC_CLAIM_SECONDS = environment.number(os.environ, "PARSEC_CLAIM_SECONDS", 12)
    PARSEC_BOT_SECONDS = environment.number(os.environ, "PARSEC_BOT_SECONDS", 2)
    PARSEC_BOT_LEVEL = environment.choice(
        os.environ, "PARSEC_BOT_LEVEL", ("steady", "keen", "random")
    )
    PARSEC_HSTS_SECONDS = environment.number(
        os.environ, "PARSEC_HSTS_SECONDS", 365 * 24 * 3600, least=0
    )
except BadSetting as problem:
    raise ImproperlyConfigured(str(problem)) from None
except OSError as problem:
    raise ImproperlyConfigured(
        f"PARSEC_VAR: {problem.filename} cannot be used ({problem.strerror}). "
        "Make it a folder that this user may write."
    ) from None

_host = urlsplit(PARSEC_HOST)
ALLOWED_HOSTS = [*environment.words(os.environ, "ALLOWED_HOSTS", (_host.hostname or "",))]
if not PRODUCTION:
    ALLOWED_HOSTS += ["127.0.0.1", "localhost", "[::1]", "testserver"]
CSRF_TRUSTED_ORIGINS = [f"{_host.scheme}://{_host.netloc}"]

PARSEC_MAIL_DOMAIN = os.environ.get("PARSEC_MAIL_DOMAIN") or (
    _host.hostname if PRODUCTION else "parsec.localhost"
)
DEFAULT_FROM_EMAIL = f"Parsec Post <post@{PARSEC_MAIL_DOMAIN}>"
SERVER_EMAIL = f"server@{PARSEC_MAIL_DOMAIN}"

PARSEC_RULESETS = environment.words(
    os.environ,
    "PARSEC_RULESETS",
    (
        "rules.ti4.ruleset.TI4",
        "rules.eclipse.ruleset.ECLIPSE",
        "rules.ti3.ruleset.TI3",
        "rules.inscription.ruleset.INSCRIPTION",
    ),
)

INSTALLED_APPS = [
    "notifications",
    "pbem",
    "pbem.web",
    "anymail",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "pbem.web.middleware.ContentSecurityPolicy",
    "notifications.inbound.webhook.Gate",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "pbem.web.middleware.Reader",
    "pbem.web.permissions.Doorkeeper",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "pbem.urls"
WSGI_APPLICATION = "pbem.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("hu", "Magyar")]
LOCALE_PATHS = [ROOT / "locale"]

STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = not PRODUCTION
if PRODUCTION:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(alive|ready)$"]
    SECURE_HSTS_SECONDS = PARSEC_HSTS_SECONDS
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
# What a provider's webhook may be; what comes for any other page is held to less. Both are looked
# after by notifications.inbound.webhook.Gate, before anything is read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 2**20
SESSION_COOKIE_AGE = 60 * 24 * 3600
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

PARSEC_VAPID_PUBLIC = os.environ.get("PARSEC_VAPID_PUBLIC", "")
PARSEC_VAPID_PRIVATE = os.environ.get("PARSEC_VAPID_PRIVATE", "")
"""Keys of the server for web push; without both, browsers are offered none."""
PARSEC_METRICS_TOKEN = os.environ.get("PARSEC_METRICS_TOKEN", "")

# Messages name games by number; mail text, addresses and reply keys stay out of the log.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "pbem.operations.logs.Line"},
        "json": {"()": "pbem.operations.logs.JsonLine"},
    },
    "filters": {"strangers": {"()": "pbem.operations.logs.Strangers"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "filters": ["strangers"],
            "formatter": "json" if PRODUCTION else "line",
        }
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.db.backends": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}

# Tasks are hints that name a game; the sweep finds whatever a lost one left behind. So a task
# may run twice or late, and must be short: past the visibility timeout Redis hands it out again.
CELERY_BROKER_URL = environment.broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 90,
    # kombu looks for abandoned tasks every interval x throttle seconds: 100 by default.
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # A worker that dies while looking holds the others off for this long: 300 by default.
    "unacked_mutex_expire": 30,
    # Who queues a task in a web request does not wait for a Redis that is away.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "socket_timeout": 30,
    "socket_connect_timeout": 5,
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2}
# `pbem.celery` looks after connections; this keeps Celery from closing them with every task.
CELERY_DB_REUSE_MAX = 2**31
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 75
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = lanes.PEOPLE
CELERY_TASK_ROUTES = lanes.ROUTES
# A worker that is told of no lane takes them all.
CELERY_TASK_QUEUES = [Queue(lane) for lane in lanes.ALL]
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    task: {
        "task": task,
        "schedule": float(PARSEC_SWEEP_SECONDS),
        # No heap of old sweeps to work through after a night without workers.
        "options": {"expires": 4.0 * PARSEC_SWEEP_SECONDS},
    }
    for task in ("pbem.tasks.pulse", "pbem.tasks.sweep", "notifications.tasks.sweep")
}
