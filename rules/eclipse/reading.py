"""Eclipse: small readers for the text of orders, shared by all questions."""

import re
from collections.abc import Mapping
from typing import Final

from rules.eclipse.facts import SECTORS
from rules.eclipse.names import DISC_PLACES, SECTOR_NAMES, SHIP_PLURALS
from rules.eclipse.speech import _
from rules.lexicon import (
    ALL,
    BadCount,
    LeftOver,
    LexiconError,
    MissingPart,
    Names,
    OrderLine,
    fold,
    quoted,
)
from rules.lexicon.counted import NUMBER_WORDS

_NOTHING = frozenset(
    {
        "", "nothing", "none", "no", "nobody", "nowhere", "not", "nothing at all", "zero", "0",
        "nic", "zaden", "zadne", "zadnego", "nikogo", "nie", "nic a nic",
        "semmi", "semmit", "egyiket sem", "senkit", "nem", "egyaltalan semmi",
    }
)  # fmt: skip
NOTHING_AT_ALL = "nothing at all"
_NOTHING_AT_ALL = frozenset({NOTHING_AT_ALL, "nic a nic", "egyaltalan semmi"})
_SMALL_TALK = frozenset(
    {
        "",
        "turn",
        "this turn",
        "my turn",
        "the turn",
        "round",
        "this round",
        "the round",
        "for the round",
        "for this round",
        "now",
        "please",
        "relations",
        "for now",
        "thanks",
        "i guess",
        "again",
        "tura",
        "ture",
        "runde",
        "w tej rundzie",
        "na runde",
        "na te runde",
        "na te ture",
        "w te runde",
        "erre a korre",
        "erre a fordulora",
        "teraz",
        "tym razem",
        "kor",
        "ebben a korben",
        "most",
        "sie",
        "vagyok",
    }
)
_ALL = frozenset(
    {
        "all", "auto", "everything", "both", "all of them", "them all", "everywhere", "each",
        "every", "as many as possible", "max", "maximum", "the lot", "all possible", "both of them",
        "wszystko", "wszystkie", "wszystkich", "oba", "obie", "wszedzie", "obydwa", "ile sie da",
        "mind", "minden", "osszes", "az osszes", "mindent", "mindket", "mindkettot", "mindenhol",
        "mindet", "mindegyik", "mindegyiket", "amennyit lehet",
    }
)  # fmt: skip
HOME = frozenset(
    {
        "home", "hs", "homeworld", "dom", "domu", "macierzysty", "siebie", "haza", "otthon",
        "itthon", "otthonrol", "hazulrol", "otthonomba", "hazam", "otthonom", "otthonba",
    }
)  # fmt: skip
FILLERS: Final = frozenset(
    {
        "the", "a", "an", "my", "it", "of", "sector", "sectors", "hex", "zone", "disc", "discs",
        "sektor", "sektora", "sektoru", "sektorze", "heks", "heksu", "heksie", "dysk", "dyski",
        "szektor", "az", "korong", "system", "planet", "tile", "influence", "wplywow", "swoj",
        "moj", "moje", "moja", "swoje", "egy", "szektorba", "szektorbol", "szektorban", "szektorra",
        "szektort", "szektorom", "korongot", "korongom", "korongomat", "mezo", "mezot", "mezore",
        "both", "one", "back", "their", "his", "her", "there", "our", "sektorow", "sektory",
        "szektorok", "pole", "pola", "down", "this", "that", "ten", "ta", "te", "to", "ez", "ezt",
        "mezon", "mezobe", "hexbe", "hexre", "sektorem",
    }
)  # fmt: skip
"""Words that may stand beside a place and say nothing."""
_POINTS = re.compile(r"\b(?:points?|vp|pz|punkt|pont)")
_KEYWORDS: Final[Mapping[str, str]] = {
    "obrot": "turn", "fordulat": "turn", "ku": "facing", "unikajac": "avoiding", "bez": "without",
    "jako": "as", "mint": "as", "zwracajac": "returning", "visszaadva": "returning",
    "toward": "facing", "towards": "facing", "avoid": "avoiding", "return": "returning",
    "rotate": "turn", "orientation": "turn",
    "rotated": "turn", "rotation": "turn", "turned": "turn", "no": "without",
}  # fmt: skip
_AFTER: Final = {"fele": "facing", "kerulve": "avoiding", "nelkul": "without"}
_SECTOR_NUMBER = re.compile(r"(?<![\d-])(\d{3})(?!\d)")
_TOKENS = re.compile(r"[^\s,;:.!?()]+")
_PIECES = re.compile(r"[,;+&]|\b(?:and|oraz|és|es|i)\b", re.IGNORECASE)


