"""The chances of battles: closed forms, symmetry, the engine's own battles, and the real map."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.eclipse.combat.battle import fight
from rules.eclipse.odds import chances as reckoning
from rules.eclipse.odds import names_a_place
from rules.eclipse.odds.chances import battle_odds
from rules.eclipse.odds.written import odds_of_text, read_force
from rules.eclipse.ruleset import ECLIPSE
from rules.eclipse.state import Battle, EclipseState
from rules.kernel.decisions import Decision
from rules.lexicon import LexiconError

HEAVY = (
    "2 dreadnought: 2 plasma cannon, ion cannon, improved hull, fusion source, positron computer, "
    "fusion drive, gauss shield; 2 cruiser: plasma cannon, antimatter cannon, improved hull, "
    "tachyon source, positron computer, fusion drive; 2 starbase: ion cannon, plasma cannon, "
    "phase shield, improved hull"
)


def test_two_equal_ships_that_hit_on_six() -> None:
    """Who fires first wins 6/11 of the time; ties go to the defender (ECL 9.3.3)."""
    chances = battle_odds(read_force("1 interceptor"), read_force("1 interceptor"))
    assert chances.defender == pytest.approx(6 / 11)
    assert chances.attacker == pytest.approx(5 / 11)
    assert chances.precision < 1e-6


def test_a_better_computer_by_hand() -> None:
    """Cruiser (hits on 5) against an interceptor without hull that fires first (hits on 6)."""
    chances = battle_odds(read_force("1 interceptor"), read_force("1 cruiser"))
    # The interceptor needs two hits on six, the cruiser one on five or more.
    p, q = 1 / 6, 1 / 3
    stay = (1 - p) * (1 - q)
    one = p / (1 - stay)  # one damage done before the cruiser hits
    second = p / (1 - stay)
    assert chances.attacker == pytest.approx(one * (1 - q) * second, abs=1e-9)


def test_without_cannons_nobody_wins() -> None:
    """ECL 9.9.1"""
    unarmed = "1 cruiser: hull, hull, nuclear source, nuclear drive"
    assert battle_odds(read_force(unarmed), read_force(unarmed)).draw == pytest.approx(1)


def test_a_stalemate_is_told_as_a_lost_field_and_not_as_a_draw() -> None:
    """ECL 9.9.1: whoever attacks leaves, or loses the ships."""
    missiles = "1 interceptor: plasma missile, nuclear source, nuclear drive"
    bare = battle_odds(read_force(missiles), read_force(missiles))
    assert 0 < bare.draw < 1
    told = odds_of_text(missiles, missiles, {})
    assert told["draw"] == 0
    assert told["defender"] == pytest.approx(bare.defender + bare.draw)
    assert f"In {bare.draw * 100:.1f} % the missiles are spent" in " ".join(told["lines"])


def test_chances_add_up_and_missiles_help() -> None:
    plain = "2 cruiser: ion cannon, hull, nuclear source, electron computer, nuclear drive"
    armed = (
        "2 cruiser: ion cannon, plasma missile, nuclear source, electron computer, nuclear drive"
    )
    before = odds_of_text(plain, "2 ancient", {})
    after = odds_of_text(armed, "2 ancient", {})
    assert before["attacker"] + before["draw"] + before["defender"] == pytest.approx(1)
    assert after["attacker"] > before["attacker"]


def test_damage_counts() -> None:
    whole = read_force("2 cruiser")
    hurt = [whole[0]._replace(hurt=(1,))]
    assert battle_odds(hurt, whole).attacker < battle_odds(whole, whole).attacker


def test_playing_it_out_agrees_with_the_exact_answer() -> None:
    forces = (
        read_force("2 dreadnought; 2 cruiser; 2 interceptor"),
        read_force("3 cruiser; 2 starbase"),
    )
    exact = battle_odds(*forces)
    played = reckoning._Battle(*forces).sampled(Random(7))
    assert exact.precision < 1e-6
    assert 0 < played.precision < 0.02
    assert played.attacker == pytest.approx(exact.attacker, abs=played.precision)
    for ship, left in exact.defenders_left.items():
        assert played.defenders_left[ship] == pytest.approx(left, abs=0.1)


def test_a_battle_of_very_many_states_is_within_two_points() -> None:
    found = odds_of_text(HEAVY, HEAVY, {})
    assert 0 < found["precision"] <= 0.02
    assert found["attacker"] + found["draw"] + found["defender"] == pytest.approx(1)
    assert found["lines"][-1].endswith("may be 2 points off.")


# -- against the engine ------------------------------------------------------------------------


class Quick:
    """A table for one battle: dice of its own, everybody silent, nothing recorded."""

    rules = ECLIPSE.version

    def __init__(self, state: EclipseState, rng: Random) -> None:
        self.state, self.table, self.rng = state, state.table, rng

    def sub(self, stem: str) -> "Quick":
        return self

    def tell(self, *_: Any, **__: Any) -> None:
        pass

    def roll(self, label: str, dice: int, sides: int) -> list[int]:
        return [self.rng.randint(1, sides) for _ in range(dice)]

    def ask(self, decision: Decision[Any]) -> Iterator[Any]:
        yield from ()
        return decision.default(ECLIPSE.view(self.state, decision.seat))

    def ask_all(self, decisions: list[Decision[Any]], name: str) -> Iterator[Any]:
        yield from ()
        return [d.default(ECLIPSE.view(self.state, d.seat)) for d in decisions]


def position(ships: dict[str, Any], **more: Any) -> EclipseState:
    """Directorate (0, in 106 first) and Union (1) in sector 106."""
    sector = {"q": 0, "r": -1, "ships": ships, "entered": [int(s) for s in ships], **more}
    parts = {
        "0": {"cruiser": {"1": "plasma_cannon", "4": "positron_computer"}},
        "1": {"dreadnought": {"2": "gauss_shield"}, "cruiser": {"1": "antimatter_cannon"}},
    }
    table = {
        "phase": "combat",
        "hexes": {"106": sector, "221": {"owner": -1, "filled": []}, "225": {"owner": -1}},
        "players": {seat: {"placed": placed} for seat, placed in parts.items()},
    }
    options = ECLIPSE.read_options({"players": 2})
    return ECLIPSE.position(
        options, {"boards": ["terran_directorate", "terran_union"], "table": table}
    )


TWO_FLEETS = {"0": {"cruiser": 2}, "1": {"dreadnought": 1, "cruiser": 2}}
BATTLES = {
    "fleets": position(TWO_FLEETS),
    "Ancients": position({"1": {"cruiser": 2, "interceptor": 1}}, ancients=3),
    "GCDS": position({"1": {"cruiser": 2}}, gcds=True),
}


@pytest.mark.parametrize("name", BATTLES)
def test_the_engine_fights_as_the_odds_say(name: str) -> None:
    start = BATTLES[name]
    sides = list(start.table.hexes["106"].ships)
    defender, attacker = sides if len(sides) == 2 else ("npc", sides[0])
    reckoned = ECLIPSE.odds("", "106", {}, ECLIPSE.view(start, int(attacker)))
    rng = Random(11)
    battles, won = 250, 0
    for _ in range(battles):
        state = ECLIPSE.copy(start)
        state.table.battle = Battle("106")
        for _ask in fight(Quick(state, rng), "106", defender, attacker):  # type: ignore[arg-type]
            raise AssertionError("nobody is asked")
        won += attacker in state.table.hexes["106"].ships
    assert reckoned["precision"] < 1e-6
    deviation = (reckoned["attacker"] * (1 - reckoned["attacker"]) / battles) ** 0.5
    assert won / battles == pytest.approx(reckoned["attacker"], abs=3 * deviation)


# -- on the real map ---------------------------------------------------------------------------


def chances_at(
    state: EclipseState, seat: int | None, place: str, force: str = ""
) -> dict[str, Any]:
    return ECLIPSE.odds(force, place, {}, ECLIPSE.view(state, seat))


def test_a_battle_that_is_due() -> None:
    fleets = BATTLES["fleets"]
    found = chances_at(fleets, 1, "106")
    assert found == chances_at(fleets, 0, "106") == chances_at(fleets, None, "106")
    assert found["lines"][0].endswith("Union attacks Directorate.")
    assert found["lines"][1].startswith("Union: 2 cruiser: initiative 2, cannons 1x4, ")


def test_a_planned_attack_with_ships_that_could_come_or_are_named() -> None:
    state = position({"0": {"cruiser": 1}})
    with pytest.raises(LexiconError, match="WITH 2 cruiser"):
        chances_at(state, 1, "106")
    small = chances_at(state, 1, "106", "1 cruiser")
    large = chances_at(state, 1, "106", "2 cruiser, 1 dreadnought")
    better = chances_at(state, 1, "106", "1 cruiser: 2 antimatter cannon, gluon computer, 2 hull")
    assert small["attacker"] < min(large["attacker"], better["attacker"])


def test_several_opponents_are_named_in_turn() -> None:
    state = position({"0": {"cruiser": 1}, "1": {"cruiser": 1}}, ancients=1)
    found = chances_at(state, 1, "106")
    assert found["lines"][-1] == "Whoever wins then meets the Ancients."


@pytest.mark.parametrize(
    ("place", "force", "words"),
    [("225", "", "could reach|Nobody is in"), ("318", "", "not on the map"),
     ("106", "2 stardestroyers", "ship")],
)  # fmt: skip
def test_refused_plans(place: str, force: str, words: str) -> None:
    with pytest.raises(LexiconError, match=words):
        chances_at(position({}, ancients=1), 0, place, force)


def test_places_are_told_from_forces() -> None:
    assert names_a_place("221")
    assert names_a_place("Procyon")
    assert not names_a_place("2 cruisers")
    assert not names_a_place("1 interceptor")
    assert not names_a_place("")


# -- forces as text ----------------------------------------------------------------------------


def test_species_blueprints_and_names() -> None:
    orion = ECLIPSE.odds("2 krążowniki", "1 cruiser", {"attacker": "Orion"})
    terran = ECLIPSE.odds("2 cruisers", "1 cruiser", {})
    assert orion["attacker"] > terran["attacker"]
    assert orion["lines"][0].startswith("Attacker: 2 cruiser: ")
    assert "shield -1" in orion["lines"][0]


def test_commas_divide_types_that_list_no_parts() -> None:
    assert read_force("2 cruiser, 1 interceptor") == read_force("2 cruiser; 1 interceptor")
    listed = read_force("1 cruiser: ion cannon, hull; 2 interceptor, 1 dreadnought")
    assert [(u.ship, u.ships) for u in listed] == [
        ("cruiser", 1), ("interceptor", 2), ("dreadnought", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    ["", "2 stardestroyers", "1 cruiser; 2 cruiser", "99 interceptor",
     "1 interceptor: 9 hull", "1 interceptor: death ray"],
)  # fmt: skip
def test_refused(text: str) -> None:
    with pytest.raises(LexiconError):
        read_force(text)
