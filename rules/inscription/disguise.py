"""Another state that looks the same to one seat, for the proof that nothing leaks."""

from random import Random

from rules.inscription.facts import Components, components
from rules.inscription.state import InscriptionState
from rules.kernel.thinking.disguises import mixed


def disguised(twin: InscriptionState, seat: int, rng: Random) -> InscriptionState:
    """Return a state with other orders of decks, other relics in other hands, and other cards dealt
    to others."""
    parts = components(twin.table.house)
    _events(twin, parts, rng)
    _relics(twin, parts, seat, rng)
    _agendas(twin, parts, rng)
    _factions(twin, parts, seat, rng)
    return twin


def _events(twin: InscriptionState, parts: Components, rng: Random) -> None:
    """Exchange event cards of one stage and colour: the backs stay as they are."""
    deck = twin.box.events
    places: dict[tuple[str, str], list[int]] = {}
    for i, id in enumerate(deck):
        places.setdefault((parts.events[id].stage, parts.events[id].colour), []).append(i)
    for where in places.values():
        cards = mixed([deck[i] for i in where], rng)
        for i, id in zip(where, cards, strict=True):
            deck[i] = id


def _relics(twin: InscriptionState, parts: Components, seat: int, rng: Random) -> None:
    """Exchange the relics of other seats for cards of the deck that are kept too and worth the
    same: the points stand on the sheets for all to see."""
    others = [hand for other, hand in enumerate(twin.hand) if other != seat]
    pile = mixed([*twin.box.relics, *(id for hand in others for id in hand.relics)], rng)
    for hand in others:
        for i, held in enumerate(hand.relics):
            hand.relics[i] = next(
                id
                for id in pile
                if parts.relics[id].vp == parts.relics[held].vp and parts.relics[id].play == "kept"
            )
            pile.remove(hand.relics[i])
    twin.box.relics = pile


def _agendas(twin: InscriptionState, parts: Components, rng: Random) -> None:
    for stage, deck in sorted(twin.box.agendas.items()):
        if any(id in twin.table.agendas for id in deck):
            continue
        pool = mixed((a.id for a in parts.agendas.values() if a.stage == stage), rng)
        twin.box.agendas[stage] = pool[: len(deck)]


def _factions(twin: InscriptionState, parts: Components, seat: int, rng: Random) -> None:
    """Exchange the faction cards dealt to other seats, for cards of one another or of the box."""
    mine = set(twin.hand[seat].dealt)
    chosen = {sheets.faction for sheets in twin.table.players}
    pool = mixed((id for id in parts.factions if id not in mine and id not in chosen), rng)
    for other, hand in enumerate(twin.hand):
        if other != seat and hand.dealt:
            hand.dealt, pool = pool[: len(hand.dealt)], pool[len(hand.dealt) :]
