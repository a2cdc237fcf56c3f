"""A real game by mail: its rules quoted, its odds reckoned, a whole round in one mail."""

import re
from pathlib import Path

import pytest

from notifications.inbound import outcomes
from notifications.models import Outbox
from notifications.outbound import deliver
from pbem.models import Game, Player, Prompt, Seat, StandingOrder
from pbem.table import lobby
from tests.notifications.conftest import PEOPLE, Post


def table(language: str = "en") -> Game:
    for name, email, zone in PEOPLE[:2]:
        Player.objects.create(email=email, name=name, time_zone=zone, language=language)
    organiser = Player.objects.get(email=PEOPLE[0][1])
    options = {"players": 2, "species": "chosen", "chosen": ["terran_directorate", "planta"]}
    game = lobby.create_game(organiser, "Spica", "eclipse", options)
    for i, (name, email, _) in enumerate(PEOPLE[:2]):
        lobby.join(lobby.invite(game, email, name).token, f"word{i}")
    return lobby.start(game)


def on_turn(game: Game) -> Seat:
    return game.prompts.filter(waiting=True).get().seat


@pytest.fixture
def first(post: Post) -> Seat:
    return on_turn(table())


def flowing(text: str) -> str:
    return " ".join(text.split())


def answer(post: Post, seat: Seat, text: str) -> str:
    assert isinstance(post.say(seat, text), outcomes.Informed)
    return flowing(post.newest(seat).body)


def test_rules_are_quoted(post: Post, first: Seat) -> None:
    whole = answer(post, first, "RULES 5.3")
    assert "5.3: Population squares 5.3.1 A coloured square takes one cube" in whole
    assert "One disc lies" not in whole
    assert "ECL 27.8 D6: Battle: always attack" in answer(post, first, "RULES ECL 27.8 D6")
    assert "no text for rule 99" in answer(post, first, "RULES 99")


def pictures_of(post: Post, seat: Seat) -> dict[str, str]:
    """The pictures of the newest mail as it leaves us: how each is shown, by its file's name."""
    parts = deliver.message(post.newest(seat)).message().walk()
    images = [part for part in parts if part.get_content_type() == "image/png"]
    return {str(part.get_filename()): str(part.get_content_disposition()) for part in images}


def test_a_turn_mail_has_what_is_near_the_map_and_the_own_board(post: Post, first: Seat) -> None:
    own = f"board-{first.number + 1}.png"
    shown = {"near.png": "inline", "map.png": "attachment", own: "attachment"}
    assert pictures_of(post, first) == shown


def test_map_sends_every_board(post: Post, first: Seat) -> None:
    assert "The pictures are attached: Map, Around" in answer(post, first, "MAP")
    shown = pictures_of(post, first)
    files = ["map", "near", "technologies", "board-1", "board-2"]
    assert list(shown) == [f"{name}.png" for name in files]


def test_odds_in_a_sector(post: Post, first: Seat) -> None:
    told = answer(post, first, "ODDS 001 WITH 3 cruisers, 1 dreadnought")
    assert "attacks the GCDS." in told
    assert "the attacker wins: " in told
    assert "Name the force, as in: 001 WITH 2 cruiser" in answer(post, first, "ODDS 001")


def test_odds_of_forces_with_their_parts(post: Post, first: Seat) -> None:
    """A force may hold ";" between its types; the examples of the order page are read."""
    page = (Path(__file__).parents[3] / "docs" / "orders" / "eclipse.md").read_text("utf-8")
    (block,) = re.findall(r"```\n(ODDS.*?)```", page, re.DOTALL)
    (versus,) = [line for line in block.splitlines() if ";" in line]
    told = answer(post, first, f"{versus}   # shall I?")
    assert "the attacker wins: " in told
    assert "Attacker: 2 interceptor: initiative 3" in told
    assert "Attacker: 1 cruiser: initiative 2" in told
    assert "Defender: 3 ancient: " in told
    planned = [line.replace("106", "001") for line in block.splitlines() if "WITH" in line]
    told = answer(post, first, "\n".join(planned))
    assert told.count("the attacker wins: ") == len(planned)


def test_a_round_in_one_mail(post: Post, first: Seat) -> None:
    home = {0: "221", 1: "226"}[first.number]
    outcome = post.say(
        first,
        f"""PASS
NEXT TURN: BUILD interceptor AT {home}

STANDING:
HOLD
TARGET dreadnought, cruiser
RETREAT TO {home} IF my_ships < enemy_ships AND battle_round > 1
ATTACK
KEEP highest
TRADE 4 materials FOR money
RELEASE {home}
""",
    )
    assert isinstance(outcome, outcomes.OrdersTaken)
    told = post.newest(first).body
    assert "NOT LEGAL" not in told
    assert "not needed" not in told
    kept = [order.text.split()[0] for order in StandingOrder.objects.filter(seat=first)]
    assert kept == ["HOLD", "TARGET", "IF", "ATTACK", "KEEP", "TRADE", "RELEASE"], "as they stand"


