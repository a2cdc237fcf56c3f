"""Hexes as ground: whose they are, where a realm ends, and the frame of the active one."""

from collections.abc import Iterator, Sequence

from rules.toolbox.canvas import Canvas, Spot, hexagon
from rules.toolbox.look import KEY


def ground(
    canvas: Canvas, at: Spot, owner: int | None, neighbours: Sequence[int | None], broad: bool
) -> Iterator[str]:
    """Yield the hex, tinted and papered by its holder; the border runs where the neighbour's
    holder differs, so that realms are outlined, not hexes."""
    look = canvas.look
    yield canvas.shape(hexagon(99, at), look["space"], stroke=look["edge"])
    if owner is None:
        return
    yield canvas.shape(hexagon(98, at), look.line(owner), opacity=0.15)
    yield canvas.shape(hexagon(98, at), canvas.wallpaper(owner), opacity=0.21)
    corner = hexagon(95 if broad else 96.5, at)
    outer, inner = look.border(owner)
    for colour, width in ((outer, 11 if broad else 6.4), (inner, 7 if broad else 4)):
        path = "".join(
            f"M{a.x:.1f} {a.y:.1f}L{b.x:.1f} {b.y:.1f}"
            for side, other in enumerate(neighbours)
            if other != owner
            for a, b in [(corner[side], corner[(side + 1) % 6])]
        )
        if path:
            yield (
                f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" '
                'stroke-linecap="round"/>'
            )


def frame(canvas: Canvas, at: Spot, broad: bool) -> str:
    """Return the frame of the active system; it lies under all pieces."""
    dark, bright = (15, 9) if broad else (11, 7)
    outline = hexagon(94 if broad else 99, at)
    return canvas.shape(outline, "none", stroke=KEY, width=dark) + canvas.shape(
        outline, "none", stroke=canvas.look["active"], width=bright, dash="17 7"
    )
