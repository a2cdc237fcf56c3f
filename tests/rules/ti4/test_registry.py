"""What the engine can adjudicate, and what it says about the rest."""

import pytest

from rules.kernel.errors import BadOptions
from rules.ti4.components import registry, timing, windows
from rules.ti4.facts import ACTION_CARDS, FACTIONS, NOTES, TECHNOLOGIES
from rules.ti4.options import TI4Options
from rules.ti4.ruleset import TI4


@pytest.mark.parametrize("kind", registry.KINDS)
def test_handlers_and_missing_make_the_whole_list(kind: registry.Kind) -> None:
    built, missing = set(registry.built(kind)), set(registry.missing(kind))
    assert not built & missing
    assert built


def test_windows_of_handlers_are_known() -> None:
    for kind in registry.KINDS:
        for handler in registry.built(kind).values():
            for window in (*handler.windows, *handler.triggers):
                assert window in windows.ALL, (handler.id, window)


def test_every_window_of_the_facts_is_a_constant() -> None:
    printed = {w for card in ACTION_CARDS.values() for w in card.windows}
    printed |= {w for note in NOTES.values() for w in note.windows}
    printed |= {tech.window for tech in TECHNOLOGIES.values()} - {"passive"}
    printed |= {a.window for f in FACTIONS.values() for a in f.abilities}
    automatic = {
        "passive", "setup", "transaction", "strategic_action_secondary",
        "status_phase_gain_tokens", "status_phase_draw_action_cards", "when_trade_goods_spent",
    }  # fmt: skip
    assert printed - automatic <= set(windows.ALL)


def test_what_is_not_built_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry.built("action card"), "plague")
    with pytest.raises(BadOptions, match="plague"):
        TI4.new(TI4Options(unbuilt="refuse"))


def test_decks_hold_only_what_is_built() -> None:
    state = TI4.new(TI4Options(players=3))
    assert set(state.table.deck) == set(registry.built("action card"))


def test_a_second_handler_is_refused() -> None:
    with pytest.raises(ValueError, match="two handlers"):
        registry.add(registry.get("action card", "sabotage"))


def test_names_of_components_do_not_clash() -> None:
    for name in timing.MOMENTS.all_names():
        assert timing.MOMENTS.all_names().find(name).id == name
