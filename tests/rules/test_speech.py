"""Games speak the reader's language: everything they say goes through their catalogue.

A language of dots stands in for a real one: letters that are still there after it were not
translated. What may stay are names, which are the same on every table, and order text.
"""

import re
from collections.abc import Iterable, Iterator
from gettext import NullTranslations
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from pbem.management.commands import game_words
from pbem.words import catalogues
from rules.eclipse import nouns
from rules.eclipse.names import ITEM_NAMES, RESOURCE_NAMES, SHIP_NAMES, SQUARE_NAMES, TARGET_NAMES
from rules.eclipse.ruleset import ECLIPSE
from rules.eclipse.speech import _ as eclipse
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.decisions import Choice, Option
from rules.kernel.match import Match
from rules.kernel.orders.clerk import read_interjection
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import View
from rules.lexicon import OrderLine, Speech, read_counted, read_page, speaking
from rules.ti3.facts import ABILITIES
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4

DOTS = "xx"
FORCES = {
    "eclipse": [
        ("2 cruiser: plasma missile, hull; 1 starbase", "1 gcds"),
        ("18 cruiser", "ancient"),
    ],
    "ti4": [("2 cruisers, 1 war sun", "3 fighters, 1 dreadnought")],
}
UNPRINTED = {"ti3": [ability.name for ability in ABILITIES.values()]}
"""Names the data files leave to the ids."""
NAMES = ("name", "short", "short_name", "title")
_TEXT_OR_FIELD = re.compile(r"({[^}]*})")
_WORD = re.compile(r"[A-Za-z']{3,}")
_DRAWN = re.compile(r">([^<>]+)<")
_FIELD = re.compile(r"{(\w*)}")
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
    yield from (("standings", standing.words) for standing in match.ruleset.standings(view))
    for kind in match.ruleset.interjections:
        play = kind.propose(view, Random(0))
        if play is not None:
            yield kind.name(), play.words(view)
    for picture in match.ruleset.pictures(view):
        yield "picture", picture.title
        yield from (("picture", unescape(text)) for text in _DRAWN.findall(picture.svg))


def refused(match: Match, seat: int, lines: Iterable[OrderLine]) -> Iterator[tuple[str, str]]:
    """What is answered to orders that do not fit here, without the order where it is quoted;
    errors of the order language are told elsewhere."""
    view = match.view(seat)
    for line in lines:
        problems = read_interjection(match, seat, line)[1]
        for _address, decision in match.open_for(seat):
            reading = decision.read(view, [line])
            problems += reading.problems
            if reading.answer is not None and not reading.problems:
                problems += decision.judge(view, reading.answer)[1]
        for problem in problems:
            if not problem.said:
                yield problem.code, problem.words.replace(line.rest or line.text, "")


def orders_in(match: Match, seat: int) -> list[OrderLine]:
    """The orders offered now: some time later, or to others, they are illegal."""
    view = match.view(seat)
    offered = [line for _, d in match.open_for(seat) for line in d.describe(view).template]
    return list(read_page("\n".join(offered), match.ruleset.order_verbs).lines)


def names_in(data: Any) -> Iterator[str]:
    """Names of the data files, which stay as they are; what a card says is told."""
    if isinstance(data, dict):
        for field, value in data.items():
            if isinstance(value, str) and field in NAMES:
                yield value
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


def known_words(ruleset: Ruleset[Any]) -> set[str]:
    texts: list[str] = []
    for path in (RULES / ruleset.name / "data").glob("*.json"):
        if path.name != "rules.json":
            texts += names_in(msgspec.json.decode(path.read_bytes()))
    texts += UNPRINTED.get(ruleset.name, ())
    return {word for text in texts for word in _WORD.findall(text)} | {
        "Seat",
        "III",
        "GCDS",
        "STANDING",
    }


@pytest.mark.parametrize("ruleset", [ECLIPSE, INSCRIPTION, TI3, TI4], ids=lambda r: r.name)
def test_everything_said_is_translated(ruleset: Ruleset[Any], dots: None) -> None:
    match, ruling = Match.start(
        Setting(ruleset, ruleset.read_options({"players": 4}), secret_for("speech"))
    )
    bot, rng = RandomBot(Random(7)), Random(7)
    allowed = known_words(ruleset)
    order = re.compile(rf"\b(?:{'|'.join(verb.upper() for verb in ruleset.verbs)})\b.*")
    english: dict[str, set[str]] = {}
    orders: list[OrderLine] = []

    def look(where: str, text: str) -> None:
        left = {word for word in _WORD.findall(order.sub("", text)) if word not in allowed}
        if left:
            english.setdefault(where, set()).add(text)

    for k in range(400):
        if match.ask is None:
            break
        seat = match.ask.decisions[0].seat
        orders += orders_in(match, seat)
        for where, text in refused(match, seat, rng.sample(orders, min(5, len(orders)))):
            look(where, text)
        if k % 5 == 0:
            for where, text in said(match, seat):
                look(where, text)
        ruling = match.apply(bot.next_input(match))
        names = match.view(None).names
        for told in ruling.events:
            look(told.event["kind"], ruleset.event(told.event).words(names))
    for attacker, defender in FORCES.get(ruleset.name, ()):
        chances = ruleset.odds(attacker, defender, {})
        for text in (*chances.get("lines", ()), chances.get("doctrine", "")):
            look("odds", text)
    assert not english


