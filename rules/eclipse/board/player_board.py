"""A player board: storage, tracks, technologies, and the blueprints as boxes."""

from collections.abc import Iterator
from typing import Final

from rules.eclipse import nouns
from rules.eclipse.board.paint import CATEGORIES as ROW_COLOURS
from rules.eclipse.board.paint import SHIP_ICONS, number, paint
from rules.eclipse.facts import CATEGORIES, PARTS, RESOURCES, SHIPS, TECHNOLOGIES, TRACKS, Stats
from rules.eclipse.galaxy import in_stock
from rules.eclipse.player.blueprints import squares_of, stats
from rules.eclipse.player.civilization import balance, income, species, upkeep
from rules.eclipse.speech import _
from rules.eclipse.state import Player, View
from rules.kernel.pictures import Style
from rules.toolbox.canvas import Canvas, width_of
from rules.toolbox.look import DAMAGE, KEY, SPECIALITIES

WIDTH: Final = 760.0
SLOT: Final = (84.0, 62.0)
BLUEPRINT: Final = (365.0, 196.0)
SMALLEST: Final = 10.5
SIGNS: Final = {
    "hull": "muted",
    "source": "source",
    "drive": "delta",
    "computer": "good",
    "shield": "gamma",
}
"""The colour of a part's sign; weapons take that of their damage."""


def player_board(view: View, seat: int, style: Style) -> str:
    """Return what lies in front of one player, as everybody can see it."""
    canvas = Canvas(f"board-{seat + 1}", style)
    body = [*_header(canvas, view, seat), *_storage(canvas, view, seat, 66)]
    body += _influence(canvas, view, seat, 146)
    body += _population(canvas, view, seat, 192)
    body += _technologies(canvas, view, seat, 326)
    body += _reputation(canvas, view, seat, 464)
    body += _blueprints(canvas, view, seat, 540)
    title = _("Board of {name}", name=species(view.table.players[seat]).name)
    return canvas.svg(0, 0, WIDTH, 540 + 2 * (BLUEPRINT[1] + 8) + 4, body, title)


def _header(canvas: Canvas, view: View, seat: int) -> Iterator[str]:
    table, player, colours = view.table, view.table.players[seat], paint(view.table, seat)
    yield canvas.box(0, 0, WIDTH, 54, colours.fill, stroke=canvas.look["key"])
    yield canvas.mark(number(table, seat), 30, 27, 28, colours.ink)
    name = species(player).name
    size = min(22.0, 290 / width_of(name, 1))
    yield canvas.text(56, 35, size, name, fill=colours.ink, bold=True, anchor="start")
    told = [
        _(
            "colony ships {up} up, {used} used · reputation tiles {tiles}",
            up=player.colony,
            used=player.colony_used,
            tiles=player.reputation,
        ),
        _("ambassadors of {who}", who=", ".join(view.name(s) for s in player.ambassadors))
        if player.ambassadors
        else _("no ambassadors"),
    ]
    for i, words in enumerate(told):
        size = min(13.0, 380 / width_of(words, 1, bold=False))
        yield canvas.text(WIDTH - 12, 23 + i * 20, size, words, fill=colours.ink, anchor="end")


