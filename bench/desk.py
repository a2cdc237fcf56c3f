"""What a referee waits for: a trial over 200 later rulings, and a position long past.

    python -m bench.desk

A long game of the test bed lies in SQLite; the kernel's own part is measured in the same run.
"""

import os
import tempfile
import time
from typing import Any

from bench.timing import summary, timing

LATER = 200
TRIALS = 5
LIMIT_TRIAL = 2.0
LIMIT_PAST = 0.150


def main() -> None:
    with tempfile.TemporaryDirectory() as var:
        os.environ["DATABASE_URL"] = f"sqlite:///{var}/bench.sqlite3"
        os.environ["PARSEC_VAR"] = var
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        _measure()


def _measure() -> None:
    from pbem import corrections, records
    from pbem.desk import evidence
    from rules.kernel.history import finished

    game = _long_game()
    history = records.history(game)
    ruling = history.get(game.head_seq - LATER)
    while not _is_turn(ruling):
        ruling = history.get(ruling.n - 1)
    later = game.head_seq - ruling.n
    given = ruling.inputs[0].given[0]
    order = _written(history, ruling, given)
    proposal = corrections.Proposal("answer", ruling.n, given.address, order)
    took, signs = [], 0
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
    whole = summary(took)
    print(f"trial over {later} later rulings ({kept} answers kept): {whole}")
    print(f"{'':4} {signs // TRIALS} signs of progress; limit {LIMIT_TRIAL} s")
    kernel = timing(
        lambda: finished(
            records.history(game).amending(ruling.n, given.address, given.answer, given.source)
        ),
        TRIALS,
    )
    print(f"{'':4} the fork alone is {kernel.median / whole.median:.2f} of it")
    seqs = range(2, game.head_seq, max(1, game.head_seq // 60))
    past = [_took(lambda seq=seq: records.history(game).wake(seq)) for seq in seqs]
    print(f"position at any of {game.head_seq} rulings: {summary(past)}; limit {LIMIT_PAST} s")
    pages = [_took(lambda seq=seq: evidence.of(game, seq)) for seq in list(seqs)[::6]]
    print(f"whole evidence for a ruling: {summary(pages)}")
    worst = max(past)
    if whole.median > LIMIT_TRIAL or worst > LIMIT_PAST:
        raise SystemExit(f"too slow: trial {whole.median:.2f} s, worst position {worst:.3f} s")


def _took(call: Any) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _long_game() -> Any:
    """A running game of four with more rulings than a trial goes back: nobody scores in it."""
    from notifications import queue
    from pbem import lobby
    from pbem.models import Game, Player
    from tests.pbem import tables

    queue.deliver = queue.read_inbound = lambda pk: None
    organiser = Player.objects.create(name="Org", email="org@example.org")
    options = {"players": 4, "rounds": 60}
    game = lobby.create_game(organiser, "Long", "skirmish", options, "trust")
    for number in range(4):
        lobby.join(lobby.invite(game, f"p{number}@example.org").token, f"word {number}")
    game = lobby.start(game)
    pick = _peaceful(tables.sampling(1))
    while game.head_seq < LATER + 100:
        asked = tables.open_question(game, pick)
        tables.send(game, asked.seat, asked.text)
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING:
            raise SystemExit("the game ended too early")
    return game


def _peaceful(pick: Any) -> Any:
    """Raises and passes as it comes, but neither raids nor buys points."""

    def peaceful(decision: Any, view: Any) -> Any:
        if decision.kind() == "buypoints":
            return 0
        answer = pick(decision, view)
        if decision.kind() == "taketurn" and answer.do in ("raid", "spy"):
            return decision.default(view)
        return answer

    return peaceful


def _is_turn(ruling: Any) -> bool:
    from rules.kernel.record import Answers

    given = ruling.inputs[0]
    return isinstance(given, Answers) and "/taketurn@" in given.given[0].address


def _written(history: Any, ruling: Any, given: Any) -> str:
    for question in history.questions(ruling.n):
        if question.address == given.address:
            return question.decision.write(question.view, question.decision.typed(given.answer))
    raise SystemExit("the question is gone")


if __name__ == "__main__":
    main()
