"""Rule cases as data: a position, orders as a player mails them, and what must hold after.

The format is described in docs/scenarios.md; every error names the file and the entry.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import yaml

from rules.kernel.codec import Fixed, plain
from rules.kernel.dice import ForcedDice, NoSuchFace
from rules.kernel.errors import BadOptions, KernelError
from rules.kernel.events import Told
from rules.kernel.ruleset import Ruleset, Rulesets, plain_all
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, Names

ALL_SEATS = "everybody"


class Scenario(Fixed):
    """A file, decoded."""

    game: str
    title: str
    play: list[dict[str, Any]]
    rules: list[str] = []
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    dice: dict[str, list[int | str]] = {}
    asks: list[str] = []
    whole: bool = False
    covers: list[str] = []


class BadScenario(Exception):
    """A file that cannot be run; the words say what to mend."""


class Outcome(NamedTuple):
    """What became of one file: no failures means it holds."""

    path: Path
    title: str
    failures: tuple[str, ...]


def scenario_files(paths: Sequence[Path]) -> Iterator[Path]:
    """Yield the files named, and all `.yaml` files in the folders named, in order."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.yaml"))
        elif path.is_file():
            yield path
        else:
            raise BadScenario(f"There is no file or folder {path}.")


def read_scenario(path: Path) -> Scenario:
    try:
        raw = _text_keys(yaml.safe_load(path.read_text(encoding="utf-8")))
        return msgspec.convert(raw, Scenario, strict=True)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadScenario(f"{path} is not YAML: {error}") from None
    except msgspec.ValidationError as error:
        raise BadScenario(f"{path}: {error}. See docs/scenarios.md.") from None


def _text_keys(value: Any) -> Any:
    """Return the data with text keys: YAML reads `0:` as a number."""
    if isinstance(value, dict):
        return {str(key): _text_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_text_keys(item) for item in value]
    return value


def run_file(path: Path, rulesets: Rulesets) -> Outcome:
    """Run one file; BadScenario where it cannot be run."""
    scenario = read_scenario(path)
    run = _Run(scenario, rulesets.get(scenario.game), path)
    for number, entry in enumerate(scenario.play, start=1):
        try:
            run.entry(number, entry)
        except NoSuchFace as error:
            raise BadScenario(f"{path}, entry {number}: {error}") from None
    run.finish()
    return Outcome(path, scenario.title, tuple(run.failures))


