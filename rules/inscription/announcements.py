"""End of a step: Mecatol Rex and objectives, in one batch (TIN 14, 19, 30.6)."""

from collections.abc import Mapping

from rules.inscription.events import AIGoal, MecatolClaimed, ObjectiveCompleted
from rules.inscription.facts import components
from rules.inscription.objectives import met_by
from rules.inscription.pen import Pen
from rules.inscription.scripts import clockwise
from rules.inscription.sheets.assets import votes
from rules.inscription.state import AI, Claim, Completion, Draft, Table


def announce(t: Table, step: str) -> None:
    """Whatever was reached in this step, told for everybody alike (TIN 30.6.2)."""
    table = t.table
    parts = components(table.house)
    pens = {seat: Pen(Draft(table.players[seat]), parts) for seat in clockwise(t)}
    claim_mecatol(t, step, pens)
    complete_objectives(t, step, pens)


def claim_mecatol(t: Table, step: str, pens: Mapping[int, Pen]) -> None:
    """Rows are filled clockwise; all of one step get the best row's rewards (TIN 14.2.1).

    Against the AI all of one round do (TIN 21.4.5, 30.6.4).
    """
    table = t.table
    parts = components(table.house)
    fresh = []
    for seat, pen in pens.items():
        mecatol = pen.map.mecatol
        if mecatol in pen.nav.claimed and mecatol not in pen.nav.boxes:
            fresh.append(seat)
    if not fresh:
        return
    best = len(table.rows) + 1
    for i, claim in enumerate(table.rows, 1):
        if claim.seat == AI and claim.round == table.round:
            best = min(best, i)
    for seat in fresh:
        row = len(table.rows) + 1
        reward = parts.rows[min(best, len(parts.rows)) - 1]
        pen = pens[seat]
        pen.nav.boxes = {**pen.nav.boxes, pen.map.mecatol: reward.vp}
        votes(pen, reward.votes)
        table.rows.append(Claim(seat, table.round, step, best))
        t.tell(
            MecatolClaimed(seat, row, best, reward.vp, reward.votes),
            cite=("TIN 14.1.1", "TIN 14.2.1"),
        )


def complete_objectives(t: Table, step: str, pens: Mapping[int, Pen]) -> None:
    """The first to complete one, and all of the same step, get the higher value (TIN 19.2)."""
    table = t.table
    parts = components(table.house)
    for card in table.objectives:
        printed = parts.objectives[card.id]
        done = {c.seat for c in card.done} if card.done else ()
        fresh = [seat for seat in met_by(pens, printed.condition) if seat not in done]
        if not fresh:
            continue
        tied_with_ai = any(c.seat == AI and c.round == table.round for c in card.done)
        players = [c for c in card.done if c.seat != AI]
        high = not card.flipped or (tied_with_ai and not players)
        worth = printed.high if high else printed.low
        for seat in fresh:
            table.players[seat].on(printed.sheet).objective = worth
            card.done.append(Completion(seat, table.round, step, worth))
            t.tell(
                ObjectiveCompleted(seat, card.id, printed.name, worth),
                cite=("TIN 19.2.2", "TIN 19.2.4"),
            )
        card.flipped = True


def ai_achieves(t: Table, goal: str) -> None:
    """The AI takes the best reward away, and gets nothing itself (TIN 21.4)."""
    table = t.table
    t.tell(AIGoal(goal), cite="TIN 21.4.1")
    if goal == "mecatol":
        table.rows.append(Claim(AI, table.round, "2", len(table.rows) + 1))
        return
    parts = components(table.house)
    for card in table.objectives:
        if parts.objectives[card.id].sheet == goal:
            card.done.append(Completion(AI, table.round, "2", 0))
            card.flipped = True
