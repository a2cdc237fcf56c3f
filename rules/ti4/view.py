"""The knowledge of one seat, in words: headline, facts for conditions, the sheet of a mail."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.imperium import ways
from rules.imperium.conditions import target_fact, vote_facts
from rules.imperium.council import AGAINST, FOR
from rules.kernel.views import Section
from rules.ti4 import economy, galaxy, nouns, texts
from rules.ti4 import events as ev
from rules.ti4.combat import dice
from rules.ti4.components import modifiers, registry, timing
from rules.ti4.components.base import Objective
from rules.ti4.facts import (
    ACTION_CARDS,
    AGENDAS,
    FACTIONS,
    NOTES,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TILES,
    UNITS,
)
from rules.ti4.odds.under_way import rest_of_combat
from rules.ti4.phases.turns import ready_cards
from rules.ti4.speech import N_, _
from rules.ti4.state import SET_UP, AssimilatorToken, NoteId, Public, Until, View
from rules.ti4.units import fleets

PHASES = {
    "strategy": N_("strategy phase"),
    "pick": N_("strategy phase"),
    "strategy-end": N_("strategy phase"),
    "turn": N_("action phase"),
    "agenda-start": N_("agenda phase"),
    "agenda": N_("agenda phase"),
    "agenda-end": N_("agenda phase"),
    "over": N_("over"),
}
STATUS = N_("status phase")


def headline(v: View) -> str:
    """Return round and phase for a subject line: public facts only."""
    if v.table.phase in SET_UP:
        return phase_words(v.table)
    return _("round {n}, {phase}", n=v.table.round, phase=phase_words(v.table))


def phase_words(table: Public) -> str:
    """Return the phase in the reader's language."""
    return _("set-up") if table.phase in SET_UP else _(PHASES.get(table.phase, STATUS))


def brief(v: View) -> str:
    """Return points, tokens, goods and things ready, for a line that is always in sight."""
    if v.seat is None or v.table.phase in SET_UP:
        return ""
    table, side = v.table, v.table.sides[v.seat]
    ready = [p for p in fleets.controlled(table, v.seat) if p not in table.spent]
    return _(
        "{points} VP · tokens {tokens} · {goods} goods · ready {resources}/{influence}",
        points=side.points,
        tokens=f"{side.tactic}/{side.fleet}/{side.strategy}",
        goods=side.goods,
        resources=sum(modifiers.resources(table, p) for p in ready),
        influence=sum(modifiers.influence(table, p) for p in ready),
    )


def facts(v: View) -> dict[str, bool | int | str]:
    """Return the facts that the conditions of orders may refer to."""
    table = v.table
    seat = v.seat or 0
    side = table.sides[seat]
    found: dict[str, bool | int | str] = {
        "round": table.round,
        "phase": PHASES.get(table.phase, STATUS),
        "points": side.points,
        "tactic": side.tactic,
        "fleet": side.fleet,
        "strategy": side.strategy,
        "goods": side.goods,
        "commodities": side.commodities,
        "cards": side.hand,
        "planets": len(fleets.controlled(table, seat)),
        "speaker": table.speaker == seat,
        "custodians": table.custodians,
        "losing": False,
        "winning": False,
        "combat round": 0,
        "my ships": 0,
        "enemy ships": 0,
        "agenda": "" if table.agenda is None else AGENDAS[table.agenda.id].name,
        "active": "",
        "card": "",
        "by": "",
        "target": "",
        "hits": 0,
        "secondary": "",
        "choice": "",
        "win chance": 0,
        "best score": max(other.points for other in table.sides),
    }
    ready = ready_cards(table, seat)
    for card in STRATEGY_CARDS:
        found[f"unused {card}"] = card in ready
    active = table.active
    if active is not None:
        mine = fleets.ships(fleets.at(table, active.tile, seat))
        others = fleets.enemies_in(table, active.tile, seat)
        found["my ships"] = mine
        found["enemy ships"] = sum(fleets.ships(fleets.at(table, active.tile, s)) for s in others)
        found["active"] = active.tile
    return found | _vote_facts(table) | _window_facts(table, seat) | _battle_facts(table, seat)


def _window_facts(table: Public, seat: int) -> dict[str, bool | int | str]:
    """Return the facts that a rule for a card may ask for: the card played last, who played it and
    on what, and the hits that this seat has to take."""
    found: dict[str, bool | int | str] = {}
    if table.hits is not None:
        found["hits"] = table.hits.pending.get(str(seat), 0)
        scorer = table.hits.by.get(str(seat))
        found["by"] = "" if scorer is None else table.names[scorer]
    if table.played:
        last = table.played[-1]
        found["card"] = ACTION_CARDS[last.card].name
        found["by"] = table.names[last.seat]
        is_own = last.on in PLANETS and table.control.get(last.on) == seat
        found["target"] = target_fact(last.on, seat, is_own, table.names, ev.target_words)
    return found


