"""Facts for the conditions of orders, where both editions mean the same by them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from rules.lexicon.speech import RECORD, speaking
from rules.toolbox.targets import player

TargetWords = Callable[[str, Sequence[str]], str]
"""How an edition tells a target, given the names of the seats."""


class Vote(Protocol):
    """What a seat has voted for, "" if it abstained."""

    @property
    def seat(self) -> int: ...

    @property
    def outcome(self) -> str: ...


def target_fact(on: str, seat: int, is_own: bool, names: Sequence[str], told: TargetWords) -> str:
    """Return the target of a card: "me" for the reader, "mine" for a planet of theirs, a player by
    name, anything else by its title."""
    if on == player(seat):
        return "me"
    if is_own:
        return "mine"
    with speaking(RECORD):
        return told(on, names) if on else ""


def vote_facts(
    votes: Iterable[Vote], names: Sequence[str], told: TargetWords
) -> dict[str, bool | int | str]:
    """Return what everybody has voted for on the agenda, by name; "" where nobody has yet."""
    found: dict[str, bool | int | str] = dict.fromkeys(names, "")
    with speaking(RECORD):
        for vote in votes:
            found[names[vote.seat]] = told(vote.outcome, names) if vote.outcome else "abstained"
    return found
