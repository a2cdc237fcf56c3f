"""The whole state in three compartments. Units are counts, by place, owner and type.

A place is a tile's space area ("27") or a planet ("lodor"). Owners are seats as text, because
keys are text. Reinforcements are never stored: they are what is not on the board.
"""

from enum import StrEnum
from typing import Final, NamedTuple, Self, TypeAlias

from rules.kernel import table, views
from rules.kernel.codec import Plain
from rules.toolbox.effects import Effect
from rules.toolbox.stock import ByOwner, ByPlace, Counts, Stock


class Phase(StrEnum):
    """A stage of the game; `ruleset.next_step` has the step for each value."""

    SPEAKER = "speaker"
    SPEAKER_DRAFT = "speaker-draft"
    GALAXY = "galaxy"
    BUILD = "build"
    HOMES = "homes"
    CARDS = "cards"
    STRATEGY = "strategy"
    PICK = "pick"
    STRATEGY_END = "strategy-end"
    TURN = "turn"
    STATUS = "status"
    SCORE = "score"
    REVEAL = "reveal"
    TOKENS = "tokens"
    READY = "ready"
    AGENDA_START = "agenda-start"
    AGENDA = "agenda"
    AGENDA_END = "agenda-end"
    OVER = "over"


SET_UP: Final = frozenset(
    (Phase.SPEAKER, Phase.SPEAKER_DRAFT, Phase.GALAXY, Phase.BUILD, Phase.HOMES, Phase.CARDS)
)


class Until(StrEnum):
    """The moment at which a card or ability in force ends. STRATEGY: at the start of the next
    strategy phase; HITS: with one set of hits; PLACING, RESEARCH, GAIN: with the thing just done;
    GAME: never."""

    TURN = "turn"
    TACTICAL = "tactical"
    COMBAT = "combat"
    COMBAT_ROUND = "combat-round"
    INVASION = "invasion"
    CANNON = "cannon"
    PRODUCTION = "production"
    AGENDA = "agenda"
    ROUND = "round"
    STRATEGY = "strategy"
    PICK = "pick"
    HITS = "hits"
    PLACING = "placing"
    RESEARCH = "research"
    GAIN = "gain"
    GAME = "game"
    STRATEGIC_ACTION = "strategic action"
    MOMENT = "moment"


class Mark(StrEnum):
    """Effects that are no card's own, which the rules note for a while.

    SILENCED: faction abilities are off; SWAPPED: the values of a planet are exchanged; INSTEAD:
    nothing is gained; STAKED: a unit that is lost if its dice, rolled again, leave it without a
    hit; TAKEN: a technology was copied in this combat.
    """

    TURN_OVER = "turn over"
    SILENCED = "silenced"
    SWAPPED = "values exchanged"
    FREE_TRADE = "free trade"
    RESEARCHER = "researching"
    INSTEAD = "instead of gaining"
    NO_COMBAT_ROLLS = "no combat rolls"
    NO_SHIELD = "no planetary shield"
    STAKED = "staked on a reroll"
    INFANTRY_WAITING = "infantry waiting"
    PREDICTED = "galactic threat made"
    TAKEN = "singularity"
    FIRE = "magmus fire"


class AssimilatorToken(NamedTuple):
    """The token of a card under which Nekro keeps a copied technology; the id of an effect."""

    card: str

    def __str__(self) -> str:
        return f"token of {self.card}"

    @classmethod
    def read(cls, effect: str) -> Self | None:
        """Return the token that an effect's id names, None for any other effect."""
        _empty, mark, card = effect.partition("token of ")
        return cls(card) if mark and not _empty else None


class NoteId(NamedTuple):
    """One copy of a promissory note: its owner's seat and the note. Written a `NoteId` each."""

    owner: int
    note: str

    @classmethod
    def read(cls, text: str) -> "NoteId":
        owner, _, note = text.partition(":")
        return cls(int(owner), note)

    def __str__(self) -> str:
        return f"{self.owner}:{self.note}"


class Side(Plain):
    """The part of one player that everybody knows (TI4 B.3)."""

    faction: str = ""
    points: int = 0
    tactic: int = 3
    fleet: int = 3
    strategy: int = 2
    goods: int = 0
    commodities: int = 0
    techs: list[str] = []
    exhausted: list[str] = []
    """Exhausted cards that are neither planets nor strategy cards: technologies, notes."""
    cards: list[str] = []
    used: list[str] = []
    initiative: int = 0
    passed: bool = False
    hand: int = 0
    secrets: int = 0
    scored: list[str] = []
    """Objectives scored, public and secret."""
    notes: int = 0
    received_notes: bool = False
    """Has been given a note of somebody else at some time."""
    in_play: list[str] = []
    """Notes lying face up before this player: a `NoteId` each."""
    traded: list[int] = []
    keeps_cards: bool = False
    out: bool = False


class Tactical(Plain):
    """The tactical action under way (TI4 3)."""

    seat: int
    tile: str
    arrived: bool = False
    committed: ByPlace = {}
    landings: list[str] = []
    """Planets landed on, in the order in which the active player named them (TI4 25.3a)."""
    gained: list[str] = []
    scored_in: list[str] = []
    """Combats an objective was scored in: "seat:space", "seat:planet" (TI4 29.7)."""


