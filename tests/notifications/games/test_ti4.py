"""Twilight Imperium by mail, for players without the box: what cards do is written out."""

from datetime import timedelta

import pytest
import time_machine

from notifications.inbound import outcomes
from notifications.outbound import deliver
from pbem.models import Game, Player, Seat
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, START, Post
from tests.notifications.games.test_pauses_tell_nothing import table
from tests.pbem.tables import send


def seated(language: str) -> Seat:
    """Somebody who is asked something at a table of three."""
    people = [
        Player.objects.create(email=email, name=name, time_zone=zone, language=language)
        for name, email, zone in PEOPLE
    ]
    game: Game = lobby.create_game(people[0], "Rigel", "ti4", {"players": 3})
    for i, person in enumerate(people):
        lobby.sit_down(game, person, f"word{i}")
    found = lobby.start(game).prompts.filter(waiting=True).first()
    assert found is not None
    return found.seat


def answer(post: Post, seat: Seat, text: str) -> str:
    assert isinstance(post.say(seat, text), outcomes.Informed)
    return " ".join(post.newest(seat).body.split())


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        ("en", "RULES Sabotage", "Sabotage (action card): Another player plays an action card"),
        ("en", "RULES sabotge", "Sabotage (action card): "),
        ("pl", "RULES Sabotage", "Sabotage (karta akcji): Inny gracz zagrywa kartę akcji inną niż"),
        (
            "pl",
            "ZASADY niszczyciel",
            "Destroyer I (niszczyciel): koszt 1, walka 9, ruch 2, Ostrzał",
        ),
        ("hu", "SZABÁLYOK Leadership", "Leadership (stratégiakártya, 1.): Elsődleges képesség: 3"),
        ("en", "RULES Sabotaged cards", "Did you mean Sabotage, "),
        ("pl", "RULES Sabotaged cards", "Nie ma tu nazwy"),
        ("en", "RULES 25.5a", "25.5a: "),
        ("en", "RULES 99", "has no text for rule 99 here"),
        ("en", "RULES", "RULES 9.4, RULES Sabotage"),
        ("en", "HELP", "RULES 9.4 or RULES Sabotage – the text of a rule or a card"),
        ("pl", "HELP", "ZASADY 9.4 lub ZASADY Sabotage – treść zasady lub karty"),
    ],
)
def test_rules_by_number_and_by_name(post: Post, language: str, asked: str, told: str) -> None:
    assert told in answer(post, seated(language), asked)


@pytest.mark.parametrize(
    ("language", "heading", "how"),
    [
        ("en", "ONLY YOU SEE THIS", "RULES and a name, as in RULES Sabotage, tells what a card"),
        ("pl", "WIDZISZ TO TYLKO TY", "ZASADY i nazwa, na przykład ZASADY Sabotage, wyjaśnia, co"),
        (
            "hu",
            "EZT CSAK TE LÁTOD",
            "A SZABÁLYOK és egy név, például SZABÁLYOK Sabotage, megmondja, mit",
        ),
    ],
)
def test_a_turn_says_once_what_is_private_and_how_to_look_up(
    post: Post, language: str, heading: str, how: str
) -> None:
    body = post.newest(seated(language)).body
    assert body.upper().count(heading) == 1
    assert how in " ".join(body.split())


def test_only_the_newest_fault_is_quoted(post: Post) -> None:
    seat = seated("en")
    post.say(seat, "RESEARCH War Sun")
    post.say(seat, "STATUS")
    assert "Your orders stopped here" in " ".join(post.newest(seat).body.split())
    post.say(seat, "FROBNICATE")
    assert "Your orders stopped here" not in " ".join(post.newest(seat).body.split())


def test_a_turn_mail_goes_from_what_is_wanted_to_the_rest(post: Post) -> None:
    """On a phone nobody scrolls to find what to write: answers and the way to the table stand above
    the picture, news and the position below it."""
    game = table("ti4", "planned", {"turn": "Winnu", "Sol": {"hand": ["plague"]}})
    later = START + timedelta(hours=20)
    with time_machine.travel(later, tick=False):
        send(game, 2, "ACTIVATE 26\nMOVE nothing", now=later)
    page = deliver.page(post.newest(game.seats.get(number=0)), "cid:map")
    order = (
        ">NEEDS YOU<", ">REPLY WITH ONE OF THESE", ">TEMPLATE", ">Open the table<", "<img",
        ">LATER TURNS<", ">YOU MAY BE ASKED THIS ROUND",
        ">ONLY YOU SEE THIS<",
        ">YOU<", ">PUBLIC OBJECTIVES<", ">THE OTHERS<", ">THE GALAXY<", ">WHAT ELSE HAPPENED<",
    )  # fmt: skip
    places = [page.find(words) for words in order]
    assert -1 not in places, dict(zip(order, places, strict=True))
    assert places == sorted(places)
