"""Games that are well under way, made without playing them order by order."""

from collections.abc import Callable
from random import Random

from pbem.models import Game, Player, Prompt, Ruling, Seat, Snapshot
from pbem.orders import submissions
from pbem.play import advancing, loading
from pbem.table import lobby
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from tests.pbem.tables import new_table, seat_of


def together(game: Game, *texts: str, now=None) -> None:
    """Everybody sends orders, then the game is advanced once."""
    for number, text in enumerate(texts):
        key = f"together-{game.pk}-{game.submissions.count()}"
        submissions.submit(game, seat_of(game, number), text, "test", key, now)
    advancing.advance(game.pk, now)


def to_turns(game: Game, now=None) -> None:
    """Three players choose and bid; Red is first to act."""
    together(game, "1", "1", "1", now=now)
    together(game, "BID 2", "BID 1", "BID 0", now=now)


def finished(seed: str = "over", players: int = 3, game: Game | None = None) -> Game:
    """A game played to its end by the rules alone, with a snapshot wherever a step ended."""
    game = game or new_table(players, seed=seed)
    ruleset = loading.ruleset_of(game)
    for rows in (game.rulings, game.snapshots):
        rows.all().delete()
    options = ruleset.read_options(game.options)
    match, ruling = Match.start(Setting(ruleset, options, game.secret))
    rulings, snapshots = [ruling], {ruling.n: match.snap}
    bot = RandomBot(Random(seed))
    while match.ask is not None:
        ruling = match.apply(bot.next_input(match))
        rulings.append(ruling)
        if match.snap.n == ruling.n:
            snapshots[ruling.n] = match.snap
    Ruling.objects.bulk_create([Ruling.of(game, r) for r in rulings])
    Snapshot.objects.bulk_create([Snapshot.of(game, s) for s in snapshots.values()])
    game.prompts.update(state=Prompt.State.GONE, waiting=False)
    Game.objects.filter(pk=game.pk).update(
        head_seq=match.n, round=match.round, status=Game.Status.OVER, ended=game.started
    )
    return Game.objects.get(pk=game.pk)


def under_way(
    name: str, players: int, seed: str, wanted: Callable[[Match], bool], most: int = 1500
) -> Game:
    """A running game of a real ruleset, at the first question that is `wanted`; a person sits in
    every seat."""
    host, _ = Player.objects.get_or_create(email="host@example.org", defaults={"name": "Host"})
    game = lobby.create_game(host, "Vega", name, {"players": players})
    for seat in game.seats.order_by("number"):
        seat.player = Player.objects.create(email=f"{name}-{seat.number}@example.org", name="P")
        seat.kind = Seat.Kind.PERSON
        seat.save()
    game.seed, game.words = f"{7:064x}", [f"word {n}" for n in range(players)]
    game.commitment = game.secret.commitment
    ruleset = loading.ruleset_of(game)
    options = ruleset.read_options(game.options)
    match, ruling = Match.start(Setting(ruleset, options, game.secret))
    rulings, snapshots = [ruling], {ruling.n: match.snap}
    bot = RandomBot(Random(seed))
    while not wanted(match) and match.n < most:
        ruling = match.apply(bot.next_input(match))
        rulings.append(ruling)
        if match.snap.n == ruling.n:
            snapshots[ruling.n] = match.snap
    Ruling.objects.bulk_create([Ruling.of(game, r) for r in rulings])
    Snapshot.objects.bulk_create([Snapshot.of(game, s) for s in snapshots.values()])
    game.head_seq, game.status, game.started = match.n, Game.Status.RUNNING, game.created
    game.save()
    advancing.advance(game.pk)
    return Game.objects.get(pk=game.pk)
