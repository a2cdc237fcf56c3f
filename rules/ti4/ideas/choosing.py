"""Cards, technologies, tokens, votes, points."""

from collections.abc import Sequence
from random import Random

from rules.imperium import counters
from rules.imperium.payment import FREE
from rules.ti4 import economy, scoring
from rules.ti4 import technology as tech
from rules.ti4.components import modifiers
from rules.ti4.components.choices import FillPools
from rules.ti4.facts import MECATOL, OBJECTIVES, PLANETS, TECHNOLOGIES
from rules.ti4.ideas.aims import TOKENS_TO_SPARE, Aims
from rules.ti4.interjections import partner_problems
from rules.ti4.phases.agenda import Ballot, CastVotes, outcomes
from rules.ti4.phases.status import ScoreObjectives, ScorePublic, Scores, best_scores
from rules.ti4.phases.strategy import PickStrategy, on_offer
from rules.ti4.prospects import chance
from rules.ti4.scoring import NOTHING, Score
from rules.ti4.state import Public, View
from rules.ti4.strategy.base import Pools, Redistribute, YesNo
from rules.ti4.strategy.diplomacy import Protect, ReadyPlanets
from rules.ti4.strategy.leadership import RATE, Gain, GainTokens
from rules.ti4.strategy.politics import NewSpeaker
from rules.ti4.strategy.technology import ResearchTechnology
from rules.ti4.strategy.trade import FreeTrade
from rules.ti4.strategy.warfare import Campaign, LiftToken
from rules.ti4.technology import Research
from rules.ti4.units import fleets
from rules.toolbox.stock import Counts
from rules.toolbox.targets import player

GOOD_TECHNOLOGIES = {
    "sarween_tools": 3.0,
    "gravity_drive": 2.6,
    "neural_motivator": 2.2,
    "carrier_ii": 3.2,
    "hyper_metabolism": 3.0,
    "fleet_logistics": 2.4,
    "cruiser_ii": 3.2,
    "dreadnought_ii": 3.0,
    "fighter_ii": 2.4,
    "infantry_ii": 2.0,
    "space_dock_ii": 2.0,
    "destroyer_ii": 1.6,
    "war_sun": 3.0,
    "antimass_deflectors": 1.9,
    "plasma_scoring": 1.7,
    "dacxive_animators": 1.5,
    "integrated_economy": 2.0,
    "transit_diodes": 1.6,
    "duranium_armor": 1.6,
    "assault_cannon": 1.8,
}
FLEET_WANTED = 4
TOKENS_WANTED = 6
"""So many command tokens for tactics and strategy are enough."""
BOUGHT_FROM_ROUND = 2
"""Before this round money is better spent on ships than on command tokens."""
POOR_SECRET = 0.15
"""A secret objective less likely to be scored is worth a token to draw another one."""
STRATEGY_WANTED = 3
SCORED_NOW = 0.5
"""What Imperial is worth for a public objective that can be scored at once: mostly the status phase
would have scored it too, and whoever holds Mecatol Rex makes more of the card."""
REPLENISHED = 2
"""So many commodities must be lacking for a command token to replenish them."""
READIED = 3.0
"""What two planets must pay together for a command token to ready them."""


# -- technologies ----------------------------------------------------------------------------------


def research(decision: ResearchTechnology, v: View, rng: Random) -> Sequence[Research]:
    """Return ideas: the technologies that serve objectives and the fleet, then none."""
    table, seat = v.table, decision.seat
    skip = Research()
    aims = Aims(v, seat)
    side = table.sides[seat]
    if decision.token and side.strategy < 1 and decision.unpaid(v, "technology"):
        return [skip]
    if decision.token and not aims.spares():
        return [skip]
    ranked = sorted(
        tech.researchable(table, seat), key=lambda r: (-_tech_worth(aims, r.tech), r.tech)
    )
    found, dear = [], []
    for what in ranked[:5]:
        pay = aims.pay(decision.cost, "resources", avoid=what.using)
        if pay is not None:
            found.append(Research(what.tech, what.using, pay))
            continue
        pay = economy.best_pay(
            table, seat, decision.cost, "resources", goods=True, avoid=what.using
        )
        if pay is not None:
            dear.append(Research(what.tech, what.using, pay))
    return [*found, skip, *dear] if found or aims.pledge else [*dear, skip]


def _tech_worth(aims: Aims, id: str) -> float:
    table, seat = aims.table, aims.seat
    card = TECHNOLOGIES[id]
    worth = GOOD_TECHNOLOGIES.get(id, 2.2 if card.faction else 1.0) + aims.technology(id)
    if card.colour:
        worth += 0.25 * sum(
            1
            for other in tech.deck(table, seat)
            if tech.lacking(table, seat, other) == {card.colour: 1}
        )
    return worth


# -- strategy cards and their secondaries ----------------------------------------------------------

_USUAL_RANK = {
    "technology": 3.4,
    "leadership": 3.2,
    "trade": 3.0,
    "warfare": 2.4,
    "construction": 2.2,
    "politics": 2.0,
    "imperial": 1.6,
    "diplomacy": 1.2,
}


