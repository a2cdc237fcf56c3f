"""A set of components: our own, and an owner's parts laid over it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from rules.inscription.facts.cards import (
    Agenda,
    Effect,
    EventCard,
    Faction,
    Objective,
    Relic,
    Technology,
)
from rules.inscription.facts.expansion import Expansion, ExpansionPrint
from rules.inscription.facts.industry import Industry, IndustryPrint
from rules.inscription.facts.navigation import Navigation, NavigationPrint
from rules.inscription.facts.printed import Printed, Resource
from rules.inscription.facts.warfare import Warfare, WarfarePrint

DATA: Final = Path(__file__).parents[1] / "data"


class Row(Printed):
    """A row of the Mecatol Rex sheet (TIN 14.1)."""

    vp: int
    votes: int


class Face(Printed):
    kind: Resource
    n: int


class TrackSymbol(Printed):
    id: str
    section: str | None
    number: int | None


class Goal(Printed):
    after_symbol: int
    goal: str


class Track(Printed):
    id: str
    face: Face
    role: Literal["strength", "votes", "goal"]
    symbols: tuple[TrackSymbol, ...]
    goals: tuple[Goal, ...]
    overflow_face: Face | None


class CrossOff(Printed):
    role: str
    section: str | None
    n: int


class Difficulty(Printed):
    id: str
    cross_off: tuple[CrossOff, ...]


class Rank(Printed):
    min: int | None
    title: str


class ArtificialIntelligence(Printed):
    tracks: tuple[Track, ...]
    difficulty: tuple[Difficulty, ...]
    votes_by_black_die: dict[str, int]
    empty_section_value: int
    ranking: dict[str, tuple[Rank, ...]]


class BlackDie(Printed):
    faces: tuple[Resource, ...]
    count: int


class FocusDie(Printed):
    id: str
    kind: Resource
    colour: str
    faces: tuple[int, ...]


class Dice(Printed):
    black: BlackDie
    focus: tuple[FocusDie, ...]


Dealt: TypeAlias = tuple[Navigation, Expansion, Industry, Warfare]


class Components:
    """A set of components: all printed things that a table plays with."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        """Read the set from `raw`, its files as plain data by name."""

        def read(name: str, kind: Any, within: str = "") -> Any:
            data = raw[name][within] if within else raw[name]
            try:
                return msgspec.convert(data, kind)
            except msgspec.ValidationError as error:
                place = f"{name}.{within}" if within else name
                said, _at, inside = str(error).partition(" - at `$")
                rest = inside or "`"
                raise msgspec.ValidationError(f"{said} - at `{place}{rest}") from None

        self.id: str = raw["set"]["id"]
        self.name: str = raw["set"]["name"]
        self.navigation: dict[str, Navigation] = _by_id(
            map(Navigation, read("navigation", tuple[NavigationPrint, ...], "layouts"))
        )
        self.expansion: dict[str, Expansion] = _by_id(
            map(Expansion, read("expansion", tuple[ExpansionPrint, ...], "layouts"))
        )
        self.industry: dict[str, Industry] = _by_id(
            map(Industry, read("industry", tuple[IndustryPrint, ...], "layouts"))
        )
        self.warfare: dict[str, Warfare] = _by_id(
            map(Warfare, read("warfare", tuple[WarfarePrint, ...], "layouts"))
        )
        self.technologies: dict[str, Technology] = _by_id(
            read("technologies", tuple[Technology, ...])
        )
        self.factions: dict[str, Faction] = _by_id(read("factions", tuple[Faction, ...]))
        self.events: dict[str, EventCard] = _by_id(read("events", tuple[EventCard, ...]))
        self.event_piles: dict[tuple[str, str], list[str]] = {}
        """The event cards by the stage and colour of their backs (TIN 2.4.1)."""
        for card in self.events.values():
            self.event_piles.setdefault((card.stage, card.colour), []).append(card.id)
        self.agendas: dict[str, Agenda] = _by_id(read("agendas", tuple[Agenda, ...]))
        self.objectives: dict[str, Objective] = _by_id(read("objectives", tuple[Objective, ...]))
        self.relics: dict[str, Relic] = _by_id(read("relics", tuple[Relic, ...]))
        self.dice: Dice = read("dice", Dice)
        self.focus_faces: dict[Resource, tuple[str, ...]] = {
            die.kind: tuple(map(str, die.faces)) for die in self.dice.focus
        }
        """The faces of the focus dice as a roll tells them, by kind."""
        self.rows: tuple[Row, ...] = read("mecatol_rex", tuple[Row, ...], "rows")
        self.ai: ArtificialIntelligence = read("ai", ArtificialIntelligence)
        self.goods_per_point: int = raw["scoring"]["trade_goods_per_vp"]
        self.tracks: dict[str, Track] = {t.id: t for t in self.ai.tracks}
        self.track_of: dict[tuple[str, int], Track] = {
            (t.face.kind, t.face.n): t for t in self.ai.tracks
        }
        self.abilities: dict[str, dict[str, list[tuple[str, Effect]]]] = {
            faction.id: _by_window(faction) for faction in self.factions.values()
        }
        """The effects of factions' first abilities with their keys, by window (TIN 17.1.2)."""
        self._dealt: dict[tuple[str, str, str, str], Dealt] = {}

    def dealt(self, layouts: tuple[str, str, str, str]) -> Dealt:
        """Return the print on a player's four sheets."""
        found = self._dealt.get(layouts)
        if found is None:
            found = self._dealt[layouts] = (
                self.navigation[layouts[0]],
                self.expansion[layouts[1]],
                self.industry[layouts[2]],
                self.warfare[layouts[3]],
            )
        return found

    def layouts(self, sheet: str) -> Mapping[str, Navigation | Expansion | Industry | Warfare]:
        """Return all layouts of a sheet by id."""
        if sheet == "NAV":
            return self.navigation
        if sheet == "EXP":
            return self.expansion
        return self.industry if sheet == "IND" else self.warfare

    def effects(self) -> Iterator[tuple[str, Effect]]:
        """Yield every effect of every card and technology, by a key that names the effect for
        good."""
        for technology in self.technologies.values():
            yield f"technology {technology.id}", technology.effect
        for faction in self.factions.values():
            if faction.setup:
                yield f"faction {faction.id} setup", faction.setup
            for i, effect in enumerate(faction.ability1.effect):
                yield f"faction {faction.id} {i + 1}", effect
            yield f"faction {faction.id} asset", faction.ability2.effect
        for relic in self.relics.values():
            yield f"relic {relic.id}", relic.effect
        for agenda in self.agendas.values():
            yield f"agenda {agenda.id} pass", agenda.pass_.effect
            yield f"agenda {agenda.id} fail", agenda.fail.effect


