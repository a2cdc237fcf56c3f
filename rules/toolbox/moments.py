"""Opening a window: what happens by itself, then whoever wants to react.

A game subclasses `Moments` once, makes one instance, and gives that to its `React`:

    class React(moments.React):
        moments = MOMENTS

`about` says what a window is about, in a form that the game decides: a place, a card, a player.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from rules.kernel import patterns
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Option, Problem, Reaction, Reading
from rules.kernel.events import Overtaken
from rules.kernel.patterns import running
from rules.kernel.ruleset import RuleWanted
from rules.kernel.table import Play, SomeTable
from rules.kernel.views import SomeView
from rules.lexicon import (
    MissingPart,
    Names,
    OrderLine,
    Slots,
    UnknownName,
    as_written,
    fold,
    read_slots,
)
from rules.toolbox import effects
from rules.toolbox.choices import NOTHING_WORDS
from rules.toolbox.components import Component, Registry
from rules.toolbox.speech import N_, _
from rules.toolbox.targets import NO_TARGET, Target, as_target

P = TypeVar("P", bound=effects.HasEffects)
"""The public table of a game."""
C = TypeVar("C", bound=Component[Any])
_USES = {"PLAY": N_("Play {card}"), "USE": N_("Use {card}"), "SCORE": N_("Score {card}")}
_USES_ON = {
    "PLAY": N_("Play {card} on {target}"),
    "USE": N_("Use {card} on {target}"),
    "SCORE": N_("Score {card} on {target}"),
}

_ON = re.compile(r"\bon\b", re.IGNORECASE)
_AGAINST = re.compile(r"\s+against\s+(?=\S)", re.IGNORECASE)
"""How people say ON of a card that hurts; behind ON, it is the name of an outcome."""


class Use(Fixed):
    """A component used, with its target; with `card` "" nothing is used."""

    card: str = ""
    on: Target = NO_TARGET


class Moments(ABC, Generic[P, C]):
    """The windows of one game: what may be used in each, how it is written, and what a use does.

    `verbs`: the order word by kind of component, PLAY or SCORE, where it is not USE. `rule` is
    cited for a wrong moment, `forbidden_rule` where an effect forbids a use; `example` and
    `short_example` are order lines for messages; `spent` the kinds of components that a use spends.
    """

    verbs: ClassVar[Mapping[str, str]] = {}
    rule: ClassVar[str] = ""
    forbidden_rule: ClassVar[str] = ""
    example: ClassVar[str]
    short_example: ClassVar[str]
    spent: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, registry: Registry[Any, C], react: Callable[[int, str, Target], "React"]
    ) -> None:
        """`react(seat, window, about)` makes the game's question."""
        self._registry = registry
        self._react = react
        self.users_of = cache(self._users_of)
        self.users_at = cache(self._users_at)
        self.spoken_in = cache(self._spoken_in)
        self.all_names = cache(self._all_names)
        self.speaks = cache(self._speaks)
        self._acting = cache(self._timings_of_triggers)
        self._speaking = cache(self._speaking_elsewhere)
        self.timing_of = cache(self._timing_of)

    # -- the game's part -------------------------------------------------------------------------

    @abstractmethod
    def everybody(self, table: P) -> Iterable[int]:
        """Return all seats, in any order."""

    @abstractmethod
    def seats_in_order(self, table: P) -> Sequence[int]:
        """Return all seats still in the game, in the order in which they act now."""

    def allowed(self, table: P, seat: int, component: C) -> bool:
        """May the seat use the component now, or does an effect forbid it?"""
        return True

    def candidates(self, table: P, seat: int, window: str) -> Sequence[C]:
        """Return the components that the seat may be able to use in the window, counting only
        moments at which the seat may act. A quick guess that leaves none out; empty if the seat has
        left the game."""
        return self.users_at(window, self.moments_of(table, seat, window))

    @abstractmethod
    def triggered(self, table: P, seat: int, window: str) -> Sequence[C]:
        """Components of the seat that act by themselves when the window opens."""

    @abstractmethod
    def carry_out(
        self, t: SomeTable, seat: int, component: C, use: Use, about: Target
    ) -> Play[bool]:
        """Announce a use, let it be cancelled, resolve it. False if it was cancelled."""

    def timings(self, window: str) -> tuple[str, ...]:
        """Return the moments that a window stands for: mostly the window itself, several where they
        fall together."""
        return (window,)

    def moments_of(self, table: P, seat: int, window: str) -> tuple[str, ...]:
        """Return those of the window's moments at which the seat may act."""
        return self.timings(window)

    @abstractmethod
    def moment_words(self, window: str) -> str:
        """Return the window in words, at the beginning of a question."""

    @abstractmethod
    def about_words(self, about: Target, names: Sequence[str]) -> str:
        """Return what the window is about, in words."""

    def effect_words(self, card: str) -> str:
        """Return what a component does, said where it is first offered."""
        return ""

    def background(self, about: Target) -> Sequence[str]:
        """Return what a reader has to know besides the question, such as the text of a card."""
        return ()

    # -- what there is for a window --------------------------------------------------------------

    def _users_of(self, window: str) -> tuple[C, ...]:
        """Return every component that may be used by choice in a window."""
        timings = set(self.timings(window))
        return tuple(c for c in self._registry.every() if not timings.isdisjoint(c.windows))

    def _users_at(self, window: str, timings: tuple[str, ...]) -> tuple[C, ...]:
        """Return those components for the window that speak at one of these of its moments."""
        return tuple(c for c in self.users_of(window) if self.timing_of(c, window) in timings)

    def _all_names(self) -> Names:
        """Return everything a PLAY, USE or SCORE line may name."""
        return Names({c.id: (c.title(),) for c in self._registry.every()}, kind="card or ability")

    def _speaks(self, window: str) -> bool:
        """Is there any component at all for this window?"""
        return bool(self.users_of(window)) or self._acts_by_itself(window)

    def _acts_by_itself(self, window: str) -> bool:
        """Is there any component that acts by itself in this window?"""
        return bool(self._acting(window))

    def _timings_of_triggers(self, window: str) -> tuple[str, ...]:
        """Return the moments of a window at which any component at all acts by itself."""
        known = {timing for c in self._registry.every() for timing in c.triggers}
        return tuple(timing for timing in self.timings(window) if timing in known)

    def _timing_of(self, component: C, window: str) -> str:
        """Return the moment of the window at which the component speaks."""
        timings = self.timings(window)
        if len(timings) == 1:
            return window
        spoken = (*component.windows, *component.triggers)
        return next((timing for timing in timings if timing in spoken), window)

    def find(self, window: str, id: str) -> C | None:
        """Return the component that may be used by choice in the window, or None."""
        return next((c for c in self.users_of(window) if c.id == id), None)

    def _spoken(self, window: str, id: str) -> C:
        """Return the component of the window, used by choice or acting by itself."""
        found = self.find(window, id)
        if found is None:
            timings = set(self.timings(window))
            acting = (c for c in self._registry.every() if not timings.isdisjoint(c.triggers))
            found = next(c for c in acting if c.id == id)
        return found

    def verb(self, component: C) -> str:
        """Return the order word that uses the component."""
        return self.verbs.get(component.kind, "USE")

    # -- what may be used now --------------------------------------------------------------------

    def could_use(self, table: P, seat: int, window: str, about: Target) -> bool:
        """May this seat have something for the window, as far as everybody can see?

        Whether an effect forbids it is asked last: that looks at everybody's components."""
        for c in self.candidates(table, seat, window):
            if (
                c.may_have(table, seat)
                and not self._used(table, seat, c)
                and c.fits(table, seat, self.timing_of(c, window), about)
                and self.allowed(table, seat, c)
            ):
                return True
        return False

    def _fits(self, table: P, seat: int, component: C, window: str, about: Target) -> bool:
        """Is the window one of the component's moments, for this seat?"""
        timing = self.timing_of(component, window)
        if timing != window and timing not in self.moments_of(table, seat, window):
            return False
        return component.fits(table, seat, timing, about)

    def waits(self, table: P, seat: int, component: C) -> bool:
        """Return whether a line about a component is for a later moment: here it was used."""
        return self._used(table, seat, component)

    def _used(self, table: P, seat: int, component: C) -> bool:
        """Has the seat already used it in this very moment?"""
        return component.once_a_window and effects.is_marked(table, component.id, seat)

    def due(self, table: P, seat: int, window: str, about: Target) -> list[C]:
        """Return the components that act by themselves on the seat's next turn in a lap, and have
        not acted yet."""
        found = (c for timing in self._acting(window) for c in self.triggered(table, seat, timing))
        waiting = [c for c in found if not effects.is_marked(table, c.id, seat)]
        return [c for c in waiting if self._fits(table, seat, c, window, about)]

    def nameable(self, table: P, seat: int, window: str, about: Target) -> list[C]:
        """Return the components that act by themselves but may be named, so that they act first.
        There are some only where a window stands for several moments."""
        if len(self.timings(window)) == 1:
            return []
        chosen = self.users_of(window)
        return [c for c in self.due(table, seat, window, about) if c not in chosen]

    def _may_name(self, table: P, seat: int, window: str, about: Target, id: str) -> bool:
        return any(c.id == id for c in self.nameable(table, seat, window, about))

    def problems(
        self, v: SomeView, seat: int, use: Use, window: str, about: Target
    ) -> list[Problem]:
        """Return why a component cannot be used so, here and now."""
        component = self.find(window, use.card)
        if component is None:
            if not use.on and self._may_name(v.table, seat, window, about, use.card):
                return []
            words = _("{card} cannot be used now.", card=self._title(use.card))
            return [Problem("wrong-timing", words, self.rule)]
        card = component.title()
        if not component.has(v, seat):
            return [component.lacking(v, seat)]
        if not self.allowed(v.table, seat, component):
            words = _("It cannot be used now: an effect forbids it.")
            return [Problem("cannot-play", words, self.forbidden_rule)]
        used = self._used(v.table, seat, component)
        if used or not self._fits(v.table, seat, component, window, about):
            words = _("{card} does not fit this moment.", card=card)
            return [Problem("wrong-timing", words, component.rule)]
        timing = self.timing_of(component, window)
        targets = component.targets(v, seat, timing, about)
        if targets is None and use.on:
            words = _("{card} takes no target.", card=card)
            return [Problem("no-target-wanted", words, component.rule)]
        if targets is not None and use.on not in targets:
            possible = ", ".join(targets.values()) or _("nothing")
            words = _(
                "That is no target for {card}. Possible: {targets}.", card=card, targets=possible
            )
            return [Problem("bad-target", words, component.rule)]
        return component.problems(v, seat, use.on, timing, about)

    def _title(self, card: str) -> str:
        """Return the name of a card that need not be one of this window."""
        return next((c.title() for c in self._registry.every() if c.id == card), card)

    def uses(self, v: SomeView, seat: int, window: str, about: Target = NO_TARGET) -> list[Use]:
        """Return every legal use a seat has in a window."""
        found = []
        for component in self.users_of(window):
            if not component.has(v, seat):
                continue
            if not self._fits(v.table, seat, component, window, about):
                continue
            targets = component.targets(v, seat, self.timing_of(component, window), about)
            for on in [""] if targets is None else targets:
                use = Use(component.id, as_target(on))
                if not self.problems(v, seat, use, window, about):
                    found.append(use)
        return found

    def rules_wanted(
        self, v: SomeView, seat: int, own: frozenset[str], condition: Callable[[str], str]
    ) -> list[RuleWanted]:
        """Return what the seat holds that speaks at moments other than its `own`, each with an
        order for a rule. `condition(window)`: a condition that suits what is spent in a window; ""
        if none does."""
        found = []
        for component, spoken in self._speaking(own):
            if not component.has(v, seat):
                continue
            order = f"{self.verb(component)} {component.title()}"
            spent = component.kind in self.spent
            guard = next(filter(None, map(condition, spoken)), "") if spent else ""
            order += f" IF {guard}" if guard else ""
            found.append(RuleWanted(component.id, component.title(), order, spoken))
        return found

    def _speaking_elsewhere(self, own: frozenset[str]) -> list[tuple[C, tuple[str, ...]]]:
        """Return every component that is used by choice in other windows than `own`, with those
        windows: most of hundreds are not."""
        spoken = (
            (component, tuple(window for window in component.windows if window not in own))
            for component in self._registry.every()
        )
        return [(component, windows) for component, windows in spoken if windows]

    # -- in words --------------------------------------------------------------------------------

    def write(self, v: SomeView, seat: int, use: Use, window: str, about: Target) -> str:
        """Return the order line of a use."""
        component = self._spoken(window, use.card)
        line = f"{self.verb(component)} {component.title()}"
        if not use.on:
            return line
        written = self._written_targets(component, v, seat, window, about)
        return f"{line} ON {written.get(use.on, use.on)}"

    def _written_targets(
        self, component: C, v: SomeView, seat: int, window: str, about: Target
    ) -> Mapping[str, str]:
        """Targets in the words of order lines."""
        timing = self.timing_of(component, window)
        return as_written(lambda: component.targets(v, seat, timing, about)) or {}

    def words(self, v: SomeView, seat: int, use: Use, window: str, about: Target) -> str:
        """Return a use as an option is told: what a line that writes it would do."""
        component = self._spoken(window, use.card)
        card, verb = component.title(), self.verb(component)
        if not use.on:
            return _(_USES[verb], card=card)
        targets = component.targets(v, seat, self.timing_of(component, window), about) or {}
        return _(_USES_ON[verb], card=card, target=targets.get(use.on, use.on))

    def read(
        self, v: SomeView, seat: int, line: OrderLine, window: str, about: Target
    ) -> tuple[Use, tuple[str, ...]] | None:
        """Return a use out of `PLAY <card> [ON <target>]`; None if the card is not for this window
        or was used in it, so that a second line waits for the next. A rule that names no target
        means the first that is legal."""
        everything = self.all_names()
        rest = line.rest if _ON.search(line.rest) else _AGAINST.sub(" ON ", line.rest, count=1)
        parts = read_slots(rest, Slots(("",), ("on",), self.example), everything)
        try:
            found = everything.find(parts[""])
        except UnknownName:
            unpaid, paid = _split_price(parts[""])
            if not paid or self.find(window, everything.find(unpaid).id) is not None:
                raise
            return None
        notes = (found.read_as,) if found.read_as else ()
        component = self.find(window, found.id)
        if component is None and self._may_name(v.table, seat, window, about, found.id):
            return Use(found.id, as_target(parts.get("on", ""))), notes
        if component is None or self.waits(v.table, seat, component):
            return None
        timing = self.timing_of(component, window)
        targets = component.targets(v, seat, timing, about)
        if "on" not in parts:
            only = targets is not None and len(targets) == 1
            usual = component.usual(v, seat, timing, about) if targets and not only else ""
            if targets and (only or (not usual and line.when == "standing")):
                return Use(found.id, as_target(next(iter(targets)))), notes
            return Use(found.id, as_target(usual)), notes
        if not targets:
            return Use(found.id, as_target(parts["on"])), notes
        try:
            written = self._written_targets(component, v, seat, window, about)
            on = Names({id: (written.get(id, id), targets[id]) for id in targets}).find(parts["on"])
        except UnknownName:
            return Use(found.id, as_target(parts["on"])), notes
        return Use(found.id, as_target(on.id)), notes + ((on.read_as,) if on.read_as else ())

    # -- opening a window ------------------------------------------------------------------------

    def moment(
        self,
        t: SomeTable,
        window: str,
        about: Target = NO_TARGET,
        seats: Iterable[int] | None = None,
    ) -> Play[None]:
        """Open `window`: what is triggered comes first, then the reactions of `seats` (None: all).

        Nobody is asked who, as everybody can see, has nothing for it."""
        if not self.speaks(window):
            return
        table: P = t.table
        wanted = set(self.everybody(table) if seats is None else seats)
        acts = self._acts_by_itself(window) and any(
            self.triggered(table, s, window) for s in wanted
        )
        if acts:
            yield from self.triggers(t, window, about, wanted)
        yield from self.reactions(t, window, about, wanted)

    def triggers(
        self, t: SomeTable, window: str, about: Target, seats: Iterable[int]
    ) -> Play[None]:
        """Let happen what happens by itself in a window, and ask nobody."""
        wanted = set(seats)
        for seat in [seat for seat in self.seats_in_order(t.table) if seat in wanted]:
            for component in self.triggered(t.table, seat, window):
                yield from running(component.trigger(t, seat, window, about))

    def reactions(
        self, t: SomeTable, window: str, about: Target, seats: Iterable[int]
    ) -> Play[None]:
        """Ask those of `seats` who may have something for a window, and carry out what they use."""
        wanted = {seat for seat in seats if self.could_use(t.table, seat, window, about)}
        asked = [seat for seat in self.seats_in_order(t.table) if seat in wanted] if wanted else []
        if not asked:
            return

        def play(inner: SomeTable, seat: int, use: Use) -> Play[None]:
            yield from self.use(inner, seat, use, window, about)

        yield from patterns.window(
            t, window, asked, lambda seat: self._react(seat, window, about), play
        )
        here = frozenset(c.id for c in self.users_of(window))
        effects.unmark(t.table, here, frozenset(asked))

    def laps(
        self, t: SomeTable, window: str, about: Target, settled: Callable[[], bool] = lambda: False
    ) -> Play[None]:
        """Open a window in which everybody acts in turn, one ability each, lap after lap.

        What a seat chose comes first in its turn; without a choice what happens by itself does, if
        it applies by then. The window shuts after a lap in which nobody acted, or once `settled()`.
        In each lap those are asked who may have something for it, as far as everybody can see.
        """
        if not self.speaks(window):
            return
        here: SomeTable | None = None
        acted, over = True, settled()
        while acted and not over:
            acted = False
            table: P = t.table
            order = self.seats_in_order(table)
            asking = [s for s in order if self.could_use(table, s, window, about)]
            if not asking and not any(self.due(table, s, window, about) for s in order):
                break
            here = here or t.sub(window)
            asked = {seat: self._react(seat, window, about) for seat in asking}
            answers = yield from here.ask_window("lap", list(asked.values()))
            chosen = dict(zip(asked, answers, strict=True))
            over = settled()
            for seat in order:
                use = chosen.get(seat, Use())
                if use.card and (over or here.check(asked[seat], use)):
                    what = asked[seat].write(here.view(seat), use)
                    here.tell(Overtaken(seat, what), to=seat)
                    use = Use()
                if over:
                    continue
                if not use.card:
                    due = self.due(t.table, seat, window, about)
                    use = Use(due[0].id) if due else use
                if use.card:
                    acted = True
                    yield from self.use(here, seat, use, window, about)
                    over = settled()
        if here is not None:
            effects.unmark(t.table, self.spoken_in(window), frozenset(self.everybody(t.table)))

    def _spoken_in(self, window: str) -> frozenset[str]:
        """Return the ids of all components that speak in the window, by choice or by
        themselves."""
        timings = set(self.timings(window))
        return frozenset(
            c.id
            for c in self._registry.every()
            if not timings.isdisjoint((*c.windows, *c.triggers))
        )

    def use(
        self, t: SomeTable, seat: int, use: Use, window: str, about: Target = NO_TARGET
    ) -> Play[bool]:
        """Carry out a use, or what happens by itself. False if it was cancelled."""
        component = self.find(window, use.card)
        p = t.sub(f"{use.card}@{seat}")
        if component is None:
            component = self._spoken(window, use.card)
            effects.mark(t.table, component.id, seat)
            timing = self.timing_of(component, window)
            yield from running(component.trigger(p, seat, timing, about))
            return True
        if component.once_a_window:
            effects.mark(t.table, component.id, seat)
        return (yield from self.carry_out(p, seat, component, use, about))


