"""Sentences that hold several orders, each with a word of its own."""

import pytest

from rules.lexicon import Names, Slots, Verbs, clauses, read_page, read_slots

VERBS = Verbs(
    {
        "claim": ("claim", "zajmij", "megszerzem"),
        "access": ("access", "open", "elérése"),
        "build": ("build", "buduj"),
        "done": ("done",),
    },
    orders={"claim": lambda rest: "S" in rest, "access": lambda rest: "S" in rest},
)


def begins(text: str) -> bool:
    found = VERBS.begun(text)
    return found is not None and bool(found.rest)


def ends(text: str) -> bool:
    found = VERBS.ended(text)
    return found is not None and bool(found.rest)


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("claim S03 and access S06", ["claim S03", "access S06"]),
        ("claim S03, then open S06; claim S06", ["claim S03", "open S06", "claim S06"]),
        ("zajmij S03 i claim S04", ["zajmij S03", "claim S04"]),
        ("megszerzem S03-at, majd claim S04", ["megszerzem S03-at", "claim S04"]),
        ("S03 claim, S06 access", ["S03 claim", "S06 access"]),
        ("claim: S03. Access S06", ["claim: S03", "Access S06"]),
        ("claim S03 and S04", ["claim S03 and S04"]),
        ("build a cruiser and two fighters", ["build a cruiser and two fighters"]),
        ("build a claim and S04", ["build a claim and S04"]),
        ("hello, claim S03", ["hello, claim S03"]),
        ("claim S03 if rich and access S06", ["claim S03 if rich and access S06"]),
        ("claim", ["claim"]),
        ("", [""]),
    ],
)
def test_a_sentence_is_parted_where_each_part_has_an_order_word(
    said: str, parts: list[str]
) -> None:
    assert list(clauses(said, begins, ends)) == parts


def test_an_order_found_in_a_sentence_knows_the_whole() -> None:
    verbs = Verbs(
        {"claim": ("claim",), "access": ("access",)},
        apart=lambda order: clauses(order, begins, ends),
    )
    page = read_page("claim S03 and access S06", verbs)
    assert [(line.verb, line.rest, line.no) for line in page.lines] == [
        ("claim", "S03", 1),
        ("access", "S06", 1),
    ]
    assert {line.within for line in page.lines} == {"claim S03 and access S06"}


def test_a_line_written_anew_is_refused_as_it_was_read() -> None:
    verbs = Verbs({"claim": ("claim",)}, apart=lambda order: (f"{order} with influence",))
    assert read_page("S03", verbs).errors[0].text == "S03 with influence"


@pytest.mark.parametrize("word", ["al", "el", "val", "azal", "pénzzel"])
def test_short_words_like_an_ending_are_words(word: str) -> None:
    known = Names({"money": ("pénz", "money")})
    assert read_slots(f"{word} S03", Slots((), ("", "with")), known)
