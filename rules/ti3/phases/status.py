"""The status phase (TI3 12, 34.4)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.imperium import clicks
from rules.imperium.payment import FREE
from rules.kernel import forms as clicking
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_counted, read_slots, write_counted
from rules.ti3 import cards, economy, nouns, points, scoring, trade
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, timing
from rules.ti3.components import windows as w
from rules.ti3.components.choices import (
    ChooseSome,
    area_fields,
    area_problems,
    read_areas,
    usual_areas,
)
from rules.ti3.facts import AREAS, OBJECTIVES, PLANETS, SHIPS, STRATEGY_CARDS, TILES
from rules.ti3.names import (
    LEADER_NAMES,
    NOTHING_WORDS,
    OBJECTIVE_NAMES,
    PLACE_NAMES,
    UNITS,
    seats,
)
from rules.ti3.phases.strategy import PickStrategy
from rules.ti3.scoring import NOTHING, Claim
from rules.ti3.speech import _
from rules.ti3.state import Counts, Phase, Public, Table, Until, View
from rules.ti3.units import fleets
from rules.ti3.units.limits import check_elimination, enforce
from rules.ti3.units.losses import destroy
from rules.ti3.variants import leaders
from rules.toolbox.targets import player, seat_of

_SCUTTLE = Slots(("", "at"), (), "SCUTTLE 1 destroyer AT Lodor")


class Claims(Fixed):
    public: Claim = NOTHING
    secret: Claim = NOTHING


def write_claim(claim: Claim) -> str:
    line = f"CLAIM {OBJECTIVE_NAMES.name(claim.card)}"
    return f"{line} PAY {economy.pay_text(claim.pay)}" if claim.pay != FREE else line


class ClaimObjectives(Decision[Claims]):
    """Which objectives a player claims: one public objective and the secret one (TI3 12.1.2)."""

    Answer = Claims
    ahead = True
    verbs = ("claim",)
    clock = "status"
    rule = "TI3 12.1.2"

    def problems(self, v: View, answer: Claims) -> list[Problem]:
        problems = scoring.claim_problems(v, self.seat, answer.public, secret=False)
        problems = problems or scoring.claim_problems(v, self.seat, answer.secret, secret=True)
        return problems or self._both(v, answer)

    def _both(self, v: View, answer: Claims) -> list[Problem]:
        one, two = answer.public.pay, answer.secret.pay
        twice = set(one.planets) & set(two.planets)
        if twice or one.goods + two.goods > v.table.sides[self.seat].goods:
            return [Problem("cannot-pay", _("You cannot pay for both."), "TI3 23.1.3")]
        return []

    def _publics(self, v: View, spend: bool) -> list[Claim]:
        """Return ways to claim a public objective, the most valuable first."""
        found = []
        ranked = sorted(
            scoring.open_publics(v.table, self.seat),
            key=lambda c: (not OBJECTIVES[c].wins, -OBJECTIVES[c].points, c),
        )
        for card in ranked:
            if spend or scoring.is_free(card):
                claim = scoring.priced(v.table, self.seat, card)
                if claim is not None:
                    found.append(claim)
        return found

    def _secret(self, v: View) -> Claim:
        card = scoring.open_secret(v, self.seat)
        return (scoring.priced(v.table, self.seat, card) or NOTHING) if card else NOTHING

    def default(self, v: View) -> Claims:
        """Claim the best public objective that costs nothing, and never the secret one (TI3
        41.6)."""
        free = self._publics(v, spend=False)
        return Claims(free[0]) if free else Claims()

    def sample(self, v: View, rng: Random) -> Claims:
        publics = self._publics(v, spend=True)
        answer = Claims(publics[0] if publics else NOTHING, self._secret(v))
        return Claims(answer.public) if self.problems(v, answer) else answer

    def prompt(self, v: View) -> str:
        return _("Claim up to one public objective and your secret one.")

    def template(self, v: View) -> Sequence[str]:
        lines = [write_claim(claim) for claim in self._publics(v, spend=True)]
        secret = self._secret(v)
        lines += [write_claim(secret)] if secret.card else []
        return [*lines, "CLAIM nothing"]

    def forms(self, v: View) -> list[clicking.Form]:
        none, secret = ("", _("nothing")), self._secret(v)
        publics = {write_claim(c): c for c in self._publics(v, spend=True)}
        shown = [(line.partition(" ")[2], ev.title(c.card)) for line, c in publics.items()]
        fields = [clicking.Pick("public", _("Public objective"), (none, *shown))]
        if secret.card:
            own = (write_claim(secret).partition(" ")[2], ev.title(secret.card))
            fields.append(clicking.Pick("secret", _("Secret objective"), (none, own)))
        groups = (clicking.Group("", tuple(fields)),)
        lines = ("CLAIM {public}", "CLAIM {secret}")[: len(fields)]
        return [clicking.Form("claim", _("Claim"), lines, groups, nothing="CLAIM nothing")]

    def write(self, v: View, answer: Claims) -> str:
        lines = [write_claim(c) for c in (answer.public, answer.secret) if c.card]
        return "\n".join(lines) or "CLAIM nothing"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Claims]:
        public = secret = NOTHING
        notes: list[str] = []
        for line in lines:
            rest, pay = economy.split_pay(line.rest)
            if rest.strip().lower() in NOTHING_WORDS:
                continue
            found = OBJECTIVE_NAMES.find(rest)
            notes += [found.read_as] if found.read_as else []
            if pay is None:
                claim = scoring.priced(v.table, self.seat, found.id) or Claim(found.id)
            else:
                claim = Claim(found.id, pay)
            if (public if OBJECTIVES[found.id].stage else secret).card:
                words = _("Only one public and one secret objective can be claimed.")
                return Reading(problems=(Problem("too-many", words, "TI3 12.1.2"),))
            if OBJECTIVES[found.id].stage:
                public = claim
            else:
                secret = claim
        return Reading(Claims(public, secret), tuple(range(len(lines))), tuple(notes))


class Form(Fixed):
    """How the counters are to lie, which agreements end, which units are scuttled; empty areas
    change nothing but take new counters as usual."""

    areas: Counts = {}
    cancel: list[int] = []
    scuttle: dict[str, Counts] = {}
    captives: dict[str, str] = {}
    """What becomes of captives: "dead", or "@seat" of who gets them; others are kept."""


class StatusForm(Decision[Form]):
    """What a player does in the rest of the phase, on one form (TI3 12.1.9, 12.1.10, 12.2,
    41.2)."""

    gained: int

    Answer = Form
    ahead = True
    verbs = ("areas", "cancel", "scuttle", "captive", "done")
    clock = "status"
    rule = "TI3 12.1.10"

    def _gain(self, v: View) -> int:
        """Return how many counters are gained after those on the board have gone back (TI3 E64)."""
        return max(0, min(self.gained, economy.counter_reserve(v.table, self.seat)))

    def _now(self, v: View) -> Counts:
        side = v.table.sides[self.seat]
        return {area: int(getattr(side, area)) for area in AREAS}

    def total(self, v: View) -> int:
        """Return how many counters are distributed among the areas."""
        return sum(self._now(v).values()) + self._gain(v)

    def _usual(self, v: View) -> Counts:
        now, more = self._now(v), usual_areas(self._gain(v))
        return {area: now[area] + more.get(area, 0) for area in AREAS}

    def problems(self, v: View, answer: Form) -> list[Problem]:
        problems = self._areas(v, answer) or self._cancel(v, answer) or self._scuttle(v, answer)
        return problems or self._captives(v, answer)

    def _captives(self, v: View, answer: Form) -> list[Problem]:
        held = leaders.captives(v.table, self.seat)
        players = [player(s) for s, side in enumerate(v.table.sides) if not side.out]
        for leader, fate in answer.captives.items():
            if leader not in held or fate not in (leaders.DEAD, *players):
                names = ", ".join(map(ev.title, held)) or _("nobody")
                words = _("Your captives: {names}. Execute them, or give them TO a player.",
                          names=names)  # fmt: skip
                return [Problem("bad-target", words, "TI3 29.4.1")]
        return []

    def _areas(self, v: View, answer: Form) -> list[Problem]:
        if not answer.areas:
            return []
        now = self._now(v)
        if any(n < 0 or area not in AREAS for area, n in answer.areas.items()):
            words = _("Areas: Strategy Allocation, Command Pool, Fleet Supply.")
            return [Problem("no-such-area", words, "TI3 17.2.1")]
        total = self.total(v)
        if sum(answer.areas.values()) != total:
            words = _("You have {n} counters to distribute.", n=total)
            return [Problem("wrong-number", words, self.rule)]
        moved = any(answer.areas.get(area, 0) < now[area] for area in AREAS)
        if moved and not modifiers.may_redistribute(v.table, self.seat):
            words = _("A law forbids moving counters between areas.")
            return [Problem("forbidden", words, "TI3 1.2.1")]
        return area_problems(v, self.seat, answer.areas.get("fleet", 0) - now["fleet"])

    def _cancel(self, v: View, answer: Form) -> list[Problem]:
        for other in answer.cancel:
            known = 0 <= other < len(v.names)
            if not known or not trade.may_cancel(v.table, self.seat, other):
                words = _("You cannot cancel an agreement with that player.")
                return [Problem("bound", words, "TI3 22.4.1")]
        return []

    def _scuttle(self, v: View, answer: Form) -> list[Problem]:
        for place, units in answer.scuttle.items():
            here = fleets.at(v.table, place, self.seat)
            if any(not 0 < n <= here.get(unit, 0) for unit, n in units.items()):
                have = nouns.counted(fleets.tidy(here))
                words = _("At {where} you have {units}.", where=ev.title(place), units=have)
                return [Problem("not-enough-units", words, "TI3 12.2.1")]
        return []

    def default(self, v: View) -> Form:
        return Form()

    def sample(self, v: View, rng: Random) -> Form:
        if rng.random() < 0.3:
            return Form()
        total = self.total(v)
        fleet = min(total, rng.randint(3, 5))
        strategy = min(total - fleet, rng.randint(0, 2))
        areas = {"strategy": strategy, "command": total - fleet - strategy, "fleet": fleet}
        form = Form(areas)
        partners = [trade.partner(a, self.seat) for a in trade.agreements_of(v.table, self.seat)]
        if partners and rng.random() < 0.05:
            form = Form(areas, [rng.choice(partners)])
        held = leaders.captives(v.table, self.seat)
        if held and rng.random() < 0.4:
            fate = rng.choice([leaders.DEAD, player(leaders.owner_of(v.table, held[0]))])
            form = Form(form.areas, form.cancel, {}, {held[0]: fate})
        return Form() if self.problems(v, form) else form

    def prompt(self, v: View) -> str:
        total = self.total(v)
        return _(
            "Distribute your {n} command counters; SCUTTLE units or CANCEL agreements if you want.",
            n=total,
        )

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, Form(self._usual(v))), "DONE"]

    def forms(self, v: View) -> list[clicking.Form]:
        usual = self._usual(v)
        total = sum(usual.values())
        areas = area_fields("areas", total, usual, zero=True)
        groups = [clicking.Group(_("Command counters"), areas)]
        lines = ["AREAS {areas}"]
        partners = [trade.partner(a, self.seat) for a in trade.agreements_of(v.table, self.seat)]
        ticks = tuple(
            clicking.Tick(f"cancel {s}", v.names[s], v.names[s])
            for s in partners
            if trade.may_cancel(v.table, self.seat, s)
        )
        if ticks:
            groups.append(clicking.Group(_("Agreements to cancel"), ticks, rare=True))
            lines += [f"CANCEL {{{tick.slot}}}" for tick in ticks]
        for place, units in fleets.places_of(v.table, self.seat):
            there = dict(fleets.ordered(units))
            fields = clicks.units(f"scuttle {place}", there, UNITS, nouns.unit)
            title = _("Scuttled in {where}", where=ev.title(place))
            groups.append(clicking.Group(title, fields, rare=True))
            lines.append(
                f"SCUTTLE {{scuttle {place}}} AT {clicking.fixed(PLACE_NAMES.name(place))}"
            )
        for leader in leaders.captives(v.table, self.seat):
            alive = [v.names[s] for s, side in enumerate(v.table.sides) if not side.out]
            fates = (
                ("", _("kept")),
                ("execute", _("executed")),
                *((f"TO {name}", name) for name in alive),
            )
            pick = clicking.Pick(f"captive {leader}", ev.title(leader), fates)
            groups.append(clicking.Group(_("Captive"), (pick,)))
            lines.append(f"CAPTIVE {ev.title(leader)} {{captive {leader}}}")
        totals = (clicking.Total(_("counters"), clicks.keys(areas), most=total),)
        shown, title = tuple(groups), _("Command counters")
        return [clicking.Form("areas", title, tuple(lines), shown, "", totals, "DONE")]

    def examples(self, v: View, verb: str) -> Sequence[str]:
        table = v.table
        if verb == "cancel":
            partners = [trade.partner(a, self.seat) for a in trade.agreements_of(table, self.seat)]
            return [self.write(v, Form(cancel=[other])) for other in partners]
        if verb == "scuttle":
            mine = fleets.places_of(table, self.seat)
            return [
                self.write(v, Form(scuttle={place: {unit: 1}}))
                for place, units in mine
                for unit in units
            ]
        return ()

    def write(self, v: View, answer: Form) -> str:
        lines = []
        if answer.areas:
            said = ", ".join(f"{answer.areas.get(area, 0)} {area}" for area in AREAS)
            lines.append(f"AREAS {said}")
        lines += [f"CANCEL {v.names[other]}" for other in answer.cancel]
        for place, units in sorted(answer.scuttle.items()):
            text = write_counted(fleets.tidy(units), UNITS)
            lines.append(f"SCUTTLE {text} AT {PLACE_NAMES.name(place)}")
        for leader, fate in sorted(answer.captives.items()):
            end = "execute" if fate == leaders.DEAD else f"TO {v.names[seat_of(fate)]}"
            lines.append(f"CAPTIVE {ev.title(leader)} {end}")
        return "\n".join(lines) or "DONE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Form]:
        areas: Counts = {}
        cancel: list[int] = []
        scuttle: dict[str, Counts] = {}
        captives: dict[str, str] = {}
        for line in lines:
            if line.verb == "done" or line.rest.strip().lower() in NOTHING_WORDS:
                continue
            if line.verb == "areas":
                got = read_areas(line.rest)
                areas = {area: got.get(area, 0) for area in AREAS}
            elif line.verb == "cancel":
                cancel += [int(seats(v).find(name).id) for name in line.rest.split(",")]
            elif line.verb == "captive":
                leader, fate = self._read_captive(v, line.rest)
                captives[leader] = fate
            else:
                parts = read_slots(line.rest, _SCUTTLE, PLACE_NAMES)
                units = read_counted(parts[""], UNITS).counts
                place = self._place(v, parts["at"], units)
                scuttle[place] = fleets.plus(scuttle.get(place, {}), units)
        return Reading(Form(areas, cancel, scuttle, captives), tuple(range(len(lines))))

    def _read_captive(self, v: View, rest: str) -> tuple[str, str]:
        """ "Carth TO Sol", "Carth execute" """
        parts = read_slots(rest, Slots(("",), ("to",), "CAPTIVE Carth TO Sol"))
        words = parts[""].split()
        if "to" in parts:
            return LEADER_NAMES.find(parts[""]).id, player(int(seats(v).find(parts["to"]).id))
        return LEADER_NAMES.find(" ".join(words[:-1]) or parts[""]).id, leaders.DEAD

    def _place(self, v: View, text: str, units: Counts) -> str:
        """Return the place that is named; a planet's name means its system where ships are
        named."""
        place = PLACE_NAMES.find(text).id
        if place not in TILES and any(unit in SHIPS for unit in units):
            return PLANETS[place].tile
        return place


# -- the question to come ------------------------------------------------------------------------


def questions_to_come(table: Public, seat: int) -> list[Decision[Any]]:
    """Return what the phase will ask a seat first, and the pick after it, as the table stands;
    nothing while the seat still has an action to take."""
    side = table.sides[seat]
    acts = table.phase == Phase.TURN and not side.passed
    if side.out or (acts and (side.command or set(side.cards) - set(side.used))):
        return []
    if table.phase not in (Phase.TURN, Phase.STATUS, Phase.SCORE):
        return []
    scores = side.secret or scoring.open_publics(table, seat)
    return [*([ClaimObjectives(seat)] if scores else []), PickStrategy(seat)]


# -- the steps -----------------------------------------------------------------------------------


def begin(t: Table) -> Play[None]:
    """Open the moment for effects of the phase that may serve step 1 (TI3 E136, E137)."""
    yield from timing.moment(t, w.STATUS)
    t.table.phase = Phase.SCORE


def score_objectives(t: Table) -> Play[None]:
    """Collect all claims at once and score them in order of play (U1); a victory ends the game."""
    order = timing.order_of_play(t.table)
    asked = [
        ClaimObjectives(s)
        for s in order
        if t.table.sides[s].secret or scoring.open_publics(t.table, s)
    ]
    answers = yield from t.ask_all(asked)
    for decision, answer in zip(asked, answers, strict=True):
        if t.check(decision, answer):
            answer = yield from t.ask(decision)
        for claim in (answer.public, answer.secret):
            if claim.card:
                scoring.score(t, decision.seat, claim)
    t.table.phase = Phase.REFRESH


def refresh(t: Table) -> Play[None]:
    """Carry out U2 to U5: repair, counters off the board, planets refreshed, action cards drawn."""
    table: Public = t.table
    for tile in sorted(table.damaged):
        for owner in sorted(table.damaged[tile]):
            fleets.repair(table, tile, int(owner))
            t.tell(ev.Repaired(int(owner), tile), cite="TI3 12.1.6")
    table.counters = {}
    table.spent = []
    order = timing.order_of_play(table)
    if any(modifiers.open_draw(table, seat) for seat in order):
        yield from open_draw(t, order)
    else:
        for seat in order:
            yield from cards.draw_action_cards(t, seat, modifiers.cards_drawn(t.table, seat))
    t.table.phase = Phase.FORM


def open_draw(t: Table, order: Sequence[int]) -> Play[None]:
    """Lay all action cards due open, and let players choose by influence, most first: a law says
    so."""
    due = {seat: modifiers.cards_drawn(t.table, seat) for seat in order}
    t.table.laid = cards.lay_open(t, sum(due.values()))
    influence = {
        s: sum(modifiers.influence(t.table, p) for p in fleets.ready_planets(t.table, s))
        for s in order
    }
    for seat in sorted(order, key=lambda s: (-influence[s], order.index(s))):
        n = min(due[seat], len(t.table.laid))
        if not n:
            continue
        picked = yield from t.ask(ChooseSome(seat, "agenda", "core_stability", "", n, n))
        taken = [cards.Copy.read(choice).card for choice in picked]
        for card in taken:
            t.table.laid.remove(card)
        cards.take_open(t, seat, taken)
        yield from cards.keep_hand_limit(t, seat)


def forms(t: Table) -> Play[None]:
    """Carry out U5, U6 and Ux: counters, agreements, scuttling, in order of play; cards come first
    (TI3 E137)."""
    yield from timing.moment(t, w.FREE_ACTIONS)
    order = timing.order_of_play(t.table)
    asked = [StatusForm(s, modifiers.counters_gained(t.table, s)) for s in order]
    answers = yield from t.ask_all(asked)
    for decision, form in zip(asked, answers, strict=True):
        if t.check(decision, form):
            form = decision.default(t.view(decision.seat))
        yield from fill_in(t, decision, form)
    t.table.phase = Phase.RETURN


def fill_in(t: Table, decision: StatusForm, form: Form) -> Play[None]:
    seat = decision.seat
    for other in form.cancel:
        agreement = trade.between(t.table, seat, other)
        if agreement is not None:
            trade.end_agreement(t, agreement, "TI3 22.4.1")
    for place, units in sorted(form.scuttle.items()):
        yield from destroy(t, place, seat, units, cite="TI3 12.2.1")
    for leader, fate in sorted(form.captives.items()):
        if fate == leaders.DEAD:
            leaders.kill(t, leader, "TI3 29.4.1")
        else:
            yield from leaders.hand_over(t, leader, seat_of(fate))
    areas = form.areas or decision._usual(t.view(seat))
    side = t.table.sides[seat]
    for area in AREAS:
        setattr(side, area, areas.get(area, 0))
    t.tell(ev.AreasSet(seat, side.strategy, side.command, side.fleet), cite="TI3 12.1.10")
    yield from enforce(t, (seat,))


def return_cards(t: Table) -> Play[None]:
    """Return the strategy cards (U7), and end the round."""
    yield from timing.moment(t, w.RETURN_CARDS)
    table: Public = t.table
    for side in table.sides:
        for card in side.cards:
            if card != side.keeps:
                table.bonus[card] = 0
        side.cards = [card for card in side.cards if card == side.keeps]
        side.used = []
        side.followed = []
        side.docks_taken = []
        side.skipped = False
    for card in STRATEGY_CARDS:
        held = any(card in side.cards for side in table.sides)
        if card not in table.bonus and not held:
            table.bonus[card] = 0
    yield from end_round(t)


def end_round(t: Table) -> Play[None]:
    """End the round, or the game if nothing is left to reveal (TI3 4.1.2, 26.1.3, 27.1.3)."""
    table: Public = t.table
    yield from timing.moment(t, w.ROUND_END)
    timing.expire(table, Until.ROUND, Until.PHASE)
    for e in table.effects:
        if e.until == Until.NEXT_ROUND:
            e.until = Until.ROUND
    yield from enforce(t, range(len(table.sides)))
    for side in table.sides:
        side.fighters_bought = 0
    table.gained = []
    table.new_docks = []
    table.docks_used = []
    table.barred_cards = []
    table.cards_played = []
    if table.settings.age_of_empire and table.round >= len(table.revealed):
        points.end_by_points(t, "TI3 27.1.3")
    over = table.settings.long_war_no_rex and not table.objectives_left
    if over and table.last_revealed and not table.settings.age_of_empire:
        points.end_by_points(t, "TI3 26.1.3")
    check_elimination(t)
    table.round += 1
    table.phase = Phase.STRATEGY
