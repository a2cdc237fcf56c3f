"""The events of the game in words, by chapter."""

from rules.kernel.events import Event
from rules.ti4.events.action_cards import *  # noqa: F403
from rules.ti4.events.battles import *  # noqa: F403
from rules.ti4.events.council import *  # noqa: F403
from rules.ti4.events.deals import *  # noqa: F403
from rules.ti4.events.economy import *  # noqa: F403
from rules.ti4.events.points import *  # noqa: F403
from rules.ti4.events.setup import *  # noqa: F403
from rules.ti4.events.strategy_phase import *  # noqa: F403
from rules.ti4.events.turns import *  # noqa: F403
from rules.ti4.events.wording import Happening, target_words, title

__all__ = ["EVENTS", "Happening", "target_words", "title"]

EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Happening) and kind is not Happening
)
