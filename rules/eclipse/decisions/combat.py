"""The questions of the combat phase (ECL 9)."""

import re
from collections.abc import Sequence
from itertools import permutations
from random import Random

from rules.eclipse import words
from rules.eclipse.civilization import ORBITAL, room_for_reputation, square_kind, track_fits
from rules.eclipse.combat import Die, Target, armour, assign, ships_there, side_stats, targets
from rules.eclipse.decisions.exploration import disc_pays
from rules.eclipse.facts import BY_SIZE, RESOURCES, SHIPS
from rules.eclipse.galaxy import bars_disc, retreats
from rules.eclipse.speech import N_, _
from rules.eclipse.state import NOBODY, Public
from rules.eclipse.turns.base import home_of, me, no
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.views import View
from rules.lexicon import BadCount, MissingPart, OrderLine, Slots, fold, read_slots

_SHIPS = re.compile(r"\b(?:ships?|statki|hajók?|hajót)\b", re.IGNORECASE)
_WITH = re.compile(r"^(?:with|using|z|ze)\s", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(?:the|first|then|before|always|najpierw|potem|előbb|utána)\b|>", re.IGNORECASE
)
_ROUND = re.compile(r"\b(?:rounds?|rund\w*|kör|körök)\b", re.IGNORECASE)
_HIGHEST = re.compile(r"\b(?:highest|best|najwyższ\w*|legmagasabb\w*)", re.IGNORECASE)
_LARGEST = re.compile(r"\b(?:largest|biggest|największ\w*|legnagyobb\w*)", re.IGNORECASE)
_SMALLEST = re.compile(r"\b(?:smallest|weakest|najmniejsz\w*|legkisebb\w*)", re.IGNORECASE)
_RETREAT = Slots((), ("", "to", "after"), "RETREAT cruisers TO 221")
_BOMBS = re.compile(r"\b(?:neutron|bomb)", re.IGNORECASE)
_DICE = re.compile(r"\b(?:dice|cannon|kost|dzial|kocka|agyu)", re.IGNORECASE)


def enemy_of(table: Public, seat: int) -> str:
    """The other side of the battle being fought."""
    battle = table.battle
    assert battle is not None
    return battle.attacker if battle.defender == str(seat) else battle.defender


def _retreat_to(number: str) -> Option[str]:
    text = _("Retreat to {where}", where=words.called(number))
    return Option(text, number, f"RETREAT TO {words.label(number)}")


class FireOrder(Decision[tuple[str, ...]]):
    """ECL 9.3.4: the order of own types with equal initiative."""

    sector: str

    Answer = tuple[str, ...]
    verbs = ("sequence",)
    keeps = True
    rule = "ECL 9.3.4"

    def _types(self, v: View) -> list[str]:
        there = ships_there(v.table.hexes[self.sector], str(self.seat))
        return [ship for ship in SHIPS if ship in there]

    def problems(self, v: View, answer: tuple[str, ...]) -> list[Problem]:
        if sorted(answer) == sorted(self._types(v)):
            return []
        named = ", ".join(map(words.noun, self._types(v)))
        words_ = _("Name each of your types once: {named}.", named=named)
        return no("not-all-types", words_, "9.3.4")

    def default(self, v: View) -> tuple[str, ...]:
        return tuple(self._types(v))

    def sample(self, v: View, rng: Random) -> tuple[str, ...]:
        return tuple(rng.sample(self._types(v), len(self._types(v))))

    def options(self, v: View) -> list[Option[tuple[str, ...]]]:
        return [
            Option(", ".join(map(words.noun, order)), order, f"SEQUENCE {', '.join(order)}")
            for order in permutations(self._types(v))
        ]

    def prompt(self, v: View) -> str:
        return _(
            "Battle in {where}: in which order do your equal types act?",
            where=words.called(self.sector),
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[str, ...]]:
        named = [s for s in words.named_in(lines[0].rest, words.SHIP_NAMES) if s in self._types(v)]
        rest = [s for s in self._types(v) if s not in named]
        return Reading((*named, *rest), (0,))


