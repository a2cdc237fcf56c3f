"""The industry sheet's network: scrapping and claiming spaces (TIN 8.1, 8.2)."""

from collections.abc import Iterable

from rules.inscription.facts import Industry
from rules.inscription.pen import Illegal, Pen
from rules.inscription.sheets.assets import claim as claim_asset
from rules.inscription.speech import _


def check_unmarked(pen: Pen, space: str) -> None:
    if space not in pen.works.spaces:
        words = _("There is no space {id} in your network.", id=space)
        raise Illegal("no-such-space", words, "8.1.4")
    if space in pen.ind.scrapped:
        raise Illegal("already-scrapped", _("{id} is scrapped already.", id=space), "8.1.1")
    if space in pen.ind.claimed:
        raise Illegal("already-claimed", _("{id} is claimed already.", id=space), "8.1.1")


def check_scrap(pen: Pen, space: str) -> None:
    """Refuse to scrap a space that is marked, dotted or not beside a mark (TIN 8.2.1, 8.2.4)."""
    check_unmarked(pen, space)
    if pen.works.spaces[space].dotted_x is not None:
        words = _("{id} has a dotted X: only a specialization scraps it.", id=space)
        raise Illegal("dotted-x", words, "8.2.4")
    marked = {*pen.ind.scrapped, *pen.ind.claimed}
    if marked.isdisjoint(pen.works.beside[space]):
        raise Illegal("not-adjacent", _("{id} is not beside a marked space.", id=space), "8.2.1")


def scrap(pen: Pen, space: str) -> None:
    """Cross off a space; its asset is lost (TIN 8.1.3)."""
    pen.ind.scrapped.append(space)
    asset = pen.works.spaces[space].asset
    if asset is not None:
        pen.ind.crossed.append(asset.id)


def scrappable(pen: Pen) -> list[str]:
    """Spaces that material could scrap now, in file order."""
    works, marked = pen.works, {*pen.ind.scrapped, *pen.ind.claimed}
    near = _beside(works, marked).difference(marked, works.dotted)
    return sorted(near, key=works.order.__getitem__)


def _beside(works: Industry, marked: Iterable[str]) -> set[str]:
    """Return the spaces beside any of these."""
    return set().union(*map(works.beside.__getitem__, marked))


def check_dotted(pen: Pen, space: str) -> int:
    """Return the specialization that scraps a dotted-X space; no adjacency (TIN 8.2.4, 30.5.1)."""
    check_unmarked(pen, space)
    kind = pen.works.spaces[space].dotted_x
    if kind is None:
        raise Illegal("no-dotted-x", _("{id} has no dotted X.", id=space), "8.2.4")
    return kind


def check_claim(pen: Pen, space: str, beside_any: bool = False) -> None:
    """Refuse to claim a space without an asset or away from scrapped ones (TIN 8.2.2, 30.5.2)."""
    check_unmarked(pen, space)
    if pen.works.spaces[space].asset is None:
        raise Illegal("no-asset-there", _("{id} holds no asset.", id=space), "30.5.2")
    near = set(pen.ind.scrapped)
    if beside_any:
        near.update(pen.ind.claimed)
    if near.isdisjoint(pen.works.beside[space]):
        words = _("{id} is not beside a scrapped space.", id=space)
        raise Illegal("not-adjacent", words, "8.2.2")


def claim(pen: Pen, space: str) -> None:
    pen.ind.claimed.append(space)
    claim_asset(pen, "IND", pen.works.spaces[space].asset)


def claimable(pen: Pen, beside_any: bool = False) -> list[str]:
    """Spaces that influence or research could claim now, in file order."""
    works, ind = pen.works, pen.ind
    marked = {*ind.scrapped, *ind.claimed}
    near = _beside(works, marked if beside_any else ind.scrapped)
    return sorted(near.difference(marked, works.without_asset), key=works.order.__getitem__)
