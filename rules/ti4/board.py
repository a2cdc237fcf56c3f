"""The galaxy and what lies before each player as pictures (SVG), from what everybody knows;
`rules.imperium.board` draws them."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from rules.hexes import Hex
from rules.imperium import board, objectives
from rules.imperium.board.seen import (
    GalaxySeen,
    Moment,
    PlanetSeen,
    PlayerSeen,
    SystemSeen,
    action_moment,
    battle_moment,
    turn_moment,
)
from rules.imperium.board.sheet import Card, Figure, Heading, Sheet, sheet_picture
from rules.imperium.objectives import how_far
from rules.kernel.pictures import Picture, Style
from rules.kernel.views import Grid
from rules.ti4 import events as ev
from rules.ti4 import galaxy, nouns, texts
from rules.ti4.components import modifiers, registry
from rules.ti4.facts import (
    FACTIONS,
    MECATOL,
    NOTES,
    OBJECTIVES,
    PLANETS,
    SHIPS,
    TECHNOLOGIES,
    TILES,
    UNIT_TYPES,
    Roll,
)
from rules.ti4.mapmaking import open_spaces
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Phase, Public, View
from rules.ti4.units import fleets
from rules.ti4.view import phase_words
from rules.toolbox.stock import ByOwner

ICONS: Final = {unit: unit for unit in UNIT_TYPES}


def pictures(view: View) -> list[Picture]:
    """Return the galaxy, the part of it that matters to the reader, and a sheet for each player."""
    playing = [seat for seat, side in enumerate(view.table.sides) if side.faction]
    sheets = {seat: partial(player_sheet, view, seat) for seat in playing}
    return board.pictures(view, partial(seen, view), focus(view), sheets)


def focus(view: View) -> str:
    """Return the system that matters to the reader: the active one, else the reader's home."""
    table = view.table
    if table.active is not None:
        return table.active.tile
    if view.seat is None or table.phase == Phase.BUILD:
        return ""
    faction = table.sides[view.seat].faction
    home = FACTIONS[faction].home if faction else ""
    return home if home in table.places else ""


def seen(view: View) -> GalaxySeen:
    """Return the galaxy as the picture shows it; the same to every seat."""
    table = view.table
    holes: dict[str, list[str]] = {}
    for tile, hole in galaxy.wormholes(table):
        holes.setdefault(tile, []).append(hole)
    return GalaxySeen(
        systems=tuple(
            _system(view, tile, holes.get(tile, [])) for tile in (*table.places, *table.detached)
        ),
        players=tuple(_player(view, seat) for seat in range(len(table.sides))),
        icons=ICONS,
        ships=SHIPS,
        heading=(_("Round {n}", n=table.round), phase_words(table)),
        moment=_moment(view),
        open_spaces=tuple(open_spaces(table)) if table.phase == Phase.BUILD else (),
    )


def _moment(view: View) -> Moment | None:
    """Return the event under way in words: a combat, a tactical action, or a player's turn."""
    table, names = view.table, view.names
    if table.active is None:
        if table.phase != Phase.TURN or table.turn < 0:
            return None
        return turn_moment(names, table.turn)
    tile, seat, battle = table.active.tile, table.active.seat, table.battle
    where = _("in system {tile}", tile=tile)
    if battle is not None and battle.tile == tile:
        foe = battle.defender if battle.attacker == seat else battle.attacker
        return battle_moment(names, tile, seat, foe, where)
    return action_moment(names, tile, seat, where)


def _player(view: View, seat: int) -> PlayerSeen:
    table, side = view.table, view.table.sides[seat]
    name = FACTIONS[side.faction].short if side.faction else view.names[seat]
    if side.out:
        return PlayerSeen(name, side.points, (), remark=_("eliminated"))
    figures = (
        ("command_token", f"{side.tactic}/{side.fleet}/{side.strategy}"),
        ("trade_good", str(side.goods)),
        ("commodity", str(side.commodities)),
        ("technology", str(len(side.techs))),
        ("action_card", str(side.hand)),
    )
    remark = _("passed") if side.passed else ""
    return PlayerSeen(name, side.points, figures, table.speaker == seat, remark)


