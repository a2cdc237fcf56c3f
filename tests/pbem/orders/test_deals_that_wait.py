"""A deal that only the moment forbids waits until it is legal, lapses, or is withdrawn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from pbem.models import Offer
from pbem.play import advancing
from rules.kernel.decisions import Problem
from rules.ti4.interjections import Transaction
from rules.ti4.state import Phase
from tests.pbem.tables import match_of, new_table, send, statuses
from tests.skirmish.interjections import Deal

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_active_trade(monkeypatch):
    """In Skirmish, too, one of the two has to be on turn."""
    always = Deal.problems

    def problems(self, v):
        if v.table.phase != "turn" or v.table.order[v.table.at] not in self.parties():
            return [Problem("not-your-turn", "Only the active player trades.", "SKR 6.1")]
        return always(self, v)

    monkeypatch.setattr(Deal, "problems", problems)
    monkeypatch.setattr(Deal, "passing", frozenset({"not-your-turn"}))


@pytest.fixture
def table():
    """Red is on turn; Blue and Green want to trade."""
    game = new_table(3)
    for text in ("1", "BID 0"):
        for seat in range(3):
            send(game, seat, text)
    return game


def gold_of(game):
    return [side.gold for side in match_of(game).state.table.sides]


def changes(heard):
    return [said["change"] for name, said in heard if name == "offer_changed"]


def test_it_is_carried_out_as_soon_as_one_of_them_is_active(table, heard):
    before = gold_of(table)
    assert statuses(send(table, 1, "OFFER 2 gold FOR 1 gold TO Green")) == ["waiting"]
    accepted = send(table, 2, "ACCEPT 1")
    assert statuses(accepted) == ["command"]
    assert "as soon as it is legal" in accepted.report[0].words
    assert gold_of(table) == before
    send(table, 0, "PASS")
    assert gold_of(table) == [before[0], before[1] - 1, before[2] + 1]
    assert changes(heard) == ["opened", "agreed", "accepted"]
    assert Offer.objects.get().state == Offer.State.ACCEPTED


def test_it_comes_before_the_turn_that_was_written_ahead(table):
    send(table, 1, "OFFER 2 gold FOR 1 gold TO Green\nNEXT TURN: PASS")
    send(table, 2, "ACCEPT 1")
    before = gold_of(table)
    send(table, 0, "PASS")
    assert gold_of(table) == [before[0], before[1] - 1, before[2] + 1]


def test_now_means_now(table):
    send(table, 1, "OFFER 2 gold FOR 1 gold TO Green")
    (line,) = send(table, 2, "ACCEPT 1 NOW").report
    assert (line.status, line.code) == ("refused", "not-your-turn")
    assert not Offer.objects.get().agreed
    assert statuses(send(table, 2, "ACCEPT 1")) == ["command"]


@pytest.mark.parametrize("seat", [1, 2])
def test_either_may_withdraw_it(table, heard, seat):
    send(table, 1, "OFFER 2 gold FOR 1 gold TO Green")
    send(table, 2, "ACCEPT 1")
    before = gold_of(table)
    assert statuses(send(table, seat, "WITHDRAW 1")) == ["command"]
    send(table, 0, "PASS")
    assert gold_of(table) == before
    assert changes(heard)[-1] == "withdrawn"


def test_it_lapses_after_the_hours_of_an_offer(table, heard):
    now = timezone.now()
    send(table, 1, "OFFER 2 gold FOR 1 gold TO Green", now=now)
    later = now + timedelta(hours=20)
    send(table, 2, "ACCEPT 1", now=later)
    offer = Offer.objects.get()
    assert offer.expires > later + timedelta(hours=1)
    table.prompts.filter(state="open").update(due=offer.expires + timedelta(days=9))
    advancing.advance(table.pk, offer.expires + timedelta(minutes=1))
    assert Offer.objects.get().state == Offer.State.EXPIRED
    assert changes(heard)[-1] == "lapsed"


def test_what_time_does_not_mend_is_refused(table):
    send(table, 0, "OFFER 1 gold FOR 99 gold TO Blue")
    (line,) = send(table, 1, "ACCEPT 1").report
    assert (line.status, line.code) == ("refused", "cannot-pay")


def test_an_accepted_deal_that_nobody_can_keep_now_waits_and_breaks_no_rule(table):
    """Blue spends the gold before the moment comes: nothing changes hands."""
    send(table, 1, "OFFER 99 gold FOR 1 gold TO Green")
    send(table, 2, "ACCEPT 1")
    before = gold_of(table)
    send(table, 0, "PASS")
    assert gold_of(table) == before
    assert Offer.objects.get().agreed


def test_in_twilight_imperium_a_deal_waits_for_the_turn_of_either():
    game = new_table(3, ruleset="ti4", rounds=None)
    table = match_of(game).state.table
    deal = Transaction(0, partner=1)
    assert table.phase != Phase.TURN
    codes = {p.code for p in deal.problems(match_of(game).view(0))}
    assert codes <= Transaction.passing
    assert not deal.lasting(deal.problems(match_of(game).view(0)))
