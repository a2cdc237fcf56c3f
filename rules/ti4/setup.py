"""Setting up the game (TI4 SU-1 to SU-12)."""

from collections.abc import Sequence
from functools import cache
from random import Random

from rules.imperium import clicks
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, Group, Pick, fixed
from rules.kernel.table import Play
from rules.lexicon import (
    MissingPart,
    OrderLine,
    Slots,
    UnknownName,
    read_counted,
    read_slots,
    write_counted,
)
from rules.ti4 import events as ev
from rules.ti4 import mapmaking, nouns, options, texts
from rules.ti4.components import modifiers, registry
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
from rules.ti4.names import FACTION_NAMES, OBJECTIVE_NAMES, PLANET_NAMES, UNITS
from rules.ti4.reading import without_article
from rules.ti4.speech import _
from rules.ti4.state import Hidden, NoteId, Phase, Private, Public, Side, Table, TI4State, View
from rules.ti4.units import fleets
from rules.toolbox.stock import ByPlace, Counts

ROW = 5
_PLACE = Slots(("", "on"), (), "PLACE 2 infantry ON Arretze")


def new_state(chosen: options.TI4Options) -> TI4State:
    """Return the state before the first step: empty seats, and the options the steps need."""
    registry.load()
    options.check(chosen)
    sides = [Side() for _ in range(chosen.players)]
    table = Public(sides, list(COLOURS[: chosen.players]), target=chosen.target)
    named = options.chosen_factions(chosen)
    for seat, faction in enumerate(named):
        take_faction_quietly(table, seat, faction)
    if chosen.factions == "draft":
        table.phase = Phase.SPEAKER_DRAFT
    table.deck = sorted(registry.among("action card", ACTION_CARDS))
    hidden = Hidden(red=galaxy_wish(chosen))
    return TI4State(table, [Private() for _ in sides], hidden)


def galaxy_wish(chosen: options.TI4Options) -> list[str]:
    """Return how the galaxy is to be made; the box keeps it until then."""
    if chosen.galaxy in ("balanced", "players"):
        return [chosen.galaxy]
    return options.map_string(chosen)


# -- speaker and factions ------------------------------------------------------------------------


