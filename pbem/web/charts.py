"""Charts as SVG, drawn here: no script, and every number also stands in a table beside them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 44, 16, 14, 34
COLOURS = 8


class Series(NamedTuple):
    """One line of a chart; `seat` decides colour and stroke."""

    seat: int
    name: str
    values: tuple[int, ...]


class Chart(NamedTuple):
    """A drawn chart and its numbers: a row for each label, a column for each series. `corner`
    says what the labels are."""

    title: str
    svg: SafeString
    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    corner: str
    drawn_as_lines: bool


def lines(title: str, labels: Sequence[str], series: Sequence[Series], corner: str) -> Chart:
    """Draw how numbers went from label to label, a line for each series."""
    top = _nice(max((v for s in series for v in s.values), default=0))
    low = min(0, min((v for s in series for v in s.values), default=0))
    across = (WIDTH - LEFT - RIGHT) / max(1, len(labels) - 1)

    def x(i: int) -> float:
        return LEFT + i * across

    def y(value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / max(1, top - low))

    drawn = format_html_join(
        "",
        '<polyline class="line seat-{}" points="{}"/>{}',
        (
            (
                s.seat % COLOURS,
                " ".join(f"{x(i):.1f},{y(v):.1f}" for i, v in enumerate(s.values)),
                _dots(s, x, y),
            )
            for s in series
        ),
    )
    marks = format_html_join(
        "",
        '<line class="grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="mark" x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (LEFT, WIDTH - RIGHT, f"{y(v):.1f}", f"{y(v):.1f}", LEFT - 6, f"{y(v) + 4:.1f}", v)
            for v in _steps(low, top)
        ),
    )
    every = max(1, len(labels) // 12 + 1)
    below = format_html_join(
        "",
        '<text class="mark" x="{}" y="{}" text-anchor="middle">{}</text>',
        ((f"{x(i):.1f}", HEIGHT - 10, label) for i, label in enumerate(labels) if i % every == 0),
    )
    rows = [(label, tuple(s.values[i] for s in series)) for i, label in enumerate(labels)]
    svg = _svg(title, HEIGHT, marks, below, drawn)
    return Chart(title, svg, tuple(s.name for s in series), tuple(rows), corner, True)


def bars(
    title: str, names: tuple[str, str], rows: Sequence[tuple[int, str, int, int]], corner: str
) -> Chart:
    """Draw two numbers for each seat, one beside the other: kept and missed, say."""
    height = TOP + 30 * len(rows) + 8
    most = max((good + bad for _, _, good, bad in rows), default=0) or 1
    room = WIDTH - 150 - RIGHT - 60

    def bar(i: int, row: tuple[int, str, int, int]) -> SafeString:
        _, name, good, bad = row
        at = TOP + 30 * i
        kept, lost = room * good / most, room * bad / most
        return format_html(
            '<text class="mark" x="140" y="{}" text-anchor="end">{}</text>'
            '<rect class="good" x="150" y="{}" width="{}" height="18"/>'
            '<rect class="bad" x="{}" y="{}" width="{}" height="18"/>'
            '<text class="mark" x="{}" y="{}">{} / {}</text>',
            at + 14, name, at, f"{kept:.1f}", f"{150 + kept:.1f}", at, f"{lost:.1f}",
            f"{158 + kept + lost:.1f}", at + 14, good, bad,
        )  # fmt: skip

    drawn = format_html_join("", "{}", ((bar(i, row),) for i, row in enumerate(rows)))
    table = tuple((name, (good, bad)) for _, name, good, bad in rows)
    return Chart(title, _svg(title, height, drawn), names, table, corner, False)


def _svg(title: str, height: int, *parts: SafeString) -> SafeString:
    inside = format_html_join("", "{}", ((part,) for part in parts))
    return format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img"><title>{}</title>{}</svg>',
        WIDTH, height, title, inside,
    )  # fmt: skip


def _dots(s: Series, x: Callable[[int], float], y: Callable[[float], float]) -> SafeString:
    return format_html_join(
        "",
        '<circle class="dot seat-{}" cx="{}" cy="{}" r="3.5"><title>{}: {}</title></circle>',
        (
            (s.seat % COLOURS, f"{x(i):.1f}", f"{y(v):.1f}", s.name, v)
            for i, v in enumerate(s.values)
        ),
    )


def _nice(value: int) -> int:
    """Return the next round number to draw up to."""
    step = 5 if value > 10 else 2
    return max(step, -(-value // step) * step)


def _steps(low: int, top: int) -> list[int]:
    step = max(1, (top - low) // 5)
    return list(range(low, top + 1, step))
