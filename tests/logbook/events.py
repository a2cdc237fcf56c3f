"""Logbook: what can happen, in words."""

from rules.kernel.events import Event


class Rolled(Event):
    faces: list[str]
    text = "The dice show {faces}."
    seat_fields = ()


class Drawn(Event):
    seat: int
    value: int
    text = "You draw a treasure worth {value}."


class SheetsShown(Event):
    sheets: list[dict[str, int]]
    kept: list[int]
    text = "All sheets are shown: {sheets}; treasures kept: {kept}."
    seat_fields = ()


class TreasuresShown(Event):
    treasures: list[list[int]]
    text = "Treasures: {treasures}."
    seat_fields = ()
    reveals = True


EVENTS = (Rolled, Drawn, SheetsShown, TreasuresShown)
