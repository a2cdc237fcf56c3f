"""Setting up the game (TI4 SU-1 to SU-12)."""

from functools import cache
from typing import Any

from rules.kernel.decisions import Choice, Option
from rules.kernel.table import Play, Table
from rules.kernel.views import View
from rules.ti4 import events as ev
from rules.ti4 import fleets, mapmaking, modifiers, options, registry
from rules.ti4.facts import (
    ACTION_CARDS,
    AGENDAS,
    COLOURS,
    COMMON_NOTES,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    STRATEGY_CARDS,
)
from rules.ti4.state import Hidden, Private, Public, Side, TI4State

ROW = 5


def new_state(chosen: options.TI4Options) -> TI4State:
    """Before the first step: empty seats, the options noted where the steps need them."""
    registry.load()
    options.check(chosen)
    sides = [Side() for _ in range(chosen.players)]
    table = Public(sides, list(COLOURS[: chosen.players]), target=chosen.target)
    named = options.chosen_factions(chosen)
    for seat, faction in enumerate(named):
        take_faction_quietly(table, seat, faction)
    if chosen.factions == "draft":
        table.phase = "speaker-draft"
    table.deck = sorted(built("action card", ACTION_CARDS))
    hidden = Hidden(red=galaxy_wish(chosen))
    return TI4State(table, [Private() for _ in sides], hidden)


def galaxy_wish(chosen: options.TI4Options) -> list[str]:
    """How the galaxy is made, kept in the box until then."""
    if chosen.galaxy in ("balanced", "players"):
        return [chosen.galaxy]
    return options.map_string(chosen)


def built(kind: registry.Kind, ids: Any) -> list[str]:
    """Only what can be adjudicated is put on the table."""
    known = registry.built(kind)
    return [id for id in ids if id in known]


# -- speaker and factions ------------------------------------------------------------------------


class PickFaction(Choice[str]):
    """TI4 SU-2, H-2: a draft from the speaker clockwise."""

    Answer = str
    verbs = ("pick",)
    rule = "TI4 SU-2"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(FACTIONS[f].name, f, f"PICK {FACTIONS[f].name}") for f in free_factions(v.table)
        ]

    def prompt(self, v: View) -> str:
        return "Choose your faction."


def free_factions(table: Any) -> list[str]:
    taken = {side.faction for side in table.sides}
    return [faction for faction in FACTIONS if faction not in taken]


def choose_speaker(t: Table) -> Play[None]:
    """TI4 SU-1, SU-2: speaker at random; factions as the table agreed."""
    count = len(t.table.sides)
    draft = t.table.phase == "speaker-draft"
    t.table.speaker = t.roll("speaker", 1, count)[0] - 1
    t.tell(ev.SpeakerChosen(t.table.speaker), cite="TI4 SU-1")
    order = [(t.table.speaker + k) % count for k in range(count)]
    deal = [] if draft else t.shuffle("factions", sorted(free_factions(t.table)))
    for seat in order:
        if t.table.sides[seat].faction:
            continue
        if draft:
            faction = yield from t.ask(PickFaction(seat))
        else:
            faction = deal.pop(0)
        take_faction_quietly(t.table, seat, faction)
        t.tell(ev.FactionTaken(seat, faction), cite="TI4 SU-2")
    t.table.phase = "galaxy"


def take_faction_quietly(table: Any, seat: int, faction: str) -> None:
    table.sides[seat].faction = faction
    table.names[seat] = FACTIONS[faction].short


# -- the galaxy ----------------------------------------------------------------------------------


def make_galaxy(t: Table) -> None:
    """TI4 SU-6"""
    wish, t.box.red = t.box.red, []
    if wish == ["players"]:
        mapmaking.deal_tiles(t)
        return
    mapmaking.lay_out(t, wish == ["balanced"], wish)
    t.table.phase = "homes"


# -- starting pieces -----------------------------------------------------------------------------


class StartingTechnology(Choice[str]):
    """TI4 SU-11: a faction sheet that offers a choice."""

    Answer = str
    verbs = ("research",)
    rule = "TI4 SU-11"

    def options(self, v: View) -> list[Option[str]]:
        sheet = FACTIONS[v.table.sides[self.seat].faction]
        free = [tech for tech in sheet.tech_choice if tech not in v.table.sides[self.seat].techs]
        return [Option(ev.title(tech), tech, f"RESEARCH {ev.title(tech)}") for tech in free]

    def prompt(self, v: View) -> str:
        return "Choose a starting technology."


