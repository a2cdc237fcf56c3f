"""What browsers are told: no inline script or style, no framing, no caching of private pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver

import pbem
from notifications import links
from tests.pbem.tables import new_table, seat_of

TEMPLATES = sorted((Path(pbem.__file__).parent / "templates").rglob("*.html"))


@pytest.mark.django_db
def test_headers(client, browse):
    game = new_table(2)
    red = browse(seat_of(game, 0).player)
    for answer in (
        client.get("/"),
        client.get("/t/1/"),
        red.get(f"/t/{game.pk}/"),
        client.get("/x"),
    ):
        policy = answer["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["Referrer-Policy"] == "same-origin"
        assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_pages_behind_links_are_not_cached_either(client, admin_client):
    game = new_table(2)
    token = links.token(seat_of(game, 0).player)
    for answer in (
        client.get(f"/mail/{token}/"),
        client.get(f"/mail/{token}/stop"),
        admin_client.get(f"/t/{game.pk}/"),
        client.get("/lobby/"),
    ):
        assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (200, True)


def addresses(patterns: Any, before: str = "") -> Iterator[str]:
    """The address of every page there is, with its arguments still to come."""
    for one in patterns:
        if hasattr(one, "url_patterns"):
            yield from addresses(one.url_patterns, before + str(one.pattern))
        else:
            yield before + str(one.pattern)


@pytest.mark.django_db
def test_no_page_of_anybody_is_kept_by_anything(client, browse, admin_client):
    game = new_table(2)
    player = seat_of(game, 0).player
    given = {"token": links.token(player), "name": "map", "ruleset": game.ruleset, "seq": "1"}
    given |= {
        "action": "pause",
        "game_id": str(game.pk),
        "address": player.email,
        "app_label": "pbem",
    }
    pages = [
        re.sub(r"<\w+:(\w+)>", lambda found: given.get(found[1], "1"), address)
        for address in addresses(get_resolver().url_patterns)
        if not address.startswith(("admin/", "anymail/"))
    ]
    assert len(pages) > 40
    for reader in (client, browse(player), admin_client):
        for page in [*pages, "admin/", "admin/pbem/game/", f"admin/pbem/game/{game.pk}/change/"]:
            answer = reader.get(f"/{page}")
            assert "no-store" in answer.get("Cache-Control", ""), (page, answer.status_code)
            assert answer.status_code != 500, page


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: p.name)
def test_templates_have_nothing_inline(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)


def test_forms_that_change_something_carry_a_token():
    for path in TEMPLATES:
        for form in re.findall(r'<form[^>]*method="post".*?</form>', path.read_text(), re.DOTALL):
            assert "{% csrf_token %}" in form, path.name


@pytest.mark.django_db
def test_forged_requests_are_refused():
    from django.test import Client

    game = new_table(2)
    client = Client(enforce_csrf_checks=True)
    session = client.session
    session["player"] = seat_of(game, 0).player_id
    session.save()
    answer = client.post(f"/t/{game.pk}/orders/", {"lines": "1", "key": "12345678"})
    assert answer.status_code == 403
    assert not game.submissions.exists()
