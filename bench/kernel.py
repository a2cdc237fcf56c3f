"""What a decision costs in the kernel, against a Diplomacy engine's phase in the same run.

    python -m bench.kernel

A kernel decision here is everything a worker does for one ruling: wake the match from its stored
snapshot and rulings, apply the answer (or all sealed answers of one ask), encode and decode the new
state, encode the ruling. The baseline is the `diplomacy` package processing one movement phase of a
standard map.
"""

import time
from collections.abc import Callable
from random import Random

from bench.timing import Timing, summary
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.records.history import History
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import play_game, secret_for
from tests.skirmish.ruleset import SKIRMISH

GAMES = 40


def diplomacy_phase(clock: Callable[[], float] = time.perf_counter) -> Timing:
    from diplomacy import Game

    rng = Random(1)
    took = []
    game = Game()
    while len(took) < 60 and not game.is_game_done:
        orders = game.get_all_possible_orders()
        for power in game.powers:
            places = game.get_orderable_locations(power)
            game.set_orders(power, [rng.choice(orders[place]) for place in places if orders[place]])
        movement = game.phase_type == "M"
        began = clock()
        game.process()
        if movement:
            took.append(clock() - began)
    return summary(took)


def worker_decision(players: int) -> tuple[Timing, int]:
    """Wake, answer, snapshot: once for every decision of a few games."""
    options = SKIRMISH.read_options({"players": players})
    took: list[float] = []
    size = 0
    for seed in range(GAMES // 4):
        secret = secret_for(f"bench/{seed}")
        match, ruling = Match.start(Setting(SKIRMISH, options, secret))
        history = History(Setting(SKIRMISH, options, secret))
        history.add(ruling, match.snap)
        bot = RandomBot(Random(seed))
        while match.ask is not None:
            given = bot.next_input(match)
            began = time.perf_counter()
            match = history.wake()
            ruling = match.apply(given)
            encode(ruling)
            encode(match.snap)
            took.append(time.perf_counter() - began)
            history.add(ruling, match.snap)
            size = max(size, len(match.snap.state))
    return summary(took), size


def cold_replay(players: int, *, hashes: bool) -> float:
    """Decisions a second, from the record alone."""
    options = SKIRMISH.read_options({"players": players})
    records = [play_game(SKIRMISH, options, f"bench/{i}").history for i in range(GAMES)]
    decisions = sum(max(1, len(r.seats)) for h in records for r in h.rulings)
    began = time.perf_counter()
    for history in records:
        match = Match(Setting(SKIRMISH, options, history.secret))
        for ruling in history.rulings:
            match.replay(ruling, hashes=hashes)
    return decisions / (time.perf_counter() - began)


def main() -> None:
    phase = diplomacy_phase()
    print(f"diplomacy, one movement phase      {phase}")
    for players in (2, 6):
        decision, size = worker_decision(players)
        ratio = decision.median / phase.median
        print(f"kernel decision, {players} players ({size} B)  {decision}   {ratio:.3f} of a phase")
    for players in (2, 6):
        every = cold_replay(players, hashes=True)
        ends = cold_replay(players, hashes=False)
        print(
            f"cold replay, {players} players: {every:,.0f} decisions/s hashing each ruling, "
            f"{ends:,.0f} at step ends; {every * phase.median:.1f} decisions in the time of a phase"
        )


if __name__ == "__main__":
    main()
