"""Opening a moment: what happens by itself, then whoever wants to react (TI4 E.0, 83)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from rules.kernel import patterns
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Option, Problem, Reaction, Reading
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.lexicon import MissingPart, Names, OrderLine, Slots, UnknownName, read_slots
from rules.ti4 import events as ev
from rules.ti4 import modifiers, presence, registry, spoken
from rules.ti4 import windows as w
from rules.ti4.components import Component
from rules.ti4.facts import ACTION_CARDS, AGENDAS, FACTIONS, NOTES, TECHNOLOGIES
from rules.ti4.speech import N_, _, as_written
from rules.ti4.state import Effect, Played, Public, Table, View

VERBS = {"action card": "PLAY", "note": "PLAY", "objective": "SCORE"}
_USES = {"PLAY": N_("Play {card}"), "USE": N_("Use {card}"), "SCORE": N_("Score {card}")}
_USES_ON = {
    "PLAY": N_("Play {card} on {target}"),
    "USE": N_("Use {card} on {target}"),
    "SCORE": N_("Score {card} on {target}"),
}


class Use(Fixed):
    """A component used, with its target; nothing is `card` "" ."""

    card: str = ""
    on: str = ""


@cache
def users_of(window: str) -> tuple[Component, ...]:
    """Every component that may be used by choice in a window."""
    return tuple(
        handler
        for kind in registry.KINDS
        for _, handler in sorted(registry.built(kind).items())
        if window in handler.windows
    )


@cache
def names_of(window: str) -> Names:
    return Names({c.id: (ev.title(c.id),) for c in users_of(window)}, kind="card or ability")


def verb(component: Component) -> str:
    return VERBS.get(component.kind, "USE")


def find(window: str, id: str) -> Component | None:
    return next((c for c in users_of(window) if c.id == id), None)


# -- what may be used now ------------------------------------------------------------------------


def could_use(table: Public, seat: int, window: str, about: str) -> bool:
    """As far as everybody can see: may this seat have something for the window?"""
    if table.sides[seat].out:
        return False
    for c in _candidates(window, table.sides[seat].faction):
        if (
            c.may_have(table, seat)
            and not _used(table, seat, c)
            and _allowed(table, seat, c)
            and c.fits(table, seat, window, about)
        ):
            return True
    return False


@cache
def _candidates(window: str, faction: str) -> tuple[Component, ...]:
    """What a player of a faction may have for a window: nobody has another's sheet or flagship."""
    sheet = FACTIONS[faction] if faction else None
    mine = () if sheet is None else (sheet.flagship, *(a.id for a in sheet.abilities))
    return tuple(
        c for c in users_of(window) if c.kind not in ("ability", "flagship") or c.id in mine
    )


def _used(table: Public, seat: int, component: Component) -> bool:
    """TI4 83.16: already used in this very moment."""
    return component.once_a_window and any(
        e.id == component.id and e.seat == seat and e.until == "moment" for e in table.effects
    )


def _allowed(table: Public, seat: int, component: Component) -> bool:
    if presence.silenced(table, seat, component):
        return False
    if component.kind == "ability" and not modifiers.may_use_abilities(table, seat):
        return False
    return component.kind != "action card" or modifiers.may_play_cards(table, seat)


def use_problems(v: View, seat: int, use: Use, window: str, about: str) -> list[Problem]:
    """Why a component cannot be used so, here and now."""
    component = find(window, use.card)
    if component is None:
        words = _("{card} cannot be used now.", card=ev.title(use.card))
        return [Problem("wrong-timing", words, "TI4 83.1")]
    if not component.has(v, seat):
        return [component.lacking(v, seat)]
    if not _allowed(v.table, seat, component):
        return [
            Problem("cannot-play", _("It cannot be used now: an effect forbids it."), "TI4 GR-3")
        ]
    if _used(v.table, seat, component) or not component.fits(v.table, seat, window, about):
        words = _("{card} does not fit this moment.", card=ev.title(use.card))
        return [Problem("wrong-timing", words, component.rule)]
    targets = component.targets(v, seat, window, about)
    if targets is None and use.on:
        words = _("{card} takes no target.", card=ev.title(use.card))
        return [Problem("no-target-wanted", words, component.rule)]
    if targets is not None and use.on not in targets:
        possible = ", ".join(targets.values()) or _("nothing")
        words = _(
            "That is no target for {card}. Possible: {targets}.",
            card=ev.title(use.card),
            targets=possible,
        )
        return [Problem("bad-target", words, component.rule)]
    return component.problems(v, seat, use.on, window, about)


