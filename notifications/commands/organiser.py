"""`TABLE …`: what an organiser does on the page, and finding or watching another table, by mail."""

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rapidfuzz import process

from notifications.commands import show_table
from notifications.outbound import to_organiser, welcome
from pbem.clocks import attendance, deadlines
from pbem.clocks.terms import Terms, terms_of
from pbem.models import Game, Invitation, Player, Prompt, Seat
from pbem.play import loading
from pbem.referee import disputes
from pbem.table import addresses, limits, lobby, option_fields, press
from pbem.table.lobby import LobbyError
from pbem.table.openness import Openness
from pbem.words.order_errors import told
from rules.kernel.errors import UnknownRuleset
from rules.lexicon import LexiconError, fold

MOST_LISTED = 30
NUMBER = re.compile(r"[0-9]{1,9}")
VERBS = {
    **dict.fromkeys(("invite", "zapros", "meghiv"), "invite"),
    **dict.fromkeys(("bot",), "bot"),
    **dict.fromkeys(("substitute", "zastepca", "helyettes"), "substitute"),
    **dict.fromkeys(("wait", "czekaj", "var", "varj"), "wait"),
    **dict.fromkeys(("start", "zacznij", "rozpocznij", "indit", "indits"), "start"),
    **dict.fromkeys(("pause", "pauza", "przerwa", "szunet"), "pause"),
    **dict.fromkeys(("resume", "wznow", "folytat", "folytasd"), "resume"),
    **dict.fromkeys(("hours", "godziny", "orak"), "hours"),
    **dict.fromkeys(("terms", "warunki", "feltetelek"), "terms"),
    **dict.fromkeys(("disputes", "spory", "vitak"), "disputes"),
    **dict.fromkeys(("open", "otworz", "nyitott"), "open"),
    **dict.fromkeys(("closed", "close", "zamknij", "zart"), "closed"),
    **dict.fromkeys(("watch", "widzowie", "obserwuj", "nezok", "nez"), "watch"),
    **dict.fromkeys(("run", "prowadz", "vezet", "vezetem"), "run"),
    **dict.fromkeys(("show", "pokaz", "mutasd", "mutat"), "show"),
    **dict.fromkeys(("new", "nowy", "uj"), "new"),
    **dict.fromkeys(("join", "dolacz", "dolaczam", "csatlakozom"), "join"),
}
TERMS: tuple[str, ...] = Terms.__struct_fields__
_MAY_END = ("quiet", "time_zone")
"""Terms that a table may do without."""
_ON = ("on", "yes", "pause", "tak", "igen")
_OFF = ("off", "no", "nie", "nem", "ki")


def command(game: Game, player: Player, text: str) -> str | None:
    """What became of `TABLE …`, in words; None where tables are only to be listed or shown.

    Raises TableError with words that say what can be done.
    """
    if not text.strip():
        return None
    first, _space, rest = text.strip().partition(" ")
    do = _verb(first)
    organises = game.organiser_id == player.pk
    if wants_terms(text):
        return None
    if do in _FOR_ANYBODY:
        return _FOR_ANYBODY[do](player, rest.strip())
    if do == "watch" and not organises:
        return show_table.told(player, rest)
    if do == "watch" and show_table.names_another(game, player, rest):
        raise LobbyError(
            _(
                "For spectators of your table to be %(n)s hours behind, write TABLE WATCH %(n)s h. "
                "To see table %(n)s, write TABLE SHOW %(n)s."
            )
            % {"n": rest.strip()}
        )
    if not organises:
        raise LobbyError(
            _("Only the organiser, %(name)s, can do that. PRESS TO %(name)s: asks them.")
            % {"name": game.organiser.name}
        )
    words = _FOR_ORGANISER[do](game, rest.strip())
    game.refresh_from_db()
    return words


def _verb(word: str) -> str:
    folded = fold(word).strip(".,:")
    found = VERBS.get(folded)
    if found is not None:
        return found
    near = process.extractOne(folded, list(VERBS), score_cutoff=70)
    there = ", ".join(name.upper() for name in (*_FOR_ORGANISER, *_FOR_ANYBODY))
    hint = (
        _("Did you mean %(name)s?") % {"name": f"TABLE {near[0].upper()}"}
        if near
        else _("There are: %(there)s.") % {"there": there}
    )
    raise LobbyError(_("TABLE does not know “%(word)s”.") % {"word": word[:40]} + f" {hint}")


