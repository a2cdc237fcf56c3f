"""The message catalogues: complete, compiled, and with nothing lost in translation."""

import ast
import re

import pytest
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation import gettext, ngettext

from notifications.management.commands import mail_words
from pbem.words import catalogues

_MAY_BE_LEFT_OUT = {"kind"}
"""What kind of thing a name stands for: a game says it in English."""
_FIELDS = re.compile(r"%\((\w+)\)[sd]")


def catalog(language):
    with mail_words.path_of(language, "po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", catalogues.languages())
def test_every_message_is_translated_with_the_same_fields(language):
    known = catalog(language)
    for message in mail_words.messages():
        id = message.id if isinstance(message.id, str) else message.id[0]
        found = known.get(id, message.context)
        assert found is not None, f"run manage.py mail_words: {id!r} is new"
        strings = found.string if isinstance(found.string, tuple) else (found.string,)
        for string in strings:
            assert string, f"{language} lacks {id!r}"
            fields = set(_FIELDS.findall(id))
            assert fields - _MAY_BE_LEFT_OUT <= set(_FIELDS.findall(string)) <= fields, id


@pytest.mark.parametrize("language", catalogues.languages())
def test_what_is_compiled_is_what_is_written(language):
    written = catalogues.compiled(catalog(language))
    assert mail_words.path_of(language, "mo").read_bytes() == written, "run manage.py mail_words"


def test_no_message_hides_inside_an_f_string():
    """The catalogues are made by reading the source, where such a message is not seen."""
    for path in mail_words.sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            inside = ast.walk(node) if isinstance(node, ast.JoinedStr) else ()
            named = {getattr(call.func, "id", "") for call in inside if isinstance(call, ast.Call)}
            assert not named & set(mail_words.KEYWORDS), f"{path.name}:{node.lineno}"


def test_numbers_and_words_in_each_language():
    with translation.override("pl"):
        assert gettext("Your turn") == "Twoja tura"
        assert ngettext("in %(n)d day", "in %(n)d days", 5) % {"n": 5} == "za 5 dni"
    with translation.override("hu"):
        assert gettext("Your turn") == "A te köröd"
        assert ngettext("in %(n)d day", "in %(n)d days", 5) % {"n": 5} == "5 nap múlva"