def is_nothing(text: str) -> bool:
    return fold(text).strip(" .") in _NOTHING


def is_told_nothing(text: str) -> bool:
    """Return whether "nothing" is said, as against a bare verb whose rest may have been
    forgotten."""
    return bool(text.strip(" .")) and is_nothing(text)


def is_nothing_at_all(text: str) -> bool:
    """Return whether an action without any effect is really meant (ECL 25.3.16)."""
    return fold(text).strip(" .!") in _NOTHING_AT_ALL


def refuse_empty(verb: str) -> MissingPart:
    """Ask back where an action would cost its disc and do nothing (ECL 25.3.16)."""
    return MissingPart(
        _(
            "{verb} without anything to do would still cost a disc. To end your round write PASS; "
            "if you mean it, {verb} nothing at all.",
            verb=verb.upper(),
        )
    )


def is_all(text: str) -> bool:
    """Return whether a list is just "all": whatever the default would take."""
    return fold(text).strip(" .!") in _ALL


def says_all(text: str) -> bool:
    """Return whether a word for "all" stands anywhere in a text."""
    return any(NUMBER_WORDS.get(fold(word)) == ALL for word in _TOKENS.findall(text))


def bare_plurals(text: str) -> set[str]:
    """Return the types of ship that a text names in the plural without a number."""
    words = [fold(word) for word in _TOKENS.findall(text)]
    return {
        SHIP_PLURALS[word]
        for i, word in enumerate(words)
        if word in SHIP_PLURALS and not (i and _counts(words[i - 1]))
    }


def _counts(word: str) -> bool:
    if word in ("a", "az"):
        return False
    return word.strip("x*").isdigit() or word in NUMBER_WORDS or word in _ALL


def means_points(text: str) -> bool:
    """Return whether KEEP is said of points, as against KEEP highest or KEEP 3: a discovery tile,
    not reputation."""
    return not plainly(text) or bool(_POINTS.search(fold(text)))


def means_second(text: str) -> bool:
    """Return whether PLACE is said of the second of two sectors drawn."""
    return fold(text).strip(" .") in {"second", "drugi", "masodik", "masodikat"}


def stands_alone(line: OrderLine, verb: str, *names: Names) -> None:
    """Refuse words after a final order: "PASS unless attacked" must not pass."""
    rest = fold(plainly(line.rest)).strip(" .,!;:()")
    if rest in _SMALL_TALK or any(n.longest_at([rest], 0) for n in names):
        return
    raise LeftOver(
        _(
            "{verb} stands alone: {rest} was not understood. A condition is written {verb} IF …",
            verb=verb.upper(),
            rest=quoted(line.rest),
        )
    )


def pieces(text: str) -> list[str]:
    """Return the parts of a list; "nothing" is an empty one."""
    found = [piece.strip() for piece in _PIECES.split(text)]
    return [piece for piece in found if not is_nothing(piece)]


def english_keywords(text: str) -> str:
    """Return the text with Polish and Hungarian keywords of this game as their English ones.
    Hungarian ones may follow what they belong to: "221 felé" is "facing 221"."""
    found: list[str] = []
    for word in text.split():
        keyword = _AFTER.get(fold(word))
        if keyword and found:
            found.insert(len(found) - 1, keyword)
        else:
            found.append(_KEYWORDS.get(fold(word), word))
    return " ".join(found)


