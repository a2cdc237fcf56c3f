"""A game played wholly by mail, from a script.

Each entry is a mail. It is sent when its player is asked something that it answers; whoever is
asked anything else meanwhile stays silent, and the default is taken. `at once`: it does not wait.
`rest` lets everybody be silent until a round begins.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import yaml

from rules.kernel.decisions import Decision
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop
from rules.lexicon import OrderLine, read_page
from rules.ti4.ruleset import TI4, TwilightImperium4

HERE = Path(__file__).parent
PATIENCE = 400
"""How often others may be silent before the script is thought to wait in vain."""
SCRIPT = HERE / "six-players.yaml"


class TI4OfVersion2(TwilightImperium4):
    """The rules as a game follows them whose steps began before version 3."""

    version = 2


RECORDS = {
    "of version 2": (TI4OfVersion2(), HERE / "six-players.txt"),
    "of today": (TI4, HERE / "six-players-3.txt"),
}
"""The same script by older and by today's rules: games under way keep what they began with."""


class Recorder:
    def __init__(self, script: Path, ruleset: TwilightImperium4) -> None:
        self.game: dict[str, Any] = yaml.safe_load(script.read_text(encoding="utf-8"))
        options = TI4.read_options(self.game["options"])
        secret = secret_for(self.game["seed"])
        self.top = Tabletop(Setting(ruleset, options, secret), asks=range(options.players))
        self.names = TI4.names(self.top.match.state)
        self.lines: list[str] = []
        self.late: set[str] = set()
        self.rulings = self.troubles = 0
        self._told()

    def play(self) -> None:
        for entry in self.game["mails"]:
            self._entry(dict(entry))

    def _entry(self, entry: dict[str, Any]) -> None:
        at_once = entry.pop("at once", False)
        ((name, text),) = entry.items()
        if name == "rest":
            self._until(lambda: TI4.round(self.top.match.state) >= int(text))
            return
        seat = self.names.index(name)
        lines = read_page(text, TI4.order_verbs).lines
        if not at_once:
            self._until(lambda: any(self._takes(d, lines) for _, d in self._asked(seat)))
        self.top.send(seat, text)
        self.lines.append(f"> {name}: {' / '.join(text.strip().splitlines())}")
        self._told()

    def _takes(self, decision: Decision[Any], lines: Sequence[OrderLine]) -> bool:
        reading = decision.read(self.top.match.view(decision.seat), lines)
        return reading.answer is not None or bool(reading.problems)

    def _asked(self, seat: int) -> list[tuple[str, Decision[Any]]]:
        """What waits for a player who has not let the time pass."""
        wanted = self.top.wanted(seat)
        open_ = self.top.match.open_for(seat)
        return [(at, d) for at, d in open_ if d in wanted and at not in self.late]

    def _until(self, reached: Callable[[], bool]) -> None:
        """One after another who is asked lets the time pass."""
        for _ in range(PATIENCE):
            if reached():
                return
            seat, (at, decision) = next(
                (s, asked) for s in self.top.match.seats for asked in self._asked(s)
            )
            words = decision.prompt(self.top.match.view(seat))
            self.lines.append(f"- {self.names[seat]} is silent: {words}")
            self.late.add(at)
            self.top.silence(seat)
            self._told()
        raise AssertionError(f"the script waits in vain after {self.lines[-1]}")

    def _told(self) -> None:
        """What was ruled and refused since."""
        for ruling in self.top.history.rulings[self.rulings :]:
            for told in ruling.events:
                words = TI4.event(told.event).words(self.names)
                to = "" if told.to is None else f"(to {', '.join(self.names[s] for s in told.to)}) "
                self.lines.append(f"  #{ruling.n} {to}{words} [{', '.join(told.cite)}]")
        for trouble in self.top.troubles[self.troubles :]:
            who, problem = self.names[trouble.seat], trouble.problem
            self.lines.append(f"  refused {who}: {problem.code} [{problem.rule}] {problem.words}")
        self.rulings, self.troubles = len(self.top.history.rulings), len(self.top.troubles)


def transcript(ruleset: TwilightImperium4, script: Path = SCRIPT) -> str:
    """Every mail, silence, ruling and refusal; the record is checked and the promises kept."""
    recorder = Recorder(script, ruleset)
    recorder.play()
    recorder.top.history.verify()
    broken = TI4.invariants(recorder.top.match.state)
    return "\n".join([*recorder.lines, *broken]) + "\n"
