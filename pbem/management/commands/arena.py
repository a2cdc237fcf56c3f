"""Let players of different levels play whole games against each other, and count who wins."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from pbem.play import loading
from rules.kernel.errors import BadOptions, UnknownRuleset
from rules.kernel.ruleset import Rulesets
from rules.kernel.thinking.planner import LEVELS, Level, level_of
from rules.kernel.trials.arena import Line, Outcome, outcome, seated
from rules.kernel.trials.simulate import Crash


class Command(BaseCommand):
    help = "Games between bots of these levels; in each game everybody sits one place further on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ruleset", metavar="GAME", help="the name of a ruleset")
        parser.add_argument(
            "--seats", default="keen,steady,random", help=f"levels: {', '.join(LEVELS)}"
        )
        parser.add_argument("--games", type=int, default=10)
        parser.add_argument("--seed", default="1")
        parser.add_argument("--jobs", type=int, default=1, help="processes at the same time")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each game")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            levels = [level_of(name.strip()) for name in options["seats"].split(",")]
            ruleset = loading.rulesets().get(options["ruleset"])
            chosen = {**_options(options["option"]), "players": len(levels)}
            ruleset.read_options(chosen)
        except KeyError as error:
            raise CommandError(error.args[0]) from None
        except (UnknownRuleset, BadOptions) as error:
            raise CommandError(str(error)) from None
        if options["games"] < 1:
            raise CommandError("--games must be at least 1.")
        played: list[Outcome] = []
        try:
            for one in _games(ruleset.name, chosen, levels, options):
                played.append(one)
                self._tell(one, options["json"])
        except Crash as crash:
            raise CommandError(str(crash)) from crash
        broken = [words for one in played for words in one.violations]
        for words in broken:
            self.stdout.write(f"VIOLATION {words}")
        if not options["json"]:
            for line in table(played):
                self.stdout.write(line)
        if broken or not all(one.over for one in played):
            raise CommandError(f"{len(broken)} violations, or games that did not end.")

    def _tell(self, one: Outcome, as_json: bool) -> None:
        if as_json:
            lines = [line._asdict() for line in one.lines]
            self.stdout.write(json.dumps(one._asdict() | {"lines": lines}))
            return
        ranks = ", ".join(f"{x.level} {x.who} {x.points}" for x in one.lines)
        self.stdout.write(f"{one.seed}: {one.rounds} rounds: {ranks}")


def _games(
    game: str, chosen: dict[str, Any], levels: list[Level], options: dict[str, Any]
) -> Iterator[Outcome]:
    paths = tuple(settings.PARSEC_RULESETS)
    one = partial(_game, paths, game, chosen, levels, options["seed"])
    if options["jobs"] < 2:
        yield from map(one, range(options["games"]))
        return
    with ProcessPoolExecutor(options["jobs"]) as pool:
        yield from pool.map(one, range(options["games"]))


def _game(
    paths: tuple[str, ...],
    game: str,
    chosen: dict[str, Any],
    levels: list[Level],
    seed: str,
    i: int,
) -> Outcome:
    ruleset = Rulesets(paths).get(game)
    return outcome(ruleset, ruleset.read_options(chosen), seated(levels, i), f"{seed}/{i}")


def _options(pairs: Iterable[str]) -> dict[str, Any]:
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise CommandError(f"Write --option NAME=VALUE, not {pair!r}.")
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen


def table(played: list[Outcome]) -> Iterator[str]:
    """Return what came of the games as Markdown: by level, by side, and what happened."""
    lines = [line for one in played for line in one.lines]
    rounds = mean(one.rounds for one in played)
    yield ""
    yield f"{len(played)} games, {rounds:.1f} rounds on average."
    for title, key in (("level", "level"), ("side", "who")):
        groups: dict[str, list[Line]] = {}
        for line in lines:
            groups.setdefault(getattr(line, key), []).append(line)
        yield ""
        yield f"| {title} | seats | wins | mean place | mean points | CPU seconds a game |"
        yield "|---|---|---|---|---|---|"
        for name, mine in sorted(groups.items(), key=lambda g: mean(x.place for x in g[1])):
            wins = sum(x.place == 1 for x in mine)
            yield (
                f"| {name} | {len(mine)} | {wins} | {mean(x.place for x in mine):.2f} | "
                f"{mean(x.points for x in mine):.1f} | {mean(x.seconds for x in mine):.1f} |"
            )
    counts: dict[str, int] = {}
    for one in played:
        for kind in one.events:
            counts[kind] = counts.get(kind, 0) + 1
    yield ""
    yield "Games in which something happened at least once:"
    yield ", ".join(f"{kind} {n}" for kind, n in sorted(counts.items()))
