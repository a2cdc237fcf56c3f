import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.lexicon import (
    MAX_LINE,
    MAX_LINES,
    Ambiguous,
    LineError,
    OrderLine,
    Page,
    UnknownVerb,
    Verbs,
    read_page,
    write_line,
)
from tests.rules.lexicon.words import VERBS, scraps

quick = settings(max_examples=100, deadline=None)


def read_one(text: str) -> OrderLine:
    page = read_page(text, VERBS)
    assert page.errors == ()
    assert len(page.lines) == 1
    return page.lines[0]


def brief(page: Page) -> list[tuple[str, str, str, str]]:
    return [(line.verb, line.rest, line.when, line.guard) for line in page.lines]


@pytest.mark.parametrize(
    ("typed", "verb", "rest"),
    [
        ("MOVE 2 fighters FROM 10", "move", "2 fighters FROM 10"),
        ("  move   2 fighters ", "move", "2 fighters"),
        ("Move: 2 fighters", "move", "2 fighters"),
        ("rusz 2 myśliwce z 10", "move", "2 myśliwce z 10"),
        ("LADUJ 2 piechoty", "land", "2 piechoty"),
        ("Mozgat 2 vadász", "move", "2 vadász"),
        ("PASS.", "pass", ""),
        ("pass;", "pass", ""),
        ("- MOVE 1 carrier", "move", "1 carrier"),
        ("* pass", "pass", ""),
        ("• pass", "pass", ""),
        ("1. pass", "pass", ""),
        ("2) MOVE 1 carrier", "move", "1 carrier"),
        ("MOVE 2 fighters # the fast ones", "move", "2 fighters"),
        ('LAND "Port #3; north" 2', "land", '"Port #3; north" 2'),
        ("PRESS TO all: meet me; at 27 # really.", "press", "all: meet me; at 27 # really."),
        ("press: hello", "press", "hello"),
        ("WIADOMOŚĆ DO wszystkich: cześć", "press", "wszystkich: cześć"),
        ("PRESS TO all: help IF you can", "press", "all: help IF you can"),
    ],
)
def test_a_verb_and_the_rest_as_typed(typed: str, verb: str, rest: str) -> None:
    line = read_one(typed)
    assert (line.verb, line.rest, line.read_as, line.guard) == (verb, rest, "", "")


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("2", (2,)), ("2.", (2,)), ("2, 3", (2, 3)), ("(2)", (2,)), ("1 and 3", (1, 3)), ("2)", (2,))],
)
def test_bare_option_numbers(typed: str, numbers: tuple[int, ...]) -> None:
    line = read_one(typed)
    assert (line.verb, line.numbers, line.rest) == ("", numbers, "")


def test_a_corrected_verb_is_shown_as_the_whole_line() -> None:
    line = read_one("NEXT TURN: IF losing: RETRAET TO 10")
    assert line.read_as == "NEXT TURN: IF losing: RETREAT TO 10"
    assert line.text == "NEXT TURN: IF losing: RETRAET TO 10"
    assert read_one("act 27").read_as == "ACTIVATE 27"
    assert read_one("Pres to all: hi # there").read_as == "PRESS TO all: hi # there"


def test_the_text_is_as_typed_without_its_comment() -> None:
    assert read_one("- IF losing:  pass  # why not").text == "IF losing:  pass"


def test_unknown_and_doubtful_verbs_are_asked_back() -> None:
    verbs = Verbs({"hand": ["hand"], "land": ["land"]})
    page = read_page("frobnicate 3\nband 2\nlandd", verbs)
    assert [(e.no, e.code) for e in page.errors] == [(1, "unknown-verb"), (2, "ambiguous")]
    assert page.errors[1].suggestions == ("hand", "land")
    assert [line.no for line in page.lines] == [3]
    with pytest.raises(UnknownVerb):
        verbs.split("zzz")
    with pytest.raises(Ambiguous):
        verbs.split("band 2")


def test_fewer_or_more_verbs() -> None:
    fewer = VERBS.only(["pass"])
    assert read_page("move 1", fewer).errors[0].code == "unknown-verb"
    more = fewer.merged(Verbs({"shout": ["shout"]}, raw={"shout"}))
    assert read_page("shout a # b", more).lines[0].rest == "a # b"


@pytest.mark.parametrize(
    ("typed", "verb", "rest", "guard"),
    [
        ("IF losing: RETREAT TO 10", "retreat", "TO 10", "losing"),
        ("if losing then retreat to 10", "retreat", "to 10", "losing"),
        ("IF enemy ships > 3, RETREAT", "retreat", "", "enemy_ships > 3"),
        ("JEŚLI losing TO wycofaj do 10", "retreat", "do 10", "losing"),
        ("Jeżeli losing, to wycofaj do 10", "retreat", "do 10", "losing"),
        ("HA losing AKKOR visszavonul 10-be", "retreat", "10-be", "losing"),
        ("RETREAT AFTER ROUND 2 TO 10 IF losing", "retreat", "AFTER ROUND 2 TO 10", "losing"),
        ("RETREAT TO 10 if losing.", "retreat", "TO 10", "losing"),
        ("wycofaj do 10 jeśli losing", "retreat", "do 10", "losing"),
        ("IF a: RETREAT IF b", "retreat", "", "a and b"),
        ("IF a or b: RETREAT IF c", "retreat", "", "(a or b) and c"),
    ],
)
def test_conditions_before_and_after(typed: str, verb: str, rest: str, guard: str) -> None:
    line = read_one(typed)
    assert (line.verb, line.rest, line.guard) == (verb, rest, guard)