def _by_window(faction: Faction) -> dict[str, list[tuple[str, Effect]]]:
    found: dict[str, list[tuple[str, Effect]]] = {}
    for i, effect in enumerate(faction.ability1.effect):
        found.setdefault(effect.window, []).append((f"faction {faction.id} {i + 1}", effect))
    return found


def _by_id(things: Iterable[Any]) -> "dict[str, Any]":
    return {thing.id: thing for thing in things}


@lru_cache(maxsize=1)
def own_files() -> dict[str, Any]:
    """Return the files of our own set as plain data, by name."""
    listed = json.loads((DATA / "set.json").read_text(encoding="utf-8"))
    names = ("set", *listed["files"])
    return {name: json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")) for name in names}


@lru_cache(maxsize=64)
def components(text: str = "") -> Components:
    """Return the set a table plays with: our own, with the parts of an owner's file laid over
    it."""
    return Components(laid_over(own_files(), json.loads(text)) if text else own_files())


def laid_over(base: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` with an owner's parts: entries with a known id are replaced, others added.

    A file of layouts is a mapping with a list of `layouts`; the other lists are lists of cards.
    What has no ids, such as the dice, is replaced whole.
    """
    laid = dict(base)
    for name, part in parts.items():
        if isinstance(part, dict) and isinstance(part.get("layouts"), list):
            layouts = _replaced(base[name]["layouts"], part["layouts"])
            laid[name] = {**base[name], **part, "layouts": layouts}
        elif isinstance(part, list):
            laid[name] = _replaced(base[name], part)
        elif name == "set":
            laid[name] = {**base[name], **part}
        else:
            laid[name] = part
    return laid


def _replaced(entries: Iterable[Any], parts: Iterable[Any]) -> list[Any]:
    by_id = {entry["id"]: entry for entry in entries}
    return list((by_id | {part["id"]: part for part in parts}).values())
