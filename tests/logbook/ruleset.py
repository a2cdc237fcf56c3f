"""Logbook: the game's entry."""

from functools import partial
from random import Random

from rules.kernel.pictures import Picture, board_picture, in_one_style
from rules.kernel.ruleset import Options, Rank, Ruleset, Step
from rules.kernel.thinking.disguises import mixed
from rules.kernel.views import Section
from tests.logbook import events as ev
from tests.logbook.board import sheet
from tests.logbook.state import (
    BOXES,
    NAMES,
    ROWS,
    Hidden,
    LogbookState,
    Private,
    Public,
    Table,
    View,
    sheet_of,
)
from tests.logbook.writing import DECISIONS, play_round


class LogbookOptions(Options):
    """`players`: how many seats there are. `rounds`: how many rounds are played."""

    players: int = 3
    rounds: int = 2


class Logbook(Ruleset[LogbookState]):
    name = "logbook"
    title = "Logbook"
    min_players = 1
    max_players = 8
    State = LogbookState
    Options = LogbookOptions
    decisions = DECISIONS
    events = ev.EVENTS
    verbs = {"mark": ("mark",), "spend": ("spend",), "keep": ("keep",), "drop": ("drop",)}

    def new(self, options: LogbookOptions) -> LogbookState:
        count = options.players
        table = Public(
            [dict.fromkeys(ROWS, 0) for _ in range(count)],
            kept=[0] * count,
            bag=2 * count,
            rounds=options.rounds,
        )
        return LogbookState(table, [Private() for _ in range(count)], Hidden())

    def next_step(self, state: LogbookState) -> Step | None:
        table = state.table
        if table.round == 1 and not state.box.bag and table.bag:
            return Step("start", "bag", fill_bag)
        match table.phase:
            case "round":
                return Step(f"r{table.round}", "writing", play_round)
            case "final":
                return Step("end", "final", show_treasures)
        return None

    def round(self, state: LogbookState) -> int:
        return state.table.round

    def names(self, state: LogbookState) -> tuple[str, ...]:
        return NAMES[: len(state.hand)]

    def standings(self, view: View) -> list[Rank]:
        shown = view.table.treasures or [[] for _ in view.names]
        marks = [sum(marks.values()) for marks in view.table.sheets]
        points = [marks[seat] + sum(shown[seat]) for seat in range(len(view.names))]
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        return [Rank(seat, i, points[seat]) for i, seat in enumerate(order, start=1)]

    def headline(self, view: View) -> str:
        return f"round {view.table.round}"

    def sheet(self, view: View) -> list[Section]:
        sections = []
        if view.seat is not None:
            treasures = ", ".join(map(str, view.mine.treasures)) or "none"
            line = f"Treasures: {treasures}"
            sections.append(Section("Only you see this", (line,), private=True))
        lines = tuple(f"{view.name(s)}: {sheet_of(view, s)}" for s in range(len(view.names)))
        return [*sections, Section("Sheets", lines)]

    def pictures(self, view: View) -> list[Picture]:
        """The own sheet first, then everybody else's."""
        seats = sorted(range(len(view.names)), key=lambda seat: (seat != view.seat, seat))
        return [
            board_picture(view, seat, in_one_style(partial(sheet, view, seat))) for seat in seats
        ]

    def invariants(self, state: LogbookState) -> list[str]:
        broken = [f"sheet {marks}" for marks in state.table.sheets if max(marks.values()) > BOXES]
        writing = any(hand.draft is not None for hand in state.hand)
        filled = state.table.round > 1 or state.box.bag
        if filled and not writing and state.table.bag != len(state.box.bag):
            broken.append(f"the bag holds {len(state.box.bag)}, {state.table.bag} counted")
        return broken

    def disguise(self, state: LogbookState, seat: int, rng: Random) -> LogbookState:
        """The treasures of the others and the bag are dealt again."""
        twin = self.copy(state)
        others = [hand for s, hand in enumerate(twin.hand) if s != seat]
        pile = [value for hand in others for value in hand.treasures] + twin.box.bag
        pile = mixed(pile, rng)
        for hand in others:
            count = len(hand.treasures)
            hand.treasures, pile = pile[:count], pile[count:]
        twin.box.bag = pile
        return twin


def fill_bag(t: Table) -> None:
    """LOG 1.2"""
    t.box.bag = t.shuffle("bag", [1 + i % 3 for i in range(t.table.bag)])


def show_treasures(t: Table) -> None:
    """LOG 3.2"""
    t.table.treasures = [list(hand.treasures) for hand in t.hand]
    t.tell(ev.TreasuresShown(t.table.treasures), cite="LOG 3.2")
    t.table.phase = "over"


LOGBOOK = Logbook()
