"""What Twilight Imperium, fourth edition, costs: `python -m bench.ti4`. See `bench.imperium`."""

from bench.imperium import measure
from rules.ti4.ruleset import TI4

if __name__ == "__main__":
    measure(TI4, wake_ms=2.0)
