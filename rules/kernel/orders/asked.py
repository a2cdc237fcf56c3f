"""The questions that are open to a seat while its lines are read."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.views import SomeView

Asked: TypeAlias = Sequence[tuple[Decision[Any], SomeView]]
"""Questions that are open to a seat, each with what the seat sees."""


def open_questions(match: Match, seat: int) -> Asked:
    view = match.view(seat)
    return [(decision, view) for _address, decision in match.open_for(seat)]


def verbs_taken(asked: Asked) -> set[str]:
    """Return the verbs that an open question takes."""
    return {verb for decision, _view in asked for verb in decision.verbs}


def begins_a_turn(asked: Asked) -> bool:
    """Return whether an answer to one of the questions begins a turn, so that it needs its word."""
    return any(decision.begins_turn() for decision, _view in asked)
