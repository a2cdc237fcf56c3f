"""Numbers of tables and rulings, as people write them."""

import re

from django.db.models import QuerySet

from pbem.models import Game

NUMBER = re.compile(r"[0-9]{1,9}")
"""A number that a database can hold."""


def table_numbered(among: QuerySet[Game], number: str) -> Game | None:
    """Return the table with this number, as in `12` or `#12.`; None if there is none."""
    number = number.strip().strip("#.,")
    return among.filter(pk=int(number)).first() if NUMBER.fullmatch(number) else None
