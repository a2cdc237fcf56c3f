"""How fair the factions of Twilight Inscription are, by greedy players.

    python -m bench.inscription_balance 500

A greedy player tries every sheet, mark by mark, and keeps what leaves the most behind: points, and
what is likely to become points. Prints each faction's share of victories, divided by
a fair share.
"""

import sys
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

from rules.inscription.facts import SHEETS, components
from rules.inscription.marking import Waiting, choices, close, pending, possible, write
from rules.inscription.pen import Illegal, Pen
from rules.inscription.phases.strategy import SpendCard
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.scoring import points, winners
from rules.inscription.scripts import Marking
from rules.inscription.sheets.assets import trade_icons
from rules.inscription.sheets.warfare import present_strength
from rules.inscription.state import Mark
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.simulate import secret_for

TRIES = 18
MOST_MARKS = 14
PLAYERS = 4
ROUNDS = 25


def worth(pen: Pen, left: float) -> float:
    """Points, and what may still become points in the rest of the game (`left`: 1 to 0)."""
    sheets, ind = pen.sheets, pen.ind
    held = sum(pen.held().values())
    later = 0.35 * len(pen.nav.reached) + 0.7 * len(pen.nav.claimed)
    later += 0.45 * len(pen.exp.crossed) + 1.2 * len(pen.exp.unlocked)
    later += 0.45 * sum(ind.commodities) + 0.5 * ind.vote_icons + 0.8 * trade_icons(pen)
    later += 0.3 * len(pen.war.crossed) + 0.9 * held + 0.8 * len(sheets.technologies)
    later += 1.0 * sum(len(pen.on(sheet).dice) for sheet in SHEETS) + 0.3 * sum(
        sheets.research.values()
    )
    fronts = sum(min(present_strength(pen, half), 8) for half in "LR")
    scored: float = points(sheets, pen.parts)
    return scored + 0.45 * ind.goods_left + left * later + 1.0 * fronts + 0.1 * ind.votes_left


class Greedy:
    """Marks one thing after the other, each the best of some that are possible."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def answer(self, decision: Any, view: Any) -> Any:
        if not isinstance(decision, Marking):
            return decision.sample(view, self.rng)
        left = max(0.0, 1 - view.table.round / ROUNDS)
        best, script = float("-inf"), decision.default(view)
        for sheet in SHEETS if isinstance(decision, SpendCard) else ("",):
            pen = decision.pen(view)
            tried: list[Mark] = []
            if sheet:
                tried.append(Mark("sheet", sheet))
                write(pen, tried[0])
            pen = self._marked(pen, tried, left)
            value = worth(pen, left)
            if value > best:
                best, script = value, tuple(tried)
        return script

    def _marked(self, pen: Pen, script: list[Mark], left: float) -> Pen:
        """The pen after the best marks found; they are added to `script`."""
        for _ in range(MOST_MARKS):
            if pen.draft.waits:
                break
            open_ = list(islice(choices(pen), 60)) if pending(pen) else list(possible(pen))
            some = self.rng.sample(open_, min(TRIES, len(open_)))
            best, chosen = worth(pen, left) - 0.5, None
            for mark in some:
                trial = pen.copy()
                try:
                    write(trial, mark)
                except (Illegal, Waiting):
                    continue
                value = worth(trial, left)
                if value > best:
                    best, chosen, kept = value, mark, trial
            if chosen is None:
                break
            pen = kept
            script.append(chosen)
        trial = pen.copy()
        close(trial)
        return trial


def play(seed: str, side: str) -> tuple[list[str], list[int], list[int]]:
    options = INSCRIPTION.read_options({"players": PLAYERS, "side": side})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for(seed)))
    greedy = Greedy(Random(seed))
    while match.ask is not None:
        given = tuple(
            Given(d.seat, a, plain(greedy.answer(d, match.view(d.seat))), Source("bot"))
            for a, d in match.ask.items()
        )
        match.apply(Answers(match.ask.address, given))
    table = match.state.table
    return (
        [sheets.faction for sheets in table.players],
        [sheets.score or 0 for sheets in table.players],
        winners(table, components()),
    )


def main(games: int) -> None:
    seats: Counter[str] = Counter()
    won: dict[str, float] = dict.fromkeys(components().factions, 0.0)
    above: Counter[str] = Counter()
    total = 0
    for i in range(games):
        factions, scores, best = play(f"balance/{i}", "AB"[i % 2])
        mean = sum(scores) / len(scores)
        total += sum(scores)
        seats.update(factions)
        for seat, faction in enumerate(factions):
            above[faction] += scores[seat] - round(mean)
            if seat in best:
                won[faction] += 1 / len(best)
    print(f"{games} games, mean {total / games / PLAYERS:.1f} points")
    for faction in sorted(won, key=lambda id: won[id] / max(1, seats[id])):
        n = max(1, seats[faction])
        share = won[faction] / n * PLAYERS
        print(
            f"{faction:28} {n:5} seats {above[faction] / n:+6.1f} points  {share:.2f} of its share"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
