"""Another state that looks the same to one seat: hidden things dealt again."""

from random import Random

from rules.kernel.thinking.disguises import mixed
from rules.ti3.facts import IMPERIUM_REX, OBJECTIVES
from rules.ti3.state import TI3State


def disguised(twin: TI3State, seat: int, rng: Random) -> TI3State:
    """Return `twin` with other hands, decks, objectives and domain counters than `seat` can
    know."""
    others = [s for s in range(len(twin.hand)) if s != seat]
    _action_cards(twin, seat, others, rng)
    _secrets(twin, others, rng)
    _agendas(twin, seat, rng)
    _domains(twin, seat, rng)
    _tiles(twin, others, rng)
    _objectives(twin, rng)
    return twin


def _action_cards(twin: TI3State, seat: int, others: list[int], rng: Random) -> None:
    """Deal the action cards of others and of the deck again, but for the deck or hand that the seat
    is being shown (Synchronicity, Disclosure); what another player is being shown changes with it.
    """
    shown = twin.hand[seat].shown
    lookers = {s: _shown_hand(twin, s) for s in others if twin.hand[s].shown}
    deck_is_known = bool(shown) and shown == sorted(set(twin.box.action))
    hidden = [s for s in others if not shown or sorted(twin.hand[s].cards) != shown]
    pile = [card for s in hidden for card in twin.hand[s].cards]
    pile = mixed(pile if deck_is_known else pile + twin.box.action, rng)
    for s in hidden:
        n = len(twin.hand[s].cards)
        twin.hand[s].cards, pile = pile[:n], pile[n:]
    if not deck_is_known:
        twin.box.action = pile
    for looker, victim in lookers.items():
        seen = set(twin.box.action) if victim is None else twin.hand[victim].cards
        twin.hand[looker].shown = sorted(seen)


def _shown_hand(state: TI3State, looker: int) -> int | None:
    """Return the seat whose action cards a player is being shown; None for the deck."""
    shown = state.hand[looker].shown
    seats = (s for s in range(len(state.hand)) if s != looker)
    return next((s for s in seats if sorted(state.hand[s].cards) == shown), None)


def _objectives(twin: TI3State, rng: Random) -> None:
    """Shuffle the objectives of each stage; Imperium Rex stays where it is, as it ends the game."""
    deck = twin.box.objectives
    for stage in (1, 2):
        at = [i for i, o in enumerate(deck) if OBJECTIVES[o].stage == stage and o != IMPERIUM_REX]
        cards = mixed([deck[i] for i in at], rng)
        for i, card in zip(at, cards, strict=True):
            deck[i] = card


def _secrets(twin: TI3State, others: list[int], rng: Random) -> None:
    """Deal the secret objectives of others and those in the box again."""
    holders = [s for s in others if twin.hand[s].secret]
    boxed = [o for o in twin.box.unused if o in OBJECTIVES and OBJECTIVES[o].stage == 0]
    pile = mixed([twin.hand[s].secret for s in holders] + boxed, rng)
    for s in holders:
        twin.hand[s].secret = pile.pop()
    rest = [o for o in twin.box.unused if o not in boxed]
    twin.box.unused = [*rest, *sorted(pile)]


def _agendas(twin: TI3State, seat: int, rng: Random) -> None:
    """Shuffle the political deck but for what the seat has put or seen there."""
    known = twin.hand[seat].seen or twin.hand[seat].placed
    top = twin.box.agenda[: len(known)]
    rest = twin.box.agenda[len(known) :]
    if any(twin.hand[s].seen for s in range(len(twin.hand)) if s != seat):
        return
    twin.box.agenda = [*top, *mixed(rest, rng)]
    for s, hand in enumerate(twin.hand):
        if s != seat and hand.placed:
            hand.placed = twin.box.agenda[: len(hand.placed)]


def _domains(twin: TI3State, seat: int, rng: Random) -> None:
    """Deal the faces of counters again that the seat has not looked at."""
    known = twin.hand[seat].probed
    free = [p for p in sorted(twin.box.domains) if p not in known]
    faces = mixed([twin.box.domains[p] for p in free], rng)
    for planet, face in zip(free, faces, strict=True):
        twin.box.domains[planet] = face
    for s, hand in enumerate(twin.hand):
        if s != seat:
            hand.probed = {p: twin.box.domains[p] for p in hand.probed if p in twin.box.domains}


def _tiles(twin: TI3State, others: list[int], rng: Random) -> None:
    """Deal systems in others' hands again, each for one of its kind, so that what they may place
    stays the same."""
    pile = mixed([tile for s in others for tile in twin.hand[s].tiles], rng)
    for s in others:
        n = len(twin.hand[s].tiles)
        twin.hand[s].tiles, pile = pile[:n], pile[n:]
