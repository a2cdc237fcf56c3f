"""What can go wrong between the rules, the record and the people who use them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rules.kernel.decisions import Problem


class KernelError(Exception):
    """A ruleset broke the kernel's contract: a bug in the rules, never a player's fault."""


class Refusal(NamedTuple):
    """One refused answer. Only that seat may be shown the problem."""

    seat: int
    address: str
    problem: Problem


class Refused(Exception):
    """An input that the rules do not allow; nothing has changed."""

    def __init__(self, refusals: list[Refusal]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(sorted({r.problem.code for r in refusals})))


class Diverged(Exception):
    """A replay gave something else than the record; `n` is the first ruling that differs.

    `why` may contain hidden things; `about` only names what differs.
    """

    def __init__(self, n: int, why: str, about: str = "record") -> None:
        self.n = n
        self.why = why
        self.about = about
        super().__init__(f"ruling {n} differs: {why}")


class BadRecord(Exception):
    """A record file that cannot be a match; the words say where and what to do."""


class OptionProblem(NamedTuple):
    """What is wrong with one option; `option` "" where it is about no single one."""

    option: str
    words: str


class BadOptions(Exception):
    """Options that a game does not have; the words name the option and what is possible.

    `problems`: all that is wrong, each with its option.
    """

    def __init__(
        self, words: str = "", option: str = "", problems: Sequence[OptionProblem] = ()
    ) -> None:
        self.problems = tuple(problems) or (OptionProblem(option, words),)
        super().__init__(" ".join(problem.words for problem in self.problems))


def check_all(checks: Iterable[tuple[str, Callable[[], object]]]) -> None:
    """Run the check of each option, and raise BadOptions with everything that is wrong."""
    found: list[OptionProblem] = []
    for option, check in checks:
        try:
            check()
        except BadOptions as bad:
            found += [problem._replace(option=problem.option or option) for problem in bad.problems]
    if found:
        raise BadOptions(problems=found)


class UnknownRuleset(Exception):
    """No such game here; the words list those there are."""
