"""All events of the game, in words."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rules.inscription import names
from rules.inscription.names import spoken
from rules.inscription.speech import N_, _
from rules.inscription.state import Mark
from rules.inscription.wording import (
    mark_words,
    points_words,
    resource_list,
    sheet_name,
    trade_goods_words,
    votes_words,
)
from rules.kernel import events
from rules.lexicon import Speech


class Event(events.Event):
    """The base of this game's events, worded by this game.

    Cards are told with the title printed on them, because an owner's set may have its own.
    """

    speech: ClassVar[Speech] = _


class Named(Event):
    """An event about a card; `group` says where the card's name in other languages is found."""

    group: ClassVar[str] = "event"

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        fields = super().values(names_)
        fields["card"] = spoken(self.group, fields["card"], fields["title"])
        return fields


class SheetsDealt(Event):
    seat: int
    layouts: tuple[str, ...]
    titles: tuple[str, ...]

    def words(self, names_: Sequence[str]) -> str:
        pairs = zip(self.layouts, self.titles, strict=True)
        titles = [spoken("layout", id, title) for id, title in pairs]
        return _("{seat} is dealt: {sheets}.", seat=names_[self.seat], sheets=", ".join(titles))


class FactionsDealt(Event):
    seat: int
    cards: tuple[str, ...]
    titles: tuple[str, ...]

    def words(self, names_: Sequence[str]) -> str:
        pairs = zip(self.cards, self.titles, strict=True)
        cards = ", ".join(spoken("faction", id, title) for id, title in pairs)
        return _("You are dealt the factions {cards}.", cards=cards)


class FactionChosen(Named):
    seat: int
    card: str
    title: str
    group = "faction"
    text = N_("Seat {number} plays {card}.")

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names_), "number": self.seat + 1}


class SpeakerIs(Event):
    seat: int
    text = N_("{seat} is the speaker.")


class NeighborsSet(Event):
    half: str

    def words(self, names_: Sequence[str]) -> str:
        if self.half == "L":
            return _("The two players are left neighbors of each other; the AI is on the right.")
        return _("The two players are right neighbors of each other; the AI is on the left.")


class ObjectiveShown(Named):
    card: str
    title: str
    sheet: str
    high: int
    low: int
    group = "objective"
    text = N_("Objective for {sheet}: {card} ({high}, then {points}).")

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        points = points_words(self.low)
        return {**super().values(names_), "sheet": sheet_name(self.sheet), "points": points}


class Revealed(Named):
    """An event card is turned over."""

    round: int
    card: str
    title: str
    stage: str
    sort: str
    resources: tuple[str, ...] = ()
    group = "event"
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        fields = self.values(names_)
        if self.sort == "strategy":
            given = resource_list(self.resources)
            return _("Round {round}, stage {stage}: {card} gives {given}.", given=given, **fields)
        if self.sort == "war":
            return _("Round {round}, stage {stage}: {card}. War!", **fields)
        if self.sort == "council":
            return _("Round {round}, stage {stage}: {card}. The council meets.", **fields)
        return _("Round {round}, stage {stage}: {card}. Everybody produces.", **fields)


class Rolled(Event):
    black: tuple[str, ...]
    focus: tuple[int, ...]
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        focus = [kind for kind, n in zip("MIR", self.focus, strict=True) for _i in range(n)]
        return _(
            "The dice show {black}; the focus dice {focus}.",
            black=resource_list(self.black),
            focus=resource_list(focus),
        )


class Marked(Event):
    """The marks that a player wrote in a step, opened when all had finished (TIN 5.3.2, 32.7.1).

    `titles`: the names of cards among the marks, by the ids there.
    """

    seat: int
    sheet: str
    marks: tuple[Mark, ...]
    lapsed: tuple[str, ...] = ()
    titles: dict[str, str] = {}
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        told = (mark_words(mark, self.titles) for mark in self.marks)
        done = "; ".join(told) or _("nothing")
        fields: dict[str, Any] = {"seat": names_[self.seat], "done": done}
        said = (
            _("{seat} on {sheet}: {done}.", sheet=sheet_name(self.sheet), **fields)
            if self.sheet
            else _("{seat}: {done}.", **fields)
        )
        if self.lapsed:
            said += " " + _("Without use: {lapsed}.", lapsed=resource_list(self.lapsed))
        return said


