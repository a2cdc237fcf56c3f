"""Answers written without an order's word: an option's bare name, yes or no, a sentence.

A bare name of a listed option, or a yes or no where only one answer can be meant, is that answer. A
sentence in which exactly one option is named is offered as that option, and never carried out.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

import msgspec

from rules.kernel.decisions import Decision, Option
from rules.kernel.match import Match
from rules.kernel.orders.asked import Asked
from rules.kernel.orders.own_words import in_own_words, shown_as_read, spelt_out, with_a_verb
from rules.kernel.orders.second_hearing import heard_again
from rules.kernel.orders.yes_and_no import NO, YES
from rules.kernel.views import SomeView
from rules.lexicon import (
    Ambiguous,
    LineError,
    Names,
    OrderLine,
    Page,
    Verbs,
    fold,
    key,
    read_page,
    say,
    write_line,
)
from rules.lexicon.frames import without_courtesy
from rules.lexicon.small_words import doing_word, without_small_words
from rules.lexicon.speech import RECORD, speaking

NO_OWN_WORDS: Final[Mapping[str, str]] = MappingProxyType({})
_SHORTEST_BEGINNING = 4
DECLINING = ("skip", "pass", "hold", "stay", "refuse", "spare", "done")
"""Verbs that answer a question with no; never where the question begins a turn."""
_TAKING_SIDES = frozenset(
    {"yes", "no", "for", "against", "tak", "nie", "za", "przeciw", "igen", "nem"}
)
_MARKS = " \t.!,;:\"'“”„»«()"
_OPEN_ENDED = frozenset({"unknown-verb", "ambiguous", "left-over"})
"""Why a line was not read that may be an answer in plain words all the same."""
_NO_VERB = frozenset({"unknown-verb", "ambiguous"})
_THE = frozenset({"the", "a", "az"})
_LITTLE = _THE | frozenset({"an", "of", "on", "in", "at", "to", "for", "and", "na", "i", "es"})
"""Words that name nothing."""
_UNREADABLE = frozenset(
    {"unknown-name", "left-over", "missing-part", "ambiguous", "bad-target", "no-target-wanted"}
)
"""Why a question cannot read a line that it takes."""
_NEVER_OTHERWISE = frozenset({"too-long", "bad-guard"})
"""Why a line was not read that must not be read otherwise: it would lose a condition."""
_MOST_SHOWN = 3


def open_questions(match: Match, seat: int) -> Asked:
    view = match.view(seat)
    return [(decision, view) for _address, decision in match.open_for(seat)]


def reread(asked: Asked, page: Page, verbs: Verbs, own: Mapping[str, str] = NO_OWN_WORDS) -> Page:
    """Return the page with its plain answers to the open questions read as orders, and with what
    can be read only when it is heard again.

    `own`: words that mean something of the writer's; see `Ruleset.own_words`.

    A line that some open question takes as an order stays as it is, and one whose verb was read
    keeps its own reason.
    """

    def hear(told: Page) -> Page:
        return _in_plain_words(asked, told, verbs, own)

    return heard_again(asked, hear(page), verbs, hear)


def _in_plain_words(asked: Asked, page: Page, verbs: Verbs, own: Mapping[str, str]) -> Page:
    reader = _Reader(asked, verbs, own)
    lines = [msgspec.structs.replace(x, rest=spelt_out(x.rest, own)) for x in page.lines]
    page = _put_together(asked, reader.taken, Page(tuple(lines), page.errors), verbs)
    read: list[OrderLine] = []
    errors: list[LineError] = []
    answered = any(line.verb in reader.taken for line in page.lines)
    for line in page.lines:
        before = reader.before(line) if not read else []
        read += [*before, *reader.otherwise(line, answered=answered)]
    for error in page.errors:
        if found := reader.found(error, page.lines):
            at = sum(line.no <= error.no for line in read)
            block = read[at - 1].block if at else 0
            read[at:at] = [msgspec.structs.replace(x, block=block) for x in found]
        else:
            errors.append(reader.advised(error, page.lines))
    return Page(tuple(read), tuple(errors))


class _Reader:
    """Reads single lines anew by the questions that are open."""

    def __init__(self, asked: Asked, verbs: Verbs, own: Mapping[str, str]) -> None:
        self.asked, self.verbs, self.own = asked, verbs, own
        self.taken = {verb for decision, _view in asked for verb in decision.verbs}
        self.roots = {verb for d, _view in asked if d.root for verb in d.verbs}

    def before(self, line: OrderLine) -> list[OrderLine]:
        """Return the order that goes without saying before the first line of a mail: "send 1
        cruiser from 37 to 27" activates 27."""
        if not line.verb or line.verb in self.taken or line.when != "now" or line.guard:
            return []
        orders = {
            order
            for decision, view in self.asked
            if decision.begins_turn() and (order := decision.implied(view, line))
        }
        if len(orders) != 1:
            return []
        read = read_page(orders.pop(), self.verbs).lines
        return [
            msgspec.structs.replace(x, no=line.no, block=line.block, read_as=x.text) for x in read
        ]

    def otherwise(self, line: OrderLine, *, answered: bool) -> list[OrderLine]:
        """Return a line as it is read by the open questions; as it is if they say nothing.

        `answered`: another line of the mail is an order that they take, so that one which they do
        not take is for a later question.
        """
        found: list[OrderLine] = []
        if _is_bare(line) and line.verb not in self.taken:
            found = _answer(self.asked, line.text, line.no, self.verbs)
        inside = not any(decision.root for decision, _view in self.asked)
        if not found and inside and line.verb not in self.taken and line.when == "now":
            found = _shared_with(self.taken, line, self.verbs)
        later = answered and line.verb not in self.taken
        if not found and not later and self._may_be_otherwise(line):
            found = self._own_words(line.no, line.text)
        return [msgspec.structs.replace(x, block=line.block) for x in found] or [line]

    def _own_words(self, no: int, text: str) -> list[OrderLine]:
        read = in_own_words(self.asked, spelt_out(text, self.own), self.verbs)
        return shown_as_read(read, no, text, self.verbs)

    def _may_be_otherwise(self, line: OrderLine) -> bool:
        """Return whether a line with a verb may be an answer in a person's own words: its word may
        mean anything, or the question that takes its verb cannot read it."""
        if line.when != "now" or line.guard or line.fallback or line.within or line.numbers:
            return False
        if line.verb not in self.taken:
            turn = any(decision.begins_turn() for decision, _view in self.asked)
            return not turn or bool(doing_word(without_small_words(line.text), of_a_turn=True))
        return any(_codes(d, v, line) & _UNREADABLE for d, v in self.asked)

    def found(self, error: LineError, lines: Sequence[OrderLine]) -> list[OrderLine]:
        """Return the orders of a line that is no order as it stands; empty if it stays none."""
        found: list[OrderLine] = []
        if error.code in _OPEN_ENDED:
            found = _answer(self.asked, error.text, error.no, self.verbs)
        if error.code in _OPEN_ENDED and not found:
            small = without_small_words(error.text)
            named = [] if _bare(small) in YES | NO else self._named(error.no, small)
            found = shown_as_read(named, error.no, error.text, self.verbs)
        if not found and error.code not in _NEVER_OTHERWISE:
            found = self._own_words(error.no, error.text)
        if error.code == "ambiguous" and not found:
            found = _plain_here(self.asked, error, lines, self.verbs)
        return found

    def _named(self, no: int, text: str) -> list[OrderLine]:
        return _answer(self.asked, text, no, self.verbs)

    def advised(self, error: LineError, lines: Sequence[OrderLine]) -> LineError:
        """Return an error with what could be written instead."""
        if error.code not in _OPEN_ENDED or error.code == "left-over":
            return error
        begun = any(line.no < error.no and line.verb in self.roots for line in lines)
        return _offered(self.asked, error, self.verbs, begun)


