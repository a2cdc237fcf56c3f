"""Scripts of orders: lines that cannot be carried out are passed over and reported."""

import pytest

from pbem.models import Prompt
from pbem.play import past, preview
from tests.pbem.tables import match_of, new_table, send, statuses

pytestmark = pytest.mark.django_db

SCRIPT = "MARK fish\nMARK wind\nMARK 2 gold\nMARK sea"


@pytest.fixture(autouse=True)
def logbook(settings):
    settings.PARSEC_RULESETS = [*settings.PARSEC_RULESETS, "tests.logbook.ruleset.LOGBOOK"]


def table(players: int):
    return new_table(players, ruleset="logbook", hours={"default": 24}, seed="scripts")


def test_lines_are_passed_over_and_taken_in_part():
    game = table(1)
    sent = send(game, 0, SCRIPT)
    assert statuses(sent) == ["refused", "done", "done", "refused"]
    assert [line.remark for line in sent.report] == [
        "",
        "",
        "Only 1 of 2 boxes of gold can be marked. [LOG 2.2]",
        "",
    ]
    assert sent.report[3].words == "No box of sea can be marked."
    assert sent.report[3].rule == "LOG 2.2"
    assert match_of(game).view(None).table.sheets == [{"gold": 1, "sea": 0, "wind": 1}]


def test_a_sealed_script_says_at_once_what_it_passes_over():
    game = table(2)
    sent = send(game, 0, SCRIPT)
    assert statuses(sent) == ["refused", "waiting", "waiting", "refused"]
    send(game, 1, "MARK sea")
    sent.refresh_from_db()
    assert statuses(sent) == ["refused", "done", "done", "refused"]


def test_a_line_passed_over_answers_no_later_question():
    """MARK 2 gold has no room in the first round and must not come back in the second."""
    game = table(1)
    send(game, 0, "MARK sea\nMARK wind\nMARK 2 gold")
    send(game, 0, "SPEND 0 sea")
    assert match_of(game).round == 2
    assert match_of(game).view(None).table.sheets == [{"gold": 0, "sea": 1, "wind": 1}]


def test_a_script_of_which_nothing_can_be_done_is_refused():
    game = table(1)
    sent = send(game, 0, "MARK fish\nMARK bird")
    assert statuses(sent) == ["refused", "refused"]
    assert game.prompts.get(state=Prompt.State.OPEN).waiting


@pytest.mark.parametrize("command", ["WITHDRAW", "UNDO"])
def test_a_sealed_script_can_be_sent_again_and_taken_back(command):
    game = table(2)
    first = send(game, 0, "MARK sea")
    again = send(game, 0, "MARK gold\nMARK wind")
    assert match_of(game).view(1).table.sheets[0] == {"gold": 0, "sea": 0, "wind": 0}
    assert statuses(send(game, 0, command)) == ["command"]
    for submission in (first, again):
        submission.refresh_from_db()
        assert set(statuses(submission)) == {"unused"}
    send(game, 1, "MARK sea")
    assert match_of(game).view(None).table.sheets[0] == {"gold": 0, "sea": 0, "wind": 0}
    send(game, 0, "MARK 2 wind")
    assert match_of(game).view(None).table.sheets[0] == {"gold": 0, "sea": 0, "wind": 2}


def test_the_preview_says_the_same():
    game = table(1)
    checked = preview.check(past.head(game), 0, SCRIPT)
    assert [line.status for line in checked.lines] == ["refused", "ok", "partly", "refused"]
    assert checked.lines[2].words == "Only 1 of 2 boxes of gold can be marked."