class RelicDrawn(Event):
    """The relics a player drew, with their points and texts, told to that player alone."""

    seat: int
    cards: tuple[str, ...]
    titles: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    effects: tuple[str, ...] = ()

    def words(self, names_: Sequence[str]) -> str:
        if not self.cards:
            return _("No relic is left to draw.")
        drawn = zip(self.cards, self.titles, self.points, self.effects, strict=True)
        told = [
            f"{spoken('relic', id, title)} ({points_words(n)}): {_(text)}"
            for id, title, n, text in drawn
        ]
        return _("You draw a relic. {cards}", cards=" ".join(told))


class RelicPlayed(Named):
    seat: int
    card: str
    title: str
    group = "relic"
    reveals = True
    text = N_("{seat} has played the relic {card}.")


class ObjectiveCompleted(Named):
    seat: int
    card: str
    title: str
    points: int
    group = "objective"
    reveals = True
    text = N_("{seat} completes {card} for {points}.")

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names_), "points": points_words(self.points)}


class MecatolClaimed(Event):
    seat: int
    row: int
    rewards: int
    points: int
    votes: int
    reveals = True
    text = N_(
        "{seat} claims Mecatol Rex: row {row} with the rewards of row {rewards}, {points} and "
        "{votes}."
    )

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        points, votes = points_words(self.points), votes_words(self.votes)
        return {**super().values(names_), "points": points, "votes": votes}


class WarFought(Event):
    """A war of one player; `foe` -1 is the AI."""

    seat: int
    half: str
    foe: int
    own: int
    other: int
    result: str

    def words(self, names_: Sequence[str]) -> str:
        foe = names_[self.foe] if self.foe >= 0 else _("the AI")
        fields: dict[str, Any] = {
            "seat": names_[self.seat], "foe": foe, "own": self.own, "other": self.other,
        }  # fmt: skip
        if self.result == "win":
            return _("{seat} wins against {foe}, {own} to {other}.", **fields)
        if self.result == "loss":
            return _("{seat} loses against {foe}, {own} to {other}.", **fields)
        return _("{seat} and {foe} are even, {own} to {other}.", **fields)


class PlanDeclared(Event):
    """An optional bonus to a war's strength; `source`: the key of its effect."""

    seat: int
    half: str
    source: str
    title: str

    def words(self, names_: Sequence[str]) -> str:
        group, _blank, id = self.source.partition(" ")
        what = spoken("relic", id, self.title) if group == "relic" else self.title
        return _(
            "{seat} uses {what} in the war on the {side}.",
            seat=names_[self.seat],
            what=what,
            side=_("left") if self.half == "L" else _("right"),
        )


class Produced(Event):
    seat: int
    goods: int
    text = N_("{seat} produces {goods}.")

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names_), "goods": trade_goods_words(self.goods)}


class VotesClaimed(Event):
    seat: int
    votes: int
    text = N_("{seat} claims {votes}.")

    def values(self, names_: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names_), "votes": votes_words(self.votes)}


class AgendaRevealed(Named):
    card: str
    title: str
    yes: str
    no: str
    group = "agenda"
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        return _(
            "The agenda is {card}. Pass: {yes} Fail: {no}",
            card=spoken("agenda", self.card, self.title),
            yes=_(self.yes),
            no=_(self.no),
        )


class TwoAgendas(Event):
    """An outcome of each of two cards, with one and two players (TIN 21.6)."""

    cards: tuple[str, str]
    titles: tuple[str, str]
    better: str
    worse: str
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        pairs = zip(self.cards, self.titles, strict=True)
        first, second = [spoken("agenda", id, title) for id, title in pairs]
        return _(
            "The council weighs {first} and {second}. With more votes than the AI: {better} "
            "Otherwise: {worse}",
            first=first,
            second=second,
            better=_(self.better),
            worse=_(self.worse),
        )


class Voted(Event):
    seat: int
    votes: int
    passes: bool = True
    free: int = 0
    plain: bool = False
    """Without an outcome: against the AI only the number counts."""

    def words(self, names_: Sequence[str]) -> str:
        fields: dict[str, Any] = {"seat": names_[self.seat], "votes": votes_words(self.votes)}
        if not self.votes:
            return _("{seat} abstains.", **fields)
        if self.plain:
            return _("{seat} casts {votes}.", **fields)
        if self.passes:
            return _("{seat} casts {votes} for Pass.", **fields)
        return _("{seat} casts {votes} for Fail.", **fields)


