"""The middle of the table as a picture: the event, objectives, Mecatol Rex, the AI (TIN 14, 21)."""

from rules.inscription import ai, names
from rules.inscription.board.strokes import (
    CARD,
    FADED,
    GOLD,
    INK,
    PEN,
    cross,
    line,
    page,
    place,
    rect,
    resource,
    text,
)
from rules.inscription.facts import RESOURCES, components
from rules.inscription.scoring import points
from rules.inscription.speech import _
from rules.inscription.state import AI, View
from rules.inscription.view import KINDS, own_sheets
from rules.inscription.wording import sheet_name

WIDTH = 860
STEP = 33
"""From one symbol of a track to the next."""
GOAL = 84
"""Room for the words of a goal behind its symbol."""


def picture(view: View) -> str:
    body = [_event(view, 74)]
    y = 176.0
    body.append(_objectives(view, y))
    y += 44 * len(view.table.objectives) + 30
    body.append(_rows(view, y))
    y += 34 * max(len(components(view.table.house).rows), len(view.table.players)) + 40
    if ai.plays_along(view.table) and view.table.tracks:
        body.append(_tracks(view, y))
        y += 44 * 6 + 20
    return page(WIDTH, y, _("Table"), _("Twilight Inscription"), "", body)


def _event(view: View, y: float) -> str:
    table = view.table
    card = components(table.house).events.get(table.event)
    drawn = [rect(20, y, WIDTH - 40, 84)]
    if card is not None:
        name = names.spoken("event", card.id, card.title)
        drawn.append(text(40, y + 34, name, 20, bold=True, anchor="start"))
        told = _("round {n}, stage {stage}", n=table.round, stage=card.stage)
        drawn.append(text(40, y + 60, f"{told}, {_(KINDS[card.kind])}", 13, anchor="start"))
        for i, kind in enumerate(card.resources):
            drawn.append(resource(kind, 470 + i * 36, y + 42, 30))
    for i, kind in enumerate(table.black):
        drawn.append(rect(600 + i * 40, y + 26, 34, 34, fill=INK, stroke=INK))
        drawn.append(rect(605 + i * 40, y + 31, 24, 24, fill=CARD, round_=4))
        drawn.append(resource(kind, 617 + i * 40, y + 43, 20))
    for i, n in enumerate(table.focus):
        drawn.append(rect(730 + i * 36, y + 26, 32, 34, fill="#e8ebf3"))
        for k in range(n):
            at = 746 + i * 36, y + 43 + (k - (n - 1) / 2) * 15
            drawn.append(resource(RESOURCES[i], *at, 14 if n > 1 else 20))
    return "".join(drawn)


def _objectives(view: View, y: float) -> str:
    parts = components(view.table.house)
    drawn = []
    for i, card in enumerate(view.table.objectives):
        printed = parts.objectives[card.id]
        at = y + 44 * i
        name = names.spoken("objective", card.id, printed.name)
        body = [rect(20, at, WIDTH - 40, 38)]
        body.append(text(36, at + 24, sheet_name(printed.sheet), 11, fill=FADED, anchor="start"))
        body.append(text(130, at + 24, name, 13, bold=True, anchor="start"))
        body.append(text(WIDTH - 40, at + 24, str(printed.low), 15, bold=True))
        high = text(WIDTH - 80, at + 24, str(printed.high), 15, bold=True, fill=GOLD)
        body.append(high + (cross(WIDTH - 80, at + 19, 11) if card.flipped else ""))
        done = [_("the AI") if c.seat == AI else view.name(c.seat) for c in card.done]
        body.append(text(330, at + 24, ", ".join(done), 11, fill=PEN, anchor="start"))
        drawn.append(place(name, f"{name}: {_(printed.text)}", body))
    return "".join(drawn)


def _rows(view: View, y: float) -> str:
    parts = components(view.table.house)
    drawn = [text(20, y, _("Mecatol Rex"), 15, bold=True, anchor="start")]
    for i, row in enumerate(parts.rows):
        at = y + 12 + 34 * i
        drawn.append(rect(20, at, 380, 30))
        drawn.append(text(40, at + 20, str(i + 1), 12, fill=FADED))
        drawn.append(text(360, at + 20, f"{row.vp} / {row.votes}", 13, bold=True))
        if i < len(view.table.rows):
            claim = view.table.rows[i]
            who = _("the AI") if claim.seat == AI else view.name(claim.seat)
            drawn.append(text(60, at + 20, who, 12, fill=PEN, anchor="start"))
    drawn.append(text(430, y, _("Points"), 15, bold=True, anchor="start"))
    for seat in range(len(view.table.players)):
        at = y + 12 + 34 * seat
        drawn.append(rect(430, at, 410, 30))
        drawn.append(text(446, at + 20, view.name(seat), 12, anchor="start"))
        n = points(own_sheets(view, seat), parts)
        drawn.append(text(810, at + 20, str(n), 14, bold=True))
    return "".join(drawn)


def _tracks(view: View, y: float) -> str:
    parts = components(view.table.house)
    drawn = [text(20, y, _("AI faction"), 15, bold=True, anchor="start")]
    for i, printed in enumerate(parts.ai.tracks):
        at = y + 14 + 42 * i
        track = view.table.tracks[printed.id]
        drawn.append(resource(printed.face.kind, 34, at + 14, 20))
        if printed.face.n == 2:
            drawn.append(resource(printed.face.kind, 52, at + 14, 20))
        goals = {goal.after_symbol: goal.goal for goal in printed.goals}
        x = 80 - STEP
        for k, symbol in enumerate(printed.symbols):
            x += STEP
            drawn.append(rect(x, at, 28, 28, fill="#e8ebf3"))
            if symbol.number is not None:
                drawn.append(text(x + 14, at + 19, str(symbol.number), 12))
            if k in track.crossed:
                drawn.append(cross(x + 14, at + 14, 10))
            elif symbol.section in track.closed:
                drawn.append(line(x, at + 14, x + 28, at + 14, stroke=PEN, width=3))
            if k + 1 in goals:
                goal = goals[k + 1]
                name = _("Mecatol Rex") if goal == "mecatol" else sheet_name(goal)
                drawn.append(text(x + 34, at + 18, name, 10, bold=True, anchor="start"))
                x += GOAL
    return "".join(drawn)
