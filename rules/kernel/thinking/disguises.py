"""What the disguises of all games share: hidden things in an order that tells nothing."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from rules.kernel.codec import encode

T = TypeVar("T")


def mixed(items: Iterable[T], rng: Random) -> list[T]:
    """Return the items in a random order that does not depend on the order they came in.

    So two states that look alike to a seat get the same disguise from the same chance.
    """
    pile = sorted(items, key=encode)
    rng.shuffle(pile)
    return pile
