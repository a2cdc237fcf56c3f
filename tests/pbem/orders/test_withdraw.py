"""WITHDRAW is a retreat where a battle asks for one, and else takes back what waits."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pbem.orders import intake
from pbem.orders.submissions import verbs_of
from rules.eclipse.combat.retreat import Activate
from rules.lexicon import read_page
from tests.orders.corpus import question
from tests.pbem.tables import match_of, new_table, send, statuses

pytestmark = pytest.mark.django_db

WORDS = ["WITHDRAW", "wycofaj", "Visszavon."]


@pytest.fixture
def eclipse():
    """An Eclipse table whose turns wait ten minutes."""
    return new_table(2, ruleset="eclipse", rounds=None, terms={"repent_minutes": 10})


@pytest.mark.parametrize("word", WORDS)
def test_it_takes_back_a_turn_that_waits(eclipse, word):
    now = timezone.now()
    seat = eclipse.prompts.get(state="open").seat.number
    sent = send(eclipse, seat, "1", now=now)
    assert statuses(sent) == ["waiting"]
    said = send(eclipse, seat, word, now=now + timedelta(minutes=1))
    assert statuses(said) == ["command"]
    sent.refresh_from_db()
    assert statuses(sent) == ["unused"]


@pytest.mark.parametrize("word", WORDS)
def test_it_is_asked_back_where_nothing_waits(eclipse, word):
    (line,) = send(eclipse, 0, word).report
    assert (line.status, line.code) == ("refused", "nothing-sealed")


@pytest.mark.parametrize("word", ["WITHDRAW", "wycofaj się", "Withdraw to 221"])
def test_a_battle_has_the_word_first(eclipse, word, monkeypatch):
    match = match_of(eclipse)
    decision, view = question("eclipse", "fight")
    assert isinstance(decision, Activate)
    monkeypatch.setattr(match, "open_for", lambda seat: [("battle", decision)])
    monkeypatch.setattr(match, "view", lambda seat: view)
    page = read_page(word, verbs_of(match.ruleset))
    assert [line.verb for line in intake.reread(match, 0, page).lines] == ["retreat"]
