"""What a table may choose before the start (TI3 42)."""

import re
from typing import ClassVar, Literal

from rules.hexes import neighbours
from rules.imperium import first_game
from rules.kernel.errors import BadOptions, check_all
from rules.kernel.features import FirstGame, Maps, Sides
from rules.kernel.ruleset import Options
from rules.lexicon import LexiconError, read_counted
from rules.ti3.components import registry
from rules.ti3.facts import (
    ACTION_CARDS,
    AGENDAS,
    CENTRE,
    DOMAINS,
    LAYOUTS,
    OBJECTIVES,
    RACES,
    RINGS,
    TECHNOLOGIES,
    TILES,
    Layout,
)
from rules.ti3.names import DOMAIN_NAMES, RACE_NAMES, TILE_NAMES
from rules.ti3.speech import _
from rules.ti3.state import Counts, Public, Settings
from rules.ti3.variants import domains, leaders
from rules.toolbox.components import NotBuilt

WISHES = ("balanced", "players")
"""Galaxies that are yet to be made."""
_HOMES = ("0", "-1", "home", "dom", "otthon")


class TI3Options(Options):
    """`players`: how many seats there are.
    `races`: random, draft, or a list of races by seat, separated by commas.
    `galaxy`: balanced (made by the server), players (built by them, system by system), or the
    systems by name, ring by ring from the north, clockwise, homes as 0.
    `long_war` (Long War): 14 victory points and a longer deck of objectives (TI3 26).
    `long_war_no_rex` (Long War without Imperium Rex): the same, but that objective is left out.
    `age_of_empire` (Age of Empire): all objectives lie open from the start (TI3 27).
    `distant_suns` (Distant Suns): domain counters on neutral planets (TI3 28).
    `leaders` (Leaders): three leaders for each race (TI3 29).
    `sabotage_run` (Sabotage Run): fighters may attack a War Sun before a battle (TI3 30).
    `faq` (official answers): the official answers to questions count (TI3 X); off: the rulebook as
    printed.
    `domain_set` (domain counters): default, listed, or numbers such as "4 radiation, 2 settlers".
    `humane_labor` (law Humane Labor): a Space Dock builds at most two units, or two fewer.
    `mass_mobilization` (directive Mass Mobilization): a fifth of the votes For counts, or of all.
    `planetary_security` (law Planetary Security): planets without ground forces turn neutral at
    once and from then on, or once only.
    `single_source_agendas` (doubtful political cards): those whose text only one source has are in
    or out.
    `five_player_slots` (places of five players): other places of the Home Systems, five numbers of
    the outer ring.
    `final_tie` (a tie to the last): what it is called.
    `specialty_also_pays` (speciality also pays): a planet may give its discount and pay in one
    purchase (TI3 E94).
    `capacity_after_pds` (fighters after PDS fire): those without support are removed at once, or
    after the battle (TI3 E24).
    `unbuilt` (cards not supported yet): cards that the server cannot rule on yet are left out, or
    the game is refused.
    """

    rare: ClassVar[tuple[str, ...]] = (
        "faq",
        "domain_set",
        "humane_labor",
        "mass_mobilization",
        "planetary_security",
        "single_source_agendas",
        "five_player_slots",
        "final_tie",
        "specialty_also_pays",
        "capacity_after_pds",
        "unbuilt",
    )

    players: int = 6
    races: str = "random"
    galaxy: str = "balanced"
    long_war: bool = False
    long_war_no_rex: bool = False
    age_of_empire: bool = False
    distant_suns: bool = False
    leaders: bool = False
    sabotage_run: bool = False
    faq: bool = True
    domain_set: str = "default"
    humane_labor: Literal["to_2", "minus_2"] = "to_2"
    mass_mobilization: Literal["for_votes", "all_votes"] = "for_votes"
    planetary_security: Literal["continuous", "once"] = "continuous"
    single_source_agendas: Literal["in", "out"] = "in"
    five_player_slots: str = ""
    final_tie: Literal["draw", "shared_win"] = "draw"
    specialty_also_pays: bool = True
    capacity_after_pds: Literal["at_once", "after_battle"] = "at_once"
    unbuilt: Literal["leave out", "refuse"] = "leave out"


