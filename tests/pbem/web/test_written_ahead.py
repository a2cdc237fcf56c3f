"""The page shows what was written ahead and what else could be, as the mails do."""

from datetime import UTC, datetime

import pytest
import time_machine

from tests.pbem.tables import new_table, put, seat_of, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def page(browse):
    """The text of the page of the second seat of a TI4 table, after these orders of its own."""

    def opened(position, orders=""):
        with time_machine.travel(START, tick=False):
            game = new_table(3, ruleset="ti4", rounds=None, mode="planned", seed="page", now=START)
            game = put(game, position, START)
            if orders:
                send(game, 1, orders, now=START)
            reader = browse(seat_of(game, 1).player)
            return " ".join(reader.get(f"/t/{game.pk}/").content.decode().split())

    return opened


def test_what_waits_is_shown_with_how_it_stands(page):
    orders = "REPLENISH IF secondary = Trade\nNEXT TURN: ACTIVATE 27\nTHEN: STRATEGY Imperial"
    text = page({"turn": "Sol", "Hacan": {"cards": ["warfare"]}}, orders)
    assert "Later in this round:</dt><dd>REPLENISH IF secondary = Trade … legal as" in text
    assert "Your next turn:</dt><dd>NEXT TURN: ACTIVATE 27 … legal as things stand" in text
    assert "STRATEGY Imperial … would be refused now: You have no readied" in text


def test_what_others_may_ask_and_rules_for_cards_can_be_clicked(page):
    text = page({"turn": "Sol", "Hacan": {"hand": ["sabotage"]}})
    assert "Your turn comes after Sol." in text
    assert 'data-line="REPLENISH IF secondary = Trade"' in text
    assert 'data-line="STANDING: PLAY Sabotage IF target = mine OR target = me"' in text


def test_who_is_not_asked_in_windows_is_shown_to_everybody(browse):
    game = new_table(2, mode="ask", now=START)
    send(game, 1, "STANDING: PASS", now=START)
    text = browse(seat_of(game, 0).player).get(f"/t/{game.pk}/").content.decode()
    assert "not asked in windows" in text
