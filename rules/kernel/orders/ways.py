"""What a line may be that is no order as it stands: the ways to tell it otherwise, in their order.

Every way leaves the meaning as it is. What comes of it is read strictly (`whole_answers`): every
word that is left must be understood, and the whole must be one legal answer.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from rules.kernel.orders.asked import Asked, begins_a_turn, verbs_taken
from rules.kernel.orders.option_names import bare, is_yes_or_no, named_beside_no, order_named
from rules.kernel.orders.whole_answers import (
    DECLINING,
    Found,
    declines,
    exact_answers,
    legal_lines,
)
from rules.lexicon import LexiconError, Verbs, fold, read_page
from rules.lexicon.denials import denied, names_nothing, says_no, wanted
from rules.lexicon.doubts import is_more_than_an_order, without_doubts
from rules.lexicon.frames import without_courtesy
from rules.lexicon.retelling import (
    before_a_reason,
    for_anything,
    means_anything,
    sayings,
    without_small_words,
)
from rules.lexicon.spoken import words

_YES_AND: Final = re.compile(
    r"(?:follow(?:ing)?|yes|sure|tak|korzystam|igen|követem|kovetem)\b(?P<what>[^:,;]*)[:,;]\s*(?=\S)",
    re.IGNORECASE,
)


class Listening(NamedTuple):
    """By what a line is heard: the open questions, the game's verbs, and words that mean something
    of the writer's by its name, such as home."""

    asked: Asked
    verbs: Verbs
    own: Mapping[str, str]

    @property
    def at_a_turn(self) -> bool:
        return begins_a_turn(self.asked)

    def answers(self, text: str, *, bare: bool = False, led: bool = False) -> Found:
        """Return what a text answers, by any of the questions; see `exact_answers`."""
        found: Found = {}
        for decision, view in self.asked:
            found |= exact_answers(decision, view, text, self.verbs, bare=bare, led=led)
        return found


Way: TypeAlias = Callable[[Listening, str], Found]
"""What a text may be, told otherwise in one way."""


def possible_answers(by: Listening, text: str) -> Iterator[Found]:
    """Yield what a line may be, the likeliest first: the first of these with anything in it counts,
    if just one answer is in it."""
    yield by_option(by, text)
    yield by_option_among_small_words(by, text)
    said = spelt_out(text, by.own)
    if by.at_a_turn and is_yes_or_no(said):
        return
    yield nothing_done(by, said)
    yield declined_with_a_reason(by, said)
    if not says_no(said) and not any(without_doubts(said)):
        for told in sayings(said):
            for way in WAYS:
                yield way(by, told)
    yield what_is_wanted(by, said)


def spelt_out(text: str, own: Mapping[str, str]) -> str:
    """Return a text with the words that mean something of its writer's by its name: home."""
    if not own:
        return text
    words = "|".join(map(re.escape, sorted(own, key=len, reverse=True)))
    known = re.compile(rf"(?<![\w-])(?:my\s+)?({words})(?![\w-])", re.IGNORECASE)
    return known.sub(lambda found: own[found[1].lower()], text)


def by_option(by: Listening, text: str) -> Found:
    """Return a listed option that is called by its bare name, or the answer that a yes or a no can
    only mean."""
    order = order_named(by.asked, text, by.verbs)
    page = read_page(order, by.verbs) if order else None
    return {order: page.lines} if page and page.lines and not page.errors else {}


def by_option_among_small_words(by: Listening, text: str) -> Found:
    """Return an option whose name stands among words that say nothing: "just Planta, please"."""
    small = without_small_words(text)
    return {} if small == text or is_yes_or_no(small) else by_option(by, small)


def nothing_done(by: Listening, text: str) -> Found:
    """Return the answer that nothing is done, where a text says no to what is asked and names
    nothing else: "no ships move"."""
    said = () if by.at_a_turn else _denied(by, without_courtesy(text))
    found: Found = {}
    for decision, view in by.asked if said else ():
        taken = {verb for verb in decision.verbs if verb in by.verbs}
        doing = taken - DECLINING
        offered = named_beside_no(decision, view, by.verbs)
        meant = [word for word in said if not names_nothing(word) and word not in offered]
        if any(not by.verbs.is_form(word, doing) for word in meant):
            continue
        if any(by.verbs.is_form(word, taken - doing) for word in said):
            continue
        for order in (
            *(by.verbs.name(verb) for verb in taken - doing),
            *(f"{by.verbs.name(verb)} nothing" for verb in sorted(doing)),
        ):
            lines = legal_lines(decision, view, order, by.verbs)
            answer = decision.read(view, lines).answer if lines else None
            if declines(decision, view, answer):
                found.setdefault(decision.write(view, answer), lines)
    return found


