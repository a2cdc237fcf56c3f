"""Lines in a person's own words: what is read, what is asked back, and what is never read into."""

import pytest

from rules.kernel.orders.hearing import heard
from rules.lexicon import read_page
from tests.orders.corpus import answered, for_later, question, ruleset_of, written


@pytest.mark.parametrize(
    ("game", "position", "text", "meaning"),
    [
        # a general word where an order's word should stand
        ("ti4", "structures", "put a pds on Abyz", "BUILD pds ON Abyz"),
        ("ti3", "send", "fly the cruiser from Dal Bootha to Arinam",
         "PATROL cruiser FROM Dal Bootha TO Arinam"),
        ("ti4", "turn", "pop warfare", "STRATEGY Warfare"),
        # no word at all, inside a turn
        ("ti3", "move", "cruiser from Jord", "MOVE 1 cruiser FROM Jord"),
        ("ti4", "vote", "Jord votes against", "VOTE against WITH Jord"),
        # no, and nothing named
        ("ti4", "move", "i'm not moving anything", "MOVE nothing"),
        ("ti3", "window", "not responding", "PASS"),
        ("ti4", "produce", "no production this time", "PRODUCE nothing"),
        ("ti4", "move", "no ships move", "MOVE nothing"),
        # a yes, and what is wanted
        ("ti4", "leadership2", "I follow: 1 token to fleet for 3 tg",
         "TOKENS 1 fleet PAY 3 trade goods"),
        # who does it stands before the word
        ("ti3", "land", "everyone lands on Dal Bootha", "LAND 4 ground forces ON Dal Bootha"),
        # home, in both editions
        ("ti3", "turn", "activate home", "ACTIVATE Jord"),
        ("ti3", "haven", "back home", "HAVEN Jord"),
    ],
)  # fmt: skip
def test_it_is_read_where_only_one_answer_can_be_meant(
    game: str, position: str, text: str, meaning: str
) -> None:
    answer, refusal = answered(game, position, text)
    assert refusal is None, refusal
    assert written(game, position, answer) == meaning


@pytest.mark.parametrize(
    ("game", "position", "text"),
    [
        # nothing is said
        *((game, position, text)
          for game, position in (("ti4", "protect"), ("ti4", "politics2"), ("ti3", "refresh"))
          for text in ("Bocs", "***", ";-)", "Well, well, well.", "Make it so.", "👍")),
        ("ti4", "spent", "Make it so."),
        # an order that cannot be carried out does not become another
        ("eclipse", "turn", "move starbase to 106"),
        ("ti4", "land", "produce 2 infantry"),
        ("ti4", "move", "land 2 infantry on New Albion"),
        ("ti4", "turn", "take 2 cruisers from 37"),
        ("ti4", "move", "move 3 carriers from 1"),
        # no, to what is meant as no or to something else
        ("ti4", "battle", "not staying"),
        ("ti4", "window", "not passing"),
        ("ti3", "window", "don't pass"),
        ("ti4", "pick", "not Trade"),
        ("ti4", "elect", "not Hacan"),
        ("ti4", "idle", "no more actions for Hacan"),
        ("ti4", "leadership", "not one in each pool"),
        # doubts
        ("ti4", "pick", "maybe Trade"),
        ("ti4", "land", "all of them on New Albion?"),
        ("ti3", "move", "cruiser from Jord if nobody minds"),
    ],
)  # fmt: skip
def test_nothing_is_read_into_it(game: str, position: str, text: str) -> None:
    answer, refusal = answered(game, position, text)
    assert refusal is not None, written(game, position, answer)


def test_what_was_read_is_shown() -> None:
    decision, view = question("ti4", "structures")
    verbs = ruleset_of("ti4").order_verbs
    assert not isinstance(decision, type)
    page = heard([(decision, view)], read_page("put a pds on Abyz", verbs), verbs)
    assert [(line.text, line.read_as) for line in page.lines] == [
        ("put a pds on Abyz", "BUILD pds on Abyz")
    ]


@pytest.mark.parametrize(
    ("game", "text", "first", "later"),
    [
        ("ti4", "send 1 cruiser from 37 to 27", "ACTIVATE 27", "MOVE 1 cruiser from 37 to 27"),
        ("ti3", "bring the dreadnought from Jord to Dal Bootha", "ACTIVATE Dal Bootha",
         "MOVE the dreadnought from Jord to Dal Bootha"),
        ("ti3", "attack Xxehan with 2 destroyers from home", "ACTIVATE Dal Bootha",
         "MOVE 2 destroyers from Jord"),
        ("ti3", "activate Dal Bootha, move 1 cruiser from Jord, land 2 gf on Xxehan",
         "ACTIVATE Dal Bootha", "MOVE 1 cruiser from Jord // LAND 2 gf on Xxehan"),
    ],
)  # fmt: skip
def test_a_whole_attack_in_one_line_begins_with_its_activation(
    game: str, text: str, first: str, later: str
) -> None:
    answer, refusal = answered(game, "turn", text, more=True)
    assert refusal is None, refusal
    assert written(game, "turn", answer) == first
    assert for_later(game, "turn", text) == later