def settings(options: TI3Options) -> Settings:
    """Return what play has to know of the options."""
    return Settings(
        faq=options.faq,
        long_war=options.long_war,
        long_war_no_rex=options.long_war_no_rex,
        age_of_empire=options.age_of_empire,
        distant_suns=options.distant_suns,
        leaders=options.leaders,
        sabotage_run=options.sabotage_run,
        humane_labor=options.humane_labor,
        mass_mobilization=options.mass_mobilization,
        planetary_security=options.planetary_security,
        final_tie=options.final_tie,
        specialty_also_pays=options.specialty_also_pays,
        capacity_after_pds=options.capacity_after_pds,
    )


def check(options: TI3Options) -> None:
    """Raise BadOptions or NotBuilt with all that is wrong, before anything is made."""
    check_all(
        [
            ("long_war_no_rex", lambda: _check_variants(options)),
            ("races", lambda: chosen_races(options)),
            ("domain_set", lambda: domain_stock(options)),
            ("five_player_slots", lambda: layout(options)),
            ("galaxy", lambda: options.galaxy in WISHES or pasted_map(options)),
            ("unbuilt", lambda: _require_all(options)),
        ]
    )


def _check_variants(options: TI3Options) -> None:
    """Refuse variants that do not go together, and those that are not built."""
    if options.long_war_no_rex and not options.long_war:
        raise BadOptions(_("This is a form of the Long War: choose the Long War, too."))
    if options.long_war_no_rex and options.age_of_empire:
        raise BadOptions(_("The Age of Empire ends with Imperium Rex: it cannot be left out."))
    if options.distant_suns and not domains.BUILT:
        raise NotBuilt("The option distant_suns is not built yet.")
    if options.leaders and not leaders.BUILT:
        raise NotBuilt("The option leaders is not built yet.")


def _require_all(options: TI3Options) -> None:
    if options.unbuilt == "refuse":
        registry.load()
        registry.require("action card", ACTION_CARDS)
        registry.require("agenda", AGENDAS)
        registry.require("objective", OBJECTIVES)
        registry.require("technology", TECHNOLOGIES)
        registry.require("ability", [a.id for r in RACES.values() for a in r.abilities])


def chosen_races(options: TI3Options) -> list[str]:
    """Return the races by seat where the options name them, else []."""
    if options.races in ("random", "draft"):
        return []
    named = []
    for name in options.races.split(","):
        try:
            named.append(RACE_NAMES.find(name.strip()).id)
        except LexiconError:
            known = ", ".join(race.short for race in RACES.values())
            raise BadOptions(
                _("There is no race {name}. There are: {known}.", name=name.strip(), known=known)
            ) from None
    if len(named) != options.players or len(set(named)) != len(named):
        raise BadOptions(_("Name {n} different races, one for each seat.", n=options.players))
    return named


def domain_stock(options: TI3Options) -> Counts:
    """Return how many counters of each face there are (TI3 X37, 42.3)."""
    if options.domain_set == "default":
        return {face.id: face.copies for face in DOMAINS.values()}
    if options.domain_set == "listed":
        return {face.id: face.listed for face in DOMAINS.values()}
    try:
        counts = read_counted(options.domain_set, DOMAIN_NAMES).counts
    except LexiconError as error:
        raise BadOptions(_("The domain counters: {error}", error=error.words)) from None
    needed = 31
    if sum(counts.values()) < needed:
        raise BadOptions(
            _("At least {n} domain counters are needed, one for each neutral planet.", n=needed)
        )
    return dict(counts)


