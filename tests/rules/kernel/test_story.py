"""What happened, in chapters: turns grouped, battles told, dice folded, nothing lost or leaked."""

from random import Random

import pytest

from rules.eclipse import events as eclipse
from rules.eclipse.ruleset import ECLIPSE
from rules.inscription import events as inscription
from rules.inscription.ruleset import INSCRIPTION
from rules.kernel.events import Event, recorded
from rules.kernel.match import Match
from rules.kernel.records import story
from rules.kernel.records.record import Ruling
from rules.kernel.setting import Setting
from rules.kernel.trials.bots import RandomBot
from rules.kernel.trials.simulate import secret_for
from rules.lexicon.speech import speaking
from rules.ti3.events import battles as ti3
from rules.ti3.ruleset import TI3
from rules.ti4 import events as ti4
from rules.ti4.ruleset import TI4

NAMES = ("Sol", "Hacan", "Mentak")


def ruled(n: int, step: str, *events: Event, parent: int | None = None) -> Ruling:
    told = tuple(recorded(event, cite="TI4 9.5") for event in events)
    back = n - 1 if parent is None else parent
    return Ruling(n, back, step, (), told, (), (), False, 1, "", (), "")


COMBAT = [
    ruled(
        7,
        "r5/turn@Hacan",
        ti4.Moved(1, "32", "2", {"carrier": 1, "fighter": 2}),
        ti4.CombatBegan(1, 2, "2"),
        ti4.Rolled(1, "carrier", [5], 0),
        ti4.Rolled(2, "dreadnought", [8, 3], 1),
    ),
    ruled(
        8,
        "r5/turn@Hacan",
        ti4.Destroyed(1, "2", {"fighter": 1}),
        ti4.TokenPlaced(0, "2"),
        ti4.Rolled(1, "carrier", [9], 1),
        ti4.Rolled(2, "dreadnought", [8, 8], 2),
        ti4.Destroyed(1, "2", {"fighter": 1, "carrier": 1}),
        ti4.CombatEnded("2", 2),
    ),
    ruled(9, "r5/turn@Mentak", ti4.Passed(2)),
]


def test_a_combat_is_a_paragraph_and_its_dice_are_folded():
    turn, passed = story.chapters(TI4, NAMES, 0, COMBAT, before=6)
    assert (turn.first, turn.last, turn.seats) == (7, 8, {0, 1, 2})
    assert [passage.words for passage in turn.passages] == [
        "Hacan moved 1 carrier, 2 fighters from 32 to 2.",
        "Combat at tile 2: Hacan against Mentak. 2 rounds. Hacan lost 2 fighters, 1 carrier. "
        "The combat at tile 2 is over: Mentak won.",
        "Sol placed a command token in tile 2.",
    ]
    assert len(turn.lines) == 10
    assert "rolled" not in turn.words
    assert passed.words == "Mentak passed."


def test_a_combat_that_still_goes_on():
    (turn,) = story.chapters(TI4, NAMES, 0, COMBAT[:1], before=6)
    assert turn.words.endswith("1 round. Nobody lost anything. The battle goes on.")


def test_the_rest_of_a_combat_whose_beginning_was_told_before():
    turn, _passed = story.chapters(TI4, NAMES, 0, COMBAT[1:], before=7)
    assert turn.words == (
        "Hacan lost 1 fighter at tile 2. Sol placed a command token in tile 2. "
        "Hacan lost 1 carrier, 1 fighter at tile 2. The combat at tile 2 is over: Mentak won."
    )


def test_a_battle_of_eclipse():
    battle = ruled(
        3,
        "r2/battle@1",
        eclipse.BattleJoined("1", "npc", "1", {"gcds": 1}, {"cruiser": 2}),
        eclipse.Fired("1", "cruiser", True, [[2, 6]], 1, {}),
        eclipse.Fired("npc", "gcds", False, [[1, 6]], 1, {"cruiser": 1}),
        eclipse.Fired("1", "cruiser", False, [[1, 1]], 0, {}),
        eclipse.Fired("npc", "gcds", False, [[1, 6]], 1, {"cruiser": 1}),
        eclipse.BattleWon("1", "npc"),
    )
    (told,) = story.chapters(ECLIPSE, NAMES, 1, [battle], before=2)
    assert "2 rounds. Hacan lost 2 cruisers. the Ancients holds" in told.words
    assert told.seats == {1}


def test_a_battle_of_the_third_edition():
    battle = ruled(
        3,
        "r2/turn@Sol",
        ti3.BattleBegan(0, 1, "27"),
        ti3.Rolled(0, {"cruiser": [9]}, 1),
        ti3.Rolled(1, {"destroyer": [2]}, 0),
        ti3.Destroyed(1, "27", {"destroyer": 1}),
        ti3.BattleEnded("27", 0),
    )
    (told,) = story.chapters(TI3, NAMES, None, [battle], before=2)
    assert "1 round. Hacan lost 1 Destroyer. Sol won" in told.words


def test_what_was_taken_back_begins_a_chapter():
    again = [*COMBAT, ruled(10, "r5/turn@Mentak", ti4.Activated(2, "27"), parent=8)]
    *_before, last = story.chapters(TI4, NAMES, 0, again, before=6)
    assert (last.undone, last.words) == ((9, 9), "Mentak activated tile 27.")


@pytest.mark.parametrize("language", ["pl", "hu"])
def test_a_combat_in_other_languages(language):
    with speaking(language):
        turn, _passed = story.chapters(TI4, NAMES, 0, COMBAT, before=6)
    assert not {"round", "lost", "Combat"} & set(turn.words.replace(".", " ").split())


@pytest.mark.parametrize(("ruleset", "players"), [(TI4, 3), (ECLIPSE, 2)])
def test_nothing_is_lost_and_nothing_is_told_that_the_seat_may_not_know(ruleset, players):
    options = ruleset.read_options({"players": players})
    match, ruling = Match.start(Setting(ruleset, options, secret_for("story")))
    bot, rulings = RandomBot(Random("story")), [ruling]
    while match.ask is not None and match.n < 250:
        rulings.append(match.apply(bot.next_input(match)))
    names = match.view(None).names
    for seat in (None, 0, 1):
        expected = [
            (ruling.n, ruleset.event(seen).words(names))
            for ruling in rulings
            for told in ruling.events
            if (seen := told.seen_by(seat)) is not None
        ]
        told = story.chapters(ruleset, names, seat, rulings)
        lines = [(line.ruling, line.words) for chapter in told for line in chapter.lines]
        assert sorted(lines) == sorted(expected)
        assert len(told) < len(rulings)


def test_where_all_act_at_once_what_each_did_is_a_chapter_of_its_own():
    marked = [inscription.VotesClaimed(seat, seat + 1) for seat in (0, 1)]
    rulings = [ruled(3, "r2", *marked, inscription.Tied("M")), ruled(4, "r3", marked[1])]
    first, second, common, later = story.chapters(INSCRIPTION, NAMES, 1, rulings, before=2)
    assert [one.words for one in (first, second)] == ["Sol claims 1 vote.", "Hacan claims 2 votes."]
    assert [one.seats for one in (first, second, later)] == [{0}, {1}, {1}]
    assert common.words.startswith("The votes are even")
    assert [one.apart for one in (first, second, common, later)] == [True, True, False, True]
    assert {one.last for one in (first, second, common)} == {3}
