"""The expansion sheet: planets and space docks (TIN 7)."""

from itertools import permutations

from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets.assets import claim as claim_asset
from rules.inscription.sheets.assets import claim_all
from rules.inscription.speech import _


def known(pen: Pen, planet: str) -> None:
    if planet not in pen.worlds.planets:
        words = _("There is no planet {id} on your expansion sheet.", id=planet)
        raise Illegal("no-such-planet", words, "7.1.1")


def locked(pen: Pen) -> list[str]:
    return [planet for planet in pen.worlds.planets if planet not in pen.exp.unlocked]


def check_unlock(pen: Pen, planet: str) -> None:
    known(pen, planet)
    if planet in pen.exp.unlocked:
        name = pen.worlds.planets[planet].name
        raise Illegal("already-unlocked", _("{planet} is unlocked already.", planet=name), "7.2.1")


def unlock(pen: Pen, planet: str) -> None:
    """Cross off the symbol beside a planet's name (TIN 7.2.1)."""
    check_unlock(pen, planet)
    pen.exp.unlocked += (planet,)


def check_develop(pen: Pen, symbol: str) -> str:
    """Return the resource a planet's symbol takes (TIN 7.2.2)."""
    planet = pen.worlds.place.get(symbol, "")
    if planet not in pen.worlds.planets:
        words = _("There is no symbol {id} on your planets.", id=symbol)
        raise Illegal("no-such-symbol", words, "7.2.2")
    if planet not in pen.exp.unlocked:
        name = pen.worlds.planets[planet].name
        raise Illegal("planet-locked", _("{planet} is locked.", planet=name), "7.2.1")
    if symbol in pen.exp.crossed:
        raise Illegal("already-crossed", _("{id} is crossed off already.", id=symbol), "7.2.2")
    return pen.worlds.symbols[symbol]


def develop(pen: Pen, symbol: str, first: tuple[str, ...] = ()) -> None:
    """Cross off a symbol; full rows and columns bring their assets (TIN 7.2.2, 7.2.3)."""
    crossed = pen.exp.crossed
    crossed.append(symbol)
    planet = pen.worlds.place[symbol]
    done = set(crossed)
    if done.issuperset(pen.worlds.of_planet[planet]):
        pen.react("complete_planet", at=planet)
    full = [
        line.asset
        for line in pen.worlds.lines_of[symbol]
        if line.asset and done.issuperset(line.symbols)
    ]
    if full:
        claim_all(pen, "EXP", full, first)


def orders_of_assets(pen: Pen, symbol: str) -> list[tuple[str, ...]]:
    """Return the orders, other than the usual one, in which assets of different kinds that a symbol
    brings could be resolved (TIN 30.3.5); none where it brings fewer than two."""
    done = {*pen.exp.crossed, symbol}
    kinds = [
        line.asset.kind
        for line in pen.worlds.lines_of[symbol]
        if line.asset and done.issuperset(line.symbols)
    ]
    different = list(dict.fromkeys(kinds))
    if len(different) < 2:
        return []
    named = (permutations(different, n) for n in range(1, len(different)))
    return [order for orders in named for order in orders]


def open_symbols(pen: Pen, planet: str = "") -> list[str]:
    """Uncrossed symbols of unlocked planets, or of one of them, in file order."""
    crossed = set(pen.exp.crossed)
    planets = [planet] if planet else [p for p in pen.worlds.planets if p in pen.exp.unlocked]
    return [s for p in planets for s in pen.worlds.of_planet[p] if s not in crossed]


def check_dock(pen: Pen, dock: str) -> None:
    if dock not in pen.worlds.docks:
        raise Illegal("no-such-dock", _("There is no space dock {id}.", id=dock), "7.3.1")
    if dock in pen.exp.built:
        raise Illegal("already-built", _("{id} is built already.", id=dock), "7.3.1")


def check_dock_symbol(pen: Pen, symbol: str) -> str:
    """Return the resource a dock's symbol takes (TIN 7.3.1)."""
    check_dock(pen, pen.worlds.place.get(symbol, symbol))
    if symbol in pen.exp.crossed:
        raise Illegal("already-crossed", _("{id} is crossed off already.", id=symbol), "7.3.1")
    return pen.worlds.symbols[symbol]


def pay_dock(pen: Pen, symbol: str) -> None:
    """Cross off a symbol of a dock; with the last one it is built (TIN 7.3.1)."""
    pen.exp.crossed.append(symbol)
    dock = pen.worlds.place[symbol]
    if all(other in pen.exp.crossed for other in pen.worlds.of_dock[dock]):
        build_dock(pen, dock)


def build_dock(pen: Pen, dock: str) -> None:
    """However it was paid for (TIN 7.3.2 to 7.3.4)."""
    check_dock(pen, dock)
    pen.exp.built += (dock,)
    pen.react("build_dock", at=dock)
    claim_asset(pen, "EXP", pen.worlds.docks[dock].asset)


def unbuilt(pen: Pen) -> list[str]:
    return [dock for dock in pen.worlds.docks if dock not in pen.exp.built]


def dock_symbols(pen: Pen) -> list[str]:
    """Uncrossed symbols of unbuilt docks."""
    crossed = set(pen.exp.crossed)
    return [s for dock in unbuilt(pen) for s in pen.worlds.of_dock[dock] if s not in crossed]


def line_assets(pen: Pen, planet: str) -> list[str]:
    """Unclaimed assets beside the rows and above the columns of a planet."""
    return [
        line.asset.id
        for line in pen.worlds.lines[planet]
        if line.asset
        and line.asset.id not in pen.exp.circled
        and line.asset.id not in pen.exp.crossed
    ]
