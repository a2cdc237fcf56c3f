"""Who answers an open question: the one order in which sources are tried, for every table.

Explicit answer, then the seat's bundles, then its standing orders, then what everybody can see
is the only answer or the usual one, then a bot or the deadline's default. Where the table has a
stand-in, it answers for whoever misses a deadline, but in a window, where silence is an answer. The
server and the tests share this.

Who is asked in a reaction window depends on the table's mode. *planned*: only windows worth a
question stop the table; in all others what nobody wrote a rule for passes at once. *ask*: every
window asks. In both a window shuts as soon as all who were asked have answered, or at its hour, and
who is asked follows from public facts and from announced wishes, never from a hand. *trust*: only
who can react is asked. In every mode a window that asks nobody but the acting player belongs to
the orders of the turn: what they do not say is no.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final, Literal, NamedTuple

from rules.kernel.codec import plain
from rules.kernel.decisions import Decision, Reaction
from rules.kernel.match import Match
from rules.kernel.orders.clerk import AnswerInOrders, Clerk, Stopped
from rules.kernel.orders.line_groups import Fault
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.table import Ask
from rules.kernel.views import SomeView
from rules.lexicon.speech import RECORD, speaking

TableMode = Literal["planned", "ask", "trust"]
Bot = Callable[[Decision[Any], SomeView], Any]
"""Gives a bot's answer to a question; `NOT_YET` while the bot thinks about it."""
NOT_YET: Final = object()


class Survey(NamedTuple):
    """What is known about an open ask: which answers there are, and who is still needed.

    `read`: how the answers that stand in orders were read.
    `timed`: a window that waits for everybody it asks, whatever orders and policies say, or for its
    hour; else it goes on as soon as `ready`. `quiet`: everybody declines by policy. `thinking`:
    questions whose answer a bot has yet to think of.
    """

    given: dict[str, Given]
    read: dict[str, AnswerInOrders]
    wanted: tuple[str, ...]
    stopped: dict[str, Stopped]
    timed: bool
    quiet: bool
    ready: Answers | None
    thinking: tuple[str, ...] = ()


