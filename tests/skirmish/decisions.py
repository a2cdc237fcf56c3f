"""Skirmish: every question it can ask."""

from collections.abc import Sequence
from random import Random

from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reaction, Reading
from rules.lexicon import (
    BadCount,
    Names,
    OrderLine,
    Slots,
    read_counted,
    read_slots,
    write_counted,
)
from tests.skirmish.state import BOX, COST, HAND_LIMIT, View

UNITS = Names(
    {
        "fighter": ("fighter", "myśliwiec", "vadász"),
        "cruiser": ("cruiser", "krążownik", "cirkáló"),
    },
    kind="unit",
)
CARDS = Names({c: (c,) for c in ("dodge", "boost", "counter", "spy", "bribe")}, kind="card")


def seats(v: View) -> Names:
    return Names({str(i): (name,) for i, name in enumerate(v.names)}, kind="player")


def number(rest: str) -> int:
    try:
        return int(rest.split()[0])
    except (IndexError, ValueError):
        raise BadCount(f"{rest!r} is not a number; write one, such as 2.") from None


class Turn(Fixed):
    do: str
    units: dict[str, int] = {}
    target: int = -1


class KeepObjective(Choice[str]):
    """SKR 1.3"""

    Answer = str
    verbs = ("keep",)
    rule = "SKR 1.3"

    def options(self, v: View) -> list[Option[str]]:
        return [Option(f"Keep {o}", o, f"KEEP {o}") for o in v.mine.offered]

    def prompt(self, v: View) -> str:
        return "Choose your secret objective."


class Bid(Decision[int]):
    """SKR 2.1"""

    Answer = int
    verbs = ("bid",)
    rule = "SKR 2.1"

    def _gold(self, v: View) -> int:
        gold: int = v.table.sides[self.seat].gold
        return gold

    def problems(self, v: View, answer: int) -> list[Problem]:
        if 0 <= answer <= self._gold(v):
            return []
        words = f"You have {self._gold(v)} gold; bid from 0 to that."
        return [Problem("cannot-pay", words, "SKR 2.2")]

    def default(self, v: View) -> int:
        return 0

    def sample(self, v: View, rng: Random) -> int:
        return rng.randint(0, min(3, self._gold(v)))

    def prompt(self, v: View) -> str:
        return f"Bid gold for the right to act first (you have {self._gold(v)})."

    def template(self, v: View) -> Sequence[str]:
        return ["BID 0"]

    def write(self, v: View, answer: int) -> str:
        return f"BID {answer}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        return Reading(number(lines[-1].rest), (len(lines) - 1,))

    def forced(self, public: View) -> int | None:
        return 0 if self._gold(public) == 0 else None


