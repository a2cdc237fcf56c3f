"""Another state that looks the same to one seat: the things the seat cannot see are dealt again."""

from random import Random

from rules.kernel.thinking.disguises import mixed
from rules.ti4.state import TI4State


def disguise(twin: TI4State, seat: int, rng: Random) -> TI4State:
    """Return the same table to `seat`, with other hands and every deck dealt again. A hand that is
    being shown to `seat` stays as it is; what another player is being shown is the hand that was
    dealt again."""
    others = [s for s in range(len(twin.hand)) if s != seat]
    shown = twin.hand[seat].shown
    lookers = {s: _shown_hand(twin, s) for s in others if twin.hand[s].shown}
    unseen = [s for s in others if not shown or sorted(twin.hand[s].cards) != shown]
    _redeal(twin, unseen, "cards", "action", rng)
    _redeal(twin, others, "secrets", "secret", rng)
    _redeal(twin, others, "tiles", "", rng)
    _redeal(twin, others, "offered", "secret", rng)
    _redeal(twin, others, "seen", "agenda", rng)
    for looker, victim in lookers.items():
        twin.hand[looker].shown = sorted(twin.hand[victim].cards)
    twin.box.one = mixed(twin.box.one, rng)
    twin.box.two = mixed(twin.box.two, rng)
    return twin


def _shown_hand(state: TI4State, looker: int) -> int:
    """Return the seat whose action cards a player is being shown."""
    shown = state.hand[looker].shown
    return next(
        s for s, hand in enumerate(state.hand) if s != looker and sorted(hand.cards) == shown
    )


def _redeal(twin: TI4State, others: list[int], hand: str, deck: str, rng: Random) -> None:
    pile = [card for s in others for card in getattr(twin.hand[s], hand)]
    pile = mixed([*pile, *(getattr(twin.box, deck) if deck else ())], rng)
    for s in others:
        n = len(getattr(twin.hand[s], hand))
        setattr(twin.hand[s], hand, pile[:n])
        pile = pile[n:]
    if deck:
        setattr(twin.box, deck, pile)