def _system(view: View, tile: str, holes: list[str]) -> SystemSeen:
    table, face = view.table, TILES[tile]
    at = table.places.get(tile)
    return SystemSeen(
        id=tile,
        label=tile,
        place=Hex(*at) if at else None,
        planets=tuple(_planet(table, planet) for planet in face.planets),
        anomalies=face.anomalies,
        wormholes=tuple(holes),
        tokens=tuple(table.tokens.get(tile, ())),
        units=table.space.get(tile, {}),
        damaged=table.damaged.get(tile, {}),
        words=_words(view, tile, holes),
    )


def _planet(table: Public, planet: str) -> PlanetSeen:
    printed = PLANETS[planet]
    return PlanetSeen(
        name=printed.name,
        resources=modifiers.resources(table, planet),
        influence=modifiers.influence(table, planet),
        owner=table.control.get(planet),
        units=table.ground.get(planet, {}),
        damaged=table.damaged.get(planet, {}),
        trait=printed.trait,
        exhausted=planet in table.spent,
        centre=planet == MECATOL,
        specialities=tuple(modifiers.specialties(table, planet)),
        sign="custodians" if planet == MECATOL and table.custodians else "",
        changed=bool(table.attached.get(planet)),
    )


# -- what lies before a player -------------------------------------------------------------------


def player_sheet(view: View, seat: int, style: Style) -> str:
    """Draw everything public of one player."""
    return sheet_picture(sheet_of(view, seat), f"board-{seat + 1}", style)


def sheet_of(view: View, seat: int) -> Sheet:
    """Return everything public of one player: tokens, cards, technologies, planets, units as they
    are now, notes, objectives."""
    side = view.table.sides[seat]
    figures = [
        Figure("command_token", _("tactic"), str(side.tactic)),
        Figure("command_token", _("fleet"), str(side.fleet)),
        Figure("command_token", _("strategy"), str(side.strategy)),
        Figure("trade_good", _("goods"), str(side.goods)),
        Figure("commodity", _("commodities"), f"{side.commodities}"),
        Figure("action_card", _("action cards"), str(side.hand)),
        Figure("secret", _("secrets"), str(side.secrets)),
        Figure("action_card", _("promissory notes"), str(side.notes)),
    ]
    marks = [_("speaker")] if view.table.speaker == seat else []
    marks += [_("passed")] if side.passed else []
    return Sheet(
        seat,
        FACTIONS[side.faction].name,
        _("eliminated") if side.out else _("{n} VP", n=side.points),
        figures,
        _parts(view, seat),
        [" · ".join(marks)] if marks else [],
    )


def _parts(view: View, seat: int) -> list[Heading]:
    table, side = view.table, view.table.sides[seat]
    planets = sorted(fleets.controlled(table, seat), key=lambda p: (p in table.spent, p))
    ready = [planet for planet in planets if planet not in table.spent]
    sums = _(
        "Planets: {n}, ready for {resources} resources or {influence} influence",
        n=len(planets),
        resources=sum(modifiers.resources(table, p) for p in ready),
        influence=sum(modifiers.influence(table, p) for p in ready),
    )
    techs = sorted(side.techs, key=lambda t: (TECHNOLOGIES[t].colour or "~", t))
    return [
        Heading(_("Strategy cards"), [_used(c, c in side.used) for c in side.cards]),
        Heading(
            _("Technologies: {n}", n=len(techs)),
            [Card(ev.title(t), "", TECHNOLOGIES[t].colour, t in side.exhausted) for t in techs],
        ),
        Heading(sums, [_planet_card(table, planet) for planet in planets]),
        Heading(
            _("Notes in play"), [Card(NOTES[NoteId.read(note).note].name) for note in side.in_play]
        ),
        Heading(
            _("Objectives scored: {n}", n=len(side.scored)),
            [Card(ev.title(o), str(OBJECTIVES[o].points)) for o in side.scored],
        ),
        Heading(
            _("Public objectives, how far"),
            [
                Card(ev.title(o), far(table, seat, o))
                for o in table.revealed
                if o not in side.scored
            ],
        ),
        Heading(_("Units as they are now"), _unit_cards(table, seat), one_each=True),
        Heading(
            _("Faction abilities"),
            [Card(ability.name) for ability in FACTIONS[side.faction].abilities],
        ),
    ]


def far(table: Public, seat: int, card: str) -> str:
    """Return how far a player is with an objective, in short."""
    return how_far(registry.objective(card), table, seat)


