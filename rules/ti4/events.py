"""What can happen, in words."""

from collections.abc import Sequence

from rules.kernel.events import Event
from rules.ti4 import nouns
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
from rules.ti4.speech import N_, _
from rules.ti4.state import NoteId
from rules.toolbox.targets import ids_of, is_player, seat_of


def title(id: str) -> str:
    """The printed name behind an id."""
    if id in TILES:
        return _("tile {id}", id=id)
    for known in (
        ACTION_CARDS, AGENDAS, OBJECTIVES, NOTES, TECHNOLOGIES, PLANETS, STRATEGY_CARDS,
        ABILITIES, FACTIONS,
    ):  # fmt: skip
        if id in known:
            return str(known[id].name)
    return UNITS[id].name if id in UNITS else id


def _where(place: str) -> str:
    """A planet by its name, a system by its number."""
    return PLANETS[place].name if place in PLANETS else place


class Happening(Event):
    """An event of this game, told in its own words."""

    speech = _


class SpeakerChosen(Happening):
    seat: int
    text = N_("{seat} is the speaker.")


class FactionTaken(Happening):
    seat: int
    faction: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} plays {faction}.", who=names[self.seat], faction=title(self.faction))


class GalaxyBuilt(Happening):
    tiles: int
    text = N_("The galaxy is built: {tiles} systems.")


class TilePlaced(Happening):
    seat: int
    tile: str
    q: int
    r: int
    reveals = True
    text = N_("{seat} placed tile {tile} at ({q}, {r}).")


class TilesDealt(Happening):
    seat: int
    tiles: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("Your tiles: {tiles}.", tiles=", ".join(self.tiles))


class Settled(Happening):
    seat: int
    tile: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} starts in tile {tile} with {units}.",
            who=names[self.seat],
            tile=self.tile,
            units=nouns.counted(self.units),
        )


class SecretsDealt(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Your secret objectives to choose from: {cards}.",
            cards=", ".join(map(title, self.cards)),
        )


class SecretKept(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("You keep the secret objective {card}.", card=title(self.card))


class SecretDrawn(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("You drew the secret objective {card}.", card=title(self.card))


class SecretTaken(Happening):
    seat: int
    text = N_("{seat} drew a secret objective.")


class SecretReturned(Happening):
    seat: int
    text = N_("{seat} returned a secret objective to the deck.")


class ObjectiveRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("A public objective is revealed: {card}.", card=title(self.card))


class StrategyPicked(Happening):
    seat: int
    card: str
    goods: int

    def words(self, names: Sequence[str]) -> str:
        who, card = names[self.seat], title(self.card)
        if not self.goods:
            return _("{who} took {card}.", who=who, card=card)
        return _(
            "{who} took {card} with {n} trade good(s) on it.", who=who, card=card, n=self.goods
        )


class GoodsOnCards(Happening):
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("A trade good was put on {cards}.", cards=", ".join(map(title, self.cards)))


class TurnOrder(Happening):
    order: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _("Initiative order: {order}.", order=", ".join(names[s] for s in self.order))


class Passed(Happening):
    seat: int
    text = N_("{seat} passed.")


class Activated(Happening):
    seat: int
    tile: str
    text = N_("{seat} activated tile {tile}.")


class Moved(Happening):
    seat: int
    origin: str
    to: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} moved {units} from {origin} to {to}.",
            who=names[self.seat],
            units=what,
            origin=_where(self.origin),
            to=_where(self.to),
        )


class RiftLosses(Happening):
    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        lost = nouns.counted(self.units)
        return _(
            "Gravity rift dice of {who}: {dice}; lost {units}.",
            who=names[self.seat],
            dice=self.dice,
            units=lost,
        )


class Fired(Happening):
    seat: int
    target: int
    ability: str
    dice: list[int]
    hits: int
    seat_fields = ("seat", "target")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} used {ability} against {whom}: {dice}, {hits} hit(s).",
            who=names[self.seat],
            ability=_(self.ability),
            whom=names[self.target],
            dice=self.dice,
            hits=self.hits,
        )


class CombatBegan(Happening):
    attacker: int
    defender: int
    where: str
    seat_fields = ("attacker", "defender")

    def words(self, names: Sequence[str]) -> str:
        a, d = names[self.attacker], names[self.defender]
        return _(
            "Combat at {where}: {attacker} against {defender}.",
            where=title(self.where),
            attacker=a,
            defender=d,
        )


