"""What all printed facts share: sheets, resources, tiers, assets (TIN 3, 13)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec

Resource: TypeAlias = str
"""M, I or R; X is a free trade good: a resource of whatever kind is needed."""
Sheet: TypeAlias = Literal["NAV", "EXP", "IND", "WAR"]
Half: TypeAlias = Literal["L", "R"]

RESOURCES: Final = ("M", "I", "R")
SHEETS: Final[tuple[Sheet, ...]] = ("NAV", "EXP", "IND", "WAR")
HALVES: Final[tuple[Half, ...]] = ("L", "R")
STAGES: Final = ("I", "II", "III", "IV", "V")
UNITS: Final = ("infantry", "pds", "cruiser", "dreadnought", "war_sun")
TIERS: Final = 4
HEXES: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
ORTHOGONAL: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
DASHED: Final = frozenset({"planet", "spec", "focus"})
"""Kinds that are kept and spent later (TIN 3.2.4); trade goods and votes lie in pools."""
WORTH: Final = (
    "vp", "faction", "relic", "spec", "focus", "planet", "tg", "councilor", "population",
    "neighbor", "vote", "commodity2", "commodity1",
)  # fmt: skip
"""Asset kinds from the dearest to the cheapest, for what is done by default (TIN 32.6.4)."""


if TYPE_CHECKING:
    # As in `kernel.codec`: type checkers want `frozen` said again by every subclass.
    class Printed(msgspec.Struct): ...

else:

    class Printed(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
        """The base of all printed things, which are read once and never changed."""


class Asset(Printed):
    """A framed symbol (TIN 13). `n`: points, or how many; `k`: its kind of specialization,
    commodity or focus die; `dir`: the neighbor it points to."""

    id: str
    kind: str
    n: int = 0
    k: int | str = 0
    dir: str = ""

    @property
    def rank(self) -> int:
        """Return an asset's place in the list of worth: the higher, the cheaper (TIN 32.6.4)."""
        named = f"commodity{self.n}" if self.kind == "commodity" else self.kind
        return WORTH.index(named)


def points_of(assets: Mapping[str, Asset]) -> dict[str, int]:
    """Return the points of each asset of a sheet at the end."""
    return {id: asset.n if asset.kind == "vp" else 0 for id, asset in assets.items()}