def _split_price(text: str) -> tuple[str, bool]:
    """Return what stands before PAY, and whether a price is named: what is used in a window has
    none, so such a line is for another question."""
    before, pay, _price = fold(text).partition(" pay ")
    return before, bool(pay)


class React(Reaction[Use]):
    """Play or use something in a window, or decline."""

    about: Target = NO_TARGET

    Answer = Use
    verbs = ("play", "use", "score", "pass")
    clock = "window"
    moments: ClassVar[Moments[Any, Any]]

    def declines(self, answer: Use) -> bool:
        return not answer.card

    def windows(self) -> tuple[str, ...]:
        """Return the window, and the moments it stands for: a standing order may name any of
        them."""
        return (self.window, *self.moments.timings(self.window))

    def problems(self, v: SomeView, answer: Use) -> list[Problem]:
        if not answer.card:
            return []
        return self.moments.problems(v, self.seat, answer, self.window, self.about)

    def default(self, v: SomeView) -> Use:
        return Use()

    def forced(self, public: SomeView) -> Use | None:
        """Return no use where everybody can see that the seat has nothing left for the window, as
        in a lap after what it had was used."""
        here = (public.table, self.seat, self.window, self.about)
        return None if self.moments.could_use(*here) or self.moments.nameable(*here) else Use()

    def sample(self, v: SomeView, rng: Random) -> Use:
        possible = self._uses(v)
        return rng.choice(possible) if possible and rng.random() < 0.6 else Use()

    def options(self, v: SomeView) -> list[Option[Use]]:
        """Nothing, and every use; what a card does is said once, where it is first offered."""
        found = [Option(_("Nothing"), Use(), "PASS")]
        told: set[str] = set()
        uses = self._uses(v)
        for use in [*uses, *(self._first(v) if uses else ())]:
            words = self.moments.words(v, self.seat, use, self.window, self.about)
            does = "" if use.card in told else self.moments.effect_words(use.card)
            found.append(Option(words, use, self.write(v, use), does))
            told.add(use.card)
        return found

    def _first(self, v: SomeView) -> list[Use]:
        """Return what happens by itself, for a seat that may want it to happen before what it
        chooses."""
        due = self.moments.nameable(v.table, self.seat, self.window, self.about)
        return [Use(component.id) for component in due]

    def _uses(self, v: SomeView) -> list[Use]:
        return self.moments.uses(v, self.seat, self.window, self.about)

    def prompt(self, v: SomeView) -> str:
        moment = self.moments.moment_words(self.window)
        if not self.about:
            return _("{moment}: play or use something?", moment=moment)
        about = self.moments.about_words(self.about, v.names)
        return _("{moment} ({about}): play or use something?", moment=moment, about=about)

    def background(self, v: SomeView) -> Sequence[str]:
        return self.moments.background(self.about)

    def write(self, v: SomeView, answer: Use) -> str:
        if not answer.card:
            return "PASS"
        return self.moments.write(v, self.seat, answer, self.window, self.about)

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[Use]:
        """Return the first line about something of this window; a card for later is left alone."""
        for i, line in enumerate(lines):
            if line.verb == "pass":
                return Reading(Use(), (i,))
            if fold(line.rest) in NOTHING_WORDS:
                continue
            if not line.rest.strip():
                example = self.moments.short_example
                raise MissingPart(_("Say what to play, for example: {example}", example=example))
            got = self.moments.read(v, self.seat, line, self.window, self.about)
            if got is not None:
                return Reading(got[0], (i,), got[1])
        return Reading()

    def can(self, v: SomeView) -> bool:
        return bool(self._uses(v))
