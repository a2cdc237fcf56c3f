"""The message catalogues: complete, compiled, and with nothing lost in translation."""

import re

import pytest
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from django.utils import translation
from django.utils.translation import gettext, ngettext

from notifications.management.commands import mail_words

_FIELDS = re.compile(r"%\((\w+)\)[sd]")


def catalog(language, kind="po"):
    with mail_words.path_of(language, kind).open("rb") as file:
        return read_po(file, locale=language) if kind == "po" else read_mo(file)


@pytest.mark.parametrize("language", mail_words.languages())
def test_every_message_is_translated_with_the_same_fields(language):
    known = catalog(language)
    for message in mail_words.messages():
        id = message if isinstance(message, str) else message[0]
        found = known.get(id)
        assert found is not None, f"run manage.py mail_words: {id!r} is new"
        strings = found.string if isinstance(found.string, tuple) else (found.string,)
        for string in strings:
            assert string, f"{language} lacks {id!r}"
            assert set(_FIELDS.findall(string)) == set(_FIELDS.findall(id)), id


@pytest.mark.parametrize("language", mail_words.languages())
def test_what_is_compiled_is_what_is_written(language):
    compiled = catalog(language, "mo")
    for message in catalog(language):
        if message.id:
            strings = compiled.get(message.id).string
            assert list(strings) == list(message.string)


def test_numbers_and_words_in_each_language():
    with translation.override("pl"):
        assert gettext("Your turn") == "Twoja tura"
        assert ngettext("in %(n)d day", "in %(n)d days", 5) % {"n": 5} == "za 5 dni"
    with translation.override("hu"):
        assert gettext("Your turn") == "A te köröd"
        assert ngettext("in %(n)d day", "in %(n)d days", 5) % {"n": 5} == "5 nap múlva"