def _codes(decision: Decision[Any], view: SomeView, line: OrderLine) -> set[str]:
    """Return why a line alone is no answer to a question, as codes."""
    reading = decision.read(view, [line])
    problems = list(reading.problems)
    if reading.answer is not None and not problems:
        problems = decision.problems(view, reading.answer)
    return {problem.code for problem in problems}


def _put_together(asked: Asked, taken: set[str], page: Page, verbs: Verbs) -> Page:
    """Return the page with a line read as one order again that was taken apart into steps of a
    turn, where its word is also that of an order which an open question inside a turn takes:
    "invade New Albion with everything" lands where the landing is asked about. Where the open
    questions take all its parts, it stays apart."""
    if not asked or any(decision.root for decision, _view in asked):
        return page
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


def _plain_here(
    asked: Asked, error: LineError, lines: Sequence[OrderLine], verbs: Verbs
) -> list[OrderLine]:
    """Return a line whose word belongs to several orders, if only one of them can be meant: the
    one that an open question takes or, behind an order that begins the turn, a later step."""
    roots = {verb for decision, _view in asked if decision.root for verb in decision.verbs}
    taken = {verb for decision, _view in asked for verb in decision.verbs}
    begun = any(line.no < error.no and line.verb in roots for line in lines)
    possible = [verb for verb in verbs if verb not in roots] if begun else taken
    read = read_page(error.text, verbs.only(possible))
    shared = {fold(name) for name in error.suggestions}
    if read.errors or any(fold(verbs.name(line.verb)) not in shared for line in read.lines):
        return []
    return [
        msgspec.structs.replace(line, no=error.no, read_as=write_line(line, verbs))
        for line in read.lines
    ]


