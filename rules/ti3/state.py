"""The whole state in three compartments. Units are counts, by place, owner and type.

A place is the space of a system ("sys_lodor") or a planet ("lodor"). Owners are seats as text,
because keys are text. Cargo belongs to one ship (TI3 E22): a ship that carries something has a
`Hold`; ships without one are empty, and ships of a type that carry nothing are alike. What is in
reinforcements is never stored: it is what is not on the board.
"""

from enum import StrEnum
from typing import Final, TypeAlias

from rules.kernel import table, views
from rules.kernel.codec import Plain
from rules.toolbox.effects import Effect

Counts = dict[str, int]
ByOwner = dict[str, Counts]


class Phase(StrEnum):
    """Where the game stands; `ruleset.next_step` has the step for each value."""

    RACES = "races"
    DRAFT = "draft"
    GALAXY = "galaxy"
    BUILD = "build"
    SETTLE = "settle"
    CARDS = "cards"
    STRATEGY = "strategy"
    PICK = "pick"
    STRATEGY_END = "strategy-end"
    TURN = "turn"
    STATUS = "status"
    SCORE = "score"
    REFRESH = "refresh"
    FORM = "form"
    RETURN = "return"
    OVER = "over"


SET_UP: Final = frozenset(
    (Phase.RACES, Phase.DRAFT, Phase.GALAXY, Phase.BUILD, Phase.SETTLE, Phase.CARDS)
)


class Until(StrEnum):
    """When a card or ability in force ends. KEPT: when the player stops it; NEXT_ROUND: becomes
    ROUND as a round ends; VOTE: with the next vote."""

    MOMENT = "moment"
    VOTE = "vote"
    PICK = "pick"
    COMBAT_ROUND = "combat-round"
    BATTLE = "battle"
    INVASION = "invasion"
    ACTIVATION = "activation"
    PURCHASE = "purchase"
    ACTION = "action"
    AGENDA = "agenda"
    TURN = "turn"
    PHASE = "phase"
    STRATEGY = "strategy"
    ROUND = "round"
    NEXT_ROUND = "next round"
    NEXT_STRATEGY = "next-strategy"
    KEPT = "kept"


class Mark(StrEnum):
    """Effects that are no card's own. NO_VOTE: the player has no vote on the next agenda (TI3
    28.3.5); ENVOY: two players may not activate each other's systems."""

    NO_VOTE = "razed lazax"
    ENVOY = "envoy"


class Hold(Plain):
    """One ship that carries ground forces, PDS or leaders (TI3 16.7, 29.1.2)."""

    ship: str
    units: Counts = {}
    leaders: list[str] = []
    damaged: bool = False


class Agreement(Plain):
    """Two trade cards exchanged: `cards[0]` of `seats[0]` lies before `seats[1]`, and the other
    way round (TI3 22.1.2); `new` while the action that opened it lasts (22.3.3)."""

    seats: list[int]
    cards: list[str]
    new: bool = False


class Side(Plain):
    """What everybody knows of one player (TI3 33.2)."""

    race: str = ""
    points: int = 0
    strategy: int = 2
    command: int = 3
    fleet: int = 3
    goods: int = 0
    techs: list[str] = []
    cards: list[str] = []
    used: list[str] = []
    """Strategy cards turned to their inactive side (TI3 7.1.6)."""
    followed: list[str] = []
    """Cards whose secondary was used this round (TI3 7.1.7)."""
    initiative: int = 0
    passed: bool = False
    skipped: bool = False
    """Let the last turn go by."""
    had_initiative: bool = False
    """Took Initiative in the last strategy phase (TI3 5.1.3)."""
    hand: int = 0
    secret: bool = False
    """Has a secret objective not yet scored or lost (TI3 23.2.1)."""
    scored: list[str] = []
    lazax: int = 0
    """Counters of Lazax Survivors kept (TI3 28.4.4)."""
    fighters_bought: int = 0
    """In this round."""
    docks_taken: list[int] = []
    """Players whose last space dock fell with a planet this seat took in this round."""
    keeps: str = ""
    """A strategy card kept for the next round (TI3 E117)."""
    out: bool = False


class Landing(Plain):
    """What landed on a planet in this activation (TI3 8.6)."""

    planet: str
    units: Counts
    fighters: int = 0
    leaders: list[str] = []
    origin: int = -1
    """Who controlled the planet before; -1: nobody."""


