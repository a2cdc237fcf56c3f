"""The choice of a species and how its home lies (ECL 3.2)."""

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.eclipse import words
from rules.eclipse.facts import ALIENS, SPECIES, TERRANS
from rules.eclipse.galaxy import edges_of
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Public
from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.views import View
from rules.lexicon import OrderLine

COLOURS: Final = {
    "red": N_("red"), "blue": N_("blue"), "green": N_("green"), "yellow": N_("yellow"),
    "white": N_("white"), "black": N_("black"),
}  # fmt: skip


def free_sides(table: Public) -> list[str]:
    """ECL 3.2.3, 17.1.2: boards nobody has taken, Terrans first."""
    taken = {SPECIES[p.species].colour for p in table.players if p.species}
    sides = [*TERRANS, *ALIENS] if table.house.aliens else list(TERRANS)
    return [side for side in sides if SPECIES[side].colour not in taken]


class ChooseSpecies(Choice[str]):
    """ECL 21.1.1"""

    Answer = str
    verbs = ("choose",)
    root = True
    rule = "ECL 3.2.2"

    def options(self, v: View) -> list[Option[str]]:
        return [
            Option(f"{side.name} ({_(COLOURS[side.colour])})", side.id, f"CHOOSE {side.name}")
            for side in (SPECIES[s] for s in free_sides(v.table))
        ]

    def sample(self, v: View, rng: Random) -> str:
        return rng.choice(free_sides(v.table))

    def prompt(self, v: View) -> str:
        return _("Choose your species; its board and home sector come with it.")

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        found = words.SPECIES_NAMES.find(lines[0].rest)
        return Reading(found.id, (0,), words.notes(found.read_as))


class TurnHome(Choice[int]):
    """ECL 25.1.3, by table option: how the owner's home sector lies, in sixths clockwise."""

    Answer = int
    verbs = ("turn",)
    rule = "ECL 25.1.3"

    def options(self, v: View) -> list[Option[int]]:
        """One for each arrangement of wormholes; the layout's own comes first."""
        number = str(SPECIES[v.table.players[self.seat].species].home)
        laid = v.table.hexes[number].turn
        found: dict[tuple[bool, ...], Option[int]] = {}
        for turn in (laid, *range(6)):
            text = _("wormholes {holes}", holes=words.wormholes(number, turn))
            found.setdefault(edges_of(number, turn), Option(text, turn, f"TURN {turn}"))
        return list(found.values())

    def prompt(self, v: View) -> str:
        home = words.called(SPECIES[v.table.players[self.seat].species].home)
        return _("Turn your home sector {home}: which of its edges have the wormholes?", home=home)
