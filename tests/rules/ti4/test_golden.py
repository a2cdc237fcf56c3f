"""Two rounds of a six-player game by mail, as a golden record: every word and every citation.

After a deliberate change of rulings: `GOLDEN=write pytest` on this file, and read the difference.
"""

import os

import pytest

from tests.rules.ti4.golden.play import RECORDS, transcript


@pytest.mark.parametrize("name", RECORDS)
def test_six_players_for_two_rounds(name: str) -> None:
    ruleset, record = RECORDS[name]
    played = transcript(ruleset)
    if os.environ.get("GOLDEN") == "write":
        record.write_text(played, encoding="utf-8")
    assert played == record.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RECORDS)
def test_the_golden_game_has_everything(name: str) -> None:
    text = RECORDS[name][1].read_text(encoding="utf-8")
    for sign in (
        "uses the secondary of",
        "gained the technology",
        "for 3 commodities",
        "removed the custodians token",
        "Morale Boost of Letnev was cancelled",
        "Anti-Fighter Barrage",
        "sustained damage on",
        "The combat at tile 27 is over",
        "used Bombardment",
        "Combat at New Albion",
        "refused Xxcha: too-far",
        "Gravity rift dice",
        "scored Intimidate Council",
        "scored Threaten Enemies",
        "The agenda is Fleet Regulations",
        "cast 6 votes",
        "played Veto",
    ):
        assert sign in text, sign
