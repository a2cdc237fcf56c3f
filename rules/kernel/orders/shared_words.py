"""Words that belong to several orders: INVADE activates a system, and lands at the landing."""

from collections.abc import Sequence
from itertools import groupby

import msgspec

from rules.kernel.orders.asked import Asked, verbs_taken
from rules.lexicon import LineError, OrderLine, Page, Verbs, fold, read_page, write_line


def put_together(asked: Asked, page: Page, verbs: Verbs) -> Page:
    """Return the page with a line read as one order again that was taken apart into steps of a
    turn, where its word is also that of an order which an open question inside a turn takes:
    "invade New Albion with everything" lands where the landing is asked about. Where the open
    questions take all its parts, it stays apart."""
    if not asked or any(decision.root for decision, _view in asked):
        return page
    taken = verbs_taken(asked)
    lines: list[OrderLine] = []
    errors = list(page.errors)
    for _no, group in groupby(page.lines, key=lambda line: (line.no, line.within)):
        parts = list(group)
        first = parts[0]
        apart = first.within and first.when == "now" and not first.guard and not first.fallback
        whole = apart and any(line.verb not in taken for line in parts)
        if not whole or not verbs.shares_a_word(first.within, first.verb, taken):
            lines += parts
            continue
        read = read_page(first.within, verbs.only(taken, whole=True))
        errors += [msgspec.structs.replace(error, no=first.no) for error in read.errors]
        lines += [
            msgspec.structs.replace(
                line, no=first.no, read_as=write_line(line, verbs), block=first.block
            )
            for line in read.lines
        ]
    return Page(tuple(lines), tuple(errors))


def as_an_order_taken(asked: Asked, line: OrderLine, verbs: Verbs) -> Sequence[OrderLine]:
    """Return the order that a question inside a turn takes, where the word of a line is also that
    of such an order."""
    taken = verbs_taken(asked)
    if line.verb in taken or line.when != "now" or line.guard or line.fallback or line.read_as:
        return ()
    if any(decision.root for decision, _view in asked):
        return ()
    if not verbs.shares_a_word(line.text, line.verb, taken):
        return ()
    return read_page(line.text, verbs.only(taken)).lines


def plain_here(
    asked: Asked, error: LineError, lines: Sequence[OrderLine], verbs: Verbs
) -> Sequence[OrderLine]:
    """Return a line whose word belongs to several orders, if only one of them can be meant: the
    one that an open question takes or, behind an order that begins the turn, a later step."""
    if error.code != "ambiguous":
        return ()
    roots = {verb for decision, _view in asked if decision.root for verb in decision.verbs}
    begun = any(line.no < error.no and line.verb in roots for line in lines)
    possible = [verb for verb in verbs if verb not in roots] if begun else verbs_taken(asked)
    read = read_page(error.text, verbs.only(possible))
    shared = {fold(name) for name in error.suggestions}
    if read.errors or any(fold(verbs.name(line.verb)) not in shared for line in read.lines):
        return ()
    return read.lines
