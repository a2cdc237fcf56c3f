"""What can happen, in words."""

from collections.abc import Mapping, Sequence

from rules.kernel.events import Event
from rules.ti3 import nouns
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    CONTRACTS,
    DOMAINS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
    UNITS,
)
from rules.ti3.speech import N_, _

_NAMED: tuple[Mapping[str, object], ...] = (
    TILES, ACTION_CARDS, AGENDAS, OBJECTIVES, TECHNOLOGIES, PLANETS, STRATEGY_CARDS, ABILITIES,
    RACES, DOMAINS, LEADERS,
)  # fmt: skip


def title(id: str) -> str:
    """The printed name behind an id; an objective without one goes by its condition."""
    if id in OBJECTIVES and not OBJECTIVES[id].is_named:
        return _(OBJECTIVES[id].condition).rstrip(".")
    for known in _NAMED:
        if id in known:
            return str(known[id].name)  # type: ignore[attr-defined]
    if id in CONTRACTS:
        contract = CONTRACTS[id]
        race = RACES[contract.race].short
        return _("{race} {n} (worth {value})", race=race, n=contract.number, value=contract.value)
    if id in UNITS:
        return nouns.unit(id)
    return id


def target_words(target: str, names: Sequence[str]) -> str:
    """What something is done to: a player ("@2"), several things ("a+b", "a>b"), a card copied
    and what it is played on ("a:b"), or one."""
    if ":" in target:
        parts = (part for part in target.split(":", 1) if part)
        return ", ".join(target_words(part, names) for part in parts)
    for mark, word in (("+", ", "), (">", " > "), ("/", ", ")):
        if mark in target:
            return word.join(target_words(part, names) for part in target.split(mark))
    if target.startswith("@"):
        return names[int(target[1:])]
    if target in ("for", "against"):
        return nouns.word(target)
    return title(target)


def _units(units: Mapping[str, int]) -> str:
    return nouns.counted(units)


class Happening(Event):
    """An event of this game, told in its own words."""

    speech = _


# -- set-up --------------------------------------------------------------------------------------


class SpeakerIs(Happening):
    seat: int
    text = N_("{seat} is the Speaker.")


class RaceTaken(Happening):
    seat: int
    race: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} plays {race}.", who=names[self.seat], race=title(self.race))


class GalaxyBuilt(Happening):
    tiles: int
    text = N_("The galaxy is built: {tiles} systems.")


class TilesDealt(Happening):
    seat: int
    tiles: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("Your systems: {tiles}.", tiles=", ".join(map(title, self.tiles)))


class HomePlaced(Happening):
    seat: int
    q: int
    r: int
    text = N_("{seat} has the Home System at ({q}, {r}).")


class TilePlaced(Happening):
    seat: int
    tile: str
    q: int
    r: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who, tile = names[self.seat], title(self.tile)
        return _("{who} placed {tile} at ({q}, {r}).", who=who, tile=tile, q=self.q, r=self.r)


class FaceDownPlaced(Happening):
    seat: int
    q: int
    r: int
    text = N_("{seat} put a system face down at ({q}, {r}).")


class FaceDownRevealed(Happening):
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The system lying face down is {tile}.", tile=title(self.tile))


class TilesShown(Happening):
    seat: int
    tiles: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        tiles = ", ".join(map(title, self.tiles))
        return _("{who} holds no system with a planet: {tiles}.", who=names[self.seat], tiles=tiles)


class Settled(Happening):
    seat: int
    tile: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} starts in {tile} with {units}.",
            who=names[self.seat],
            tile=title(self.tile),
            units=_units(self.units),
        )


