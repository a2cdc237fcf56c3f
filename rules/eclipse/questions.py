"""Every question of the game, and the verbs of its orders in three languages."""

from typing import Any, Final

from rules.eclipse.actions.explore import ExploreAgain, PlaceSector
from rules.eclipse.actions.research import ResearchAgain
from rules.eclipse.combat.battle import FireOrder
from rules.eclipse.combat.bombardment import Bombard, PickCubes
from rules.eclipse.combat.control import Claim
from rules.eclipse.combat.firing import AimDice
from rules.eclipse.combat.reputation import KeepReputation
from rules.eclipse.combat.retreat import Activate, Stalemate
from rules.eclipse.diplomacy import AnswerOffer, Council
from rules.eclipse.discoveries import Discovery
from rules.eclipse.phases.action import EndTurn, TakeReaction, TakeTurn
from rules.eclipse.phases.upkeep import Settle, UpkeepColonies
from rules.eclipse.population import CubesHome
from rules.eclipse.setup import ChooseSpecies, TurnHome
from rules.eclipse.technologies import TakeArtifacts
from rules.kernel.decisions import Decision

DECISIONS: Final[tuple[type[Decision[Any]], ...]] = (
    ChooseSpecies, TurnHome, TakeTurn, TakeReaction, EndTurn, PlaceSector, ExploreAgain,
    ResearchAgain, Discovery, TakeArtifacts, CubesHome, AnswerOffer, Council, FireOrder,
    Activate, AimDice, Stalemate, KeepReputation, Bombard, PickCubes, Claim, UpkeepColonies,
    Settle,
)  # fmt: skip

VERBS: Final[dict[str, tuple[str, ...]]] = {
    "choose": ("choose", "wybieram", "wybierz", "választ"),
    "turn": ("turn", "obróć", "fordít"),
    "explore": ("explore", "exp", "eksploruj", "eksploracja", "felfedez"),
    "place": ("place", "disc", "połóż", "lerak"),
    "discard": ("discard", "odrzuć", "eldob"),
    "influence": ("influence", "inf", "wpływy", "wpływ", "befolyás", "befolyásol"),
    "research": ("research", "res", "wynajdź", "wynajdowanie", "kutat", "kutatás"),
    "take": ("take", "bierz", "weź", "elvesz"),
    "upgrade": ("upgrade", "upg", "ulepsz", "ulepszanie", "fejleszt"),
    "build": ("build", "bui", "buduj", "budowanie", "épít"),
    "move": ("move", "mov", "ruch", "rusz", "mozgat", "mozog"),
    "pass": ("pass", "pas", "pasuję", "passz"),
    "rest": ("rest", "odpoczywam", "pihen"),
    "hold": ("hold", "czekam", "vár", "várok"),
    "colonize": ("colonize", "colonise", "kolonizuj", "gyarmatosít", "telepít"),
    "trade": ("trade", "handluj", "handel", "cserél", "kereskedik"),
    "propose": ("propose", "zaproponuj", "javasol"),
    "done": ("done", "koniec", "kész"),
    "agree": (
        *("agree", "accept", "yes", "zgoda", "akceptuj", "tak"),
        *("beleegyezik", "elfogad", "igen"),
    ),
    "refuse": (
        *("refuse", "reject", "decline", "no", "odmawiam", "nie"),
        *("visszautasít", "elutasít", "nem"),
    ),
    "use": ("use", "użyj", "használ"),
    "keep": ("keep", "zachowaj", "megtart"),
    "cubes": ("cubes", "kostki", "kockák"),
    "sequence": ("sequence", "kolejność", "sorrend"),
    "attack": ("attack", "fire", "atakuj", "támad"),
    "retreat": ("retreat", "wycofaj", "odwrót", "visszavonul"),
    "stay": ("stay", "zostań", "marad"),
    "target": ("target", "cele", "célpontok"),
    "aim": ("aim", "celuj", "céloz"),
    "bombard": ("bombard", "bombarduj", "bombáz"),
    "spare": ("spare", "oszczędź", "megkímél"),
    "destroy": ("destroy", "zniszcz", "pusztít"),
    "claim": ("claim", "zajmij", "elfoglal"),
    "release": ("release", "oddaj", "zwolnij", "felad"),
    "give up": ("give up", "poddaję", "feladom"),
}
