"""Makes the pictures of pages and mails in docs/pictures.

    python -m tests.browser.screenshots [--into docs/pictures] [--var DIR] [NAME ...]

Random bots play a game of each ruleset to its last third. The positions are stored as the server
stores them, a server is started on a free port, and Chromium looks at the pages as the player who
is asked there: at a desk (1400 by 950) and on a phone (390 by 844), in light and in dark. Each
picture is then brought down to 128 colours, which nearly halves it. With `--var` the games are kept
in that folder and found there again, which saves the playing. Names choose among the pictures
("ti4-table"); none means all.
"""

import argparse
import base64
import os
import struct
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

GAMES = ("ti4", "ti3", "eclipse", "inscription")
RULESETS = (
    "rules.ti4.ruleset.TI4,rules.ti3.ruleset.TI3,"
    "rules.eclipse.ruleset.ECLIPSE,rules.inscription.ruleset.INSCRIPTION"
)
PLAYERS = {"inscription": 4}
SIZES = {"desk": {"width": 1400, "height": 950}, "phone": {"width": 390, "height": 844}}
SCHEMES = ("light", "dark")
TABLES = {"ti4": "Vega", "ti3": "Rigel", "eclipse": "Spica", "inscription": "Deneb"}
PEOPLE = ("Ada", "Bruno", "Chidi", "Dora", "Emil", "Fatma")
ALL = tuple((size, scheme) for size in SIZES for scheme in SCHEMES)
TWO = (("desk", "light"), ("phone", "dark"))
COLOURS = """async (png) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const paper = canvas.getContext("2d");
  paper.drawImage(picture, 0, 0);
  const data = paper.getImageData(0, 0, picture.width, picture.height).data;
  const bins = new Map();
  for (let i = 0; i < data.length; i += 4) {
    const key = ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
    const bin = bins.get(key);
    if (bin) bin[3] += 1; else bins.set(key, [data[i], data[i + 1], data[i + 2], 1, -1]);
  }
  const kept = [...bins.values()].sort((a, b) => b[3] - a[3]).slice(0, 128);
  kept.forEach((bin, n) => { bin[4] = n; });
  for (const bin of bins.values()) {
    if (bin[4] < 0) {
      let best = 1e9;
      kept.forEach(([r, g, b], n) => {
        const far = (r - bin[0]) ** 2 + (g - bin[1]) ** 2 + (b - bin[2]) ** 2;
        if (far < best) { best = far; bin[4] = n; }
      });
    }
  }
  const pixels = new Uint8Array(data.length / 4);
  for (let i = 0, n = 0; i < data.length; i += 4, n += 1) {
    const key = ((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3);
    pixels[n] = bins.get(key)[4];
  }
  let text = "";
  for (let i = 0; i < pixels.length; i += 8192) {
    text += String.fromCharCode(...pixels.subarray(i, i + 8192));
  }
  return [picture.width, picture.height, kept.map((bin) => bin.slice(0, 3)), btoa(text)];
}"""
"""Finds the 128 commonest colours of a picture, and for each pixel the nearest of them."""


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
    from pbem.models import Game, Player

    found = {}
    for name in GAMES:
        game = Game.objects.filter(ruleset=name).order_by("-pk").first()
        if game is None:
            late.PLAYERS = PLAYERS.get(name, 6)
            whole = late.played(name)
            game = late.stored(whole, turn(whole))
            Game.objects.filter(pk=game.pk).update(name=TABLES[name])
        found[name] = Game.objects.get(pk=game.pk)
    for number, called in enumerate(PEOPLE):
        Player.objects.filter(email=f"p{number}@example.org").update(name=called)
    return found


def turn(whole: Any) -> int:
    """The last ruling within four fifths of the game after which a player begins a turn."""
    from random import Random

    from bench import late
    from pbem.play import loading
    from rules.kernel.dice import Secret
    from rules.kernel.match import Match
    from rules.kernel.setting import Setting
    from rules.kernel.trials.bots import RandomBot

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


class Shot(NamedTuple):
    """One picture: of which game, its name, its address, what is done there first, and in which
    sizes and schemes it is taken."""

    game: Any
    name: str
    path: str
    prepare: Callable[[Any], None] | None = None
    taken: tuple[tuple[str, str], ...] = TWO


