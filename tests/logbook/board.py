"""Logbook: a picture of each sheet."""

from html import escape

from tests.logbook.state import BOXES, ROWS, View, sheet_of


def sheet(view: View, seat: int) -> str:
    """Rows of boxes; marked ones are filled."""
    marks = sheet_of(view, seat)
    parts = [f'<text x="8" y="20" font-size="14">{escape(view.name(seat))}</text>']
    for y, row in enumerate(ROWS, start=1):
        parts.append(f'<g data-id="{row}"><title>{row}: {marks[row]} of {BOXES}</title>')
        for x in range(BOXES):
            fill = "#345" if x < marks[row] else "#fff"
            place = f'x="{8 + 30 * x}" y="{30 * y}" width="24" height="24"'
            parts.append(f'<rect {place} fill="{fill}" stroke="#345"/>')
        parts.append("</g>")
    inside = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 136 124">{inside}</svg>'
