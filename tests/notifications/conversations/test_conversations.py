"""Golden conversations: each raw mail in and every mail out, with a frozen clock.

After a deliberate change of words: `GOLDEN=write pytest tests/notifications/conversations`, and
read the difference.
"""

import os
import quopri
import re
from collections.abc import Callable, Iterable
from datetime import timedelta
from email.header import Header
from email.utils import format_datetime
from pathlib import Path
from unittest import mock

import pytest
from django.test import Client as Browser
from django.utils import timezone

from notifications import answer_links, keys
from notifications.commands.base import Group
from notifications.commands.registry import ALL as COMMANDS
from notifications.inbound import outcomes, pipeline
from notifications.models import Inbound, Organiser, Outbox
from notifications.outbound import failing_addresses, replies, to_organiser, welcome
from pbem.clocks import extensions
from pbem.models import Game, Player
from pbem.orders import submissions
from pbem.play import advancing, loading
from pbem.table import lobby
from pbem.table.openness import Openness
from rules.kernel.decisions import Problem
from rules.lexicon import fold
from rules.ti4 import galaxy
from tests.notifications.conftest import PEOPLE, with_new_key
from tests.notifications.conversations.talk import Talk
from tests.notifications.inbound.mail_programs import ALL, CLIENTS
from tests.pbem.tables import send
from tests.pbem.web.played import finished
from tests.skirmish.interjections import Deal
from tests.skirmish.state import View

GOLDEN = Path(__file__).parent / "golden"
TALKS: dict[str, Callable[[Talk], None]] = {}


def talk(story: Callable[[Talk], None]) -> Callable[[Talk], None]:
    TALKS[story.__name__.replace("_", "-")] = story
    return story


# -- mail programs ------------------------------------------------------------------------------

TOP, BOTTOM, EDITED = range(3)
WAYS: dict[str, int] = {}
for form in dict.fromkeys(client.form for client in ALL):
    alike = [client.name for client in ALL if client.form == form]
    WAYS |= {name: number % 3 for number, name in enumerate(alike)}
for client in ALL:

    def by_program(t: Talk, name: str = client.name, way: int = WAYS[client.name]) -> None:
        """Top-posted, bottom-posted, or the template edited in the quote, by turns."""
        seat = t.seat(t.table(), 0)
        sent = t.post.newest(seat)
        last = len(sent.body.rstrip("\n").split("\n"))
        if way == EDITED:
            t.reply(seat, name, {}, {f"  {sent.template[0]}": f"  {sent.template[1]} # please"})
        else:
            t.reply(seat, name, {last if way == BOTTOM else 0: [sent.template[0]]})

    TALKS[f"program-{client.name}"] = by_program


# -- commands -----------------------------------------------------------------------------------


@talk
def command_join(t: Talk) -> None:
    game = t.post.table(start=False, players=4)
    invitation = lobby.invite(game, "dora@example.org", "Dora Lind")
    t.mails()
    join = keys.join_address(invitation).encode()
    raw = b"From: Dora <dora@example.org>\r\nTo: %s\r\nMessage-ID: <%s@x>\r\n\r\n%s\r\n"
    t.hand_in(raw % (join, b"d1", b"What is this?"))
    t.hand_in(raw % (join, b"d2", b"JOIN lighthouse"))
    t.hand_in(raw % (join, b"d3", b"RAISE 1 fighter"))


@talk
def command_join_refused(t: Talk) -> None:
    game = t.post.table(start=False, players=4)
    invitation = lobby.invite(game, "dora@example.org", "Dora Lind")
    lobby.cancel(game)
    t.forget()
    join = keys.join_address(invitation).encode()
    t.hand_in(b"From: dora@example.org\r\nTo: %s\r\nMessage-ID: <d@x>\r\n\r\nJOIN\r\n" % join)


QUESTIONS = {
    "status": "STATUS",
    "hand": "HAND",
    "map": "MAP",
    "history": "HISTORY 5",
    "show": "SHOW Blue",
    "suggest": "SUGGEST",
    "rules": "RULES 2.1",
    "odds": "ODDS 2 cruisers VS 3 fighters",
    "preview": "PREVIEW\nKEEP rich",
    "help": "HELP",
    "language": "LANGUAGE pl",
    "vacation": "VACATION UNTIL 24 Nov",
    "extend": "EXTEND 12",
    "resign": "RESIGN",
    "press": "PRESS TO all: Peace until round 2?",
    "standing": "STANDING: PASS\nSTANDING LIST",
    "polish": "STAN GRY\nRĘKA\nPOMOC\nJĘZYK polski",
    "hungarian": "ÁLLÁS\nKEZEM\nNYELV magyar",
    "join-again": "JOIN",
    "unknown": "FROBNICATE 7",
    "ask": "ASK\nSTANDING: ASK",
    "settings": "SETTINGS",
    "settings-changed": (
        "SETTINGS MAILS all\nSETTINGS QUIET 22-7\nSETTINGS ZONE Warsaw\nSETTINGS TEXT on\n"
        "SETTINGS NAME Ada Q.\nSETTINGS LANGUAGE en\nSETTINGS"
    ),
    "settings-refused": (
        "SETTINGS ZONE Europe/Warszawa\nSETTINGS QUIET 22:30-7\nSETTINGS DIGEST 31\n"
        "SETTINGS MAILS never\nSETTINGS ZOME x\nSETTINGS COLOUR blue\nSETTINGS ADDRESS nonsense\n"
        "SETTINGS PICTURES perhaps\nSETTINGS LANGUAGE de"
    ),
    "settings-polish": "JĘZYK pl\nUSTAWIENIA listy skrót 8\nUSTAWIENIA strefa Warszawa\nUSTAWIENIA",
    "settings-hungarian": "NYELV hu\nBEÁLLÍTÁSOK csend 22-6\nBEÁLLÍTÁSOK időzóna Budapest",
    "map-as-it-was": "MAP 1\nMAP 77",
}
for name, text in QUESTIONS.items():

    def asked(t: Talk, text: str = text) -> None:
        t.write(t.seat(t.table(), 0), text)

    TALKS[f"command-{name}"] = asked


