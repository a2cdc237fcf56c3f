"""What a mail can ask of the server itself; every other line is the game's business.

Questions are answered from the position when the answer is written. Whatever changes something is
done when the mail is read, in the same transaction, and leaves its words.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from notifications import preferences
from notifications.commands import mail_settings, organiser
from notifications.inbound import greetings
from notifications.keys import Speaker
from notifications.models import Host
from pbem.clocks import extensions, vacations
from pbem.errors import TableError
from pbem.models import Game, Player, Seat
from pbem.orders.submissions import COMMANDS, split_commands
from pbem.play import loading
from pbem.referee import disputes
from pbem.table import lobby, press
from rules.kernel.errors import Diverged
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine, Verbs
from rules.lexicon.text import fold

STATUS, HAND, MAP, HISTORY, HELP, RULES, ODDS, PREVIEW, STATISTICS = (
    "server status",
    "server hand",
    "server map",
    "server history",
    "server help",
    "server rules",
    "server odds",
    "server preview",
    "server statistics",
)
PRESS, VACATION, EXTEND, DISPUTE = (
    "server press",
    "server vacation",
    "server extend",
    "server dispute",
)
RESIGN, LANGUAGE, JOIN, SETTINGS, TABLE, AGAIN = (
    "server resign",
    "server language",
    "server join",
    "server settings",
    "server table",
    "server again",
)
ORDERS = "server orders"
"""Not a word anybody writes: lines that somebody without a seat meant for the game."""
WORDS: dict[str, tuple[str, ...]] = {
    STATUS: ("status", "stan gry", "allas"),
    HAND: ("hand", "reka", "kezem"),
    MAP: ("map", "mapa", "terkep"),
    HISTORY: ("history", "historia", "tortenet"),
    HELP: ("help", "pomoc", "sugo"),
    RULES: ("rules", "rule", "zasady", "zasada", "szabalyok", "szabaly"),
    ODDS: ("odds", "szanse", "esely"),
    PREVIEW: ("preview", "podglad", "elonezet"),
    STATISTICS: ("statistics", "stats", "statystyki", "statystyka", "statisztika", "statisztikak"),
    PRESS: (
        *("press to", "press anonymous", "message to"),
        *("wiadomosc do", "wiadomosc anonimowo", "uzenet", "nevtelen uzenet"),
    ),
    VACATION: ("vacation", "holiday", "urlop", "wakacje", "szabadsag"),
    EXTEND: ("extend", "extension", "przedluz", "hosszabbit"),
    DISPUTE: ("dispute", "spor", "reklamacja", "vita", "panasz"),
    RESIGN: ("resign", "rezygnuje", "feladom", "kiszallok", "lemondok"),
    LANGUAGE: ("language", "jezyk", "nyelv"),
    SETTINGS: (
        *("settings", "setting", "preferences"),
        *("ustawienia", "ustaw", "beallitasok", "beallitas"),
    ),
    TABLE: ("table", "tables", "stol", "stoly", "asztal", "asztalok"),
    JOIN: ("join", "dolaczam", "csatlakozom"),
    AGAIN: ("again", "jeszcze raz", "ponownie", "ujra", "megint"),
}
"""What people write, the English word first. An id is no game's: a game may have a verb RESIGN."""
_RAW = (PRESS, DISPUTE, PREVIEW, ODDS)
QUESTIONS = frozenset({STATUS, HAND, MAP, HISTORY, HELP, RULES, ODDS, PREVIEW, STATISTICS})
FOR_SEATS = frozenset({HAND, PREVIEW, VACATION, DISPUTE, RESIGN})
"""What an organiser without a seat has no use for, or may not."""
MOST = 40
"""Commands in one mail; nobody needs more, and each costs."""
_JOIN = frozenset({"join", "dolaczam", "csatlakozom"})
_PRESS = re.compile(
    r"(?:.*; *)?(?:press to|press anonymous|message to|wiadomosc|(?:nevtelen )?uzenet)\b"
)
_ANONYMOUS = ("press anonymous", "wiadomosc anonimowo", "nevtelen uzenet")


class Said(NamedTuple):
    """A command as written. `words`: what came of it; None for a question, answered later."""

    what: str
    rest: str
    line: str
    words: str | None = None
    done: bool = True

    @property
    def verb(self) -> str:
        return WORDS.get(self.what, ("orders",))[0].upper()


