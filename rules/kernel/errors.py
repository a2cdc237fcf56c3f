"""What can go wrong between the rules, the record and the people who use them."""

from typing import NamedTuple

from rules.kernel.decisions import Problem


class KernelError(Exception):
    """A ruleset broke the kernel's contract: a bug in the rules, never a player's fault."""


class Refusal(NamedTuple):
    """One refused answer. The problem is for that seat's eyes only."""

    seat: int
    address: str
    problem: Problem


class Refused(Exception):
    """An input the rules do not take. Nothing happened."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(sorted({r.problem.code for r in refusals})))


class Diverged(Exception):
    """A replay that differs from what was ruled; `n` is the first ruling that does.

    `why` may hold hidden things; `about` names only what differs.
    """

    def __init__(self, n: int, why: str, about: str = "record") -> None:
        self.n = n
        self.why = why
        self.about = about
        super().__init__(f"ruling {n} differs: {why}")


class BadRecord(Exception):
    """A record file that cannot be a match; the words say where and what to do."""


class BadOptions(Exception):
    """Options a ruleset does not take; the words name the option and what is possible."""


class UnknownRuleset(Exception):
    """No such game here; the words list those there are."""
