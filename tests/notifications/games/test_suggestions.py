"""SUGGEST by mail: whole turns that are legal, each with its reason; a number takes one."""

import re
from random import Random

import pytest

from notifications.compose import questions
from notifications.inbound import outcomes
from pbem.models import Game, Player, Seat
from pbem.play import loading
from pbem.table import lobby
from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.thinking import suggestions
from rules.kernel.thinking.rehearsal import Thought
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.ti4.ruleset import TI4
from tests.notifications.conftest import PEOPLE, Post


def on_turn(ruleset: str, players: int) -> Seat:
    people = [
        Player.objects.create(email=email, name=name, time_zone=zone)
        for name, email, zone in PEOPLE[:players]
    ]
    game: Game = lobby.create_game(people[0], "Rigel", ruleset, {"players": players}, "trust")
    for i, person in enumerate(people):
        lobby.sit_down(game, person, f"word{i}")
    found = lobby.start(game).prompts.filter(waiting=True).select_related("seat__player").first()
    assert found is not None
    return found.seat


def suggested(post: Post, seat: Seat) -> list[str]:
    """What `SUGGEST` answers; a turn comes with its reason."""
    asked = seat.game.prompts.filter(waiting=True).earliest("pk").kind
    turn = any(
        kind.root for kind in loading.ruleset_of(seat.game).decisions if kind.kind() == asked
    )
    assert isinstance(post.say(seat, "SUGGEST"), outcomes.Informed)
    row = post.newest(seat)
    assert row.listed["orders"]
    flowing = " ".join(row.body.split())
    for number, orders in enumerate(row.listed["orders"], start=1):
        assert f"{number}. {orders}{' # ' if turn else ''}" in flowing
    return list(row.listed["orders"])


def test_a_number_takes_the_turn_that_was_suggested(post: Post) -> None:
    seat = on_turn("eclipse", 2)
    for _ in range(6):
        orders = suggested(post, seat)
        assert 1 <= len(orders) <= 3
        before = Game.objects.get(pk=seat.game_id).head_seq
        assert isinstance(post.say(seat, "1"), outcomes.OrdersTaken)
        body = " ".join(post.newest(seat).body.split())
        for order in orders[0].split("; "):
            assert f"{order} … ok" in body or f"1 … read as: {order} – ok" in body
        game = Game.objects.get(pk=seat.game_id)
        assert game.head_seq > before
        seat = game.prompts.filter(waiting=True).select_related("seat__player").first().seat


def test_an_answer_that_is_no_turn_is_not_called_a_quiet_one(post: Post) -> None:
    seat = on_turn("ti4", 3)
    assert not seat.game.prompts.filter(waiting=True, kind="taketurn").exists()
    assert suggested(post, seat)
    assert "quiet turn" not in post.newest(seat).body


def test_beside_orders_the_turns_are_not_numbered(post: Post) -> None:
    seat = on_turn("eclipse", 2)
    assert isinstance(post.say(seat, "SUGGEST\nCHOOSE nobody"), outcomes.OrdersTaken)
    body = post.newest(seat).body
    assert "SUGGESTIONS" in body
    assert re.search(r"SUGGESTIONS\n  1\.", body) is None


@pytest.mark.parametrize(("ruleset", "players"), [(TI4, 3), (ECLIPSE, 3), (INSCRIPTION, 3)])
def test_what_a_turn_mail_suggests_is_legal_and_told_by_the_view_alone(ruleset, players):
    """Each line is carried out in a dry run, and games that look alike give the same turn."""
    options = ruleset.read_options({"players": players})
    setting = Setting(ruleset, options, secret_for("ideas"))
    match, ruling = Match.start(setting)
    bot, path, whole, turns = RandomBot(Random(5)), [ruling], 0, 0
    while match.ask is not None and turns < 25:
        address, asked = match.ask.items()[-1]
        if asked.root and not asked.options(match.view(asked.seat)):
            turns += 1
            found = suggestions.first_idea(Thought(match, asked.seat, "s"), address, asked)
            whole += found is not None and len(found.orders) > 1 and bool(found.gains)
            since = [one for one in path if one.n >= match.snap.n]
            twin = Match.resume(setting, match.snap, since)
            twin._set_state(ruleset.disguise(twin.state, asked.seat, Random(turns)))
            again = suggestions.first_idea(Thought(twin, asked.seat, "s"), address, asked)
            assert again == found
        path.append(match.apply(bot.next_input(match)))
    assert turns == 25 or (match.ask is None and turns > 10)
    assert whole > 3 or ruleset is ECLIPSE


def test_a_turn_mail_offers_a_whole_turn_and_what_silence_means(post: Post) -> None:
    seat = on_turn("eclipse", 2)
    for _ in range(4):
        game = Game.objects.get(pk=seat.game_id)
        match = loading.load(game).match
        prompts = list(game.prompts.filter(waiting=True, seat=seat))
        (need,) = questions.needs(match, match.view(seat.number), prompts, seed="s")
        if need.idea:
            row = post.newest(seat)
            assert row.listed["orders"][-1] == need.description.default
            told = " ".join(row.body.split())
            assert re.search(
                rf"1\. {re.escape(row.listed['orders'][0])} # (gains: \w|a quiet turn)", told
            )
            return
        post.say(seat, "1")
        seat = game.prompts.filter(waiting=True).select_related("seat__player").first().seat
    pytest.fail("no turn came")


def test_an_answer_that_cannot_be_listed_comes_with_the_games_idea_first(post: Post) -> None:
    """A drawn sector is offered in its place, with what is gained, before it is offered back."""
    seat = on_turn("eclipse", 2)
    for _ in range(30):
        game = Game.objects.get(pk=seat.game_id)
        seat = game.prompts.filter(waiting=True).select_related("seat__player").first().seat
        listed = post.newest(seat).listed["orders"]
        if "DISCARD" in listed and listed[0].startswith("PLACE") and "; " in listed[0]:
            assert isinstance(post.say(seat, "1"), outcomes.OrdersTaken)
            body = " ".join(post.newest(seat).body.split())
            assert "not carried out" not in body
            for order in listed[0].split("; "):
                assert f"{order} … ok" in body or f"read as: {order} – ok" in body
            return
        explore = next((one for one in listed if one.startswith("EXPLORE")), listed[0])
        post.say(seat, explore)
    pytest.fail("nobody drew a sector to place")
