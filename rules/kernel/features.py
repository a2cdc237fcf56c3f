"""What a game may have besides its rules: texts to look up, odds of battles, numbers for charts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.kernel.decisions import Decision, Interjection
from rules.kernel.events import Event
from rules.kernel.pictures import Layer
from rules.kernel.rulebook import Rulebook
from rules.kernel.views import Section, SomeView

Chances = dict[str, Any]
"""`attacker`, `draw` and `defender` are chances from 0 to 1; `lines` say more about them and
`doctrine` what they assume, both if there is anything to say; the rest is for whoever knows the
game."""


class CardTexts(NamedTuple):
    """What cards, units and factions do, in our own words.

    `find(name)` gives a text in the reader's language, a line for each thing to say; it raises
    LexiconError for a name that nothing has. `example` is a name that it knows, for whoever is
    told how to ask. `spellings()` gives all names that there are, each thing by the first of its
    own.
    """

    find: Callable[[str], str | None]
    example: str
    spellings: Callable[[], Mapping[str, Sequence[str]]] = dict


class BattleOdds(NamedTuple):
    """The chances of battles; all raise LexiconError for what they cannot read.

    `of_forces(attacker, defender, options)` takes two forces written as text; `example` is such a
    force, and `place` a place of the map as players write it. Where `names_a_place(text)`,
    `at_place(view, place, force)` gives the chances of an attack there as the viewer can know
    them, with `force` or, if it is empty, with what is there or could come.
    """

    of_forces: Callable[[str, str, Mapping[str, str]], Chances]
    example: str
    names_a_place: Callable[[str], bool] = lambda text: False
    at_place: Callable[[SomeView, str, str], Chances] | None = None
    place: str = "27"


def _no_ideas(decision: Decision[Any], view: SomeView, rng: Random) -> Sequence[Any]:
    return ()


def _no_offers(view: SomeView, rng: Random) -> Sequence[Interjection]:
    return ()


class Thinking(NamedTuple):
    """What a game tells a player that thinks (`thinking.planner`); all of it from a view alone.

    `prospects(view, seat)`: how good the position looks for `seat`, in parts by name, each in
    victory points; they are added up, and the part that gains most is why a turn is suggested. What
    is in the hand counts only where the view is the seat's own.
    `ideas(decision, view, rng)`: sensible answers to a question, the best guess first; none where
    the game knows no better than a random legal answer. Illegal ones do no harm. Mostly the first
    legal one is all that is wanted, so ideas that take work are better made one after the other.
    `offers(view, rng)`: deals that might suit both sides.
    `doctrine`: standing orders that a sensible player writes before the first turn, so that nobody
    waits for what is answered alike nearly always.
    `say(part)`: the name of a part of the prospects in the reader's language.
    """

    prospects: Callable[[SomeView, int], Mapping[str, float]]
    ideas: Callable[[Decision[Any], SomeView, Random], Iterable[Any]] = _no_ideas
    offers: Callable[[SomeView, Random], Sequence[Interjection]] = _no_offers
    doctrine: tuple[str, ...] = ()
    say: Callable[[str], str] = str


class Scene(NamedTuple):
    """A stretch of events that a game tells together, such as a battle.

    It reaches from an event of a kind in `begins` to one of a kind in `ends`.
    `words(events, names)` tells those that begin and end it and those in `covers`; other events
    on the way keep their own sentences. The end may be missing: then the scene still goes on.
    """

    begins: tuple[type[Event], ...]
    ends: tuple[type[Event], ...]
    covers: tuple[type[Event], ...]
    words: Callable[[Sequence[Event], Sequence[str]], str]


class Roll(NamedTuple):
    """Dice that a seat rolled in a fight, with numbers from 1 to `sides`.

    `needed`: for each die the least number that hit; empty where the event does not tell it.
    """

    seat: int
    dice: tuple[int, ...]
    sides: int
    needed: tuple[int, ...] = ()


def _no_roll(event: Event) -> Roll | None:
    return None


class Story(NamedTuple):
    """How a game tells what happened (`records.story`); `folded`: events that are told only on
    request, such as dice.

    `apart`: everybody acts at once, so that what each seat did is a chapter of its own.

    For the final report: `points` are the kinds of events that tell where a seat's points come
    from, those that name it first; `sources` say by the cited rule what points are for that no such
    event names; `rolled(event)` are the dice of a fight that an event tells of.
    """

    scenes: tuple[Scene, ...] = ()
    folded: tuple[type[Event], ...] = ()
    apart: bool = False
    points: tuple[type[Event], ...] = ()
    sources: Callable[[str], str] = lambda rule: ""
    rolled: Callable[[Event], Roll | None] = _no_roll


class PlaceFacts(NamedTuple):
    """What a game tells of a place of its map, from a view alone.

    `dossier(view, place)`: everything in it, who can come there, what fires into it; `place` is the
    name that orders use, as the map has it, and LexiconError is raised for any other.
    `layers(view, place)`: what can be laid over the map; with "" all that is about the whole map,
    else what is about that place, such as the reach of the fleet there.
    `atlas(view)`: the whole map in words, a line for each place: what is in it, what it is next to;
    none where the sheet has that already.
    """

    dossier: Callable[[SomeView, str], Sequence[Section]]
    layers: Callable[[SomeView, str], Sequence[Layer]]
    atlas: Callable[[SomeView], Sequence[str]] = lambda view: ()


class Sides(NamedTuple):
    """What players can be: factions, races, species.

    `option`: the option that says how they come to the seats; `ways`: its values where the game
    settles that. `names()`: all of them by id, as `CardTexts` knows them. `chosen(ids)`: the
    options of a table whose seats have these, from the first on; `of(options)`: who sits where by
    the options, [] where the game settles that.
    """

    option: str
    ways: tuple[str, ...]
    names: Callable[[], Mapping[str, str]]
    chosen: Callable[[Sequence[str]], Mapping[str, Any]]
    of: Callable[[Any], Sequence[str]]
    besides: tuple[str, ...] = ()
    """Options that only say what `chosen` writes."""


class Maps(NamedTuple):
    """Maps that the server makes: `option` with the value `made` asks for one, and `written(table)`
    is the value that asks for the very map of a table. `later`: values that name no map yet."""

    option: str
    made: str
    written: Callable[[Any], str]
    later: tuple[str, ...]


def _no_advice() -> Sequence[str]:
    return ()


class FirstGame(NamedTuple):
    """What suits people who play a game for the first time.

    `options`: those of the table; `sides`: who sits where, from the first seat on, where it is not
    left to the game. `orders`: the verbs that a first turn needs, to be shown with an example.
    `advice()`: what to go for, a sentence or two each, in the reader's language.
    """

    options: Mapping[str, Any] = {}
    sides: Sequence[str] = ()
    orders: Sequence[str] = ()
    advice: Callable[[], Sequence[str]] = _no_advice


class Features(NamedTuple):
    """What a game has of all this; None where it has none.

    `measures(table)`: numbers by seat that are worth a chart besides the points, from what
    everybody knows.
    """

    rulebook: Callable[[], Rulebook] | None = None
    cards: CardTexts | None = None
    odds: BattleOdds | None = None
    measures: Callable[[Any], dict[str, list[int]]] | None = None
    thinking: Thinking | None = None
    story: Story = Story()
    places: PlaceFacts | None = None
    sides: Sides | None = None
    maps: Maps | None = None
    first_game: FirstGame = FirstGame()