def test_a_condition_for_an_option_number() -> None:
    assert (read_one("2 IF losing").numbers, read_one("IF losing: 2").guard) == ((2,), "losing")


@pytest.mark.parametrize(
    ("typed", "when"),
    [
        ("NEXT TURN: pass", "next-turn"),
        ("next turn pass", "next-turn"),
        ("Następna tura: pasuj", "next-turn"),
        ("KÖVETKEZŐ KÖR: passzol", "next-turn"),
        ("STANDING: pass", "standing"),
        ("STAŁY ROZKAZ: pasuj", "standing"),
        ("stałe: pasuj", "standing"),
        ("ÁLLANDÓ: passzol", "standing"),
        ("NOW: pass", "now"),
        ("pass", "now"),
    ],
)
def test_times(typed: str, when: str) -> None:
    line = read_one(typed)
    assert (line.verb, line.when) == ("pass", when)


def test_standing_without_a_colon_is_a_verb() -> None:
    assert read_one("STANDING").verb == "standing"


def test_else_negates_the_whole_chain_and_keeps_its_time() -> None:
    page = read_page(
        "NEXT TURN: IF a: move 1\nELSE IF b THEN move 2\nELSE: move 3\nINACZEJ: move 4", VERBS
    )
    assert brief(page) == [
        ("move", "1", "next-turn", "a"),
        ("move", "2", "next-turn", "not a and b"),
        ("move", "3", "next-turn", "not a and not b"),
        ("move", "4", "next-turn", "not a and not b"),
    ]


def test_if_and_else_in_one_line() -> None:
    page = read_page("IF a: move 1 ELSE: move 2\nHA a: move 3; KÜLÖNBEN: move 4", VERBS)
    assert brief(page) == [
        ("move", "1", "now", "a"),
        ("move", "2", "now", "not a"),
        ("move", "3", "now", "a"),
        ("move", "4", "now", "not a"),
    ]
    assert [line.no for line in page.lines] == [1, 1, 2, 2]


def test_else_inside_ordinary_words_is_left_alone() -> None:
    assert read_one("MOVE someone else: 2").rest == "someone else: 2"
    assert read_one("IF a: PRESS TO all: or else: war").rest == "all: or else: war"


@pytest.mark.parametrize("before", ["", "pass\n", "IF a: move 1\npass\n"])
def test_else_without_if_is_refused(before: str) -> None:
    page = read_page(before + "ELSE: move 2", VERBS)
    assert [error.code for error in page.errors] == ["bad-guard"]


def test_a_prefix_alone_holds_until_a_blank_line() -> None:
    page = read_page("NEXT TURN:\n\n  move 1\n  # note\n  IF a: move 2\n\nmove 3", VERBS)
    assert brief(page) == [
        ("move", "1", "next-turn", ""),
        ("move", "2", "next-turn", "a"),
        ("move", "3", "now", ""),
    ]


def test_a_prefix_alone_holds_until_the_next_prefix_alone() -> None:
    page = read_page("STANDING:\nmove 1\nNOW:\nmove 2\nNEXT TURN:\nmove 3", VERBS)
    assert [line.when for line in page.lines] == ["standing", "now", "next-turn"]


def test_blocks_of_if_and_else_with_an_inner_if() -> None:
    inner = "IF a:\n  move 1\n  IF b: move 2\n  ELSE: move 3\nELSE:\n  move 4\n"
    page = read_page(f"NEXT TURN:\n{inner}NOW:\nmove 5", VERBS)
    assert brief(page) == [
        ("move", "1", "next-turn", "a"),
        ("move", "2", "next-turn", "a and b"),
        ("move", "3", "next-turn", "a and not b"),
        ("move", "4", "next-turn", "not a"),
        ("move", "5", "now", ""),
    ]


def test_else_before_an_order_answers_a_block() -> None:
    page = read_page("IF a:\n  move 1\nELSE: move 2", VERBS)
    assert [line.guard for line in page.lines] == ["a", "not a"]


@pytest.mark.parametrize(
    "typed",
    [
        "IF (a: move 1\nELSE: move 2",
        "IF (a:\nmove 1\nmove 2\nELSE: move 3",
        "IF (a:\n\nmove 1",
        "IF\nmove 1",
        "ELSE:\nmove 1",
        "IF a\nmove 1",
        "IF (a: move 1; move 2",
        "ELSE: move 1; move 2",
    ],
)
def test_nothing_under_a_broken_condition_is_done(typed: str) -> None:
    page = read_page(typed, VERBS)
    assert page.lines == ()
    assert {error.code for error in page.errors} == {"bad-guard"}


