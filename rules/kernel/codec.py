"""One way to turn game data into bytes and back.

Sorted keys and omitted defaults make the bytes canonical: a field that moved, or a new field
with a default, leaves every stored hash alone, while a renamed one fails loudly.
"""

import zlib
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

import msgspec

T = TypeVar("T")


class Plain(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of mutable game state: typed, plain, encodable.

    Not tracked by the garbage collector: state never refers back to itself, and a replay makes so
    many structs that looking for cycles in them took a third of its time.
    """

    if TYPE_CHECKING:
        # msgspec has it, its stubs do not.
        def __copy__(self) -> Self: ...


if TYPE_CHECKING:
    # Type checkers want `frozen` said again by every subclass; msgspec inherits it.
    class Fixed(msgspec.Struct): ...

else:

    class Fixed(
        msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
    ):
        """Base of what never changes once made: questions, answers, events, rulings."""


_encoder = msgspec.json.Encoder(order="sorted")


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def encode(thing: Any) -> bytes:
    """Return canonical bytes: equal things give equal bytes, in any process."""
    return _encoder.encode(thing)


def encode_into(thing: Any, scratch: bytearray) -> None:
    """Write the canonical bytes over what is in `scratch`: a quarter less work than new bytes."""
    _encoder.encode_into(thing, scratch)


def decode(raw: bytes | bytearray | msgspec.Raw, kind: type[T]) -> T:
    """Return `raw` as `kind`; raises msgspec.ValidationError, which names the bad path."""
    decoder: msgspec.json.Decoder[T] = _decoder(kind)  # type: ignore[arg-type]
    return decoder.decode(raw)


def plain(thing: Any) -> Any:
    """Return `thing` as dicts, lists and numbers, with defaults left out."""
    return msgspec.to_builtins(thing, order="sorted", str_keys=True)


@cache
def _holder(kind: type) -> type[msgspec.Struct]:
    """Return a struct with one field of this kind: msgspec looks at a struct's fields once, and at
    what else it is to convert to anew every time."""
    return msgspec.defstruct("Holder", [("held", kind)])


def typed(data: Any, kind: Any) -> Any:
    """Return plain data as `kind`; raises msgspec.ValidationError, which names the bad path."""
    try:
        return msgspec.convert({"held": data}, _holder(kind), str_keys=True).held  # type: ignore[attr-defined]
    except msgspec.ValidationError:
        return msgspec.convert(data, kind, str_keys=True)


def pack(raw: bytes) -> bytes:
    """Compress bytes, so that a snapshot for every step fits into the database."""
    return zlib.compress(raw, 1)


def unpack(packed: bytes) -> bytes:
    return zlib.decompress(packed)
