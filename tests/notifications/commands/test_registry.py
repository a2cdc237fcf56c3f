"""Every command is whole: words of its own, a line of HELP, a row in the docs."""

from itertools import combinations
from pathlib import Path

import pytest
from django.utils import translation

from notifications.commands.base import Asked, Group, Question, Reader, Said, ToServer, Who, Words
from notifications.commands.help import Help
from notifications.commands.of_the_game import OfTheGame
from notifications.commands.registry import ALL, TO_SERVER, docs_table
from notifications.keys import organiser_of
from pbem.models import Player
from pbem.orders.submissions import COMMANDS
from pbem.table import lobby
from rules.lexicon import fold

DOCS = Path(__file__).parents[3] / "docs" / "mail.md"
WITHOUT_HELP = {"join", "help", "decline", "withdraw", "show", "suggest"}
"""JOIN is said to an invitation; DECLINE and WITHDRAW share the line of ACCEPT; SHOW is for games
with a map, SUGGEST for those with players that think."""


def groups():
    yield [command for command in ALL if not isinstance(command, OfTheGame)]
    yield from ([*command.parts] for command in ALL if isinstance(command, Group))


def test_no_word_stands_for_two_commands():
    for together in groups():
        for one, other in combinations(together, 2):
            shared = one.words.folded & other.words.folded
            assert not shared, f"{one.name}, {other.name}: {shared}"


@pytest.mark.parametrize("command", ALL, ids=lambda command: command.name)
def test_a_command_is_carried_out_here_or_by_the_game(command):
    parts = command.parts if isinstance(command, Group) else (command,)
    for part in parts:
        if isinstance(part, OfTheGame):
            assert part.id in COMMANDS
            continue
        assert isinstance(part, ToServer)
        assert part.words.en
    if not isinstance(command, OfTheGame):
        assert command.usage, f"{command.name} has no row for docs/mail.md"


@pytest.mark.parametrize("base", [ToServer, Question, Group], ids=lambda base: base.__name__)
def test_a_command_that_does_nothing_cannot_be_made(base):
    unfinished = type(
        "Unfinished", (base,), {"name": "unfinished", "words": Words(("unfinished",))}
    )
    with pytest.raises(TypeError, match="abstract"):
        unfinished()


def test_help_has_a_line_for_every_command(game, ada):
    reader = Reader(ada)
    without = {c.name for c in ALL if not any(c.help_lines(reader))}
    assert without - {"help"} == WITHOUT_HELP - {"help"}


def test_help_offers_an_organiser_nothing_that_takes_a_seat(game):
    reader = Reader(organiser_of(game))
    for command in TO_SERVER.values():
        if command.who == Who.SEAT_HOLDER:
            assert not any(command.help_lines(reader)), command.name


def test_the_table_in_the_docs_is_that_of_the_commands():
    page = DOCS.read_text(encoding="utf-8").split("\n")
    written = list(docs_table())
    begin = page.index(written[0])
    end = page.index("", begin)
    assert page[begin:end] == written


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_a_line_of_help_begins_with_a_word_of_its_readers_language(game, ada, language):
    reader = Reader(ada)
    with translation.override(language):
        for command in ALL:
            own = getattr(command.words, language)
            for line in command.help_lines(reader) if own else ():
                if not isinstance(command, Group | Help):
                    said = fold(line.words)
                    assert said.startswith(tuple(map(fold, own))), (command.name, line.words)


def test_help_names_the_windows_of_a_game_with_many_only_on_request(post, settings):
    settings.PARSEC_RULESETS = ["rules.ti4.ruleset.TI4"]
    organiser = Player.objects.create(name="Ada Quill", email="ada@example.org")
    game = lobby.create_game(organiser, "Vega", "ti4", {"players": 3})
    seat = lobby.sit_down(game, organiser)
    helper = next(command for command in ALL if isinstance(command, Help))
    told = {rest: helper.answer(Asked(seat, Said("help", rest, ""))).text for rest in ("", "okno")}
    assert "HELP WINDOW names them all" in told[""]
    assert "start_of_invasion" not in told[""]
    assert "start_of_invasion" in told["okno"]
