"""Listed options by what people call them: a bare name, yes or no, a name in a sentence."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rules.kernel.decisions import Decision, Option
from rules.kernel.orders.asked import Asked
from rules.kernel.orders.whole_answers import declines
from rules.kernel.views import SomeView
from rules.lexicon import Ambiguous, Names, Verbs, fold, key, read_page
from rules.lexicon.frames import without_courtesy
from rules.lexicon.speech import RECORD, speaking
from rules.lexicon.spoken import words

DECLINING: Final = ("skip", "pass", "hold", "stay", "refuse", "spare", "done")
"""Verbs that answer a question with no; never where the question begins a turn."""
_SHORTEST_BEGINNING = 4
_MARKS = " \t.!,;:\"'“”„»«()"
_LITTLE: Final = words("article") | frozenset(
    {
        "an", "of", "on", "in", "at", "to", "for", "and", "it", "that", "this", "na", "i",
        "es", "tego", "ezt", "azt",
    }
)  # fmt: skip
"""Words that name nothing."""


def is_yes(text: str) -> bool:
    """Return whether a text says yes and nothing else: "sure, go ahead"."""
    said = bare(text)
    return bool(said) and all(part.strip() in words("yes") for part in said.split(","))


def is_yes_or_no(text: str) -> bool:
    """Return whether a text is a word for yes or no."""
    return bare(text) in words("yes") | words("declining")


def order_named(asked: Asked, text: str, verbs: Verbs) -> str:
    """Return the order of the one option that a text stands for; "" if it may be several."""
    said = bare(text)
    orders = {
        order for decision, view in asked for order in _orders_meant(decision, view, said, verbs)
    }
    return orders.pop() if len(orders) == 1 else ""


def _orders_meant(
    decision: Decision[Any], view: SomeView, said: str, verbs: Verbs
) -> Iterator[str]:
    """Yield the orders that these words may stand for at this question."""
    if not said:
        return
    options = decision.options(view)
    with speaking(RECORD):
        recorded = decision.options(view)
    named = [
        option
        for option in (*options, *recorded)
        if said in {bare(name) for name in _names_of(option, verbs)}
    ]
    yield from (option.order for option in named)
    if named or decision.root:
        return
    if decision.lenient and not options:
        yield from (
            order for order in decision.template(view) if _is_the_name_in(order, said, verbs)
        )
    if not is_yes_or_no(said):
        yield from (option.order for option in _options_meant((*options, *recorded), said, verbs))
    yield from _agreed_or_declined(decision, view, options, said, verbs)


def _agreed_or_declined(
    decision: Decision[Any],
    view: SomeView,
    options: Sequence[Option[Any]],
    said: str,
    verbs: Verbs,
) -> Iterator[str]:
    """Yield the option that a yes or a no means: the one beside the one that declines, or that."""
    declining = [option for option in options if _verb_of(option, verbs) in DECLINING]
    if is_yes(said) and len(options) == 2 and len(declining) == 1:
        yield next(option.order for option in options if option is not declining[0])
    elif said in words("declining") and len(declining) == 1:
        yield declining[0].order
    elif said in words("declining") and not options:
        orders = [verb.upper() for verb in DECLINING if verb in decision.verbs][:1]
        for order in orders:
            lines = read_page(order, verbs).lines
            got = decision.read(view, lines)
            if got.used and declines(decision, view, got.answer):
                yield order


def named_beside_no(decision: Decision[Any], view: SomeView, verbs: Verbs) -> frozenset[str]:
    """Return the words of the one option that stands beside declining: "no Sabotage" declines where
    nothing else may be played."""
    options = decision.options(view)
    doing = [option for option in options if _verb_of(option, verbs) not in DECLINING]
    if len(doing) != 1 or len(options) != 2:
        return frozenset()
    lines = read_page(doing[0].order, verbs).lines
    return frozenset(fold(lines[0].rest).split()) if len(lines) == 1 else frozenset()


def options_in(options: Sequence[Option[Any]], text: str, verbs: Verbs) -> list[Option[Any]]:
    """Return the options whose name stands in a text."""
    said = fold(text).replace(",", " ").split()
    names = Names({str(i): _names_of(option, verbs) for i, option in enumerate(options)})
    found: dict[str, None] = {}
    at = 0
    while at < len(said):
        try:
            match = names.longest_at(said, at)
        except Ambiguous:
            match = None
        if match is None:
            at += 1
        else:
            found[match[0].id] = None
            at = match[1]
    return [options[int(i)] for i in found]


def options_begun(options: Sequence[Option[Any]], text: str, verbs: Verbs) -> list[Option[Any]]:
    """Return the options whose name begins with these words: Hydran for Hydran Progress."""
    said = bare(text)
    return [
        option
        for option in options
        if len(said) >= _SHORTEST_BEGINNING
        and any(bare(name).startswith(f"{said} ") for name in _names_of(option, verbs))
    ]


def _is_the_name_in(order: str, said: str, verbs: Verbs) -> bool:
    """Return whether a text is all that an order names, in two words or more: Nano-Forge of KEEP
    Nano-Forge. One word may be prose, such as "right"."""
    lines = read_page(order, verbs).lines
    name = key(lines[0].rest) if len(lines) == 1 else ""
    return " " in name and name == key(said)


def _options_meant(options: Sequence[Option[Any]], said: str, verbs: Verbs) -> list[Option[Any]]:
    """Return the options in whose name all these words stand: Muaat for The Embers of Muaat, "the
    left" for "on left"; none for words that say little."""
    wanted = {word for word in said.split() if word not in _LITTLE}
    if not any(len(word) >= _SHORTEST_BEGINNING for word in wanted):
        return []
    return [
        option
        for option in options
        if any(wanted <= set(bare(name).split()) for name in _names_of(option, verbs))
    ]


def _names_of(option: Option[Any], verbs: Verbs) -> list[str]:
    """Return what an option is called: its text, its order, and what follows the order's verb."""
    lines = read_page(option.order, verbs).lines
    rest = [lines[0].rest] if len(lines) == 1 and len(lines[0].rest) > 1 else []
    articles = [name[4:] for name in rest if fold(name).startswith("the ")]
    return [option.text, option.order, *rest, *articles]


def bare(text: str) -> str:
    """Return a text without courtesy, marks and capitals; "" for a bare number."""
    said = fold(without_courtesy(text).strip(_MARKS))
    return "" if said.isdigit() else said


def _verb_of(option: Option[Any], verbs: Verbs) -> str:
    lines = read_page(option.order, verbs).lines
    return lines[0].verb if lines else ""