def _denied(by: Listening, text: str) -> tuple[str, ...]:
    """Return the words behind those for no; a no that stands alone needs none, but where an answer
    grows line by line DONE says something else."""
    script = any(decision.lenient for decision, _view in by.asked)
    return ("",) if not script and bare(text) in words("declining") else denied(text)


def declined_with_a_reason(by: Listening, text: str) -> Found:
    """Return what declines, where a reason follows: "pass, no money left"."""
    head = before_a_reason(without_courtesy(text))
    if not head or is_more_than_an_order(head):
        return {}
    found = by.answers(head) or ({} if by.at_a_turn else by_option(by, head))
    said_no = all(line.verb in DECLINING for lines in found.values() for line in lines)
    return found if said_no else {}


def with_its_verb(by: Listening, text: str) -> Found:
    """Return the order that a line is, now that fewer words stand in it."""
    return by.answers(text)


def with_the_questions_verb(by: Listening, text: str) -> Found:
    """Return an answer without its verb: "2 carriers from 1" where MOVE is asked. Where a turn
    begins, a thing and its number or its place have to be named, and nothing may be misspelt."""
    if by.at_a_turn and not (any(map(str.isdigit, text)) or len(text.split()) > 2):
        return {}
    return by.answers(text, bare=True)


def behind_a_yes(by: Listening, text: str) -> Found:
    """Return what is said behind a yes: "draw" of "follow politics, draw"."""
    found = None if by.at_a_turn else _YES_AND.match(text)
    if found is None or by.verbs.names_and_strange(found["what"])[1]:
        return {}
    said = text[found.end() :]
    return by.answers(said) or by.answers(said, bare=True)


def verb_inside(by: Listening, text: str) -> Found:
    """Return the order of a text whose verb stands behind its subject: "all land on Lodor"."""
    found: Found = {}
    for reading in by.verbs.inside(text, verbs_taken(by.asked)):
        found |= by.answers(f"{by.verbs.name(reading.id)} {reading.rest}")
    return found


def with_a_verb_for_anything(by: Listening, text: str) -> Found:
    """Return an order with the question's verb in place of words that may mean anything: "put a
    pds on Abyz"."""
    said, done = for_anything(without_small_words(text), of_a_turn=by.at_a_turn)
    if not said or not done:
        return {}
    if not means_anything(said) and by.verbs.is_form(said, verbs_taken(by.asked)):
        return {}
    return by.answers(done, bare=True, led=True)


def with_the_likely_verb(by: Listening, text: str) -> Found:
    """Return an order whose first word has a slip, if it is like one verb and the rest fits."""
    found = by.verbs.only(verbs_taken(by.asked)).likely(text)
    if len(found) != 1:
        return {}
    verb, rest = found[0]
    return by.answers(f"{by.verbs.name(verb)} {rest}")


WAYS: Final[tuple[Way, ...]] = (
    with_its_verb,
    with_the_questions_verb,
    behind_a_yes,
    verb_inside,
    with_a_verb_for_anything,
    with_the_likely_verb,
)
"""Ways to find the verb of a line, in their order."""


def what_is_wanted(by: Listening, text: str) -> Found:
    """Return what a line wants beside what it does not want: "don't pass, explore 221 N".

    The two must be different orders: who writes "don't sustain the dreadnought, lose 1 fighter"
    has said two things of one order. Where there are two answers, a no to one says it all.
    """
    if any(len(decision.options(view)) == 2 for decision, view in by.asked):
        return {}
    for unwanted, told in wanted(text):
        nothing = all(names_nothing(fold(word)) for word in unwanted.split())
        not_this = "no verb" if nothing else _verb_of(unwanted, by.verbs)
        found = by.answers(told) if not_this else {}
        if found and all(line.verb != not_this for lines in found.values() for line in lines):
            return found
    return {}


def _verb_of(text: str, verbs: Verbs) -> str:
    """Return the order that a text would be; "" for none."""
    try:
        return verbs.split(text).id
    except LexiconError:
        return ""
