"""What to go for in a first game of Twilight Imperium."""

from collections.abc import Sequence

from rules.imperium.speech import _


def advice() -> Sequence[str]:
    """Return what a beginner should know of either edition, a sentence or two each."""
    return (
        _(
            "Points win, not battles, and most points come from objectives: look at the open ones "
            "at the start of each round and choose one that you can reach."
        ),
        _(
            "In the first round send a carrier with troops to each free system beside your home: "
            "planets pay for everything else."
        ),
        _(
            "ACTIVATE marks a system for a tactical action: ships may then move there, and those "
            "in a system that you have marked cannot leave it in this round. So send all that you "
            "need at once."
        ),
        _(
            "PASS ends the whole round for you, not only your turn; before it you must have used "
            "your strategy cards."
        ),
    )
