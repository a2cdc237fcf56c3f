"""The choices of a table before the start (TIN 26.1.3)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.inscription.components import LONGEST
from rules.inscription.speech import _
from rules.inscription.state import Level, Side
from rules.kernel.features import FirstGame
from rules.kernel.ruleset import Options


class InscriptionOptions(Options):
    """`players`: how many seats there are; with one or two the AI plays along.
    `side` (side of the sheets): A, where every sheet is different, or B, where all have the same.
    `difficulty` (how hard the AI plays): only with one or two players.
    `pace` (deadlines in an event): standard has two in a strategy event, one before and one after
    the roll; fast has one, and the lines for the dice are written beforehand (TIN 32.1.3).
    `components` (components of your own): the text of a file with them, in the format of our set;
    empty: our set alone.
    """

    rare: ClassVar[tuple[str, ...]] = ("components",)

    players: int = 4
    side: Side = "B"
    difficulty: Level = "medium"
    pace: Literal["standard", "fast"] = "standard"
    components: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""


def _advice() -> Sequence[str]:
    return (
        _(
            "Any mix of the four sheets can win. Navigation and Expansion are the easiest to begin "
            "with (TIN 3.1.1)."
        ),
        _(
            "An event is played on one of your sheets: choose the sheet with SHEET, then spend on "
            "it what the event and your dice give you. DONE ends it."
        ),
        _(
            "On the page your sheets are drawn: point at a space, and the line for it is written "
            "for you."
        ),
    )


FIRST_GAME = FirstGame(
    {"side": "B", "difficulty": "easy", "pace": "standard"},
    orders=("sheet", "access", "claim", "unlock", "done"),
    advice=_advice,
)
"""The same sheets for all, the gentle AI, and the dice before the lines for them (TIN 2.1.2)."""