def uses(v: View, seat: int, window: str, about: str = "") -> list[Use]:
    """Every legal use a seat has in a window."""
    found = []
    for component in users_of(window):
        if not component.has(v, seat):
            continue
        targets = component.targets(v, seat, window, about)
        for on in [""] if targets is None else targets:
            use = Use(component.id, on)
            if not use_problems(v, seat, use, window, about):
                found.append(use)
    return found


def write_use(v: View, seat: int, use: Use, window: str, about: str) -> str:
    component = find(window, use.card)
    assert component is not None
    line = f"{verb(component)} {ev.title(use.card)}"
    if not use.on:
        return line
    return f"{line} ON {_written_targets(component, v, seat, window, about).get(use.on, use.on)}"


def _written_targets(
    component: Component, v: View, seat: int, window: str, about: str
) -> Mapping[str, str]:
    """Targets in the words of order lines."""
    return as_written(lambda: component.targets(v, seat, window, about)) or {}


def use_words(v: View, seat: int, use: Use, window: str, about: str) -> str:
    """A use as an option is told: what a line that writes it would do."""
    component = find(window, use.card)
    assert component is not None
    card = ev.title(use.card)
    if not use.on:
        return _(_USES[verb(component)], card=card)
    targets = component.targets(v, seat, window, about) or {}
    return _(_USES_ON[verb(component)], card=card, target=targets.get(use.on, use.on))


def read_use(
    v: View, seat: int, line: OrderLine, window: str, about: str
) -> tuple[Use, tuple[str, ...]] | None:
    """A use out of `PLAY <card> [ON <target>]`; None if the card is not for this window or was
    used in it, so that a second line waits for the next."""
    names = names_of(window)
    everything = all_names()
    example = "PLAY Plague ON Lodor"
    parts = read_slots(line.rest, Slots(("",), ("on",), example), everything)
    found = everything.find(parts[""])
    component = find(window, found.id)
    if component is None or found.id not in names or _used(v.table, seat, component):
        return None
    notes = (found.read_as,) if found.read_as else ()
    if "on" not in parts:
        targets = component.targets(v, seat, window, about)
        if targets is not None and len(targets) == 1:
            return Use(found.id, next(iter(targets))), notes
        return Use(found.id, component.usual(v, seat, window, about) if targets else ""), notes
    targets = component.targets(v, seat, window, about) or {}
    if not targets:
        return Use(found.id, parts["on"]), notes
    try:
        written = _written_targets(component, v, seat, window, about)
        on = Names({id: (written.get(id, id), targets[id]) for id in targets}).find(parts["on"])
    except UnknownName:
        return Use(found.id, parts["on"]), notes
    return Use(found.id, on.id), notes + ((on.read_as,) if on.read_as else ())


@cache
def all_names() -> Names:
    """Everything a PLAY, USE or SCORE line may name."""
    ids = [id for kind in registry.KINDS for id in sorted(registry.built(kind))]
    return Names({id: (ev.title(id),) for id in ids}, kind="card or ability")


# -- the question --------------------------------------------------------------------------------