def shots(shown: dict[str, Any]) -> Iterator[Shot]:
    for name, game in shown.items():
        where = f"/t/{game.pk}/"
        yield Shot(game, f"{name}-table", where, None, ALL)
        yield Shot(game, f"{name}-dossier", f"{where}#map", dossier)
        yield Shot(game, f"{name}-sheet", f"{where}#me", at_the_top)
        yield Shot(game, f"{name}-composer", f"{where}#turn", composer)
        yield Shot(game, f"{name}-mail", f"/mail-of/{game.pk}/", None)
    ti4 = shown["ti4"]
    yield Shot(ti4, "ti4-layer", f"/t/{ti4.pk}/?layer=reach#map", at_the_top)
    yield Shot(ti4, "ti4-players", f"/t/{ti4.pk}/#players", at_the_top)
    yield Shot(ti4, "ti4-rules", "/rules/ti4/?of=Sol")
    yield Shot(ti4, "ti4-orders", "/orders/ti4/")
    yield Shot(ti4, "history", f"/t/{shown['eclipse'].pk}/history/", None, ALL)
    yield Shot(ti4, "lobby", "/lobby/", None, ALL)


def at_the_top(page: Any) -> None:
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(200)


def dossier(page: Any) -> None:
    """Open the dossier of the place with most to say."""
    places = page.locator(".picture [data-id]:visible")
    told = places.evaluate_all("all => all.map((e) => e.querySelector('title').textContent.length)")
    places.nth(told.index(max(told))).dispatch_event("click")
    page.locator("#place .dossier").or_(page.locator("#place .words")).first.wait_for()
    page.wait_for_timeout(300)
    page.evaluate("window.scrollTo(0, 0)")


def composer(page: Any) -> None:
    """Open the first form of the question, and write its order."""
    form = page.locator("#orders details.form").first
    if form.count():
        form.locator("> summary").click()
        button = form.locator("button[name=form]")
        if button.count():
            button.first.click()
            page.wait_for_timeout(600)
    at_the_top(page)


def take(into: Path, wanted: list[str]) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import chromium, session_of

    shown = tables()
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        bench = browser.new_page()
        for size, scheme in ALL:
            context = browser.new_context(
                base_url=site, viewport=SIZES[size], color_scheme=scheme, has_touch=size == "phone"
            )
            page = context.new_page()
            for shot in shots(shown):
                chosen = not wanted or any(shot.name.startswith(one) for one in wanted)
                if not chosen or (size, scheme) not in shot.taken:
                    continue
                player = asked_player(shot.game)
                cookie = {"name": "sessionid", "value": session_of(player), "url": site}
                context.add_cookies([cookie])
                page.goto("about:blank")
                if shot.path.startswith("/mail-of/"):
                    page.set_content(mail(shot.game, player))
                    page.wait_for_timeout(300)
                else:
                    page.goto(shot.path)
                if shot.prepare:
                    shot.prepare(page)
                file = into / f"{shot.name}-{size}-{scheme}.png"
                file.write_bytes(smaller(bench, page.screenshot()))
                print(file, file.stat().st_size // 1000, "kB")
            context.close()
        browser.close()


def mail(game: Any, player: Any) -> str:
    """The turn mail of a player as a page, with its picture in it."""
    from django.utils import timezone, translation

    from notifications.compose import letter, notes
    from notifications.models import Outbox
    from notifications.outbound import deliver, drafts
    from pbem.models import Prompt
    from pbem.play import loading

    match, seat = loading.load(game).match, game.seats.get(player=player)
    told = game.head_seq - 12
    facts = letter.TurnFacts(
        game=game,
        player=player,
        seat=seat.number,
        match=match,
        notes=[notes.turn("turn/1")],
        prompts=list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN)),
        rulings=drafts.rulings_after(game, told),
        told_up_to=told,
        waited=[seat.number],
        until=None,
        now=timezone.now(),
    )
    with translation.override("en"):
        made = letter.to_seat(facts)
        row = Outbox(game=game, address=player.email, message_id="<turn@example.org>")
        drafts.fill(row, made, player)
        whole = deliver.message(row).message()
    parts = list(whole.walk())
    html = next(p for p in parts if p.get_content_type() == "text/html")
    page = html.get_payload(decode=True).decode()
    for part in parts:
        if part.get("Content-ID"):
            painted = base64.b64encode(part.get_payload(decode=True)).decode()
            named = part["Content-ID"].strip("<>")
            page = page.replace(f"cid:{named}", f"data:image/png;base64,{painted}")
    return page


def smaller(page: Any, png: bytes) -> bytes:
    """The picture in 128 colours."""
    wide, high, colours, pixels = page.evaluate(COLOURS, base64.b64encode(png).decode())
    indexed = base64.b64decode(pixels)
    rows = b"".join(b"\0" + indexed[y * wide : (y + 1) * wide] for y in range(high))
    palette = b"".join(bytes(colour) for colour in colours)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (
            (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
            (b"PLTE", palette),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
    )


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
