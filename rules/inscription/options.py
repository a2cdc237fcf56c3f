"""What a table may choose before the start (TIN 26.1.3)."""

from typing import Annotated, Literal

import msgspec

from rules.inscription.components import LONGEST
from rules.inscription.state import Level, Side
from rules.kernel.ruleset import Options


class InscriptionOptions(Options):
    """`players`: how many seats there are; with one or two the AI plays along.
    `side`: A, where every sheet is different, or B, where all have the same.
    `difficulty`: of the AI, for one or two players.
    `pace`: two deadlines in a strategy event, before and after the roll, or one: then the lines
    for the dice are written beforehand (TIN 32.1.3).
    `components`: the text of a file with components of your own, in the format of our set; empty:
    our set alone.
    """

    players: int = 4
    side: Side = "B"
    difficulty: Level = "medium"
    pace: Literal["standard", "fast"] = "standard"
    components: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