def _vote_facts(table: Public) -> dict[str, bool | int | str]:
    """Return how everybody has voted on the agenda, by name, and how the vote stands."""
    votes = table.agenda.votes if table.agenda is not None else []
    found = vote_facts(votes, table.names, ev.target_words)
    for side in (FOR, AGAINST):
        found[f"votes {side}"] = sum(vote.votes for vote in votes if vote.outcome == side)
    return found


def fact_meanings() -> dict[str, str]:
    """Return the meaning of each fact, for HELP."""
    return {
        "round": _("the number of the game round"),
        "phase": _("the phase of the round, such as action phase"),
        "points": _("your victory points"),
        "tactic": _("command tokens in your tactic pool"),
        "fleet": _("command tokens in your fleet pool"),
        "strategy": _("command tokens in your strategy pool"),
        "goods": _("your trade goods"),
        "commodities": _("your commodities"),
        "cards": _("how many action cards you hold"),
        "planets": _("how many planets you control"),
        "speaker": _("you are the speaker"),
        "custodians": _("the custodians token still lies on Mecatol Rex"),
        "unused <card>": _("you have this strategy card and have not used it yet"),
        "active": _("the number of the active system; empty if none is active"),
        "my ships": _("your ships in the active system, or your units in the combat"),
        "enemy ships": _("the others' ships in the active system, or the units you fight"),
        "combat round": _("the round of your combat; 0 if you are in none"),
        "losing": _("you are in a combat that your enemy wins more often than you, by our odds"),
        "winning": _("you are in a combat that you win more often than your enemy, by our odds"),
        "agenda": _("the name of the agenda that is voted on; empty if there is none"),
        "<player>": _("what this player has voted for: hacan = for; abstained, or empty so far"),
        "votes for": _("the votes for the agenda so far"),
        "votes against": _("the votes against the agenda so far"),
        "card": _("the action card that was just played, by its name; empty if none was"),
        "by": _("who played that card or, while hits are assigned, who scored them on you"),
        "target": _("what that card was played on; me or mine if it is you or a planet of yours"),
        "hits": _("hits that you have to assign now"),
        "secondary": _("the strategy card whose secondary you are asked about; empty if none"),
        "choice": _("the card or ability that makes you choose; empty if none does"),
        "best score": _("the most victory points that anybody has"),
        "win chance": _("how likely you win the combat from here on, in percent; 0 outside one"),
    }


def _battle_facts(table: Public, seat: int) -> dict[str, bool | int | str]:
    battle = table.battle
    if battle is None or seat not in battle.sides:
        return {}
    mine, theirs = (dice.fighting(table, s) for s in (seat, battle.foe(seat)))
    win, lose = float(bool(mine)), float(bool(theirs))
    if mine and theirs:
        odds = rest_of_combat(table)
        win, lose = odds.attacker, odds.defender
        if seat == battle.defender:
            win, lose = lose, win
    return {
        "combat round": battle.round,
        "my ships": sum(mine.values()),
        "enemy ships": sum(theirs.values()),
        "losing": win < lose,
        "winning": win > lose,
        "win chance": round(100 * win),
    }


# -- the sheet -----------------------------------------------------------------------------------


def sheet(v: View) -> list[Section]:
    """Return the position for a mail: the seat's secrets, its own things, the table, the others."""
    sections = []
    if v.seat is not None:
        sections.append(Section(_("Only you see this"), tuple(_private(v)), private=True))
        sections.append(Section(_("You"), tuple(_own(v, v.seat))))
    sections.append(Section(_("Public objectives"), tuple(_objectives(v))))
    if v.table.laws:
        sections.append(Section(_("Laws"), tuple(_laws(v))))
    others = [s for s in range(len(v.names)) if s != v.seat]
    sections.append(Section(_("The others"), tuple(_line(v, s) for s in others)))
    sections.append(Section(_("The galaxy"), tuple(_galaxy(v))))
    sections.append(_ways(v))
    return sections


def _private(v: View) -> list[str]:
    mine, seat = v.mine, v.seat
    assert seat is not None
    lines = [*_action_cards(mine.cards)]
    for card in mine.secrets:
        words = texts.says(card)
        state = ""
        if OBJECTIVES[card].phase == "status":
            handler = registry.objective(card)
            far = _("met") if handler.met(v.table, seat) else _progress(handler, v.table, seat)
            state = f" ({far})"
        told = _("Secret objective: {card}: {condition}", card=ev.title(card), condition=words)
        lines.append(f"{told}{state}")
    lines += _notes(v)
    if mine.tiles:
        lines.append(_("Tiles to place: {tiles}", tiles=", ".join(mine.tiles)))
    return lines


