"""`JOIN`: takes the seat somebody is invited to; said at a table, it can only be refused."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from notifications.commands.base import Asked, ToServer, Usage, Words
from pbem.errors import TableError
from pbem.models import Seat
from rules.lexicon.text import fold


class Join(ToServer):
    name = "join"
    words = Words(("join",), ("dołączam", "dołącz"), ("csatlakozom", "csatlakozás"))
    usage = (
        Usage(
            ("JOIN word", "YES", "NO"),
            "answers an invitation: takes the seat, the word goes into the dice; or declines",
        ),
    )

    def carry_out(self, asked: Asked) -> str:
        """Say how things stand; a reply to an invitation is read by `inbound.pipeline`."""
        if isinstance(asked.speaker, Seat):
            return _("You have a seat in %(game)s already.") % {"game": asked.game.name}
        raise TableError(
            _("To take a seat at your own table, invite yourself: TABLE INVITE %(address)s")
            % {"address": asked.player.email}
        )


YES = {
    "en": ("yes", "ok", "okay", "sure", "yep", "count me in", "im in", "i am in", "i play"),
    "pl": ("tak", "jasne", "dobrze", "zgoda", "chętnie", "gram", "dołącz", "wchodzę"),
    "hu": ("igen", "rendben", "jó", "persze", "benne vagyok", "jövök", "játszom"),
}
"""How people agree, by language."""
NO = (
    *("no", "nope", "decline", "no thanks", "no thank you", "not this time"),
    *("nie", "odmawiam", "nie dziękuję", "rezygnuję", "nie tym razem"),
    *("nem", "elutasítom", "nem köszönöm", "kihagyom", "most nem"),
)


class Reply(NamedTuple):
    """What somebody says to an invitation. `yes` None: neither. `word`: for the dice. `language`:
    the one they wrote in, "" if that cannot be told."""

    yes: bool | None
    word: str = ""
    language: str = ""


def reply_to_invitation(text: str) -> Reply:
    """Read the answer to an invitation: JOIN with a word in any line, or yes or no, in any of our
    languages, where the first line begins with it."""
    for line in text.split("\n"):
        first, _space, rest = line.strip().partition(" ")
        verb = fold(first).strip(":.,!")
        if verb in Join.words.folded:
            return Reply(True, rest.strip(), _language_of(verb))
    plain = _plain(next((line for line in text.split("\n") if line.strip()), ""))
    if _begins(plain, NO) is not None:
        return Reply(False)
    for language, words in YES.items():
        after = _begins(plain, words)
        if after is not None:
            return Reply(True, after if len(after.split()) == 1 else "", language)
    return Reply(None)


def _language_of(verb: str) -> str:
    """Return the language of a word for JOIN, "" for English, which everybody is shown."""
    by_language = {"pl": Join.words.pl, "hu": Join.words.hu}
    return next((code for code, words in by_language.items() if verb in map(fold, words)), "")


def _plain(line: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(line.replace("'", "").replace("’", ""))))


def _begins(plain: str, known: Sequence[str]) -> str | None:
    """Return what follows one of the phrases that a line begins with; None if it begins with
    none."""
    for words in sorted((_plain(phrase) for phrase in known), key=len, reverse=True):
        if plain == words or plain.startswith(f"{words} "):
            return plain[len(words) :].strip()
    return None


def says_yes(text: str) -> bool:
    """Return whether the first thing written is yes, in any of our languages."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return fold(first).strip(" .!,") in ("yes", "tak", "igen")
