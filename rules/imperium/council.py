"""Ballots: what an agenda can come to, how votes are counted, and who decides a tie.

What votes cost, who may vote and what an outcome does is each edition's own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from rules.kernel.decisions import Choice, Option, Reading
from rules.kernel.match import step_of
from rules.kernel.views import SomeView
from rules.lexicon import Names, OrderLine, as_written
from rules.toolbox.choices import read_option

FOR: Final = "for"
AGAINST: Final = "against"
_ALSO: Final = {
    FOR: ("yes", "yea", "aye", "in favour", "in favor", "za", "tak", "mellette", "igen"),
    AGAINST: ("no", "nay", "przeciw", "przeciwko", "nie", "ellene", "nem"),
}
_VOTES = re.compile(
    r"^(?:votes?|with|using|z|ze)\s+|\s+(?:votes?|go(?:es)?|głosuje|głosują|glosuje|szavaz)$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:for|to|na|za|dla|vote|goes to)\s+(?=\S)", re.IGNORECASE)
_PARTED = re.compile(r"[,+&]|\b(?:and|i|oraz|és|es)\b", re.IGNORECASE)


class Votes(Protocol):
    """What one seat has voted: an outcome ("" for none), and how many votes it has there."""

    @property
    def outcome(self) -> str: ...

    @property
    def votes(self) -> int: ...


def stem_of(card: str) -> str:
    """Return the name of the part of play that is about one agenda, in the addresses of what is
    asked there."""
    return f"on@{card}"


def asked_together(card: str, address: str, other: str) -> bool:
    """Return whether two questions are about the same agenda of one session of the council: what it
    asks is asked once, when it lies there."""
    return step_of(address) == step_of(other) and f"/{stem_of(card)}/" in other


def tally(ballots: Iterable[Votes]) -> dict[str, int]:
    """Return the votes for each outcome that has any."""
    counts: dict[str, int] = {}
    for ballot in ballots:
        if ballot.outcome and ballot.votes:
            counts[ballot.outcome] = counts.get(ballot.outcome, 0) + ballot.votes
    return counts


def leading(outcomes: Iterable[str], counts: Mapping[str, int]) -> list[str]:
    """Return the outcomes with the most votes; all of them if nobody voted."""
    most = max(counts.values(), default=0)
    return [outcome for outcome in outcomes if counts.get(outcome, 0) == most]


def outcome_names(
    told: Mapping[str, str],
    written: Mapping[str, str],
    also: Mapping[str, Sequence[str]] | None = None,
) -> Names:
    """Return the names outcomes go by in orders.

    `told`: as the reader is told of them; `written`: as order lines have them; `also`: more names.
    """
    more = also or {}
    return Names(
        {id: (written[id], told[id], *_ALSO.get(id, ()), *more.get(id, ())) for id in told},
        "outcome",
    )


def bare_outcome(text: str) -> str:
    """Return an outcome without the preposition before it: "for Hacan" is Hacan."""
    return _PREPOSITION.sub("", text.strip())


def ballot_parts(rest: str, outcomes: Names, planets: Names) -> dict[str, str] | None:
    """Return the outcome and the planets of a vote in which no word stands between them, whichever
    is named first: "Jord and Abyz for Hacan", "against, Jord"; None for any other."""
    words = rest.split()
    for at in range(1, len(words)):
        one, other = " ".join(words[:at]), " ".join(words[at:])
        for outcome, paid in ((one, _VOTES.sub("", other)), (other, _VOTES.sub("", one))):
            bare = bare_outcome(outcome.strip(" ,:"))
            if outcomes.is_spelling(bare) and _lists_planets(paid, planets):
                return {"": bare, "with": paid.strip(" ,:")}
    return None


def _lists_planets(text: str, planets: Names) -> bool:
    parts = [part.strip() for part in _PARTED.split(text.strip(" ,:")) if part.strip()]
    return bool(parts) and all(
        planets.span_at(part.split(), 0) == len(part.split()) for part in parts
    )


class BreakTie(Choice[str]):
    """Which of the outcomes with the most votes is resolved."""

    Answer = str
    verbs = ("decide",)

    def tied(self, v: SomeView) -> list[str]:
        """Return the outcomes to choose from, the default first."""
        raise NotImplementedError

    def outcome_words(self, v: SomeView, outcome: str) -> str:
        """Return an outcome in words."""
        raise NotImplementedError

    def listed(self, v: SomeView, outcome: str) -> str:
        """Return an outcome as it stands in the list of options."""
        return self.outcome_words(v, outcome)

    def options(self, v: SomeView) -> list[Option[str]]:
        tied = self.tied(v)
        written = as_written(lambda: {x: self.outcome_words(v, x) for x in tied})
        return [Option(self.listed(v, x), x, f"DECIDE {written[x]}") for x in tied]

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[str]:
        return read_option(self, v, lines) or super().read_orders(v, lines)
