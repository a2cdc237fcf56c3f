"""The operations that effects are made of (TIN 22, 31.14), one class for each.

An operation either runs at once or waits for its owner's word: `choices` are the marks that answer
it, `take` carries one out, `default` is what happens in silence (TIN 31.19; None: nothing more).
"""

from typing import Final

from rules.inscription.effects.cards import (
    REPLACED,
    Choose,
    DrawRelic,
    FreeVotes,
    KeepRelic,
    Per,
    ReplaceVotes,
)
from rules.inscription.effects.losses import (
    Lose,
)
from rules.inscription.effects.operation import (
    Operation,
)
from rules.inscription.effects.resources import (
    BorrowFocusDie,
    ChangeDice,
    Gain,
    Modify,
    Pay,
    Spend,
    SpendDotted,
    focus_resources,
)
from rules.inscription.effects.sheets import (
    Access,
    BuildDock,
    ClaimAsset,
    ClaimSpace,
    ClaimSystem,
    Develop,
    DevourPlanet,
    Research,
    SacrificePlanetAsset,
    Scrap,
    UnlockFocus,
    UnlockPlanet,
    UnlockTechnology,
)
from rules.inscription.effects.warfare import (
    BuildSymbol,
    ClaimNodeAsset,
    Deploy,
    MarkNode,
    Strength,
    UnlockUnit,
)

OPERATIONS: Final[dict[str, Operation]] = {
    "spend": Spend(),
    "gain": Gain(),
    "free_votes": FreeVotes(),
    "access": Access(),
    "claim_system": ClaimSystem(),
    "scrap": Scrap(),
    "claim_space": ClaimSpace(),
    "develop": Develop(),
    "unlock_planet": UnlockPlanet(),
    "build_dock": BuildDock(),
    "research": Research(),
    "unlock_tech": UnlockTechnology(),
    "unlock_focus": UnlockFocus(),
    "unlock_unit": UnlockUnit(),
    "build_symbol": BuildSymbol(),
    "deploy": Deploy(),
    "mark_node": MarkNode(),
    "claim_node_asset": ClaimNodeAsset(),
    "strength": Strength(),
    "lose": Lose(),
    "choose": Choose(),
    "per": Per(),
    "pay": Pay(),
    "spend_dotted": SpendDotted(),
    "replace_votes": ReplaceVotes(),
    "sacrifice_planet_asset": SacrificePlanetAsset(),
    "devour_planet": DevourPlanet(),
    "copy_die": ChangeDice(),
    "set_dice": ChangeDice(),
    "borrow_focus_die": BorrowFocusDie(),
    "modify": Modify(),
    "draw_relic": DrawRelic(),
    "claim_asset": ClaimAsset(),
    "keep_relic": KeepRelic(),
}


__all__ = ["OPERATIONS", "REPLACED", "Operation", "focus_resources"]
