"""Recognises greetings and signatures: nobody means "Best regards" as an order."""

import re

from rules.lexicon.text import fold

_ALL = r"(?: (?:all|everyone|everybody|there|team|folks|parsec|parsec post|wszystkim|mindenkinek))?"
_GREETING = re.compile(
    r"(?:(?:hi|hello|hey|hallo|hej|hola|ciao|salut|bonjour|ahoj|helo|szia|sziasztok|czesc|witam"
    r"|witajcie|udv|dear|drogi|szanowni panstwo|kedves)" + _ALL + r"|good (?:morning|evening|day)"
    r"|good afternoon|dzien dobry|dobry wieczor|jo (?:napot|reggelt|estet)|guten (?:tag|abend))"
)
_CLOSING = re.compile(
    r"(?:(?:best|kind|warm|many)(?: regards| wishes| thanks)?|regards|cheers|thanks(?: a lot| in"
    r" advance|,? all)?|thank you|thx|sincerely|yours(?: sincerely| truly| faithfully)?|bye"
    r"|greetings|good luck(?: all| everyone)?|have fun|pozdrawiam(?: serdecznie)?|pozdrowienia|pzdr"
    r"|z powazaniem|dzieki|dziekuje|z gory dziekuje|powodzenia|udv|udvozlettel|udvozlet|koszi"
    r"|koszonom|koszonettel|elore is koszonom|viele grusse|liebe grusse|mit freundlichen grussen|lg"
    r"|mfg|gruss|danke|cordialement|merci|saludos|gracias|saluti|grazie|s pozdravem|diky)"
)
_EDGES = " .,!:;-–—*_"


def without(orders: str, verbs: frozenset[str], author: str) -> str:
    """Return the text without greetings and signatures, line for line.

    `verbs`: the first words of orders, which are never a greeting. `author`: the writer's name,
    which may stand alone as a signature.
    """
    lines = orders.split("\n")
    polite: set[int] = set()
    names = {name for name in (fold(author), *fold(author).split()[:1]) if not name.isdecimal()} - {
        ""
    }
    for i, line in enumerate(lines):
        said = fold(line).strip(_EDGES)
        if not said or said.split()[0].strip(_EDGES) in verbs:
            continue
        words, _comma, name = (piece.strip(_EDGES) for piece in said.partition(","))
        signed = name in {"", *names} and _CLOSING.fullmatch(words)
        if signed or said in names or _GREETING.fullmatch(said):
            polite.add(i)
    return "\n".join("" if i in polite else line for i, line in enumerate(lines))
