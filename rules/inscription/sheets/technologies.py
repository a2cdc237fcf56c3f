"""Technologies and focus dice (TIN 15, 16)."""

from rules.inscription.facts import Technology
from rules.inscription.pen import Illegal, Pen
from rules.inscription.speech import _


def open_technology(pen: Pen, id: str, anywhere: bool = False) -> Technology:
    """Return a technology that can still be unlocked, on the active sheet unless `anywhere`."""
    technology: Technology | None = pen.parts.technologies.get(id)
    if technology is None or id not in pen.printed(technology.sheet).technologies:
        words = _("There is no technology {id} on your sheets.", id=id)
        raise Illegal("no-such-technology", words, "15.1.1")
    if not anywhere and technology.sheet != pen.active:
        words = _("{name} is not on your active sheet.", name=technology.name)
        raise Illegal("not-on-active-sheet", words, "15.1.2")
    if id in pen.sheets.technologies:
        words = _("{name} is unlocked already.", name=technology.name)
        raise Illegal("already-unlocked", words, "15.1.2")
    if id in pen.sheets.lost:
        words = _("{name} was crossed off and is lost.", name=technology.name)
        raise Illegal("technology-lost", words, "31.16.5")
    return technology


def lockable(pen: Pen, sheet: str = "") -> list[str]:
    """Technologies neither unlocked nor lost, in file order."""
    done = {*pen.sheets.technologies, *pen.sheets.lost}
    return [
        id
        for id, technology in pen.parts.technologies.items()
        if id not in done
        and (not sheet or technology.sheet == sheet)
        and id in pen.printed(technology.sheet).technologies
    ]


def research(pen: Pen, id: str, paid: bool = False) -> None:
    """Cross off a research symbol; the last one unlocks (TIN 15.1.2).

    `paid`: by spending research, which some abilities answer.
    """
    crossed = pen.sheets.research.get(id, 0) + 1
    pen.sheets.research = {**pen.sheets.research, id: crossed}
    if crossed >= pen.parts.technologies[id].cost_research:
        unlock(pen, id)
    elif paid:
        pen.react("research_symbol_paid", at=id)


def unlock(pen: Pen, id: str) -> None:
    """Unlock a technology, which works from now on, this round included (TIN 15.1.4, 15.1.6)."""
    pen.sheets.technologies += (id,)


def locked_dice(pen: Pen, sheet: str) -> list[str]:
    return [kind for kind in ("M", "I", "R") if kind not in pen.on(sheet).dice]


def check_die(pen: Pen, kind: str, sheet: str) -> None:
    if kind not in ("M", "I", "R"):
        raise Illegal("no-such-die", _("There is no such focus die."), "16.1.1")
    if kind in pen.on(sheet).dice:
        raise Illegal("die-unlocked", _("This die is unlocked there already."), "16.1.3")


def unlock_die(pen: Pen, kind: str, sheet: str) -> None:
    """Underline a die on a sheet; once rolled, its resources are spent too (TIN 16.1.4)."""
    pen.on(sheet).dice += (kind,)
    draft = pen.draft
    if sheet == pen.active and draft.rolled and pen.sheets.borrowed != kind:
        draft.purse.extend([kind] * draft.rolled[("M", "I", "R").index(kind)])
