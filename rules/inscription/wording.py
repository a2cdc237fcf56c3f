"""Small phrases that events, questions and reports share, in the reader's language."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rules.inscription import names
from rules.inscription.pen import Pen
from rules.inscription.speech import N_, _
from rules.inscription.state import Mark

RESOURCES = {"M": N_("material"), "I": N_("influence"), "R": N_("research"), "X": N_("any")}
SHEET_WORDS = {
    "NAV": N_("navigation"),
    "EXP": N_("expansion"),
    "IND": N_("industry"),
    "WAR": N_("warfare"),
}


_AMOUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "M": lambda n: _.several("{n} material", "{n} material", n),
    "I": lambda n: _.several("{n} influence", "{n} influence", n),
    "R": lambda n: _.several("{n} research", "{n} research", n),
    "X": lambda n: _.several("{n} any", "{n} any", n),
}
_COMMODITIES: Final[Mapping[str, Callable[[int], str]]] = {
    "1": lambda n: _.several("{n} ore", "{n} ore", n),
    "2": lambda n: _.several("{n} textile", "{n} textiles", n),
    "3": lambda n: _.several("{n} luxury", "{n} luxuries", n),
}


def sheet_name(sheet: str) -> str:
    return _(SHEET_WORDS.get(sheet, sheet))


def points_words(n: int) -> str:
    return _.several("{n} point", "{n} points", n)


def votes_words(n: int) -> str:
    return _.several("{n} vote", "{n} votes", n)


def trade_goods_words(n: int) -> str:
    return _.several("{n} trade good", "{n} trade goods", n)


def research_words(n: int) -> str:
    return _AMOUNTS["R"](n)


def commodity_words(n: int, kind: int | str) -> str:
    return _COMMODITIES[str(kind)](n)


def resource_list(kinds: Iterable[str]) -> str:
    """Return resources in words: "2 material, 1 research"."""
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    told = [_AMOUNTS[kind](n) for kind, n in counts.items()]
    return ", ".join(told) or _("nothing")


_WANTED: Final[Mapping[str, str]] = {
    "access": N_("Choose a system to access."),
    "build": N_("Choose a symbol of a unit to cross off."),
    "claim": N_("Choose what you claim."),
    "commodity": N_("Choose a kind of commodity."),
    "deploy": N_("Choose where to deploy: {unit}."),
    "develop": N_("Choose a symbol of a planet to cross off."),
    "die": N_("Choose a die and what it shows to you."),
    "dock": N_("Choose a space dock."),
    "focus": N_("Choose a focus die."),
    "half": N_("Choose the left or the right side."),
    "keep": N_("Choose the relic that you keep."),
    "lose": N_("Choose what you give up."),
    "mark": N_("Choose a node to mark."),
    "option": N_("Choose one of these."),
    "research": N_("Choose a technology to research."),
    "scrap": N_("Choose a space to scrap."),
    "sheet": N_("Choose a sheet."),
    "spend": N_("Choose an asset to spend."),
    "unlock": N_("Choose what you unlock."),
    "use": N_("You may use an effect, or decline it."),
}


def choice_wanted(mark: Mark) -> str:
    """Return what an effect wants to be told, by one of the marks that would answer it."""
    words = _WANTED.get(mark.do)
    if words is None:
        return _("An effect leaves you a choice.")
    known = names.UNIT_NAMES
    return _(words, unit=_(known.name(mark.at)) if mark.at in known else mark.at)


def titles_of(pen: Pen, marks: Iterable[Mark]) -> dict[str, str]:
    """Return the names of cards and planets among marks, for events that tell of them later."""
    found: dict[str, str] = {}
    for mark in marks:
        at = mark.at
        if mark.do in ("use", "play"):
            found[at] = names.effect_names(pen.parts, pen.sheets.faction).name(at)
        elif at in pen.parts.technologies:
            found[at] = pen.parts.technologies[at].name
        elif at in pen.parts.relics:
            found[at] = pen.parts.relics[at].name
        elif at in pen.worlds.planets:
            found[at] = pen.worlds.planets[at].name
    return found


def mark_words(mark: Mark, titles: Mapping[str, str]) -> str:
    """Return a mark in the verbs of the reader's language and the names on the sheets."""
    at = mark.at
    if at in titles:
        kind, _blank, id = at.partition(" ")
        group = kind if id and kind in ("technology", "relic") else "technology"
        at = names.spoken(group, id or at, titles[at])
    elif mark.do in ("lose", "spend"):
        at = at.rpartition(".")[0] or at
    elif mark.do in _WORDED and at in _WORDED[mark.do]:
        at = _(_WORDED[mark.do].name(at))
    words = f"{_(_VERB_WORDS.get(mark.do, mark.do))} {at}".strip()
    if mark.nodes:
        words += f" ({', '.join(mark.nodes)})"
    return words


_WORDED = {
    "sheet": names.SHEET_NAMES,
    "focus": names.RESOURCE_NAMES,
    "die": names.RESOURCE_NAMES,
    "lapse": names.RESOURCE_NAMES,
    "goods": names.RESOURCE_NAMES,
    "build": names.UNIT_NAMES,
    "deploy": names.UNIT_NAMES,
    "unlock": names.UNIT_NAMES,
    "half": names.HALF_NAMES,
    "commodity": names.COMMODITY_NAMES,
    "burst": names.SPECIALIZATION_NAMES,
}
_VERB_WORDS = {
    "sheet": N_("active"),
    "access": N_("access"),
    "jump": N_("jump to"),
    "claim": N_("claim"),
    "develop": N_("develop"),
    "dock": N_("dock"),
    "scrap": N_("scrap"),
    "burst": N_("burst of"),
    "build": N_("build"),
    "unlock": N_("unlock"),
    "research": N_("research"),
    "focus": N_("focus die of"),
    "use": N_("use"),
    "play": N_("play"),
    "keep": N_("keep"),
    "goods": N_("trade good as"),
    "lapse": N_("lapse"),
    "deploy": N_("deploy"),
    "mark": N_("mark"),
    "half": N_("side"),
    "commodity": N_("commodity"),
    "option": N_("option"),
    "lose": N_("lose"),
    "spend": N_("spend"),
    "die": N_("change a die of"),
    "skip": N_("decline"),
}
