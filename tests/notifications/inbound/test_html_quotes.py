"""Programs that show our HTML part quote that, not the text: it is still our own mail."""

import pytest

from notifications.inbound import mime
from notifications.inbound.typed_text import SentText, typed_text
from notifications.outbound import deliver
from tests.notifications.inbound.mail_programs import CLIENTS


def quoted(html: str, mark: str) -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in mime.html_text(html).split("\n"))


@pytest.mark.parametrize("mark", ["> ", ""])
@pytest.mark.parametrize("client", ["gmail", "outlook", "yahoo"])
def test_a_quote_of_the_html_part_is_ours(post, ada, mark, client):
    row = post.newest(ada)
    html = deliver.page(row, "cid:map")
    sent = [SentText(row.body, tuple(row.template), sure=True)]
    introduction = CLIENTS[client].introduction
    quote = quoted(html, mark)
    assert typed_text(f"{introduction}\n{quote}", sent) == ""
    assert typed_text(f"PASS\n\n{introduction}\n{quote}", sent) == "PASS"
    assert typed_text(f"{introduction}\n{quote}\n\nPASS", sent) == "PASS"
    line = row.template[0]
    edited = quote.replace(line, f"{line} # yes", 1) if quote.count(line) == 1 else None
    if edited:
        assert typed_text(f"{introduction}\n{edited}", sent) == f"{line} # yes"
