"""What many games say together: days, pauses, mails, misses, and what people waited for."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any, Final, NamedTuple

from notifications.pace.stood import FALLBACK, FIRST, Stood
from notifications.pace.table import Played

ROUNDS: Final[Mapping[str, float]] = {"ti4": 5.5, "ti3": 5.5}
"""Games whose modelled players do not end them by themselves count as so many rounds."""
MOST_WAITS: Final = 15
MOST_ASKED: Final = 20


class Longest(NamedTuple):
    """One kind of wait: how often a round, days a round, hours each."""

    kind: str
    times: float
    days: float
    hours: float


class Report(NamedTuple):
    """The means over all games, by round where nothing else is said; mails also by player."""

    games: int
    days: float
    days_per_round: float
    pauses_per_round: float
    asking_mails: float
    mails: float
    misses: float
    without_waiting: float
    """The share of all decisions, those of windows that passed by rule among them, for which the
    table did not stand still: they came at once, or somebody asked with them came later."""
    without_windows: float
    """The same without these windows."""
    at_once: float
    """The share of all decisions that came within a minute of their question."""
    answers: Mapping[str, float]
    waits: Sequence[Longest]
    characters: float
    asked: Mapping[str, float]
    """Asking mails by what they ask, by player and round."""
    stood: Stood
    """What became of what was written ahead, in all games."""

    @property
    def line(self) -> dict[str, Any]:
        """Return the numbers that `--json` prints."""
        names = (
            "days", "days_per_round", "pauses_per_round", "asking_mails", "mails", "misses",
            "without_waiting",
        )  # fmt: skip
        return {name: round(getattr(self, name), 3) for name in names}


def report_of(ruleset: str, players: int, played: Sequence[Played]) -> Report:
    """Return what these games say; each must have played a whole round."""
    rounds = sum(len(game.by_round) for game in played)
    per_round = sum(sum(game.by_round.values()) for game in played) / rounds
    setup = mean(game.setup_days for game in played)
    scaled = ROUNDS.get(ruleset)
    if scaled is not None:
        days = setup + scaled * per_round
    else:
        days = mean(game.setup_days + sum(game.by_round.values()) for game in played)
    how: Counter[str] = Counter()
    kinds: dict[str, list[float]] = defaultdict(list)
    for game in played:
        how.update(game.how)
        for wait in game.waits:
            kinds[wait.kind].append(wait.hours)
    posts = [post for game in played for post in game.posts]
    asked = Counter(post.asks for post in posts if post.asks)
    decisions = sum(game.decisions for game in played)
    waited = sum(game.waited for game in played)
    late = sum(game.late for game in played)
    quiet = sum(game.quiet for game in played)
    longest = [
        Longest(kind, len(hours) / rounds, sum(hours) / 24 / rounds, mean(hours))
        for kind, hours in sorted(kinds.items(), key=lambda item: -sum(item[1]))
    ]
    return Report(
        len(played),
        days,
        per_round,
        sum(len(game.waits) for game in played) / rounds,
        asked.total() / rounds / players,
        len(posts) / rounds / players,
        sum(game.misses for game in played) / rounds,
        1 - waited / (decisions + quiet),
        1 - waited / decisions,
        1 - late / (decisions + quiet),
        {by: n / rounds for by, n in how.most_common()},
        longest[:MOST_WAITS],
        mean(size for game in played for size in game.sizes),
        {kind: n / rounds / players for kind, n in asked.most_common()},
        sum((game.stood for game in played), Counter()),
    )


def _stood_lines(stood: Stood) -> Iterator[str]:
    """Yield what share of what was written ahead stood when its moment came, by kind."""
    yield "written ahead and still standing when its moment came (in all; as first written)"
    kinds = Counter({kind: 0 for kind, _became in stood})
    for (kind, _became), n in stood.items():
        kinds[kind] += n
    for kind, n in kinds.most_common():
        first, later = stood[kind, FIRST], stood[kind, FALLBACK]
        yield f"  {(first + later) / n:4.0%} ({first / n:.0%}) of {n} for {kind}"


def lines_of(report: Report) -> list[str]:
    """Return the report for people."""
    said = [
        f"{report.games} games",
        f"days                      {report.days:.1f}",
        f"days a round              {report.days_per_round:.2f}",
        f"pauses a round            {report.pauses_per_round:.1f}",
        f"asking mails, player and round   {report.asking_mails:.1f}",
        f"all mails, player and round      {report.mails:.1f}",
        f"characters a mail         {report.characters:.0f}",
        f"misses a round            {report.misses:.1f}",
        f"answered without waiting  {report.without_waiting:.0%}"
        f" ({report.without_windows:.0%} without windows that passed by rule)",
        f"answered at once          {report.at_once:.0%}",
        *_stood_lines(report.stood),
        "answers a round: " + ", ".join(f"{by} {n:.1f}" for by, n in report.answers.items()),
        "asking mails by what they ask, player and round",
    ]
    said += [f"  {n:5.2f}  {kind}" for kind, n in list(report.asked.items())[:MOST_ASKED]]
    said += ["longest waits: times a round, days a round, hours each"]
    said += [f"  {w.times:5.1f} {w.days:6.2f} {w.hours:6.1f}  {w.kind}" for w in report.waits]
    return said
