"""Upgrade (ECL 7.4): parts taken off and put on blueprints."""

import re
from collections.abc import Sequence
from random import Random

from rules.eclipse import events as ev
from rules.eclipse import nouns, reading
from rules.eclipse.actions.turn import Mounting, Slot, Turn, TurnOrder
from rules.eclipse.facts import PARTS, SHIPS
from rules.eclipse.names import PART_NAMES, SHIP_NAMES
from rules.eclipse.player.blueprints import (
    available_parts,
    discard_relic,
    fault_problems,
    placeable,
    square_problems,
    squares_of,
)
from rules.eclipse.player.civilization import me, species
from rules.eclipse.refusals import no
from rules.eclipse.speech import _
from rules.eclipse.state import Player, Table, View
from rules.eclipse.texts import stats_words
from rules.kernel.decisions import Problem
from rules.kernel.forms import Form, Group, Pair, Pick
from rules.lexicon import MissingPart, Slots, read_slots

EXAMPLE = "UPGRADE plasma cannon ON interceptor 2, REMOVE cruiser 5"
_REMOVE = re.compile(r"(?:remove|zdejmij|leszed)\s+(.+)", re.IGNORECASE)
_PARTS_AND_SHIPS = PART_NAMES.merged(SHIP_NAMES)
_MOUNT = Slots((), ("", "on", "for", "with"), EXAMPLE)
_REPLACE = re.compile(
    r"(?:replace|zastąp|zastap)\s+(?P<old>.+?)\s+(?:with|by|for|przez|na)\s+(?P<new>.+?)\s+"
    r"(?P<on>(?:on|in|na|w)\s.+)",
    re.IGNORECASE,
)
_SHIP_AND_REPLACE = re.compile(
    r"(?:on |in |na |w )?(?P<ship>[^\W\d_]+(?: \d)?)\s*[:,]?\s+"
    r"(?P<what>(?:replace|zastąp|zastap)\s.+)",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:instead of|in place of|replacing|zamiast)\b", re.IGNORECASE)
_SQUARE = re.compile(
    r"\b(?:square|slot|space|number|no\.?|kwadrat|pole|mező|hely)\b", re.IGNORECASE
)
_GETS = re.compile(
    r"\s+(?:gets?|receives?|should have|dostaje|dostanie|kap|kapjon)\s+", re.IGNORECASE
)
_OWN = re.compile(
    r"\b(?:my|the|az?|all|both|every|our|moje|moich|swoje|"
    r"wszystkie|az|összes|minden)\b",
    re.IGNORECASE,
)
_COUNT = re.compile(r"(?:(\d)\s*x?\s+)?(.+?)")


def upgrade_limit(player: Player, reacting: bool) -> int:
    """Return how many parts one action places (ECL 7.4.2, 25.3.13)."""
    return 1 if reacting else species(player).upgrade


def after_upgrade(player: Player, turn: Turn) -> dict[str, dict[str, str]]:
    """Return the tiles on all blueprints once this upgrade is done."""
    placed = {ship: dict(tiles) for ship, tiles in player.placed.items()}
    for gone in turn.remove:
        placed.get(gone.ship, {}).pop(str(gone.slot), None)
    for tile in turn.mount:
        placed.setdefault(tile.ship, {})[str(tile.slot)] = tile.part
    return {ship: tiles for ship, tiles in placed.items() if tiles}