class Rolled(Happening):
    seat: int
    unit: str
    dice: list[int]
    hits: int

    def words(self, names: Sequence[str]) -> str:
        unit = nouns.unit(self.unit)
        return _(
            "{who} rolled for {unit}: {dice}, {hits} hit(s).",
            who=names[self.seat],
            unit=unit,
            dice=self.dice,
            hits=self.hits,
        )


class Sustained(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} sustained damage on {units}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
        )


class Destroyed(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} lost {units} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.where),
        )


class Removed(Happening):
    seat: int
    where: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} removed {units} from {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.where),
        )


class RetreatAnnounced(Happening):
    seat: int
    to: str
    text = N_("{seat} announces a retreat to tile {to}.")


class Retreated(Happening):
    seat: int
    origin: str
    to: str
    text = N_("{seat} retreated from tile {origin} to tile {to}.")


class CombatEnded(Happening):
    where: str
    winner: int

    def words(self, names: Sequence[str]) -> str:
        where = title(self.where)
        if self.winner < 0:
            return _("The combat at {where} is over: nobody won.", where=where)
        who = names[self.winner]
        return _("The combat at {where} is over: {who} won.", where=where, who=who)


class CustodiansRemoved(Happening):
    seat: int
    text = N_("{seat} removed the custodians token from Mecatol Rex.")


class Landed(Happening):
    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} landed {units} on {planet}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            planet=title(self.planet),
        )


class Lifted(Happening):
    """Units go from a planet back to the space area."""

    seat: int
    planet: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} took {units} back from {planet} into space.",
            who=names[self.seat],
            units=what,
            planet=title(self.planet),
        )


class PlanetTaken(Happening):
    seat: int
    planet: str
    former: int = -1
    seat_fields = ("seat", "former")

    def words(self, names: Sequence[str]) -> str:
        who, planet = names[self.seat], title(self.planet)
        if self.former < 0:
            return _("{who} took control of {planet}.", who=who, planet=planet)
        whom = names[self.former]
        return _("{who} took control of {planet} from {whom}.", who=who, planet=planet, whom=whom)


class Produced(Happening):
    seat: int
    tile: str
    units: dict[str, int]
    cost: int

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} produced {units} in tile {tile} for {cost}.",
            who=names[self.seat],
            units=what,
            tile=self.tile,
            cost=self.cost,
        )


class Placed(Happening):
    seat: int
    place: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} placed {units} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            where=title(self.place),
        )


class Paid(Happening):
    seat: int
    planets: list[str]
    goods: int

    def words(self, names: Sequence[str]) -> str:
        parts = [title(p) for p in self.planets]
        if self.goods:
            parts.append(_("{n} trade good(s)", n=self.goods))
        return _("{who} spent {what}.", who=names[self.seat], what=", ".join(parts))


class StrategyUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} takes the strategic action of {card}.",
            who=names[self.seat],
            card=title(self.card),
        )


class SecondaryUsed(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} uses the secondary of {card}.", who=names[self.seat], card=title(self.card))


class TokensGained(Happening):
    seat: int
    pools: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} gained command tokens: {pools}.",
            who=names[self.seat],
            pools=nouns.counted(self.pools),
        )


class Pools(Happening):
    seat: int
    tactic: int
    fleet: int
    strategy: int
    text = N_("{seat} now has {tactic} tactic, {fleet} fleet, {strategy} strategy.")


class TokenPlaced(Happening):
    seat: int
    tile: str
    text = N_("{seat} placed a command token in tile {tile}.")


class TokenLifted(Happening):
    seat: int
    tile: str
    text = N_("{seat} took the command token off tile {tile}.")


class Readied(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} readied {cards}.", who=names[self.seat], cards=", ".join(map(title, self.cards))
        )


class Exhausted(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} exhausted {cards}.",
            who=names[self.seat],
            cards=", ".join(map(title, self.cards)),
        )


class GoodsGained(Happening):
    seat: int
    goods: int
    text = N_("{seat} gained {goods} trade good(s).")


class Replenished(Happening):
    seat: int
    commodities: int
    text = N_("{seat} has {commodities} commodities.")


