"""Every line of the page about orders is an order, and says in three languages the same."""

import re
import shlex
from functools import cache
from pathlib import Path

import pytest

from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.lexicon import read_page
from rules.ti3.options import TI3Options
from rules.ti3.ruleset import TI3
from tests.orders import corpus

PAGE = (Path(__file__).parents[3] / "docs" / "orders" / "ti3.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_REMARK = re.compile(r"\s+#.*")
_ORDER = re.compile(r"`([A-ZĄĆĘŁŃÓŚŹŻÁÉÍÓÖŐÚÜŰ]{3,}\b[^`]*)`")
_ABOUT = ("RULES", "NEXT TURN:", "STANDING:", "IF ", "ELSE:", "CAPTIVE Carth execute", "HOLD alone")
"""Spans of the text that are no orders of the game, or only a part of one."""
TURN = {
    "seats": ["sol", "hacan", "xxcha"],
    "turn": "Sol",
    "units": {
        "sys_home_sol": {"Sol": "1 carrier, 1 dreadnought, 1 destroyer, 2 fighter"},
        "jord": {"Sol": "5 ground force, 1 space dock"},
        "dal_bootha": {"Sol": "1 ground force"},
        "xxehan": {"Hacan": "1 ground force"},
        "sys_dal_bootha_xxehan": {"Hacan": "1 destroyer"},
    },
    "control": {"dal_bootha": "Sol", "xxehan": "Hacan"},
    "Sol": {"cards": ["warfare", "trade"], "goods": 1, "fleet": 4},
    "Hacan": {"cards": ["logistics", "imperial"]},
    "Xxcha": {"cards": ["political", "technology"]},
}


def blocks(language: str = "") -> list[list[str]]:
    """The blocks of orders in a language; "" is English."""
    return [
        [bare for line in text.splitlines() if (bare := _REMARK.sub("", line).strip())]
        for name, text in _BLOCK.findall(PAGE)
        if name == language
    ]


def spans() -> list[str]:
    """Orders inside the text and in the tables."""
    outside = _BLOCK.sub("", PAGE)
    return [x for x in _ORDER.findall(outside) if not x.startswith(_ABOUT)]


@cache
def asking(verb: str) -> tuple[str, ...]:
    """The positions of the corpus in which an order of this verb may answer."""
    names = corpus.position_names("ti3")
    return tuple(name for name in names if verb in corpus.question("ti3", name)[0].verbs)


@cache
def meanings(line: str) -> frozenset[tuple[str, str]]:
    """The positions of the corpus in which a line is a legal order, and what it means there."""
    found = set()
    (read,) = read_page(line, TI3.order_verbs).lines
    for position in asking(read.verb):
        answer, refusal = corpus.answered("ti3", position, line)
        if refusal is None:
            found.add((position, corpus.written("ti3", position, answer)))
    return frozenset(found)


ORDERS = sorted({
    line.removeprefix("STANDING: ")
    for line in (*(x for block in blocks() for x in block), *spans())
    if not line.startswith(("ODDS", "python", "DONE"))
})  # fmt: skip


@pytest.mark.parametrize("line", ORDERS)
def test_every_line_is_a_legal_order_somewhere(line: str) -> None:
    assert meanings(line)


def rows() -> list[tuple[str, str, str]]:
    """The table of three languages."""
    table = PAGE.partition("| in English |")[2].partition("\n\n")[0]
    found = [_ORDER.findall(row) for row in table.splitlines()]
    return [(row[0], row[1], row[2]) for row in found if len(row) == 3]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_three_languages_say_the_same(row: tuple[str, str, str]) -> None:
    english, polish, hungarian = map(meanings, row)
    assert english & polish & hungarian


def played(lines: list[str]) -> list[str]:
    """What happens when Sol mails these lines, whole, in the position of the page."""
    options = TI3Options(players=3)
    table = Tabletop(Setting(TI3, options, secret_for("page")), position=TURN, whole=True)
    table.send(0, "\n".join(lines))
    assert [trouble.problem.words for trouble in table.troubles] == []
    events = [told.event for ruling in table.history.rulings for told in ruling.events]
    return [str(event) for event in events]


def test_the_turns_run_to_their_end() -> None:
    first, at_home = blocks()[:2]
    kinds = "\n".join(played(first))
    for kind in ("'Moved'", "'BattleEnded'", "'Landed'", "'DockBuilt'"):
        assert kind in kinds
    assert "'Produced'" in "\n".join(played(at_home))


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_the_turn_is_the_same_in_other_words(language: str) -> None:
    (said,) = blocks(language)
    english = [x for x in blocks()[0] if not x.startswith("HITS")]
    assert played(said) == played(english)


def test_odds_are_reckoned_as_written() -> None:
    state = TI3.position(TI3.read_options({"players": 3}), {**TURN, "control": {"lodor": "Hacan"},
        "units": {"sys_lodor": {"Hacan": "1 cruiser"}}})  # fmt: skip
    for line in (x for block in blocks() for x in block):
        if line.startswith("ODDS"):
            one, _, two = re.split(r" (VS|WITH) ", line.removeprefix("ODDS "))
            pair = (one, two) if " VS " in line else (two, one)
            assert TI3.odds(*pair, {}, TI3.view(state, 0))["attacker"] > 0
        elif line.startswith("python"):
            words = shlex.split(line)
            forces, options = words[4:6], dict(x.split("=") for x in words[7:])
            assert TI3.odds(forces[0], forces[1], options)["attacker"] > 0


def test_every_option_is_named() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## Options of a table")[2]))
    assert set(TI3Options.__struct_fields__) - named == {"players", "unbuilt"}
