"""Questions a mail can ask of the server itself; every other line is the game's business."""

from typing import Any, NamedTuple

from pbem.submissions import split_commands
from rules.kernel.ruleset import Ruleset
from rules.lexicon import Verbs
from rules.lexicon.text import fold

STATUS, HAND, HISTORY, HELP = "status", "hand", "history", "help"
VERBS = Verbs(
    {
        STATUS: ("status", "stan gry", "allas"),
        HAND: ("hand", "reka", "kezem"),
        HISTORY: ("history", "historia", "tortenet"),
        HELP: ("help", "pomoc", "sugo"),
    }
)
_JOIN = frozenset({"join", "dolaczam", "csatlakozom"})


class Question(NamedTuple):
    """`number`: how much is wanted, where that makes sense."""

    what: str
    number: int = 0


def split(text: str, ruleset: Ruleset[Any]) -> tuple[list[Question], str]:
    """The questions in a text, and the text without them."""
    lines, orders = split_commands(text, ruleset, VERBS)
    asked = [Question(line.verb, int(line.rest) if line.rest.isdecimal() else 0) for line in lines]
    return list(dict.fromkeys(asked)), orders


def has_orders(text: str) -> bool:
    """Whether anything but remarks is left."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


def join_word(text: str) -> str | None:
    """The word after JOIN, which may be empty; None if no line says JOIN."""
    for line in text.split("\n"):
        first, _, rest = line.strip().partition(" ")
        if fold(first).strip(":.,!") in _JOIN:
            return rest.strip()
    return None
