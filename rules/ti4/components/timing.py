"""The moments of cards and abilities: the game's windows, and the effect of a use (TI4 E.0, 83).

The mechanism is `rules.toolbox.moments`; the names of the windows are in `windows`.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from rules.imperium.cards import to_discards
from rules.kernel.decisions import Reading
from rules.kernel.match import step_of
from rules.kernel.patterns import running
from rules.kernel.ruleset import RuleWanted
from rules.kernel.table import Play
from rules.lexicon import OrderLine
from rules.ti4 import events as ev
from rules.ti4 import texts
from rules.ti4.components import modifiers, presence, registry
from rules.ti4.components import windows as w
from rules.ti4.components.base import Component, Note
from rules.ti4.facts import ACTION_CARDS, AGENDAS, FACTIONS, NOTES, TECHNOLOGIES
from rules.ti4.galaxy import home_of
from rules.ti4.reading import stands_alone
from rules.ti4.speech import _
from rules.ti4.state import NoteId, Phase, Played, Public, Table, Until, View
from rules.toolbox import moments
from rules.toolbox.effects import Effect, expire, in_effect
from rules.toolbox.moments import Use
from rules.toolbox.targets import NO_TARGET, Target, as_target

__all__ = [
    "MOMENTS",
    "React",
    "Use",
    "asked_of_agenda",
    "clockwise",
    "expire",
    "in_effect",
    "initiative_order",
    "laps",
    "lasting",
    "moment",
    "reactions",
    "return_note",
    "seats_in_order",
    "triggers",
]


_BY_INITIATIVE = frozenset(
    (Phase.TURN, Phase.STATUS, Phase.SCORE, Phase.REVEAL, Phase.TOKENS, Phase.READY)
)


def seats_in_order(table: Public) -> list[int]:
    """Return the seats in the order in which they act when several want to
    (TI4 OE-1, OE-2, H-1)."""
    alive = [seat for seat, side in enumerate(table.sides) if not side.out]
    phase = table.phase
    if phase in _BY_INITIATIVE:
        order = initiative_order(table)
        first = table.turn if phase == Phase.TURN and table.turn in order else order[0]
    else:
        order, first = alive, table.speaker
    if first not in order:
        return order
    at = order.index(first)
    return order[at:] + order[:at]


def initiative_order(table: Public) -> list[int]:
    """Return the seats by their initiative (TI4 32)."""
    values = modifiers.initiatives(table)
    return sorted(values, key=lambda seat: (values[seat], seat))


def turn_order(table: Public) -> list[int]:
    """Return who picks or acts now, and who follows; those who have passed are left out (TI4 22.1,
    4.2)."""
    if table.phase == Phase.PICK:
        return list(table.to_pick)
    if table.phase != Phase.TURN or table.turn < 0:
        return []
    order = initiative_order(table)
    at = order.index(table.turn)
    return [s for s in order[at:] + order[:at] if s == table.turn or not table.sides[s].passed]


def clockwise(table: Public, first: int) -> list[int]:
    """Return the seats still in the game, clockwise from `first` (TI4 0.7)."""
    count = len(table.sides)
    order = [(first + k) % count for k in range(count)]
    return [seat for seat in order if not table.sides[seat].out]


@cache
def _moments_of_combat(window: str, on_planet: bool) -> tuple[str, ...]:
    elsewhere = w.IN_SPACE if on_planet else w.ON_PLANETS
    return tuple(timing for timing in w.TOGETHER[window] if timing not in elsewhere)


@cache
def _candidates(window: str, timings: tuple[str, ...], faction: str) -> tuple[Component, ...]:
    """Return the components a player of a faction may have for these moments of a window: nobody
    has another's sheet or flagship."""
    sheet = FACTIONS[faction] if faction else None
    mine = () if sheet is None else (sheet.flagship, *(a.id for a in sheet.abilities))
    users = MOMENTS.users_at(window, timings)
    return tuple(c for c in users if c.kind not in ("ability", "flagship") or c.id in mine)