class SecretDealt(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("Your secret objective: {card}.", card=title(self.card))


class DomainsPlaced(Happening):
    n: int
    text = N_("{n} domain counters lie face down on neutral planets.")


# -- strategy phase ------------------------------------------------------------------------------


class StrategyPicked(Happening):
    seat: int
    card: str
    bonus: int = 0

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.bonus:
            return _("{who} took {card}.", who=who, card=card)
        return _("{who} took {card} with {n} bonus counter(s).", who=who, card=card, n=self.bonus)


class BonusPlaced(Happening):
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("A bonus counter was put on {cards}.", cards=", ".join(map(title, self.cards)))


class OrderOfPlay(Happening):
    order: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _("Order of play: {order}.", order=", ".join(names[s] for s in self.order))


class StrategyUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses {card}.", who=names[self.seat], card=title(self.card))


class SecondaryUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses the secondary of {card}.", who=names[self.seat], card=title(self.card))


class PeaceMade(Happening):
    seat: int
    to: int
    seat_fields = ("seat", "to")
    text = N_("{seat} and {to} may not activate each other's systems in this phase.")


class CardHandedOn(Happening):
    seat: int
    to: int
    card: str
    seat_fields = ("seat", "to")

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{who} gave {card} to {to}.", who=names[self.seat], card=card, to=names[self.to])


# -- turns ---------------------------------------------------------------------------------------


class Passed(Happening):
    seat: int
    text = N_("{seat} passed.")


class TurnSkipped(Happening):
    seat: int
    text = N_("{seat} let the turn go by.")


class Activated(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} activated {tile}.", who=names[self.seat], tile=title(self.tile))


class CounterPlaced(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "A command counter of {who} was placed in {tile}.",
            who=names[self.seat],
            tile=title(self.tile),
        )


class CounterLifted(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took the command counter from {tile}.",
            who=names[self.seat],
            tile=title(self.tile),
        )


class CountersGained(Happening):
    seat: int
    areas: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        return _("{who} gained command counters: {areas}.", who=who, areas=_units(self.areas))


class CountersSpent(Happening):
    seat: int
    area: str
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} spent {n} counter(s) of {area}.",
            who=names[self.seat],
            n=self.n,
            area=nouns.word(self.area),
        )


class AreasSet(Happening):
    seat: int
    strategy: int
    command: int
    fleet: int
    text = N_(
        "{seat}: Strategy Allocation {strategy}, Command Pool {command}, Fleet Supply {fleet}."
    )


class Moved(Happening):
    seat: int
    origin: str
    to: str
    units: dict[str, int]
    cargo: dict[str, int] = {}

    def words(self, names: Sequence[str]) -> str:
        who, units = names[self.seat], _units(self.units)
        origin, to = title(self.origin), title(self.to)
        if not self.cargo:
            return _(
                "{who} moved {units} from {origin} to {to}.",
                who=who, units=units, origin=origin, to=to,
            )  # fmt: skip
        return _(
            "{who} moved {units} carrying {cargo} from {origin} to {to}.",
            who=who, units=units, cargo=_units(self.cargo), origin=origin, to=to,
        )  # fmt: skip


class Loaded(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took {units} aboard at {where}.",
            who=names[self.seat],
            units=_units(self.units),
            where=title(self.place),
        )


class Landed(Happening):
    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} landed {units} on {planet}.",
            who=names[self.seat],
            units=_units(self.units),
            planet=title(self.planet),
        )


class Placed(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} placed {units} at {where}.",
            who=names[self.seat],
            units=_units(self.units),
            where=title(self.place),
        )


class Produced(Happening):
    seat: int
    tile: str
    units: dict[str, int]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} produced {units} in {tile} for {cost} resources.",
            who=names[self.seat],
            units=_units(self.units),
            tile=title(self.tile),
            cost=self.cost,
        )


