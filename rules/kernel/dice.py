"""Dice anyone can check: every draw is a keyed hash of a label that says what it is for.

Labels carry no running numbers, so a corrected ruling does not reroll unrelated dice.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TypeVar

from rules.kernel.codec import Fixed, encode

T = TypeVar("T")
Face = TypeVar("Face", bound=str)
_BLOCK = hashlib.sha256().block_size
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Secret(Fixed):
    """What a match's chance rests on: our seed, and a word from every player.

    The commitment to the seed is published before the words are known, so neither side can
    choose a lucky combination.
    """

    seed: str
    words: tuple[str, ...] = ()

    @classmethod
    def fresh(cls) -> "Secret":
        return cls(secrets.token_hex(32))

    @property
    def commitment(self) -> str:
        """Return the hash of the seed, which invitations publish before the seed is known."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def key(self, purpose: str) -> bytes:
        """Return a key for one purpose, so that a published hash says nothing about the dice."""
        return _derived(self, purpose)


@lru_cache(maxsize=4096)
def _derived(secret: Secret, purpose: str) -> bytes:
    seed = hashlib.sha256(encode([secret.seed, *secret.words])).digest()
    return hmac.digest(seed, purpose.encode(), "sha256")


@lru_cache(maxsize=4096)
def _halves(key: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return the hashes that an HMAC with this key begins with (RFC 2104); they are to be copied.

    With them a hash takes a third of what `hmac.digest` takes to begin.
    """
    short = hashlib.sha256(key).digest() if len(key) > _BLOCK else key
    padded = short.ljust(_BLOCK, b"\0")
    return hashlib.sha256(padded.translate(_INNER)), hashlib.sha256(padded.translate(_OUTER))


def keyed_digest(key: bytes, message: bytes | bytearray) -> bytes:
    """Return the message's HMAC-SHA256."""
    first, last = _halves(key)
    inner, outer = first.copy(), last.copy()
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()


class Dice:
    """Dice whose values follow from labels. Equal labels give equal values."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, secret: Secret) -> None:
        self._inner, self._outer = _halves(secret.key("dice"))

    def _hash(self, label: str) -> bytes:
        """Return the label's HMAC-SHA256. Both halves of the key are hashed once for all labels."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(label.encode())
        outer.update(inner.digest())
        return outer.digest()

    def _begun(self, label: str) -> "hashlib._Hash":
        """Return the inner half of the hash of every label that begins so."""
        inner = self._inner.copy()
        inner.update(label.encode())
        return inner

    def roll(self, label: str, dice: int, sides: int) -> list[int]:
        """Roll `dice` dice. Each has its own label, so one die more does not change the others."""
        hashed = self._hash
        return [
            int.from_bytes(hashed(f"{label}/{i}"), "big") % sides + 1 for i in range(1, dice + 1)
        ]

    def draw(self, label: str, faces: Sequence[Face], dice: int) -> list[Face]:
        """Roll dice with these faces; a face listed twice comes up twice as often."""
        begin, end, sides = self._inner.copy, self._outer.copy, len(faces)
        fell = []
        for i in range(1, dice + 1):
            inner, outer = begin(), end()
            inner.update(f"{label}/{i}".encode())
            outer.update(inner.digest())
            fell.append(faces[int.from_bytes(outer.digest(), "big") % sides])
        return fell

    def shuffle(self, label: str, items: Iterable[T]) -> list[T]:
        """Sort by each item's keyed hash: one card fewer leaves the order of the others alone."""
        things = list(items)
        if len(things) < 2:
            return things
        ranks: list[bytes] = []
        begin, end = self._begun(f"{label}/").copy, self._outer.copy
        for name in _told_apart(things):
            inner, outer = begin(), end()
            inner.update(name)
            outer.update(inner.digest())
            ranks.append(outer.digest())
        order = sorted(range(len(things)), key=ranks.__getitem__)
        return [things[i] for i in order]


def _told_apart(things: Iterable[object]) -> list[bytes]:
    """Return a name for each thing; equal ones are counted."""
    names = list(map(encode, things))
    if len(set(names)) == len(names):
        return [b"%b#1" % name for name in names]
    seen: dict[bytes, int] = {}
    for i, name in enumerate(names):
        k = seen[name] = seen.get(name, 0) + 1
        names[i] = b"%b#%d" % (name, k)
    return names


class NoSuchFace(Exception):
    """A rule case wants a value that the die does not have; the words say which it has."""


class ForcedDice(Dice):
    """Dice a rule case sets by hand: a label pattern (`*` wild) and the values to come.

    The values are numbers, or the faces of dice that have faces; NoSuchFace names a value that the
    die does not have. A label keeps what it got, so that a replay sees the same dice.
    """

    __slots__ = ("_forced", "_given")

    def __init__(self, secret: Secret, forced: Iterable[tuple[str, Sequence[int | str]]]) -> None:
        super().__init__(secret)
        self._forced = [(pattern, list(values)) for pattern, values in forced]
        self._given: dict[str, list[int]] = {}

    def roll(self, label: str, dice: int, sides: int) -> list[int]:
        return self._rolled(label, dice, range(1, sides + 1))

    def draw(self, label: str, faces: Sequence[Face], dice: int) -> list[Face]:
        return [faces[number - 1] for number in self._rolled(label, dice, faces)]

    def _rolled(self, label: str, dice: int, faces: Sequence[int | str]) -> list[int]:
        """Return which sides are up, counted from 1."""
        if label not in self._given:
            self._given[label] = self._first(label, dice, faces)
        return list(self._given[label])

    def _first(self, label: str, dice: int, faces: Sequence[int | str]) -> list[int]:
        rolled = super().roll(label, dice, len(faces))
        for pattern, values in self._forced:
            if fnmatchcase(label, pattern):
                for i in range(min(dice, len(values))):
                    rolled[i] = self._side(values.pop(0), faces, label)
                break
        return rolled

    def _side(self, value: int | str, faces: Sequence[int | str], label: str) -> int:
        if value not in faces:
            there = ", ".join(str(face) for face in dict.fromkeys(faces))
            raise NoSuchFace(f"The dice of {label} have no {value!r}; there are {there}.")
        return faces.index(value) + 1

    def left_over(self) -> list[str]:
        """Return the patterns with values never rolled: the rule case expected more rolls."""
        return [pattern for pattern, values in self._forced if values]
