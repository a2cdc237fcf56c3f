"""A game played wholly by mail, from a script that has every mail in three languages.

Each entry is a mail. It is sent when its player is asked something that it answers; whoever is
asked anything else meanwhile stays silent, and the default is taken. `rest` lets everybody be
silent until a round begins. The record holds what happened, not the words of the mails.
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
from rules.ti3.ruleset import TI3

HERE = Path(__file__).parent
SCRIPT, RECORD = HERE / "three-players.yaml", HERE / "three-players.txt"
PATIENCE = 400
LANGUAGES = ("en", "pl", "hu")


class Recorder:
    def __init__(self, language: str) -> None:
        self.language = language
        self.game: dict[str, Any] = yaml.safe_load(SCRIPT.read_text(encoding="utf-8"))
        options = TI3.read_options(self.game["options"])
        secret = secret_for(self.game["seed"])
        self.top = Tabletop(Setting(TI3, options, secret), asks=())
        self.names = tuple(self.top.match.state.table.names)
        self.lines: list[str] = []
        self.late: set[str] = set()
        self.rulings = self.troubles = 0
        self._told()

    def play(self) -> None:
        for entry in self.game["mails"]:
            ((name, said),) = entry.items()
            if name == "rest":
                self._rest(int(said))
            else:
                self._mail(name, said[self.language])

    def _rest(self, round_: int) -> None:
        self._until(lambda: self.top.match.state.table.round >= round_)

    def _mail(self, name: str, text: str) -> None:
        seat = self.names.index(name)
        lines = read_page(text, TI3.order_verbs).lines
        self._until(lambda: any(self._takes(d, lines) for _, d in self._asked(seat)))
        self.top.send(seat, text)
        self.lines.append(f"> {name}")
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
            seat = next(s for s in range(len(self.names)) if self._asked(s))
            self.late |= {at for at, _ in self._asked(seat)}
            self.top.silence(seat)
            self._told()
        raise AssertionError(f"the script waits in vain at {self.lines[-3:]}")

    def _told(self) -> None:
        """What the public learns, and every refusal."""
        history = self.top.history.rulings
        for ruling in history[self.rulings :]:
            for told in ruling.events:
                event = told.seen_by(None)
                if event is not None:
                    words = TI3.event(event).words(self.names)
                    cite = f" [{', '.join(told.cite)}]" if told.cite else ""
                    self.lines.append(f"{words}{cite}")
        self.rulings = len(history)
        for trouble in self.top.troubles[self.troubles :]:
            self.lines.append(f"refused {self.names[trouble.seat]}: {trouble.problem.code}")
        self.troubles = len(self.top.troubles)


def transcript(language: str) -> str:
    recorder = Recorder(language)
    recorder.play()
    return "\n".join(recorder.lines) + "\n"
