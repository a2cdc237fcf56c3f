"""Whole games by random players keep every promise."""

from random import Random
from typing import Any

import pytest

from rules.kernel.errors import BadOptions
from rules.kernel.trials.simulate import drawn_options, play_game
from rules.ti3.facts import LAYOUTS, RACES, TILES
from rules.ti3.ruleset import TI3


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_end_without_violations(players: int) -> None:
    played = play_game(TI3, TI3.read_options({"players": players}), f"ends/{players}")
    assert played.match.over
    assert played.violations == ()
    assert played.match.state.table.winners


@pytest.mark.parametrize("players", [3, 5, 6])
def test_drafted_races_and_a_galaxy_built_by_the_players(players: int) -> None:
    options = {"players": players, "races": "draft", "galaxy": "players"}
    played = play_game(TI3, TI3.read_options(options), "built")
    assert played.match.over
    assert played.violations == ()
    places = played.match.state.table.places
    assert len(places) == len(LAYOUTS[players].spaces) + players + 1


def test_every_race_can_be_played() -> None:
    names = list(RACES)
    for group in (names[:5], names[5:]):
        options = TI3.read_options({"players": 5, "races": ",".join(group)})
        played = play_game(TI3, options, f"races/{group[0]}", keep=False)
        assert played.violations == ()


@pytest.mark.parametrize(
    "options",
    [
        {"long_war": True},
        {"long_war": True, "long_war_no_rex": True},
        {"age_of_empire": True},
        {"sabotage_run": True, "faq": False},
        {"distant_suns": True},
        {"leaders": True},
        {"leaders": True, "distant_suns": True, "sabotage_run": True, "domain_set": "listed"},
    ],
    ids=lambda options: "+".join(options),
)
def test_options_play_to_the_end(options: dict[str, Any]) -> None:
    played = play_game(TI3, TI3.read_options({"players": 3, **options}), "options", keep=False)
    assert played.match.over
    assert played.violations == ()


def test_a_revote_whose_laws_are_gone_when_votes_are_counted_elects_nothing() -> None:
    options = TI3.read_options({"players": 4, "leaders": True})
    played = play_game(TI3, options, "2/0")
    told = [t.event for ruling in played.history.rulings for t in ruling.events]
    assert {"kind": "AgendaDiscarded", "card": "revote"} in told
    assert played.violations == ()


def test_drawn_options_go_together() -> None:
    """Each option is drawn both ways, and never a combination that the rulebook forbids."""
    usual = TI3.read_options({"players": 4})
    drawn = [drawn_options(TI3, usual, f"mixed/{i}") for i in range(60)]
    assert {options.players for options in drawn} == {4}
    for name in ("long_war_no_rex", "age_of_empire", "distant_suns", "leaders", "faq"):
        assert {getattr(options, name) for options in drawn} == {False, True}
    assert {options.humane_labor for options in drawn} == {"to_2", "minus_2"}
    forbidden = [o for o in drawn if o.long_war_no_rex and (o.age_of_empire or not o.long_war)]
    assert forbidden == []


def test_a_pasted_map_is_laid_out_as_written() -> None:
    tiles = [t.id for t in TILES.values() if t.dealt and (t.planets or t.wormhole)]
    tiles += [t.id for t in TILES.values() if t.kind == "empty" and not t.wormhole][:2]
    names = [TILES[tile].name for tile in tiles]
    options = TI3.read_options({"players": 3, "galaxy": ", ".join(names)})
    played = play_game(TI3, options, "pasted", keep=False)
    places = played.match.state.table.places
    for tile, space in zip(tiles, LAYOUTS[3].spaces, strict=True):
        assert places[tile] == [space.q, space.r]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"races": "sol,hacan,winnu"}, "no race"),
        ({"races": "sol,sol,hacan"}, "different races"),
        ({"galaxy": "Lodor, Quann"}, "24 different systems"),
        ({"galaxy": "Atlantis"}, "The galaxy"),
        ({"long_war_no_rex": True}, "choose the Long War, too"),
        ({"long_war": True, "long_war_no_rex": True, "age_of_empire": True}, "cannot be left out"),
        ({"domain_set": "3 radiation"}, "At least 31"),
        ({"players": 5, "five_player_slots": "1 2 3"}, "five different numbers"),
        ({"players": 7}, "3 to 6 players"),
        ({"players": 2}, "3 to 6 players"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_impossible_options_are_refused_before_the_game(option: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOptions, match=words):
        TI3.read_options({"players": 3, **option})


def test_special_systems_of_a_pasted_map_may_not_touch() -> None:
    tiles = [t.name for t in TILES.values() if t.dealt]
    special = [n for n in tiles if n.startswith(("Asteroid Field 1", "Nebula"))]
    plain = [t.name for t in TILES.values() if t.dealt and t.planets]
    names = [*special, *plain, *[t.name for t in TILES.values() if t.wormhole and not t.planets]]
    with pytest.raises(BadOptions, match="may not touch"):
        TI3.read_options({"players": 3, "galaxy": ", ".join(names[:24])})


def test_bots_think_about_cards_they_are_shown() -> None:
    """A seat that is shown the deck (Synchronicity) or a hand (Disclosure) keeps knowing it: a
    thought about another deck would end in a card that is not there."""
    played = play_game(TI3, TI3.read_options({"players": 4}), "shown", keep=False)
    state = TI3.copy(played.match.state)
    state.box.action = ["synchronicity", "disclosure"]
    state.hand[1].cards, state.hand[2].cards = ["uprising"], ["lucky_shot"]
    state.hand[0].shown = sorted(state.box.action)
    decks = {tuple(TI3.disguise(state, 0, Random(n)).box.action) for n in range(8)}
    assert decks == {("synchronicity", "disclosure")}
    state.hand[0].shown = ["uprising"]
    twins = [TI3.disguise(state, 0, Random(n)) for n in range(8)]
    assert {tuple(twin.hand[1].cards) for twin in twins} == {("uprising",)}
    assert len({tuple(twin.hand[2].cards) for twin in twins}) > 1
