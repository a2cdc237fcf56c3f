"""Objectives, points and the end, in words."""

from collections.abc import Sequence

from rules.ti4.events.wording import Happening, title
from rules.ti4.speech import N_, _


class SecretDrawn(Happening):
    seat: int
    card: str

    def words(self, names: Sequence[str]) -> str:
        return _("You drew the secret objective {card}.", card=title(self.card))


class SecretTaken(Happening):
    seat: int
    text = N_("{seat} drew a secret objective.")


class SecretReturned(Happening):
    seat: int
    text = N_("{seat} returned a secret objective to the deck.")


class ObjectiveRevealed(Happening):
    card: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("A public objective is revealed: {card}.", card=title(self.card))


class Scored(Happening):
    seat: int
    card: str
    points: int
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _(
            "{who} scored {card} ({points}).",
            who=names[self.seat],
            card=title(self.card),
            points=self.points,
        )


class PointsChanged(Happening):
    seat: int
    change: int
    points: int
    text = N_("{seat}: {change:+d} victory point(s), now {points}.")


class Eliminated(Happening):
    seat: int
    text = N_("{seat} is eliminated.")


class GameWon(Happening):
    seat: int
    points: int
    reveals = True
    text = N_("{seat} wins the game with {points} points.")
