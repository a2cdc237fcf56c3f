"""A real browser on a real server: Chromium as the system has it, driven by Playwright.

Where no Chromium is found these tests are skipped and say so; with CI=true that is a failure,
so that nobody believes they ran.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connections

from notifications import worker_hints
from pbem.models import Player

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CUT_IN_THE_HEAD = """() => [...document.querySelectorAll("header.site a, header.site button")]
  .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((e) => e.textContent.trim())"""
"""What in the head of a page ends right of the screen."""


def chromium() -> str | None:
    """The system's Chromium; PARSEC_CHROMIUM names another."""
    chosen = os.environ.get("PARSEC_CHROMIUM")
    found = (shutil.which(name) for name in ([chosen] if chosen else NAMES))
    return next((path for path in found if path), None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser is enough for a small machine."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database in a file, as on a real server: the threads of a live server that shared one in
    memory would now and then find its tables locked."""
    path = tmp_path_factory.mktemp("browser") / "test.sqlite3"
    connections[DEFAULT_DB_ALIAS].settings_dict["TEST"]["NAME"] = str(path)


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Not for the whole session: while it is open, nothing else in this thread may use asyncio."""
    path = chromium()
    if path is None:
        words = "no Chromium here: install the package chromium, or set PARSEC_CHROMIUM to one"
        if os.environ.get("CI") == "true":
            pytest.fail(f"{words} (CI must run the browser tests)")
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch:
        # Playwright's event loop lives in this thread; Django would refuse the database to it.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        with sync_playwright() as playwright:
            opened = playwright.chromium.launch(
                executable_path=path,
                args=[
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-background-networking",
                    "--disable-site-isolation-trials",
                    "--renderer-process-limit=1",
                ],
            )
            yield opened
            opened.close()


@pytest.fixture
def site(live_server: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of the server; mails stay in the outbox, where tests read them."""
    settings.PARSEC_HOST = live_server.url
    monkeypatch.setattr(worker_hints, "_hint", lambda task, row: None)
    return str(live_server.url)


def without_aborted_requests(complaints: list[str]) -> list[str]:
    """The complaints without those about requests that leaving a page cut short: htmx says two
    lines about each, `afterRequest` and `sendAbort`."""
    kept: list[str] = []
    for words in complaints:
        if words.startswith("htmx:sendAbort"):
            if kept and kept[-1].startswith("htmx:afterRequest"):
                kept.pop()
        else:
            kept.append(words)
    return kept


class Window:
    """A browser with cookies of its own. Opening one takes longer than most tests: they
    are kept, and handed on with everything forgotten."""

    def __init__(self, browser: Any, site: str, options: dict[str, Any]) -> None:
        self.context = browser.new_context(base_url=site, **options)
        self.context.set_default_timeout(15_000)
        self.page = self.context.new_page()
        self.size = self.page.viewport_size
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: Any) -> None:
        if said.type == "error" and "status of 4" not in said.text:
            self.complaints.append(said.text)

    def leave(self) -> list[str]:
        """Forget who was here; return what the console complained of until then."""
        heard = without_aborted_requests(self.complaints)
        self.page.goto("about:blank")
        self.page.emulate_media(color_scheme="light")
        self.context.clear_cookies()
        if self.page.viewport_size != self.size:
            self.page.set_viewport_size(self.size)
        self.complaints.clear()
        return heard


@pytest.fixture(scope="package")
def windows(browser: Any) -> dict[str, list[Window]]:
    """Those nobody uses now, by what they are like."""
    return {}


@pytest.fixture
def person(
    browser: Any, windows: dict[str, list[Window]], site: str
) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser of one's own; the console must not complain of anything."""
    taken: list[tuple[str, Window]] = []

    def opened(player: Player | None = None, **options: Any) -> Any:
        kind = repr(sorted(options.items()))
        free = windows.setdefault(kind, [])
        window = free.pop() if free else Window(browser, site, options)
        taken.append((kind, window))
        if player is not None:
            cookie = {"name": "sessionid", "value": session_of(player), "url": site}
            window.context.add_cookies([cookie])
        return window.page

    yield opened
    complaints = []
    for kind, window in taken:
        complaints += window.leave()
        windows[kind].append(window)
    assert complaints == []


def session_of(player: Player) -> str:
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store["player"] = player.pk
    store.save()
    return str(store.session_key)
