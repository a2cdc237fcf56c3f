"""Orders as players write them: every example of the order page, and the many ways to say it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.eclipse.actions.explore import ExploreAgain, PlaceSector
from rules.eclipse.combat.battle import FireOrder
from rules.eclipse.combat.bombardment import Bombard, PickCubes
from rules.eclipse.combat.control import Claim
from rules.eclipse.combat.firing import AimDice
from rules.eclipse.combat.reputation import KeepReputation
from rules.eclipse.combat.retreat import Activate, Stalemate
from rules.eclipse.combat.sides import Die
from rules.eclipse.diplomacy import AnswerOffer, Council
from rules.eclipse.discoveries import Discovery
from rules.eclipse.phases.action import EndTurn, TakeReaction, TakeTurn
from rules.eclipse.phases.upkeep import Settle, UpkeepColonies
from rules.eclipse.player.population import CubesHome
from rules.eclipse.player.technologies import TakeArtifacts
from rules.eclipse.ruleset import ECLIPSE
from rules.eclipse.setup import ChooseSpecies, TurnHome
from rules.kernel.decisions import Decision
from rules.kernel.orders.bundles import placed
from rules.kernel.orders.readers_words import in_readers_words
from rules.kernel.ruleset import merged
from rules.kernel.setting import Setting
from rules.kernel.trials.scenarios import read_scenario
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.kernel.views import View
from rules.lexicon import OrderLine, read_page, speaking

PAGE = Path(__file__).parents[3] / "docs" / "orders" / "eclipse.md"

RICH: dict[str, Any] = {
    "storage": [20, 24, 24],
    "technologies": [
        "plasma_cannon", "fusion_drive", "orbital", "starbase", "improved_hull", "gauss_shield",
        "advanced_economy", "advanced_labs", "neutron_bombs", "monolith",
    ],
    "placed": {"interceptor": {"3": "fusion_drive", "2": "fusion_source"},
               "cruiser": {"4": "gauss_shield"}},
}  # fmt: skip
"""Two players: Directorate's home 221 has wormholes to N, NE, S and SW."""
TWO: dict[str, Any] = {
    "boards": ["terran_directorate", "terran_union"],
    "table": {
        "round": 3,
        "hexes": {
            "106": {"q": 0, "r": -1, "owner": 0, "filled": []},
            "221": {"ships": {"0": {"interceptor": 2, "cruiser": 2}}},
        },
        "players": {"0": {**RICH, "colony_used": 1}, "1": {"storage": [20, 9, 9]}},
        "supply": {
            "plasma_missile": 1,
            "positron_computer": 1,
            "fusion_source": 1,
            "nanorobots": 1,
        },
    },
}
"""Four players: 221 is joined to 203 and 205, those to each other, and 106 to Hydran's 107."""
FOUR: dict[str, Any] = {
    "boards": ["terran_directorate", "hydran_progress", "terran_federation", "terran_republic"],
    "table": {
        "round": 3,
        "hexes": {
            "106": {"q": 1, "r": -1, "owner": 0, "filled": []},
            "107": {"q": 1, "r": 0, "owner": 1, "filled": []},
            "203": {"q": 3, "r": -3, "turn": 3, "owner": 0, "filled": []},
            "204": {"q": 2, "r": -3, "turn": 2, "owner": 0, "filled": []},
            "205": {"q": 3, "r": -2, "turn": 2, "owner": 0, "filled": []},
            "221": {"ships": {"0": {"interceptor": 1, "cruiser": 2}}, "orbital": "empty"},
        },
        "players": {"0": RICH},
        "supply": {"plasma_cannon": 1, "fusion_drive": 1},
    },
}
HANDS: dict[str, Any] = {"hand": {"0": {"drawn": [3, 1], "reputation": [1, 1, 1, 1]}}}
BATTLE: dict[str, Any] = {
    "table": {
        "phase": "combat",
        "battle": {"sector": "106", "defender": "1", "attacker": "0", "round": 2},
        "hexes": {
            "106": {
                "owner": -1,
                "ships": {
                    "0": {"interceptor": 1, "cruiser": 1},
                    "1": {"dreadnought": 1, "cruiser": 1, "interceptor": 2},
                },
            },
            "221": {"ships": {"0": {"interceptor": 0, "cruiser": 0}}},
        },
    }
}
DICE: tuple[Die, ...] = ((1, 6), (1, 6), (1, 5))


