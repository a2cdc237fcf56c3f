"""What a match is played with."""

from typing import Any, NamedTuple

from rules.kernel.dice import Dice, Secret
from rules.kernel.ruleset import Options, Ruleset


class Setting(NamedTuple):
    """A game, the options of a table and the secret its chance rests on.

    `dice` are a rule case's own; a real match has those of its secret.
    """

    ruleset: Ruleset[Any]
    options: Options
    secret: Secret
    dice: Dice | None = None