def _action_cards(cards: Sequence[str]) -> Iterator[str]:
    """Return a line for each action card with its effect."""
    for card, n in sorted(Counter(cards).items()):
        name = ev.title(card) if n == 1 else f"{n} × {ev.title(card)}"
        yield _("Action card: {card} – {text}", card=name, text=texts.says(card))
    if not cards:
        yield _("Action cards: none")


def _notes(v: View) -> Iterator[str]:
    """Return a line for each note of others with its effect, and one for the seat's own notes."""
    notes = [NoteId.read(note) for note in v.mine.notes]
    for owner, note in notes:
        if owner != v.seat:
            name = _("{note} of {who}", note=NOTES[note].name, who=v.names[owner])
            yield _("Promissory note: {note} – {text}", note=name, text=texts.says(note))
    own = [NOTES[note].name for owner, note in notes if owner == v.seat]
    if own:
        yield _("Your own promissory notes: {notes}", notes=" · ".join(own))


def _progress(handler: Objective, table: Public, seat: int) -> str:
    have, want = handler.count(table, seat)
    return _("{have} of {want}", have=have, want=want) if want else _("not yet")


def _own(v: View, seat: int) -> list[str]:
    side = v.table.sides[seat]
    reserve = economy.token_reserve(v.table, seat)
    lines = [
        _(
            "{points} VP · {tactic} tactic / {fleet} fleet / {strategy} strategy "
            "({reserve} in reserve) · {goods} trade goods, {commodities} commodities",
            points=side.points,
            tactic=side.tactic,
            fleet=side.fleet,
            strategy=side.strategy,
            reserve=reserve,
            goods=side.goods,
            commodities=side.commodities,
        )
    ]
    planets = []
    for planet in fleets.controlled(v.table, seat):
        res = modifiers.resources(v.table, planet)
        inf = modifiers.influence(v.table, planet)
        worth = f"{PLANETS[planet].name} {res}/{inf}"
        spent = planet in v.table.spent
        planets.append(_("{planet}, exhausted", planet=worth) if spent else worth)
    lines.append(_("Planets: {planets}", planets=" · ".join(planets) or _("none")))
    techs = [
        _("{card} (exhausted)", card=ev.title(t)) if t in side.exhausted else ev.title(t)
        for t in side.techs
    ]
    lines.append(_("Technologies: {cards}", cards=" · ".join(techs) or _("none")))
    if side.faction:
        faction = FACTIONS[side.faction]
        able = [*(ability.name for ability in faction.abilities), UNITS[faction.flagship].name]
        lines.append(_("Faction abilities and flagship: {names}", names=" · ".join(able)))
    if side.in_play:
        notes = [NOTES[NoteId.read(n).note].name for n in side.in_play]
        lines.append(_("Notes before you: {notes}", notes=" · ".join(notes)))
    return lines + _lasting(v, seat)


def _lasting(v: View, seat: int) -> list[str]:
    """Return lines about infantry that come back and assimilator tokens."""
    lines = []
    for effect in v.table.effects:
        if effect.seat != seat or effect.until != Until.GAME:
            continue
        token = AssimilatorToken.read(effect.id)
        if token is None:
            lines.append(_("Infantry waiting: {n}", n=effect.on))
        else:
            card, on = ev.title(token.card), ev.title(effect.on)
            lines.append(_("Token of {card}: {on}", card=card, on=on))
    return lines


def _line(v: View, seat: int) -> str:
    side = v.table.sides[seat]
    if side.out:
        return _("{who}: eliminated", who=v.names[seat])
    cards = ", ".join(
        _("{card} (used)", card=ev.title(c)) if c in side.used else ev.title(c) for c in side.cards
    )
    marks = "".join(
        [
            " · " + _("speaker") if v.table.speaker == seat else "",
            " · " + _("passed") if side.passed else "",
            f" · {cards}" if cards else "",
        ]
    )
    planets = fleets.controlled(v.table, seat)
    ready = [planet for planet in planets if planet not in v.table.spent]
    worth = (
        sum(modifiers.resources(v.table, p) for p in ready),
        sum(modifiers.influence(v.table, p) for p in ready),
    )
    told = [
        _("{who}: {n} VP", who=v.names[seat], n=side.points),
        f"{side.tactic}/{side.fleet}/{side.strategy}",
        nouns.some("trade_goods", side.goods),
        nouns.some("commodities", side.commodities),
        _(
            "{planets} (ready {resources}/{influence})",
            planets=nouns.some("planets", len(planets)),
            resources=worth[0],
            influence=worth[1],
        ),
        ", ".join(map(ev.title, side.techs)) or _("no technologies"),
        nouns.some("action_cards", side.hand),
        nouns.some("secrets", side.secrets),
    ]
    return f"{' · '.join(told)}{marks}"


