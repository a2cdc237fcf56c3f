"""Carries out the commands of a mail as it is read, and answers its questions afterwards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from notifications import preferences
from notifications.commands.base import Answer, Asked, Question, Said, ToServer, Who
from notifications.commands.registry import TO_SERVER
from notifications.compose import letter
from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, joined
from notifications.keys import Speaker
from notifications.models import Organiser
from pbem.errors import TableError
from pbem.orders.numbers import Listed
from pbem.ports import CommandAnswer
from rules.kernel.match import Match

ORDERS = "server orders"
"""The id of lines that somebody without a seat meant for the game; no word stands for it."""


class Reply(NamedTuple):
    """What a mail is answered: the commands it named, the text, and what is attached."""

    title: str
    text: str
    enclosures: tuple[Enclosure, ...]
    listed: Listed | None = None


def carry_out(speaker: Speaker, commands: Sequence[Said]) -> list[Said]:
    """Do what changes something; questions come back as they are."""
    return [said if said.words is not None else _carried_out(speaker, said) for said in commands]


def _carried_out(speaker: Speaker, said: Said) -> Said:
    """Carry out one command: if it is refused, only it is rolled back, not the rest of the mail."""
    command = TO_SERVER[said.what]
    if command.who == Who.SEAT_HOLDER and isinstance(speaker, Organiser):
        words = _("That takes a seat at the table, and you have none. HELP lists what you can do.")
        return said._replace(words=words, done=False)
    try:
        with preferences.in_language_of(speaker.player), transaction.atomic():
            return said._replace(words=command.carry_out(Asked(speaker, said)))
    except TableError as refused:
        return said._replace(words=refused.words, done=False)


def reply(speaker: Speaker, said: Sequence[Said], match: Match | None, alone: bool) -> Reply:
    """Answer everything a mail asked, in the order it was asked.

    Not `alone`: the mail says anyway whom the table waits for.
    """
    answers = _answers(speaker, said, match, alone)
    blocks = [block(_("Your commands"), _done(said)), *(answer.text for answer in answers)]
    title = ", ".join(dict.fromkeys(map(title_of, said)))
    listed = next((answer.listed for answer in answers if answer.listed is not None), None)
    text = joined(_each_once(blocks)).rstrip()
    return Reply(title, text, _enclosures(speaker, answers), listed)


def on_a_page(speaker: Speaker, said: Sequence[Said], match: Match | None) -> CommandAnswer:
    """Return the answer to the commands of a page: the text that a mail would hold, and its
    pictures.

    It numbers no suggestions, as a number typed on a page answers the question that is open.
    """
    answers = _answers(speaker, said, match, alone=False)
    blocks = [block(_("Your commands"), _done(said)), *(answer.text for answer in answers)]
    pictures = next((a.pictures for a in answers if a.pictures), ())
    return CommandAnswer(joined(_each_once(blocks)).rstrip(), pictures)


def _done(said: Sequence[Said]) -> list[str]:
    """Return what came of each command that is no question."""
    refused = _("NOT DONE")
    return [
        f"{one.line} … {one.words}" if one.done else f"{one.line} … {refused}: {one.words}"
        for one in said
        if one.words is not None
    ]


def _answers(
    speaker: Speaker, said: Sequence[Said], match: Match | None, alone: bool
) -> list[Answer]:
    return [
        _asked(TO_SERVER[one.what]).answer(Asked(speaker, one, match, alone))
        for one in said
        if one.words is None
    ]


def _asked(command: ToServer) -> Question:
    """Return a command that left its words to the reply: only a question does."""
    assert isinstance(command, Question), f"{command.title} is carried out, not answered"
    return command


def title_of(said: Said) -> str:
    """Return the command's name, for a subject."""
    return "ORDERS" if said.what == ORDERS else TO_SERVER[said.what].title


def _each_once(answers: Iterable[str]) -> Iterable[str]:
    """Return the blocks of all answers, without repetitions: STATUS and MAP both show the
    position."""
    return dict.fromkeys(part for answer in answers for part in answer.split("\n\n"))


def _enclosures(speaker: Speaker, answers: Sequence[Answer]) -> tuple[Enclosure, ...]:
    """Return the whole position, where a text shows a part of it, and the pictures first asked
    for."""
    files = []
    position = next((a.position for a in answers if a.position is not None), None)
    if position is not None:
        sections = position.ruleset.sheet(position.view(speaker.number))
        files.append(letter.position(speaker.game, position, sections))
    pictures = next((a.pictures for a in answers if a.pictures), ())
    return (*files, *map(letter.pictured, pictures))