# -- for the organiser ------------------------------------------------------------------------


def _invite(game: Game, rest: str) -> str:
    email, _space, name = rest.partition(" ")
    if not email:
        raise LobbyError(_("Write the address: TABLE INVITE ann@example.org Ann"))
    _check_invitations(game)
    invitation = lobby.invite(game, email, name.strip(" ()\"'"))
    return _("%(address)s is invited.") % {"address": invitation.email}


def _bot(game: Game, rest: str) -> str:
    seat = _seat(game, rest)
    lobby.give_to_bot(seat)
    return _("A bot plays seat %(n)d.") % {"n": seat.number + 1}


def _substitute(game: Game, rest: str) -> str:
    *named, email = rest.split() or [""]
    if "@" not in email or not named:
        raise LobbyError(_("Write the seat and an address: TABLE SUBSTITUTE 2 ann@example.org"))
    _check_invitations(game)
    invitation = lobby.substitute(_seat(game, " ".join(named)), email)
    words = _("%(address)s is invited. Until they join, the seat stays as it is.")
    return words % {"address": invitation.email}


def _check_invitations(game: Game) -> None:
    if limits.wait(limits.INVITATIONS_OF_PLAYER, game.organiser_id):
        raise LobbyError(_("You have sent many invitations today. Send the next one tomorrow."))


def _wait(game: Game, rest: str) -> str:
    attendance.wait_for(_seat(game, rest))
    return _("The seat has its full clock again. You are asked again after three more misses.")


def _seat(game: Game, named: str) -> Seat:
    """By its name in the game, its player, or its number."""
    names = loading.load(game).match.view(None).names if game.head_seq else ()
    try:
        return press.seat_called(game, named, names)
    except LexiconError as error:
        raise LobbyError(told(error)) from None


def _start(game: Game, rest: str) -> str:
    lobby.start(game)
    return _("The game has begun.")


def _pause(game: Game, rest: str) -> str:
    lobby.pause(game)
    return _("All clocks stand still.")


def _resume(game: Game, rest: str) -> str:
    lobby.resume(game)
    return _("The game goes on.")


def _hours(game: Game, rest: str) -> str:
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


def _terms(game: Game, rest: str) -> str:
    """`quiet=22:00-07:00 grace_hours=4`: these change, the others stay."""
    said = dict(word.split("=", 1) for word in rest.split() if "=" in word)
    if not said or len(said) < len(rest.split()):
        raise LobbyError(_("Write settings like this: TABLE TERMS quiet=22:00-07:00 grace_hours=4"))
    ended = {name: "" for name, value in said.items() if name in _MAY_END and fold(value) in _OFF}
    chosen = _chosen(
        Terms, {n: v for n, v in said.items() if n not in ended}, TERMS, option_fields.TERM
    )
    lobby.set_terms(game, {**chosen, **ended})
    return _("From now on: %(terms)s. Open deadlines stay where they are.") % {
        "terms": ", ".join(f"{name}={value or 'off'}" for name, value in said.items())
    }


def wants_terms(text: str) -> bool:
    """Whether `TABLE TERMS` stands alone: anybody at the table may see them."""
    words = text.split()
    return len(words) == 1 and VERBS.get(fold(words[0]).strip(".,:")) == "terms"


def terms(game: Game) -> list[str]:
    """What the table has agreed on, a line each, with what it means."""
    agreed, words = terms_of(game), option_fields.explained(Terms)
    return [f"{name}={_plain(getattr(agreed, name))} … {words[name]}" for name in TERMS]


def _plain(value: Any) -> str:
    """As it is written in a mail."""
    if isinstance(value, tuple):
        return ",".join(value)
    return value or "off" if isinstance(value, str) else f"{value:g}"