class Battle(Plain):
    """The combat under way. Dice lie open in `rolls` until hits are counted."""

    tile: str
    attacker: int
    defender: int
    planet: str = ""
    round: int = 0
    quiet: int = 0
    """Rounds in a row in which nothing was lost."""
    rolls: dict[str, dict[str, list[int]]] = {}
    retreating: int = -1
    retreat_to: str = ""
    lost: ByOwner = {}
    sustained: ByOwner = {}
    """Units that used Sustain Damage in this round."""
    marines: Counts = {}
    """Ground forces in space that fight as if they were ships, by seat."""
    lifted: dict[str, Counts] = {}
    """Of these, by seat and planet, those that return to a planet."""
    winner: int = -1
    over: bool = False
    drawn: bool = False
    """Nobody wins, whoever is left."""

    @property
    def sides(self) -> tuple[int, int]:
        """Return attacker and defender."""
        return self.attacker, self.defender

    def foe(self, seat: int) -> int:
        """Return the opponent of one of the two who fight."""
        return self.attacker + self.defender - seat


class Hits(Plain):
    """Hits scored and not yet assigned; `cause` is cannon, barrage, space, bombardment, landing,
    ground, or the card that scored them."""

    place: str
    cause: str
    pending: Counts
    heavy: Counts = {}
    """Of the pending hits, those that must go to non-fighter ships while there are any."""
    by: Counts = {}
    """Who scored the hits against a seat."""
    rolls: Counts = {}
    """How many rolls scored against a seat, where there were several."""


class Fallen(Plain):
    """Units just destroyed, or just damaged (`cause` sustain), while cards speak about it."""

    seat: int
    place: str
    units: Counts
    by: int = -1
    cause: str = ""


class Vote(Plain):
    seat: int
    outcome: str
    votes: int


class Agenda(Plain):
    """The agenda before the council (TI4 20)."""

    id: str
    votes: list[Vote] = []
    barred: list[int] = []
    predictions: list[Effect] = []
    outcome: str = ""
    settled: bool = False
    discarded: bool = False


class Law(Plain):
    """A law in play: `owner` -1 lies in the common area; `elected` names player or planet."""

    owner: int = -1
    elected: str = ""
    exhausted: bool = False


class Played(Plain):
    """An action card announced and not yet resolved (TI4 C.6 Y2)."""

    seat: int
    card: str
    on: str = ""
    cancelled: bool = False


class Public(Plain):
    sides: list[Side]
    names: list[str]
    target: int = 10
    phase: Phase = Phase.SPEAKER
    round: int = 1
    speaker: int = 0
    places: dict[str, list[int]] = {}
    """Where the tiles lie: tile to [q, r]; a detached tile is absent (TI4 44.1, H-71)."""
    detached: list[str] = []
    space: Stock = {}
    ground: Stock = {}
    damaged: Stock = {}
    tokens: dict[str, list[int]] = {}
    control: dict[str, int] = {}
    spent: list[str] = []
    """Exhausted planet cards."""
    attached: dict[str, list[str]] = {}
    wormholes: dict[str, list[str]] = {}
    """Wormhole tokens on tiles."""
    custodians: bool = True
    card_goods: Counts = {}
    """Trade goods on strategy cards nobody holds; a card held by a player is absent."""
    supply: int = 0
    """Trade good tokens taken from the supply: held as goods, as commodities or on cards."""
    to_pick: list[int] = []
    turn: int = -1
    actions_left: int = 0
    active: Tactical | None = None
    battle: Battle | None = None
    settling: str = ""
    """The system in which somebody is being asked what goes over a limit."""
    hits: Hits | None = None
    fallen: Fallen | None = None
    agenda: Agenda | None = None
    played: list[Played] = []
    agendas_done: int = 0
    effects: list[Effect] = []
    laws: dict[str, Law] = {}
    discard: list[str] = []
    agenda_discard: list[str] = []
    revealed: list[str] = []
    """Public objectives turned up, in order."""
    hidden_one: int = 0
    hidden_two: int = 0
    deck: list[str] = []
    """Which action cards this game is played with (a public fact), one entry a title."""
    dealt: list[int] = []
    """Map building: tiles still to be placed, by seat."""
    order: list[int] = []
    """Map building: whose placements are still to come."""
    winner: int = -1

    @property
    def battle_now(self) -> Battle:
        """Return the combat under way; there must be one."""
        assert self.battle is not None
        return self.battle

    def combat_mark(self, seat: int) -> str:
        """Return the name of the combat under way in `scored_in`, "" if there is none."""
        return "" if self.battle is None else f"{seat}:{self.battle.planet or 'space'}"

    def scored_in_this_combat(self, seat: int) -> bool:
        """Return whether the seat has scored its one objective of the combat under way
        (TI4 29.7)."""
        mark = self.combat_mark(seat)
        return bool(mark) and self.active is not None and mark in self.active.scored_in

    @property
    def active_now(self) -> Tactical:
        """Return the tactical action under way; there must be one."""
        assert self.active is not None
        return self.active

    @property
    def agenda_now(self) -> Agenda:
        """Return the agenda before the council; there must be one."""
        assert self.agenda is not None
        return self.agenda

    @property
    def hits_now(self) -> Hits:
        """Return the hits that are being assigned; there must be some."""
        assert self.hits is not None
        return self.hits

    @property
    def fallen_now(self) -> Fallen:
        """Return the units just destroyed or damaged; there must be some."""
        assert self.fallen is not None
        return self.fallen


class Private(Plain):
    cards: list[str] = []
    secrets: list[str] = []
    offered: list[str] = []
    notes: list[str] = []
    """Promissory notes in hand, own and others': a `NoteId` each."""
    tiles: list[str] = []
    seen: list[str] = []
    """Agenda cards just looked at."""
    shown: list[str] = []
    """Action cards of another player being looked at."""


class Hidden(Plain):
    action: list[str] = []
    agenda: list[str] = []
    one: list[str] = []
    two: list[str] = []
    secret: list[str] = []
    red: list[str] = []


class TI4State(views.State[Public, Private, Hidden]):
    pass


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = table.Table[Public, Private, Hidden]
