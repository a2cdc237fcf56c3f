"""Chance that can be checked."""

import hashlib
import hmac
from collections import Counter

import pytest

from rules.kernel.codec import decode, encode
from rules.kernel.dice import Dice, ForcedDice, NoSuchFace, Secret, keyed_digest
from rules.kernel.records.record import Draw
from rules.kernel.table import Run, Table
from tests.skirmish.ruleset import SKIRMISH

SECRET = Secret("ab" * 32, ("plum", "anchor"))


def test_the_commitment_is_of_the_seed_alone() -> None:
    assert SECRET.commitment == hashlib.sha256(SECRET.seed.encode()).hexdigest()
    assert Secret(SECRET.seed).commitment == SECRET.commitment, "published before the words"


def test_every_word_changes_the_dice_and_every_purpose_has_its_own_key() -> None:
    rolls = {tuple(Dice(Secret(SECRET.seed, words)).roll("x", 20, 10)) for words in ((), ("a",))}
    assert len(rolls) == 2
    assert len({SECRET.key(p) for p in ("dice", "state", "chain")}) == 3
    assert Secret("a", ("bc",)).key("dice") != Secret("a", ("b", "c")).key("dice")


@pytest.mark.parametrize("key", [b"k" * 32, b"k" * 64, b"k" * 65], ids=len)
def test_a_keyed_hash_is_an_hmac(key: bytes) -> None:
    for message in (b"", b"state", b"x" * 5000):
        assert keyed_digest(key, message) == hmac.digest(key, message, "sha256")
        assert keyed_digest(key, bytearray(message)) == hmac.digest(key, message, "sha256")


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


FACES = ("M", "M", "I", "R")


def test_dice_with_faces_fall_as_the_same_dice_with_numbers_do() -> None:
    numbers = Dice(SECRET).roll("r1/command", 6, len(FACES))
    assert Dice(SECRET).draw("r1/command", FACES, 6) == [FACES[n - 1] for n in numbers]


def test_forced_faces_come_in_order_and_a_label_keeps_its_own() -> None:
    dice = ForcedDice(SECRET, [("*/command", ["R", "I", "M"])])
    assert dice.draw("a/command", FACES, 2) == ["R", "I"]
    assert dice.draw("b/command", FACES, 1) == ["M"]
    assert dice.draw("a/command", FACES, 2) == ["R", "I"]
    assert dice.left_over() == []


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    dice = ForcedDice(SECRET, [("*/command", ["X"]), ("*/attacker", [7])])
    with pytest.raises(NoSuchFace, match="no 'X'; there are M, I, R"):
        dice.draw("a/command", FACES, 1)
    with pytest.raises(NoSuchFace, match="no 7"):
        dice.roll("a/attacker", 1, 6)


def test_a_record_names_the_faces_and_can_be_checked() -> None:
    state = SKIRMISH.new(SKIRMISH.read_options({}))
    run = Run(state, Dice(SECRET), SKIRMISH.view)
    rolled = Table(run, "r1/events", 1).draw("command", FACES, 3)
    [draw] = run.draws
    assert run.reveals
    assert draw == Draw("r1/events/command", 4, tuple(rolled), FACES)
    assert decode(encode(draw), Draw) == draw
    assert draw.rolled_again(Dice(SECRET)) == draw.values
    assert draw.rolled_again(Dice(Secret("cd" * 32))) != draw.values