def _shared_with(taken: set[str], line: OrderLine, verbs: Verbs) -> list[OrderLine]:
    """Return a line whose word is also that of an order which an open question takes, as that
    order: INVADE means LAND where the landing is asked about."""
    if line.guard or line.fallback or line.read_as:
        return []
    if not verbs.shares_a_word(line.text, line.verb, taken):
        return []
    read = read_page(line.text, verbs.only(taken))
    return [
        msgspec.structs.replace(x, no=line.no, read_as=write_line(x, verbs)) for x in read.lines
    ]


def _is_bare(line: OrderLine) -> bool:
    """Return whether a line is one word or name, without number, time or condition."""
    plain = line.when == "now" and not line.guard and not line.fallback
    return plain and not line.numbers and not line.rest


def _answer(asked: Asked, text: str, no: int, verbs: Verbs) -> list[OrderLine]:
    """Return the order that a plain answer stands for, if it can answer only one question."""
    said = _bare(text)
    orders = {
        order for decision, view in asked for order in _orders_meant(decision, view, said, verbs)
    }
    if len(orders) != 1:
        return []
    order = orders.pop()
    read = read_page(order, verbs)
    if read.errors or not read.lines:
        return []
    return [
        msgspec.structs.replace(line, no=no, text=text, read_as=line.text) for line in read.lines
    ]


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
        if said in {_bare(name) for name in _names_of(option, verbs)}
    ]
    yield from (option.order for option in named)
    if named or decision.root:
        return
    if decision.lenient and not options:
        yield from (
            order for order in decision.template(view) if _is_the_name_in(order, said, verbs)
        )
    if said not in YES | NO:
        yield from (option.order for option in _options_meant((*options, *recorded), said, verbs))
    declining = [o for o in options if _verb_of(o, verbs) in DECLINING]
    if _is_yes(said) and len(options) == 2 and len(declining) == 1:
        yield next(o.order for o in options if o is not declining[0])
    elif said in NO and len(declining) == 1:
        yield declining[0].order
    elif said in NO and not options:
        yield from [verb.upper() for verb in DECLINING if verb in decision.verbs][:1]


