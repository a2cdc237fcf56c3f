"""Technologies, factions, relics, objectives, agendas, events, and their effects (TIN 31.14)."""

from typing import Any, Literal

import msgspec

from rules.inscription.facts.printed import Printed, Resource


class Op(Printed):
    """An operation of an effect; `vocabulary.json` says which fields each operation has."""

    op: str
    n: int | str = 1
    up_to: bool = False
    kind: str = ""
    k: int | str = 0
    resources: tuple[str, ...] | str = ()
    sheet: str = ""
    any: bool = False
    filter: dict[str, Any] = {}
    from_: str = msgspec.field(default="", name="from")
    to: str = ""
    scope: str = ""
    asset: str = ""
    tech: str = ""
    die: str = ""
    unit: str = ""
    anomaly_ok: bool = False
    anomaly: str = ""
    half: str = ""
    wars: str = ""
    what: str = ""
    options: tuple[tuple["Op", ...], ...] = ()
    count: str = ""
    max: int = 0
    ops: tuple["Op", ...] = ()
    then: tuple["Op", ...] = ()
    per_unit: bool = False
    with_: tuple["Op", ...] = msgspec.field(default=(), name="with")
    rule: str = ""
    kinds: tuple[str, ...] = ()
    draw: int = 0
    keep: int = 0


class Limit(Printed):
    n: int
    per: str


class Effect(Printed):
    """An effect: when it happens, whether it is optional, and its operations."""

    window: str
    optional: bool
    ops: tuple[Op, ...]
    text: str = ""
    when: dict[str, Any] = {}
    limit: Limit | None = None
    applies_to: str = ""
    most_votes_choice: str | None = None


class Technology(Printed):
    id: str
    name: str
    sheet: str
    cost_research: int
    cost_spec: int
    once_per_activation: bool
    effect: Effect


class Ability(Printed):
    title: str
    effect: tuple[Effect, ...]


class FactionAbility(Printed):
    """The second ability of a faction, resolved whenever a faction asset is claimed."""

    title: str
    effect: Effect


class Faction(Printed):
    id: str
    name: str
    setup: Effect | None
    ability1: Ability
    ability2: FactionAbility


class Relic(Printed):
    id: str
    name: str
    vp: int
    play: Literal["immediate", "kept"]
    effect: Effect


class Condition(Printed):
    """A number to reach, or several of them together."""

    count: str = ""
    at_least: int = 0
    filter: dict[str, Any] = {}
    value: int = 0
    all: tuple["Condition", ...] = ()


class Objective(Printed):
    id: str
    name: str
    sheet: str
    condition: Condition
    text: str
    high: int
    low: int


class Outcome(Printed):
    star: bool
    text: str
    effect: Effect


class Agenda(Printed):
    id: str
    title: str
    stage: str
    pass_: Outcome = msgspec.field(name="pass")
    fail: Outcome

    def outcome(self, passed: bool) -> Outcome:
        return self.pass_ if passed else self.fail


class EventCard(Printed):
    id: str
    title: str
    stage: str
    colour: Literal["blue", "black"]
    kind: Literal["strategy", "war", "council", "production"]
    resources: tuple[Resource, ...]
    agenda_stage: str | None
    ends_game: bool