class Upgrade(TurnOrder):
    verb = "upgrade"
    reaction = True

    def problems(self, v: View, seat: int, turn: Turn, reacting: bool) -> list[Problem]:
        """Return problems of the finished blueprints; only these are tested (ECL 21.2.5; ECL
        25.3.10)."""
        player = me(v, seat)
        limit = upgrade_limit(player, reacting)
        if len(turn.mount) > limit:
            return no("too-many-parts", _("You may place {n} part(s).", n=limit), "7.4.2")
        for gone in turn.remove:
            if str(gone.slot) not in player.placed.get(gone.ship, {}):
                words = _(
                    "There is no part tile on square {n} of your {ship}.",
                    n=gone.slot + 1,
                    ship=nouns.noun(gone.ship),
                )
                return no("nothing-there", words, "7.4.1")
        stored = list(player.beside)
        seen: set[tuple[str, int]] = set()
        for tile in turn.mount:
            found = square_problems(player, tile.ship, tile.slot)
            if found:
                return found
            if (tile.ship, tile.slot) in seen:
                return no("same-square", _("Two parts cannot go on one square."), "7.4.2")
            seen.add((tile.ship, tile.slot))
            found = _part_problems(player, tile.part, stored)
            if found:
                return found
        return _blueprint_problems(player, turn)

    def read(self, v: View, seat: int, rest: str) -> tuple[Turn, tuple[str, ...]]:
        if reading.is_nothing_at_all(rest):
            return Turn("upgrade"), ()
        if reading.is_told_nothing(rest):
            raise reading.refuse_empty("upgrade")
        player = me(v, seat)
        remove: list[Slot] = []
        mount: list[Mounting] = []
        notes: tuple[str, ...] = ()
        named = ""
        for piece in reading.pieces(_OWN.sub(" ", _SQUARE.sub(" ", _GETS.sub(" with ", rest)))):
            if gone := _REMOVE.fullmatch(piece):
                ship, slot, read_as = reading.numbered(gone[1], SHIP_NAMES)
                remove.append(Slot(ship, slot - 1))
                notes += read_as
                continue
            named, on, instead = _mounting(piece, named)
            count, name = _COUNT.fullmatch(named).groups()  # type: ignore[union-attr]
            part = PART_NAMES.find(name)
            ship, slot, read_as = reading.numbered(on, SHIP_NAMES)
            for _part in range(int(count or 1)):
                taken = {m.slot for m in mount if m.ship == ship}
                square = slot - 1 if slot else free_square(player, ship, instead, taken)
                mount.append(Mounting(part.id, ship, square))
            notes += reading.notes(part.read_as) + read_as
        if not mount and not remove:
            raise MissingPart(_no_part())
        return Turn("upgrade", remove=tuple(remove), mount=tuple(mount)), notes

    def write(self, v: View, seat: int, turn: Turn) -> str:
        gone = [f"REMOVE {s.ship} {s.slot + 1}" for s in turn.remove]
        new = [f"{PARTS[m.part].name} ON {m.ship} {m.slot + 1}" for m in turn.mount]
        return f"UPGRADE {', '.join([*gone, *new]) or 'nothing at all'}"

    def form(self, v: View, seat: int, reacting: bool) -> Form | None:
        """Return a part and a square of a blueprint for each step the action has."""
        player = me(v, seat)
        parts = tuple((PARTS[p].name, _part_words(p)) for p in available_parts(player))
        squares = tuple(
            (f"{ship} {slot + 1}", f"{nouns.noun(ship)} {slot + 1}: {_part_name(part)}")
            for ship in SHIPS
            for slot, part in enumerate(squares_of(player, ship))
        )
        if not parts:
            return None
        none = ("", _("nothing"))
        steps = tuple(
            Pair("steps", _("Part and square {n}", n=i + 1), (none, *parts), " ON ", squares, i)
            for i in range(upgrade_limit(player, reacting))
        )
        groups = [Group("", steps)]
        tiles = [
            (
                f"REMOVE {ship} {int(slot) + 1}",
                f"{nouns.noun(ship)} {int(slot) + 1}: {_part_name(part)}",
            )
            for ship, placed in player.placed.items()
            for slot, part in placed.items()
        ]
        if tiles:
            gone = tuple(
                Pick("steps", _("Part taken off"), (none, *tiles), row=100 + i) for i in range(2)
            )
            groups.append(Group(_("Take parts off"), gone, rare=True))
        return Form("upgrade", _("Upgrade"), ("UPGRADE {steps}",), tuple(groups))

    def sample(self, v: View, seat: int, rng: Random, reacting: bool) -> Turn | None:
        player = me(v, seat)
        parts = [p for p in available_parts(player) if PARTS[p].technology or PARTS[p].ancient]
        mount: list[Mounting] = []
        rng.shuffle(parts)
        for part in parts[: upgrade_limit(player, reacting)]:
            spots = placeable(player, part)
            if spots:
                ship, slot = rng.choice(spots)
                more = Turn("upgrade", mount=(*mount, Mounting(part, ship, slot)))
                if not self.problems(v, seat, more, reacting):
                    mount.append(Mounting(part, ship, slot))
        tiles = [(ship, slot) for ship in player.placed for slot in player.placed[ship]]
        turn = Turn("upgrade", mount=tuple(mount))
        if tiles and rng.random() < 0.2:
            ship, slot_text = rng.choice(sorted(tiles))
            trimmed = Turn("upgrade", remove=(Slot(ship, int(slot_text)),), mount=turn.mount)
            if not self.problems(v, seat, trimmed, reacting):
                return trimmed
        return turn if mount else None

    def template(self, v: View, seat: int, reacting: bool) -> Sequence[str]:
        player = me(v, seat)
        parts = available_parts(player)
        for part in sorted(parts, key=lambda p: not (PARTS[p].technology or PARTS[p].ancient)):
            for ship, slot in placeable(player, part):
                return [f"UPGRADE {PARTS[part].name} ON {ship} {slot + 1}"]
        return []


