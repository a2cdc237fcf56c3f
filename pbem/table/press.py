"""Press: messages between the people at a table, relayed without anybody's address.

Each recipient has a copy, which waits until it was mailed, alone or in a digest, and until it was
read on the page. Bots and empty seats get none.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from pbem import signals
from pbem.clocks.terms import terms_of
from pbem.errors import TableError
from pbem.models import Game, Player, Press, PressCopy, Seat
from pbem.play import loading
from pbem.words.order_errors import in_words
from rules.lexicon import LexiconError, Names, fold
from rules.lexicon.text import storable

LONGEST = 4000
MOST_AN_HOUR = 20
NEW_FOR = timedelta(minutes=30)
"""How long a message counts as new after its reader has first seen it."""
ANONYMOUS = gettext_lazy("Somebody at the table")
REFEREE = gettext_lazy("The referee")
_ALL = ("all", "everybody", "everyone", "wszyscy", "wszystkich", "mindenki", "mindenkinek")
_REFEREE = ("referee", "sedzia", "sedziego", "jatekvezeto", "jatekvezetonek", "biro", "bironak")
_ORGANISER = ("organiser", "organizer", "organizator", "organizatora", "szervezo", "szervezonek")
_ANONYMOUS = ("anonymous", "anonymously", "anon", "anonimowo", "nevtelen", "nevtelenul")
_TO = ("to", "do", "dla")
_AND = (",", "and", "i", "oraz", "es", "&", "+")

Everybody = Literal["all", "referee", "organiser"]


class PressRefused(TableError):
    """Raised for a message that is not relayed; the words say which would be."""

    code = "press-refused"


class Parsed(NamedTuple):
    """A PRESS line: whom it names, as written, and what it says."""

    to: str
    text: str
    anonymous: bool


def parse(text: str) -> Parsed:
    """Split a PRESS line at its first colon into whom it names and what it says."""
    to, colon, words = text.strip().partition(":")
    named = to.split()
    anonymous = False
    while named and fold(named[0]) in (*_ANONYMOUS, *_TO):
        anonymous = fold(named.pop(0)) in _ANONYMOUS or anonymous
    to = " ".join(named)
    if not colon or not to:
        raise PressRefused(
            _(
                "Say to whom, then a colon, then the message: PRESS TO all: Peace? To some: PRESS "
                "TO and their names; to the referee: PRESS TO referee."
            )
        )
    return Parsed(to, words, anonymous)


def recipients(game: Game, to: str, names: Sequence[str] = ()) -> list[Seat] | Everybody:
    """Return the seats somebody names: by the seat's name in the game, its player, or its
    number."""
    if fold(to) in _ALL:
        return "all"
    if fold(to) in _REFEREE:
        return "referee"
    if fold(to) in _ORGANISER:
        sits = game.seats.filter(player=game.organiser_id, kind=Seat.Kind.PERSON).first()
        return [sits] if sits is not None else "organiser"
    try:
        found = {seat.pk: seat for seat in (seat_called(game, part, names) for part in _parts(to))}
    except LexiconError as error:
        if fold(to) == fold(game.organiser.name):
            return "organiser"
        how = _("Or write to all, or to referee.")
        raise PressRefused(f"{in_words(error)} {how}") from None
    return list(found.values())


def seat_called(game: Game, name: str, names: Sequence[str] = ()) -> Seat:
    """Return the seat that somebody means; raises LexiconError if that is none or not one."""
    seats = {_number(seat): seat for seat in game.seats.select_related("player")}
    known = Names({n: _called(seat, names) for n, seat in seats.items()}, kind=_("seat"))
    return seats[known.find(name).id]


def _number(seat: Seat) -> str:
    """Read the number of a seat as people count: from 1."""
    return str(seat.number + 1)


def _parts(to: str) -> list[str]:
    """Split names at commas or at "and"."""
    parts: list[list[str]] = [[]]
    for word in to.replace(",", " , ").split():
        if fold(word) in _AND:
            parts.append([])
        else:
            parts[-1].append(word)
    return [" ".join(words) for words in parts if words]


def _called(seat: Seat, names: Sequence[str]) -> list[str]:
    called = [names[seat.number]] if seat.number < len(names) else []
    if seat.player is not None:
        called.append(seat.player.name)
    return [*called, f"seat {_number(seat)}"]


@transaction.atomic
def send(
    game: Game,
    sender: Seat | None,
    to: Iterable[Seat] | str,
    text: str,
    anonymous: bool = False,
    now: datetime | None = None,
    author: Player | None = None,
) -> Press:
    """Relay a message. `sender` None: the referee writes, and `author` says who that is.

    An organiser without a seat writes as the organiser, and may ask the referee.
    """
    now = now or timezone.now()
    game = loading.locked(game.pk)
    text = storable(text).strip()
    organiser = author if sender is None and author == game.organiser else None
    _check(game, sender, text, anonymous, now)
    if organiser is not None:
        _check_pace(game.press.filter(seat=None, author=organiser), now)
    seats, referee = _readers(game, sender, to, organiser is not None)
    last: int = game.press.aggregate(last=Max("number"))["last"] or 0
    press = Press.objects.create(
        game=game,
        number=last + 1,
        seat=sender,
        author=sender.player if sender is not None else author,
        anonymous=anonymous,
        to=to if isinstance(to, str) else sorted(seat.number for seat in seats),
        text=text,
        created=now,
    )
    copies = [PressCopy(press=press, seat=seat) for seat in seats]
    if referee:
        copies.append(PressCopy(press=press, seat=None))
    PressCopy.objects.bulk_create(copies)
    signals.press_sent.send(Game, game=game, press=press)
    return press


def _check(game: Game, sender: Seat | None, text: str, anonymous: bool, now: datetime) -> None:
    terms = terms_of(game)
    if not text:
        words = _("The message is empty: write it after the colon, PRESS TO all: Peace?")
        raise PressRefused(words)
    if len(text) > LONGEST:
        words = _("The message has %(n)d characters; %(most)d is the most. Send it in parts.")
        raise PressRefused(words % {"n": len(text), "most": LONGEST})
    if sender is None:
        return
    if sender.kind != Seat.Kind.PERSON or sender.player_id is None:
        raise PressRefused(_("Nobody holds this seat, so nobody can write for it."))
    if game.status == Game.Status.CANCELLED:
        words = _("%(game)s was cancelled; its press has ended.")
        raise PressRefused(words % {"game": game.name})
    if anonymous and terms.press != "anonymous":
        words = _("This table has no anonymous press. Send it without ANONYMOUS.")
        raise PressRefused(words)
    _check_pace(game.press.filter(seat=sender), now)


def _check_pace(written: QuerySet[Press], now: datetime) -> None:
    lately = written.filter(created__gt=now - timedelta(hours=1)).count()
    if lately >= MOST_AN_HOUR:
        words = _("You sent %(n)d messages within an hour; that is the most. Send this one later.")
        raise PressRefused(words % {"n": lately})


def _readers(
    game: Game, sender: Seat | None, to: Iterable[Seat] | str, organiser: bool
) -> tuple[list[Seat], bool]:
    """Return the seats that get a copy, and whether the referee does."""
    if to == "referee":
        if sender is None and not organiser:
            raise PressRefused(_("The referee writes to seats: name them, or write to all."))
        return [], True
    if to == "organiser":
        if sender is None:
            raise PressRefused(_("You cannot write to yourself; name seats, or write to all."))
        return [], False
    if sender is not None and terms_of(game).press == "off":
        words = _("This table has no press. PRESS TO referee still reaches the referee.")
        raise PressRefused(words)
    people = list(game.seats.filter(kind=Seat.Kind.PERSON).exclude(pk=sender.pk if sender else 0))
    if isinstance(to, str):
        if to != "all":
            words = _("There is nobody called “%(name)s”. Write to all, or name seats.")
            raise PressRefused(words % {"name": to[:60]})
        if not people:
            raise PressRefused(_("There is nobody else to read it: bots play the other seats."))
        return people, False
    return _named(game, sender, list(to), people), False


def _named(game: Game, sender: Seat | None, to: list[Seat], people: list[Seat]) -> list[Seat]:
    named = {seat.pk for seat in to}
    if not named:
        raise PressRefused(_("Say to whom: PRESS TO all: … or PRESS TO and the names of seats."))
    if any(seat.game_id != game.pk for seat in to):
        raise PressRefused(_("That seat is at another table; write to seats of this game."))
    if sender is not None and sender.pk in named:
        raise PressRefused(_("You cannot write to yourself; leave your own seat out."))
    readers = [seat for seat in people if seat.pk in named]
    missing = sorted(seat.number + 1 for seat in to if seat.pk not in {r.pk for r in readers})
    if missing:
        which = ", ".join(_("Seat %(n)d") % {"n": number} for number in missing)
        words = _("%(seats)s: nobody there reads press. Leave it out, or write to all.")
        raise PressRefused(words % {"seats": which})
    return readers


def byline(press: Press, names: Sequence[str] = ()) -> str:
    """Write who wrote a message, as every reader may know."""
    if press.seat is None and press.author_id == press.game.organiser_id:
        return _("the organiser, %(name)s") % {"name": press.game.organiser.name}
    if press.seat is None:
        return str(REFEREE)
    if press.anonymous:
        return str(ANONYMOUS)
    return _who(press.seat, press.author, names)


def describe_to(press: Press, names: Sequence[str] = ()) -> str:
    """Write to whom a message went, as its readers and its author may know."""
    if press.to == "all":
        return pgettext("to whom a message goes", "all")
    if press.to == "referee":
        return pgettext("to whom a message goes", "the referee")
    if press.to == "organiser":
        return pgettext("to whom a message goes", "the organiser")
    seats = press.game.seats.filter(number__in=press.to).select_related("player")
    return ", ".join(_who(seat, seat.player, names) for seat in seats)


def _who(seat: Seat, player: Player | None, names: Sequence[str]) -> str:
    person = player.name if player is not None else seat.holder
    if seat.number < len(names) and names[seat.number] != person:
        return f"{names[seat.number]} ({person})"
    return person


def readable_by(seat: Seat) -> QuerySet[Press]:
    """Return what this seat's holder may read: what they wrote, and what was sent to the seat.

    A substitute reads what the table was told, not their predecessor's own letters.
    """
    mine = Q(seat=seat, author=seat.player)
    found = Press.objects.filter(mine | Q(copies__seat=seat), game=seat.game_id)
    return found.select_related("seat__player", "author").distinct().order_by("number")


def unsent(seat: Seat | None, game: Game | None = None) -> QuerySet[PressCopy]:
    """Return copies not mailed yet, oldest first, for a digest; `seat` None: the referee's."""
    copies = PressCopy.objects.filter(seat=seat, sent__isnull=True)
    if game is not None:
        copies = copies.filter(press__game=game)
    return copies.select_related("press__seat__player", "press__author").order_by("pk")


