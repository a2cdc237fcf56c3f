"""Makes the pictures of pages and mails in docs/pictures.

    python -m tests.browser.screenshots [--into docs/pictures] [--var DIR] [NAME ...]

Random bots play a game of each ruleset to its last third. The positions are stored as the server
stores them, a server is started on a free port, and Chromium looks at the pages as the player who
is asked there: at a desk (1400 by 950) and on a phone (390 by 844), in light and in dark. With
`--var` the games are kept in that folder and found there again, which saves the playing. Names
choose among the pictures ("ti4-table"); none means all.
"""

import argparse
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GAMES = ("ti4", "ti3", "eclipse", "inscription")
RULESETS = (
    "rules.ti4.ruleset.TI4,rules.ti3.ruleset.TI3,"
    "rules.eclipse.ruleset.ECLIPSE,rules.inscription.ruleset.INSCRIPTION"
)
PLAYERS = {"inscription": 4}
SIZES = {"desk": {"width": 1400, "height": 950}, "phone": {"width": 390, "height": 844}}
SCHEMES = ("light", "dark")


def set_up(var: Path) -> None:
    os.environ.update(
        DATABASE_URL=f"sqlite:///{var / 'shown.sqlite3'}",
        PARSEC_VAR=str(var),
        PARSEC_RULESETS=RULESETS,
        DJANGO_ALLOW_ASYNC_UNSAFE="true",
    )
    from bench import late

    late.set_up()


def tables() -> dict[str, Any]:
    """A running game of each ruleset, at the last turn that a player begins."""
    from bench import late
    from pbem.models import Game

    found = {}
    for name in GAMES:
        game = Game.objects.filter(ruleset=name).order_by("-pk").first()
        if game is None:
            late.PLAYERS = PLAYERS.get(name, 6)
            whole = late.played(name)
            game = late.stored(whole, turn(whole))
        found[name] = game
    return found


def turn(whole: Any) -> int:
    """The last ruling within four fifths of the game after which a player begins a turn."""
    from random import Random

    from bench import late
    from pbem.play import loading
    from rules.kernel.bots import RandomBot
    from rules.kernel.dice import Secret
    from rules.kernel.match import Match
    from rules.kernel.setting import Setting

    ruleset = loading.rulesets().by_name[whole.name]
    options = ruleset.read_options({"players": late.PLAYERS})
    match, _ = Match.start(Setting(ruleset, options, Secret(whole.seed, late.WORDS)))
    bot, best, end = RandomBot(Random(7)), 0, len(whole.rulings) * 4 // 5
    while match.ask is not None and match.n < end:
        match.apply(bot.next_input(match))
        asked = [d for seat in range(late.PLAYERS) for _a, d in match.open_for(seat)]
        if any(decision.root for decision in asked):
            best = match.n
    return best or end


@contextmanager
def served() -> Iterator[str]:
    """The address of a server in this process."""
    from socketserver import ThreadingMixIn
    from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application

    class Server(ThreadingMixIn, WSGIServer):
        daemon_threads = True

    class Quiet(WSGIRequestHandler):
        def log_message(self, *args: Any) -> None:
            pass

    application = StaticFilesHandler(get_wsgi_application())
    server = make_server("127.0.0.1", 0, application, Server, Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def asked_player(game: Any) -> Any:
    """Who is asked at a table; where nobody is, who sits first."""
    prompt = game.prompts.filter(state="open").select_related("seat__player").first()
    seat = prompt.seat if prompt else game.seats.select_related("player").first()
    return seat.player


def take(into: Path, wanted: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import chromium, session_of

    shown = tables()
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        for size, viewport in SIZES.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    base_url=site,
                    viewport=viewport,
                    color_scheme=scheme,
                    has_touch=size == "phone",
                )
                page = context.new_page()
                for game, name, path, prepare in shots(shown):
                    if wanted and not any(name.startswith(one) for one in wanted):
                        continue
                    player = asked_player(game)
                    cookie = {"name": "sessionid", "value": session_of(player), "url": site}
                    context.add_cookies([cookie])
                    page.goto(path)
                    if prepare:
                        prepare(page)
                    file = into / f"{name}-{size}-{scheme}.png"
                    page.screenshot(path=str(file))
                    print(file)
                context.close()
        browser.close()


def shots(shown: dict[str, Any]) -> Iterator[tuple[Any, str, str, Callable[[Any], None] | None]]:
    """Yield the game, the picture's name, its address, and what is done there first."""
    for name, game in shown.items():
        yield game, f"{name}-table", f"/t/{game.pk}/", None
        yield game, f"{name}-dossier", f"/t/{game.pk}/#map", dossier
        yield game, f"{name}-layer", f"/t/{game.pk}/?layer=control#map", None


def dossier(page: Any) -> None:
    """Open the dossier of the place with most to say."""
    places = page.locator(".picture [data-id]:visible")
    lengths = places.evaluate_all(
        "all => all.map((e) => e.querySelector('title').textContent.length)"
    )
    places.nth(lengths.index(max(lengths))).click(force=True)
    page.locator("#place .dossier").or_(page.locator("#place .words")).first.wait_for()
    page.wait_for_timeout(300)


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--into", type=Path, default=Path("docs/pictures"))
    said.add_argument("--var", type=Path)
    said.add_argument("names", nargs="*")
    options = said.parse_args()
    with tempfile.TemporaryDirectory() as var:
        folder = options.var or Path(var)
        folder.mkdir(parents=True, exist_ok=True)
        set_up(folder)
        take(options.into, options.names)


if __name__ == "__main__":
    main()
