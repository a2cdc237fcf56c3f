"""What every mail command has: words, who may say it, a line of HELP, and what it does."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar, NamedTuple, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from notifications.keys import Speaker
from notifications.models import Organiser
from pbem.errors import TableError
from pbem.models import Game, Player, Seat
from pbem.orders.numbers import Listed
from pbem.play import loading
from rules.kernel.match import Match
from rules.kernel.pictures import Picture
from rules.kernel.ruleset import Ruleset
from rules.lexicon.text import fold

Translated: TypeAlias = str | Promise


class Who(Enum):
    """Who may say a command to a table. An organiser without a seat is anybody, but no seat."""

    ANYBODY = "anybody"
    SEAT_HOLDER = "a seat"
    ORGANISER = "the organiser"


class Section(Enum):
    """The list of HELP in which a command's line stands."""

    ORDERS = "how to write orders"
    RUN = "run the table"
    ASK = "ask the server"
    TELL = "tell the server"


class Words(NamedTuple):
    """What people write for a command, in each language; the first English word names it."""

    en: tuple[str, ...]
    pl: tuple[str, ...] = ()
    hu: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return (*self.en, *self.pl, *self.hu)

    @property
    def folded(self) -> frozenset[str]:
        """All words as `fold` writes them: lower case, without accents."""
        return frozenset(map(fold, self.all))


class Usage(NamedTuple):
    """A row of the table in docs/mail.md: ways to write the command, and what it does then."""

    written: tuple[str, ...]
    does: str


class HelpLine(NamedTuple):
    """A line of HELP. In its section a line with a lower `rank` comes first."""

    section: Section
    words: str
    rank: int = 0


class Said(NamedTuple):
    """A command as a mail wrote it; `Inbound.said` keeps it.

    `what` is the command's id. `words` is what came of it, and `done` whether it was carried out;
    while `words` is None the command is a question, answered when the reply is written.
    """

    what: str
    rest: str
    line: str
    words: str | None = None
    done: bool = True


class Answer(NamedTuple):
    """The answer to a question: its text, and what is attached where the text shows only a part.

    `position` is the match whose whole position is attached. `listed`: the orders that the text
    numbers.
    """

    text: str
    pictures: Sequence[Picture] = ()
    position: Match | None = None
    listed: Listed | None = None


@dataclass(frozen=True)
class Asked:
    """A command with everything needed to carry it out or to answer it.

    `match` is awake only for an answer, and None where the game has not begun or cannot be woken.
    `alone`: the reply says nothing else, so STATUS says whom the table waits for.
    """

    speaker: Speaker
    said: Said
    match: Match | None = None
    alone: bool = True

    @property
    def rest(self) -> str:
        """What stands behind the command's word."""
        return self.said.rest

    @property
    def game(self) -> Game:
        return self.speaker.game

    @property
    def player(self) -> Player:
        player = self.speaker.player
        assert player is not None, "a mail speaks for a person"
        return player

    @property
    def seat(self) -> Seat:
        """The seat of a command that only a seat's holder may say."""
        assert isinstance(self.speaker, Seat)
        return self.speaker

    def with_rest(self, rest: str) -> "Asked":
        """Return the same command, one word further: `TABLE INVITE ann@…` as `INVITE ann@…`."""
        return replace(self, said=self.said._replace(rest=rest))


@dataclass(frozen=True)
class Reader:
    """Somebody who asked for HELP."""

    speaker: Speaker

    @property
    def game(self) -> Game:
        return self.speaker.game

    @property
    def ruleset(self) -> Ruleset[Any]:
        return loading.ruleset_of(self.game)

    @property
    def has_seat(self) -> bool:
        return not isinstance(self.speaker, Organiser)

    @property
    def organises(self) -> bool:
        return self.speaker.player_id == self.game.organiser_id


