"""Eclipse: what can happen, in words."""

from collections.abc import Mapping, Sequence

from rules.eclipse import nouns
from rules.eclipse.facts import PARTS, RESOURCES, SPECIES, TECHNOLOGIES
from rules.eclipse.speech import N_, _
from rules.kernel.events import Event


class Happening(Event):
    """Told in the words of this game."""

    speech = _


def _amounts(amounts: Sequence[int]) -> str:
    paired = zip(RESOURCES, amounts, strict=True)
    return nouns.listed(nouns.amount(n, resource) for resource, n in paired if n)


def side_name(side: str, names: Sequence[str]) -> str:
    """Return who a side of a battle is."""
    return _("the Ancients") if side == "npc" else names[int(side)]


def _seats(*sides: str) -> set[int]:
    """Return the seats among the sides of a battle."""
    return {int(side) for side in sides if side.isdecimal()}


def fleet(ships: Mapping[str, int]) -> str:
    """Return ships with their numbers, as a list."""
    return nouns.listed(nouns.ships(n, ship) for ship, n in ships.items())


def _technologies(shown: dict[str, int]) -> str:
    return nouns.listed(
        f"{TECHNOLOGIES[t].name}{f' ×{n}' if n > 1 else ''}" for t, n in shown.items()
    )


def _mounted(tile: str) -> str:
    """Return a part and its square in words, recorded as "Hull on cruiser 2"."""
    part, square = tile.rsplit(" on ", 1)
    ship, slot = square.split(" ")
    return _("{part} on {ship} {slot}", part=part, ship=nouns.noun(ship), slot=slot)


class SetUp(Happening):
    start: int
    technologies: dict[str, int]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} begins. Technologies on display: {shown}.",
            who=names[self.start],
            shown=_technologies(self.technologies),
        )


class SpeciesTaken(Happening):
    seat: int
    species: str

    def words(self, names: Sequence[str]) -> str:
        side = SPECIES[self.species]
        return _(
            "Seat {n} plays the {species}, home {home}.",
            n=self.seat + 1,
            species=side.name,
            home=nouns.called(side.home),
        )


class HomeTurned(Happening):
    seat: int
    sector: str
    turn: int

    def words(self, names: Sequence[str]) -> str:
        holes = nouns.wormholes(self.sector, self.turn)
        return _(
            "{who} laid {where} with wormholes {holes}.",
            who=names[self.seat],
            where=nouns.called(self.sector),
            holes=holes,
        )


class Explored(Happening):
    seat: int
    zone: list[int]
    drawn: list[int]
    where: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} explored {where} and drew {drawn}.",
            who=names[self.seat],
            where=self.where,
            drawn=nouns.listed(nouns.called(n) for n in self.drawn),
        )


class SectorPlaced(Happening):
    seat: int
    sector: str
    turn: int
    ancients: int = 0

    def words(self, names: Sequence[str]) -> str:
        who, where = names[self.seat], nouns.called(self.sector)
        if not self.ancients:
            return _("{who} placed {where}.", who=who, where=where)
        return _(
            "{who} placed {where}; Ancient ships there: {n}.",
            who=who,
            where=where,
            n=self.ancients,
        )


class SectorDiscarded(Happening):
    seat: int
    sectors: list[int]

    def words(self, names: Sequence[str]) -> str:
        gone = nouns.listed(nouns.called(n) for n in self.sectors)
        return _("{who} discarded {sectors}.", who=names[self.seat], sectors=gone)


class StackRenewed(Happening):
    stack: str
    reveals = True
    text = N_("The discards of stack {stack} were shuffled into a new stack.")


class DiscPlaced(Happening):
    seat: int
    sector: str

    def words(self, names: Sequence[str]) -> str:
        where = nouns.called(self.sector)
        return _("{who} took control of {where}.", who=names[self.seat], where=where)


class DiscRemoved(Happening):
    seat: int
    sector: str
    lost: bool = False

    def words(self, names: Sequence[str]) -> str:
        text = N_("{who} lost control of {where}.") if self.lost else N_("{who} gave up {where}.")
        return _(text, who=names[self.seat], where=nouns.called(self.sector))


class DiscoveryFound(Happening):
    seat: int
    sector: str
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        found, where = nouns.discovery(self.tile), nouns.called(self.sector)
        return _("You found {what} in {where}.", what=found, where=where)


class DiscoveryTaken(Happening):
    seat: int
    sector: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        where = nouns.called(self.sector)
        return _("{who} took the discovery tile of {where}.", who=names[self.seat], where=where)


class DiscoveryKept(Happening):
    seat: int
    text = N_("{seat} keeps a discovery tile for 2 victory points.")


class DiscoveryUsed(Happening):
    seat: int
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        tile = nouns.discovery(self.tile)
        return _("{who} used a discovery: {tile}.", who=names[self.seat], tile=tile)


class Colonized(Happening):
    seat: int
    sector: str
    square: str
    resource: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} put a {resource} cube in {where} ({square} square).",
            who=names[self.seat],
            resource=nouns.noun(self.resource),
            where=nouns.called(self.sector),
            square=nouns.square(self.square),
        )


