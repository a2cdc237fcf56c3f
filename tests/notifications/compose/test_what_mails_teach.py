"""What a mail says besides its question: how to write ahead, how to be asked less, what an answer
would do."""

from collections.abc import Iterator
from random import Random

import pytest

from notifications.compose import notes, planning
from pbem.models import Game, Prompt, Submission
from pbem.orders.ahead import Ahead
from pbem.storage.report_field import ReportLine, Role, Status
from rules.eclipse.facts import SPECIES
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.codec import plain
from rules.kernel.match import Match
from rules.kernel.records.record import Answers, Given, Source
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import read_page
from rules.ti4 import events as ev
from rules.ti4.ruleset import TI4
from tests.notifications.compose.turn_mails import GAMES, turn_mail
from tests.notifications.conftest import START


def played(name: str, most: int = 150) -> Iterator[Match]:
    """A game as bots play it, at each of its questions."""
    ruleset, players = GAMES[name]
    options = ruleset.read_options({"players": players})
    match, _ruling = Match.start(Setting(ruleset, options, secret_for(f"teach/{name}")))
    bot = RandomBot(Random(name))
    while match.ask is not None and match.n < most:
        yield match
        match.apply(bot.next_input(match))


@pytest.mark.parametrize("name", ["ti4", "eclipse"])
def test_who_is_next_is_told_so_and_how_to_write_it_now(name):
    for match in played(name):
        order = list(match.ruleset.turn_order(match.view(None)))
        if match.ask.decisions[0].clock_kind() == "turn" and len(order) > 1:
            said = planning.invitation(match, match.view(order[1]), False, False)
            assert match.view(None).name(order[0]) in said
            assert "NEXT TURN:" in said
            return
    pytest.fail("nobody had a turn")


@pytest.mark.parametrize("name", ["ti4", "eclipse"])
def test_a_turn_mail_says_how_later_turns_are_written_in_the_same_reply(name):
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    for match in played(name):
        asked = match.ask.decisions[0]
        if asked.root and asked.clock_kind() == "turn":
            body = turn_mail(match, asked.seat, [], game).body
            assert "NEXT TURN: above each" in " ".join(body.split())
            return
    pytest.fail("nobody had a turn")


def test_a_seat_without_actions_is_asked_for_the_status_phase_and_not_for_turns():
    match, _ruling = Match.start(
        Setting(TI4, TI4.read_options({"players": 3}), secret_for("last")),
        position={"turn": "Sol", "Sol": {"cards": ["warfare"], "used": ["warfare"], "tactic": 0}},
    )
    body = turn_mail(match, 0, [], Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)).body
    said = body.partition("YOU MAY BE ASKED THIS ROUND")[2].partition("\n\n")[0]
    assert "POOLS +" in said
    assert "LATER TURNS" not in body


def test_the_first_plan_left_is_for_the_next_turn_and_what_stands_beside_it_a_fallback():
    left = [Ahead(1, 1, "RAISE 1 fighter", ""), Ahead(1, 2, "PASS", ""), Ahead(2, 0, "PASS", "")]
    assert planning.written_ahead(left).splitlines()[1:7] == [
        "  Your next turn:",
        "  RAISE 1 fighter",
        "  Or, if that is not legal:",
        "  PASS",
        "  Your turn after that:",
        "  PASS",
    ]


def test_many_lines_that_wait_for_the_same_are_acknowledged_in_one():
    def waits(text, words="Queued for your next turn.", **more):
        return ReportLine(text, Role.ORDER, Status.WAITING, words=words, **more)

    lines = [*map(waits, "ABCD"), waits("E", read_as="EE"), *map(waits, "FGH")]
    told = notes.report_lines(Submission(report=lines))
    assert told[0] == "A; B; C; D … waiting: Queued for your next turn."
    assert len(told) == 5


@pytest.mark.parametrize(("mode", "said"), [(Game.Mode.ASK, True), (Game.Mode.PLANNED, False)])
def test_a_window_mail_of_a_table_that_asks_says_how_to_be_asked_no_more(mode, said):
    game = Game(pk=12, name="Arcturus", mode=mode)
    for match in played("skirmish"):
        if match.ask.mode == "window":
            body = turn_mail(match, match.ask.decisions[0].seat, [], game).body
            assert ("STANDING: PASS answers" in body) == said
            return
    pytest.fail("no window opened")


@pytest.mark.parametrize("name", GAMES)
def test_what_silence_means_is_an_order_that_means_it(name):
    """The line after "If nothing arrives" gives that very answer when it is sent, in one mail."""
    vocabulary = GAMES[name][0].vocabulary({})
    seen = set()
    for match in played(name):
        for decision in match.ask.decisions:
            view = match.view(decision.seat)
            lines = read_page(decision.describe(view).default, vocabulary).lines
            least = decision.write(view, decision.when_missed(view, 0))
            seen.add(decision.kind())
            assert decision.write(view, decision.read(view, lines).answer) == least
    assert len(seen) > 4