def strategy_cards(decision: PickStrategy, v: View, rng: Random) -> Sequence[str]:
    table, seat = v.table, decision.seat
    aims = Aims(v, seat)

    def worth(card: str) -> float:
        return _USUAL_RANK[card] + 0.5 * table.card_goods.get(card, 0) + _for_aims(aims, card)

    offered = [card for card in on_offer(table) if card != decision.refused]
    return sorted(offered, key=lambda card: (-worth(card), card))


def _for_aims(aims: Aims, card: str) -> float:
    """Return what a strategy card is worth besides, as the seat's objectives stand."""
    table, seat = aims.table, aims.seat
    if card == "imperial":
        held = 3.0 if table.control.get(MECATOL) == seat else 0.0
        return held + SCORED_NOW * aims.scores_now + 0.5 * (table.round > 2)
    if card == "technology":
        return 1.0 * any(0 < a.want - a.have <= 2 for a in aims if a.kind.startswith("own_"))
    if card == "leadership":
        return 1.0 * (aims.wanted_tokens > 0)
    if card == "construction":
        return 2.0 * (aims.wants("space_dock") or aims.wants("pds"))
    return 0.0


def secondary(decision: YesNo, v: View, rng: Random) -> Sequence[bool]:
    """Return whether to follow: with a token to spare; for a secret objective with the last one
    too."""
    side = v.table.sides[decision.seat]
    if not Aims(v, decision.seat).spares():
        return [False]
    if decision.card == "imperial":
        room = side.secrets + _secrets_scored(v.table, decision.seat) < 3
        poor = min((chance(v.table, decision.seat, card) for card in v.mine.secrets), default=1.0)
        return [room or (side.strategy > 1 and poor < POOR_SECRET), False]
    if decision.card == "trade":
        lacking = economy.commodities_lacking(v.table, decision.seat)
        return [lacking >= REPLENISHED and side.strategy > 1, True, False]
    return [side.strategy > 1, False]


def _yield(table: Public, planet: str) -> float:
    """Return what a planet pays once: its resources, or what its influence is worth of them."""
    return max(modifiers.resources(table, planet), 0.7 * modifiers.influence(table, planet))


def readied(decision: ReadyPlanets, v: View, rng: Random) -> Sequence[list[str]]:
    """Return the two exhausted planets that pay most, where what they pay is worth a token."""
    table, seat = v.table, decision.seat
    spent = [p for p in fleets.controlled(table, seat) if p in table.spent]
    two = sorted(sorted(spent, key=lambda p: (-_yield(table, p), p))[:2])
    worth = sum(_yield(table, p) for p in two)
    side = table.sides[seat]
    if worth >= READIED and not side.passed and side.strategy > 1:
        return [two, []]
    return [[], two]


def protected(decision: Protect, v: View, rng: Random) -> Sequence[str]:
    """Return the systems whose exhausted planets pay most."""
    table, seat = v.table, decision.seat

    def gain(tile: str) -> float:
        mine = fleets.controlled_in(table, tile, seat)
        return sum(_yield(table, p) for p in mine if p in table.spent)

    tiles = {PLANETS[planet].tile for planet in fleets.controlled(table, seat)}
    return sorted(tiles, key=lambda tile: (-gain(tile), tile))


def _secrets_scored(table: Public, seat: int) -> int:
    return sum(OBJECTIVES[card].stage == 0 for card in table.sides[seat].scored)


def replenished(decision: FreeTrade, v: View, rng: Random) -> Sequence[list[int]]:
    """Return those with whom commodities can then be exchanged, which makes goods of them on both
    sides; nobody."""
    table, seat = v.table, decision.seat
    others = [
        other
        for other in range(len(table.sides))
        if other != seat
        and economy.commodities_lacking(table, other) >= REPLENISHED
        and not partner_problems(table, seat, other)
    ]
    return [others, []]


def speaker(decision: NewSpeaker, v: View, rng: Random) -> Sequence[int]:
    """Return the next speaker: oneself, or the last player in points."""
    sides = v.table.sides
    options = [option.answer for option in decision.options(v)]
    return sorted(options, key=lambda s: (s != decision.seat, sides[s].points, s))


def campaigns(decision: LiftToken, v: View, rng: Random) -> Sequence[Campaign]:
    """Take the token back from where the ships are that should move again."""
    table, seat = v.table, decision.seat
    tiles = sorted(counters.of_seat(table.tokens, seat), key=int)
    total = economy.on_sheet(table, seat) + bool(tiles)
    pools = _spread(table, seat, total)
    tiles.sort(key=lambda x: -fleets.big_ships(fleets.at(table, x, seat)))
    return [Campaign(tile, pools) for tile in tiles[:4]] or [Campaign("", pools)]


# -- command tokens --------------------------------------------------------------------------------


