"""Turns written ahead: who is next, how to write a turn now, and what was written."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from notifications.compose.layout import INDENT, block, headed
from pbem.orders.ahead import Ahead
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine, fold

SOON = 2
"""How many turns before their own people are told that they are next."""


def invitation(match: Match, view: SomeView, begins: bool, written: bool) -> str:
    """Return the block that says after whom the reader's turn comes, and how to write it now.

    Whoever is on turn already (`begins`) reads how later turns are written in the same reply. Empty
    for who is not among the next, has `written` it, or has no action left in this round.
    """
    order = list(match.ruleset.turn_order(match.view(None)))
    if match.ask is None or written or view.seat is None or view.seat not in order:
        return ""
    if begins:
        if any(not decision.facts() for decision in match.ruleset.may_be_asked(view)):
            return ""
        how = _(
            "Your later turns may stand in the same reply, and nobody waits for you: NEXT TURN: "
            "above each, OR: below it begins another plan."
        )
        return headed(_("Later turns"), [how])
    before = order[: order.index(view.seat)]
    if not 1 <= len(before) <= SOON:
        return ""
    names = [view.name(seat) for seat in before]
    if len(names) == 1:
        told = _("Your turn comes after %(who)s.") % {"who": names[0]}
    else:
        told = _("Your turn comes after %(who)s and %(then)s.") % {
            "who": names[0],
            "then": names[1],
        }
    how = _(
        "Write it now, and nobody waits for you: NEXT TURN: above your orders. OR: below them "
        "begins another plan, in case the first is not legal then; THEN: the turn after that."
    )
    return headed(_("You are next") if len(names) == 1 else _("Soon"), [told, how])


def may_be_asked(
    match: Match,
    view: SomeView,
    kept: Sequence[OrderLine],
    open_: Sequence[Decision[Any]] = (),
    *,
    whole: bool = True,
) -> str:
    """Return the block that lists what the reader may be asked in this round, with an order for
    each question. It is empty where the lines in `kept` answer all of them.

    `open_`: what is asked already. Without `whole` only what comes in any case is listed, and not
    what hangs on the turns of others.
    """
    lines: list[str] = []
    least = ""
    known = {type(decision) for decision in open_}
    for decision in match.ruleset.may_be_asked(view):
        facts = decision.facts()
        if type(decision) in known or any(_answers(line, decision, facts) for line in kept):
            continue
        if not facts:
            lines += decision.write_ahead(view, decision.default(view)).splitlines()
        elif whole:
            least = decision.write(view, decision.default(view))
            order = next((line for line in decision.template(view) if line != least), least)
            condition = " AND ".join(f"{name} = {value}" for name, value in facts.items())
            lines.append(f"{order} IF {condition}")
    if not lines:
        return ""
    how = [_("One line each now, such as these, and nobody waits for you.")]
    if least:
        how.append(_("STANDING: %(order)s answers what you have no line for.") % {"order": least})
    title = _("You may be asked this round")
    said = [block(title, [" ".join(how)]), *(f"{INDENT}{line}" for line in lines)]
    return "\n".join(said)


def _answers(line: OrderLine, decision: Decision[Any], facts: Mapping[str, object]) -> bool:
    """Return whether a line that is kept is for this question."""
    return line.verb in decision.verbs and all(
        fold(str(value)) in fold(line.guard) for value in facts.values()
    )


def written_ahead(ahead: Sequence[Ahead]) -> str:
    """Return the block with what the reader has written ahead, and how it stands now."""
    lines: list[str] = []
    place = (-1, -1)
    for one in ahead:
        if (one.turn, one.choice) != place:
            lines.append(_heading(one, place[0]))
            place = (one.turn, one.choice)
        lines.append(f"{one.text} … {one.outlook}" if one.outlook else one.text)
    if lines:
        lines.append(_("NEXT TURN: with new orders replaces this; WITHDRAW takes it back."))
    return block(_("Written ahead"), lines)


def _heading(one: Ahead, before: int) -> str:
    """Return the words above one plan; `before`: for which turn the plan above it is, -1 for none.

    The first plan that is left is for the next turn, whatever turns were before it in its mail.
    """
    if one.turn == before:
        return _("Or, if that is not legal:")
    return _("Your next turn:") if before < 0 else _("Your turn after that:")