class Activate(Decision[str]):
    """ECL 9.7.2, 21.4.1: attack (an empty answer) or retreat to a sector."""

    sector: str
    ship: str

    Answer = str
    verbs = ("attack", "retreat")
    keeps = True
    rule = "ECL 9.7.2"

    def problems(self, v: View, answer: str) -> list[Problem]:
        if not answer or answer in retreats(v.table, self.seat, self.sector):
            return []
        words_ = _(
            "{where} is no adjacent sector of yours free of enemies.", where=words.label(answer)
        )
        return no("no-retreat", words_, "9.8.3")

    def default(self, v: View) -> str:
        return ""

    def sample(self, v: View, rng: Random) -> str:
        if rng.random() < 0.8:
            return ""
        return rng.choice(["", *retreats(v.table, self.seat, self.sector)])

    def options(self, v: View) -> list[Option[str]]:
        open_ = retreats(v.table, self.seat, self.sector)
        return [Option(_("Attack"), "", "ATTACK"), *map(_retreat_to, open_)]

    def prompt(self, v: View) -> str:
        battle = v.table.battle
        text = (
            N_("Battle in {where}, round {round}: your {n} {ship}(s) attack or retreat?")
            if battle
            else N_("Battle in {where}: your {n} {ship}(s) attack or retreat?")
        )
        return _(
            text,
            where=words.called(self.sector),
            round=battle.round if battle else 0,
            n=ships_there(v.table.hexes[self.sector], str(self.seat)).get(self.ship, 0),
            ship=words.noun(self.ship),
        )

    def write(self, v: View, answer: str) -> str:
        return f"RETREAT TO {words.label(answer)}" if answer else "ATTACK"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """The first line about this type, or about all."""
        for i, line in enumerate(lines):
            ships, to, after = read_retreat(v, self.seat, line.rest)
            if line.verb == "attack":
                self._own_types(v, ships)
            if (ships and self.ship not in ships) or after >= self._round(v):
                continue
            if line.verb == "attack":
                return Reading("", (i,))
            if to:
                return Reading(to, (i,))
            open_ = retreats(v.table, self.seat, self.sector)
            if not open_:
                raise MissingPart(_("There is nowhere to retreat to."))
            return Reading(open_[0], (i,))
        return Reading()

    def _round(self, v: View) -> int:
        return v.table.battle.round if v.table.battle else 1

    def _own_types(self, v: View, ships: Sequence[str]) -> None:
        """ATTACK names who fires; one that names only the enemy's ships means TARGET."""
        sector = v.table.hexes[self.sector]
        mine = ships_there(sector, str(self.seat))
        theirs = ships_there(sector, enemy_of(v.table, self.seat)) if v.table.battle else {}
        if ships and not set(ships) & set(mine) and set(ships) <= set(theirs):
            example = f"TARGET {', '.join(ships)}"
            raise MissingPart(
                _("Write ATTACK, and whom to hit on a line of its own: {example}", example=example)
            )


def read_retreat(v: View, seat: int, text: str) -> tuple[tuple[str, ...], str, int]:
    """The types a line is about (none: all), where they go ("": it does not say), and the round
    after which."""
    parts = read_slots(text, _RETREAT, words.SECTOR_NAMES) if text else {}
    named, to = words.plainly(parts.get("", "")), parts.get("to", "")
    after = words.number(_ROUND.sub("", parts["after"])) if "after" in parts else 0
    home = home_of(v, seat)
    if not to and fold(named) in words.HOME:
        return (), home, after
    if to:
        to = words.sector(to, home)
    else:
        to, named = words.sector_apart(named)
    if not named or words.is_all(_SHIPS.sub("", named)):
        return (), to, after
    return words.named_in(_WITH.sub("", named), words.TARGET_NAMES), to, after