class TI4Moments(moments.Moments[Public, Component]):
    """The windows of this game."""

    verbs = {"action card": "PLAY", "note": "PLAY", "objective": "SCORE"}
    spent = ("action card", "note")
    rule = "TI4 83.1"
    forbidden_rule = "TI4 GR-3"
    example = "PLAY Plague ON Lodor"
    short_example = "PLAY Sabotage"

    def everybody(self, table: Public) -> Iterable[int]:
        return range(len(table.sides))

    def seats_in_order(self, table: Public) -> list[int]:
        return seats_in_order(table)

    def allowed(self, table: Public, seat: int, component: Component) -> bool:
        if presence.silenced(table, seat, component):
            return False
        if component.kind == "ability" and not modifiers.may_use_abilities(table, seat):
            return False
        return component.kind != "action card" or modifiers.may_play_cards(table, seat)

    def candidates(self, table: Public, seat: int, window: str) -> Sequence[Component]:
        side = table.sides[seat]
        if side.out:
            return ()
        return _candidates(window, self.moments_of(table, seat, window), side.faction)

    def timings(self, window: str) -> tuple[str, ...]:
        return w.TOGETHER.get(window, (window,))

    def moments_of(self, table: Public, seat: int, window: str) -> tuple[str, ...]:
        """Return the active player's moments, the others', those of a combat in space or on a
        planet."""
        if window not in w.TOGETHER:
            return (window,)
        if window == w.ACTIVATION:
            active = seat == table.active_now.seat
            mine = w.AFTER_ACTIVATION if active else w.AFTER_OTHER_ACTIVATION
            return (mine, w.AFTER_ANY_ACTIVATION)
        battle = table.battle_now
        return _moments_of_combat(window, bool(battle.planet)) if seat in battle.sides else ()

    def waits(self, table: Public, seat: int, component: Component) -> bool:
        """Return whether a second SCORE line waits for the next combat: one objective each
        (TI4 29.7)."""
        scored = component.kind == "objective" and table.scored_in_this_combat(seat)
        return scored or super().waits(table, seat, component)

    def triggered(self, table: Public, seat: int, window: str) -> Sequence[Component]:
        return presence.acting(table, seat, window)

    def carry_out(
        self, t: Table, seat: int, component: Component, use: Use, about: Target
    ) -> Play[bool]:
        """Play a card, a note or an ability; return whether it counted (TI4 C.6 Y1 to Y3)."""
        if component.kind == "action card":
            return (yield from _play_card(t, seat, component, use, about))
        if isinstance(component, Note):
            return (yield from _play_note(t, seat, component, use, about))
        t.tell(ev.AbilityUsed(seat, use.card, use.on), cite=component.rule)
        if component.kind == "technology" and TECHNOLOGIES[component.id].exhausts:
            t.table.sides[seat].exhausted.append(component.id)
        yield from running(component.resolve(t, seat, use.on, about))
        return True

    def moment_words(self, window: str) -> str:
        return _(w.MOMENTS[window])

    def about_words(self, about: Target, names: Sequence[str]) -> str:
        return ev.target_words(about, names)

    def effect_words(self, card: str) -> str:
        return texts.effect(card)

    def background(self, about: Target) -> Sequence[str]:
        """Return the text of the agenda or the card that may be answered with another."""
        return [texts.named(about)] if about in AGENDAS or about in ACTION_CARDS else []


def asked_of_agenda(card: str, address: str, other: str) -> bool:
    """Return whether another question was asked when this agenda was revealed, or since."""
    same = step_of(address) == step_of(other)
    return same and (f"/reveal@{card}/" in other or f"/{card}/" in other)