@talk
def command_address(t: Talk) -> None:
    """Added by mail, confirmed by a reply from there, and good from then on."""
    seat = t.seat(t.table(), 0)
    t.write(seat, "SETTINGS ADDRESS ADD ada@work.example")
    asked = Outbox.objects.get(address="ada@work.example")
    there = {"From": "ada@work.example", "To": asked.headers["Reply-To"]}
    t.write(seat, "Who is this?", **there)
    t.write(seat, "YES", **there)
    t.write(seat, "SETTINGS ADDRESS MAIN ada@work.example", From="ada@work.example")
    t.write(t.seat(seat.game, 0), "SETTINGS ADDRESS REMOVE ada@example.org\n1")


@talk
def command_table(t: Talk) -> None:
    """Everything an organiser does on the page."""
    game = t.post.table(start=False, players=4)
    seat = t.seat(game, 0)
    welcome.welcome(seat, "")
    t.forget()
    t.write(seat, "TABLE START\nTABLE INVITE dora@example.org Dora Lind\nTABLE BOT 4")
    t.write(seat, "TABLE OPEN\nTABLE CLOSED\nTABLE WATCH 24\nTABLE DISPUTES pause\nTABLE")
    t.kept.append("--- the game begins\n")
    t.write(seat, "TABLE START\nTABLE HOURS default 48")
    t.write(
        seat, "TABLE HOURS\nTABLE TERMS quiet=22-7\nTABLE TERMS quiet=22:00-07:00 grace_hours=4"
    )
    t.write(seat, "TABLE TERMS quiet=off\nTABLE TERMS grce=4\nTABLE TERMS late")
    t.write(t.seat(game, 1), "STÓŁ WARUNKI\nTABLE TERMS press=off")
    t.write(seat, "TABLE PAUSE")
    t.write(seat, "TABLE RESUME\nTABLE SUBSTITUTE Blue eve@example.org\nTABLE WAIT Blue")


@talk
def command_table_chosen_anew_and_ended(t: Talk) -> None:
    """Options and bots before the start; another game of the same people; the way out."""
    game = t.post.table(start=False, players=4)
    seat = t.seat(game, 0)
    welcome.welcome(seat, "")
    t.forget()
    t.write(seat, "TABLE OPTIONS\nTABLE OPTIONS players=two rounds=99\nTABLE OPTIONS players=5")
    t.write(seat, "TABLE INVITE dora@example.org Dora, eve@example.org, Fatma\nTABLE BOTS keen")
    t.write(seat, "TABLE FREE 4\nTABLE FREE 1")
    t.write(seat, "TABLE REMATCH\nTABLE CANCEL")
    t.write(seat, "TABLE CANCEL Arcturus")
    over = finished("again")
    welcome.welcome(t.seat(over, 0), "")
    t.forget()
    t.write(t.seat(over, 0), "TABLE REMATCH")


@talk
def invitation_answered(t: Talk) -> None:
    """Yes and no as people write them, in each language; what says neither is asked back. The
    organiser hears of a no, and when everybody is there."""
    game = t.post.table(start=False, players=6)
    answers = ("Nie, dziękuję", "Who plays?", "Sure, count me in!", "TAK czapla", "Igen, örömmel!")
    for n, words in enumerate(answers):
        invitation = lobby.invite(game, f"guest{n}@example.org", f"Guest {n}")
        t.forget()
        head = f"From: guest{n}@example.org\r\nTo: {keys.join_address(invitation)}\r\n"
        mail = f"{head}Message-ID: <g{n}@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        t.hand_in(f"{mail}{words}\r\n".encode())
        t.mails()


@talk
def substitute_invited(t: Talk) -> None:
    """Somebody asked to take over a seat is told what they would be."""
    game = t.table()
    lobby.substitute(t.seat(game, 1), "dora@example.org", "Dora Lind")
    t.mails()


@talk
def command_table_refused(t: Talk) -> None:
    game = t.table()
    t.write(
        t.seat(game, 0),
        "TABLE STRAT\nTABLE INVITE nobody\nTABLE HOURS soon\nTABLE BOT Purple\nTABLE JOIN 99\n"
        "TABLE NEW chess\nTABLE NEW skirmish X playres=3\nTABLE WATCH me\nTABLE DISPUTES maybe",
    )
    t.write(t.seat(game, 1), "TABLE PAUSE")


@talk
def command_table_new_and_join(t: Talk) -> None:
    """A table made by mail; somebody else finds it and takes a seat by mail."""
    first = t.table()
    t.write(t.seat(first, 0), "TABLE NEW skirmish Betelgeuse players=2")
    new = Game.objects.latest("pk")
    t.write(t.seat(new, 0), "TABLE OPEN")
    t.write(t.seat(first, 1), f"STÓŁ\nSTÓŁ dołączam {new.pk} czapla")
    t.write(t.seat(new, 0), "TABLE START")


@talk
def orders_and_commands_get_one_answer(t: Talk) -> None:
    """What somebody's own commands set going is told with the acknowledgement."""
    game = t.table()
    t.write(
        t.seat(game, 1),
        "KEEP feared\nVACATION UNTIL 20 Nov\nEXTEND 12\nDISPUTE 1 The cards were not shuffled.",
    )
    t.write(t.seat(game, 0), "EXTEND YES\n1")


