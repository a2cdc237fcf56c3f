import string
from contextlib import suppress

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.lexicon import Ambiguous, LexiconError, MissingPart, Names, UnknownName, fold, key
from tests.rules.lexicon.words import PLANETS, UNITS

quick = settings(max_examples=100, deadline=None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ŁÓDŹ", "lodz"),
        ("tűrő Őrült", "turo orult"),
        ("Søren", "soren"),
        ("Straße", "strasse"),
        ("New\u00a0 Albion", "new albion"),
        ("X–89", "x-89"),
        ("„Ruch”", '"ruch"'),
        ("Qucen’n", "qucen'n"),
        ("fi\u200bghter", "fighter"),
    ],
)
def test_spellings_a_reader_calls_equal_fold_alike(one: str, other: str) -> None:
    assert fold(one) == other


@quick
@given(st.text())
def test_folding_and_keys_are_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert key(fold(text)) == key(text)


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("fighter", "fighter"),
        ("FIGHTERS", "fighter"),
        ("infantries", "infantry"),
        ("war suns", "war_sun"),
        ("war_sun", "war_sun"),
        ("space-dock", "space_dock"),
        ("PDS", "pds"),
        ("myśliwce", "fighter"),
        ("myśliwców", "fighter"),
        ("mysliwcami", "fighter"),
        ("krążowniki", "cruiser"),
        ("krążownikiem", "cruiser"),
        ("lotniskowce", "carrier"),
        ("niszczyciele", "destroyer"),
        ("piechotę", "infantry"),
        ("piechocie", "infantry"),
        ("słońca wojny", "war_sun"),
        ("okręty flagowe", "flagship"),
        ("stoczni kosmicznej", "space_dock"),
        ("vadászok", "fighter"),
        ("vadászt", "fighter"),
        ("vadászokat", "fighter"),
        ("vadásszal", "fighter"),
        ("cirkálók", "cruiser"),
        ("cirkálókkal", "cruiser"),
        ("hordozóval", "carrier"),
        ("gyalogságot", "infantry"),
        ("fightereket", "fighter"),
        ("cruiserów", "cruiser"),
    ],
)
def test_forms_of_a_name_are_the_name(typed: str, id: str) -> None:
    found = UNITS.find(typed)
    assert (found.id, found.read_as) == (id, None)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("carr", "carrier"),
        ("dread", "dreadnought"),
        ("carirer", "carrier"),
        ("destoyers", "destroyer"),
        ("sun", "war sun"),
        ("warsun", "war sun"),
        ("krążwonik", "cruiser"),
        ("zaszloshajo", None),
        ("vadázs", "fighter"),
    ],
)
def test_a_near_spelling_or_beginning_is_taken_and_shown(typed: str, name: str | None) -> None:
    assert UNITS.find(typed).read_as == name


@pytest.mark.parametrize(
    ("typed", "error", "suggestions"),
    [
        ("vega", Ambiguous, ("Vega Major", "Vega Minor")),
        ("vega mxnor", None, ()),
        ("vega mijor", Ambiguous, ("Vega Major", "Vega Minor")),
        ("tile 28", UnknownName, None),
        ("tile 2", UnknownName, None),
        ("Zzyzx", UnknownName, ()),
        ("★", UnknownName, ()),
        ("  ", MissingPart, ()),
    ],
)
def test_doubt_is_asked_back(
    typed: str, error: type[LexiconError] | None, suggestions: tuple[str, ...] | None
) -> None:
    if error is None:
        assert PLANETS.find(typed).read_as == "Vega Minor"
        return
    with pytest.raises(error) as caught:
        PLANETS.find(typed)
    assert caught.value.words.endswith((".", "?"))
    if suggestions is not None:
        assert caught.value.suggestions == suggestions


def test_an_unknown_name_suggests_at_most_three() -> None:
    many = Names({f"sector {letter}": [] for letter in "abcde"})
    with pytest.raises(UnknownName) as caught:
        many.find("sectors of space")
    assert 1 <= len(caught.value.suggestions) <= 3


