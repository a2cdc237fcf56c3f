"""A game system: what its state is, which step comes next, what each seat may know."""

import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec
from rapidfuzz import process

from rules.kernel.codec import Fixed, decode, encode, plain, typed
from rules.kernel.decisions import Decision, Interjection
from rules.kernel.errors import BadOptions, KernelError, OptionProblem, UnknownRuleset
from rules.kernel.events import KERNEL_EVENTS, Event
from rules.kernel.features import Chances, Features
from rules.kernel.forms import Form, with_sketches
from rules.kernel.pictures import Layer, Picture
from rules.kernel.speech import _
from rules.kernel.table import Effect
from rules.kernel.views import Grid, Section, SomeState, SomeView, View
from rules.lexicon import Names, OrderLine, Verbs, adds_nothing, fold, key
from rules.lexicon.inflect import gerund
from rules.lexicon.known import Weights

T = TypeVar("T")
S = TypeVar("S", bound=SomeState)


class Options(Fixed):
    """What a table may choose before the start. Subclass it; every field needs a default.

    `rare` names those that hardly any table changes, such as readings of a disputed rule: a form
    folds them away.
    """

    rare: ClassVar[tuple[str, ...]] = ()

    players: int = 2


class Step(Fixed):
    """The smallest piece of play with a name.

    `stage` names a stretch that never comes back ("r3"); `stem` says what happens and to whom
    ("turn@sol"). `run(t, *args)` is a generator, or a plain function that asks nothing.
    """

    stage: str
    stem: str
    run: Callable[..., Effect]
    args: tuple[Any, ...] = ()


class Rank(NamedTuple):
    """One line of the final table."""

    seat: int
    place: int
    points: int
    words: str = ""


_NOUN = re.compile(r"(?<![\w'’.-])[a-z]+(?![\w'’.-])")
_COUNTED = re.compile(r"\b(\d+) ([a-z]+(?: [a-z]+)??)(?=,| [A-Z(]| of |$)")


class RuleWanted(NamedTuple):
    """A thing in somebody's hand that speaks at moments of others: an order that uses it at such a
    moment, with a condition that suits it, and the windows in which it counts."""

    id: str
    title: str
    order: str
    windows: tuple[str, ...]