class TakeTurn(Decision[Turn]):
    """SKR 3.1"""

    Answer = Turn
    verbs = ("raise", "raid", "spy", "pass")
    root = True
    rule = "SKR 3.1"

    def problems(self, v: View, answer: Turn) -> list[Problem]:
        side = v.table.sides[self.seat]
        if answer.do == "pass":
            return []
        if answer.do not in self.verbs:
            return [Problem("unknown-action", "A turn is raise, raid, spy or pass.", "SKR 3.1")]
        if side.tokens < 1:
            return [Problem("no-token", "You have no command token left; pass.", "SKR 3.3")]
        if answer.do == "raise":
            return self._raise_problems(v, answer.units)
        if not 0 <= answer.target < len(v.names) or answer.target == self.seat:
            return [Problem("no-target", "Name another player.", "SKR 4.1")]
        if answer.do == "spy":
            if "spy" in v.mine.cards:
                return []
            return [Problem("not-your-card", "You hold no spy card.", "SKR 3.6")]
        return self._raid_problems(v, answer)

    def _raise_problems(self, v: View, units: dict[str, int]) -> list[Problem]:
        side = v.table.sides[self.seat]
        if not units or any(n < 1 or u not in BOX for u, n in units.items()):
            return [Problem("nothing-raised", "Say what to raise.", "SKR 3.5")]
        problems = []
        if sum(COST[u] * n for u, n in units.items()) > side.gold:
            words = f"You have {side.gold} gold; fighters cost 1, cruisers 3."
            problems.append(Problem("cannot-pay", words, "SKR 3.5"))
        for unit, n in units.items():
            if side.units[unit] + n > BOX[unit]:
                words = f"Your pool has only {BOX[unit] - side.units[unit]} {unit} left."
                problems.append(Problem("pool-empty", words, "SKR 1.4"))
        return problems

    def _raid_problems(self, v: View, answer: Turn) -> list[Problem]:
        mine = v.table.sides[self.seat].units
        if not answer.units or any(n < 1 for n in answer.units.values()):
            return [Problem("nobody-sent", "Say which units raid.", "SKR 4.1")]
        if any(n > mine.get(u, 0) for u, n in answer.units.items()):
            words = f"You have {write_counted(mine, UNITS)}."
            return [Problem("not-enough-units", words, "SKR 4.1")]
        return []

    def default(self, v: View) -> Turn:
        return Turn("pass")

    def sample(self, v: View, rng: Random) -> Turn:
        side = v.table.sides[self.seat]
        others = [s for s in range(len(v.names)) if s != self.seat]
        ideas = [Turn("pass")]
        if others:
            ideas.append(Turn("spy", {}, rng.choice(others)))
        for unit in sorted(BOX):
            ideas.append(Turn("raise", {unit: rng.randint(1, 2)}))
        force = {u: rng.randint(1, n) for u, n in sorted(side.units.items()) if n}
        if others:
            ideas += [Turn("raid", force, rng.choice(others))] * 2
        return rng.choice([i for i in ideas if not self.problems(v, i)])

    def prompt(self, v: View) -> str:
        side = v.table.sides[self.seat]
        return f"Take a turn: {side.tokens} command token(s), {side.gold} gold."

    def template(self, v: View) -> Sequence[str]:
        if len(v.names) == 1:
            return ["RAISE 1 fighter", "PASS"]
        other = v.names[(self.seat + 1) % len(v.names)]
        lines = ["RAISE 1 fighter", f"RAID {other} WITH 1 fighter", "PASS"]
        return [f"SPY {other}", *lines] if "spy" in v.mine.cards else lines

    def write(self, v: View, answer: Turn) -> str:
        force = write_counted(answer.units, UNITS)
        return {
            "pass": "PASS",
            "raise": f"RAISE {force}",
            "spy": f"SPY {v.names[answer.target]}",
            "raid": f"RAID {v.names[answer.target]} WITH {force}",
        }[answer.do]

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Turn]:
        line = lines[0]
        if line.verb == "raise":
            units = read_counted(line.rest, UNITS)
            return Reading(Turn("raise", units.counts), (0,), units.read_as)
        if line.verb == "pass":
            return Reading(Turn("pass"), (0,))
        wants = Slots(("", "with"), example="RAID Blue WITH 1 fighter")
        parts = read_slots(line.rest, wants if line.verb == "raid" else Slots(("",)))
        target = seats(v).find(parts[""])
        notes = (target.read_as,) if target.read_as else ()
        if line.verb == "spy":
            return Reading(Turn("spy", {}, int(target.id)), (0,), notes)
        units = read_counted(parts["with"], UNITS)
        turn = Turn("raid", units.counts, int(target.id))
        return Reading(turn, (0,), notes + units.read_as)

    def forced(self, public: View) -> Turn | None:
        return Turn("pass") if public.table.sides[self.seat].tokens < 1 else None