def _unit_cards(table: Public, seat: int) -> list[Card]:
    """Return the values of a player's units by type, with the technologies owned."""
    found = []
    for unit in modifiers.sheet(table, seat).values():
        told = [
            _("moves {n}", n=unit.move) if unit.move else "",
            _("carries {n}", n=unit.capacity) if unit.capacity else "",
            _("produces {n}", n=unit.production) if unit.production else "",
            _("sustains damage") if unit.sustain else "",
            _roll_words(_("barrage"), unit.barrage),
            _roll_words(_("bombards"), unit.bombardment),
            _roll_words(_("Space Cannon"), unit.cannon),
        ]
        there = fleets.on_board(table, seat, unit.type)
        name = f"{nouns.unit(unit.type)} ({there}): {', '.join(filter(None, told))}"
        roll = unit.combat
        right = f"{roll.hits_on}" + (f" ×{roll.dice}" if roll.dice > 1 else "") if roll else ""
        found.append(Card(name.removesuffix(": "), right))
    return found


def _roll_words(word: str, roll: Roll | None) -> str:
    if roll is None:
        return ""
    return f"{word} {roll.hits_on}" + (f" ×{roll.dice}" if roll.dice > 1 else "")


def comparison(view: View) -> Grid:
    """Return how far everybody is with every public objective."""
    table = view.table

    def words(card: str) -> tuple[str, str]:
        return f"{ev.title(card)} ({OBJECTIVES[card].points})", texts.says(card)

    return objectives.comparison(table.revealed, table.sides, words, partial(far, table))


def _used(card: str, used: bool) -> Card:
    name = ev.title(card)
    return Card(_("{card} (used)", card=name) if used else name, off=used)


def _planet_card(table: Public, planet: str) -> Card:
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    colours = list(modifiers.specialties(table, planet))
    spent = planet in table.spent
    name = PLANETS[planet].name
    words = f"{name} ({_('exhausted')})" if spent else name
    return Card(words, worth, colours[0] if colours else "", spent)


# -- words ---------------------------------------------------------------------------------------


def _words(view: View, tile: str, holes: list[str]) -> str:
    """Return the things in a system in words, for readers who hover, or cannot see."""
    table, face = view.table, TILES[tile]
    parts = [_("{hole} wormhole", hole=nouns.word(hole)) for hole in holes]
    parts += map(nouns.word, face.anomalies)
    if table.active is not None and table.active.tile == tile:
        parts.append(_("active system of {who}", who=view.names[table.active_now.seat]))
    tokens = [view.names[seat] for seat in table.tokens.get(tile, ())]
    if tokens:
        parts.append(_("command tokens of {who}", who=", ".join(tokens)))
    parts += units_words(view, table.space.get(tile, {}), table.damaged.get(tile, {}))
    parts += [planet_words(view, planet) for planet in face.planets]
    if MECATOL in face.planets and table.custodians:
        parts.append(_("custodians token"))
    there = "; ".join(parts) or _("empty space")
    return f"{tile}: {there}"


def planet_words(view: View, planet: str) -> str:
    """Return a planet with its worth, its kinds, its holder and the units on it."""
    table, printed = view.table, PLANETS[planet]
    worth = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
    kinds = [nouns.word(printed.trait)] if printed.trait else []
    kinds += [
        _("{colour} speciality", colour=nouns.word(c)) for c in modifiers.specialties(table, planet)
    ]
    owner = table.control.get(planet)
    kinds.append(_("free") if owner is None else _("held by {who}", who=view.names[owner]))
    kinds.append(_("exhausted") if planet in table.spent else "")
    kinds += units_words(view, table.ground.get(planet, {}), table.damaged.get(planet, {}))
    return ", ".join([f"{printed.name} {worth}", *filter(None, kinds)])


def units_words(view: View, owners: ByOwner, damaged: ByOwner) -> list[str]:
    """Return the units of each owner in one place, and how many of them are damaged."""
    return [
        f"{view.names[int(seat)]} {nouns.counted(dict(fleets.ordered(owners[seat])))}"
        + _hurt(damaged.get(seat, {}))
        for seat in sorted(owners)
    ]


def _hurt(damaged: Mapping[str, int]) -> str:
    hurt = {unit: n for unit, n in fleets.ordered(damaged) if n}
    return f" ({_('damaged: {units}', units=nouns.counted(hurt))})" if hurt else ""
