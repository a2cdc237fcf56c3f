"""Attack or retreat, and stalemate (ECL 9.7.2, 9.8, 9.9)."""

import re
from collections.abc import Sequence
from random import Random
from typing import Self

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.combat.firing import remove_ships, set_damage
from rules.eclipse.combat.sides import NPC, both_stand, enemy_of, ships_there, side_stats
from rules.eclipse.galaxy import add_ships, damage_of, retreats, take_ships
from rules.eclipse.names import SECTOR_NAMES, TARGET_NAMES
from rules.eclipse.odds.under_way import in_words
from rules.eclipse.player.civilization import home_of
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import Table, View, battle_of
from rules.kernel.decisions import Choice, Decision, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import MissingPart, OrderLine, Slots, fold, read_slots

FLEES_BY_TYPE = 2
"""The version from which each type chooses in a stalemate where it goes."""
_SHIPS = re.compile(r"\b(?:ships?|statki|hajók?|hajót)\b", re.IGNORECASE)
_WITH = re.compile(r"^(?:with|using|z|ze)\s", re.IGNORECASE)
_ROUND = re.compile(r"\b(?:rounds?|rund\w*|kör|körök)\b", re.IGNORECASE)
_ALWAYS = re.compile(
    r"\b(?:all|everyone|everything|always|every round|each round|after|wszyst\w+|zawsze|po|"
    r"mind\w*|osszes|mindig|utan)\b"
)
_RETREAT = Slots((), ("", "to", "after"), "RETREAT cruisers TO 221")


def _retreat_to(number: str, ship: str = "") -> Option[str]:
    text = _("Retreat to {where}", where=nouns.called(number))
    return Option(text, number, f"RETREAT {ship} TO {nouns.label(number)}".replace("  ", " "))


