"""Eclipse: what can happen, in words."""

from collections.abc import Iterable, Sequence

from rules.eclipse import words
from rules.eclipse.catalogue import DISCOVERIES, PARTS, RESOURCES, SPECIES, TECHNOLOGIES
from rules.kernel.events import Event

_SOURCES = {
    "reputation": "reputation", "ambassadors": "ambassadors", "sectors": "sectors",
    "discoveries": "discoveries", "monoliths": "monoliths", "technologies": "technologies",
    "species": "species", "traitor": "traitor",
}  # fmt: skip


def _and(parts: Iterable[str]) -> str:
    return ", ".join(parts) or "nothing"


def _amounts(amounts: Sequence[int]) -> str:
    return _and(f"{n} {r}" for r, n in zip(RESOURCES, amounts, strict=True) if n)


def _side(side: str, names: Sequence[str]) -> str:
    return "the Ancients" if side == "npc" else names[int(side)]


def _a(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _fleet(ships: dict[str, int]) -> str:
    return _and(f"{n} {ship}{'s' if n > 1 else ''}" for ship, n in ships.items())


class SetUp(Event):
    start: int
    technologies: dict[str, int]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        shown = _and(
            f"{TECHNOLOGIES[t].name}{f' ×{n}' if n > 1 else ''}"
            for t, n in self.technologies.items()
        )
        return f"{names[self.start]} begins. Technologies on display: {shown}."


class SpeciesTaken(Event):
    seat: int
    species: str

    def words(self, names: Sequence[str]) -> str:
        side = SPECIES[self.species]
        return f"Seat {self.seat + 1} plays the {side.name}, home {words.called(side.home)}."


class HomeTurned(Event):
    seat: int
    sector: str
    turn: int

    def words(self, names: Sequence[str]) -> str:
        holes = words.wormholes(self.sector, self.turn)
        return f"{names[self.seat]} laid {words.called(self.sector)} with wormholes {holes}."


class Explored(Event):
    seat: int
    zone: list[int]
    drawn: list[int]
    where: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        drawn = _and(words.called(n) for n in self.drawn)
        return f"{names[self.seat]} explored {self.where} and drew {drawn}."


class SectorPlaced(Event):
    seat: int
    sector: str
    turn: int
    ancients: int = 0

    def words(self, names: Sequence[str]) -> str:
        guard = f"; {self.ancients} Ancient ship(s) stand there" if self.ancients else ""
        return f"{names[self.seat]} placed {words.called(self.sector)}{guard}."


class SectorDiscarded(Event):
    seat: int
    sectors: list[int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discarded {_and(words.called(n) for n in self.sectors)}."


class StackRenewed(Event):
    stack: str
    reveals = True
    text = "The discards of stack {stack} were shuffled into a new stack."


class DiscPlaced(Event):
    seat: int
    sector: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} took control of {words.called(self.sector)}."


class DiscRemoved(Event):
    seat: int
    sector: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gave up {words.called(self.sector)}."


class DiscoveryFound(Event):
    seat: int
    sector: str
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"You found {DISCOVERIES[self.tile].name} in {words.called(self.sector)}."


class DiscoveryTaken(Event):
    seat: int
    sector: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} took the discovery tile of {words.called(self.sector)}."


class DiscoveryKept(Event):
    seat: int
    text = "{seat} keeps a discovery tile for 2 victory points."


class DiscoveryUsed(Event):
    seat: int
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} used a discovery: {DISCOVERIES[self.tile].name}."


class Colonized(Event):
    seat: int
    sector: str
    square: str
    resource: str

    def words(self, names: Sequence[str]) -> str:
        square = words.SQUARE_NAMES.name(words.square_id(self.square))
        where = words.called(self.sector)
        return f"{names[self.seat]} put a {self.resource} cube in {where} ({square} square)."


class CubesReturned(Event):
    seat: int
    cubes: list[int]
    to: str = "track"

    def words(self, names: Sequence[str]) -> str:
        where = "track" if self.to == "track" else "graveyard"
        return f"Cubes of {names[self.seat]} went to the {where}: {_amounts(self.cubes)}."


class ColonyShipsReadied(Event):
    seat: int
    count: int
    text = "{seat} turned up {count} colony ship(s)."


