"""Set-up: sheets, factions, decks, objectives, speaker (TIN 2, 21.2)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import msgspec

from rules.inscription import ai
from rules.inscription.events import (
    FactionChosen,
    FactionsDealt,
    NeighborsSet,
    ObjectiveShown,
    SheetsDealt,
    SpeakerIs,
)
from rules.inscription.facts import SHEETS, STAGES, Components, Effect, Faction, components
from rules.inscription.names import faction_names, find, spoken
from rules.inscription.scripts import begin, mark_all, parts_of, publish
from rules.inscription.speech import _
from rules.inscription.state import AI, ObjectiveCard, Sheets, Table, View
from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.table import Play
from rules.lexicon import LexiconError, OrderLine

FACTIONS_DEALT = 3
GOODS_FROM_THE_START: Final = 2
"""Since this version three factions of our set claim trade goods in their set-up section."""
WITHOUT_GOODS_BEFORE: Final = {"ghosts_of_creuss": 1, "xxcha_kingdom": 1, "yssaril_tribes": 0}
"""How many operations their section had before."""


class ChooseFaction(Choice[str]):
    """The choice of one of three faction cards dealt; the others go back unseen (TIN 2.2.2)."""

    Answer: ClassVar[Any] = str
    verbs = ("choose",)
    ranked = True
    rule = "TIN 2.2.2"

    def options(self, v: View) -> list[Option[str]]:
        parts = parts_of(v)
        return [
            Option(
                spoken("faction", id, parts.factions[id].name),
                id,
                f"CHOOSE {faction_names(parts).name(id)}",
                about(parts, id),
            )
            for id in v.mine.dealt
        ]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a faction by its name in any language, or by an order as it is listed."""
        last = len(lines) - 1
        try:
            found = find(faction_names(parts_of(v)), lines[last].rest)
        except LexiconError:
            return super().read_orders(v, lines)
        notes = (_("read as {name}", name=found.read_as),) if found.read_as else ()
        return Reading(found.id, (last,), notes)

    def prompt(self, v: View) -> str:
        return _("Choose your faction.")


def about(parts: Components, faction: str) -> str:
    """Return the abilities of a faction, in a line."""
    card = parts.factions[faction]
    texts = [card.setup.text] if card.setup else []
    texts += [effect.text for effect in card.ability1.effect]
    told = " ".join(_(text) for text in texts)
    asset = _("For each faction asset: {text}", text=_(card.ability2.effect.text))
    return f"{told} {asset}"


def deal(t: Table) -> None:
    """Deal everything that chance decides before the first choice (TIN 2.1 to 2.7)."""
    table = t.table
    parts = components(table.house)
    n = len(table.players)
    table.speaker = t.shuffle("speaker", range(n))[0]
    t.tell(SpeakerIs(table.speaker), cite="TIN 2.7.1")
    _deal_sheets(t, parts)
    factions = t.shuffle("factions", parts.factions)
    for seat in range(n):
        dealt = factions[FACTIONS_DEALT * seat : FACTIONS_DEALT * (seat + 1)]
        t.hand[seat].dealt = dealt
        titles = tuple(parts.factions[id].name for id in dealt)
        t.tell(FactionsDealt(seat, tuple(dealt), titles), to=seat, cite="TIN 2.2.1")
    for stage in STAGES[1:4]:
        cards = [a.id for a in parts.agendas.values() if a.stage == stage]
        deck = t.shuffle(f"agendas-{stage}", cards)
        t.box.agendas[stage] = deck if ai.plays_along(table) else deck[:1]
    t.box.events = event_deck(t, parts)
    table.left = len(t.box.events)
    for sheet in SHEETS:
        kind = [o.id for o in parts.objectives.values() if o.sheet == sheet]
        card = parts.objectives[t.shuffle(f"objective-{sheet}", kind)[0]]
        table.objectives.append(ObjectiveCard(card.id))
        t.tell(
            ObjectiveShown(card.id, card.name, card.sheet, card.high, card.low), cite="TIN 2.5.2"
        )
    t.box.relics = t.shuffle("relics", parts.relics)
    table.relic_deck = len(t.box.relics)
    _seat_neighbors(t, parts)
    if ai.plays_along(table):
        ai.set_up(table, parts)
    table.phase = "factions"


