"""What to write instead of a line that is no order: the option it names, or lines that fit here."""

from collections.abc import Sequence
from typing import Final

import msgspec

from rules.kernel.orders.asked import Asked
from rules.kernel.orders.option_names import bare, options_begun, options_in
from rules.kernel.orders.whole_answers import with_a_verb
from rules.lexicon import LineError, OrderLine, Verbs, say, write_line
from rules.lexicon.spoken import words

_NO_VERB: Final = frozenset({"unknown-verb", "ambiguous"})
_MOST_SHOWN = 3


def advised(asked: Asked, error: LineError, lines: Sequence[OrderLine], verbs: Verbs) -> LineError:
    """Return an error with what could be written instead.

    Behind an order that begins the turn a line is for a later step, so that nothing of the open
    question is suggested.
    """
    if error.code not in _NO_VERB:
        return error
    roots = {verb for decision, _view in asked if decision.root for verb in decision.verbs}
    begun = any(line.no < error.no and line.verb in roots for line in lines)
    found = _orders_named(asked, error, verbs)
    if not found and bare(error.text) in words("yes"):
        return _which(asked, error)
    if len(found) != 1:
        return error if begun else _with_what_fits(asked, error)
    order = found.pop()
    said = say("Nothing was done. Did you mean %(order)s? If so, send that line.", order=order)
    return msgspec.structs.replace(
        error, code="did-you-mean", words=said.words, suggestions=(order,), said=(said,)
    )


def _orders_named(asked: Asked, error: LineError, verbs: Verbs) -> set[str]:
    """Return the orders that the words of a line name: options that stand in it, or those that
    begin so, or what it would be with a verb before it."""
    found = {o.order for d, v in asked for o in options_in(d.options(v), error.text, verbs)}
    found = found or {
        o.order for d, v in asked for o in options_begun(d.options(v), error.text, verbs)
    }
    if found or not error.text.strip()[:1].isdigit():
        return found
    return {
        write_line(line, verbs)
        for decision, view in asked
        for line in with_a_verb(decision, view, error.text, verbs)
    }


def _with_what_fits(asked: Asked, error: LineError) -> LineError:
    """Return the error with lines that could be written at the open questions, in place of verbs
    whose letters are alike."""
    shown = _shown(asked)[:_MOST_SHOWN]
    if not shown or not error.said:
        return error
    said = (error.said[0], say("You could write: %(orders)s", orders="; ".join(shown)))
    told = " ".join(sentence.words for sentence in said)
    return msgspec.structs.replace(error, words=told, suggestions=shown, said=said)


def _which(asked: Asked, error: LineError) -> LineError:
    """Return the error of a yes that may mean several things, with some of them."""
    shown = _shown(asked)[:4]
    if not shown:
        return error
    said = say("That may mean several things. Write one of these: %(orders)s.", orders=shown)
    return msgspec.structs.replace(
        error, code="did-you-mean", words=said.words, suggestions=shown, said=(said,)
    )


def _shown(asked: Asked) -> tuple[str, ...]:
    """Return lines that the open questions take: their options, then what they begin with."""
    orders = [
        order
        for decision, view in asked
        for order in (
            *(option.order for option in decision.options(view)),
            *decision.template(view),
        )
        if not order.startswith("#")
    ]
    return tuple(dict.fromkeys(orders))
