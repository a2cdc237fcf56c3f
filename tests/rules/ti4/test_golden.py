"""Two rounds of a six-player game by mail, as a golden record: every word and every citation.

After a deliberate change of rulings: `GOLDEN=write pytest` on this file, and read the difference.
"""

import os

from tests.rules.ti4.golden.play import RECORD, transcript


def test_six_players_for_two_rounds() -> None:
    played = transcript()
    if os.environ.get("GOLDEN") == "write":
        RECORD.write_text(played, encoding="utf-8")
    assert played == RECORD.read_text(encoding="utf-8")


def test_the_golden_game_has_everything() -> None:
    text = RECORD.read_text(encoding="utf-8")
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
        "cast 6 vote(s)",
        "played Veto",
    ):
        assert sign in text, sign