class PickFaction(Choice[str]):
    """The draft of a faction, from the speaker clockwise (TI4 SU-2, H-2)."""

    Answer = str
    verbs = ("pick", "choose")
    ranked = True
    root = True
    rule = "TI4 SU-2"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(FACTIONS[f].name, f, f"PICK {FACTIONS[f].name}") for f in free_factions(v.table)
        ]

    def problems(self, v: View, answer: str) -> list[Problem]:
        if any(side.faction == answer for side in v.table.sides):
            free = ", ".join(FACTIONS[f].short for f in free_factions(v.table))
            words = _("{faction} is taken. Free: {free}.", faction=FACTIONS[answer].name, free=free)
            return [Problem("taken", words, "TI4 SU-2")]
        return super().problems(v, answer)

    def prompt(self, v: View) -> str:
        return _("Choose your faction.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read a faction by its full or short name."""
        last = len(lines) - 1
        found = FACTION_NAMES.find(without_article(lines[last].rest))
        return Reading(found.id, (last,), (found.read_as,) if found.read_as else ())


def free_factions(table: Public) -> list[str]:
    taken = {side.faction for side in table.sides}
    return [faction for faction in FACTIONS if faction not in taken]


def choose_speaker(t: Table) -> Play[None]:
    """Choose a speaker at random; factions as the table agreed (TI4 SU-1, SU-2)."""
    count = len(t.table.sides)
    draft = t.table.phase == Phase.SPEAKER_DRAFT
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
    t.table.phase = Phase.GALAXY


def take_faction_quietly(table: Public, seat: int, faction: str) -> None:
    table.sides[seat].faction = faction
    table.names[seat] = FACTIONS[faction].short


# -- the galaxy ----------------------------------------------------------------------------------


def make_galaxy(t: Table) -> None:
    """Lay out the galaxy, or deal the tiles to the players (TI4 SU-6)."""
    wish, t.box.red = t.box.red, []
    if wish == ["players"]:
        mapmaking.deal_tiles(t)
        return
    mapmaking.lay_out(t, wish == ["balanced"], wish)
    t.table.phase = Phase.HOMES


# -- starting pieces -----------------------------------------------------------------------------


class StartingTechnology(Choice[str]):
    """The choice of technologies that a faction sheet offers (TI4 SU-11)."""

    Answer = str
    verbs = ("research",)
    rule = "TI4 SU-11"

    def options(self, v: View) -> list[Option[str]]:
        sheet = FACTIONS[v.table.sides[self.seat].faction]
        free = [tech for tech in sheet.tech_choice if tech not in v.table.sides[self.seat].techs]
        return [
            Option(ev.title(tech), tech, f"RESEARCH {ev.title(tech)}", texts.says(tech))
            for tech in free
        ]

    def prompt(self, v: View) -> str:
        return _("Choose a starting technology.")


def settle_homes(t: Table) -> Play[None]:
    """Place every faction's starting units and ask for starting technologies (TI4 SU-5, SU-11)."""
    for seat, side in enumerate(t.table.sides):
        settle(t, seat)
        for _choice in range(FACTIONS[side.faction].tech_choices):
            tech = yield from t.ask(StartingTechnology(seat))
            t.table.sides[seat].techs.append(tech)
            t.tell(ev.Researched(seat, tech), cite="TI4 SU-11")
    t.table.phase = Phase.CARDS


def settle(t: Table, seat: int) -> None:
    """Give a seat its home planets, starting technologies and units."""
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


def best_planet(table: Public, planets: list[str]) -> str:
    return max(planets, key=lambda p: (modifiers.resources(table, p), p))


# -- cards ---------------------------------------------------------------------------------------


class Opening(Fixed):
    """The secret objective kept; starting units that stand elsewhere than on the best planet."""

    keep: str
    placed: ByPlace = {}


class KeepSecret(Decision[Opening]):
    """The choice of the secret objective a player keeps, and of the places of the starting units in
    the home system (TI4 SU-12.i, SU-11, D-4)."""

    Answer = Opening
    verbs = ("keep", "place")
    rule = "TI4 SU-12"

    def _home(self, v: View) -> list[str]:
        return sorted(FACTIONS[v.table.sides[self.seat].faction].home_planets)

    def _units(self, v: View) -> Counts:
        """Return the starting units that may stand on any planet of the home system."""
        capital = best_planet(v.table, self._home(v))
        return dict(fleets.ordered(fleets.at(v.table, capital, self.seat)))

    def problems(self, v: View, answer: Opening) -> list[Problem]:
        if answer.keep not in v.mine.offered:
            names = ", ".join(map(ev.title, v.mine.offered))
            return [
                Problem("not-your-card", _("You drew {cards}: keep one.", cards=names), "TI4 SU-12")
            ]
        left = self._units(v)
        for planet, units in answer.placed.items():
            if planet not in self._home(v):
                names = ", ".join(map(ev.title, self._home(v)))
                words = _("Your home system has {planets}.", planets=names)
                return [Problem("not-here", words, "TI4 SU-11")]
            for unit, n in units.items():
                left[unit] = left.get(unit, 0) - n
                if n < 1 or left[unit] < 0:
                    words = _(
                        "You may place {units} on planets.",
                        units=nouns.counted(self._units(v)),
                    )
                    return [Problem("not-enough-units", words, "TI4 SU-11")]
        return []

    def default(self, v: View) -> Opening:
        return Opening(v.mine.offered[0])

    def sample(self, v: View, rng: Random) -> Opening:
        placed: ByPlace = {}
        if len(self._home(v)) > 1 and rng.random() < 0.5:
            unit = rng.choice(sorted(self._units(v)))
            placed = {rng.choice(self._home(v)): {unit: 1}}
        return Opening(rng.choice(v.mine.offered), placed)

    def options(self, v: View) -> list[Option[Opening]]:
        return [
            Option(
                _("Keep {card}", card=ev.title(card)),
                Opening(card),
                f"KEEP {ev.title(card)}",
                texts.says(card),
            )
            for card in v.mine.offered
        ]

    def prompt(self, v: View) -> str:
        words = _("Keep one of your two secret objectives; the other goes back.")
        home = self._home(v)
        if len(home) < 2:
            return words
        units = nouns.counted(self._units(v))
        capital = ev.title(best_planet(v.table, home))
        names = ", ".join(map(ev.title, home))
        where = _(
            "Your {units} stand on {planet}; PLACE puts them on any of {planets}.",
            units=units,
            planet=capital,
            planets=names,
        )
        return f"{words} {where}"

    def forms(self, v: View) -> list[Form]:
        home = self._home(v)
        if len(home) < 2:
            return []
        kept = tuple((ev.title(card), ev.title(card)) for card in v.mine.offered)
        groups = [Group("", (Pick("keep", _("Secret objective to keep"), kept),))]
        groups += [
            Group(ev.title(planet), clicks.units(planet, self._units(v), UNITS, nouns.unit))
            for planet in home
        ]
        lines = (
            "KEEP {keep}",
            *(f"PLACE {{{planet}}} ON {fixed(ev.title(planet))}" for planet in home),
        )
        return [Form("keep", _("Keep, and place units"), lines, tuple(groups))]

    def write(self, v: View, answer: Opening) -> str:
        lines = [f"KEEP {ev.title(answer.keep)}"]
        for planet, units in sorted(answer.placed.items()):
            placed = write_counted(dict(fleets.ordered(units)), UNITS)
            lines.append(f"PLACE {placed} ON {ev.title(planet)}")
        return "\n".join(lines)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Opening]:
        kept = [i for i, line in enumerate(lines) if line.verb == "keep"]
        if not kept:
            raise MissingPart(
                _("Say also which objective you keep: {order}", order=self.options(v)[0].order)
            )
        wanted = lines[kept[-1]].rest
        try:
            found = OBJECTIVE_NAMES.only(v.mine.offered).find(wanted)
        except UnknownName:
            found = OBJECTIVE_NAMES.find(wanted)
        notes = [found.read_as] if found.read_as else []
        placed: ByPlace = {}
        for line in lines:
            if line.verb != "place":
                continue
            parts = read_slots(line.rest, _PLACE)
            got = read_counted(parts[""], UNITS)
            there = placed.setdefault(PLANET_NAMES.find(parts["on"]).id, {})
            notes += got.read_as
            for unit, n in got.counts.items():
                there[unit] = there.get(unit, 0) + n
        return Reading(Opening(found.id, placed), tuple(range(len(lines))), tuple(notes))


