"""Commands out of a text: which they are, and what is left for the game."""

import pytest

from notifications.commands import reading
from notifications.commands.dispatch import title_of
from notifications.commands.table import Table
from notifications.models import Outbox
from pbem.table.lobby import LobbyError
from rules.eclipse.ruleset import ECLIPSE
from rules.ti4.ruleset import TI4
from tests.skirmish.ruleset import SKIRMISH


def split(text):
    found = reading.split(text, SKIRMISH)
    return [(title_of(said).lower(), said.rest) for said in found.commands], found.orders


WORDS = {
    "STATUS": ("status", ""),
    "stan gry": ("status", ""),
    "Állás": ("status", ""),
    "RĘKA": ("hand", ""),
    "kezem": ("hand", ""),
    "MAPA": ("map", ""),
    "térkép": ("map", ""),
    "HISTORIA 12": ("history", "12"),
    "történet 12": ("history", "12"),
    "RULES 9.4": ("rules", "9.4"),
    "szabály 9.4": ("rules", "9.4"),
    "SZANSE 2 VS 3": ("odds", "2 VS 3"),
    "URLOP do 24.01": ("vacation", "do 24.01"),
    "szabadság 24": ("vacation", "24"),
    "PRZEDŁUŻ 24": ("extend", "24"),
    "hosszabbít 24": ("extend", "24"),
    "SPÓR 3 nie tak": ("dispute", "3 nie tak"),
    "vita 3 nem": ("dispute", "3 nem"),
    "JĘZYK pl": ("language", "pl"),
    "nyelv hu": ("language", "hu"),
    "rezygnuję 7": ("resign", "7"),
    "FELADOM 7": ("resign", "7"),
    "pomoc": ("help", ""),
    "USTAWIENIA strefa Warszawa": ("settings", "strefa Warszawa"),
    "beállítások": ("settings", ""),
    "stół": ("table", ""),
    "stół pokaż 12": ("table", "pokaż 12"),
    "STATISTICS": ("statistics", ""),
    "statystyki": ("statistics", ""),
    "Statisztika": ("statistics", ""),
    "jeszcze raz": ("again", ""),
    "ÚJRA": ("again", ""),
    "ASZTAL szünet": ("table", "szünet"),
    "kiszállok 7": ("resign", "7"),
    "súgó": ("help", ""),
    "PRESS TO all: meet me at #3; now": ("press to", "all: meet me at #3; now"),
    "wiadomość do Blue: cześć": ("press to", "Blue: cześć"),
    "üzenet Blue: szia": ("press to", "Blue: szia"),
}


@pytest.mark.parametrize("text", WORDS)
def test_words_of_three_languages(text):
    assert split(text) == ([WORDS[text]], "")


@pytest.mark.parametrize("text", ["SHOW 12", "pokaż 12", "mutasd 12", "Show: 12"])
def test_a_part_of_table_in_three_languages(text):
    part, rest = Table().part_of(text)
    assert (part.name, rest) == ("show", "12")


@pytest.mark.parametrize("text", ["SHOWER 12", "12", "shwo 12"])
def test_a_part_of_table_that_is_none(text):
    with pytest.raises(LobbyError, match="TABLE does not know"):
        Table().part_of(text)


def test_a_games_own_words_stay_the_games():
    """Skirmish has an order PRESS."""
    assert split("PRESS ON\nPASS") == ([], "PRESS ON\nPASS")


@pytest.mark.parametrize("ruleset", [SKIRMISH, ECLIPSE, TI4], ids=lambda r: r.name)
def test_no_word_of_a_game_is_taken_for_a_command(ruleset):
    """Eclipse has GIVE UP, which is not RESIGN, and shares its Hungarian word."""
    words = [word for words in ruleset.verbs.values() for word in words]
    taken = [word for word in words if reading.split(f"{word} 1", ruleset).commands]
    assert taken == []


def test_commands_and_orders_in_one_text():
    asked, orders = split("STATUS; PASS\nBID 2\nHAND\nSTATUS")
    assert asked == [("status", ""), ("hand", "")]
    assert orders.split() == ["PASS", "BID", "2"]


def test_a_message_may_be_long_and_go_on_below():
    words = "word " * 300
    asked, orders = split(f"PRESS TO Blue:\n{words}\nand an end\n\nPASS")
    assert asked == [("press to", f"Blue: {words.strip()}\nand an end")]
    assert orders.strip() == "PASS"


def test_a_command_under_a_condition_is_refused_in_words():
    found = reading.split("IF losing: PRESS TO Blue: I had to go", SKIRMISH)
    (said,) = found.commands
    assert not said.done
    assert "without a condition" in said.words


def test_preview_takes_the_orders_of_the_mail_with_it():
    asked, orders = split("BID 2\nPREVIEW\nPASS")
    assert asked == [("preview", "BID 2\n\nPASS")]
    assert orders == ""
    assert split("PREVIEW BID 2\nPASS") == ([("preview", "BID 2")], "\nPASS")


def test_a_thousand_commands_are_not_all_obeyed():
    asked, _ = split("\n".join(f"HISTORY {n}" for n in range(300)))
    assert len(asked) == reading.MOST


def test_nobody_sends_mail_to_many_strangers_through_us(post, ada):
    named = "\n".join(f"SETTINGS ADDRESS ADD a{n}@example.net" for n in range(3))
    gone = "\n".join(f"SETTINGS ADDRESS REMOVE a{n}@example.net" for n in range(3))
    for _ in range(5):
        post.say(ada, f"{named}\n{gone}")
    assert Outbox.objects.filter(address__endswith="@example.net").count() == 10
    assert "Try again tomorrow" in post.newest(ada).body


@pytest.mark.parametrize(
    "verb", ["TABLE JOIN", "TABLE SHOW", "TABLE RUN", "TABLE WATCH", "DISPUTE"]
)
@pytest.mark.parametrize("number", ["9" * 40, "²", "-1", "0"])
def test_a_number_that_names_nothing_is_answered(post, bruno, verb, number):
    assert post.say(bruno, f"{verb} {number} heron").code == "information"
    assert "NOT DONE" in post.newest(bruno).body
