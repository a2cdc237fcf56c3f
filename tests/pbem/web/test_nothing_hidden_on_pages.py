"""Pages of tables that look the same to a seat are the same."""

import re
from datetime import UTC, datetime
from random import Random

import pytest
import time_machine
from django.db import transaction

from pbem.models import Game, Ruling, Snapshot
from rules.kernel.codec import encode
from rules.kernel.match import Match
from rules.kernel.ruleset import plain_all
from rules.kernel.setting import Setting
from tests.pbem.tables import advance, match_of, new_table, seat_of, send
from tests.pbem.web.played import to_turns, together
from tests.skirmish.ruleset import SKIRMISH

pytestmark = pytest.mark.django_db
START = datetime(2026, 1, 5, 12, tzinfo=UTC)
SECRETS = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|name="key" value="[^"]*"|[?&]receipt=\w+'
    r"|Receipt \w+"
)


def disguised(game: Game, seed: int) -> None:
    """Deal the hidden cards of the others anew, in place: the same rows, another truth."""
    state = SKIRMISH.disguise(match_of(game).state, 0, Random(seed))
    options = SKIRMISH.read_options(game.options)
    match, ruling = Match.start(Setting(SKIRMISH, options, game.secret), position=plain_all(state))
    for rows in (game.rulings, game.snapshots, game.prompts, game.submissions):
        rows.all().delete()
    Ruling.of(game, ruling).save()
    Snapshot.of(game, match.snap).save()
    Game.objects.filter(pk=game.pk).update(head_seq=1)
    advance(game, START)


def shown(client, game, then) -> list[str]:
    """Every page the seat can look at, without what is random in each."""
    where = f"/t/{game.pk}/"
    pages = []

    def look(answer):
        assert answer.status_code == 200
        pages.append(SECRETS.sub("", answer.content.decode()))

    def look_all():
        look(client.get(where))
        look(client.get(where + "history/"))
        look(client.get(where + "history/", {"at": 1}))
        for lines in ("RAISE 1 fighter", "RAID Blue WITH 2 fighters\nHITS fighter", "SPY Blue"):
            look(client.post(where + "check/", {"lines": lines}, headers={"HX-Request": "true"}))
            said = {"lines": lines, "place": "Blue"}
            look(client.post(where + "place/", said, headers={"HX-Request": "true"}))

    look_all()
    then()
    look_all()
    return pages


@pytest.mark.parametrize("seed", range(2))
def test_twin_tables_give_equal_pages(browse, seed):
    with time_machine.travel(START, tick=False):
        game = new_table(3, mode="ask", seed="veil", now=START)
        to_turns(game, now=START)
        red = browse(seat_of(game, 0).player)

        def then():
            send(game, 1, "STANDING: PLAY dodge IF window = rolled", now=START)
            send(game, 0, "RAID Blue WITH 1 fighter", now=START)

        results, states = [], []
        for twin in (seed, seed + 100):
            with transaction.atomic():
                disguised(game, twin)
                states.append(encode(match_of(game).state))
                results.append(shown(red, game, then))
                transaction.set_rollback(True)
    assert states[0] != states[1]
    assert results[0] == results[1]


def test_the_comparison_can_fail(browse):
    """The other hand's owner does see a difference."""
    with time_machine.travel(START, tick=False):
        game = new_table(3, mode="ask", seed="veil", now=START)
        together(game, "1", "1", "1", now=START)
        blue = browse(seat_of(game, 1).player)
        pages = []
        for twin in (1, 101):
            with transaction.atomic():
                disguised(game, twin)
                pages.append(SECRETS.sub("", blue.get(f"/t/{game.pk}/").content.decode()))
                transaction.set_rollback(True)
    assert pages[0] != pages[1]
