"""Answers written without an order's word: an option's bare name, yes or no, a sentence.

A bare name of a listed option, or a yes or no where only one answer can be meant, is that answer. A
sentence in which exactly one option is named is offered as that option, and never carried out.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec

from rules.kernel.decisions import Decision, Option
from rules.kernel.match import Match
from rules.kernel.orders.asked import Asked
from rules.kernel.orders.second_hearing import heard_again
from rules.kernel.views import SomeView
from rules.lexicon import (
    NUMBER_WORDS,
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
from rules.lexicon.speech import RECORD, speaking

YES = frozenset({
    "yes", "y", "yep", "yeah", "yes please", "ok", "okay", "sure", "please do", "do it", "tak",
    "jasne", "pewnie", "zgoda", "oczywiscie", "okej", "igen", "oke", "rendben", "persze", "kerem",
})  # fmt: skip
NO = frozenset({
    "no", "n", "nope", "no thanks", "no thank you", "not now",
    "nothing", "none", "nie",
    "nie dziekuje", "nic", "nie teraz", "nem", "nem koszonom", "most nem", "semmi", "semmit",
})  # fmt: skip
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
_NO_WORD = "qxzvw"
_MOST_SHOWN = 3


def open_questions(match: Match, seat: int) -> Asked:
    view = match.view(seat)
    return [(decision, view) for _address, decision in match.open_for(seat)]


def reread(asked: Asked, page: Page, verbs: Verbs) -> Page:
    """Return the page with its plain answers to the open questions read as orders, and with what
    can be read only when it is heard again.

    A line that some open question takes as an order stays as it is, and one whose verb was read
    keeps its own reason.
    """

    def hear(told: Page) -> Page:
        return _in_plain_words(asked, told, verbs)

    return heard_again(asked, hear(page), verbs, hear)


def _in_plain_words(asked: Asked, page: Page, verbs: Verbs) -> Page:
    taken = {verb for decision, _view in asked for verb in decision.verbs}
    lines: list[OrderLine] = []
    errors: list[LineError] = []
    page = _put_together(asked, taken, page, verbs)
    roots = {verb for decision, _view in asked if decision.root for verb in decision.verbs}
    for line in page.lines:
        free = _is_bare(line) and line.verb not in taken
        found = _answer(asked, line.text, line.no, verbs) if free else []
        inside = not any(decision.root for decision, _view in asked)
        if not found and inside and line.verb not in taken and line.when == "now":
            found = _shared_with(taken, line, verbs)
        lines += [msgspec.structs.replace(x, block=line.block) for x in found] or [line]
    for error in page.errors:
        open_ended = error.code in _OPEN_ENDED
        found = _answer(asked, error.text, error.no, verbs) if open_ended else []
        if error.code == "ambiguous" and not found:
            found = _plain_here(asked, error, page.lines, verbs)
        if error.code in _NO_VERB and not found:
            found = _verbless(asked, error, verbs)
        if found:
            at = sum(line.no <= error.no for line in lines)
            block = lines[at - 1].block if at else 0
            lines[at:at] = [msgspec.structs.replace(x, block=block) for x in found]
        else:
            prose = open_ended and error.code != "left-over"
            begun = any(line.no < error.no and line.verb in roots for line in page.lines)
            errors.append(_offered(asked, error, verbs, begun) if prose else error)
    return Page(tuple(lines), tuple(errors))


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
    if said in YES and len(options) == 2 and len(declining) == 1:
        yield next(o.order for o in options if o is not declining[0])
    elif said in NO and len(declining) == 1:
        yield declining[0].order
    elif said in NO and not options:
        yield from [verb.upper() for verb in DECLINING if verb in decision.verbs][:1]


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
        found = {order for d, v in asked for order in _with_verb(d, v, error.text, verbs).values()}
    if not found and _bare(error.text) in YES:
        return _which(asked, error)
    if len(found) != 1:
        return error if begun else _with_what_fits(asked, error)
    order = found.pop()
    said = say("Nothing was done. Did you mean %(order)s? If so, send that line.", order=order)
    return msgspec.structs.replace(
        error, code="did-you-mean", words=said.words, suggestions=(order,), said=(said,)
    )


def _verbless(asked: Asked, error: LineError, verbs: Verbs) -> list[OrderLine]:
    """Return a line that lacks its verb as the one legal answer that it is to a question inside a
    turn: "two infantry on Lodor" where the landing is asked about. A turn is never begun so."""
    if not asked or any(decision.root for decision, _view in asked):
        return []
    if not _begins_with_a_thing(error.text) or error.text.rstrip().endswith("?"):
        return []
    found = [
        order
        for decision, view in asked
        for order in _with_verb(decision, view, error.text, verbs, exactly=True).values()
    ]
    if len(found) != 1:
        return []
    lines = read_page(found[0], verbs).lines
    return [
        msgspec.structs.replace(line, no=error.no, text=error.text, read_as=line.text)
        for line in lines
    ]


def _begins_with_a_thing(text: str) -> bool:
    """Return whether a line begins with a number, an article, a place such as C1, or a yes or no,
    as what is named does and prose hardly."""
    first = fold(text).split(maxsplit=1)[0].strip(_MARKS) if text.strip() else ""
    named = first in _THE or first in _TAKING_SIDES or NUMBER_WORDS.get(first, 0) > 0
    return named or any(c.isdigit() for c in first)


def _with_verb(
    decision: Decision[Any], view: SomeView, text: str, verbs: Verbs, exactly: bool = False
) -> dict[str, str]:
    """Return the order lines that a text would be with a verb of the question before it, as far as
    they are legal answers: "2 carriers from 1" where MOVE is asked. One line for each answer, by
    the line that the game writes for that answer.

    `exactly`: only lines of which every word is understood. To find out, a word that means nothing
    is added: a line that is legal even then does not need all its words.
    """
    found: dict[str, str] = {}
    for verb in filter(verbs.__contains__, decision.verbs):
        legal = _legal_with(decision, view, verb, text, verbs)
        if legal is None:
            continue
        more = (f"{text} {_NO_WORD}", f"{_NO_WORD} {text}")
        if exactly and any(_legal_with(decision, view, verb, said, verbs) for said in more):
            continue
        answer = decision.read(view, [legal]).answer
        found.setdefault(decision.write(view, answer), write_line(legal, verbs))
    return found


def _legal_with(
    decision: Decision[Any], view: SomeView, verb: str, text: str, verbs: Verbs
) -> OrderLine | None:
    """Return a text behind a verb as the one order that it is, if that is a legal answer."""
    page = read_page(f"{verbs.name(verb)} {text}", verbs)
    if page.errors or len(page.lines) != 1 or page.lines[0].verb != verb:
        return None
    reading = decision.read(view, page.lines)
    if reading.answer is None or reading.problems or not reading.used:
        return None
    return None if decision.problems(view, reading.answer) else page.lines[0]


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
