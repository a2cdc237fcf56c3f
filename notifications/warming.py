"""What a worker has ready before it takes its first task.

A process that has read no mail yet takes a second for its first one: it imports the games, makes
their vocabularies and reads the catalogues. Done before the worker splits into processes, it is
done once, and the processes share the memory. While whoever has just written waits, nothing of it
is left to do.
"""

import gc
import logging

from celery.signals import worker_init
from django.conf import settings
from django.urls import get_resolver
from django.utils import translation

from notifications.commands.reading import split
from notifications.inbound import typed_text
from notifications.inbound.typed_text import SentText
from pbem.play import loading
from rules.kernel.errors import UnknownRuleset

log = logging.getLogger(__name__)

NEW_BETWEEN_COLLECTIONS = 10_000
"""Of a task's thousands of short-lived objects hardly any is part of a cycle: looking for those at
every 700 new ones, as Python does, takes a tenth of the time of a mail."""


def warm_up(**_: object) -> None:
    """Read a mail to each game in each language, and keep what that brought in out of the way of
    the garbage collector."""
    get_resolver()._populate()
    try:
        games = list(loading.rulesets().by_name.values())
    except UnknownRuleset as missing:
        log.error("%s", missing)  # the doctor says it too, and other games can be played
        games = []
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            said = typed_text.typed_text("PASS\n> PASS", [SentText("PASS", ("PASS",), sure=True)])
            for game in games:
                split(said or "PASS", game)
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_BETWEEN_COLLECTIONS, 20, 20)


worker_init.connect(warm_up)
