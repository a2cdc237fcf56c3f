"""How an order is written: its form, and examples that are legal in the position at hand.

Examples come from the questions themselves: an answer is sampled and written, and the turn is
played on in thought, so that MOVE has examples while the turn has not begun yet.
"""

import re
from collections.abc import Container, Sequence
from random import Random
from typing import Any

from rules.kernel.decisions import SAYING_NO, Decision, Reaction
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import foresee
from rules.kernel.orders.readers_words import in_readers_words
from rules.kernel.ruleset import Ruleset
from rules.kernel.speech import N_, _
from rules.kernel.views import SomeView
from rules.lexicon import OrderLine, read_page

TRIES = 12
SAMPLES = 8
_PART = re.compile(r"<([^<>]+)>")
_PARTS = {
    part: part
    for part in (
        N_("ability"), N_("card"), N_("direction"), N_("goods"), N_("number"), N_("objective"),
        N_("option"), N_("order"), N_("outcome"), N_("part"), N_("payment"), N_("place"),
        N_("planet"), N_("player"), N_("pool"), N_("resource"), N_("sector"), N_("sheet"),
        N_("ship"), N_("space"), N_("specialization"), N_("species"), N_("system"), N_("target"),
        N_("technology"), N_("tile"), N_("units"), N_("words"),
    )
}  # fmt: skip
"""What may stand in angle brackets in a game's data/syntax.json."""


def forms(ruleset: Ruleset[Any], verb: str) -> list[str]:
    """Return the ways in which an order is written, with what is to be filled in in the reader's
    language: "MOVE <units> FROM <system> [VIA <system>]"."""
    written = ruleset.syntax.get(verb, "")
    ways = re.split(r" \| (?![^\[]*\])", written) if written else []
    return [_PART.sub(lambda part: f"<{_(_PARTS[part[1]])}>", way) for way in ways]


def examples(match: Match, seat: int, verb: str, most: int = 3) -> list[str]:
    """Return up to `most` orders with this verb that `seat` could send now.

    Where the order belongs to a later question of a turn, or needs others before it, these stand
    before it in the same line, parted by semicolons. While the seat is asked nothing, examples are
    for its next turn, as if it were now.
    """
    found: dict[str, None] = {}
    asked = bool(match.open_for(seat))
    for attempt in range(TRIES):
        rng = Random(f"{match.n}/{seat}/{verb}/{attempt}")
        ideas = (
            _played_on(match, seat, verb, rng) if asked else _as_if_asked(match, seat, verb, rng)
        )
        found.update(dict.fromkeys(idea for idea in ideas if not asked or _good(match, seat, idea)))
        if len(found) >= most:
            break
    for _address, decision in match.open_for(seat) if len(found) < most else ():
        listed = answers_with(match.ruleset, decision, match.view(seat), verb)
        found.update(dict.fromkeys(line for line in listed if _good(match, seat, line)))
    for kind in match.ruleset.interjections:
        if verb in kind.verbs:
            found.update(dict.fromkeys(kind.template(match.view(seat))))
    return [_in_words(match, seat, text) for text in list(found)[:most]]


def answers_with(
    ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, verb: str
) -> list[str]:
    """Return lines with this verb that answer a question whole: as it lists them, as its template
    has them or gives examples, the word alone, or as its answers are written."""
    if verb not in decision.verbs:
        return []
    rng = Random(f"{decision.kind()}/{verb}")
    ideas = [option.order for option in decision.options(view)]
    ideas += [*decision.template(view), *decision.examples(view, verb), verb.upper()]
    ideas += [decision.write(view, decision.sample(view, rng)) for _try in range(TRIES)]
    upto = (_up_to(ruleset, idea, verb) for idea in ideas)
    return [idea for idea in dict.fromkeys(upto) if _answers(ruleset, decision, view, idea)]


def _up_to(ruleset: Ruleset[Any], idea: str, verb: str) -> str:
    """Return the orders of an answer up to the one with this verb, in one line; "" without one."""
    lines = read_page(idea, ruleset.order_verbs).lines
    at = next((i for i, line in enumerate(lines) if line.verb == verb), -1)
    return "; ".join(line.text for line in lines[: at + 1])


def _answers(ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, idea: str) -> bool:
    page = read_page(idea, ruleset.order_verbs)
    if page.errors or not page.lines:
        return False
    reading = decision.read(view, page.lines)
    if reading.answer is None or reading.problems or _passed_over(page.lines, reading.used):
        return False
    return not decision.problems(view, reading.answer)


def _passed_over(lines: Sequence[OrderLine], used: Container[int]) -> bool:
    """Return whether an order is not used. One that says by itself that nothing more is done, such
    as DONE, need not be."""
    return any(
        i not in used and (line.verb not in SAYING_NO or line.rest) for i, line in enumerate(lines)
    )


def _in_words(match: Match, seat: int, text: str) -> str:
    """Return orders in the reader's language, as far as an open question can read them."""
    asked = [decision for _address, decision in match.open_for(seat)]
    if not asked:
        return text
    view = match.view(seat)
    orders = [in_readers_words(match.ruleset, x, asked[0], view) for x in text.split("; ")]
    return "; ".join(orders)


def _good(match: Match, seat: int, text: str) -> bool:
    """Return whether nothing is wrong with these orders, as far as can be foreseen."""
    lines = placed(match, seat, read_page(text, match.ruleset.order_verbs).lines)
    step, open_ = anchor(match, seat, lines)
    bundle = Bundle("", seat, tuple(lines), step, open_, match.round)
    run = foresee(match.fork(), bundle)
    return not run.faults and not _passed_over(lines, run.used)


def _played_on(match: Match, seat: int, verb: str, rng: Random) -> list[str]:
    """Play the seat's open questions by chance on a fork; return what it said up to this verb."""
    ideas: list[str] = []
    said: list[str] = []

    def pick(address: str, decision: Decision[Any], view: SomeView) -> Any:
        if isinstance(decision, Reaction) and verb not in decision.verbs:
            return decision.default(view)
        answer, lines = _sampled(match.ruleset, decision, view, verb, rng)
        for k, line in enumerate(lines):
            if line.verb == verb:
                alone = [line.text] if not said else []
                ideas.extend([*alone, "; ".join([*said, *(x.text for x in lines[: k + 1])])])
        if verb in decision.verbs:
            shown = decision.examples(view, verb)
            ideas.extend("; ".join([*said, example]) for example in shown)
        said.extend(line.text for line in lines)
        return answer

    match.fork().foresee(seat, pick)
    return ideas


def _as_if_asked(match: Match, seat: int, verb: str, rng: Random) -> list[str]:
    """Ask the seat in thought what somebody else is asked now; return what it says."""
    view = match.view(seat)
    ideas: list[str] = []
    for decision in match.ask.decisions if match.ask else ():
        if verb in decision.verbs and decision.root:
            mine = decision.for_seat(seat)
            _answer, lines = _sampled(match.ruleset, mine, view, verb, rng)
            ideas += [line.text for line in lines if line.verb == verb]
    return ideas


def _sampled(
    ruleset: Ruleset[Any], decision: Decision[Any], view: SomeView, verb: str, rng: Random
) -> tuple[Any, Sequence[OrderLine]]:
    """Return a sampled answer and its order lines, if possible with one that has the verb."""
    for _attempt in range(SAMPLES):
        answer = decision.sample(view, rng)
        lines = read_page(decision.write(view, answer), ruleset.order_verbs).lines
        if verb not in decision.verbs or any(line.verb == verb for line in lines):
            break
    return answer, lines
