"""The scenario runner itself: what does not hold is said, what cannot be run is explained."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from rules.kernel.errors import UnknownRuleset
from rules.kernel.ruleset import Rulesets
from rules.kernel.trials.scenarios import BadScenario, run_file, scenario_files

RULESETS = Rulesets(["tests.skirmish.ruleset.SKIRMISH"])
BASE: dict[str, Any] = {
    "game": "skirmish",
    "title": "Red passes",
    "options": {"players": 2},
    "position": {
        "table": {
            "phase": "turn",
            "order": [0, 1],
            "sides": {0: {"tokens": 2}, 1: {"tokens": 2}},
        }
    },
    "play": [{"Red": "PASS"}, {"expect": {"events": [{"Passed": {"seat": 0}, "cite": "SKR 3.4"}]}}],
}


def written(tmp_path: Path, **change: Any) -> Path:
    path = tmp_path / "case.yaml"
    path.write_text(yaml.safe_dump({**BASE, **change}, allow_unicode=True), encoding="utf-8")
    return path


def failures(tmp_path: Path, expect: dict[str, Any], **change: Any) -> tuple[str, ...]:
    play = [*change.pop("before", [{"Red": "PASS"}]), {"expect": expect}]
    return run_file(written(tmp_path, play=play, **change), RULESETS).failures


def test_a_case_that_holds(tmp_path: Path) -> None:
    assert run_file(written(tmp_path), RULESETS).failures == ()


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ({"events": ["Raised"]}, "no Raised"),
        ({"events": [{"Passed": {"seat": 1}}]}, "no Passed"),
        ({"events": [{"Passed": None, "cite": "SKR 9.9"}]}, "no Passed"),
        ({"no_events": ["Passed"]}, "Passed happened"),
        ({"state": {"table.sides.0.passed": False}}, "is True, not False"),
        ({"asks": {"Red": "TakeTurn"}}, "Red is asked []"),
        ({"problems": ["cannot-pay"]}, "problems are []"),
        ({"problems": {"Red": ["cannot-pay"]}}, "Red has problems []"),
        ({"sees": {"Blue": ["-Passed"]}}, "Blue sees Passed"),
        ({"sees": {"Blue": ["Spied"]}}, "Blue does not see Spied"),
        ({"over": True}, "not over"),
        ({"options": {"Blue": ["PASS"]}}, "may choose"),
    ],
)
def test_what_does_not_hold_is_said(tmp_path: Path, expect: dict[str, Any], words: str) -> None:
    (failure,) = failures(tmp_path, expect)
    assert words in failure
    assert failure.startswith("entry 2")


def test_an_unexpected_problem_fails_the_case(tmp_path: Path) -> None:
    (failure,) = failures(tmp_path, {"over": False}, before=[{"Red": "RAISE 3 cruisers"}])
    assert "unexpected cannot-pay" in failure


def test_forced_dice_nobody_rolled_fail_the_case(tmp_path: Path) -> None:
    (failure,) = failures(tmp_path, {"over": False}, dice={"*/attacker/fighter": [6]})
    assert "nobody rolled" in failure


def test_broken_promises_fail_the_case(tmp_path: Path) -> None:
    sides = {0: {"tokens": 2}, 1: {"tokens": 2, "gold": -1}}
    position = {"table": {"phase": "turn", "order": [0, 1], "sides": sides}}
    broken = failures(tmp_path, {"over": False}, position=position)
    assert any("gold" in words for words in broken)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"play": [{"Red": "PASS"}]}, "expects nothing"),
        ({"play": [{"Purple": "PASS"}, {"expect": {"over": False}}]}, "Purple"),
        ({"play": [{"expect": {"colour": 1}}]}, "no 'colour'"),
        ({"play": [{"Red": ["PASS"]}]}, "orders are text"),
        ({"play": [{"expect": {"state": {"table.sides.9": 1}}}]}, "no table.sides.9"),
        ({"options": {"playrs": 2}}, "Did you mean players?"),
        ({"options": {"players": 12}}, "1 to 8 players"),
        ({"position": {"table": {"gold": 3}}}, "gold"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_run_is_explained(tmp_path: Path, change: Any, words: str) -> None:
    with pytest.raises(BadScenario, match=r"case\.yaml") as bad:
        run_file(written(tmp_path, **change), RULESETS)
    assert words in str(bad.value)


def test_an_unknown_game_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UnknownRuleset, match="Did you mean skirmish"):
        run_file(written(tmp_path, game="skirmsh"), RULESETS)


def test_files_and_folders(tmp_path: Path) -> None:
    path = written(tmp_path)
    assert list(scenario_files([tmp_path, path])) == [path, path]
    with pytest.raises(BadScenario, match="no file or folder"):
        list(scenario_files([tmp_path / "nothing"]))
    path.write_bytes(b"\xff\xfe{")
    with pytest.raises(BadScenario, match="not YAML"):
        run_file(path, RULESETS)
