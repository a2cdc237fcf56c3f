"""Numbers of units to be clicked, in the words of order lines."""

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.forms import Count
from rules.lexicon import Names, plural_name


def units(
    slot: str,
    counts: Mapping[str, int],
    names: Names,
    label: Callable[[str], str],
    *,
    of: str = "",
    about: Callable[[str], str] = lambda unit: "",
) -> tuple[Count, ...]:
    """Return a number for each type of unit, up to so many; `of` stands after the name of each."""
    return tuple(
        Count(
            slot,
            names.name(unit) + of,
            label(unit),
            n,
            about(unit),
            many=plural_name(unit, names) + of,
        )
        for unit, n in counts.items()
        if n > 0
    )


def keys(fields: Sequence[Count], each: float = 1) -> dict[str, float]:
    """Return what every one of these numbers counts in a sum."""
    return {field.key: each for field in fields}
