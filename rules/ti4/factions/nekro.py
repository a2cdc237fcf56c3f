"""The Nekro Virus. A copied technology is owned like any other; an effect that lasts for the game
says which Valefar Assimilator it comes from."""

from rules.kernel.table import Play
from rules.ti4 import events as ev
from rules.ti4 import nouns
from rules.ti4.combat.strikes import foe_of
from rules.ti4.components import timing
from rules.ti4.components import windows as w
from rules.ti4.components.base import Ability, Flagship, Note, Technology
from rules.ti4.components.choices import Choose, gain_tokens
from rules.ti4.components.registry import register
from rules.ti4.facts import PLANETS, TECHNOLOGIES, TILES
from rules.ti4.phases.agenda import outcomes
from rules.ti4.speech import _
from rules.ti4.state import AssimilatorToken, Mark, NoteId, Public, Table, Until, View
from rules.ti4.technology import gain_from, gain_technology, overwrite
from rules.ti4.units import fleets
from rules.toolbox.components import Targets
from rules.toolbox.effects import Effect
from rules.toolbox.targets import Composite, Several, Target, player, seat_of

FACTION = "assimilate"
"""Chosen instead of a common technology: a faction technology, through a Valefar Assimilator."""


def copied(table: Public, seat: int) -> dict[str, str]:
    """Return the technologies under assimilator tokens, with the token."""
    marks = [e for e in table.effects if e.seat == seat and e.until == Until.GAME]
    return {e.on: e.id for e in marks if AssimilatorToken.read(e.id)}


def copyable(table: Public, seat: int, owner: int) -> list[str]:
    """Return the faction technologies of another player that bear no token."""
    faction = table.sides[owner].faction
    return [
        tech
        for tech in table.sides[owner].techs
        if TECHNOLOGIES[tech].faction == faction
        and not TECHNOLOGIES[tech].special
        and tech not in copied(table, seat)
    ]


def gainable(table: Public, seat: int, owner: int) -> Targets:
    """Return the technologies that Nekro may take from a player."""
    mine = table.sides[seat].techs
    found = {
        tech: TECHNOLOGIES[tech].name
        for tech in table.sides[owner].techs
        if tech not in mine and not TECHNOLOGIES[tech].faction
    }
    if copyable(table, seat, owner):
        found[FACTION] = _("a faction technology")
    return found


class Copied(Composite):
    """Another player, and a technology of theirs."""

    owner: str
    tech: str


@register
class GalacticThreat(Ability):
    """No votes; once an agenda phase a prediction that brings a technology of who voted so."""

    id = "galactic_threat"
    windows = (w.AFTER_AGENDA_REVEALED,)

    def denies_vote(self, table: Public, seat: int) -> bool:
        return True

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return not timing.in_effect(table, Mark.PREDICTED, seat)

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return outcomes(v.table, v.names)

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        timing.lasting(t, Mark.PREDICTED, seat, Until.ROUND)
        t.table.agenda_now.predictions.append(Effect(self.id, seat, Until.AGENDA, on))

    def choices(self, v: View, seat: int, step: str) -> Targets:
        agenda = v.table.agenda_now
        voters = [x.seat for x in agenda.votes if x.votes and x.outcome == agenda.outcome]
        return {
            Copied(player(s), tech).target: _("{what} of {who}", what=words, who=v.names[s])
            for s in voters
            for tech, words in gainable(v.table, seat, s).items()
        }

    def reward(self, t: Table, seat: int) -> Play[None]:
        if not self.choices(t.view(seat), seat, ""):
            return
        on = yield from t.ask(Choose(seat, self.kind, self.id, "technology"))
        copied = Copied.read(on)
        tech = "" if copied.tech == FACTION else copied.tech
        yield from gain_from(t, seat, seat_of(copied.owner), tech)


