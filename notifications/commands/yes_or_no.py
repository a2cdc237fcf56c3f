"""Yes and no as people write them: to an invitation, or to whether an address is theirs."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from notifications.commands.join import Join
from rules.lexicon.text import fold

YES: Final = {
    "en": (
        *("yes", "yeah", "yep", "ok", "okay", "sure", "of course", "absolutely", "definitely"),
        *("count me in", "im in", "i am in", "i play", "ill play", "i will play", "lets play"),
        *("ill join", "i will join", "i want to play", "id like to play", "i would like to play"),
        *("id love to", "i would love to", "gladly", "happy to", "with pleasure"),
    ),
    "pl": (
        *("tak", "jasne", "pewnie", "dobrze", "zgoda", "oczywiście", "chętnie", "bardzo chętnie"),
        *("gram", "zagram", "dołączam", "dołącz", "wchodzę", "z przyjemnością", "biorę udział"),
        *("jestem za", "piszę się"),
    ),
    "hu": (
        *("igen", "rendben", "jó", "oké", "persze", "naná", "benne vagyok", "jövök", "játszom"),
        *("játszok", "csatlakozom", "örömmel", "szívesen", "természetesen"),
    ),
}
"""How people agree, by language."""
NO: Final = {
    "en": (
        *("no", "nope", "decline", "no thanks", "no thank you", "not this time", "count me out"),
        *("im out", "i am out", "i decline", "i cant", "i cannot", "i can not", "cant make it"),
        *("not this month", "i have no time", "i dont have time", "i wont", "i pass"),
    ),
    "pl": (
        *("nie", "odmawiam", "nie dziękuję", "rezygnuję", "nie tym razem", "odpadam", "nie mogę"),
        *("nie dam rady", "nie mam czasu"),
    ),
    "hu": (
        *("nem", "elutasítom", "nem köszönöm", "kihagyom", "most kihagyom", "most nem"),
        *("nem tudok", "nem érek rá", "nincs időm"),
    ),
}
"""How people decline, by language."""
_BEFORE: Final = (
    *("hi", "hello", "hey", "dear", "thanks", "thank you", "sorry", "unfortunately", "well", "oh"),
    *("great", "cool", "but", "this time", "im sorry", "i am sorry", "no problem", "no worries"),
    *("cześć", "hej", "witaj", "dzięki", "dziękuję", "niestety", "przykro mi", "tym razem", "ale"),
    *("nie ma sprawy", "nie ma problemu", "super", "droga", "drogi", "dzień dobry"),
    *("szia", "sziasztok", "kedves", "köszi", "köszönöm", "sajnos", "bocs", "bocsánat", "sajnálom"),
    *("nem gond", "nem probléma", "szuper", "ezúttal", "de"),
)
"""What people write first, and what neither agrees nor declines."""
_GREETINGS: Final = frozenset(map(fold, ("hi", "hello", "hey", "dear", "cześć", "hej", "szia")))
_POLITE: Final = frozenset(map(fold, ("please", "thanks", "proszę", "dzięki", "köszi", "kérlek")))
_BEFORE_A_WORD: Final = frozenset(("yes", "ok", "okay", "tak", "igen"))
"""Behind these, a single word is the one for the dice."""
_CLAUSE: Final = re.compile(r"[^,.!?;:\n–—]+[,.!?;:\n–—]*")


class Reply(NamedTuple):
    """What somebody says to an invitation. `yes` None: neither, or both. `word`: for the dice.
    `language`: the one they wrote in, "" if that cannot be told."""

    yes: bool | None
    word: str = ""
    language: str = ""


def reply_to_invitation(text: str) -> Reply:
    """Read the answer to an invitation: JOIN with a word in any line, or yes or no, in any of our
    languages. Whoever says both, or asks, has not answered yet."""
    for line in text.split("\n"):
        first, _space, rest = line.strip().partition(" ")
        verb = fold(first).strip(":.,!")
        if verb in Join.words.folded:
            return Reply(True, rest.strip(), _language_of(verb))
    found = list(_verdicts(text))
    if not found or any(one.yes != found[0].yes for one in found):
        return Reply(None)
    return found[0]


def _verdicts(text: str) -> Iterator[Reply]:
    """Yield what each part of the text says, up to the first that is about something else; after
    that only what takes the answer back."""
    begun = False
    for part in _CLAUSE.findall(text):
        plain = _without_what_comes_first(_plain(part))
        if not plain:
            continue
        said = _verdict(plain, part)
        if said.yes is not None and (not begun or not said.yes):
            yield said
        elif said.yes is None and not begun:
            return
        begun = True


def _verdict(plain: str, part: str) -> Reply:
    if "?" in part:
        return Reply(None)
    for language, words in NO.items():
        if _after(plain, words) is not None:
            return Reply(False, language=language)
    for language, words in YES.items():
        after = _after(plain, words)
        if after is not None:
            alone = plain.split()[1:] == [after] and after not in _POLITE
            word = after if alone and plain.split()[0] in _BEFORE_A_WORD else ""
            return Reply(True, word, language)
    return Reply(None)


def _without_what_comes_first(plain: str) -> str:
    """Return a part without greeting and thanks: nothing where it holds no more than that."""
    while (after := _after(plain, _BEFORE)) is not None:
        greeted = plain.split()[0] in _GREETINGS
        plain = "" if greeted and len(after.split()) <= 2 else after
        if plain.startswith(("for ", "za ", "a ", "az ")):
            return ""
    return plain


def _language_of(verb: str) -> str:
    """Return the language of a word for JOIN, "" for English, which everybody is shown."""
    by_language = {"pl": Join.words.pl, "hu": Join.words.hu}
    return next((code for code, words in by_language.items() if verb in map(fold, words)), "")


def _plain(line: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", fold(line.replace("'", "").replace("’", ""))))


def _after(plain: str, known: tuple[str, ...]) -> str | None:
    """Return what follows one of the phrases that a text begins with; None if it begins with
    none."""
    for words in sorted((_plain(phrase) for phrase in known), key=len, reverse=True):
        if plain == words or plain.startswith(f"{words} "):
            return plain[len(words) :].strip()
    return None


def says_yes(text: str) -> bool:
    """Return whether the first thing written is yes, in any of our languages."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return fold(first).strip(" .!,") in ("yes", "tak", "igen")
