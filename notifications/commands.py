"""What a mail can ask of the server itself; every other line is the game's business.

Questions are answered from the position when the answer is written. Whatever changes something is
done when the mail is read, in the same transaction, and leaves its words.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from pbem import disputes, extensions, games, lobby, press, vacations
from pbem.errors import TableError
from pbem.models import Game, Seat
from pbem.submissions import split_commands
from rules.kernel.errors import Diverged
from rules.kernel.ruleset import Ruleset
from rules.lexicon import OrderLine, Verbs
from rules.lexicon.text import fold

STATUS, HAND, MAP, HISTORY, HELP = "status", "hand", "map", "history", "help"
RULES, ODDS, PREVIEW = "rules", "odds", "preview"
PRESS, VACATION, EXTEND, DISPUTE = "press-to", "vacation", "extend", "dispute"
RESIGN, LANGUAGE, JOIN = "resign", "language", "join"
VERBS = Verbs(
    {
        STATUS: ("status", "stan gry", "allas"),
        HAND: ("hand", "reka", "kezem"),
        MAP: ("map", "mapa", "terkep"),
        HISTORY: ("history", "historia", "tortenet"),
        HELP: ("help", "pomoc", "sugo"),
        RULES: ("rules", "rule", "zasady", "zasada", "szabalyok", "szabaly"),
        ODDS: ("odds", "szanse", "esely"),
        PREVIEW: ("preview", "podglad", "elonezet"),
        PRESS: (
            *("press to", "press anonymous", "message to"),
            *("wiadomosc do", "wiadomosc anonimowo", "uzenet", "nevtelen uzenet"),
        ),
        VACATION: ("vacation", "holiday", "urlop", "wakacje", "szabadsag"),
        EXTEND: ("extend", "extension", "przedluz", "hosszabbit"),
        DISPUTE: ("dispute", "spor", "reklamacja", "vita", "panasz"),
        RESIGN: ("resign", "rezygnuje", "feladom"),
        LANGUAGE: ("language", "jezyk", "nyelv"),
        JOIN: ("join", "dolaczam", "csatlakozom"),
    },
    raw=(PRESS, DISPUTE, PREVIEW),
)
QUESTIONS = frozenset({STATUS, HAND, MAP, HISTORY, HELP, RULES, ODDS, PREVIEW})
MOST = 40
"""Commands in one mail; nobody needs more, and each costs."""
_JOIN = frozenset({"join", "dolaczam", "csatlakozom"})
_PRESS = re.compile(
    r"(?:.*; *)?(?:press to|press anonymous|message to|wiadomosc|(?:nevtelen )?uzenet)\b"
)
_ANONYMOUS = ("press anonymous", "wiadomosc anonimowo", "nevtelen uzenet")
_LANGUAGES = {
    **dict.fromkeys(("en", "english", "angielski", "angol"), "en"),
    **dict.fromkeys(("pl", "polish", "polski", "lengyel"), "pl"),
    **dict.fromkeys(("hu", "hungarian", "wegierski", "magyar"), "hu"),
}


class Said(NamedTuple):
    """A command as written. `words`: what came of it; None for a question, answered later."""

    what: str
    rest: str
    line: str
    words: str | None = None
    done: bool = True


class Split(NamedTuple):
    commands: list[Said]
    orders: str


def split(text: str, ruleset: Ruleset[Any]) -> Split:
    """The commands in a text, each once, and the text without them."""
    plain, messages = _set_aside(text)
    lines, orders = split_commands(plain, ruleset, VERBS)
    found = [_said(line) for line in lines]
    commands = list(dict.fromkeys(_restored(said, messages) for said in found))
    previewed = [c for c in commands if c.what == PREVIEW]
    if any(not c.rest.strip() for c in previewed) and has_orders(orders):
        commands = [c for c in commands if c.what != PREVIEW]
        commands.append(Said(PREVIEW, orders, PREVIEW.upper()))
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


def obey(seat: Seat, commands: Sequence[Said]) -> list[Said]:
    """Do what changes something; questions come back as they are."""
    return [
        said if said.words is not None or said.what in QUESTIONS else _obeyed(seat, said)
        for said in commands
    ]


def _obeyed(seat: Seat, said: Said) -> Said:
    player = seat.player
    try:
        with translation.override(player.language if player else "en"):
            return said._replace(words=_EFFECTS[said.what](seat, said))
    except (TableError, lobby.LobbyError) as refused:
        return said._replace(words=str(refused), done=False)


def _press(seat: Seat, said: Said) -> str:
    anonymous = fold(said.line).startswith(_ANONYMOUS)
    rest = f"anonymous {said.rest}" if anonymous else said.rest
    return press.command(seat, rest, _seat_names(seat.game))


def _seat_names(game: Game) -> tuple[str, ...]:
    """What the seats are called; before the start, or if the game cannot wake, nothing."""
    if not game.head_seq:
        return ()
    try:
        return games.load(game).match.view(None).names
    except (Diverged, games.RulesFailed):
        return ()


def _vacation(seat: Seat, said: Said) -> str:
    return vacations.command(seat, said.rest)


def _extend(seat: Seat, said: Said) -> str:
    return extensions.command(seat, said.rest)


def _dispute(seat: Seat, said: Said) -> str:
    first, _space, text = said.rest.strip().partition(" ")
    number = first.strip("#:.,")
    if not number.isdecimal() or not text.strip():
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


def _language(seat: Seat, said: Said) -> str:
    code = _LANGUAGES.get(fold(said.rest).strip(" ."))
    if code is None:
        known = ", ".join(f"{name} ({code})" for code, name in settings.LANGUAGES)
        raise TableError(_("Mails can be in %(known)s: LANGUAGE pl") % {"known": known})
    player = seat.player
    assert player is not None
    player.language = code
    player.save(update_fields=["language"])
    with translation.override(code):
        return _("Mails to you are now in %(name)s.") % {"name": dict(settings.LANGUAGES)[code]}


def _join(seat: Seat, said: Said) -> str:
    return _("You have a seat in %(game)s already.") % {"game": seat.game.name}


_EFFECTS: dict[str, Callable[[Seat, Said], str]] = {
    PRESS: _press,
    VACATION: _vacation,
    EXTEND: _extend,
    DISPUTE: _dispute,
    RESIGN: _resign,
    LANGUAGE: _language,
    JOIN: _join,
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