class Ruleset(ABC, Generic[S]):
    """A game: everything the kernel and the server ask of it. Each game subclasses this."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1
    schema: ClassVar[int] = 1
    stage: ClassVar[Literal["preview", "stable"]] = "preview"
    """What running tables may rely on: see "Versions and stages" in docs/rulesets.md."""
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 6
    mid_game: ClassVar[int] = 4
    """A round in which much is in play: games that are shown to newcomers have come so far."""
    State: ClassVar[Any]
    Options: ClassVar[type[Options]] = Options
    decisions: ClassVar[tuple[type[Decision[Any]], ...]] = ()
    interjections: ClassVar[tuple[type[Interjection], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    verbs: ClassVar[Mapping[str, Sequence[str]]] = {}
    verb_arguments: ClassVar[Mapping[str, Callable[[str], bool]]] = {}
    """Whether a text can follow a verb: asked where a word is misspelt, or two verbs have it."""
    exact_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs that cannot be taken back, such as PASS: never read out of a word like theirs."""
    strict_verbs: ClassVar[Mapping[str, Callable[[str], bool]]] = {}
    """What may follow a verb at all, for verbs that settle something or pass over a question by
    naming a later step: "Land of the free" lands nothing. After a verb of `exact_verbs` that has no
    entry here only what fits by `verb_arguments` may stand, or else words that add nothing and
    names of windows."""
    windows: ClassVar[tuple[str, ...]] = ()
    line_words: ClassVar[Mapping[str, Mapping[str, str]]] = MappingProxyType({})
    """By language: words of this game's order lines that are neither verbs nor counted things, as a
    reader is shown them; the order language must read both."""
    worth_asking: ClassVar[tuple[str, ...]] = ()
    """Windows that stop even a table that plays by plans: those in which most people have something
    to say. A kind of window, never a hand."""
    opens_turn: ClassVar[tuple[str, ...]] = ()
    """Windows of the acting player that come before the question for the turn."""
    rule_facts: ClassVar[tuple[str, ...]] = ()
    """The facts that conditions of rules for cards ask for most."""
    features: ClassVar[Features] = Features()

    @property
    def is_preview(self) -> bool:
        """Whether the rules may still change under a running table."""
        return self.stage == "preview"

    def stage_words(self) -> str:
        """Return what a table may not rely on yet, for whoever makes one; "" if nothing."""
        if not self.is_preview:
            return ""
        return _("A preview: its rules may still change under a running table.")

    def vocabulary(self, commands: Mapping[str, Sequence[str]]) -> Verbs:
        """Return the game's verbs and those of `commands`; a word in both is the game's."""
        asked = tuple((id, tuple(words)) for id, words in commands.items())
        if asked not in self._vocabularies:
            self._vocabularies[asked] = self._with_commands(commands)
        return self._vocabularies[asked]

    @cached_property
    def _vocabularies(self) -> dict[tuple[tuple[str, tuple[str, ...]], ...], Verbs]:
        """Vocabularies that were asked for: putting one together takes longer than a mail."""
        return {}

    def _with_commands(self, commands: Mapping[str, Sequence[str]]) -> Verbs:
        own = {fold(word) for words in self.verbs.values() for word in words}
        left = {
            id: tuple(word for word in words if fold(word) not in own)
            for id, words in commands.items()
            if id not in self.verbs and fold(id) not in own
        }
        never_guessed = Verbs(left, orders=dict.fromkeys(left, _whatever), exact=left)
        return self.order_verbs.merged(never_guessed)

    # -- what a game must say ------------------------------------------------------------------

    @abstractmethod
    def new(self, options: Any) -> S:
        """Return the state before the first step; nothing random is in it yet."""

    @abstractmethod
    def next_step(self, state: S) -> Step | None:
        """Return the next step; None when the game is over. It must not change the state."""

    @abstractmethod
    def round(self, state: S) -> int:
        """Return the number of the round."""

    @abstractmethod
    def standings(self, view: SomeView) -> list[Rank]:
        """Return the table of points, best first."""

    # -- what a game may refine ----------------------------------------------------------------

    def names(self, state: S) -> tuple[str, ...]:
        """Return what the seats are called in this game."""
        return tuple(seat_name(i) for i in range(len(state.hand)))

    def view(self, state: S, seat: int | None) -> SomeView:
        """Return what `seat` may know; None: what everybody may."""
        mine = None if seat is None else state.hand[seat]
        return View(state.table, mine, seat, self.names(state))

    def acting(self, view: SomeView) -> int | None:
        """Return the seat whose turn it is, as everybody can see; None where it is nobody's."""
        return None

    def subject(self, view: SomeView, verb: str) -> str:
        """Return what an order with this verb would be about, where that changes: the agenda on the
        table for VOTE. An order sent ahead is for this alone; "" where it does not matter."""
        return ""

    def asked_with(self, view: SomeView, decision: Decision[Any]) -> Sequence[Decision[Any]]:
        """Return the later questions to the same seat that are asked together with this one, as far
        as they can be put now; each says so by `Decision.is_asked_with`."""
        return ()

    def comes_next(self, view: SomeView, asked: Sequence[Decision[Any]]) -> Sequence[Decision[Any]]:
        """Return the questions to other seats that follow what is `asked` now, whatever is answered
        there, as far as everybody can see: they are asked at once, and carried out when their
        moment comes."""
        return ()

    def may_be_asked(self, view: SomeView) -> Sequence[Decision[Any]]:
        """Return questions to the seat of this view that others may open before the round ends, and
        that it may answer now: as far as everybody can see that they may come."""
        return ()

    def may_be_kept(self, line: OrderLine) -> bool:
        """Return whether a line may be sent before the question that it answers is asked."""
        return any(
            kind.ahead and line.verb in kind.verbs and kind.may_wait(line)
            for kind in self.decisions
        )

    def rules_wanted(self, view: SomeView) -> Sequence[RuleWanted]:
        """Return what the viewer holds that may be used while others act, each with an order that
        could stand as a rule for it."""
        return ()

    def facts(self, view: SomeView) -> dict[str, bool | int | str]:
        """Return what conditions in orders (IF losing: …) may refer to, from the view alone."""
        return {}

    def count_in_words(self, noun: str, n: int) -> str | None:
        """Return "2 cruisers" in the reader's language for a noun of this game's order lines; None
        for a noun that has no such word."""
        return None

    def noun_in_words(self, noun: str) -> str | None:
        """Return one noun of this game's order lines, "cruiser", in the reader's language; None for
        a noun that has no such word."""
        counted = self.count_in_words(noun, 1)
        return counted.removeprefix("1 ") if counted else None

    def nouns_counted(self, text: str) -> str:
        """Return the rest of an order line with its counted things in the reader's language."""
        return _COUNTED.sub(
            lambda found: self.count_in_words(found[2], int(found[1])) or found[0], text
        )

    def nouns_told(self, text: str) -> str:
        """Return the rest of an order line with all its nouns in the reader's language."""
        told, done = "", 0
        for found in _COUNTED.finditer(text):
            if words := self.count_in_words(found[2], int(found[1])):
                told += self._nouns_alone(text[done : found.start()]) + words
                done = found.end()
        return told + self._nouns_alone(text[done:])

    def _nouns_alone(self, text: str) -> str:
        return _NOUN.sub(lambda found: self.noun_in_words(found[0]) or found[0], text)

    def fact_meanings(self) -> dict[str, str]:
        """Return what each of the facts says, in the reader's language.

        A name may have a part in angle brackets, which stands for any word: "has_<technology>".
        """
        return {}

    def headline(self, view: SomeView) -> str:
        """Return where the game stands, for a subject line; public facts only."""
        return ""

    def brief(self, view: SomeView) -> str:
        """Return how the reader stands in a few words, for a line that is always in sight: points,
        tokens, money. "" for those who only watch."""
        return ""

    def turn_order(self, view: SomeView) -> Sequence[int]:
        """Return the seats that take turns one after the other now, from the one on turn on, as far
        as everybody can tell; those that are out of it are left out. Empty where nobody is next."""
        return ()

    def sheet(self, view: SomeView) -> list[Section]:
        """Return the position in words, for mails and pages."""
        return []

    def pictures(self, view: SomeView) -> list[Picture]:
        """Return the position as pictures, from the view alone; see `Picture`.

        The first one is the main picture, mostly the map: every turn mail shows it. A seat's own
        pictures go with its turn mails as files; all others are on the page and in answers to MAP.
        """
        return []

    def player_sheet(self, view: SomeView, seat: int) -> list[Section]:
        """Return everything that the viewer may know of one player, in words."""
        return []

    def comparison(self, view: SomeView) -> Grid | None:
        """Return how far every player is, for example with every public objective."""
        return None

    def sketch(self, view: SomeView, what: str) -> str:
        """Return a small picture for an option of a form, as SVG; `what` is what the form wants
        drawn (`Pick.drawn`)."""
        return ""

    def forms(self, decision: Decision[Any], view: SomeView) -> list[Form]:
        """Return the forms of a question, with what is to be drawn for their options."""
        return [
            with_sketches(form, lambda what: self.sketch(view, what))
            for form in decision.all_forms(view)
        ]

    def main_picture(self, view: SomeView) -> Picture | None:
        """Return the first of the pictures; None where a game draws none."""
        drawn = self.pictures(view)
        return drawn[0] if drawn else None

    def invariants(self, state: S) -> list[str]:
        """Return in words what is wrong with the state; it must be empty after every step."""
        return []

    def disguise(self, state: S, seat: int, rng: Random) -> S:
        """Return another state that looks the same to `seat`, with hidden things swapped."""
        return self.copy(state)

    def upgrade(self, raw: dict[str, Any], schema: int) -> dict[str, Any]:
        """Return state of an older schema in today's shape."""
        raise KernelError(f"{self.name} cannot read state of schema {schema}")

    def position(self, options: Any, patch: Mapping[str, Any]) -> S:
        """Return the position of a rule case: a new game's state with `patch` laid over it."""
        return typed(merged(plain_all(self.new(options)), patch), self.State)  # type: ignore[no-any-return]

    # -- what follows --------------------------------------------------------------------------

    def copy(self, state: S) -> S:
        return decode(encode(state), self.State)  # type: ignore[no-any-return]

    def rule_text(self, number: str) -> str | None:
        """Return a rule in our own words, by the number that rulings cite ("19.5")."""
        return self.features.rulebook().find(number) if self.features.rulebook else None

    def card_text(self, name: str) -> str | None:
        """Return what a card, unit or faction does; None where the game has no such texts.

        Raises LexiconError for a name that nothing has.
        """
        return self.features.cards.find(name) if self.features.cards else None

    def dossier(self, view: SomeView, place: str) -> list[Section]:
        """Return everything to know about a place of the map; [] where the game tells nothing.

        Raises LexiconError for a place that is not on the map.
        """
        known = self.features.places
        return list(known.dossier(view, place)) if known else []

    def atlas(self, view: SomeView) -> list[str]:
        """Return the map in words, a line for each place; [] where the game has none to tell."""
        return list(self.features.places.atlas(view)) if self.features.places else []

    def layers(self, view: SomeView, place: str = "") -> list[Layer]:
        """Return what can be laid over the map: all round, or about one place."""
        known = self.features.places
        return list(known.layers(view, place)) if known else []

    def odds(
        self,
        attacker: str,
        defender: str,
        options: Mapping[str, str],
        view: SomeView | None = None,
    ) -> Chances:
        """Return the chances of a battle between two forces; {} where the game has none.

        With a `view`, `defender` may name a place of the map instead; see `BattleOdds`.
        """
        reckoned = self.features.odds
        if reckoned is None:
            return {}
        if view is not None and reckoned.at_place and reckoned.names_a_place(defender):
            return reckoned.at_place(view, defender, attacker)
        return reckoned.of_forces(attacker, defender, options)

    @property
    def has_odds(self) -> bool:
        return self.features.odds is not None

    @property
    def odds_place(self) -> str:
        """A place of the map, for the example of an attack there."""
        return self.features.odds.place if self.features.odds is not None else ""

    def measures(self, view: SomeView) -> dict[str, list[int]]:
        """Return numbers by seat for charts besides the points, such as fleet strength."""
        return self.features.measures(view.table) if self.features.measures else {}

    @cached_property
    def order_verbs(self) -> Verbs:
        fits = {verb: self._alone if verb in self.exact_verbs else _anything for verb in self.verbs}
        fits |= self.verb_arguments
        return Verbs(
            self._verbs_with_gerunds(),
            orders=fits,
            exact=self.exact_verbs,
            strict=self.strict_verbs,
            apart=self.apart,
            weights=self.weights,
        )

    def _verbs_with_gerunds(self) -> dict[str, tuple[str, ...]]:
        """Return the spellings of all verbs with those in -ing that are no other word: "not buying
        any"."""
        known = {key(spelling) for spellings in self.verbs.values() for spelling in spellings}
        return {
            id: (*spellings, *(form for form in self._gerunds(id) if key(form) not in known))
            for id, spellings in self.verbs.items()
        }

    def _gerunds(self, id: str) -> list[str]:
        if id in self.exact_verbs:
            return []
        english = self._words_by_language.get(id, {}).get("en", ())
        return [form for form in map(gerund, english) if form]

    @cached_property
    def weights(self) -> Weights:
        """Return what the words of the game weigh: little those of its orders, and the nouns that
        may stand beside a name (data/nouns.json), as in "flip two colony ships"."""
        orders = [spelling for spellings in self.verbs.values() for spelling in spellings]
        nouns = [noun for spoken in self._nouns.values() for noun in spoken]
        return Weights([*orders, *nouns], self.all_names())

    def all_names(self) -> Iterator[str]:
        """Yield every name of a thing that orders of the game may hold: those of its `names`."""
        packages = (kind.__module__.rpartition(".")[0] for kind in type(self).__mro__)
        modules = (f"{package}.names" for package in packages if package)
        module = next(filter(find_spec, modules), "")
        for names in vars(import_module(module)).values() if module else ():
            for spellings in names.entries.values() if isinstance(names, Names) else ():
                yield from spellings

    @cached_property
    def _nouns(self) -> dict[str, list[str]]:
        return self._data("nouns.json", dict[str, list[str]])

    def own_words(self, view: SomeView) -> Mapping[str, str]:
        """Return words that mean something of the viewer's, in lower case, with its name as orders
        have it: home. Empty where the game's questions read such words themselves."""
        return {}

    def apart(self, order: str) -> Sequence[str]:
        """Return the orders of a line; several where people run the steps of a turn together."""
        return (order,)

    def _alone(self, rest: str) -> bool:
        """Return whether what follows a verb adds nothing to it, or names a window."""
        windows = {word for name in self.windows for word in _plain_words(name)}
        return adds_nothing(" ".join(w for w in _plain_words(rest) if w not in windows))

    @cached_property
    def syntax(self) -> dict[str, str]:
        """Return how each order is written, by verb, from the game's data/syntax.json: parts to be
        filled in stand in angle brackets, what may be left out in square ones."""
        return self._data("syntax.json", dict[str, str])

    @cached_property
    def _words_by_language(self) -> dict[str, dict[str, list[str]]]:
        return self._data("verbs.json", dict[str, dict[str, list[str]]])

    def _data(self, name: str, kind: type[T]) -> T:
        """Return a file of the game's data folder; empty where the game has none."""
        home = Path(str(sys.modules[type(self).__module__].__file__)).parent
        path = home / "data" / name
        return msgspec.json.decode(path.read_bytes(), type=kind) if path.exists() else kind()

    def verb_in(self, language: str, verb: str) -> str:
        """Return an order's word in this language, as players are shown it."""
        words = self._words_by_language.get(verb, {}).get(language) or [self.order_verbs.name(verb)]
        return words[0].partition(" →")[0].upper()

    @cached_property
    def event_kinds(self) -> dict[str, type[Event]]:
        return {kind.__name__: kind for kind in (*KERNEL_EVENTS, *self.events)}

    @cached_property
    def interjection_kinds(self) -> dict[str, type[Interjection]]:
        return {kind.name(): kind for kind in self.interjections}

    def event(self, data: Mapping[str, Any]) -> Event:
        """Return a recorded event as its class, to be put into words."""
        return typed(data, self.event_kinds[data["kind"]])  # type: ignore[no-any-return]

    def read_options(self, raw: Mapping[str, Any]) -> Any:
        """Return options from plain data; BadOptions says which is wrong and what is possible.

        A wrong number of players hides no other mistake: the rest is judged for the nearest one.
        """
        problems = [*self._unknown_options(raw), *self._misread_options(raw)]
        wrong = {problem.option for problem in problems}
        options = typed({k: v for k, v in raw.items() if k not in wrong}, self.Options)
        if not self.min_players <= options.players <= self.max_players:
            words = _(
                "{game} is for {least} to {most} players, not {n}.",
                game=self.title,
                least=self.min_players,
                most=self.max_players,
                n=options.players,
            )
            problems.append(OptionProblem("players", words))
            possible = min(max(options.players, self.min_players), self.max_players)
            options = msgspec.structs.replace(options, players=possible)
        try:
            self.check_options(options)
        except BadOptions as bad:
            problems += bad.problems
        if problems:
            raise BadOptions(problems=problems)
        return options

    def check_options(self, options: Any) -> None:
        """Raise BadOptions, with all that is wrong, for options that do not go together."""

    def _unknown_options(self, raw: Mapping[str, Any]) -> Iterator[OptionProblem]:
        known = list(self.Options.__struct_fields__)
        for name in raw:
            if name not in known:
                near = process.extractOne(name, known, score_cutoff=60)
                words = _("{game} has no option {name}.", game=self.title, name=repr(name))
                there = _("There are: {names}.", names=", ".join(known))
                hint = _did_you_mean(near[0]) if near else there
                yield OptionProblem(name, f"{words} {hint}")

    def _misread_options(self, raw: Mapping[str, Any]) -> Iterator[OptionProblem]:
        """Yield what is wrong with each option by itself: a text for a number, none of a list.

        Hardly ever anything is, and to look at each by itself takes twenty times as long.
        """
        known = self.Options.__struct_fields__
        with suppress(msgspec.ValidationError):
            typed({name: value for name, value in raw.items() if name in known}, self.Options)
            return
        for field in msgspec.structs.fields(self.Options):
            if field.name in raw:
                try:
                    typed({field.name: raw[field.name]}, self.Options)
                except msgspec.ValidationError:
                    words = _expected(field.name, field.type, raw[field.name])
                    yield OptionProblem(field.name, words)


