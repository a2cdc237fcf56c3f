"""Diplomacy (ECL 8): relations proposed, answered, formed and broken; the traitor."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Offer, Turn, TurnOrder
from rules.eclipse.facts import AMBASSADORS, DIPLOMACY_FROM, RESOURCES
from rules.eclipse.galaxy import foes, joined, present
from rules.eclipse.names import RESOURCE_NAMES, seat_names
from rules.eclipse.player.civilization import kind_index, me, room_for_ambassador, track_fits
from rules.eclipse.player.population import CubesHome, homes
from rules.eclipse.refusals import no
from rules.eclipse.speech import N_, _
from rules.eclipse.state import NOBODY, Public, Table, View
from rules.kernel.codec import Fixed
from rules.kernel.decisions import Decision, Option, Problem, Reaction, Reading
from rules.kernel.forms import Form, Group, Pick
from rules.kernel.table import Play
from rules.lexicon import OrderLine, Slots, read_slots

PROPOSE = "PROPOSE Hydran WITH science"
_RELATIONS = re.compile(
    r"(?:(?:an?|the|offer|pact|treaty|diplomatic|relations?|diplomacy|peace|alliance|ambassadors?|kontakty|dyplomatyczne|pokój|"
    r"kapcsolat(?:ot)?|békét?|to|with|z|ze|do)\s+)+",
    re.IGNORECASE,
)
_PEACE = re.compile(
    r"\b(?:peace|relations?|alliance|pok[oó]j|kontakt\w*|sojusz|b[eé]k[eé]\w*|kapcsolat\w*|an?|the|az)\b",
    re.IGNORECASE,
)
_MY_CUBE = re.compile(
    r"\s*[,;]\s*(?:(?:with|sending|giving|my|the|a|for|z|moja|az?)\s+)*"
    r"(?:cubes?|kostk\w*|kock\w*)?\s*(?:is|from|of|az?)?\s*"
    r"([^\W\d]+)(?:\s+(?:cubes?|kostk\w*|kock\w*))?\s*$",
    re.IGNORECASE,
)
"""The cube of an offer, behind a comma: "…, my cube is science"."""
_CUBE = re.compile(
    r"\b(?:an?|the|my|one|here['’]?s|here is|here|and|send(?:ing)?|giv(?:e|ing)|you|cubes?|"
    r"kostk\w*|i|daję|daje|dając|wysyłam|wysylam|jedną|kock\w*|adok|küldök|kuldok|egy|és|es)\b|^\s*,",
    re.IGNORECASE,
)
_PROPOSE = Slots(("",), ("with", "returning"), PROPOSE)
_TERMS = Slots((), ("", "with", "returning"), "AGREE WITH science")


# -- who may become partners -------------------------------------------------------------------


def _no_partner() -> list[Problem]:
    words = _("Name another player, as in: {example}.", example=PROPOSE)
    return no("no-partner", words, "8.1.2")


def relation_problems(table: Public, seat: int, partner: int) -> list[Problem]:
    """Return what stands between these two, as everybody can see (ECL 8.1, 25.5)."""
    found = _bars_to_partnership(table, seat, partner)
    if found:
        return found
    if partner in foes(table, seat):
        return no("at-war", _("Ships of one stand in a sector of the other."), "25.5.3")
    if partner not in joined(table, seat):
        return no("no-connection", _("No full wormhole joins your sectors."), "8.1.2")
    return []


def _bars_to_partnership(table: Public, seat: int, partner: int) -> list[Problem]:
    """Say why two players cannot become partners, apart from where their sectors lie."""
    if len(table.players) < DIPLOMACY_FROM:
        return no("no-diplomacy", _("Diplomacy is for four players and more."), "8.1.1")
    if not 0 <= partner < len(table.players) or partner == seat:
        return _no_partner()
    a, b = table.players[seat], table.players[partner]
    if "left" in (a.status, b.status):
        return no("no-partner", _("That player is out of the game."), "8.1.2")
    if partner in a.ambassadors:
        return no("partners-already", _("You have relations with them already."), "8.1.5")
    if table.traitor in (seat, partner):
        return no("traitor", _("The traitor cannot enter new relations."), "8.1.4")
    if AMBASSADORS in (len(a.ambassadors), len(b.ambassadors)):
        return no("no-ambassador", _("One of you has no ambassador tile left."), "8.1.6")
    if not sum(a.cubes) or not sum(b.cubes):
        return no("no-cube", _("One of you has no cube to send."), "25.5.4")
    for player in (a, b):
        if not track_fits(player, 0, len(player.ambassadors) + 1):
            return no("no-space", _("One of you has no space for an ambassador."), "25.5.5")
    return []


def possible_partners(table: Public, seat: int) -> list[int]:
    if len(table.players) < DIPLOMACY_FROM or table.traitor == seat:
        return []
    near = joined(table, seat)
    if not near:
        return []
    peaceful = sorted(near - foes(table, seat))
    return [other for other in peaceful if not _bars_to_partnership(table, seat, other)]


# -- what is sent ------------------------------------------------------------------------------


def terms_problems(v: View, seat: int, cube: str, back: int) -> list[Problem]:
    """Return problems with the cube to send, and with room for the ambassador (ECL 8.2.1,
    8.2.3)."""
    player = me(v, seat)
    if cube not in RESOURCES or not player.cubes[kind_index(cube)]:
        return no("no-cube", _("Send a cube from a track that has one."), "8.2.1")
    if room_for_ambassador(player):
        if back:
            return no("track-not-full", _("Your reputation track has room."), "8.2.3")
        return []
    if back not in v.mine.reputation:
        words = _("Your reputation track is full: name a tile to return, as in RETURNING 1.")
        return no("track-full", words, "8.2.3")
    return []


def default_terms(v: View, seat: int) -> tuple[str, int]:
    """Return the cube whose track is fullest, and the lowest tile if room must be made (ECL
    27.6.1)."""
    player = me(v, seat)
    cube = max(RESOURCES, key=lambda r: (player.cubes[kind_index(r)], -kind_index(r)))
    if room_for_ambassador(player) or v.mine is None or not v.mine.reputation:
        return cube, 0
    return cube, min(v.mine.reputation)


def read_terms(v: View, seat: int, parts: dict[str, str]) -> tuple[str, int, tuple[str, ...]]:
    """Return the cube to send and the tile given up, and a note on what the order left open."""
    cube, back = default_terms(v, seat)
    chosen = back
    told = _CUBE.sub(" ", parts.get("with", "")).strip()
    if told:
        cube = reading.leading(told, RESOURCE_NAMES)[0]
    if "returning" in parts:
        chosen = reading.number(parts["returning"])
    left_open = not told or (back and "returning" not in parts)
    return cube, chosen, reading.notes(write_terms(cube, chosen)) if left_open else ()


def write_terms(cube: str, back: int) -> str:
    return f"WITH {cube}" + (f" RETURNING {back}" if back else "")


def read_answer_terms(v: View, seat: int, rest: str) -> tuple[str, int, tuple[str, ...]]:
    parts = read_slots(reading.english_keywords(rest), _TERMS)
    return read_terms(v, seat, {"with": parts.get("", ""), **parts})


def offer_problems(v: View, seat: int, offer: Offer | None) -> list[Problem]:
    if offer is None:
        return _no_partner()
    found = relation_problems(v.table, seat, offer.partner)
    if found:
        return found
    if offer.partner in v.table.asked:
        return no("asked-already", _("They have answered you this turn."), "8.1.3")
    return terms_problems(v, seat, offer.cube, offer.back)


def read_offer(v: View, seat: int, rest: str) -> tuple[Offer, tuple[str, ...]]:
    players = seat_names(v)
    named = players.longest_at(rest.split(), 0)
    said = None if named else _RELATIONS.match(rest)
    told = reading.english_keywords(rest[said.end() :] if said else rest)
    parts = read_slots(_MY_CUBE.sub(r" WITH \1", told), _PROPOSE, RESOURCE_NAMES)
    end = named[1] if named else 0
    words = parts[""].split()
    who = " ".join([*words[:end], _PEACE.sub(" ", " ".join(words[end:]))]).strip()
    partner = players.find(who or parts[""])
    cube, back, notes = read_terms(v, seat, parts)
    return Offer(int(partner.id), cube, back), reading.notes(partner.read_as) + notes


def write_offer(v: View, offer: Offer) -> str:
    return f"PROPOSE {v.names[offer.partner]} {write_terms(offer.cube, offer.back)}"


def sample_offer(v: View, seat: int, rng: Random) -> Offer | None:
    partners = [p for p in possible_partners(v.table, seat) if p not in v.table.asked]
    if not partners:
        return None
    cube, back = default_terms(v, seat)
    offer = Offer(rng.choice(partners), cube, back)
    return None if offer_problems(v, seat, offer) else offer


def terms_options(v: View, seat: int) -> tuple[tuple[str, str], ...]:
    """Return every way to pay for relations: a cube, and a reputation tile where room must be
    made."""
    cubes = [r for r in RESOURCES if me(v, seat).cubes[kind_index(r)]]
    mine = [] if v.mine is None or room_for_ambassador(me(v, seat)) else v.mine.reputation
    tiles = sorted(set(mine)) or [0]
    return tuple(
        (write_terms(cube, tile), _terms_words(cube, tile)) for cube in cubes for tile in tiles
    )


def _terms_words(cube: str, tile: int) -> str:
    words = _("a {cube} cube", cube=nouns.noun(cube))
    if not tile:
        return words
    return _("{cube}, giving up reputation {n}", cube=words, n=tile)


def offer_parts(v: View, seat: int) -> tuple[tuple[str, ...], tuple[Group, ...]]:
    """Return the lines and fields to propose relations to each who may become a partner."""
    ways, none = terms_options(v, seat), ("", _("nothing"))
    partners = [p for p in possible_partners(v.table, seat) if p not in v.table.asked]
    lines, groups = [], []
    for partner in partners if ways else ():
        name = v.names[partner]
        pick = Pick(f"with {partner}", _("Sent"), (none, *ways))
        groups.append(Group(_("Relations with {name}", name=name), (pick,)))
        lines.append(f"PROPOSE {name} {{with {partner}}}")
    return tuple(lines), tuple(groups)


# -- the questions -----------------------------------------------------------------------------


class Propose(TurnOrder):
    verb = "propose"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        return offer_problems(v, seat, turn.offer)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        offer, notes = read_offer(v, seat, rest)
        return Turn("propose", offer=offer), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        assert turn.offer is not None
        return write_offer(v, turn.offer)

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        lines, groups = offer_parts(v, seat)
        return Form("propose", _("Propose relations"), lines, groups) if lines else None

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        offer = sample_offer(v, seat, rng)
        return None if offer is None else Turn("propose", offer=offer)

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        partners = possible_partners(v.table, seat)
        return [f"PROPOSE {v.names[partners[0]]}"] if partners else []


class Terms(Fixed):
    """Yes with a cube (and a tile given up for room), or no."""

    agree: bool = False
    cube: str = ""
    back: int = 0


class AnswerOffer(Decision[Terms]):
    """Whether to consent to relations, at once (ECL 21.3.5, 25.5.1)."""

    proposer: int

    Answer = Terms
    verbs = ("agree", "refuse", "discard")
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
            Option(_("Agree, sending a {cube} cube", cube=nouns.noun(a.cube)), a, self.write(v, a))
            for a in yes
            if not self.problems(v, a)
        ]

    def forms(self, v: View) -> list[Form]:
        """Return which reputation tile must make room, where one must."""
        ways = terms_options(v, self.seat)
        if len(ways) <= len(RESOURCES):
            return []
        pick = Pick("terms", _("Sent"), ways)
        return [Form("agree", _("Agree"), ("AGREE {terms}",), (Group("", (pick,)),))]

    def write(self, v: View, answer: Terms) -> str:
        return f"AGREE {write_terms(answer.cube, answer.back)}" if answer.agree else "REFUSE"

    def read_orders(self, v: View, lines: Sequence[OrderLine]) -> Reading[Terms]:
        if lines[0].verb in ("refuse", "discard"):
            reading.stands_alone(lines[0], "refuse", seat_names(v))
            return Reading(Terms(), (0,))
        cube, back, notes = read_answer_terms(v, self.seat, lines[0].rest)
        return Reading(Terms(True, cube, back), (0,), notes)


class Council(Reaction[tuple[Offer, ...]]):
    """Which relations are offered after combat; offers are opened together, mutual ones hold (ECL
    8.1.3, 9.14.2)."""

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
            partners=nouns.listed(partners, N_("nobody is in reach")),
        )

    def template(self, v: View) -> Sequence[str]:
        partners = possible_partners(v.table, self.seat)
        return [*(f"PROPOSE {v.names[p]}" for p in partners), "PASS"]

    def forms(self, v: View) -> list[Form]:
        lines, groups = offer_parts(v, self.seat)
        title = _("Propose relations")
        return [Form("propose", title, lines, groups, nothing="PASS")] if lines else []

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
            else:
                reading.stands_alone(line, line.verb)
        return Reading(tuple(offers), tuple(range(len(lines))), notes)

    def can(self, v: View) -> bool:
        return bool(possible_partners(v.table, self.seat)) and sum(me(v, self.seat).cubes) > 0


# -- what comes of them ------------------------------------------------------------------------


def propose(t: Table, seat: int, offer: Offer) -> Play[None]:
    """Ask the partner, who answers at once (ECL 8.1.2, 25.5.1)."""
    t.table.asked.append(offer.partner)
    t.tell(ev.OfferMade(seat, offer.partner), cite="ECL 8.1.3")
    terms = yield from t.ask(AnswerOffer(offer.partner, seat))
    if not terms.agree:
        t.tell(ev.OfferRefused(seat, offer.partner), cite="ECL 8.1.2")
        return
    form_relations(t, seat, offer, Offer(seat, terms.cube, terms.back))


def form_relations(t: Table, seat: int, mine: Offer, theirs: Offer) -> None:
    """Exchange ambassadors: each sends a cube and makes room for a tile (ECL 8.2)."""
    for giver, offer in ((seat, mine), (mine.partner, theirs)):
        player = t.table.players[giver]
        if offer.back:
            t.hand[giver].reputation.remove(offer.back)
            t.box.reputation = sorted([*t.box.reputation, offer.back])
            player.reputation -= 1
            t.tell(ev.TileReturned(giver), cite="ECL 8.2.3")
        player.cubes[kind_index(offer.cube)] -= 1
        player.ambassadors = sorted([*player.ambassadors, offer.partner])
    t.tell(ev.RelationsFormed(seat, mine.partner), cite="ECL 8.2.1")


def break_relations(t: Table, seat: int, number: str) -> Play[None]:
    """End relations where a player enters a sector with a partner's disc or ships: that is an
    attack (ECL 8.3, 25.5.7)."""
    sector = t.table.hexes[number]
    partners = [p for p in t.table.players[seat].ambassadors if present(sector, p)]
    for partner in partners:
        t.table.traitor = seat
        cite = ("ECL 8.3.1", "ECL 8.3.3")
        t.tell(ev.RelationsBroken(seat, partner), cite=cite)
        yield from end_relations(t, seat, partner)


def end_relations(t: Table, a: int, b: int) -> Play[None]:
    """Send both tiles and cubes home, each cube to a track its owner names (ECL 8.3.2)."""
    for seat, other in ((a, b), (b, a)):
        t.table.players[seat].ambassadors.remove(other)
    owners = [s for s in (a, b) if t.table.players[s].status != "left"]
    choices = {s: homes(t.table, s, 1, 0, "track") for s in owners}
    asked = [CubesHome(s, 1) for s in owners if len(choices[s]) > 1]
    for seat in owners:
        t.table.players[seat].loose += 1
    answers = yield from t.ask_all(asked, name=f"cubes@{a}-{b}")
    chosen = dict(zip((d.seat for d in asked), answers, strict=True))
    for seat in owners:
        laid = chosen.get(seat, choices[seat][0])
        player = t.table.players[seat]
        player.loose -= 1
        for i, n in enumerate(laid):
            player.cubes[i] += n
        t.tell(ev.CubesReturned(seat, list(laid)), cite="ECL 8.3.2")


def council(t: Table) -> Play[None]:
    """Open together the offers of all who have somebody in reach (ECL 9.14.2)."""
    t.table.asked = []
    seats = [s for s in range(len(t.table.players)) if possible_partners(t.table, s)]
    if not seats:
        return
    offers = yield from t.ask_window("council", [Council(s, "council") for s in seats])
    made = {(s, o.partner): o for s, given in zip(seats, offers, strict=True) for o in given}
    for (seat, partner), mine in sorted(made.items(), key=lambda item: item[0]):
        theirs = made.get((partner, seat))
        if seat > partner or theirs is None:
            continue
        if offer_problems(t.view(seat), seat, mine):
            continue
        if not offer_problems(t.view(partner), partner, theirs):
            form_relations(t, seat, mine, theirs)


def leave_relations(t: Table, seat: int) -> Play[None]:
    """End the relations of a player who leaves; nobody is a traitor for it (ECL 25.5.9)."""
    for partner in list(t.table.players[seat].ambassadors):
        t.tell(ev.RelationsEnded(seat, partner), cite="ECL 25.5.9")
        yield from end_relations(t, seat, partner)
    if t.table.traitor == seat:
        t.table.traitor = NOBODY