@cache
def deck(kind: registry.Kind) -> tuple[str, ...]:
    """Return the cards of a deck, every copy, that can be adjudicated."""
    if kind == "action card":
        titles = registry.among(kind, ACTION_CARDS)
        return tuple(card for card in titles for _ in range(ACTION_CARDS[card].copies))
    return tuple(registry.among(kind, AGENDAS))


def deal_cards(t: Table) -> Play[None]:
    """Shuffle the decks and deal notes and secret objectives (TI4 SU-8, SU-10, SU-12)."""
    t.box.action = t.shuffle("action deck", deck("action card"))
    t.box.agenda = t.shuffle("agenda deck", deck("agenda"))
    t.table.card_goods = dict.fromkeys(STRATEGY_CARDS, 0)
    public = [OBJECTIVES[o] for o in registry.among("objective", OBJECTIVES)]
    t.box.one = t.shuffle("stage one", [o.id for o in public if o.stage == 1])[:ROW]
    t.box.two = t.shuffle("stage two", [o.id for o in public if o.stage == 2])[:ROW]
    t.box.secret = t.shuffle("secret deck", [o.id for o in public if o.stage == 0])
    t.table.hidden_one, t.table.hidden_two = len(t.box.one), len(t.box.two)
    deal_notes(t)
    for seat in range(len(t.table.sides)):
        t.hand[seat].offered = [t.box.secret.pop(0) for _ in range(min(2, len(t.box.secret)))]
        t.tell(ev.SecretsDealt(seat, t.hand[seat].offered), to=seat, cite="TI4 SU-12")
    seats = [s for s in range(len(t.table.sides)) if t.hand[s].offered]
    openings = yield from t.ask_all([KeepSecret(s) for s in seats])
    for seat, opening in zip(seats, openings, strict=True):
        card = opening.keep
        spread_out(t, seat, opening.placed)
        t.box.secret += [other for other in t.hand[seat].offered if other != card]
        t.hand[seat].offered = []
        t.hand[seat].secrets = [card]
        t.table.sides[seat].secrets = 1
        t.tell(ev.SecretKept(seat, card), to=seat, cite="TI4 SU-12")
    t.box.secret = t.shuffle("secret deck", sorted(t.box.secret))
    for _card in range(2):
        reveal_objective(t)
    t.table.phase = Phase.STRATEGY


def spread_out(t: Table, seat: int, placed: ByPlace) -> None:
    """Move starting units where their owner wants them in the home system (TI4 SU-11)."""
    capital = best_planet(t.table, sorted(FACTIONS[t.table.sides[seat].faction].home_planets))
    for planet, units in sorted(placed.items()):
        if planet == capital:
            continue
        for unit, n in fleets.ordered(units):
            fleets.move(t.table, capital, planet, seat, unit, n)
        t.tell(ev.Placed(seat, planet, units), cite="TI4 SU-11")


def deal_notes(t: Table) -> None:
    """Deal four notes of the colour and the faction's own (TI4 SU-4)."""
    for seat, side in enumerate(t.table.sides):
        mine = [*COMMON_NOTES, FACTIONS[side.faction].note]
        t.hand[seat].notes = [
            str(NoteId(seat, note)) for note in registry.among("note", mine) if note in NOTES
        ]
        side.notes = len(t.hand[seat].notes)


def reveal_objective(t: Table) -> None:
    """Reveal the next objective, stage I before stage II (TI4 29.13, 29.14)."""
    row = t.box.one or t.box.two
    card = row.pop(0)
    t.table.revealed.append(card)
    t.table.hidden_one, t.table.hidden_two = len(t.box.one), len(t.box.two)
    t.tell(ev.ObjectiveRevealed(card), cite="TI4 29.14")