class AimDice(Decision[tuple[int, ...]]):
    """ECL 9.4.2, 21.4.2: a target for every die, by its place among the enemy's ships."""

    sector: str
    ship: str
    dice: tuple[Die, ...]

    Answer = tuple[int, ...]
    verbs = ("target", "aim")
    keeps = True
    once = ("aim",)
    rule = "ECL 9.4.2"

    def _targets(self, v: View) -> list[Target]:
        return targets(v.table.hexes[self.sector], enemy_of(v.table, self.seat))

    def _by_priority(self, v: View, priority: Sequence[str]) -> tuple[int, ...]:
        table: Public = v.table
        ships = self._targets(v)
        armours = armour(table, enemy_of(table, self.seat), {s.ship for s in ships})
        computer = side_stats(table, str(self.seat), self.ship).computer
        return tuple(assign(self.dice, computer, ships, armours, priority))

    def problems(self, v: View, answer: tuple[int, ...]) -> list[Problem]:
        if len(answer) != len(self.dice):
            return no("wrong-number", _("Aim {n} dice.", n=len(self.dice)), "9.4.2")
        if any(not 0 <= i < len(self._targets(v)) for i in answer):
            words_ = _("There is no such enemy ship in this battle.")
            return no("no-such-target", words_, "9.4.2")
        return []

    def default(self, v: View) -> tuple[int, ...]:
        return self._by_priority(v, BY_SIZE)

    def sample(self, v: View, rng: Random) -> tuple[int, ...]:
        ships = range(len(self._targets(v)))
        return tuple(rng.choice(ships) for _die in self.dice)

    def _labels(self, v: View) -> list[str]:
        seen: dict[str, int] = {}
        labels = []
        for target in self._targets(v):
            seen[target.ship] = seen.get(target.ship, 0) + 1
            labels.append(f"{target.ship} {seen[target.ship]}")
        return labels

    def _shown(self, v: View) -> list[str]:
        """The labels as this seat's player reads them."""
        parted = (label.split(" ") for label in self._labels(v))
        return [f"{words.noun(ship)} {number}" for ship, number in parted]

    def prompt(self, v: View) -> str:
        dice = (
            _("{value} ({damage} damage)", value=value, damage=damage)
            for damage, value in self.dice
        )
        ships = (
            _("{ship} (damage {damage})", ship=label, damage=t.damage) if t.damage else label
            for label, t in zip(self._shown(v), self._targets(v), strict=True)
        )
        return _(
            "Battle in {where}: your {ship}(s) rolled {dice}. Aim at: {ships}.",
            where=words.called(self.sector),
            ship=words.noun(self.ship),
            dice=", ".join(dice),
            ships=", ".join(ships),
        )

    def template(self, v: View) -> Sequence[str]:
        kinds = dict.fromkeys(t.ship for t in self._targets(v))
        return [f"TARGET {', '.join(kinds)}", self.write(v, self.default(v))]

    def write(self, v: View, answer: tuple[int, ...]) -> str:
        labels = self._labels(v)
        return f"AIM {', '.join(labels[i] for i in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, ...]]:
        """AIM is for this roll, TARGET for all that no AIM is left for."""
        for i, line in enumerate(lines):
            if line.verb == "aim":
                return Reading(self._aimed(v, line.rest), (i,))
        return Reading(self._by_priority(v, _priority(lines[0].rest)), (0,))

    def _aimed(self, v: View, text: str) -> tuple[int, ...]:
        labels = self._labels(v)
        aimed = []
        for piece in words.pieces(text):
            ship, number = words.numbered(piece, words.TARGET_NAMES)[:2]
            label = f"{ship} {number or 1}"
            if label not in labels:
                raise BadCount(
                    _(
                        "There is no {ship} here; there are {ships}.",
                        ship=f"{words.noun(ship)} {number or 1}",
                        ships=", ".join(self._shown(v)),
                    )
                )
            aimed.append(labels.index(label))
        return tuple(aimed)


def _priority(text: str) -> Sequence[str]:
    """Types in the order they are to be hit."""
    said = _ORDER.sub(" ", text)
    if _LARGEST.search(text):
        return BY_SIZE
    if _SMALLEST.search(text):
        return BY_SIZE[::-1]
    return words.named_in(said, words.TARGET_NAMES)


class Stalemate(Choice[str]):
    """ECL 9.9.1, 21.4.3: the attacker retreats, or his ships are lost (an empty answer)."""

    sector: str

    Answer = str
    verbs = ("retreat", "stay")
    keeps = True
    rule = "ECL 9.9.1"

    def options(self, v: View) -> list[Option[str]]:
        open_ = retreats(v.table, self.seat, self.sector)
        return [*map(_retreat_to, open_), Option(_("Stay, and lose the ships"), "", "STAY")]

    def prompt(self, v: View) -> str:
        where = words.called(self.sector)
        return _("Stalemate in {where}: retreat, or lose your ships there?", where=where)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """The first line about ships that are there, or about all."""
        there = ships_there(v.table.hexes[self.sector], str(self.seat))
        for i, line in enumerate(lines):
            if line.verb == "stay":
                return Reading("", (i,))
            ships, to, _after = read_retreat(v, self.seat, line.rest)
            if ships and not set(ships) & set(there):
                continue
            return Reading(to or self.default(v), (i,))
        return Reading()


class Kept(Fixed):
    """The value kept (0: none) and the value given up from the track (0: none)."""

    keep: int = 0
    back: int = 0