def view(base: dict[str, Any], *patches: dict[str, Any]) -> View:
    position: dict[str, Any] = base
    for patch in patches:
        position = merged(position, patch)
    options = ECLIPSE.read_options({"players": len(base["boards"])})
    return ECLIPSE.view(ECLIPSE.position(options, position), 0)


def sectors(**patches: Any) -> dict[str, Any]:
    return {"table": {"hexes": {number.strip("_"): patch for number, patch in patches.items()}}}


def own(**fields: Any) -> dict[str, Any]:
    return {"table": {"players": {"0": fields}}}


@cache
def questions() -> list[tuple[Decision[Any], View]]:
    """Every question in a position where much is possible."""
    two, four = view(TWO), view(FOUR)
    drawn = view(TWO, {"table": {"drawn": [205]}})
    started = ECLIPSE.view(ECLIPSE.new(ECLIPSE.read_options({"players": 4})), 0)
    fighting = view(TWO, BATTLE)
    full = view(
        FOUR, HANDS, own(ambassadors=[2]), {"table": {"players": {"2": {"ambassadors": [0]}}}}
    )
    room = view(FOUR, {"hand": {"0": {"drawn": [3, 1]}}})
    invaded = sectors(_203={"owner": 1, "filled": [0, 1, 2], "ships": {"0": {"cruiser": 1}}})
    found = [
        view(TWO, {"hand": {"0": {"found": tile}}})
        for tile in ("science_5", "axion_computer", "ancient_technology")
    ]
    fresh = view(TWO, own(technologies=[]))
    return [
        (ChooseSpecies(0), started),
        (TurnHome(0), two),
        *((TakeTurn(0), v) for v in (two, four, fresh)),
        (TakeTurn(0), view(FOUR, own(technologies=["orbital"], placed={}))),
        (TakeTurn(0), full),
        (TakeTurn(0), view(FOUR, sectors(_203={"owner": -1}), own(colony_used=2))),
        (TakeReaction(0), view(FOUR, own(passed=True))),
        (EndTurn(0), four),
        (PlaceSector(0, (1, -3)), drawn),
        (PlaceSector(0, (-1, -1)), drawn),
        (ExploreAgain(0), two),
        *((Discovery(0, "106"), v) for v in found),
        (Discovery(0, "106"), view(TWO, own(technologies=[]), {
            "hand": {"0": {"found": "ancient_technology"}},
            "table": {"supply": {"gauss_shield": 1}}})),
        (TakeArtifacts(0, 3), two),
        (FireOrder(0, "106"), fighting),
        (Activate(0, "106", "cruiser"), fighting),
        (AimDice(0, "106", "cruiser", DICE), fighting),
        (Stalemate(0, "106"), fighting),
        (KeepReputation(0), room),
        (KeepReputation(0), full),
        (Bombard(0, "203"), view(FOUR, invaded)),
        (PickCubes(0, "203", 2), view(FOUR, invaded)),
        (PickCubes(0, "203", 2),
         view(FOUR, invaded, sectors(_203={"filled": [0], "orbital": "cube"}))),
        (Claim(0), view(FOUR, sectors(_203={"owner": -1, "ships": {"0": {"cruiser": 1}}},
                                      _205={"owner": -1, "ships": {"0": {"cruiser": 1}}}))),
        (AnswerOffer(0, 1), four),
        (Council(0), four),
        (UpkeepColonies(0), four),
        (CubesHome(0, 2), four),
        (Settle(0), view(FOUR, own(storage=[0, 9, 9], spent={"build": 6}),
                         sectors(_304={"q": 4, "r": -3, "owner": 0, "filled": []}))),
    ]  # fmt: skip


