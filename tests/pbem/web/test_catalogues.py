"""The pages' message catalogues: complete, compiled, and nothing lost in translation."""

import re

import pytest
from babel.messages.pofile import read_po

from pbem.models import Player
from pbem.web.management.commands import web_words
from pbem.words import catalogues
from tests.pbem.tables import new_table, seat_of

_FIELDS = re.compile(r"%(?:\((\w+)\))?[sd]")


def catalog(language):
    with web_words.path_of(language, "po").open("rb") as file:
        return read_po(file, locale=language)


def fields(text):
    return sorted(_FIELDS.findall(text))


@pytest.mark.parametrize("language", catalogues.languages())
def test_every_message_is_translated_with_the_same_fields(language):
    known = catalog(language)
    wanted = {message.id for message in web_words.messages()}
    assert len(wanted) > 400
    for message in wanted:
        id = message if isinstance(message, str) else message[0]
        found = known.get(id)
        assert found is not None, f"run manage.py web_words: {id!r} is new"
        strings = found.string if isinstance(found.string, tuple) else (found.string,)
        for string in strings:
            assert string, f"{language} lacks {id!r}"
            assert fields(string) == fields(id), id


@pytest.mark.parametrize("language", catalogues.languages())
def test_what_is_compiled_is_what_is_written(language):
    written = catalogues.compiled(catalog(language))
    assert web_words.path_of(language, "mo").read_bytes() == written, "run manage.py web_words"


def test_no_template_has_words_that_cannot_be_translated():
    """Text between tags is either a name, a sign, or marked for translation."""
    names = {"Parsec Post"}
    for folder in web_words.TEMPLATES:
        for path in folder.rglob("*.html"):
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"{% *blocktranslate.*?endblocktranslate *%}", "", text, flags=re.DOTALL)
            text = re.sub(r"{% block width %}.*?{% endblock %}", "", text)
            text = re.sub(r"<(code|pre)[^>]*>.*?</\1>|<!--.*?-->", "", text, flags=re.DOTALL)
            text = re.sub(r"{[%{].*?[%}]}|<[^>]*>|&\w+;", "\n", text, flags=re.DOTALL)
            words = {line.strip(" .:#·,()/") for line in text.split("\n")}
            left = {word for word in words if re.search(r"[A-Za-z]{2}", word)} - names
            assert not left, f"{path.name}: {left}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "heading", "day"),
    [("pl", "Czekamy na", "najpóźniej do"), ("hu", "Kire várunk", "legkésőbb eddig")],
)
def test_a_page_speaks_its_readers_language(browse, language, heading, day):
    game = new_table(2)
    player = seat_of(game, 0).player
    Player.objects.filter(pk=player.pk).update(language=language, time_zone="Asia/Tokyo")
    page = browse(player).get(f"/t/{game.pk}/").content.decode()
    assert f'<html lang="{language}">' in page
    assert heading in page
    assert day in page
    assert "JST" in page, "times are in the reader's zone"
    assert "Waiting for" not in page