class KeepReputation(Choice[Kept]):
    """ECL 9.11.4, 9.11.5, 21.4.4"""

    Answer = Kept
    verbs = ("keep",)
    rule = "ECL 9.11.4"

    def options(self, v: View) -> list[Option[Kept]]:
        player = me(v, self.seat)
        drawn = sorted(set(v.mine.drawn), reverse=True) if v.mine else []
        if room_for_reputation(player):
            return [Option(_("Keep the {n}", n=n), Kept(n), f"KEEP {n}") for n in drawn]
        none = Option(_("Keep none of them"), Kept(), "KEEP nothing")
        if not track_fits(player, player.reputation, len(player.ambassadors)) or v.mine is None:
            return [none]
        swaps = [
            Option(
                _("Keep the {n}, return a {back}", n=n, back=b),
                Kept(n, b),
                f"KEEP {n} RETURNING {b}",
            )
            for n in drawn
            for b in sorted(set(v.mine.reputation))
        ]
        better = [o for o in swaps if o.answer.keep > o.answer.back]
        return [*better, none, *(o for o in swaps if o not in better)]

    def prompt(self, v: View) -> str:
        drawn = ", ".join(map(str, v.mine.drawn)) if v.mine else ""
        return _("You drew reputation tiles worth {worth}: keep one.", worth=drawn)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Kept]:
        for i, line in enumerate(lines):
            rest = words.english_keywords(line.rest)
            if not rest or _HIGHEST.search(rest):
                return Reading(self.default(v), (i,))
            if words.means_points(rest):
                continue
            if words.is_nothing(rest):
                return Reading(Kept(), (i,))
            parts = read_slots(rest, Slots(("",), ("returning",), "KEEP 3 RETURNING 1"))
            back = words.number(parts["returning"]) if "returning" in parts else 0
            return Reading(Kept(words.number(parts[""]), back), (i,))
        return Reading()