def legal(line: OrderLine) -> list[str]:
    """Why no question takes this line; empty if one does."""
    reasons = []
    for decision, v in questions():
        reading = decision.read(v, [line])
        if reading.answer is not None and not (wrong := decision.problems(v, reading.answer)):
            return []
        for problem in (
            reading.problems or wrong if reading.answer is not None else reading.problems
        ):
            reasons.append(f"{decision.kind()}: {problem.code} {problem.words}")
    return reasons or ["no question has this verb"]


# -- the order page ----------------------------------------------------------------------------

MENTIONS = {
    "TURN", "UPGRADE", "BUILD", "MOVE", "TRADE", "EXPLORE", "PROPOSE", "RESEARCH", "GIVE UP",
}  # fmt: skip
"""Verbs the page speaks of without an example."""


def written_out(example: str) -> Iterator[str]:
    """What stands in brackets may be left out; of alternatives in it each may be written."""
    example = example.replace("\\|", "|")
    yield re.sub(r"\s*\[[^]]*\]", "", example)
    brackets = [part.split(" | ") for part in re.findall(r"\[([^]]*)\]", example)]
    if brackets:
        bare = re.sub(r"\[[^]]*\]", "{}", example)
        yield bare.format(*(choices[0] for choices in brackets))
        yield bare.format(*(choices[-1] for choices in brackets))


def examples() -> dict[str, OrderLine]:
    """Order lines of the page's blocks, and those in its text and tables."""
    page = PAGE.read_text(encoding="utf-8").partition("## Verbs")[0]
    blocks = re.findall(r"```\n(.*?)```", page, re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL))
    verbs = "|".join(verb.upper() for verb in ECLIPSE.verbs)
    told = [
        text
        for span in spans
        if re.match(rf"(?:STANDING: )?(?:{verbs})\b", span) and "…" not in span
        for text in written_out(span)
        if text not in MENTIONS
    ]
    pages = [block for block in blocks if not block.startswith("ODDS")] + told
    lines = [line for text in pages for line in read_page(text, ECLIPSE.order_verbs).lines]
    return {line.text: line for line in lines}


@pytest.mark.parametrize("line", examples().values(), ids=examples().keys())
def test_the_examples_of_the_page_are_legal_orders(line: OrderLine) -> None:
    """Each is taken by a question in some position, as it stands there."""
    assert legal(line) == []


def test_the_page_has_many_examples() -> None:
    assert len(examples()) > 80


# -- many ways to say it -----------------------------------------------------------------------

