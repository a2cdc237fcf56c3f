"""Words that carry nothing of an order: small words, words for doing anything, words for no.

An order that is otherwise understood to its last word may hold them. What may change an order
never stands here: no number, no preposition, no "would", "if", "maybe" or "later".
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.lexicon.text import fold

_SAYS_NOTHING = re.compile(
    r"(?<![\w-])(?:"
    # English
    r"i have|(?:i|we)(?:['’](?:ll|m|re|d like to)| will| shall| am| are| want to| choose to)?"
    r"|let['’]?s|let (?:me|us)|go ahead and|please|pls|just|then|now|also|so|ok|okay|well"
    r"|over there|in there|there|over|back|down|only|the|my|our|this (?:turn|round|time|one)"
    r"|for (?:me|us|now|(?:the rest of )?(?:this|the) round)|from (?:me|us|this one)"
    r"|on (?:this|that|it)(?: one)?|aboard|on board|where (?:they are|it is)"
    r"|other(?=\s+\d)|for (?:\d+|one|a) (?:points?|vps?)"
    r"|(?:my )?action card|as my (?:action|answer|pick|card)|go(?:es)?(?: down| in)?"
    # Polish
    r"|ja|jestem|tylko|tam|tu|tutaj|teraz|już|dobra|dobrze|okej|więc|się|proszę|poproszę"
    r"|moj[ąeęi]|mojego|swoj[ąeęi]|swojego|kartę|karty|w tej (?:turze|rundzie)"
    # Hungarian
    r"|én|az?|csak|akkor|most|oké|jó|rendben|hát|odaküldöm|oda|ide|itt|kérek|kérem|kérném"
    r"|szeretnék|szeretném|ebben a körben"
    r")(?![\w'’-])",
    re.IGNORECASE,
)
_DOING: Final = frozenset(
    map(
        fold,
        (
            "do", "doing", "take", "taking", "make", "making", "get", "use", "using", "play",
            "playing", "run", "pop", "popping", "execute", "executing", "resolve", "pick", "choose",
            "have", "new", "one",
            "robię", "biorę", "wezmę", "gram", "zagram", "używam", "użyć", "wybieram", "zagrywam",
            "nowy", "nowa", "nową",
            "csinálok", "veszek", "kijátszom", "használom", "játszom", "választom", "új", "legyen",
        ),
    )
)  # fmt: skip
"""Words for doing something, whatever it is."""
_HANDLING: Final = frozenset(
    map(
        fold,
        (
            "let", "allow",
            "put", "putting", "send", "sending", "bring", "give", "fly", "spend", "buy", "set",
            "move", "place", "remove",
            "daję", "kładę", "lecę", "stawiam",
            "viszek", "teszek", "teszem", "adok", "megy", "mennek",
        ),
    )
)  # fmt: skip
"""Words for doing something with things; where a turn begins, they belong to its later steps."""
_NOT: Final = frozenset(
    map(
        fold,
        (
            "no", "not", "don't", "dont", "won't", "wont", "nobody", "nothing", "none",
            "skip", "skipping", "pomijam", "kihagyom",
            "nie", "nikt", "nic", "żaden", "żadna", "żadne", "żadnych", "bez",
            "nem", "ne", "senki", "semmi", "semmit", "nincs",
        ),
    )
)  # fmt: skip
"""Words that say no to what stands behind them."""
_ALONE: Final = frozenset(
    map(fold, ("nobody", "nothing", "none", "nikt", "nic", "senki", "semmi", "semmit"))
)
"""Words for no that need nothing behind them."""
_ANYTHING: Final = frozenset(
    map(
        fold,
        (
            "anything", "any", "at", "all", "it", "them", "that", "here", "time", "to", "of",
            "ship", "ships", "unit", "units", "troops", "fleet", "fleets", "move", "moves",
            "moving", "movement", "reaction", "react", "reacting", "respond", "responding",
            "response", "use", "using", "need", "want", "follow", "following", "interested",
            "do", "doing", "claim", "claiming", "score", "build", "builds", "building",
            "production", "landing", "thanks", "thank", "you", "is", "are", "in", "this", "one",
            "ruszam", "rusza", "leci", "lecą", "ruchu", "ruchów", "reakcji", "reaguję", "podążam",
            "buduję", "produkuję", "produkcji", "nikogo", "niczego", "robię", "korzystam", "tego",
            "tym", "razem", "dziękuję", "dzięki", "statek", "statki", "statku", "ląduje", "nie",
            "mozgatok", "mozog", "mozgok", "lépek", "reagálok", "követem", "követek", "gyártok",
            "építek", "csinálok", "használom", "kérek", "köszönöm", "hajó", "hajót", "nem", "száll",
            "le", "ezt",
        ),
    )
)  # fmt: skip
"""Words that may stand beside a word for no and still name nothing in particular."""
_BARE = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MARKS = " \t.!,;:–—-"


def without_small_words(text: str) -> str:
    """Return a text without the words that say nothing."""
    return _tidied(_SAYS_NOTHING.sub(" ", text))


def doing_word(text: str, *, of_a_turn: bool) -> str:
    """Return the word for doing something, whatever it is, with which a text begins; "" if it
    begins otherwise. `of_a_turn`: the word is to begin a turn."""
    first = _BARE.match(text.lstrip(_MARKS))
    word = fold(first[0]) if first is not None else ""
    return word if word in _DOING or (word in _HANDLING and not of_a_turn) else ""


def means_anything(word: str) -> bool:
    """Return whether a folded word for doing something says nothing of what is done."""
    return word in _DOING


def says_no(text: str) -> bool:
    """Return whether a word for no stands anywhere in a text."""
    return any(fold(found[0]) in _NOT for found in _BARE.finditer(text))


def without_doing(text: str) -> str:
    """Return what stands behind a word for doing something."""
    first = _BARE.match(text.lstrip(_MARKS))
    return _tidied(text.lstrip(_MARKS)[first.end() :]) if first is not None else text


def denied(text: str) -> tuple[str, ...]:
    """Return the words behind those for no, of which any may still name an order or a thing: "no
    reaction" has "reaction". Empty where the text says no to nothing, as "vote no" does."""
    words = [fold(word) for word in _words(text)]
    if not words or re.search(r"[\d?]", text):
        return ()
    at = next((i for i, word in enumerate(words) if word in _NOT), None)
    if at is None or not all(map(names_nothing, words[:at])):
        return ()
    rest = [word for word in words[at + 1 :] if word not in _NOT]
    return tuple(rest) or (("",) if words[at] in _ALONE else ())


def names_nothing(word: str) -> bool:
    """Return whether a folded word beside a word for no names nothing in particular."""
    return word in _ANYTHING or not word


def _words(text: str) -> Iterator[str]:
    for found in _BARE.finditer(without_small_words(text)):
        yield found[0]


def _tidied(text: str) -> str:
    return re.sub(r"\s+([,;])", r"\1", " ".join(text.split())).strip(_MARKS)
