"""The start of a game, in words."""

from collections.abc import Sequence

from rules.ti3 import nouns
from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import N_, _


class SpeakerIs(Happening):
    seat: int
    text = N_("{seat} is the Speaker.")


class RaceTaken(Happening):
    seat: int
    race: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} plays {race}.", who=names[self.seat], race=title(self.race))


class GalaxyBuilt(Happening):
    tiles: int
    text = N_("The galaxy is built: {tiles} systems.")


class TilesDealt(Happening):
    seat: int
    tiles: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("Your systems: {tiles}.", tiles=", ".join(map(title, self.tiles)))


class HomePlaced(Happening):
    seat: int
    q: int
    r: int
    text = N_("{seat} has the Home System at ({q}, {r}).")


class TilePlaced(Happening):
    seat: int
    tile: str
    q: int
    r: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        who, tile = names[self.seat], title(self.tile)
        return _("{who} placed {tile} at ({q}, {r}).", who=who, tile=tile, q=self.q, r=self.r)


class FaceDownPlaced(Happening):
    seat: int
    q: int
    r: int
    text = N_("{seat} put a system face down at ({q}, {r}).")


class FaceDownRevealed(Happening):
    tile: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("The system lying face down is {tile}.", tile=title(self.tile))


class TilesShown(Happening):
    seat: int
    tiles: list[str]
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        tiles = ", ".join(map(title, self.tiles))
        return _("{who} holds no system with a planet: {tiles}.", who=names[self.seat], tiles=tiles)


class Settled(Happening):
    seat: int
    tile: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} starts in {tile} with {units}.",
            who=names[self.seat],
            tile=title(self.tile),
            units=nouns.counted(self.units),
        )


class SecretDealt(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("Your secret objective: {card}.", card=title(self.card))


class DomainsPlaced(Happening):
    n: int
    text = N_("{n} domain counters lie face down on neutral planets.")