def _disputes(game: Game, rest: str) -> str:
    word = fold(rest).strip(".")
    if word not in (*_ON, *_OFF):
        raise LobbyError(_("Write TABLE DISPUTES pause or TABLE DISPUTES off."))
    disputes.set_pausing(game, word in _ON)
    if word in _ON:
        return _("From now on a dispute stops the table.")
    return _("From now on the game goes on during a dispute.")


def _open(game: Game, rest: str) -> str:
    _openness(game, joinable=True)
    return _("Anybody may take an empty seat now.")


def _closed(game: Game, rest: str) -> str:
    _openness(game, joinable=False)
    return _("Only who is invited can take a seat now.")


def _watch(game: Game, rest: str) -> str:
    if fold(rest).strip(".") in _OFF:
        _openness(game, watchable=False)
        return _("Nobody but the table can watch now.")
    hours = rest.strip(" h.") or "0"
    if not hours.isdecimal():
        raise LobbyError(_("Write TABLE WATCH 24 (hours that spectators are behind) or WATCH off."))
    _openness(game, watchable=True, delay_hours=min(int(hours), 24 * 30))
    return _("Anybody may watch now, %(hours)s hours behind.") % {"hours": hours}


def _openness(game: Game, **changed: Any) -> None:
    Openness.objects.update_or_create(game=game, defaults=changed)


_FOR_ORGANISER: dict[str, Callable[[Game, str], str]] = {
    "invite": _invite,
    "bot": _bot,
    "substitute": _substitute,
    "wait": _wait,
    "start": _start,
    "pause": _pause,
    "resume": _resume,
    "hours": _hours,
    "terms": _terms,
    "disputes": _disputes,
    "open": _open,
    "closed": _closed,
    "watch": _watch,
}


# -- for anybody ------------------------------------------------------------------------------


def _new(player: Player, rest: str) -> str:
    """`eclipse Arcturus players=4 mode=trust`: a table, and its first seat for who asks, unless
    they say `seat=no`."""
    words = rest.split()
    said = dict(word.split("=", 1) for word in words if "=" in word)
    kind, *name = [word for word in words if "=" not in word] or [""]
    try:
        rules = loading.rulesets().get(fold(kind))
    except UnknownRuleset:
        there = ", ".join(sorted(loading.rulesets().by_name))
        words = _(
            "Write the game and a name: TABLE NEW %(first)s Arcturus players=3. There are: "
            "%(there)s."
        )
        raise LobbyError(words % {"first": there.split(",")[0], "there": there}) from None
    if limits.wait(limits.TABLES_OF_PLAYER, player.pk):
        raise LobbyError(_("You have made many tables today. Make the next one tomorrow."))
    mode = said.pop("mode", Game.Mode.VEILED)
    seated = fold(said.pop("seat", "yes")) not in _OFF
    known = (*rules.Options.__struct_fields__, *TERMS)
    game = lobby.create_game(
        player,
        " ".join(name),
        rules.name,
        _chosen(rules.Options, said, known, option_fields.OPTION),
        mode,
        None,
        _chosen(Terms, said, known, option_fields.TERM),
    )
    if not seated:
        to_organiser.welcome(game)
        return _(
            "%(game)s is there, and you run it without a seat. A mail about it follows; reply to "
            "that one with TABLE INVITE ann@example.org and, when the seats are taken, TABLE START."
        ) % {"game": game}
    seat = lobby.sit_down(game, player)
    welcome.welcome(seat, "")
    return _(
        "%(game)s is there, and you have its first seat. A mail about it follows; reply to that "
        "one with TABLE INVITE ann@example.org and, when the seats are taken, TABLE START."
    ) % {"game": game}


def _chosen(
    struct: type[Any], said: dict[str, str], known: Sequence[str], prefix: str
) -> dict[str, Any]:
    """Those of the named settings that belong to `struct`; one that is not `known` is refused."""
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