@register
class TechnologicalSingularity(Ability):
    """Once a combat, when a unit of the opponent is destroyed: a technology of theirs."""

    id = "technological_singularity"
    windows = (w.AFTER_UNIT_DESTROYED,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        foe, fallen = foe_of(table, seat), table.fallen
        if foe < 0 or fallen is None or fallen.seat != foe:
            return False
        if fallen.place not in (table.battle_now.tile, table.battle_now.planet):
            return False
        if any(NoteId.read(note).note == "antivirus" for note in table.sides[foe].in_play):
            return False
        return not timing.in_effect(table, Mark.TAKEN, seat) and bool(gainable(table, seat, foe))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return gainable(v.table, seat, foe_of(v.table, seat))

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> Play[None]:
        timing.lasting(t, Mark.TAKEN, seat, Until.COMBAT)
        foe = foe_of(t.table, seat)
        yield from gain_from(t, seat, foe, "" if on == FACTION else on)


@register
class Propagation(Ability):
    """Three command tokens instead of every research."""

    id = "propagation"

    def instead_of_research(self, t: Table, seat: int) -> Play[None]:
        yield from gain_tokens(t, seat, 3)


class ValefarAssimilator(Technology):
    """Instead of gaining a technology: a faction technology of that player is copied."""

    windows = (w.WHEN_TECHNOLOGY_GAINED,)

    @property
    def _token(self) -> str:
        return str(AssimilatorToken(self.id))

    def _possible(self, table: Public, seat: int, owner: int) -> list[str]:
        """Return the technologies to copy; an upgrade of a kind copied before takes the same token
        (TI4 72.1a)."""
        others = [tech for tech, token in copied(table, seat).items() if token != self._token]
        kinds = {TECHNOLOGIES[tech].upgrades for tech in others} - {""}
        return [
            tech
            for tech in copyable(table, seat, owner)
            if TECHNOLOGIES[tech].upgrades not in kinds
        ]

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        if timing.in_effect(table, Mark.INSTEAD, seat):
            return False
        return bool(self._possible(table, seat, seat_of(about)))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        possible = self._possible(v.table, seat, seat_of(about))
        return {tech: TECHNOLOGIES[tech].name for tech in possible}

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        before = [tech for tech, token in copied(t.table, seat).items() if token == self._token]
        side = t.table.sides[seat]
        side.techs = [tech for tech in side.techs if tech not in before]
        t.table.effects = [
            e for e in t.table.effects if not (e.id == self._token and e.seat == seat)
        ]
        overwrite(t, seat, on)
        timing.lasting(t, self._token, seat, Until.GAME, on)
        timing.lasting(t, Mark.INSTEAD, seat, Until.GAIN)
        gain_technology(t, seat, on)


@register
class ValefarAssimilatorX(ValefarAssimilator):
    id = "valefar_assimilator_x"


@register
class ValefarAssimilatorY(ValefarAssimilator):
    id = "valefar_assimilator_y"


@register
class TheAlastor(Flagship):
    """Ground forces in its system that the owner names fight in space combat as ships do."""

    id = "the_alastor"
    windows = (w.START_OF_SPACE_COMBAT,)
    once_a_window = False

    def _forces(self, table: Public, seat: int) -> dict[str, int]:
        tile = table.battle_now.tile
        found = {}
        for place in (tile, *TILES[tile].planets):
            n = fleets.at(table, place, seat).get("infantry", 0)
            if place == tile:
                n -= table.battle_now.marines.get(str(seat), 0)
            if n > 0:
                found[place] = n
        return found

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        here = foe_of(table, seat) >= 0 and self.where(table, seat) == table.battle_now.tile
        return here and bool(self._forces(table, seat))

    def targets(self, v: View, seat: int, window: str, about: Target) -> Targets:
        return {
            Several.of(n, place).target: _(
                "{units} of {where}", units=nouns.some("infantry", n), where=_place_name(place)
            )
            for place, most in self._forces(v.table, seat).items()
            for n in range(1, most + 1)
        }

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        forces = Several.read(on)
        n, place = forces.n, forces.id
        mine = str(seat)
        battle = t.table.battle_now
        battle.marines[mine] = battle.marines.get(mine, 0) + n
        if place != battle.tile:
            fleets.move(t.table, place, battle.tile, seat, "infantry", n)
            lifted = battle.lifted.setdefault(mine, {})
            lifted[place] = lifted.get(place, 0) + n
            t.tell(ev.Moved(seat, place, battle.tile, {"infantry": n}), cite="TI4 83.21")


def _place_name(place: str) -> str:
    return PLANETS[place].name if place in PLANETS else _.meant("place", "space")


@register
class Antivirus(Note):
    """Laid open in a combat: no Technological Singularity on the holder."""

    id = "antivirus"
    windows = (w.START_OF_COMBAT,)

    def fits(self, table: Public, seat: int, window: str, about: Target) -> bool:
        return foe_of(table, seat) >= 0

    def resolve(self, t: Table, seat: int, on: Target, about: Target) -> None:
        """Do nothing: the note lies in the play area."""
