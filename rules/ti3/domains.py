"""Option: Distant Suns, the domain counters (TI3 28)."""

from rules.kernel.table import Play
from rules.ti3 import events as ev
from rules.ti3.facts import DOMAINS, MECATOL, PLANETS
from rules.ti3.registry import NotBuilt
from rules.ti3.state import Public, Table

BUILT = False
"""Whether the option can be played; set-up refuses it until then (TI3 42.1)."""


def place_counters(t: Table, stock: dict[str, int]) -> None:
    """TI3 28.1.1: one on every neutral planet but Mecatol Rex, unseen."""
    table: Public = t.table
    every = [face for face in DOMAINS for _copy in range(stock.get(face, 0))]
    faces = t.shuffle("domain counters", every)
    neutral = sorted(
        p.id
        for p in PLANETS.values()
        if p.tile in table.places and p.id not in table.control and p.id != MECATOL
    )
    table.unknown = neutral
    t.box.domains = dict(zip(neutral, faces, strict=False))
    t.tell(ev.DomainsPlaced(len(neutral)), cite="TI3 28.1.1")


def not_built() -> Play[None]:
    if not BUILT:
        raise NotBuilt("Distant Suns is not built yet.")
    yield from ()


def probe(t: Table, seat: int) -> Play[None]:
    """TI3 28.2: after movement, where the seat has a fighter; asks whether to."""
    yield from not_built()


def raze(t: Table, seat: int) -> Play[None]:
    """TI3 28.3: dreadnoughts and war suns of the active player; asks which, in laps."""
    yield from not_built()


def landed(t: Table, seat: int, planet: str) -> Play[None]:
    """TI3 28.1.2, 28.4: all ground forces for this planet are down; the counter takes effect. It
    may change `table.active.landings`."""
    yield from not_built()
