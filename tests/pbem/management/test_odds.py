"""`manage.py odds`, as somebody meets it who has never written a force."""

import json

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from pbem.play.loading import rulesets

LEGAL = "2 cruiser: plasma cannon, hull, nuclear source, electron computer, nuclear drive"


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    call_command("odds", *args)
    return capsys.readouterr().out


def test_the_help_shows_how_a_force_is_written() -> None:
    parser = load_command_class(get_commands()["odds"], "odds").create_parser("manage.py", "odds")
    for game in rulesets().by_name.values():
        if odds := game.features.odds:
            assert game.odds(odds.example, odds.example, {})
            assert f"{game.name} '" in parser.epilog


def test_an_answer_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "eclipse", LEGAL, "cruiser x2 (damage 1)")
    assert "exact" in text.splitlines()
    assert "Defender: 2 cruiser: initiative 2" in text
    assert "damage 1." in text
    assert "no legal blueprint" not in text
    assert "{" not in text


@pytest.mark.parametrize(
    ("force", "why"),
    [
        (
            "1 interceptor: 3 antimatter cannon, nuclear drive",
            "more energy than it has",
        ),
        ("1 interceptor: ion cannon, nuclear source", "no drive (ECL 7.4.5)"),
        (
            "1 starbase: ion cannon, nuclear source, nuclear drive",
            "may not have a drive",
        ),
    ],
)
def test_a_blueprint_that_may_not_be_is_said_to_be(
    capsys: pytest.CaptureFixture[str], force: str, why: str
) -> None:
    text = told(capsys, "eclipse", force, "1 ancient", "--json")
    (line,) = [line for line in json.loads(text)["lines"] if "no legal blueprint" in line]
    assert why in line


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("eclipse", "2 cruiser (damage 2)", "gcds"), "cannot have that damage"),
        (("eclipse", "2 cruiser", "gcds", "--option", "speed=9"), "no option"),
        (("eclipse", "2 cruiser", "gcds", "--option", "attacker=Foo"), "species"),
        (("eclipse", "2 cruiser: death ray", "gcds"), "ship part"),
        (("eclips", "2 cruiser", "gcds"), "Did you mean eclipse?"),
    ],
)
def test_refused(args: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words.replace("?", r"\?")):
        call_command("odds", *args)
