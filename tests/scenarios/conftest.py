"""Every .yaml file below this folder is a test: a rule case as a player would tell it, whose
every answer can also be clicked together on the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.kernel.ruleset import Rulesets
from rules.kernel.trials.scenarios import run_file
from tests.clicking import watched
from tests.rulesets import TESTED


class ScenarioFile(pytest.File):
    def collect(self) -> Iterator["ScenarioItem"]:
        yield ScenarioItem.from_parent(self, name=self.path.stem)


class ScenarioItem(pytest.Item):
    def runtest(self) -> None:
        with watched(self.path) as lacking:
            outcome = run_file(self.path, Rulesets(TESTED))
        unclicked = [f"cannot be clicked together: {words}" for words in lacking]
        if outcome.failures or unclicked:
            raise ScenarioFailed([*outcome.failures, *unclicked])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        if isinstance(excinfo.value, ScenarioFailed):
            return f"{self.path}\n  " + "\n  ".join(excinfo.value.args[0])
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"scenario {self.name}"


class ScenarioFailed(Exception):
    pass


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioFile | None:
    if file_path.suffix == ".yaml":
        return ScenarioFile.from_parent(parent, path=file_path)
    return None
