"""Settings of the test run: the project's own, read from an emptied environment.

Whatever the developer has exported (a real database, a real mail server) must not reach a test, so
the variables are dropped before `pbem.settings` looks. Processes that a test starts, and xdist's
workers, inherit the emptied environment and keep what the test put into it.
"""

import os
import tempfile

if "PARSEC_TEST_RUN" not in os.environ:
    for name in list(os.environ):
        if name.startswith(("PARSEC_", "ANYMAIL_", "CELERY_")) or name in (
            "ALLOWED_HOSTS",
            "DATABASE_URL",
            "EMAIL_URL",
            "REDIS_URL",
            "SECRET_KEY",
        ):
            del os.environ[name]
    _var = tempfile.TemporaryDirectory(prefix="parsec-test-")
    os.environ["PARSEC_TEST_RUN"] = "1"
    os.environ["PARSEC_RULESETS"] = (
        "tests.skirmish.ruleset.SKIRMISH,rules.eclipse.ruleset.ECLIPSE,rules.ti4.ruleset.TI4"
    )
    os.environ["PARSEC_BOT_LEVEL"] = "random"
    os.environ["PARSEC_VAR"] = _var.name
    os.environ["SECRET_KEY"] = "tests only: " + "0123456789abcdef" * 4

from pbem.settings import *  # noqa: F403
from pbem.settings import DATABASES

# Left to itself pytest-django takes only Django's own SQLite for one that can live in memory.
DATABASES["default"]["TEST"] = {"NAME": ":memory:"}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# Nothing to look for: each test client would walk through all static files first.
WHITENOISE_AUTOREFRESH = True
