"""Eclipse: words that the mails themselves suggest, or that anybody would try, at the question they
are for."""

import pytest

from pbem.orders.submissions import verbs_of
from rules.eclipse.ruleset import ECLIPSE
from rules.kernel.views import SomeView
from rules.lexicon import read_page
from tests.orders.corpus import answered, question, ruleset_of, written


@pytest.mark.parametrize(
    ("word", "verb", "meaning"),
    [
        ("ACCEPT", "agree", "AGREE WITH money"),
        ("accept", "agree", "AGREE WITH money"),
        ("ACCEPT WITH science", "agree", "AGREE WITH science"),
        ("elfogadom", "agree", "AGREE WITH money"),
        ("akceptuję", "agree", "AGREE WITH money"),
        ("DECLINE", "refuse", "REFUSE"),
        ("decline", "refuse", "REFUSE"),
        ("odmawiam", "refuse", "REFUSE"),
        ("visszautasítom", "refuse", "REFUSE"),
    ],
)
def test_an_offer_is_accepted_and_declined(word: str, verb: str, meaning: str) -> None:
    """Commands of the mail have the same words, but not where a game has orders of them."""
    assert [line.verb for line in read_page(word, verbs_of(ECLIPSE)).lines] == [verb]
    answer, refusal = answered("eclipse", "offer", word)
    assert refusal is None, refusal
    assert written("eclipse", "offer", answer) == meaning


@pytest.mark.parametrize("order", ["TARGET cruisers", "TARGET dreadnought, cruiser"])
def test_an_order_of_targets_is_an_attack_and_stays_for_the_battle(order: str) -> None:
    answer, refusal = answered("eclipse", "fight", order)
    assert refusal is None, refusal
    assert written("eclipse", "fight", answer) == "ATTACK"
    decision, _view = question("eclipse", "fight")
    (line,) = read_page(order, ruleset_of("eclipse").order_verbs).lines
    assert not isinstance(decision, type)
    assert decision.stays(line)


@pytest.mark.parametrize(
    ("position", "line", "helps"),
    [
        ("fight", "AIM cruisers", "TARGET"),
        ("turn", "HOLD", "write PASS"),
        ("reaction", "no thanks", "write HOLD"),
        ("hungry", "USE ON cruiser", "more energy than it has"),
        ("hungry", "use it on dreadnoughts", "more energy than it has"),
        ("part", "USE ON cruiser 9", "no such square"),
    ],
)
def test_a_refusal_names_the_true_reason(position: str, line: str, helps: str) -> None:
    _answer, refusal = answered("eclipse", position, line)
    assert refusal is not None
    assert helps in refusal.words


def test_a_part_without_energy_cites_the_rule_of_energy() -> None:
    decision, view = question("eclipse", "hungry")
    assert not isinstance(decision, type)
    line = read_page("USE ON cruiser 1", ruleset_of("eclipse").order_verbs).lines
    reading = decision.read(view, line)
    found = reading.problems or tuple(decision.problems(view, reading.answer))
    assert [problem.rule for problem in found] == ["ECL 7.4.4"]


def _facts(position: str) -> tuple[SomeView, dict[str, bool | int | str]]:
    _decision, view = question("eclipse", position)
    return view, ECLIPSE.facts(view)


def test_losing_is_a_chance_by_our_odds_and_says_so() -> None:
    """Fewer ships with the better guns do not lose."""
    _view, outnumbered = _facts("outnumbered")
    assert outnumbered["my_ships"] == 1
    assert outnumbered["enemy_ships"] == 2
    assert int(outnumbered["win_chance"]) >= 90
    assert outnumbered["losing"] is False
    _view, beaten = _facts("fight")
    assert beaten["losing"] is (int(beaten["win_chance"]) < 50)
    meanings = ECLIPSE.fact_meanings()
    assert "50" in meanings["losing"]
    assert meanings["threatened"]
