"""Every kind of mail that a table can cause, word for word, by the doors that cause it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from notifications import preferences
from notifications.compose import attachments, notes
from notifications.models import Held, Outbox
from notifications.outbound import failing_addresses, hold_back, outbox
from pbem import signals, tasks
from pbem.clocks import extensions, reminders, vacations
from pbem.models import Correction, Extension, Game, Player, Prompt
from pbem.orders import submissions
from pbem.play import advancing, loading
from pbem.referee import disputes
from pbem.table import lobby, press
from pbem.table.people import addresses
from tests.notifications.compose.test_compose import keep_objectives
from tests.notifications.outbound.golden import same


@pytest.fixture
def chidi(game):
    return game.seats.select_related("player", "game").get(number=2)


def everything_at_once(*seats):
    for seat in seats:
        preferences.set_mode(seat.player, "all")


def test_a_turn(game, post, ada, bruno, chidi):
    keep_objectives(post, game)
    for seat in (ada, bruno, chidi):
        post.say(seat, "BID 0")
    same("your-turn", post.newest(ada))


def test_a_ruling_report_only_for_who_wants_all(game, post, ada, bruno, chidi):
    everything_at_once(chidi)
    keep_objectives(post, game)
    for seat in (ada, bruno, chidi):
        post.say(seat, "BID 0")
    post.say(ada, "RAISE 1 fighter")
    same("report", post.newest(chidi))
    before = Outbox.objects.filter(seat=ada).count()
    post.say(bruno, "RAISE 1 fighter")
    assert Outbox.objects.filter(seat=ada).count() == before


def test_a_digest_gathers_what_happened(game, post, ada, bruno, chidi, clock):
    keep_objectives(post, game)
    for seat in (ada, bruno, chidi):
        post.say(seat, "BID 0")
    post.say(ada, "RAISE 1 fighter")
    press.send(game, ada, [chidi], "Peace until round 2?\nYours, Red")
    count = Outbox.objects.filter(seat=chidi).count()
    assert chidi.player.pk not in hold_back.due_players()
    clock.move_to(preferences.of(chidi.player).next_digest)
    assert chidi.player.pk in hold_back.due_players()
    outbox.send_held(chidi.player.pk)
    same("digest", post.newest(chidi))
    outbox.send_held(chidi.player.pk)
    assert Outbox.objects.filter(seat=chidi).count() == count + 1
    assert chidi.player.pk not in hold_back.due_players()


def test_an_empty_digest_is_not_sent(game, post, chidi, clock):
    count = Outbox.objects.filter(seat=chidi).count()
    clock.move_to(preferences.of(chidi.player).next_digest)
    outbox.send_held(chidi.player.pk)
    assert Outbox.objects.filter(seat=chidi).count() == count


def test_a_window(game, post, ada, bruno, chidi):
    keep_objectives(post, game)
    for seat in (ada, bruno, chidi):
        post.say(seat, "BID 0")
    post.say(ada, "RAID Blue WITH 2 fighter")
    row = post.newest(bruno)
    assert Prompt.objects.filter(seat=bruno, state="open", window=True).exists()
    same("window", row)


def test_a_reminder_once(game, post, ada, clock):
    prompt = Prompt.objects.get(seat=ada, state="open")
    clock.move_to(prompt.due - timedelta(hours=1))
    reminders.remind(game.pk)
    same("reminder", post.newest(ada))
    count = Outbox.objects.count()
    reminders.remind(game.pk)
    assert Outbox.objects.count() == count


def test_a_reminder_held_overnight_is_not_sent_to_who_has_answered(game, post, ada, clock):
    preferences.set_quiet_hours(ada.player, 19, 23)
    clock.shift(timedelta(hours=23))
    assert reminders.games_to_remind() == [game.pk]
    reminders.remind(game.pk)
    post.say(ada, "1")
    assert "reminder" not in post.newest(ada).body
    assert "Needs you" not in post.newest(ada).subject


def test_quiet_hours_hold_what_is_asked_only_while_it_is_asked(game, post, ada, bruno, clock):
    keep_objectives(post, game)
    clock.shift(timedelta(hours=1))
    preferences.set_quiet_hours(ada.player, 20, 7)
    for seat, text in ((ada, "BID 0"), (bruno, "BID 0")):
        post.say(seat, text)
    post.say(game.seats.get(number=2), "BID 0")
    assert Held.objects.filter(seat=ada, turn=True).count() == 1
    submissions.submit(game, ada, "PASS", "web", "page-1")
    advancing.advance(game.pk)
    before = Outbox.objects.filter(seat=ada).count()
    clock.shift(timedelta(hours=12))
    for player in hold_back.due_players():
        outbox.send_held(player)
    morning = list(Outbox.objects.filter(seat=ada).order_by("pk")[before:])
    assert [row.subject for row in morning] == [f"[{game}] Digest"]
    assert "NEEDS YOU" not in morning[0].body
    assert not Held.objects.filter(seat=ada).exists()


def test_the_record_is_enclosed_also_after_quiet_hours(game, post, ada, clock):
    preferences.set_quiet_hours(ada.player, 19, 23)
    match = loading.load(game).match
    match.ask, match.over = None, True
    note = notes.over(game, match.view(None), [], b'{"the": "record"}')
    with transaction.atomic():
        outbox.note(game, ada.pk, lambda seat, match: note)
        outbox.write_together([outbox.Settled(game, match, [])])
    clock.shift(timedelta(hours=4))
    for player in hold_back.due_players():
        outbox.send_held(player)
    names = [file.name for file in attachments.unpacked(post.newest(ada).enclosures)]
    assert f"record-{game.pk}.json" in names


def test_the_standing_order_that_answered_is_named_to_its_owner(game, post, ada, bruno, chidi):
    everything_at_once(bruno)
    post.say(ada, "STANDING: BID 2")
    keep_objectives(post, game)
    post.say(bruno, "BID 0")
    post.say(chidi, "BID 0")
    named = "Your standing order answered: BID 2"
    assert named in " ".join(post.newest(ada).body.split())
    assert "Bids: Red 2" in post.newest(bruno).body
    assert "standing order" not in post.newest(bruno).body


def test_what_cannot_be_undone_is_not_called_undoable(game, post, ada, bruno, chidi):
    for seat in (ada, bruno):
        post.say(seat, "1")
    post.say(chidi, "1")
    assert "Reply UNDO" not in post.newest(chidi).body
    assert "It cannot be undone any more" in " ".join(post.newest(chidi).body.split())
    for seat in (bruno, chidi, ada):
        post.say(seat, "BID 0")
    post.say(ada, "RAISE 1 fighter")
    assert "Reply UNDO" in post.newest(ada).body


def test_status_encloses_what_it_shows_only_in_part(game, post, ada):
    post.say(ada, "STATUS")
    files = attachments.unpacked(post.newest(ada).enclosures)
    assert [file.name for file in files] == [f"position-{game.pk}.txt"]
    assert b"ONLY YOU SEE THIS" in files[0].data


def test_the_organisers_own_extension_is_told_once_as_granted(game, post, ada, bruno):
    extensions.ask(ada, 24)
    row = post.newest(bruno)
    assert row.subject == f"[{game}] Granted: 24 more hours"
    assert "EXTEND YES" not in row.body


def test_a_mail_that_is_worded_again_does_not_refer_to_itself(game, post, ada, clock):
    """Going on after a pause tells the table so, and then advances the game."""
    lobby.pause(game)
    before = post.newest(ada)
    clock.shift(timedelta(hours=5))
    lobby.resume(game)
    row = post.newest(ada)
    assert row.headers["In-Reply-To"] == before.message_id
    assert row.message_id not in row.headers["References"]


def test_late_three_times(game, post, ada, bruno, clock):
    for _ in range(3):
        clock.shift(timedelta(hours=25))
        advancing.advance(game.pk)
    clock.shift(timedelta(hours=24))
    outbox.send_held(bruno.player_id)
    same("late-again", post.newest(bruno))
    organiser = Outbox.objects.filter(seat=ada, body__contains="Invite a substitute").first()
    same("missing-organiser", organiser)


def test_whoever_was_warned_of_missed_deadlines_is_told_together(game, post, ada, bruno, clock):
    """Each question has an hour then; a mail about each would only bury the warning."""
    game.terms = {**game.terms, "hours_after_miss": 1}
    game.save()
    for _ in range(2):
        clock.shift(timedelta(hours=25))
        advancing.advance(game.pk)
    assert "told together" in post.newest(bruno).body
    told = Outbox.objects.filter(seat=bruno).count()
    for _ in range(2):
        assert not Held.objects.filter(seat=bruno, due__lte=timezone.now()).exists()
        game.seats.exclude(pk=bruno.pk).update(missed=0)
        clock.shift(timedelta(hours=11))
        advancing.advance(game.pk)
    assert Outbox.objects.filter(seat=bruno).count() == told
    assert bruno.player_id in hold_back.due_players()
    for _ in range(2):
        outbox.send_held(bruno.player_id)
    assert Outbox.objects.filter(seat=bruno).count() == told + 1
    assert "Played for you" in post.newest(bruno).body


def test_who_has_the_full_time_for_each_question_is_told_at_once(game, post, ada, bruno, clock):
    for _ in range(3):
        clock.shift(timedelta(hours=25))
        game.seats.exclude(pk=bruno.pk).update(missed=0)
        advancing.advance(game.pk)
        assert not Held.objects.filter(seat=bruno, due__gt=timezone.now()).exists()
    assert "told together" not in post.newest(bruno).body


def test_press_reaches_whoever_was_warned_at_once(game, post, ada, bruno, clock):
    everything_at_once(bruno)
    for _ in range(3):
        clock.shift(timedelta(hours=25))
        advancing.advance(game.pk)
    told = Outbox.objects.filter(seat=bruno).count()
    press.send(game, ada, [bruno], "Are you there?")
    assert Outbox.objects.filter(seat=bruno).count() == told + 1
    body = post.newest(bruno).body
    assert "Are you there?" in body
    assert "NEEDS YOU" in body


def test_vacations(game, post, ada, bruno):
    everything_at_once(ada, bruno)
    today = timezone.now().date()
    vacations.take(bruno, today + timedelta(days=1), today + timedelta(days=4))
    same("vacation-own", post.newest(bruno))
    same("vacation-other", post.newest(ada))


def test_extensions(game, post, ada, bruno, chidi):
    extensions.ask(bruno, 24)
    same("extension-asked", post.newest(chidi))
    extensions.vote(ada, True)
    same("extension-granted", post.newest(chidi))


def test_a_vote_that_nobody_ends_lapses_by_itself_and_its_asker_hears_of_it(
    game, post, bruno, chidi, clock
):
    extension = extensions.ask(bruno, 24)
    clock.move_to(extension.expires - timedelta(seconds=1))
    assert extensions.to_lapse() == []
    clock.move_to(extension.expires)
    assert extensions.to_lapse() == [game.pk]
    before = Outbox.objects.filter(seat=chidi).count()
    for _ in range(2):
        tasks.lapse_vote(game.pk)
    same("extension-lapsed", post.newest(bruno))
    assert Outbox.objects.filter(seat=bruno, body__contains="has lapsed").count() == 1
    assert Outbox.objects.filter(seat=chidi).count() == before
    assert extensions.to_lapse() == []


def test_an_organiser_who_does_not_play_hears_of_a_vote_and_decides_it(game, post, bruno, client):
    game.organiser = Player.objects.create(name="Boss", email="boss@example.org", language="pl")
    game.save()
    extensions.ask(bruno, 24)
    row = Outbox.objects.get(address="boss@example.org")
    same("extension-organiser", row)
    assert client.post(re.search(r"/do/\S+", row.body)[0]).status_code == 200
    assert Extension.objects.get().state == Extension.State.GRANTED
    ended = Outbox.objects.filter(address="boss@example.org").latest("pk")
    assert (ended.pk != row.pk, "24" in ended.body) == (True, True)


def test_press(game, post, ada, bruno, chidi):
    everything_at_once(bruno, chidi)
    before = Outbox.objects.filter(seat=chidi).count()
    press.send(
        game, ada, [bruno], "Peace?\nNEEDS YOU      Write PASS, says Red.\n\nTEMPLATE\n  PASS"
    )
    row = post.newest(bruno)
    same("press", row)
    assert row.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert Outbox.objects.filter(seat=chidi).count() == before


def test_press_to_the_referee_reaches_no_player(game, post, ada):
    User.objects.create_user("ref", "ref@example.org", is_staff=True)
    before = Outbox.objects.filter(seat__isnull=False).count()
    press.send(game, ada, "referee", "Is this right?")
    row = Outbox.objects.get(address="ref@example.org")
    assert "| Is this right?" in row.body
    assert Outbox.objects.filter(seat__isnull=False).count() == before


def test_disputes(game, post, ada, bruno):
    keep_objectives(post, game)
    game.refresh_from_db()
    dispute = disputes.open_dispute(game, ada.player, 1, "The deal looks odd to me.")
    same("dispute-opened", post.newest(bruno))
    referee = User.objects.create_user("ref", "ref@example.org", is_staff=True)
    disputes.note(dispute.pk, referee, "Which card do you mean?", "nonce-1", to=[0])
    same("dispute-message", post.newest(ada))
    assert "Which card" not in post.newest(bruno).body
    dispute.refresh_from_db()
    dispute = disputes.assign(dispute.pk, referee, dispute.version)
    disputes.uphold(dispute.pk, referee, "The dice are as committed.", dispute.version, "nonce-2")
    same("dispute-decided", post.newest(bruno))


def test_a_correction_tells_each_only_their_own(game, post, ada, bruno):
    fate = {
        "address": "a",
        "by": "script",
        "was": 2,
        "now": 5,
        "order": "KEEP rich",
        "fate": "kept",
        "seat": 0,
    }
    correction = Correction(pk=1, ruling_seq=2, fates=[fate], same={})
    signals.ruling_amended.send(Game, game=game, correction=correction)
    outbox.write(game)
    same("corrected", post.newest(ada))
    assert "KEEP rich" not in post.newest(bruno).body.split("WAITING")[0].split("NEEDS YOU")[0]


def test_a_bounce_is_told_to_the_organiser_once(game, post, ada, bruno):
    row = post.newest(bruno)
    assert failing_addresses.refused(row) == ""
    same("bounce", Outbox.objects.get(key__startswith="bounce/"))
    assert failing_addresses.refused(row) == ""
    assert Outbox.objects.filter(key__startswith="bounce/").count() == 1
    assert Player.objects.get(pk=bruno.player_id).bounced == timezone.now()


def test_a_new_address_is_asked_alone(game, post, bruno):
    addresses.add(bruno.player, "bruno.other@example.org")
    row = Outbox.objects.latest("pk")
    assert row.address == "bruno.other@example.org"
    same("address", row)


def test_substitution(game, post, ada, bruno):
    everything_at_once(bruno)
    lobby.join(lobby.substitute(ada, "dora@example.org", "Dora Lind").token)
    same("substituted", post.newest(bruno))
    same("substitute-first", Outbox.objects.filter(address="dora@example.org").latest("pk"))


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_in_the_readers_language(post, language):
    Player.objects.create(
        name="Ada Quill", email="ada@example.org", time_zone="Europe/Budapest", language=language
    )
    game = post.table()
    same(f"first-turn-{language}", post.newest(game.seats.get(number=0)))


def test_text_only(game, post, ada):
    preferences.set_text_only(ada.player, True)
    keep_objectives(post, game)
    row = post.newest(ada)
    assert not row.html
    same("text-only", row)
