"""Eclipse: another state that looks the same to one seat, for the proof that nothing leaks."""

from random import Random

from rules.eclipse.state import EclipseState
from rules.kernel.thinking.disguises import mixed


def disguised(twin: EclipseState, seat: int, rng: Random) -> EclipseState:
    """Return the state with hidden stacks in another order, and other values for tiles of other
    players."""
    _stacks(twin, rng)
    _reputation(twin, seat, rng)
    _discoveries(twin, seat, rng)
    return twin


def _stacks(twin: EclipseState, rng: Random) -> None:
    for name in sorted(twin.box.stacks):
        twin.box.stacks[name] = mixed(twin.box.stacks[name], rng)
    outer = twin.box.stacks.get("III")
    if outer:
        pile = mixed(outer + twin.box.left_out, rng)
        twin.box.stacks["III"], twin.box.left_out = pile[: len(outer)], sorted(pile[len(outer) :])


def _reputation(twin: EclipseState, seat: int, rng: Random) -> None:
    """Deal the bag and the tracks of the others again."""
    others = [hand for s, hand in enumerate(twin.hand) if s != seat]
    pile = twin.box.reputation + [n for h in others for n in (*h.reputation, *h.drawn)]
    pile = mixed(pile, rng)
    for hand in others:
        kept, drawn = len(hand.reputation), len(hand.drawn)
        hand.reputation = sorted(pile[:kept])
        hand.drawn = sorted(pile[kept : kept + drawn], reverse=True)
        pile = pile[kept + drawn :]
    twin.box.reputation = sorted(pile)


def _discoveries(twin: EclipseState, seat: int, rng: Random) -> None:
    """Deal face-down tiles again: on the map, in the stack, and kept or just found by others."""
    others = [hand for s, hand in enumerate(twin.hand) if s != seat]
    pile = twin.box.discoveries + [twin.box.buried[n] for n in sorted(twin.box.buried)]
    pile += [tile for h in others for tile in (*h.kept, *([h.found] if h.found else []))]
    pile = mixed(pile, rng)
    for hand in others:
        count = len(hand.kept)
        hand.kept, pile = pile[:count], pile[count:]
        if hand.found:
            hand.found = pile.pop()
    for number in sorted(twin.box.buried):
        twin.box.buried[number] = pile.pop()
    twin.box.discoveries = pile
