"""The pen: a player's sheets being marked, with everything printed at hand.

A pen writes into a draft in place. Callers that only want to know what would happen give it a copy;
`rules.inscription.marking` does so for legality, preview, samples and defaults.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.inscription.facts import (
    DASHED,
    SHEETS,
    Asset,
    Components,
    Effect,
    Faction,
    Op,
)
from rules.inscription.state import Draft, Frame, SheetMarks, Sheets
from rules.kernel.decisions import Problem


class Illegal(Exception):
    """A mark that the rules do not allow, with the problem to report."""

    def __init__(self, code: str, words: str, rule: str) -> None:
        self.problem = Problem(code, words, f"TIN {rule}")
        super().__init__(words)


class Pen:
    """The marks of one player under way. `nav`, `exp`, `ind` and `war` are the marks on the sheets;
    `map`, `worlds`, `works` and `grid` are the print on them."""

    __slots__ = (
        "_occupied", "_units", "draft", "exp", "faction", "grid", "ind", "map", "nav", "parts",
        "sheets", "war", "works", "worlds",
    )  # fmt: skip

    def __init__(self, draft: Draft, parts: Components) -> None:
        self.draft = draft
        self.parts = parts
        sheets = self.sheets = draft.sheets
        self.nav, self.exp = sheets.navigation, sheets.expansion
        self.ind, self.war = sheets.industry, sheets.warfare
        self.map, self.worlds, self.works, self.grid = parts.dealt(sheets.layouts)
        self.faction: Faction | None = parts.factions.get(sheets.faction)
        self._units: set[str] | None = None
        self._occupied: set[str] | None = None

    def copy(self) -> "Pen":
        """Return another pen on a copy of all marks."""
        return Pen(copied(self.draft), self.parts)

    def on(self, sheet: str) -> SheetMarks:
        return self.sheets.on(sheet)

    def printed(self, sheet: str) -> Any:
        """Return the layout of a sheet."""
        if sheet == "NAV":
            return self.map
        if sheet == "EXP":
            return self.worlds
        return self.works if sheet == "IND" else self.grid

    @property
    def active(self) -> str:
        return self.sheets.active

    # -- assets ------------------------------------------------------------------------------

    def unspent(self, kind: str, k: int | str = 0) -> tuple[str, str] | None:
        """Return a claimed asset of this kind that can be spent: its sheet and id (TIN 5.2.2)."""
        for sheet in SHEETS:
            marks = self.sheets.on(sheet)
            for id in marks.circled:
                asset = self.printed(sheet).assets[id]
                if asset.kind == kind and (not k or asset.k == k) and id not in marks.slashed:
                    return sheet, id
        return None

    def claimed_assets(self, kind: str) -> Iterator[tuple[str, Asset]]:
        """Yield claimed assets of a kind that are not spent, on all sheets."""
        for sheet in SHEETS:
            marks = self.sheets.on(sheet)
            for id in marks.circled:
                asset: Asset = self.printed(sheet).assets[id]
                if asset.kind == kind and id not in marks.slashed:
                    yield sheet, asset

    def held(self) -> dict[tuple[str, int | str], int]:
        """Return how many dashed assets of each kind may still be spent."""
        found: dict[tuple[str, int | str], int] = {}
        for sheet in SHEETS:
            marks = self.sheets.on(sheet)
            for id in marks.circled:
                asset: Asset = self.printed(sheet).assets[id]
                if asset.kind in DASHED and id not in marks.slashed:
                    found[asset.kind, asset.k] = found.get((asset.kind, asset.k), 0) + 1
        return found

    # -- the war grid ------------------------------------------------------------------------

    @property
    def unit_nodes(self) -> set[str]:
        if self._units is None:
            self._units = {node for unit in self.war.units for node in unit.nodes}
        return self._units

    @property
    def occupied(self) -> set[str]:
        """Return the nodes with a unit or any other mark."""
        if self._occupied is None:
            self._occupied = self.unit_nodes.union(self.war.marked)
        return self._occupied

    def drawn(self, nodes: Sequence[str], unit: bool) -> None:
        """Note that something was drawn on the grid."""
        if self._occupied is not None:
            self._occupied.update(nodes)
        if unit and self._units is not None:
            self._units.update(nodes)

    # -- effects -----------------------------------------------------------------------------

    def rule(self, name: str) -> Op | None:
        """Return the operation that changes this rule for the owner all the time, if there is
        one."""
        for id in self.sheets.technologies:
            effect: Effect = self.parts.technologies[id].effect
            if effect.window == "passive" and effect.ops[0].rule == name:
                return effect.ops[0]
        if self.faction is not None:
            for effect in self.faction.ability1.effect:
                if effect.window == "passive" and effect.ops[0].rule == name:
                    return effect.ops[0]
        return None

    def abilities(self, window: str) -> Sequence[tuple[str, Effect]]:
        """Return the first ability's effects of a window, by key (TIN 17.1.2)."""
        if self.faction is None:
            return ()
        return self.parts.abilities[self.faction.id].get(window, ())

    def may(self, key: str, effect: Effect) -> bool:
        """Return whether its limit lets an effect be used once more (TIN 31.17.1)."""
        limit = effect.limit
        return limit is None or self.sheets.used.get(f"{limit.per} {key}", 0) < limit.n

    def count_use(self, key: str, effect: Effect) -> None:
        if effect.limit is not None:
            at = f"{effect.limit.per} {key}"
            self.sheets.used = {**self.sheets.used, at: self.sheets.used.get(at, 0) + 1}

    def push(self, key: str, effect: Effect, at: str = "", half: str = "") -> None:
        """Push an effect to be resolved next; an optional one waits for its owner's word."""
        if not self.may(key, effect):
            return
        self.draft.stack.append(
            Frame(list(effect.ops), source=key, at=at, half=half, optional=effect.optional)
        )
        if not effect.optional:
            self.count_use(key, effect)

    def react(self, mark: str, at: str = "", **facts: object) -> None:
        """Push the abilities that answer a mark the owner makes (TIN TW-20); `facts` fit their
        filters."""
        for key, effect in self.abilities("on_mark"):
            wanted = effect.when.get("filter", {})
            if effect.when["mark"] == mark and all(facts[k] == v for k, v in wanted.items()):
                self.push(key, effect, at=at)