class Activate(Decision[str]):
    """What a type of ship does: attack (an empty answer), or retreat to a sector (ECL 9.7.2,
    21.4.1)."""

    sector: str
    ship: str

    Answer = str
    verbs = ("attack", "retreat", "stay", "target")
    keeps = True
    ahead = True
    rule = "ECL 9.7.2"

    @classmethod
    def in_general(cls, seat: int) -> Self:
        return cls(seat, sector="", ship="")

    def instead(self, v: View, verb: str) -> str:
        """Say what to write for AIM, which places dice that have been rolled."""
        if verb != "aim":
            return super().instead(v, verb)
        return _("AIM is for dice that have been rolled; before that write TARGET dreadnought, …")

    def problems(self, v: View, answer: str) -> list[Problem]:
        if not answer or answer in retreats(v.table, self.seat, self.sector):
            return []
        words = _(
            "{where} is no adjacent sector of yours free of enemies.", where=nouns.label(answer)
        )
        return no("no-retreat", words, "9.8.3")

    def default(self, v: View) -> str:
        return ""

    def sample(self, v: View, rng: Random) -> str:
        if rng.random() < 0.8:
            return ""
        return rng.choice(["", *retreats(v.table, self.seat, self.sector)])

    def options(self, v: View) -> list[Option[str]]:
        open_ = retreats(v.table, self.seat, self.sector)
        return [
            Option(_("Attack"), "", self.write(v, "")),
            *(_retreat_to(number, self.ship) for number in open_),
        ]

    def prompt(self, v: View) -> str:
        battle = v.table.battle
        text = (
            N_("Battle in {where}, round {round}: your {n} {ship}(s) attack or retreat?")
            if battle
            else N_("Battle in {where}: your {n} {ship}(s) attack or retreat?")
        )
        return _(
            text,
            where=nouns.called(self.sector),
            round=battle.round if battle else 0,
            n=ships_there(v.table.hexes[self.sector], str(self.seat)).get(self.ship, 0),
            ship=nouns.noun(self.ship),
        )

    def write(self, v: View, answer: str) -> str:
        if not answer:
            return "ATTACK"
        return f"RETREAT {self.ship} TO {nouns.label(answer)}"

    def background(self, v: View) -> Sequence[str]:
        return in_words(v, self.seat) if v.table.battle is not None else ()

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read the first line about this type, or about all."""
        for i, line in enumerate(lines):
            if line.verb == "target":
                continue
            ships, to, after = read_retreat(v, self.seat, line.rest)
            if line.verb in ("attack", "stay"):
                self._own_types(v, ships)
            if (ships and self.ship not in ships) or after >= self._round(v):
                continue
            if line.verb in ("attack", "stay"):
                return Reading("", (i,))
            if to:
                return Reading(to, (i,))
            return _somewhere(self, v, i)
        if all(line.verb == "target" and line.when != "standing" for line in lines) and all(
            reading.mentions(line.rest, TARGET_NAMES) for line in lines
        ):
            return Reading("", (0,), reading.notes("ATTACK"))
        return Reading()

    def stays(self, line: OrderLine) -> bool:
        """Return whether a line is written as doctrine: under a condition, for named types, or for
        all. A bare ATTACK or RETREAT answers for the type that was asked about (ECL 25.6.20)."""
        ships = reading.plainly(_SHIPS.sub(" ", line.rest))
        named = reading.mentions(ships, TARGET_NAMES) or bool(_ALWAYS.search(fold(line.rest)))
        return line.verb == "target" or bool(line.guard) or named

    def _round(self, v: View) -> int:
        return v.table.battle.round if v.table.battle else 1

    def _own_types(self, v: View, ships: Sequence[str]) -> None:
        """Return the types that ATTACK names to fire; one that names only the enemy's ships means
        TARGET."""
        sector = v.table.hexes[self.sector]
        mine = ships_there(sector, str(self.seat))
        theirs = ships_there(sector, enemy_of(v.table, self.seat)) if v.table.battle else {}
        if ships and not set(ships) & set(mine) and set(ships) <= set(theirs):
            example = f"TARGET {', '.join(ships)}"
            raise MissingPart(
                _("Write ATTACK, and whom to hit on a line of its own: {example}", example=example)
            )


def read_retreat(v: View, seat: int, text: str) -> tuple[tuple[str, ...], str, int]:
    """Return the types a line is about (none: all), where they go ("": it does not say), and the
    round after which."""
    parts = read_slots(text, _RETREAT, SECTOR_NAMES) if text else {}
    named, to = reading.plainly(parts.get("", "")), parts.get("to", "")
    after = reading.number(_ROUND.sub("", parts["after"])) if "after" in parts else 0
    home = home_of(v, seat)
    if not to and fold(named) in reading.HOME:
        return (), home, after
    if to:
        to = reading.sector(to, home)
    else:
        to, named = reading.sector_apart(named)
    if (
        not named
        or not reading.plainly(_SHIPS.sub("", named))
        or reading.is_all(_SHIPS.sub("", named))
    ):
        return (), to, after
    return reading.named_in(_WITH.sub("", named), TARGET_NAMES), to, after


class Stalemate(Choice[str]):
    """Where the attacker retreats to, or whether ships are lost instead (an empty answer) (ECL
    9.9.1, 21.4.3). `ship`: the type that is asked about; "" for all of them together."""

    sector: str
    ship: str = ""

    Answer = str
    verbs = ("retreat", "stay")
    keeps = True
    ahead = True
    rule = "ECL 9.9.1"

    @classmethod
    def in_general(cls, seat: int) -> Self:
        return cls(seat, sector="")

    def options(self, v: View) -> list[Option[str]]:
        open_ = retreats(v.table, self.seat, self.sector)
        return [
            *(_retreat_to(number, self.ship) for number in open_),
            Option(_("Stay, and lose the ships"), "", "STAY"),
        ]

    def prompt(self, v: View) -> str:
        where = nouns.called(self.sector)
        if self.ship:
            there = ships_there(v.table.hexes[self.sector], str(self.seat)).get(self.ship, 0)
            text = N_("Stalemate in {where}: do your {ships} retreat, or are they lost?")
            return _(text, where=where, ships=nouns.ships(there, self.ship))
        return _("Stalemate in {where}: retreat, or lose your ships there?", where=where)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[str]:
        """Read the first line about ships that are there, or about all."""
        for i, line in enumerate(lines):
            if line.verb == "stay":
                return Reading("", (i,))
            ships, to, _after = read_retreat(v, self.seat, line.rest)
            there = ships_there(v.table.hexes[self.sector], str(self.seat))
            about = {self.ship} if self.ship else set(there)
            if ships and not set(ships) & about:
                continue
            return Reading(to, (i,)) if to else _somewhere(self, v, i)
        return Reading()


def _somewhere(asked: Activate | Stalemate, v: View, position: int) -> Reading[str]:
    """Return the one sector there is to retreat to; raise where there are several, as the player
    must name one."""
    open_ = retreats(v.table, asked.seat, asked.sector)
    if not open_:
        raise MissingPart(_("There is nowhere to retreat to."))
    orders = [_retreat_to(number, asked.ship).order for number in open_]
    if len(orders) > 1:
        raise MissingPart(_("Say where to: {where}", where=" / ".join(orders)))
    return Reading(open_[0], (position,), reading.notes(orders[0]))


def may_retreat(t: Table, number: str, side: str, ship: str) -> bool:
    """Return whether ships of this type have somewhere to retreat to (ECL 9.8.4)."""
    if side == NPC or ship == "starbase":
        return False
    return bool(retreats(t.table, int(side), number))


def declare_retreat(t: Table, seat: int, ship: str, to: str) -> None:
    """Note that a type leaves at its next activation (ECL 9.8.1, 25.6.6)."""
    fray = battle_of(t.table)
    fray.fleeing.setdefault(str(seat), {})[ship] = [fray.round, int(to)]
    t.tell(ev.RetreatDeclared(seat, ship, to), cite="ECL 9.8.1")


def retreat(t: Table, number: str, seat: int, ship: str, to: str) -> None:
    """Move the whole type out, with its damage (ECL 9.8.2)."""
    here, there = t.table.hexes[number], t.table.hexes[to]
    side = str(seat)
    count = here.ships[side][ship]
    hurt = damage_of(here, side).get(ship, [])
    set_damage(here, side, ship, [])
    take_ships(here, seat, ship, count)
    add_ships(there, seat, ship, count)
    if hurt:
        set_damage(there, side, ship, [*damage_of(there, side).get(ship, []), *hurt])
    fray = battle_of(t.table)
    fray.fleeing.get(side, {}).pop(ship, None)
    if seat not in fray.fled:
        fray.fled.append(seat)
    t.tell(ev.Retreated(seat, ship, count, to), cite="ECL 9.8.2")


def is_stalemate(t: Table, number: str, defender: str, attacker: str) -> bool:
    """Return whether nobody who stays has a cannon, and nobody is about to leave (ECL 25.6.19)."""
    if not both_stand(t, number, defender, attacker):
        return False
    fleeing = battle_of(t.table).fleeing
    return not any(
        ship in fleeing.get(side, {}) or side_stats(t.table, side, ship).cannons
        for side in (defender, attacker)
        for ship in ships_there(t.table.hexes[number], side)
    )


def stalemate(t: Table, number: str, attacker: str) -> Play[None]:
    """Let the attacker retreat, type by type (ECL 9.8.3), or lose what is there (ECL 9.9.1; ECL
    25.6.9)."""
    seat = int(attacker)
    by_type = t.rules >= FLEES_BY_TYPE
    to = ""
    if retreats(t.table, seat, number) and not by_type:
        to = yield from t.ask(Stalemate(seat, number))
    lost: dict[str, int] = {}
    for ship, n in list(t.table.hexes[number].ships[attacker].items()):
        if by_type and may_retreat(t, number, attacker, ship):
            to = yield from t.ask(Stalemate(seat, number, ship))
        if to and ship != "starbase":
            retreat(t, number, seat, ship, to)
        else:
            lost[ship] = n
    sector = t.table.hexes[number]
    for ship, n in lost.items():
        set_damage(sector, attacker, ship, [])
        remove_ships(t, number, attacker, ship, n, battle_of(t.table).defender)
    if lost:
        t.tell(ev.StalemateLost(seat, lost), cite="ECL 9.9.1")