class CubesReturned(Happening):
    seat: int
    cubes: list[int]
    to: str = "track"

    def words(self, names: Sequence[str]) -> str:
        text = (
            N_("Cubes of {who} went to the track: {cubes}.")
            if self.to == "track"
            else N_("Cubes of {who} went to the graveyard: {cubes}.")
        )
        return _(text, who=names[self.seat], cubes=_amounts(self.cubes))


class ColonyShipsReadied(Happening):
    seat: int
    count: int
    text = N_("{seat} turned up {count} colony ship(s).")


class Researched(Happening):
    seat: int
    technology: str
    cost: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} gained {technology} for {cost}.",
            who=names[self.seat],
            technology=TECHNOLOGIES[self.technology].name,
            cost=nouns.amount(self.cost, "science"),
        )


class DiscsGained(Happening):
    seat: int
    count: int
    text = N_("{seat} gained {count} influence disc(s).")


class ResourcesGained(Happening):
    seat: int
    amounts: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gained {what}.", who=names[self.seat], what=_amounts(self.amounts))


class Upgraded(Happening):
    seat: int
    removed: list[str]
    mounted: list[str]

    def words(self, names: Sequence[str]) -> str:
        who, on = names[self.seat], nouns.listed(map(_mounted, self.mounted))
        if not self.removed:
            return _("{who} upgraded: {on}.", who=who, on=on)
        off = nouns.listed(map(_mounted, self.removed))
        return _("{who} upgraded: {on}, took off {off}.", who=who, on=on, off=off)


class PartStored(Happening):
    seat: int
    part: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        part = PARTS[self.part].name
        return _("{who} put a {part} beside the board.", who=names[self.seat], part=part)


class PartMounted(Happening):
    seat: int
    part: str
    ship: str
    slot: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} put the {part} on {ship} {slot}.",
            who=names[self.seat],
            part=PARTS[self.part].name,
            ship=nouns.noun(self.ship),
            slot=self.slot + 1,
        )


class Built(Happening):
    seat: int
    items: list[list[str]]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        built = nouns.listed(
            _("{thing} in {where}", thing=nouns.noun(kind), where=nouns.label(number))
            for kind, number in self.items
        )
        cost = nouns.amount(self.cost, "materials")
        return _("{who} built {built} for {cost}.", who=names[self.seat], built=built, cost=cost)


class Moved(Happening):
    seat: int
    ship: str
    path: list[str]

    def words(self, names: Sequence[str]) -> str:
        way = " → ".join(nouns.label(n) for n in self.path)
        return _(
            "{who} moved {ship} {way}.", who=names[self.seat], ship=nouns.one(self.ship), way=way
        )


class Traded(Happening):
    seat: int
    give: str
    given: int
    get: str
    got: int

    def words(self, names: Sequence[str]) -> str:
        given, got = nouns.amount(self.given, self.give), nouns.amount(self.got, self.get)
        return _("{who} traded {given} for {got}.", who=names[self.seat], given=given, got=got)


class Acted(Happening):
    """A disc paid for an action or a reaction."""

    seat: int
    action: str
    reaction: bool = False

    def words(self, names: Sequence[str]) -> str:
        text = (
            N_("{who} takes the reaction {what}.")
            if self.reaction
            else N_("{who} takes the action {what}.")
        )
        return _(text, who=names[self.seat], what=_(nouns.ACTION_NAMES[self.action]))


class Passed(Happening):
    seat: int
    first: bool = False

    def words(self, names: Sequence[str]) -> str:
        text = (
            N_("{who} passed first and will begin the next round.")
            if self.first
            else N_("{who} passed.")
        )
        return _(text, who=names[self.seat])


class Held(Happening):
    seat: int
    text = N_("{seat} took no reaction.")


class OfferMade(Happening):
    seat: int
    partner: int
    text = N_("{seat} proposed relations to {partner}.")
    seat_fields = ("seat", "partner")


class OfferRefused(Happening):
    seat: int
    partner: int
    text = N_("{partner} refused the relations {seat} proposed.")
    seat_fields = ("seat", "partner")


class RelationsFormed(Happening):
    seat: int
    partner: int
    text = N_("{seat} and {partner} exchanged ambassadors.")
    seat_fields = ("seat", "partner")


class RelationsBroken(Happening):
    seat: int
    partner: int
    text = N_("{seat} attacked {partner}: their relations are over, and {seat} is the traitor.")
    seat_fields = ("seat", "partner")


class RelationsEnded(Happening):
    seat: int
    partner: int
    text = N_("The relations of {seat} and {partner} ended: {seat} left the game.")
    seat_fields = ("seat", "partner")


class TileReturned(Happening):
    seat: int
    text = N_("{seat} returned a reputation tile to the bag.")


class ActionPhaseEnded(Happening):
    text = N_("Everybody has passed: the action phase ends.")


