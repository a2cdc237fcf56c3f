"""Distant Suns, leaders and other options, in words."""

from collections.abc import Sequence

from rules.ti3.events.wording import Happening, title
from rules.ti3.speech import _
from rules.toolbox.targets import seat_of


class DomainRevealed(Happening):
    planet: str
    domain: str
    reveals = True

    def words(self, names: Sequence[str]) -> str:
        return _("On {planet}: {domain}.", planet=title(self.planet), domain=title(self.domain))


class DomainRemoved(Happening):
    planet: str

    def words(self, names: Sequence[str]) -> str:
        return _("The domain counter on {planet} is removed.", planet=title(self.planet))


class Probed(Happening):
    seat: int
    planet: str
    domain: str

    def words(self, names: Sequence[str]) -> str:
        return _(
            "The counter on {planet} is {domain}.",
            planet=title(self.planet),
            domain=title(self.domain),
        )


class ProbedTold(Happening):
    seat: int
    planets: list[str]

    def words(self, names: Sequence[str]) -> str:
        planets = ", ".join(map(title, self.planets))
        return _("{who} probed {planets}.", who=names[self.seat], planets=planets)


class Razed(Happening):
    seat: int
    planet: str
    die: int

    def words(self, names: Sequence[str]) -> str:
        planet = title(self.planet)
        return _("{who} razed {planet}: {die}.", who=names[self.seat], planet=planet, die=self.die)


class DieRolled(Happening):
    seat: int
    what: str
    dice: list[int]

    def words(self, names: Sequence[str]) -> str:
        dice = " ".join(map(str, self.dice)) or "–"
        return _(
            "{who} rolled for {what}: {dice}.",
            who=names[self.seat],
            what=title(self.what),
            dice=dice,
        )


class LeaderMoved(Happening):
    leader: str
    to: str

    def words(self, names: Sequence[str]) -> str:
        return _("{leader} goes to {where}.", leader=title(self.leader), where=title(self.to))


class LeaderLost(Happening):
    leader: str
    fate: str
    die: int = 0

    def words(self, names: Sequence[str]) -> str:
        leader = title(self.leader)
        if self.fate == "dead":
            return _("{leader} is dead.", leader=leader)
        who = names[seat_of(self.fate)]
        return _("{leader} is a captive of {who}.", leader=leader, who=who)
