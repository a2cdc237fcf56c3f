"""A decision owns its question: fields, legality, default, sample, reading, description.

Mail, web form, bot, test and referee desk all go through these classes; nothing else may parse
or validate an order. A decision is given the seat's view, never the state, so it cannot leak
what its seat cannot see.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

import msgspec

from rules.kernel.codec import Fixed, plain, typed
from rules.kernel.forms import Form, listed
from rules.kernel.speech import _
from rules.kernel.views import SomeView
from rules.lexicon import (
    LexiconError,
    Names,
    OrderLine,
    Sentence,
    UnknownName,
    fold,
    quoted,
    say,
)
from rules.lexicon.denials import says_no
from rules.lexicon.doubts import doubts_written, is_question, without_doubts
from rules.lexicon.frames import without_courtesy
from rules.lexicon.inflect import same_noun
from rules.lexicon.retelling import without_small_words
from rules.lexicon.speech import RECORD, language, speaking

if TYPE_CHECKING:
    from rules.kernel.table import Effect, SomeTable

A = TypeVar("A")


NO_REMARKS: Final[Mapping[int, "Problem"]] = MappingProxyType({})
_RANKED = re.compile(r"\s*(?<![-=–—])>\s*")
_RANKING = re.compile(
    r"(?:\s*(?:(?<![-=–—])>|[,;]|\b(?:then|or|else|otherwise|potem|lub|albo|inaczej|vagy|aztán|különben)\b))+\s*",
    re.IGNORECASE,
)
SAYING_NO: Final = frozenset(
    (
        "skip",
        "pass",
        "hold",
        "stay",
        "refuse",
        "spare",
        "done",
        "abstain",
        "rest",
        "discard",
        "keep",
    )
)
"""Verbs that may say by themselves that nothing is done; any other word alone is asked back."""
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_NO_WORD: Final = "qxzvw"
"""A word that means nothing in any language."""
_NOTHING_DONE: Final = frozenset(("skip", "done"))


def wishes(text: str) -> list[str]:
    """Return the wishes of a ranking in its order: "technology, else trade" has two."""
    return [wish.strip() for wish in _RANKING.split(text) if wish.strip()]


def _with(lines: Sequence[OrderLine], i: int, rest: str) -> list[OrderLine]:
    """Return the lines with something else behind the verb of one."""
    return [*lines[:i], msgspec.structs.replace(lines[i], rest=rest), *lines[i + 1 :]]


class Problem(Fixed):
    """Why an answer is refused: a stable code, words for a person, the rule it rests on."""

    code: str
    words: str
    rule: str = ""
    said: tuple[Sentence, ...] = ()

    @classmethod
    def of(cls, error: LexiconError) -> Self:
        return cls(error.code, error.words, said=error.said)


class Option(NamedTuple, Generic[A]):
    """One listed answer: what it says, and the order line that would choose it.

    `about` says what the answer does where `text` only names it; players do not write it.
    """

    text: str
    answer: A
    order: str
    about: str = ""

    @property
    def in_words(self) -> str:
        """Return what a reader is shown: the text and, if there is one, what the answer does."""
        return f"{self.text} – {self.about}" if self.about else self.text


class Reading(NamedTuple, Generic[A]):
    """What a decision made of some order lines.

    `used` are positions in the lines given. No answer and no problem: the lines are not about
    this question. `remarks` of a lenient decision say, by position, why a line was passed
    over or, if it is among those used, why it was carried out only in part.
    """

    answer: A | None = None
    used: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: Mapping[int, Problem] = NO_REMARKS


class Attack(NamedTuple):
    """A battle that an answer leads to: the place, and the forces that would fight there, as the
    odds of the game read them."""

    place: str
    force: str


class Description(NamedTuple):
    """A question as a reader is shown it; options are numbered from 1."""

    prompt: str
    options: tuple[str, ...]
    template: tuple[str, ...]
    default: str
    rule: str
    background: tuple[str, ...] = ()


class Decision(Fixed, Generic[A], tag=True, tag_field="kind"):
    """A question to one seat. Fields say what is asked, never what is possible.

    `verbs`: order words that may answer it. `root`: it begins a turn, so a queued bundle of
    orders may start here. `keeps`: its lines are doctrine and stay in force after use, but for
    those with a verb in `once`. `lenient`: lines that cannot be carried out are passed over and
    reported, and the others count all the same; see `Script`.
    `part_of_turn`: it comes up only inside a turn, so a line for it that a turn leaves over is a
    mistake. `ahead`: it may be answered before it is asked; lines for it are kept for the round.
    `ranked`: one thing out of what others may take, so that "a, b, c" is a ranking, as "a > b > c"
    is everywhere.
    `clock`: which deadline setting applies (defaults to the class name in lower case).
    """

    seat: int

    Answer: ClassVar[Any]
    verbs: ClassVar[tuple[str, ...]] = ()
    root: ClassVar[bool] = False
    keeps: ClassVar[bool] = False
    once: ClassVar[tuple[str, ...]] = ()
    adds_up: ClassVar[tuple[str, ...]] = ()
    """Verbs whose lines, one straight after the other, are one order: three MOVE lines are one move
    of three ships. A root question is given such lines together, any other one is anyhow."""
    lenient: ClassVar[bool] = False
    part_of_turn: ClassVar[bool] = False
    ahead: ClassVar[bool] = False
    ranked: ClassVar[bool] = False
    says_more: ClassVar[bool] = False
    """Whether its orders may name what its answer does not hold, such as a card that is shown."""
    clock: ClassVar[str] = ""
    rule: ClassVar[str] = ""

    @classmethod
    def kind(cls) -> str:
        return cls.__name__.lower()

    def stays(self, line: OrderLine) -> bool:
        """Return whether a line that has answered this question is doctrine, in force for others
        too."""
        return self.keeps and line.verb not in self.once

    @classmethod
    def begins_turn(cls) -> bool:
        """Return whether its answer begins a turn of one kind or another, so that an order needs
        the word that says which."""
        return cls.root and len(cls.verbs) > 2

    @classmethod
    def may_wait(cls, line: OrderLine) -> bool:
        """Return whether a line may be kept for this question before it is asked; see `ahead`."""
        return True

    def may_stand(self, line: OrderLine) -> bool:
        """Return whether a standing order may answer this question.

        A SKIP that names nothing does so only where a fact says what the question is about, such as
        a card of somebody else's: it gives up nothing of one's own turn.
        """
        bare = line.verb == "skip" and not line.rest.strip() and not line.guard
        return not bare or bool(self.facts())

    def leaves(self, line: OrderLine) -> bool:
        """Return whether orders queued for a turn that begin so are for a later turn than this
        one."""
        return False

    @classmethod
    def in_general(cls, seat: int) -> Self | None:
        """Return the question as far as it can be put without a position, so that names in an order
        for it can be read before it is asked; None if that cannot be done."""
        return None

    @classmethod
    def as_if_asked(
        cls, v: SomeView, seat: int, line: OrderLine, begun: Sequence[OrderLine]
    ) -> tuple[Self, SomeView] | None:
        """Return the question as a turn begun with the lines `begun` would put it if there were
        anything to ask, and what its seat would see; None if that cannot be told.

        It is never asked: it says why `line` is of no use in that turn.
        """
        return None

    def facts(self) -> Mapping[str, bool | int | str]:
        """Return facts that are so only while this question is open; the game's facts name them,
        too."""
        return {}

    def subject(self) -> str:
        """Return what the question is about, where orders sent ahead are for one subject alone; see
        `Ruleset.subject`."""
        return ""

    def is_asked_with(self, address: str, other: str) -> bool:
        """Return whether this question at `address` was asked together with the one at `other`:
        orders that came for that one answer this one, too, and its time ran from then on. See
        `Ruleset.asked_with`."""
        return address == other

    def for_seat(self, seat: int) -> Self:
        """Return the same question put to another seat."""
        return msgspec.structs.replace(self, seat=seat)

    @classmethod
    def clock_kind(cls) -> str:
        return cls.clock or cls.kind()

    def problems(self, v: SomeView, answer: A) -> list[Problem]:
        """Return every reason to refuse this answer now; empty means legal."""
        raise NotImplementedError

    def default(self, v: SomeView) -> A:
        """Return the answer that silence means; it is legal whenever the question can be open."""
        raise NotImplementedError

    def when_missed(self, v: SomeView, before: int) -> A:
        """Return the answer that a deadline gives: the least harmful one.

        `before`: how many turns the seat has missed in a row before this one. A turn is not ended
        for the round by a first miss where the rules know a smaller action.
        """
        return self.default(v)

    def sample(self, v: SomeView, rng: Random) -> A:
        """Return a random legal answer, for bots and fuzzing."""
        raise NotImplementedError

    def options(self, v: SomeView) -> list[Option[A]]:
        """Return the legal answers; empty where there are too many to list."""
        return []

    def prompt(self, v: SomeView) -> str:
        raise NotImplementedError

    def background(self, v: SomeView) -> Sequence[str]:
        """Return what the reader has to know besides the question, such as the text of a card."""
        return ()

    def template(self, v: SomeView) -> Sequence[str]:
        """Return order lines that a player can edit and send back."""
        return [option.order for option in self.options(v)]

    def only_legal(self, v: SomeView, orders: Iterable[str]) -> list[str]:
        """Return those of the orders that answer the question as they stand; a remark may follow
        one."""
        found = []
        for order in orders:
            verb, _space, rest = order.partition("#")[0].strip().partition(" ")
            reading = self.read(v, [OrderLine(0, order, verb.lower(), rest)])
            if reading.answer is not None and not reading.problems:
                found += [] if self.problems(v, reading.answer) else [order]
        return found

    def examples(self, v: SomeView, verb: str) -> Sequence[str]:
        """Return orders with a verb that could be sent here, where neither what is listed nor a
        random answer has one: HELP shows them, if they are legal."""
        return ()

    def write(self, v: SomeView, answer: A) -> str:
        """Return the order lines that give `answer`: the inverse of reading."""
        for option in self.options(v):
            if option.answer == answer:
                return option.order
        raise NotImplementedError

    def write_ahead(self, v: SomeView, answer: A) -> str:
        """Return lines that give such an answer if they are sent before the question is asked: less
        particular where luck or others decide what it will be about."""
        return self.write(v, answer)

    def implied(self, v: SomeView, line: OrderLine) -> str:
        """Return the order that goes without saying before a line for a later step of the turn that
        this question begins; "" if the line does not say it."""
        return ""

    def instead(self, v: SomeView, verb: str) -> str:
        """Say what to write instead of an order that this question does not take, where people
        write that order here and mean something; "" where there is nothing particular to say."""
        return ""

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[A]:
        """Read an answer out of lines whose verbs are among `verbs`; may raise LexiconError."""
        raise NotImplementedError

    def read(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[A]:
        """Read an answer out of these lines: the number of a listed option, or order words."""
        for i, line in enumerate(lines):
            if line.numbers:
                return self._read_number(v, i, line)
        got = self._read_plainly(v, lines)
        for i in got.used if got.answer is not None and not got.problems else ():
            if unheard := self._unheard(v, lines, i, got):
                return Reading(used=(i,), problems=(unheard,))
        return got

    def _read_plainly(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[A]:
        mine = [i for i, line in enumerate(lines) if line.verb in self.verbs]
        if not mine:
            return Reading()
        got = self._read_words(v, lines, mine)
        if not got.problems:
            return got
        wished = self._first_wish(v, lines, mine) if len(mine) == 1 else None
        return wished or self._among_small_words(v, lines, mine) or got

    def _among_small_words(
        self, v: SomeView, lines: Sequence[OrderLine], mine: Sequence[int]
    ) -> Reading[A] | None:
        """Read orders without the words in them that say nothing, such as "over there", if they are
        a legal answer then."""
        said = list(lines)
        for i in mine:
            said[i] = msgspec.structs.replace(said[i], rest=without_small_words(said[i].rest))
        if said == list(lines):
            return None
        got = self._read_words(v, said, mine)
        if got.answer is None or got.problems or self.problems(v, got.answer):
            return None
        return got._replace(notes=(*got.notes, self.write(v, got.answer)))

    def _unheard(
        self, v: SomeView, lines: Sequence[OrderLine], i: int, got: Reading[A]
    ) -> Problem | None:
        """Return a problem where a line was read as if a word in it were not there that says
        something: a "not", a "maybe", a question mark, the name of a thing, or a word that nobody
        knows."""
        line = lines[i]
        if is_question(line.within or line.text):
            return self._not_understood(line, "?")
        doubts = list(without_doubts(line.rest))
        things = self._must_count(line)
        if got.answer is None or not (doubts or things):
            return None
        written = self._as_written(v, got.answer)
        word = self._doubt_unheard(v, lines, i, got, written) if doubts else ""
        if not word and (word := self._thing_unheard(v, lines, i, got, written, things)):
            word = "" if self.problems(v, got.answer) else word  # what is illegal says why itself
        return self._not_understood(line, word) if word else None

    def _doubt_unheard(
        self, v: SomeView, lines: Sequence[OrderLine], i: int, got: Reading[A], written: str
    ) -> str:
        """Return a doubtful word without which a line is read the same; a name that holds such a
        word is read less surely without it, and an order that is written with as many of them
        ("HITS no sustain") needs them."""
        doubts = list(without_doubts(lines[i].rest))
        for word, rest in doubts if len(doubts) > doubts_written(written) else ():
            again = self._read_plainly(v, _with(lines, i, rest))
            if again.answer == got.answer and set(again.notes) <= set(got.notes):
                return word
        return ""

    def _must_count(self, line: OrderLine) -> tuple[str, ...]:
        """Return the words of a line of which this question must make something: names of things,
        unless it takes the first of several wishes or keeps the line for later, and what nobody
        knows."""
        wishing = self.ranked or self.keeps or self.says_more or len(_RANKED.split(line.rest)) > 1
        return line.strange if wishing else (*line.names, *line.strange)

    def _as_written(self, v: SomeView, answer: A) -> str:
        """Return an answer as it is written; "" for one that cannot be, as no option is like it."""
        try:
            return self.write(v, answer)
        except NotImplementedError:
            return ""

    def _thing_unheard(
        self,
        v: SomeView,
        lines: Sequence[OrderLine],
        i: int,
        got: Reading[A],
        written: str,
        things: Sequence[str],
    ) -> str:
        """Return a word among these that the order does not have, and in whose place any other is
        read the same."""
        told = set(_WORDS.findall(fold(written)))
        for word in things:
            if any(same_noun(fold(word), other) for other in told):
                continue
            said = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
            rest = said.sub(_NO_WORD, lines[i].rest)
            if rest != lines[i].rest:
                again = self._read_plainly(v, _with(lines, i, rest))
                if again.answer == got.answer and not again.problems:
                    return word
        return ""

    def _not_understood(self, line: OrderLine, word: str) -> Problem:
        said = say(
            "%(rest)s was not understood after %(verb)s.",
            verb=line.verb.upper(),
            rest=quoted(word),
        )
        return Problem("left-over", said.words, said=(said,))

    def _first_wish(
        self, v: SomeView, lines: Sequence[OrderLine], mine: Sequence[int]
    ) -> Reading[A] | None:
        """Read a ranking, "a > b > c": the first wish that is legal; None if there is none."""
        line = lines[mine[0]]
        wishes = (_RANKING if self.ranked else _RANKED).split(line.rest)
        if any(says_no(wish) or any(without_doubts(wish)) for wish in wishes):
            return None  # "never A, B" is no wish for B
        for wish in wishes if len(wishes) > 1 else ():
            alone = msgspec.structs.replace(line, rest=without_courtesy(wish).strip())
            got = self._read_words(v, [*lines[: mine[0]], alone, *lines[mine[0] + 1 :]], mine)
            if got.answer is None or got.problems or self.problems(v, got.answer):
                continue
            return got._replace(notes=(*got.notes, self.write(v, got.answer)))
        return None

    def _read_words(
        self, v: SomeView, lines: Sequence[OrderLine], mine: Sequence[int]
    ) -> Reading[A]:
        """Read an answer out of the lines at these positions."""
        try:
            got = self.read_orders(v, [lines[i] for i in mine])
        except LexiconError as error:
            problem = self._with_example(v, error, [lines[i] for i in mine])
            return Reading(used=tuple(mine), problems=(problem,))
        bare = next((i for i in mine if _says_too_little(lines[i])), None)
        if bare is not None and not got.problems and self.is_nothing(v, got.answer):
            problem = self._what_is_missing(v, lines[bare].verb)
            return Reading(used=(bare,), problems=(problem,))
        remarks = {mine[i]: problem for i, problem in got.remarks.items()}
        return got._replace(used=tuple(mine[i] for i in got.used), remarks=remarks)

    def is_nothing(self, v: SomeView, answer: A | None) -> bool:
        """Return whether an answer says that nothing is done."""
        if answer is None:
            return False
        order, _space, rest = fold(self.write(v, answer)).partition(" ")
        return order in _NOTHING_DONE or rest in ("nothing", "nobody")

    def _with_example(
        self, v: SomeView, error: LexiconError, lines: Sequence[OrderLine]
    ) -> Problem:
        """Return why lines cannot be read; where an order's word stands alone, with an example that
        fits here."""
        bare = next((line for line in lines if not line.rest.strip()), None)
        shown = ""
        if bare is not None and error.code == "missing-part":
            shown = self._example(v, bare.verb)
        if not shown or not error.said:
            return Problem.of(error)
        said = tuple(_showing(one, shown) for one in error.said)
        if not any(name == "example" for one in said for name, _value in one.fields):
            said = (*said, say("For example: %(example)s", example=shown))
        return Problem(error.code, " ".join(s.words for s in said), said=said)

    def _what_is_missing(self, v: SomeView, verb: str) -> Problem:
        """Ask what a word alone is about, with an example that fits here."""
        said = [say("Say what %(verb)s is about, right after the word.", verb=verb.upper())]
        if shown := self._example(v, verb):
            said.append(say("For example: %(example)s", example=shown))
        return Problem("says-too-little", " ".join(s.words for s in said), said=tuple(said))

    def _example(self, v: SomeView, verb: str) -> str:
        """Return an order of this question with the verb that does something; "" without one."""
        like = [line for line in self.template(v) if fold(line).startswith(f"{verb} ")]
        return next((line for line in like if not fold(line).endswith("nothing")), "")

    def _read_number(self, v: SomeView, position: int, line: OrderLine) -> Reading[A]:
        options = self.options(v)
        number = line.numbers[0]
        if len(line.numbers) == 1 and 1 <= number <= len(options):
            chosen = options[number - 1]
            return Reading(chosen.answer, (position,), (chosen.order,))
        said = (
            say(
                "There is no option %(n)s; choose a number from 1 to %(last)s.",
                n=line.text,
                last=str(len(options)),
            )
            if options
            else say("This question has no numbered options; write the order in words.")
        )
        problem = Problem("no-such-option", said.words, said=(said,))
        return Reading(used=(position,), problems=(problem,))

    def forms(self, v: SomeView) -> Sequence[Form]:
        """Return the forms that help to click an answer together; none where options do."""
        return ()

    def attack(self, v: SomeView, answer: A) -> Attack | None:
        """Return the battle that this answer leads to; None if there is none to foresee."""
        return None

    def next_lines(self, v: SomeView, lines: Sequence[OrderLine]) -> Sequence[str]:
        """Return lines that may be added to these, where an answer grows line by line."""
        return ()

    def all_forms(self, v: SomeView) -> list[Form]:
        """Return its forms, and a list to choose from where there are many options."""
        options = [(option.order, option.in_words) for option in self.options(v)]
        return [*self.forms(v), *listed(_("Choose"), _("One of these"), options)]

    def describe(self, v: SomeView, missed: int = 0) -> Description:
        """Return the question for a reader who has missed so many turns in a row."""
        return Description(
            self.prompt(v),
            tuple(option.in_words for option in self.options(v)),
            tuple(self.template(v)),
            "; ".join(self.write(v, self.when_missed(v, missed)).splitlines()),
            self.rule,
            tuple(self.background(v)),
        )

    def forced(self, public: SomeView) -> A | None:
        """Return the only legal answer if everybody can see that there is no other; else None."""
        return None

    def usual(self, public: SomeView) -> A | None:
        """Return the answer to take where the seat's orders say nothing; None: ask the person.

        It is for choices that hardly anybody makes otherwise, so that nobody waits for them.
        """
        return None

    def can(self, v: SomeView) -> bool:
        """Return whether the seat has a choice; only `trust` tables ask, as it may leak."""
        return True

    def typed(self, answer: Any) -> A:
        """Return plain data as this decision's answer; raises msgspec.ValidationError."""
        return typed(plain(answer), self.Answer)  # type: ignore[no-any-return]

    def judge(self, v: SomeView, answer: Any) -> tuple[A | None, list[Problem]]:
        """Return plain data as an answer, and its problems; None where it is no answer at all."""
        try:
            good = self.typed(answer)
        except msgspec.ValidationError as error:
            words = _("This is not an answer to the question: {error}.", error=error)
            return None, [Problem("malformed", words)]
        return good, self.problems(v, good)


