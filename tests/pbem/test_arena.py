"""The commands `arena` and `simulate --bots`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def told(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_arena_counts_wins_by_level_and_side() -> None:
    said = told("arena", "skirmish", "--seats", "steady,random", "--games", "2", "--seed", "a")
    assert "2 games" in said
    assert "| steady | 2 |" in said
    assert "| random | 2 |" in said
    assert "| side | seats | wins |" in said


def test_arena_seats_everybody_everywhere() -> None:
    said = told("arena", "skirmish", "--seats", "random,random,random", "--games", "3", "--json")
    games = [json.loads(line) for line in said.splitlines()]
    assert [game["seed"] for game in games] == ["1/0", "1/1", "1/2"]
    assert all(len(game["lines"]) == 3 and game["over"] for game in games)


def test_arena_games_repeat_whoever_plays_them() -> None:
    words = ("arena", "skirmish", "--seats", "steady,random", "--games", "2")
    assert told(*words).splitlines()[:2] == told(*words, "--jobs", "2").splitlines()[:2]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("arena", "skirmish", "--seats", "keen,brilliant"), "no level 'brilliant'"),
        (("arena", "skrmish"), "skirmish"),
        (("arena", "skirmish", "--games", "0"), "at least 1"),
        (("arena", "skirmish", "--option", "gold"), "NAME=VALUE"),
    ],
)
def test_arena_says_what_is_wrong(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=says):
        told(*words)


def test_simulate_with_players_that_think() -> None:
    said = json.loads(told("simulate", "skirmish", "--bots", "steady", "--games", "1", "--json"))
    assert said["finished"] == 1
    assert said["violations"] == 0
