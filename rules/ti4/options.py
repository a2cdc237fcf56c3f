"""The choices of a table before the start."""

from typing import ClassVar, Literal

from rules.imperium import first_game
from rules.kernel.errors import BadOptions, check_all
from rules.kernel.features import FirstGame, Maps, Sides
from rules.kernel.ruleset import Options
from rules.lexicon import LexiconError
from rules.ti4.components import registry
from rules.ti4.facts import (
    ACTION_CARDS,
    AGENDAS,
    CENTRE,
    FACTIONS,
    LAYOUTS,
    NOTES,
    OBJECTIVES,
    TECHNOLOGIES,
    TILES,
)
from rules.ti4.names import FACTION_NAMES
from rules.ti4.speech import _
from rules.ti4.state import Public

WISHES = ("balanced", "players")
"""Galaxies that are yet to be made."""


class TI4Options(Options):
    """`players`: how many seats there are.
    `factions`: random, draft, or a list of names by seat, separated by commas.
    `galaxy`: balanced (made by the server), players (built by the players, tile by tile), or a map
    string: tile numbers ring by ring from the north, clockwise, homes as 0.
    `target` (points to win): how many victory points win the game; with 14 it is a long one.
    `unbuilt` (cards not supported yet): cards and abilities that the server cannot rule on yet are
    left out, or the game is refused while there are any.
    """

    rare: ClassVar[tuple[str, ...]] = ("unbuilt",)

    players: int = 6
    factions: str = "random"
    galaxy: str = "balanced"
    target: Literal[10, 14] = 10
    unbuilt: Literal["leave out", "refuse"] = "leave out"


def check(options: TI4Options) -> None:
    """Raise BadOptions with all that is wrong, before anything is made."""
    check_all(
        [
            ("factions", lambda: chosen_factions(options)),
            ("galaxy", lambda: options.galaxy in WISHES or map_string(options)),
            ("unbuilt", lambda: _require_all(options)),
        ]
    )


def _require_all(options: TI4Options) -> None:
    if options.unbuilt == "refuse":
        registry.load()
        registry.require("action card", ACTION_CARDS)
        registry.require("agenda", AGENDAS)
        registry.require("objective", OBJECTIVES)
        registry.require("technology", TECHNOLOGIES)
        registry.require("note", NOTES)
        registry.require("ability", [a.id for f in FACTIONS.values() for a in f.abilities])
        registry.require("flagship", [f.flagship for f in FACTIONS.values()])


def chosen_factions(options: TI4Options) -> list[str]:
    """Return the factions by seat where the options name them, else []."""
    if options.factions in ("random", "draft"):
        return []
    named, unknown = [], []
    for name in options.factions.split(","):
        try:
            named.append(FACTION_NAMES.find(name.strip()).id)
        except LexiconError:
            unknown.append(name.strip())
    if unknown:
        known = ", ".join(faction.short for faction in FACTIONS.values())
        raise BadOptions(
            _(
                "There is no faction {unknown}. There are: {known}.",
                unknown=", ".join(unknown),
                known=known,
            )
        )
    if len(named) != options.players or len(set(named)) != len(named):
        raise BadOptions(_("Name {n} different factions, one for each seat.", n=options.players))
    return named


def map_string(options: TI4Options) -> list[str]:
    """Return the tiles of a pasted map, in the order of the layout's spaces, homes left out."""
    words = options.galaxy.replace(",", " ").split()
    layout = LAYOUTS[options.players]
    tiles = [word for word in words if word not in ("0", "-1", CENTRE)]
    bad = [tile for tile in tiles if tile not in TILES or TILES[tile].pool == ""]
    if bad:
        raise BadOptions(
            _("Not tiles of a map: {tiles}. Homes are written as 0.", tiles=", ".join(bad))
        )
    if len(tiles) != len(layout.spaces) or len(set(tiles)) != len(tiles):
        raise BadOptions(
            _(
                "A map for {players} players names {n} different tiles; this one has {found}.",
                players=options.players,
                n=len(layout.spaces),
                found=len(set(tiles)),
            )
        )
    return tiles


def written_map(table: Public) -> str:
    """Return the tiles of a galaxy in the order of the layout's spaces: a map string."""
    at = {(q, r): tile for tile, (q, r) in table.places.items()}
    return " ".join(at[h.q, h.r] for h in LAYOUTS[len(table.sides)].spaces)


SIDES = Sides(
    "factions",
    ("random", "draft"),
    lambda: {faction.id: faction.name for faction in FACTIONS.values()},
    lambda ids: {"factions": ",".join(ids)},
    chosen_factions,
)
MAPS = Maps("galaxy", "balanced", written_map, WISHES)
FIRST_GAME = FirstGame(
    {"galaxy": "balanced", "target": 10},
    (
        "federation_of_sol",
        "emirates_of_hacan",
        "sardakk_norr",
        "barony_of_letnev",
        "l1z1x_mindnet",
        "universities_of_jol_nar",
    ),
    ("pick", "activate", "move", "land", "produce", "strategy", "pass"),
    first_game.advice,
)
"""Factions whose abilities work by themselves or at plain moments of the own turn."""
