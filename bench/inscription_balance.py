"""How fair the factions of Twilight Inscription are, by greedy players.

    python -m bench.inscription_balance 500

Everybody plays what `rules.inscription.ideas` says first: each mark the one that leaves the most
behind. Factions are dealt at random, one of the three is taken at random. Prints each faction's
share of victories, divided by a fair share; and what that share would be if everybody met
everybody: how often such points beat those of three others drawn from all games on that side. By
chance alone the first is off by 0.19 after 500 games, the second by less.
"""

import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from random import Random
from statistics import mean
from typing import NamedTuple

from rules.inscription.facts import components
from rules.inscription.ideas import ideas
from rules.inscription.ruleset import INSCRIPTION
from rules.inscription.scoring import winners
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for

PLAYERS = 4


class Result(NamedTuple):
    factions: list[str]
    scores: list[int]
    won: list[int]


def play(seed: str, side: str) -> Result:
    """A whole game by greedy players."""
    options = INSCRIPTION.read_options({"players": PLAYERS, "side": side})
    match, _ruling = Match.start(Setting(INSCRIPTION, options, secret_for(seed)))
    rng = Random(seed)
    while match.ask is not None:
        given = []
        for address, decision in match.ask.items():
            view = match.view(decision.seat)
            found = ideas(decision, view, rng)
            answer = found[0] if found else decision.sample(view, rng)
            given.append(Given(decision.seat, address, plain(answer), Source("bot")))
        match.apply(Answers(match.ask.address, tuple(given)))
    table = match.state.table
    players = table.players
    return Result(
        [sheets.faction for sheets in players],
        [sheets.score or 0 for sheets in players],
        winners(table, components()),
    )


def beats_all(score: int, scores: Sequence[int]) -> float:
    """How often a score beats as many others as sit at a table, drawn from `scores`, sorted; ties
    count half."""
    below = (bisect_left(scores, score) + bisect_right(scores, score)) / 2 / len(scores)
    return float(below ** (PLAYERS - 1))


def main(games: int, first: int = 0) -> None:
    seats: Counter[str] = Counter()
    won: dict[str, float] = dict.fromkeys(components().factions, 0.0)
    above: dict[str, float] = dict.fromkeys(components().factions, 0.0)
    means: dict[str, list[float]] = {"A": [], "B": []}
    reached: dict[str, list[tuple[str, int]]] = {"A": [], "B": []}
    for i in range(first, first + games):
        side = "AB"[i % 2]
        result = play(f"balance/{i}", side)
        means[side].append(mean(result.scores))
        reached[side] += zip(result.factions, result.scores, strict=True)
        seats.update(result.factions)
        for seat, faction in enumerate(result.factions):
            above[faction] += result.scores[seat] - mean(result.scores)
            if seat in result.won:
                won[faction] += 1 / len(result.won)
    expected = dict.fromkeys(won, 0.0)
    for found in reached.values():
        scores = sorted(score for _faction, score in found)
        for faction, score in found:
            expected[faction] += beats_all(score, scores)
    told = ", ".join(f"{mean(all_):.1f} points on side {side}" for side, all_ in means.items())
    print(f"{games} games: {told}")
    for faction in sorted(won, key=lambda id: won[id] / max(1, seats[id])):
        n = max(1, seats[faction])
        share = won[faction] / n * PLAYERS
        print(
            f"{faction:28} {n:5} seats {above[faction] / n:+6.1f} points  {share:.2f} of its share"
            f", {expected[faction] / n * PLAYERS:.2f} by points"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:])) if len(sys.argv) > 1 else main(500)
