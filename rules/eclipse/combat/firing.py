"""Rolling, aiming and damage (ECL 9.4 to 9.6)."""

import re
from collections.abc import Iterator, Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.combat.sides import (
    COLOURS,
    NPC,
    Die,
    Target,
    armour,
    assign,
    damage_done,
    enemy_of,
    hits,
    least_to_hit,
    ships_there,
    side_stats,
    targets,
    who,
)
from rules.eclipse.facts import BY_SIZE
from rules.eclipse.galaxy import take_ships
from rules.eclipse.names import TARGET_NAMES
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Sector, Table, View, battle_of
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import BadCount, OrderLine

ORDER_WORDS = re.compile(
    r"\b(?:the|first|then|before|always|najpierw|potem|előbb|utána)\b|>", re.IGNORECASE
)
WHAT_DICE_NEEDED = 3
"""From this version on, rolls tell what each die needed, so that a report can weigh the luck."""
_LARGEST = re.compile(r"\b(?:largest|biggest|największ\w*|legnagyobb\w*)", re.IGNORECASE)
_SMALLEST = re.compile(r"\b(?:smallest|weakest|najmniejsz\w*|legkisebb\w*)", re.IGNORECASE)


_DICE_AT = re.compile(
    r"(?P<n>\d|all|everything|both|one|two|three|four|last|wszystk\w+|oba|obie|jedn\w+|dwie|trzy|"
    r"mind\w*|az összes|egy\w*|két\w*|kettő\w*|három\w*)\s+"
    r"(?:(?:of\s+)?(?:the\s+|my\s+)?(?:dice|die|one|shots?|hits?|kostk\w+|kości|strzał\w*|kocká\w*|lövés\w*)\s+)?"
    r"(?:(?:at|on|onto|to|into|for|w|we|na|do)\s+)?(?P<at>\S.*)",
    re.IGNORECASE,
)
"""Dice and what they are aimed at: "2 at cruiser 1". What has no number is one die."""