def unread_by_game(player: Player) -> dict[int, int]:
    """Return how many messages wait to be read, by the game in which the player has a seat."""
    copies = PressCopy.objects.filter(
        seat__player=player, seat__kind=Seat.Kind.PERSON, read__isnull=True
    )
    counted = copies.values_list("press__game").order_by().annotate(n=Count("pk"))
    return dict(counted)


def new_to(seat: Seat, now: datetime) -> set[int]:
    """Return the keys of messages that are new to the holder of a seat.

    A message is new while it is unread and for a while after: a page that is loaded again still
    marks it.
    """
    new = Q(read__isnull=True) | Q(read__gt=now - NEW_FOR)
    return set(PressCopy.objects.filter(new, seat=seat).values_list("press", flat=True))


def mark_sent(copies: Iterable[PressCopy], now: datetime | None = None) -> int:
    """Mark copies as mailed; those that already were keep their time."""
    rows = PressCopy.objects.filter(pk__in=[copy.pk for copy in copies], sent__isnull=True)
    return rows.update(sent=now or timezone.now())


def mark_read(seat: Seat, up_to: Press, now: datetime | None = None) -> int:
    """Note that the holder of the seat has seen everything up to this message."""
    rows = PressCopy.objects.filter(
        seat=seat, press__number__lte=up_to.number, press__game=seat.game_id, read__isnull=True
    )
    return rows.update(read=now or timezone.now())