class Choice(Decision[A]):
    """A decision whose legal answers can all be listed: give `options`, the rest follows.

    The first option is the default unless `default` says otherwise.
    """

    def problems(self, v: SomeView, answer: A) -> list[Problem]:
        options = self.options(v)
        if any(option.answer == answer for option in options):
            return []
        return [self._not_among(options)]

    def _not_among(self, options: Sequence[Option[A]]) -> Problem:
        legal = ", ".join(option.text for option in options)
        words = _("That is not possible here. Possible: {options}.", options=legal)
        return Problem("not-an-option", words, self.rule)

    def default(self, v: SomeView) -> A:
        return self.options(v)[0].answer

    def sample(self, v: SomeView, rng: Random) -> A:
        return rng.choice(self.options(v)).answer

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[A]:
        """Read the last line given as the option whose order text is nearest to it.

        Where its verb is a guess, its argument must not be another.
        """
        position = len(lines) - 1
        line = lines[position]
        options = self.options(v)
        by_order = {option.order: option for option in options}
        texts = self._texts(v, options)
        names = Names({order: (order, *texts[order]) for order in by_order})
        try:
            found = names.find(f"{line.verb} {line.rest}".strip())
            if found.read_as and line.read_as:
                raise UnknownName("neither the verb nor the name is written so")
        except UnknownName:
            problem = self._not_among(list(by_order.values()))
            return Reading(used=(position,), problems=(problem,))
        notes = (f"read as: {found.id}",) if found.read_as else ()
        return Reading(by_order[found.id].answer, (position,), notes)

    def _texts(self, v: SomeView, options: Sequence[Option[A]]) -> dict[str, list[str]]:
        """Return each option's texts by its order, in the reader's and the record's language."""
        texts = {option.order: [option.text] for option in options}
        if language() != RECORD:
            with speaking(RECORD):
                for option in self.options(v):
                    texts[option.order].append(option.text)
        return texts


