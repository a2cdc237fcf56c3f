"""`TABLE START`, `PAUSE`, `RESUME`, `HOURS`, `TERMS`, `DISPUTES`: when and how fast a game runs."""

from typing import Any

from django.utils.translation import gettext as _

from notifications.commands.base import Answer, Asked, Question, Usage, Who, Words, check_organiser
from notifications.commands.table.base import OFF, ON, OfOrganiser, OfTable
from notifications.commands.table.options import chosen
from notifications.compose.layout import block
from notifications.outbound import welcome
from pbem.clocks import deadlines
from pbem.clocks.terms import Terms as TableTerms
from pbem.clocks.terms import terms_of
from pbem.models import Game
from pbem.play import loading
from pbem.referee import disputes
from pbem.table import lobby, option_fields, rematch
from pbem.table.lobby import LobbyError
from rules.lexicon.text import fold

TERM_NAMES: tuple[str, ...] = TableTerms.__struct_fields__
_MAY_END = ("quiet", "time_zone", "windows")
"""Terms that a table may do without."""


class Start(OfOrganiser):
    name = "start"
    words = Words(("start",), ("zacznij", "rozpocznij"), ("indít", "indíts"))
    example = "START"
    usage = (Usage(("TABLE START",), "begins the game"),)

    def change(self, game: Game, rest: str) -> str:
        lobby.start(game)
        return _("The game has begun.")


class Options(OfOrganiser):
    name = "options"
    words = Words(("options", "option"), ("opcje", "opcja"), ("beállítások", "beállítás"))
    example = "OPTIONS players=4"
    usage = (
        Usage(
            ("TABLE OPTIONS players=4 mode=trust",),
            "changes the options of the game, its mode, or (`name=`) its name, until the game has "
            "begun; alone, what they are",
        ),
    )

    def change(self, game: Game, rest: str) -> str:
        """`players=4 mode=trust`: these change, the others stay."""
        rules = loading.ruleset_of(game)
        names = tuple(rules.Options.__struct_fields__)
        said = dict(word.split("=", 1) for word in rest.split() if "=" in word)
        if len(said) < len(rest.split()):
            raise LobbyError(_("Write options like this: TABLE OPTIONS players=4"))
        if said:
            name, mode = said.pop("name", game.name), said.pop("mode", game.mode)
            changed = chosen(rules.Options, said, (*names, "name", "mode"), option_fields.OPTION)
            options = {**game.options, **changed}
            lobby.change_table(game, name, options, mode, game.hours, game.terms)
            game.refresh_from_db()
        agreed = rules.read_options(game.options)
        listed = [f"{name}={option_fields.shown(getattr(agreed, name))}" for name in names]
        return _("The table is for: %(options)s.") % {
            "options": ", ".join([*listed, f"mode={game.mode}"])
        }


class Cancel(OfOrganiser):
    name = "cancel"
    words = Words(("cancel",), ("odwołaj",), ("lemond", "töröl"))
    example = "CANCEL"
    usage = (
        Usage(("TABLE CANCEL Arcturus",), "ends the game without a result; its name says which"),
    )

    def change(self, game: Game, rest: str) -> str:
        """Cancel the game, if its name was written: a cancelled game cannot be brought back."""
        if fold(rest).strip(" .") != fold(game.name):
            raise LobbyError(
                _("Nothing is cancelled yet. To end it for good, write TABLE CANCEL %(name)s")
                % {"name": game.name}
            )
        lobby.cancel(game)
        return _("%(game)s is cancelled; everybody is told.") % {"game": game}


class Rematch(OfTable):
    name = "rematch"
    words = Words(("rematch",), ("rewanż",), ("visszavágó",))
    example = "REMATCH"
    usage = (Usage(("TABLE REMATCH",), "the same people and options again, when the game is over"),)

    def carry_out(self, asked: Asked) -> str | None:
        again = rematch.rematch(asked.game, asked.player)
        seat = again.seats.get(player=asked.player)
        welcome.welcome(seat, "")
        words = _("%(game)s is there, you have its first seat, and the others are invited.")
        return words % {"game": again}


class Pause(OfOrganiser):
    name = "pause"
    words = Words(("pause",), ("pauza", "przerwa"), ("szünet",))
    example = "PAUSE"
    usage = (Usage(("TABLE PAUSE",), "stops all clocks"),)

    def change(self, game: Game, rest: str) -> str:
        lobby.pause(game)
        return _("All clocks stand still.")