class Command:
    """The words of one command, who may say it, and its lines of HELP and of the docs."""

    name: ClassVar[str]
    words: ClassVar[Words]
    who: ClassVar[Who] = Who.ANYBODY
    free_text: ClassVar[bool] = False
    """Whether everything behind the word is text, in which `;` and `#` have no meaning."""
    section: ClassVar[Section] = Section.TELL
    help: ClassVar[Translated] = ""
    organiser_help: ClassVar[Translated] = ""
    """The line of HELP for an organiser without a seat, who sees no line where it is empty."""
    organiser_section: ClassVar[Section] = Section.ASK
    usage: ClassVar[tuple[Usage, ...]] = ()

    @property
    def id(self) -> str:
        """The name under which `Inbound.said` keeps the command; no game has such a verb."""
        return f"server {self.name}"

    @property
    def title(self) -> str:
        """The command's name in a subject: its first English word."""
        return self.words.en[0].upper()

    def help_lines(self, reader: Reader) -> Iterator[HelpLine]:
        """Yield the command's lines of HELP for this reader."""
        if reader.has_seat:
            if self.help:
                yield HelpLine(self.section, str(self.help))
        elif self.organiser_help:
            yield HelpLine(self.organiser_section, str(self.organiser_help))


class ToServer(Command, ABC):
    """A command that the server carries out as the mail is read."""

    @abstractmethod
    def carry_out(self, asked: Asked) -> str | None:
        """Do what the command says and return the words for the reply; None for a question.

        Raises TableError, with words that say what can be done, if the command is refused.
        """


class Question(ToServer):
    """A command that the server answers as the reply is written.

    `carry_out` may still refuse it, or do something where its words ask for that.
    """

    def carry_out(self, asked: Asked) -> str | None:
        return None

    @abstractmethod
    def answer(self, asked: Asked) -> Answer:
        """Answer as things stand when the reply is written."""


def check_organiser(asked: Asked) -> None:
    """Raise TableError, unless the author organises the table."""
    if asked.game.organiser_id != asked.player.pk:
        raise TableError(
            _("Only the organiser, %(name)s, can do that. PRESS TO %(name)s: asks them.")
            % {"name": asked.game.organiser.name}
        )


class Group(Question):
    """A command whose second word says what it is about: `TABLE INVITE …`, `SETTINGS QUIET …`."""

    parts: ClassVar[tuple[ToServer, ...]]

    def carry_out(self, asked: Asked) -> str | None:
        if not asked.rest.strip():
            return None
        part, rest = self.part_of(asked.rest)
        if part.who == Who.ORGANISER:
            check_organiser(asked)
        return part.carry_out(asked.with_rest(rest))

    def answer(self, asked: Asked) -> Answer:
        if not asked.rest.strip():
            return self.overview(asked)
        part, rest = self.part_of(asked.rest)
        assert isinstance(part, Question), f"{part.title} is carried out, not answered"
        return part.answer(asked.with_rest(rest))

    @abstractmethod
    def overview(self, asked: Asked) -> Answer:
        """Answer the command's word alone."""

    def part_of(self, text: str) -> tuple[ToServer, str]:
        """Return the part that `text` begins with, and the rest. Raises TableError if there is
        none."""
        first, _space, rest = text.strip().partition(" ")
        part = self.part_called(first)
        if part is None:
            raise self.unknown(first)
        return part, rest.strip()

    def part_called(self, word: str) -> ToServer | None:
        folded = fold(word).strip(".,:")
        return next((part for part in self.parts if folded in part.words.folded), None)

    @abstractmethod
    def unknown(self, word: str) -> TableError:
        """Return the refusal of a second word that no part knows."""

    @property
    def part_words(self) -> list[str]:
        return [word for part in self.parts for word in sorted(part.words.folded)]


def usages(commands: Iterable[Command]) -> Iterator[tuple[Command, Usage]]:
    """Yield every row of the table in docs/mail.md, with its command."""
    for command in commands:
        for usage in command.usage:
            yield command, usage
        if isinstance(command, Group):
            yield from usages(command.parts)
