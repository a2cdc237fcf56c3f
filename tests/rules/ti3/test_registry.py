"""Every card, technology, ability and objective has a handler, and a rule case or a test."""

from collections.abc import Iterable

import pytest

from rules.ti3.components import registry, timing, windows
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    DOMAINS,
    LEADER_TYPES,
    TECHNOLOGIES,
)
from rules.ti3.options import TI3Options
from rules.ti3.ruleset import TI3
from tests.rules.ti3.cases import covered


@pytest.mark.parametrize("kind", registry.KINDS)
def test_nothing_is_without_a_handler(kind: registry.Kind) -> None:
    assert registry.missing(kind) == []


@pytest.mark.parametrize(
    "ids",
    [ACTION_CARDS, AGENDAS, TECHNOLOGIES, ABILITIES, DOMAINS, LEADER_TYPES],
    ids=["cards", "agendas", "techs", "abilities", "domains", "leaders"],
)
def test_everything_has_a_rule_case(ids: Iterable[str]) -> None:
    assert sorted(set(ids) - covered()) == []


def test_windows_of_handlers_are_known() -> None:
    for handler in registry.every():
        for window in (*handler.windows, *handler.triggers):
            assert window in windows.ALL, (handler.id, window)
    assert set(windows.MOMENTS) == set(windows.ALL)


def test_cards_are_played_in_the_windows_of_the_facts() -> None:
    for id, card in ACTION_CARDS.items():
        if id != "touch_of_genius":
            assert card.window in registry.get("action card", id).windows, id


def test_a_whole_game_is_dealt() -> None:
    state = TI3.new(TI3Options(players=6, unbuilt="refuse"))
    assert len(state.table.deck) == len(ACTION_CARDS)
    assert len(state.box.agenda) == len(AGENDAS)


def test_cards_leave_the_deck_where_the_rules_say_so() -> None:
    four = TI3.new(TI3Options(players=4))
    assert {"strategic_flexibility", "strategic_shift"}.isdisjoint(four.table.deck)
    fewer = TI3.new(TI3Options(single_source_agendas="out"))
    assert len(fewer.box.agenda) == 36


def test_names_of_components_do_not_clash() -> None:
    for name in timing.MOMENTS.all_names():
        assert timing.MOMENTS.all_names().find(name).id == name