class Active(Plain):
    """The tactical or transfer action under way (TI3 8, 9)."""

    seat: int
    tile: str
    other: str = ""
    """The second system of a transfer."""
    moved: bool = False
    probed: list[str] = []
    razed: Counts = {}
    """Ships that razed, by type: they may not bombard (TI3 28.3.3)."""
    landings: list[Landing] = []
    closed: list[str] = []
    """Planets on which nothing more may land in this activation (TI3 28.1.3)."""
    bombards: dict[str, Counts] = {}
    fired: list[str] = []
    """PDS that have fired: "seat:planet", once for each."""
    refused: list[str] = []
    """Systems a diplomat may not cross (TI3 29.6.2)."""


class Battle(Plain):
    """The battle under way. Dice lie open in `rolls` until hits are counted."""

    tile: str
    attacker: int
    defender: int
    """-1: hostile locals (TI3 28.4.3)."""
    planet: str = ""
    round: int = 0
    quiet: int = 0
    rolls: dict[str, dict[str, list[int]]] = {}
    leaving: int = -1
    """Who announced a withdrawal or a retreat."""
    locals: int = 0
    lost: ByOwner = {}
    breach: Counts = {}
    """Hits still to fall on one dreadnought of a seat."""
    automatic: Counts = {}
    """Hits that fall in the first casualty step whatever is rolled."""
    over: bool = False
    winner: int = -1


class Shots(Plain):
    """Dice of fire outside combat rounds, lying open (TI3 1.4.3)."""

    seat: int
    fire: str
    place: str
    dice: dict[str, list[int]] = {}
    needs: Counts = {}
    """What each unit hits on, as things stand."""


class Hits(Plain):
    """Hits scored and not yet assigned; `cause` is cannon, barrage, pre-combat, space,
    bombardment, landing, invasion, or the card that scored them."""

    place: str
    cause: str
    seat: int
    n: int
    by: int = -1
    must: str = ""
    """A ship type the first of the hits must go to."""
    must_n: int = 0


class Fallen(Plain):
    """Ships just damaged, while cards speak about it (TI3 36.2)."""

    seat: int
    place: str
    units: Counts
    by: int = -1


class Ballot(Plain):
    seat: int
    outcome: str
    votes: int


class Council(Plain):
    """The agenda before the galactic council (TI3 20)."""

    id: str = ""
    ballots: list[Ballot] = []
    barred: list[int] = []
    only: int = -1
    """The one player whose votes count."""
    extra: Counts = {}
    outcome: str = ""
    discarded: bool = False
    cancelled: bool = False
    """No agenda is drawn."""
    left: int = 1
    """Agendas still to come, this one included."""
    again: bool = False
    """A law in force is voted on again (TI3 E135)."""
    candidates: list[str] = []


class Law(Plain):
    """A law, or another political card that lies face up; `elected` names player ("@2"), planet or
    colour, two of them with "+"."""

    id: str
    elected: str = ""
    round: int = 0
    """The round in which it came into force."""


class Played(Plain):
    """An action card revealed and not yet resolved (TI3 19.2)."""

    seat: int
    card: str
    on: str = ""
    cancelled: bool = False


class Settings(Plain):
    """The options of the table that play depends on (TI3 42)."""

    faq: bool = True
    long_war: bool = False
    long_war_no_rex: bool = False
    age_of_empire: bool = False
    distant_suns: bool = False
    leaders: bool = False
    sabotage_run: bool = False
    humane_labor: str = "to_2"
    mass_mobilization: str = "for_votes"
    planetary_security: str = "continuous"
    final_tie: str = "draw"
    specialty_also_pays: bool = True
    capacity_after_pds: str = "at_once"


