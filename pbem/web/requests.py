"""What the middleware adds to a request before a view gets it, as types."""

from django.http import HttpRequest

from pbem.models import Player
from pbem.table.people.access import At
from pbem.table.people.sign_in import Look


class PageRequest(HttpRequest):
    """A request as views get it. `player`: who is signed in, if anybody; see
    `middleware.Reader`."""

    player: Player | None


class PlayerRequest(PageRequest):
    """The request for a page that only a signed-in player may open: see `ports.Rule`."""

    player: Player


class TableRequest(PageRequest):
    """The request for a page of a table; set by `permissions.Doorkeeper`.

    `at`: who the reader is there. `looking`: the link of a mail by which somebody reads the table
    without being signed in.
    """

    at: At
    looking: Look | None