class AimDice(Decision[tuple[int, ...]]):
    """Which target every die is aimed at, by its place among the enemy's ships (ECL 9.4.2,
    21.4.2)."""

    sector: str
    ship: str
    dice: tuple[Die, ...]

    Answer = tuple[int, ...]
    verbs = ("target", "aim")
    keeps = True
    ahead = True
    once = ("aim",)
    rule = "ECL 9.4.2"

    def _targets(self, v: View) -> list[Target]:
        return targets(v.table.hexes[self.sector], enemy_of(v.table, self.seat))

    def _by_priority(self, v: View, priority: Sequence[str]) -> tuple[int, ...]:
        table = v.table
        ships = self._targets(v)
        armours = armour(table, enemy_of(table, self.seat), {s.ship for s in ships})
        computer = side_stats(table, str(self.seat), self.ship).computer
        return tuple(assign(self.dice, computer, ships, armours, priority))

    def problems(self, v: View, answer: tuple[int, ...]) -> list[Problem]:
        if len(answer) != len(self.dice):
            return no("wrong-number", _("Aim {n} dice.", n=len(self.dice)), "9.4.2")
        if any(not 0 <= i < len(self._targets(v)) for i in answer):
            words = _("There is no such enemy ship in this battle.")
            return no("no-such-target", words, "9.4.2")
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
        """Return the labels as this seat's player reads them."""
        parted = (label.split(" ") for label in self._labels(v))
        return [f"{nouns.noun(ship)} {number}" for ship, number in parted]

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
            where=nouns.called(self.sector),
            ship=nouns.noun(self.ship),
            dice=", ".join(dice),
            ships=", ".join(ships),
        )

    def template(self, v: View) -> Sequence[str]:
        kinds = dict.fromkeys(t.ship for t in self._targets(v))
        return [f"TARGET {', '.join(kinds)}", self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        options = tuple(zip(self._labels(v), self._shown(v), strict=True))
        usual = self.default(v)
        fields = tuple(
            Pick(
                "aim",
                _("{value} ({damage} damage)", value=value, damage=damage),
                options,
                options[usual[i]][0],
                i,
            )
            for i, (damage, value) in enumerate(self.dice)
        )
        return [Form("aim", _("Aim"), ("AIM {aim}",), (Group("", fields),))] if fields else []

    def write(self, v: View, answer: tuple[int, ...]) -> str:
        labels = self._labels(v)
        return f"AIM {', '.join(labels[i] for i in answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[int, ...]]:
        """Read the targets: AIM is for this roll, TARGET for all that no AIM is left for."""
        for i, line in enumerate(lines):
            if line.verb == "aim":
                return Reading(self._aimed(v, line.rest), (i,))
        return Reading(self._by_priority(v, _priority(lines[0].rest)), (0,))

    def _aimed(self, v: View, text: str) -> tuple[int, ...]:
        labels = self._labels(v)
        aimed = []
        for dice, piece in self._dice_by_piece(text):
            ship, number = reading.numbered(piece, TARGET_NAMES)[:2]
            label = f"{ship} {number or 1}"
            if label not in labels:
                raise BadCount(
                    _(
                        "There is no {ship} here; there are {ships}.",
                        ship=f"{nouns.noun(ship)} {number or 1}",
                        ships=", ".join(self._shown(v)),
                    )
                )
            aimed += [labels.index(label)] * dice
        return tuple(aimed)

    def _dice_by_piece(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield how many dice are aimed at what each piece of a list names: "2 at the dreadnought",
        "all on cruiser 1", or one."""
        left = len(self.dice)
        for piece in reading.pieces(text):
            found = _DICE_AT.fullmatch(piece)
            if found is None:
                dice, at = 1, piece
            else:
                number = reading.how_many(found["n"])
                dice, at = left if number is None else number, found["at"]
            left -= dice
            yield dice, reading.plainly(at)


def _priority(text: str) -> Sequence[str]:
    """Return the types in the order they are to be hit."""
    said = ORDER_WORDS.sub(" ", text)
    if _LARGEST.search(text):
        return BY_SIZE
    if _SMALLEST.search(text):
        return BY_SIZE[::-1]
    return reading.named_in(said, TARGET_NAMES)


def fire(t: Table, number: str, side: str, ship: str, missiles: bool = False) -> Play[None]:
    """Roll for all ships of a type together; the shooter aims, then damage is done (ECL 9.4)."""
    count = ships_there(t.table.hexes[number], side).get(ship, 0)
    total = side_stats(t.table, side, ship)
    weapons = total.missiles if missiles else total.cannons
    if not count or not weapons:
        return
    dice: list[Die] = []
    for damage, each in weapons:
        label = f"{who(t, side)}/{ship}/{COLOURS[damage]}"
        dice += [(damage, value) for value in t.roll(label, each * count, 6)]
    fray = battle_of(t.table)
    enemy = fray.attacker if side == fray.defender else fray.defender
    ships = targets(t.table.hexes[number], enemy)
    armours = armour(t.table, enemy, {s.ship for s in ships})
    shields = {a.shield for a in armours.values()}
    able = [d for d in dice if any(hits(d[1], total.computer, s) for s in shields)]
    if side != NPC and has_choice(able, ships):
        aimed = list((yield from t.ask(AimDice(int(side), number, ship, tuple(able)))))
    else:
        aimed = assign(able, total.computer, ships, armours)
    landed = sum(
        hits(value, total.computer, armours[ships[i].ship].shield)
        for (_, value), i in zip(able, aimed, strict=True)
    )
    after = damage_done(able, aimed, total.computer, ships, armours)
    lost = take_damage(t, number, enemy, ships, after, side)
    cite = "ECL 9.6.1" if missiles else "ECL 9.4.1"
    shot = [list(d) for d in dice]
    needed = least_to_hit(total.computer, min(shields)) if t.rules >= WHAT_DICE_NEEDED else 0
    t.tell(ev.Fired(side, ship, missiles, shot, landed, lost, needed), cite=cite)


def has_choice(able: list[Die], ships: list[Target]) -> bool:
    """Return whether aiming could matter at all, as everybody can see."""
    if not able or len(ships) < 2:
        return False
    return len(able) > 1 or len(set(ships)) > 1


def take_damage(
    t: Table, number: str, side: str, ships: list[Target], after: list[int], by: str
) -> dict[str, int]:
    """Destroy ships whose damage exceeds their hull; the rest keep it (ECL 9.5)."""
    sector = t.table.hexes[number]
    lost: dict[str, int] = {}
    hurt: dict[str, list[int]] = {}
    for target, damage in zip(ships, after, strict=True):
        if damage > side_stats(t.table, side, target.ship).hull:
            lost[target.ship] = lost.get(target.ship, 0) + 1
        elif damage:
            hurt.setdefault(target.ship, []).append(damage)
    for ship in {s.ship for s in ships}:
        set_damage(sector, side, ship, hurt.get(ship, []))
    for ship, n in lost.items():
        remove_ships(t, number, side, ship, n, by)
    return lost


def set_damage(sector: Sector, side: str, ship: str, damage: list[int]) -> None:
    kept = sector.damage or {}
    if damage:
        kept.setdefault(side, {})[ship] = sorted(damage, reverse=True)
    elif side in kept:
        kept[side].pop(ship, None)
        if not kept[side]:
            del kept[side]
    sector.damage = kept or None


def remove_ships(t: Table, number: str, side: str, ship: str, count: int, by: str) -> None:
    """Put destroyed ships back to stock, and count them for the destroyer (ECL 9.5.5)."""
    sector = t.table.hexes[number]
    if side == NPC:
        if ship == "gcds":
            sector.gcds = False
        else:
            sector.ancients -= count
    else:
        take_ships(sector, int(side), ship, count)
    kills = battle_of(t.table).kills.setdefault(by, {})
    kills[ship] = kills.get(ship, 0) + count
