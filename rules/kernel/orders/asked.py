"""The questions that are open to a seat while its lines are read."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from rules.kernel.decisions import Decision
from rules.kernel.views import SomeView

Asked: TypeAlias = Sequence[tuple[Decision[Any], SomeView]]
"""Questions that are open to a seat, each with what the seat sees."""
