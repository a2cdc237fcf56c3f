"""The tables of the demo: each game in mid-game with the visitor's turn open, one that is over,
and an objection for the referee.

They follow from seeds, so that everybody finds the same ones. The moves that bots made are kept in
`demo_moves`, which saves a visitor some seconds; `manage.py demo_moves` makes them anew.
"""

from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction

from notifications.compose import notes
from notifications.compose.notes import Note
from notifications.models import Correspondence, Inbound
from notifications.outbound import outbox
from pbem.models import Dispute, Game, Player, Seat
from pbem.play import loading, past
from pbem.referee import disputes
from pbem.table import lobby, played_ahead
from pbem.table.played_ahead import Played
from rules.kernel.codec import decode, encode, pack, unpack
from rules.kernel.match import Match
from rules.kernel.orders.bundles import Bundle, anchor, placed
from rules.kernel.orders.clerk import foresee
from rules.kernel.pictures import Style
from rules.kernel.records.record import Input
from rules.kernel.ruleset import Ruleset
from rules.kernel.thinking import suggestions
from rules.kernel.thinking.rehearsal import Rehearsal, Thought
from rules.lexicon import read_page

VISITOR: Final = ("Ada Quill", "ada.quill@example.org", "Europe/Budapest")
FRIENDS: Final = (
    ("Bruno Stern", "bruno.stern@example.org", "Europe/Warsaw"),
    ("Chidi Oyelaran", "chidi.oyelaran@example.org", "Africa/Lagos"),
    ("Dora Lantos", "dora.lantos@example.org", "Europe/Budapest"),
)
"""Whose names the players of the finished game have; its moves were made by bots."""
NAMES: Final = ("Arcturus", "Vega", "Mira", "Rigel", "Altair", "Deneb", "Spica", "Castor")
FINISHED: Final = "Antares"
MOVES: Final = Path(__file__).with_name("demo_moves")
REFEREE: Final = "demo-referee"
PLAYERS: Final = 4
WEEKS_AHEAD: Final = 3
WEEKS_PLAYED: Final = 6
RULINGS_TOLD: Final = 25
ROUNDS_TOLD: Final = 2
"""So many rulings, of so many rounds, the first mail to the visitor tells of."""
OBJECTION: Final = (
    "I do not think that this is right: should I not have had a say here before it was settled? "
    "Please look at it."
)


def there() -> list[Game]:
    """Return the tables of the demo, if they were made before."""
    return list(Game.objects.filter(organiser__email=VISITOR[1]).order_by("pk"))


@transaction.atomic
def made() -> list[Game]:
    """Make all tables of the demo, and the objection."""
    visitor = _player(*VISITOR)
    rulesets = list(loading.rulesets().by_name.values())
    if not rulesets:
        return []
    games = [_running(visitor, rules, name) for name, rules in zip(NAMES, rulesets, strict=False)]
    games.append(_finished(visitor, rulesets[0]))
    _objection(games[0], visitor)
    return games


def speak(visitor: Player, language: str) -> None:
    """Write to the visitor in the language of their browser, their open turns once more; not to
    somebody who has answered already, who may have chosen another."""
    mine = Seat.objects.filter(player=visitor)
    answered = Inbound.objects.filter(named_seat__in=mine.values("pk")).exists()
    if answered or visitor.language == language:
        return
    visitor.language = language
    visitor.save(update_fields=["language"])
    for seat in mine.filter(game__status=Game.Status.RUNNING).select_related("game"):
        turn = notes.turn(f"turn/{seat.game.head_seq}/{language}")
        outbox.tell(seat.game, seat.pk, partial(_said, turn))


def _said(turn: Note, seat: Seat, match: Match | None) -> Note:
    return turn


def referee() -> User:
    """Return who decides in the demo: somebody without a password, whom only the demo's own button
    signs in."""
    user, new = User.objects.get_or_create(username=REFEREE, defaults={"is_staff": True})
    if new:
        user.set_unusable_password()
        user.save()
    return user


def _player(name: str, email: str, zone: str) -> Player:
    return Player.objects.get_or_create(email=email, defaults={"name": name, "time_zone": zone})[0]