class Researched(Happening):
    seat: int
    tech: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} gained the technology {tech}.", who=names[self.seat], tech=title(self.tech))


class CardsDrawn(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        drawn = _("You drew {cards}.", cards=", ".join(map(title, self.cards)))
        return " ".join([drawn, *rule_wanted(self.cards)])


_CONDITIONS = (
    ("when_action_card_played", " IF card = Plague"),
    ("before_assign", " IF hits >= 2"),
    ("combat", " IF losing"),
    ("agenda", " IF agenda = Mutiny"),
)
"""Conditions that suit the moments of a card, for examples of rules."""


def rule_wanted(cards: Sequence[str]) -> list[str]:
    """Ask for a rule, where cards speak at moments that may pass without a question."""
    found = [card for card in cards if set(ACTION_CARDS[card].windows) - {"action"}]
    if not found:
        return []
    moments = " ".join(ACTION_CARDS[found[0]].windows)
    condition = next((words for window, words in _CONDITIONS if window in moments), "")
    example = f"STANDING: PLAY {title(found[0])}{condition}"
    return [_("A rule plays such a card unasked ({example}).", example=example)]


class CardsTaken(Happening):
    seat: int
    count: int
    text = N_("{seat} drew {count} action card(s).")


class CardsDiscarded(Happening):
    seat: int
    cards: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} discarded {cards}.",
            who=names[self.seat],
            cards=", ".join(map(title, self.cards)),
        )


class CardStolen(Happening):
    """Who took a card out of whose hand; the two of them learn which."""

    seat: int
    victim: int
    seat_fields = ("seat", "victim")
    text = N_("{seat} took an action card from {victim}.")


class CardStolenOpenly(Happening):
    seat: int
    victim: int
    card: str
    seat_fields = ("seat", "victim")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} took {card} from {whom}.",
            who=names[self.seat],
            card=title(self.card),
            whom=names[self.victim],
        )


class LawMoved(Happening):
    """A law comes to another owner."""

    card: str
    seat: int

    def words(self, names: Sequence[str]) -> str:
        return _("{who} now owns {card}.", who=names[self.seat], card=title(self.card))


class CardsSwapped(Happening):
    """Two strategy cards change hands."""

    seat: int
    card: str
    other: int
    got: str
    seat_fields = ("seat", "other")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.other]
        return _(
            "{who} gave {card} to {whom} for {got}.",
            who=a,
            card=title(self.card),
            whom=b,
            got=title(self.got),
        )


class Rerolled(Happening):
    seat: int
    unit: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        dice = ", ".join(map(str, self.dice))
        return _(
            "{who} rolled dice of {unit} again: {dice}.",
            who=names[self.seat],
            unit=nouns.unit(self.unit),
            dice=dice,
        )


class DiceRolled(Happening):
    """Dice of a card."""

    seat: int
    card: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{card}: {who} rolled {dice}.",
            card=title(self.card),
            who=names[self.seat],
            dice=", ".join(map(str, self.dice)),
        )


class Repaired(Happening):
    seat: int
    where: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} repaired the damaged units at {where}.",
            who=names[self.seat],
            where=title(self.where),
        )


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


class HandSeen(Happening):
    seat: int
    owner: int
    cards: list[str]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        cards = ", ".join(map(title, self.cards)) or _("nothing")
        return _("{who} holds {cards}.", who=names[self.owner], cards=cards)


class GoodsTaken(Happening):
    seat: int
    owner: int
    count: int
    seat_fields = ("seat", "owner")
    text = N_("{seat} took {count} trade good(s) from {owner}.")


class WormholeMoved(Happening):
    seat: int
    tile: str
    hole: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} put the {hole} wormhole token into tile {tile}.",
            who=names[self.seat],
            hole=nouns.word(self.hole),
            tile=self.tile,
        )


class Replaced(Happening):
    """Units of another player became own ones."""

    seat: int
    owner: int
    place: str
    units: dict[str, int]
    seat_fields = ("seat", "owner")

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} replaced {units} of {whom} at {where}.",
            who=names[self.seat],
            units=nouns.counted(self.units),
            whom=names[self.owner],
            where=title(self.place),
        )


