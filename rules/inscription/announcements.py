"""The end of a step: Mecatol Rex and objectives, in one batch (TIN 14, 19, 30.6)."""

from collections.abc import Sequence

from rules.inscription.events import AIGoal, MecatolClaimed, ObjectiveCompleted
from rules.inscription.facts import components
from rules.inscription.objectives import glances, met
from rules.inscription.scripts import clockwise, open_pen
from rules.inscription.sheets.assets import votes
from rules.inscription.state import AI, Claim, Completion, Table


def announce(t: Table, step: str) -> None:
    """Announce all goals that were reached in this step, to everybody alike (TIN 30.6.2)."""
    seats = clockwise(t)
    claim_mecatol(t, step, seats)
    complete_objectives(t, step, seats)


def claim_mecatol(t: Table, step: str, seats: Sequence[int]) -> None:
    """Fill rows clockwise; all claims of one step get the best row's rewards (TIN 14.2.1).

    Against the AI all claims of one round do (TIN 21.4.5, 30.6.4).
    """
    table = t.table
    parts = components(table.house)
    fresh = []
    for seat in seats:
        sheets = table.players[seat]
        mecatol = parts.navigation[sheets.layouts[0]].mecatol
        if mecatol in sheets.navigation.claimed and mecatol not in sheets.navigation.boxes:
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
        pen = open_pen(t, seat)
        pen.nav.boxes = {**pen.nav.boxes, pen.map.mecatol: reward.vp}
        votes(pen, reward.votes)
        table.rows.append(Claim(seat, table.round, step, best))
        t.tell(
            MecatolClaimed(seat, row, best, reward.vp, reward.votes),
            cite=("TIN 14.1.1", "TIN 14.2.1"),
        )


def complete_objectives(t: Table, step: str, seats: Sequence[int]) -> None:
    """Give the higher value of an objective to the first players to complete it (TIN 19.2).

    All players who complete it in the same step count as the first.
    """
    table = t.table
    parts = components(table.house)
    players = table.players
    near = glances(parts)
    for card in table.objectives:
        at_a_glance = near[card.id]
        for seat in seats:
            if at_a_glance(players[seat]):
                break
        else:
            continue
        printed = parts.objectives[card.id]
        done = [c.seat for c in card.done]
        fresh = []
        for seat in seats:
            if seat in done or not at_a_glance(players[seat]):
                continue
            if met(players[seat], parts, printed.condition):
                fresh.append(seat)
        if not fresh:
            continue
        tied_with_ai = any(c.seat == AI and c.round == table.round for c in card.done)
        by_players = [c for c in card.done if c.seat != AI]
        high = not card.flipped or (tied_with_ai and not by_players)
        worth = printed.high if high else printed.low
        for seat in fresh:
            players[seat].on(printed.sheet).objective = worth
            card.done.append(Completion(seat, table.round, step, worth))
            t.tell(
                ObjectiveCompleted(seat, card.id, printed.name, worth),
                cite=("TIN 19.2.2", "TIN 19.2.4"),
            )
        card.flipped = True


def ai_achieves(t: Table, goal: str) -> None:
    """Give the best reward of a goal to the AI, which takes it away and gains nothing
    (TIN 21.4)."""
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
