"""Pictures of a position by their names."""

from typing import Any

from rules.kernel.ruleset import Ruleset
from rules.kernel.views import SomeView


def drawn(ruleset: Ruleset[Any], view: SomeView, name: str = "map") -> str:
    """The SVG of the picture of this name."""
    return next(picture.svg for picture in ruleset.pictures(view) if picture.name == name)
