"""When cards and abilities speak: the game's windows, and what a use does (TI3 19.2, 36).

The mechanism is `rules.toolbox.moments`; the names of the windows are in `windows`.
"""

from collections.abc import Iterable, Sequence

from rules.imperium.cards import to_discards
from rules.imperium.council import asked_together
from rules.kernel.decisions import Problem
from rules.kernel.patterns import running
from rules.kernel.ruleset import RuleWanted
from rules.kernel.table import Play
from rules.lexicon import Names
from rules.ti3 import events as ev
from rules.ti3 import galaxy, texts
from rules.ti3.components import modifiers, registry
from rules.ti3.components import windows as w
from rules.ti3.components.base import Component
from rules.ti3.components.presence import present
from rules.ti3.facts import ACTION_CARDS, AGENDAS
from rules.ti3.names import ACTION_SPELLINGS
from rules.ti3.speech import _
from rules.ti3.state import Phase, Played, Public, Table, Until, View
from rules.toolbox import effects, moments
from rules.toolbox.effects import MOMENT, Effect, expire
from rules.toolbox.moments import Use
from rules.toolbox.targets import NO_TARGET, Target, as_target

__all__ = [
    "MOMENTS",
    "React",
    "Use",
    "expire",
    "in_effect",
    "lasting",
    "moment",
    "order_of_play",
    "seats_in_order",
]


class TI3Moments(moments.Moments[Public, Component]):
    """The windows of this game (TI3 36)."""

    verbs = {"action card": "PLAY"}
    spent = ("action card",)
    rule = "TI3 19.1.1"
    forbidden_rule = "TI3 1.2.1"
    example = "PLAY Plague ON Lodor"
    short_example = "PLAY Sabotage"

    def everybody(self, table: Public) -> Iterable[int]:
        return range(len(table.sides))

    def seats_in_order(self, table: Public) -> list[int]:
        return seats_in_order(table)

    def candidates(self, table: Public, seat: int, window: str) -> Sequence[Component]:
        return () if table.sides[seat].out else self.users_of(window)

    def triggered(self, table: Public, seat: int, window: str) -> list[Component]:
        return [c for c in present(table, seat, "trigger") if window in c.triggers]

    def _users_of(self, window: str) -> tuple[Component, ...]:
        """With those of windows that open together with it."""
        wanted = {window, *w.ALSO.get(window, ())}
        return tuple(c for c in registry.every() if not wanted.isdisjoint(c.windows))

    def _all_names(self) -> Names:
        """Objectives are claimed, not played: an action card may have the name of one."""
        cards = (c for c in registry.every() if c.kind != "objective")
        titles = {c.id: (c.title(), *ACTION_SPELLINGS.get(c.id, ())) for c in cards}
        return Names(titles, kind="card or ability")

    def problems(self, v: View, seat: int, use: Use, window: str, about: Target) -> list[Problem]:
        problems = super().problems(v, seat, use, window, about)
        mark = played_mark(v.table, seat, use, about)
        if not problems and use.card in ACTION_CARDS and mark in v.table.cards_played:
            words = _("You have played {card} on this before.", card=ev.title(use.card))
            return [Problem("played-before", words, "TI3 19.1.3")]
        return problems

    def carry_out(
        self, t: Table, seat: int, component: Component, use: Use, about: Target
    ) -> Play[bool]:
        if component.kind == "action card":
            return (yield from play_card(t, seat, component, use, about))
        t.tell(ev.AbilityUsed(seat, use.card, use.on), cite=component.rule)
        yield from running(component.resolve(t, seat, use.on, about))
        return True

    def moment_words(self, window: str) -> str:
        return _(w.MOMENTS[window])

    def about_words(self, about: Target, names: Sequence[str]) -> str:
        return ev.target_words(about, names)

    def effect_words(self, card: str) -> str:
        return texts.effect(card)

    def background(self, about: Target) -> Sequence[str]:
        """Return what the agenda or the card says that may be answered with another."""
        return [texts.named(about)] if about in AGENDAS or about in ACTION_CARDS else []

    def moment(
        self, t: Table, window: str, about: Target = NO_TARGET, seats: Iterable[int] | None = None
    ) -> Play[None]:
        """Let happen what happens by itself, then open laps of cards and abilities (TI3 19.2.1). In
        a lap everybody who may have something says what is played; then all is revealed and
        resolved in order. A card that has become impossible has no effect and is discarded (E81).
        """
        wanted = list(self.everybody(t.table) if seats is None else seats)
        if self._acts_by_itself(window) and any(self.triggered(t.table, s, window) for s in wanted):
            for seat in [s for s in seats_in_order(t.table) if s in wanted]:
                for component in self.triggered(t.table, seat, window):
                    yield from running(component.trigger(t, seat, window, about))
        m: Table | None = None
        acted = bool(self.users_of(window))
        while acted:
            acted = False
            able = {s for s in wanted if self.could_use(t.table, s, window, about)}
            if not able:
                break
            asked = [React(s, window, about) for s in seats_in_order(t.table) if s in able]
            m = m or t.sub(window)
            answers = yield from m.ask_window("lap", asked)
            for decision, answer in zip(asked, answers, strict=True):
                if decision.declines(answer):
                    continue
                acted = True
                if m.check(decision, answer):
                    _waste(m, decision.seat, answer)
                else:
                    yield from self.use(m, decision.seat, answer, window, about)
        if m is not None:
            here = frozenset(c.id for c in self.users_of(window))
            effects.unmark(t.table, here, frozenset(range(len(t.table.sides))))


