"""Games speak the reader's language: everything they say goes through their catalogue.

A language of dots stands in for a real one: letters that are still there after it were not
translated. What may stay are names, which are the same on every table, and order text.
"""

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.bots import RandomBot
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.kernel.simulate import secret_for
from rules.lexicon import Speech, speaking
from rules.ti4.ruleset import TI4

DOTS = "xx"
_TEXT_OR_FIELD = re.compile(r"({[^}]*})")
_WORD = re.compile(r"[A-Za-z']{3,}")
RULES = Path(__file__).resolve().parents[2] / "rules"


class Dots(NullTranslations):
    def gettext(self, message: str) -> str:
        parts = _TEXT_OR_FIELD.split(message)
        return "".join(p if p.startswith("{") else re.sub("[A-Za-z]", "·", p) for p in parts)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def dots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    read = Speech._read

    def _read(self: Speech, spoken: str) -> NullTranslations:
        return Dots() if spoken == DOTS else read(self, spoken)

    monkeypatch.setattr(Speech, "_read", _read)
    with speaking(DOTS):
        yield


def said(match: Match, seat: int) -> Iterator[tuple[str, str]]:
    """Everything a reader at `seat` is shown now, and where it stands."""
    view = match.view(seat)
    yield "headline", match.ruleset.headline(view)
    for section in match.ruleset.sheet(view):
        yield "sheet", section.title
        yield from (("sheet", line) for line in section.lines)
    for _address, decision in match.open_for(seat):
        shown = decision.describe(view)
        yield decision.kind(), shown.prompt
        yield from ((decision.kind(), option) for option in shown.options)


def names_in(data: Any) -> Iterator[str]:
    """Every text of the data files: names, and what a card says, which is quoted as it is."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


def known_words(ruleset: Ruleset[Any]) -> set[str]:
    texts: list[str] = []
    for path in (RULES / ruleset.name / "data").glob("*.json"):
        if path.name != "rules.json":
            texts += names_in(msgspec.json.decode(path.read_bytes()))
    return {word for text in texts for word in _WORD.findall(text)} | {"Seat"}


@pytest.mark.parametrize("ruleset", [ECLIPSE, TI4], ids=lambda r: r.name)
def test_everything_said_is_translated(ruleset: Ruleset[Any], dots: None) -> None:
    match, ruling = Match.start(
        ruleset, ruleset.read_options({"players": 4}), secret_for("speech")
    )
    bot = RandomBot(Random(7))
    allowed = known_words(ruleset)
    english: dict[str, set[str]] = {}

    def look(where: str, text: str) -> None:
        left = {word for word in _WORD.findall(text) if word not in allowed}
        if left:
            english.setdefault(where, set()).add(text)

    for k in range(400):
        if match.ask is None:
            break
        if k % 5 == 0:
            for where, text in said(match, match.ask.decisions[0].seat):
                look(where, text)
        ruling = match.apply(bot.next_input(match))
        names = match.view(None).names
        for told in ruling.events:
            look(told.event["kind"], ruleset.event(told.event).words(names))
    assert not english


@pytest.mark.parametrize("ruleset", [ECLIPSE, TI4], ids=lambda r: r.name)
def test_the_record_is_the_same_in_every_language(ruleset: Ruleset[Any]) -> None:
    options = ruleset.read_options({"players": 3})

    def played(language: str) -> list[str]:
        with speaking(language):
            match, ruling = Match.start(ruleset, options, secret_for("speech"))
            bot, hashes = RandomBot(Random(7)), [ruling.hash]
            while match.ask is not None and len(hashes) < 150:
                hashes.append(match.apply(bot.next_input(match)).hash)
        return hashes

    assert played("en") == played("pl")