TURN = (TakeTurn(0), TWO)
LAY = (PlaceSector(0, (-1, -1)), merged(TWO, {"table": {"drawn": [205]}}))
FIGHT = merged(TWO, BATTLE)
FOUND: dict[str, Any] = {
    tile: merged(TWO, {"hand": {"0": {"found": tile}}})
    for tile in ("science_5", "axion_computer", "ancient_technology")
}
SAME: list[tuple[tuple[Decision[Any], dict[str, Any]], str, str]] = [
    (TURN, "EXPLORE 221 NE", """
        EXP 221 NE | EXPLORE NE of 221 | explore from 221 to the north-east | EXPLORE 221NE
        EXPLORE 221-NE | EXPLORE 221/NE | EXPLORE the zone NE of 221 | EXPLORE hex 221 NE
        EXPLORE 221 Procyon NE | EXPLORE home NE | EXPLORE zone II NE of sector 221
        EKSPLORUJ 221 północny wschód | FELFEDEZ 221-től északkeletre"""),
    (TURN, "INFLUENCE 106 TO track", """
        INF 106 TO track | INFLUENCE REMOVE 106 | INFLUENCE disc FROM 106 TO the track
        INFLUENCE release the disc from 106, refresh colony ships | INFLUENCE 106 TO track, FLIP
        WPŁYWY dysk z 106 na tor wpływów | BEFOLYÁS 106-ról sáv"""),
    (TURN, "INFLUENCE 106 TO track, FLIP 1",
     "INFLUENCE 106 Capella TO track, flip one colony ship | INFLUENCE REMOVE 106, refresh 1"),
    (TURN, "RESEARCH Nanorobots", """
        RES nanorobots | research the nanorobots technology | RESEARCH nano | RESEARCH Nanorobot
        RESEARCH tachyon drive OR nanorobots | RESEARCH plasma cannon, else nanorobots
        WYNAJDŹ nanoroboty | WYNAJDŹ sieć kwantowa albo nanoroboty | KUTAT nanorobotok"""),
    (TURN, "UPGRADE Improved Hull ON cruiser 2", """
        UPG improved hull ON cruiser | UPGRADE cruiser improved hull
        UPGRADE cruiser: improved hull
        UPGRADE cruiser WITH improved hull | UPGRADE cruiser 2 WITH improved hull
        UPGRADE improved hull ON cruiser slot 2 | UPGRADE improved hull ON cruiser square 2
        UPGRADE 1 improved hull ON cruisers | ULEPSZ krążownik wzmocniony kadłub
        FEJLESZT megerősített törzs cirkáló-ra"""),
    (TURN, "UPGRADE Improved Hull ON cruiser 1", """
        UPGRADE improved hull ON cruiser FOR hull
        UPGRADE replace hull with improved hull on cruiser
        UPGRADE improved hull INSTEAD OF hull ON cruiser"""),
    (TURN, "UPGRADE Improved Hull ON cruiser 2, Improved Hull ON dreadnought 3", """
        UPGRADE improved hull ON cruiser, dreadnought
        UPGRADE improved hull ON cruiser and dreadnought"""),
    (TURN, "BUILD 1 cruiser AT 221, 1 interceptor AT 221", """
        BUI cruiser, interceptor AT 221 | BUILD 1 cruiser, 1 interceptor 221
        BUILD AT 221 1 cruiser, interceptor at 221 | BUILD cruiser and int at home
        BUILD 221: 1 cruiser, 221: 1 interceptor
        BUILD cruiser at Procyon, interceptor at 221 Procyon
        BUDUJ krążownik i myśliwiec w sektorze 221 | ÉPÍT 1 cirkálót és 1 elfogót a 221-be"""),
    (TURN, "MOVE cruiser 221-106, cruiser 221-106, interceptor 221-106", """
        MOV 2 cruisers, 1 interceptor FROM 221 TO 106
        MOVE 2 cruisers 221 to 106, interceptor 221>106
        MOVE all cruisers and 1 interceptor from home to 106 | MOVE 2 cruisers, interceptor TO 106
        MOVE 2 cruisers and an interceptor 221 -> 106 | MOVE 2 cruisers, int FROM 221 TO sector 106
        RUCH 2 krążowniki i myśliwiec z 221 do sektora 106
        MOZGAT 2 cirkáló és elfogó 221-ből 106-ba"""),
    (TURN, "COLONIZE 106 science, 106 materials", """
        COLONIZE 106 science, materials | COLONIZE 106 | COLONIZE 106 all | COLONIZE all
        COLONIZE science AT 106, materials in 106 | COLONIZE 106: pink, brown
        COLONISE 106 Capella S, M
        KOLONIZUJ 106 nauka i materiały | TELEPÍT 106 tudomány, nyersanyag"""),
    (TURN, "TRADE 4 materials FOR science", """
        TRADE 4 materials FOR 2 science | TRADE materials FOR 2 science
        TRADE 4 materials INTO science
        TRADE 4 brown to pink | HANDLUJ 4 materiały na naukę | CSERÉL 4 nyersanyag tudomány-ért"""),
    (TURN, "PASS", "pass. | PASS this round | Pas | PASSZ | REST"),
    ((TakeTurn(0), FOUR), "PROPOSE Hydran WITH science", """
        PROPOSE Hydran Progress WITH a science cube | PROPOSE relations to Hydran WITH science
        PROPOSE peace with Hydran WITH science | ZAPROPONUJ kontakty z Hydran wraz z nauka
        JAVASOL Hydran tudomány-nyal"""),
    ((AnswerOffer(0, 1), FOUR), "AGREE WITH materials", """
        YES WITH materials | ACCEPT WITH materials | AGREE materials
        AGREE with a materials cube | ZGODA z materiały
        TAK materiały | BELEEGYEZIK nyersanyag-gal | IGEN nyersanyag"""),
    ((AnswerOffer(0, 1), FOUR), "REFUSE", "NO | REJECT | DECLINE | REFUSE Hydran | NIE | NEM"),
    (LAY, "PLACE 205 TURN 5 WITH disc", """
        PLACE TURN 5 | PLACE it turned 5 with a disc | PLACE ROTATE 5
        LERAK fordulat 5"""),
    (LAY, "PLACE 205 TURN 3 WITHOUT disc", """
        PLACE TURN 3 no disc | POŁÓŻ obrót 3 bez dysku | LERAK fordulat 3 korong nélkül"""),
    (LAY, "PLACE FACING 221", "PLACE towards 221 | POŁÓŻ ku 221 | LERAK 221 felé"),
    ((Discovery(0, "106"), FOUND["science_5"]), "USE",
     "USE it | USE science +5 | USE 5 science | UŻYJ"),
    ((Discovery(0, "106"), FOUND["science_5"]), "KEEP points", """
        KEEP | KEEP it | KEEP 2 points | KEEP FOR 2 VP | KEEP victory points | ZACHOWAJ 2 PZ
        MEGTART pontok"""),
    ((Discovery(0, "106"), FOUND["axion_computer"]), "USE ON cruiser 2", """
        USE axion computer ON cruiser 2 | USE ON cruiser | USE cruiser square 2"""),
    ((Discovery(0, "106"), FOUND["axion_computer"]), "USE beside", "USE beside the board | USE"),
    ((Activate(0, "106", "cruiser"), FIGHT), "RETREAT TO 221", """
        RETREAT all to 221 | RETREAT 221 | RETREAT home | RETREAT cruisers TO 221 Procyon
        RETREAT all ships to Procyon | RETREAT TO 221 AFTER ROUND 1 | RETREAT
        WYCOFAJ krążowniki do 221 | VISSZAVONUL 221-be"""),
    ((Activate(0, "106", "cruiser"), FIGHT), "ATTACK",
     "FIRE | ATTACK cruisers | ATTACK with cruisers"),
    ((AimDice(0, "106", "cruiser", DICE), FIGHT), "TARGET interceptor, cruiser, dreadnought", """
        TARGET the interceptors first, then cruisers | TARGET smallest | TARGET int > cruiser"""),
    ((AimDice(0, "106", "cruiser", DICE), FIGHT), "TARGET dreadnought", "TARGET largest first"),
    ((Settle(0), merged(TWO, {"table": {"players": {"0": {"storage": [0, 9, 9]}}}})), "RELEASE 106",
     "RELEASE sector 106 | RELEASE the disc from 106 | RELEASE 106 Capella | ODDAJ 106"),
    ((Settle(0), merged(TWO, {"table": {"players": {"0": {"storage": [0, 9, 9]}}}})),
     "TRADE 4 science FOR money", "TRADE 4 science | TRADE science FOR 2 money"),
]  # fmt: skip