class Bombard(Choice[str]):
    """ECL 9.12, 21.4.5: attack the population of a sector or not."""

    sector: str

    Answer = str
    verbs = ("bombard", "spare")
    keeps = True
    rule = "ECL 9.12.1"

    def options(self, v: View) -> list[Option[str]]:
        at = words.label(self.sector)
        found = [Option(_("Attack it with all cannons"), "dice", f"BOMBARD {at} WITH dice")]
        if "neutron_bombs" in me(v, self.seat).technologies:
            bombs = Option(
                _("Destroy it with Neutron Bombs"), "bombs", f"BOMBARD {at} WITH neutron bombs"
            )
            found.insert(0, bombs)
        return [*found, Option(_("Spare it"), "no", f"SPARE {at}")]

    def prompt(self, v: View) -> str:
        owner = v.table.hexes[self.sector].owner
        return _(
            "Attack the population of {who} in {where}?",
            who=v.name(owner),
            where=words.called(self.sector),
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """The first line about this sector, or about none in particular."""
        for i, line in enumerate(lines):
            where = re.findall(r"\d+", line.rest)
            if where and self.sector not in [words.sector(n) for n in where]:
                continue
            if line.verb == "spare":
                return Reading("no", (i,))
            if _DICE.search(line.rest):
                return Reading("dice", (i,))
            if _BOMBS.search(line.rest):
                return Reading("bombs", (i,))
            return Reading(self.default(v), (i,))
        return Reading()


class PickCubes(Decision[tuple[int, ...]]):
    """ECL 9.12.3: the squares whose cubes are destroyed (-1: the orbital)."""

    sector: str
    damage: int

    Answer = tuple[int, ...]
    verbs = ("destroy",)
    keeps = True
    rule = "ECL 9.12.3"

    def _filled(self, v: View) -> list[int]:
        sector = v.table.hexes[self.sector]
        squares = list(sector.filled)
        return [*squares, ORBITAL] if sector.orbital == "cube" else squares

    def _by_kind(self, v: View, order: Sequence[str]) -> tuple[int, ...]:
        def rank(square: int) -> int:
            kind = square_kind(self.sector, square).rstrip("*")
            return order.index(kind) if kind in order else len(order)

        return tuple(sorted(self._filled(v), key=rank)[: self.damage])

    def problems(self, v: View, answer: tuple[int, ...]) -> list[Problem]:
        if len(set(answer)) != len(answer) or len(answer) != self.damage:
            return no("wrong-number", _("Destroy {n} cube(s).", n=self.damage), "9.12.3")
        if not set(answer) <= set(self._filled(v)):
            return no("no-cube", _("There is no cube on that square."), "9.12.3")
        return []

    def default(self, v: View) -> tuple[int, ...]:
        return self._by_kind(v, RESOURCES)

    def sample(self, v: View, rng: Random) -> tuple[int, ...]:
        return tuple(rng.sample(self._filled(v), self.damage))

    def _label(self, square: int) -> str:
        return "orbital" if square == ORBITAL else f"square {square + 1}"

    def prompt(self, v: View) -> str:
        return _(
            "Your attack on {where} does {damage} damage: destroy which of {cubes}?",
            where=words.called(self.sector),
            damage=self.damage,
            cubes=", ".join(map(self._cube, self._filled(v))),
        )

    def _cube(self, square: int) -> str:
        kind = words.marked(square_kind(self.sector, square))
        if square == ORBITAL:
            return f"{words.noun('orbital')} ({kind})"
        return _("square {n} ({kind})", n=square + 1, kind=kind)

    def template(self, v: View) -> Sequence[str]:
        return ["DESTROY money, science, materials", self.write(v, self.default(v))]

    def write(self, v: View, answer: tuple[int, ...]) -> str:
        return f"DESTROY {', '.join(self._label(i) for i in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, ...]]:
        pieces = words.pieces(lines[0].rest)
        exact: list[int] = []
        order: list[str] = []
        for piece in pieces:
            if square := re.fullmatch(r"\D*?(\d+)", piece):
                exact.append(int(square[1]) - 1)
            else:
                kind = words.SQUARE_NAMES.find(piece).id.removeprefix("advanced_")
                order.append(kind)
                if kind == "orbital":
                    exact.append(ORBITAL)
        if len(exact) == len(pieces) == self.damage:
            return Reading(tuple(exact), (0,))
        return Reading(self._by_kind(v, order), (0,))


class Claim(Decision[tuple[str, ...]]):
    """ECL 9.13.3, 21.4.7: sectors without a disc where own ships stand."""

    Answer = tuple[str, ...]
    verbs = ("claim",)
    rule = "ECL 9.13.3"

    def problems(self, v: View, answer: tuple[str, ...]) -> list[Problem]:
        open_ = claimable(v.table, self.seat)
        for number in answer:
            if number not in open_:
                words_ = _("You cannot place a disc in {where} now.", where=words.label(number))
                return no("cannot-claim", words_, "9.13.3")
        if len(set(answer)) < len(answer):
            return no("named-twice", _("One disc for each sector."), "1.3.1")
        if len(answer) > me(v, self.seat).discs:
            return no("no-disc", _("You have {n} disc(s).", n=me(v, self.seat).discs), "9.13.3")
        return []

    def default(self, v: View) -> tuple[str, ...]:
        """ECL 27.8 D9, one after the other: each disc costs more than the one before."""
        open_ = claimable(v.table, self.seat)
        return tuple(n for k, n in enumerate(open_, start=1) if disc_pays(v, self.seat, k))

    def sample(self, v: View, rng: Random) -> tuple[str, ...]:
        open_ = claimable(v.table, self.seat)
        n = min(me(v, self.seat).discs, len(open_))
        least = 1 if disc_pays(v, self.seat) else 0
        return tuple(rng.sample(open_, rng.randint(least, max(least, n // 2))))

    def prompt(self, v: View) -> str:
        open_ = ", ".join(words.called(n) for n in claimable(v.table, self.seat))
        return _(
            "Place discs after combat in {where}? ({n} on the track)",
            where=open_,
            n=me(v, self.seat).discs,
        )

    def template(self, v: View) -> Sequence[str]:
        open_ = claimable(v.table, self.seat)
        return [*(f"CLAIM {words.label(n)}" for n in open_), "CLAIM nothing"]

    def write(self, v: View, answer: tuple[str, ...]) -> str:
        return f"CLAIM {words.join(words.label(n) for n in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[str, ...]]:
        if words.is_nothing(lines[0].rest):
            return Reading((), (0,))
        open_ = claimable(v.table, self.seat)
        if words.is_all(lines[0].rest):
            return Reading(tuple(open_[: me(v, self.seat).discs]), (0,))
        return Reading(words.named_in(words.plainly(lines[0].rest), words.SECTOR_NAMES), (0,))


def claimable(table: Public, seat: int) -> list[str]:
    """ECL 9.13.3, 9.13.4: highest number first."""
    player = table.players[seat]
    if player.status != "active" or not player.discs:
        return []
    found = [
        number
        for number, sector in table.hexes.items()
        if sector.owner == NOBODY
        and str(seat) in sector.ships
        and not bars_disc(table, seat, number)
    ]
    return sorted(found, key=int, reverse=True)