class AssignHits(Decision[dict[str, int]]):
    """SKR 4.4; an order of loss is doctrine: it stays in force for the whole raid."""

    hits: int

    Answer = dict[str, int]
    verbs = ("hits",)
    keeps = True
    rule = "SKR 4.4"

    def _force(self, v: View) -> dict[str, int]:
        battle = v.table.battle
        if battle is not None and self.seat == battle.attacker:
            force: dict[str, int] = battle.raiders
            return force
        units: dict[str, int] = v.table.sides[self.seat].units
        return units

    def _due(self, v: View) -> int:
        return min(self.hits, sum(self._force(v).values()))

    def _lose(self, v: View, order: Sequence[str]) -> dict[str, int]:
        left, lost = self._due(v), {}
        for unit in order:
            n = min(left, self._force(v).get(unit, 0))
            if n:
                lost[unit] = n
                left -= n
        return lost

    def problems(self, v: View, answer: dict[str, int]) -> list[Problem]:
        force = self._force(v)
        if any(n < 0 or n > force.get(u, 0) for u, n in answer.items()):
            words = f"You have {write_counted(force, UNITS)} there."
            return [Problem("not-enough-units", words, "SKR 4.4")]
        if sum(answer.values()) != self._due(v):
            return [Problem("wrong-number", f"Remove {self._due(v)} unit(s).", "SKR 4.4")]
        return []

    def default(self, v: View) -> dict[str, int]:
        return self._lose(v, ("fighter", "cruiser"))

    def sample(self, v: View, rng: Random) -> dict[str, int]:
        return self._lose(v, rng.choice([("fighter", "cruiser"), ("cruiser", "fighter")]))

    def prompt(self, v: View) -> str:
        return f"You took {self.hits} hit(s): say which units are lost first."

    def template(self, v: View) -> Sequence[str]:
        return ["HITS fighter, cruiser"]

    def write(self, v: View, answer: dict[str, int]) -> str:
        first = "cruiser, fighter" if answer.get("cruiser") else "fighter, cruiser"
        return f"HITS {first}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[dict[str, int]]:
        order = read_counted(lines[-1].rest, UNITS)
        return Reading(self._lose(v, list(order.counts)), (len(lines) - 1,), order.read_as)


class PressOn(Choice[bool]):
    """SKR 4.5"""

    Answer = bool
    verbs = ("press", "retreat")
    rule = "SKR 4.5"

    def options(self, v: View) -> list[Option[bool]]:
        return [
            Option("Retreat", False, "RETREAT"),
            Option("Press on for a second round", True, "PRESS ON"),
        ]

    def prompt(self, v: View) -> str:
        return "Press on, or retreat with what is left?"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[bool]:
        last = len(lines) - 1
        return Reading(lines[last].verb == "press", (last,))


class React(Reaction[str]):
    """SKR 4.3 after a roll, SKR 6.3 after a card; the answer is a card, or "" to decline."""

    Answer = str
    verbs = ("play", "pass")
    clock = "window"

    def declines(self, answer: str) -> bool:
        return answer == ""

    def _fits(self, v: View) -> list[str]:
        return ["counter"] if self.window == "played" else ["dodge", "boost"]

    def problems(self, v: View, answer: str) -> list[Problem]:
        if not answer:
            return []
        if answer not in self._fits(v):
            words = f"{answer} cannot be played now; {' or '.join(self._fits(v))} can."
            return [Problem("wrong-timing", words, "SKR 4.3")]
        if answer not in v.mine.cards:
            return [Problem("not-your-card", f"You do not hold {answer}.", "SKR 4.3")]
        battle = v.table.battle
        if answer == "dodge" and battle is not None and not battle.hits[self.seat]:
            return [Problem("nothing-to-dodge", "There is no hit on you to dodge.", "SKR 4.3")]
        return []

    def default(self, v: View) -> str:
        return ""

    def sample(self, v: View, rng: Random) -> str:
        legal = [c for c in self._fits(v) if not self.problems(v, c)]
        return rng.choice(["", *legal])

    def options(self, v: View) -> list[Option[str]]:
        legal = [c for c in self._fits(v) if not self.problems(v, c)]
        return [
            Option("Play nothing", "", "PASS"),
            *(Option(f"Play {c}", c, f"PLAY {c}") for c in legal),
        ]

    def write(self, v: View, answer: str) -> str:
        return f"PLAY {answer}" if answer else "PASS"

    def prompt(self, v: View) -> str:
        what = "A card was played" if self.window == "played" else "The dice have fallen"
        return f"{what}: play a card?"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        line = lines[-1]
        if line.verb == "pass":
            return Reading("", (len(lines) - 1,))
        found = CARDS.find(line.rest.split(" ")[0])
        notes = (found.read_as,) if found.read_as else ()
        return Reading(found.id, (len(lines) - 1,), notes)

    def can(self, v: View) -> bool:
        return any(not self.problems(v, c) for c in self._fits(v))


