"""Whether a sender is proven: only by a server we trust, and only for the sender's own domain."""

import pytest

from notifications.inbound import authentication, pipeline
from notifications.inbound.mime import Mail
from notifications.models import Inbound

US = "mx.post.example"


@pytest.fixture(autouse=True)
def _trusted(settings):
    settings.PARSEC_MAIL_AUTHSERV = (US,)


def verdict(*headers: str, sender: str = "ada@example.org") -> bool:
    raw = "\r\n".join([*headers, f"From: {sender}", "", "PASS", ""])
    return authentication.verdict(Mail(raw.encode()), sender).passed


RESULTS = [
    ("dmarc=pass header.from=example.org", True),
    ("dkim=pass header.d=example.org header.s=x", True),
    ("dkim=pass header.i=@mail.example.org", True),
    ("spf=pass (google: 1.2.3.4 is permitted; really) smtp.mailfrom=ada@example.org", True),
    ("DKIM=PASS header.d=EXAMPLE.ORG", True),
    ("dkim=pass header.d=evil.example", False),
    ("dkim=pass header.d=org", False),
    ("dkim=pass header.d=notexample.org", False),
    ("spf=pass smtp.mailfrom=list@evil.example; dkim=fail header.d=example.org", False),
    ("spf=softfail smtp.mailfrom=example.org; dmarc=fail", False),
    ("dmarc=fail; dkim=pass header.d=example.org", False),
    ("dkim=pass header.d=example.org; dmarc=fail", False),
    ("dmarc=pass header.from=evil.example", False),
    ("dmarc=pass (p=none dis=none) header.from=mail.example.org", True),
    ("dkim/1=pass header.d=example.org", True),
    ('dkim=pass header.d="example.org"', True),
    ("spf=pass smtp.helo=example.org", False),
    ('spf=pass smtp.mailfrom="a; dmarc=pass header.from=example.org "@evil.example', False),
    ('spf=pass smtp.mailfrom="a header.d=example.org\\" ; dkim=pass"@evil.example', False),
    ("spf=fail (a (b; dmarc=pass c); dmarc=pass) smtp.mailfrom=x@evil.example", False),
    ("spf=fail (\\) ; dmarc=pass header.from=example.org) smtp.mailfrom=x@evil.example", False),
    ('spf=none ("); dkim=pass header.d=example.org', True),
    ("dkim=pass header.d=mail.example.org", True),
    ("dkim=pass header.d=other.org", False),
    ("none", False),
    ("; ;; =pass", False),
]


@pytest.mark.parametrize(("results", "passed"), RESULTS)
def test_results(results, passed):
    assert verdict(f"Authentication-Results: {US}; {results}") is passed


@pytest.mark.parametrize(
    ("sender", "proven", "aligned"),
    [
        ("x@victim.co.uk", "co.uk", False),
        ("x@victim.co.uk", "victim.co.uk", True),
        ("x@victim.co.uk", "post.victim.co.uk", True),
        ("x@post.victim.co.uk", "victim.co.uk", True),
        ("x@victim.co.uk", "attacker.co.uk", False),
        ("x@ada.github.io", "bruno.github.io", False),
        ("x@ada.github.io", "github.io", False),
        ("x@co.uk", "co.uk", False),
        ("x@example.test", "example.test", True),
        ("x@test", "test", False),
        ("x@példa.hu", "xn--plda-bpa.hu", True),
    ],
)
def test_the_proven_domain_has_the_senders_owner(sender, proven, aligned):
    results = f"Authentication-Results: {US}; dkim=pass header.d={proven}"
    assert verdict(results, sender=sender) is aligned


def test_the_topmost_header_counts_and_none_that_stood_below_it(settings):
    """A forged one that the server in front did not remove."""
    ours = f"Authentication-Results: {US}; spf=fail smtp.mailfrom=evil.example; dmarc=none"
    forged = f"Authentication-Results: {US}; dkim=pass header.d=example.org"
    dkim = f"Authentication-Results: {US}; dkim=pass header.d=example.org"
    for headers in (
        [ours, forged],
        [ours, "Received: by us", forged],
        ["Received: x", ours, forged],
    ):
        assert not verdict(*headers)
    assert verdict(dkim, ours)
    settings.PARSEC_MAIL_RESULTS = 2
    assert verdict(ours, dkim)
    assert not verdict(ours, ours, forged)
    assert not verdict(dkim, ours, f"Authentication-Results: {US}; dmarc=fail")


def test_only_our_own_server_is_believed():
    good = "dmarc=pass header.from=example.org"
    assert not verdict(f"Authentication-Results: mx.evil.example; {good}")
    assert not verdict(f"Authentication-Results: (comment {US}) mx.evil.example; {good}")
    assert verdict(f"Authentication-Results: {US} 1; {good}")
    assert verdict("Received: by us", f"Authentication-Results: {US};\r\n {good}")
    forged = f"Authentication-Results: {US}; {good}"
    assert not verdict("Received: by us", "Received: by them", forged)
    assert not verdict()


@pytest.mark.parametrize(
    "name",
    [f"=?us-ascii?q?{US}?=", US.replace(".", "\0.", 1), f'"{US}"', f"(c) {US}", f"x{US}"],
)
def test_a_name_that_only_looks_like_ours_in_the_end(name):
    """The server in front does not know it for its own, so it lets it pass."""
    assert not verdict(f"Authentication-Results: {name}; dmarc=pass header.from=example.org")


def test_some_mail_hosts_pass_a_mail_on_to_themselves(settings):
    headers = (
        "Received: by 2002:a05 with SMTP id 1",
        "Received: from mail.example.org by mx.post.example",
        f"Authentication-Results: {US}; dmarc=pass header.from=example.org",
    )
    assert not verdict(*headers)
    settings.PARSEC_MAIL_HOPS = 2
    assert verdict(*headers)
    assert not verdict("Received: by another", *headers)


def test_with_warn_it_is_carried_out_and_noted(post, ada, settings):
    settings.PARSEC_MAIL_AUTH = "warn"
    assert post.say(ada, "1").code == "orders"
    assert Inbound.objects.get().reason == "not authenticated"
    assert pipeline.read_and_play(Inbound.objects.get().pk) is None
