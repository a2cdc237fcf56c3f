"""What lies in front of one player as a picture (SVG), from what everybody knows."""

from rules.imperium.board.sheet import Card, Figure, Heading, Sheet, sheet_picture
from rules.kernel.pictures import Style
from rules.ti3 import events as ev
from rules.ti3 import fleets, modifiers, nouns, trade
from rules.ti3.facts import AREAS, LEADERS, PLANETS, RACES, TECH_COLOURS, TECHNOLOGIES
from rules.ti3.speech import _
from rules.ti3.state import Public, View


def player_sheet(view: View, seat: int, style: Style) -> str:
    """Race, counters, goods, trade, technologies, planets, strategy cards, points of one player."""
    side = view.table.sides[seat]
    sheet = Sheet(
        seat,
        RACES[side.race].short,
        _("eliminated") if side.out else _("{n} VP", n=side.points),
        _figures(view.table, seat),
        _parts(view, seat),
        [*_remarks(view.table, seat), *_leaders(view, seat)],
    )
    return sheet_picture(sheet, f"board-{seat + 1}", style)


def _figures(table: Public, seat: int) -> list[Figure]:
    """The three areas; then goods and cards (TI3 17.1.1)."""
    side = table.sides[seat]
    areas = zip(AREAS, (side.strategy, side.command, side.fleet), strict=True)
    return [
        *(Figure("command_token", nouns.word(area), str(n)) for area, n in areas),
        Figure("trade_good", _("goods"), str(side.goods)),
        Figure("action_card", _("action cards"), str(side.hand)),
        Figure("secret", _("secrets"), str(int(side.secret))),
    ]


def _remarks(table: Public, seat: int) -> list[str]:
    told = [_("Speaker")] if table.speaker == seat else []
    told += [_("passed")] if table.sides[seat].passed else []
    return [" · ".join(told)] if told else []


def _parts(view: View, seat: int) -> list[Heading]:
    table, side = view.table, view.table.sides[seat]
    techs = sorted(side.techs, key=lambda t: TECH_COLOURS.index(TECHNOLOGIES[t].colour))
    mine = sorted(fleets.controlled(table, seat), key=lambda p: p in table.spent)
    agreements = trade.agreements_of(table, seat)
    return [
        Heading(_("Strategy cards"), [_strategy_card(c, c in side.used) for c in side.cards]),
        Heading(
            _("Trade agreements"), [Card(ev.title(trade.card_held(a, seat))) for a in agreements]
        ),
        Heading(
            _("Technologies: {techs}", techs=len(techs)),
            [Card(ev.title(tech), colour=TECHNOLOGIES[tech].colour) for tech in techs],
        ),
        Heading(_("Planets: {planets}", planets=len(mine)), [_planet(table, p) for p in mine]),
    ]


def _strategy_card(card: str, used: bool) -> Card:
    name = ev.title(card)
    return Card(_("{card} (used)", card=name) if used else name, off=used)


def _planet(table: Public, planet: str) -> Card:
    """Resources/influence on the right."""
    spent = planet in table.spent
    name = PLANETS[planet].name
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    words = f"{name} ({_('exhausted')})" if spent else name
    return Card(words, worth, PLANETS[planet].specialty, off=spent)


def _leaders(view: View, seat: int) -> list[str]:
    race = view.table.sides[seat].race
    lines = []
    for leader, where in sorted(view.table.leaders.items()):
        if LEADERS[leader].race == race:
            place = _("dead") if where == "dead" else ev.target_words(where, view.names)
            lines.append(f"{LEADERS[leader].name} ({nouns.word(LEADERS[leader].type)}): {place}")
    return lines