def _join(player: Player, rest: str) -> str:
    """Where the player is invited, or where anybody may."""
    number, _space, word = rest.partition(" ")
    number = number.strip("#.,")
    game = _numbered(Game.objects.all(), number)
    if game is None:
        raise LobbyError(_("Write the number of the table: TABLE JOIN 12. TABLE lists them."))
    if game.seats.filter(player=player).exists():
        raise LobbyError(_("You have a seat in %(game)s already.") % {"game": game.name})
    asked = game.invitations.filter(
        email__in=addresses.of(player), state=Invitation.State.OPEN
    ).first()
    if asked is not None:
        seat = lobby.join(asked.token, word)
    elif Openness.objects.filter(game=game, joinable=True).exists():
        seat = lobby.sit_down(game, player, word)
    else:
        raise LobbyError(_("That table is not open to you. TABLE lists those you can join."))
    welcome.welcome(seat, word)
    return _("You have a seat in %(game)s.") % {"game": game.name}


def _numbered(among: "QuerySet[Game]", number: str) -> Game | None:
    """A number that no database can hold is no table's."""
    return among.filter(pk=int(number)).first() if NUMBER.fullmatch(number) else None


def _run(player: Player, rest: str) -> str:
    """A mail to run a table with, for who organises it and has no seat there."""
    number = rest.strip("#.,")
    game = _numbered(Game.objects.filter(organiser=player), number)
    if game is None:
        raise LobbyError(_("Write the number of a table that you organise: TABLE RUN 12."))
    if to_organiser.seat_of(game) is not None:
        raise LobbyError(_("You have a seat in %(game)s already.") % {"game": game.name})
    to_organiser.welcome(game)
    return _("A mail about %(game)s follows; reply to that one to run the table.") % {"game": game}


def _show(player: Player, rest: str) -> None:
    """The answer shows it, as it is when the answer is written."""
    show_table.check(player, rest)


_FOR_ANYBODY: dict[str, Callable[[Player, str], str | None]] = {
    "new": _new,
    "join": _join,
    "run": _run,
    "show": _show,
}


def shown(text: str) -> str | None:
    """Which table `TABLE SHOW 12` wants to see; None if it is about something else."""
    first, _space, rest = text.strip().partition(" ")
    return rest if VERBS.get(fold(first).strip(".,:")) == "show" else None


class Tables(NamedTuple):
    """A line each: the player's own tables, those where a seat can be had, those to watch."""

    own: list[str]
    open: list[str]
    watch: list[str]


def tables(player: Player) -> Tables:
    """What `TABLE` alone lists."""
    every = Game.objects.prefetch_related("seats").order_by("-pk")
    mine = every.filter(
        Q(seats__player=player, seats__kind=Seat.Kind.PERSON) | Q(organiser=player)
    ).exclude(status=Game.Status.CANCELLED)
    asked = Prompt.objects.filter(state=Prompt.State.OPEN, waiting=True, seat__player=player)
    needed = set(asked.values_list("game_id", flat=True))
    invited = Q(
        invitations__email__in=addresses.of(player), invitations__state=Invitation.State.OPEN
    )
    free = Q(openness__joinable=True, seats__kind=Seat.Kind.EMPTY, status=Game.Status.LOBBY)
    others = every.filter(invited | free).exclude(seats__player=player)
    own = [_own_line(game, player, game.pk in needed) for game in mine.distinct()[:MOST_LISTED]]
    open_ = others.distinct()[:MOST_LISTED]
    begun = every.filter(status__in=(*lobby.AT_THE_TABLE, Game.Status.OVER))
    watch = begun.filter(openness__watchable=True).exclude(pk__in=mine.values("pk"))
    return Tables(
        own,
        [f"{_open_line(game)} … TABLE JOIN {game.pk}" for game in open_],
        [f"{_described(game)} … TABLE SHOW {game.pk}" for game in watch[:MOST_LISTED]],
    )


def _described(game: Game) -> str:
    return f"{game} · {loading.ruleset_of(game).title} · {game.get_status_display()}"


def _own_line(game: Game, player: Player, waits: bool) -> str:
    parts = [_described(game), *([_("waits for you")] if waits else [])]
    plays = any(seat.player_id == player.pk for seat in game.seats.all())
    run = "" if plays else f" … TABLE RUN {game.pk}"
    return " · ".join(parts) + run


def _open_line(game: Game) -> str:
    empty = sum(seat.kind == Seat.Kind.EMPTY for seat in game.seats.all())
    seats = ngettext("%(n)d free seat", "%(n)d free seats", empty) % {"n": empty}
    return f"{_described(game)} · {seats}"
