"""Who answers an open question: the one order in which sources are tried, for every table.

Explicit answer, then the seat's bundles, then its standing orders, then what everybody can see
is the only answer or the usual one, then a bot or the deadline's default. The server and the tests
share this.
"""

from collections.abc import Callable, Container, Mapping
from typing import Any, Final, Literal, NamedTuple

from rules.kernel.codec import plain
from rules.kernel.decisions import Decision, Reaction
from rules.kernel.match import Match
from rules.kernel.orders import AnswerInOrders, Clerk, Fault, Stopped
from rules.kernel.record import Answers, Given, Source
from rules.kernel.table import Ask
from rules.kernel.views import SomeView
from rules.lexicon.speech import RECORD, speaking

TableMode = Literal["veiled", "trust"]
Bot = Callable[[Decision[Any], SomeView], Any]
"""Gives a bot's answer to a question; `NOT_YET` while the bot thinks about it."""
NOT_YET: Final = object()


class Survey(NamedTuple):
    """What is known about an open ask: which answers there are, and who is still needed.

    `read`: how the answers that stand in orders were read.
    `timed`: a window that shuts at its hour, whoever has answered; else it goes on as soon as
    `ready`. `quiet`: everybody declines by policy.
    """

    given: dict[str, Given]
    read: dict[str, AnswerInOrders]
    wanted: tuple[str, ...]
    stopped: dict[str, Stopped]
    timed: bool
    quiet: bool
    ready: Answers | None


class AnswerFinder:
    """Find the answers to an open ask; see the module. Sealed answers are handed in."""

    def __init__(
        self,
        match: Match,
        clerk: Clerk,
        mode: TableMode = "veiled",
        bots: Mapping[int, Bot] | None = None,
        refused: Container[str] = (),
        languages: Mapping[int, str] | None = None,
    ) -> None:
        """`refused`: addresses at which orders of the seat could not be carried out; there the
        usual is not taken for granted. `languages`: what each seat reads and writes."""
        self.match = match
        self.clerk = clerk
        self.mode = mode
        self.bots = bots or {}
        self.refused = refused
        self.languages = languages or {}

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
        for address, decision in ask.items():
            with speaking(self.languages.get(decision.seat, RECORD)):
                found = self._answer(ask, address, decision, sealed or {}, stopped, read)
            if found is None and address in expired:
                view = self.match.view(decision.seat)
                found = self._given(address, decision, decision.default(view), Source("deadline"))
            if found is None:
                wanted.append(address)
            else:
                given[address] = found
        timed = self._timed(ask, expired)
        quiet = ask.mode == "window" and not timed and not wanted and self._all_decline(ask, given)
        ready = None if timed else self._ready(ask, given, sealed or {})
        return Survey(given, read, tuple(wanted), stopped, timed, quiet, ready)

    def is_quiet(self, ask: Ask) -> bool:
        """Return whether everybody declines this window by policy, so that nobody need be asked."""
        survey = self.survey(ask)
        return survey.quiet and all(
            g.source.by in ("standing", "trust", "forced") for g in survey.given.values()
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
            answer = self.bots[decision.seat](decision, self.match.view(decision.seat))
            if answer is NOT_YET:
                return None
            return self._given(address, decision, answer, Source("bot"))
        bundled = self.clerk.bundled(address, decision)
        if isinstance(bundled, Stopped):
            stopped[address] = bundled
            return None
        if bundled is not None:
            read[address] = bundled
            return self._given(address, decision, bundled.answer, bundled.source)
        return self._routine(ask, address, decision)

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
            if self.mode == "trust" and not decision.can(view):
                return self._given(address, decision, decision.default(view), Source("trust"))
        return None

    def _given(self, address: str, decision: Decision[Any], answer: Any, source: Source) -> Given:
        return Given(decision.seat, address, plain(answer), source)

    def _timed(self, ask: Ask, expired: Container[str]) -> bool:
        """Return whether a window stays open until its hour: if veiled, and anybody is asked."""
        if ask.mode != "window" or self.mode != "veiled" or ask.address in expired:
            return False
        return any(
            isinstance(d, Reaction) and d.seat not in self.bots and self.clerk.wants_asking(d)
            for d in ask.decisions
        )

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
