"""What the other tests show on SQLite, on the database of a real server."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.clocks import attendance, extensions, reminders, sweep
from pbem.models import Game, Heartbeat, Prompt
from pbem.play import advancing
from pbem.referee import records
from pbem.table import lobby
from tests.pbem.tables import new_table, play_to_the_end, sampling, seat_of, send

pytestmark = pytest.mark.postgres

START = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_game_with_undo_and_a_deal():
    game = new_table(3, rounds=1, seed="postgres")
    for text in ("1", "BID 0"):
        for number in range(3):
            send(game, number, text)
    send(game, 0, "RAISE 1 fighter")
    send(game, 0, "UNDO")
    send(game, 1, "OFFER 2 gold FOR 0 gold TO Red")
    send(game, 0, "ACCEPT 1\nSTANDING: HITS fighter, cruiser")
    send(game, 0, "nul\x00 and \ud800 do no harm")
    play_to_the_end(game, sampling(1))
    assert game.status == Game.Status.OVER
    assert records.verify(records.export(game)).ok
    assert lobby.final_report(game).rulings == game.head_seq


def test_the_sweep_downtime_and_pauses():
    sweep.games_to_advance(START - 2 * HOUR)
    game = new_table(2, now=START)
    assert sweep.games_to_advance(START + 3 * HOUR) == []
    assert {p.due for p in game.prompts.all()} == {START + 27 * HOUR}
    lobby.pause(game, START + 3 * HOUR)
    send(game, 0, "1", now=START + 3 * HOUR)
    assert sweep.games_to_advance(START + 3 * HOUR) == []
    lobby.resume(game, START + 4 * HOUR)
    assert {p.due for p in game.prompts.all()} == {START + 28 * HOUR}
    lobby.give_to_bot(seat_of(game, 1))
    assert game.prompts.get(state=Prompt.State.OPEN).kind == "bid"


def test_what_still_has_to_be_advanced_is_found_however_often_it_is_asked():
    """A statement that comes again is left with the server, which has to know what its values
    are."""
    games = [new_table(2, now=START, terms={"grace_hours": 2}) for _ in range(2)]
    keys = [game.pk for game in games]
    for hours, found in ((24, []), (26, keys), (27, keys), (28, keys)):
        assert sweep.still_to_advance(keys, START + hours * HOUR) == found
    advancing.advance(keys[0], START + 28 * HOUR)
    assert sweep.still_to_advance(keys, START + 28 * HOUR) == keys[1:]


def test_clocks_with_terms():
    """Sums of times and durations are the database's own work, and each has its own ways."""
    game = new_table(2, now=START, terms={"grace_hours": 2, "quiet": "15:00-18:00"})
    sweep.games_to_advance(START)
    assert reminders.games_to_remind(START + 17 * HOUR) == []
    assert reminders.games_to_remind(START + 18 * HOUR) == [game.pk]
    assert reminders.remind(game.pk, START + 18 * HOUR) == 2
    extensions.ask(seat_of(game, 0), 4, START + 19 * HOUR)
    extensions.vote(seat_of(game, 1), True, START + 19 * HOUR)
    assert {p.due for p in game.prompts.all()} == {START + 30 * HOUR}
    Heartbeat.objects.update(at=START + 31 * HOUR)
    assert sweep.games_to_advance(START + 31 * HOUR) == []
    send(game, 0, "1", now=START + 31 * HOUR)
    Heartbeat.objects.update(at=START + 32 * HOUR)
    assert sweep.games_to_advance(START + 32 * HOUR) == [game.pk]
    advancing.advance(game.pk, START + 32 * HOUR)
    kept = attendance.of_game(game)
    assert (kept[0].late, kept[0].typical, kept[1].missed) == (1, 31 * HOUR, 1)
