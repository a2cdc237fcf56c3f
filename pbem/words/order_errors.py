"""What the order language says, in the reader's language.

The order language knows no Django: what it refuses carries the sentences it is made of, and here
they are translated. Games translate their own words.
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


def in_words(refused: Refused) -> str:
    """Write the words of a problem in the language that is active."""
    last = pgettext("before the last of a list", "or")
    sentences = (filled(gettext(one.pattern), one.fields, last) for one in refused.said)
    return " ".join(sentences) if refused.said else refused.words