@pytest.mark.parametrize("ruleset", [ECLIPSE, INSCRIPTION, TI3, TI4], ids=lambda r: r.name)
def test_the_record_is_the_same_in_every_language(ruleset: Ruleset[Any]) -> None:
    options = ruleset.read_options({"players": 3})

    def played(language: str) -> list[str]:
        with speaking(language):
            match, ruling = Match.start(Setting(ruleset, options, secret_for("speech")))
            bot, hashes = RandomBot(Random(7)), [ruling.hash]
            while match.ask is not None and len(hashes) < 150:
                hashes.append(match.apply(bot.next_input(match)).hash)
        return hashes

    assert played("en") == played("pl")


# -- the catalogues ----------------------------------------------------------------------------


def catalogue(package: Path, language: str) -> Catalog:
    with catalogues.path_in(package / "locale", language, "po", game_words.DOMAIN).open("rb") as po:
        return read_po(po, locale=language)


@pytest.mark.parametrize("language", catalogues.languages())
@pytest.mark.parametrize("package", game_words.packages(), ids=lambda p: p.name)
def test_every_message_is_translated_with_the_same_fields(package: Path, language: str) -> None:
    known = catalogue(package, language)
    wanted = list(game_words.messages(package))
    assert wanted
    for id, context in wanted:
        text = id if isinstance(id, str) else id[0]
        found = known.get(text, context)
        assert found is not None, f"run manage.py game_words: {text!r} is new"
        strings = found.string if isinstance(found.string, tuple) else (found.string,)
        for string in strings:
            assert string, f"{language} lacks {text!r}"
            assert set(_FIELD.findall(string)) == set(_FIELD.findall(text)), string
    assert len(known) == len(set(wanted)), "run manage.py game_words"


@pytest.mark.parametrize("language", catalogues.languages())
@pytest.mark.parametrize("package", game_words.packages(), ids=lambda p: p.name)
def test_what_is_compiled_is_what_is_written(package: Path, language: str) -> None:
    written = catalogues.compiled(catalogue(package, language))
    compiled = catalogues.path_in(package / "locale", language, "mo", game_words.DOMAIN)
    assert compiled.read_bytes() == written, "run manage.py game_words"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["1 cruiser", "2 cruisers", "5 cruisers"]),
        ("pl", ["1 krążownik", "2 krążowniki", "5 krążowników"]),
        ("hu", ["1 cirkáló", "2 cirkáló", "5 cirkáló"]),
    ],
)
def test_numbers_as_each_language_has_them(language: str, told: list[str]) -> None:
    with speaking(language):
        assert [eclipse.several("{n} cruiser", "{n} cruisers", n) for n in (1, 2, 5)] == told


@pytest.mark.parametrize("language", ["en", *catalogues.languages()])
def test_what_eclipse_calls_a_thing_can_be_written_in_an_order(language: str) -> None:
    with speaking(language):
        for names in (TARGET_NAMES, ITEM_NAMES, SQUARE_NAMES):
            for id in names:
                assert names.find(nouns.noun(id)).id == id
        for resource in RESOURCE_NAMES:
            for n in (1, 2, 5, 12):
                read = read_counted(nouns.amount(n, resource), RESOURCE_NAMES)
                assert read.counts == {resource: n}
        for ship in SHIP_NAMES:
            for n in (1, 2, 5):
                read = read_counted(nouns.ships(n, ship), SHIP_NAMES)
                assert read.counts == {ship: n}


class Repaint(Choice[str]):
    """Which ship to choose; its options say it in the reader's language."""

    Answer = str
    verbs = ("choose",)

    def options(self, v: View) -> list[Option[str]]:
        kinds = ("cruiser", "dreadnought")
        return [Option(f"choose {eclipse(k)}", k, f"CHOOSE {i}") for i, k in enumerate(kinds)]


@pytest.mark.parametrize("ship", ["pancernik", "dreadnought"])
def test_an_option_is_understood_in_the_readers_language_and_in_english(ship: str) -> None:
    view = View(None, None, 0, ("Red",))
    line = OrderLine(no=1, text=f"CHOOSE {ship}", verb="choose", rest=ship)
    with speaking("pl"):
        assert Repaint(0).read(view, [line]).answer == "dreadnought"
