"""The doubtful cases of the rulebook (TI3 39) and the rule cases that show them."""

import re

from rules.ti3.ruleset import rulebook
from tests.rules.ti3.cases import cases

ALL = {int(rule[1:]) for rule in rulebook().texts if re.fullmatch(r"E\d+", rule)}
NOT_SHOWN = {
    1, 2, 4, 8, 9, 10, 23, 24, 28, 31, 33, 34, 38, 40, 43, 46, 49, 50, 54, 55, 56, 60, 62, 63,
    64, 65, 67, 69, 70, 71, 72, 73, 75, 79, 80, 81, 82, 83, 84, 87, 90, 91, 92, 93, 94, 95,
    96, 97, 98, 99, 100, 101, 102, 104, 107, 110, 113, 116, 118, 120, 122, 123, 127, 130, 134,
    136, 137, 138, 139, 140, 141, 142, 143, 144, 145,
}  # fmt: skip
"""Readings that no rule case cites yet; whoever adds one takes its number off this list."""


def test_every_doubtful_case_is_shown_or_listed() -> None:
    cited = {
        int(found)
        for case in cases().values()
        for rule in case["rules"]
        for found in re.findall(r"^TI3 E(\d+)$", rule)
    }
    assert cited <= ALL
    assert ALL - cited == NOT_SHOWN