class Researched(Event):
    seat: int
    technology: str
    cost: int

    def words(self, names: Sequence[str]) -> str:
        name = TECHNOLOGIES[self.technology].name
        return f"{names[self.seat]} gained {name} for {self.cost} science."


class DiscsGained(Event):
    seat: int
    count: int
    text = "{seat} gained {count} influence disc(s)."


class ResourcesGained(Event):
    seat: int
    amounts: list[int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gained {_amounts(self.amounts)}."


class Upgraded(Event):
    seat: int
    removed: list[str]
    mounted: list[str]

    def words(self, names: Sequence[str]) -> str:
        off = f", took off {_and(self.removed)}" if self.removed else ""
        return f"{names[self.seat]} upgraded: {_and(self.mounted)}{off}."


class PartStored(Event):
    seat: int
    part: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} put a {PARTS[self.part].name} beside the board."


class PartMounted(Event):
    seat: int
    part: str
    ship: str
    slot: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        where = f"{self.ship} {self.slot + 1}"
        return f"{names[self.seat]} put the {PARTS[self.part].name} on {where}."


class Built(Event):
    seat: int
    items: list[list[str]]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        built = _and(f"{kind} in {words.label(number)}" for kind, number in self.items)
        return f"{names[self.seat]} built {built} for {self.cost} materials."


class Moved(Event):
    seat: int
    ship: str
    path: list[str]

    def words(self, names: Sequence[str]) -> str:
        way = " → ".join(words.label(n) for n in self.path)
        return f"{names[self.seat]} moved {_a(self.ship)} {way}."


class Traded(Event):
    seat: int
    give: str
    given: int
    get: str
    got: int
    text = "{seat} traded {given} {give} for {got} {get}."


class Acted(Event):
    """A disc paid for an action or a reaction."""

    seat: int
    action: str
    reaction: bool = False

    def words(self, names: Sequence[str]) -> str:
        kind = "reaction" if self.reaction else "action"
        return f"{names[self.seat]} takes the {kind} {self.action.title()}."


class Passed(Event):
    seat: int
    first: bool = False

    def words(self, names: Sequence[str]) -> str:
        lead = " first and will begin the next round" if self.first else ""
        return f"{names[self.seat]} passed{lead}."


class Held(Event):
    seat: int
    text = "{seat} took no reaction."


class OfferMade(Event):
    seat: int
    partner: int
    text = "{seat} proposed relations to {partner}."
    seat_fields = ("seat", "partner")


class OfferRefused(Event):
    seat: int
    partner: int
    text = "{partner} refused the relations {seat} proposed."
    seat_fields = ("seat", "partner")


class RelationsFormed(Event):
    seat: int
    partner: int
    text = "{seat} and {partner} exchanged ambassadors."
    seat_fields = ("seat", "partner")


class RelationsBroken(Event):
    seat: int
    partner: int
    text = "{seat} attacked {partner}: their relations are over, and {seat} is the traitor."
    seat_fields = ("seat", "partner")


class RelationsEnded(Event):
    seat: int
    partner: int
    text = "The relations of {seat} and {partner} ended: {seat} left the game."
    seat_fields = ("seat", "partner")


class TileReturned(Event):
    seat: int
    text = "{seat} returned a reputation tile to the bag."


class ActionPhaseEnded(Event):
    text = "Everybody has passed: the action phase ends."


class BattleJoined(Event):
    sector: str
    defender: str
    attacker: str
    defending: dict[str, int]
    attacking: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        a, d = _side(self.attacker, names), _side(self.defender, names)
        return (
            f"Battle in {words.called(self.sector)}: {a} ({_fleet(self.attacking)}) against "
            f"{d} ({_fleet(self.defending)})."
        )


class Fired(Event):
    """Dice as (damage, value); hits and losses of the other side."""

    side: str
    ship: str
    missiles: bool
    dice: list[list[int]]
    hits: int
    lost: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        weapon = "missiles" if self.missiles else "cannons"
        shown = ", ".join(f"{value}" for _, value in self.dice)
        lost = f", destroying {_fleet(self.lost)}" if self.lost else ""
        who = _side(self.side, names)
        return f"{who}: {self.ship} {weapon} rolled {shown}: {self.hits} hit(s){lost}."


