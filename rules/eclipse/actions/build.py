"""Build (ECL 7.5): ships and structures."""

import re
from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Item, Turn, TurnOrder
from rules.eclipse.facts import SHIPS, STRUCTURES, TECHNOLOGIES
from rules.eclipse.galaxy import add_ships, in_stock, owned
from rules.eclipse.names import ITEM_NAMES
from rules.eclipse.player.civilization import home_of, me, species
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Player, Public, Table, View
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pair, Total
from rules.lexicon import BadCount, MissingPart, Slots, fold, read_counted, read_slots

EXAMPLE = "BUILD 1 interceptor AT 221, 1 orbital AT 203"
_AT_HOME = re.compile(
    r"\s+(?:u (?:siebie|mnie)|w domu|otthon|itthon|(?<!at )(?<!AT )(?<!my )(?<!the )home)\b",
    re.IGNORECASE,
)
_THERE = re.compile(r"\s+(?:there|tam|ott|oda)(?:\s+(?:too|also|też|tez|is))?$", re.IGNORECASE)
_ARTICLE = re.compile(r"\s+az?$", re.IGNORECASE)
NEEDS_TECHNOLOGY = ("starbase", "orbital", "monolith")
_PIECE = Slots((), ("", "at", "to"), EXAMPLE)


def build_limit(player: Player, reacting: bool) -> int:
    """Return how many things one action builds (ECL 7.5.1, 25.7.4)."""
    if reacting:
        return 1
    return species(player).build + ("nanorobots" in player.technologies)


class Build(TurnOrder):
    verb = "build"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """Say why these things cannot be built (ECL 21.2.6)."""
        table = v.table
        player = me(v, seat)
        limit = build_limit(player, reacting)
        if len(turn.items) > limit:
            return no("too-many-items", _("You may build {n} item(s).", n=limit), "7.5.1")
        for item in turn.items:
            found = _item_problems(table, seat, item)
            if found:
                return found
        for (kind, number), n in Counter((i.kind, i.sector) for i in turn.items).items():
            if kind in STRUCTURES and n > 1:
                words = _(
                    "{where} holds one {thing}.", where=nouns.called(number), thing=nouns.noun(kind)
                )
                return no("one-per-sector", words, "7.5.5")
        for kind, n in Counter(i.kind for i in turn.items).items():
            if kind in SHIPS and n > in_stock(table, seat, kind):
                words = _(
                    "You have {n} {ship}(s) in stock.",
                    n=in_stock(table, seat, kind),
                    ship=nouns.noun(kind),
                )
                return no("stock-empty", words, "7.5.4")
        cost = sum(species(player).costs[item.kind] for item in turn.items)
        if cost > player.storage[2]:
            words = _(
                "That costs {cost}; you have {had}.",
                cost=nouns.amount(cost, "materials"),
                had=player.storage[2],
            )
            return no("not-enough-materials", words, "7.5.2")
        return []

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        if reading.is_nothing_at_all(rest):
            return Turn("build"), ()
        if reading.is_told_nothing(rest):
            raise reading.refuse_empty("build")
        items: list[Item] = []
        waiting: list[str] = []
        notes: tuple[str, ...] = ()
        for piece in reading.pieces(rest):
            if not waiting and items and (elsewhere := _lone_site(v, seat, piece)):
                items += [Item(i.kind, elsewhere) for i in items if i.sector == items[-1].sector]
                continue
            there = _THERE.search(piece) if items else None
            where, things = _site(v, seat, piece[: there.start()] if there else piece)
            if there and not where:
                where = items[-1].sector
            for ship in sorted(reading.bare_plurals(things)):
                raise BadCount(
                    _("Say how many, for example: {example}", example=f"BUILD 2 {ship}s AT 221")
                )
            counted = read_counted(things, ITEM_NAMES)
            notes += reading.notes(*counted.read_as)
            waiting += [kind for kind, n in counted.counts.items() for _ in range(n)]
            if where:
                items += [Item(kind, where) for kind in waiting]
                waiting = []
        if waiting and not items and len(sites := owned(v.table, seat)) == 1:
            items = [Item(kind, sites[0]) for kind in waiting]
            notes += reading.notes(f"AT {nouns.label(sites[0])}")
            waiting = []
        if waiting:
            raise MissingPart(_("Say where to build, for example: {example}", example=EXAMPLE))
        if not items:
            raise MissingPart(_("Say what to build, for example: {example}", example=EXAMPLE))
        return Turn("build", items=tuple(items)), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        parts = [f"1 {item.kind} AT {nouns.label(item.sector)}" for item in turn.items]
        return f"BUILD {', '.join(parts) or 'nothing at all'}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        """Return a thing and its sector for each that the action may build."""
        player, sites = me(v, seat), owned(v.table, seat)
        limit, costs = build_limit(player, reacting), species(me(v, seat)).costs
        known = [kind for kind in (*SHIPS, *STRUCTURES) if self._may(v, seat, kind)]
        if not sites or not known:
            return None
        things = tuple(
            (f"1 {kind}", f"{nouns.noun(kind)} ({nouns.amount(costs[kind], 'materials')})")
            for kind in known
        )
        places = tuple((nouns.label(site), nouns.called(site)) for site in sites)
        fields = tuple(
            Pair("items", _("Thing {n}", n=i + 1), (("", _("nothing")), *things), " AT ", places, i)
            for i in range(limit)
        )
        uses = {f"{f.key}.1=1 {kind}": float(costs[kind]) for f in fields for kind in known}
        total = Total(nouns.noun("materials"), uses, most=player.storage[2])
        groups = (Group("", fields),)
        return Form("build", _("Build"), ("BUILD {items}",), groups, "", (total,))

    def _may(self, v: View, seat: int, kind: str) -> bool:
        """Return whether a thing can be built at all: its technology is known, and some are in
        stock."""
        if kind in NEEDS_TECHNOLOGY and kind not in me(v, seat).technologies:
            return False
        return kind in STRUCTURES or in_stock(v.table, seat, kind) > 0

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        player = me(v, seat)
        sites = owned(v.table, seat)
        items: list[Item] = []
        kinds = [*SHIPS, *STRUCTURES]
        for _item in range(build_limit(player, reacting)):
            idea = Item(rng.choice(kinds), rng.choice(sites)) if sites else None
            if idea is not None:
                more = Turn("build", items=(*items, idea))
                if not self.problems(v, seat, more, reacting):
                    items.append(idea)
        return Turn("build", items=tuple(items)) if items else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        """Return one line for each kind that can be built, where it can be."""
        lines = []
        for kind in (*SHIPS, *STRUCTURES):
            ideas = (Turn("build", items=(Item(kind, n),)) for n in owned(v.table, seat))
            idea = next((i for i in ideas if not self.problems(v, seat, i, reacting)), None)
            lines += [self.write(v, seat, idea)] if idea is not None else []
        return lines


def _lone_site(v: View, seat: int, piece: str) -> str:
    """Return the sector a piece of the list consists of, "" for any other piece: "1 orbital in 203
    and 204"."""
    told = reading.plainly(re.sub(r"^(?:at|in|on|w|we|na)\s+", "", piece, flags=re.IGNORECASE))
    if fold(told) in reading.HOME:
        return home_of(v, seat)
    return str(int(told)) if re.fullmatch(r"\d{3}", told) else ""


