"""Median and p95 of a call, for numbers that are compared within one run."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Timing(NamedTuple):
    median: float
    p95: float

    def __str__(self) -> str:
        return f"{self.median * 1e6:9.0f} µs median {self.p95 * 1e6:9.0f} µs p95"


def timing(call: Callable[[], object], times: int) -> Timing:
    """Each call on its own clock, so that one slow call shows as p95 and not as a mean."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        took.append(time.perf_counter() - began)
    return summary(took)


def summary(took: list[float]) -> Timing:
    ordered = sorted(took)
    return Timing(statistics.median(ordered), ordered[int(len(ordered) * 0.95)])
