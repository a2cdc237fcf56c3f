"""Battles (ECL 9.1 to 9.11)."""

from rules.eclipse import events as ev
from rules.eclipse.civilization import room_for_reputation
from rules.eclipse.combat import (
    COLOURS,
    NPC,
    Die,
    Target,
    armour,
    assign,
    damage_done,
    firing_order,
    hits,
    ships_there,
    side_stats,
    targets,
    tied_types,
)
from rules.eclipse.decisions.combat import (
    Activate,
    AimDice,
    FireOrder,
    KeepReputation,
    Kept,
    Stalemate,
)
from rules.eclipse.facts import MOST_REPUTATION, REPUTATION_FOR, SPECIES
from rules.eclipse.galaxy import (
    add_ships,
    damage_of,
    entry_order,
    ignores_ancients,
    retreats,
    take_ships,
)
from rules.eclipse.setup import draw_from
from rules.eclipse.state import Battle, Sector
from rules.kernel.table import Play, Table


def battle(t: Table, number: str) -> Play[None]:
    """ECL 20.7.8: players in pairs, the last to enter first; then Ancients or the GCDS."""
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
    """ECL 9.1.2, 9.1.4"""
    sector = t.table.hexes[number]
    return sector.gcds or (sector.ancients > 0 and not ignores_ancients(t.table, seat))


def who(t: Table, side: str) -> str:
    """A side in a dice label."""
    return side if side == NPC else SPECIES[t.table.players[int(side)].species].short.lower()


def fight(t: Table, number: str, defender: str, attacker: str) -> Play[None]:
    """ECL 9.6, 9.7, 20.7.9: missiles once, then rounds until one side is gone."""
    f = t.sub(f"{who(t, attacker)}-against-{who(t, defender)}")
    sector = f.table.hexes[number]
    fray = f.table.battle
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
        f.table.battle.round += 1
        yield from fight_round(f.sub("round"), number, order)
        if is_stalemate(f, number, defender, attacker):
            yield from stalemate(f, number, attacker)
            break
    left = [s for s in (defender, attacker) if ships_there(f.table.hexes[number], s)]
    f.tell(ev.BattleWon(number, left[0] if left else ""), cite="ECL 9.7.3")


def fire_orders(
    f: Table, number: str, defender: str, attacker: str
) -> Play[dict[str, tuple[str, ...]]]:
    """ECL 9.3.4: asked only where own types are tied."""
    sector = f.table.hexes[number]
    tied = [s for s in (defender, attacker) if tied_types(f.table, sector, s)]
    answers = yield from f.ask_all([FireOrder(int(s), number) for s in tied], name="sequence")
    return dict(zip(tied, answers, strict=True))


def both_stand(t: Table, number: str, defender: str, attacker: str) -> bool:
    sector = t.table.hexes[number]
    return bool(ships_there(sector, defender)) and bool(ships_there(sector, attacker))


def fight_round(r: Table, number: str, order: list[tuple[str, str]]) -> Play[None]:
    """ECL 9.7.2: every type in turn leaves, turns to flee, or attacks."""
    for side, ship in order:
        fray = r.table.battle
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


# -- retreat -----------------------------------------------------------------------------------


def may_retreat(t: Table, number: str, side: str, ship: str) -> bool:
    """ECL 9.8.4"""
    if side == NPC or ship == "starbase":
        return False
    return bool(retreats(t.table, int(side), number))


def declare_retreat(t: Table, seat: int, ship: str, to: str) -> None:
    """ECL 9.8.1, 25.6.6"""
    fray = t.table.battle
    fray.fleeing.setdefault(str(seat), {})[ship] = [fray.round, int(to)]
    t.tell(ev.RetreatDeclared(seat, ship, to), cite="ECL 9.8.1")


def retreat(t: Table, number: str, seat: int, ship: str, to: str) -> None:
    """ECL 9.8.2: the whole type moves out, with its damage."""
    here, there = t.table.hexes[number], t.table.hexes[to]
    side = str(seat)
    count = here.ships[side][ship]
    hurt = damage_of(here, side).get(ship, [])
    set_damage(here, side, ship, [])
    take_ships(here, seat, ship, count)
    add_ships(there, seat, ship, count)
    if hurt:
        set_damage(there, side, ship, [*damage_of(there, side).get(ship, []), *hurt])
    fray = t.table.battle
    fray.fleeing.get(side, {}).pop(ship, None)
    if seat not in fray.fled:
        fray.fled.append(seat)
    t.tell(ev.Retreated(seat, ship, count, to), cite="ECL 9.8.2")


# -- firing ------------------------------------------------------------------------------------


def fire(t: Table, number: str, side: str, ship: str, missiles: bool = False) -> Play[None]:
    """ECL 9.4: all ships of a type roll together; the shooter aims, then damage is done."""
    count = ships_there(t.table.hexes[number], side).get(ship, 0)
    total = side_stats(t.table, side, ship)
    weapons = total.missiles if missiles else total.cannons
    if not count or not weapons:
        return
    dice: list[Die] = []
    for damage, each in weapons:
        label = f"{who(t, side)}/{ship}/{COLOURS[damage]}"
        dice += [(damage, value) for value in t.roll(label, each * count, 6)]
    fray = t.table.battle
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
    t.tell(ev.Fired(side, ship, missiles, [list(d) for d in dice], landed, lost), cite=cite)


