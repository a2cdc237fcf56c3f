"""Turn mails of any game, straight from a match: no rows, no clock."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Any

from notifications.compose import letter, notes
from notifications.compose.letter import Letter
from notifications.inbound.typed_text import SentText
from pbem.models import Game, Prompt, Seat
from pbem.play.waiting import waited_for
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.match import Match
from rules.kernel.records.record import Ruling
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.ti4.ruleset import TI4
from tests.notifications.conftest import START
from tests.skirmish.ruleset import SKIRMISH

TAP = f"https://post.example.org/answer/4711.{'f' * 32}.4711.0.{'m' * 24}/"
GAMES: dict[str, tuple[Ruleset[Any], int]] = {
    "skirmish": (SKIRMISH, 3),
    "eclipse": (ECLIPSE, 3),
    "ti4": (TI4, 3),
}


def turn_mail(
    match: Match,
    seat: int,
    rulings: Sequence[Ruling],
    game: Game,
    sheet_at: datetime | None = None,
    *,
    ideas_later: bool = False,
) -> Letter:
    """The mail this seat would get now. `sheet_at`: when a mail showed it the position before;
    `ideas_later`: it is worded without them."""
    prompts = {
        address: Prompt(
            game=game,
            seat=Seat(game=game, number=decision.seat),
            address=address,
            due=START + timedelta(hours=24),
            opened=START,
            window=match.ask is not None and match.ask.mode == "window",
        )
        for address, decision in (match.ask.items() if match.ask else ())
    }
    made = letter.to_seat(
        letter.TurnFacts(
            game=game,
            player=None,
            seat=seat,
            match=match,
            notes=[notes.turn("turn")],
            prompts=[prompts[address] for address, _ in match.open_for(seat)],
            rulings=rulings,
            told_up_to=0,
            waited=waited_for(game, match, prompts.values()),
            until=None,
            now=START,
            sheet_at=sheet_at,
            tap=lambda: TAP,
            ideas_later=ideas_later,
        )
    )
    assert made is not None
    return made


@cache
def mails_of(name: str) -> list[SentText]:
    """Some turn mails of a game as bots play it, one of each kind of question they come to."""
    ruleset, players = GAMES[name]
    options = ruleset.read_options({"players": players})
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.TRUST)
    match, ruling = Match.start(Setting(ruleset, options, secret_for(name)))
    bot, rulings, found = RandomBot(Random(name)), [ruling], {}
    for _ in range(60):
        if match.ask is None:
            break
        asked = match.ask.decisions[0]
        if asked.kind() not in found:
            made = turn_mail(match, asked.seat, rulings[-6:], game)
            found[asked.kind()] = SentText(made.body, tuple(made.template), sure=True)
        rulings.append(match.apply(bot.next_input(match)))
    return list(found.values())