def test_a_turn_in_polish(post: Post) -> None:
    seat = on_turn(table("pl"))
    mail = post.newest(seat)
    told = flowing(mail.body)
    assert "runda 1 z 9, faza akcji" in mail.subject
    assert "Twoja tura: akcja albo pas. Dyski na torze: 12; 4 pieniądze, 4 nauki" in told
    assert "#1 Rozpoczyna Planta. Dostępne technologie: " in told
    assert "Miejsce 1: Terran Directorate, sektor początkowy 221 Procyon." in told
    assert "Planta: 1 × myśliwiec; artefakt" in told
    assert "Only you see this" not in mail.body
    assert "BUDUJ 1 myśliwiec W 226" in mail.body, "orders in the reader's language"


@pytest.mark.parametrize(
    ("language", "order", "refusal"),
    [
        ("en", "RESEARCH Plasma Cannon", "Plasma Cannon costs 5 science; you have 4. [ECL 7.3.2]"),
        ("pl", "WYNAJDŹ Plasma Cannon", "Plasma Cannon kosztuje 5 nauki; masz 4. [ECL 7.3.2]"),
        ("hu", "KUTAT Plasma Cannon", "Plasma Cannon ára 5 tudomány; neked van: 4. [ECL 7.3.2]"),
        ("pl", "BUILD pancernik AT 221", "Nie masz dysku w sektorze 221; buduj tam, gdzie masz."),
        ("pl", "GIVE UP", "Poddać się może tylko gracz bez dysków i statków na mapie."),
        ("pl", "EXPLORE 226", "Podaj sektor i kierunek od niego, na przykład: EXPLORE 221 NE"),
    ],
)
def test_a_refusal_in_the_players_language(
    post: Post, language: str, order: str, refusal: str
) -> None:
    seat = on_turn(table(language))
    assert isinstance(post.say(seat, order), outcomes.OrdersTaken)
    assert f"{order} … " in post.newest(seat).body
    assert refusal in flowing(post.newest(seat).body)


def test_each_player_reads_the_same_ruling_in_their_own_language(post: Post) -> None:
    game = table()
    seat = on_turn(game)
    other = game.seats.select_related("player").exclude(pk=seat.pk).get()
    Player.objects.filter(pk=other.player_id).update(language="hu")
    post.say(seat, "PASS")
    assert "Planta passed first and will begin the next round." in flowing(post.newest(seat).body)
    told = flowing(post.newest(other).body)
    assert "Planta elsőként passzolt, és ő kezdi a következő kört." in told


@pytest.mark.parametrize(
    ("language", "asked", "told"),
    [
        (
            "en",
            "RULES plasma cannon",
            "Plasma Cannon (technology, military): 6 science, at least 4.",
        ),
        ("pl", "RULES działo plazmowe", "Plasma Cannon (technologia, militarne): koszt w nauce 6"),
        ("hu", "RULES Planta", "Planta (faj): kezdőszektor: 226 61 Cygni;"),
        ("en", "RULES Shard Hull", "Shard Hull (ship part, from a discovery): hull 3."),
        ("en", "HELP", "RULES 9.4 or RULES Plasma Cannon – the text of a rule or a card"),
    ],
)
def test_what_a_name_stands_for(post: Post, language: str, asked: str, told: str) -> None:
    assert told in answer(post, on_turn(table(language)), asked)


def test_a_collapsed_player_goes_on_getting_and_sending_mail(post: Post) -> None:
    """All discs spent on actions without effect; the home sector goes, and it is not enough."""
    for name, email, zone in PEOPLE:
        Player.objects.create(email=email, name=name, time_zone=zone)
    organiser = Player.objects.get(email=PEOPLE[0][1])
    sides = ["terran_directorate", "terran_union", "terran_federation"]
    options = {"players": 3, "species": "chosen", "chosen": sides}
    game = lobby.create_game(organiser, "Spica", "eclipse", options)
    for i, (name, email, _) in enumerate(PEOPLE):
        lobby.join(lobby.invite(game, email, name).token, f"word{i}")
    lobby.start(game)
    spender, *others = game.seats.order_by("number")
    for seat in others:
        post.say(seat, "STANDING: REST IF round = 1")
    post.say(spender, "STANDING:\nINFLUENCE FLIP 0\nRELEASE 221")
    told = flowing(post.newest(spender).body)
    assert "The civilization of Directorate collapsed and leaves the game with 0 points." in told
    assert on_turn(game) in others
    assert "Nothing is wanted of you now." in told
    board = answer(post, spender, "STATUS")
    assert "YOU Terran Directorate, out of the game Final points: 0 UNION" in board
    assert isinstance(post.say(spender, "PASS"), outcomes.OrdersTaken)
    for _ in others:
        post.say(on_turn(game), "PASS")
    told = flowing(post.newest(others[0]).body)
    assert "Round 3 begins with " in told
    assert "Directorate passed" not in told


@pytest.mark.parametrize(("players", "said"), [(4, True), (3, False)])
def test_the_subject_says_how_many_wait_for_one_reader(
    post: Post, players: int, said: bool
) -> None:
    people = [
        Player.objects.create(name=f"Player {k}", email=f"player{k}@example.org")
        for k in range(players)
    ]
    game = lobby.create_game(people[0], "Spica", "eclipse", {"players": players})
    for person in people:
        lobby.sit_down(game, person)
    lobby.start(game)
    asked = Prompt.objects.get(game=game, state=Prompt.State.OPEN).seat
    subject = Outbox.objects.filter(seat=asked).latest("pk").subject
    assert ("· 3 wait for you ·" in subject) == said