def copied(draft: Draft) -> Draft:
    """Return a copy of a draft to try things on."""
    twin = draft.__copy__()
    twin.sheets = copied_sheets(draft.sheets)
    twin.stack = [_copied_frame(frame) for frame in draft.stack]
    twin.purse = draft.purse[:]
    twin.rest = draft.rest[:]
    twin.previous, twin.latest = draft.previous[:], draft.latest[:]
    twin.rolled = draft.rolled[:]
    twin.relics, twin.drawn = draft.relics[:], draft.drawn[:]
    twin.returned, twin.lapsed = draft.returned[:], draft.lapsed[:]
    twin.foregone, twin.log = draft.foregone[:], draft.log[:]
    return twin


def _copied_frame(frame: Frame) -> Frame:
    twin = frame.__copy__()
    twin.ops, twin.resources = frame.ops[:], frame.resources[:]
    return twin


def copied_sheets(sheets: Sheets) -> Sheets:
    """Return a copy of everything a player has written, to be written on: lists are new, and so are
    the marks that hold them.

    Mappings are never changed in place, so they are shared, as tuples are. Said field by field
    because this is done for every answer; a test compares it with a copy through the codec.
    """
    twin = sheets.__copy__()
    nav = twin.navigation = sheets.navigation.__copy__()
    nav.circled, nav.slashed, nav.crossed = nav.circled[:], nav.slashed[:], nav.crossed[:]
    nav.reached, nav.lanes, nav.claimed = nav.reached[:], nav.lanes[:], nav.claimed[:]
    exp = twin.expansion = sheets.expansion.__copy__()
    exp.circled, exp.slashed, exp.crossed = exp.circled[:], exp.slashed[:], exp.crossed[:]
    ind = twin.industry = sheets.industry.__copy__()
    ind.circled, ind.slashed, ind.crossed = ind.circled[:], ind.slashed[:], ind.crossed[:]
    ind.scrapped, ind.claimed = ind.scrapped[:], ind.claimed[:]
    war = twin.warfare = sheets.warfare.__copy__()
    war.circled, war.slashed, war.crossed = war.circled[:], war.slashed[:], war.crossed[:]
    war.units = war.units[:]
    return twin
