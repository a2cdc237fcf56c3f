"""After the battles (ECL 9.12 to 9.14): population attacked, control, new relations, repairs."""

from rules.eclipse import events as ev
from rules.eclipse.civilization import ORBITAL, cubes_in, square_kind
from rules.eclipse.combat import COLOURS, Die, hits, ships_there, side_stats
from rules.eclipse.decisions.combat import Bombard, Claim, PickCubes, claimable
from rules.eclipse.facts import PLANTA, RESOURCES, SECTORS
from rules.eclipse.galaxy import bars_disc, off_map
from rules.eclipse.phases.diplomacy import council
from rules.eclipse.phases.pieces import home_choice, lift_disc, place_disc
from rules.eclipse.state import NOBODY
from rules.kernel.table import Play, Table


def aftermath(t: Table) -> Play[None]:
    """ECL 20.3.9 to 20.3.14, each step for all sectors, highest number first (ECL 25.6.10)."""
    for number in occupied(t):
        yield from attack_population(t.sub(f"population@{number}"), number)
    for number in occupied(t):
        yield from wither_planta(t.sub(f"planta@{number}"), number)
    for number in occupied(t):
        yield from lose_control(t, number)
    yield from claim_sectors(t)
    yield from council(t)
    repair(t)
    check_elimination(t)
    t.table.phase = "upkeep"


def occupied(t: Table) -> list[str]:
    """Sectors of one player where ships of another stand."""
    found = [
        number
        for number, sector in t.table.hexes.items()
        if sector.ships
        and sector.owner != NOBODY
        and (len(sector.ships) > 1 or str(sector.owner) not in sector.ships)
    ]
    return sorted(found, key=int, reverse=True)


def occupier(t: Table, number: str) -> int:
    sector = t.table.hexes[number]
    return int(next(s for s in sector.ships if s != str(sector.owner)))


# -- attacking population ----------------------------------------------------------------------


def attack_population(t: Table, number: str) -> Play[None]:
    """ECL 9.12.1 to 9.12.4; Planta's cubes need no attack (ECL 9.12.5)."""
    owner, seat = t.table.hexes[number].owner, occupier(t, number)
    if not cubes_in(t.table, number) or t.table.players[owner].species == PLANTA:
        return
    if not can_bombard(t, number, seat):
        return
    how = yield from t.ask(Bombard(seat, number))
    if how == "no":
        return
    dice: list[Die] = []
    cubes = cubes_in(t.table, number)
    damage = cubes
    if how == "dice":
        dice, damage = bombard(t, number, seat)
    destroyed = min(damage, cubes)
    squares = filled_squares(t, number)
    kinds = {square_kind(number, i).rstrip("*") for i in squares}
    if 0 < destroyed < cubes and len(kinds) > 1:
        squares = list((yield from t.ask(PickCubes(seat, number, destroyed))))
    told = ev.Bombarded(seat, owner, number, [list(d) for d in dice], destroyed, how)
    t.tell(told, cite="ECL 9.12.4" if how == "bombs" else "ECL 9.12.2")
    yield from destroy_cubes(t, number, squares[:destroyed])


def can_bombard(t: Table, number: str, seat: int) -> bool:
    """ECL 9.12.2, 9.12.4: with a cannon, or Neutron Bombs; spent missiles do nothing."""
    if "neutron_bombs" in t.table.players[seat].technologies:
        return True
    there = ships_there(t.table.hexes[number], str(seat))
    return any(side_stats(t.table, str(seat), ship).cannons for ship in there)


def bombard(t: Table, number: str, seat: int) -> tuple[list[Die], int]:
    """ECL 9.12.2: all cannons of all ships, against no shield."""
    dice: list[Die] = []
    damage = 0
    for ship in sorted(ships_there(t.table.hexes[number], str(seat))):
        count = t.table.hexes[number].ships[str(seat)][ship]
        total = side_stats(t.table, str(seat), ship)
        for size, each in total.cannons:
            rolled = t.roll(f"{ship}/{COLOURS[size]}", each * count, 6)
            dice += [(size, value) for value in rolled]
            damage += size * sum(hits(value, total.computer, 0) for value in rolled)
    return dice, damage


def filled_squares(t: Table, number: str) -> list[int]:
    sector = t.table.hexes[number]
    squares = list(sector.filled)
    return [*squares, ORBITAL] if sector.orbital == "cube" else squares


def destroy_cubes(t: Table, number: str, squares: list[int]) -> Play[None]:
    """ECL 9.12.6: to the graveyard of the resource; for gray squares and orbitals as the owner
    says."""
    sector = t.table.hexes[number]
    owner = sector.owner
    gray = orbital = 0
    dead: list[str] = []
    for i in squares:
        if i == ORBITAL:
            sector.orbital = "empty"
            orbital += 1
            continue
        sector.filled = tuple(k for k in sector.filled if k != i)
        kind = SECTORS[number].square(i).kind
        if kind == "gray":
            gray += 1
        else:
            dead.append(kind)
    bury(t, owner, dead)
    if gray or orbital:
        chosen = yield from home_choice(t, owner, gray, orbital, "graveyard")
        bury(t, owner, [r for r, n in zip(RESOURCES, chosen, strict=True) for _ in range(n)])


def bury(t: Table, seat: int, cubes: list[str]) -> None:
    if not cubes:
        return
    player = t.table.players[seat]
    player.graveyard = [*player.graveyard, *cubes]
    laid = [cubes.count(r) for r in RESOURCES]
    t.tell(ev.CubesReturned(seat, laid, "graveyard"), cite="ECL 9.12.6")


def wither_planta(t: Table, number: str) -> Play[None]:
    """ECL 9.12.5"""
    owner = t.table.hexes[number].owner
    cubes = cubes_in(t.table, number)
    if t.table.players[owner].species != PLANTA or not cubes:
        return
    told = ev.Bombarded(occupier(t, number), owner, number, [], cubes, "planta")
    t.tell(told, cite="ECL 9.12.5")
    yield from destroy_cubes(t, number, filled_squares(t, number))


# -- control -----------------------------------------------------------------------------------


def lose_control(t: Table, number: str) -> Play[None]:
    """ECL 9.13.1: no population left under foreign ships; the disc goes back to the track."""
    if cubes_in(t.table, number):
        return
    yield from lift_disc(t, number, "ECL 9.13.1", lost=True)


def claim_sectors(t: Table) -> Play[None]:
    """ECL 9.13.3: all say at once what they take; discs are laid highest number first."""
    asked = [Claim(s) for s in range(len(t.table.players)) if claimable(t.table, s)]
    answers = yield from t.ask_all(asked, name="claims")
    claims = [(n, d.seat) for d, given in zip(asked, answers, strict=True) for n in given]
    for number, seat in sorted(claims, key=lambda c: int(c[0]), reverse=True):
        if t.table.players[seat].discs and not bars_disc(t.table, seat, number):
            yield from place_disc(t.sub(f"claim@{number}"), seat, number)


# -- the end of the phase ----------------------------------------------------------------------


def repair(t: Table) -> None:
    """ECL 9.14.1"""
    for sector in t.table.hexes.values():
        sector.damage = None


def check_elimination(t: Table) -> None:
    """ECL 12.4.1, 24.1.3"""
    for seat, player in enumerate(t.table.players):
        if player.status == "active" and off_map(t.table, seat):
            player.status = "eliminated"
            t.tell(ev.Eliminated(seat), cite="ECL 12.4.1")
