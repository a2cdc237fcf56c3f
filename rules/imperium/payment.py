"""Paying with planets and trade goods: `PAY Jord, Lodor, 2 trade goods`.

A game subclasses `Payment` once and says what a planet and a trade good are worth there.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from rules.imperium.galaxy import Atlas
from rules.imperium.speech import _
from rules.imperium.units import HasPlanets, ready_planets
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.forms import Count, Field, Group, Tick
from rules.lexicon import Names, read_counted
from rules.toolbox.choices import NOTHING_WORDS

_PARTED = re.compile(r"[,+&]|\s(?:and|i|oraz|és|es|meg)\s", re.IGNORECASE)
_LEADING = re.compile(r"(?:with|using|from|z|ze)\s+", re.IGNORECASE)
_PRICE = re.compile(r" PAY .*$", re.MULTILINE)
PAY_WORDS = (
    "pay",
    "paying",
    "placac",
    "płacąc",
    "zapłać",
    "zaplac",
    "fizet",
    "fizetve",
    "fizetek",
    "fizess",
    "płacę",
    "płacimy",
    "exhausting",
    "tapping",
    "wydaję",
    "wyczerpuję",
    "kimerítem",
)
_MAY_PAY = frozenset(("for", "with", "za", "spend", "spending", "exhaust"))
"""Words before a payment that may have another meaning: what follows decides. USING is none: behind
RESEARCH it names a planet for its speciality."""


class Pay(Fixed):
    """Planets to exhaust and trade goods to spend."""

    planets: list[str] = []
    goods: int = 0


FREE = Pay()
"""Nothing is paid: the one default of everything that may cost something."""


def paying(planets: Sequence[str], goods: int = 0) -> Pay:
    """Return a payment; `FREE` if there is nothing in it."""
    return Pay(list(planets), goods) if planets or goods else FREE


class HasPurse(HasPlanets, Protocol):
    """A public table with planets, and trade goods at each seat."""

    @property
    def sides(self) -> Sequence[Any]: ...


def exhaust(table: HasPlanets, planets: Iterable[str]) -> list[str]:
    """Exhaust planets and return those that were ready."""
    now = sorted(planet for planet in planets if planet not in table.spent)
    if now:
        table.spent = sorted({*table.spent, *now})
    return now


def ready(table: HasPlanets, planets: Iterable[str]) -> list[str]:
    """Ready planets and return those that were exhausted."""
    now = sorted(planet for planet in planets if planet in table.spent)
    if now:
        table.spent = [planet for planet in table.spent if planet not in now]
    return now


T = TypeVar("T", bound=HasPurse)


class Payment(ABC, Generic[T]):
    """How one edition pays. `what` is always "resources" or "influence"; the `rule_…` are cited
    where a payment is refused."""

    rule_control: ClassVar[str] = ""
    rule_exhausted: ClassVar[str] = ""
    rule_goods: ClassVar[str] = ""
    rule_enough: ClassVar[str] = ""

    def __init__(self, atlas: Atlas[Any, Any], planet_names: Names, goods_names: Names) -> None:
        """`goods_names` must know trade goods under the id "goods"."""
        self._atlas = atlas
        self._planets = planet_names
        self._goods = goods_names

    @abstractmethod
    def resources(self, table: T, planet: str) -> int:
        """Return the resources of a planet as they are now."""

    @abstractmethod
    def influence(self, table: T, planet: str) -> int:
        """Return the influence of a planet as it is now."""

    def value(self, table: T, planet: str, what: str) -> int:
        """Return what a planet is worth now; `what` is resources or influence."""
        if what == "resources":
            return self.resources(table, planet)
        return self.influence(table, planet)

    def goods_worth(self, table: T, seat: int) -> int:
        """Return what one trade good is worth."""
        return 1

    # -- sums ------------------------------------------------------------------------------------

    def worth(self, table: T, seat: int, pay: Pay, what: str) -> int:
        """Return what a payment is worth."""
        planets = sum(self.value(table, planet, what) for planet in pay.planets)
        return planets + pay.goods * self.goods_worth(table, seat)

    def wealth(self, table: T, seat: int, what: str) -> int:
        """Return all a seat could spend as resources or influence now."""
        planets = sum(self.value(table, planet, what) for planet in ready_planets(table, seat))
        goods: int = table.sides[seat].goods
        return planets + goods * self.goods_worth(table, seat)

    def problems(
        self, table: T, seat: int, pay: Pay, amount: int, what: str, taken: Iterable[str] = ()
    ) -> list[Problem]:
        """Return why this does not pay `amount`; planets in `taken` serve another purpose."""
        ready = ready_planets(table, seat)
        problems = []
        for planet in pay.planets:
            name = self._name(planet)
            if table.control.get(planet) != seat:
                words = _("You do not control {planet}.", planet=name)
                problems.append(Problem("not-yours", words, self.rule_control))
            elif planet not in ready or planet in taken:
                words = _("{planet} is exhausted or used twice.", planet=name)
                problems.append(Problem("exhausted", words, self.rule_exhausted))
        if len(set(pay.planets)) != len(pay.planets):
            words = _("A planet is named twice.")
            problems.append(Problem("exhausted", words, self.rule_exhausted))
        if not 0 <= pay.goods <= table.sides[seat].goods:
            words = _("You have {n} trade good(s).", n=table.sides[seat].goods)
            problems.append(Problem("no-goods", words, self.rule_goods))
        if not problems and self.worth(table, seat, pay, what) < amount:
            words = _(
                "That is worth {n} {what}; {amount} are needed. "
                "Add planets or trade goods after PAY.",
                n=self.worth(table, seat, pay, what),
                what=_("resources") if what == "resources" else _("influence"),
                amount=amount,
            )
            problems.append(Problem("cannot-pay", words, self.rule_enough))
        return problems

    def _name(self, planet: str) -> str:
        known = self._atlas.planets.get(planet)
        return planet if known is None else known.name

    def best(
        self,
        table: T,
        seat: int,
        amount: int,
        what: str,
        *,
        goods: bool = False,
        avoid: Sequence[str] = (),
    ) -> Pay | None:
        """Return the payment with least excess, then least loss of the other value, then fewest
        planets.

        With `goods`, trade goods fill what planets cannot. None if it is not possible."""
        if amount <= 0:
            return FREE
        other = "influence" if what == "resources" else "resources"
        planets = [p for p in ready_planets(table, seat) if p not in avoid]
        best: dict[int, tuple[int, int, tuple[str, ...]]] = {0: (0, 0, ())}
        for planet in planets:
            worth, loss = self.value(table, planet, what), self.value(table, planet, other)
            if not worth:
                continue
            for total, (lost, count, chosen) in sorted(best.items(), reverse=True):
                if total >= amount:
                    continue
                option = (lost + loss, count + 1, (*chosen, planet))
                new = total + worth
                if new not in best or option < best[new]:
                    best[new] = option
        enough = [total for total in best if total >= amount]
        if enough:
            return paying(best[min(enough)][2])
        most = max(best)
        needed = -(-(amount - most) // self.goods_worth(table, seat))
        if goods and needed <= table.sides[seat].goods:
            return paying(best[most][2], needed)
        return None

    # -- clicking --------------------------------------------------------------------------------

    def group(self, table: T, seat: int, what: str, avoid: Sequence[str] = ()) -> Group | None:
        """Return what may be paid with, to be ticked: readied planets, and a number of trade goods;
        the slot is "pay". None where there is nothing."""
        fields: list[Field] = [
            Tick("pay", self._name(planet), self._name(planet), f"{worth}")
            for planet in ready_planets(table, seat)
            if planet not in avoid and (worth := self.value(table, planet, what))
        ]
        if goods := table.sides[seat].goods:
            fields.append(Count("pay", "trade goods", _("trade goods"), goods))
        title = _("Pay resources") if what == "resources" else _("Pay influence")
        about = _("Left empty, the planets that fit best pay.")
        return Group(title, tuple(fields), about) if fields else None

    def room(self, table: T, seat: int, what: str) -> dict[str, float]:
        """Return what each field of that group is worth."""
        worth = {
            f"pay/{self._name(planet)}": float(self.value(table, planet, what))
            for planet in ready_planets(table, seat)
        }
        return {**worth, "pay/trade goods": self.goods_worth(table, seat)}

    # -- in orders -------------------------------------------------------------------------------

    def text(self, pay: Pay) -> str:
        """Return the words after PAY."""
        parts = [self._atlas.planets[planet].name for planet in pay.planets]
        if pay.goods:
            parts.append(f"{pay.goods} trade goods")
        return ", ".join(parts) or "nothing"

    def read(self, text: str) -> Pay:
        """Read a payment out of the words after PAY: "Jord, Lodor, 2 trade goods"."""
        planets: list[str] = []
        goods = 0
        for part in _PARTED.split(text):
            part = _LEADING.sub("", part.strip())
            if not part or part.lower() in NOTHING_WORDS:
                continue
            if part[0].isdigit() or "good" in part.lower():
                goods += read_counted(part, self._goods).counts.get("goods", 0)
            else:
                planets.append(self._planets.find(part).id)
        return paying(planets, goods)

    def split(self, rest: str) -> tuple[str, Pay | None]:
        """Return an order's text and its PAY clause, if it has one."""
        words = rest.split()
        if words and words[-1].lower().strip(".!") in PAY_WORDS and "," in rest:
            before, _comma, means = " ".join(words[:-1]).rpartition(",")
            if self._pays(means):
                return before, self.read(means)
        for i, word in enumerate(words):
            if word.lower().strip(":,") in PAY_WORDS:
                return " ".join(words[:i]).rstrip(" ,"), self.read(" ".join(words[i + 1 :]))
        for i, word in enumerate(words):
            leads = word.lower() in _MAY_PAY if i else word.lower() == "using"
            means = " ".join(words[i + 1 :])
            if leads and self._pays(means):
                return " ".join(words[:i]).rstrip(" ,"), self.read(means)
        return rest, None

    def _pays(self, text: str) -> bool:
        """Return whether a text is nothing but planets and trade goods."""
        parts = [_LEADING.sub("", part.strip()) for part in _PARTED.split(text)]
        return bool(parts) and all(
            _is_name(part, self._planets) or _is_goods(part, self._goods) for part in parts
        )


def _is_goods(text: str, goods: Names) -> bool:
    """Return whether a text is a number of trade goods."""
    number, _space, what = text.partition(" ")
    return number.isdigit() and _is_name(what, goods)


def _is_name(text: str, names: Names) -> bool:
    words = text.split()
    return bool(words) and names.span_at(words, 0) == len(words)


def without_price(lines: str) -> str:
    """Return order lines without what they pay: it is paid as it is cheapest then."""
    return _PRICE.sub("", lines)