@talk
def command_status_tells_what_is_open(t: Talk) -> None:
    game = t.table()
    for number in range(3):
        t.write(t.seat(game, number), "1")
    t.kept.clear()
    t.write(t.seat(game, 0), "OFFER 1 gold FOR 1 gold TO Blue\nEXTEND 12 h")
    t.write(t.seat(game, 2), "VACATION 20 Nov TO 22 Nov\nEXTEND YES")
    t.forget()
    t.kept.clear()
    t.write(t.seat(game, 1), "STATUS")


@talk
def command_resign_for_good(t: Talk) -> None:
    game = t.table()
    t.write(t.seat(game, 0), f"RESIGN {game.pk}")


@talk
def command_dispute(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "DISPUTE 1 The deal was not shuffled.")
    t.write(seat, "DISPUTE everything")


@talk
def command_undo(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1")
    t.write(seat, "WITHDRAW")
    t.write(seat, "UNDO")


@talk
def a_block_refused_whole_and_go(t: Talk) -> None:
    game = _to_the_turns(t)
    t.write(t.seat(game, 0), "RAISE 1 fighter\nFROBNICATE the rest\nNEXT TURN: PASS")
    t.write(t.seat(game, 0), "GO")


@talk
def the_newest_fault_alone_is_quoted(t: Talk) -> None:
    """Orders that took the place of others take their reason along, readable or not."""
    seat = t.seat(_to_the_turns(t), 0)
    t.write(seat, "RAISE 3 cruisers\nRAISE 1 fighter")
    t.write(seat, "RAISE 1 fighter\nFROBNICATE the rest")
    t.write(seat, "STATUS")
    t.write(seat, "RAISE 4 cruisers")
    t.write(seat, "STATUS")
    t.write(seat, "FROBNICATE")
    t.write(seat, "RAISE 5 cruisers")
    t.write(seat, "NEXT TURN: PASS")


def _to_the_bids(t: Talk) -> Game:
    game = t.table()
    for number in range(3):
        t.write(t.seat(game, number), "1")
    return game


def _to_the_turns(t: Talk) -> Game:
    game = _to_the_bids(t)
    for number in range(3):
        t.write(t.seat(game, number), f"BID {1 if number == 0 else 0}")
    t.kept.clear()
    return game


@talk
def an_answer_and_the_turn_after_it(t: Talk) -> None:
    game = _to_the_bids(t)
    t.kept.clear()
    t.write(t.seat(game, 0), "BID 1\nRAISE 1 fighter")
    for number in (1, 2):
        t.write(t.seat(game, number), "BID 0")


@talk
def help_about_one_order(t: Talk) -> None:
    game = _to_the_turns(t)
    for text in ("HELP RAISE", "HELP BID", "HELP EXTEND", "HELP frobnicate", "POMOC myśliwiec"):
        t.write(t.seat(game, 0), text)


@talk
def two_turns_ahead(t: Talk) -> None:
    game = _to_the_turns(t)
    text = "RAISE 1 fighter\nNEXT TURN: RAISE 2 fighters\nNEXT TURN: PASS"
    t.write(t.seat(game, 0), text)
    for number in (1, 2):
        t.write(t.seat(game, number), "PASS")


@talk
def kept_lines_and_one_that_lapses(t: Talk) -> None:
    game = _to_the_turns(t)
    t.write(t.seat(game, 1), "RAISE 9 cruisers\nNEXT TURN: PASS")
    t.write(t.seat(game, 0), "RAISE 1 fighter")


@talk
def one_template_line_left(t: Talk) -> None:
    game = _to_the_turns(t)
    t.write(t.seat(game, 0), "RAISE 1 fighter")


@talk
def a_standing_order_with_an_exception(t: Talk) -> None:
    game = _to_the_turns(t)
    t.write(t.seat(game, 1), "WHAT IF")
    t.write(t.seat(game, 1), "STANDING: PASS\nSTANDING: ASK played\nSTANDING LIST")
    t.write(t.seat(game, 1), "STANDING: PASS\nSTANDING: ASK")
    t.write(t.seat(game, 1), "WHAT IF")
    t.write(t.seat(game, 0), "WHAT IF RAISE 1 fighter")


@talk
def undo_of_a_turn_that_nobody_saw_through(t: Talk) -> None:
    game = _to_the_turns(t)
    t.write(t.seat(game, 0), "RAISE 1 fighter")
    t.write(t.seat(game, 0), "UNDO")


@talk
def undo_after_an_idle_window(t: Talk) -> None:
    """An activation opens windows that ask nobody; the writer may take it back all the same."""
    people = [t.seat(t.table(), number).player for number in range(3)]
    options = {"players": 3, "factions": "sol, hacan, xxcha"}
    game = lobby.create_game(people[0], "Rigel", "ti4", options, "trust")
    for n, person in enumerate(people):
        lobby.sit_down(game, person, f"word{n}")
    game = lobby.start(game)
    waiting = game.prompts.filter(state="open", waiting=True)
    while (prompt := waiting.earliest("pk")).kind != "taketurn":
        send(game, prompt.seat.number, "1")
    seat = t.seat(game, prompt.seat.number)
    table = loading.load(game).match.view(seat.number).table
    goal = galaxy.adjacent(table, galaxy.home_of(table, seat.number), seat.number)[0]
    t.forget()
    t.write(seat, f"ACTIVATE {goal}")
    t.write(seat, "UNDO")


@talk
def command_offer_accept_decline(t: Talk) -> None:
    game = t.table()
    for number in range(3):
        t.write(t.seat(game, number), "1")
    t.kept.clear()
    t.write(t.seat(game, 0), "OFFER 1 gold FOR 1 gold TO Blue")
    t.write(t.seat(game, 1), "ACCEPT 1")
    t.write(t.seat(game, 0), "OFFER 2 gold FOR 1 gold TO Blue")
    t.write(t.seat(game, 1), "DECLINE")


@talk
def command_statistics(t: Talk) -> None:
    """One's own numbers while the game runs; everybody's when it is over."""
    game = t.table()
    t.write(t.seat(game, 0), "1")
    t.post.clock.shift(timedelta(hours=60))
    advancing.advance(game.pk)
    t.forget()
    t.kept.clear()
    t.write(t.seat(game, 0), "STATISTICS")
    while Game.objects.get(pk=game.pk).status != Game.Status.OVER:
        t.post.clock.shift(timedelta(hours=60))
        advancing.advance(game.pk)
    t.forget()
    t.kept.append("--- the game is over\n")
    late = {"Date": format_datetime(timezone.now())}
    t.write(t.seat(game, 1), "STATYSTYKI", **late)


@talk
def command_table_watch_and_show(t: Talk) -> None:
    """Somebody at one table looks at another: not open, too early, and as late as it wants."""
    first, second = t.table(), t.table()
    dora = lobby.join(lobby.substitute(t.seat(first, 2), "dora@example.org", "Dora Lind").token)
    t.forget()
    t.write(dora, f"TABLE SHOW {second.pk}\nTABLE WATCH {second.pk}\nTABLE SHOW me")
    Openness.objects.create(game=second, watchable=True, delay_hours=24)
    t.write(dora, f"TABLE\nTABLE WATCH {second.pk}\nTABLE SHOW {second.pk}")
    t.post.clock.shift(timedelta(hours=23))
    for number in range(3):
        t.write(t.seat(second, number), "1")
    t.post.clock.shift(timedelta(hours=2))
    t.forget()
    t.kept.append("--- 25 hours after the beginning, two after the first choices\n")
    t.write(dora, f"TABLE SHOW {second.pk}")
    t.write(t.seat(first, 0), f"TABLE SHOW {second.pk}")


# -- an organiser without a seat ----------------------------------------------------------------


def organised_without_seat(t: Talk, start: bool = True) -> Organiser:
    """A table of two that is run by somebody who does not sit at it."""
    boss, _ = Player.objects.get_or_create(name="Boss Gray", email="boss@example.org")
    game = lobby.create_game(boss, "Betelgeuse", "skirmish", {"players": 2})
    for name, email, _zone in PEOPLE[1:]:
        player, _ = Player.objects.get_or_create(email=email, defaults={"name": name})
        lobby.sit_down(game, player)
    to_organiser.welcome(game)
    if start:
        lobby.start(game)
    t.forget()
    return keys.organiser_of(Game.objects.get(pk=game.pk))


@talk
def organiser_makes_and_fills_a_table(t: Talk) -> None:
    """Made by mail without a seat; filled, started and run by replying to its mails."""
    seat = t.seat(t.table(), 0)
    t.write(seat, "TABLE NEW skirmish Betelgeuse players=2 seat=no")
    host = keys.organiser_of(Game.objects.latest("pk"))
    t.write(host, "TABLE INVITE dora@example.org Dora Lind\nTABLE BOT 2\nSTATUS\nTABLE START")
    lobby.join(host.game.invitations.get().token, "heron")
    t.write(host, "TABLE START\nHISTORY 5")
    t.write(host, "TABLE HOURS default 48\nTABLE OPEN\nTABLE CLOSED\nTABLE WATCH 24")
    t.write(host, "TABLE DISPUTES pause\nTABLE PAUSE\nPRESS TO all: Back on Monday.")
    t.write(host, "TABLE RESUME\nTABLE SUBSTITUTE 1 eve@example.org\nSTÓŁ\nSTATYSTYKI\nJĘZYK pl")


@talk
def organiser_who_lost_the_address(t: Talk) -> None:
    """A mail to run the table with can be had from any other table; for nobody else's."""
    first = t.table()
    host = keys.organiser_of(lobby.create_game(t.seat(first, 1).player, "Vega", "skirmish"))
    t.write(t.seat(first, 1), f"TABLE\nTABLE RUN {host.pk}\nTABLE RUN {first.pk}")
    t.write(host, "STATUS")
    t.write(t.seat(first, 0), f"TABLE RUN {host.pk}\nTABLE RUN {first.pk}")


@talk
def organiser_asks(t: Talk) -> None:
    t.write(
        organised_without_seat(t),
        "STATUS\nMAP\nRULES 2.1\nODDS 2 cruisers VS 3 fighters\nSETTINGS\nHELP",
    )


@talk
def organiser_has_no_seat(t: Talk) -> None:
    """Orders, and what only a seat can do, are refused in words; the rest of the mail is done."""
    host = organised_without_seat(t)
    t.write(host, "1\nKEEP rich")
    t.write(host, "HAND\nPREVIEW KEEP rich\nVACATION UNTIL 24 Nov\nRESIGN\nDISPUTE 1 Odd.\nJOIN")
    t.write(host, "1\nSTATUS\nPRESS ANONYMOUS TO all: Boo\nPRESS TO organiser: Me?\nEXTEND 12")


@talk
def organiser_and_players_write_to_each_other(t: Talk) -> None:
    host = organised_without_seat(t)
    seat = t.seat(host.game, 0)
    t.write(seat, "TABLE PAUSE\nPRESS TO Boss Gray: May we have a pause?")
    t.write(host, "PRESS TO Bruno: Of course.\nPRESS TO referee: For your notes.")
    t.write(seat, "WIADOMOŚĆ DO organizatora: Dzięki")


@talk
def organiser_decides_about_a_silent_player(t: Talk) -> None:
    host = organised_without_seat(t)
    for _ in range(3):
        t.post.clock.shift(timedelta(hours=60))
        advancing.advance(host.game.pk)
    told = Outbox.to(host).order_by("pk")
    t.kept.append("\n".join(["<<< OUT", *told[1].body.split("\n")]))
    t.forget()
    late = {"Date": "Wed, 25 Nov 2026 09:00:00 +0100"}
    t.write(host, "TABLE WAIT 1\nTABLE SUBSTITUTE 9 eve@example.org", **late)
    extensions.ask(t.seat(host.game, 0), 12)
    t.write(host, "EXTEND NO", **late)
    t.write(host, "TABLE BOT 2", **late)


@talk
def organiser_hears_of_a_dispute_and_a_bounce(t: Talk) -> None:
    host = organised_without_seat(t)
    bruno = t.seat(host.game, 0)
    t.write(bruno, "DISPUTE 1 The deal was not shuffled.")
    failing_addresses.refused(t.post.newest(t.seat(host.game, 1)))
    t.mails()


@talk
def organiser_from_another_address(t: Talk) -> None:
    """The same checks as for a seat: held, confirmed by the owner, carried out."""
    host = organised_without_seat(t)
    t.write(host, "TABLE PAUSE", From="eve@example.org")
    row = Inbound.objects.get()
    link = next(line for line in t.newest(host).body.split("\n") if "/confirm/" in line)
    path = "/confirm/" + link.partition("/confirm/")[2].strip()
    browser = Browser()
    assert "TABLE PAUSE" in browser.get(path).content.decode()
    assert browser.post(path).status_code == 200
    pipeline.read_and_play(row.pk)
    t.look(row)
    t.settings.PARSEC_MAIL_AUTH = "require"
    t.settings.PARSEC_MAIL_AUTHSERV = ("mx.parsec.localhost",)
    t.write(host, "TABLE RESUME", Authentication_Results="mx.parsec.localhost; dmarc=fail")


@talk
def organiser_with_a_key_that_is_no_good(t: Talk) -> None:
    """Replaced, somebody else's, forged; a mail about another game; one to two tables."""
    host, other = organised_without_seat(t), organised_without_seat(t)
    before = keys.organiser_address(host)
    with_new_key(host)
    t.write(host, "TABLE PAUSE", To=before)
    forged = f"host+{host.pk}-aaaaaaaaaaaaaaaa@{keys.domain()}"
    t.write(host, "TABLE PAUSE", To=forged, From="eve@example.org")
    good = keys.organiser_address(host)
    t.write(host, "TABLE PAUSE", To=good, In_Reply_To=t.newest(other).message_id)
    t.write(host, "TABLE PAUSE", To=f"{good}, {keys.organiser_address(other)}")
    host.game.organiser = Player.objects.get(email="chidi@example.org")
    host.game.save()
    t.write(other, "TABLE PAUSE", To=good)


@talk
def organiser_writes_nothing_new(t: Talk) -> None:
    host = organised_without_seat(t)
    quoted = "\n".join(f"> {line}" for line in t.newest(host).body.split("\n"))
    t.write(host, quoted)
    t.write(host, f"STATUS\n\n{quoted}")


# -- the same words twice -----------------------------------------------------------------------


@talk
def the_same_words_twice(t: Talk) -> None:
    """Sent again with another id: asked back, not carried out; AGAIN means it."""
    game = t.table()
    seat = t.seat(game, 0)
    first = t.newest(seat).message_id
    for number in (1, 2):
        t.write(t.seat(game, number), "1")
    t.forget()
    t.kept.clear()
    t.write(seat, "1", In_Reply_To=first)
    t.write(seat, "1", In_Reply_To=first)
    t.write(seat, "BID 0\n")
    t.write(seat, "AGAIN")


@talk
def the_same_words_again_and_meant(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    first = t.newest(seat).message_id
    t.write(seat, "PRESS TO all: Peace?", In_Reply_To=first)
    t.write(seat, "PRESS TO all: Peace?", In_Reply_To=first)
    t.write(seat, "AGAIN")
    t.write(seat, "JESZCZE RAZ\nPRESS TO all: Peace?", In_Reply_To=first)
    t.write(seat, "STATUS", In_Reply_To=first)
    t.write(seat, "STATUS", In_Reply_To=first)


@talk
def orders_and_questions_in_one_mail(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "STATUS\n1\nPRESS TO referee: Is that right?\nHAND")


@talk
def a_long_message_over_several_lines(t: Talk) -> None:
    message = "PRESS TO Blue:\nI will leave your cruisers alone\nif you leave mine.\n\n1"
    t.write(t.seat(t.table(), 0), message)


# -- who is it ----------------------------------------------------------------------------------


@talk
def wrong_sender_confirmed(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", From="ada@elsewhere.example")
    row = Inbound.objects.get()
    link = next(line for line in t.post.newest(seat).body.split("\n") if "/confirm/" in line)
    path = "/confirm/" + link.partition("/confirm/")[2].strip()
    browser = Browser()
    assert "ada@elsewhere.example" in browser.get(path).content.decode()
    assert Inbound.objects.get().state == "held"
    assert browser.post(path).status_code == 200
    assert browser.post(path).status_code == 200
    pipeline.read_and_play(row.pk)
    t.look(row)


@talk
def addresses_swapped(t: Talk) -> None:
    game = t.table()
    ada, bruno = t.seat(game, 0), t.seat(game, 1)
    t.write(ada, "1", From="bruno@example.org")
    t.write(bruno, "1", From="ada@example.org")


@talk
def wrong_game(t: Talk) -> None:
    first, second = t.table(), t.table()
    other = t.post.newest(t.seat(second, 0))
    t.write(t.seat(first, 0), "1", In_Reply_To=other.message_id)


@talk
def several_seats(t: Talk) -> None:
    first, second = t.table(), t.table()
    both = ", ".join(keys.seat_address(t.seat(game, 0)) for game in (first, second))
    t.write(t.seat(first, 0), "1", To=both)


@talk
def expired_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    headers = t.headers(seat)
    with_new_key(seat)
    t.write(seat, "1", To=headers["To"])


@talk
def command_revoke(t: Talk) -> None:
    """A leaked reply address is replaced, by its player and by the organiser; the old one is
    answered with what to do."""
    game = t.table()
    ada = t.seat(game, 0)
    before = t.headers(ada)["To"]
    t.write(ada, "REVOKE")
    t.write(ada, "1", To=before)
    t.write(t.seat(game, 0), "TABLE REVOKE 2")
    t.write(t.seat(game, 1), "unieważnij")


@talk
def forged_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", To=f"seat+{seat.pk}-aaaaaaaaaaaaaaaa@{keys.domain()}")


@talk
def without_a_key(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", To=keys.post_address())
    t.write(seat, "1", To=keys.post_address(), From="eve@example.org")


@talk
def not_authenticated(t: Talk) -> None:
    t.settings.PARSEC_MAIL_AUTH = "require"
    t.settings.PARSEC_MAIL_AUTHSERV = ("mx.parsec.localhost",)
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", Authentication_Results="mx.parsec.localhost; spf=fail; dmarc=fail")
    passed = "mx.parsec.localhost; dmarc=pass header.from=example.org"
    t.write(seat, "1", Authentication_Results=passed)


# -- machines -----------------------------------------------------------------------------------


@talk
def machines_are_not_answered(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.write(seat, "I am away.", Auto_Submitted="auto-replied")
    t.write(seat, "I am away.", X_Autoreply="yes")
    t.write(seat, "1", List_Id="<friends.example.org>")
    t.write(seat, "Undeliverable", From="MAILER-DAEMON@mx.example.org")
    t.write(seat, "1", From=keys.post_address())


@talk
def machines_that_say_so_in_the_subject_alone(t: Talk) -> None:
    """With a reference to our mail, as most of them write it, and without."""
    seat = t.seat(t.table(), 0)
    ours = t.newest(seat).subject
    for words in ("Automatic reply", "Odpowiedź automatyczna", "Automatikus válasz"):
        t.write(seat, "I am away until Monday.", Subject=str(Header(f"{words}: {ours}", "utf-8")))
    t.write(seat, "PASS", Subject=str(Header(f"Abwesenheitsnotiz: Re: {ours}", "utf-8")))


@talk
def a_click_is_not_an_order(t: Talk) -> None:
    """A thumb under our mail, a yes to the deadline in the calendar, a receipt."""
    seat = t.seat(t.table(), 0)
    text = "--c\nContent-Type: text/plain\n\n1\n--c\nContent-Type: {}\n\n{{}}\n--c--"
    kind = "multipart/alternative; boundary=c"
    reaction = text.format("text/vnd.google.email-reaction+json")
    t.write(seat, reaction, Content_Type=kind)
    t.write(seat, text.format("text/calendar; method=REPLY"), Content_Type=kind)
    receipt = "multipart/report; report-type=disposition-notification; boundary=c"
    t.write(seat, text.format("message/disposition-notification"), Content_Type=receipt)
    t.write(seat, "\U0001f44d\n\nAda Quill reacted to your message:")


@talk
def a_short_question_and_a_reminder(t: Talk) -> None:
    """The first mail has the whole position, the window's none, the next turn's it again."""
    game = t.table()
    seats = [t.seat(game, number) for number in range(3)]
    for seat in seats:
        t.write(seat, "1")
    for seat in seats:
        t.write(seat, "BID 0")
    t.forget()
    t.write(seats[0], "RAID Blue WITH 2 fighter")
    t.later(hours=20)
    t.mails()
    t.write(seats[1], "1")


@talk
def written_ahead_and_shown(t: Talk) -> None:
    """Who is next is told so; what they write is shown until it is used, changed or taken back."""
    game = t.table()
    seats = [t.seat(game, number) for number in range(3)]
    for seat in seats:
        t.write(seat, "1")
    for seat in seats:
        t.write(seat, "BID 0")
    t.write(seats[1], "PRESS TO all: Peace?")
    t.write(seats[1], "NEXT TURN:\nRAISE 1 cruiser\nOR:\nRAISE 1 fighter\n\nTHEN: PASS")
    t.write(seats[1], "STATUS\nOFFER 1 gold FOR 1 gold TO Red")
    t.write(seats[0], "RAID Blue WITH 1 fighter")
    t.write(seats[1], "WITHDRAW")
    t.write(seats[1], "WITHDRAW")


@talk
def a_deal_that_waited(t: Talk) -> None:
    """Agreed on while neither of the two is on turn; carried out when one of them is."""
    always = Deal.problems

    def problems(deal: Deal, view: View) -> list[Problem]:
        table = view.table
        if table.phase != "turn" or table.order[table.at] not in deal.parties():
            return [Problem("not-your-turn", "Only the active player trades.", "SKR 6.1")]
        return always(deal, view)

    t.patch.setattr(Deal, "problems", problems)
    t.patch.setattr(Deal, "passing", frozenset({"not-your-turn"}))
    game = t.table()
    seats = [t.seat(game, number) for number in range(3)]
    for text in ("1", "BID 0"):
        for seat in seats:
            t.write(seat, text)
    t.kept.clear()
    t.write(seats[1], "OFFER 2 gold FOR 1 gold TO Green")
    t.write(seats[2], "ACCEPT 1 NOW")
    t.write(seats[2], "ACCEPT 1\nSTATUS")
    t.write(seats[0], "PASS")


@talk
def answered_with_a_tap(t: Talk) -> None:
    """Looking at the page does nothing; its button does what a reply with the number does."""
    game = t.table()
    seat = t.seat(game, 0)
    sent = t.newest(seat)
    t.browse(answer_links.to_option(seat, sent.message_id, 2))
    t.browse(answer_links.to_option(seat, sent.message_id, 2), press=2)
    t.browse(answer_links.to_list(seat, sent.message_id), press=1)
    for number in (1, 2):
        t.write(t.seat(game, number), "1")
    t.browse(answer_links.to_option(seat, sent.message_id, 1))


@talk
def a_bounce_report(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    kind = "multipart/report; report-type=delivery-status; boundary=r"
    t.write(seat, "--r\nContent-Type: text/plain\n\n1\n--r--", Content_Type=kind)


@talk
def flood(t: Talk) -> None:
    t.patch.setattr(replies, "ANSWERS_AN_HOUR", 2)
    seat = t.seat(t.table(), 0)
    for _ in range(3):
        t.write(seat, "RULES 2.1")


@talk
def shunted_and_read_again(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    with mock.patch("pbem.orders.submissions.submit", side_effect=RuntimeError):
        t.write(seat, "1")
    row = Inbound.objects.get()
    pipeline.make_unread(row)
    pipeline.read_and_play(row.pk)
    t.look(row)


# -- bad input ----------------------------------------------------------------------------------


@talk
def nothing_new(t: Talk) -> None:
    t.reply(t.seat(t.table(), 0), "gmail", {})


@talk
def an_old_template_quoted_again(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    old = t.post.newest(seat)
    t.write(seat, "1")
    quoted = "\n".join(f"> {line}" for line in old.body.split("\n"))
    t.write(seat, f"STATUS\n\n{quoted}", In_Reply_To=old.message_id)


@talk
def no_text(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "iVBORw0KGgo=", Content_Type="image/png")


@talk
def encrypted(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    sealed = "--e\nContent-Type: application/octet-stream\n\n{}\n--e--"
    armour = "-----BEGIN PGP MESSAGE-----\n\nhQIMA0\n=abcd\n-----END PGP MESSAGE-----"
    t.write(seat, sealed.format(armour), Content_Type="multipart/encrypted; boundary=e")
    t.write(seat, armour)
    kind = "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m"
    t.write(seat, "MIAGCSqGSIb3", Content_Type=kind, Content_Transfer_Encoding="base64")


@talk
def signed(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n1\n- -- \nAda\n"
    t.write(seat, f"{text}-----BEGIN PGP SIGNATURE-----\n\niQIz\n-----END PGP SIGNATURE-----")


@talk
def polite(t: Talk) -> None:
    """Courtesies are no orders, and not complained about either."""
    t.write(t.seat(t.table(), 0), "Hi all,\n\n1\n\nThanks!\nAda")


@talk
def a_reply_to_ones_own_reply(t: Talk) -> None:
    """What was typed, or changed in the template, the first time does not count again."""
    seat = t.seat(t.table(), 0)
    sent = t.newest(seat)
    changed = sent.body.replace(f"  {sent.template[0]}\n", f"  {sent.template[0]} # mine\n")
    first = CLIENTS["outlook"].reply(changed, {0: [sent.template[1]]}, {}).partition(b"\r\n\r\n")[2]
    older = quopri.decodestring(first).decode("windows-1252").replace("\r\n", "\n")
    block = "From: Ada Quill\nSent: Tuesday, November 17, 2026 8:05 PM\nTo: Parsec Post\n"
    t.write(seat, f"STATUS\n\n{block}\n{older}", In_Reply_To=sent.message_id)


@talk
def null_bytes_and_odd_charset(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "\0 1 \0", Content_Type="text/plain; charset=x-klingon")


@talk
def thousand_lines(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "\n".join(f"PASS # {n}" for n in range(1000)))


@talk
def more_text_than_anybody_types(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "PASS\n" * 90_000)


@talk
def too_big(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "1\n" + "x" * 70 + "\n" + "y" * (5 * 2**20))


@talk
def nested_without_end(t: Talk) -> None:
    parts = "".join(
        f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(200)
    )
    t.write(t.seat(t.table(), 0), parts, Content_Type="multipart/mixed; boundary=b0")


@talk
def malformed_mime(t: Talk) -> None:
    """No boundary; one that never comes; base64 cut off; lines that are no headers."""
    seat = t.seat(t.table(), 0)
    t.write(seat, "1", Content_Type="multipart/mixed")
    t.write(seat, "2", Content_Type='multipart/alternative; boundary="never"')
    t.write(seat, "S0VFUCByaWN", Content_Transfer_Encoding="base64")
    to = keys.seat_address(seat).encode()
    t.hand_in(b"From: ada@example.org\r\nno header\r\nTo: %s\r\n\r\n1\r\n" % to)
    t.hand_in(b"From: ada@example.org\r\nTo: %s\r\nSubject: \xff\xfe=?x?Q?=\r\n\r\n1" % to)


@talk
def html_without_end(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "<div>" * 60_000 + "1", Content_Type="text/html")


@talk
def a_zip_bomb_is_not_opened(t: Talk) -> None:
    bomb = "--z\nContent-Type: application/zip; name=b.zip\n\nUEsDBBQA\n--z--"
    text = f"--z\nContent-Type: text/plain\n\n1\n{bomb}"
    t.write(t.seat(t.table(), 0), text, Content_Type="multipart/mixed; boundary=z")


@talk
def from_the_future(t: Talk) -> None:
    t.write(t.seat(t.table(), 0), "1", Date="Tue, 17 Nov 2099 20:00:00 +0100")


@talk
def stale(t: Talk) -> None:
    late = "Sun, 01 Nov 2026 20:00:00 +0100"
    t.write(t.seat(t.table(), 0), "1", Date=late, In_Reply_To="<older@example.org>")


@talk
def the_same_mail_again(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    lines = "\r\n".join(f"{name}: {value}" for name, value in t.headers(seat).items())
    raw = f"{lines}\r\n\r\n1\r\n".encode()
    t.hand_in(raw)
    t.hand_in(b"Received: by another.example.org\r\n" + raw)


@talk
def after_the_deadline(t: Talk) -> None:
    seat = t.seat(t.table(), 0)
    t.post.clock.shift(timedelta(hours=30))
    t.write(seat, "1", Date="Thu, 19 Nov 2026 02:00:00 +0100")


@pytest.mark.django_db(transaction=True, reset_sequences=True)
@pytest.mark.parametrize("name", TALKS)
def test_conversation(post, clock, pinned, settings, monkeypatch, name):
    post.clock = clock
    told = Talk(post, settings, monkeypatch)
    TALKS[name](told)
    path = GOLDEN / f"{name}.txt"
    text = "\n".join(told.kept)
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def kept_mails() -> tuple[str, str]:
    """All that was written to us, and all that became of it, in the golden conversations."""
    kept = "\n".join(path.read_text(encoding="utf-8") for path in sorted(GOLDEN.glob("*.txt")))
    parts = re.split(r"^(?=>>> IN|=== |<<< OUT)", kept, flags=re.MULTILINE)
    mine = [part for part in parts if part.startswith(">>> IN")]
    return "\n".join(mine), "\n".join(part for part in parts if not part.startswith(">>> IN"))


def test_every_outcome_has_a_conversation():
    _, became = kept_mails()
    assert [o.code for o in outcomes.ALL if f"=== {o.code} (" not in became] == []
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(TALKS)
    assert len(TALKS) >= 40


BAD_INPUT = {
    "oversized": ("too-big", "too-big"),
    "more text than a page": ("more-text-than-anybody-types", "too-long"),
    "a thousand lines": ("thousand-lines", "orders"),
    "zip bomb": ("a-zip-bomb-is-not-opened", "orders"),
    "nested": ("nested-without-end", "tangled"),
    "nested HTML": ("html-without-end", "orders"),
    "malformed": ("malformed-mime", "orders"),
    "null bytes": ("null-bytes-and-odd-charset", "orders"),
    "nothing readable": ("no-text", "no-text"),
    "encrypted": ("encrypted", "encrypted"),
    "wrong game": ("wrong-game", "wrong-game"),
    "expired key": ("expired-key", "expired-key"),
    "forged key": ("forged-key", "unknown-key"),
    "forged sender": ("wrong-sender-confirmed", "wrong-sender"),
    "unproven sender": ("not-authenticated", "not-authenticated"),
    "addresses swapped": ("addresses-swapped", "wrong-sender"),
    "replayed": ("the-same-mail-again", "orders"),
    "sent twice": ("the-same-words-twice", "repeated"),
    "orders without a seat": ("organiser-has-no-seat", "no-seat"),
    "an organiser's forged sender": ("organiser-from-another-address", "wrong-sender"),
    "an organiser's forged key": ("organiser-with-a-key-that-is-no-good", "unknown-key"),
    "an old mail quoted": ("an-old-template-quoted-again", "information"),
    "from the future": ("from-the-future", "orders"),
    "from the past": ("stale", "stale"),
    "machines": ("machines-are-not-answered", "auto-reply"),
    "machines in disguise": ("machines-that-say-so-in-the-subject-alone", "auto-reply"),
    "a click": ("a-click-is-not-an-order", "auto-reply"),
    "one's own reply": ("a-reply-to-ones-own-reply", "information"),
    "a flood": ("flood", "flood"),
    "a surprise": ("shunted-and-read-again", "shunted"),
}


@pytest.mark.parametrize("kind", BAD_INPUT)
def test_bad_input_has_its_outcome(kind):
    """The mails are in the conversations; forty at once: see inbound and outbound."""
    name, code = BAD_INPUT[kind]
    assert f"=== {code} (" in (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def said_in(written: str, words: Iterable[str], before: str = "") -> bool:
    lines = [fold(line) for line in written.split("\n")]
    return any(re.match(rf"{before}{re.escape(w)}\b", line) for w in words for line in lines)


def test_every_command_has_a_conversation():
    written, _ = kept_mails()
    assert set(submissions.COMMANDS) - {command.id for command in COMMANDS} == {"ask"}
    spoken = [(command, command.words.folded, "") for command in COMMANDS]
    for group in COMMANDS:
        if isinstance(group, Group):
            spoken += [(part, part.words.folded, f"{group.name} ") for part in group.parts]
    unsaid = [f"{verb}{c.name}" for c, words, verb in spoken if not said_in(written, words, verb)]
    assert unsaid == []


FAMILIES = ("gmail", "outlook", "apple", "iphone", "thunderbird", "yahoo", "k9", "proton")


def test_every_kind_of_mail_program_has_a_conversation():
    """Each family, in each language; in plain text, flowed text and HTML alone each of: typed on
    top, typed below, the template edited."""
    names = [name.removeprefix("program-") for name in TALKS if name.startswith("program-")]
    assert [f for f in FAMILIES if not any(name.startswith(f) for name in names)] == []
    assert {"pl", "hu"} <= {name.rpartition("-")[2] for name in names}
    for form in ("plain", "flowed", "html"):
        ways = {WAYS[client.name] for client in ALL if client.form == form}
        assert ways == {TOP, BOTTOM, EDITED}, form
