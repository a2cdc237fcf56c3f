"""Two rounds of a three-player game by mail, in three languages, as a golden record.

After a deliberate change of rulings: `GOLDEN=write pytest` on this file, and read the difference.
"""

import os

import pytest

from tests.rules.ti3.golden.play import LANGUAGES, RECORD, transcript


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_players_for_two_rounds(language: str) -> None:
    played = transcript(language)
    if os.environ.get("GOLDEN") == "write" and language == "en":
        RECORD.write_text(played, encoding="utf-8")
    assert played == RECORD.read_text(encoding="utf-8")


def test_the_golden_game_has_everything() -> None:
    text = RECORD.read_text(encoding="utf-8")
    for sign in (
        "took Political",
        "Before the Galactic Council",
        " trade: ",
        "carrying 3 Ground Forces",
        "took control of Dal Bootha",
        "Space battle in Mecatol Rex",
        "[TI3 9.1.2]",
        "A public objective is turned up",
    ):
        assert sign in text, sign
    assert "refused" not in text
