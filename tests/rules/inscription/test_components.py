"""An owner's file of components: what is right is played, what is wrong is refused in words."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.table import option_fields
from rules.inscription.components import faults
from rules.inscription.facts import components, own_files
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.errors import BadOptions
from rules.kernel.simulate import play_game
from rules.lexicon import speaking

OWN = own_files()
Change = Callable[[Any], None]


def file_with(part: str, change: Change, index: int = 0) -> str:
    """One entry of our own set, changed, as a file of its own."""
    if part in ("navigation", "expansion", "industry", "warfare"):
        layout = deepcopy(OWN[part]["layouts"][index])
        change(layout)
        return json.dumps({part: {"layouts": [layout]}})
    if isinstance(OWN[part], list):
        card = deepcopy(OWN[part][index])
        change(card)
        return json.dumps({part: [card]})
    whole = deepcopy(OWN[part])
    change(whole)
    return json.dumps({part: whole})


def set_at(*path: Any) -> Callable[[Any], Change]:
    """Changes the value at a path."""

    def to(value: Any) -> Change:
        def change(thing: Any) -> None:
            for step in path[:-1]:
                thing = thing[step]
            thing[path[-1]] = value

        return change

    return to


WRONG: list[tuple[str, str, str, str]] = [
    ("no JSON", "{", "file", "JSON"),
    ("a list", "[]", "file", "object"),
    ("an unknown part", '{"planets": []}', "planets", "no such part"),
    ("cards that are no list", '{"relics": {}}', "relics", "list"),
    ("layouts missing", '{"industry": {}}', "industry", "layouts"),
    ("no id", '{"relics": [{}]}', "relics[0]", "no id"),
    ("an id twice", '{"relics": [{"id": "a"}, {"id": "a"}]}', "relics[1]", "twice"),
    (
        "a wrong type",
        file_with("navigation", set_at("systems", 3, "size")("tiny")),
        "navigation.layouts[0].systems[3].size",
        "tiny",
    ),
    ("no home", file_with("navigation", set_at("systems", 0, "home")(False)), "nav_b", "one home"),
    (
        "a lane to nowhere",
        file_with("navigation", set_at("hyperlanes", 0, "a")("S99")),
        "nav_b L01",
        "known places",
    ),
    (
        "a relic without its box",
        file_with("navigation", set_at("systems", 31, "box")(False)),
        "nav_b S32",
        "boxes",
    ),
    (
        "a planet out of shape",
        file_with("expansion", set_at("planets", 0, "rows")(5)),
        "exp_b P1",
        "fit together",
    ),
    (
        "two docks",
        file_with("expansion", lambda layout: layout["docks"].pop()),
        "exp_b",
        "three space docks",
    ),
    (
        "an asset of no kind",
        file_with("expansion", set_at("docks", 0, "asset", "kind")("gold")),
        "exp_b D1.planet",
        "no asset gold",
    ),
    (
        "two scrapped spaces",
        file_with("industry", set_at("hexes", 1, "scrapped")(True)),
        "ind_b",
        "exactly one space",
    ),
    (
        "bursts alike",
        file_with("industry", set_at("legend", "burst", 0, "spec")(2)),
        "ind_b",
        "TIN 8.2.3",
    ),
    (
        "an anomaly with an asset",
        file_with("warfare", set_at("grid", "nodes", 2, "anomaly")(True)),
        "war_b C1",
        "anomaly",
    ),
    (
        "a unit without a shape",
        file_with("warfare", set_at("units", 1, "shape")([])),
        "war_b pds",
        "shape",
    ),
    (
        "a shape in two pieces",
        file_with("warfare", set_at("units", 1, "shape")([[0, 0], [2, 2]])),
        "war_b pds",
        "one piece",
    ),
    (
        "no minus point",
        file_with("warfare", set_at("boxes", 0, "lose_asset", "n")(1)),
        "war_b T1L",
        "−1 point",
    ),
    (
        "an unknown operation",
        file_with("factions", set_at("ability2", "effect", "ops", 0, "op")("dance")),
        "faction nekro_virus ability2",
        "no operation dance",
    ),
    (
        "an unknown field",
        file_with("factions", set_at("ability2", "effect", "ops", 0, "colour")("red")),
        "faction nekro_virus ability2",
        "no field colour",
    ),
    (
        "a value out of bounds",
        file_with("factions", set_at("ability2", "effect", "ops", 0, "n")(0)),
        "faction nekro_virus ability2, research",
        "cannot be 0",
    ),
    (
        "an unknown window",
        file_with("relics", set_at("effect", "window")("noon")),
        "relic crown_of_thalnos",
        "no window noon",
    ),
    (
        "an optional that is no yes or no",
        file_with("technologies", set_at("effect", "optional")("maybe")),
        "technology gravity_drive",
        "optional",
    ),
    (
        "a council without its stage",
        file_with("events", set_at("agenda_stage")(None), 4),
        "event convene_the_council",
        "council",
    ),
    (
        "a game without end",
        file_with("events", set_at("ends_game")(False), 22),
        "events",
        "ends the game",
    ),
    (
        "a stage out of step",
        file_with("events", set_at("colour")("black"), 0),
        "events I",
        "alternate",
    ),
    (
        "an objective upside down",
        file_with("objectives", set_at("high")(1)),
        "objective collector",
        "high above low",
    ),
    (
        "an objective that counts nothing",
        file_with("objectives", set_at("condition", "count")("luck")),
        "objective collector",
        "counts nothing",
    ),
    (
        "a relic played at the wrong time",
        file_with("relics", set_at("play")("immediate")),
        "relic crown_of_thalnos",
        "TIN 18.1.3",
    ),
    (
        "dice with four faces",
        file_with("dice", set_at("black", "faces")(["M", "I", "R", "M"])),
        "dice.black",
        "six faces",
    ),
    (
        "rewards that rise",
        file_with("mecatol_rex", set_at("rows", 1, "vp")(9)),
        "mecatol_rex.rows",
        "never rise",
    ),
    (
        "five tracks",
        file_with("ai", lambda ai: ai["tracks"].pop()),
        "ai.tracks",
        "one track",
    ),
]


@pytest.mark.parametrize(
    ("text", "place", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG]
)
def test_a_fault_is_told_with_its_place(text: str, place: str, words: str) -> None:
    found = faults(text)
    assert any(place in fault.place and words in fault.words for fault in found), found
    with pytest.raises(BadOptions) as refused:
        INSCRIPTION.read_options({"components": text})
    assert "cannot be used" in str(refused.value)


def test_our_own_set_has_no_faults() -> None:
    own = {
        name: part
        for name, part in OWN.items()
        if name not in ("components", "setup", "vocabulary")
    }
    assert faults(json.dumps(own)) == ()
    assert faults("{}") == ()


def test_a_table_plays_with_a_faction_of_its_own() -> None:
    card = deepcopy(OWN["factions"][0])
    card |= {"id": "harbour_guild", "name": "The Harbour Guild"}
    text = json.dumps({"set": {"id": "mine", "name": "Mine"}, "factions": [card]})
    options = INSCRIPTION.read_options({"players": 8, "components": text})
    played = play_game(INSCRIPTION, options, "own components")
    assert not played.violations
    assert played.match.state.table.house == text
    assert "harbour_guild" in components(text).factions


def test_a_form_takes_a_whole_file() -> None:
    """A text option says how long it may be; others are cut short."""
    fields = {field.name: field.kind for field in option_fields.options_of(INSCRIPTION)}
    assert fields["components"] == "document"
    text = json.dumps({"relics": OWN["relics"]})
    assert len(text) > option_fields.LONGEST_TEXT
    read = option_fields.read(INSCRIPTION.Options, "option", {"option-components": text})
    assert read["components"] == text
    assert len(option_fields.shown(text)) < 200


def test_a_fault_is_told_in_the_owners_language() -> None:
    """What was told in one language is not remembered for the next reader."""
    told = {}
    for spoken in ("en", "pl", "hu"):
        with speaking(spoken):
            told[spoken] = str(faults('{"factions": {}}')[0])
    assert told == {
        "en": "factions: it must be a list",
        "pl": "factions: to musi być lista",
        "hu": "factions: lista legyen",
    }