class Resume(OfOrganiser):
    name = "resume"
    words = Words(("resume",), ("wznów",), ("folytat", "folytasd"))
    example = "RESUME"
    usage = (Usage(("TABLE RESUME",), "lets the clocks run again"),)

    def change(self, game: Game, rest: str) -> str:
        lobby.resume(game)
        return _("The game goes on.")


class Hours(OfOrganiser):
    name = "hours"
    words = Words(("hours",), ("godziny",), ("órák",))
    example = "HOURS default 48"
    usage = (
        Usage(
            ("TABLE HOURS default 48, offer 72",),
            "the hours for each kind of question; alone, which kinds there are",
        ),
    )

    def change(self, game: Game, rest: str) -> str:
        """`default 48, offer 72`: these change, the others stay."""
        changed: dict[str, Any] = {}
        for part in filter(None, (part.strip() for part in rest.split(","))):
            kind, _space, number = part.rpartition(" ")
            try:
                changed[kind.strip() or "default"] = float(number)
            except ValueError:
                raise LobbyError(_("Write hours like this: TABLE HOURS default 48")) from None
        if changed:
            lobby.set_hours(game, {**game.hours, **changed})
            game.refresh_from_db()
        agreed = {"default": deadlines.hours_for(game, "default"), **game.hours}
        listed = ", ".join(f"{kind} {hours:g}" for kind, hours in sorted(agreed.items()))
        words = _("Hours from the next question on: %(hours)s.") % {"hours": listed}
        if changed:
            return words
        kinds = ", ".join(lobby.hour_kinds(loading.ruleset_of(game)))
        return words + " " + _("There are: %(there)s.") % {"there": kinds}


class Terms(OfOrganiser, Question):
    """`TABLE TERMS` alone shows the terms to anybody; with settings, the organiser changes them."""

    name = "terms"
    words = Words(("terms",), ("warunki",), ("feltételek",))
    who = Who.ANYBODY
    example = "TERMS quiet=22:00-07:00"
    usage = (
        Usage(
            ("TABLE TERMS",),
            "what the table has agreed on: days and hours for deadlines, grace, repent delay, "
            "vacations, extensions, press",
        ),
        Usage(("TABLE TERMS quiet=22:00-07:00 grace_hours=4",), "changes some of that"),
    )

    def carry_out(self, asked: Asked) -> str | None:
        if not asked.rest:
            return None
        check_organiser(asked)
        return super().carry_out(asked)

    def change(self, game: Game, rest: str) -> str:
        """`quiet=22:00-07:00 grace_hours=4`: these change, the others stay."""
        said = dict(word.split("=", 1) for word in rest.split() if "=" in word)
        if not said or len(said) < len(rest.split()):
            raise LobbyError(
                _("Write settings like this: TABLE TERMS quiet=22:00-07:00 grace_hours=4")
            )
        ended = {n: "" for n, value in said.items() if n in _MAY_END and fold(value) in OFF}
        kept = {n: value for n, value in said.items() if n not in ended}
        changed = chosen(TableTerms, kept, TERM_NAMES, option_fields.TERM)
        lobby.set_terms(game, {**changed, **ended})
        return _("From now on: %(terms)s. Open deadlines stay where they are.") % {
            "terms": ", ".join(f"{name}={value or 'off'}" for name, value in said.items())
        }

    def answer(self, asked: Asked) -> Answer:
        return Answer(block(_("Terms of the table"), _term_lines(asked.game)))


def _term_lines(game: Game) -> list[str]:
    """Return what the table has agreed on, a line each, with what it means."""
    agreed, words = terms_of(game), option_fields.explained(TableTerms)
    return [f"{name}={_as_written(getattr(agreed, name))} … {words[name]}" for name in TERM_NAMES]


def _as_written(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, bool):
        return "on" if value else "off"
    return value or "off" if isinstance(value, str) else f"{value:g}"


class Disputes(OfOrganiser):
    name = "disputes"
    words = Words(("disputes",), ("spory",), ("viták",))
    example = "DISPUTES pause"
    usage = (
        Usage(("TABLE DISPUTES pause", "off"), "whether the clocks stand still during a dispute"),
    )

    def change(self, game: Game, rest: str) -> str:
        word = fold(rest).strip(".")
        if word not in (*ON, *OFF):
            raise LobbyError(_("Write TABLE DISPUTES pause or TABLE DISPUTES off."))
        disputes.set_pausing(game, word in ON)
        if word in ON:
            return _("From now on a dispute stops the table.")
        return _("From now on the game goes on during a dispute.")
