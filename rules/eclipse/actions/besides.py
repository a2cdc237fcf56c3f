"""What a turn may hold besides its action (ECL 6.1.8): colony ships used, relations proposed."""

from collections.abc import Sequence
from random import Random
from typing import Final

from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Colony, Offer
from rules.eclipse.diplomacy import (
    offer_parts,
    offer_problems,
    propose,
    read_offer,
    sample_offer,
    write_offer,
)
from rules.eclipse.player.civilization import colony_uses, kind_index, me
from rules.eclipse.player.colony_ships import (
    colonize,
    colony_fields,
    colony_problems,
    read_colonies,
    sample_colonies,
    write_colonies,
)
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Table, View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Problem
from rules.kernel.events import Overtaken
from rules.kernel.forms import Form, Group
from rules.kernel.table import Play
from rules.lexicon import OrderLine

NOTHING_MORE: Final = ("done", "refuse", "hold")
"""Verbs that say no to whatever a turn may still hold."""


class Finish(Fixed):
    """What ends a turn: colony ships used, relations proposed."""

    colonies: tuple[Colony, ...] = ()
    offers: tuple[Offer, ...] = ()


def finish_problems(v: View, seat: int, finish: Finish) -> list[Problem]:
    found = colony_problems(v.table, seat, finish.colonies)
    left = list(me(v, seat).cubes)
    for colony in finish.colonies:
        left[kind_index(colony.resource)] -= 1
    for offer in finish.offers:
        found = found or offer_problems(v, seat, offer)
        if found:
            return found
        left[kind_index(offer.cube)] -= 1
        if left[kind_index(offer.cube)] < 0:
            cube = nouns.noun(offer.cube)
            return no("no-cube", _("No {cube} cube is left to send.", cube=cube), "8.2.1")
    if len({offer.partner for offer in finish.offers}) < len(finish.offers):
        return no("named-twice", _("Name each player once."), "8.1.5")
    return found


def sample_finish(v: View, seat: int, rng: Random) -> Finish:
    colonies = sample_colonies(v.table, seat, rng)
    offer = sample_offer(v, seat, rng)
    finish = Finish(colonies, () if offer is None else (offer,))
    return Finish(colonies) if finish_problems(v, seat, finish) else finish


def write_finish(v: View, finish: Finish) -> list[str]:
    lines = [write_colonies(finish.colonies)] if finish.colonies else []
    return lines + [write_offer(v, offer) for offer in finish.offers]


def read_finish(v: View, seat: int, lines: Sequence[OrderLine]) -> tuple[Finish, tuple[str, ...]]:
    """Read all colony ships and offers these lines name."""
    colonies: tuple[Colony, ...] = ()
    offers: list[Offer] = []
    notes: tuple[str, ...] = ()
    for line in lines:
        if line.verb == "colonize":
            more, read_as = read_colonies(v.table, seat, line.rest, colonies)
            colonies += more
            notes += read_as
        elif line.verb == "agree":
            reading.stands_alone(line, line.verb)
            more, read_as = read_colonies(v.table, seat, "", colonies)
            colonies += more
            notes += read_as
        elif line.verb in NOTHING_MORE:
            reading.stands_alone(line, line.verb)
        elif line.verb == "propose":
            offer, read_as = read_offer(v, seat, line.rest)
            offers.append(offer)
            notes += read_as
    return Finish(colonies, tuple(offers)), notes


def finish_parts(v: View, seat: int) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """Return the lines and fields of what may end a turn: colony ships, and relations."""
    lines: list[str] = []
    groups: list[Group] = []
    if colonies := colony_fields(v, seat):
        about = _("up to {n} colony ships", n=colony_uses(v.table, seat))
        groups.append(Group(_("Colony ships"), colonies, about))
        lines.append("COLONIZE {colonies}")
    offers, relations = offer_parts(v, seat)
    return (*lines, *offers), (*groups, *relations)


def finish_form(v: View, seat: int, nothing: str) -> list[Form]:
    """Return the form for what may end a turn."""
    lines, groups = finish_parts(v, seat)
    return [Form("finish", _("Besides"), lines, groups, nothing=nothing)] if lines else []


def do_besides(t: Table, seat: int, finish: Finish) -> Play[None]:
    """Use colony ships and propose relations, one after the other (ECL 6.1.8)."""
    colonize(t, seat, finish.colonies)
    for offer in finish.offers:
        if offer_problems(t.view(seat), seat, offer):
            t.tell(Overtaken(seat, write_offer(t.view(seat), offer)), to=seat)
        else:
            yield from propose(t, seat, offer)