def test_a_broken_block_ends_like_any_other() -> None:
    page = read_page("IF (a:\nmove 1\n\nmove 2\nIF (b:\nNOW:\nmove 3", VERBS)
    assert [line.rest for line in page.lines] == ["2", "3"]


def test_two_times_for_one_order_are_refused() -> None:
    page = read_page("NEXT TURN: STANDING: pass", VERBS)
    assert (page.lines, page.errors[0].code) == ((), "left-over")


def test_several_orders_in_a_line_share_its_number() -> None:
    page = read_page("\nmove 1; frob; pass.; PRESS TO all: a; b", VERBS)
    assert [(line.no, line.verb) for line in page.lines] == [
        (2, "move"),
        (2, "pass"),
        (2, "press"),
    ]
    assert [(error.no, error.text) for error in page.errors] == [(2, "frob")]


def test_a_prefix_holds_for_the_whole_line_up_to_the_next() -> None:
    page = read_page("IF a: move 1; move 2; ELSE: move 3; move 4; NOW: move 5\nmove 6", VERBS)
    assert [(line.rest, line.guard) for line in page.lines] == [
        ("1", "a"),
        ("2", "a"),
        ("3", "not a"),
        ("4", "not a"),
        ("5", ""),
        ("6", ""),
    ]
    later = read_page("NEXT TURN: frob; move 2", VERBS)
    assert [line.when for line in later.lines] == ["next-turn"]


def test_a_condition_after_an_order_holds_for_that_order_only() -> None:
    page = read_page("move 1 IF a; move 2", VERBS)
    assert [line.guard for line in page.lines] == ["a", ""]


def test_a_page_too_long_is_cut_with_a_word_about_it() -> None:
    page = read_page("pass\n" * (MAX_LINES + 50), VERBS)
    assert len(page.lines) == MAX_LINES
    assert [(error.no, error.code) for error in page.errors] == [(MAX_LINES + 1, "too-long")]


def test_many_orders_in_few_lines_are_bounded_too() -> None:
    page = read_page(("pass;" * 90 + "\n") * 50, VERBS)
    assert MAX_LINES <= len(page.lines) < MAX_LINES + 90
    assert [error.code for error in page.errors] == ["too-long"]


def test_a_page_of_exactly_the_limit_is_fine() -> None:
    assert read_page("\n".join(["pass"] * MAX_LINES) + "\n", VERBS).errors == ()


def test_a_line_too_long_is_not_read_and_the_next_one_is() -> None:
    page = read_page("move " + "1" * MAX_LINE + "\npass", VERBS)
    assert [(error.no, error.code) for error in page.errors] == [(1, "too-long")]
    assert [line.verb for line in page.lines] == ["pass"]


def test_a_line_too_long_breaks_what_depends_on_it() -> None:
    page = read_page("IF a: move 1\nIF " + "b" * MAX_LINE + ": move 2\nELSE: move 3", VERBS)
    assert [line.rest for line in page.lines] == ["1"]


pages = st.text() | scraps(
    "move retreat pass press to : ; # . , IF ELSE THEN ha jeśli akkor NEXT TURN STANDING NOW and"
    " not ( ) 2 3 10 > losing enemy ' - * 1. „ ” mvoe",
    *("\n", "\n\n", '"', "\u00a0", "PRESS TO", "NEXT TURN:", "IF a:", "ELSE:", "\ud800"),
)


@quick
@given(pages)
def test_any_text_is_a_page_that_can_be_stored(text: str) -> None:
    page = read_page(text, VERBS)
    stored = msgspec.json.encode(page)
    assert msgspec.json.decode(stored, type=Page) == page
    assert all(isinstance(error, LineError) and error.words for error in page.errors)
    assert all(line.verb in VERBS or line.numbers for line in page.lines)


def test_an_else_before_its_if_is_asked_back() -> None:
    page = read_page("MOVE a ELSE: b IF c", VERBS)
    assert page.lines == ()
    assert [error.code for error in page.errors] == ["bad-guard"]
    quoted = read_page('MOVE "else: b" IF c', VERBS)
    assert brief(quoted) == [("move", '"else: b"', "now", "c")]


@settings(max_examples=200, deadline=None)
@given(pages)
@example("MOV ELSE:IF A")
def test_a_line_written_plainly_reads_as_itself(text: str) -> None:
    for line in read_page(text, VERBS).lines:
        written = write_line(line, VERBS)
        if len(written) > MAX_LINE:
            continue
        again = read_page(written, VERBS)
        assert again.errors == ()
        assert brief(again) == [(line.verb, line.rest, line.when, line.guard)]
        assert again.lines[0].numbers == line.numbers
        assert write_line(again.lines[0], VERBS) == written
