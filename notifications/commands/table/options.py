"""Options and terms as they are written behind TABLE: `players=4 quiet=22:00-07:00`."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from rapidfuzz import process

from pbem.table import option_fields
from pbem.table.lobby import LobbyError


def chosen(
    struct: type[Any], said: Mapping[str, str], known: Sequence[str], prefix: str
) -> dict[str, Any]:
    """Return the settings named in `said` that are fields of `struct`. Raises LobbyError for a
    setting that is not among the `known` ones."""
    for name in said:
        if name not in known:
            near = process.extractOne(name, sorted(known), score_cutoff=60)
            there = near[0] if near else ", ".join(sorted(known))
            raise LobbyError(
                _("There is no setting “%(name)s”.") % {"name": name[:40]}
                + " "
                + _("There are: %(there)s.") % {"there": there}
            )
    mine = {name: value for name, value in said.items() if name in struct.__struct_fields__}
    read = option_fields.read(struct, prefix, {f"{prefix}-{name}": v for name, v in mine.items()})
    return {name: value for name, value in read.items() if name in mine}