def layout(options: TI3Options) -> Layout:
    """Return the shape of the galaxy, with other places for five players where the table wants them
    (TI3 32.5)."""
    usual = LAYOUTS[options.players]
    if not options.five_player_slots or options.players != 5:
        return usual
    words = re.split(r"[,\s]+", options.five_player_slots.strip())
    slots = [int(word) for word in words if word.isdigit()]
    if len(slots) != 5 or len(words) != 5 or len(set(slots)) != 5 or max(slots) > 17:
        raise BadOptions(_("Write five different numbers from 0 to 17, for positions 1 to 5."))
    homes = tuple(RINGS[3][slot] for slot in slots)
    every = (*RINGS[1], *RINGS[2], *RINGS[3])
    return Layout(
        5,
        homes,
        tuple(h for h in every if h not in homes),
        usual.dealt,
        usual.face_down,
        usual.bonus,
        usual.without_cards,
    )


def pasted_map(options: TI3Options) -> list[str]:
    """Return the systems of a pasted map, in the order of the layout's spaces, homes left out."""
    shape = layout(options)
    tiles: list[str] = []
    for word in options.galaxy.split(","):
        name = word.strip()
        if name.lower() in _HOMES:
            continue
        tile = _pasted_tile(name, tiles)
        if tile != CENTRE:
            tiles.append(tile)
    if len(tiles) != len(shape.spaces) or len(set(tiles)) != len(tiles):
        raise BadOptions(
            _(
                "A galaxy for {players} players names {n} different systems; this one has {found}.",
                players=options.players,
                n=len(shape.spaces),
                found=len(set(tiles)),
            )
        )
    _check_pasted(shape, tiles)
    return tiles


def _pasted_tile(name: str, before: list[str]) -> str:
    """Return a system by name; "empty" and "asteroid field" mean the next one that is not yet
    laid."""
    try:
        return TILE_NAMES.find(name).id
    except LexiconError as error:
        alike = [
            t.id for t in TILES.values() if t.dealt and t.name.lower().startswith(name.lower())
        ]
        free = [tile for tile in alike if tile not in before]
        if name and free:
            return free[0]
        raise BadOptions(_("The galaxy: {error}", error=error.words)) from None


def _check_pasted(shape: Layout, tiles: list[str]) -> None:
    """Refuse a pasted galaxy that breaks the limits of map making (TI3 3.3.6, 25.2.1)."""
    homes = [tile for tile in tiles if not TILES[tile].dealt]
    if homes:
        names = ", ".join(TILES[tile].name for tile in homes)
        raise BadOptions(_("Home Systems are written as 0, not by name: {names}.", names=names))
    at = dict(zip(shape.spaces, tiles, strict=True))
    for h, tile in at.items():
        for n in neighbours(h):
            if TILES[tile].is_special and n in at and TILES[at[n]].is_special:
                raise BadOptions(
                    _(
                        "Special systems may not touch: {one} and {two}.",
                        one=TILES[tile].name,
                        two=TILES[at[n]].name,
                    )
                )
    if shape.players == 3:
        blank = sum(TILES[t].kind == "empty" and not TILES[t].wormhole for t in tiles)
        fields = sum(TILES[t].anomaly == "asteroid_field" for t in tiles)
        if blank > 3 or fields > 1:
            raise BadOptions(
                _("With three players at most 3 empty systems and 1 asteroid field are used.")
            )


def written_map(table: Public) -> str:
    """Return the systems of a galaxy by name, in the order of its spaces: a galaxy to be pasted."""
    at = {(q, r): tile for tile, (q, r) in table.places.items()}
    homes = {RACES[side.race].home for side in table.sides}
    every = (*RINGS[1], *RINGS[2], *RINGS[3])
    tiles = [at[h.q, h.r] for h in every if (h.q, h.r) in at]
    return ", ".join(TILES[tile].name for tile in tiles if tile not in homes)


SIDES = Sides(
    "races",
    ("random", "draft"),
    lambda: {race.id: race.name for race in RACES.values()},
    lambda ids: {"races": ",".join(ids)},
    chosen_races,
)
MAPS = Maps("galaxy", "balanced", written_map, WISHES)
FIRST_GAME = FirstGame(
    {"galaxy": "balanced"},
    ("sol", "hacan", "norr", "letnev", "l1z1x", "jol_nar"),
    ("pick", "activate", "move", "land", "produce", "strategy", "pass"),
    first_game.advice,
)
"""The plain game without variants, and races whose abilities work by themselves."""
