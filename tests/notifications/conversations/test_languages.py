"""Nothing a player is told by the server is left in English for who reads another language.

The same story is told at an English table and at another. A line that is the same at both was not
translated, unless it is the game's own words, or a player's, or an order that can be sent back.
"""

import re
from datetime import timedelta
from email.utils import format_datetime

import pytest
from django.conf import settings as django_settings
from django.utils import timezone, translation

from notifications import keys, preferences
from notifications.compose import invitations
from notifications.compose.layout import paragraph
from notifications.models import Outbox
from notifications.outbound import failing_addresses, replies, to_organiser
from pbem import tasks
from pbem.clocks import extensions, reminders
from pbem.models import Game, Player
from pbem.play import advancing
from pbem.referee import disputes
from pbem.table import lobby
from pbem.table.openness import Openness
from pbem.words import catalogues
from tests.notifications.conftest import START
from tests.notifications.conversations.talk import Talk

ASKED = """STATUS
HAND
MAP
MAP 99
HISTORY 5
RULES
RULES 99
ODDS
HELP
PREVIEW
STATISTICS
SETTINGS
SETTINGS MAILS all
SETTINGS DIGEST 8
SETTINGS QUIET 22-7
SETTINGS QUIET off
SETTINGS TEXT on
SETTINGS PICTURES on
SETTINGS NAME Ada Quill
SETTINGS ADDRESS ADD ada@work.example
SETTINGS ZONE Budapest
TABLE
TABLE HOURS default 48
TABLE OPEN
TABLE CLOSED
TABLE WATCH 24
TABLE WATCH off
TABLE DISPUTES pause
TABLE DISPUTES off"""
REFUSED = """SETTINGS ZONE Warszawa
SETTINGS QUIET 22:30-7
SETTINGS QUIET 27-99
SETTINGS DIGEST soon
SETTINGS MAILS never
SETTINGS COLOUR blue
SETTINGS ADDRESS nonsense
SETTINGS ADDRESS ADD nonsense@
SETTINGS ADDRESS MAIN bruno@example.org
SETTINGS ADDRESS REMOVE ada@example.org
SETTINGS TEXT perhaps
SETTINGS LANGUAGE de
TABLE STRAT
TABLE FROBNICATE
TABLE START
TABLE INVITE
TABLE INVITE dora@example.org
TABLE SUBSTITUTE 2
TABLE WAIT 2
TABLE RESUME
TABLE HOURS soon
TABLE HOURS tea 7
TABLE HOURS default 0
TABLE DISPUTES maybe
TABLE WATCH me
TABLE JOIN x
TABLE SHOW x
TABLE RUN x
TABLE RUN 1
TABLE SHOW 999999
AGAIN
TABLE NEW chess
TABLE NEW skirmish X playres=3
TABLE NEW skirmish X vacation_days=999
TABLE NEW skirmish X weekdays=cat
TABLE NEW skirmish X quiet=9
TABLE NEW skirmish X mode=loud
TABLE NEW skirmish
VACATION
VACATION soon
VACATION 31 Feb
VACATION 0 days
VACATION 90 days
VACATION OFF
EXTEND
EXTEND 9999
EXTEND YES
DISPUTE
DISPUTE 99 why
PRESS TO
PRESS TO all:
PRESS TO Red: me
RESIGN
JOIN"""
LATER = """EXTEND 12
EXTEND 12
VACATION 20 Nov TO 22 Nov
VACATION 20 Nov TO 22 Nov
PRESS TO all: Peace?
PRESS TO referee: Peace?
IF losing: STATUS
1
UNDO
UNDO 99
WITHDRAW
ACCEPT
ASK
STANDING
STANDING: PASS
STANDING CLEAR
STANDING CLEAR 7
STANDING: 7
DECLINE 7"""

UNREAD = """FROBNICATE
7
IF: PASS
IF losing AND: PASS
ELSE: PASS
IF losing PASS
NOW: NEXT TURN: PASS
RAISE 1 2 fighter
RAISE 99999 fighter
RAISE -1 fighter
RAISE
OFFER 1 gold FOR 1 gold
OFFER 1 gold FOR 1 gold TO Blue TO Green
BID 2 TO Blue
KEEP"""


HOSTED = """STATUS
HELP
STATISTICS
HAND
JOIN
1
EXTEND YES
EXTEND 12
PRESS ANONYMOUS TO all: Boo
PRESS TO organiser: Me
PRESS TO all: Peace?
TABLE NEW skirmish Vega players=2 seat=no
TABLE WATCH 24
TABLE"""


def run_without_a_seat(t: Talk, game: Game, language: str) -> None:
    """Somebody else organises the table and does not play."""
    boss, _ = Player.objects.get_or_create(
        name="Boss Gray", email="boss@example.org", defaults={"language": language}
    )
    Player.objects.filter(pk=boss.pk).update(language=language)
    before = game.organiser_id
    Game.objects.filter(pk=game.pk).update(organiser=boss)
    game.refresh_from_db()
    to_organiser.welcome(game)
    host = keys.organiser_of(game)
    extensions.ask(t.seat(game, 1), 1)
    t.write(t.seat(game, 1), "PRESS TO organiser: Peace?")
    t.write(host, HOSTED)
    t.write(host, "1")
    t.write(host, f"TABLE RUN {game.pk}")
    t.write(host, f"TABLE WATCH {Game.objects.latest('pk').pk}")
    to = keys.organiser_address(host)
    Game.objects.filter(pk=game.pk).update(organiser=before)
    game.refresh_from_db()
    t.write(host, "STATUS", To=to)


