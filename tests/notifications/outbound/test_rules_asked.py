"""A mail asks once for a rule for what came to its reader's hand, and offers what may stand."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from notifications.models import Outbox
from pbem.models import Game
from pbem.play import loading
from rules.lexicon import read_page
from rules.ti4.ruleset import TI4
from tests.pbem.tables import new_table, put, send

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
HANDS = {"Sol": {"hand": ["plague"]}, "Hacan": {"hand": ["sabotage", "veto", "flank_speed"]}}


def table(mode: str) -> Game:
    game = new_table(3, ruleset="ti4", rounds=None, mode=mode, seed="rules", now=START)
    return put(game, {"turn": "Hacan", "Hacan": {}, **HANDS}, START)


def mails(game: Game, number: int) -> list[str]:
    rows = Outbox.objects.filter(game=game, seat__number=number).order_by("pk")
    return [row.body for row in rows]


def asked(body: str) -> list[str]:
    said = body.partition("RULES FOR YOUR CARDS")[2].partition("\n\n")[0]
    return [line.strip() for line in said.splitlines() if line.strip().startswith("STANDING:")]


@time_machine.travel(START, tick=False)
def test_a_card_is_asked_a_rule_for_once_and_again_when_it_comes_back(
    django_capture_on_commit_callbacks,
):
    with django_capture_on_commit_callbacks(execute=True):
        game = table("planned")
    (first,) = filter(asked, mails(game, 1))
    assert asked(first) == ["STANDING: PLAY Sabotage IF target = mine OR target = me"]
    assert "hits, active, win chance" in " ".join(first.split())
    with django_capture_on_commit_callbacks(execute=True):
        send(game, 1, "ACTIVATE 31\nMOVE nothing", now=START + HOUR)
    assert len(mails(game, 1)) > 1
    assert len([body for body in mails(game, 1) if asked(body)]) == 1
    with django_capture_on_commit_callbacks(execute=True):
        put(game, {"turn": "Hacan"}, START)
        send(game, 1, "STATUS", now=START + 2 * HOUR)
        put(game, {"turn": "Hacan", **HANDS}, START)
        send(game, 1, "STATUS", now=START + 3 * HOUR)
    assert len([body for body in mails(game, 1) if asked(body)]) == 2


@pytest.mark.parametrize("mode", ["ask", "trust"])
def test_a_table_that_asks_needs_no_rules(mode):
    with time_machine.travel(START, tick=False):
        assert not any(asked(body) for body in mails(table(mode), 1))


@time_machine.travel(START, tick=False)
def test_who_has_written_a_rule_is_asked_for_none():
    game = new_table(3, ruleset="ti4", rounds=None, mode="planned", seed="rules", now=START)
    send(game, 1, "STANDING: PLAY Sabotage IF hits > 3", now=START)
    put(game, {"turn": "Hacan", **HANDS}, START)
    assert asked(mails(game, 1)[-1]) == []


@pytest.mark.parametrize("name", ["ti4", "eclipse"])
def test_the_first_mail_offers_each_line_of_the_doctrine_and_later_ones_none(name):
    with time_machine.travel(START, tick=False):
        game = new_table(3, ruleset=name, rounds=None, mode="trust", seed="doctrine", now=START)
        thinking = loading.rulesets().get(name).features.thinking
        first, *later = mails(game, 0)
        lines = {line.strip() for line in first.splitlines()}
        assert thinking.doctrine
        assert lines.issuperset(thinking.doctrine)
        assert not any("WORTH A STANDING ORDER" in body for body in later)


def test_every_rule_that_is_offered_is_read_and_accepted():
    """Whatever the hand holds: with its condition, and at a moment where it counts."""
    with time_machine.travel(START, tick=False):
        cards = ["shields_holding", "morale_boost", "reparations", "bunker", "intercept", "salvage"]
        game = new_table(3, ruleset="ti4", rounds=None, mode="planned", seed="rules", now=START)
        put(game, {"turn": "Hacan", "Hacan": {"hand": cards}}, START)
        offered = asked(mails(game, 1)[-1])
        assert len(offered) == len(cards)
        assert not read_page("\n".join(offered), TI4.vocabulary({})).errors
        report = send(game, 1, "\n".join(offered), now=START + HOUR).report
        assert [line.status for line in report] == ["command"] * len(cards), report