class NotReturned(Happening):
    """Destroyed infantry that waited, and found no planet at home."""

    seat: int
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} controls no planet at home: {units} that waited went back to reinforcements.",
            who=names[self.seat],
            units=nouns.counted(self.units),
        )


class Waiting(Happening):
    """Destroyed infantry that will come back."""

    seat: int
    dice: list[int]
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        what = nouns.counted(self.units)
        return _(
            "{who} rolled {dice}: {units} will come back.",
            who=names[self.seat],
            dice=self.dice,
            units=what,
        )


class CardCancelled(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("{card} of {who} was cancelled.", card=title(self.card), who=names[self.seat])


class Scored(Happening):
    seat: int
    card: str
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} scored {card} ({points}).",
            who=names[self.seat],
            card=title(self.card),
            points=self.points,
        )


class PointsChanged(Happening):
    seat: int
    change: int
    points: int
    text = N_("{seat}: {change:+d} victory point(s), now {points}.")


class AgendasSeen(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("The top agenda cards: {cards}.", cards=", ".join(map(title, self.cards)))


class AgendasArranged(Happening):
    seat: int
    top: int
    bottom: int
    text = N_("{seat} put {top} agenda card(s) on top and {bottom} at the bottom of the deck.")


class AgendaRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The agenda is {card}.", card=title(self.card))


class AgendaDiscarded(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The agenda {card} was discarded without a vote.", card=title(self.card))


class Voted(Happening):
    seat: int
    outcome: str
    votes: int

    def words(self, names: Sequence[str]) -> str:
        if not self.votes:
            return _("{who} abstained.", who=names[self.seat])
        what = target_words(self.outcome, names)
        return _(
            "{who} cast {votes} vote(s): {outcome}.",
            who=names[self.seat],
            votes=self.votes,
            outcome=what,
        )


class AgendaDecided(Happening):
    card: str
    outcome: str

    def words(self, names: Sequence[str]) -> str:
        outcome = target_words(self.outcome, names)
        return _("{card}: {outcome}.", card=title(self.card), outcome=outcome)


class LawRepealed(Happening):
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("The law {card} is discarded.", card=title(self.card))


class Traded(Happening):
    seat: int
    partner: int
    given: dict[str, int]
    got: dict[str, int]
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return _(
            "{who} gave {given} to {whom} for {got}.",
            who=a,
            given=nouns.counted(self.given),
            whom=b,
            got=nouns.counted(self.got),
        )


class Agreed(Happening):
    seat: int
    partner: int
    saying: str
    seat_fields = ("seat", "partner")

    def words(self, names: Sequence[str]) -> str:
        a, b = names[self.seat], names[self.partner]
        return _(
            "{who} and {whom} agreed, binding nobody: “{saying}”", who=a, whom=b, saying=self.saying
        )


class NoteReceived(Happening):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, note = NoteId.read(self.note)
        return _("You received {note} of {who}.", note=title(note), who=names[owner])


class NoteReturned(Happening):
    seat: int
    note: str

    def words(self, names: Sequence[str]) -> str:
        owner, note = NoteId.read(self.note)
        return _("{note} went back to {who}.", note=title(note), who=names[owner])


class Eliminated(Happening):
    seat: int
    text = N_("{seat} is eliminated.")


class GameWon(Happening):
    seat: int
    points: int
    reveals = True
    text = N_("{seat} wins the game with {points} points.")


_TARGETS = (
    N_("for"),
    N_("against"),
    N_("misses"),
    N_("some"),
    N_("damaged"),
    N_("goods"),
    N_("commodities"),
    N_("sustain"),
    N_("lose"),
    N_("alpha"),
    N_("beta"),
)
"""Targets and outcomes that are neither names nor units."""


def target_words(on: str, names: Sequence[str]) -> str:
    """A target or outcome: "@2" is a seat, anything else an id; several are set apart by spaces."""
    return ", ".join(_word(part, names) for part in ids_of(on))


def _word(on: str, names: Sequence[str]) -> str:
    if is_player(on):
        return names[seat_of(on)]
    if on in _TARGETS:
        return _(on)
    return nouns.unit(on) if on in UNIT_TYPES else title(on)


EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for kind in list(globals().values())
    if isinstance(kind, type) and issubclass(kind, Happening) and kind is not Happening
)