def look_from_outside(t: Talk, game: Game) -> None:
    """At a table that may be watched: too early, later, and what is said of it."""
    dora = lobby.join(lobby.substitute(t.seat(game, 2), "dora@example.org", "Dora Lind").token)
    other = t.post.table()
    Openness.objects.create(game=other, watchable=True, delay_hours=24)
    Player.objects.filter(pk=dora.player.pk).update(language=game.organiser.language)
    dora = t.seat(game, 2)
    t.write(dora, f"TABLE\nTABLE WATCH {other.pk}\nTABLE SHOW {other.pk}")
    t.post.clock.shift(timedelta(hours=25))
    late = {"Date": format_datetime(timezone.now())}
    t.write(dora, f"TABLE SHOW {other.pk}", **late)
    lobby.cancel(other)


def everything(t: Talk, language: str) -> Game:
    """One of everything that the server itself puts into words."""
    Player.objects.update(language=language)
    game = t.post.table()
    ada, bruno, chidi = (t.seat(game, number) for number in range(3))
    for seat in (ada, bruno, chidi):
        preferences.set_mode(seat.player, "all")
    for text in (ASKED, REFUSED, LATER):
        t.write(t.seat(game, 0), text)
    ada = t.seat(game, 0)
    t.write(ada, "")
    t.write(ada, "iVBORw0KGgo=", Content_Type="image/png")
    t.write(ada, "1", From="eve@example.org")
    t.write(ada, "1", To=keys.post_address())
    t.write(ada, "1", Date="Sun, 01 Nov 2026 20:00:00 +0100")
    t.write(bruno, "VACATION OFF\nEXTEND YES\nEXTEND NO\nNEXT TURN: RAISE 1 fighter")
    t.write(bruno, UNREAD)
    asked = t.newest(chidi).message_id
    for seat in (ada, bruno, chidi):
        t.write(seat, "1", In_Reply_To=t.newest(seat).message_id if seat != chidi else asked)
    t.write(chidi, "1", In_Reply_To=asked)
    for _ in range(2):
        t.write(chidi, "PRESS TO all: Peace?", In_Reply_To=asked)
    t.write(ada, "OFFER 1 gold FOR 1 gold TO Blue")
    t.write(bruno, "DECLINE 1")
    t.write(ada, "OFFER 2 gold FOR 1 gold TO Blue\nWITHDRAW 2")
    extension = extensions.ask(chidi, 1)
    t.post.clock.move_to(extension.expires)
    tasks.lapse_vote(game.pk)
    reminders.remind(game.pk)
    for _ in range(3):
        t.post.clock.shift(timedelta(hours=60))
        advancing.advance(game.pk)
    disputes.open_dispute(game, ada.player, 1, "Odd.")
    lobby.pause(game)
    t.write(ada, "1")
    lobby.resume(game)
    failing_addresses.refused(t.post.newest(chidi))
    run_without_a_seat(t, game, language)
    look_from_outside(t, game)
    t.write(bruno, f"RESIGN {game.pk}")
    lobby.cancel(game)
    t.write(ada, "1")
    return game


def sentences_of(game: Game) -> set[str]:
    """Every sentence in the mails about a game, numbers aside."""
    found: set[str] = set()
    for subject, body in Outbox.objects.filter(game=game).values_list("subject", "body"):
        found |= split(subject) | split(body)
    return found


def split(text: str) -> set[str]:
    found: set[str] = set()
    for block in re.split(r"\n(?=\S|  \S|\n)", text):
        flowing = re.sub(r"\d+", "0", " ".join(block.split()))
        found.update(re.split(r"(?<=[.!?:;…])\s+|^Re: | · ", flowing))
    return found


def in_every_language() -> set[str]:
    """What a mail says side by side in all languages, because its reader's is not known."""
    found: set[str] = set()
    for language, _name in django_settings.LANGUAGES:
        with translation.override(language):
            found |= split(paragraph(invitations.in_our_words()))
            found |= split(paragraph(invitations.how_to_answer_in_words()))
    return found


NOT_OURS = re.compile(
    r"""
    .*https?://                                     # links
    | \|.* | Peace\? | \#0(?:–\#0)?\s              # what players wrote, what the game tells
    | [A-Z]{2,}\b.* | losing\ AND.*                 # orders and commands, as they can be sent
    | Take\ a\ turn:$ | 0\ command\ token.*        # what was asked, in the game's own words
    | .*\b(?:gold|fighter|objective|Keep|rich|feared|Bids|bribe|counter|boost|Discarded)\b.*
    | Cards\ .* | nothing$ | not\ chosen\ yet$ | round\ 0,.* | Play\ goes\ in\ that\ order\.
    | (?:Red|Blue|Green|Ada\ Quill|Arcturus|Skirmish|\[Arcturus)\b.*
    | (?:Bruno\ Stern|Chidi\ Oyelaran|Boss\ Gray|Dora\ Lind|Vega\ \#0)$
    | assignhits,\ bid,.*                           # kinds of questions, as TABLE HOURS takes them
    | rolled,\ played | you\ were\ hit.*          # windows and facts of the game
    | (?:gold|tokens|fighters|cruisers|losing|round)\ –.*
    | (?:needs|off|digest\ 0|default\ 0\.|planned,\ ask,\ trust\.|players\.|eclipse,[\ a-z0,]*\.)$
    """,
    re.VERBOSE,
)


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_nothing_of_ours_is_left_in_english(post, clock, pinned, settings, monkeypatch):
    post.clock = clock
    monkeypatch.setattr(replies, "ANSWERS_AN_HOUR", 1000)
    talk = Talk(post, settings, monkeypatch)
    english = sentences_of(everything(talk, "en")) - in_every_language()
    assert len(english) > 300
    for language in catalogues.languages():
        clock.move_to(START)
        same = english & sentences_of(everything(talk, language))
        left = sorted(s for s in same if re.search("[a-z]{3}", s) and not NOT_OURS.match(s))
        assert left == [], language
