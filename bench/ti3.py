"""What Twilight Imperium, third edition, costs: `python -m bench.ti3`. See `bench.imperium`."""

from bench.imperium import measure
from rules.ti3.ruleset import TI3

if __name__ == "__main__":
    measure(TI3, wake_ms=0.4)
