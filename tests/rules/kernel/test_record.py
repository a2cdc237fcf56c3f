"""What the record stores keeps its form."""

import pytest

from rules.kernel.codec import decode, encode
from rules.kernel.records.record import (
    By,
    Citation,
    CitedLines,
    CitedOffer,
    CitedReason,
    CitedStanding,
    Source,
)


@pytest.mark.parametrize(
    ("by", "cites", "stored"),
    [
        ("script", CitedLines("K7Q2", (0, 2)), "K7Q2:1,3"),
        ("player", CitedLines("K7Q2", (4,)), "K7Q2:5"),
        ("player", CitedOffer(7), "offer:7"),
        ("referee", CitedOffer(7), "offer:7"),
        ("referee", CitedReason("offer: see the mail"), "offer: see the mail"),
        ("standing", CitedStanding(17), "standing:17"),
    ],
)
def test_what_a_source_cites_is_stored_as_text(by: By, cites: Citation, stored: str) -> None:
    source = Source.citing(by, cites)
    assert encode(source) == encode({"by": by, "ref": stored})
    assert decode(encode(source), Source).cites == cites
    assert source.lines == (cites if isinstance(cites, CitedLines) else ("", ()))


def test_a_source_may_cite_nothing() -> None:
    source = Source("deadline")
    assert encode(source) == b'{"by":"deadline"}'
    assert source.cites is None
    assert source.lines.receipt == ""
