"""Who is asked in reaction windows is a choice that the table knows of."""

from datetime import UTC, datetime

import pytest

from pbem.models import StandingOrder
from pbem.orders import wishes
from tests.pbem.tables import match_of, new_table, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)


def told(orders: str, mode: str = "ask", **more) -> dict[int, str]:
    game = new_table(2, mode=mode, now=START, **more)
    send(game, 1, orders, now=START)
    standing = StandingOrder.objects.filter(seat__game=game, active=True)
    return wishes.in_words(game, match_of(game), game.seats.all(), standing)


def test_whoever_passes_in_all_windows_is_known_not_to_be_asked():
    assert told("STANDING: PASS") == {1: "not asked in windows"}
    assert told("STANDING: PASS", mode="planned", terms={"windows": "rolled"}) == {
        1: "not asked in windows"
    }


def test_an_exception_and_single_windows_are_told():
    assert told("STANDING: PASS rolled") == {1: "not asked in: rolled"}
    windows = told("STANDING: PASS\nSTANDING: ASK rolled")[1]
    assert windows.startswith("not asked in: ")
    assert "rolled" not in windows


def test_rules_for_cards_and_conditions_are_nobody_elses_business():
    assert told("STANDING: PLAY dodge") == {}
    assert told("STANDING: PASS IF gold > 3") == {}
    assert told("STANDING: PASS", mode="planned", terms={"windows": "none"}) == {}
