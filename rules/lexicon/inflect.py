"""Grammatical endings: enough English, Polish and Hungarian to see that two words are one noun.

A word is reduced to its possible roots, tagged with the language that made them. Two words are
forms of one noun when they share a root. Everything here works on folded text.
"""

import re
from functools import lru_cache

_SHORTEST_ROOT = 3

_SHORT_VERB = re.compile(r"^[^aeiou]*[aeiou][^aeiouwxy]$")


def _endings(text: str) -> frozenset[str]:
    return frozenset(text.split())


_POLISH = _endings(
    "a e i o u y ie ia iu ii em iem om iom ami iami ach iach ow iow owi iowi"
    " ego iego emu iemu ej iej ym im ych ich ymi imi"
)
_POLISH_FLEETING = re.compile(r"(?<=[^aeiouy])i?e(?=[kclnr]$)")
_POLISH_SOFTENED = ((re.compile(r"c$"), "t"), (re.compile(r"dz$"), "d"), (re.compile(r"rz$"), "r"))
_HUNGARIAN_CASES = _endings(
    "t ot et at n on en ba be ban ben bol ra re rol nal nel hoz hez tol nak nek ig ert val vel"
)
_HUNGARIAN_PLURALS = _endings("k ok ek ak m om em am im aim eim")
_HUNGARIAN_WITH = re.compile(
    r"(?P<stem>.{2,}?)"
    r"(?:(?P<twin>[bcdfghjklmnprstvz])(?P=twin)|(?P<a>[csgzlnt])(?P=a)(?P<b>[szy]))[ae]l"
)

_INVARIABLE = {"infantry", "cavalry", "artillery", "aircraft", "spacecraft", "personnel"}


def _without(word: str, endings: frozenset[str]) -> set[str]:
    return {word[:-n] for n in range(1, 5) if word[-n:] in endings}


def _english(word: str) -> set[str]:
    roots = {word}
    if word.endswith("s") and not word.endswith("ss"):
        roots.add(word[:-1])
        if re.search(r"(s|x|z|ch|sh|o)es$", word):
            roots.add(word[:-2])
        if word.endswith("ies"):
            roots.add(word[:-3] + "y")
        if word.endswith("ves"):
            roots |= {word[:-3] + "f", word[:-3] + "fe"}
    return roots


def _polish(word: str) -> set[str]:
    roots = {word} | _without(word, _POLISH)
    if word.endswith("e"):
        bare = word[:-2] if word.endswith("ie") else word[:-1]
        roots |= {soft.sub(hard, bare) for soft, hard in _POLISH_SOFTENED}
    return roots | {_POLISH_FLEETING.sub("", root) for root in roots}


def _hungarian(word: str) -> set[str]:
    roots = {word} | _without(word, _HUNGARIAN_CASES)
    if found := _HUNGARIAN_WITH.fullmatch(word):
        roots.add(found["stem"] + (found["twin"] or found["a"] + found["b"]))
    return roots.union(*(_without(root, _HUNGARIAN_PLURALS) for root in roots))


@lru_cache(maxsize=8192)
def roots(word: str) -> frozenset[str]:
    """Return all roots this folded word may have, as "language:root"."""
    return frozenset(
        f"{language}:{root}"
        for language, reduce in (("en", _english), ("pl", _polish), ("hu", _hungarian))
        for root in reduce(word)
        if len(root) >= _SHORTEST_ROOT
    )


def same_noun(one: str, other: str) -> bool:
    """Return whether two folded words are forms of one noun; words with digits have no forms."""
    if one == other:
        return True
    return one.isalpha() and other.isalpha() and not roots(one).isdisjoint(roots(other))


def plural(name: str) -> str:
    """Return the English plural of a name, for lists with numbers."""
    head, _, last = name.rpartition(" ")
    low = last.lower()
    if not low.isalpha() or low in _INVARIABLE or low.endswith("s") or set(low) <= set("ivx"):
        return name
    if re.search(r"[^aeiou]y$", low):
        last = last[:-1] + "ies"
    elif re.search(r"(x|z|ch|sh)$", low):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}".strip()


def gerund(verb: str) -> str:
    """Return the form in -ing of an English verb: moving, putting, selling; "" for what is no verb
    of one word."""
    if not verb.isalpha() or not verb.isascii() or verb.endswith("ing"):
        return ""
    if verb.endswith("e") and not verb.endswith(("ee", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] if _SHORT_VERB.search(verb) else ''}ing"