def _storage(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    """Storage and income of the three resources, and money after upkeep."""
    player, look = view.table.players[seat], canvas.look
    for i, resource in enumerate(RESOURCES):
        x = 12 + i * 186.0
        yield canvas.box(x, y, 176, 64, look["card"], stroke=look["card-edge"], rounded=8)
        yield canvas.icon(resource, x + 28, y + 32, 34, look[resource])
        yield canvas.text(x + 56, y + 42, 30, player.storage[i], bold=True, anchor="start")
        yield canvas.text(
            x + 166, y + 28, 17, f"+{income(player, resource)}", bold=True, anchor="end"
        )
        yield canvas.text(
            x + 166, y + 50, 13, nouns.noun(resource), fill=look["muted"], anchor="end"
        )
    x = 570.0
    yield canvas.box(x, y, 178, 64, look["card"], stroke=look["card-edge"], rounded=8)
    yield canvas.text(x + 12, y + 24, 13, _("after upkeep"), fill=look["muted"], anchor="start")
    left = balance(player)
    fill = look["bad" if left < 0 else "ink"]
    yield canvas.text(x + 12, y + 52, 24, left, fill=fill, bold=True, anchor="start")
    cost = _("upkeep {n}", n=f"−{upkeep(player)}" if upkeep(player) else "0")
    yield canvas.text(x + 168, y + 50, 14, cost, fill=look["bad"], bold=True, anchor="end")


def _influence(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    """Circles with their cost; discs lie on the dearest; a ring marks the present cost."""
    player, colours, look = view.table.players[seat], paint(view.table, seat), canvas.look
    costs = TRACKS.influence
    yield canvas.text(12, y + 20, 14, _("Influence"), fill=look["muted"], bold=True, anchor="start")
    for i, cost in enumerate(reversed(costs)):
        x, covered = 132 + i * 47.0, i >= len(costs) - player.discs
        if covered:
            yield canvas.disc(x, y + 15, 17, colours.fill, stroke=look["key"], width=1.4)
            yield canvas.mark(number(view.table, seat), x, y + 15, 15, colours.ink)
        else:
            yield canvas.disc(x, y + 15, 17, look["card"], stroke=look["card-edge"], width=1.4)
            yield canvas.text(x, y + 20, 14, f"−{cost}" if cost else "0", bold=True)
        if i == max(0, len(costs) - player.discs - 1):
            yield canvas.disc(x, y + 15, 21, "none", stroke=look["ink"], width=3.5)


def _population(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    """Squares with their production; cubes cover them; a ring marks the present income."""
    player, colours, look = view.table.players[seat], paint(view.table, seat), canvas.look
    made = TRACKS.population
    for row, resource in enumerate(RESOURCES):
        top, cubes = y + row * 34, player.cubes[row]
        yield canvas.icon(resource, 22, top + 14, 20, look[resource])
        yield canvas.text(
            36, top + 19, 13, nouns.noun(resource), fill=look["muted"], bold=True, anchor="start"
        )
        for i, income_ in enumerate(reversed(made)):
            x, covered = 132 + i * 46.0, i >= len(made) - cubes
            now = i == max(0, len(made) - cubes - 1)
            yield canvas.box(
                x, top, 41, 28, look["exhausted" if covered else "card"],
                stroke=look["ink" if now else "card-edge"], width=3 if now else 1.2, rounded=5,
            )  # fmt: skip
            if covered:
                yield canvas.box(
                    x + 13.5, top + 7, 14, 14, colours.fill, stroke=look["key"], rounded=2
                )
            else:
                yield canvas.text(x + 20.5, top + 20, 15, income_, bold=True)
        dead = player.graveyard.count(resource)
        if dead:
            yield canvas.text(
                690, top + 19, 12, _("dead: {n}", n=dead), fill=look["bad"], anchor="start"
            )
    spent = sum(player.spent.values())
    told = _("Discs: {n} on the track, {spent} on actions", n=player.discs, spent=spent) + "".join(
        f" · {_spent(what, n)}" for what, n in sorted(player.spent.items())
    )
    yield canvas.text(12, y + 118, 13, told, anchor="start")


def _spent(what: str, n: int) -> str:
    """Discs on an action; `what` as the state keeps it: "move" or "react-move"."""
    action = _(nouns.ACTION_NAMES[what.removeprefix("react-")]).lower()
    if what.startswith("react-"):
        return _("{n} react-{action}", n=n, action=action)
    return f"{n} {action}"


def _technologies(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    """Yield a row for each category; the next discount is framed in the row's colour."""
    player, look = view.table.players[seat], canvas.look
    for row, category in enumerate(CATEGORIES):
        top = y + row * 44
        fill, ink = SPECIALITIES[ROW_COLOURS[category]]
        yield canvas.box(12, top, 104, 38, fill, rounded=6)
        yield canvas.text(64, top + 24, 14, nouns.noun(category), fill=ink, bold=True)
        known = [t for t in player.technologies if TECHNOLOGIES[t].category == category]
        for i, discount in enumerate(TRACKS.discount):
            x = 122 + i * 90.0
            if i < len(known):
                yield canvas.box(x, top, 85, 38, look["card"], stroke=fill, width=2.4, rounded=6)
                yield from _two_lines(
                    canvas, TECHNOLOGIES[known[i]].name, x + 42.5, top + 24, 81, 12
                )
                continue
            following = i == len(known)
            yield canvas.box(
                x, top, 85, 38, "none", stroke=fill if following else look["card-edge"],
                width=1.8 if following else 1, rounded=6, dash="4 3",
            )  # fmt: skip
            colour = look["ink" if following else "muted"]
            words = f"−{discount}" if discount else "0"
            yield canvas.text(x + 42.5, top + 24, 13, words, fill=colour, bold=following)


def _two_lines(
    canvas: Canvas, name: str, x: float, y: float, room: float, size: float
) -> Iterator[str]:
    """Yield a name in the middle of its box, on two lines if it has two words."""
    first, _space, rest = name.partition(" ")
    widest = max(len(first), len(rest))
    fits = max(SMALLEST, min(size, room / (widest * 0.7)))
    if rest:
        yield canvas.text(x, y - 8, fits, first, bold=True)
        yield canvas.text(x, y + 7, fits, rest, bold=True)
    else:
        yield canvas.text(x, y, fits, first, bold=True)


def _reputation(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    """Draw the reputation track: each space by what may lie on it, with whose ambassador or a tile
    is there; below it what else lies beside the board."""
    player, look = view.table.players[seat], canvas.look
    side = species(player)
    yield canvas.text(
        12, y + 25, 14, _("Reputation"), fill=look["muted"], bold=True, anchor="start"
    )
    for i, (kind, lies) in enumerate(_on_track(player)):
        x = 122 + i * 62.0
        empty = lies is None
        fill = look["card"] if lies is None or lies < 0 else paint(view.table, lies).fill
        yield canvas.box(
            x, y, 56, 38, fill, stroke=look["muted" if empty else "key"],
            width=1.4 if empty else 2, rounded=7, dash="4 3" if empty else "",
        )  # fmt: skip
        if lies is None or lies < 0:
            signs = {"either": ("vp", "neighbor"), "reputation": ("vp",)}.get(kind, ("neighbor",))
            for k, sign in enumerate(signs if empty else ("vp",)):
                spread = (k - (len(signs) - 1) / 2) * 22 if empty else 0
                colour = look["muted" if empty else "points"]
                yield canvas.icon(sign, x + 28 + spread, y + 19, 17 if empty else 24, colour)
        else:
            mark, ink = number(view.table, lies), paint(view.table, lies).ink
            yield canvas.mark(mark, x + 28, y + 19, 22, ink)
    told = [
        _("trade {n}:1", n=side.trade),
        _("discoveries kept: {n}", n=player.kept),
        _("discs in reserve: {n}", n=player.reserve),
        *(
            [_("beside the board: {parts}", parts=", ".join(PARTS[p].name for p in player.beside))]
            if player.beside
            else []
        ),
    ]
    words = " · ".join(told)
    size = max(SMALLEST, min(13.0, 736 / width_of(words, 1, bold=False)))
    yield canvas.text(12, y + 60, size, words, anchor="start")


def _on_track(player: Player) -> Iterator[tuple[str, int | None]]:
    """Yield the spaces of a reputation track with what lies there: the seat whose ambassador it
    is, -1 for a tile, None for nothing. Spaces for one kind are filled first."""
    spaces = species(player).reputation_spaces
    left = {"ambassador": list(player.ambassadors), "reputation": [-1] * player.reputation}
    filled: dict[int, int] = {}
    for kind in ("ambassador", "reputation"):
        for i, space in enumerate(spaces):
            if space == kind and left[kind]:
                filled[i] = left[kind].pop(0)
    rest = left["ambassador"] + left["reputation"]
    for i, space in enumerate(spaces):
        if space == "either" and rest:
            filled[i] = rest.pop(0)
    yield from ((space, filled.get(i)) for i, space in enumerate(spaces))


# -- blueprints ----------------------------------------------------------------------------------


def _blueprints(canvas: Canvas, view: View, seat: int, y: float) -> Iterator[str]:
    for i, ship in enumerate(SHIPS):
        row, column = divmod(i, 2)
        x, top = 12 + column * (BLUEPRINT[0] + 6), y + row * (BLUEPRINT[1] + 8)
        yield from _blueprint(canvas, view, seat, ship, x, top)


def _blueprint(
    canvas: Canvas, view: View, seat: int, ship: str, x: float, y: float
) -> Iterator[str]:
    """Name, price, stock and sums, then the squares of one type of ship."""
    player, colours, look = view.table.players[seat], paint(view.table, seat), canvas.look
    yield canvas.box(x, y, *BLUEPRINT, look["card"], stroke=look["card-edge"], rounded=10)
    yield canvas.box(x + 8, y + 8, 34, 34, colours.fill, stroke=look["key"], rounded=8)
    yield canvas.icon(SHIP_ICONS[ship], x + 25, y + 25, 27, colours.ink)
    name = nouns.noun(ship).capitalize()
    yield canvas.text(
        x + 50, y + 24, min(15, 112 / width_of(name, 1)), name, bold=True, anchor="start"
    )
    yield canvas.icon("materials", x + 57, y + 36, 14, look["materials"])
    yield canvas.text(x + 67, y + 41, 13.5, species(player).costs[ship], bold=True, anchor="start")
    left = _("{n} left", n=in_stock(view.table, seat, ship))
    yield canvas.text(x + 86, y + 41, 13, left, fill=look["muted"], anchor="start")
    yield from _sums(canvas, stats(player, ship), x, y)
    placed = player.placed.get(ship, {})
    for slot, part in enumerate(squares_of(player, ship)):
        at = (x + 8 + (slot % 4) * 88, y + 54 + (slot // 4) * 68)
        drawn = list(_slot(canvas, slot, part, str(slot) in placed, *at))
        shown = PARTS[part].name if part else _("empty")
        about = f"{nouns.noun(ship)} {slot + 1}: {shown}"
        yield canvas.place(f"{ship} {slot + 1}", about, drawn)


def _sums(canvas: Canvas, total: Stats, x: float, y: float) -> Iterator[str]:
    """Yield what a type of ship amounts to, as signs with figures."""
    look = canvas.look
    yield canvas.box(x + 166, y + 8, 32, 36, look["ink"], rounded=8)
    yield canvas.text(x + 182, y + 20, SMALLEST, _("init"), fill=look["card"])
    yield canvas.text(x + 182, y + 38, 15, total.initiative, fill=look["card"], bold=True)
    cannons = "+".join(f"{n}×{damage}" for damage, n in total.cannons) or "0"
    missiles = "+".join(f"{n}×{damage}" for damage, n in total.missiles)
    figures = (
        ("part_cannon", cannons, 206, 17),
        ("part_drive", str(total.movement), 206, 38),
        ("part_computer", f"+{total.computer}", 282, 17),
        ("part_shield", f"−{total.shield}", 282, 38),
        ("part_hull", str(total.hull), 326, 17),
        ("part_source", f"{total.energy:+}".replace("-", "−"), 326, 38),
    )
    for icon, words, dx, dy in figures:
        bad = icon == "part_source" and total.energy < 0
        yield canvas.icon(icon, x + dx + 4, y + dy, 14, look["muted"])
        size = min(13.0, (60 if icon == "part_cannon" else 26) / width_of(words, 1))
        yield canvas.text(
            x + dx + 14,
            y + dy + 5,
            max(SMALLEST, size),
            words,
            fill=look["bad" if bad else "ink"],
            bold=True,
            anchor="start",
        )
    if missiles:
        yield canvas.icon("part_missile", x + 236, y + 38, 14, look["muted"])
        yield canvas.text(x + 246, y + 43, SMALLEST, missiles, bold=True, anchor="start")


def _slot(canvas: Canvas, slot: int, part: str, changed: bool, x: float, y: float) -> Iterator[str]:
    """Draw a square: energy at the upper left, effect at the upper right, sign and name; an empty
    one shows its number, which is what an order needs."""
    look, (wide, high) = canvas.look, SLOT
    if not part:
        yield canvas.box(
            x, y, wide, high, "none", stroke=look["muted"], width=1.4, rounded=7, dash="4 3"
        )
        words = _("{n}: empty", n=slot + 1)
        yield canvas.text(x + wide / 2, y + 36, 12.5, words, fill=look["muted"])
        return
    fact = PARTS[part]
    yield canvas.box(
        x, y, wide, high, look["space"], stroke=look["ink" if changed else "card-edge"],
        width=3 if changed else 1.2, rounded=7,
    )  # fmt: skip
    icon = f"part_{fact.kind}" if fact.kind in (*SIGNS, "cannon", "missile") else "part_hull"
    if fact.kind in ("cannon", "missile"):
        yield canvas.disc(x + 40, y + 15, 12, KEY)
        colour = DAMAGE[fact.damage]
    else:
        colour = look[SIGNS.get(fact.kind, "ink")]
    yield canvas.icon(icon, x + 40, y + 15, 17, colour)
    effect = _effect(part)
    if effect:
        yield canvas.text(x + wide - 4, y + 16, 12, effect, bold=True, anchor="end")
    if fact.energy:
        energy = f"{fact.energy:+}".replace("-", "−")
        yield canvas.text(x + 4, y + 16, 12, energy, fill=look["source"], bold=True, anchor="start")
    yield from _two_lines(canvas, fact.name, x + wide / 2, y + 48, wide - 4, 11.5)


def _effect(part: str) -> str:
    """Return what a part does, as a figure."""
    fact = PARTS[part]
    if fact.dice:
        return f"{fact.dice}×{fact.damage}"
    for worth, words in (
        (fact.computer, f"+{fact.computer}"),
        (fact.shield, f"−{fact.shield}"),
        (fact.hull, str(fact.hull)),
        (fact.movement, str(fact.movement)),
    ):
        if worth:
            return words
    return ""