def _spread(table: Public, seat: int, total: int) -> Pools:
    """Return a command sheet: the tokens the fleet needs, two for strategy, the rest for
    tactics."""
    need = max(
        (fleets.big_ships(fleets.at(table, t, seat)) for t in fleets.tiles_with_ships(table, seat)),
        default=0,
    )
    most = modifiers.fleet_pool(table, seat)
    wanted = max(min(need, 6), FLEET_WANTED - (total < 8))
    fleet = min(total, most, wanted)
    strategy = min(STRATEGY_WANTED, max(0, (total - fleet) // 2))
    return Pools(total - fleet - strategy, fleet, strategy)


def pools(decision: Redistribute, v: View, rng: Random) -> Sequence[Pools]:
    table, seat = v.table, decision.seat
    more = min(decision.gained, economy.token_reserve(table, seat))
    total = economy.on_sheet(table, seat) + max(0, more)
    usual = _spread(table, seat, total)
    found = [usual]
    if usual.tactic > 1:
        found.append(Pools(usual.tactic - 1, usual.fleet + 1, usual.strategy))
        found.append(Pools(usual.tactic - 1, usual.fleet, usual.strategy + 1))
    if usual.strategy:
        found.append(Pools(usual.tactic + 1, usual.fleet, usual.strategy - 1))
    return found


def _filling(table: Public, seat: int, n: int) -> Counts:
    """Return pools for new tokens: the pools in which the sheet falls short of a good one."""
    side = table.sides[seat]
    goal = _spread(table, seat, economy.on_sheet(table, seat) + n)
    found: Counts = {}
    for pool in ("fleet", "strategy", "tactic"):
        more = min(n, max(0, getattr(goal, pool) - getattr(side, pool)))
        if pool == "fleet":
            more = min(more, economy.pool_room(table, seat))
        if more:
            found[pool] = more
            n -= more
    if n:
        found["tactic"] = found.get("tactic", 0) + n
    return {pool: found[pool] for pool in economy.POOLS if pool in found}


def tokens(decision: GainTokens, v: View, rng: Random) -> Sequence[Gain]:
    """Return ideas: as many as influence buys, fewer, only what is free."""
    table, seat = v.table, decision.seat
    aims = Aims(v, seat)
    money = aims.budget("influence")
    reserve = economy.token_reserve(table, seat)
    side = table.sides[seat]
    found = []
    short = TOKENS_WANTED + aims.wanted_tokens - side.tactic - side.strategy - decision.free
    most = 0 if table.round < BOUGHT_FROM_ROUND else min(3, money // RATE, short)
    for bought in range(max(0, most), -1, -1):
        pay = aims.pay(bought * RATE, "influence") if bought else FREE
        if pay is None or (bought and not aims.leaves_research(pay)):
            continue
        due = min(decision.free + economy.worth(table, seat, pay, "influence") // RATE, reserve)
        found.append(Gain(_filling(table, seat, due) if due else {}, pay))
    return found


def new_tokens(decision: FillPools, v: View, rng: Random) -> Sequence[Counts]:
    table, seat = v.table, decision.seat
    due = min(decision.tokens, max(0, economy.token_reserve(table, seat)))
    return [_filling(table, seat, due), {"strategy": due}, {"fleet": due}] if due else [{}]


# -- points and votes ------------------------------------------------------------------------------


def scores(decision: ScoreObjectives, v: View, rng: Random) -> Sequence[Scores]:
    """Return the best of both kinds; where both cannot be paid, one of them."""
    table, seat = v.table, decision.seat
    publics = best_scores(v, seat, scoring.open_publics(table, seat), True)
    secrets = best_scores(v, seat, scoring.open_secrets(v, seat), True)
    found = []
    for public in (*publics[:4], NOTHING):
        for secret in (*secrets[:2], NOTHING):
            if secret.card and public.card:
                again = scoring.priced(v, seat, secret.card, True, public.pay.planets)
                secret = again or NOTHING
            found.append(Scores(public, secret))
    early = table.round < TOKENS_TO_SPARE
    return sorted(found, key=lambda s: -_worth(s.public, early) - _worth(s.secret, early))


def _worth(score: Score, early: bool = False) -> float:
    """Return the points of an objective, and a little more for what may be lost later; planets
    that pay are ready again soon, goods and tokens are gone."""
    if not score.card or (early and score.tokens):
        return 0.0
    printed = OBJECTIVES[score.card]
    stays = str(printed.requirement.get("type", "")).startswith("own_")
    spent = 0.02 * score.pay.goods + 0.03 * sum(score.tokens.values())
    return printed.points - 0.05 * stays - spent


def public_scores(decision: ScorePublic, v: View, rng: Random) -> Sequence[Score]:
    found = best_scores(v, decision.seat, scoring.open_publics(v.table, decision.seat), True)
    return [*sorted(found, key=lambda s: -_worth(s)), NOTHING]


def ballots(decision: CastVotes, v: View, rng: Random) -> Sequence[Ballot]:
    """Return votes of all planets for oneself where a player is elected; else every outcome is an
    idea."""
    table, seat = v.table, decision.seat
    ready = fleets.ready_planets(table, seat)
    planets = [] if modifiers.single_vote(table, seat) else ready
    possible = list(outcomes(table, v.names))
    me = player(seat)
    if me in possible:
        found = [Ballot(me, planets), Ballot()]
        return found
    rng.shuffle(possible)
    return [*(Ballot(outcome, planets) for outcome in possible[:4]), Ballot()]
