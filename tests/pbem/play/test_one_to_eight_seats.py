"""A table may have one seat or eight: clocks, votes, windows and pages work alike."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.clocks import extensions, vacations
from pbem.models import Extension, Game, Prompt
from pbem.play.waiting import waited_for
from pbem.referee import records
from pbem.table import lobby
from tests.pbem.tables import (
    advance,
    by_default,
    match_of,
    new_table,
    play_to_the_end,
    sampling,
    seat_of,
    send,
)
from tests.pbem.web.conftest import browse  # noqa: F401

pytestmark = pytest.mark.django_db

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def logbook(settings):
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, "tests.logbook.ruleset.LOGBOOK"]


def table(players: int, ruleset: str = "skirmish", **more) -> Game:
    hours = {"default": 24, "window": 4} if ruleset == "skirmish" else {"default": 24}
    return new_table(players, ruleset=ruleset, rounds=2, now=START, hours=hours, **more)


def waiting(game: Game) -> list[int]:
    return waited_for(game, match_of(game), game.prompts.filter(state=Prompt.State.OPEN))


@pytest.mark.parametrize("ruleset", ["skirmish", "logbook"])
@pytest.mark.parametrize("mode", ["trust", "ask", "planned"])
@pytest.mark.parametrize("players", [1, 8])
def test_a_whole_game_by_order_text(players, mode, ruleset):
    game = new_table(players, ruleset=ruleset, rounds=1, seed="seats", mode=mode)
    play_to_the_end(game, sampling(players))
    assert game.status == Game.Status.OVER
    assert records.verify(records.export(game)).ok


@pytest.mark.parametrize("ruleset", ["skirmish", "logbook"])
@pytest.mark.parametrize("players", [1, 8])
def test_a_whole_game_of_bots_and_one_of_silence(players, ruleset):
    game = table(players, ruleset, bots=players - 1)
    now = START
    for _ in range(60):
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            break
        now = max((p.due for p in game.prompts.filter(state=Prompt.State.OPEN)), default=now)
        advance(game, now)
    assert game.status == Game.Status.OVER


@pytest.mark.parametrize("players", [1, 8])
def test_everybody_who_has_not_answered_is_waited_for(players):
    game = table(players, "logbook")
    assert waiting(game) == list(range(players))
    for number in range(players - 1):
        send(game, number, "MARK sea", now=START)
        assert waiting(game) == list(range(number + 1, players))
    assert match_of(game).view(None).table.sheets == [{"gold": 0, "sea": 0, "wind": 0}] * players
    send(game, players - 1, "MARK gold", now=START)
    assert waiting(game) == list(range(players)), "the dice have been rolled"


def test_who_plays_alone_gets_more_time_for_the_asking():
    game = table(1)
    asked = extensions.ask(seat_of(game, 0), 12, START + HOUR)
    assert asked.state == Extension.State.GRANTED
    assert {p.due for p in game.prompts.filter(state=Prompt.State.OPEN)} == {
        START + DAY + 12 * HOUR
    }


def test_at_eight_seats_four_of_the_seven_others_decide():
    game = table(8)
    extensions.ask(seat_of(game, 0), 12, START + HOUR)
    states = [extensions.vote(seat_of(game, n), True, START + HOUR).state for n in (1, 2, 3, 4)]
    assert states == [*[Extension.State.OPEN] * 3, Extension.State.GRANTED]


def test_who_plays_alone_may_go_away():
    game = table(1)
    vacations.take(seat_of(game, 0), START.date(), (START + 5 * DAY).date(), START)
    assert game.prompts.get(state=Prompt.State.OPEN).due > START + 5 * DAY


def test_who_plays_alone_may_leave():
    game = table(1)
    lobby.leave(seat_of(game, 0), START)
    game.refresh_from_db()
    assert game.status == Game.Status.OVER, "a bot plays on to the end"


@pytest.mark.parametrize("players", [1, 8])
def test_a_window_of_nobody_and_of_seven(players):
    """A bribe may be countered by all others; where there is nobody else it just happens."""
    game = table(players, mode="ask", seed="w2")
    for number in range(players):
        send(game, number, "1", now=START)
    for number in range(players):
        send(game, number, "BID 0", now=START)
    match = match_of(game)
    [briber, *_] = [seat for seat in match.seats if "bribe" in match.view(seat).mine.cards]
    send(game, briber, "BRIBE", now=START)
    others = [seat for seat in range(players) if seat != briber]
    windows = game.prompts.filter(state=Prompt.State.OPEN, window=True)
    assert sorted(prompt.seat.number for prompt in windows) == others
    advance(game, max((prompt.due for prompt in windows), default=START))
    assert not windows.all().exists()
    assert "Bribed" in [e.event["kind"] for r in game.rulings.all() for e in r.kernel().events]


@pytest.mark.parametrize("ruleset", ["skirmish", "logbook"])
@pytest.mark.parametrize("players", [1, 8])
def test_pages(players, ruleset, browse):  # noqa: F811
    game = table(players, ruleset)
    for address in (f"/t/{game.pk}/", f"/t/{game.pk}/history/"):
        page = browse(seat_of(game, 0).player).get(address)
        assert page.status_code == 200
    play_to_the_end(game, by_default, START)
    assert browse(seat_of(game, 0).player).get(f"/t/{game.pk}/report/").status_code == 200
