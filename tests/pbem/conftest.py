"""The life of a game is tested by itself: mail listens to it elsewhere."""

from collections.abc import Iterator

import pytest

from pbem import signals

ANNOUNCED = (
    "advanced",
    "submission_answered",
    "orders_lapsed",
    "invited",
    "declined",
    "game_started",
    "game_over",
    "offer_changed",
    "table_changed",
    "deadline_missed",
    "dispute_opened",
    "dispute_message",
    "dispute_decided",
    "ruling_amended",
    "reminder_due",
    "vacation_changed",
    "extension_changed",
    "press_sent",
    "address_added",
    "reply_key_renewed",
)


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, dict]]]:
    """Everything announced during the test, in order; nobody else hears it."""
    said: list[tuple[str, dict]] = []
    listeners = []
    for name in ANNOUNCED:
        signal = getattr(signals, name)
        monkeypatch.setattr(signal, "receivers", [])
        signal.sender_receivers_cache.clear()

        def listen(sender, signal, name=name, **kwargs):
            said.append((name, kwargs))

        listeners.append(listen)
        signal.connect(listen, weak=False)
    yield said
    for name in ANNOUNCED:
        getattr(signals, name).sender_receivers_cache.clear()
