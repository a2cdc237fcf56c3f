"""What other parts of the site may plug into `pbem`, which knows none of them.

`notifications` calls the functions of this page once, when the site starts: it registers its
mails as evidence for the referee, its checks for the doctor, its numbers for Prometheus, and who
may open its pages. What happens in a game is announced the other way, in `signals`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from django.db.models import Model

    from pbem.models import Game, Player, Seat, Submission
    from pbem.storage.prepared import Question
    from rules.kernel.match import Match
    from rules.kernel.pictures import Picture

# -- mails as evidence, shown on the referee's desk ----------------------------------------------


class ReceivedMail(NamedTuple):
    """A mail as it came in. `verdict` is what its authentication said."""

    raw: str
    sender: str
    received: datetime
    verdict: str
    outcome: str


class SentMail(NamedTuple):
    """A mail that told a seat of a ruling, and what became of it."""

    seat: int
    to: str
    subject: str
    body: str
    state: str
    sent: datetime | None


class MailEvidence(Protocol):
    """What the keeper of mails can show a referee."""

    def received(self, submission: "Submission") -> ReceivedMail | None:
        """Return the mail that brought these orders; None if they came another way."""
        ...

    def telling_of(self, game: "Game", seq: int) -> Iterable[SentMail]:
        """For each seat the first mail that reached as far as ruling `seq`."""
        ...


class _NoMails:
    """Stands in until somebody keeps mails: the desk shows orders as they were submitted."""

    def received(self, submission: "Submission") -> ReceivedMail | None:
        return None

    def telling_of(self, game: "Game", seq: int) -> Iterable[SentMail]:
        return ()


# -- checks of the doctor ------------------------------------------------------------------------

Level = Literal["OK", "WARN", "FAIL"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report."""

    level: Level
    name: str
    says: str
    do: str = ""


Check = Callable[[], Finding]

# -- numbers for Prometheus ----------------------------------------------------------------------


class Metric(NamedTuple):
    """One family of numbers: `samples` are values by their labels, as (label, value) pairs."""

    name: str
    help: str
    kind: Literal["gauge", "counter"]
    samples: tuple[tuple[tuple[tuple[str, str], ...], float], ...]


Counting = Callable[[datetime], Iterable[Metric]]

# -- pages, and who may open them ----------------------------------------------------------------


class Rule(StrEnum):
    """Who may open a page."""

    ANYBODY = "anybody"
    SIGNED_IN = "whoever is signed in"
    TABLE = "who sits at the table, runs it or is staff; anybody if it may be watched or joined"
    SEAT = "who holds a seat at the table"
    ORGANISER = "the table's organiser, and staff"
    DEMO = "anybody, while mails stay on this machine"
    LINK = "whoever holds the signed link"
    OWN = "the page asks for itself"


# -- parts of the settings page ------------------------------------------------------------------


class SettingsPart(Protocol):
    """A form on the settings page besides the player's own: a Django form that knows whose wishes
    it holds. It is bound only where something of it was sent."""

    is_bound: bool

    @property
    def title(self) -> str: ...

    def is_valid(self) -> bool: ...

    def save(self) -> bool:
        """Save all of it, or add the refusals to its fields; True if it was saved."""
        ...


SettingsMaker = Callable[[Mapping[str, object] | None, "Player"], SettingsPart]
"""Makes a part from what was sent (None: nothing yet) for a player."""

# -- commands of mails, on a page --------------------------------------------------------------


class MailCommand(NamedTuple):
    """A line that is no order but a command of mails; `words` say what it does, or why not."""

    no: int
    text: str
    words: str
    refused: bool = False


class CommandAnswer(NamedTuple):
    """What commands are answered: the text of a mail's answer, and pictures to be drawn with it."""

    text: str
    pictures: "Sequence[Picture]" = ()


class MailCommands(Protocol):
    """The commands of mails, for whoever types them on a page. What they are and what came of them
    is kept as plain data."""

    def listed(self, seat: "Seat", text: str) -> tuple[list[MailCommand], str]:
        """Return the commands in what a seat typed, and the text without them, line for line."""
        ...

    def carry_out(self, seat: "Seat", text: str) -> tuple[list[list[Any]], str]:
        """Do what the commands in a text say; return what came of them and the text without
        them."""
        ...

    def answer(
        self, seat: "Seat", said: Sequence[Sequence[Any]], match: "Match | None"
    ) -> CommandAnswer:
        """Word what came of commands, and answer those that are questions as things stand."""
        ...


