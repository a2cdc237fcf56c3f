"""Skirmish: the rules, step by step."""

from collections.abc import Callable
from functools import partial

from rules.kernel.patterns import in_order, parallel, running, window
from rules.kernel.table import Effect, Play
from tests.skirmish import events as ev
from tests.skirmish.decisions import (
    AssignHits,
    Bid,
    BuyPoints,
    Discard,
    KeepObjective,
    PressOn,
    React,
    Scrap,
    TakeTurn,
    Turn,
)
from tests.skirmish.state import (
    COST,
    DECK,
    HAND_LIMIT,
    HITS_ON,
    OBJECTIVES,
    WIN,
    Battle,
    Table,
    battle_of,
)


def everybody(t: Table) -> range:
    return range(len(t.table.sides))


def deal(t: Table) -> None:
    """SKR 1.1, 1.2"""
    t.box.deck = t.shuffle("deck", DECK)
    for seat in everybody(t):
        draw(t, seat, 3)
        t.hand[seat].offered = t.shuffle(f"objectives@{seat}", OBJECTIVES)[:2]
    t.table.phase = "objectives"


def draw(t: Table, seat: int, count: int) -> None:
    cards, t.box.deck = t.box.deck[:count], t.box.deck[count:]
    t.hand[seat].cards += cards
    t.table.sides[seat].cards += len(cards)
    t.table.deck = len(t.box.deck)
    if cards:
        t.tell(ev.Dealt(seat, cards), to=seat, public=ev.Drew(seat, len(cards)), cite="SKR 1.2")


def choose_objectives(t: Table) -> Play[None]:
    """SKR 1.3"""
    kept = yield from t.ask_all([KeepObjective(s) for s in everybody(t)])
    for seat, objective in enumerate(kept):
        t.hand[seat].objective = objective
        t.hand[seat].offered = []
        t.tell(ev.ObjectiveKept(seat, objective), to=seat, cite="SKR 1.3")
    t.table.phase = "bid"


def bidding(t: Table) -> Play[None]:
    """SKR 2; debts of cards are settled first (SKR 5.5)."""
    owing = [Discard(s) for s in everybody(t) if t.table.sides[s].owes]
    yield from in_order(t, owing, lambda t, d, cards: pay_discard(t, d.seat, cards))
    bids = yield from t.ask_all([Bid(s) for s in everybody(t)])
    for seat, bid in enumerate(bids):
        bids[seat] = bid = min(bid, t.table.sides[seat].gold)
        t.table.sides[seat].gold -= bid
        t.table.sides[seat].tokens = t.table.commands
        t.table.sides[seat].passed = False
        t.table.bank += bid
    t.table.order = sorted(everybody(t), key=lambda s: (-bids[s], s))
    t.table.at = 0
    t.table.phase = "turn"
    t.tell(ev.Bids(bids, t.table.order), cite=("SKR 2.2", "SKR 2.3"))


def pay_discard(t: Table, seat: int, cards: list[str]) -> None:
    for card in cards:
        spend(t, seat, card)
    t.table.sides[seat].owes = max(0, len(t.hand[seat].cards) - HAND_LIMIT)
    if cards:
        t.tell(ev.Discarded(seat, cards), cite="SKR 5.5")


def spend(t: Table, seat: int, card: str) -> None:
    t.hand[seat].cards.remove(card)
    t.table.sides[seat].cards -= 1
    t.table.discard.append(card)


def take_turn(t: Table, seat: int) -> Play[None]:
    """SKR 3"""
    turn = yield from t.ask(TakeTurn(seat))
    side = t.table.sides[seat]
    if turn.do == "pass":
        side.passed = True
        t.tell(ev.Passed(seat), cite="SKR 3.4")
    else:
        side.tokens -= 1
        yield from running(ACTIONS[turn.do](t, seat, turn))
    end_at_once(t)
    hand_on(t)