def how_many(text: str) -> int | None:
    """Return a number in figures or words; None for none, or for all."""
    if text.isdigit():
        return int(text)
    said = NUMBER_WORDS.get(fold(text))
    return None if said == ALL else said


def number(text: str) -> int:
    found = re.fullmatch(r"\s*(\d{1,4})\s*", plainly(text) or text)
    if found is None:
        raise BadCount(_("{text} is not a number; write one, such as 2.", text=quoted(text)))
    return int(found[1])


def numbered(text: str, names: Names) -> tuple[str, int, tuple[str, ...]]:
    """Return a name and the number after it (0 if none), and what was read differently: "cruiser
    2"."""
    found = re.fullmatch(r"(.*?)[\s#]*(\d{0,3})\s*", text.strip())
    assert found is not None
    if not found[1]:
        raise MissingPart(_("Write the name of the ship before {text}.", text=quoted(text)))
    match = names.find(found[1])
    if found[2] and not int(found[2]):
        raise BadCount(_("{text}: the squares are numbered from 1.", text=quoted(text)))
    return match.id, int(found[2] or 0), notes(match.read_as)


def notes(*read_as: str | None) -> tuple[str, ...]:
    return tuple(f"read as: {text}" for text in read_as if text)


def plainly(text: str) -> str:
    """Return the text without the small words that say nothing: "the sector 221" is "221"."""
    return " ".join(word for word in text.split() if fold(word.strip(",.:")) not in FILLERS)


def sector(text: str, home: str = "") -> str:
    """Return the number of the sector meant; `home` where that word may stand for one."""
    said = plainly(text)
    if home and fold(said) in HOME:
        return home
    return SECTOR_NAMES.find(said or text).id


def disc_place(text: str) -> str:
    """Return a sector, or the influence track."""
    return DISC_PLACES.find(plainly(text) or text).id


def sector_apart(text: str) -> tuple[str, str]:
    """Return the one three-digit number in a text and what stands round it; "" if there is not one.
    No count is so long, so that it can only be a sector."""
    found = _SECTOR_NUMBER.findall(text)
    if len(found) != 1 or str(int(found[0])) not in SECTORS:
        return "", text
    before, after = _SECTOR_NUMBER.split(text)[::2]
    return str(int(found[0])), f"{before.strip()} {after.strip(' :')}".strip()


def leading(text: str, names: Names) -> tuple[str, str]:
    """Return the name a text begins with, and the rest."""
    words = text.split()
    match = names.longest_at(words, 0)
    if match is None:
        return names.find(words[0] if words else "").id, " ".join(words[1:])
    return match[0].id, " ".join(words[match[1] :])


def mentions(text: str, names: Names) -> bool:
    """Return whether a name stands anywhere in a text, exactly or merely inflected."""
    words = _TOKENS.findall(text)
    return any(names.span_at(words, i) for i in range(len(words)))


def names_one(text: str, names: Names) -> bool:
    """Return whether a text mentions a name, or is the beginning of one."""
    if mentions(text, names):
        return True
    try:
        return bool(names.find(plainly(text)))
    except LexiconError:
        return False


def is_sector(text: str) -> bool:
    """Return whether a text is the name of a sector and nothing else."""
    return SECTOR_NAMES.is_spelling(plainly(text))


def has_sector(text: str) -> bool:
    """Return whether a text names a sector: by number, by name, or as home."""
    if any(str(int(n)) in SECTORS for n in _SECTOR_NUMBER.findall(text)):
        return True
    return mentions(text, SECTOR_NAMES) or any(fold(word) in HOME for word in _TOKENS.findall(text))


def named_in(text: str, names: Names) -> tuple[str, ...]:
    return tuple(found.id for found in names.find_all(text))
