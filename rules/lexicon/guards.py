"""Conditions: "losing and enemy ships > 3", over facts a game tells about the table."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias, cast

import msgspec
from lark import Lark, Token, Transformer
from lark.exceptions import LarkError
from rapidfuzz import process

from rules.lexicon.errors import BadGuard, quoted, say
from rules.lexicon.text import fold, key

Facts: TypeAlias = Mapping[str, bool | int | str]
Operator = Literal[">=", ">", "<=", "<", "=", "!="]

MAX_GUARD: Final = 2000
"""Characters in a condition, as typed and as normalised."""

_DEEPEST = 20

_GRAMMAR = r"""
?start: either
?either: both (OR both)*
?both: unit (AND unit)*
?unit: NOT unit -> negated
     | "(" either ")"
     | name OPERATOR value -> compared
     | name -> told
name: WORD (WORD | INT)*
value: INT -> number
     | WORD (WORD | INT)* -> words

NOT.4: /(not|nie|nem)(?![\w-])|!(?!=)/
AND.4: /(and|oraz|i|es)(?![\w-])|&&?/
OR.4: /(or|lub|albo|vagy)(?![\w-])|\|\|?/
OPERATOR.3: />=|=>|≥|<=|=<|≤|<>|!=|≠|==?|>|</
WORD.2: /[\w'-]*[^\W\d_][\w'-]*/
INT.1: /-?[0-9]{1,9}(?![\w])/
%ignore /\s+/
"""
_SPELLED: Final[Mapping[str, Operator]] = {
    "=>": ">=",
    "≥": ">=",
    "=<": "<=",
    "≤": "<=",
    "<>": "!=",
    "≠": "!=",
    "==": "=",
}
_RESERVED = frozenset({"not", "nie", "nem", "and", "oraz", "i", "es", "or", "lub", "albo", "vagy"})
_YES = frozenset({"yes", "true", "tak", "igen"})
_NO = frozenset({"no", "false"})


class Told(msgspec.Struct, frozen=True):
    """A fact taken by itself: true, not zero, or not empty."""

    fact: str


class Compared(msgspec.Struct, frozen=True):
    """A fact against a number, a word, or (for numbers) another fact."""

    fact: str
    operator: Operator
    value: int | str


class Negated(msgspec.Struct, frozen=True):
    part: "Node"


class Joined(msgspec.Struct, frozen=True):
    by: Literal["and", "or"]
    parts: tuple["Node", ...]


Node: TypeAlias = Told | Compared | Negated | Joined


_HELP = say("HELP lists the facts you can use.")


class Guard(msgspec.Struct, frozen=True):
    """A condition understood; `source` is its one normalised spelling."""

    source: str
    node: Node

    def holds(self, facts: Facts) -> bool:
        """Return whether the condition is true; BadGuard for a fact that is not among `facts`."""
        return _holds(self.node, {_fact_key(name): value for name, value in facts.items()})


@lru_cache(maxsize=1024)
def parse_guard(text: str) -> Guard:
    """Read a condition, or raise BadGuard saying what to write."""
    folded = fold(text)
    if not folded:
        raise BadGuard([say("Write the condition after IF, for example: IF losing: …")])
    if len(folded) > MAX_GUARD or _depth(folded) > _DEEPEST:
        raise BadGuard([say("This condition is too long. Split it into several shorter ones.")])
    try:
        node = cast(Node, _parser().parse(folded))
    except LarkError:
        pattern = say(
            "The condition %(text)s is not understood. Use facts with AND, OR, NOT and"
            " comparisons, for example: losing AND enemy_ships > 3",
            text=quoted(text),
        )
        raise BadGuard([pattern]) from None
    source = _source(node)
    if len(source) > MAX_GUARD:
        raise BadGuard([say("This condition is too long. Split it into several shorter ones.")])
    return Guard(source, node)


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", transformer=_Builder())


class _Builder(Transformer[Token, Node]):
    """Builds nodes while parsing, so that deep nesting costs no recursion."""

    def name(self, words: list[Token]) -> str:
        fact = _fact_key(" ".join(words))
        if fact in _RESERVED:
            raise BadGuard([say("%(fact)s is not a fact.", fact=quoted(fact)), _HELP])
        return fact

    words = name

    def number(self, items: list[Token]) -> int:
        return int(items[0])

    def told(self, items: list[str]) -> Node:
        return Told(items[0])

    def compared(self, items: list[str | int]) -> Node:
        fact, operator, value = items
        spelled = str(operator)
        return Compared(str(fact), _SPELLED.get(spelled, cast(Operator, spelled)), value)

    def negated(self, items: list[Node]) -> Node:
        part = items[1]
        return part.part if isinstance(part, Negated) else Negated(part)

    def both(self, items: list[Node | Token]) -> Node:
        return _joined("and", items)

    def either(self, items: list[Node | Token]) -> Node:
        return _joined("or", items)


def _joined(by: Literal["and", "or"], items: list[Node | Token]) -> Node:
    parts: list[Node] = []
    for item in items:
        if isinstance(item, Joined) and item.by == by:
            parts.extend(item.parts)
        elif not isinstance(item, Token):
            parts.append(item)
    return Joined(by, tuple(parts))


def _fact_key(text: str) -> str:
    return key(text).replace(" ", "_")


def _depth(text: str) -> int:
    depth = deepest = 0
    for mark in re.findall(r"[()]", text):
        depth += 1 if mark == "(" else -1
        deepest = max(deepest, depth)
    return deepest


def _source(node: Node) -> str:
    if isinstance(node, Told):
        return node.fact
    if isinstance(node, Compared):
        return f"{node.fact} {node.operator} {node.value}"
    if isinstance(node, Negated):
        inner = _source(node.part)
        return f"not ({inner})" if isinstance(node.part, Joined) else f"not {inner}"
    return f" {node.by} ".join(
        f"({_source(part)})" if isinstance(part, Joined) and node.by == "and" else _source(part)
        for part in node.parts
    )


def _holds(node: Node, facts: Facts) -> bool:
    """Evaluate all parts, even if the first decides: an unknown fact must always be reported."""
    if isinstance(node, Told):
        return bool(_value(node.fact, facts))
    if isinstance(node, Negated):
        return not _holds(node.part, facts)
    if isinstance(node, Joined):
        results = [_holds(part, facts) for part in node.parts]
        return all(results) if node.by == "and" else any(results)
    return _compare(node, facts)


def _compare(node: Compared, facts: Facts) -> bool:
    left = _value(node.fact, facts)
    right: bool | int | str = node.value
    if isinstance(left, str):
        if node.operator not in {"=", "!="}:
            raise BadGuard([say("%(fact)s is a word; compare it with = or !=.", fact=node.fact)])
        left, right = _fact_key(left), _fact_key(str(right))
    elif isinstance(right, str):
        if isinstance(left, bool) and right in _YES | _NO:
            right = right in _YES
        else:
            right = _value(right, facts)
            if isinstance(right, str):
                fact, value = node.fact, str(node.value)
                raise BadGuard(
                    [say("%(fact)s is a number and %(value)s is a word.", fact=fact, value=value)]
                )
    if node.operator == "=":
        return left == right
    if node.operator == "!=":
        return left != right
    low, high = int(left), int(right)
    return {">=": low >= high, ">": low > high, "<=": low <= high, "<": low < high}[node.operator]


def _value(fact: str, facts: Facts) -> bool | int | str:
    if fact in facts:
        return facts[fact]
    near = [name for name, _, _ in process.extract(fact, list(facts), score_cutoff=60, limit=3)]
    advice = say("Did you mean %(near)s?", near=tuple(near)) if near else _HELP
    raise BadGuard([say("Nobody knows the fact %(fact)s.", fact=quoted(fact)), advice], near)
