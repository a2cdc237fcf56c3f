"""The order language's words in the reader's language.

It knows no Django: what it refuses carries the sentences it is made of, and here they are told.
Games word themselves, in the reader's language where they have it.
"""

from typing import Protocol

from django.utils.translation import gettext, pgettext

from rules.lexicon import Sentence, filled


class Refused(Protocol):
    """A problem, an error of the order language, or a line that was not read."""

    @property
    def words(self) -> str: ...

    @property
    def said(self) -> tuple[Sentence, ...]: ...


def told(refused: Refused) -> str:
    """Its words in the language that is active, where that can be."""
    last = pgettext("before the last of a list", "or")
    sentences = (filled(gettext(one.pattern), one.fields, last) for one in refused.said)
    return " ".join(sentences) if refused.said else refused.words