def test_one_spelling_for_two_things_is_ambiguous_even_when_exact() -> None:
    twins = Names({"interceptor": ["myśliwiec"], "fighter": ["myśliwiec"]})
    with pytest.raises(Ambiguous) as caught:
        twins.find("myśliwce")
    assert set(caught.value.suggestions) == {"interceptor", "fighter"}


def test_a_remark_in_brackets_may_be_left_out_unless_that_is_another_name() -> None:
    names = Names({"seven": ["Technology (7)"], "tech": ["technology"], "one": ["Politics (3)"]})
    assert (names.find("technology").id, names.find("technology 7").id) == ("tech", "seven")
    assert names.find("politics") == names.find("Politics (3)")


def test_fewer_candidates_settle_a_doubt() -> None:
    assert PLANETS.only(["vega_major", "lodor"]).find("vega").id == "vega_major"
    assert "vega_minor" not in PLANETS.only(["vega_major"])


def test_merged_names_know_both_and_join_spellings() -> None:
    both = UNITS.merged(PLANETS).merged(Names({"fighter": ["Jäger"]}))
    assert both.find("New Albion").id == "new_albion"
    assert both.find("jager").id == both.find("fighter").id == "fighter"
    assert both.kind == "unit"


def test_the_longest_name_is_found_inside_a_run_of_words() -> None:
    names = Names({"sun": ["sun"], "war": ["war"], "war_sun": ["war sun"]})
    words = ["two", "war", "suns", ",", "war", ",", "sun"]
    found = names.longest_at(words, 1)
    assert found is not None
    assert (found[0].id, found[1]) == ("war_sun", 3)
    assert names.longest_at(words, 0) is None
    assert names.span_at(words, 4) == 1


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("fighters, destroyers, war suns", ["fighter", "destroyer", "war_sun"]),
        ("fighters destroyers", ["fighter", "destroyer"]),
        ("myśliwce i niszczyciele oraz krążowniki", ["fighter", "destroyer", "cruiser"]),
        ("vadász és romboló", ["fighter", "destroyer"]),
        ("figthers, destroyr & war snu", ["fighter", "destroyer", "war_sun"]),
        ("figther cruisers", ["fighter", "cruiser"]),
        ("", []),
    ],
)
def test_a_list_of_names_is_read_in_order(typed: str, ids: list[str]) -> None:
    assert [found.id for found in UNITS.find_all(typed)] == ids


@st.composite
def one_slip(draw: st.DrawFn, word: str) -> str:
    at = draw(st.integers(0, len(word) - 1))
    letter = draw(st.sampled_from(string.ascii_lowercase))
    return draw(
        st.sampled_from(
            [
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at + 1 :],
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            ]
        )
    )


short_words = st.text("abkots", min_size=3, max_size=6)


@quick
@given(st.data(), st.lists(short_words, min_size=2, max_size=6, unique=True))
def test_one_slip_never_silently_names_another_thing(data: st.DataObject, words: list[str]) -> None:
    """Words over a small alphabet full of endings, so that slips and plurals collide often."""
    names = Names({word: [] for word in words})
    meant = data.draw(st.sampled_from(words))
    typed = data.draw(one_slip(meant))
    assume(typed not in words)
    try:
        found = names.find(typed)
    except (Ambiguous, UnknownName):
        return
    assert found.id == meant or found.read_as == found.name


@quick
@given(st.data(), st.sampled_from([u for u in UNITS if len(u) > 5]))
def test_one_slip_in_a_long_name_is_understood_or_asked(data: st.DataObject, id: str) -> None:
    typed = data.draw(one_slip(UNITS.name(id)))
    with suppress(Ambiguous):
        assert UNITS.find(typed).id == id


@quick
@given(st.text())
def test_finding_returns_a_name_or_a_lexicon_error_for_any_text(text: str) -> None:
    for read in (UNITS.find, UNITS.find_all):
        with suppress(LexiconError):
            read(text)
