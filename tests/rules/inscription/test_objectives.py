"""What objectives count, beside the quick look that comes before."""

from rules.inscription.facts import components
from rules.inscription.objectives import COUNTERS, GLANCES, glances, met
from rules.inscription.ruleset import INSCRIPTION
from tests.contracts import pauses


def test_whatever_is_met_is_seen_at_a_glance() -> None:
    options = INSCRIPTION.read_options({"players": 3})
    parts = components()
    seen = set()
    for match, _history in pauses(INSCRIPTION, options, "objectives"):
        for sheets in match.state.table.players:
            if not sheets.layouts[0]:
                continue
            for card in parts.objectives.values():
                at_a_glance = glances(parts)[card.id](sheets)
                assert at_a_glance or not met(sheets, parts, card.condition), card.id
                seen.add((card.id, at_a_glance))
    assert GLANCES.keys() == COUNTERS.keys()
    assert len({id for id, near in seen if near}) >= 4
