"""The aims of a seat: its unscored objectives, their gaps, the means kept back for them."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from rules.imperium.payment import FREE, Pay
from rules.ti4 import economy, galaxy, scoring
from rules.ti4 import technology as tech
from rules.ti4.components import modifiers, registry
from rules.ti4.facts import CENTRE, OBJECTIVES, PLANETS, TECHNOLOGIES, TILES
from rules.ti4.objectives.status import COUNTERS
from rules.ti4.state import Public, View
from rules.ti4.units import fleets
from rules.toolbox.hexmap import steps_from

TOKENS_TO_SPARE = 3
"""Before this round command tokens are better used than spent on an objective."""
SAVED_FROM_ROUND = 2
"""Before this round money is better spent on growing."""

PULL = 2.5
"""What half of the last step towards an objective is worth, for each of its points."""
FAR_OFF = 0.35
"""What a step is worth where many more are lacking, as a part of that."""
STEP = 0.6
"""What a technology is worth that another one needs, compared with that one."""
NEARER = 0.4
"""What it is worth to come nearer to a place where ships are wanted, compared with being there."""
FAR = 99
FEAT = 5.0
"""What a won battle is worth by which a secret objective is scored."""
INCOME = 3
"""How many trade goods a seat gains in a round."""
MOST_GUARDS = 4
RESEARCH = 4
"""What the secondary ability of Technology costs."""


class Aim:
    """An objective that is not scored yet, and how far the seat is."""

    def __init__(self, table: Public, seat: int, card: str) -> None:
        handler = registry.objective(card)
        self.card = card
        self.points = OBJECTIVES[card].points
        self.need: dict[str, Any] = OBJECTIVES[card].requirement
        self.kind = str(self.need.get("type", ""))
        self.price = handler.price
        self.have, self.want = handler.count(table, seat)

    @property
    def met(self) -> bool:
        return not self.price[0] and self.have >= self.want

    @property
    def pull(self) -> float:
        """Return the worth of one step towards an aim: the nearer, the more."""
        if self.met:
            return 0.0
        lacking = max(1, self.want - self.have)
        return PULL * self.points * (FAR_OFF + (2.0 - FAR_OFF) / lacking)


class Aims:
    """The aims of one seat, as its view shows them."""

    def __init__(self, v: View, seat: int) -> None:
        self.table = v.table
        self.seat = seat
        side = v.table.sides[seat]
        publics = [c for c in v.table.revealed if c not in side.scored and OBJECTIVES[c].stage]
        secrets = v.mine.secrets if v.seat == seat else []
        self.publics = [Aim(v.table, seat, card) for card in publics]
        self.secrets = [
            Aim(v.table, seat, card) for card in secrets if OBJECTIVES[card].phase == "status"
        ]
        self._feats = [card for card in secrets if OBJECTIVES[card].phase == "action"]

    def __iter__(self) -> Iterator[Aim]:
        yield from self.publics
        yield from self.secrets

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """Return what touches what, as the seat may use it."""
        return galaxy.adjacency(self.table, self.seat)

    # -- places ----------------------------------------------------------------------------------

    @cached_property
    def _of_planets(self) -> list[Aim]:
        return [a for a in self if not a.met and a.kind.startswith("control")]

    @cached_property
    def _of_ships(self) -> list[Aim]:
        return [a for a in self if not a.met and a.kind.startswith("ships")]

    @cached_property
    def _traits(self) -> dict[str, int]:
        return COUNTERS.planets_by(self.table, self.seat, lambda planet: planet.trait)

    def planet(self, planet: str) -> float:
        """Return the worth that control of a planet would add to objectives."""
        return sum(aim.pull for aim in self._of_planets if self._counts(aim, planet))

    def _counts(self, aim: Aim, planet: str) -> bool:
        printed = PLANETS[planet]
        if aim.kind == "control_planets_same_trait":
            most = max(self._traits.values(), default=0)
            return bool(printed.trait) and self._traits.get(printed.trait, 0) >= most
        if aim.kind == "control_planets_of_trait":
            return bool(printed.trait == aim.need["trait"])
        if aim.kind == "control_non_home_planets":
            return not printed.home_of
        if aim.kind == "control_tech_specialty_planets":
            return bool(modifiers.specialties(self.table, planet))
        if aim.kind == "control_planets_in_other_home_system":
            return printed.home_of not in ("", self.table.sides[self.seat].faction)
        return aim.kind == "control_planet_with_ships" and planet == aim.need["planet"]

    @cached_property
    def _targets(self) -> dict[str, set[str]]:
        """Return the systems near which ships are wanted, by the objective's word for them."""
        links = self.links
        others = [s for s in range(len(self.table.sides)) if s != self.seat]
        return {
            "mecatol_rex_system": {CENTRE},
            "anomaly": {tile for tile in links if TILES[tile].anomalies},
            "other_home_system": {galaxy.home_of(self.table, s) for s in others},
        }

    def ships(self, tile: str) -> float:
        """Return the worth that ships in a system would add to objectives about the places of
        ships."""
        if not self._of_ships or fleets.ships(fleets.at(self.table, tile, self.seat)):
            return 0.0
        there = sum(aim.pull for aim in self._of_ships if self._stands(aim, tile))
        return there + self._nearer(tile)

    @cached_property
    def _ways(self) -> list[tuple[float, dict[str, int], int]]:
        """Return for objectives about the places of ships what they are worth, how far each system
        is from a place that counts, and how far ships are."""
        found = []
        for aim in self._of_ships:
            if aim.kind == "ships_in_systems":
                continue
            afloat = fleets.tiles_with_ships(self.table, self.seat)
            goals = [t for t in self.links if t not in afloat and self._stands(aim, t)]
            far = steps_from(goals, self.links)
            mine = [far.get(tile, FAR) for tile in afloat]
            if mine and 1 < min(mine) < FAR:
                found.append((aim.pull, far, min(mine)))
        return found

    def _nearer(self, tile: str) -> float:
        """Return the worth of being nearer to places where ships are wanted."""
        return sum(NEARER * pull for pull, far, mine in self._ways if 0 < far.get(tile, FAR) < mine)

    @cached_property
    def _barely_met(self) -> list[Aim]:
        """Return the aims about places of ships that no ship too many serves."""
        return [aim for aim in self if aim.kind.startswith("ships") and aim.have <= aim.want]

    def guard(self, tile: str) -> str:
        """Return the kind of ship of which one stays in a system, as an objective counts on it;
        "" where none need stay."""
        if not any(self._stands(aim, tile) for aim in self._barely_met):
            return ""
        sheet = modifiers.sheet(self.table, self.seat)
        here = fleets.at(self.table, tile, self.seat)
        ships = [unit for unit in here if unit in sheet and sheet[unit].is_ship]
        return min(
            ships, key=lambda unit: (sheet[unit].capacity, sheet[unit].cost or 0, unit), default=""
        )

    def _stands(self, aim: Aim, tile: str) -> bool:
        if aim.kind == "ships_in_systems":
            return True
        if aim.kind == "ships_in_systems_adjacent_to":
            targets = self._targets[aim.need["target"]]
            links = self.links
            inside = tile in targets and aim.need["target"] != "anomaly"
            return not inside and not targets.isdisjoint(links.get(tile, ()))
        if aim.kind == "ships_in_wormhole_systems":
            holes = galaxy.wormholes(self.table)
            mine = set(fleets.tiles_with_ships(self.table, self.seat))
            there = {kind for place, kind in holes if place in mine}
            return any(
                place == tile and kind in aim.need["wormholes"] and kind not in there
                for place, kind in holes
            )
        return any(
            int(owner) != self.seat and units.get("space_dock", 0) > 0
            for planet in TILES[tile].planets
            for owner, units in self.table.ground.get(planet, {}).items()
        )

    def feat(self, tile: str) -> float:
        """Return the worth of a won space battle in a system, as secret objectives ask for it."""
        there = self.table.space.get(tile, {})
        foes = {int(owner) for owner, units in there.items() if fleets.ships(units)}
        rebels = "spark_a_rebellion" in self._feats and not self._leaders.isdisjoint(foes)
        shown = "unveil_flagship" in self._feats and self._flagship_reaches(tile)
        return FEAT * (rebels or shown)

    @cached_property
    def _leaders(self) -> set[int]:
        """Return the rivals with the most points."""
        most = max(side.points for side in self.table.sides)
        sides = enumerate(self.table.sides)
        return {s for s, side in sides if side.points == most and s != self.seat}

    def _flagship_reaches(self, tile: str) -> bool:
        """Return whether the seat's flagship could come from a system beside this one."""
        table, seat = self.table, self.seat
        near = self.links.get(tile, ())
        free = [place for place in near if not economy.has_token(table, place, seat)]
        return any(fleets.at(table, place, seat).get("flagship") for place in free)

    @cached_property
    def guards(self) -> int:
        """Return how many ground forces stay on each home planet: as many as others could bring
        there soon, but one in the first round."""
        table, seat = self.table, self.seat
        near = self.links.get(galaxy.home_of(table, seat), ())
        most = 0
        for tile in near:
            for owner, units in table.space.get(tile, {}).items():
                if int(owner) != seat and fleets.big_ships(units):
                    ashore = sum(
                        fleets.at(table, planet, int(owner)).get("infantry", 0)
                        for planet in TILES[tile].planets
                    )
                    most = max(most, units.get("infantry", 0) + ashore)
        return min(MOST_GUARDS, max(most, int(table.round > 1)))

    # -- technologies and units ------------------------------------------------------------------

    def technology(self, id: str) -> float:
        """Return the worth that a technology would add to objectives."""
        card = TECHNOLOGIES[id]
        mine = self.table.sides[self.seat].techs
        worth = 0.0
        for aim in self:
            if aim.met:
                continue
            if aim.kind == "own_unit_upgrades":
                worth += 1.6 * aim.pull * self._step_to(self._upgrades, id)
            elif aim.kind == "own_faction_technologies":
                worth += 1.2 * aim.pull * self._step_to(self._of_faction, id)
            elif aim.kind == "own_technologies_per_color" and card.colour:
                per = aim.need["per_color"]
                have = sum(TECHNOLOGIES[t].colour == card.colour for t in mine)
                if have < per:
                    worth += 1.3 * aim.pull * ((have + 1) / per) ** 2
        return worth

    @cached_property
    def _upgrades(self) -> dict[str, dict[str, int]]:
        """Return what is lacking for each unit upgrade, by colour."""
        found = tech.deck(self.table, self.seat)
        return {id: self._lacking(id) for id in found if TECHNOLOGIES[id].upgrades}

    @cached_property
    def _of_faction(self) -> dict[str, dict[str, int]]:
        """Return what is lacking for each technology of the faction, by colour."""
        found = tech.deck(self.table, self.seat)
        return {id: self._lacking(id) for id in found if TECHNOLOGIES[id].faction}

    def _lacking(self, id: str) -> dict[str, int]:
        return tech.lacking(self.table, self.seat, id)

    def _step_to(self, goals: Mapping[str, Mapping[str, int]], id: str) -> float:
        """Return how far a technology leads to the nearest of these: 1 is one of them."""
        if id in goals:
            return 1.0
        nearest = min((sum(lacking.values()) for lacking in goals.values()), default=0)
        colour = TECHNOLOGIES[id].colour
        helps = any(
            lacking.get(colour) and sum(lacking.values()) == nearest for lacking in goals.values()
        )
        return STEP**nearest if helps else 0.0

    @property
    def wants_ships(self) -> bool:
        """Return whether an objective wants ships in more places."""
        return bool(self._of_ships)

    def wants(self, unit: str) -> bool:
        """Return whether an objective takes units of this type on the board."""
        if unit == "flagship" and "unveil_flagship" in self._feats:
            return True
        return any(
            aim.kind == "units_on_board" and aim.need["unit"] == unit and not aim.met
            for aim in self
        )

    # -- what is kept back -----------------------------------------------------------------------

    @cached_property
    def pledge(self) -> Aim | None:
        """Return the public objective that this round's status phase shall pay for, if there is
        one.

        One public objective is scored in a status phase: where another one of as many points is
        met without a price, nothing needs to be kept.
        """
        table, seat = self.table, self.seat
        if table.round < SAVED_FROM_ROUND or not scoring.holds_home(table, seat):
            return None
        free = max((aim.points for aim in self.publics if aim.met), default=0)
        payable = [a for a in self.publics if a.price[0] and a.points > free and self._can_pay(a)]
        order = {"tokens": 0, "goods": 1, "influence": 2, "resources": 3, "cards": 4}
        return max(payable, key=lambda a: (a.points, -order[a.price[0]], a.card), default=None)

    @property
    def scores_now(self) -> bool:
        """Return whether a public objective could be scored at once."""
        home = scoring.holds_home(self.table, self.seat)
        return home and any(a.met or (a.price[0] and self._can_pay(a)) for a in self.publics)

    def _can_pay(self, aim: Aim) -> bool:
        what, amount = aim.price
        side = self.table.sides[self.seat]
        if what == "goods":
            return side.goods >= amount
        if what == "tokens":
            return self.table.round >= TOKENS_TO_SPARE and side.tactic + side.strategy >= amount
        if what == "cards":
            return side.hand >= amount
        return economy.wealth(self.table, self.seat, what) >= amount

    @cached_property
    def kept(self) -> Pay:
        """Return the planets and goods that the pledge will take."""
        if self.pledge is None:
            return self._hoard()
        what, amount = self.pledge.price
        if what == "goods":
            return Pay(goods=amount)
        if what not in ("resources", "influence"):
            return FREE
        found = economy.best_pay(self.table, self.seat, amount, what, goods=True)
        return found or FREE

    def _hoard(self) -> Pay:
        """Return the goods that are put by for an objective which takes more of them."""
        have = self.table.sides[self.seat].goods
        if self.table.round < SAVED_FROM_ROUND or not any(map(self._soon_paid, self.publics)):
            return FREE
        return Pay(goods=have)

    def _soon_paid(self, aim: Aim) -> bool:
        """Return whether an objective could be paid for in a round or two with the goods there
        are, if they are kept."""
        what, amount = aim.price
        have = self.table.sides[self.seat].goods
        if what == "goods":
            return 2 * have >= amount
        if what not in ("resources", "influence") or aim.points < 2 or not have:
            return False
        planets = fleets.controlled(self.table, self.seat)
        usual = sum(economy.value(self.table, planet, what) for planet in planets)
        return usual + have + INCOME >= amount

    @property
    def kept_tokens(self) -> int:
        """Return how many command tokens the pledge will take from tactics and strategy."""
        if self.pledge is None or self.pledge.price[0] != "tokens":
            return 0
        return self.pledge.price[1]

    def spares(self, tokens: int = 1) -> bool:
        """Return whether so many command tokens can be spent without touching the pledge."""
        side = self.table.sides[self.seat]
        return side.tactic + side.strategy - tokens >= self.kept_tokens

    @property
    def wanted_tokens(self) -> int:
        """Return how many command tokens a public objective takes that is not met otherwise."""
        if self.pledge is not None and self.pledge.price[0] != "tokens":
            return 0
        if any(aim.met for aim in self.publics):
            return 0
        return min((a.price[1] for a in self.publics if a.price[0] == "tokens"), default=0)

    def budget(self, what: str) -> int:
        """Return the amount to spend now without touching the pledge."""
        kept = economy.worth(self.table, self.seat, self.kept, what)
        return max(0, economy.wealth(self.table, self.seat, what) - kept)

    @property
    def for_ships(self) -> int:
        """Return the resources to spend on units: the price of a technology that is still to come
        stays."""
        return max(0, self.budget("resources") - RESEARCH * self._research_to_come)

    def leaves_research(self, pay: Pay) -> bool:
        """Return whether the price of a technology that is still to come is left after a payment,
        if there was as much before."""
        if not self._research_to_come:
            return True
        planets = [*pay.planets, *self.kept.planets]
        left = sum(
            modifiers.resources(self.table, planet)
            for planet in fleets.ready_planets(self.table, self.seat)
            if planet not in planets
        )
        goods = self.table.sides[self.seat].goods - pay.goods - self.kept.goods
        return left + goods * modifiers.goods_worth(self.table, self.seat) >= RESEARCH

    @property
    def _research_to_come(self) -> bool:
        """Return whether another player will use Technology, and the seat can follow."""
        others = (side for s, side in enumerate(self.table.sides) if s != self.seat)
        open_ = any("technology" in side.cards and "technology" not in side.used for side in others)
        mine = self.table.sides[self.seat]
        return open_ and mine.strategy > 0 and self.table.round >= SAVED_FROM_ROUND

    def pay(self, amount: int, what: str, avoid: Iterable[str] = ()) -> Pay | None:
        """Return a payment that leaves the pledge alone; None where that cannot be."""
        kept = (*self.kept.planets, *avoid)
        found = economy.best_pay(self.table, self.seat, amount, what, goods=True, avoid=kept)
        side = self.table.sides[self.seat]
        if found is None or found.goods > side.goods - self.kept.goods:
            return None
        return found