class _NoCommands:
    """Stands in until somebody reads mails: every line is an order."""

    def listed(self, seat: "Seat", text: str) -> tuple[list[MailCommand], str]:
        return [], text

    def carry_out(self, seat: "Seat", text: str) -> tuple[list[list[Any]], str]:
        return [], text

    def answer(
        self, seat: "Seat", said: Sequence[Sequence[Any]], match: "Match | None"
    ) -> CommandAnswer:
        return CommandAnswer("")


# -- what is asked with the rows of a game -------------------------------------------------------


class AskedAlong(Protocol):
    """What listeners will ask the database when a game has advanced: where several games advance in
    one transaction, it is asked for all of them at once."""

    def __call__(
        self, game_id: int, because_of: "Submission | None"
    ) -> "Iterable[Question[Any]]": ...


# -- plugging in ---------------------------------------------------------------------------------


@dataclass
class _Plugged:
    evidence: MailEvidence = field(default_factory=_NoMails)
    checks: dict[str, Check] = field(default_factory=dict)
    metrics: dict[str, Counting] = field(default_factory=dict)
    pages: dict[str, Rule] = field(default_factory=dict)
    is_demo: Callable[[], bool] = lambda: False
    settings: list[SettingsMaker] = field(default_factory=list)
    commands: MailCommands = field(default_factory=_NoCommands)
    asked_along: list[AskedAlong] = field(default_factory=list)
    new_rows: "dict[type[Model], int]" = field(default_factory=dict)


_plugged = _Plugged()


def register_evidence(evidence: MailEvidence) -> None:
    """Show the referee these mails."""
    _plugged.evidence = evidence


def register_check(name: str, check: Check) -> None:
    """Let the doctor make this check, after those of its own."""
    _plugged.checks[name] = check


def register_metrics(name: str, counting: Counting) -> None:
    """Add numbers to the metrics page; they are counted whenever it is asked for."""
    _plugged.metrics[name] = counting


def register_pages(rules: Mapping[str, Rule]) -> None:
    """State who may open which page, by the name of its address.

    A name that ends in ":" stands for all addresses of that namespace.
    """
    _plugged.pages.update(rules)


def register_demo(is_demo: Callable[[], bool]) -> None:
    """State how to find out whether mails stay on this machine: see `Rule.DEMO`."""
    _plugged.is_demo = is_demo


def register_settings(make: SettingsMaker) -> None:
    """Add a part to the settings page."""
    _plugged.settings.append(make)


def register_commands(commands: MailCommands) -> None:
    """Let pages carry out these commands of mails."""
    _plugged.commands = commands


def register_asked_along(asked: AskedAlong) -> None:
    """Ask this with the rows of a game that is about to advance. Nothing that the advance changes
    before it is looked at may be asked so."""
    _plugged.asked_along.append(asked)


def asked_along(game_id: int, because_of: "Submission | None") -> "list[Question[Any]]":
    return [question for asked in _plugged.asked_along for question in asked(game_id, because_of)]


def register_new_rows(kind: "type[Model]", count: int) -> None:
    """State that so many new rows are made at most times when a game advances."""
    _plugged.new_rows[kind] = count


def new_rows() -> "Mapping[type[Model], int]":
    return _plugged.new_rows


def mail_commands() -> MailCommands:
    return _plugged.commands


def settings_parts(sent: Mapping[str, object] | None, player: "Player") -> list[SettingsPart]:
    return [make(sent, player) for make in _plugged.settings]


def mail_evidence() -> MailEvidence:
    return _plugged.evidence


def checks() -> Mapping[str, Check]:
    return _plugged.checks


def metrics() -> Iterable[Counting]:
    return _plugged.metrics.values()


def pages() -> Mapping[str, Rule]:
    return _plugged.pages


def is_demo() -> bool:
    """Return whether mails stay on this machine, where anybody may read them."""
    return _plugged.is_demo()
