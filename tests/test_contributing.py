"""What CONTRIBUTING.md tells a newcomer to do, done to the letter on a copy of the rules."""

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
CARD = "rules/ti4/action_cards/actions.py"
MISSING = "from rules.ti4.components import registry; print(*registry.missing('action card'))"


def python(folder: Path, code: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=100
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def case(folder: Path) -> str:
    """What the rule case of the card says: its failures, or nothing."""
    code = f"""
        from pathlib import Path
        from rules.kernel.ruleset import Rulesets
        from rules.kernel.trials.scenarios import run_file
        case = Path({str(ROOT)!r}) / "tests/scenarios/ti4/action_cards/industrial_initiative.yaml"
        print(*run_file(case, Rulesets(("rules.ti4.ruleset.TI4",))).failures)
    """
    return python(folder, textwrap.dedent(code))


def test_your_first_card_in_ten_minutes(tmp_path: Path) -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    block = re.search(r"```python\n(.*?)```", page, re.S)
    assert block is not None
    written = textwrap.dedent(
        block[1].replace("   @register", "@register", 1).replace("\n   ", "\n")
    )
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "rules", tmp_path / "rules", ignore=ignored)
    source = (tmp_path / CARD).read_text("utf-8")
    without = re.sub(r"@register\nclass IndustrialInitiative.*?\n\n\n(?=@)", "", source, flags=re.S)
    assert without != source
    (tmp_path / CARD).write_text(without, "utf-8")
    assert python(tmp_path, MISSING) == "industrial_initiative"
    assert case(tmp_path), "without its handler the card does nothing"
    (tmp_path / CARD).write_text(f"{without}\n\n{written}", "utf-8")
    assert python(tmp_path, MISSING) == ""
    assert case(tmp_path) == ""
