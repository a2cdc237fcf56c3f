"""A database of its own for games that are only played to be timed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connections


@contextmanager
def in_memory() -> Iterator[None]:
    """In this block Django's database is an empty one in memory; the site's own is not touched."""
    site: dict[str, Any] = connections.settings["default"]
    before = connections["default"]
    before.close()
    connections.settings["default"] = {
        **site,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ":memory:",
        "OPTIONS": {},
    }
    del connections["default"]
    try:
        _make_tables()
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = site
        del connections["default"]


def _make_tables() -> None:
    """Make the tables as the models are: nothing is there that a migration would have to change."""
    with connections["default"].schema_editor() as editor:
        for model in apps.get_models():
            if model._meta.managed and not model._meta.proxy:
                editor.create_model(model)
