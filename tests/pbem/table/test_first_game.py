"""Tables for people who play a game for the first time."""

import pytest

from pbem.models import Player
from pbem.table import agreement, first_game, lobby, option_fields
from rules.kernel.ruleset import Options, Rulesets
from tests.rulesets import TESTED

RULESETS = tuple(Rulesets(TESTED).by_name.values())
COUNTS = [(r, n) for r in RULESETS for n in range(r.min_players, r.max_players + 1)]


@pytest.mark.parametrize(("ruleset", "players"), COUNTS, ids=lambda x: getattr(x, "name", x))
def test_the_advised_options_begin_a_game(ruleset, players):
    options = ruleset.read_options({"players": players, **first_game.options(ruleset, players)})
    assert options.players == players
    ruleset.check_options(options)


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda r: r.name)
def test_the_orders_of_a_first_turn_are_orders(ruleset):
    first = ruleset.features.first_game
    assert set(first.orders) <= set(ruleset.order_verbs)
    if ruleset.features.sides is not None:
        assert len(first.sides) in (0, ruleset.max_players)
        assert set(first.sides) <= set(ruleset.features.sides.names())


@pytest.mark.parametrize("word", ["first-game", "First-Game", "pierwsza-gra", "első-játék"])
def test_its_name_in_three_languages(word):
    assert first_game.is_meant(word)


@pytest.mark.django_db
def test_who_joins_is_told_what_kind_of_table_it_is(settings):
    ada = Player.objects.create(name="Ada Quill", email="ada@example.org")
    game = lobby.create_game(ada, "Vega", "skirmish", {"players": 2}, terms=first_game.TERMS)
    assert any("first game" in line for line in agreement.lines(game))
    game = lobby.create_game(ada, "Rigel", "skirmish", {"players": 2})
    assert not any("first game" in line for line in agreement.lines(game))


class Switches(Options):
    aliens: bool = True


@pytest.mark.parametrize("word", ["no", "off", "nie", "nem", "NO"])
def test_a_setting_that_is_written_off_is_off(word):
    read = option_fields.read(Switches, "option", {"option-aliens": word})
    assert read["aliens"] is False
    assert option_fields.read(Switches, "option", {"option-aliens": "yes"})["aliens"] is True
