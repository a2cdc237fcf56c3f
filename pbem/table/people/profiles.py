"""What a player has done in all games: by game, by side, against whom; and ratings.

Results are kept when they are first asked for. Ratings are those of openskill (Plackett-Luce), for
each game by itself. Random bots are left out: beating dice says nothing about a player.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from openskill.models import PlackettLuce

from pbem.models import Game, Player, Result, Seat
from pbem.play import loading, past

LEAST_RATED = 2
"""A game with fewer people and thinking bots says nothing about anybody."""


class Line(NamedTuple):
    """How somebody did in some games: with one side, in one game, or against one opponent."""

    name: str
    games: int
    won: int
    place: float


class Played(NamedTuple):
    """One finished game of a player."""

    game: Game
    title: str
    side: str
    place: int
    players: int
    points: int
    opponents: tuple[str, ...]


class Rating(NamedTuple):
    """A rating in one game. `sure`: what the player is worth at least, as far as can be told."""

    title: str
    games: int
    mean: float
    sure: float


class Profile(NamedTuple):
    player: Player
    played: tuple[Played, ...]
    by_game: tuple[Line, ...]
    by_side: tuple[Line, ...]
    by_opponent: tuple[Line, ...]
    ratings: tuple[Rating, ...]


def keep_results(game: Game) -> None:
    """Keep how everybody ended in a finished game, if it is not kept yet."""
    if game.status != Game.Status.OVER or game.results.exists():
        return
    try:
        match = past.head(game)
        with loading.rules_at_work():
            view = match.view(None)
            ranks = match.ruleset.standings(view)
    except (past.Unreadable, loading.RulesFailed):
        return
    seats = {seat.number: seat for seat in game.seats.select_related("player")}
    rows = [
        Result(
            game=game,
            number=rank.seat,
            player=seats[rank.seat].player,
            level=seats[rank.seat].level if seats[rank.seat].kind == Seat.Kind.BOT else "",
            side=view.name(rank.seat)[:80],
            place=rank.place,
            points=rank.points,
        )
        for rank in ranks
    ]
    with transaction.atomic():
        Result.objects.bulk_create(rows, ignore_conflicts=True)


def _keep_all() -> None:
    """Keep the results of games that ended since somebody last asked."""
    for game in Game.objects.filter(status=Game.Status.OVER, results=None):
        keep_results(game)


def of_player(player: Player) -> Profile:
    """Return everything about one player."""
    _keep_all()
    mine = list(Result.objects.filter(player=player).select_related("game"))
    tables = _tables(Result.objects.filter(game__in=[row.game_id for row in mine]))
    played = [_played(row, tables[row.game_id]) for row in mine]
    played.sort(key=lambda one: one.game.ended or one.game.created, reverse=True)
    against: dict[str, list[Played]] = {}
    for one in played:
        for name in one.opponents:
            against.setdefault(name, []).append(one)
    return Profile(
        player,
        tuple(played),
        tuple(_lines((one.title, one) for one in played)),
        tuple(_lines((f"{one.side} ({one.title})", one) for one in played)),
        tuple(_lines((name, one) for name, games in against.items() for one in games)),
        tuple(ratings_of(player)),
    )


def _tables(rows: Iterable[Result]) -> dict[int, list[Result]]:
    found: dict[int, list[Result]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def _played(mine: Result, table: Sequence[Result]) -> Played:
    others = [row for row in table if row.number != mine.number]
    names = {row.player_id for row in others if row.player_id}
    people = dict(Player.objects.filter(pk__in=names).values_list("pk", "name"))
    return Played(
        mine.game,
        loading.ruleset_of(mine.game).title,
        mine.side,
        mine.place,
        len(table),
        mine.points,
        tuple(people[row.player_id] for row in others if row.player_id in people),
    )


def _lines(played: Iterable[tuple[str, Played]]) -> list[Line]:
    found: dict[str, list[Played]] = {}
    for name, one in played:
        found.setdefault(name, []).append(one)
    lines = [
        Line(
            name,
            len(games),
            sum(one.place == 1 for one in games),
            sum(one.place for one in games) / len(games),
        )
        for name, games in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.games, line.name))


def ratings_of(player: Player) -> list[Rating]:
    """Return the ratings of a player, a row for each game they have rated games in."""
    found = []
    for ruleset, ratings in _ratings(*_state()).items():
        rated = ratings.get(f"player {player.pk}")
        if rated is not None:
            title = loading.rulesets().by_name[ruleset].title
            found.append(Rating(title, rated[2], rated[0], rated[0] - 3 * rated[1]))
    return found


def _state() -> tuple[int, int]:
    newest = Result.objects.aggregate(newest=Max("pk"))["newest"]
    return newest or 0, Result.objects.count()


@lru_cache(maxsize=1)
def _ratings(newest: int, count: int) -> dict[str, dict[str, tuple[float, float, int]]]:
    """Rate all finished games in the order in which they ended: mean, doubt and number of games of
    each participant, by ruleset. The arguments only say whether anything is new."""
    model = PlackettLuce()
    standing: dict[str, dict[str, Any]] = {}
    games: dict[str, dict[str, int]] = {}
    rows = Result.objects.exclude(level=Seat.Level.RANDOM).select_related("game")
    by_game = _tables(rows.order_by("game__ended", "game", "place", "number"))
    for table in by_game.values():
        ruleset = table[0].game.ruleset
        known = standing.setdefault(ruleset, {})
        rated = {_participant(row): row for row in table if _participant(row)}
        if len(rated) < LEAST_RATED or ruleset not in loading.rulesets().by_name:
            continue
        teams = [[known.get(who) or model.rating()] for who in rated]
        ranks = [float(row.place) for row in rated.values()]
        for who, (after,) in zip(rated, model.rate(teams, ranks=ranks), strict=True):
            known[who] = after
            counted = games.setdefault(ruleset, {})
            counted[who] = counted.get(who, 0) + 1
    return {
        ruleset: {who: (r.mu, r.sigma, games[ruleset][who]) for who, r in known.items()}
        for ruleset, known in standing.items()
        if known
    }


def _participant(row: Result) -> str:
    """Name who is rated: a person, or a kind of bot; "" for somebody who is gone."""
    if row.player_id:
        return f"player {row.player_id}"
    return f"bot {row.level}" if row.level else ""
