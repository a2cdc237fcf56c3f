"""The text of targets and of what a window is about: made and taken apart here only.

A place, unit, card or technology is its id; a player is "@2"; a number of something is "2x lodor";
a target of several parts has them with spaces between: "@1 trade warfare".
"""


def player(seat: int) -> str:
    """A player as a target, or as what a window is about."""
    return f"@{seat}"


def is_player(on: str) -> bool:
    """Is the target a player?"""
    return on.startswith("@")


def seat_of(on: str) -> int:
    """The seat of a player named as a target."""
    return int(on.removeprefix("@"))


def joined(*parts: str) -> str:
    """A target of several parts."""
    return " ".join(parts)


def parts(on: str) -> list[str]:
    """The parts of a target."""
    return on.split()


def several(n: int, id: str) -> str:
    """So many of a thing as a target."""
    return f"{n}x {id}"


def count_of(on: str) -> tuple[int, str]:
    """How many of which thing a target says."""
    n, id = on.split("x ", 1)
    return int(n), id
