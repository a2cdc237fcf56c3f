"""Chance that can be checked."""

import hashlib
from collections import Counter

from rules.kernel.dice import Dice, ForcedDice, Secret

SECRET = Secret("ab" * 32, ("plum", "anchor"))


def test_the_commitment_is_of_the_seed_alone() -> None:
    assert SECRET.commitment == hashlib.sha256(SECRET.seed.encode()).hexdigest()
    assert Secret(SECRET.seed).commitment == SECRET.commitment, "published before the words"


def test_every_word_changes_the_dice_and_every_purpose_has_its_own_key() -> None:
    rolls = {tuple(Dice(Secret(SECRET.seed, words)).roll("x", 20, 10)) for words in ((), ("a",))}
    assert len(rolls) == 2
    assert len({SECRET.key(p) for p in ("dice", "state", "chain")}) == 3
    assert Secret("a", ("bc",)).key("dice") != Secret("a", ("b", "c")).key("dice")


def test_a_die_more_leaves_the_others_as_they_fell() -> None:
    dice = Dice(SECRET)
    assert dice.roll("r1/attacker", 5, 10)[:4] == dice.roll("r1/attacker", 4, 10)


def test_a_card_fewer_leaves_the_order_of_the_others() -> None:
    dice = Dice(SECRET)
    deck = [f"card {i}" for i in range(30)]
    whole = dice.shuffle("deck", deck)
    assert dice.shuffle("deck", deck[1:]) == [card for card in whole if card != deck[0]]
    assert sorted(dice.shuffle("deck", ["a", "a", "b"])) == ["a", "a", "b"]


def test_dice_are_fair_enough() -> None:
    faces = Counter(Dice(SECRET).roll("many", 20_000, 10))
    assert set(faces) == set(range(1, 11))
    assert all(abs(n - 2000) < 250 for n in faces.values())


def test_forced_dice_come_in_order_and_a_label_keeps_its_own() -> None:
    dice = ForcedDice(SECRET, [("*/attacker", [6, 5, 4])])
    assert dice.roll("a/attacker", 2, 6) == [6, 5]
    assert dice.left_over() == ["*/attacker"]
    assert dice.roll("b/attacker", 1, 6) == [4]
    assert dice.roll("a/attacker", 2, 6) == [6, 5]
    assert dice.left_over() == []