class React(Reaction[Use]):
    """Play or use something in a window, or decline (TI4 E, D-40 to D-42)."""

    about: str = ""

    Answer = Use
    verbs = ("play", "use", "score", "pass")
    clock = "window"
    rule = "TI4 83.1"

    def declines(self, answer: Use) -> bool:
        return not answer.card

    def problems(self, v: View, answer: Use) -> list[Problem]:
        if not answer.card:
            return []
        return use_problems(v, self.seat, answer, self.window, self.about)

    def default(self, v: View) -> Use:
        return Use()

    def sample(self, v: View, rng: Random) -> Use:
        possible = uses(v, self.seat, self.window, self.about)
        return rng.choice(possible) if possible and rng.random() < 0.6 else Use()

    def options(self, v: View) -> list[Option[Use]]:
        """What a card does is said once, where it is first offered."""
        found = [Option(_("Nothing"), Use(), "PASS")]
        told: set[str] = set()
        for use in uses(v, self.seat, self.window, self.about):
            words = use_words(v, self.seat, use, self.window, self.about)
            does = "" if use.card in told else spoken.effect(use.card)
            found.append(Option(words, use, self.write(v, use), does))
            told.add(use.card)
        return found

    def prompt(self, v: View) -> str:
        moment = _(w.MOMENTS[self.window])
        if not self.about:
            return _("{moment}: play or use something?", moment=moment)
        about = ev.target_words(self.about, v.names)
        return _("{moment} ({about}): play or use something?", moment=moment, about=about)

    def background(self, v: View) -> Sequence[str]:
        """What the agenda or the card says that may be answered with another."""
        card = self.about in AGENDAS or self.about in ACTION_CARDS
        return [spoken.named(self.about)] if card else []

    def write(self, v: View, answer: Use) -> str:
        if not answer.card:
            return "PASS"
        return write_use(v, self.seat, answer, self.window, self.about)

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Use]:
        """The first line about something of this window; a card for later is left alone."""
        for i, line in enumerate(lines):
            if line.verb == "pass":
                return Reading(Use(), (i,))
            if not line.rest.strip():
                raise MissingPart(_("Say what to play, for example: PLAY Sabotage"))
            got = read_use(v, self.seat, line, self.window, self.about)
            if got is not None:
                return Reading(got[0], (i,), got[1])
        return Reading()

    def can(self, v: View) -> bool:
        return bool(uses(v, self.seat, self.window, self.about))


# -- opening a moment ----------------------------------------------------------------------------


def seats_in_order(table: Public) -> list[int]:
    """TI4 OE-1, OE-2, H-1: who comes first when several want to act."""
    alive = [seat for seat, side in enumerate(table.sides) if not side.out]
    phase = table.phase
    if phase in ("turn", "status", "score", "reveal", "tokens", "ready"):
        order = initiative_order(table)
        first = table.turn if phase == "turn" and table.turn in order else order[0]
    else:
        order, first = alive, table.speaker
    if first not in order:
        return order
    at = order.index(first)
    return order[at:] + order[:at]


def initiative_order(table: Public) -> list[int]:
    """TI4 32"""
    values = modifiers.initiatives(table)
    return sorted(values, key=lambda seat: (values[seat], seat))


def clockwise(table: Public, first: int) -> list[int]:
    """Seats still in the game, clockwise from `first` (TI4 0.7)."""
    count = len(table.sides)
    order = [(first + k) % count for k in range(count)]
    return [seat for seat in order if not table.sides[seat].out]


@cache
def speaks(window: str) -> bool:
    """Is there any component at all for this window?"""
    return bool(users_of(window)) or _acts_by_itself(window)


def _triggered(table: Public, seat: int, window: str) -> list[Component]:
    return [c for c in presence.present(table, seat, "trigger") if window in c.triggers]


@cache
def _acts_by_itself(window: str) -> bool:
    """Is there any component at all that is triggered here?"""
    return any(
        window in handler.triggers
        for kind in registry.KINDS
        for handler in registry.built(kind).values()
    )


def moment(
    t: Table, window: str, about: str = "", seats: Iterable[int] | None = None
) -> Play[None]:
    """`window` opens: mandatory abilities first, then the reactions of `seats` (None: all)."""
    if not speaks(window):
        return
    table = t.table
    wanted = set(range(len(table.sides)) if seats is None else seats)
    acts = _acts_by_itself(window) and any(_triggered(table, s, window) for s in wanted)
    if not acts:
        wanted = {s for s in wanted if could_use(table, s, window, about)}
        if not wanted:
            return
    order = [seat for seat in seats_in_order(table) if seat in wanted]
    for seat in order if acts else ():
        for component in _triggered(t.table, seat, window):
            yield from running(component.trigger(t, seat, window, about))
    asked = [s for s in order if not acts or could_use(t.table, s, window, about)]
    if not asked:
        return

    def play(inner: Table, seat: int, use: Use) -> Play[None]:
        yield from use_component(inner, seat, use, window, about)

    yield from patterns.window(t, window, asked, lambda s: React(s, window, about), play)
    _forget_moment(t.table, asked, window)


