"""Settings as form fields: names, kinds, limits and words from the settings class itself."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from django.utils.translation import gettext

from rules.kernel.ruleset import Ruleset
from rules.lexicon import fold

_EXPLAINED = re.compile(
    r"`(\w+)`(?:\s*\(([^)]*)\))?:\s*(.*?)(?=`\w+`(?:\s*\([^)]*\))?:|\Z)", re.DOTALL
)
LONGEST_TEXT = 2000
"""Unless a setting says that it may be longer: then it is a document."""
SHOWN = 120
OPTION, TERM = "option", "terms"
NO = ("no", "off", "false", "0", "nie", "nem", "ki")
"""How people write that something shall not be."""


class Field(NamedTuple):
    """One option. `kind`: number, choice, some (of the choices), yes, list, text or document (a
    text of many lines); `value` as a form shows it; `choices` as they are sent and as they are
    read; `rare`: hardly any table changes it."""

    name: str
    label: str
    kind: str
    value: Any
    choices: tuple[tuple[str, str], ...] = ()
    least: float | None = None
    most: float | None = None
    help: str = ""
    problem: str = ""
    rare: bool = False


def fields_of(
    struct: type[msgspec.Struct],
    prefix: str,
    typed: Mapping[str, str] | None = None,
    preset: Mapping[str, Any] = MappingProxyType({}),
) -> list[Field]:
    """Return every field of a settings class; `typed` is what somebody had filled in before, and
    `preset` what is proposed instead of the default."""
    words, called = explained(struct), english_labels(struct)
    found = []
    for told in _fields(struct):
        kind, choices, least, most = _kind(told.type)
        choices = _choices(struct).get(told.name, choices)
        default = told.default if told.default is not msgspec.NODEFAULT else told.default_factory()
        found.append(
            Field(
                told.name,
                gettext(called[told.name]),
                kind,
                _some(f"{prefix}-{told.name}", choices, typed)
                if kind == "some" and typed is not None
                else _shown(kind, preset.get(told.name, default), f"{prefix}-{told.name}", typed),
                tuple((choice, label_of(choice)) for choice in choices),
                least,
                most,
                words.get(told.name, ""),
            )
        )
    return found


def _fields(struct: type[msgspec.Struct]) -> tuple[msgspec.inspect.Field, ...]:
    told = msgspec.inspect.type_info(struct)
    assert isinstance(told, msgspec.inspect.StructType)
    return told.fields


@cache
def _choices(struct: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """Return the values of each setting that has a few, in the order they are written in the class;
    msgspec sorts them."""
    return {
        field.name: tuple(map(str, get_args(field.type)))
        for field in msgspec.structs.fields(struct)
        if get_origin(field.type) is Literal
    }


def label_of(name: str) -> str:
    return gettext(plain_label(name))


def plain_label(name: str) -> str:
    """Write the name of a setting or question as people do: "grace_hours", "TakeTurn"."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")
    return apart.capitalize()


def options_of(ruleset: Ruleset[Any], typed: Mapping[str, str] | None = None) -> list[Field]:
    """Return a game's options, with the number of players it is made for; the rare ones last."""
    fields = [
        field._replace(least=ruleset.min_players, most=ruleset.max_players)
        if field.name == "players"
        else field._replace(rare=field.name in ruleset.Options.rare)
        for field in fields_of(ruleset.Options, OPTION, typed)
    ]
    return sorted(fields, key=lambda field: field.rare)


def read(struct: type[msgspec.Struct], prefix: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return what a form says, as plain data; the settings class has the last word on it."""
    raw: dict[str, Any] = {}
    for told in _fields(struct):
        kind, choices, _, _ = _kind(told.type)
        said = str(typed.get(f"{prefix}-{told.name}", "")).strip()
        said = said[: _bare(told.type).max_length if kind == "document" else LONGEST_TEXT]
        if kind == "some":
            ticked = _some(f"{prefix}-{told.name}", choices, typed)
            if ticked or f"{prefix}-{told.name}" in typed:
                raw[told.name] = ticked
        elif kind == "yes":
            raw[told.name] = bool(said) and fold(said) not in NO
        elif not said:
            continue
        elif kind == "number":
            raw[told.name] = _number(said)
        elif kind == "choice" and said in choices:
            raw[told.name] = _bare(told.type).values[choices.index(said)]
        elif kind == "list":
            raw[told.name] = [part.strip() for part in said.split(",") if part.strip()]
        else:
            raw[told.name] = said
    return raw


def explained(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return what each setting is about, in the reader's language."""
    return {name: gettext(words) for name, words in in_english(struct).items()}


def in_english(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return what each setting is about: the docstring of its class says, `name`: the words."""
    said = _EXPLAINED.findall(struct.__doc__ or "")
    return {name: _sentence(words) for name, _label, words in said}


def english_labels(struct: type[msgspec.Struct]) -> dict[str, str]:
    """Return what each setting is called: the docstring says, `name` (what people call it): …,
    where that is not the name itself."""
    said = _EXPLAINED.findall(struct.__doc__ or "")
    found = {name: _sentence(label) for name, label, _words in said if label}
    return {name: found.get(name) or plain_label(name) for name in struct.__struct_fields__}


def _sentence(words: str) -> str:
    joined = " ".join(words.split())
    return joined[:1].upper() + joined[1:]


def shown(value: Any) -> str:
    """Write a chosen option for people."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, str) and len(value) > SHOWN:
        return f"{value[:SHOWN]}…"
    return label_of(value) if isinstance(value, str) else str(value)


def _number(said: str) -> int | float | str:
    """Read a number; a text that is none stays a text, to be refused with its name."""
    for kind in (int, float):
        try:
            return kind(said[:20])
        except ValueError:
            continue
    return said


def _some(name: str, choices: Sequence[str], typed: Mapping[str, str]) -> list[str]:
    """Return what was ticked, each under a name of its own, or written with commas in between."""
    ticked = [choice for choice in choices if typed.get(f"{name}-{choice}")]
    return ticked or [word for word in typed.get(name, "").replace(",", " ").split() if word]


def _bare(told: Any) -> Any:
    return told.type if isinstance(told, msgspec.inspect.Metadata) else told


def _kind(told: Any) -> tuple[str, tuple[str, ...], float | None, float | None]:
    chosen = (
        (told.extra or {}).get("choices") if isinstance(told, msgspec.inspect.Metadata) else None
    )
    if chosen is not None:
        return "some", tuple(chosen), None, None
    told = _bare(told)
    if isinstance(told, msgspec.inspect.BoolType):
        return "yes", (), None, None
    if isinstance(told, msgspec.inspect.IntType | msgspec.inspect.FloatType):
        return "number", (), told.ge, told.le
    if isinstance(told, msgspec.inspect.LiteralType):
        return "choice", tuple(str(value) for value in told.values), None, None
    if isinstance(told, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        return "list", (), None, None
    if (getattr(told, "max_length", None) or 0) > LONGEST_TEXT:
        return "document", (), None, None
    return "text", (), None, None


def _shown(kind: str, default: Any, name: str, typed: Mapping[str, str] | None) -> Any:
    if typed is not None:
        said = typed.get(name, "")
        return bool(said) if kind == "yes" else said
    if kind == "some":
        return list(default)
    if kind == "list":
        return ", ".join(default)
    return default if kind == "yes" else str(default)