def _expected(name: str, kind: Any, written: Any) -> str:
    """Say what may be written for an option instead of what is `written`."""
    told = msgspec.inspect.type_info(kind)
    if isinstance(told, msgspec.inspect.Metadata):
        told = told.type
    if get_origin(kind) is Literal:
        possible = [str(value) for value in get_args(kind)]
        words = _("{name} can be: {values}.", name=name, values=", ".join(possible))
        near = process.extractOne(str(written), possible, score_cutoff=60)
        return f"{words} {_did_you_mean(near[0])}" if near else words
    if isinstance(told, msgspec.inspect.BoolType):
        return _("{name}: say yes or no.", name=name)
    if isinstance(told, msgspec.inspect.IntType):
        return _("{name}: write a whole number.", name=name)
    if isinstance(told, msgspec.inspect.FloatType):
        return _("{name}: write a number.", name=name)
    if isinstance(told, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        return _("{name}: write names, separated by commas.", name=name)
    most = getattr(told, "max_length", None)
    if most:
        return _("{name}: write a text of at most {n} characters.", name=name, n=most)
    return _("{name}: write a text.", name=name)


def _plain_words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


def _anything(rest: str) -> bool:
    return bool(rest)


def _whatever(rest: str) -> bool:
    """Return True: a command says itself what may follow it, and refuses the rest."""
    return True


def _did_you_mean(name: str) -> str:
    return _("Did you mean {name}?", name=name)


def seat_name(seat: int) -> str:
    """Return what a seat is called before it has a name in the game, in the reader's language."""
    return _("Seat {n}", n=seat + 1)


def plain_all(thing: Any) -> Any:
    """Return plain data with defaults written out, so that a patch can reach every field."""
    if isinstance(thing, msgspec.Struct):
        return {name: plain_all(getattr(thing, name)) for name in thing.__struct_fields__}
    if isinstance(thing, dict):
        return {str(key): plain_all(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [plain_all(value) for value in thing]
    return plain(thing)


def merged(base: Any, patch: Any) -> Any:
    """Return `base` with `patch` laid over it; a mapping patches a list by index."""
    if isinstance(patch, Mapping) and isinstance(base, dict):
        laid = dict(base)
        for key, value in patch.items():
            laid[str(key)] = merged(base.get(str(key)), value)
        return laid
    if isinstance(patch, Mapping) and isinstance(base, list):
        by_index = {int(key): value for key, value in patch.items()}
        return [merged(v, by_index[i]) if i in by_index else v for i, v in enumerate(base)]
    return patch


class Rulesets:
    """The games a process offers, by name."""

    def __init__(self, paths: Sequence[str]) -> None:
        """`paths`: dotted paths of ruleset objects, "rules.ti4.ruleset.TI4"."""
        self._paths = tuple(paths)

    @cached_property
    def by_name(self) -> dict[str, Ruleset[Any]]:
        found: dict[str, Ruleset[Any]] = {}
        for path in self._paths:
            module, _dot, name = path.rpartition(".")
            try:
                ruleset = getattr(import_module(module), name)
            except (ImportError, AttributeError, ValueError) as error:
                raise UnknownRuleset(f"There is no ruleset at {path!r}: {error}.") from error
            found[ruleset.name] = ruleset
        return found

    def get(self, name: str) -> Ruleset[Any]:
        if name in self.by_name:
            return self.by_name[name]
        near = process.extractOne(name, list(self.by_name), score_cutoff=60)
        there = ", ".join(sorted(self.by_name)) or _("none is installed")
        said = [_("There is no game called {name}.", name=repr(name))]
        said += [_did_you_mean(near[0])] if near else []
        said.append(_("Games here: {names}.", names=there))
        raise UnknownRuleset(" ".join(said))
