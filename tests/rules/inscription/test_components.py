"""An owner's file of components: what is right is played, what is wrong is refused in words."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.table import option_fields
from rules.inscription.components import LONGEST, MOST_PLACES, faults
from rules.inscription.facts import components, own_files
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.errors import BadOptions
from rules.kernel.trials.simulate import play_game
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


def several(part: str, change: Change, *indices: int) -> str:
    """Some entries of our own set, all changed alike, as one file."""
    cards = [deepcopy(OWN[part][index]) for index in indices]
    for card in cards:
        change(card)
    return json.dumps({part: cards})


def without(*path: Any) -> Change:
    """Takes the value at a path away."""

    def change(thing: Any) -> None:
        for step in path[:-1]:
            thing = thing[step]
        del thing[path[-1]]

    return change


def also(*path: Any) -> Callable[[Any], Change]:
    """Adds a value to the list at a path."""

    def to(value: Any) -> Change:
        def change(thing: Any) -> None:
            for step in path:
                thing = thing[step]
            thing.append(value)

        return change

    return to


def crowded(layout: Any) -> None:
    """A track of more places than a sheet has."""
    layout["population_track"] = [
        {"id": f"POP.{i}", "kind": "vp", "n": 1} for i in range(4 * MOST_PLACES + 1)
    ]


def named_twice(layout: Any) -> None:
    layout["population_track"][1]["id"] = layout["population_track"][0]["id"]


def twin_lane(layout: Any) -> None:
    layout["hyperlanes"].append({**layout["hyperlanes"][0], "id": "L99"})


def one_wormhole(layout: Any) -> None:
    """All but the first wormhole gone, with their lanes."""
    gone = {hole["id"] for hole in layout["wormholes"][1:]}
    layout["wormholes"] = layout["wormholes"][:1]
    layout["hyperlanes"] = [x for x in layout["hyperlanes"] if not {x["a"], x["b"]} & gone]


def third_relic(layout: Any) -> None:
    system = next(s for s in layout["systems"] if s["asset"] and not s["relic"])
    system |= {"relic": True, "box": True}
    system["asset"] = {"id": f"{system['id']}.relic", "kind": "relic"}


def home_is_mecatol(layout: Any) -> None:
    for system in layout["systems"]:
        system["mecatol"] = system["home"]


def same_place(layout: Any) -> None:
    layout["hexes"][1] |= {"q": layout["hexes"][0]["q"], "r": layout["hexes"][0]["r"]}


def empty_space(layout: Any) -> None:
    space = next(h for h in layout["hexes"] if h["asset"] and not h["scrapped"])
    space["asset"] = space["dotted_x"] = None


def same_locks(layout: Any) -> None:
    layout["units"][-1]["locked_by"] = layout["units"][-2]["locked_by"]


def other_half(layout: Any) -> None:
    node = layout["grid"]["nodes"][0]
    node["half"] = "R" if node["half"] == "L" else "L"


def alike_stars(card: Any) -> None:
    card["pass"]["star"] = card["fail"]["star"] = True


def odd_setup(card: Any) -> None:
    card["setup"] = {**card["ability2"]["effect"], "window": "on_relic"}


RELICS = [
    i for i, system in enumerate(OWN["navigation"]["layouts"][0]["systems"]) if system["relic"]
]
OBJECTIVES_NAV = [i for i, o in enumerate(OWN["objectives"]) if o["sheet"] == "NAV"]
AGENDAS_II = [i for i, a in enumerate(OWN["agendas"]) if a["stage"] == "II"]
ON_MARK = next(
    i
    for i, f in enumerate(OWN["factions"])
    if any(e["window"] == "on_mark" for e in f["ability1"]["effect"])
)
CHOOSES = next(
    i for i, f in enumerate(OWN["factions"]) if f["ability2"]["effect"]["ops"][0]["op"] == "choose"
)
EFFECT = ("ability1", "effect", 0)
OPS = ("ability2", "effect", "ops")
GOALS = next(i for i, t in enumerate(OWN["ai"]["tracks"]) if t["role"] == "goal")

TOLD: list[tuple[str, str, str]] = [
    ('{"dice": []}', "dice", "it must be an object"),
    # -- what cannot be read
    ('{"dice": ]}', "file", "character 10 cannot stand there"),
    ('{"dice": ', "file", "it ends too early"),
    (
        file_with("expansion", set_at("planets", 0, "rows")("x")),
        "expansion.layouts[0].planets[0].rows",
        "a whole number is wanted here, not a text",
    ),
    (file_with("ai", set_at("tracks")(3)), "ai.tracks", "a list is wanted here"),
    (file_with("ai", without("tracks")), "ai", "it needs tracks"),
    (file_with("scoring", without("trade_goods_per_vp")), "scoring", "it needs `trade_goods"),
    (
        file_with("warfare", set_at("units", 1, "shape", 0)([1])),
        "warfare.layouts[0].units[1].shape[0]",
        "must have 2 entries, not 1",
    ),
    (file_with("events", set_at("kind")("party")), "events[0].kind", "not one of the values"),
    # -- effects
    (file_with("factions", set_at("ability1")({})), "faction", "ability1 needs a list of effects"),
    (file_with("factions", set_at("ability2")([])), "faction", "ability2 needs an effect"),
    (file_with("agendas", set_at("fail")(None)), "agenda", "the outcomes pass and fail"),
    (file_with("relics", set_at("effect")(None)), "relic", "it has no effect"),
    (file_with("relics", set_at("effect", "limit")({"n": 1})), "relic", "the limit needs"),
    (file_with("relics", set_at("effect", "when")({"moon": 1})), "relic", "no such condition"),
    (file_with("factions", set_at(*EFFECT, "when")({"mark": "sing"})), "ability1", "no mark sing"),
    (
        file_with("factions", set_at(*EFFECT, "window")("on_mark")),
        "ability1",
        "an effect on a mark names the mark",
    ),
    (file_with("relics", set_at("effect", "ops")([])), "relic", "must be a list of operations"),
    (file_with("factions", without(*OPS, 0, "n")), "ability2, research", "it needs n"),
    (
        file_with("factions", set_at(*OPS, 0, "options")([[]]), CHOOSES),
        "ability2, choose",
        "two options or more",
    ),
    # -- layouts of every sheet
    (file_with("navigation", set_at("side")("A")), "NAV", "a layout of side B"),
    (file_with("navigation", set_at("side")("B"), 1), "NAV", "eight layouts of side A"),
    (file_with("navigation", set_at("side")("C"), 1), "NAV", "a side is A or B"),
    (file_with("warfare", set_at("technologies")([])), "war_b", "two technologies of this sheet"),
    (
        file_with("expansion", set_at("population_track", 0, "n")(0)),
        "exp_b POP.01",
        "its n, k or dir is wrong",
    ),
    (file_with("expansion", named_twice), "exp_b POP.01", "stands there 2 times"),
    (file_with("expansion", crowded), "exp_b", "too big"),
    # -- navigation
    (
        file_with("navigation", lambda sheet: sheet["systems"].append(sheet["systems"][1])),
        "nav_b",
        "an id of a system stands twice",
    ),
    (
        file_with("navigation", set_at("systems", 0, "mecatol")(True)),
        "nav_b",
        "exactly one Mecatol Rex",
    ),
    (file_with("navigation", set_at("hyperlanes", 0, "b")("S01")), "nav_b L01", "two places"),
    (file_with("navigation", twin_lane), "nav_b L99", "this lane stands twice"),
    (
        file_with("navigation", also("hyperlanes")({"id": "L99", "a": "W1", "b": "W2"})),
        "nav_b L99",
        "no lane joins two wormholes",
    ),
    (
        file_with("navigation", also("wormholes")({"id": "W9", "hex": [9, 9], "xy": [9, 9]})),
        "nav_b W9",
        "a wormhole is joined to a system",
    ),
    (file_with("navigation", one_wormhole), "nav_b", "two wormholes or more"),
    (file_with("navigation", set_at("pre_drawn")(["L98"])), "nav_b L98", "no such lane"),
    (file_with("navigation", set_at("pre_drawn")([])), "nav_b", "a drawn lane leads from home"),
    (
        file_with("navigation", set_at("systems", RELICS[0], "relic")(False)),
        "nav_b",
        "do not agree",
    ),
    (file_with("navigation", third_relic), "nav_b", "at most 2 relics"),
    (file_with("navigation", home_is_mecatol), "nav_b", "away from home"),
    # -- expansion
    (
        file_with("expansion", set_at("docks", 0, "cells", 0)("Q")),
        "exp_b D1.1",
        "a symbol is M, I or R",
    ),
    (file_with("expansion", set_at("docks", 0, "cells")([])), "exp_b D1", "a dock has a cost"),
    (
        file_with("expansion", set_at("population_track", 0, "kind")("planet")),
        "exp_b POP.01",
        "the track holds points",
    ),
    (file_with("expansion", set_at("population_track")([])), "exp_b", "a population track"),
    # -- industry
    (file_with("industry", same_place), "ind_b", "two hexagons lie in one place"),
    (file_with("industry", empty_space), "ind_b", "an asset or a dotted X"),
    (file_with("industry", set_at("hexes", 1, "dotted_x")(7)), "ind_b", "a specialization from 1"),
    (
        file_with("industry", set_at("chart", "vote_line", 0, "plus_vote")(False)),
        "ind_b",
        "the vote line begins",
    ),
    (file_with("industry", without("chart", "commodity_rows", "3")), "ind_b", "three commodity"),
    (file_with("industry", set_at("chart", "columns")([])), "ind_b", "trade good” icons"),
    (file_with("industry", set_at("tg_pool")(0)), "ind_b", "the pools hold 1 to 99"),
    # -- warfare
    (file_with("warfare", lambda war: war["units"].pop()), "war_b", "the five kinds of unit"),
    (file_with("warfare", same_locks), "war_b", "locked by two kinds"),
    (
        file_with("warfare", set_at("units", 1, "bars", 0, "cost", 0)("Q")),
        "war_b",
        "a cost is made of",
    ),
    (
        file_with("warfare", set_at("units", 1, "bars", 0, "alt_cost")([9])),
        "war_b",
        "the other cost is one specialization",
    ),
    (file_with("warfare", lambda war: war["grid"]["nodes"].pop()), "war_b", "in every place"),
    (file_with("warfare", set_at("grid", "lines")([0, 3, 6, 12])), "war_b", "five lines part"),
    (file_with("warfare", set_at("grid", "nodes", 0, "tier")(4)), "war_b", "outside its tier"),
    (file_with("warfare", other_half), "war_b", "in the other half"),
    (file_with("warfare", lambda war: war["boxes"].pop()), "war_b", "one strength box"),
    (
        file_with("warfare", set_at("units", 1, "bars")("unlimited")),
        "war_b pds",
        "infantry alone is without limit",
    ),
    (
        file_with("warfare", set_at("units", 1, "locked_by")(2)),
        "war_b pds",
        "only the two last kinds are locked",
    ),
    # -- cards
    (file_with("events", set_at("stage")("X")), "event first_ventures", "a stage is I to V"),
    (
        file_with("events", set_at("resources")([])),
        "event first_ventures",
        "strategy cards alone",
    ),
    (file_with("events", set_at("kind")("war")), "events I", "wrong number of wars"),
    (several("agendas", set_at("stage")("III"), *AGENDAS_II), "agendas II", "one of each stage"),
    (file_with("agendas", set_at("stage")("V")), "agenda", "of stage II, III or IV"),
    (several("agendas", alike_stars, *AGENDAS_II), "agenda", "no partner"),
    (
        file_with("agendas", set_at("pass", "effect", "most_votes_choice")("moon")),
        "agenda",
        "what the most votes choose",
    ),
    (
        file_with("factions", set_at(*EFFECT, "window")("setup")),
        "faction",
        "ability1 works all game",
    ),
    (
        file_with("factions", set_at("ability2", "effect", "window")("on_relic")),
        "faction",
        "ability2 answers faction assets",
    ),
    (file_with("factions", odd_setup), "faction", "the window setup"),
    (file_with("relics", set_at("vp")(-1)), "relic", "cannot be negative"),
    (file_with("objectives", set_at("sheet")("SKY")), "objective", "it belongs to a sheet"),
    (
        several("objectives", set_at("sheet")("WAR"), *OBJECTIVES_NAV),
        "objectives NAV",
        "each sheet has one",
    ),
    (
        file_with("technologies", set_at("cost_spec")(9)),
        "technology gravity_drive",
        "it costs research, or a specialization",
    ),
    (
        file_with("technologies", set_at("once_per_activation")(True)),
        "technology gravity_drive",
        "do not agree",
    ),
    # -- dice, rows, the AI
    (file_with("dice", lambda dice: dice["focus"].pop()), "dice.focus", "one die of each kind"),
    (
        file_with("mecatol_rex", lambda sheet: sheet["rows"].pop()),
        "mecatol_rex.rows",
        "eight rows",
    ),
    (file_with("scoring", set_at("trade_goods_per_vp")(0)), "scoring", "trade goods make points"),
    (
        file_with("ai", set_at("tracks", GOALS, "role")("votes")),
        "ai.tracks",
        "four goal tracks",
    ),
    (file_with("ai", set_at("tracks", GOALS, "goals")([])), "ai.tracks", "goals and an overflow"),
    (
        file_with("ai", set_at("tracks", GOALS, "goals", 0, "goal")("moon")),
        "ai.tracks",
        "an unknown goal",
    ),
    (
        file_with("ai", set_at("difficulty", 0, "id")("mild")),
        "ai",
        "three difficulties with a ranking each",
    ),
    (file_with("ai", without("votes_by_black_die", "M")), "ai", "votes by the black die"),
]


@pytest.mark.parametrize(("text", "place", "words"), TOLD, ids=[words for _t, _p, words in TOLD])
def test_each_kind_of_fault_is_told(text: str, place: str, words: str) -> None:
    found = faults(text)
    assert any(place in fault.place and words in fault.words for fault in found), found


def test_a_file_that_is_too_long_is_not_read() -> None:
    assert "longer than" in faults(" " * (LONGEST + 1))[0].words


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


def test_what_a_decoder_says_is_told_in_the_owners_language() -> None:
    """Its own English reaches nobody."""
    wrong = file_with("expansion", set_at("planets", 0, "rows")("x"))
    told = {}
    for spoken in ("en", "pl", "hu"):
        with speaking(spoken):
            told[spoken] = faults(wrong)[0].words
    assert told == {
        "en": "a whole number is wanted here, not a text",
        "pl": "tu potrzeba: liczba całkowita, a jest: tekst",
        "hu": "ide ez kell: egész szám, és ez áll itt: szöveg",
    }
