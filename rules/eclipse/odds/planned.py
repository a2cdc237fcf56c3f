"""Eclipse: the chances of a battle in a sector of the real map, from what everybody can see."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from rules.eclipse import nouns, reading
from rules.eclipse.actions.move import move_limit, single_moves
from rules.eclipse.combat.sides import NPC, ships_there, side_stats
from rules.eclipse.facts import BY_SIZE, NPC_STATS, SHIPS
from rules.eclipse.galaxy import damage_of, entry_order, fleet, ignores_ancients
from rules.eclipse.odds.chances import Unit, battle_odds
from rules.eclipse.odds.written import answered, described, read_force
from rules.eclipse.player.blueprints import stats
from rules.eclipse.player.civilization import species
from rules.eclipse.speech import _
from rules.eclipse.state import Public, Sector, View
from rules.lexicon import LexiconError, MissingPart, UnknownName


def names_a_place(text: str) -> bool:
    """Return whether this is a sector, rather than a force."""
    with suppress(LexiconError):
        reading.sector(text)
        return True
    return False


def planned_odds(view: View, place: str, force: str) -> dict[str, Any]:
    """`place`: a sector; `force`: "2 cruiser, 1 interceptor: plasma cannon, hull", or "" for the
    ships there, or for those that one Move action could bring."""
    number = reading.sector(place)
    table = view.table
    if number not in table.hexes:
        raise UnknownName(_("Sector {where} is not on the map.", where=nouns.called(number)))
    if not force.strip() and not _mine(table, view.seat, number):
        others = _line(table, number, ())
        if len(others) > 1:
            return _answer(view, number, others, {s: _units(table, number, s) for s in others})
    if view.seat is None:
        raise MissingPart(_("No battle is due in {where}.", where=nouns.called(number)))
    return _attack(view, view.seat, number, force)


def _attack(view: View, seat: int, number: str, force: str) -> dict[str, Any]:
    """Return the chances of the asking seat's own battle there."""
    table = view.table
    mine = _force(table, seat, number, force)
    side = str(seat)
    line = _line(table, number, (seat,))
    if line == [side]:
        where = nouns.called(number)
        raise MissingPart(_("Nobody is in {where} to fight you.", where=where))
    units = {s: mine if s == side else _units(table, number, s) for s in line}
    return _answer(view, number, line, units)


def _answer(
    view: View, number: str, line: Sequence[str], units: Mapping[str, list[Unit]]
) -> dict[str, Any]:
    """Return the first battle that is fought, and name who meets its winner (ECL 9.1.4 to
    9.1.6)."""
    sector = view.table.hexes[number]
    names = {side: _name(view, sector, side) for side in line}
    defender, attacker = line[-2:]
    chances = battle_odds(units[attacker], units[defender])
    lines = [
        _(
            "{where}: {attacker} attacks {defender}.",
            where=nouns.called(number),
            attacker=names[attacker],
            defender=names[defender],
        )
    ]
    for side in (attacker, defender):
        lines += [f"{names[side]}: {described(unit)}." for unit in units[side]]
    for side, left in ((attacker, chances.attackers_left), (defender, chances.defenders_left)):
        some = nouns.listed(
            _("{n} {ship}", n=f"{n:.1f}", ship=nouns.noun(ship))
            for ship, n in left.items()
            if n >= 0.05
        )
        lines.append(_("Left of {who} on average: {ships}.", who=names[side], ships=some))
    if len(line) > 2:
        later = _(", then ").join(names[side] for side in reversed(line[:-2]))
        lines.append(_("Whoever wins then meets {who}.", who=later))
    return answered(chances, lines)


def _line(table: Public, number: str, coming: Sequence[int]) -> list[str]:
    """Return who fights there, the first pair last (ECL 20.7.8); `coming` enter after those
    there."""
    sector = table.hexes[number]
    seats = list(dict.fromkeys((*entry_order(sector), *coming)))
    seats.sort(key=lambda s: s != sector.owner)
    peaceful = len(seats) == 1 and not sector.gcds and ignores_ancients(table, seats[0])
    npcs = [NPC] if ships_there(sector, NPC) and not peaceful else []
    return [*npcs, *map(str, seats)]


def _mine(table: Public, seat: int | None, number: str) -> Mapping[str, int]:
    return {} if seat is None else fleet(table.hexes[number], seat)


def _units(table: Public, number: str, side: str) -> list[Unit]:
    """Return a side as it stands there, with its damage."""
    sector: Sector = table.hexes[number]
    hurt = damage_of(sector, side)
    there = ships_there(sector, side)
    return [
        Unit(ship, there[ship], side_stats(table, side, ship), tuple(hurt.get(ship, ())))
        for ship in (*SHIPS, *NPC_STATS)
        if there.get(ship)
    ]


def _force(table: Public, seat: int, number: str, text: str) -> list[Unit]:
    player = table.players[seat]
    if not player.species:
        raise MissingPart(_("You have no ships yet."))
    if text.strip():
        now = {ship: stats(player, ship) for ship in SHIPS}
        return read_force(text, species(player).name, now)
    there = _units(table, number, str(seat))
    return there or _what_could_come(table, seat, number)


def _what_could_come(table: Public, seat: int, number: str) -> list[Unit]:
    """Return the largest ships that one Move action could bring."""
    moves = [v for v in single_moves(table, seat) if v.path[-1] == number]
    coming: list[str] = []
    for voyage in sorted(moves, key=lambda v: BY_SIZE.index(v.ship)):
        coming += [voyage.ship] * fleet(table.hexes[voyage.path[0]], seat)[voyage.ship]
    coming = coming[: move_limit(table.players[seat], reacting=False)]
    if not coming:
        raise MissingPart(
            _(
                "None of your ships could reach {where} in one move. Name the force, as in: "
                "{example}",
                where=nouns.called(number),
                example=f"{nouns.label(number)} WITH 2 cruiser, 1 interceptor",
            )
        )
    player = table.players[seat]
    return [Unit(ship, coming.count(ship), stats(player, ship)) for ship in dict.fromkeys(coming)]


def _name(view: View, sector: Sector, side: str) -> str:
    if side != NPC:
        return view.name(int(side))
    return _("the GCDS") if sector.gcds else _("the Ancients")