def _forget_moment(table: Public, seats: Sequence[int], window: str) -> None:
    here = {c.id for c in users_of(window)}
    table.effects = [
        e for e in table.effects if not (e.until == "moment" and e.seat in seats and e.id in here)
    ]


def use_component(t: Table, seat: int, use: Use, window: str, about: str = "") -> Play[bool]:
    """TI4 C.6 Y1 to Y3: announce, let it be cancelled, resolve. False if it was cancelled."""
    component = find(window, use.card)
    assert component is not None
    p = t.sub(f"{use.card}@{seat}")
    if component.once_a_window:
        t.table.effects.append(Effect(component.id, seat, "moment"))
    if component.kind == "action card":
        return (yield from _play_card(p, seat, component, use, about))
    if component.kind == "note":
        return (yield from _play_note(p, seat, component, use, about))
    p.tell(ev.AbilityUsed(seat, use.card, use.on), cite=component.rule)
    if component.kind == "technology" and TECHNOLOGIES[component.id].exhausts:
        p.table.sides[seat].exhausted.append(component.id)
    yield from running(component.resolve(p, seat, use.on, about))
    return True


def _play_card(p: Table, seat: int, component: Component, use: Use, about: str) -> Play[bool]:
    """TI4 28.7, 28.8"""
    p.hand[seat].cards.remove(component.id)
    p.table.sides[seat].hand -= 1
    p.table.discard.append(component.id)
    p.table.played.append(Played(seat, component.id, use.on))
    p.tell(ev.CardPlayed(seat, component.id, use.on), cite="TI4 28.7")
    others = [s for s in range(len(p.table.sides)) if s != seat]
    yield from moment(p, w.WHEN_ACTION_CARD_PLAYED, component.id, others)
    played = p.table.played.pop()
    if played.cancelled:
        p.tell(ev.CardCancelled(seat, component.id), cite="TI4 28.8")
        return False
    yield from running(component.resolve(p, seat, use.on, about))
    return True


def _play_note(p: Table, seat: int, component: Any, use: Use, about: str) -> Play[bool]:
    """TI4 75.3: it lies open while it is resolved, then goes back unless it stays there."""
    owner = component.owner_of_play(p.view(seat), seat, use.on, about)
    note = f"{owner}:{component.id}"
    p.hand[seat].notes.remove(note)
    p.table.sides[seat].notes -= 1
    p.tell(ev.CardPlayed(seat, component.id, use.on), cite="TI4 75.1")
    p.table.sides[seat].in_play.append(note)
    yield from running(component.resolve(p, seat, use.on, about))
    if not NOTES[component.id].stays and note in p.table.sides[seat].in_play:
        return_note(p, seat, note)
    return True


def return_note(t: Table, holder: int, note: str) -> None:
    """TI4 75.3: to its owner's hand, from the play area or from resolving it."""
    owner = int(note.split(":")[0])
    if note in t.table.sides[holder].in_play:
        t.table.sides[holder].in_play.remove(note)
        registry.note(note.split(":")[1]).leaves_play(t, holder)
    t.hand[owner].notes.append(note)
    t.table.sides[owner].notes += 1
    t.tell(ev.NoteReturned(holder, note), cite="TI4 75.3")


def lasting(t: Table, id: str, seat: int, until: str, on: str = "") -> None:
    """Put a component in force for a while."""
    t.table.effects.append(Effect(id, seat, until, on))


def expire(table: Public, *spans: str) -> None:
    """TI4 58.3: what lasts until here ends."""
    table.effects = [e for e in table.effects if e.until not in spans]


def in_effect(table: Public, id: str, seat: int | None = None) -> bool:
    """Is this card or ability in force (TI4 28.6b), as more than the mark of this moment?"""
    return any(
        e.id == id and e.until != "moment" and (seat is None or e.seat == seat)
        for e in table.effects
    )