def _running(visitor: Player, rules: Ruleset[Any], name: str) -> Game:
    game = _table(visitor, rules, name)
    played_ahead.begin(game, _played(rules), [visitor], timedelta(weeks=WEEKS_AHEAD))
    before = [moment.seq for moment in past.by_round(past.moments(game))[:-ROUNDS_TOLD]]
    told = max([0, game.head_seq - RULINGS_TOLD, *before])
    seat = game.seats.get(number=0)
    Correspondence.objects.create(seat=seat, player=visitor, told_seq=told)
    played_ahead.go_on(game)
    return game


def _finished(visitor: Player, rules: Ruleset[Any]) -> Game:
    game = _table(visitor, rules, FINISHED)
    people = [visitor, *(_player(*friend) for friend in FRIENDS)]
    played = _played(rules, to_the_end=True)
    return played_ahead.begin(game, played, people, timedelta(weeks=WEEKS_PLAYED))


def _played(rules: Ruleset[Any], to_the_end: bool = False, anew: bool = False) -> Played:
    """Play a game of the demo. `anew`: with new thoughts, not by the moves that are kept."""
    path = _moves_of(rules, to_the_end)
    known = [] if anew or not path.exists() else decode(unpack(path.read_bytes()), list[Input])
    options = rules.read_options(_options(rules))
    if to_the_end:
        return played_ahead.play(rules, options, f"demo {rules.name} to the end", moves=known)
    play = partial(
        played_ahead.play, rules, options, f"demo {rules.name}", 0, rules.mid_game, known
    )
    found = play(_changes_what_is_drawn)
    return play() if found.match.over else found


def _changes_what_is_drawn(match: Match) -> bool:
    """Return whether the turn that the first seat's mail will suggest changes a place of the map:
    that is what a visitor wants to see. Where all are asked at once nothing can be seen yet."""
    if match.ask is not None and len(match.ask.addresses) > 1:
        return True
    for address, decision in match.open_for(0):
        thought = Thought(match, 0, address)
        idea = suggestions.first_idea(thought, address, decision) if decision.root else None
        if idea is not None:
            before, game = _seen(match), thought.rehearsal(0)
            page = read_page("\n".join(idea.orders), match.ruleset.order_verbs)
            lines = placed(game, 0, list(page.lines))
            step, open_ = anchor(game, 0, lines)
            foresee(game, Bundle("", 0, tuple(lines), step, open_, match.round))
            return _seen(game) != before
    return False


def _seen(match: Match | Rehearsal) -> str:
    """Return the map as a narrow screen shows it: what lies on it, without what anybody holds."""
    picture = match.ruleset.main_picture(match.view(0))
    return picture.draw(Style("page", "overview")) if picture is not None else ""


def _moves_of(rules: Ruleset[Any], to_the_end: bool) -> Path:
    return MOVES / f"{rules.name}{'-to-the-end' if to_the_end else ''}.moves"


def keep_moves() -> list[Path]:
    """Play all games of the demo anew and keep their moves."""
    rulesets = list(loading.rulesets().by_name.values())
    kept = []
    for rules, to_the_end in [*((rules, False) for rules in rulesets), (rulesets[0], True)]:
        kept.append(path := _moves_of(rules, to_the_end))
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(pack(encode(_played(rules, to_the_end, anew=True).moves)))
    return kept


def _options(rules: Ruleset[Any]) -> dict[str, Any]:
    return {"players": min(max(PLAYERS, rules.min_players), rules.max_players)}


def _table(visitor: Player, rules: Ruleset[Any], name: str) -> Game:
    terms = {"repent_minutes": 0}
    return lobby.create_game(
        visitor, name, rules.name, _options(rules), Game.Mode.TRUST, terms=terms
    )


def _objection(game: Game, visitor: Player) -> Dispute:
    """Let the visitor object to the newest ruling that rolled dice against them, or to the last."""
    referee()
    return disputes.open_dispute(game, visitor, _doubtful(game), OBJECTION)


def _doubtful(game: Game) -> int:
    for row in game.rulings.order_by("-seq")[:RULINGS_TOLD]:
        if any(draw.values for draw in row.kernel().dice):
            return row.seq
    return game.head_seq


def visitors_seat(game: Game) -> Seat | None:
    """Return the seat that a visitor may play for: the first with a person in it."""
    return game.seats.filter(kind=Seat.Kind.PERSON).select_related("player").first()
