from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.lexicon import (
    ALL,
    BadCount,
    LexiconError,
    MissingPart,
    Names,
    UnknownName,
    read_counted,
    write_counted,
)
from tests.rules.lexicon.words import UNITS, scraps

quick = settings(max_examples=80, deadline=None)


@pytest.mark.parametrize(
    ("typed", "counts"),
    [
        ("2 fighters, 1 carrier", {"fighter": 2, "carrier": 1}),
        ("2x fighter and a carrier", {"fighter": 2, "carrier": 1}),
        ("2 x fighter", {"fighter": 2}),
        ("fighter x2", {"fighter": 2}),
        ("fighter x 2, carrier", {"fighter": 2, "carrier": 1}),
        ("fighters ×3", {"fighter": 3}),
        ("carrier + two fighters", {"carrier": 1, "fighter": 2}),
        ("2fighters 3xcarrier", {"fighter": 2, "carrier": 3}),
        ("fighters: 2, carriers: 1", {"fighter": 2, "carrier": 1}),
        ("fighter 2 and carrier 3", {"fighter": 2, "carrier": 3}),
        ("2 fighters 1 carrier", {"fighter": 2, "carrier": 1}),
        ("war sun 2 fighters", {"war_sun": 1, "fighter": 2}),
        ("both of my war suns", {"war_sun": 2}),
        ("2 myśliwce i 1 lotniskowiec", {"fighter": 2, "carrier": 1}),
        ("pięć myśliwców oraz dwa krążowniki", {"fighter": 5, "cruiser": 2}),
        ("dwie stocznie kosmiczne", {"space_dock": 2}),
        ("két vadász és egy hordozó", {"fighter": 2, "carrier": 1}),
        ("tizenkét vadászt meg öt cirkálót", {"fighter": 12, "cruiser": 5}),
        ("1 fighter, carrier, 2 fighters", {"fighter": 3, "carrier": 1}),
        ("0 fighters, 1 carrier", {"carrier": 1}),
        ("none", {}),
        ("nic", {}),
    ],
)
def test_counted_lists(typed: str, counts: dict[str, int]) -> None:
    reading = read_counted(typed, UNITS)
    assert list(reading.counts.items()) == list(counts.items())
    assert reading.read_as == ()


def test_near_spellings_are_shown() -> None:
    reading = read_counted("2 figthers, carirer 1 war snu", UNITS)
    assert reading.counts == {"fighter": 2, "carrier": 1, "war_sun": 1}
    assert reading.read_as == ("fighter", "carrier", "war sun")


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("", MissingPart),
        (" , ", MissingPart),
        ("2", BadCount),
        ("2, fighters", BadCount),
        ("2 3 fighters", BadCount),
        ("-2 fighters", BadCount),
        ("1.5 fighters", BadCount),
        ("1000 fighters", BadCount),
        ("999 fighters, 1 fighter", BadCount),
        ("99999999999999999999 fighters", BadCount),
        ("all fighters", BadCount),
        ("2 spoons", UnknownName),
        ("2 fighters because", UnknownName),
    ],
)
def test_what_cannot_be_counted_is_refused(typed: str, error: type[LexiconError]) -> None:
    with pytest.raises(error):
        read_counted(typed, UNITS)


@pytest.mark.parametrize("typed", ["all fighters", "wszystkie myśliwce", "az összes vadász"])
def test_all_where_allowed(typed: str) -> None:
    assert read_counted(typed, UNITS, allow_all=True).counts == {"fighter": ALL}


def test_all_swallows_a_number_and_alone_means_every_name() -> None:
    present = UNITS.only(["fighter", "carrier"])
    assert read_counted("2 fighters, all fighters", present, allow_all=True).counts == {
        "fighter": ALL
    }
    assert read_counted("everything", present, allow_all=True).counts == {
        "fighter": ALL,
        "carrier": ALL,
    }


def test_a_name_ending_in_a_joining_word() -> None:
    upgrades = Names({"carrier": ["transportowiec"], "carrier_i": ["transportowiec I"]})
    assert read_counted("1 transportowiec i 2 transportowce", upgrades).counts == {"carrier": 3}
    assert read_counted("2 transportowiec I, 1 transportowiec", upgrades).counts == {
        "carrier_i": 2,
        "carrier": 1,
    }


@pytest.mark.parametrize(
    ("counts", "written"),
    [
        ({"carrier": 1, "fighter": 2}, "1 carrier, 2 fighters"),
        ({"infantry": 3, "war_sun": 2}, "3 infantry, 2 war suns"),
        ({"fighter": ALL, "carrier": 0}, "all fighters"),
        ({}, "nothing"),
    ],
)
def test_writing(counts: dict[str, int], written: str) -> None:
    assert write_counted(counts, UNITS) == written


def test_writing_with_names_of_the_callers_choice() -> None:
    assert write_counted({"fighter": 2}, {"fighter": "myśliwce"}.__getitem__) == "2 myśliwce"


def test_a_plural_that_is_another_name_is_not_written() -> None:
    names = Names({"ship": ["ship"], "fleet": ["ships"]})
    assert write_counted({"ship": 2}, names) == "2 ship"


@quick
@given(
    st.dictionaries(st.sampled_from(sorted(UNITS)), st.integers(1, 99) | st.just(ALL), max_size=6)
)
def test_what_is_written_reads_back(counts: dict[str, int]) -> None:
    reading = read_counted(write_counted(counts, UNITS), UNITS, allow_all=True)
    assert list(reading.counts.items()) == list(counts.items())
    assert reading.read_as == ()


pieces = scraps("2 , + x * - i and all the 0 3x x4 1.5 (2) két war sun fighter carier")


@quick
@given(pieces | st.text())
def test_any_text_gives_counts_or_a_lexicon_error(text: str) -> None:
    with suppress(LexiconError):
        reading = read_counted(text, UNITS, allow_all=True)
        assert all(count > 0 for count in reading.counts.values())
