"""What a game may have besides its rules: texts to look up, odds of battles, numbers for charts."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.kernel.rulebook import Rulebook
from rules.kernel.views import AnyView

Chances = dict[str, Any]
"""`attacker`, `draw` and `defender` are chances from 0 to 1; `lines` say more about them and
`doctrine` what they assume, both if there is anything to say; the rest is for whoever knows the
game."""


class CardTexts(NamedTuple):
    """What cards, units and factions do, in our own words.

    `find(name)` gives a text in the reader's language, a line for each thing to say; it raises
    LexiconError for a name that nothing has. `example` is a name that it knows, for whoever is
    told how to ask.
    """

    find: Callable[[str], str | None]
    example: str


class BattleOdds(NamedTuple):
    """The chances of battles; all raise LexiconError for what they cannot read.

    `of_forces(attacker, defender, options)` takes two forces written as text; `example` is such a
    force. Where `names_a_place(text)`, `at_place(view, place, force)` gives the chances of an
    attack there as the viewer can know them, with `force` or, if it is empty, with what is there
    or could come.
    """

    of_forces: Callable[[str, str, Mapping[str, str]], Chances]
    example: str
    names_a_place: Callable[[str], bool] = lambda text: False
    at_place: Callable[[AnyView, str, str], Chances] | None = None


class Features(NamedTuple):
    """What a game has of all this; None where it has none.

    `measures(table)`: numbers by seat that are worth a chart besides the points, from what
    everybody knows.
    """

    rulebook: Callable[[], Rulebook] | None = None
    cards: CardTexts | None = None
    odds: BattleOdds | None = None
    measures: Callable[[Any], dict[str, list[int]]] | None = None