class _Run:
    def __init__(self, scenario: Scenario, ruleset: Ruleset[Any], path: Path) -> None:
        self.path = path
        self.ruleset = ruleset
        self.failures: list[str] = []
        self.checked = False
        secret = secret_for(scenario.title)
        self.dice = ForcedDice(secret, list(scenario.dice.items()))
        try:
            options = ruleset.read_options(scenario.options)
            position = scenario.position
            state = ruleset.position(options, position or {})
            self.seats = Names({str(i): (n,) for i, n in enumerate(ruleset.names(state))}, "seat")
            asks = [self.seat(name, 0) for name in scenario.asks]
            self.top = Tabletop(
                Setting(ruleset, options, secret, self.dice),
                position=position,
                asks=asks,
                whole=scenario.whole,
            )
        except (BadOptions, msgspec.ValidationError, KernelError) as error:
            raise BadScenario(f"{path}: {error}") from error
        self.mark = 0
        self.trouble_mark = 0

    def seat(self, name: str, entry: int) -> int:
        try:
            return int(self.seats.find(name).id)
        except LexiconError as error:
            raise BadScenario(f"{self.path}, entry {entry}: {error.words}") from None

    def entry(self, number: int, entry: Mapping[str, Any]) -> None:
        for key, value in entry.items():
            if key == "expect":
                self.expect(number, value)
            elif key == "silence":
                names = value if isinstance(value, list) else [value]
                for name in self._expanded(names, number):
                    self.top.silence(name)
            elif isinstance(value, str | int):
                self.top.send(self.seat(key, number), str(value))
            else:
                raise BadScenario(f"{self.path}, entry {number}: orders are text, as in a mail.")

    def _expanded(self, names: list[str], number: int) -> list[int]:
        if names == [ALL_SEATS]:
            return list(self.top.match.seats)
        return [self.seat(name, number) for name in names]

    def finish(self) -> None:
        if not self.checked:
            raise BadScenario(f"{self.path} expects nothing; add an `expect` entry.")
        broken = self.ruleset.invariants(self.top.match.state)
        self.failures += [f"after play: {words}" for words in broken]
        self.failures += [f"forced dice nobody rolled: {p}" for p in self.dice.left_over()]

    # -- expectations --------------------------------------------------------------------------

    def expect(self, number: int, wanted: Mapping[str, Any]) -> None:
        checks: dict[str, Callable[[Any, int], Iterator[str]]] = {
            "state": self._state,
            "events": self._events,
            "no_events": self._no_events,
            "sees": self._sees,
            "problems": self._problems,
            "asks": self._asks,
            "options": self._options,
            "over": self._over,
        }
        for key, value in wanted.items():
            if key not in checks:
                known = ", ".join(checks)
                raise BadScenario(f"{self.path}, entry {number}: no {key!r}; there are {known}.")
            self.failures += [f"entry {number}: {words}" for words in checks[key](value, number)]
            self.checked = True
        if "problems" not in wanted:
            self.failures += [
                f"entry {number}: unexpected {t.problem.code} for "
                f"{self._name(t.seat)}: {t.problem.words}"
                for t in self.top.troubles[self.trouble_mark :]
            ]
        self.mark = len(self.top.history.rulings)
        self.trouble_mark = len(self.top.troubles)

    def _name(self, seat: int) -> str:
        return self.ruleset.names(self.top.match.state)[seat]

    def _state(self, wanted: Mapping[str, Any], number: int) -> Iterator[str]:
        state = plain_all(self.top.match.state)
        for path, value in wanted.items():
            found = self._at(state, path, number)
            if not _fits(value, found):
                yield f"{path} is {found!r}, not {value!r}"

    def _at(self, written: Any, path: str, number: int) -> Any:
        """Return the value at a dotted path of the state written out as plain data."""
        place = written
        for name in path.split("."):
            try:
                if name == "#":
                    place = len(place)
                else:
                    place = place[int(name)] if isinstance(place, list) else place[name]
            except (KeyError, IndexError, ValueError, TypeError):
                if isinstance(place, dict):
                    place = None
                    continue
                raise BadScenario(f"{self.path}, entry {number}: no {path} in the state.") from None
        return place

    def _told(self) -> list[Told]:
        return [told for r in self.top.history.rulings[self.mark :] for told in r.events]

    def _events(self, wanted: list[Any], number: int) -> Iterator[str]:
        told = iter(self._told())
        for want in wanted:
            kind, fields, cite = _event_wanted(want)
            if not any(_event_fits(t, kind, fields, cite) for t in told):
                seen = [f"{t.event['kind']}{list(t.cite)}" for t in self._told()]
                yield f"no {kind} {fields or ''} {cite} (in order) among {seen}"
                return

    def _no_events(self, wanted: list[Any], number: int) -> Iterator[str]:
        for want in wanted:
            kind, fields, cite = _event_wanted(want)
            if any(_event_fits(t, kind, fields, cite) for t in self._told()):
                yield f"{kind} happened"

    def _sees(self, wanted: Mapping[str, list[Any]], number: int) -> Iterator[str]:
        """Yield what a seat learns: kinds of events, `-Kind` for what must stay hidden from it."""
        for name, kinds in wanted.items():
            seat = self.seat(name, number)
            seen = {e["kind"] for t in self._told() if (e := t.seen_by(seat)) is not None}
            for kind in kinds:
                if kind.startswith("-") and kind[1:] in seen:
                    yield f"{name} sees {kind[1:]}"
                elif not kind.startswith("-") and kind not in seen:
                    yield f"{name} does not see {kind}, only {sorted(seen)}"

    def _problems(self, wanted: Any, number: int) -> Iterator[str]:
        troubles = self.top.troubles[self.trouble_mark :]
        if isinstance(wanted, list):
            got = [t.problem.code for t in troubles]
            missing = [code for code in wanted if code not in got]
            extra = [code for code in got if code not in wanted]
            if missing or extra:
                yield f"problems are {got}, not {wanted}"
            return
        for name, codes in wanted.items():
            seat = self.seat(name, number)
            mine = [t.problem for t in troubles if t.seat == seat]
            for want in codes:
                code, _, rule = str(want).partition(" ")
                if not any(p.code == code and (not rule or p.rule == rule) for p in mine):
                    got = [f"{p.code} {p.rule}" for p in mine]
                    yield f"{name} has problems {got}, not {want!r}"

    def _asks(self, wanted: Mapping[str, Any], number: int) -> Iterator[str]:
        """`{Red: TakeTurn, Blue: null}`: the kinds of questions open to a seat."""
        for name, kinds in wanted.items():
            seat = self.seat(name, number)
            got = [type(d).__name__ for d in self.top.wanted(seat)]
            want = [] if kinds is None else kinds if isinstance(kinds, list) else [kinds]
            if sorted(got) != sorted(want):
                yield f"{name} is asked {got}, not {want}"

    def _options(self, wanted: Mapping[str, list[str]], number: int) -> Iterator[str]:
        """Yield the listed options of what is open to a seat, by their order lines."""
        for name, lines in wanted.items():
            seat = self.seat(name, number)
            view: SomeView = self.top.match.view(seat)
            got = [o.order for _, d in self.top.match.open_for(seat) for o in d.options(view)]
            if got != lines:
                yield f"{name} may choose {got}, not {lines}"

    def _over(self, wanted: bool, number: int) -> Iterator[str]:
        if self.top.match.over != wanted:
            yield f"the game is {'' if self.top.match.over else 'not '}over"


def _event_wanted(want: Any) -> tuple[str, Mapping[str, Any], str]:
    """`RaidWon`, or `{RaidWon: {seat: 0}, cite: SKR 4.6}`."""
    if isinstance(want, str):
        return want, {}, ""
    cite = str(want.get("cite", ""))
    kind, fields = next((k, v) for k, v in want.items() if k != "cite")
    return kind, fields or {}, cite


def _event_fits(told: Told, kind: str, fields: Mapping[str, Any], cite: str) -> bool:
    event = told.event
    return (
        event["kind"] == kind
        and all(_fits(value, event.get(name)) for name, value in fields.items())
        and (not cite or cite in told.cite)
    )


def _fits(want: Any, found: Any) -> bool:
    """Return whether both are equal; of a mapping only the keys in `want` matter."""
    if isinstance(found, tuple):
        found = list(found)
    if isinstance(want, Mapping) and isinstance(found, Mapping):
        return all(_fits(value, found.get(str(key))) for key, value in want.items())
    if isinstance(want, Mapping) and isinstance(found, list):
        return all(int(key) < len(found) and _fits(v, found[int(key)]) for key, v in want.items())
    return bool(plain(want) == plain(found)) or (want in ([], {}, 0, False) and found is None)
