"""Twilight Inscription: the whole state, in three compartments (TIN 24, 31.18).

What a player has written is kept as the marks of the pen: a circle claims, a slash spends, a cross
pays for, scraps or loses, an underline unlocks. Marks are named by the ids that are printed beside
them, in the order they were made. What changes with nearly every mark is a list, which a copy for a
trial holds anew; what changes now and then is a tuple, which all copies share.
"""

from typing import Literal, TypeAlias, TypeVar

from msgspec import field

from rules.inscription.facts import Half, Op, Resource, Sheet
from rules.kernel import table as tables
from rules.kernel import views
from rules.kernel.codec import Fixed, Plain

T = TypeVar("T")
Phase = Literal["deal", "factions", "event", "over"]
Side = Literal["A", "B"]
Level = Literal["easy", "medium", "hard"]
Result = Literal["win", "tie", "loss"]
NOBODY = -1
AI = -1
"""Stands for the AI faction where a seat is meant."""


def replaced(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one value in it changed."""
    return (*values[:at], value, *values[at + 1 :])


class Mark(Fixed):
    """A thing one player writes, or decides on the way.

    `do`: the kind of mark. `at`: the id of the thing that is marked or named. `pay`: the payment:
    M, I or R, `tg` (a trade good), `planet`, `spec`; empty: as it comes. `on`: a second thing
    named: a sheet, a system, a kind. `nodes`: where a unit is drawn, or the two wormholes of a
    jump. `first`: kinds of assets to be resolved first where one mark claims several (TIN 30.3.5).
    """

    do: str
    at: str = ""
    pay: str = ""
    on: str = ""
    nodes: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class SheetMarks(Plain):
    """The marks that every sheet has. `circled`: claimed assets; `slashed`: those of them that are
    spent; `crossed`: symbols paid for, and assets and systems lost; `dice`: focus dice unlocked
    here (TIN 16.1.3); `objective`: the points of the objective, once completed."""

    circled: list[str] = []
    slashed: list[str] = []
    crossed: list[str] = []
    dice: tuple[str, ...] = ()
    objective: int | None = None


class NavigationMarks(SheetMarks):
    """The marks of a navigation sheet. `reached`: accessible systems, in the order they became so,
    home first; `lanes`: the lines drawn; `claimed`: systems; `wormholes`: those used; `boxes`:
    points noted beside relic systems and Mecatol Rex (TIN 6)."""

    reached: list[str] = []
    lanes: list[str] = []
    claimed: list[str] = []
    wormholes: tuple[str, ...] = ()
    boxes: dict[str, int] = {}


class ExpansionMarks(SheetMarks):
    """The marks of an expansion sheet. `unlocked`: planets; `built`: docks; `population`: how far
    up the track (TIN 7)."""

    unlocked: tuple[str, ...] = ()
    built: tuple[str, ...] = ()
    population: int = 0


class IndustryMarks(SheetMarks):
    """The marks of an industry sheet. `scrapped` and `claimed`: spaces of the network.
    `vote_icons`: unlocked "+1 vote" icons; `commodities`: symbols crossed off in each row. The
    pools count icons circled and slashed (TIN 8)."""

    scrapped: list[str] = []
    claimed: list[str] = []
    vote_icons: int = 1
    commodities: tuple[int, ...] = field(default_factory=lambda: (0, 0, 0))
    goods: int = 0
    goods_spent: int = 0
    votes: int = 0
    votes_spent: int = 0

    @property
    def goods_left(self) -> int:
        return self.goods - self.goods_spent

    @property
    def votes_left(self) -> int:
        return self.votes - self.votes_spent


class Unit(Fixed):
    """A unit drawn on the war grid; `built`: not by an effect."""

    kind: str
    nodes: tuple[str, ...]
    built: bool = True


class Front(Fixed):
    """A half of the war grid: by tier the bonus noted, the strength written, the result."""

    bonus: tuple[int, ...] = field(default_factory=lambda: (0, 0, 0, 0))
    strength: tuple[int | None, ...] = field(default_factory=lambda: (None,) * 4)
    result: tuple[Result | None, ...] = field(default_factory=lambda: (None,) * 4)


class WarfareMarks(SheetMarks):
    """The marks of a warfare sheet. `built`: bars; `unlocked`: kinds besides those that are open
    from the start; `infantry`: how many were built; `marked`: nodes that are no units
    (TIN 31.16.7); `anomalies`: nodes that have become anomalies (TIN 31.16.6); `line`: the
    deployment line, 0 at the bottom edge (TIN 9)."""

    built: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    infantry: int = 0
    units: list[Unit] = []
    marked: tuple[str, ...] = ()
    anomalies: tuple[str, ...] = ()
    line: int = 0
    left: Front = field(default_factory=Front)
    right: Front = field(default_factory=Front)

    def front(self, half: str) -> Front:
        return self.left if half == "L" else self.right

    def note(self, half: str, front: Front) -> None:
        """Write into the strength boxes of one half."""
        if half == "L":
            self.left = front
        else:
            self.right = front


class Sheets(Plain):
    """Everything one player has written, with the faction card beside it.

    `layouts`: the sheets dealt, in the order NAV, EXP, IND, WAR. `research`: symbols crossed off by
    technology; `technologies`: unlocked ones; `lost`: those that can never be (TIN 31.16.5).
    `played`: relics lying open; `relics`: how many are held face down. `active`: the active sheet
    of this round. `used`: how often limited effects were used, by key and span (TIN 31.17.1).
    `banked`: relic points noted beside the faction card, for sets that draw relics otherwise.
    """

    layouts: tuple[str, str, str, str] = ("", "", "", "")
    faction: str = ""
    navigation: NavigationMarks = field(default_factory=NavigationMarks)
    expansion: ExpansionMarks = field(default_factory=ExpansionMarks)
    industry: IndustryMarks = field(default_factory=IndustryMarks)
    warfare: WarfareMarks = field(default_factory=WarfareMarks)
    research: dict[str, int] = {}
    technologies: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    relics: int = 0
    played: tuple[str, ...] = ()
    banked: int = 0
    active: str = ""
    used: dict[str, int] = {}
    card: tuple[Resource, ...] = ()
    """Resources of step 1 if others than the card's are spent (TIN 31.16.13)."""
    dice: tuple[Resource, ...] = ()
    """Black dice as this player sees them, once rolled (TIN 31.16.14)."""
    borrowed: str = ""
    since: tuple[int, ...] = ()
    """How many marks of each kind there were when the round began, see `made_lists`."""
    score: int | None = None

    def on(self, sheet: str) -> SheetMarks:
        if sheet == "NAV":
            return self.navigation
        if sheet == "EXP":
            return self.expansion
        if sheet == "IND":
            return self.industry
        return self.warfare


def made_lists(sheets: Sheets) -> list[list[str]]:
    """Return marks by kind, in the order they were made; units are counted besides."""
    nav, exp, ind, war = sheets.navigation, sheets.expansion, sheets.industry, sheets.warfare
    found = [nav.lanes, nav.claimed]
    for marks in (nav, exp, ind, war):
        found += [marks.circled, marks.slashed, marks.crossed]
    return found


class Frame(Plain):
    """Something being resolved: the operations still to do, the first of them under way.

    `source`: the effect they come from, for reports and limits. `left`: how often the operation
    under way is still to be done, -1 before it has begun. `resources` and `sheet`: of a grant being
    spent. `at`: the planet, technology or place the effect is about; `half`: of the war it is
    about. `optional`: its owner may decline, as long as it has not `begun`.
    """

    ops: list[Op]
    source: str = ""
    left: int = -1
    resources: list[Resource] = []
    sheet: str = ""
    at: str = ""
    half: str = ""
    optional: bool = False
    begun: bool = False


class Draft(Plain):
    """A player's marks of the step under way, sealed until everybody has finished (TIN 24.2.3).

    `purse`: resources of the step still to be spent on the active sheet. `stack`: frames to be
    resolved before anything else, the last frame first. `rest`: lines of the script that wait for a
    relic to be turned over. `waits`: a relic is to be drawn before anything else.
    """

    sheets: Sheets
    step: int = 0
    purse: list[Resource] = []
    stack: list[Frame] = []
    rest: list[Mark] = []
    waits: bool = False
    previous: list[Resource] = []
    latest: list[Resource] = []
    rolled: list[int] = []
    """Symbols on the focus dice M, I, R, once rolled."""
    named: str = ""
    """What the player with most votes named for all."""
    cast: int = 0
    """Votes cast and set aside (TIN 31.16.19)."""
    touched: bool = False
    """Whether anything has been spent in this step: what follows a roll comes before (TIN TW-4)."""
    relics: list[str] = []
    """Relics held face down."""
    drawn: list[str] = []
    """Relics just drawn, of which one is to be kept (TIN 31.16.22)."""
    taken: int = 0
    """How many relics were drawn in this step."""
    returned: list[str] = []
    """Relics that go back to the bottom of the deck."""
    lapsed: list[Resource] = []
    foregone: list[Mark] = []
    """Marks that had no alternative and were made at once; a line may still say them."""
    log: list[Mark] = []
    """Every mark of the step, those made by default included."""


class Completion(Fixed):
    """A completed objective: by which player, when, and for how many points; the AI gets none."""

    seat: int
    round: int
    step: str
    points: int


class ObjectiveCard(Plain):
    """An objective in play; `flipped`: only the lower value is left (TIN 19.2.3)."""

    id: str
    flipped: bool = False
    done: list[Completion] = []


class Claim(Fixed):
    """A row of the Mecatol Rex sheet: the player whose name stands there, and the row whose rewards
    it gave."""

    seat: int
    round: int
    step: str
    rewards: int
    """The row, counted from 1, whose rewards were given (TIN 14.2.1)."""


class Track(Plain):
    """A track of the AI side: symbols crossed off, and sections closed with a line."""

    crossed: list[int] = []
    closed: list[str] = []


class Tally(Plain):
    """The council under way: the agenda, or with one or two players the agenda of each outcome;
    ballots once they are open, and in `named` the thing that the player with most votes named."""

    agenda: str = ""
    second: str = ""
    ballots: dict[str, "Vote"] = {}
    passed: bool | None = None
    ai: int = 0
    chooser: int = NOBODY
    named: str = ""


class Vote(Fixed):
    """A ballot: for Pass, for Fail, or neither; `free` votes are among `votes`."""

    votes: int = 0
    passes: bool = True
    free: int = 0


class Public(Plain):
    """The part of the state that everybody knows. `house`: the text of the owner's components,
    empty for our own set. `neighbors`: by seat the seats to the left and to the right, -1 the AI.
    `event`: the card being resolved; `discard`: those resolved; `left`: cards in the deck. `black`:
    the black dice as they fell; `focus`: the symbols on the focus dice M, I, R. `agendas`: those
    revealed. `relic_deck`: its size. `facing`: with two players the half that faces the other
    (TIN 30.9.7)."""

    players: list[Sheets]
    house: str = ""
    side: Side = "B"
    level: Level = "medium"
    fast: bool = False
    phase: Phase = "deal"
    speaker: int = 0
    neighbors: list[tuple[int, int]] = []
    round: int = 0
    event: str = ""
    step: str = ""
    discard: list[str] = []
    left: int = 0
    black: list[Resource] = []
    focus: list[int] = []
    objectives: list[ObjectiveCard] = []
    rows: list[Claim] = []
    tally: Tally | None = None
    agendas: list[str] = []
    relic_deck: int = 0
    tracks: dict[str, Track] = {}
    facing: Literal["", "L", "R"] = ""
    final: list[dict[str, int]] = []


class Private(Plain):
    """The part of the state that one seat alone knows: the factions dealt, relics held, marks of
    the step under way."""

    dealt: list[str] = []
    relics: list[str] = []
    draft: Draft | None = None


class Hidden(Plain):
    """The part of the state that nobody knows: the event deck and the relic deck from the top,
    agendas by stage."""

    events: list[str] = []
    relics: list[str] = []
    agendas: dict[str, list[str]] = {}


class InscriptionState(views.State[Public, Private, Hidden]):
    pass


View: TypeAlias = views.View[Public, Private]
Table: TypeAlias = tables.Table[Public, Private, Hidden]


__all__ = [
    "AI", "NOBODY", "Claim", "Completion", "Draft", "ExpansionMarks", "Frame", "Front", "Half",
    "Hidden", "IndustryMarks", "InscriptionState", "Level", "Mark", "NavigationMarks",
    "ObjectiveCard", "Phase", "Private", "Public", "Result", "Sheet", "SheetMarks", "Sheets",
    "Side", "Table", "Tally", "Track", "Unit", "View", "Vote", "WarfareMarks",
    "replaced",
]  # fmt: skip