class Split(NamedTuple):
    commands: list[Said]
    orders: str


@cache
def _verbs(ruleset: Ruleset[Any]) -> Verbs:
    """The words of commands that are not words of the game: those stay the game's."""
    own = {fold(word) for words in ruleset.verbs.values() for word in words}
    return Verbs({id: [w for w in words if w not in own] for id, words in WORDS.items()}, _RAW)


@cache
def _first_words(ruleset: Ruleset[Any]) -> frozenset[str]:
    every = (*ruleset.verbs.values(), *WORDS.values(), *COMMANDS.values())
    return frozenset(fold(word).split()[0] for words in every for word in words)


def split(text: str, ruleset: Ruleset[Any], author: str = "") -> Split:
    """The commands in a text, each once, and the text without them; nor are courtesies orders,
    where there is anything else. `author`: the name they may be signed with."""
    plain, messages = _set_aside(text)
    lines, orders = split_commands(plain, ruleset, _verbs(ruleset))
    bare = greetings.without(orders, _first_words(ruleset), author)
    orders = bare if lines or has_orders(bare) else orders
    found = [_said(line) for line in lines]
    commands = list(dict.fromkeys(_restored(said, messages) for said in found))
    previewed = [c for c in commands if c.what == PREVIEW]
    if any(not c.rest.strip() for c in previewed) and has_orders(orders):
        commands = [c for c in commands if c.what != PREVIEW]
        commands.append(Said(PREVIEW, orders, WORDS[PREVIEW][0].upper()))
        orders = ""
    return Split(commands[:MOST], orders)


def _said(line: OrderLine) -> Said:
    said = Said(line.verb, line.rest, line.text)
    if line.guard or line.when != "now":
        words = _("This is done at once, when it is read: write it without a condition or a time.")
        return said._replace(words=words, done=False)
    return said


def has_orders(text: str) -> bool:
    """Whether anything but remarks is left."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


def join_word(text: str) -> str | None:
    """The word after JOIN, which may be empty; None if no line says JOIN."""
    for line in text.split("\n"):
        first, _, rest = line.strip().partition(" ")
        if fold(first).strip(":.,!") in _JOIN:
            return rest.strip()
    return None


def says_yes(text: str) -> bool:
    """Whether the first thing written is yes, in any of our languages."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return fold(first).strip(" .!,") in ("yes", "tak", "igen")


def obey(speaker: Speaker, commands: Sequence[Said]) -> list[Said]:
    """Do what changes something; questions come back as they are."""
    return [said if said.words is not None else _obeyed(speaker, said) for said in commands]


def _obeyed(speaker: Speaker, said: Said) -> Said:
    """What is refused has no effect at all, and does not keep the rest of the mail from its."""
    if isinstance(speaker, Host) and said.what in FOR_SEATS:
        words = _("That takes a seat at the table, and you have none. HELP lists what you can do.")
        return said._replace(words=words, done=False)
    if said.what in QUESTIONS:
        return said
    try:
        with preferences.in_language_of(speaker.player), transaction.atomic():
            effect = _for_seat if isinstance(speaker, Seat) else _for_host
            return said._replace(words=effect(speaker, said))
    except TableError as refused:
        return said._replace(words=refused.words, done=False)


def _for_seat(seat: Seat, said: Said) -> str | None:
    player = seat.player
    assert player is not None
    if said.what in _FOR_ANYBODY:
        return _FOR_ANYBODY[said.what](seat.game, player, said.rest)
    return _EFFECTS[said.what](seat, said)


def _for_host(host: Host, said: Said) -> str | None:
    if said.what in _FOR_ANYBODY:
        return _FOR_ANYBODY[said.what](host.game, host.player, said.rest)
    return _HOST_EFFECTS[said.what](host, said)


def _press(seat: Seat, said: Said) -> str:
    return press.command(seat, _press_line(said), _seat_names(seat.game))


def _press_line(said: Said) -> str:
    anonymous = fold(said.line).startswith(_ANONYMOUS)
    return f"anonymous {said.rest}" if anonymous else said.rest


def _host_press(host: Host, said: Said) -> str:
    return press.of_organiser(host.game, _press_line(said), _seat_names(host.game))


