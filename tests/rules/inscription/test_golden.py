"""A whole four-player game by order text, as a golden record; in Polish words the same rulings."""

from functools import cache
from pathlib import Path

import yaml

from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.kernel.trials.tabletop import Tabletop

GOLDEN = Path(__file__).parent / "golden"


@cache
def played(script: str) -> tuple[Tabletop, str]:
    """The table after all mails, and what it said to each."""
    game = yaml.safe_load((GOLDEN / script).read_text(encoding="utf-8"))
    options = INSCRIPTION.read_options(game["options"])
    seats = range(options.players)
    top = Tabletop(Setting(INSCRIPTION, options, secret_for(game["seed"])), asks=seats)
    lines: list[str] = []
    rulings = troubles = 0
    for mail in game["mails"]:
        ((name, text),) = mail.items()
        names = INSCRIPTION.names(top.match.state)
        top.send(names.index(name), text)
        lines.append(f"> {name}: {' / '.join(text.strip().splitlines())}")
        for ruling in top.history.rulings[rulings:]:
            for told in ruling.events:
                words = INSCRIPTION.event(told.event).words(INSCRIPTION.names(top.match.state))
                to = "" if told.to is None else f"(to {', '.join(names[s] for s in told.to)}) "
                lines.append(f"  #{ruling.n} {to}{words} [{', '.join(told.cite)}]")
        for trouble in top.troubles[troubles:]:
            lines.append(f"  refused {names[trouble.seat]}: {trouble.problem.code}")
        rulings, troubles = len(top.history.rulings), len(top.troubles)
    top.history.verify()
    return top, "\n".join(lines) + "\n"


def test_four_players_play_a_whole_game() -> None:
    top, transcript = played("four-players.yaml")
    assert top.match.over
    assert not INSCRIPTION.invariants(top.match.state)
    assert transcript == (GOLDEN / "four-players.txt").read_text(encoding="utf-8")


def test_the_same_orders_in_polish_words_give_the_same_rulings() -> None:
    english, _said = played("four-players.yaml")
    polish, _said = played("four-players-pl.yaml")
    assert not polish.troubles
    assert polish.history.head.hash == english.history.head.hash


def test_the_golden_game_has_everything() -> None:
    text = (GOLDEN / "four-players.txt").read_text(encoding="utf-8")
    for sign in ("War!", "The council meets", "Everybody produces", "wins the game", "completes"):
        assert sign in text
