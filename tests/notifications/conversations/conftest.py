"""The table of three that plays by mail; everything random in it is fixed."""

import random
from itertools import count
from types import SimpleNamespace

import pytest

from notifications.outbound import drafts
from pbem import models


@pytest.fixture
def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Message-IDs, receipts and tokens, so that every mail is the same each time."""
    numbers, rng = count(1), random.Random(5)
    named = SimpleNamespace(uuid4=lambda: SimpleNamespace(hex=f"mail{next(numbers)}"))
    monkeypatch.setattr(drafts, "uuid", named)
    drawn = SimpleNamespace(
        choice=rng.choice, token_urlsafe=lambda n: f"token{rng.randrange(10**9)}"
    )
    monkeypatch.setattr(models, "secrets", drawn)
