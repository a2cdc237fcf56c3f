"""Turns written ahead: who is next, how to write a turn now, and what was written."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from notifications.compose.layout import INDENT, block, headed
from pbem.orders import ahead
from pbem.orders.ahead import SOON, Ahead
from rules.kernel.decisions import Decision
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset, RuleWanted
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine


def invitation(
    match: Match, view: SomeView, begins: bool, written: bool, *, first: bool = False
) -> str:
    """Return the block that says after whom the reader's turn comes, and how to write it now.

    Whoever is on turn already (`begins`), or reads their `first` mail, is told how later turns are
    written in the same reply. Empty for who is not among the next, has `written` it, or has no
    action left in this round.
    """
    before = ahead.seats_before(match, view)
    if written or (before is None and not first):
        return ""
    if begins or before is None:
        if any(not decision.facts() for decision in match.ruleset.may_be_asked(view)):
            return ""
        how = _(
            "Your later turns may stand in the same reply, and nobody waits for you: NEXT TURN: "
            "above each, OR: below it begins another plan."
        )
        return headed(_("Later turns"), [how])
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
    """Return the block that lists what the reader may be asked in this round; see
    `ahead.may_be_asked`."""
    found = ahead.may_be_asked(match, view, kept, open_, whole=whole)
    if not found.lines:
        return ""
    how = [_("One line each now, such as these, and nobody waits for you.")]
    if found.least:
        words = _("STANDING: %(order)s answers what you have no line for.")
        how.append(words % {"order": found.least})
    title = _("You may be asked this round")
    said = [block(title, [" ".join(how)]), *(f"{INDENT}{line}" for line in found.lines)]
    return "\n".join(said)


def doctrine(wanted: Sequence[RuleWanted]) -> str:
    """Return the block that offers standing orders for what is answered alike nearly always."""
    if not wanted:
        return ""
    how = _("Each answers all such questions until you clear it, and nobody waits for you:")
    said = [block(_("Worth a standing order"), [how])]
    return "\n".join([*said, *(f"{INDENT}STANDING: {one.order}" for one in wanted)])


def rules_wanted(ruleset: Ruleset[Any], wanted: Sequence[RuleWanted]) -> str:
    """Return the block that asks for rules for what came to the reader's hand: an order for
    each."""
    if not wanted:
        return ""
    how = _("Played by rule alone, as others do not wait for you.")
    facts = ", ".join(ruleset.rule_facts)
    more = _("After IF: %(facts)s; HELP lists all. Without ON the first that is legal counts.")
    title = _("Rules for your cards")
    said = [block(title, [" ".join([how, more % {"facts": facts}])])]
    return "\n".join([*said, *(f"{INDENT}STANDING: {one.order}" for one in wanted)])


def written_ahead(written: Sequence[Ahead]) -> str:
    """Return the block with what the reader has written ahead, and how it stands now: a paragraph
    for each plan."""
    said = [part for plan in ahead.plans(written) for part in plan]
    if said:
        said.append(_("NEXT TURN: with new orders replaces this; WITHDRAW takes it back."))
    return block(_("Written ahead"), said)