class BuyPoints(Decision[int]):
    """SKR 5.2"""

    Answer = int
    verbs = ("buy",)
    rule = "SKR 5.2"

    def problems(self, v: View, answer: int) -> list[Problem]:
        gold = v.table.sides[self.seat].gold
        if 0 <= answer * 3 <= gold and answer >= 0:
            return []
        words = f"Points cost 3 gold each and you have {gold}."
        return [Problem("cannot-pay", words, "SKR 5.2")]

    def default(self, v: View) -> int:
        return 0

    def sample(self, v: View, rng: Random) -> int:
        return rng.randint(0, min(1, v.table.sides[self.seat].gold // 3))

    def prompt(self, v: View) -> str:
        return "Buy points at 3 gold each?"

    def template(self, v: View) -> Sequence[str]:
        return ["BUY 0"]

    def write(self, v: View, answer: int) -> str:
        return f"BUY {answer}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[int]:
        return Reading(number(lines[-1].rest), (len(lines) - 1,))


class Scrap(Choice[int]):
    """SKR 5.3"""

    Answer = int
    verbs = ("scrap",)
    rule = "SKR 5.3"

    def options(self, v: View) -> list[Option[int]]:
        fighters = v.table.sides[self.seat].units["fighter"]
        return [Option(f"Scrap {n} fighter(s)", n, f"SCRAP {n}") for n in range(fighters + 1)]

    def prompt(self, v: View) -> str:
        return "Scrap fighters for 1 gold each?"


class Discard(Decision[list[str]]):
    """SKR 5.5: owed, and asked at the latest before the next bidding ends."""

    Answer = list[str]
    verbs = ("discard",)
    rule = "SKR 5.5"

    def _due(self, v: View) -> int:
        return max(0, len(v.mine.cards) - HAND_LIMIT)

    def problems(self, v: View, answer: list[str]) -> list[Problem]:
        left = list(v.mine.cards)
        for card in answer:
            if card not in left:
                return [Problem("not-your-card", f"You do not hold {card}.", "SKR 5.5")]
            left.remove(card)
        if len(answer) != self._due(v):
            return [Problem("wrong-number", f"Discard {self._due(v)} card(s).", "SKR 5.5")]
        return []

    def default(self, v: View) -> list[str]:
        return sorted(v.mine.cards)[: self._due(v)]

    def sample(self, v: View, rng: Random) -> list[str]:
        return rng.sample(v.mine.cards, self._due(v))

    def prompt(self, v: View) -> str:
        return f"You hold more than {HAND_LIMIT} cards: discard {self._due(v)}."

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def write(self, v: View, answer: list[str]) -> str:
        return f"DISCARD {', '.join(answer) or 'nothing'}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[list[str]]:
        return Reading(read_cards(lines[-1].rest), (len(lines) - 1,))


def read_cards(text: str) -> list[str]:
    if text.strip().lower() in ("", "nothing"):
        return []
    counts = read_counted(text, CARDS).counts
    return [card for card, n in counts.items() for _ in range(n)]


DECISIONS = (
    KeepObjective, Bid, TakeTurn, AssignHits, PressOn, React, BuyPoints, Scrap, Discard,
)  # fmt: skip
