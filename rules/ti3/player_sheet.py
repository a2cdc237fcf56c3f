"""What lies in front of one player as a picture (SVG), from what everybody knows."""

from functools import partial

from rules.imperium import objectives
from rules.imperium.board.sheet import Card, Figure, Heading, Sheet, sheet_picture
from rules.imperium.objectives import how_far
from rules.kernel.pictures import Style
from rules.kernel.views import Grid
from rules.ti3 import events as ev
from rules.ti3 import nouns, texts, trade
from rules.ti3.components import modifiers, registry
from rules.ti3.facts import (
    AREAS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    TECH_COLOURS,
    TECHNOLOGIES,
    UNITS,
)
from rules.ti3.speech import _
from rules.ti3.state import Public, View
from rules.ti3.units import fleets


def player_sheet(view: View, seat: int, style: Style) -> str:
    """Draw everything public of one player."""
    return sheet_picture(sheet_of(view, seat), f"board-{seat + 1}", style)


def sheet_of(view: View, seat: int) -> Sheet:
    """Return everything public of one player: counters, goods, trade, technologies, planets,
    strategy cards, objectives, units as they are now."""
    side = view.table.sides[seat]
    return Sheet(
        seat,
        RACES[side.race].short,
        _("eliminated") if side.out else _("{n} VP", n=side.points),
        _figures(view.table, seat),
        _parts(view, seat),
        [*_remarks(view.table, seat), *_leaders(view, seat)],
    )


def _figures(table: Public, seat: int) -> list[Figure]:
    """Return the three areas, then goods and cards (TI3 17.1.1)."""
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
    ready = [planet for planet in mine if planet not in table.spent]
    sums = _(
        "Planets: {n}, ready for {resources} resources or {influence} influence",
        n=len(mine),
        resources=sum(modifiers.resources(table, p) for p in ready),
        influence=sum(modifiers.influence(table, p) for p in ready),
    )
    return [
        Heading(_("Strategy cards"), [_strategy_card(c, c in side.used) for c in side.cards]),
        Heading(
            _("Trade agreements"), [Card(ev.title(trade.card_held(a, seat))) for a in agreements]
        ),
        Heading(
            _("Technologies: {techs}", techs=len(techs)),
            [Card(ev.title(tech), colour=TECHNOLOGIES[tech].colour) for tech in techs],
        ),
        Heading(sums, [_planet(table, p) for p in mine]),
        Heading(
            _("Objectives scored: {n}", n=len(side.scored)),
            [Card(texts.effect(o), str(OBJECTIVES[o].points)) for o in side.scored],
            one_each=True,
        ),
        Heading(
            _("Public objectives, how far"),
            [
                Card(texts.effect(o), far(table, seat, o))
                for o in table.revealed
                if o not in side.scored
            ],
            one_each=True,
        ),
        Heading(_("Units as they are now"), _unit_cards(table, seat), one_each=True),
        Heading(_("Race abilities"), [Card(x.name) for x in RACES[side.race].abilities]),
    ]


def far(table: Public, seat: int, card: str) -> str:
    """Return how far a player is with an objective, in short."""
    if registry.find("objective", card) is None:
        return "–"
    return how_far(registry.objective(card), table, seat)


def _unit_cards(table: Public, seat: int) -> list[Card]:
    """Return the values of a player's units, with what race and technologies add to every roll."""
    found = []
    for unit, printed in UNITS.items():
        if printed.needs and printed.needs not in table.sides[seat].techs:
            continue
        bonus = modifiers.combat_bonus(table, seat, -1, unit, "space", None)
        told = [
            _("moves {n}", n=printed.move) if printed.move else "",
            _("carries {n}", n=printed.capacity) if printed.capacity else "",
            _("costs {n}", n=modifiers.unit_cost(table, seat, unit)),
        ]
        there = fleets.on_board(table, seat, unit)
        name = f"{nouns.unit(unit)} ({there}): {', '.join(filter(None, told))}"
        value = f"{printed.battle - bonus}" + (f" ×{printed.dice}" if printed.dice > 1 else "")
        found.append(Card(name, value if printed.battle else ""))
    return found


def comparison(view: View) -> Grid:
    """Return how far everybody is with every public objective."""
    table = view.table

    def words(card: str) -> tuple[str, str]:
        points = OBJECTIVES[card].points
        return ev.title(card), _("{points}: {text}", points=points, text=texts.effect(card))

    return objectives.comparison(table.revealed, table.sides, words, partial(far, table))


def _strategy_card(card: str, used: bool) -> Card:
    name = ev.title(card)
    return Card(_("{card} (used)", card=name) if used else name, off=used)


def _planet(table: Public, planet: str) -> Card:
    """Return the card of a planet, with resources and influence on the right."""
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
