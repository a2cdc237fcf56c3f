"""Researching and gaining technologies (TI4 66, D-37)."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

from rules.imperium.payment import FREE, Pay
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Problem, Reading
from rules.kernel.forms import Form, Total
from rules.kernel.patterns import running
from rules.kernel.table import Play
from rules.lexicon import Names, OrderLine
from rules.ti4 import economy, nouns
from rules.ti4 import events as ev
from rules.ti4.components import modifiers, presence, registry, timing
from rules.ti4.components import windows as w
from rules.ti4.facts import AGENDAS, PLANETS, TECH_COLOURS, TECHNOLOGIES
from rules.ti4.names import PLANET_NAMES, TECHS
from rules.ti4.speech import _
from rules.ti4.state import Mark, Public, Table, Until, View
from rules.ti4.units import fleets
from rules.toolbox.targets import as_target, player

SOURCES = PLANET_NAMES.merged(
    Names({card.id: (card.name,) for card in AGENDAS.values() if card.goes_to == "elected_planet"})
).merged(TECHS)


class Settle(Decision[Pay]):
    """The payment for an ability beside everything else: `PAY Jord, 1 trade good`."""

    amount: int
    what: str
    """resources or influence"""
    card: str

    Answer = Pay
    verbs = ("pay",)
    clock = "turn"
    rule = "TI4 83.9"

    def problems(self, v: View, answer: Pay) -> list[Problem]:
        return economy.pay_problems(v.table, self.seat, answer, self.amount, self.what)

    def default(self, v: View) -> Pay:
        best = economy.best_pay(v.table, self.seat, self.amount, self.what, goods=True)
        return FREE if best is None else best

    def sample(self, v: View, rng: Random) -> Pay:
        return self.default(v)

    def prompt(self, v: View) -> str:
        card, what = ev.title(self.card), nouns.word(self.what)
        return _("{card}: pay {n} {what}.", card=card, n=self.amount, what=what)

    def template(self, v: View) -> Sequence[str]:
        return [self.write(v, self.default(v))]

    def forms(self, v: View) -> list[Form]:
        pay = economy.PAYMENT.group(v.table, self.seat, self.what)
        room = economy.PAYMENT.room(v.table, self.seat, self.what)
        total = Total(nouns.word(self.what), {}, room, self.amount)
        title = ev.title(self.card)
        form = Form("pay", title, ("PAY {pay}",), (pay,), "", (total,)) if pay else None
        return [form] if form else []

    def write(self, v: View, answer: Pay) -> str:
        return f"PAY {economy.pay_text(answer)}"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Pay]:
        return Reading(economy.read_pay(lines[0].rest), (0,))


class Research(Fixed):
    """A technology, planets exhausted for their specialty, and the payment."""

    tech: str = ""
    using: list[str] = []
    pay: Pay = FREE


def deck(table: Public, seat: int) -> list[str]:
    """Return the technologies the seat does not own and may research some day (TI4 66.4, 66.11).

    Like every deck, it holds only what can be adjudicated.
    """
    known = registry.built("technology")
    side = table.sides[seat]
    replaced = {
        t.replaces for t in TECHNOLOGIES.values() if t.faction == side.faction and t.replaces
    }
    return [
        tech.id
        for tech in TECHNOLOGIES.values()
        if tech.id not in side.techs
        and tech.faction in ("", side.faction)
        and tech.id not in replaced
        and not tech.special
        and tech.id in known
    ]


def helpers(table: Public, seat: int) -> dict[str, list[str]]:
    """Return the cards that may be exhausted for a prerequisite, each with the colours it stands
    for: planets with a specialty (TI4 66.14), and laws attached to own planets."""
    found = {p: modifiers.specialties(table, p) for p in fleets.ready_planets(table, seat)}
    for planet, cards in sorted(table.attached.items()):
        if table.control.get(planet) == seat:
            found |= {
                card: [colour]
                for card in cards
                if (colour := registry.agenda(card).prerequisite) and not table.laws[card].exhausted
            }
    return found


def lacking(table: Public, seat: int, tech: str) -> dict[str, int]:
    """Return the prerequisites by colour that owned technologies do not satisfy (TI4 66.12)."""
    owned = [TECHNOLOGIES[t].colour for t in table.sides[seat].techs]
    needs = TECHNOLOGIES[tech].needs
    return {c: needs[c] - owned.count(c) for c in TECH_COLOURS if needs.get(c, 0) > owned.count(c)}


def cover(table: Public, seat: int, tech: str, avoid: Sequence[str] = ()) -> list[str] | None:
    """Return the fewest specialty planets that make up for the prerequisites lacking; None if none
    do."""
    short = lacking(table, seat, tech)
    if not researches(table, seat):
        return []
    spare = modifiers.ignored_needs(table, seat, tech)
    using: list[str] = []
    for source, colours in helpers(table, seat).items():
        if source in avoid:
            continue
        for colour in colours:
            if sum(short.values()) > spare and short.get(colour, 0) > 0:
                short[colour] -= 1
                using.append(source)
                break
    return using if sum(short.values()) <= spare else None


def researches(table: Public, seat: int) -> bool:
    """Return whether the seat researches at all, rather than gets something else instead."""
    return not presence.present(table, seat, "instead_of_research")


def waiver_problems(table: Public, seat: int, what: "Research") -> list[Problem]:
    """Return why the price of doing without prerequisites, on top of all other prices, is not
    paid."""
    waiver = modifiers.waiver(table, seat)
    if waiver is None or waiver[0] not in what.using:
        return []
    taken = [*what.using, *what.pay.planets]
    planets = [p for p in fleets.ready_planets(table, seat) if p not in taken]
    left = sum(modifiers.resources(table, p) for p in planets)
    left += (table.sides[seat].goods - what.pay.goods) * modifiers.goods_worth(table, seat)
    if left >= waiver[1]:
        return []
    words = _("{card} takes {n} more resources.", card=ev.title(waiver[0]), n=waiver[1])
    return [Problem("cannot-pay", words, "TI4 83.9")]


def research_problems(table: Public, seat: int, tech: str, using: Sequence[str]) -> list[Problem]:
    """Return why a technology cannot be researched (TI4 66.11, 66.12, 66.14)."""
    if not researches(table, seat):
        return []
    waiver = modifiers.waiver(table, seat)
    if waiver is not None and waiver[0] in using:
        if tech in deck(table, seat) and list(using) == [waiver[0]]:
            return []
        words = _("{card} is used alone, for a technology of your deck.", card=ev.title(waiver[0]))
        return [Problem("not-researchable", words, "TI4 66.11")]
    if tech not in TECHNOLOGIES or tech not in deck(table, seat):
        words = _("{card} is not in your technology deck.", card=ev.title(tech))
        return [Problem("not-researchable", words, "TI4 66.11")]
    short = lacking(table, seat, tech)
    ready = helpers(table, seat)
    if len(set(using)) != len(using):
        return [Problem("exhausted", _("A planet is named twice."), "TI4 66.15")]
    for source in using:
        if source not in ready:
            words = _("{card} is not a readied card of yours.", card=ev.title(source))
            return [Problem("exhausted", words, "TI4 66.15")]
        helps = [c for c in ready[source] if short.get(c, 0) > 0]
        if not helps:
            words = _("{card} has no technology specialty that is needed.", card=ev.title(source))
            return [Problem("no-specialty", words, "TI4 66.14")]
        short[helps[0]] -= 1
    left = {colour: n for colour, n in short.items() if n > 0}
    if sum(left.values()) > modifiers.ignored_needs(table, seat, tech):
        what = ", ".join(
            _("{n} {colour}", n=n, colour=nouns.word(colour)) for colour, n in left.items()
        )
        return [
            Problem(
                "prerequisites", _("Prerequisites are lacking: {needs}.", needs=what), "TI4 66.12"
            )
        ]
    return []


def researchable(table: Public, seat: int, avoid: Sequence[str] = ()) -> list[Research]:
    """Return the technologies the seat could research now, and the planets exhausted for each."""
    found = []
    for tech in deck(table, seat):
        using = cover(table, seat, tech, avoid)
        if using is not None:
            found.append(Research(tech, using))
    return found


def ways_to_research(table: Public, seat: int) -> list[Research]:
    """Return the researches the seat could make now, in every way: with the fewest specialties
    needed, with as many others, and without any need where a technology allows that."""
    found = []
    ready = helpers(table, seat)
    for usual in researchable(table, seat):
        found.append(usual)
        for others in combinations(ready, len(usual.using)) if usual.using else ():
            other = Research(usual.tech, list(others))
            legal = not research_problems(table, seat, other.tech, other.using)
            if legal and set(others) != set(usual.using):
                found.append(other)
    waiver = modifiers.waiver(table, seat)
    if waiver is not None:
        known = {what.tech for what in found}
        found += [Research(tech, [waiver[0]]) for tech in deck(table, seat) if tech not in known]
    return found


def read_research(v: View, seat: int, text: str) -> tuple[Research, tuple[str, ...]]:
    """Read "Gravity Drive USING Arnor, Lor"; without USING, the fewest specialties needed."""
    words = text.split()
    at = next((i for i, x in enumerate(words) if x.lower() in ("using", "uzywajac")), len(words))
    found = TECHS.find(" ".join(words[:at]))
    notes = (found.read_as,) if found.read_as else ()
    named = [p for p in " ".join(words[at + 1 :]).split(",") if p.strip()]
    if named:
        using = [SOURCES.find(name).id for name in named]
    else:
        using = cover(v.table, seat, found.id) or []
    return Research(found.id, using), notes


def write_research(what: Research) -> str:
    using = f" USING {', '.join(map(ev.title, what.using))}" if what.using else ""
    return f"RESEARCH {ev.title(what.tech)}{using}"


def research(t: Table, seat: int, what: Research) -> Play[None]:
    """Research a technology and open the moment after it (TI4 66.10, W-38)."""
    p = t.sub(f"research@{seat}")
    for component in presence.present(t.table, seat, "instead_of_research"):
        yield from running(component.instead_of_research(p, seat))
        return
    t.table.spent = sorted({*t.table.spent, *(x for x in what.using if x in PLANETS)})
    for law in [x for x in what.using if x in t.table.laws]:
        t.table.laws[law].exhausted = True
    yield from waive(p, seat, what)
    timing.lasting(p, Mark.RESEARCHER, seat, Until.RESEARCH, as_target(what.tech))
    yield from timing.moment(p, w.WHEN_RESEARCHING, as_target(what.tech), (seat,))
    gain_technology(p, seat, what.tech)
    yield from timing.moment(p, w.AFTER_RESEARCH, as_target(what.tech))
    timing.expire(p.table, Until.RESEARCH)


def waive(t: Table, seat: int, what: Research) -> Play[None]:
    """Use a technology that makes prerequisites needless, and pay its price apart."""
    waiver = modifiers.waiver(t.table, seat)
    if waiver is None or waiver[0] not in what.using:
        return
    paid = yield from t.ask(Settle(seat, waiver[1], "resources", waiver[0]))
    t.table.sides[seat].exhausted.append(waiver[0])
    t.tell(ev.AbilityUsed(seat, waiver[0], what.tech), cite="TI4 66.12")
    economy.spend(t, seat, paid)


def gain_technology(t: Table, seat: int, tech: str) -> None:
    """Give a player a technology (TI4 66.5)."""
    if tech not in t.table.sides[seat].techs:
        t.table.sides[seat].techs.append(tech)
        t.tell(ev.Researched(seat, tech), cite="TI4 66.10")


def gain_from(t: Table, seat: int, owner: int, tech: str) -> Play[None]:
    """Gain a technology of another player, unless an effect replaces the gain (W-38)."""
    p = t.sub(f"gain@{seat}")
    yield from timing.moment(p, w.WHEN_TECHNOLOGY_GAINED, player(owner), (seat,))
    instead = timing.in_effect(p.table, Mark.INSTEAD, seat)
    p.table.effects = [e for e in p.table.effects if not (e.id == Mark.INSTEAD and e.seat == seat)]
    if tech and not instead:
        overwrite(p, seat, tech)
        gain_technology(p, seat, tech)


def overwrite(t: Table, seat: int, tech: str) -> None:
    """Remove the earlier upgrade of the same kind of unit, which a new one replaces (TI4 72.1a)."""
    kind = TECHNOLOGIES[tech].upgrades
    side = t.table.sides[seat]
    if kind:
        old = [x for x in side.techs if x != tech and TECHNOLOGIES[x].upgrades == kind]
        side.techs = [x for x in side.techs if x not in old]
        t.table.effects = [
            e
            for e in t.table.effects
            if not (e.seat == seat and e.until == Until.GAME and e.on in old)
        ]
