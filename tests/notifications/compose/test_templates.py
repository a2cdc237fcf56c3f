"""What a turn mail offers for editing can be sent back as it stands."""

from random import Random

import pytest

from pbem.play import preview
from rules.kernel.match import Match
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from tests.notifications.compose.turn_mails import GAMES

TURNS = 40
BAD = ("refused", "unused")


@pytest.mark.parametrize("name", ["eclipse", "ti4"])
@pytest.mark.parametrize("seed", [0, 1])
def test_template_lines_are_legal_as_they_stand(name, seed):
    """Each line of a turn alone, and the lines of a whole action together; a deal is an offer."""
    ruleset, players = GAMES[name]
    options = ruleset.read_options({"players": players})
    secret = secret_for(f"templates/{name}/{seed}")
    match, ruling = Match.start(Setting(ruleset, options, secret))
    bot, path, turns, actions = RandomBot(Random(seed)), [ruling], 0, 0

    def sent(seat: int, text: str) -> list[preview.Checked]:
        since = [one for one in path if one.n >= match.snap.n]
        awake = Match.resume(Setting(ruleset, options, secret), match.snap, since)
        return list(preview.check(awake, seat, text).lines)

    while match.ask is not None and turns < TURNS:
        asked = match.ask.decisions[0]
        if asked.root:
            turns += 1
            view = match.view(asked.seat)
            lines = [line for part in asked.template(view) for line in part.split("\n")]
            begins = [line for line in lines if line.split()[0].lower() in asked.verbs]
            follows = [line for line in lines if line not in begins]
            for kind in ruleset.interjections:
                begins += kind.template(view)
            for line in begins:
                assert [c for c in sent(asked.seat, line) if c.status in BAD] == [], line
            if follows:
                actions += 1
                whole = [lines[0], *follows]
                assert [c for c in sent(asked.seat, "\n".join(whole)) if c.status in BAD] == []
        path.append(match.apply(bot.next_input(match)))
    assert turns == TURNS
    assert actions > 3 or name != "ti4"