class Tied(Event):
    die: str
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        return _("The votes are even; the die shows {die}.", die=resource_list([self.die]))


class Decided(Event):
    passed: bool
    yes: int
    no: int

    def words(self, names_: Sequence[str]) -> str:
        if self.passed:
            return _("The agenda passes, {yes} to {no}.", yes=self.yes, no=self.no)
        return _("The agenda fails, {no} to {yes}.", yes=self.yes, no=self.no)


class ChooserFound(Event):
    seat: int
    text = N_("{seat} cast the most votes and chooses for all.")


class ChooserRolls(Event):
    """A roll of the black dice by tied players, until one alone shows influence (TIN 12.3.2)."""

    seats: tuple[int, ...]
    dice: tuple[str, ...]
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        rolls = [
            f"{names_[seat]}: {resource_list([die])}"
            for seat, die in zip(self.seats, self.dice, strict=True)
        ]
        return _("For the choice they roll: {rolls}.", rolls=", ".join(rolls))


class NamedForAll(Event):
    seat: int
    what: str

    def words(self, names_: Sequence[str]) -> str:
        known = names.COMMODITY_NAMES if self.what in names.COMMODITY_NAMES else names.SHEET_NAMES
        return _("{seat} names {what}.", seat=names_[self.seat], what=_(known.name(self.what)))


class AIVoted(Event):
    votes: int
    die: str
    reveals = True

    def words(self, names_: Sequence[str]) -> str:
        return _(
            "The AI has {votes} votes, with a die showing {die}.",
            votes=self.votes,
            die=resource_list([self.die]),
        )


class OutcomeFor(Event):
    """The outcome that a player resolves against the AI."""

    seat: int
    better: bool

    def words(self, names_: Sequence[str]) -> str:
        seat = names_[self.seat]
        if self.better:
            return _("{seat} has outvoted the AI.", seat=seat)
        return _("{seat} has not outvoted the AI.", seat=seat)


class AIAdvanced(Event):
    tracks: tuple[str, ...]

    def words(self, names_: Sequence[str]) -> str:
        told = {
            "strength": _("strength"),
            "votes": _("votes"),
        }
        return _(
            "The AI advances: {tracks}.",
            tracks=", ".join(told.get(track, _("goals")) for track in self.tracks) or _("nothing"),
        )


class AIGoal(Event):
    goal: str

    def words(self, names_: Sequence[str]) -> str:
        if self.goal == "mecatol":
            return _("The AI claims Mecatol Rex.")
        return _("The AI completes the objective for {sheet}.", sheet=sheet_name(self.goal))


class Scored(Event):
    seat: int
    navigation: int
    expansion: int
    industry: int
    warfare: int
    total: int
    votes: int
    text = N_(
        "{seat}: navigation {navigation}, expansion {expansion}, industry {industry}, warfare "
        "{warfare}: {total} points ({votes} votes left)."
    )


class Ranked(Event):
    seat: int
    title: str

    def words(self, names_: Sequence[str]) -> str:
        return _("{seat} ends as {title}.", seat=names_[self.seat], title=_(self.title))


class Won(Event):
    seats: tuple[int, ...]

    def words(self, names_: Sequence[str]) -> str:
        if not self.seats:
            return _("Nobody wins: the AI prevails.")
        if len(self.seats) == 1:
            return _("{seat} wins the game.", seat=names_[self.seats[0]])
        return _("Shared victory: {seats}.", seats=", ".join(names_[s] for s in self.seats))


EVENTS: tuple[type[events.Event], ...] = (
    SheetsDealt, FactionsDealt, FactionChosen, SpeakerIs, NeighborsSet, ObjectiveShown, Revealed,
    Rolled, Marked, RelicDrawn, RelicPlayed, ObjectiveCompleted, MecatolClaimed, WarFought,
    PlanDeclared, Produced, VotesClaimed, AgendaRevealed, TwoAgendas, Voted, Tied, Decided,
    ChooserFound, ChooserRolls, NamedForAll, AIVoted, OutcomeFor, AIAdvanced, AIGoal, Scored,
    Ranked, Won,
)  # fmt: skip