class DockBuilt(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        return _("{who} built a Space Dock on {planet}.", who=who, planet=title(self.planet))


class PlanetTaken(Happening):
    seat: int
    planet: str
    former: int = -1
    seat_fields = ("seat", "former")

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        if self.former < 0:
            return _("{who} took control of {planet}.", who=who, planet=planet)
        return _(
            "{who} took {planet} from {former}.",
            who=who,
            planet=planet,
            former=names[self.former],
        )


class PlanetNeutral(Happening):
    planet: str

    def words(self, names: Sequence[str]) -> str:
        return _("{planet} is neutral again.", planet=title(self.planet))


# -- fire and battle -----------------------------------------------------------------------------

_FIRES = {
    "cannon": N_("PDS fire"),
    "landing": N_("PDS fire at the landing"),
    "barrage": N_("Anti-Fighter Barrage"),
    "bombardment": N_("Bombardment"),
    "pre-combat": N_("Shots before the battle"),
}


class Fired(Happening):
    seat: int
    fire: str
    place: str
    dice: list[int]
    hits: int

    def words(self, names: Sequence[str]) -> str:
        fire = _(_FIRES[self.fire]) if self.fire in _FIRES else title(self.fire)
        return _(
            "{fire} of {who} at {where}: {dice}, {n} hit(s).",
            fire=fire,
            who=names[self.seat],
            where=title(self.place),
            dice=" ".join(map(str, self.dice)) or "–",
            n=self.hits,
        )


class BattleBegan(Happening):
    attacker: int
    defender: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Space battle in {tile}: {attacker} attacks {defender}.",
            tile=title(self.tile),
            attacker=names[self.attacker],
            defender=names[self.defender],
        )


class InvasionBegan(Happening):
    attacker: int
    defender: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.attacker], title(self.planet)
        if self.defender < 0:
            return _("{who} fights the locals of {planet}.", who=who, planet=planet)
        return _(
            "{who} invades {planet}, held by {defender}.",
            who=who,
            planet=planet,
            defender=names[self.defender],
        )


class Rolled(Happening):
    seat: int
    dice: dict[str, list[int]]
    hits: int

    def words(self, names: Sequence[str]) -> str:
        parts = [f"{title(u)} {' '.join(map(str, d))}" for u, d in self.dice.items()]
        who = names[self.seat] if self.seat >= 0 else _("The locals")
        return _("{who} rolled {dice}: {n} hit(s).", who=who, dice="; ".join(parts), n=self.hits)


class Rerolled(Happening):
    seat: int
    unit: str
    old: int
    new: int

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat] if self.seat >= 0 else _("The locals")
        return _("A die of {who}: {old} becomes {new}.", who=who, old=self.old, new=self.new)


class Damaged(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who}: {units} damaged in {where}.",
            who=names[self.seat],
            units=_units(self.units),
            where=title(self.place),
        )


class Destroyed(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} lost {units} at {where}.",
            who=names[self.seat],
            units=_units(self.units),
            where=title(self.place),
        )


class LocalsLost(Happening):
    planet: str
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{n} of the locals of {planet} fell.", n=self.n, planet=title(self.planet))


class Repaired(Happening):
    seat: int
    tile: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} repaired all ships in {tile}.", who=names[self.seat], tile=title(self.tile))


class LeavingAnnounced(Happening):
    seat: int
    withdrawal: bool

    def words(self, names: Sequence[str]) -> str:
        if self.withdrawal:
            return _("{who} announced a withdrawal.", who=names[self.seat])
        return _("{who} announced a retreat.", who=names[self.seat])


class FleetLeft(Happening):
    seat: int
    origin: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "The fleet of {who} left {origin} for {to}.",
            who=names[self.seat],
            origin=title(self.origin),
            to=title(self.to),
        )


class LeavingCancelled(Happening):
    seat: int
    text = N_("{seat} stays: no enemy is left.")


class BattleEnded(Happening):
    place: str
    winner: int

    def words(self, names: Sequence[str]) -> str:
        place = title(self.place)
        if self.winner < 0:
            return _("The fight for {place} is over; nobody won it.", place=place)
        return _("{who} won the fight for {place}.", who=names[self.winner], place=place)


class InvasionFailed(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        return _("The invasion of {planet} by {who} failed.", who=who, planet=planet)


class InvasionStopped(Happening):
    seat: int
    planet: str

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        return _("A Diplomat stops the invasion of {planet} by {who}.", who=who, planet=planet)


class SabotageRun(Happening):
    seat: int
    outer: list[int]
    inner: list[int]
    destroyed: int

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Sabotage run of {who}: outer {outer}, inner {inner}; War Suns destroyed: {n}.",
            who=names[self.seat],
            outer=" ".join(map(str, self.outer)) or "–",
            inner=" ".join(map(str, self.inner)) or "–",
            n=self.destroyed,
        )