def test_the_expedition_of_a_template_goes_where_something_can_be_taken():
    """ACTIVATE, MOVE and LAND belong together and lead to a planet that the reader does not hold;
    no neighbour is named for its own sake."""
    found = 0
    for match in played("ti4", 400):
        asked = match.ask.decisions[0]
        view = match.view(asked.seat)
        lines = list(asked.template(view)) if asked.kind() == "taketurn" else []
        landings = [line for line in lines if line.startswith("LAND ")]
        if landings:
            found += 1
            planet = landings[0].rpartition(" ON ")[2]
            assert lines[0].startswith("ACTIVATE ")
            assert lines[1].startswith("MOVE ")
            held = [p for p, owner in view.table.control.items() if owner == asked.seat]
            assert planet not in map(ev.title, held)
    assert found > 3


def test_the_lines_of_an_action_stand_in_a_template_together_or_not_at_all():
    """Also where the mail's first answer has some of them: a landing without its move is none."""
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    apart = 0
    for match in played("ti4", 90):
        asked = match.ask.decisions[0]
        if asked.kind() != "taketurn":
            continue
        view = match.view(asked.seat)
        action = [x for x in asked.template(view) if x.startswith(("ACTIVATE ", "MOVE ", "LAND "))]
        sent = turn_mail(match, asked.seat, [], game)
        answers, _title, template = sent.body.partition("TEMPLATE (")
        left = [line for line in action if f"  {line}\n" in template]
        assert left in ([], action), template
        apart += any(line in answers for line in action)
    assert apart > 1


def test_species_can_be_ranked_and_their_options_say_what_they_are():
    drafted = (m for m in played("eclipse") if m.ask.decisions[0].kind() == "choosespecies")
    next(drafted)
    match = next(drafted)
    asked = match.ask.decisions[0]
    view = match.view(asked.seat)
    options = asked.options(view)
    assert all("technologies:" in option.about for option in options)
    names = [option.order.removeprefix("CHOOSE ") for option in options]
    gone = next(side.name for side in SPECIES.values() if side.name not in names)
    lines = read_page(f"CHOOSE {gone}, {names[1]}, {names[0]}", ECLIPSE.vocabulary({})).lines
    assert asked.read(view, lines).answer == options[1].answer


def test_a_mail_that_asks_for_one_secondary_offers_those_of_all_cards():
    """Also a short one: else each would be asked, and waited for, by itself."""
    position = {"turn": "Sol", "Sol": {"cards": ["trade", "leadership"]}}
    setting = Setting(TI4, TI4.read_options({"players": 3}), secret_for("all of them"))
    match, _ruling = Match.start(setting, position=position)
    sent = {a: d.typed({"do": "strategy", "what": "trade"}) for a, d in match.ask.items()}
    match.apply(answers(match, sent))
    match.apply(answers(match, {a: [] for a, _d in match.ask.items()}))
    game = Game(pk=12, name="Arcturus", mode=Game.Mode.PLANNED)
    made = turn_mail(match, 2, [], game, sheet_at=START)
    assert not made.sheet
    said = made.body.partition("YOU MAY BE ASKED THIS ROUND")[2].partition("\n\n")[0]
    lines = [line.strip() for line in said.splitlines() if " IF secondary = " in line]
    there = {q.facts()["secondary"] for q in TI4.may_be_asked(match.view(2)) if q.facts()}
    assert {line.rpartition(" = ")[2] for line in lines} == there - {"Trade"}
    assert len(lines) >= 2


def answers(match: Match, sent: dict[str, object]) -> Answers:
    assert match.ask is not None
    seats = {address: decision.seat for address, decision in match.ask.items()}
    given = [Given(seats[a], a, plain(answer), Source("player")) for a, answer in sent.items()]
    return Answers(match.ask.address, tuple(given))


def test_where_a_bot_stands_in_silence_names_no_move():
    for match in played("skirmish"):
        seat = match.ask.decisions[0].seat
        if match.ask.mode != "window":
            game = Game(pk=12, name="Arcturus", terms={"stand_in": True})
            body = turn_mail(match, seat, [], game).body
            assert "If nothing arrives: a bot answers for you." in body
            missed = Prompt(pk=1, game=game, opened_seq=1, due=START)
            told = notes.deadline_missed(missed, "Which?", "CHOOSE it", None).text
            assert "A bot played for you: CHOOSE it" in told
            return
    pytest.fail("nobody was asked")
