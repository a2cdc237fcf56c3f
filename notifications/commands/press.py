"""`PRESS TO Sol, Hacan: …`: a message to somebody at the table, the referee or the organiser."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications import matches
from notifications.commands.base import (
    Asked,
    HelpLine,
    Reader,
    Said,
    Section,
    ToServer,
    Usage,
    Words,
)
from pbem.models import Game, Seat
from pbem.table import press
from pbem.table.press import PressRefused
from rules.lexicon.text import fold

_ANONYMOUS = ("press anonymous", "wiadomosc anonimowo", "nevtelen uzenet")
_BEGINS = re.compile(
    r"(?:.*; *)?(?:press to|press anonymous|message to|wiadomosc|(?:nevtelen )?uzenet)\b"
)


class Press(ToServer):
    name = "press"
    words = Words(
        ("press to", "press anonymous", "message to"),
        ("wiadomość do", "wiadomość anonimowo"),
        ("üzenet", "névtelen üzenet"),
    )
    free_text = True
    help = gettext_lazy("PRESS TO Sol, Hacan: … – a message; PRESS TO all, PRESS TO referee")
    organiser_help = gettext_lazy("PRESS TO all: … – a message to the players; PRESS TO referee")
    usage = (
        Usage(
            ("PRESS TO Sol, Hacan: …",),
            "a message; `PRESS TO all`, `PRESS TO referee`, `PRESS TO organiser`, `PRESS ANONYMOUS "
            "TO …`. Nothing after the colon: the lines below, up to a blank one",
        ),
    )

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        if reader.has_seat:
            yield HelpLine(Section.TELL, str(self.help))
        else:
            yield HelpLine(Section.RUN, str(self.organiser_help), rank=1)

    def carry_out(self, asked: Asked) -> str:
        anonymous = fold(asked.said.line).startswith(_ANONYMOUS)
        text = f"anonymous {asked.rest}" if anonymous else asked.rest
        names = matches.seat_names(asked.game)
        if isinstance(asked.speaker, Seat):
            return by_seat(asked.speaker, text, names)
        return by_organiser(asked.game, text, names)


def by_seat(seat: Seat, text: str, names: Sequence[str] = (), now: datetime | None = None) -> str:
    """Send `Sol, Hacan: …` as it stands behind PRESS TO; the answer in words.

    `names`: what the seats are called in this game, in their order, once the game has begun.
    """
    said = press.parse(text)
    to = press.recipients(seat.game, said.to, names)
    sent = press.send(seat.game, seat, to, said.text, said.anonymous, now)
    return _("Sent to: %(to)s.") % {"to": press.describe_to(sent, names)}


def by_organiser(
    game: Game, text: str, names: Sequence[str] = (), now: datetime | None = None
) -> str:
    """Send a message as the organiser, who has no seat; the answer in words."""
    said = press.parse(text)
    if said.anonymous:
        raise PressRefused(_("Only who sits at the table can write without a name."))
    to = press.recipients(game, said.to, names)
    sent = press.send(game, None, to, said.text, now=now, author=game.organiser)
    return _("Sent to: %(to)s.") % {"to": press.describe_to(sent, names)}


def set_messages_aside(text: str) -> tuple[str, list[str]]:
    """Return the text with each message replaced by its number, and the messages.

    A message may be long and hold any sign. `PRESS TO Sol:` alone takes the lines below it, up to
    a blank one.
    """
    out: list[str] = []
    messages: list[str] = []
    open_ = False
    for line in text.split("\n"):
        if open_ and line.strip():
            messages[-1] = f"{messages[-1]}\n{line.strip()}".strip()
            out.append("")
            continue
        head, colon, message = line.partition(":")
        if colon and _BEGINS.match(fold(head)):
            messages.append(message.strip())
            out.append(f"{head}: {len(messages) - 1}")
            open_ = not message.strip()
        else:
            out.append(line)
            open_ = False
    return "\n".join(out), messages


def with_message(said: Said, messages: Sequence[str]) -> Said:
    """Return a PRESS command with its message back in the place of the number."""
    head, colon, number = said.rest.rpartition(":")
    if not colon or not number.strip().isdecimal():
        return said
    message = messages[int(number)]
    line = f"{said.line.rpartition(':')[0]}: {message}"
    return said._replace(rest=f"{head}: {message}", line=line)
