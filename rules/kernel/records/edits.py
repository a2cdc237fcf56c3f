"""A referee's edit of the state: values put at paths of it."""

from typing import Any

import msgspec

from rules.kernel.codec import decode
from rules.kernel.decisions import Problem
from rules.kernel.errors import Refusal, Refused
from rules.kernel.records.record import Edit, Op
from rules.kernel.ruleset import Ruleset
from rules.kernel.speech import _
from rules.kernel.views import SomeState


def edited(ruleset: Ruleset[Any], state_before: bytes, edit: Edit) -> SomeState:
    """Return the state at the beginning of a step with the edit made; may raise Refused."""
    state: SomeState = decode(state_before, ruleset.State)
    for op in edit.ops:
        _put(state, op)
    try:
        state = ruleset.copy(state)
    except msgspec.ValidationError as error:
        words = _("The value does not fit: {error}.", error=error)
        raise _refused("malformed", words) from None
    broken = ruleset.invariants(state)
    if broken:
        raise Refused([Refusal(-1, "edit", Problem("invariant", words)) for words in broken])
    return state


def _put(state: SomeState, op: Op) -> None:
    """Set one place of the typed state; Refused where there is no such place."""
    *way, last = op.path.split(".")
    place: Any = state
    try:
        for name in way:
            place = _at(place, name)
        if isinstance(place, list):
            place[int(last)] = op.value
        elif isinstance(place, dict):
            place[last] = op.value
        elif last in place.__struct_fields__:
            setattr(place, last, op.value)
        else:
            raise KeyError(last)
    except (AttributeError, KeyError, IndexError, ValueError) as error:
        words = _("There is no {path} in the state; check the path.", path=repr(op.path))
        raise _refused("no-such-path", words) from error


def _refused(code: str, words: str) -> Refused:
    return Refused([Refusal(-1, "edit", Problem(code, words))])


def _at(place: Any, name: str) -> Any:
    if isinstance(place, list):
        return place[int(name)]
    if isinstance(place, dict):
        return place[name]
    return getattr(place, name)