class BattleJoined(Happening):
    sector: str
    defender: str
    attacker: str
    defending: dict[str, int]
    attacking: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Battle in {where}: {attacker} ({attacking}) against {defender} ({defending}).",
            where=nouns.called(self.sector),
            attacker=side_name(self.attacker, names),
            attacking=fleet(self.attacking),
            defender=side_name(self.defender, names),
            defending=fleet(self.defending),
        )

    def concerned(self) -> set[int]:
        return _seats(self.attacker, self.defender)


class Fired(Happening):
    """Dice as (damage, value); hits and losses of the other side.

    `needed`: the least number that hits the ship with the weakest shields; 0 in rulings that do not
    tell it.
    """

    side: str
    ship: str
    missiles: bool
    dice: list[list[int]]
    hits: int
    lost: dict[str, int]
    needed: int = 0

    def words(self, names: Sequence[str]) -> str:
        rolled = {
            "who": side_name(self.side, names),
            "ship": nouns.noun(self.ship),
            "weapon": _("missiles") if self.missiles else _("cannons"),
            "dice": ", ".join(f"{die[1]}" for die in self.dice),
            "hits": self.hits,
        }
        if not self.lost:
            return _("{who}: {ship} {weapon} rolled {dice}: {hits} hit(s).", **rolled)
        return _(
            "{who}: {ship} {weapon} rolled {dice}: {hits} hit(s), destroying {lost}.",
            **rolled,
            lost=fleet(self.lost),
        )

    def concerned(self) -> set[int]:
        return _seats(self.side)


class RetreatDeclared(Happening):
    seat: int
    ship: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who}: the {ship}s turn to retreat to {where}.",
            who=names[self.seat],
            ship=nouns.noun(self.ship),
            where=nouns.label(self.to),
        )


class Retreated(Happening):
    seat: int
    ship: str
    count: int
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who}: {n} {ship}(s) left for {where}.",
            who=names[self.seat],
            n=self.count,
            ship=nouns.noun(self.ship),
            where=nouns.label(self.to),
        )


class StalemateLost(Happening):
    seat: int
    ships: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        lost = fleet(self.ships)
        return _("Stalemate: {who} stayed and lost {lost}.", who=names[self.seat], lost=lost)


class BattleWon(Happening):
    sector: str
    side: str

    def words(self, names: Sequence[str]) -> str:
        where = nouns.called(self.sector)
        if not self.side:
            return _("Nobody is left in {where}.", where=where)
        return _("{who} holds {where}.", who=side_name(self.side, names), where=where)

    def concerned(self) -> set[int]:
        return _seats(self.side)


class ReputationDrawn(Happening):
    seat: int
    count: int
    text = N_("{seat} drew {count} reputation tile(s).")


class ReputationSeen(Happening):
    seat: int
    tiles: list[int]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        worth = ", ".join(map(str, self.tiles))
        return _("You drew reputation tiles worth {worth}.", worth=worth)


class ReputationKept(Happening):
    seat: int
    kept: bool
    exchanged: bool = False

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        if not self.kept:
            return _("{who} kept no reputation tile.", who=who)
        if self.exchanged:
            return _("{who} exchanged a reputation tile.", who=who)
        return _("{who} kept a reputation tile.", who=who)


class Bombarded(Happening):
    seat: int
    owner: int
    sector: str
    dice: list[list[int]]
    destroyed: int
    how: str
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} attacked the population of {owner} in {where} {how}: {n} cube(s) destroyed.",
            who=names[self.seat],
            owner=names[self.owner],
            where=nouns.called(self.sector),
            how=self._how(),
            n=self.destroyed,
        )

    def _how(self) -> str:
        if self.how == "bombs":
            return _("with Neutron Bombs")
        if self.how == "planta":
            return _("by their mere presence")
        return _("rolling {dice}", dice=nouns.listed(str(die[1]) for die in self.dice))


class Eliminated(Happening):
    seat: int
    text = N_("{seat} has nothing left on the map and may place no more discs.")


class Collapsed(Happening):
    seat: int
    score: int
    reveals = True
    text = N_("The civilization of {seat} collapsed and leaves the game with {score} points.")


class GaveUp(Happening):
    seat: int
    score: int
    reveals = True
    text = N_("{seat} gave up and leaves the game with {score} points.")


class UpkeepPaid(Happening):
    seat: int
    income: int
    cost: int
    science: int
    materials: int
    text = N_("{seat}: money {income} − {cost}, science +{science}, materials +{materials}.")


class CleanedUp(Happening):
    round: int
    technologies: dict[str, int]
    start: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Round {n} begins with {who}. New technologies: {new}.",
            n=self.round,
            who=names[self.start],
            new=_technologies(self.technologies),
        )


class Scored(Happening):
    seat: int
    points: dict[str, int]
    total: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        parts = nouns.listed(f"{_(nouns.SOURCES[k])} {v}" for k, v in self.points.items() if v)
        return _("{who}: {n} points ({parts}).", who=names[self.seat], n=self.total, parts=parts)


class GameWon(Happening):
    seats: list[int]
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who = _(" and ").join(names[s] for s in self.seats)
        return _.several(
            "{who} wins with {points} points.",
            "{who} win with {points} points.",
            len(self.seats),
            who=who,
            points=self.points,
        )


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
