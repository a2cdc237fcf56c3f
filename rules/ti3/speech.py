"""The words of this package in the reader's language; see `rules.lexicon.speech`."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from rules.lexicon import N_, Speech, speaking
from rules.lexicon.speech import RECORD

__all__ = ["N_", "_", "as_written"]

T = TypeVar("T")

_: Final = Speech(Path(__file__).parent / "locale")


def as_written(words: Callable[[], T]) -> T:
    """These words as order lines have them: in English, whoever reads."""
    with speaking(RECORD):
        return words()
