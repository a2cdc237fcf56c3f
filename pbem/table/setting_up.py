"""Options of a new table as people choose them: sides by seat from a list, a map that is shown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from pbem.play import loading
from pbem.table import option_fields
from pbem.table.lobby import Wrong
from pbem.table.option_fields import OPTION, Field, label_of
from rules.kernel.errors import BadOptions
from rules.kernel.match import Match
from rules.kernel.pictures import Picture
from rules.kernel.ruleset import Ruleset
from rules.kernel.setting import Setting
from rules.kernel.trials.simulate import secret_for
from rules.lexicon import LexiconError

BY_SEAT = "by seat"
"""How a form says that the seats have chosen sides; the other ways are values of the option."""
WAY = "sides"
LINES_ABOUT = 2


class Side(NamedTuple):
    """Something a player can be, with a line or two about it."""

    id: str
    name: str
    about: str


class SidesField(NamedTuple):
    """The choice of sides on a form: `way` is what was chosen, `seats` the chosen side of each
    seat, "" for none."""

    label: str
    help: str
    ways: tuple[tuple[str, str], ...]
    way: str
    seats: tuple[str, ...]
    listed: tuple[Side, ...]
    option: str
    problem: str = ""


class Preview(NamedTuple):
    """A map that a table can have: what to write into the option, and how it looks."""

    option: str
    written: str
    picture: Picture | None


def fields(rules: Ruleset[Any], said: Mapping[str, str] | None) -> list[Field]:
    """Return the options of a game as form fields, but for those that `sides` asks for."""
    sides = rules.features.sides
    hidden = (sides.option, *sides.besides) if sides is not None else ()
    return [f for f in option_fields.options_of(rules, said) if f.name not in hidden]


def sides(
    rules: Ruleset[Any], said: Mapping[str, str] | None, wrong: Mapping[str, str]
) -> SidesField | None:
    """Return the choice of sides, with what is wrong about it; None for a game whose options do
    not ask for sides."""
    known = rules.features.sides
    if known is None:
        return None
    usual = str(getattr(rules.Options(), known.option))
    typed = said or {}
    return SidesField(
        label_of(known.option),
        option_fields.explained(rules.Options).get(known.option, ""),
        (
            *((way, _way(way)) for way in known.ways),
            (BY_SEAT, _("chosen now, for each seat")),
        ),
        typed.get(WAY) or usual,
        tuple(typed.get(f"side-{i}", "") for i in range(rules.max_players)),
        tuple(_listed(rules)),
        known.option,
        " ".join(
            wrong[f"{OPTION}-{name}"]
            for name in (known.option, *known.besides)
            if f"{OPTION}-{name}" in wrong
        ),
    )


def _listed(rules: Ruleset[Any]) -> Iterator[Side]:
    assert rules.features.sides is not None
    for id, name in rules.features.sides.names().items():
        yield Side(id, name, _about(rules, name))


def _about(rules: Ruleset[Any], name: str) -> str:
    """Return what a side is like: what makes it special, where the game's texts say that line by
    line."""
    try:
        lines = (rules.card_text(name) or "").splitlines()
    except LexiconError:
        return ""
    return " ".join(lines[1 : 1 + LINES_ABOUT] or lines)


def read(rules: Ruleset[Any], said: Mapping[str, str]) -> dict[str, Any]:
    """Return the options that a form says, as plain data."""
    raw = option_fields.read(rules.Options, OPTION, said)
    known = rules.features.sides
    way = said.get(WAY, "")
    if known is None or not way:
        return raw
    if way != BY_SEAT:
        return {**raw, known.option: way}
    chosen = _chosen(rules, raw, said)
    return raw if "" in chosen else {**raw, **known.chosen(chosen)}


def _chosen(rules: Ruleset[Any], raw: Mapping[str, Any], said: Mapping[str, str]) -> list[str]:
    """Return the side of each seat as a form says, "" for none."""
    players = raw.get("players")
    count = players if isinstance(players, int) else rules.max_players
    return [said.get(f"side-{i}", "") for i in range(min(count, rules.max_players))]


def missing_sides(rules: Ruleset[Any], said: Mapping[str, str]) -> list[Wrong]:
    """Return what is wrong where sides are chosen by seat, and not for every seat."""
    known = rules.features.sides
    if known is None or said.get(WAY, "") != BY_SEAT:
        return []
    chosen = _chosen(rules, option_fields.read(rules.Options, OPTION, said), said)
    empty = [str(i + 1) for i, side in enumerate(chosen) if not side]
    words = ngettext(
        "Choose for every seat; nothing is chosen for seat %(seats)s.",
        "Choose for every seat; nothing is chosen for seats %(seats)s.",
        len(empty),
    )
    field = f"{OPTION}-{known.option}"
    return [Wrong(field, words % {"seats": ", ".join(empty)})] if empty else []


def clocks(rules: Ruleset[Any]) -> list[tuple[str, str]]:
    """Return every clock a table can set, with a name for people."""
    kinds = {kind.clock_kind(): kind.clock or kind.__name__ for kind in rules.decisions}
    named = [(kind, label_of(name)) for kind, name in sorted(kinds.items())]
    return [("default", _("All other questions")), ("offer", _("An offer stands for")), *named]


def typed(rules: Ruleset[Any], options: Mapping[str, Any]) -> dict[str, str]:
    """Return what a form would hold for a table with these options."""
    chosen = rules.read_options(options)
    found: dict[str, str] = {}
    for field in msgspec.structs.fields(rules.Options):
        value = getattr(chosen, field.name)
        found[f"{OPTION}-{field.name}"] = as_typed(value)
    known = rules.features.sides
    if known is not None:
        ids = known.of(chosen)
        found[WAY] = BY_SEAT if ids else str(getattr(chosen, known.option))
        found |= {f"side-{i}": id for i, id in enumerate(ids)}
    return found


def as_typed(value: Any) -> str:
    """Write a chosen setting as a form would hold it."""
    if isinstance(value, bool):
        return "on" if value else ""
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


class Chosen(NamedTuple):
    """An option as people read it; `help` says what it is where it is not as usual."""

    label: str
    value: str
    help: str


def in_words(rules: Ruleset[Any], options: Mapping[str, Any], *, drawn: bool) -> list[Chosen]:
    """Return what a table plays: what every table chooses, and what is not as usual.

    `drawn`: the map can be seen beside it, so that nobody has to read its tiles.
    """
    chosen, usual = rules.read_options(options), rules.Options()
    known, maps = rules.features.sides, rules.features.maps
    hidden = known.besides if known is not None else ()
    labels = option_fields.english_labels(rules.Options)
    words = option_fields.explained(rules.Options)
    found = []
    for name in chosen.__struct_fields__:
        value = getattr(chosen, name)
        rare = name in rules.Options.rare or isinstance(value, bool)
        if name in hidden or (rare and value == getattr(usual, name)):
            continue
        if known is not None and name == known.option:
            told = _sides_told(rules, chosen)
        elif maps is not None and name == maps.option and drawn:
            told = _("as it is drawn here")
        else:
            told = option_fields.shown(value)
        found.append(Chosen(gettext(labels[name]), told, words.get(name, "") if rare else ""))
    return found


def _sides_told(rules: Ruleset[Any], chosen: object) -> str:
    known = rules.features.sides
    assert known is not None
    names, ids = known.names(), known.of(chosen)
    return ", ".join(names[id] for id in ids) or _way(str(getattr(chosen, known.option)))


def _way(way: str) -> str:
    """Return how sides come to their players, in words."""
    words = {"random": _("dealt at random"), "draft": _("chosen in turn, when the game begins")}
    return words.get(way) or label_of(way)


def map_of(rules: Ruleset[Any], options: Mapping[str, Any], seed: str = "") -> Preview | None:
    """Return a map that a table with these options can have: with a `seed` the one that is made
    from it, else the one that the options name. None where there is none, or options are wrong."""
    maps, known = rules.features.maps, rules.features.sides
    if maps is None:
        return None
    chosen = dict(options)
    if known is not None and not known.of(rules.read_options(chosen)):
        chosen[known.option] = "random"
    if seed:
        chosen[maps.option] = maps.made
    elif chosen.get(maps.option, maps.made) in maps.later:
        return None
    try:
        with loading.rules_at_work():
            setting = Setting(rules, rules.read_options(chosen), secret_for(seed or "map"))
            public = Match.start(setting)[0].view(None)
            picture = rules.main_picture(public)
            return Preview(maps.option, maps.written(public.table), picture)
    except (BadOptions, loading.RulesFailed):
        return None


def problems_of(fields: Sequence[Field], prefix: str, wrong: Mapping[str, str]) -> list[Field]:
    """Return the fields with what is wrong about each."""
    return [f._replace(problem=wrong.get(f"{prefix}-{f.name}", "")) for f in fields]
