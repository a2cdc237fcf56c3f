"""Pictures of Eclipse, from a view alone: the galaxy, what is near the reader, the technologies on
offer, and a board for every player who has chosen one."""

from functools import partial

from msgspec.structs import replace

from rules.eclipse import nouns
from rules.eclipse.board.display import display_picture
from rules.eclipse.board.galaxy import galaxy_picture, near_picture
from rules.eclipse.board.player_board import player_board
from rules.eclipse.player.civilization import home_of
from rules.eclipse.speech import _
from rules.eclipse.state import Sector, View
from rules.kernel.pictures import Picture, Style, board_picture, map_picture
from rules.kernel.pictures import near_picture as near


def pictures(view: View) -> list[Picture]:
    """Return the galaxy as the viewer knows it first, then the rest."""
    table = view.table
    found = [map_picture(lambda style: galaxy_picture(view, style))]
    centre = focus(view)
    if centre:
        title = _("Around {place}", place=nouns.called(centre))
        found.append(near(title, lambda style: near_picture(view, centre, style)))
    if table.supply:
        title = _("Technologies on offer")
        found.append(Picture("technologies", title, lambda style: display_picture(view, style)))
    return found + [
        board_picture(view, seat, partial(player_board, view, seat))
        for seat, player in enumerate(table.players)
        if player.species
    ]


def focus(view: View) -> str:
    """Return the sector that matters to the reader: that of the battle, else the reader's home."""
    table = view.table
    if table.battle is not None:
        return table.battle.sector
    if view.seat is None or not table.players[view.seat].species:
        return ""
    home = home_of(view, view.seat)
    return home if home in table.hexes else ""


def sketch(view: View, what: str) -> str:
    """Draw a sector where it might be laid: its number, its turn and its place are in `what`."""
    tile, turn, q, r = (int(part) for part in what.split())
    laid = {**view.table.hexes, str(tile): Sector(q, r, turn)}
    shown = view._replace(table=replace(view.table, hexes=laid))
    return near_picture(shown, str(tile), Style("page"))
