"""What a page costs the server late in a game: time, queries, and the oldest corners of history.

    python -m bench.web

Random bots play each game to its end. Positions from its last half are stored as the server stores
them and looked at by who is asked there and by who is not, through the whole stack of middleware,
on SQLite. Promised, at the 95th percentile: a table page in 60 ms, 15 queries and 250 kB, history
at any ruling in 150 ms. Database and pages are in one process here, so its processor time is the
server's time: of each page the best of three looks, none of which finds a picture drawn before, so
that a busy machine does not count twice. The time on the wall is of pages looked at again.
"""

import sys
import time
from random import Random
from typing import Any, NamedTuple

from bench import late
from bench.timing import Timing, summary

POSITIONS = 16
ROUNDS = 3
PAST = 60
TABLE_MS, TABLE_QUERIES, HISTORY_MS = 60, 15, 150
PAGE_KB = 250


class Cost(NamedTuple):
    """Of one kind of page. `server`: processor time where nothing was drawn before."""

    server: Timing
    wall: Timing
    queries: int
    kilobytes: int


def measure() -> None:
    from django.test import Client

    from pbem.play import past

    whole = late.played()
    end = len(whole.rulings)
    places = [end // 2 + i * (end // 2 - 2) // POSITIONS for i in range(POSITIONS)]
    games = [late.stored(whole, place) for place in places]
    readers = [(game, seat) for game in games for seat in _readers(game)]
    clients = {}
    for game, seat in readers:
        clients[game.pk, seat.pk] = client = Client()
        session = client.session
        session["player"] = seat.player_id
        session.save()
    table = _cost([(clients[game.pk, seat.pk], f"/t/{game.pk}/") for game, seat in readers])
    seqs = past.live_seqs(games[-1], games[-1].head_seq)
    looked = [seqs[0], seqs[-1], *Random(1).choices(seqs, k=PAST)]
    one = clients[games[-1].pk, _readers(games[-1])[0].pk]
    history = _cost([(one, f"/t/{games[-1].pk}/history/?n={n}") for n in looked])
    print(f"{whole.name}: {end} rulings, {late.PLAYERS} players, {len(readers)} readers")
    _line("table page", table, TABLE_MS, TABLE_QUERIES, PAGE_KB)
    _line("history", history, HISTORY_MS)


def _readers(game: Any) -> list[Any]:
    """Somebody who is asked, and somebody who is not."""
    asked = set(game.prompts.filter(state="open").values_list("seat__number", flat=True))
    seats = list(game.seats.all())
    found = [
        next((s for s in seats if (s.number in asked) is wanted), None) for wanted in (True, False)
    ]
    return [seat for seat in found if seat is not None]


def _cost(pages: list[tuple[Any, str]]) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    pages[0][0].get(pages[0][1])
    server = [min(_took(*page, fresh=True)[1] for _ in range(ROUNDS)) for page in pages]
    wall = [_took(*page)[0] for _ in range(ROUNDS) for page in pages]
    most = size = 0
    for client, path in pages:
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path)
        most, size = max(most, len(queries)), max(size, len(answer.content))
    return Cost(summary(server), summary(wall), most, size // 1000)


def _took(client: Any, path: str, fresh: bool = False) -> tuple[float, float]:
    from pbem.web import drawn

    if fresh:
        drawn._kept.clear()
    wall, cpu = time.perf_counter(), time.process_time()
    answer = client.get(path)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    assert answer.status_code == 200, (path, answer.status_code)
    return wall, cpu


def _line(
    what: str,
    cost: Cost,
    most_ms: int,
    most_queries: int | None = None,
    most_kilobytes: int | None = None,
) -> None:
    slow = cost.server.p95 * 1000 > most_ms
    many = most_queries is not None and cost.queries > most_queries
    large = most_kilobytes is not None and cost.kilobytes > most_kilobytes
    promised = [f"{most_ms} ms"]
    promised += [f"{most_queries} queries"] if most_queries else []
    promised += [f"{most_kilobytes} kB"] if most_kilobytes else []
    print(
        f"  {what:<10} server {_ms(cost.server)}, wall {_ms(cost.wall)}, {cost.queries} queries, "
        f"{cost.kilobytes} kB (promised {', '.join(promised)}: "
        f"{'BROKEN' if slow or many or large else 'kept'})"
    )


def _ms(took: Timing) -> str:
    return f"{took.median * 1000:.0f}/{took.p95 * 1000:.0f} ms"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        late.set_up()
        measure()
    else:
        print("median/95th percentile")
        late.each_in_its_own_process("bench.web")