# -- economy -------------------------------------------------------------------------------------


class Paid(Happening):
    seat: int
    planets: list[str]
    goods: int

    def words(self, names: Sequence[str]) -> str:
        parts = [title(p) for p in self.planets]
        if self.goods:
            parts.append(nouns.some("goods", self.goods))
        return _("{who} paid with {what}.", who=names[self.seat], what=", ".join(parts))


class Exhausted(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who}: {planets} exhausted.", who=names[self.seat], planets=planets)


class Refreshed(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who} refreshed {planets}.", who=names[self.seat], planets=planets)


class GoodsGained(Happening):
    seat: int
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} received {goods}.", who=names[self.seat], goods=nouns.some("goods", self.n))


class GoodsLost(Happening):
    seat: int
    n: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} lost {goods}.", who=names[self.seat], goods=nouns.some("goods", self.n))


class GoodsGiven(Happening):
    seat: int
    to: int
    n: int
    seat_fields = ("seat", "to")

    def words(self, names: Sequence[str]) -> str:
        goods = nouns.some("goods", self.n)
        return _(
            "{who} gave {goods} to {to}.", who=names[self.seat], goods=goods, to=names[self.to]
        )


class AgreementOpened(Happening):
    one: int
    two: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{one} and {two} trade: {cards}.",
            one=names[self.one],
            two=names[self.two],
            cards=", ".join(map(title, self.cards)),
        )


class AgreementEnded(Happening):
    one: int
    two: int

    def words(self, names: Sequence[str]) -> str:
        one, two = names[self.one], names[self.two]
        return _("The trade agreement of {one} and {two} is over.", one=one, two=two)


class TechGained(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gained {tech}.", who=names[self.seat], tech=title(self.tech))


class TechLost(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gave up {tech}.", who=names[self.seat], tech=title(self.tech))


# -- action cards --------------------------------------------------------------------------------


class CardsDrawn(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("You drew {cards}.", cards=", ".join(map(title, self.cards)))


class CardsTaken(Happening):
    seat: int
    n: int
    text = N_("{seat} drew {n} action card(s).")


class CardsLaid(Happening):
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("Action cards to choose from: {cards}.", cards=", ".join(map(title, self.cards)))


class CardsChosen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("{who} took {cards}.", who=names[self.seat], cards=cards)


class CardsDiscarded(Happening):
    seat: int
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("{who} discarded {cards}.", who=names[self.seat], cards=cards)


class CardPlayed(Happening):
    seat: int
    card: str
    on: str = ""
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.on:
            return _("{who} played {card}.", who=who, card=card)
        on = target_words(self.on, names)
        return _("{who} played {card} on {target}.", who=who, card=card, target=on)


class CardCancelled(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} of {who} was cancelled.", card=title(self.card), who=names[self.seat])


class CardWasted(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _(
            "{card} of {who} came too late and has no effect.", card=card, who=names[self.seat]
        )


class AbilityUsed(Happening):
    seat: int
    card: str
    on: str = ""

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.on:
            return _("{who} used {card}.", who=who, card=card)
        on = target_words(self.on, names)
        return _("{who} used {card} on {target}.", who=who, card=card, target=on)


class HandShown(Happening):
    """To the seat that looks."""

    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards)) or _("nothing")
        return _("{who} holds {cards}.", who=names[self.seat], cards=cards)


class HandLookedAt(Happening):
    seat: int
    by: int
    seat_fields = ("seat", "by")
    text = N_("{by} looked at the action cards of {seat}.")


class CardsSwapped(Happening):
    """To the two who swap."""

    seat: int
    to: int
    gives: list[str]
    takes: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} gives {gives} to {to} for {takes}.",
            who=names[self.seat],
            to=names[self.to],
            gives=", ".join(map(title, self.gives)) or _("nothing"),
            takes=", ".join(map(title, self.takes)) or _("nothing"),
        )


class CardsChanged(Happening):
    seat: int
    to: int
    seat_fields = ("seat", "to")
    text = N_("{seat} and {to} swapped action cards.")


