"""What the cores of this machine do, together and for whom: no ratio of workers can be better.

Two cores need not do twice the work of one: they may be two threads of one core, run slower
together, or be lent to others by a host. So a ratio is told beside that of a bare loop, which waits
for nobody, measured in the same run.
"""

import time
from multiprocessing import Barrier, Process, SimpleQueue
from typing import Any, NamedTuple

import psutil

THINGS = 20_000
"""So many entries, some megabytes, are what the loop looks at: about as many as a worker does."""
TURNS = 3


class Together(NamedTuple):
    """How much more two processes do than one: by the clock, and by the processor time they got,
    which does not count what others take from them."""

    by_clock: float
    by_processor: float


class _Done(NamedTuple):
    """Rounds of the loop in a second of the clock, and in a second of processor time."""

    by_clock: float
    by_processor: float


def together(seconds: float = 1.0) -> Together:
    """Let a bare loop run in one process and in two, in turns, each time for so long."""
    one, two = [], []
    for _ in range(TURNS):
        one += _run(1, seconds)
        two += _run(2, seconds)
    by_clock = sum(done.by_clock for done in two) / sum(done.by_clock for done in one)
    by_processor = sum(done.by_processor for done in two) / sum(done.by_processor for done in one)
    return Together(by_clock, by_processor)


def _run(processes: int, seconds: float) -> list[_Done]:
    ready, told = Barrier(processes), SimpleQueue()
    loops = [
        Process(target=_loop, args=(ready, told, seconds), daemon=True) for _ in range(processes)
    ]
    for process in loops:
        process.start()
    done = [_Done(*told.get()) for _ in loops]
    for process in loops:
        process.join()
    return done


def _loop(ready: Any, told: Any, seconds: float) -> None:
    """Look things up all over the memory, and make short-lived ones."""
    things = {f"k{i}": {"number": i, "list": [i] * 5, "text": str(i)} for i in range(THINGS)}
    names = list(things)
    ready.wait()
    began, busy, rounds, at = time.perf_counter(), time.process_time(), 0, 1
    while time.perf_counter() - began < seconds:
        for _ in range(1000):
            at = (at * 1_103_515_245 + 12_345) % 2**31
            thing: Any = things[names[at % THINGS]]
            _kept = {"sum": thing["number"] + len(thing["text"]), "thing": thing}
        rounds += 1
    told.put((rounds / (time.perf_counter() - began), rounds / (time.process_time() - busy)))


class Machine(NamedTuple):
    """Seconds that all cores of the machine have spent at work, idle, and lent to others by a
    host."""

    busy: float
    idle: float
    stolen: float

    @classmethod
    def now(cls) -> "Machine":
        times = psutil.cpu_times()
        idle = times.idle + getattr(times, "iowait", 0)
        stolen = getattr(times, "steal", 0)
        return cls(times.user + times.nice + times.system, idle, stolen)

    def since(self, before: "Machine") -> "Machine":
        return Machine(*(now - then for now, then in zip(self, before, strict=True)))
