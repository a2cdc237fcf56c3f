"""Two rounds of a four-player game by mail, as a golden record: every word and every citation."""

from pathlib import Path

import yaml

from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop

GOLDEN = Path(__file__).parent / "golden"


def transcript(script: Path) -> str:
    """What the table says to each mail, and what it refuses."""
    game = yaml.safe_load(script.read_text(encoding="utf-8"))
    top = Tabletop(
        Setting(ECLIPSE, ECLIPSE.read_options(game["options"]), secret_for(game["seed"]))
    )
    lines: list[str] = []
    rulings = troubles = 0
    for mail in game["mails"]:
        ((name, text),) = mail.items()
        names = ECLIPSE.names(top.match.state)
        top.send(names.index(name), text)
        lines.append(f"> {name}: {' / '.join(text.strip().splitlines())}")
        for ruling in top.history.rulings[rulings:]:
            for told in ruling.events:
                words = ECLIPSE.event(told.event).words(ECLIPSE.names(top.match.state))
                to = "" if told.to is None else f"(to {', '.join(names[s] for s in told.to)}) "
                lines.append(f"  #{ruling.n} {to}{words} [{', '.join(told.cite)}]")
        for trouble in top.troubles[troubles:]:
            problem = trouble.problem
            who = names[trouble.seat]
            lines.append(f"  refused {who}: {problem.code} [{problem.rule}] {problem.words}")
        rulings, troubles = len(top.history.rulings), len(top.troubles)
    top.history.verify()
    broken = ECLIPSE.invariants(top.match.state)
    return "\n".join([*lines, *broken]) + "\n"


def test_four_players_for_two_rounds() -> None:
    expected = (GOLDEN / "four-players.txt").read_text(encoding="utf-8")
    assert transcript(GOLDEN / "four-players.yaml") == expected


def test_the_golden_game_has_everything() -> None:
    text = (GOLDEN / "four-players.txt").read_text(encoding="utf-8")
    for sign in ("explored", "exchanged ambassadors", "is the traitor", "Battle in", "Round 3"):
        assert sign in text
