"""Pictures: the middle of the table, and four sheets for every player."""

from functools import partial

from rules.inscription import names
from rules.inscription.board import expansion, industry, navigation, table, warfare
from rules.inscription.board.closeup import close_up, spots
from rules.inscription.facts import HALVES, SHEETS, components
from rules.inscription.pen import Pen
from rules.inscription.sheets import industry as works
from rules.inscription.sheets import navigation as ways
from rules.inscription.speech import _
from rules.inscription.state import AI, Draft, Sheets, View, made_lists
from rules.inscription.view import own_sheets
from rules.inscription.wording import sheet_name
from rules.kernel.pictures import Picture, in_one_style, near_picture

FILES = {"NAV": "navigation", "EXP": "expansion", "IND": "industry", "WAR": "warfare"}


def pictures(view: View) -> list[Picture]:
    """Return the table first, then what matters on the viewer's own sheets, these sheets, and
    those of the others."""
    found = [Picture("table", _("Table"), in_one_style(partial(table.picture, view)))]
    if view.seat is not None and view.table.players[view.seat].layouts[0]:
        sheet = in_question(view, view.seat)
        title = _("{sheet}, close up", sheet=sheet_name(sheet))
        found.append(near_picture(title, in_one_style(partial(close, view, view.seat, sheet))))
    seats = [seat for seat, sheets in enumerate(view.table.players) if sheets.layouts[0]]
    seats.sort(key=lambda seat: seat != view.seat)
    for seat in seats:
        for sheet in SHEETS:
            title = _("{sheet} of {name}", sheet=sheet_name(sheet), name=view.name(seat))
            name = f"{FILES[sheet]}-{seat + 1}"
            drawn = in_one_style(partial(draw, view, seat, sheet))
            found.append(Picture(name, title, drawn, seat))
    return found


def draw(view: View, seat: int, sheet: str) -> str:
    """Return one sheet of a player as the viewer may see it."""
    sheets = own_sheets(view, seat)
    pen = Pen(Draft(sheets), components(view.table.house))
    printed = pen.printed(sheet).printed
    title = sheet_name(sheet).capitalize()
    sub = f"{view.name(seat)} · {names.spoken('layout', printed.id, printed.name)}"
    new = fresh(sheets)
    if sheet == "NAV":
        return navigation.picture(pen, title, sub, new)
    if sheet == "EXP":
        return expansion.picture(pen, title, sub, new)
    if sheet == "IND":
        return industry.picture(pen, title, sub, new)
    foes = [
        _("the AI") if foe == AI else view.name(foe)
        for foe in (view.table.neighbors[seat] if view.table.neighbors else (AI, AI))
    ]
    return warfare.picture(pen, title, sub, new, (foes[0], foes[len(HALVES) - 1]))


def in_question(view: View, seat: int) -> str:
    """Return the sheet that matters to its player now: the active one, else that with most new
    marks."""
    sheets = own_sheets(view, seat)
    if sheets.active:
        return sheets.active
    new = fresh(sheets)
    return max(SHEETS, key=lambda sheet: len(new & spots(draw(view, seat, sheet)).keys()))


def close(view: View, seat: int, sheet: str) -> str:
    """Return the part of a sheet where something is new, or where the next mark can be made."""
    sheets = own_sheets(view, seat)
    pen = Pen(Draft(sheets), components(view.table.house))
    next_: set[str] = set()
    if sheet == "NAV":
        next_ = {*ways.claimable(pen), *ways.accessible(pen)}
    elif sheet == "IND":
        next_ = set(works.claimable(pen))
    title = sheet_name(sheet).capitalize()
    return close_up(draw(view, seat, sheet), title, (fresh(sheets), next_))


def fresh(sheets: Sheets) -> set[str]:
    """Return what was marked in this round: marks are kept in the order they were made.

    Units have no names of their own; they are counted as #0, #1 and so on.
    """
    found: set[str] = set()
    for made, before in zip(made_lists(sheets), sheets.since, strict=False):
        found.update(made[before:])
    if len(sheets.since) > len(made_lists(sheets)):
        found.update(f"#{i}" for i in range(sheets.since[-1], len(sheets.warfare.units)))
    return found