def _deal_sheets(t: Table, parts: Components) -> None:
    """Deal one sheet of each type, all of the table's side (TIN 2.1.1, 2.1.2, 30.2.4)."""
    table = t.table
    dealt: list[list[str]] = [[] for _ in table.players]
    for sheet in SHEETS:
        layouts = [id for id, x in parts.layouts(sheet).items() if x.printed.side == table.side]
        shuffled = t.shuffle(f"sheets-{sheet}", layouts)
        for seat, own in enumerate(dealt):
            own.append(shuffled[seat % len(shuffled)])
    for seat, own in enumerate(dealt):
        sheets = table.players[seat]
        deal_sheets(sheets, parts, own)
        titles = tuple(
            parts.layouts(sheet)[id].printed.name for sheet, id in zip(SHEETS, own, strict=True)
        )
        t.tell(SheetsDealt(seat, tuple(own), titles), cite="TIN 2.1.1")


def deal_sheets(sheets: Sheets, parts: Components, layouts: list[str]) -> None:
    """Give blank sheets, with the printed marks made (TIN 6.1.3, 8.1.2, 31.16.4)."""
    sheets.layouts = (layouts[0], layouts[1], layouts[2], layouts[3])
    printed = parts.navigation[layouts[0]]
    near = [system for system in printed.reached if system != printed.home]
    sheets.navigation.reached = [printed.home, *near]
    sheets.navigation.lanes = list(printed.printed.pre_drawn)
    sheets.navigation.claimed = [printed.home]
    works = parts.industry[layouts[2]]
    sheets.industry.scrapped = [works.begun]
    lost = works.spaces[works.begun].asset
    sheets.industry.crossed = [lost.id] if lost else []


def event_deck(t: Table, parts: Components) -> list[str]:
    """Return the event deck: stage by stage, colours alternating, blue at the bottom of each
    (TIN 2.4, 28.1.2)."""
    bottom_up: list[str] = []
    sorted_by_back = parts.event_piles
    for stage in reversed(STAGES):
        piles = {
            colour: t.shuffle(f"events-{stage}-{colour}", sorted_by_back.get((stage, colour), ()))
            for colour in ("blue", "black")
        }
        colour = "blue"
        while piles["blue"] or piles["black"]:
            pile = piles[colour] or piles["blue"] or piles["black"]
            bottom_up.append(pile.pop(0))
            colour = "black" if colour == "blue" else "blue"
    return bottom_up[::-1]


def _seat_neighbors(t: Table, parts: Components) -> None:
    """Set the neighbors of all seats; left is the next player clockwise
    (TIN 9.1.1, 21.2.3, 21.5.1)."""
    table = t.table
    n = len(table.players)
    if n == 1:
        table.neighbors = [(AI, AI)]
    elif n == 2:
        die = t.draw("neighbors", parts.dice.black.faces, 1)[0]
        table.facing = "L" if die == "M" else "R"
        table.neighbors = [(1, AI), (0, AI)] if table.facing == "L" else [(AI, 1), (AI, 0)]
        t.tell(NeighborsSet(table.facing), cite="TIN 21.2.3")
    else:
        table.neighbors = [((seat + 1) % n, (seat - 1) % n) for seat in range(n)]


def choose_factions(t: Table) -> Play[None]:
    """Ask for factions sealed and reveal them together; set-up sections follow at once
    (TIN 2.2.2, 2.2.3)."""
    seats = list(range(len(t.table.players)))
    chosen = yield from t.ask_all([ChooseFaction(seat) for seat in seats])
    parts = components(t.table.house)
    for seat, id in zip(seats, chosen, strict=True):
        t.table.players[seat].faction = id
        t.hand[seat].dealt = []
        t.tell(FactionChosen(seat, id, parts.factions[id].name), cite="TIN 2.2.2")
    for seat in seats:
        pen = begin(t, seat)
        effect = None if pen.faction is None else _set_up_by(pen.faction, t.rules)
        if pen.faction is not None and effect is not None:
            pen.push(f"faction {pen.faction.id} setup", effect)
    yield from mark_all(t, seats)
    publish(t, seats, quiet=True)
    t.table.phase = "event"


def _set_up_by(faction: Faction, rules: int) -> Effect | None:
    """Return the set-up section of a faction as it is carried out by a version of the rules
    (TIN 2.2.3)."""
    effect = faction.setup
    ours = components().factions.get(faction.id) == faction
    before = WITHOUT_GOODS_BEFORE.get(faction.id)
    if effect is None or before is None or not ours or rules >= GOODS_FROM_THE_START:
        return effect
    return msgspec.structs.replace(effect, ops=effect.ops[:before]) if before else None
