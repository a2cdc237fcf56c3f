"""Which seats are played by bots that think, and how they think."""

from django.conf import settings

from pbem.models import Game, Seat
from rules.kernel.decisions import Interjection
from rules.kernel.match import Match
from rules.kernel.thinking.planner import Planner, level_of
from rules.kernel.thinking.rehearsal import Thought


def thinks(seat: Seat) -> bool:
    return seat.kind == Seat.Kind.BOT and seat.level != Seat.Level.RANDOM


def planner_of(match: Match, seat: Seat) -> Planner:
    """Return who thinks for this seat: its bot, or a steady one that stands in for a person."""
    level = seat.level if seat.kind == Seat.Kind.BOT else Seat.Level.STEADY
    return Planner(match.ruleset, level_of(level), settings.PARSEC_BOT_SECONDS)


def thought_of(game: Game, match: Match, seat: Seat) -> Thought:
    """Return what the bot in this seat may think about: what the seat knows, and no more.

    The chance of its rehearsals cannot be guessed, and has no part in the dice.
    """
    return Thought(match, seat.number, game.secret.key("bot").hex())


def accepts(game: Game, match: Match, seat: Seat, deal: Interjection) -> bool:
    """Return whether the bot in this seat agrees to a deal; a random bot makes none.

    That takes two short rehearsals, so it can be asked at once.
    """
    if not thinks(seat):
        return False
    return planner_of(match, seat).accepts(thought_of(game, match, seat), deal)
