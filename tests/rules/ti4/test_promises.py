"""The game keeps what every ruleset promises the kernel; a short list, on one game each."""

from typing import Any

import pytest

from rules.ti4.ruleset import TI4
from tests import contracts


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize(
    "check",
    [
        contracts.cold_replay_is_live,
        contracts.dict_order_does_not_matter,
        contracts.interjections_anywhere_keep_promises,
        contracts.labels_are_unique,
        contracts.questions_are_sound,
        contracts.twins_look_alike,
        contracts.woken_everywhere_is_live,
    ],
    ids=lambda check: check.__name__,
)
def test_promise(check: Any, players: int) -> None:
    check(TI4, TI4.read_options({"players": players}), "promise")
