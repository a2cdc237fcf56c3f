"""Whatever is written for an answer, typed a little otherwise, is that answer or a question back.

Every question that comes up in short games of random players is tried, in three languages: its
sampled answer is written as an order in the reader's words, which is then typed in another case,
without accents, with a slip in a name, or with the things of its list in another order. It must
never become another answer.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.orders.hearing import heard
from rules.kernel.orders.readers_words import in_readers_words
from rules.kernel.ruleset import Ruleset, Rulesets
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.kernel.views import SomeView
from rules.lexicon import fold, read_page, speaking
from tests.contracts import pauses
from tests.rulesets import TESTED

QUESTIONS = 110
IN_ORDER = {"aim", "sequence", "hits", "place", "pools", "script", "rank"}
"""Verbs whose list is a sequence: another order of it is another answer."""
IN_OWN_WORDS = {f"rules.{game}.ruleset.{game.upper()}" for game in ("ti4", "ti3", "eclipse")}
"""Games whose lines hold no English word between the parts for a Polish reader."""
_WORD = re.compile(r"[^\W\d_]{6,}")


def questions(ruleset: Ruleset[Any], seed: str) -> Iterator[tuple[Decision[Any], SomeView]]:
    bot = RandomBot(Random(seed), interject=0)
    options = ruleset.read_options({})
    match, _ruling = Match.start(Setting(ruleset, options, secret_for(seed)))
    asked = 0
    while not match.over and asked < QUESTIONS:
        assert match.ask is not None
        for _address, decision in match.ask.items():
            asked += 1
            yield decision, match.view(decision.seat)
        match.apply(bot.next_input(match))


def in_another_case(text: str, rng: Random) -> str:
    return "".join(c.upper() if rng.random() < 0.5 else c.lower() for c in text)


def with_a_slip(text: str, rng: Random) -> str:
    """Two letters exchanged inside a long word after the verb."""
    head, _, rest = text.partition(" ")
    words = list(_WORD.finditer(rest))
    if not words:
        return text
    word = rng.choice(words)
    at = rng.randrange(word.start() + 1, word.end() - 2)
    return f"{head} {rest[:at]}{rest[at + 1]}{rest[at]}{rest[at + 2 :]}"


def in_another_order(text: str, rng: Random) -> str:
    head, _, rest = text.partition(" ")
    parts = rest.split(", ")
    if fold(head) in IN_ORDER or len(parts) < 2 or "\n" in text or re.search(r"[A-Z]{2}", rest):
        return text
    rng.shuffle(parts)
    return f"{head} {', '.join(parts)}"


VARIANTS = (in_another_case, lambda text, rng: fold(text), with_a_slip, in_another_order)


def read(ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, text: str) -> Any:
    """The answer a text gives, or None where it is asked back or refused."""
    page = read_page(text, ruleset.order_verbs)
    if page.errors or not page.lines:
        return None
    reading = decision.read(view, page.lines)
    if reading.answer is None or reading.problems or len(reading.used) < len(page.lines):
        return None
    return None if decision.problems(view, reading.answer) else reading.answer


def same(decision: Decision[Any], view: SomeView, one: Any, other: Any) -> bool:
    """Equal, or written with the same things in another order."""
    if one == other:
        return True
    texts = (decision.write(view, answer) for answer in (one, other))
    first, second = (sorted(re.split(r",\s*|\n", fold(text).partition(" ")[2])) for text in texts)
    return first == second


KEYWORDS = re.compile(r" (?:FROM|WITH|TO|ON|FOR|VIA|PAY|TURN|FLIP) ")
"""What stands in an order line of a reader who does not speak English only where the line would be
read otherwise."""


@pytest.mark.parametrize("path", TESTED)
@pytest.mark.parametrize("spoken", ["en", "pl", "hu"])
def test_typed_otherwise_it_is_the_same_answer_or_none(path: str, spoken: str) -> None:
    ruleset = next(iter(Rulesets((path,)).by_name.values()))
    rng = Random(path)
    wrong: list[str] = []
    english: list[str] = []
    tried = understood = own = 0
    with speaking(spoken):
        for decision, view in questions(ruleset, path):
            answer = decision.sample(view, rng)
            order = decision.write(view, answer)
            if read(ruleset, decision, view, order) is None:
                continue
            text = "\n".join(
                in_readers_words(ruleset, line, decision, view) for line in order.splitlines()
            )
            own += text != order
            if re.search(KEYWORDS, text) and spoken != "en":
                english.append(text)
            for variant in (lambda text, rng: text, *VARIANTS):
                typed = variant(text, rng)
                tried += 1
                got = read(ruleset, decision, view, typed)
                understood += got is not None
                if got is not None and not same(decision, view, got, answer):
                    wrong.append(f"{decision.kind()}: {text!r} typed {typed!r}: {got}")
    assert wrong == []
    assert tried > 40
    assert understood / tried > 0.5
    assert path not in IN_OWN_WORDS or len(english) <= 0.02 * tried, english
    has_words = spoken != "en" and path.startswith("rules.")
    assert not has_words or own > 0.4 * tried / (1 + len(VARIANTS))


@pytest.mark.parametrize("path", TESTED)
def test_plain_words_are_the_answer_they_name_or_none(path: str) -> None:
    """What follows an option's verb, sent alone, is that option; a sentence with it is only offered
    as that option; yes and no never take a turn."""
    ruleset = next(iter(Rulesets((path,)).by_name.values()))
    verbs = ruleset.order_verbs
    bare = meant = offered = 0
    for decision, view in questions(ruleset, path):
        asked = [(decision, view)]
        for word in ("yes", "no", "ok", "tak", "nie", "igen", "nem"):
            page = heard(asked, read_page(word, verbs), verbs)
            taken = [line for line in page.lines if line.verb in decision.verbs]
            assert not taken or not decision.begins_turn(), word
        for option in decision.options(view)[:12]:
            lines = read_page(option.order, verbs).lines
            if len(lines) != 1 or not re.search("[a-z]{3}", lines[0].rest):
                continue
            bare += 1
            page = heard(asked, read_page(lines[0].rest, verbs), verbs)
            if not page.errors and page.lines and page.lines[0].verb in decision.verbs:
                reading = decision.read(view, page.lines)
                assert reading.answer in (None, option.answer), option
                meant += reading.answer is not None
            text = f"I would rather have {lines[0].rest} for myself"
            page = heard(asked, read_page(text, verbs), verbs)
            assert not [line for line in page.lines if line.verb in decision.verbs], text
            offered += any(error.suggestions == (option.order,) for error in page.errors)
    assert meant >= 0.6 * bare
    assert offered >= 0.3 * bare


@pytest.mark.parametrize(
    ("spoken", "said"),
    [
        ("pl", {"HANDLUJ 2 nauki ZA pieniądze", "RUSZ myśliwiec 224-101"}),
        ("hu", {"CSERÉLJ 2 tudomány CSERÉBE pénz", "MOZGASS elfogó 224-101"}),
    ],
)
def test_nouns_of_an_order_speak_its_readers_language(spoken: str, said: set[str]) -> None:
    """Resources after their numbers, ships without any, and no number of a sector counts."""
    ruleset = ECLIPSE
    found: set[str] = set()
    options = ruleset.read_options({"players": 3})
    for match, _history in pauses(ruleset, options, "words", most=120):
        for seat in match.seats:
            for _address, decision in match.open_for(seat):
                view = match.view(seat)
                with speaking(spoken):
                    found |= {
                        in_readers_words(ruleset, line, decision, view)
                        for line in decision.template(view)
                    }
    kinds = {re.sub(r"\d+-\d+", "224-101", line) for line in found}
    assert said <= kinds
    left = [line for line in found if re.search(r"\b(science|money|materials|cruiser)\b", line)]
    assert left == []
