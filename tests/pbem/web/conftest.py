"""People with browsers."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client

from pbem import signals
from pbem.models import Player
from pbem.table.people import sign_in


@pytest.fixture
def browse() -> Callable[[Player | None], Client]:
    """A browser in which this player is signed in."""

    def opened(player: Player | None) -> Client:
        client = Client()
        if player is not None:
            session = client.session
            session[sign_in.SESSION_KEY] = player.pk
            session.save()
        return client

    return opened


@pytest.fixture
def links(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """The links that were asked for, as (address, link); no mail is written."""
    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(signals.sign_in_asked, "receivers", [])
    signals.sign_in_asked.sender_receivers_cache.clear()

    def hear(sender: object, email: str, link: str, **_: object) -> None:
        asked.append((email, link))

    signals.sign_in_asked.connect(hear, weak=False)
    yield asked
    signals.sign_in_asked.sender_receivers_cache.clear()