def _site(v: View, seat: int, piece: str) -> tuple[str, str]:
    """Return where a piece of the list is to be built ("" if it does not say), and what."""
    parts = read_slots(_AT_HOME.sub(" AT home", piece), _PIECE, ITEM_NAMES)
    things = _ARTICLE.sub("", parts.get("", ""))
    place = parts.get("at") or parts.get("to") or ""
    if not place:
        return reading.sector_apart(things)
    if things:
        return reading.sector(place, home_of(v, seat)), things
    return reading.sector_apart(place)


def _item_problems(table: Public, seat: int, item: Item) -> list[Problem]:
    player = table.players[seat]
    sector = table.hexes.get(item.sector)
    if item.kind not in (*SHIPS, *STRUCTURES):
        return no("unknown-item", _("There is no {name} to build.", name=item.kind), "7.5.1")
    if sector is None or sector.owner != seat:
        where = nouns.label(item.sector)
        words = _("You have no disc in {where}; build where you have one.", where=where)
        return no("not-yours", words, "7.5.3")
    if item.kind in NEEDS_TECHNOLOGY and item.kind not in player.technologies:
        lacking = TECHNOLOGIES[item.kind].name
        words = _("You lack the technology {technology}.", technology=lacking)
        return no("no-technology", words, "7.5.6")
    if (item.kind == "orbital" and sector.orbital) or (item.kind == "monolith" and sector.monolith):
        where, thing = nouns.called(item.sector), nouns.noun(item.kind)
        words = _("{where} has its {thing} already.", where=where, thing=thing)
        return no("one-per-sector", words, "7.5.5")
    return []


def build(t: Table, seat: int, turn: Turn) -> None:
    """Pay for what is built and put it on the map (ECL 7.5)."""
    player = t.table.players[seat]
    costs = species(player).costs
    spent = 0
    for item in turn.items:
        spent += costs[item.kind]
        if item.kind == "orbital":
            t.table.hexes[item.sector].orbital = "empty"
        elif item.kind == "monolith":
            t.table.hexes[item.sector].monolith = True
        else:
            add_ships(t.table.hexes[item.sector], seat, item.kind)
    player.storage[2] -= spent
    t.tell(ev.Built(seat, [[i.kind, i.sector] for i in turn.items], spent), cite="ECL 7.5.2")