class Public(Plain):
    sides: list[Side]
    names: list[str]
    settings: Settings
    target: int = 10
    phase: Phase = Phase.RACES
    round: int = 1
    speaker: int = 0
    seating: list[int] = []
    """Seats clockwise round the board (TI3 3.3.9)."""
    places: dict[str, list[int]] = {}
    """Where the systems lie: tile to [q, r]."""
    face_down: list[int] = []
    """Five players: where the face-down system lies (TI3 25.4.2)."""
    slots: list[int] = []
    """Places of the Home Systems in the outer ring where the table chose its own (TI3 42.3)."""
    homes: Counts = {}
    """Set-up: the slot each seat has taken, by seat."""
    bare: list[int] = []
    """Set-up: seats whose last system had no planet (TI3 3.3.8)."""
    dealt: list[int] = []
    """Set-up: systems in hand, by seat."""
    order: list[int] = []
    """Set-up: whose placements are still to come."""
    space: dict[str, ByOwner] = {}
    ground: dict[str, ByOwner] = {}
    damaged: dict[str, ByOwner] = {}
    holds: dict[str, dict[str, list[Hold]]] = {}
    leaders: dict[str, str] = {}
    """Where leaders are: a planet, a system (aboard a ship), "@seat" (captive), "dead"."""
    spared: dict[str, int] = {}
    """Planets saved by a diplomat, and the round (TI3 29.6.1)."""
    counters: dict[str, list[int]] = {}
    """Command counters in systems."""
    control: dict[str, int] = {}
    spent: list[str] = []
    """Exhausted planet cards."""
    gained: list[str] = []
    """Planets that changed hands in this round (TI3 16.4.1)."""
    new_docks: list[str] = []
    """Planets with a space dock built in this round (TI3 16.4.2)."""
    docks_used: list[str] = []
    """Planets whose dock has produced in this round."""
    mecatol_since: int = -1
    """Who has held Mecatol Rex without a break since the strategy phase began."""
    wormholes: dict[str, list[str]] = {}
    """Wormhole counters in systems (TI3 28.4.9)."""
    unknown: list[str] = []
    """Planets with a domain counter face down (TI3 28.1.1)."""
    domains: dict[str, str] = {}
    """Domain counters face up."""
    local_forces: Counts = {}
    """Hostile locals to be fought, by planet (TI3 28.4.3)."""
    goods: int = 40
    """The common supply of trade goods (TI3 18.3.2)."""
    bonus: Counts = {}
    """Bonus counters on strategy cards nobody holds; a card that is held is absent."""
    barred_cards: list[str] = []
    """Strategy cards nobody may take in this round."""
    agreements: list[Agreement] = []
    dead_contracts: list[str] = []
    """Trade cards of players who are out (TI3 X13)."""
    to_pick: list[int] = []
    turn: int = -1
    active: Active | None = None
    battle: Battle | None = None
    shots: Shots | None = None
    hits: Hits | None = None
    fallen: Fallen | None = None
    council: Council | None = None
    strategy: str = ""
    """The strategy card whose action is under way."""
    played: list[Played] = []
    cards_played: list[str] = []
    """Action cards played this round with their target: "seat:card:target" (TI3 19.1.3)."""
    effects: list[Effect] = []
    """Cards and abilities in force, each until one of `Until`."""
    laws: list[Law] = []
    """In order of entry (TI3 X16)."""
    laid: list[str] = []
    """Action cards that lie open to be chosen from."""
    kept: dict[str, str] = {}
    """Action cards lying on the board, and where."""
    discard: list[str] = []
    agenda_discard: list[str] = []
    deck: list[str] = []
    """Which action cards this game is played with, one entry a title."""
    agendas: list[str] = []
    """Which political cards this game is played with."""
    deck_left: int = 0
    agendas_left: int = 0
    revealed: list[str] = []
    """Public objectives turned up, in order; with Age of Empire the whole row."""
    objectives_left: int = 0
    last_revealed: int = 0
    """The round in which the last public objective was turned up."""
    winners: list[int] = []


class Private(Plain):
    cards: list[str] = []
    secret: str = ""
    tiles: list[str] = []
    probed: dict[str, str] = {}
    """Domain counters looked at, by planet."""
    seen: list[str] = []
    """Political cards just looked at."""
    shown: list[str] = []
    """Action cards of another player being looked at."""
    placed: list[str] = []
    """Political cards put where this player wants them, known to lie on top of the deck."""


class Hidden(Plain):
    action: list[str] = []
    agenda: list[str] = []
    objectives: list[str] = []
    unused: list[str] = []
    """Objectives and systems that went back to the box unseen."""
    domains: dict[str, str] = {}
    """Faces of the domain counters that lie face down."""
    stock: Counts = {}
    """Domain counters in the box by face, until they are placed."""
    face_down: str = ""
    wish: list[str] = []
    """How the galaxy is made, until it is."""


class TI3State(views.State[Public, Private, Hidden]):
    pass


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = table.Table[Public, Private, Hidden]