def has_choice(able: list[Die], ships: list[Target]) -> bool:
    """Whether aiming could matter at all, as everybody can see."""
    if not able or len(ships) < 2:
        return False
    return len(able) > 1 or len(set(ships)) > 1


def take_damage(
    t: Table, number: str, side: str, ships: list[Target], after: list[int], by: str
) -> dict[str, int]:
    """ECL 9.5: ships whose damage exceeds their hull are destroyed; the rest keep it."""
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
    """ECL 9.5.5: destroyed ships count for the destroyer and go back to stock."""
    sector = t.table.hexes[number]
    if side == NPC:
        if ship == "gcds":
            sector.gcds = False
        else:
            sector.ancients -= count
    else:
        take_ships(sector, int(side), ship, count)
    kills = t.table.battle.kills.setdefault(by, {})
    kills[ship] = kills.get(ship, 0) + count


# -- stalemate ---------------------------------------------------------------------------------


def is_stalemate(t: Table, number: str, defender: str, attacker: str) -> bool:
    """ECL 25.6.19: nobody who stays has a cannon, and nobody is about to leave."""
    if not both_stand(t, number, defender, attacker):
        return False
    fleeing = t.table.battle.fleeing
    return not any(
        ship in fleeing.get(side, {}) or side_stats(t.table, side, ship).cannons
        for side in (defender, attacker)
        for ship in ships_there(t.table.hexes[number], side)
    )


def stalemate(t: Table, number: str, attacker: str) -> Play[None]:
    """ECL 9.9.1: the attacker retreats, or loses what is there (ECL 25.6.9)."""
    seat = int(attacker)
    to = ""
    if retreats(t.table, seat, number):
        to = yield from t.ask(Stalemate(seat, number))
    lost: dict[str, int] = {}
    for ship, n in list(t.table.hexes[number].ships[attacker].items()):
        if to and ship != "starbase":
            retreat(t, number, seat, ship, to)
        else:
            lost[ship] = n
    sector = t.table.hexes[number]
    for ship, n in lost.items():
        set_damage(sector, attacker, ship, [])
        remove_ships(t, number, attacker, ship, n, t.table.battle.defender)
    if lost:
        t.tell(ev.StalemateLost(seat, lost), cite="ECL 9.9.1")


# -- reputation --------------------------------------------------------------------------------


def tiles_earned(t: Table, number: str, seat: int) -> int:
    """ECL 9.11.2, 9.11.3, 20.7.10"""
    fray = t.table.battle
    stayed = str(seat) in t.table.hexes[number].ships
    took_part = stayed or seat not in fray.fled
    kills = fray.kills.get(str(seat), {})
    earned: int = took_part + sum(REPUTATION_FOR[ship] * n for ship, n in kills.items())
    bag: list[int] = t.box.reputation
    return min(earned, MOST_REPUTATION, len(bag))


def reputation(t: Table, number: str, entered: list[int]) -> Play[None]:
    """ECL 9.11.6: in order of entry, each draw completed before the next."""
    for seat in entered:
        if seat in t.table.battle.fought:
            yield from draw_reputation(t, seat, tiles_earned(t, number, seat))


def draw_reputation(t: Table, seat: int, count: int) -> Play[None]:
    """ECL 9.11.4, 9.11.5; without a space and without a tile to exchange nothing can be kept."""
    if not count:
        return
    drawn, t.box.reputation = draw_from(t, f"reputation@{seat}", count)
    t.hand[seat].drawn = sorted(drawn, reverse=True)
    seen = ev.ReputationSeen(seat, sorted(drawn, reverse=True))
    t.tell(seen, to=seat, public=ev.ReputationDrawn(seat, count), cite="ECL 9.11.2")
    player = t.table.players[seat]
    free = room_for_reputation(player)
    if free and count == 1:
        kept = Kept(drawn[0])
    elif free or player.reputation:
        kept = yield from t.ask(KeepReputation(seat))
    else:
        kept = Kept()
    keep_reputation(t, seat, kept)


def keep_reputation(t: Table, seat: int, kept: Kept) -> None:
    hand, player = t.hand[seat], t.table.players[seat]
    back = list(hand.drawn)
    hand.drawn = []
    if kept.back:
        hand.reputation.remove(kept.back)
        back.append(kept.back)
        player.reputation -= 1
    if kept.keep:
        back.remove(kept.keep)
        hand.reputation = sorted([*hand.reputation, kept.keep])
        player.reputation += 1
    t.box.reputation = sorted([*t.box.reputation, *back])
    told = ev.ReputationKept(seat, bool(kept.keep), bool(kept.back))
    t.tell(told, cite="ECL 9.11.5" if kept.back else "ECL 9.11.4")