def _objectives(v: View) -> list[str]:
    lines = []
    for card in v.table.revealed:
        scored = [v.names[s] for s, side in enumerate(v.table.sides) if card in side.scored]
        done = " " + _("Scored by {who}.", who=", ".join(scored)) if scored else ""
        o = OBJECTIVES[card]
        mine = ""
        if v.seat is not None and card not in v.table.sides[v.seat].scored:
            handler = registry.objective(card)
            if handler.count(v.table, v.seat)[1]:
                mine = " " + _("(you: {progress})", progress=_progress(handler, v.table, v.seat))
        lines.append(f"{o.name} ({o.points}): {texts.says(card)}{mine}{done}")
    hidden = v.table.hidden_one + v.table.hidden_two
    return [*lines, _("{n} still hidden", n=hidden)] if hidden else lines


def _laws(v: View) -> list[str]:
    lines = []
    for law, at in sorted(v.table.laws.items()):
        whose = f" ({ev.target_words(at.elected, v.names)})" if at.elected else ""
        lines.append(f"{AGENDAS[law].name}{whose}: {texts.law(law)}")
    return lines


def _ways(v: View) -> Section:
    """Return the map in words: planets with their worth, dangers, and the neighbours of each
    system."""
    table, seat = v.table, v.seat
    holes = galaxy.wormholes(table)

    def there(tile: str) -> list[str]:
        face = TILES[tile]
        return [
            *(nouns.word(kind) for kind in face.anomalies),
            *(_("{hole} wormhole", hole=nouns.word(hole)) for at, hole in holes if at == tile),
            *(_worth(v, planet) for planet in face.planets),
        ]

    tiles = galaxy.tiles(table)
    own = [] if seat is None else [tile for tile in tiles if _is_at(table, seat, tile)]
    return ways.section(tiles, own, galaxy.adjacency(table, seat), str, there)


def _worth(v: View, planet: str) -> str:
    table = v.table
    res, inf = modifiers.resources(table, planet), modifiers.influence(table, planet)
    free = f" ({_('free')})" if planet not in table.control else ""
    return f"{PLANETS[planet].name} {res}/{inf}{free}"


def _is_at(table: Public, seat: int, tile: str) -> bool:
    """Return whether a seat has ships in a system, or a planet of it."""
    ships = str(seat) in table.space.get(tile, {})
    return ships or any(table.control.get(p) == seat for p in TILES[tile].planets)


def _galaxy(v: View) -> list[str]:
    """Return a line for each system where something is, by number."""
    lines = []
    for tile in galaxy.tiles(v.table):
        parts = [_units(v, v.table.space.get(tile, {}))]
        for planet in TILES[tile].planets:
            owner = v.table.control.get(planet)
            units = _units(v, v.table.ground.get(planet, {}))
            if owner is not None or units:
                who = f" ({v.names[owner]})" if owner is not None else ""
                parts.append(f"{PLANETS[planet].name}{who} {units}".strip())
        tokens = [v.names[s] for s in v.table.tokens.get(tile, ())]
        if tokens:
            parts.append(_("tokens of {who}", who=", ".join(tokens)))
        parts += [
            _("{hole} wormhole token", hole=nouns.word(hole))
            for hole in v.table.wormholes.get(tile, ())
        ]
        there = [part for part in parts if part]
        if there:
            lines.append(f"{tile}: {'; '.join(there)}")
    return lines


def _units(v: View, owners: dict[str, dict[str, int]]) -> str:
    return "; ".join(
        f"{v.names[int(seat)]} {nouns.counted(dict(fleets.ordered(owners[seat])))}"
        for seat in sorted(owners)
    )


def standing_order(table: Public) -> list[int]:
    """Return the seats, best first (TI4 56.7, 56.8)."""
    seats = list(range(len(table.sides)))
    order = timing.initiative_order(table)
    rank = {seat: i for i, seat in enumerate(order)}
    return sorted(
        seats,
        key=lambda s: (
            s != table.winner,
            table.sides[s].out,
            -table.sides[s].points,
            rank.get(s, len(seats)),
        ),
    )