def _seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called; before the start, or if the game cannot wake, nothing."""
    if not game.head_seq:
        return ()
    try:
        return loading.load(game).match.view(None).names
    except (Diverged, loading.RulesFailed):
        return ()


def _vacation(seat: Seat, said: Said) -> str:
    return vacations.command(seat, said.rest)


def _extend(seat: Seat, said: Said) -> str:
    return extensions.command(seat, said.rest)


def _host_extend(host: Host, said: Said) -> str:
    return extensions.organiser_command(host.game, host.player, said.rest)


def _dispute(seat: Seat, said: Said) -> str:
    first, _space, text = said.rest.strip().partition(" ")
    number = first.strip("#:.,")
    if not organiser.NUMBER.fullmatch(number) or not text.strip():
        raise TableError(
            _("Name the ruling and say what is wrong: DISPUTE 143 The retreat was announced first.")
        )
    player = seat.player
    assert player is not None
    disputes.open_dispute(seat.game, player, int(number), text.strip())
    return _("A referee will look at ruling #%(n)s; you will hear of it.") % {"n": number}


def _resign(seat: Seat, said: Said) -> str:
    """Not by a slip: the game's number has to be there."""
    game = seat.game
    if said.rest.strip().lstrip("#") != str(game.pk):
        raise TableError(
            _("To give up your seat for good, write RESIGN %(n)d. A bot then plays on.")
            % {"n": game.pk}
        )
    running = game.status != Game.Status.LOBBY
    lobby.leave(seat)
    if running:
        return _("You have left %(game)s; a bot plays on.") % {"game": game.name}
    return _("You have left %(game)s; the seat is free again.") % {"game": game.name}


def _language(game: Game, player: Player, rest: str) -> str:
    return mail_settings.language(player, rest)


def _settings(game: Game, player: Player, rest: str) -> str | None:
    return mail_settings.command(player, rest)


def _again(game: Game, player: Player, rest: str) -> str:
    """Where there is something to do again, `repeats` has taken the word away."""
    raise TableError(_("Nothing of yours waits for this word. Write your orders, then send them."))


def _join(seat: Seat, said: Said) -> str:
    return _("You have a seat in %(game)s already.") % {"game": seat.game.name}


def _host_join(host: Host, said: Said) -> str:
    raise TableError(
        _("To take a seat at your own table, invite yourself: TABLE INVITE %(address)s")
        % {"address": host.player.email}
    )


_FOR_ANYBODY: dict[str, Callable[[Game, Player, str], str | None]] = {
    LANGUAGE: _language,
    SETTINGS: _settings,
    TABLE: organiser.command,
    AGAIN: _again,
}
_EFFECTS: dict[str, Callable[[Seat, Said], str | None]] = {
    PRESS: _press,
    VACATION: _vacation,
    EXTEND: _extend,
    DISPUTE: _dispute,
    RESIGN: _resign,
    JOIN: _join,
}
_HOST_EFFECTS: dict[str, Callable[[Host, Said], str | None]] = {
    PRESS: _host_press,
    EXTEND: _host_extend,
    JOIN: _host_join,
}


def _set_aside(text: str) -> tuple[str, list[str]]:
    """Messages out of the text, each replaced by its number: they may be long, and `PRESS TO Sol:`
    alone takes the lines below it, up to a blank one."""
    out: list[str] = []
    messages: list[str] = []
    open_ = False
    for line in text.split("\n"):
        if open_ and line.strip():
            messages[-1] = f"{messages[-1]}\n{line.strip()}".strip()
            out.append("")
            continue
        head, colon, message = line.partition(":")
        if colon and _PRESS.match(fold(head)):
            messages.append(message.strip())
            out.append(f"{head}: {len(messages) - 1}")
            open_ = not message.strip()
        else:
            out.append(line)
            open_ = False
    return "\n".join(out), messages


def _restored(said: Said, messages: Sequence[str]) -> Said:
    head, colon, number = said.rest.rpartition(":")
    if said.what != PRESS or not colon or not number.strip().isdecimal():
        return said
    message = messages[int(number)]
    line = f"{said.line.rpartition(':')[0]}: {message}"
    return said._replace(rest=f"{head}: {message}", line=line)
