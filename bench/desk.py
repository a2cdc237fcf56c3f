"""What a referee waits for: a trial over 200 later rulings, and a position long past.

    python -m bench.desk

Each game is played to its end by random bots and lies in SQLite as far as its last tenth. Promised:
a trial over 200 later rulings in 2 s, telling its progress; the position after any ruling in
150 ms.
"""

import sys
import time
from typing import Any

from bench import late
from bench.timing import summary

LATER = 200
TRIALS = 5
LIMIT_TRIAL = 2.0
LIMIT_PAST = 0.150


def measure() -> None:
    from pbem.referee import corrections, records
    from pbem.referee.desk import evidence

    whole = late.played()
    game = late.stored(whole, len(whole.rulings) * 9 // 10)
    proposal = _proposal(records.history(game), max(2, game.head_seq - LATER))
    took, signs, kept = [], 0, 0
    for _ in range(TRIALS):
        began = time.perf_counter()
        trying = corrections.preview(game, proposal, "bench")
        try:
            while True:
                next(trying)
                signs += 1
        except StopIteration as stop:
            kept = sum(1 for fate in stop.value.fates if fate.fate == "kept")
        took.append(time.perf_counter() - began)
    trial = summary(took)
    later = game.head_seq - proposal.ruling
    print(f"{whole.name}: {game.head_seq} rulings, {late.PLAYERS} players")
    print(
        f"  trial over {later} later rulings ({kept} answers kept): {trial.median:.2f} s, "
        f"{signs // TRIALS} signs of progress; limit {LIMIT_TRIAL} s"
    )
    seqs = range(2, game.head_seq, max(1, game.head_seq // 60))
    past = [_took(lambda seq=seq: records.history(game).wake(seq)) for seq in seqs]
    print(f"  position after any ruling: {summary(past)}; limit {LIMIT_PAST * 1e6:.0f} µs")
    pages = [_took(lambda seq=seq: evidence.of(game, seq)) for seq in list(seqs)[::6]]
    print(f"  whole evidence for a ruling: {summary(pages)}")
    if trial.median > LIMIT_TRIAL or summary(past).p95 > LIMIT_PAST:
        raise SystemExit("too slow")


def _took(call: Any) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _proposal(history: Any, n: int) -> Any:
    """The newest ruling up to `n` whose answer can be given again just as it was."""
    from pbem.referee.corrections import Proposal
    from rules.kernel.records.record import Answers

    while n > 1:
        given = history.get(n).inputs[0]
        if isinstance(given, Answers):
            for question in history.questions(n):
                decision, view = question.decision, question.view
                if question.given is not None and decision.kind() != "react":
                    order = decision.write(view, decision.typed(question.given.answer))
                    return Proposal("answer", n, question.address, order)
        n -= 1
    raise SystemExit("nobody answered anything")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        late.set_up()
        measure()
    else:
        late.each_in_its_own_process("bench.desk")