def _says_too_little(line: OrderLine) -> bool:
    """Return whether a line is a word alone that promises to do something."""
    return not line.rest.strip(" .!") and bool(line.verb) and line.verb not in SAYING_NO


def _showing(said: Sentence, example: str) -> Sentence:
    """Return a sentence with this example in the place of its own, if it has one."""
    told = (("example", example) if name == "example" else (name, x) for name, x in said.fields)
    return Sentence(said.pattern, tuple(told))


class SkippedLine(Exception):
    """A line of a script that cannot be carried out, or only in part."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.code)


class PartlyTaken(SkippedLine, Generic[A]):
    """A line of a script that can be carried out in part; `answer` includes that part."""

    def __init__(self, problem: Problem, answer: A) -> None:
        super().__init__(problem)
        self.answer = answer


class Script(Decision[A]):
    """A decision answered by several lines that are carried out from top to bottom.

    A line that cannot be carried out is passed over and reported; the others count. Where none
    can, the person is asked again.
    """

    lenient = True

    def beginning(self, v: SomeView) -> A:
        """Return the answer before the first line: nothing done yet."""
        raise NotImplementedError

    def add_line(self, v: SomeView, answer: A, line: OrderLine) -> A:
        """Return a new answer, `answer` with one line more; `answer` itself must not change.

        Raises SkippedLine, PartlyTaken or LexiconError.
        """
        raise NotImplementedError

    def read_orders(self, v: SomeView, lines: Sequence[OrderLine]) -> Reading[A]:
        answer = self.beginning(v)
        used: list[int] = []
        remarks: dict[int, Problem] = {}
        for i, line in enumerate(lines):
            try:
                answer = self.add_line(v, answer, line)
            except PartlyTaken as partly:
                answer = partly.answer
                remarks[i] = partly.problem
            except SkippedLine as skipped:
                remarks[i] = skipped.problem
                continue
            except LexiconError as error:
                remarks[i] = Problem.of(error)
                continue
            used.append(i)
        if not used:
            problems = tuple(remarks.values())
            return Reading(used=tuple(remarks), problems=problems, remarks=remarks)
        return Reading(answer, tuple(used), remarks=remarks)


class Reaction(Decision[A]):
    """A question asked in a window: play something now, or decline.

    Declining is the default, so silence and a standing pass are the same thing.
    """

    window: str = ""

    def declines(self, answer: A) -> bool:
        raise NotImplementedError

    def windows(self) -> tuple[str, ...]:
        """Return the names by which a standing order may mean this window."""
        return (self.window,)


class Interjection(Fixed, tag=True, tag_field="kind"):
    """Something a seat may do outside its decisions: accept a deal, play an any-time card.

    With more parties than its own seat it is a deal: it becomes an offer, and happens once the
    others accept. `problems` is asked once for each party, on that party's view.
    """

    seat: int

    verbs: ClassVar[tuple[str, ...]] = ()
    passing: ClassVar[frozenset[str]] = frozenset()
    """Codes of problems that pass with time, such as whose turn it is: a deal that has no others
    may be offered and agreed on, and is carried out as soon as it has none."""

    def lasting(self, problems: Sequence[Problem]) -> list[Problem]:
        """Return those of the problems that do not pass by themselves."""
        return [problem for problem in problems if problem.code not in self.passing]

    @classmethod
    def name(cls) -> str:
        return cls.__name__.lower()

    def parties(self) -> tuple[int, ...]:
        return (self.seat,)

    def problems(self, v: SomeView) -> list[Problem]:
        raise NotImplementedError

    def run(self, t: "SomeTable") -> "Effect":
        """Carry it out; may be a generator that asks and opens windows."""
        raise NotImplementedError

    def words(self, v: SomeView) -> str:
        """Return the deal or play as a sentence, for the parties."""
        raise NotImplementedError

    @classmethod
    def read_order(cls, v: SomeView, line: OrderLine) -> Self:
        """Read an order line as this interjection; raises LexiconError."""
        raise NotImplementedError

    @classmethod
    def propose(cls, v: SomeView, rng: Random) -> Self | None:
        """Return a random interjection that is legal for its own seat, for bots and fuzzing."""
        return None

    @classmethod
    def template(cls, v: SomeView) -> Sequence[str]:
        return []

    @classmethod
    def forms(cls, v: SomeView) -> Sequence[Form]:
        """Return the forms that help to click one together."""
        return ()
