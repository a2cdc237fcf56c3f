from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.lexicon import Ambiguous, LeftOver, LexiconError, MissingPart, Names, Slots, read_slots
from tests.rules.lexicon.words import PLANETS, scraps

MOVE = Slots(required=("",), optional=("with", "from", "to"))
LAND = Slots(required=("", "on"), optional=("from",), example="LAND 2 infantry ON Quann")
RETREAT = Slots(required=("to",), optional=("", "after"))


@pytest.mark.parametrize(
    ("typed", "slots", "parts"),
    [
        (
            "1 carrier WITH 2 infantry FROM 10",
            MOVE,
            {"": "1 carrier", "with": "2 infantry", "from": "10"},
        ),
        ("1 carrier from: 10, to: 27", MOVE, {"": "1 carrier", "from": "10", "to": "27"}),
        (
            "1 carrier FROM 10 WITH 2 infantry",
            MOVE,
            {"": "1 carrier", "from": "10", "with": "2 infantry"},
        ),
        ("2 infantry ON New Albion", LAND, {"": "2 infantry", "on": "New Albion"}),
        ("2 infantry at New Albion", LAND, {"": "2 infantry", "on": "New Albion"}),
        ("Rider ON against", LAND, {"": "Rider", "on": "against"}),
        ("AFTER ROUND 2 TO 10", RETREAT, {"after": "ROUND 2", "to": "10"}),
        (
            "1 lotniskowiec wraz z 2 piechoty z 10 do 27",
            MOVE,
            {"": "1 lotniskowiec", "with": "2 piechoty", "from": "10", "to": "27"},
        ),
        (
            "2 piechoty na New Albion ze 26",
            LAND,
            {"": "2 piechoty", "on": "New Albion", "from": "26"},
        ),
        ("2 piechoty w New Albion", LAND, {"": "2 piechoty", "on": "New Albion"}),
        ("po 2 do 10", RETREAT, {"after": "2", "to": "10"}),
        ("2 vadász 10-ből 27-be", MOVE, {"": "2 vadász", "from": "10", "to": "27"}),
        ("2 vadász 10ből 27be", MOVE, {"": "2 vadász", "from": "10", "to": "27"}),
        ("2 vadász innen 10 ide 27", MOVE, {"": "2 vadász", "from": "10", "to": "27"}),
        (
            "1 hordozó vele 2 gyalogság innen 10",
            MOVE,
            {"": "1 hordozó", "with": "2 gyalogság", "from": "10"},
        ),
        ("2 gyalogság ide Lodor", LAND, {"": "2 gyalogság", "on": "Lodor"}),
        ("2 vörös cserébe 1 kék", Slots(("", "for")), {"": "2 vörös", "for": "1 kék"}),
        ("2 gyalogság New Albion-ra", LAND, {"": "2 gyalogság", "on": "New Albion"}),
        ("2 gyalogság Lodor-ra 10-ről", LAND, {"": "2 gyalogság", "on": "Lodor", "from": "10"}),
        ("2 után 10-be", RETREAT, {"after": "2", "to": "10"}),
        ("1 hordozó gyalogság-gal", MOVE, {"": "1 hordozó", "with": "gyalogság"}),
        ("1 hordozó pénz-zel", MOVE, {"": "1 hordozó", "with": "pénz"}),
        ("1 hordozó tudomány-nyal", MOVE, {"": "1 hordozó", "with": "tudomány"}),
        ("Ghosts of Creuss for 2", Slots(), {"": "Ghosts of Creuss for 2"}),
    ],
)
def test_parts_by_keyword(typed: str, slots: Slots, parts: dict[str, str]) -> None:
    assert read_slots(typed, slots, PLANETS) == parts


def test_a_keyword_inside_a_known_name_does_not_split_it() -> None:
    assert read_slots("klucz do artefaktu do 10", MOVE, PLANETS) == {
        "": "klucz do artefaktu",
        "to": "10",
    }
    assert read_slots("Widma z Creussa z 10", MOVE, PLANETS) == {
        "": "Widma z Creussa",
        "from": "10",
    }
    assert read_slots("klucz do artefaktu", MOVE)[""] == "klucz"


def test_an_ending_that_is_part_of_a_known_name_stays() -> None:
    names = Names({"station": ["Delta-on"], "base": ["Old Delta-on"]})
    assert read_slots("2 infantry ON Delta-on", LAND, names)["on"] == "Delta-on"
    assert read_slots("2 infantry ON Old Delta-on", LAND, names)["on"] == "Old Delta-on"
    assert read_slots("2 infantry Gamma-on", LAND, names)["on"] == "Gamma"


def test_a_keyword_of_the_callers_own() -> None:
    slots = Slots(("",), ("instead",))
    assert read_slots("pass INSTEAD vote", slots) == {"": "pass", "instead": "vote"}


@pytest.mark.parametrize(
    ("typed", "slots", "named"),
    [
        ("2 infantry", LAND, "LAND 2 infantry ON Quann"),
        ("2 infantry", LAND, "ON"),
        ("ON Quann", LAND, "after its verb"),
        ("1 carrier FROM", MOVE, "FROM"),
        ("after 2", RETREAT, "TO"),
    ],
)
def test_a_missing_part_is_named_with_an_example(typed: str, slots: Slots, named: str) -> None:
    with pytest.raises(MissingPart, match=named):
        read_slots(typed, slots)


@pytest.mark.parametrize(
    ("typed", "slots", "error"),
    [
        ("1 carrier FROM 10 FROM 12", MOVE, LeftOver),
        ("quickly TO 10", Slots(("to",)), LeftOver),
        ("quickly", Slots(()), LeftOver),
        ("1 lotniskowiec z 2 piechoty z 10", MOVE, Ambiguous),
    ],
)
def test_doubled_and_stray_parts_are_refused(
    typed: str, slots: Slots, error: type[LexiconError]
) -> None:
    with pytest.raises(error):
        read_slots(typed, slots)


pieces = scraps("2 fighters from to with z ze do wraz New Albion-ra 10-ből 27be után Quann : - ,")


@settings(max_examples=100, deadline=None)
@given(pieces | st.text(), st.sampled_from([MOVE, LAND, RETREAT]))
def test_any_text_gives_wanted_parts_or_a_lexicon_error(text: str, slots: Slots) -> None:
    with suppress(LexiconError):
        parts = read_slots(text, slots, PLANETS)
        assert set(slots.required) <= set(parts) <= set(slots.all)
        assert all(parts.values())
