"""Objectives, points and the end, in words."""

from collections.abc import Sequence

from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import N_, _


class ObjectiveRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("A public objective is turned up: {card}.", card=title(self.card))


class Scored(Happening):
    seat: int
    card: str
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} fulfilled: {card} ({n} points).",
            who=names[self.seat],
            card=title(self.card),
            n=self.points,
        )


class SecretLost(Happening):
    seat: int
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        card = title(self.card)
        return _("{who} showed {card} in vain and loses it.", who=names[self.seat], card=card)


class PointsChanged(Happening):
    seat: int
    points: int
    total: int
    text = N_("{seat}: {points:+d} victory points, {total} in all.")


class Eliminated(Happening):
    seat: int
    text = N_("{seat} is out of the game.")


class GameWon(Happening):
    winners: list[int]
    points: int

    def words(self, names: Sequence[str]) -> str:
        who = ", ".join(names[s] for s in self.winners)
        if len(self.winners) > 1:
            return _("The game is drawn between {who}, with {n} points.", who=who, n=self.points)
        return _("{who} wins the game with {n} points.", who=who, n=self.points)


class GameShared(GameWon):
    def words(self, names: Sequence[str]) -> str:
        who = ", ".join(names[s] for s in self.winners)
        return _("{who} win the game together with {n} points.", who=who, n=self.points)