class RetreatDeclared(Event):
    seat: int
    ship: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}: the {self.ship}s turn to retreat to {words.label(self.to)}."


class Retreated(Event):
    seat: int
    ship: str
    count: int
    to: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}: {self.count} {self.ship}(s) left for {words.label(self.to)}."


class StalemateLost(Event):
    seat: int
    ships: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"Stalemate: {names[self.seat]} stayed and lost {_fleet(self.ships)}."


class BattleWon(Event):
    sector: str
    side: str

    def words(self, names: Sequence[str]) -> str:
        if not self.side:
            return f"Nobody is left in {words.called(self.sector)}."
        return f"{_side(self.side, names)} holds {words.called(self.sector)}."


class ReputationDrawn(Event):
    seat: int
    count: int
    text = "{seat} drew {count} reputation tile(s)."


class ReputationSeen(Event):
    seat: int
    tiles: list[int]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"You drew reputation tiles worth {', '.join(map(str, self.tiles))}."


class ReputationKept(Event):
    seat: int
    kept: bool
    exchanged: bool = False

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        if not self.kept:
            return f"{who} kept no reputation tile."
        return (
            f"{who} exchanged a reputation tile."
            if self.exchanged
            else (f"{who} kept a reputation tile.")
        )


class Bombarded(Event):
    seat: int
    owner: int
    sector: str
    dice: list[list[int]]
    destroyed: int
    how: str

    def words(self, names: Sequence[str]) -> str:
        where = words.called(self.sector)
        if self.how == "bombs":
            how = "with Neutron Bombs"
        elif self.how == "planta":
            how = "by their mere presence"
        else:
            how = f"rolling {', '.join(str(v) for _, v in self.dice) or 'nothing'}"
        return (
            f"{names[self.seat]} attacked the population of {names[self.owner]} in {where} "
            f"{how}: {self.destroyed} cube(s) destroyed."
        )


class Eliminated(Event):
    seat: int
    text = "{seat} has nothing left on the map and may place no more discs."


class Collapsed(Event):
    seat: int
    score: int
    reveals = True
    text = "The civilization of {seat} collapsed and leaves the game with {score} points."


class GaveUp(Event):
    seat: int
    score: int
    reveals = True
    text = "{seat} gave up and leaves the game with {score} points."


class UpkeepPaid(Event):
    seat: int
    income: int
    cost: int
    science: int
    materials: int
    text = "{seat}: money {income} − {cost}, science +{science}, materials +{materials}."


class CleanedUp(Event):
    round: int
    technologies: dict[str, int]
    start: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        new = _and(
            f"{TECHNOLOGIES[t].name}{f' ×{n}' if n > 1 else ''}"
            for t, n in self.technologies.items()
        )
        return f"Round {self.round} begins with {names[self.start]}. New technologies: {new}."


class Scored(Event):
    seat: int
    points: dict[str, int]
    total: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        parts = _and(f"{_SOURCES[k]} {v}" for k, v in self.points.items() if v)
        return f"{names[self.seat]}: {self.total} points ({parts})."


class GameWon(Event):
    seats: list[int]
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who = " and ".join(names[s] for s in self.seats)
        return f"{who} win{'s' if len(self.seats) == 1 else ''} with {self.points} points."


EVENTS = (
    SetUp, SpeciesTaken, HomeTurned, Explored, SectorPlaced, SectorDiscarded, StackRenewed,
    DiscPlaced, DiscRemoved, DiscoveryFound, DiscoveryTaken, DiscoveryKept, DiscoveryUsed,
    Colonized, CubesReturned, ColonyShipsReadied, Researched, DiscsGained, ResourcesGained,
    Upgraded, PartStored, PartMounted, Built, Moved, Traded, Acted, Passed, Held, OfferMade,
    OfferRefused, RelationsFormed, RelationsBroken, RelationsEnded, TileReturned, ActionPhaseEnded,
    BattleJoined, Fired, RetreatDeclared, Retreated, StalemateLost, BattleWon, ReputationDrawn,
    ReputationSeen, ReputationKept, Bombarded, Eliminated, Collapsed, GaveUp, UpkeepPaid,
    CleanedUp, Scored, GameWon,
)  # fmt: skip
