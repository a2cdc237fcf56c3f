"""Operations that mark the navigation, expansion and industry sheets, technologies and dice."""

from collections.abc import Iterator

from rules.inscription.effects.operation import Operation, no_such, then
from rules.inscription.facts import SHEETS, Op
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets import (
    assets,
    expansion,
    industry,
    navigation,
    technologies,
)
from rules.inscription.speech import _
from rules.inscription.state import Frame, Mark
from rules.inscription.uses import (
    cheapest_space,
)


class Access(Operation):
    """Systems made accessible without payment (TIN 31.16.10)."""

    verbs = frozenset({"access"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        if op.any:
            reached = set(pen.nav.reached)
            systems = [s for s in pen.map.systems if s not in reached]
        else:
            systems = navigation.accessible(pen)
        for system in systems:
            if navigation.fits(pen, system, op.filter):
                yield Mark("access", system)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        navigation.known(pen, mark.at)
        if not navigation.fits(pen, mark.at, op.filter):
            raise no_such(mark)
        if not op.any:
            navigation.access(pen, mark.at, mark.on)
        elif mark.at in pen.nav.reached:
            words = _("{id} is accessible already.", id=mark.at)
            raise Illegal("already-accessible", words, "30.4.7")
        else:
            pen.nav.reached.append(mark.at)


class ClaimSystem(Operation):
    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for system in navigation.claimable(pen, op.filter, op.from_ == "any"):
            yield Mark("claim", system)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        navigation.check_claim(pen, mark.at, op.filter, op.from_ == "any")
        navigation.claim(pen, mark.at)


class Scrap(Operation):
    verbs = frozenset({"scrap"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for space in industry.scrappable(pen):
            yield Mark("scrap", space)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        industry.check_scrap(pen, mark.at)
        industry.scrap(pen, mark.at)

    def default(self, pen: Pen, frame: Frame, op: Op) -> Mark | None:
        spaces = industry.scrappable(pen)
        if op.up_to or not spaces:
            return None
        return Mark("scrap", cheapest_space(pen, spaces))


class ClaimSpace(Operation):
    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for space in industry.claimable(pen, op.from_ == "marked_adjacent"):
            yield Mark("claim", space)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        industry.check_claim(pen, mark.at, op.from_ == "marked_adjacent")
        industry.claim(pen, mark.at)


class Develop(Operation):
    """Symbols of any kind on unlocked planets."""

    verbs = frozenset({"develop"})

    def _open(self, pen: Pen, frame: Frame, op: Op) -> list[str]:
        if op.scope == "line_with_asset":
            return [
                symbol
                for symbol in expansion.open_symbols(pen)
                if any(
                    line.asset and line.asset.kind == op.asset
                    for line in pen.worlds.lines_of[symbol]
                )
            ]
        return expansion.open_symbols(pen, frame.at)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for symbol in self._open(pen, frame, op):
            yield Mark("develop", symbol)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.check_develop(pen, mark.at)
        if mark.at not in self._open(pen, frame, op):
            raise no_such(mark)
        if op.scope == "one_planet":
            frame.at = pen.worlds.place[mark.at]
        expansion.develop(pen, mark.at, mark.first)


class UnlockPlanet(Operation):
    verbs = frozenset({"unlock"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in expansion.locked(pen):
            yield Mark("unlock", planet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.unlock(pen, mark.at)


class BuildDock(Operation):
    """By whichever cost (TIN 7.3.4)."""

    verbs = frozenset({"dock"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for dock in expansion.unbuilt(pen):
            yield Mark("dock", dock)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        expansion.build_dock(pen, mark.at)


class SacrificePlanetAsset(Operation):
    """Unclaimed assets of one unlocked planet are lost, for something on that planet."""

    verbs = frozenset({"lose"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in pen.exp.unlocked:
            if frame.at in ("", planet):
                for asset in expansion.line_assets(pen, planet):
                    yield Mark("lose", asset)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("lose", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        pen.exp.crossed.append(mark.at)
        frame.at = pen.worlds.planet_of_asset[mark.at]
        if frame.left <= 1:
            then(pen, frame, op.then)


class DevourPlanet(Operation):
    """All unclaimed assets of an unlocked planet are lost, for as many free trade goods."""

    verbs = frozenset({"lose"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for planet in pen.worlds.planets:
            if planet in pen.exp.unlocked and expansion.line_assets(pen, planet):
                yield Mark("lose", planet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        if Mark("lose", mark.at) not in self.choices(pen, frame, op):
            raise no_such(mark)
        gone = expansion.line_assets(pen, mark.at)
        pen.exp.crossed.extend(gone)
        goods = ("X",) * min(op.max, len(gone))
        then(pen, frame, (Op("spend", resources=goods, sheet="any"),))


class Research(Operation):
    """Research symbols crossed off without spending research, all on one sheet."""

    verbs = frozenset({"research"})

    def times(self, pen: Pen, frame: Frame, op: Op) -> int:
        return pen.ind.vote_icons + 1 if op.n == "votes_due_plus_1" else int(op.n)

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return op.sheet == "same_technology"

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if frame.at in technologies.lockable(pen):
            technologies.research(pen, frame.at)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id in technologies.lockable(pen, frame.sheet):
            yield Mark("research", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        sheet = technologies.open_technology(pen, mark.at, anywhere=True).sheet
        if frame.sheet not in ("", sheet):
            words = _("These symbols must all be on one sheet.")
            raise Illegal("other-sheet", words, "22.1.5")
        frame.sheet = sheet
        technologies.research(pen, mark.at)


class UnlockTechnology(Operation):
    """By whichever cost (TIN 15.1.7)."""

    verbs = frozenset({"unlock"})

    def at_once(self, pen: Pen, frame: Frame, op: Op) -> bool:
        return bool(op.tech)

    def run(self, pen: Pen, frame: Frame, op: Op) -> None:
        if op.tech in technologies.lockable(pen):
            technologies.unlock(pen, op.tech)

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for id in technologies.lockable(pen):
            yield Mark("unlock", id)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        technologies.open_technology(pen, mark.at, anywhere=True)
        technologies.unlock(pen, mark.at)


class UnlockFocus(Operation):
    verbs = frozenset({"focus"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        first = [pen.active] if pen.active else []
        for sheet in (*first, *(s for s in SHEETS if s not in first)):
            for kind in technologies.locked_dice(pen, sheet):
                if op.die in ("choice", kind):
                    yield Mark("focus", kind, on=sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        sheet = mark.on or pen.active
        if sheet not in SHEETS:
            raise Illegal("no-sheet", _("Name the sheet of the die."), "16.1.3")
        technologies.check_die(pen, mark.at, sheet)
        if op.die not in ("choice", mark.at):
            raise no_such(mark)
        technologies.unlock_die(pen, mark.at, sheet)


class ClaimAsset(Operation):
    """A printed asset claimed by itself, nothing else marked."""

    verbs = frozenset({"claim"})

    def choices(self, pen: Pen, frame: Frame, op: Op) -> Iterator[Mark]:
        for sheet in SHEETS if op.sheet == "any" else (op.sheet,):
            marks = pen.on(sheet)
            for id, asset in pen.printed(sheet).assets.items():
                if asset.kind == op.kind and id not in marks.circled and id not in marks.crossed:
                    yield Mark("claim", id, on=sheet)

    def take(self, pen: Pen, frame: Frame, op: Op, mark: Mark) -> None:
        for own in self.choices(pen, frame, op):
            if own.at == mark.at and mark.on in ("", own.on):
                assets.claim(pen, own.on, pen.printed(own.on).assets[own.at])
                return
        raise no_such(mark)