def hand_on(t: Table) -> None:
    """SKR 3.1: to the next who has not passed; upkeep when nobody is left."""
    count = len(t.table.order)
    for k in range(1, count + 1):
        at = (t.table.at + k) % count
        if not t.table.sides[t.table.order[at]].passed:
            t.table.at = at
            return
    t.table.phase = "upkeep"


def raise_units(t: Table, seat: int, turn: Turn) -> None:
    """SKR 3.5"""
    side = t.table.sides[seat]
    for unit, n in turn.units.items():
        side.units[unit] += n
        side.gold -= COST[unit] * n
        t.table.bank += COST[unit] * n
    t.tell(ev.Raised(seat, turn.units), cite="SKR 3.5")


def spy(t: Table, seat: int, turn: Turn) -> Play[None]:
    """SKR 3.6"""
    if (yield from play_card(t, seat, "spy")):
        cards = sorted(t.hand[turn.target].cards)
        t.hand[seat].seen[str(turn.target)] = cards
        t.tell(ev.Spied(seat, turn.target, cards), to=seat, cite="SKR 3.6")


def play_card(t: Table, seat: int, card: str) -> Play[bool]:
    """SKR 6.3: the card is spent; whether it does anything is up to the others' counters."""
    p = t.sub(f"{card}@{seat}")
    spend(p, seat, card)
    p.tell(ev.CardPlayed(seat, card))
    countered: list[int] = []

    def counter(w: Table, by: int, with_: str) -> Play[None]:
        if (yield from play_card(w, by, with_)):
            countered.append(by)

    others = [s for s in everybody(t) if s != seat]
    if p.table.discard.count("counter") < DECK.count("counter"):
        react = partial(React, window="played")
        yield from window(p, "played", others, react, counter, lambda: bool(countered))
    if countered:
        p.tell(ev.Countered(seat, card), cite="SKR 6.3")
    return not countered


def raid(t: Table, seat: int, turn: Turn) -> Play[None]:
    """SKR 4"""
    foe = turn.target
    none = [0] * len(t.table.sides)
    t.table.battle = Battle(seat, foe, dict(turn.units), none, list(none))
    t.tell(ev.Raided(seat, foe, turn.units), cite="SKR 4.1")
    for _ in range(2):
        yield from fight_round(t.sub("round"))
        if not both_stand(t):
            break
        if not (yield from t.ask(PressOn(seat))):
            break
    finish_raid(t)


def both_stand(t: Table) -> bool:
    battle = battle_of(t.table)
    defenders = t.table.sides[battle.defender].units
    return sum(battle.raiders.values()) > 0 and sum(defenders.values()) > 0


def fight_round(r: Table) -> Play[None]:
    """SKR 4.2 to 4.4"""
    battle = battle_of(r.table)
    a, d = battle.attacker, battle.defender
    battle.hits[a] = count_hits(r, "defender", r.table.sides[d].units)
    battle.hits[d] = count_hits(r, "attacker", battle.raiders)
    yield from window(r, "rolled", (a, d), lambda s: React(s, "rolled"), react_in_battle)
    battle = battle_of(r.table)
    r.tell(ev.Fought(a, d, list(battle.hits)), cite="SKR 4.2")
    asked = [AssignHits(s, battle.hits[s]) for s in (a, d) if battle.hits[s]]
    losses = yield from r.ask_all(asked)
    for decision, lost in zip(asked, losses, strict=True):
        remove_units(r, decision.seat, lost)


def count_hits(r: Table, who: str, units: dict[str, int]) -> int:
    """SKR 4.2: one label per kind of unit, so a lost fighter does not shift the cruisers' dice."""
    return sum(
        sum(value >= HITS_ON[unit] for value in r.roll(f"{who}/{unit}", units[unit], 6))
        for unit in sorted(units)
        if units[unit]
    )


def react_in_battle(w: Table, seat: int, card: str) -> Play[None]:
    """SKR 4.3"""
    if (yield from play_card(w, seat, card)):
        battle = battle_of(w.table)
        hits, foe = battle.hits, battle.foe(seat)
        if card == "boost":
            hits[foe] += 1
        elif hits[seat]:
            hits[seat] -= 1


