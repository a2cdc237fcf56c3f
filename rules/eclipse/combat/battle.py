"""Battles (ECL 9.1 to 9.3, 9.7): who meets whom, in which order, round by round."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.combat.firing import ORDER_WORDS, fire
from rules.eclipse.combat.reputation import reputation
from rules.eclipse.combat.retreat import (
    Activate,
    declare_retreat,
    is_stalemate,
    may_retreat,
    retreat,
    stalemate,
)
from rules.eclipse.combat.sides import NPC, both_stand, firing_order, ships_there, tied_types, who
from rules.eclipse.facts import SHIPS
from rules.eclipse.galaxy import entry_order, ignores_ancients
from rules.eclipse.names import SHIP_NAMES
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Battle, Table, View, battle_of
from rules.kernel.decisions import Decision, Option, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine


class FireOrder(Decision[tuple[str, ...]]):
    """In which order own types with equal initiative fire (ECL 9.3.4)."""

    sector: str

    Answer = tuple[str, ...]
    verbs = ("sequence",)
    keeps = True
    ahead = True
    rule = "ECL 9.3.4"

    def _types(self, v: View) -> list[str]:
        there = ships_there(v.table.hexes[self.sector], str(self.seat))
        return [ship for ship in SHIPS if ship in there]

    def problems(self, v: View, answer: tuple[str, ...]) -> list[Problem]:
        if sorted(answer) == sorted(self._types(v)):
            return []
        named = ", ".join(map(nouns.noun, self._types(v)))
        words = _("Name each of your types once: {named}.", named=named)
        return no("not-all-types", words, "9.3.4")

    def default(self, v: View) -> tuple[str, ...]:
        return tuple(self._types(v))

    def sample(self, v: View, rng: Random) -> tuple[str, ...]:
        return tuple(rng.sample(self._types(v), len(self._types(v))))

    def options(self, v: View) -> list[Option[tuple[str, ...]]]:
        return [
            Option(", ".join(map(nouns.noun, order)), order, f"SEQUENCE {', '.join(order)}")
            for order in permutations(self._types(v))
        ]

    def prompt(self, v: View) -> str:
        return _(
            "Battle in {where}: in which order do your equal types act?",
            where=nouns.called(self.sector),
        )

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[str, ...]]:
        told = ORDER_WORDS.sub(" ", lines[0].rest)
        named = [s for s in reading.named_in(told, SHIP_NAMES) if s in self._types(v)]
        rest = [s for s in self._types(v) if s not in named]
        return Reading((*named, *rest), (0,))


def battle(t: Table, number: str) -> Play[None]:
    """Fight the battle of a sector: players in pairs, the last to enter first; then Ancients or the
    GCDS (ECL 20.7.8)."""
    sector = t.table.hexes[number]
    entered = list(entry_order(sector))
    t.table.battle = Battle(number)
    line = sorted(entered, key=lambda s: s != sector.owner)
    while len(line) > 1:
        yield from fight(t, number, str(line[-2]), str(line[-1]))
        line = [s for s in line if str(s) in t.table.hexes[number].ships]
    if line and npcs_fight(t, number, line[0]):
        yield from fight(t, number, NPC, str(line[0]))
    yield from reputation(t, number, entered)
    t.table.battle = None


def npcs_fight(t: Table, number: str, seat: int) -> bool:
    """Return whether Ancients or the GCDS fight the player who is left (ECL 9.1.2, 9.1.4)."""
    sector = t.table.hexes[number]
    return sector.gcds or (sector.ancients > 0 and not ignores_ancients(t.table, seat))


def fight(t: Table, number: str, defender: str, attacker: str) -> Play[None]:
    """Fire missiles once, then fight rounds until one side is gone (ECL 9.6, 9.7, 20.7.9)."""
    f = t.sub(f"{who(t, attacker)}-against-{who(t, defender)}")
    sector = f.table.hexes[number]
    fray = battle_of(f.table)
    fray.defender, fray.attacker, fray.round, fray.fleeing = defender, attacker, 0, {}
    for side in (defender, attacker):
        if side != NPC and int(side) not in fray.fought:
            fray.fought.append(int(side))
    forces = (dict(ships_there(sector, s)) for s in (defender, attacker))
    f.tell(ev.BattleJoined(number, defender, attacker, *forces), cite="ECL 9.2.1")
    wishes = yield from fire_orders(f, number, defender, attacker)
    order = firing_order(f.table, f.table.hexes[number], defender, attacker, wishes)
    m = f.sub("missiles")
    for side, ship in order:
        if both_stand(m, number, defender, attacker):
            yield from fire(m, number, side, ship, missiles=True)
    while both_stand(f, number, defender, attacker):
        battle_of(f.table).round += 1
        if f.table.house.fire_order == "round" and battle_of(f.table).round > 1:
            wishes = yield from fire_orders(f, number, defender, attacker)
            order = firing_order(f.table, f.table.hexes[number], defender, attacker, wishes)
        yield from fight_round(f.sub("round"), number, order)
        if is_stalemate(f, number, defender, attacker):
            yield from stalemate(f, number, attacker)
            break
    left = [s for s in (defender, attacker) if ships_there(f.table.hexes[number], s)]
    f.tell(ev.BattleWon(number, left[0] if left else ""), cite="ECL 9.7.3")


def fire_orders(
    f: Table, number: str, defender: str, attacker: str
) -> Play[dict[str, tuple[str, ...]]]:
    """Ask for the order of own types only where they are tied; once a battle, or by table option
    once a round (ECL 9.3.4)."""
    sector = f.table.hexes[number]
    tied = [s for s in (defender, attacker) if tied_types(f.table, sector, s)]
    answers = yield from f.ask_all([FireOrder(int(s), number) for s in tied], name="sequence")
    return dict(zip(tied, answers, strict=True))


def fight_round(r: Table, number: str, order: list[tuple[str, str]]) -> Play[None]:
    """Let every type in turn leave, turn to flee, or attack (ECL 9.7.2)."""
    for side, ship in order:
        fray = battle_of(r.table)
        if not ships_there(r.table.hexes[number], side).get(ship):
            continue
        fleeing = fray.fleeing.get(side, {}).get(ship)
        if fleeing and fleeing[0] < fray.round:
            retreat(r, number, int(side), ship, str(fleeing[1]))
        elif fleeing or not both_stand(r, number, fray.defender, fray.attacker):
            continue
        elif may_retreat(r, number, side, ship):
            to = yield from r.ask(Activate(int(side), number, ship))
            if to:
                declare_retreat(r, int(side), ship, to)
            else:
                yield from fire(r, number, side, ship)
        else:
            yield from fire(r, number, side, ship)
