"""The reaction windows that an order line names."""

from rules.lexicon import Names, OrderLine
from rules.lexicon.text import fold

_SMALL_WORDS = frozenset({
    "in", "at", "when", "on", "and", "or", "the", "all", "w", "we", "na", "przy",
    "i", "oraz", "kiedy", "gdy", "ha", "es", "mikor", "minden",
})  # fmt: skip


def windows_named(line: OrderLine, windows: Names) -> set[str]:
    """Return the windows that a line names."""
    return split_windows(line, windows)[0]


def without_windows(line: OrderLine, windows: Names) -> list[str]:
    """Return the words of a line that name no window, without articles and prepositions."""
    return [word for word in split_windows(line, windows)[1] if fold(word) not in _SMALL_WORDS]


def split_windows(line: OrderLine, windows: Names) -> tuple[set[str], list[str]]:
    """Return the windows that a line names, and its other words."""
    words = line.rest.replace(",", " ").split()
    named: set[str] = set()
    others: list[str] = []
    at = 0
    while at < len(words):
        match = windows.longest_at(words, at)
        if match is None:
            others.append(words[at])
            at += 1
        else:
            named.add(match[0].id)
            at = match[1]
    return named, others
