"""Follow-up questions any component may ask: one of several, some of several.

`yield from t.ask(Choose(seat, self.kind, self.id, step))`; the component's `choices` says what is
offered. What a card is used on belongs in its PLAY line instead (`targets`). A game subclasses both
questions and gives them its registry.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Final, TypeVar

from msgspec import field

from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.forms import Form, some_of
from rules.kernel.views import SomeView
from rules.lexicon import (
    MissingPart,
    Names,
    OrderLine,
    UnknownName,
    adds_nothing,
    as_written,
    fold,
)
from rules.toolbox.components import Component, Registry
from rules.toolbox.speech import _

A = TypeVar("A")
NOTHING_WORDS: Final = ("nothing", "none", "nic", "semmi")


def read_option(
    question: Choice[str], v: SomeView, lines: Sequence[OrderLine]
) -> Reading[str] | None:
    """Return the answer whose words, of the order line or as the option is told, follow the
    verb."""
    options = {option.answer: option for option in question.options(v)}
    names = Names({id: (o.order.partition(" ")[2], o.text) for id, o in options.items()})
    last = len(lines) - 1
    try:
        found = names.find(lines[last].rest)
    except (MissingPart, UnknownName):
        return None
    notes = (f"read as: {options[found.id].order}",) if found.read_as else ()
    return Reading(found.id, (last,), notes)


class _Offer(Decision[A]):
    """A question about what a component offers. It may be answered before it is asked, for one
    component: `CHOOSE Lodor IF choice = Mitosis`."""

    component_kind: str = field(name="of")
    card: str
    step: str = ""

    ahead = True
    verbs = ("choose",)
    clock = "turn"
    registry: ClassVar[Registry[Any, Any]]

    @classmethod
    def may_wait(cls, line: OrderLine) -> bool:
        return "choice" in line.guard

    @classmethod
    def step_words(cls, step: str) -> str:
        """Return what a follow-up question is about, in words."""
        return step

    def facts(self) -> Mapping[str, bool | int | str]:
        return {"choice": self._component().title()}

    def write_ahead(self, v: SomeView, answer: A) -> str:
        """Return the order for this component alone."""
        return f"{self.write(v, answer)} IF choice = {self._component().title()}"

    def _component(self) -> Component[Any]:
        component: Component[Any] = self.registry.get(self.component_kind, self.card)
        return component

    def _offered(self, v: SomeView) -> dict[str, str]:
        return dict(self._component().choices(v, self.seat, self.step))


class Choose(_Offer[str], Choice[str]):
    """One of what a component offers; `may`: or nothing."""

    may: bool = False

    Answer = str

    def options(self, v: SomeView) -> list[Option[str]]:
        written = as_written(lambda: self._offered(v))
        found = [
            Option(words, id, f"CHOOSE {written[id]}") for id, words in self._offered(v).items()
        ]
        nothing = [Option(_("Nothing"), "", "CHOOSE nothing")]
        return [*nothing, *found] if self.may or not found else found

    def forced(self, public: SomeView) -> str | None:
        """Return the only thing offered, where everybody can see what is."""
        if self.may or not self._component().choices_lie_open:
            return None
        offered = list(self._offered(public))
        return offered[0] if len(offered) == 1 else None

    def prompt(self, v: SomeView) -> str:
        card = self._component().title()
        if not self.step:
            return _("{card}: choose.", card=card)
        return _("{card} ({step}): choose.", card=card, step=self.step_words(self.step))

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[str]:
        return read_option(self, v, lines) or super().read_orders(v, lines)


class ChooseSome(_Offer[list[str]]):
    """Between `least` and `most` of what a component offers."""

    least: int = 0
    most: int = 99

    Answer = list[str]

    def _written(self, v: SomeView) -> dict[str, str]:
        return as_written(lambda: self._offered(v))

    def problems(self, v: SomeView, answer: list[str]) -> list[Problem]:
        offered = self._offered(v)
        if any(id not in offered for id in answer) or len(set(answer)) != len(answer):
            return [self._not_among(offered)]
        least = min(self.least, len(offered))
        if not least <= len(answer) <= self.most:
            words = _("Choose {least} to {most}.", least=least, most=self.most)
            return [Problem("wrong-number", words, self.rule)]
        return []

    def _not_among(self, offered: dict[str, str]) -> Problem:
        possible = ", ".join(offered.values()) or _("nothing")
        words = _("Possible, each once: {options}.", options=possible)
        return Problem("bad-target", words, self.rule)

    def default(self, v: SomeView) -> list[str]:
        return list(self._offered(v))[: self.least]

    def sample(self, v: SomeView, rng: Random) -> list[str]:
        offered = list(self._offered(v))
        least = min(self.least, len(offered))
        count = rng.randint(least, min(self.most, len(offered)))
        return rng.sample(offered, count)

    def prompt(self, v: SomeView) -> str:
        card, n = self._component().title(), self.least
        if not self.step:
            return _("{card}: choose {n} or more.", card=card, n=n)
        step = self.step_words(self.step)
        return _("{card} ({step}): choose {n} or more.", card=card, step=step, n=n)

    def template(self, v: SomeView) -> Sequence[str]:
        return [self.write(v, list(self._offered(v))[: self.most])]

    def forms(self, v: SomeView) -> list[Form]:
        written = self._written(v)
        offered = [(written[id], words) for id, words in self._offered(v).items()]
        title = self._component().title()
        return [some_of("choose", title, "CHOOSE", offered, "CHOOSE nothing")] if offered else []

    def write(self, v: SomeView, answer: list[str]) -> str:
        offered = self._written(v)
        return f"CHOOSE {', '.join(offered[id] for id in answer) or 'nothing'}"

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        last = len(lines) - 1
        rest = lines[last].rest.strip()
        if rest.lower() in ("", *NOTHING_WORDS):
            return Reading([], (last,))
        offered, written = self._offered(v), self._written(v)
        names = Names({id: (written[id], offered[id]) for id in offered}, "choice")
        try:
            found = [names.find(part) for part in rest.split(",")]
        except UnknownName:
            return Reading(used=(last,), problems=(self._not_among(offered),))
        notes = tuple(f.read_as for f in found if f.read_as)
        return Reading([f.id for f in found], (last,), notes)


def alone_or(fits: Callable[[str], bool]) -> Callable[[str], bool]:
    """Return a test of what follows a verb: it adds nothing, has a number, or fits."""

    def told(rest: str) -> bool:
        if adds_nothing(rest) or fold(rest) in NOTHING_WORDS or any(c.isdigit() for c in rest):
            return True
        return fits(rest)

    return told
