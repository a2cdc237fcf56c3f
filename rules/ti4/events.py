"""What can happen, in words."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.lexicon import write_counted
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    TILES,
    UNIT_TYPES,
    UNITS,
)


def title(id: str) -> str:
    """The printed name behind an id."""
    for known in (
        ACTION_CARDS, AGENDAS, OBJECTIVES, NOTES, TECHNOLOGIES, PLANETS, STRATEGY_CARDS,
        ABILITIES, FACTIONS,
    ):  # fmt: skip
        if id in known:
            return str(known[id].name)
    if id in TILES:
        return f"tile {id}"
    return UNITS[id].name if id in UNITS else id


def units_text(units: dict[str, int]) -> str:
    return write_counted(units, lambda unit: unit.replace("_", " "))


class SpeakerChosen(Event):
    seat: int
    text = "{seat} is the speaker."


class FactionTaken(Event):
    seat: int
    faction: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {title(self.faction)}."


class GalaxyBuilt(Event):
    tiles: int
    text = "The galaxy is built: {tiles} systems."


class TilePlaced(Event):
    seat: int
    tile: str
    q: int
    r: int
    reveals = True
    text = "{seat} placed tile {tile} at ({q}, {r})."


class TilesDealt(Event):
    seat: int
    tiles: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"Your tiles: {', '.join(self.tiles)}."


class Settled(Event):
    seat: int
    tile: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} starts in tile {self.tile} with {units_text(self.units)}."


class SecretsDealt(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"Your secret objectives to choose from: {', '.join(map(title, self.cards))}."


class SecretKept(Event):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return f"You keep the secret objective {title(self.card)}."


class SecretDrawn(Event):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return f"You drew the secret objective {title(self.card)}."


class SecretTaken(Event):
    seat: int
    text = "{seat} drew a secret objective."


class SecretReturned(Event):
    seat: int
    text = "{seat} returned a secret objective to the deck."


class ObjectiveRevealed(Event):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"A public objective is revealed: {title(self.card)}."


class StrategyPicked(Event):
    seat: int
    card: str
    goods: int

    def words(self, names: Sequence[str]) -> str:
        more = f" with {self.goods} trade good(s) on it" if self.goods else ""
        return f"{names[self.seat]} took {title(self.card)}{more}."


class GoodsOnCards(Event):
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"A trade good was put on {', '.join(map(title, self.cards))}."


class TurnOrder(Event):
    order: list[int]

    def words(self, names: Sequence[str]) -> str:
        return f"Initiative order: {', '.join(names[s] for s in self.order)}."


class Passed(Event):
    seat: int
    text = "{seat} passed."


class Activated(Event):
    seat: int
    tile: str
    text = "{seat} activated tile {tile}."


class Moved(Event):
    seat: int
    origin: str
    to: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = units_text(self.units)
        return f"{names[self.seat]} moved {what} from {self.origin} to {self.to}."


class RiftLosses(Event):
    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        lost = units_text(self.units)
        return f"Gravity rift dice of {names[self.seat]}: {self.dice}; lost {lost}."


class Fired(Event):
    seat: int
    target: int
    ability: str
    dice: list[int]
    hits: int
    seat_fields = ("seat", "target")
    text = "{seat} used {ability} against {target}: {dice}, {hits} hit(s)."


class CombatBegan(Event):
    attacker: int
    defender: int
    where: str
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        a, d = names[self.attacker], names[self.defender]
        return f"Combat at {title(self.where)}: {a} against {d}."


class Rolled(Event):
    seat: int
    unit: str
    dice: list[int]
    hits: int

    def words(self, names: Sequence[str]) -> str:
        unit = self.unit.replace("_", " ")
        return f"{names[self.seat]} rolled for {unit}: {self.dice}, {self.hits} hit(s)."


class Sustained(Event):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} sustained damage on {units_text(self.units)}."


class Destroyed(Event):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lost {units_text(self.units)} at {title(self.where)}."


class Removed(Event):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} removed {units_text(self.units)} from {title(self.where)}."


class RetreatAnnounced(Event):
    seat: int
    to: str
    text = "{seat} announces a retreat to tile {to}."


class Retreated(Event):
    seat: int
    origin: str
    to: str
    text = "{seat} retreated from tile {origin} to tile {to}."


class CombatEnded(Event):
    where: str
    winner: int

    def words(self, names: Sequence[str]) -> str:
        who = f"{names[self.winner]} won" if self.winner >= 0 else "nobody won"
        return f"The combat at {title(self.where)} is over: {who}."


class CustodiansRemoved(Event):
    seat: int
    text = "{seat} removed the custodians token from Mecatol Rex."


class Landed(Event):
    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} landed {units_text(self.units)} on {title(self.planet)}."


class Lifted(Event):
    """Units go from a planet back to the space area."""

    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = units_text(self.units)
        return f"{names[self.seat]} took {what} back from {title(self.planet)} into space."


class PlanetTaken(Event):
    seat: int
    planet: str
    former: int = -1

    def words(self, names: Sequence[str]) -> str:
        from_ = f" from {names[self.former]}" if self.former >= 0 else ""
        return f"{names[self.seat]} took control of {title(self.planet)}{from_}."


class Produced(Event):
    seat: int
    tile: str
    units: dict[str, int]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        what = units_text(self.units)
        return f"{names[self.seat]} produced {what} in tile {self.tile} for {self.cost}."


class Placed(Event):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} placed {units_text(self.units)} at {title(self.place)}."


class Paid(Event):
    seat: int
    planets: list[str]
    goods: int

    def words(self, names: Sequence[str]) -> str:
        parts = [title(p) for p in self.planets]
        if self.goods:
            parts.append(f"{self.goods} trade good(s)")
        return f"{names[self.seat]} spent {', '.join(parts)}."


class StrategyUsed(Event):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes the strategic action of {title(self.card)}."


class SecondaryUsed(Event):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} uses the secondary of {title(self.card)}."


class TokensGained(Event):
    seat: int
    pools: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gained command tokens: {write_counted(self.pools, str)}."


class Pools(Event):
    seat: int
    tactic: int
    fleet: int
    strategy: int
    text = "{seat} now has {tactic} tactic, {fleet} fleet, {strategy} strategy."


class TokenPlaced(Event):
    seat: int
    tile: str
    text = "{seat} placed a command token in tile {tile}."


class TokenLifted(Event):
    seat: int
    tile: str
    text = "{seat} took the command token off tile {tile}."


class Readied(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} readied {', '.join(map(title, self.cards))}."


class Exhausted(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} exhausted {', '.join(map(title, self.cards))}."


class GoodsGained(Event):
    seat: int
    goods: int
    text = "{seat} gained {goods} trade good(s)."


class Replenished(Event):
    seat: int
    commodities: int
    text = "{seat} has {commodities} commodities."


class Researched(Event):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} gained the technology {title(self.tech)}."


class CardsDrawn(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"You drew {', '.join(map(title, self.cards))}."


class CardsTaken(Event):
    seat: int
    count: int
    text = "{seat} drew {count} action card(s)."


class CardsDiscarded(Event):
    seat: int
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discarded {', '.join(map(title, self.cards))}."


class CardStolen(Event):
    """Who took a card out of whose hand; the two of them learn which."""

    seat: int
    victim: int
    seat_fields = ("seat", "victim")
    text = "{seat} took an action card from {victim}."


class CardStolenOpenly(Event):
    seat: int
    victim: int
    card: str
    seat_fields = ("seat", "victim")

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} took {title(self.card)} from {names[self.victim]}."


class LawMoved(Event):
    """A law comes to another owner."""

    card: str
    seat: int

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} now owns {title(self.card)}."


class CardsSwapped(Event):
    """Two strategy cards change hands."""

    seat: int
    card: str
    other: int
    got: str
    seat_fields = ("seat", "other")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.other]
        return f"{a} gave {title(self.card)} to {b} for {title(self.got)}."


class Rerolled(Event):
    seat: int
    unit: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        dice = ", ".join(map(str, self.dice))
        return f"{names[self.seat]} rolled dice of {self.unit.replace('_', ' ')} again: {dice}."


class DiceRolled(Event):
    """Dice of a card."""

    seat: int
    card: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        return f"{title(self.card)}: {names[self.seat]} rolled {', '.join(map(str, self.dice))}."


class Repaired(Event):
    seat: int
    where: str

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} repaired the damaged units at {title(self.where)}."


class CardPlayed(Event):
    seat: int
    card: str
    on: str = ""
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        on = f" on {target_words(self.on, names)}" if self.on else ""
        return f"{names[self.seat]} played {title(self.card)}{on}."


class AbilityUsed(Event):
    seat: int
    card: str
    on: str = ""

    def words(self, names: Sequence[str]) -> str:
        on = f" on {target_words(self.on, names)}" if self.on else ""
        return f"{names[self.seat]} used {title(self.card)}{on}."


class HandSeen(Event):
    seat: int
    owner: int
    cards: list[str]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.owner]} holds {', '.join(map(title, self.cards)) or 'nothing'}."


class GoodsTaken(Event):
    seat: int
    owner: int
    count: int
    seat_fields = ("seat", "owner")
    text = "{seat} took {count} trade good(s) from {owner}."


class WormholeMoved(Event):
    seat: int
    tile: str
    hole: str
    text = "{seat} put the {hole} wormhole token into tile {tile}."


class Replaced(Event):
    """Units of another player became own ones."""

    seat: int
    owner: int
    place: str
    units: dict[str, int]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        what = f"{units_text(self.units)} of {names[self.owner]} at {title(self.place)}"
        return f"{names[self.seat]} replaced {what}."


class Waiting(Event):
    """Destroyed infantry that will come back."""

    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = units_text(self.units) or "nothing"
        return f"{names[self.seat]} rolled {self.dice}: {what} will come back."


class CardCancelled(Event):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{title(self.card)} of {names[self.seat]} was cancelled."


class Scored(Event):
    seat: int
    card: str
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} scored {title(self.card)} ({self.points})."


class PointsChanged(Event):
    seat: int
    change: int
    points: int
    text = "{seat}: {change:+d} victory point(s), now {points}."


class AgendasSeen(Event):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return f"The top agenda cards: {', '.join(map(title, self.cards))}."


class AgendasArranged(Event):
    seat: int
    top: int
    bottom: int
    text = "{seat} put {top} agenda card(s) on top and {bottom} at the bottom of the deck."


class AgendaRevealed(Event):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"The agenda is {title(self.card)}."


class AgendaDiscarded(Event):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return f"The agenda {title(self.card)} was discarded without a vote."


class Voted(Event):
    seat: int
    outcome: str
    votes: int

    def words(self, names: Sequence[str]) -> str:
        if not self.votes:
            return f"{names[self.seat]} abstained."
        what = target_words(self.outcome, names)
        return f"{names[self.seat]} cast {self.votes} vote(s) for {what}."


class AgendaDecided(Event):
    card: str
    outcome: str

    def words(self, names: Sequence[str]) -> str:
        return f"{title(self.card)}: {target_words(self.outcome, names)}."


class LawRepealed(Event):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return f"The law {title(self.card)} is discarded."


class Traded(Event):
    seat: int
    partner: int
    given: dict[str, int]
    got: dict[str, int]
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return f"{a} gave {units_text(self.given)} to {b} for {units_text(self.got)}."


class Agreed(Event):
    seat: int
    partner: int
    saying: str
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return f"{a} and {b} agreed, binding nobody: “{self.saying}”"


class NoteReceived(Event):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, _, note = self.note.partition(":")
        return f"You received {title(note)} of {names[int(owner)]}."


class NoteReturned(Event):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, _, note = self.note.partition(":")
        return f"{title(note)} went back to {names[int(owner)]}."


class Eliminated(Event):
    seat: int
    text = "{seat} is eliminated."


class GameWon(Event):
    seat: int
    points: int
    reveals = True
    text = "{seat} wins the game with {points} points."


def target_words(on: str, names: Sequence[str]) -> str:
    """A target or outcome: "@2" is a seat, anything else an id; several are set apart by spaces."""
    return ", ".join(_word(part, names) for part in on.split(" "))


def _word(on: str, names: Sequence[str]) -> str:
    if on.startswith("@"):
        return names[int(on[1:])]
    return on.replace("_", " ") if on in UNIT_TYPES else title(on)


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
)
