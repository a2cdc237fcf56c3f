"""Every word of an order counts: none that nobody knows is passed over, and no number, no "not" and
no word beside another is lost on the way."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from rules.lexicon import speaking
from rules.lexicon.retelling import before_a_reason
from tests.orders.corpus import answered, cases, files, position_names, question, written

GAMES = ("eclipse", "ti4", "ti3", "inscription")
LINES = 60
NO_WORD = "zzqx"


def spoilt(game: str) -> Iterator[tuple[str, str, str]]:
    """Legal lines of a game's corpora, some of each language, each with one of its words exchanged
    for nonsense: language, position, line. The reason given for a pass may be anything."""
    found = [
        case
        for path in files()
        if path.parent.name == game
        for case in cases(path)
        if not case.meaning.startswith(("?", "-")) and len(case.text.split()) > 1
        if not any(part in f"{case.text}{case.meaning}" for part in (" // ", " >> ", " if "))
        if not isinstance(question(game, case.position)[0], type)
    ]
    for case in Random(game).sample(found, LINES):
        order = before_a_reason(case.text) if case.meaning == "PASS" else ""
        for word in re.finditer(r"[^\s,;:.!?()/+&>-]+", order or case.text):
            text = f"{case.text[: word.start()]}{NO_WORD}{case.text[word.end() :]}"
            yield case.language, case.position, text


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_an_order_may_be_anything(game: str) -> None:
    wrong = []
    for language, position, text in spoilt(game):
        with speaking(language):
            answer, refusal = answered(game, position, text)
            if refusal is None:
                wrong.append(f"{position}: {text!r} is {written(game, position, answer)}")
    assert wrong == []


@pytest.mark.parametrize(
    ("game", "position", "text"),
    [
        # a number that is none, or cannot be
        ("eclipse", "turn", "upgrade improved hull on cruiser slot 0"),
        ("eclipse", "part", "use it on cruiser 0"),
        ("eclipse", "open", "influence 203, flip maybe 1"),
        ("eclipse", "cubes", "cubes 0 money, 1 science"),
        ("ti4", "hits", "sustain 0 dread, 1 ff"),
        ("inscription", "deploy", "deploy 3 infantry at C1, F1"),
        ("inscription", "war", "build 0 infantry on c1"),
        # one thing in place of another
        ("eclipse", "turn", "replace zzqx with improved hull on cruiser"),
        ("eclipse", "fight", "RETREAT AFTER zzqx 1"),
        ("eclipse", "species", "choose zzqx or Planta"),
        ("ti4", "turn", "activate mecatol zzqx"),
        ("ti4", "politics2", "follow warfare xyz, draw 2 cards"),
        # cargo in brackets is no remark
        ("ti4", "move", "move 1 carrier (2 zzqx) from 1"),
        ("ti4", "move", "move 1 carrier (two of them) from 1"),
        # a no in the midst of a word or a wish
        ("eclipse", "turn", "szerelj nem fel megerősített törzset a cirkálóra"),
        ("eclipse", "turn", "befolyás 106-ról ne sáv"),
        ("eclipse", "species", "choose never Hydran > Planta"),
        ("ti4", "faction", "pick not Letnev > Hacan"),
        ("ti4", "turn", "expand not to 27"),
        ("ti4", "protect", "diplomacy don't on 1"),
        ("eclipse", "turn", "Explore no north-east of Procyon"),
        ("inscription", "nav", "acces no S06"),
        ("inscription", "ballot", "no 3 votes for pass"),
        # what is asked for is not what is done by default
        ("inscription", "commodity", "no COMMODITY ore"),
        ("inscription", "half", "nie lewa strona"),
    ],
)  # fmt: skip
def test_nothing_is_lost_on_the_way(game: str, position: str, text: str) -> None:
    answer, refusal = answered(game, position, text)
    assert refusal is not None, written(game, position, answer)


def test_a_no_that_the_order_has_as_well_is_heard() -> None:
    answer, refusal = answered("ti3", "hits", "kill two fighters, don't damage anything")
    assert refusal is None, refusal
    assert written("ti3", "hits", answer) == "HITS no damage, 2 fighter"


@pytest.mark.parametrize(
    ("game", "position", "text", "meaning"),
    [
        ("ti4", "technology", "research grav drive", "RESEARCH Gravity Drive"),
        ("eclipse", "turn", "research fusion src", "RESEARCH Fusion Source"),
        ("eclipse", "turn", "research pos comp", "RESEARCH Positron Computer"),
    ],
)
def test_each_word_of_a_name_may_be_shortened(
    game: str, position: str, text: str, meaning: str
) -> None:
    answer, refusal = answered(game, position, text)
    assert refusal is None, refusal
    assert written(game, position, answer) == meaning


@pytest.mark.parametrize("game", GAMES)
def test_whatever_stands_behind_a_verb_is_read_or_refused(game: str) -> None:
    """No question breaks at a word that it does not expect."""
    rng = Random(game)
    for position in position_names(game):
        decision, _view = question(game, position)
        for verb in () if isinstance(decision, type) else decision.verbs:
            rest = rng.choice(("nothing", "all", "home", "1", "it", "AT", "ON TO", "> >", ", ,"))
            answered(game, position, f"{verb.upper()} {rest}")
