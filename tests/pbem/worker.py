"""A process of its own for the tests of locks: gets ready, waits for a word, works, reports."""

import json
import sys

import django

django.setup()

from pbem import signals  # noqa: E402
from pbem.models import Game  # noqa: E402
from pbem.orders import submissions  # noqa: E402
from pbem.play import advancing  # noqa: E402
from tests.pbem.conftest import ANNOUNCED  # noqa: E402


def work(what: str, ids: list[int]) -> list[int]:
    """How many rulings each advance made, or the numbers of the submissions stored."""
    if what == "advance":
        return [len(advancing.advance(pk).rulings) for pk in ids]
    found = Game.objects.in_bulk(ids)
    return [
        submissions.submit(found[pk], found[pk].seats.get(number=0), "BID 0", "test", "late").pk
        for pk in ids
    ]


if __name__ == "__main__":
    for name in ANNOUNCED:
        getattr(signals, name).receivers = []
    Game.objects.count()
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps(work(sys.argv[1], json.loads(sys.argv[2]))), flush=True)
