"""Eclipse: the options of a table."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from rules.eclipse.facts import SPECIES
from rules.eclipse.names import SPECIES_NAMES
from rules.eclipse.speech import _
from rules.kernel.errors import BadOptions, check_all
from rules.kernel.features import FirstGame, Sides
from rules.kernel.ruleset import Options
from rules.lexicon import LexiconError


class EclipseOptions(Options):
    """`players`: how many seats there are.
    `species`: drafted in turn, dealt at random, or chosen beforehand in the list below.
    `aliens`: whether alien species may be played besides the Terran ones.
    `chosen`: only for species chosen beforehand: their names by seat, separated by commas.
    `reputation_tiles`: how many reputation tiles of each value there are: by the rulebook, or as
    other public sources have it (ECL 25.9.3).
    `hydran_advanced_start`: Hydran begin with a cube on the advanced science square of their home;
    the rulebook does not say so (ECL 25.1.4).
    `twelfth_cube`: a population track takes a twelfth cube and then yields nothing; by the
    rulebook eleven are all (ECL 25.2.4).
    `home_rotation` (how home sectors lie): as the layout of start points shows them, or as their
    owners turn them (ECL 25.1.3).
    `influence_by_ship`: Influence also reaches a sector in which only own ships are, as other
    printings have it; by the rulebook it must be joined to a sector with an own disc or ship
    (ECL 25.3.18).
    `generator_diplomacy`: the Wormhole Generator lets its owner propose relations over half a
    wormhole; by the rulebook it takes a full one (ECL 25.5.2).
    `draco_takes_discovery` (Draco gets discoveries): when others destroy the Ancients in a sector
    of Draco, Draco gets the discovery tile there; by the rulebook it waits for the next disc
    (ECL 25.7.3).
    `fire_order`: whose ship types have the same initiative is asked for their order once a battle,
    or anew in every round (ECL 25.6.4).
    """

    rare: ClassVar[tuple[str, ...]] = (
        "reputation_tiles",
        "hydran_advanced_start",
        "twelfth_cube",
        "home_rotation",
        "influence_by_ship",
        "generator_diplomacy",
        "draco_takes_discovery",
        "fire_order",
    )

    players: int = 4
    species: Literal["draft", "random", "chosen"] = "draft"
    aliens: bool = True
    chosen: tuple[str, ...] = ()
    reputation_tiles: Literal["rulebook", "common"] = "rulebook"
    hydran_advanced_start: bool = False
    twelfth_cube: bool = False
    home_rotation: Literal["layout", "owner"] = "layout"
    influence_by_ship: bool = False
    generator_diplomacy: bool = False
    draco_takes_discovery: bool = False
    fire_order: Literal["battle", "round"] = "battle"


def check(options: EclipseOptions) -> None:
    """Raise BadOptions for species that cannot be played together (ECL 3.2.3, 25.1.7)."""
    check_all([("chosen", lambda: chosen_species(options))])


def chosen_species(options: EclipseOptions) -> list[str]:
    """Return the species by seat where the options name them, else [] (ECL 3.2.3, 25.1.7)."""
    if options.species != "chosen":
        return []
    chosen = [_species(name) for name in options.chosen]
    if len(chosen) != options.players:
        words = _("Name {n} species, one for each seat.", n=options.players)
        raise BadOptions(words)
    colours = [SPECIES[side].colour for side in chosen]
    if len(set(colours)) < len(colours):
        raise BadOptions(_("Two of the chosen species are sides of the same board."))
    if not options.aliens and any(SPECIES[side].alien for side in chosen):
        raise BadOptions(_("This table plays with Terrans only; choose among them."))
    return chosen


def _species(name: str) -> str:
    try:
        return SPECIES_NAMES.find(name).id
    except LexiconError:
        there = ", ".join(species.name for species in SPECIES.values())
        words = _("There is no species {name}. There are: {all}.", name=repr(name), all=there)
        raise BadOptions(words) from None


SIDES = Sides(
    "species",
    ("draft", "random"),
    lambda: {species.id: species.name for species in SPECIES.values()},
    lambda ids: {"species": "chosen", "chosen": tuple(ids)},
    chosen_species,
    besides=("chosen",),
)


def _advice() -> Sequence[str]:
    return (
        _(
            "Points are counted at the end: for the sectors you hold, for the tiles you win in "
            "battles, for discoveries you keep and for long rows of technologies."
        ),
        _(
            "In the first rounds EXPLORE, and COLONIZE what you find: cubes on planets bring "
            "money, science and materials in every round."
        ),
        _(
            "Every action and every sector takes a disc, and every disc costs upkeep at the end of "
            "the round. Stop, with PASS, before it is more than your money can pay."
        ),
        _(
            "Before you fight the Ancients or a neighbour, look at your chances: ODDS and the "
            "number of the sector. Better ships (UPGRADE) help more than many."
        ),
    )


FIRST_GAME = FirstGame(
    {"species": "random", "aliens": False},
    orders=("explore", "colonize", "influence", "research", "build", "move", "pass"),
    advice=_advice,
)
"""Terrans only, as the rulebook advises (ECL 3.2.6)."""
