"""The texts of cards, technologies, units and factions, in the reader's language.

The data hold it in English, so the catalogues learn it from `texts`, not from the code.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rules.ti4 import nouns
from rules.ti4.events import title
from rules.ti4.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    UNITS,
    Ability,
    ActionCard,
    Agenda,
    Faction,
    Note,
    Objective,
    Planet,
    Roll,
    StrategyCard,
    Technology,
    Unit,
)
from rules.ti4.names import CARDS, UNIT_NAMES
from rules.ti4.speech import N_, _
from rules.toolbox.texts import NamedThings, Tell

_OUTCOMES: Final = {
    "for": N_("For"),
    "against": N_("Against"),
    "player": N_("Elected player"),
    "planet": N_("Elected planet"),
    "law": N_("Elected law"),
    "scored_secret_objective": N_("Elected scored secret objective"),
}
_PHASES: Final = {
    "action": N_("action phase"),
    "agenda": N_("agenda phase"),
    "status": N_("status phase"),
}

ANOMALIES: Final = {
    "asteroid_field": N_(
        "asteroid field: no ship moves into or through it without Antimass Deflectors [TI4 45]"
    ),
    "nebula": N_(
        "nebula: ships end their move in it, leave it with move 1, and the defender there has +1 "
        "in combat [TI4 37]"
    ),
    "supernova": N_("supernova: no ship moves into or through it [TI4 64]"),
    "gravity_rift": N_(
        "gravity rift: a ship that leaves or crosses it moves 1 farther, and is lost on a 1 to 3 "
        "[TI4 63]"
    ),
}
ANOMALY_NAMES: Final = {
    "asteroid_field": ("asteroid field", "asteroids", "pole asteroid", "aszteroidamező"),
    "nebula": ("nebula", "mgławica", "csillagköd"),
    "supernova": ("supernova", "supernowa", "szupernóva"),
    "gravity_rift": ("gravity rift", "szczelina grawitacyjna", "gravitációs hasadék"),
}


def texts() -> Iterator[str]:
    """Yield every sentence of the data that is told here, for the catalogues."""
    for timed in (ACTION_CARDS, NOTES, TECHNOLOGIES, ABILITIES):
        for card in timed.values():
            if not getattr(card, "unit", ""):
                yield from _lines(card)
    for agenda in AGENDAS.values():
        yield from agenda.outcomes.values()
        yield from filter(None, (agenda.ongoing,))
    yield from (objective.condition for objective in OBJECTIVES.values())
    for strategy in STRATEGY_CARDS.values():
        yield from (*strategy.primary, *strategy.secondary)
    for unit in UNITS.values():
        yield from unit.effects


def _lines(card: ActionCard | Note | Ability | Technology) -> tuple[str, ...]:
    """Return the moment of a card and its effect."""
    return card.timing, *_effects(card)


def _effects(card: ActionCard | Note | Ability | Technology) -> tuple[str, ...]:
    return card.effect, *getattr(card, "more", ())


# -- what a card does ----------------------------------------------------------------------------


def says(id: str) -> str:
    """Return the effect of a card or ability, without its name; "" if there is nothing to tell."""
    for known, told in _TOLD:
        if id in known:
            return told(known[id])
    return ""


def effect(id: str) -> str:
    """Return the effect of a card or ability, without the moment when it may be used."""
    for known in (ACTION_CARDS, NOTES, TECHNOLOGIES, ABILITIES):
        if id in known:
            return " ".join(map(_, _effects(known[id])))
    return law(id) if id in AGENDAS else says(id)


def named(id: str) -> str:
    """Return a card by its name and its effect."""
    return f"{title(id)} – {says(id)}"


def primary(id: str) -> str:
    """Return the effect of the strategy card for its holder."""
    return " ".join(map(_, STRATEGY_CARDS[id].primary))


def law(id: str) -> str:
    """Return the meaning of a law in force for everybody."""
    card = AGENDAS[id]
    return _(card.ongoing) if card.ongoing else _agenda(card)


def _timed(card: ActionCard | Note | Ability | Technology) -> str:
    return " ".join(map(_, _lines(card)))


def _agenda(card: Agenda) -> str:
    parts = [
        f"{_(_OUTCOMES.get(outcome) or _OUTCOMES[card.elect])}: {_(effect)}"
        for outcome, effect in card.outcomes.items()
    ]
    if card.ongoing:
        parts.append(_("While in play: {effect}", effect=_(card.ongoing)))
    return " ".join(parts)


def _objective(card: Objective) -> str:
    return _(card.condition)


def _strategy(card: StrategyCard) -> str:
    return " ".join([_("Primary: {effect}", effect=primary(card.id)), _secondary(card)])


def _secondary(card: StrategyCard) -> str:
    effect = " ".join(map(_, card.secondary))
    if card.resources:
        price = _("1 token of the strategy pool and {n} resources", n=card.resources)
        return _("Secondary ({price}): {effect}", price=price, effect=effect)
    if card.tokens:
        price = _("1 token of the strategy pool")
        return _("Secondary ({price}): {effect}", price=price, effect=effect)
    return _("Secondary: {effect}", effect=effect)


def _technology(tech: Technology) -> str:
    """Return the effect of a technology; of an upgrade, the values of the new unit."""
    return _unit(UNITS[tech.unit]) if tech.unit else _timed(tech)


def _unit(unit: Unit) -> str:
    told = ", ".join(_printed(unit))
    return " ".join([f"{told}.", *map(_, unit.effects)])


def _printed(unit: Unit) -> Iterator[str]:
    if unit.cost is not None:
        pieces = unit.per_cost
        cost = _("cost {n} for {pieces}", n=unit.cost, pieces=pieces)
        yield cost if pieces > 1 else _("cost {n}", n=unit.cost)
    if unit.combat is not None:
        yield _("combat {roll}", roll=_roll(unit.combat))
    if unit.move:
        yield _("move {n}", n=unit.move)
    if unit.capacity:
        yield _("capacity {n}", n=unit.capacity)
    rolled = {
        _("Anti-Fighter Barrage"): unit.barrage,
        _("Bombardment"): unit.bombardment,
        _("Space Cannon"): unit.cannon,
    }
    yield from (f"{ability} {_roll(roll)}" for ability, roll in rolled.items() if roll is not None)
    if unit.production_adds_resources:
        yield _("Production: resources of the planet + {n}", n=unit.production)
    elif unit.production:
        yield _("Production {n}", n=unit.production)
    if unit.sustain:
        yield _("Sustain Damage")
    if unit.shield:
        yield _("Planetary Shield")


def _roll(roll: Roll) -> str:
    return f"{roll.hits_on} (×{roll.dice})" if roll.dice > 1 else str(roll.hits_on)


_TOLD: Final[tuple[tuple[Mapping[str, Any], Callable[[Any], str]], ...]] = (
    (ACTION_CARDS, _timed),
    (AGENDAS, _agenda),
    (OBJECTIVES, _objective),
    (NOTES, _timed),
    (TECHNOLOGIES, _technology),
    (STRATEGY_CARDS, _strategy),
    (ABILITIES, _timed),
    (UNITS, _unit),
)


# -- asked by its name ---------------------------------------------------------------------------


def _things() -> Iterator[tuple[tuple[str, ...], Tell]]:
    """Yield everything that has a name, its names, and the text about it."""
    for kind, called in ANOMALY_NAMES.items():
        yield called, partial(_anomaly, kind)
    for known, lines in _LINES:
        for thing in known.values():
            yield _spelled(thing), partial(lines, thing)
    for kind, names in UNIT_NAMES.items():
        alike = [u for u in UNITS.values() if u.type == kind and not u.faction]
        yield names, partial(_units, alike)


def _anomaly(kind: str) -> list[str]:
    return [_(ANOMALIES[kind])]


def _spelled(thing: Any) -> tuple[str, ...]:
    if isinstance(thing, Faction):
        return thing.name, thing.short
    return CARDS.entries[thing.id] if isinstance(thing, StrategyCard) else (thing.name,)


def _line(name: str, kind: str, text: str) -> str:
    return f"{name} ({kind}): {text}"


def _action_line(card: ActionCard) -> list[str]:
    return [_line(card.name, _("action card"), _timed(card))]


def _note_line(note: Note) -> list[str]:
    return [_line(note.name, _("promissory note"), _timed(note))]


def _ability_line(ability: Ability) -> list[str]:
    return [_line(ability.name, _("faction ability"), _timed(ability))]


def _agenda_line(card: Agenda) -> list[str]:
    return [_line(card.name, _("law") if card.law else _("directive"), _agenda(card))]


def _strategy_line(card: StrategyCard) -> list[str]:
    kind = _("strategy card {n}", n=card.initiative)
    return [_line(card.name, kind, _strategy(card))]


def _objective_line(card: Objective) -> list[str]:
    worth = _("{n} VP", n=card.points)
    if card.stage:
        kind = _("public objective of stage {n}", n=card.stage)
    else:
        kind = _("secret objective, {phase}", phase=_(_PHASES[card.phase]))
    return [_line(card.name, f"{kind}, {worth}", _objective(card))]


def _technology_line(tech: Technology) -> list[str]:
    kind = _("technology")
    if tech.colour:
        kind = f"{kind}, {nouns.word(tech.colour)}"
    needs = ", ".join(
        _("{n} {colour}", n=n, colour=nouns.word(colour)) for colour, n in tech.needs.items()
    )
    if needs:
        kind = f"{kind}; {_('needs {needs}', needs=needs)}"
    return [_line(tech.name, kind, _technology(tech))]


def _units(units: Iterable[Unit]) -> list[str]:
    return [line for unit in units for line in _unit_line(unit)]


def _unit_line(unit: Unit) -> list[str]:
    if unit.technology:
        return _technology_line(TECHNOLOGIES[unit.technology])
    return [_line(unit.name, nouns.unit(unit.type), _unit(unit))]


def _planet_line(planet: Planet) -> list[str]:
    told = [
        _("{n} resources", n=planet.resources),
        _("{n} influence", n=planet.influence),
        *(nouns.word(trait) for trait in (planet.trait,) if trait),
    ]
    if planet.specialty:
        told.append(_("{colour} speciality", colour=nouns.word(planet.specialty)))
    kind = _("planet in tile {tile}", tile=planet.tile)
    return [_line(planet.name, kind, ", ".join(told))]


def _faction_lines(faction: Faction) -> list[str]:
    """Return the whole sheet: the faction's start, and all things that no other faction has."""
    techs = ", ".join(TECHNOLOGIES[t].name for t in faction.techs or faction.tech_choice)
    start = _(
        "commodities {n}; home tile {tile}; starts with {units}; technologies: {techs}",
        n=faction.commodities,
        tile=faction.home,
        units=nouns.counted(faction.units),
        techs=techs or _("none"),
    )
    if faction.tech_choices:
        start = f"{start} ({_('any {n} of them', n=faction.tech_choices)})"
    own = [u for u in UNITS.values() if u.faction == faction.id and not u.technology]
    return [
        _line(faction.name, _("faction"), start),
        *(line for ability in faction.abilities for line in _ability_line(ability)),
        *_units(own),
        *(line for tech in faction.faction_techs for line in _technology_line(TECHNOLOGIES[tech])),
        *_note_line(NOTES[faction.note]),
    ]


_LINES: Final[tuple[tuple[Mapping[str, Any], Callable[[Any], list[str]]], ...]] = (
    (ACTION_CARDS, _action_line),
    (AGENDAS, _agenda_line),
    (OBJECTIVES, _objective_line),
    (NOTES, _note_line),
    (TECHNOLOGIES, _technology_line),
    (STRATEGY_CARDS, _strategy_line),
    (ABILITIES, _ability_line),
    (FACTIONS, _faction_lines),
    (UNITS, _unit_line),
    (PLANETS, _planet_line),
)
THINGS: Final = NamedThings(_things, kind="card, unit or faction")
"""All things by their names: Winnu is a faction and a planet."""
find = THINGS.find
