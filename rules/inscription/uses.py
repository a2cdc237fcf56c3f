"""The uses of a resource, and the payments of a mark (TIN 3.3, 23.2)."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from rules.inscription.facts import RESOURCES, Resource
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import expansion, industry, navigation, technologies, warfare
from rules.inscription.sheets.assets import spend_good
from rules.inscription.speech import N_, _
from rules.inscription.state import Mark

ANY = RESOURCES
_PAYS_FIRST: Final = (*RESOURCES, "X")
INFANTRY = "infantry"


class PaidMark(NamedTuple):
    """A kind of mark that costs a resource: its sheet, its price, and its effect.

    `kinds` raises Illegal where the mark cannot be made.
    """

    sheet: Callable[[Pen, Mark], str]
    kinds: Callable[[Pen, Mark], tuple[Resource, ...]]
    perform: Callable[[Pen, Mark], None]


def sheet_of(pen: Pen, mark: Mark) -> str:
    """Return the sheet a paid mark is made on."""
    return PAID_MARKS[mark.do].sheet(pen, mark)


def kinds_for(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    """Return the resources that may pay for a mark; raise Illegal where it cannot be made."""
    return PAID_MARKS[mark.do].kinds(pen, mark)


def perform(pen: Pen, mark: Mark) -> None:
    """Make a mark that has been paid for."""
    PAID_MARKS[mark.do].perform(pen, mark)


def _always(sheet: str) -> Callable[[Pen, Mark], str]:
    return lambda pen, mark: sheet


def _access_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    navigation.origin(pen, mark.at, mark.on)
    return ("M", "R")


def _jump_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    navigation.check_jump(pen, mark.at, mark.nodes)
    return navigation.jump_kinds(pen)


def _claim_sheet(pen: Pen, mark: Mark) -> str:
    return "NAV" if mark.at in pen.map.systems else "IND"


def _claim_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    if mark.at in pen.map.systems:
        navigation.check_claim(pen, mark.at)
        return ("I",)
    industry.check_claim(pen, mark.at)
    return ("I", "R")


def _claim(pen: Pen, mark: Mark) -> None:
    if mark.at in pen.map.systems:
        navigation.claim(pen, mark.at)
    else:
        industry.claim(pen, mark.at)


def _scrap_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    industry.check_scrap(pen, mark.at)
    return ("M",)


def _build_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    return ANY if mark.at == INFANTRY else (warfare.check_symbol(pen, mark.at),)


def _build(pen: Pen, mark: Mark) -> None:
    if mark.at == INFANTRY:
        warfare.build_infantry(pen)
    else:
        warfare.cross(pen, mark.at)


def _research_sheet(pen: Pen, mark: Mark) -> str:
    technology = pen.parts.technologies.get(mark.at)
    return technology.sheet if technology else ""


def _research_kinds(pen: Pen, mark: Mark) -> tuple[Resource, ...]:
    technologies.open_technology(pen, mark.at, anywhere=True)
    return ("R",)


PAID_MARKS: Final[dict[str, PaidMark]] = {
    "access": PaidMark(
        _always("NAV"), _access_kinds, lambda pen, mark: navigation.access(pen, mark.at, mark.on)
    ),
    "jump": PaidMark(
        _always("NAV"), _jump_kinds, lambda pen, mark: navigation.jump(pen, mark.at, mark.nodes)
    ),
    "claim": PaidMark(_claim_sheet, _claim_kinds, _claim),
    "scrap": PaidMark(_always("IND"), _scrap_kinds, lambda pen, mark: industry.scrap(pen, mark.at)),
    "develop": PaidMark(
        _always("EXP"),
        lambda pen, mark: (expansion.check_develop(pen, mark.at),),
        lambda pen, mark: expansion.develop(pen, mark.at, mark.first),
    ),
    "dock": PaidMark(
        _always("EXP"),
        lambda pen, mark: (expansion.check_dock_symbol(pen, mark.at),),
        lambda pen, mark: expansion.pay_dock(pen, mark.at),
    ),
    "build": PaidMark(_always("WAR"), _build_kinds, _build),
    "research": PaidMark(
        _research_sheet,
        _research_kinds,
        lambda pen, mark: technologies.research(pen, mark.at, paid=True),
    ),
}
PAID: Final = frozenset(PAID_MARKS)
"""Marks that cost a resource each."""


def uses(pen: Pen, sheet: str) -> Iterator[tuple[Mark, tuple[Resource, ...]]]:
    """Yield every mark that a resource could make on a sheet now, with the resources that may
    pay."""
    if sheet == "NAV":
        for system in navigation.claimable(pen):
            yield Mark("claim", system), ("I",)
        for system in navigation.accessible(pen):
            yield Mark("access", system), ("M", "R")
        kinds = navigation.jump_kinds(pen)
        for system, holes in navigation.jumps(pen):
            yield Mark("jump", system, nodes=holes), kinds
    elif sheet == "EXP":
        for symbol in expansion.open_symbols(pen):
            yield Mark("develop", symbol), (pen.worlds.symbols[symbol],)
        for symbol in expansion.dock_symbols(pen):
            yield Mark("dock", symbol), (pen.worlds.symbols[symbol],)
    elif sheet == "IND":
        for space in industry.claimable(pen):
            yield Mark("claim", space), ("I", "R")
        for space in industry.scrappable(pen):
            yield Mark("scrap", space), ("M",)
    else:
        for bar in warfare.open_bars(pen):
            for symbol in warfare.open_symbols(pen, bar):
                yield Mark("build", symbol), (pen.grid.symbols[symbol],)
        yield Mark("build", INFANTRY), ANY
    for id in technologies.lockable(pen, sheet):
        yield Mark("research", id), ("R",)


def conversion(pen: Pen, start: Resource, kinds: tuple[Resource, ...]) -> str | None:
    """Return the key of an ability by which `start` may now be spent as one of `kinds`."""
    for key, effect in pen.abilities("while_spending"):
        op = effect.ops[0]
        if op.rule == "convert_resource" and op.from_ == start and op.to in kinds:
            return key if pen.may(key, effect) else None
    return None


def convert(pen: Pen, key: str) -> None:
    for own, effect in pen.abilities("while_spending"):
        if own == key:
            pen.count_use(key, effect)


def payment(
    pen: Pen, purse: list[Resource], kinds: tuple[Resource, ...], wanted: str, own: bool
) -> str:
    """Take the price of a mark out of `purse`, and return the word for the payment.

    `wanted`: the payment the player named, "" if none: then as it comes, never a trade good. `own`:
    the step's resources on the active sheet, which goods may join and abilities convert.
    """
    if wanted == "tg":
        if not own:
            words = _("No other resource or asset may be spent before this is finished.")
            raise Illegal("not-now", words, "8.2.3")
        spend_good(pen)
        return "tg"
    if wanted:
        if wanted in purse and wanted in kinds:
            purse.remove(wanted)
            return wanted
        if wanted in purse and own and (key := conversion(pen, wanted, kinds)):
            convert(pen, key)
            purse.remove(wanted)
            return wanted
        if wanted in kinds and "X" in purse:
            purse.remove("X")
            return "X"
        raise _unpaid(purse, kinds)
    for kind in _PAYS_FIRST:
        if kind in purse and (kind in kinds or kind == "X"):
            purse.remove(kind)
            return kind
    raise _unpaid(purse, kinds)


def _unpaid(purse: list[Resource], kinds: tuple[Resource, ...]) -> Illegal:
    need = " / ".join(_(RESOURCE_WORDS[kind]) for kind in kinds)
    left = ", ".join(_(RESOURCE_WORDS[kind]) for kind in purse) or _("nothing")
    words = _("This takes {need}; you have {left} left.", need=need, left=left)
    return Illegal("no-resource", words, "3.3.2")


def payable(purse: list[Resource], kinds: tuple[Resource, ...]) -> bool:
    return "X" in purse or any(kind in purse for kind in kinds)


def usable(pen: Pen, sheet: str, purse: list[Resource]) -> bool:
    """Return whether any of these resources has a legal use on a sheet (TIN 30.3.1)."""
    if sheet == "WAR":
        return bool(purse)
    return any(payable(purse, kinds) for _mark, kinds in uses(pen, sheet))


def usual_use(pen: Pen, sheet: str, purse: list[Resource]) -> Mark | None:
    """Return how a resource is spent where its owner does not say (TIN 32.6.3, 32.6.4)."""
    if not purse:
        return None
    if sheet == "WAR":
        return Mark("build", INFANTRY)
    have = set(RESOURCES if "X" in purse else purse)
    if sheet == "NAV":
        found = _usual_navigation(pen, have)
    elif sheet == "EXP":
        found = _usual_expansion(pen, have)
    else:
        found = _usual_industry(pen, have)
    if found is not None:
        return found
    return next((mark for mark, kinds in uses(pen, sheet) if payable(purse, kinds)), None)


def _usual_navigation(pen: Pen, have: set[Resource]) -> Mark | None:
    if "I" in have:
        systems = navigation.claimable(pen)
        systems.sort(key=lambda s: pen.map.systems[s].asset is None)
        if systems:
            return Mark("claim", systems[0])
    if have & {"M", "R"} and (near := navigation.accessible(pen)):
        return Mark("access", near[0])
    return None


def _usual_expansion(pen: Pen, have: set[Resource]) -> Mark | None:
    worlds, uncrossed = pen.worlds, expansion.open_symbols(pen)
    left = set(uncrossed)

    def missing(symbol: str) -> int:
        return min([len(left.intersection(line.symbols)) for line in worlds.lines_of[symbol]])

    symbols = [s for s in uncrossed if worlds.symbols[s] in have]
    if symbols:
        return Mark("develop", min(symbols, key=missing))
    docks = [s for s in expansion.dock_symbols(pen) if pen.worlds.symbols[s] in have]
    return Mark("dock", docks[0]) if docks else None


def _usual_industry(pen: Pen, have: set[Resource]) -> Mark | None:
    if have & {"I", "R"} and (spaces := industry.claimable(pen)):
        return Mark("claim", spaces[0])
    if "M" in have and (spaces := industry.scrappable(pen)):
        return Mark("scrap", cheapest_space(pen, spaces))
    return None


def cheapest_space(pen: Pen, spaces: list[str]) -> str:
    """Return the space whose asset stands furthest right in the list of worth; equal: the first."""

    def rank(space: str) -> int:
        asset = pen.works.spaces[space].asset
        return -asset.rank if asset else 0

    return min(spaces, key=rank)


RESOURCE_WORDS = {
    "M": N_("material"),
    "I": N_("influence"),
    "R": N_("research"),
    "X": N_("any resource"),
    "tg": N_("a trade good"),
}
