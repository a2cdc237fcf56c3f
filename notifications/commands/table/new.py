"""`TABLE NEW`, `JOIN`, `RUN`: making a table, sitting down at one, running one without a seat."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from notifications.commands.base import Asked, ToServer, Usage, Words
from notifications.commands.numbers import table_numbered
from notifications.commands.table.base import OFF
from notifications.commands.table.clocks import TERM_NAMES
from notifications.commands.table.options import chosen
from notifications.outbound import to_organiser, welcome
from pbem.clocks.presets import PRESETS, USUAL, Preset
from pbem.clocks.terms import PRESET, Terms
from pbem.models import Game, Invitation, Player
from pbem.play import loading
from pbem.table import agreement, first_game, limits, lobby, option_fields
from pbem.table.lobby import LobbyError
from pbem.table.openness import Openness
from pbem.table.people import addresses
from rules.kernel.errors import UnknownRuleset
from rules.kernel.ruleset import Ruleset
from rules.lexicon.text import fold


class New(ToServer):
    name = "new"
    words = Words(("new",), ("nowy",), ("új",))
    usage = (
        Usage(
            ("TABLE NEW eclipse Arcturus players=4",),
            "makes a table and gives you its first seat; with `seat=no` you run it without one",
        ),
        Usage(
            ("TABLE NEW ti4 Arcturus first-game players=4",),
            "the same for people who play the game for the first time: an easy set-up, a day for "
            "every answer, half an hour to change one's mind, mails that explain",
        ),
    )

    def carry_out(self, asked: Asked) -> str:
        """`eclipse Arcturus players=4 mode=trust pace=one-week`: make a table whose first seat is
        the author's, unless they say `seat=no`."""
        player = asked.player
        kind, name, settings = _read(asked.rest)
        try:
            rules = loading.rulesets().get(fold(kind))
        except UnknownRuleset:
            raise _unknown_game() from None
        if limits.wait(limits.TABLES_OF_PLAYER, player.pk):
            raise LobbyError(_("You have made many tables today. Make the next one tomorrow."))
        seated = fold(settings.pop("seat", "yes")) not in OFF
        game = _made(player, rules, name, settings)
        if not seated:
            to_organiser.welcome(game)
            made = _(
                "%(game)s is there, and you run it without a seat. A mail about it follows; reply "
                "to that one with TABLE INVITE ann@example.org and, when the seats are taken, "
                "TABLE START."
            )
            return _said(made % {"game": game}, rules, game)
        welcome.welcome(lobby.sit_down(game, player), "")
        made = _(
            "%(game)s is there, and you have its first seat. A mail about it follows; reply to "
            "that one with TABLE INVITE ann@example.org and, when the seats are taken, TABLE START."
        )
        return _said(made % {"game": game}, rules, game)


def _read(text: str) -> tuple[str, list[str], dict[str, str]]:
    """Return the game's kind, the words of the table's name, and the settings behind it."""
    words = text.split()
    kind, *name = [word for word in words if "=" not in word] or [""]
    return kind, name, dict(word.split("=", 1) for word in words if "=" in word)


def _made(player: Player, rules: Ruleset[Any], name: list[str], settings: dict[str, str]) -> Game:
    """Make the table; `first-game` may stand among its name or as its pace."""
    pace, mode = settings.pop("pace", ""), settings.pop("mode", Game.Mode.PLANNED)
    first = first_game.is_meant(pace) or any(map(first_game.is_meant, name))
    known = (*rules.Options.__struct_fields__, *TERM_NAMES)
    preset = _preset(pace, first)
    options = chosen(rules.Options, settings, known, option_fields.OPTION)
    terms = chosen(Terms, settings, known, option_fields.TERM)
    if first:
        options = {**first_game.options(rules, _players(rules, options)), **options}
    return lobby.create_game(
        player,
        " ".join(word for word in name if not first_game.is_meant(word)),
        rules.name,
        options,
        mode,
        preset.hours,
        {**(first_game.TERMS if first else PRESET), **terms},
    )


def _preset(pace: str, first: bool) -> Preset:
    """Return the clocks that somebody names. Raises LobbyError if there are none so called."""
    if not pace or first_game.is_meant(pace):
        pace = first_game.PACE.name if first else USUAL.name
    found = PRESETS.get(fold(pace))
    if found is None:
        words = _("There is no pace “%(pace)s”. Choose one of: %(there)s.")
        there = ", ".join([*PRESETS, first_game.NAME])
        raise LobbyError(words % {"pace": fold(pace), "there": there})
    return found


def _players(rules: Ruleset[Any], options: Mapping[str, Any]) -> int:
    """Return how many seats the table will have, as far as that can be read."""
    said = options.get("players")
    return said if isinstance(said, int) else rules.Options().players


def _said(made: str, rules: Ruleset[Any], game: Game) -> str:
    """Return what was made, how long it will take, and what its players may not rely on yet."""
    told = (made, agreement.lessons(game), agreement.length(game), rules.stage_words())
    return " ".join(part for part in told if part)


def _listed(rules: Ruleset[Any]) -> str:
    return _("%(game)s (preview)") % {"game": rules.name} if rules.is_preview else rules.name


def _unknown_game() -> LobbyError:
    known = loading.rulesets().by_name
    there = ", ".join(_listed(known[name]) for name in sorted(known))
    words = _(
        "Write the game and a name: TABLE NEW %(first)s Arcturus players=3. There are: %(there)s."
    )
    return LobbyError(words % {"first": min(known, default="eclipse"), "there": there})


class JoinTable(ToServer):
    name = "join table"
    words = Words(("join",), ("dołącz", "dołączam"), ("csatlakozom",))
    usage = (Usage(("TABLE JOIN 12 heron",), "a seat where you are invited, or anybody may sit"),)

    def carry_out(self, asked: Asked) -> str:
        """Take a seat where the author is invited, or where anybody may."""
        player = asked.player
        number, _space, word = asked.rest.partition(" ")
        game = table_numbered(Game.objects.all(), number)
        if game is None:
            raise LobbyError(_("Write the number of the table: TABLE JOIN 12. TABLE lists them."))
        if game.seats.filter(player=player).exists():
            raise LobbyError(_("You have a seat in %(game)s already.") % {"game": game.name})
        invited = game.invitations.filter(
            email__in=addresses.of(player), state=Invitation.State.OPEN
        ).first()
        if invited is not None:
            seat = lobby.join(invited.token, word)
        elif Openness.objects.filter(game=game, joinable=True).exists():
            seat = lobby.sit_down(game, player, word)
        else:
            raise LobbyError(_("That table is not open to you. TABLE lists those you can join."))
        welcome.welcome(seat, word)
        return _("You have a seat in %(game)s.") % {"game": game.name}


class Run(ToServer):
    name = "run"
    words = Words(("run",), ("prowadź",), ("vezet", "vezetem"))
    usage = (
        Usage(
            ("TABLE RUN 12",),
            "a mail with the reply address of a table that you organise without a seat",
        ),
    )

    def carry_out(self, asked: Asked) -> str:
        """Send the mail to which an organiser without a seat replies, for whoever lost it."""
        game = table_numbered(Game.objects.filter(organiser=asked.player), asked.rest)
        if game is None:
            raise LobbyError(_("Write the number of a table that you organise: TABLE RUN 12."))
        if to_organiser.seat_of(game) is not None:
            raise LobbyError(_("You have a seat in %(game)s already.") % {"game": game.name})
        to_organiser.welcome(game)
        words = _("A mail about %(game)s follows; reply to that one to run the table.")
        return words % {"game": game}
