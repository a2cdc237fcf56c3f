"""A bot that answers for whoever misses a deadline, where the table wants that."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pbem.clocks.sweep import games_to_advance
from pbem.models import Prompt
from pbem.play import advancing, thinking
from pbem.table import agreement
from rules.kernel.decisions import Reaction
from rules.kernel.thinking.planner import Planner
from rules.lexicon import read_page
from tests.pbem.tables import match_of, new_table, put, send

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
LONG_SINCE = timedelta(days=2)


def table(**more):
    """A table whose questions of two days ago nobody has answered."""
    terms = {"stand_in": True}
    return new_table(2, now=timezone.now() - LONG_SINCE, terms=terms, **more)


def sources(game):
    return [
        given.source.by
        for row in game.rulings.order_by("seq")
        for said in row.kernel().inputs
        for given in getattr(said, "given", ())
    ]


def test_a_missed_question_waits_until_the_bot_has_thought():
    game = table()
    head = game.head_seq
    advancing.advance(game.pk)
    game.refresh_from_db()
    assert (game.thinking, game.head_seq) == (True, head)
    assert game.pk in games_to_advance()
    assert game.prompts.filter(state=Prompt.State.OPEN, waiting=True).count() == 2
    assert thinking.think(game.pk) is False
    game.refresh_from_db()
    assert not game.thinking
    assert game.head_seq > head
    assert set(sources(game)) == {"deadline"}
    assert [seat.missed for seat in game.seats.all()] == [1, 1]


def test_whoever_writes_before_it_has_thought_answers():
    game = table()
    advancing.advance(game.pk)
    send(game, 0, "1")
    kept = match_of(game).view(0).mine.offered[0]
    thinking.think(game.pk)
    assert match_of(game).view(0).mine.objective == kept
    assert sources(game)[:2] == ["script", "deadline"]


def test_a_turn_it_begins_is_played_to_its_end_and_its_player_is_not_asked(monkeypatch):
    thought_of = []

    def answer(self, thought, address, decision):
        thought_of.append(decision.kind())
        view = thought.view
        if decision.kind() == "taketurn":
            lines = read_page("ACTIVATE 27", self.ruleset.order_verbs).lines
            return decision.read(view, lines).answer
        return decision.default(view)

    monkeypatch.setattr(Planner, "answer", answer)
    game = new_table(3, ruleset="ti4", rounds=None, mode="planned", terms={"stand_in": True})
    put(game, {"turn": "@0"}, timezone.now() - 30 * HOUR)
    assert match_of(game).ask.decisions[0].kind() == "taketurn"
    head = game.head_seq
    thinking.think(game.pk)
    assert thought_of[:2] == ["taketurn", "moveships"]
    asked = game.prompts.filter(opened_seq__gt=head)
    assert "moveships" not in asked.values_list("kind", flat=True)
    assert match_of(game).ask.decisions[0].seat != 0


def test_in_a_window_silence_stays_an_answer(monkeypatch):
    monkeypatch.setattr(Planner, "answer", lambda *about: pytest.fail("nothing to think about"))
    since = timezone.now() - LONG_SINCE
    hours = {"default": 24, "window": 4}
    game = new_table(2, now=since, mode="ask", hours=hours, terms={"stand_in": True})
    for text in ("1", "BID 0"):
        for number in (0, 1):
            send(game, number, text, now=since)
    send(game, 0, "RAID Blue WITH 1 fighter", now=since)
    asked = match_of(game).ask
    assert asked.mode == "window"
    assert all(isinstance(decision, Reaction) for decision in asked.decisions)
    advancing.advance(game.pk, since + 5 * HOUR)
    assert match_of(game).ask.address != asked.address


def test_it_is_said_to_whoever_joins():
    assert "a bot answers for you" in agreement.patience(table())
    assert "a bot" not in agreement.patience(new_table(2))
