"""The texts of cards and technologies by their names, and the sentences of the data."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial

from rules.inscription import names
from rules.inscription.facts import (
    Agenda,
    Components,
    Faction,
    Objective,
    Relic,
    Technology,
    components,
)
from rules.inscription.speech import _
from rules.inscription.wording import points_words, sheet_name
from rules.lexicon import Names, shared

Tell = Callable[[], str]


def texts() -> Iterator[str]:
    """Yield every sentence of our own set that is told to players."""
    parts = components()
    seen: set[str] = set()
    for _key, effect in parts.effects():
        seen.add(effect.text)
    for agenda in parts.agendas.values():
        seen |= {agenda.pass_.text, agenda.fail.text}
    seen |= {objective.text for objective in parts.objectives.values()}
    seen |= {rank.title for ranks in parts.ai.ranking.values() for rank in ranks}
    for known in (
        names.RESOURCE_NAMES, names.SHEET_NAMES, names.UNIT_NAMES, names.COMMODITY_NAMES,
        names.SPECIALIZATION_NAMES, names.HALF_NAMES, names.ASSET_NAMES,
    ):  # fmt: skip
        seen |= {known.name(id) for id in known}
    yield from sorted(seen - {""})


def find(name: str) -> str:
    """Return all there is to say of the thing with this name; raise LexiconError."""
    known, things = _called()
    return "\n".join(tell() for tell in things[known.find(name).id])


def spellings() -> Mapping[str, Sequence[str]]:
    """Return all names there are, each thing by the first of its own."""
    return _called()[0].entries


@cache
def _called() -> tuple[Names, dict[str, list[Tell]]]:
    return shared(_things(components()), kind="card")


def _things(parts: Components) -> Iterator[tuple[Sequence[str], Tell]]:
    known = names.translated()
    for faction in parts.factions.values():
        yield known["faction"][faction.id], partial(_faction, faction)
    for technology in parts.technologies.values():
        yield known["technology"][technology.id], partial(_technology, technology)
    for relic in parts.relics.values():
        yield known["relic"][relic.id], partial(_relic, relic)
    for objective in parts.objectives.values():
        yield known["objective"][objective.id], partial(_objective, objective)
    for agenda in parts.agendas.values():
        yield known["agenda"][agenda.id], partial(_agenda, agenda)


def _faction(card: Faction) -> str:
    lines = [names.spoken("faction", card.id, card.name)]
    if card.setup:
        lines.append(_("Set-up: {text}", text=_(card.setup.text)))
    title = names.spoken("ability", f"{card.id} 1", card.ability1.title)
    told = " ".join(_(effect.text) for effect in card.ability1.effect)
    lines.append(f"{title}: {told}")
    second = names.spoken("ability", f"{card.id} 2", card.ability2.title)
    asset = _("For each faction asset: {text}", text=_(card.ability2.effect.text))
    lines.append(f"{second}: {asset}")
    return "\n".join(lines)


def _technology(card: Technology) -> str:
    name = names.spoken("technology", card.id, card.name)
    spec = _(names.SPECIALIZATION_NAMES.name(str(card.cost_spec)))
    cost = _(
        "{sheet}; {n} research, or {spec}",
        sheet=sheet_name(card.sheet),
        n=card.cost_research,
        spec=spec,
    )
    return f"{name} ({cost}): {_(card.effect.text)}"


def _relic(card: Relic) -> str:
    name = names.spoken("relic", card.id, card.name)
    when = _("played at once") if card.play == "immediate" else _("may be kept")
    return f"{name} ({points_words(card.vp)}, {when}): {_(card.effect.text)}"


def _objective(card: Objective) -> str:
    name = names.spoken("objective", card.id, card.name)
    worth = _("{high}, then {low}", high=card.high, low=points_words(card.low))
    return f"{name} ({sheet_name(card.sheet)}; {worth}): {_(card.text)}"


def _agenda(card: Agenda) -> str:
    name = names.spoken("agenda", card.id, card.title)
    yes = _("Pass: {text}", text=_(card.pass_.text))
    no = _("Fail: {text}", text=_(card.fail.text))
    return f"{name} ({card.stage}). {yes} {no}"
