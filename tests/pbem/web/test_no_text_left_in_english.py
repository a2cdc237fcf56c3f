"""No game text of a page or mail is left in English for readers of Polish and Hungarian.

The texts are looked for by the catalogues: every English sentence that has a translation must not
turn up in what a late game shows to somebody who reads another language.
"""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from notifications.compose import position
from rules.kernel.records.story import chapters
from rules.lexicon.speech import speaking
from tests.contracts import pauses
from tests.pbem.tables import match_of
from tests.pbem.web.played import under_way
from tests.rules.test_player_sheets import GAMES

ROOT = Path(__file__).parents[3]
SHARED = ("kernel", "toolbox", "lexicon", "imperium")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\([a-z_]+\)[sd]")
_TAG = re.compile(r"<(script|style|template|textarea|code|svg)\b.*?</\1>|<[^>]+>", re.DOTALL)


@cache
def english(game: str, language: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the English sentences that have another wording in this language."""
    found: dict[str, re.Pattern[str]] = {}
    for package in (game, *SHARED):
        path = ROOT / "rules" / package / "locale" / language / "LC_MESSAGES" / "game.po"
        if not path.exists():
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, ignore_obsolete=True)
        for message in catalogue:
            ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
            told = message.string if isinstance(message.string, tuple | list) else (message.string,)
            for text in ids:
                if text and text not in told and _says_something(text):
                    found[text] = _pattern(text)
    return tuple(found.values())


def _says_something(text: str) -> bool:
    """Whether a text has words enough to be known by: names alone are the same everywhere."""
    words = re.findall(r"[a-z]{3,}", _PLACEHOLDER.sub(" ", text))
    return len(words) >= 3


def _pattern(text: str) -> re.Pattern[str]:
    parts = [re.escape(part) for part in _PLACEHOLDER.split(text)]
    return re.compile(r"(?<!\w)" + "[^\n]{0,80}?".join(parts) + r"(?!\w)")


def told_by(ruleset: Any, match: Any, rulings: list[Any]) -> Iterator[str]:
    """Everything a game says to seat 0 of a position, its questions and what happened."""
    view = match.view(0)
    yield ruleset.headline(view)
    yield ruleset.brief(view)
    sections = [*ruleset.sheet(view)]
    for seat in match.seats:
        sections += ruleset.player_sheet(view, seat)
    for section in sections:
        yield from (section.title, *section.lines)
    for chapter in chapters(ruleset, view.names, 0, rulings):
        yield from (passage.words for passage in chapter.passages)
    for seat in match.seats:
        for _address, decision in match.open_for(seat):
            mine = match.view(seat)
            yield from (decision.prompt(mine), *decision.background(mine))
            yield from (option.in_words for option in decision.options(mine))
            for form in decision.all_forms(mine):
                yield from (form.title, form.about)
                for group in form.groups:
                    yield from (group.title, group.about, *(f.label for f in group.fields))


@pytest.mark.parametrize("language", ["pl", "hu"])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_speaks_one_language(game: str, language: str) -> None:
    ruleset = GAMES[game]
    options = ruleset.read_options({"players": 3})
    left: dict[str, str] = {}
    for i, (match, history) in enumerate(pauses(ruleset, options, "words", most=420)):
        if i % 80 and match.n < 415:
            continue
        with speaking(language):
            for text in told_by(ruleset, match, history.path()[-60:]):
                for pattern in english(game, language):
                    if found := pattern.search(text):
                        left[found[0]] = text
    assert not left


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["pl", "hu"])
@pytest.mark.parametrize("game", ["ti4", "ti3", "eclipse", "inscription"])
def test_pages_and_mails_show_no_english_game_text(browse, settings, game, language):
    settings.PARSEC_RULESETS = [
        f"rules.{name}.ruleset.{name.upper()}" for name in ("ti4", "ti3", "eclipse", "inscription")
    ]
    table = under_way(game, 3, "words", lambda match: match.n > 40)
    player = table.seats.get(number=0).player
    player.language = language
    player.save()
    page = browse(player).get(f"/t/{table.pk}/").content.decode()
    shown = unescape(_TAG.sub("\n", page))
    match = match_of(table)
    with speaking(language):
        mail = position.public(match.ruleset.sheet(match.view(0)))
    left = [found[0] for p in english(game, language) if (found := p.search(f"{shown}\n{mail}"))]
    assert not left


@pytest.mark.parametrize("game", GAMES)
def test_the_search_finds_what_it_looks_for(game: str) -> None:
    """In English the same position shows many of the sentences."""
    ruleset = GAMES[game]
    options = ruleset.read_options({"players": 3})
    match, history = list(pauses(ruleset, options, "words", most=40))[-1]
    told = "\n".join(told_by(ruleset, match, history.path()))
    assert sum(bool(pattern.search(told)) for pattern in english(game, "pl")) > 5


_COUNTED = "{n} "


def polish_form(n: int) -> int:
    if n == 1:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2


@cache
def counted(game: str) -> dict[str, frozenset[int]]:
    """The Polish nouns that a game counts, each with the plural forms that are written so."""
    found: dict[str, set[int]] = {}
    for package in (game, *SHARED):
        path = ROOT / "rules" / package / "locale" / "pl" / "LC_MESSAGES" / "game.po"
        if not path.exists():
            continue
        with path.open("rb") as file:
            for message in read_po(file, locale="pl", ignore_obsolete=True):
                if isinstance(message.id, tuple) and message.id[0].startswith(_COUNTED):
                    for form, told in enumerate(message.string):
                        found.setdefault(told.removeprefix(_COUNTED), set()).add(form)
    return {noun: frozenset(forms) for noun, forms in found.items()}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_nouns_agree_in_polish(game: str) -> None:
    """1 statek, 2 statki, 5 statków: whatever a game says, wherever it counts."""
    ruleset = GAMES[game]
    nouns = "|".join(sorted(map(re.escape, counted(game)), key=len, reverse=True))
    pattern = re.compile(rf"(?<![\d.,:/+−-])(\d+) ({nouns})(?!\w)")
    wrong, right = set(), 0
    options = ruleset.read_options({"players": 3})
    for i, (match, history) in enumerate(pauses(ruleset, options, "words", most=420)):
        if i % 80 and match.n < 415:
            continue
        with speaking("pl"):
            for text in told_by(ruleset, match, history.path()[-60:]):
                for number, noun in pattern.findall(text):
                    if polish_form(int(number)) in counted(game)[noun]:
                        right += 1
                    else:
                        wrong.add(f"{number} {noun}: {text[:200]}")
    assert not wrong
    assert right > 20