class React(moments.React):
    """Play or use something in a window, or decline (TI4 E, D-40 to D-42)."""

    rule = "TI4 83.1"

    def subject(self) -> str:
        return self.about if self.window in w.OF_AN_AGENDA else ""

    def is_asked_with(self, address: str, other: str) -> bool:
        """Return whether the windows of one agenda are asked once, together with the vote on it."""
        card = self.subject()
        return asked_of_agenda(card, address, other) if card else address == other

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Use]:
        """Read a use; PASS stands alone."""
        for line in lines:
            if line.verb == "pass":
                stands_alone(line)
        return super().read_orders(v, lines)


def rules_wanted(v: View, seat: int) -> list[RuleWanted]:
    """Return what the seat holds that others' acts let speak, with orders for rules."""
    home = home_of(v.table, seat)

    def condition(window: str) -> str:
        if window == w.WHEN_ACTION_CARD_PLAYED:
            return "target = mine OR target = me"
        if window in (w.BEFORE_ASSIGN_COMBAT_HITS, w.BEFORE_ASSIGN_SPACE_CANNON_HITS):
            return "hits >= 2"
        if window in (w.AFTER_OTHER_ACTIVATION, w.AFTER_ANY_ACTIVATION, w.AFTER_SHIPS_MOVED_IN):
            return f"active = {home}"
        fought = (window, *w.TOGETHER.get(window, ()))
        return "losing" if not {*w.IN_COMBAT}.isdisjoint(fought) else ""

    return MOMENTS.rules_wanted(v, seat, w.OWN, condition)


MOMENTS = TI4Moments(registry.REGISTRY, React)
React.moments = MOMENTS
moment = MOMENTS.moment
laps = MOMENTS.laps
triggers = MOMENTS.triggers
reactions = MOMENTS.reactions


def _play_card(p: Table, seat: int, component: Component, use: Use, about: Target) -> Play[bool]:
    """Play an action card unless somebody cancels it; return whether it counted (TI4 28.7,
    28.8)."""
    to_discards(p, seat, (component.id,))
    p.table.played.append(Played(seat, component.id, use.on))
    p.tell(ev.CardPlayed(seat, component.id, use.on), cite="TI4 28.7")
    others = [s for s in range(len(p.table.sides)) if s != seat]
    yield from moment(p, w.WHEN_ACTION_CARD_PLAYED, as_target(component.id), others)
    played = p.table.played.pop()
    if played.cancelled:
        p.tell(ev.CardCancelled(seat, component.id), cite="TI4 28.8")
        return False
    yield from running(component.resolve(p, seat, use.on, about))
    return True


def _play_note(p: Table, seat: int, component: Note, use: Use, about: Target) -> Play[bool]:
    """Play a note, which lies open while it is resolved, then goes back unless it stays
    (TI4 75.3)."""
    owner = component.owner_of_play(p.view(seat), seat, use.on, about)
    note = str(NoteId(owner, component.id))
    p.hand[seat].notes.remove(note)
    p.table.sides[seat].notes -= 1
    p.tell(ev.CardPlayed(seat, component.id, use.on), cite="TI4 75.1")
    p.table.sides[seat].in_play.append(note)
    yield from running(component.resolve(p, seat, use.on, about))
    if not NOTES[component.id].stays and note in p.table.sides[seat].in_play:
        return_note(p, seat, note)
    return True


def return_note(t: Table, holder: int, note: str) -> None:
    """Return a note to its owner's hand, from the play area or from resolving it (TI4 75.3)."""
    owner = NoteId.read(note).owner
    if note in t.table.sides[holder].in_play:
        t.table.sides[holder].in_play.remove(note)
        registry.note(NoteId.read(note).note).leaves_play(t, holder)
    t.hand[owner].notes.append(note)
    t.table.sides[owner].notes += 1
    t.tell(ev.NoteReturned(holder, note), cite="TI4 75.3")


def lasting(t: Table, id: str, seat: int, until: Until, on: Target = NO_TARGET) -> None:
    """Put a component in force for a while."""
    t.table.effects.append(Effect(id, seat, until, on))