class AnswerFinder:
    """Find the answers to an open ask; see the module. Sealed answers are handed in."""

    def __init__(
        self,
        match: Match,
        clerk: Clerk,
        mode: TableMode = "ask",
        bots: Mapping[int, Bot] | None = None,
        refused: Container[str] = (),
        languages: Mapping[int, str] | None = None,
        asked_windows: Container[str] | None = None,
        misses: Mapping[int, int] | None = None,
        asks_acting: bool = False,
        stand_in: Bot | None = None,
    ) -> None:
        """`refused`: addresses at which orders of the seat could not be carried out; there the
        usual is not taken for granted. `languages`: what each seat reads and writes.
        `asked_windows`: the windows that stop a planned table; None: those the game thinks worth a
        question. `misses`: how many turns each seat has missed in a row. `asks_acting`: the
        acting player is asked in windows of their own, too, where all sit at one table.
        `stand_in`: who answers for those who miss a deadline; None: the least harmful answer."""
        self.match = match
        self.clerk = clerk
        self.mode = mode
        self.bots = bots or {}
        self.refused = refused
        self.languages = languages or {}
        worth = match.ruleset.worth_asking
        self.asked_windows = worth if asked_windows is None else asked_windows
        self.misses = misses or {}
        self.asks_acting = asks_acting
        self.stand_in = stand_in
        self._thinking: list[str] = []

    def survey(
        self,
        ask: Ask,
        sealed: Mapping[str, Given] | None = None,
        expired: Container[str] = (),
    ) -> Survey:
        """Look for an answer to every question of the ask.

        `sealed`: explicit answers that wait. `expired`: addresses whose time has run out.
        """
        given: dict[str, Given] = {}
        read: dict[str, AnswerInOrders] = {}
        stopped: dict[str, Stopped] = {}
        wanted: list[str] = []
        self._thinking = []
        for address, decision in ask.items():
            with speaking(self.languages.get(decision.seat, RECORD)):
                found = self._answer(ask, address, decision, sealed or {}, stopped, read)
            if found is None and address in expired:
                found = self._missed(address, decision)
            if found is None:
                wanted.append(address)
            else:
                given[address] = found
        unconfirmed = self._unconfirmed(ask, expired, sealed or {}, read)
        wanted += [address for address in unconfirmed if address not in wanted]
        timed = bool(unconfirmed)
        quiet = ask.mode == "window" and not timed and not wanted and self._all_decline(ask, given)
        ready = None if timed else self._ready(ask, given, sealed or {})
        thinking = tuple(self._thinking)
        return Survey(given, read, tuple(wanted), stopped, timed, quiet, ready, thinking)

    def is_quiet(self, ask: Ask) -> bool:
        """Return whether everybody declines this window by policy, so that nobody need be asked."""
        survey = self.survey(ask)
        return survey.quiet and all(
            g.source.by in ("standing", "trust", "forced", "usual") for g in survey.given.values()
        )

    def _answer(
        self,
        ask: Ask,
        address: str,
        decision: Decision[Any],
        sealed: Mapping[str, Given],
        stopped: dict[str, Stopped],
        read: dict[str, AnswerInOrders],
    ) -> Given | None:
        explicit = sealed.get(address)
        if explicit is not None:
            problems = decision.judge(self.match.view(decision.seat), explicit.answer)[1]
            if not problems:
                return explicit
            stopped[address] = Stopped(explicit.source.ref, (Fault(-1, tuple(problems)),))
            return None
        if decision.seat in self.bots:
            return self._of_bot(self.bots[decision.seat], address, decision, Source("bot"))
        bundled = self.clerk.bundled(address, decision)
        if isinstance(bundled, Stopped):
            stopped[address] = bundled
            return None
        if bundled is not None:
            read[address] = bundled
            return self._given(address, decision, bundled.answer, bundled.source)
        return self._routine(ask, address, decision)

    def _of_bot(
        self, bot: Bot, address: str, decision: Decision[Any], source: Source
    ) -> Given | None:
        answer = bot(decision, self.match.view(decision.seat))
        if answer is NOT_YET:
            self._thinking.append(address)
            return None
        return self._given(address, decision, answer, source)

    def _missed(self, address: str, decision: Decision[Any]) -> Given | None:
        """Return what is played for somebody who let the time run out."""
        if self.stand_in is not None and not isinstance(decision, Reaction):
            return self._of_bot(self.stand_in, address, decision, Source("deadline"))
        view = self.match.view(decision.seat)
        played = decision.when_missed(view, self.misses.get(decision.seat, 0))
        return self._given(address, decision, played, Source("deadline"))

    def _routine(self, ask: Ask, address: str, decision: Decision[Any]) -> Given | None:
        stood = self.clerk.standing_answer(address, decision)
        if stood is not None:
            return self._given(address, decision, stood.answer, stood.source)
        public = self.match.view(None)
        forced = decision.forced(public)
        if forced is not None:
            return self._given(address, decision, forced, Source("forced"))
        usual = None if address in self.refused else decision.usual(public)
        if usual is not None:
            return self._given(address, decision, usual, Source("usual"))
        if ask.mode == "window" and isinstance(decision, Reaction):
            view = self.match.view(decision.seat)
            if not self.clerk.wants_asking(decision):
                return self._given(address, decision, decision.default(view), Source("standing"))
            if not self.is_asked(ask, decision) or self._has_written(ask, address):
                return self._given(address, decision, decision.default(view), Source("usual"))
            if self.mode == "trust" and not decision.can(view):
                return self._given(address, decision, decision.default(view), Source("trust"))
        return None

    def is_asked(self, ask: Ask, decision: Reaction[Any]) -> bool:
        """Return whether the table asks this seat in this window, as everybody can see; at a trust
        table only if the seat can react, too."""
        if not self.clerk.wants_asking(decision) or self._belongs_to_turn(ask, decision):
            return False
        return self._stops_for(decision) and decision.forced(self.match.view(None)) is None

    def stops_in(self, window: str) -> bool:
        """Return whether the table's mode lets a window of this name, or one that this moment is a
        part of, ask anybody."""
        kinds = [kind for kind in self.match.ruleset.decisions if issubclass(kind, Reaction)]
        windows = (kind(0, window=name) for kind in kinds for name in self.match.ruleset.windows)
        return any(window in asked.windows() and self._stops_for(asked) for asked in windows)

    def _stops_for(self, decision: Reaction[Any]) -> bool:
        if self.mode != "planned" or decision.window in self.match.ruleset.opens_turn:
            return True
        return any(window in self.asked_windows for window in decision.windows())

    def _belongs_to_turn(self, ask: Ask, decision: Reaction[Any]) -> bool:
        """Return whether a window asks only the player who is acting anyway. One that opens the
        turn comes before the turn's question, so its player is asked unless the turn is written
        already."""
        if self.asks_acting or any(other.seat != decision.seat for other in ask.decisions):
            return False
        if decision.window in self.match.ruleset.opens_turn:
            return self.clerk.has_turn_waiting(decision.seat)
        return self.match.ruleset.acting(self.match.view(None)) == decision.seat

    def _unconfirmed(
        self,
        ask: Ask,
        expired: Container[str],
        sealed: Mapping[str, Given],
        read: Mapping[str, AnswerInOrders],
    ) -> list[str]:
        """Return the questions of a window whose seats were asked and have not answered since.

        Lines and rules from before they were asked do not count here: how long a window stays open
        must not tell who has written some. None at a trust table, and none when the hour has come,
        for all or for those who let the time of what was asked with it run out.
        """
        if ask.mode != "window" or self.mode == "trust" or ask.address in expired:
            return []
        asked = [
            address
            for address, d in ask.items()
            if isinstance(d, Reaction) and d.seat not in self.bots and self.is_asked(ask, d)
        ]
        return [
            address
            for address in asked
            if address not in sealed
            and address not in expired
            and not self._has_written(ask, address, read.get(address))
        ]

    def _has_written(self, ask: Ask, address: str, found: AnswerInOrders | None = None) -> bool:
        """Return whether the seat has sent orders since it was asked this question, or one that is
        asked together with it: such orders decline what they do not mention. Of orders that failed
        here only those count whose answer was `found`."""
        decision = ask.decision(address)
        if self.mode == "trust" or not isinstance(decision, Reaction):
            return False
        if found is None and address in self.refused:
            return False
        failed = found is not None and address in self.refused
        only = found.source.lines.receipt if found is not None and failed else ""
        return any(
            decision.is_asked_with(address, other)
            for bundle in self.clerk.bundles
            if bundle.seat == decision.seat and only in ("", bundle.receipt)
            for other in bundle.open
        )

    def _given(self, address: str, decision: Decision[Any], answer: Any, source: Source) -> Given:
        return Given(decision.seat, address, plain(answer), source)

    def _all_decline(self, ask: Ask, given: Mapping[str, Given]) -> bool:
        return all(
            isinstance(d, Reaction) and d.declines(d.typed(given[a].answer)) for a, d in ask.items()
        )

    def _ready(
        self, ask: Ask, given: Mapping[str, Given], sealed: Mapping[str, Given]
    ) -> Answers | None:
        answered = [given[a] for a in ask.addresses if a in given]
        if ask.mode in ("all", "window"):
            complete = len(answered) == len(ask.addresses)
            return Answers(ask.address, tuple(answered)) if complete else None
        explicit = [g for g in answered if g.address in sealed]
        first = (explicit or answered)[:1]
        return Answers(ask.address, tuple(first)) if first else None
