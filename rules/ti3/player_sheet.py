"""What lies in front of one player as a picture (SVG), from what everybody knows.

Narrow enough for a phone held upright, and readable in grey: what is exhausted or used says so, and
technologies carry the letter of their colour.
"""

from collections.abc import Iterator
from typing import Final

from rules.imperium.board import EXHAUSTED, PAINT, SPECIALTIES
from rules.ti3 import events as ev
from rules.ti3 import fleets, modifiers, nouns, trade
from rules.ti3.facts import AREAS, LEADERS, PLANETS, RACES, TECH_COLOURS, TECHNOLOGIES
from rules.ti3.speech import _
from rules.ti3.state import Public, View
from rules.toolbox import drawing as d

WIDTH: Final = 480
EDGE: Final = 12
COLUMN: Final = (WIDTH - 3 * EDGE) / 2
ROW: Final = 34
WHITE: Final = "#ffffff"


class _Page:
    """Pieces of the picture, from top to bottom."""

    def __init__(self) -> None:
        self.body: list[str] = []
        self.y = 0.0

    def heading(self, words: str) -> None:
        self.body.append(d.text(EDGE, self.y + 20, words, 15, bold=True, anchor="start"))
        self.y += 30

    def line(self, words: str) -> None:
        self.body.append(d.text(EDGE, self.y + 16, words, 14, anchor="start"))
        self.y += 24

    def chips(self, cells: list["_Chip"]) -> None:
        for i, chip in enumerate(cells):
            row, column = divmod(i, 2)
            self.body += chip.drawn(EDGE + column * (COLUMN + EDGE), self.y + row * (ROW + 4))
        self.y += -(-len(cells) // 2) * (ROW + 4) + 4


class _Chip:
    """A card with its name; `mark`: the colour of its speciality; `off`: turned over."""

    def __init__(self, words: str, right: str = "", mark: str = "", off: bool = False) -> None:
        self.words, self.right, self.mark, self.off = words, right, mark, off

    def drawn(self, x: float, y: float) -> Iterator[str]:
        yield d.rect(x, y, COLUMN, ROW, fill=EXHAUSTED if self.off else WHITE, round_=5)
        left = x + 8
        if self.mark:
            paint, ink = SPECIALTIES[self.mark]
            yield d.rect(x + 5, y + 7, 20, 20, fill=paint, round_=3)
            letter = nouns.word(self.mark)[:1].upper()
            yield d.text(x + 15, y + 22, letter, 13, fill=ink, bold=True)
            left = x + 31
        room = COLUMN - (left - x) - 8 - 9 * len(self.right)
        size = min(14.0, max(8.0, room / (0.6 * max(1, len(self.words)))))
        yield d.text(left, y + 22, self.words, size, anchor="start")
        if self.right:
            yield d.text(x + COLUMN - 8, y + 22, self.right, 14, bold=True, anchor="end")


def player_sheet(view: View, seat: int) -> str:
    """Race, counters, goods, trade, technologies, planets, strategy cards, points of one player."""
    table, side = view.table, view.table.sides[seat]
    page = _Page()
    fill, ink = PAINT[seat]
    page.body.append(d.rect(0, 0, WIDTH, 44, fill=fill, width=0))
    page.body.append(
        d.text(EDGE, 29, RACES[side.race].short, 21, fill=ink, bold=True, anchor="start")
    )
    points = _("eliminated") if side.out else _("{n} VP", n=side.points)
    page.body.append(d.text(WIDTH - EDGE, 29, points, 19, fill=ink, bold=True, anchor="end"))
    page.y = 54
    _counters(page, table, seat)
    _strategy_cards(page, table, seat)
    _agreements(page, view, seat)
    _technologies(page, table, seat)
    _planets(page, table, seat)
    _leaders(page, view, seat)
    return d.svg(WIDTH, page.y + EDGE, page.body, (0, 0))


def _counters(page: _Page, table: Public, seat: int) -> None:
    """TI3 17.1.1: the three areas; then goods and what is to be known of the round."""
    side = table.sides[seat]
    wide = (WIDTH - 4 * EDGE) / 3
    for i, (area, n) in enumerate(
        zip(AREAS, (side.strategy, side.command, side.fleet), strict=True)
    ):
        x = EDGE + i * (wide + EDGE)
        page.body.append(d.rect(x, page.y, wide, 62, fill=WHITE, round_=6))
        page.body.append(d.text(x + wide / 2, page.y + 20, nouns.word(area), 13))
        page.body.append(d.text(x + wide / 2, page.y + 52, str(n), 28, bold=True))
    page.y += 72
    told = [_("goods {n}", n=side.goods)]
    told += [_("Speaker")] if table.speaker == seat else []
    told += [_("passed")] if side.passed else []
    page.line(" · ".join(told))


def _strategy_cards(page: _Page, table: Public, seat: int) -> None:
    side = table.sides[seat]
    if side.cards:
        page.chips([_strategy_card(card, card in side.used) for card in side.cards])


def _strategy_card(card: str, used: bool) -> _Chip:
    name = ev.title(card)
    return _Chip(_("{card} (used)", card=name) if used else name, off=used)


def _agreements(page: _Page, view: View, seat: int) -> None:
    """TI3 22.1.2: the partners' cards that lie before the player."""
    found = trade.agreements_of(view.table, seat)
    if not found:
        return
    page.heading(_("Trade agreements"))
    page.chips([_Chip(ev.title(trade.card_held(agreement, seat))) for agreement in found])


def _technologies(page: _Page, table: Public, seat: int) -> None:
    techs = sorted(
        table.sides[seat].techs, key=lambda t: TECH_COLOURS.index(TECHNOLOGIES[t].colour)
    )
    page.heading(_("Technologies: {techs}", techs=len(techs)))
    page.chips([_Chip(ev.title(tech), mark=TECHNOLOGIES[tech].colour) for tech in techs])


def _planets(page: _Page, table: Public, seat: int) -> None:
    """Ready planets first; resources/influence on the right."""
    mine = sorted(fleets.controlled(table, seat), key=lambda p: p in table.spent)
    page.heading(_("Planets: {planets}", planets=len(mine)))
    page.chips([_planet(table, planet) for planet in mine])


def _planet(table: Public, planet: str) -> _Chip:
    spent = planet in table.spent
    name = PLANETS[planet].name
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    words = f"{name} ({_('exhausted')})" if spent else name
    return _Chip(words, worth, PLANETS[planet].specialty, off=spent)


def _leaders(page: _Page, view: View, seat: int) -> None:
    race = view.table.sides[seat].race
    for leader, where in sorted(view.table.leaders.items()):
        if LEADERS[leader].race == race:
            place = _("dead") if where == "dead" else ev.target_words(where, view.names)
            kind = nouns.word(LEADERS[leader].type)
            page.line(f"{LEADERS[leader].name} ({kind}): {place}")