class React(moments.React):
    """Play or use something in a window, or decline (TI3 19.2.1, 36)."""

    rule = "TI3 19.1.1"

    def subject(self) -> str:
        return self.about if self.window in w.OF_AN_AGENDA else ""

    def is_asked_with(self, address: str, other: str) -> bool:
        """Return whether the window of an agenda is asked once, together with the vote on it."""
        card = self.subject()
        return address == other or (bool(card) and asked_together(card, address, other))


def rules_wanted(v: View, seat: int) -> list[RuleWanted]:
    """Return what the seat holds that others' acts let speak, with orders for rules."""

    def condition(window: str) -> str:
        if window == w.CARD_REVEALED:
            return "target = mine OR target = me"
        if window == w.CASUALTIES:
            return "hits >= 2"
        fought = (w.PRE_COMBAT, w.SPACE_ROUND, w.ROUND_START, w.AFTER_ROLL, w.BEFORE_INVASION)
        return "losing" if window in fought else ""

    return MOMENTS.rules_wanted(v, seat, w.OWN, condition)


MOMENTS = TI3Moments(registry.REGISTRY, React)
React.moments = MOMENTS
moment = MOMENTS.moment


def situation(table: Public, about: Target) -> str:
    """Return what a card is played on, for the rule that no two copies are (TI3 19.1.3)."""
    battle = table.battle
    if battle is not None:
        return f"{battle.planet or battle.tile}/{battle.round}"
    return about or (table.active.tile if table.active is not None else "")


def played_mark(table: Public, seat: int, use: Use, about: Target) -> str:
    """Return the mark of a play; a card without a target may not be played twice on one situation
    (TI3 19.1.3)."""
    return f"{seat}:{use.card}:{use.on}:{situation(table, about)}"


# -- opening a moment ----------------------------------------------------------------------------


def order_of_play(table: Public) -> list[int]:
    """Return the seats by initiative value; the Speaker comes first among equals (TI3 5.3)."""
    alive = (
        galaxy.clockwise(table, table.speaker)
        if not table.sides[table.speaker].out
        else [seat for seat, side in enumerate(table.sides) if not side.out]
    )
    return sorted(alive, key=lambda seat: (modifiers.initiative(table, seat), alive.index(seat)))


def turn_order(table: Public) -> list[int]:
    """Return who picks or acts now, and who follows; those who have passed are left out (TI3
    6.1.1)."""
    if table.phase == Phase.PICK:
        return list(table.to_pick)
    order = order_of_play(table)
    if table.phase != Phase.TURN or table.turn not in order:
        return []
    at = order.index(table.turn)
    return [s for s in order[at:] + order[:at] if s == table.turn or not table.sides[s].passed]


_CLOCKWISE = frozenset((Phase.STRATEGY, Phase.PICK, Phase.STRATEGY_END, Phase.RACES, Phase.GALAXY))


def seats_in_order(table: Public) -> list[int]:
    """Return the order of play; clockwise from the Speaker while cards are picked (TI3 19.2.1,
    19.2.2, E82)."""
    if table.phase in _CLOCKWISE:
        return galaxy.clockwise(table, table.speaker)
    return order_of_play(table)


def _waste(t: Table, seat: int, use: Use) -> None:
    """Discard a card whose play is no longer legal when its moment comes (TI3 E81)."""
    if use.card in ACTION_CARDS and use.card in t.hand[seat].cards:
        to_discards(t, seat, (use.card,))
        t.tell(ev.CardWasted(seat, use.card), cite="TI3 E81")


def play_card(p: Table, seat: int, component: Component, use: Use, about: Target) -> Play[bool]:
    """Play an action card; one that is cancelled does not count as played (TI3 19.2, X15)."""
    to_discards(p, seat, (component.id,))
    p.table.played.append(Played(seat, component.id, use.on))
    p.tell(ev.CardPlayed(seat, component.id, use.on), cite="TI3 19.2.1")
    others = [s for s in range(len(p.table.sides)) if s != seat]
    if component.id != "sabotage":
        yield from moment(p, w.CARD_REVEALED, as_target(component.id), others)
    played = p.table.played.pop()
    if played.cancelled:
        p.tell(ev.CardCancelled(seat, component.id), cite="TI3 19.2.3")
        return False
    p.table.cards_played.append(played_mark(p.table, seat, use, about))
    yield from running(component.resolve(p, seat, use.on, about))
    return True


def lasting(t: Table, id: str, seat: int, until: Until, on: Target = NO_TARGET) -> None:
    """Put a component in force for a while; seat -1: for everybody."""
    t.table.effects.append(Effect(id, seat, until, on))


def in_effect(table: Public, id: str, seat: int | None = None, on: Target | None = None) -> bool:
    """Return whether this card or ability is in force, as more than the mark of this moment."""
    return any(
        e.id == id
        and e.until != MOMENT
        and (seat is None or e.seat in (-1, seat))
        and (on is None or e.on == on)
        for e in table.effects
    )