def settle_homes(t: Table) -> Play[None]:
    """TI4 SU-5, SU-11"""
    for seat, side in enumerate(t.table.sides):
        settle(t, seat)
        for _ in range(FACTIONS[side.faction].tech_choices):
            tech = yield from t.ask(StartingTechnology(seat))
            t.table.sides[seat].techs.append(tech)
            t.tell(ev.Researched(seat, tech), cite="TI4 SU-11")
    t.table.phase = "cards"


def settle(t: Table, seat: int) -> None:
    """Home planets, starting technologies and units; structures stand on the first planet."""
    sheet = FACTIONS[t.table.sides[seat].faction]
    t.table.sides[seat].techs = list(sheet.techs)
    planets = sorted(sheet.home_planets)
    for planet in planets:
        t.table.control[planet] = seat
    capital = best_planet(t.table, planets)
    for unit, n in fleets.ordered(sheet.units):
        stats = modifiers.stats(t.table, seat, unit)
        in_space = stats.is_ship or (stats.category == "structure" and stats.move > 0)
        fleets.add(t.table, sheet.home if in_space else capital, seat, unit, n)
    t.tell(ev.Settled(seat, sheet.home, dict(sheet.units)), cite="TI4 SU-11")


def best_planet(table: Any, planets: list[str]) -> str:
    return max(planets, key=lambda p: (modifiers.resources(table, p), p))


# -- cards ---------------------------------------------------------------------------------------


class KeepSecret(Choice[str]):
    """TI4 SU-12.i, D-4"""

    Answer = str
    verbs = ("keep",)
    rule = "TI4 SU-12"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(f"Keep {ev.title(card)}", card, f"KEEP {ev.title(card)}")
            for card in v.mine.offered
        ]

    def prompt(self, v: View) -> str:
        return "Keep one of your two secret objectives; the other goes back."


@cache
def deck(kind: registry.Kind) -> tuple[str, ...]:
    """The cards of a deck, every copy, that can be adjudicated."""
    if kind == "action card":
        titles = built(kind, ACTION_CARDS)
        return tuple(card for card in titles for _ in range(ACTION_CARDS[card].copies))
    return tuple(built(kind, AGENDAS))


def deal_cards(t: Table) -> Play[None]:
    """TI4 SU-8, SU-10, SU-12"""
    t.box.action = t.shuffle("action deck", deck("action card"))
    t.box.agenda = t.shuffle("agenda deck", deck("agenda"))
    t.table.card_goods = dict.fromkeys(STRATEGY_CARDS, 0)
    public = [OBJECTIVES[o] for o in built("objective", OBJECTIVES)]
    t.box.one = t.shuffle("stage one", [o.id for o in public if o.stage == 1])[:ROW]
    t.box.two = t.shuffle("stage two", [o.id for o in public if o.stage == 2])[:ROW]
    t.box.secret = t.shuffle("secret deck", [o.id for o in public if o.stage == 0])
    t.table.hidden_one, t.table.hidden_two = len(t.box.one), len(t.box.two)
    deal_notes(t)
    for seat in range(len(t.table.sides)):
        t.hand[seat].offered = [t.box.secret.pop(0) for _ in range(min(2, len(t.box.secret)))]
        t.tell(ev.SecretsDealt(seat, t.hand[seat].offered), to=seat, cite="TI4 SU-12")
    seats = [s for s in range(len(t.table.sides)) if t.hand[s].offered]
    kept = yield from t.ask_all([KeepSecret(s) for s in seats])
    for seat, card in zip(seats, kept, strict=True):
        t.box.secret += [other for other in t.hand[seat].offered if other != card]
        t.hand[seat].offered = []
        t.hand[seat].secrets = [card]
        t.table.sides[seat].secrets = 1
        t.tell(ev.SecretKept(seat, card), to=seat, cite="TI4 SU-12")
    t.box.secret = t.shuffle("secret deck", sorted(t.box.secret))
    for _ in range(2):
        reveal_objective(t)
    t.table.phase = "strategy"


def deal_notes(t: Table) -> None:
    """TI4 SU-4: four notes of the colour and the faction's own."""
    for seat, side in enumerate(t.table.sides):
        mine = [*COMMON_NOTES, FACTIONS[side.faction].note]
        t.hand[seat].notes = [f"{seat}:{note}" for note in built("note", mine) if note in NOTES]
        side.notes = len(t.hand[seat].notes)


def reveal_objective(t: Table) -> None:
    """TI4 29.13, 29.14: stage I before stage II."""
    row = t.box.one or t.box.two
    card = row.pop(0)
    t.table.revealed.append(card)
    t.table.hidden_one, t.table.hidden_two = len(t.box.one), len(t.box.two)
    t.tell(ev.ObjectiveRevealed(card), cite="TI4 29.14")
