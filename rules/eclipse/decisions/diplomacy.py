"""The questions of diplomacy (ECL 8)."""

from collections.abc import Sequence
from random import Random

from rules.eclipse import words
from rules.eclipse.facts import RESOURCES
from rules.eclipse.speech import N_, _
from rules.eclipse.turns.base import Offer, me, no
from rules.eclipse.turns.free import (
    default_terms,
    offer_problems,
    possible_partners,
    read_answer_terms,
    read_offer,
    relation_problems,
    sample_offer,
    terms_problems,
    write_offer,
    write_terms,
)
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reaction, Reading
from rules.kernel.views import View
from rules.lexicon import OrderLine


class Terms(Fixed):
    """Yes with a cube (and a tile given up for room), or no."""

    agree: bool = False
    cube: str = ""
    back: int = 0


class AnswerOffer(Decision[Terms]):
    """ECL 21.3.5, 25.5.1: consent, at once."""

    proposer: int

    Answer = Terms
    verbs = ("agree", "refuse")
    rule = "ECL 8.1.2"

    def problems(self, v: View, answer: Terms) -> list[Problem]:
        if not answer.agree:
            return []
        found = relation_problems(v.table, self.seat, self.proposer)
        return found or terms_problems(v, self.seat, answer.cube, answer.back)

    def default(self, v: View) -> Terms:
        return Terms()

    def sample(self, v: View, rng: Random) -> Terms:
        yes = Terms(True, *default_terms(v, self.seat))
        return yes if rng.random() < 0.7 and not self.problems(v, yes) else Terms()

    def prompt(self, v: View) -> str:
        return _("{who} proposes diplomatic relations.", who=v.name(self.proposer))

    def options(self, v: View) -> list[Option[Terms]]:
        back = default_terms(v, self.seat)[1]
        yes = [Terms(True, r, back) for r in RESOURCES]
        return [Option(_("Refuse"), Terms(), "REFUSE")] + [
            Option(_("Agree, sending a {cube} cube", cube=words.noun(a.cube)), a, self.write(v, a))
            for a in yes
            if not self.problems(v, a)
        ]

    def write(self, v: View, answer: Terms) -> str:
        return f"AGREE {write_terms(answer.cube, answer.back)}" if answer.agree else "REFUSE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Terms]:
        if lines[0].verb == "refuse":
            words.stands_alone(lines[0], "refuse", words.seat_names(v))
            return Reading(Terms(), (0,))
        return Reading(Terms(True, *read_answer_terms(v, self.seat, lines[0].rest)), (0,))


class Council(Reaction[tuple[Offer, ...]]):
    """ECL 8.1.3, 9.14.2: after combat; offers are opened together, mutual ones hold."""

    Answer = tuple[Offer, ...]
    verbs = ("propose", "pass")
    rule = "ECL 9.14.2"

    def declines(self, answer: tuple[Offer, ...]) -> bool:
        return not answer

    def problems(self, v: View, answer: tuple[Offer, ...]) -> list[Problem]:
        if len({o.partner for o in answer}) < len(answer):
            return no("named-twice", _("Name each player once."), "8.1.5")
        for offer in answer:
            found = offer_problems(v, self.seat, offer)
            if found:
                return found
        return []

    def default(self, v: View) -> tuple[Offer, ...]:
        return ()

    def sample(self, v: View, rng: Random) -> tuple[Offer, ...]:
        offer = sample_offer(v, self.seat, rng)
        return (offer,) if offer is not None and rng.random() < 0.5 else ()

    def prompt(self, v: View) -> str:
        partners = (v.names[p] for p in possible_partners(v.table, self.seat))
        return _(
            "Combat is over: propose relations ({partners})?",
            partners=words.listed(partners, N_("nobody is in reach")),
        )

    def template(self, v: View) -> Sequence[str]:
        partners = possible_partners(v.table, self.seat)
        return [*(f"PROPOSE {v.names[p]}" for p in partners), "PASS"]

    def write(self, v: View, answer: tuple[Offer, ...]) -> str:
        return "\n".join(write_offer(v, offer) for offer in answer) or "PASS"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[tuple[Offer, ...]]:
        offers = []
        notes: tuple[str, ...] = ()
        for line in lines:
            if line.verb == "propose":
                offer, read_as = read_offer(v, self.seat, line.rest)
                offers.append(offer)
                notes += read_as
        return Reading(tuple(offers), tuple(range(len(lines))), notes)

    def can(self, v: View) -> bool:
        return bool(possible_partners(v.table, self.seat)) and sum(me(v, self.seat).cubes) > 0
