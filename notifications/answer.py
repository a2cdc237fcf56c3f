"""Answers to mails that ask, and to mails that could not be carried out."""

from datetime import timedelta

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications import commands, identify, outbox
from notifications.commands import Question
from notifications.compose import letter, needs, notes, sheet, since
from notifications.compose.layout import block, headed, joined, paragraph
from notifications.compose.letter import Letter
from notifications.compose.notes import Note
from notifications.models import Inbound, Outbox
from notifications.outcomes import Answered, Flood, NoKey, SeveralSeats, WrongSender
from pbem import games
from pbem.models import Game, Invitation, Player, Prompt, Ruling, Seat
from rules.kernel.match import Match

HISTORY_LINES = 20
MOST_HISTORY = 100
ANSWERS_AN_HOUR = 30
"""To one address: a machine that answers our answers is stopped here at the latest."""


def to_questions(inbound: Inbound, seat: Seat, asked: list[Question]) -> None:
    """Write the mail that answers STATUS, HAND, HISTORY and HELP."""
    player = seat.player
    assert player is not None
    with translation.override(player.language):
        match = outbox.awake(seat.game) if seat.game.head_seq else None
        text = joined(_answered(question, seat, match) for question in asked)
        title = ", ".join(question.what.upper() for question in asked)
        made = letter.plain(seat.game, [Note("", 0, title, text.rstrip())], orders=True)
    _send(inbound, player.email, made, seat=seat, player=player)


def to_failure(inbound: Inbound, failure: Answered, holder: Seat | Invitation | None) -> None:
    """Tell the person on record, never whoever a From line names, why nothing was done."""
    if isinstance(failure, WrongSender):
        holder = failure.holder
    elif isinstance(failure, SeveralSeats):
        holder = failure.seat
    seat = holder if isinstance(holder, Seat) else None
    invitation = holder if isinstance(holder, Invitation) else None
    player = failure.player if isinstance(failure, NoKey) else seat.player if seat else None
    address = player.email if player else identify.address_of(holder) if holder else ""
    if not address:
        return
    game = holder.game if holder else None
    with translation.override(player.language if player else "en"):
        title = _("Not carried out")
        text = headed(title, [failure.answer]) if game else paragraph(failure.answer)
        if isinstance(failure, NoKey):
            text = joined([text, _games_of(failure.player)]).rstrip()
        made = letter.plain(game, [Note("", 0, title, text)], orders=seat is not None)
    _send(inbound, address, made, seat=seat, player=player, invitation=invitation)


def to_join(inbound: Inbound, seat: Seat, word: str) -> None:
    """Say that the seat is taken, and what happens next."""
    player = seat.player
    assert player is not None
    with translation.override(player.language):
        said = [_("You have a seat in %(game)s.") % {"game": seat.game.name}]
        if word:
            said.append(_("Your word for the dice: %(word)s") % {"word": word})
        said.append(_("When the game begins you get a mail; play by replying to it."))
        text = joined([headed(_("Joined"), said), notes.dice(seat.game)])
        made = letter.plain(
            seat.game, [Note("", 0, _("You have joined"), text.rstrip())], orders=False
        )
    _send(inbound, player.email, made, seat=seat, player=player)


def _send(
    inbound: Inbound,
    address: str,
    made: Letter,
    *,
    seat: Seat | None = None,
    player: Player | None = None,
    invitation: Invitation | None = None,
) -> None:
    holder = seat or invitation
    lately = Outbox.objects.filter(
        address__iexact=address,
        key__startswith="answer/",
        created__gt=timezone.now() - timedelta(hours=1),
    )
    if lately.count() >= ANSWERS_AN_HOUR:
        raise Flood
    outbox.tell_address(
        address,
        made,
        f"answer/{inbound.pk}",
        game=holder.game if holder else None,
        seat=seat,
        player=player,
        invitation=invitation,
        answering=inbound.message_id,
    )


def _games_of(player: Player) -> str:
    playing = Game.objects.filter(seats__player=player).exclude(status=Game.Status.CANCELLED)
    return block(_("Your games"), [str(game) for game in playing.distinct().order_by("pk")])


def _answered(question: Question, seat: Seat, match: Match | None) -> str:
    if question.what == commands.HELP:
        return _help(seat.game)
    if match is None:
        return headed(_("Status"), [seat.game.get_status_display()])
    if question.what == commands.HAND:
        sections = match.ruleset.sheet(match.view(seat.number))
        return sheet.private(sections) or headed(_("Hand"), [_("You hold nothing hidden.")])
    if question.what == commands.HISTORY:
        return _history(seat, match, question.number or HISTORY_LINES)
    return _status(seat, match)


def _status(seat: Seat, match: Match) -> str:
    view = match.view(seat.number)
    now = timezone.now()
    prompts = list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN))
    open_ = needs.needs(match, view, prompts)
    said = [match.ruleset.headline(match.view(None)), seat.game.get_status_display()]
    sections = match.ruleset.sheet(view)
    return joined(
        [
            headed(_("Status"), [line for line in said if line]),
            needs.needs_you(match, view, open_, seat.player, now)
            or needs.waiting(match, view, outbox.last_due(seat.game), seat.player),
            sheet.public(sections),
        ]
    ).rstrip()


def _history(seat: Seat, match: Match, wanted: int) -> str:
    rows = Ruling.objects.filter(game=seat.game).order_by("-seq")[: min(wanted, MOST_HISTORY)]
    rulings = [row.kernel() for row in reversed(rows)]
    names = match.view(seat.number).names
    return block(_("History"), since.told(match.ruleset, names, seat.number, rulings))


def _help(game: Game) -> str:
    ruleset = games.ruleset_of(game)
    verbs = ", ".join(sorted(ruleset.order_verbs.name(v).upper() for v in ruleset.order_verbs))
    return joined(
        [
            block(
                _("How to write orders"),
                [
                    _("One order a line; # starts a remark; a listed option's number answers it."),
                    _("IF … : / ELSE: before an order makes it conditional."),
                    _("NEXT TURN: before an order keeps it for your next turn."),
                    _("STANDING: before an order keeps it until you withdraw it."),
                ],
            ),
            block(_("Orders of this game"), [verbs]),
            block(
                _("Ask the server"),
                [
                    _("STATUS – where the game stands and whom it waits for"),
                    _("HAND – what only you can see"),
                    _("HISTORY 50 – the last rulings as you may know them"),
                    _("UNDO – take back what you ordered, until anything was revealed"),
                    _("ACCEPT 7, DECLINE 7 – answer an offer by its number"),
                ],
            ),
        ]
    ).rstrip()
