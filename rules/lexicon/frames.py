"""What people put round an order without meaning anything by it: "I'll …", "please", "good luck!".

An opening is dropped only where an order follows it; "I would retreat if I were you" is no order,
as "would" is no opening.
"""

import re
from collections.abc import Iterator

from rules.lexicon.text import fold

_OPENINGS = re.compile(
    r"(?:"
    # English
    r"(?:ok|okay|right|well|so|then|and|also|first|next|finally|now|just|please|pls|plz|sorry)\b"
    r"|i\s+(?:think|guess|believe)(?=\s)"
    r"|(?:i|we)(?:['’]?(?:ll|d like to|m going to|re going to)|\s+(?:will|shall|want to|"
    r"would like to|choose to|decide to|am going to|are going to|am|are))?(?=\s)"
    r"|i['’]m(?=\s)|react(?:ion)?(?=\s*:)|let['’]?s\b|let\s+(?:me|us)\b"
    r"|my\s+(?:action|turn|order|orders|move|answer)(?:\s+is)?(?=\s*[:,]|\s)"
    r"|(?:for\s+)?my\s+(?:first\s+)?action"
    r"|nothing\s+(?:left|more|else)(?:\s+(?:for me|to do|here))*(?=\s*[,;:–-])"
    r"|that['’]?s\s+(?:it|all)(?:\s+(?:for me|from me))?(?=\s*[,;:–-])"
    r"|good game(?:\s+so far)?(?=\s*[,;:–-])"
    # Polish
    r"|(?:proszę|prosze|poproszę|poprosze|chcę|chce|chciałbym|chcialbym|chciałabym|chcialabym|"
    r"będę|bede|ja|to|więc|wiec|teraz|potem|następnie|nastepnie|najpierw|a|i)\b"
    # Hungarian
    r"|(?:kérlek|kerlek|kérem|kerem|szeretnék|szeretnek|szeretném|szeretnem|akarok|én|akkor|most|"
    r"aztán|aztan|először|eloszor|és|légy\s+szíves|legy\s+szives)\b"
    r")[\s,:–—-]*",
    re.IGNORECASE,
)
_COURTESY = re.compile(
    r"(?:^|(?<=[\s,.!;:–—(-]))"
    r"(?:please|pls|plz|if you please|thanks(?: a lot| in advance)?|thank you|thx|ty|cheers|sorry|"
    r"good luck(?: to)?(?: everyone| everybody| all| you all)?|have fun|gl(?: ?hf)?|gg|wp|"
    r"(?:that['’]?s|that is)\s+(?:all|it)|(?:good|nice|great) game(?: so far)?|well played|"
    r"nothing\s+(?:else|more|left)(?:\s+(?:to\s+do|for\s+me))?|"
    r"proszę|prosze|dzięki|dzieki|dziękuję|dziekuje|z góry dziękuję|z gory dziekuje|przepraszam|"
    r"powodzenia(?: wszystkim)?|to wszystko|to tyle|dobra gra|miłej gry|milej gry|"
    r"pozdrawiam|pozdro|"
    r"kérlek|kerlek|kérem|kerem|köszi|koszi|kösz|kosz|köszönöm|koszonom|bocs|"
    r"sok sikert(?: mindenkinek)?|j[oó]\s+j[aá]t[eé]kot|"
    r"ennyi(?:\s+volt)?|ez minden|üdv(?:özlettel)?|"
    r"légy szíves|legy szives|légyszi|legyszi|"
    r"[:;]-?[)D(P]|🙂|😀|👍)"
    r"[\s,.!;:)–—-]*$",
    re.IGNORECASE,
)
_ADJECTIVE_CASE = re.compile(r"(\d)-(?:es|as|os|ös)-?(?=[^\W\d_]{2})", re.IGNORECASE)
_NUMBER_OBJECT = re.compile(r"(\d)-(?:(?:es|as|os|ös)t?|t|at|et|ot|öt)\b", re.IGNORECASE)
_EMPTY_WORDS = frozenset({
    "a", "an", "the", "my", "our", "this", "that", "these", "it", "them", "now", "then", "here",
    "all", "any", "everything", "anything", "nothing", "more", "else", "with", "for", "from",
    "on", "in", "at", "of", "to", "and", "turn", "round", "action", "actions", "phase", "step",
    "go", "moving", "exploring", "building", "fire", "yet", "today", "only", "just",
    "again", "too", "out", "pass", "passing", "done", "i", "we", "us", "me", "am", "is",
    "moja", "moją", "swoją", "ta", "te", "tę", "tej", "tym", "teraz", "już", "tutaj",
    "wszystko", "wszystkim", "nic", "więcej", "z", "ze", "dla", "od", "na", "w", "o",
    "tura", "turę", "tury", "turze", "runda", "rundę", "rundy", "rundzie", "akcja", "akcję",
    "akcje", "akcji", "faza", "fazę", "fazie", "ruch", "ruchu", "ruchy", "ogień", "dziś", "się",
    "tylko", "jeszcze", "pas", "pasuję",
    "az", "ez", "ezt", "ezzel", "most", "már", "itt", "minden", "mindent", "mindennel", "semmi",
    "semmit", "több", "és", "kör", "kört", "körben", "fordulót", "akció", "akciót", "akcióval",
    "fázis", "fázist", "lépés", "lépést", "tüzet", "ma", "csak", "még", "magam", "magamat",
    "vagyok", "passz", "passzolok",
})  # fmt: skip
"""English, Polish and Hungarian words that change nothing behind PASS or DONE."""
_FOLDED_EMPTY_WORDS = frozenset(map(fold, _EMPTY_WORDS))
_WORDS = re.compile(r"[^\W_]+")
_NOD = re.compile(r"ok(?:ay)?\b|that['’]?s (?:it|all)\b|nothing (?:more|else)\b", re.IGNORECASE)
_MOST_OPENINGS = 4


def openings(text: str) -> Iterator[int]:
    """Yield where an order may begin: at the start, and after each opening that means nothing."""
    at = 0
    yield at
    for _opening in range(_MOST_OPENINGS):
        found = _OPENINGS.match(text, at)
        if found is None or found.end() == at or found.end() >= len(text):
            return
        at = found.end()
        yield at


def is_nod(text: str) -> bool:
    """Return whether a text begins with an "ok" that may be an answer or lead up to an order."""
    return bool(_NOD.match(text))


def plain_numbers(text: str) -> str:
    """Return the text with Hungarian numbers as others write them: "221-est" is 221, "a 10-esből"
    is "a 10-ből"."""
    text = _ADJECTIVE_CASE.sub(r"\1-", text)
    return _NUMBER_OBJECT.sub(r"\1", text)


def without_courtesy(text: str) -> str:
    """Return the text without "please", "thanks", "good luck" and the like at its end."""
    while found := _COURTESY.search(text):
        text = text[: found.start()].rstrip(" \t,.!;:–—-(")
    return text


def adds_nothing(text: str) -> bool:
    """Return whether a text says nothing that an order complete in one word would not say: "this
    turn, thanks" after PASS."""
    return all(
        fold(word) in _FOLDED_EMPTY_WORDS for word in _WORDS.findall(without_courtesy(text.strip()))
    )
