"""The words of this package in the reader's language; see `rules.lexicon.speech`."""

from pathlib import Path
from typing import Final

from rules.lexicon import N_, Speech

__all__ = ["N_", "_"]

_: Final = Speech(Path(__file__).parent / "locale")