def _is_yes(said: str) -> bool:
    """Return whether a text says yes and nothing else: "sure, go ahead"."""
    return bool(said) and all(part.strip() in YES for part in said.split(","))


def _offered(asked: Asked, error: LineError, verbs: Verbs, begun: bool) -> LineError:
    """Return the error with the one option that the words name, if they name exactly one.

    `begun`: an order that begins the turn stands above, so that this is for a later step.
    """
    words = fold(error.text).replace(",", " ").split()
    found = {
        option.order
        for decision, view in asked
        for option in _options_in(decision.options(view), words, verbs)
    }
    if not found:
        found = {o.order for d, v in asked for o in _options_begun(d.options(v), error.text, verbs)}
    if not found and error.text.strip()[:1].isdigit():
        found = {
            write_line(line, verbs)
            for decision, view in asked
            for line in with_a_verb(decision, view, error.text, verbs)
        }
    if not found and _bare(error.text) in YES:
        return _which(asked, error)
    if len(found) != 1:
        return error if begun else _with_what_fits(asked, error)
    order = found.pop()
    said = say("Nothing was done. Did you mean %(order)s? If so, send that line.", order=order)
    return msgspec.structs.replace(
        error, code="did-you-mean", words=said.words, suggestions=(order,), said=(said,)
    )


def _with_what_fits(asked: Asked, error: LineError) -> LineError:
    """Return the error with lines that could be written at the open questions, in place of verbs
    whose letters are alike."""
    shown = _shown(asked)[:_MOST_SHOWN]
    if not shown or error.code not in _NO_VERB or not error.said:
        return error
    said = (error.said[0], say("You could write: %(orders)s", orders="; ".join(shown)))
    words = " ".join(sentence.words for sentence in said)
    return msgspec.structs.replace(error, words=words, suggestions=shown, said=said)


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


def _options_in(
    options: Sequence[Option[Any]], words: Sequence[str], verbs: Verbs
) -> list[Option[Any]]:
    """Return the options whose name stands among these words."""
    names = Names({str(i): _names_of(option, verbs) for i, option in enumerate(options)})
    found: dict[str, None] = {}
    at = 0
    while at < len(words):
        try:
            match = names.longest_at(words, at)
        except Ambiguous:
            match = None
        if match is None:
            at += 1
        else:
            found[match[0].id] = None
            at = match[1]
    return [options[int(i)] for i in found]


def _options_begun(options: Sequence[Option[Any]], text: str, verbs: Verbs) -> list[Option[Any]]:
    """Return the options whose name begins with these words: Hydran for Hydran Progress."""
    said = _bare(text)
    return [
        option
        for option in options
        if len(said) >= _SHORTEST_BEGINNING
        and any(_bare(name).startswith(f"{said} ") for name in _names_of(option, verbs))
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
    words = {word for word in said.split() if word not in _LITTLE}
    if not any(len(word) >= _SHORTEST_BEGINNING for word in words):
        return []
    return [
        option
        for option in options
        if any(words <= set(_bare(name).split()) for name in _names_of(option, verbs))
    ]


def _names_of(option: Option[Any], verbs: Verbs) -> list[str]:
    """Return what an option is called: its text, its order, and what follows the order's verb."""
    lines = read_page(option.order, verbs).lines
    rest = [lines[0].rest] if len(lines) == 1 and len(lines[0].rest) > 1 else []
    articles = [name[4:] for name in rest if fold(name).startswith("the ")]
    return [option.text, option.order, *rest, *articles]


def _bare(text: str) -> str:
    """Return a text without courtesy, marks and capitals; "" for a bare number."""
    bare = fold(without_courtesy(text).strip(_MARKS))
    return "" if bare.isdigit() else bare


def _verb_of(option: Option[Any], verbs: Verbs) -> str:
    lines = read_page(option.order, verbs).lines
    return lines[0].verb if lines else ""