def ways_to_say() -> Iterator[Any]:
    for (decision, base), plain, others in SAME:
        for said in filter(None, map(str.strip, re.split(r"[|\n]", others))):
            yield pytest.param(decision, base, plain, said, id=said)


def reading(decision: Decision[Any], base: dict[str, Any], text: str) -> Any:
    page = read_page(text, ECLIPSE.order_verbs)
    assert page.errors == ()
    return decision.read(view(base), page.lines)


@pytest.mark.parametrize(("decision", "base", "plain", "said"), list(ways_to_say()))
def test_said_otherwise_it_is_the_same_order(
    decision: Decision[Any], base: dict[str, Any], plain: str, said: str
) -> None:
    meant = reading(decision, base, plain).answer
    assert meant is not None
    assert reading(decision, base, said).answer == meant


# -- never a silent guess ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "said", "words"),
    [
        (TURN, "PASS unless attacked", "PASS stands alone"),
        (TURN, "REST nanorobots", "stands alone"),
        (TURN, "MOVE", "Name ships and their way"),
        (TURN, "BUILD", "Say what to build"),
        (TURN, "UPGRADE", "Say which part goes on which ship"),
        (TURN, "MOVE 1 interceptor, 1 cruiser", "Name ships and their way"),
        (TURN, "TRADE 4 materials FOR 3 science", "would bring 2"),
        (TURN, "TRADE 5 materials FOR science", "TRADE 4 materials FOR science"),
        (TURN, "TRADE materials FOR science", "TRADE 2 materials FOR science"),
        (TURN, "EXPLORE NE", "EXPLORE 221 NE"),
        (LAY, "PLACE FACING 225", "write FACING 221"),
        (
            (Discovery(0, "106"), FOUND["ancient_technology"]),
            "USE tachyon drive",
            "cheapest you lack",
        ),
        ((Activate(0, "106", "cruiser"), FIGHT), "ATTACK dreadnought", "TARGET dreadnought"),
        ((Settle(0), TWO), "RELEASE 106, 221", "one sector on a line"),
        ((AnswerOffer(0, 1), FOUR), "NO rush", "REFUSE stands alone"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_could_be_misread_is_asked_back(
    question: tuple[Decision[Any], dict[str, Any]], said: str, words: str
) -> None:
    """Each refusal tells what to write, whether the page is refused or the answer."""
    refused = read_page(said, ECLIPSE.order_verbs).errors
    if refused:
        assert words in refused[0].words
        return
    got = reading(*question, said)
    assert got.answer is None
    assert words in " ".join(problem.words for problem in got.problems)


def test_a_retreat_after_a_round_waits_for_it() -> None:
    decision = Activate(0, "106", "cruiser")
    assert reading(decision, FIGHT, "RETREAT TO 221 AFTER ROUND 2").answer is None
    assert reading(decision, FIGHT, "RETREAT TO 221 AFTER ROUND 2\nATTACK").answer == ""


def test_one_square_is_not_colonized_twice() -> None:
    decision = TakeTurn(0)
    v = view(TWO)
    turn = reading(decision, TWO, "COLONIZE 106 science, 106 science").answer
    assert [p.code for p in decision.problems(v, turn)] == ["square-taken"]


@pytest.mark.parametrize("spoken", ["en", "pl", "hu"])
def test_an_option_sent_back_in_the_readers_language_is_its_number(spoken: str) -> None:
    """So that it is about the very type that was asked about, and binds no other."""
    path = Path(__file__).parents[2] / "scenarios/eclipse/combat/retreat-answers-for-its-type.yaml"
    case = read_scenario(path)
    options = ECLIPSE.read_options(case.options)
    setting = Setting(ECLIPSE, options, secret_for("options"))
    match = Tabletop(setting, position=case.position).match
    view, ((_address, decision),) = match.view(0), match.open_for(0)
    with speaking(spoken):
        for number, option in enumerate(decision.options(view), start=1):
            own = in_readers_words(ECLIPSE, option.order, decision, view)
            assert (own == option.order) == (spoken == "en")
            (line,) = placed(match, 0, read_page(own, ECLIPSE.order_verbs).lines)
            assert line.numbers == (number,)
