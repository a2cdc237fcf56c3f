"""Eclipse: how an order is refused."""

from rules.kernel.decisions import Problem


def no(code: str, words: str, rule: str) -> list[Problem]:
    return [Problem(code, words, f"ECL {rule}")]
