"""Forms: whatever is clicked together is written as order lines that are read as the same."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from rules.eclipse.ruleset import ECLIPSE
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.forms import (
    Count,
    Form,
    Group,
    Pair,
    Pick,
    Tick,
    filled_in,
    lines_naming,
    written,
)
from rules.lexicon import read_page
from rules.ti3.ruleset import TI3
from rules.ti4.ruleset import TI4
from tests.clicking import clicks
from tests.contracts import pauses

GAMES: dict[str, tuple[Any, int]] = {
    "ti4": (TI4, 3),
    "ti3": (TI3, 3),
    "eclipse": (ECLIPSE, 3),
    "inscription": (INSCRIPTION, 2),
}


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_can_be_clicked_together(game: str) -> None:
    """Whole games of random players: no question of any game is without clicks."""
    ruleset, players = GAMES[game]
    rng = Random(game)
    verbs = ruleset.vocabulary({})
    lacking: dict[str, list[str]] = {}
    for match, _history in pauses(ruleset, ruleset.read_options({"players": players}), "forms"):
        for seat in match.seats:
            for _address, decision in match.open_for(seat):
                view = match.view(seat)
                answer = decision.sample(view, rng)
                if not clicks(decision, view, answer, verbs):
                    lines = lacking.setdefault(decision.kind(), [])
                    lines.append(decision.write(view, answer))
    assert not lacking, {kind: (len(lines), lines[:4]) for kind, lines in lacking.items()}


def sent_for(form: Form, rng: Random) -> dict[str, str]:
    """What a browser would send for a form filled in at random, more often a little than a lot."""
    sent = {}
    for field in form.fields:
        if isinstance(field, Count):
            sent[field.key] = str(rng.choice((0, 0, 1, field.most)))
        elif isinstance(field, Tick):
            sent[field.key] = rng.choice(("", "", "on"))
        elif isinstance(field, Pair):
            sent |= {key: rng.choice(options)[0] for key, options in field.halves}
        else:
            sent[field.key] = rng.choice(field.options)[0]
    return sent


@pytest.mark.parametrize("game", ["ti4", "ti3", "eclipse"])
def test_whatever_a_form_writes_can_be_read(game: str) -> None:
    """At random filled in: lines that an answer is read from, and the form says the same again."""
    ruleset, players = GAMES[game]
    rng = Random(game)
    verbs = ruleset.vocabulary({})
    read: Counter[str] = Counter()
    for i, (match, _history) in enumerate(
        pauses(ruleset, ruleset.read_options({"players": players}), "forms", most=600)
    ):
        for seat in match.seats if i % 2 else ():
            for _address, decision in match.open_for(seat):
                view = match.view(seat)
                for form in decision.all_forms(view):
                    text = written(form, sent_for(form, rng))
                    if not text:
                        continue
                    again = filled_in(form, text)
                    assert again is not None, (form.name, text)
                    assert written(form, again) == text
                    page = read_page(text, verbs)
                    assert not page.errors, (form.name, text)
                    reading = decision.read(view, page.lines)
                    assert reading.answer is not None or reading.problems, (form.name, text)
                    read[form.name] += 1
    assert read


@pytest.mark.parametrize("game", ["ti4", "ti3"])
def test_deals_are_clicked_together(game: str) -> None:
    """What may be done at any time: whatever a form writes, its own class reads."""
    ruleset, players = GAMES[game]
    rng = Random(game)
    verbs = ruleset.vocabulary({})
    read: Counter[str] = Counter()
    for i, (match, _history) in enumerate(
        pauses(ruleset, ruleset.read_options({"players": players}), "deals")
    ):
        for seat in match.seats if i % 2 == 0 else ():
            view = match.view(seat)
            for kind in ruleset.interjections:
                for form in kind.forms(view):
                    text = written(form, sent_for(form, rng))
                    for line in read_page(text, verbs).lines:
                        done = kind.read_order(view, line)
                        assert done.seat == seat, text
                        read[kind.name()] += 1
    assert read["transaction" if game == "ti4" else "givegoods"]


def test_nothing_but_what_a_form_offers_comes_out_of_it() -> None:
    fields = (Count("units", "cruiser", "", 2), Pick("at", "", (("Jord", "Jord"),)))
    form = Form("build", "", ("BUILD {units} AT {at}",), (Group("", fields),))
    assert written(form, {"units/cruiser": "99", "at": "Jord"}) == "BUILD 2 cruiser AT Jord"
    assert written(form, {"units/cruiser": "1\nPASS", "at": "Jord"}) == ""
    assert written(form, {"units/cruiser": "1", "at": "../etc"}) == ""
    assert written(form, {"units/dreadnought": "1", "at": "Jord"}) == ""


def test_a_form_says_what_may_be_done_at_a_place() -> None:
    parts, squares = (("", ""), ("Hull", ""), ("Drive", "")), (("cruiser 1", ""), ("cruiser 2", ""))
    fields = (
        Pair("steps", "", parts, " ON ", squares),
        Pair("steps", "", parts, " ON ", squares, 1),
    )
    form = Form("upgrade", "", ("UPGRADE {steps}",), (Group("", fields),))
    assert lines_naming(form, "cruiser 2") == [
        "UPGRADE Hull ON cruiser 2",
        "UPGRADE Drive ON cruiser 2",
    ]
    assert lines_naming(form, "starbase 1") == []


def test_what_is_optional_is_written_where_it_is_filled_in() -> None:
    fields = (
        Count("ships", "cruiser", "", 9, many="cruisers"),
        Count("hold", "infantry", "", 9),
        Tick("pay", "Jord", "Jord"),
    )
    form = Form(
        "move",
        "",
        ("MOVE {ships}[ WITH {hold}| EMPTY] FROM 7",),
        (Group("", fields),),
        nothing="MOVE nothing",
        tail="[ PAY {pay}]",
    )
    assert written(form, {}) == "MOVE nothing"
    assert written(form, {"ships/cruiser": "2"}) == "MOVE 2 cruisers EMPTY FROM 7"
    sent = {"ships/cruiser": "1", "hold/infantry": "3", "pay/Jord": "on"}
    text = written(form, sent)
    assert text == "MOVE 1 cruiser WITH 3 infantry FROM 7 PAY Jord"
    assert filled_in(form, text) == sent
    assert filled_in(form, "MOVE 1 cruiser FROM 8") is None