def _part_words(part: str) -> str:
    """Return a part and what it does, in few words."""
    return f"{PARTS[part].name}: {stats_words(PARTS[part])}"


def _part_name(part: str) -> str:
    return PARTS[part].name if part else _("empty")


def _no_part() -> str:
    return _("Say which part goes on which ship, for example: {example}", example=EXAMPLE)


def _mounting(piece: str, before: str) -> tuple[str, str, str]:
    """Read the part, the ship with its square, and the part to cover, however they stand. `before`:
    the part named last, for a list of ships that are all to have it."""
    if first := _SHIP_AND_REPLACE.fullmatch(piece):
        piece = f"{first['what']} on {first['ship']}"
    if swap := _REPLACE.fullmatch(piece):
        piece = f"{swap['new']} {swap['on']} FOR {swap['old']}"
    parts = read_slots(_INSTEAD.sub("for", piece), _MOUNT, _PARTS_AND_SHIPS)
    part, on, instead = parts.get("", ""), parts.get("on", ""), parts.get("for", "")
    if "with" in parts:
        part, on = parts["with"], on or part
    if on and part:
        return part, on, instead
    if not part:
        raise MissingPart(_no_part())
    ship, rest = _ship_first(part)
    if not ship or not (rest or before):
        raise MissingPart(_no_part())
    return rest or before, ship, instead


def _ship_first(text: str) -> tuple[str, str]:
    """Return "cruiser 2: improved hull" as the ship with its square, and the rest; "" if no ship
    leads."""
    told = text.replace(":", " ").split()
    end = SHIP_NAMES.span_at(told, 0)
    if end and end < len(told) and told[end].strip("#").isdigit():
        end += 1
    return " ".join(told[:end]), " ".join(told[end:])


def free_square(player: Player, ship: str, instead_of: str, taken: set[int]) -> int:
    """Return the square meant when no number is given: an open one, or the one that shows a
    part."""
    shown = squares_of(player, ship)
    there = PART_NAMES.only(part for part in shown if part)
    wanted = there.find(instead_of).id if instead_of else ""
    for slot, part in enumerate(shown):
        if part == wanted and slot not in taken:
            return slot
    raise MissingPart(
        _(
            "Say which square of the {ship} (1 to {last}), for example: {example}",
            ship=nouns.noun(ship),
            last=len(shown),
            example=EXAMPLE,
        )
    )


def _part_problems(player: Player, id: str, stored: list[str]) -> list[Problem]:
    """Say why a player has no such part to place; takes it from `stored` (ECL 7.4.3, 7.4.9)."""
    part = PARTS.get(id)
    if part is None:
        return no("unknown-part", _("There is no part {name}.", name=id), "7.4.2")
    if part.ancient:
        if id not in stored:
            words = _("You have no {part} beside your board.", part=part.name)
            return no("not-your-part", words, "7.4.9")
        stored.remove(id)
    elif part.technology and part.technology not in player.technologies:
        return no("no-technology", _("{part} needs its technology.", part=part.name), "7.4.3")
    return []


def _blueprint_problems(player: Player, turn: Turn) -> list[Problem]:
    after = after_upgrade(player, turn)
    touched = {s.ship for s in turn.remove} | {m.ship for m in turn.mount}
    found = (fault_problems(player, ship, after.get(ship, {})) for ship in sorted(touched))
    return [problem for problems in found for problem in problems]


def upgrade(t: Table, seat: int, turn: Turn) -> None:
    """Take parts back, then place parts; covered or returned Ancient parts are gone (ECL 7.4; ECL
    7.4.9)."""
    player = t.table.players[seat]
    off = [_tile(player.placed[s.ship][str(s.slot)], s.ship, s.slot) for s in turn.remove]
    squares = {(s.ship, s.slot) for s in turn.remove} | {(m.ship, m.slot) for m in turn.mount}
    for ship, slot in sorted(squares):
        discard_relic(t, seat, ship, slot)
    player.placed = after_upgrade(player, turn)
    for tile in turn.mount:
        if PARTS[tile.part].ancient:
            player.beside.remove(tile.part)
    on = [_tile(m.part, m.ship, m.slot) for m in turn.mount]
    t.tell(ev.Upgraded(seat, off, on), cite=("ECL 7.4.1", "ECL 7.4.2"))


def _tile(part: str, ship: str, slot: int) -> str:
    return f"{PARTS[part].name} on {ship} {slot + 1}"
