"""Answers that were tried in the same worlds: which of them is the best."""

from collections.abc import Sequence

from rules.kernel.thinking.comparison import Contender, Trial, best, lead, still_open


def tried(name: str, worths: Sequence[float], bonus: float = 0.0) -> Contender:
    found = Contender(name, bonus)
    for world, worth in enumerate(worths):
        found.trials[world] = Trial(worth, {"points": worth}, {})
    return found


def test_worlds_that_are_kind_to_everybody_do_not_count() -> None:
    one = tried("one", [5.0, 1.0, 9.0])
    other = tried("other", [4.0, 0.0, 8.0])
    gain, error = lead(one, other)
    assert gain == 1.0
    assert error < 0.3


def test_only_worlds_in_which_both_were_tried_are_compared() -> None:
    one = tried("one", [1.0, 1.0, 9.0])
    other = tried("other", [1.5, 1.5])
    assert lead(one, other)[0] == -0.5


def test_the_first_idea_is_left_only_for_what_is_surely_better() -> None:
    first = tried("first", [2.0, 3.0, 2.5])
    lucky = tried("lucky", [2.1, 2.6, 3.0])
    better = tried("better", [2.8, 3.9, 3.3])
    assert best([first, lucky], first) is first
    assert best([first, lucky], None) is lucky
    assert best([first, lucky, better], first) is better


def test_what_is_alike_is_not_tried_again() -> None:
    first, other = tried("first", [2.0]), tried("other", [2.005], -0.1)
    assert still_open([first, other], first) == [first]


def test_what_is_clearly_behind_is_not_tried_again() -> None:
    first = tried("first", [2.0])
    near, far = tried("near", [1.8]), tried("far", [1.0])
    assert still_open([first, near, far], first) == [first, near]


def test_after_some_worlds_only_what_is_better_than_the_first_idea_is_tried_again() -> None:
    first = tried("first", [2.0, 2.0])
    near, ahead = tried("near", [1.9, 1.95]), tried("ahead", [2.1, 2.05])
    assert set(still_open([first, near, ahead], first)) == {first, ahead}
    assert set(still_open([first, near, ahead], None)) == {first, near, ahead}


def test_an_answer_whose_rehearsals_all_broke_off_is_the_last_choice() -> None:
    broken, good = Contender("broken"), tried("good", [-3.0])
    assert best([broken, good], broken) is good
    assert still_open([broken, good], broken) == [good]
