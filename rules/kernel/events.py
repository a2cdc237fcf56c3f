"""What happened, who may know it, and which rules it rests on."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.kernel.codec import Fixed, plain
from rules.kernel.speech import N_, _
from rules.lexicon import Speech


class Event(Fixed, tag=True, tag_field="kind"):
    """Something that happened. Subclasses are plain fields and a sentence about them.

    `text` is formatted with the event's fields; fields named in `seat_fields` are replaced by
    the seats' names. `speech` has its translations: a game's events share a base that says whose.
    """

    text: ClassVar[str] = ""
    speech: ClassVar[Speech] = _
    seat_fields: ClassVar[tuple[str, ...]] = ("seat",)
    reveals: ClassVar[bool] = False

    def words(self, names: Sequence[str]) -> str:
        """Return the sentence a reader gets; override it where a template is not enough."""
        return self.speech(self.text, **self.values(names))

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        for name in self.seat_fields:
            if isinstance(fields.get(name), int):
                fields[name] = names[fields[name]]
        return fields

    def concerned(self) -> set[int]:
        """Return the seats that the event is about; a number below 0 stands for nobody."""
        found = (getattr(self, name, None) for name in self.seat_fields)
        return {seat for seat in found if isinstance(seat, int) and seat >= 0}


class Overtaken(Event):
    """A sealed play was made impossible by the plays before it; nothing of it is spent."""

    seat: int
    what: str
    text = N_(
        "Your play ({what}) came too late: what went before it made it impossible. You keep it."
    )


class Told(Fixed):
    """An event as recorded. `to`: who is told it (None: everybody); the rest is told `public`."""

    event: dict[str, Any]
    to: tuple[int, ...] | None = None
    public: dict[str, Any] | None = None
    cite: tuple[str, ...] = ()

    def seen_by(self, seat: int | None) -> dict[str, Any] | None:
        """Return what `seat` (None: the public) is told, as plain data; None if nothing."""
        if self.to is None or seat in self.to:
            return self.event
        return self.public


def recorded(
    event: Event,
    to: int | Sequence[int] | None = None,
    public: Event | None = None,
    cite: str | Sequence[str] = (),
) -> Told:
    """Return an event as it goes into the record; see `Told`."""
    return Told(
        plain(event),
        (to,) if isinstance(to, int) else None if to is None else tuple(sorted(to)),
        None if public is None else plain(public),
        ((cite,) if cite else ()) if isinstance(cite, str) else tuple(cite),
    )


KERNEL_EVENTS: tuple[type[Event], ...] = (Overtaken,)
