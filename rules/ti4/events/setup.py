"""The start of a game, in words."""

from collections.abc import Sequence

from rules.ti4 import nouns
from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import N_, _


class SpeakerChosen(Happening):
    seat: int
    text = N_("{seat} is the speaker.")


class FactionTaken(Happening):
    seat: int
    faction: str

    def words(self, names: Sequence[str]) -> str:
        return _("{who} plays {faction}.", who=names[self.seat], faction=title(self.faction))


class GalaxyBuilt(Happening):
    tiles: int
    text = N_("The galaxy is built: {tiles} systems.")


class TilePlaced(Happening):
    seat: int
    tile: str
    q: int
    r: int
    reveals = True
    text = N_("{seat} placed tile {tile} at ({q}, {r}).")


class TilesDealt(Happening):
    seat: int
    tiles: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _("Your tiles: {tiles}.", tiles=", ".join(self.tiles))


class Settled(Happening):
    seat: int
    tile: str
    units: dict[str, int]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} starts in tile {tile} with {units}.",
            who=names[self.seat],
            tile=self.tile,
            units=nouns.counted(self.units),
        )


class SecretsDealt(Happening):
    seat: int
    cards: list[str]

    def words(self, names: Sequence[str]) -> str:
        return _(
            "Your secret objectives to choose from: {cards}.",
            cards=", ".join(map(title, self.cards)),
        )


class SecretKept(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("You keep the secret objective {card}.", card=title(self.card))
