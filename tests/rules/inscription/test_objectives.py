"""What objectives count, beside the quick look that comes before."""

from rules.inscription.facts import components
from rules.inscription.objectives import COUNTERS, MOST, counted, met, thresholds
from rules.inscription.pen import Pen
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.state import Draft
from tests.contracts import pauses


def test_no_counter_counts_more_than_the_quick_look() -> None:
    options = INSCRIPTION.read_options({"players": 3})
    parts = components()
    seen = set()
    for match, _history in pauses(INSCRIPTION, options, "objectives"):
        for sheets in match.state.table.players:
            if not sheets.layouts[0]:
                continue
            pen = Pen(Draft(sheets), parts)
            for card in parts.objectives.values():
                for part in card.condition.all or (card.condition,):
                    n = counted(pen, part.count, part.filter, part.value)
                    assert n <= MOST[part.count](sheets), part
                    seen.add(part.count) if n else None
                if any(most(sheets) < least for most, least in thresholds(parts, card.id)):
                    assert not met(pen, card.condition)
    assert MOST.keys() == COUNTERS.keys()
    assert len(seen) >= 4
