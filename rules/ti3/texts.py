"""What cards, technologies, units and races say, in our own words and the reader's language.

The data hold it in English, so the catalogues learn it from `texts`, not from the code.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from rules.ti3 import events as ev
from rules.ti3 import nouns
from rules.ti3.facts import (
    ABILITIES,
    ACTION_CARDS,
    AGENDAS,
    DOMAINS,
    LEADER_EFFECTS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    RACES,
    STRATEGY_CARDS,
    TECHNOLOGIES,
    UNITS,
    Ability,
    ActionCard,
    Agenda,
    Domain,
    Leader,
    Objective,
    Planet,
    Race,
    StrategyCard,
    Technology,
    Unit,
)
from rules.ti3.names import CARDS, UNIT_NAMES
from rules.ti3.speech import N_, _
from rules.toolbox.texts import NamedThings, Tell

_OUTCOMES: Final = {"for": N_("for"), "against": N_("against"), "elected": N_("elected")}

ANOMALIES: Final = {
    "asteroid_field": N_(
        "asteroid field: only ships with Antimass Deflectors cross it, none stays [TI3 14.2]"
    ),
    "nebula": N_(
        "nebula: no ship crosses it, ships leave it with movement 1, and its defender has +1 in "
        "space battles [TI3 14.3]"
    ),
    "supernova": N_("supernova: no ship crosses or enters it, nobody activates it [TI3 14.4]"),
}
ANOMALY_NAMES: Final = {
    "asteroid_field": ("asteroid field", "asteroids", "pole asteroid", "aszteroidamező"),
    "nebula": ("nebula", "mgławica", "csillagköd"),
    "supernova": ("supernova", "supernowa", "szupernóva"),
}


def texts() -> Iterator[str]:
    """Yield every sentence of the data that is told here, for the catalogues."""
    told = (line for lines in _sentences() for line in lines if line)
    yield from dict.fromkeys(told)


def _sentences() -> Iterator[tuple[str, ...]]:
    for card in ACTION_CARDS.values():
        yield card.timing, card.condition, card.cost, card.effect
    for ability in ABILITIES.values():
        yield ability.timing, ability.cost, ability.effect
    for agenda in AGENDAS.values():
        yield agenda.restriction, *agenda.outcomes.values()
    for objective in OBJECTIVES.values():
        yield (objective.condition,)
    for tech in TECHNOLOGIES.values():
        yield tech.effects
    for strategy in STRATEGY_CARDS.values():
        yield *strategy.primary, *strategy.secondary
    for domain in DOMAINS.values():
        yield (domain.effect,)
    yield from LEADER_EFFECTS.values()


# -- what a card does ----------------------------------------------------------------------------


def effect(id: str) -> str:
    """Return what a card, technology or ability does, in one line; "" for anything else."""
    for known, told in _TOLD:
        if id in known:
            return told(known[id])
    return ""


def named(id: str) -> str:
    """Return what a card, technology or ability does, with its name in front."""
    return f"{ev.title(id)}: {effect(id)}"


def _sentence(card: ActionCard | Ability | Domain) -> str:
    return _(card.effect)


def _agenda(card: Agenda) -> str:
    sides = card.outcomes.items()
    return " ".join(f"{_(_OUTCOMES[side])}: {_(says)}" for side, says in sides)


def _technology(tech: Technology) -> str:
    return " ".join(map(_, tech.effects))


def _objective(card: Objective) -> str:
    return _(card.condition)


def _primary(card: StrategyCard) -> str:
    return " ".join(map(_, card.primary))


def _leader(leader: Leader) -> str:
    return " ".join((f"{nouns.word(leader.type)}.", *map(_, LEADER_EFFECTS[leader.type])))


_TOLD: Final[tuple[tuple[Mapping[str, Any], Callable[[Any], str]], ...]] = (
    (ACTION_CARDS, _sentence),
    (ABILITIES, _sentence),
    (TECHNOLOGIES, _technology),
    (AGENDAS, _agenda),
    (OBJECTIVES, _objective),
    (DOMAINS, _sentence),
    (STRATEGY_CARDS, _primary),
    (LEADERS, _leader),
)


# -- asked by its name ---------------------------------------------------------------------------


def _things() -> Iterator[tuple[tuple[str, ...], Tell]]:
    """Yield everything that has a name, its names, and what is told about it."""
    for kind, called in ANOMALY_NAMES.items():
        yield called, partial(_anomaly, kind)
    for known, lines in _LINES:
        for thing in known.values():
            yield _spelled(thing), partial(lines, thing)


def _anomaly(kind: str) -> list[str]:
    return [_(ANOMALIES[kind])]


def _spelled(thing: Any) -> tuple[str, ...]:
    match thing:
        case Race():
            return thing.name, thing.short, *thing.aliases
        case StrategyCard():
            return CARDS.entries[thing.id]
        case Unit():
            return thing.name, *UNIT_NAMES[thing.id]
        case Planet():
            return thing.name, *thing.aliases
    return (thing.name,)


def _line(name: str, kind: str, *parts: str) -> str:
    return f"{name} ({kind}): {' '.join(filter(None, parts))}"


def _price(cost: str) -> str:
    return _("Cost: {cost}.", cost=_(cost)) if cost else ""


def _action_line(card: ActionCard) -> list[str]:
    """Return when the card is played, what must hold, what it costs and what it does."""
    when = (_(line) for line in (card.timing, card.condition) if line)
    return [_line(card.name, _("action card"), *when, _price(card.cost), _(card.effect))]


def _ability_line(ability: Ability) -> list[str]:
    when = _(ability.timing) if ability.timing else ""
    kind = _("ability of {race}", race=RACES[ability.race].short)
    return [_line(ability.name, kind, when, _price(ability.cost), _(ability.effect))]


def _agenda_line(card: Agenda) -> list[str]:
    kind = _("law") if card.law else _("political card")
    if card.restriction:
        kind = f"{kind}; {_(card.restriction)}"
    return [_line(card.name, kind, _agenda(card))]


def _objective_line(card: Objective) -> list[str]:
    if card.stage:
        kind = _("public objective of stage {n}", n=card.stage)
    else:
        kind = _("secret objective")
    worth = _("wins the game") if card.wins else _("{n} VP", n=card.points)
    return [_line(ev.title(card.id), f"{kind}, {worth}", _objective(card))]


def _technology_line(tech: Technology) -> list[str]:
    kind = f"{_('technology')}, {nouns.word(tech.colour)}"
    names = [TECHNOLOGIES[id].name for id in tech.needs]
    if names:
        joined = (_(" or ") if tech.mode == "any" else _(" and ")).join(names)
        kind = f"{kind}; {_('needs {technologies}', technologies=joined)}"
    return [_line(tech.name, kind, _technology(tech))]


def _strategy_line(card: StrategyCard) -> list[str]:
    told = [_("Primary: {effect}", effect=_primary(card))]
    if card.secondary:
        secondary = " ".join(map(_, card.secondary))
        told.append(
            _("Secondary (1 Command Counter of Strategy Allocation): {effect}", effect=secondary)
            if card.counter
            else _("Secondary: {effect}", effect=secondary)
        )
    return [_line(card.name, _("strategy card {n}", n=card.initiative), *told)]


def _domain_line(domain: Domain) -> list[str]:
    return [_line(domain.name, _("domain counter"), _(domain.effect))]


def _leader_line(leader: Leader) -> list[str]:
    return [
        _line(leader.name, _("leader of {race}", race=RACES[leader.race].short), _leader(leader))
    ]


def _unit_line(unit: Unit) -> list[str]:
    return [_line(unit.name, nouns.unit(unit.id), ", ".join(_printed(unit)))]


def _printed(unit: Unit) -> Iterator[str]:
    if unit.per_cost > 1:
        yield _("cost {n} for {pieces}", n=unit.cost, pieces=unit.per_cost)
    else:
        yield _("cost {n}", n=unit.cost)
    if unit.battle:
        dice = f"{unit.battle} (×{unit.dice})" if unit.dice > 1 else str(unit.battle)
        yield _("battle {dice}", dice=dice)
    if unit.move:
        yield _("movement {n}", n=unit.move)
    if unit.capacity:
        yield _("capacity {n}", n=unit.capacity)
    if unit.hits > 1:
        yield _("sustains damage")


def _planet_line(planet: Planet) -> list[str]:
    told = [_("{n} resources", n=planet.resources), _("{n} influence", n=planet.influence)]
    if planet.specialty:
        told.append(_("{colour} specialty", colour=nouns.word(planet.specialty)))
    return [_line(planet.name, _("planet"), ", ".join(told))]


def _race_lines(race: Race) -> list[str]:
    """Return what the race starts with, its abilities and its leaders."""
    start = _(
        "starts with {units}; technologies: {technologies}",
        units=nouns.counted(race.units),
        technologies=", ".join(TECHNOLOGIES[t].name for t in race.techs) or _("nothing"),
    )
    return [
        _line(race.name, _("race"), start),
        *(line for ability in race.abilities for line in _ability_line(ability)),
        *(line for leader in race.leaders for line in _leader_line(LEADERS[leader])),
    ]


_LINES: Final[tuple[tuple[Mapping[str, Any], Callable[[Any], list[str]]], ...]] = (
    (ACTION_CARDS, _action_line),
    (AGENDAS, _agenda_line),
    (OBJECTIVES, _objective_line),
    (TECHNOLOGIES, _technology_line),
    (STRATEGY_CARDS, _strategy_line),
    (ABILITIES, _ability_line),
    (DOMAINS, _domain_line),
    (LEADERS, _leader_line),
    (RACES, _race_lines),
    (UNITS, _unit_line),
    (PLANETS, _planet_line),
)
THINGS: Final = NamedThings(_things, kind="card, unit or race")
"""All things by their names: War Sun is a technology and a ship."""
find = THINGS.find