def remove_units(t: Table, seat: int, lost: dict[str, int]) -> None:
    battle = battle_of(t.table)
    for unit, n in lost.items():
        t.table.sides[seat].units[unit] -= n
        if seat == battle.attacker:
            battle.raiders[unit] -= n
    battle.suffered[seat] += sum(lost.values())
    t.tell(ev.Lost(seat, {u: n for u, n in lost.items() if n}), cite="SKR 4.4")


def finish_raid(t: Table) -> None:
    """SKR 4.6, 4.7"""
    battle = battle_of(t.table)
    a, d = battle.attacker, battle.defender
    suffered = battle.suffered
    if suffered[a] != suffered[d]:
        winner = a if suffered[a] < suffered[d] else d
        loot = min(2, t.table.sides[d].gold) if winner == a else 0
        t.table.sides[d].gold -= loot
        t.table.sides[winner].gold += loot
        t.table.sides[winner].points += 1
        t.table.sides[winner].won += 1
        t.tell(ev.RaidWon(winner, loot), cite="SKR 4.6")
    t.table.battle = None


ACTIONS: dict[str, Callable[[Table, int, Turn], Effect]] = {
    "raise": raise_units,
    "spy": spy,
    "raid": raid,
}


def upkeep(t: Table) -> Play[None]:
    """SKR 5"""
    for side in t.table.sides:
        gold = min(2, t.table.bank)
        side.gold += gold
        t.table.bank -= gold
    yield from parallel(t, "books", {s: partial(books, seat=s) for s in everybody(t)})
    for seat in everybody(t):
        draw(t, seat, 1)
        t.table.sides[seat].owes = max(0, len(t.hand[seat].cards) - HAND_LIMIT)
    end_at_once(t)
    t.table.round += 1
    t.table.phase = "bid" if t.table.round <= t.table.rounds else "final"


def books(t: Table, seat: int) -> Play[None]:
    """SKR 5.2, 5.3: each at their own pace; the bank is settled within a seat's own sums."""
    points = yield from t.ask(BuyPoints(seat))
    side = t.table.sides[seat]
    points = min(points, side.gold // 3)
    side.gold -= points * 3
    t.table.bank += points * 3
    side.points += points
    scrapped = yield from t.ask(Scrap(seat))
    side = t.table.sides[seat]
    paid = min(scrapped, t.table.bank)
    side.units["fighter"] -= paid
    side.gold += paid
    t.table.bank -= paid
    t.tell(ev.Bought(seat, points, paid), cite=("SKR 5.2", "SKR 5.3"))


def end_at_once(t: Table) -> None:
    """SKR 7.1"""
    best = max(t.table.sides, key=lambda side: side.points)
    if best.points >= WIN:
        crown(t)
        t.end()


def final(t: Table) -> None:
    """SKR 7.3"""
    for seat in everybody(t):
        objective = t.hand[seat].objective
        t.table.revealed.append(objective)
        met = objective_met(t, seat, objective)
        t.table.sides[seat].points += 2 if met else 0
        t.tell(ev.ObjectiveShown(seat, objective, met), cite="SKR 7.3")
    crown(t)


def objective_met(t: Table, seat: int, objective: str) -> bool:
    sides = t.table.sides
    if objective == "rich":
        return bool(sides[seat].gold == max(s.gold for s in sides))
    if objective == "strong":
        return sum(sides[seat].units.values()) == max(sum(s.units.values()) for s in sides)
    return bool(sides[seat].won > 0)


def crown(t: Table) -> None:
    winner = max(everybody(t), key=lambda s: (t.table.sides[s].points, -s))
    t.table.winner = winner
    t.table.phase = "over"
    t.tell(ev.GameWon(winner, t.table.sides[winner].points), cite="SKR 7.1")
