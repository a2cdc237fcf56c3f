"""What one seat may know, in words: headline, facts for conditions, the sheet of a mail."""

from collections import Counter

from rules.imperium import ways
from rules.imperium.conditions import target_fact, vote_facts
from rules.kernel.views import Section
from rules.ti3 import economy, galaxy, nouns, points, texts, trade
from rules.ti3 import events as ev
from rules.ti3.components import modifiers, registry
from rules.ti3.facts import (
    ACTION_CARDS,
    AGENDAS,
    LEADERS,
    OBJECTIVES,
    PLANETS,
    STRATEGY_CARDS,
    TILES,
)
from rules.ti3.odds.under_way import rest_of_battle
from rules.ti3.phases.turns import ready_cards
from rules.ti3.speech import N_, _
from rules.ti3.state import SET_UP, Phase, Public, View
from rules.ti3.units import fleets

PHASES = {
    "strategy": N_("strategy phase"),
    "pick": N_("strategy phase"),
    "strategy-end": N_("strategy phase"),
    "turn": N_("action phase"),
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
    """Return points, counters and goods, for a line that is always in sight."""
    if v.seat is None or v.table.phase in SET_UP:
        return ""
    side = v.table.sides[v.seat]
    return _(
        "{points} VP · counters {counters} · {goods} goods",
        points=side.points,
        counters=f"{side.strategy}/{side.command}/{side.fleet}",
        goods=side.goods,
    )


def standing_order(table: Public) -> list[int]:
    """Return the seats, best first: winners, then by the last tie-break."""
    return sorted(
        range(len(table.sides)),
        key=lambda s: (s in table.winners, *points.tie_break(table, s), -s),
        reverse=True,
    )


def facts(v: View) -> dict[str, bool | int | str]:
    """Return what the conditions of orders may refer to (TI3 41.3.1, 41.4)."""
    table = v.table
    seat = v.seat or 0
    side = table.sides[seat]
    found: dict[str, bool | int | str] = {
        "round": table.round,
        "phase": PHASES.get(table.phase, STATUS),
        "points": side.points,
        "command": side.command,
        "fleet": side.fleet,
        "strategy": side.strategy,
        "goods": side.goods,
        "supply": table.goods,
        "cards": side.hand,
        "planets": len(fleets.controlled(table, seat)),
        "speaker": table.speaker == seat,
        "losing": False,
        "winning": False,
        "win chance": 0,
        "combat round": 0,
        "my ships": 0,
        "enemy ships": 0,
        "agenda": "",
        "active": "",
        "card": "",
        "by": "",
        "target": "",
        "hits": 0,
        "secondary": "",
        "choice": "",
        "best score": max(other.points for other in table.sides),
    }
    if table.council is not None and table.council.id:
        found["agenda"] = AGENDAS[table.council.id].name
    ready = ready_cards(table, seat)
    for card in STRATEGY_CARDS:
        found[f"unused {card}"] = card in ready
    active = table.active
    if active is not None:
        found["my ships"] = sum(fleets.at(table, active.tile, seat).values())
        found["enemy ships"] = sum(
            sum(fleets.at(table, active.tile, s).values())
            for s in fleets.enemies_in(table, active.tile, seat)
        )
        found["active"] = TILES[active.tile].name
    ballots = table.council.ballots if table.council is not None else []
    found |= vote_facts(ballots, table.names, ev.target_words)
    return found | _window_facts(table, seat) | _battle_facts(table, seat)


def _window_facts(table: Public, seat: int) -> dict[str, bool | int | str]:
    """Return what a rule for a card may ask for: the card played last, who played it and on what,
    and the hits that this seat has to take."""
    found: dict[str, bool | int | str] = {}
    if table.hits is not None and table.hits.seat == seat:
        found["hits"] = table.hits.n
        found["by"] = "" if table.hits.by < 0 else table.names[table.hits.by]
    if table.played:
        last = table.played[-1]
        found["card"] = ACTION_CARDS[last.card].name
        found["by"] = table.names[last.seat]
        is_own = last.on in PLANETS and table.control.get(last.on) == seat
        found["target"] = target_fact(last.on, seat, is_own, table.names, ev.target_words)
    return found


def fact_meanings() -> dict[str, str]:
    """Return what each fact says, for HELP."""
    return {
        "round": _("the number of the game round"),
        "phase": _("the phase of the round, such as action phase"),
        "points": _("your victory points"),
        "command": _("your command counters in the command pool"),
        "fleet": _("your command counters in the fleet supply"),
        "strategy": _("your command counters in the strategy allocation"),
        "goods": _("your trade goods"),
        "supply": _("trade goods left in the supply of the table"),
        "cards": _("how many action cards you hold"),
        "planets": _("how many planets you control"),
        "speaker": _("you are the speaker"),
        "unused <card>": _("you have this strategy card and have not used it yet"),
        "active": _("the name of the active system; empty if none is active"),
        "my ships": _("your ships in the active system, or your units in the battle"),
        "enemy ships": _("the others' ships in the active system, or the units you fight"),
        "combat round": _("the round of your battle; 0 if you are in none"),
        "losing": _("you are in a battle that your enemy wins more often than you, by our odds"),
        "winning": _("you are in a battle that you win more often than your enemy, by our odds"),
        "win chance": _("how likely you win your battle from here on, in percent; 0 in none"),
        "agenda": _("the name of the agenda that is voted on; empty if there is none"),
        "<player>": _("what this player has voted for: hacan = for; abstained, or empty so far"),
        "card": _("the action card that was just played, by its name; empty if none was"),
        "by": _("who played that card or, while hits are assigned, who scored them on you"),
        "target": _("what that card was played on; me or mine if it is you or a planet of yours"),
        "hits": _("hits that you have to assign now"),
        "secondary": _("the strategy card whose secondary you are asked about; empty if none"),
        "choice": _("the card or ability that makes you choose; empty if none does"),
        "best score": _("the most victory points that anybody has"),
    }


def _battle_facts(table: Public, seat: int) -> dict[str, bool | int | str]:
    battle = table.battle
    if battle is None or seat not in (battle.attacker, battle.defender) or battle.defender < 0:
        return {}
    foe = battle.defender if seat == battle.attacker else battle.attacker
    place = battle.planet or battle.tile
    odds = rest_of_battle(table)
    win, lose = odds.attacker, odds.defender
    if seat == battle.defender:
        win, lose = lose, win
    return {
        "combat round": battle.round,
        "my ships": sum(fleets.at(table, place, seat).values()),
        "enemy ships": sum(fleets.at(table, place, foe).values()),
        "losing": win < lose,
        "winning": win > lose,
        "win chance": round(100 * win),
    }


# -- the sheet -----------------------------------------------------------------------------------


def sheet(v: View) -> list[Section]:
    """Return the position for a mail: what only the seat knows, its own, the table, the others."""
    sections = []
    if v.seat is not None:
        sections.append(Section(_("Only you see this"), tuple(_private(v)), private=True))
        sections.append(Section(_("You"), tuple(_own(v, v.seat))))
    sections.append(Section(_("Public objectives"), tuple(_objectives(v))))
    if v.table.laws:
        sections.append(Section(_("Laws"), tuple(_laws(v))))
    if v.table.agreements:
        sections.append(Section(_("Trade agreements"), tuple(_agreements(v))))
    others = [s for s in range(len(v.names)) if s != v.seat]
    sections.append(Section(_("The others"), tuple(_line(v, s) for s in others)))
    sections.append(Section(_("The galaxy"), tuple(_galaxy(v))))
    sections.append(_ways(v))
    return sections


def _private(v: View) -> list[str]:
    mine = v.mine
    lines = []
    for card, n in sorted(Counter(mine.cards).items()):
        times = f" ×{n}" if n > 1 else ""
        lines.append(f"{ev.title(card)}{times}: {texts.effect(card)}")
    if not mine.cards:
        lines.append(_("No action cards."))
    if mine.secret:
        name, says = ev.title(mine.secret), texts.effect(mine.secret)
        lines.append(_("Secret objective {name}: {says}", name=name, says=says))
    if mine.tiles:
        lines.append(_("Systems in hand: {tiles}.", tiles=", ".join(map(ev.title, mine.tiles))))
    for planet, face in sorted(mine.probed.items()):
        lines.append(_("{planet}: {domain}", planet=ev.title(planet), domain=ev.title(face)))
    if mine.placed:
        name = ", ".join(map(ev.title, mine.placed))
        lines.append(_("On top of the political deck: {cards}.", cards=name))
    return lines


def _own(v: View, seat: int) -> list[str]:
    table = v.table
    side = table.sides[seat]
    if not side.race:
        return []
    lines = [
        _("{race}, {n} points", race=ev.title(side.race), n=side.points),
        _(
            "Strategy Allocation {strategy}, Command Pool {command}, Fleet Supply {fleet}, "
            "reinforcements {left}; trade goods {goods}",
            strategy=side.strategy,
            command=side.command,
            fleet=side.fleet,
            left=economy.counter_reserve(table, seat),
            goods=side.goods,
        ),
        _(
            "Resources {resources}, influence {influence} to spend",
            resources=economy.wealth(table, seat, "resources"),
            influence=economy.wealth(table, seat, "influence"),
        ),
    ]
    if side.cards:
        cards = ", ".join(_strategy(v, seat, card) for card in side.cards)
        lines.append(_("Strategy cards: {cards}", cards=cards))
    lines.append(_("Planets: {planets}", planets=_planets(table, seat)))
    lines.append(_("Technologies: {techs}", techs=_techs(table, seat)))
    if table.leaders:
        lines.append(_("Leaders: {leaders}", leaders=_leaders(v, seat)))
    return lines


def _strategy(v: View, seat: int, card: str) -> str:
    name = ev.title(card)
    used = card in v.table.sides[seat].used
    return _("{card} (used)", card=name) if used else name


def _planets(table: Public, seat: int) -> str:
    found = []
    for planet in fleets.controlled(table, seat):
        values = f"{modifiers.resources(table, planet)}/{modifiers.influence(table, planet)}"
        mark = f" ({_('exhausted')})" if planet in table.spent else ""
        found.append(f"{PLANETS[planet].name} {values}{mark}")
    return ", ".join(found) or _("none")


def _techs(table: Public, seat: int) -> str:
    return ", ".join(map(ev.title, table.sides[seat].techs)) or _("none")


def _leaders(v: View, seat: int) -> str:
    race = v.table.sides[seat].race
    found = []
    for leader, where in sorted(v.table.leaders.items()):
        if LEADERS[leader].race == race:
            place = _("dead") if where == "dead" else ev.target_words(where, v.names)
            kind = nouns.word(LEADERS[leader].type)
            found.append(f"{LEADERS[leader].name} ({kind}): {place}")
    return ", ".join(found)


def _objectives(v: View) -> list[str]:
    lines = []
    for card in v.table.revealed:
        who = [v.names[s] for s, side in enumerate(v.table.sides) if card in side.scored]
        says = _("{points}: {text}", points=OBJECTIVES[card].points, text=texts.effect(card))
        if v.seat is not None and registry.find("objective", card) is not None:
            have, want = registry.objective(card).count(v.table, v.seat)
            says += f" [{have}/{want}]" if want else ""
        lines.append(f"{says} ({', '.join(who)})" if who else says)
    if v.table.objectives_left:
        lines.append(_("{n} more to come", n=v.table.objectives_left))
    return lines


def _laws(v: View) -> list[str]:
    lines = []
    for law in v.table.laws:
        name = ev.title(law.id)
        if law.elected:
            name += f" ({ev.target_words(law.elected, v.names)})"
        lines.append(f"{name}: {texts.effect(law.id)}")
    return lines


def _agreements(v: View) -> list[str]:
    return [
        f"{v.names[a.seats[0]]} - {v.names[a.seats[1]]}: "
        + ", ".join(ev.title(trade.card_held(a, s)) for s in a.seats)
        for a in v.table.agreements
    ]


def _line(v: View, seat: int) -> str:
    side = v.table.sides[seat]
    if side.out:
        return _("{who} is out of the game", who=v.names[seat])
    cards = ", ".join(_strategy(v, seat, c) for c in side.cards) or "–"
    passed = f", {_('passed')}" if side.passed and v.table.phase == Phase.TURN else ""
    return _(
        "{who}: {points} points; counters {strategy}/{command}/{fleet}; {goods} trade goods; "
        "{hand} action cards; {cards}{passed}; {techs}; {planets}",
        who=v.names[seat],
        points=side.points,
        strategy=side.strategy,
        command=side.command,
        fleet=side.fleet,
        goods=side.goods,
        hand=side.hand,
        cards=cards,
        passed=passed,
        techs=_techs(v.table, seat),
        planets=_planets(v.table, seat),
    )


def _ways(v: View) -> Section:
    """Return the map in words: planets with their worth, dangers, and what is beside what."""
    table, seat = v.table, v.seat
    holes = galaxy.wormholes(table)

    def there(tile: str) -> list[str]:
        face = TILES[tile]
        return [
            *([nouns.word(face.anomaly)] if face.anomaly else []),
            *(_("{hole} wormhole", hole=nouns.word(hole)) for at, hole in holes if at == tile),
            *(_worth(v, planet) for planet in face.planets),
        ]

    tiles = sorted(table.places, key=lambda x: (galaxy.ring_of(table, x), x))
    own = [] if seat is None else [tile for tile in tiles if _is_at(table, seat, tile)]
    return ways.section(tiles, own, galaxy.for_movement(table), ev.title, there)


def _worth(v: View, planet: str) -> str:
    table = v.table
    res, inf = modifiers.resources(table, planet), modifiers.influence(table, planet)
    free = f" ({_('neutral')})" if planet not in table.control else ""
    return f"{PLANETS[planet].name} {res}/{inf}{free}"


def _is_at(table: Public, seat: int, tile: str) -> bool:
    """Return whether a seat has ships in a system, or a planet of it."""
    ships = str(seat) in table.space.get(tile, {})
    return ships or any(table.control.get(p) == seat for p in TILES[tile].planets)


def _galaxy(v: View) -> list[str]:
    table = v.table
    ranked = sorted(table.places, key=lambda x: (galaxy.ring_of(table, x), x))
    return [line for tile in ranked if (line := _system(v, tile))]


def _system(v: View, tile: str) -> str:
    table = v.table
    parts = []
    for owner, counts in sorted(table.space.get(tile, {}).items()):
        told = nouns.counted(fleets.tidy(counts))
        cargo = fleets.cargo(table, tile, int(owner))
        if cargo:
            told += " " + _("carrying {units}", units=nouns.counted(cargo))
        hurt = fleets.damaged(table, tile, int(owner))
        if hurt:
            told += " " + _("({units} damaged)", units=nouns.counted(fleets.tidy(hurt)))
        parts.append(f"{v.names[int(owner)]} {told}")
    for planet in TILES[tile].planets:
        held = table.control.get(planet, -1)
        units = [
            f"{v.names[int(o)]} {nouns.counted(fleets.tidy(c))}"
            for o, c in sorted(table.ground.get(planet, {}).items())
        ]
        owner = v.names[held] if held >= 0 else ""
        said = ", ".join(units) or owner
        face = table.domains.get(planet)
        if face:
            said += f" [{ev.title(face)}]"
        elif planet in table.unknown:
            said += " [?]"
        if said:
            parts.append(f"{PLANETS[planet].name}: {said}")
    for seat in table.counters.get(tile, ()):
        parts.append(_("counter of {who}", who=v.names[seat]))
    return f"{TILES[tile].name}: {'; '.join(parts)}" if parts else ""
