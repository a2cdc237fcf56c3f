"""`STATUS`: where the game stands and whom it waits for."""

from abc import abstractmethod

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.commands.base import Answer, Asked, Question, Section, Usage, Words
from notifications.compose import position, questions, times
from notifications.compose.layout import block, headed, joined
from notifications.keys import Speaker
from notifications.models import Organiser
from pbem.clocks import extensions, vacations
from pbem.models import Extension, Offer, Prompt, Seat, StandingOrder
from pbem.orders import wishes
from pbem.play.waiting import waited_for
from rules.kernel.codec import typed
from rules.kernel.match import Match
from rules.kernel.views import SomeView
from rules.lexicon import LexiconError, NameMatch, Names


class AboutPosition(Question):
    """A question about the position; before the game begins it is answered as STATUS is."""

    def answer(self, asked: Asked) -> Answer:
        if asked.match is None:
            return Answer(_before_the_start(asked.speaker))
        return self.of_position(asked, asked.match)

    @abstractmethod
    def of_position(self, asked: Asked, match: Match) -> Answer:
        """Return the answer while there is a position."""


class Status(AboutPosition):
    name = "status"
    words = Words(("status",), ("stan gry",), ("állás",))
    section = Section.ASK
    help = gettext_lazy("STATUS – where the game stands and whom it waits for")
    organiser_help = help
    usage = (
        Usage(
            ("STATUS",),
            "where the game stands and whom it waits for; offers to you, who is away, an open vote",
        ),
        Usage(("STATUS Sol",), "everything public of one player"),
    )

    def of_position(self, asked: Asked, match: Match) -> Answer:
        speaker = asked.speaker
        view = match.view(speaker.number)
        if named := _named(view, asked.rest):
            return Answer(_of_player(match, view, named.id))
        said = [match.ruleset.headline(match.view(None)), speaker.game.get_status_display()]
        sections = match.ruleset.sheet(view)
        text = joined(
            [
                headed(_("Status"), [line for line in said if line]),
                _wanted(speaker, match) if asked.alone else "",
                _seats(speaker),
                block(_("Open offers"), _offers(speaker, match)),
                block(
                    _("At the table"),
                    [*_away(speaker), *_vote(speaker), *_wishes(speaker, match, view)],
                ),
                position.public(sections),
            ]
        )
        return Answer(text.rstrip(), position=match)


def _named(view: SomeView, rest: str) -> NameMatch | None:
    """Return the player whom STATUS names; None where it stands alone or names nobody."""
    said = rest.partition("#")[0].strip()
    if not said:
        return None
    try:
        return Names({str(i): (name,) for i, name in enumerate(view.names)}).find(said)
    except LexiconError:
        return None


def _of_player(match: Match, view: SomeView, seat: str) -> str:
    """Return everything public of one player."""
    name = view.name(int(seat))
    found = match.ruleset.player_sheet(view, int(seat))
    told = [block(section.title, list(section.lines)) for section in found]
    return joined([headed(_("Status"), [name]), *told]).rstrip()


def _before_the_start(speaker: Speaker) -> str:
    status = headed(_("Status"), [speaker.game.get_status_display()])
    return joined([status, _seats(speaker)]).rstrip()


def _seats(speaker: Speaker) -> str:
    """Return who sits where, for an organiser without a seat, who needs the numbers of the
    seats."""
    if not isinstance(speaker, Organiser):
        return ""
    seats = speaker.game.seats.select_related("player")
    return block(_("Seats"), [f"{seat.number + 1}. {seat.holder}" for seat in seats])


def _wanted(speaker: Speaker, match: Match) -> str:
    """Return what the seat is asked; if nothing, whom the table waits for."""
    view = match.view(speaker.number)
    prompts = list(speaker.game.prompts.filter(state=Prompt.State.OPEN))
    waited = waited_for(speaker.game, match, prompts)
    own = speaker.pk if isinstance(speaker, Seat) else None
    open_ = questions.needs(match, view, [prompt for prompt in prompts if prompt.seat_id == own])
    until = questions.last_due(speaker.game, prompts)
    return questions.needs_you(
        view, open_, waited, speaker.player, timezone.now()
    ) or questions.waiting(match, view, waited, until, speaker.player)


def _wishes(speaker: Speaker, match: Match, view: SomeView) -> list[str]:
    """Return who is not asked in reaction windows, as everybody may know."""
    seats = list(speaker.game.seats.all())
    orders = StandingOrder.objects.filter(seat__in=seats, active=True)
    told = wishes.in_words(speaker.game, match, seats, orders)
    return [f"{view.name(number)}: {words}" for number, words in told.items()]


def _offers(speaker: Speaker, match: Match) -> list[str]:
    """Deals in which the seat has a part, with the lines that answer them."""
    view = match.view(speaker.number)
    lines = []
    for offer in speaker.game.offers.filter(state=Offer.State.OPEN).order_by("number"):
        if speaker.number not in offer.parties:
            continue
        words = typed(offer.data, match.ruleset.interjection_kinds[offer.what]).words(view)
        mine = speaker.number in offer.accepted_by
        verbs = ("WITHDRAW",) if mine else ("ACCEPT", "DECLINE")
        how = ", ".join(f"{verb} {offer.number}" for verb in verbs)
        waits = [_("agreed on, waits until it is legal")] if offer.agreed else []
        lines.append(f"{offer.number}. {words} … {', '.join([*waits, how])}")
    return lines


def _away(speaker: Speaker) -> list[str]:
    return [
        _("%(who)s is away from %(from)s until %(until)s; their deadlines wait.")
        % {
            "who": away.player.name,
            "from": times.moment(away.starts, speaker.player),
            "until": times.moment(away.ends, speaker.player),
        }
        for away in vacations.current(speaker.game)
    ]


def _vote(speaker: Speaker) -> list[str]:
    running = speaker.game.extensions.filter(state=Extension.State.OPEN, expires__gt=timezone.now())
    return [extensions.describe(extension) for extension in running]