class CardsStolen(Happening):
    seat: int
    by: int
    n: int
    seat_fields = ("seat", "by")
    text = N_("{by} took {n} action card(s) from {seat}.")


# -- council -------------------------------------------------------------------------------------


class AgendaRead(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("Before the Galactic Council: {card}.", card=title(self.card))


class Voted(Happening):
    seat: int
    outcome: str
    votes: int

    def words(self, names: Sequence[str]) -> str:
        who = names[self.seat]
        if not self.outcome:
            return _("{who} abstained.", who=who)
        on = target_words(self.outcome, names)
        return _("{who} cast {n} vote(s) for: {outcome}.", who=who, n=self.votes, outcome=on)


class AgendaDecided(Happening):
    card: str
    outcome: str

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{card}: {outcome}.", card=card, outcome=target_words(self.outcome, names))


class AgendaDiscarded(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} was discarded without a vote.", card=title(self.card))


class NoAgenda(Happening):
    text = N_("No agenda is drawn.")


class LawEnded(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{card} is no longer in force.", card=title(self.card))


class AgendasSeen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards))
        return _("The next political cards are: {cards}.", cards=cards)


class AgendasLookedAt(Happening):
    seat: int
    text = N_("{seat} looked at the next political cards.")


# -- points --------------------------------------------------------------------------------------


class ObjectiveRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("A public objective is turned up: {card}.", card=title(self.card))


class Scored(Happening):
    seat: int
    card: str
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} fulfilled: {card} ({n} points).",
            who=names[self.seat],
            card=title(self.card),
            n=self.points,
        )


class SecretLost(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{who} showed {card} in vain and loses it.", who=names[self.seat], card=card)


class PointsChanged(Happening):
    seat: int
    points: int
    total: int
    text = N_("{seat}: {points:+d} victory points, {total} in all.")


class Eliminated(Happening):
    seat: int
    text = N_("{seat} is out of the game.")


class GameWon(Happening):
    winners: list[int]
    points: int

    def words(self, names: Sequence[str]) -> str:
        who = ", ".join(names[s] for s in self.winners)
        if len(self.winners) > 1:
            return _("The game is drawn between {who}, with {n} points.", who=who, n=self.points)
        return _("{who} wins the game with {n} points.", who=who, n=self.points)


class GameShared(GameWon):
    def words(self, names: Sequence[str]) -> str:
        who = ", ".join(names[s] for s in self.winners)
        return _("{who} win the game together with {n} points.", who=who, n=self.points)


# -- options -------------------------------------------------------------------------------------


class DomainRevealed(Happening):
    planet: str
    domain: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("On {planet}: {domain}.", planet=title(self.planet), domain=title(self.domain))


class DomainRemoved(Happening):
    planet: str

    def words(self, names: Sequence[str]) -> str:
        return _("The domain counter on {planet} is removed.", planet=title(self.planet))


class Probed(Happening):
    seat: int
    planet: str
    domain: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "The counter on {planet} is {domain}.",
            planet=title(self.planet),
            domain=title(self.domain),
        )


class ProbedTold(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who} probed {planets}.", who=names[self.seat], planets=planets)


class Razed(Happening):
    seat: int
    planet: str
    die: int

    def words(self, names: Sequence[str]) -> str:
        planet = title(self.planet)
        return _("{who} razed {planet}: {die}.", who=names[self.seat], planet=planet, die=self.die)


class DieRolled(Happening):
    seat: int
    what: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        dice = " ".join(map(str, self.dice)) or "–"
        return _(
            "{who} rolled for {what}: {dice}.",
            who=names[self.seat],
            what=title(self.what),
            dice=dice,
        )


class LeaderMoved(Happening):
    leader: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _("{leader} goes to {where}.", leader=title(self.leader), where=title(self.to))


class LeaderLost(Happening):
    leader: str
    fate: str
    die: int = 0

    def words(self, names: Sequence[str]) -> str:
        leader = title(self.leader)
        if self.fate == "dead":
            return _("{leader} is dead.", leader=leader)
        who = names[int(self.fate[1:])]
        return _("{leader} is a captive of {who}.", leader=leader, who=who)


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Happening) and kind is not Happening
)
