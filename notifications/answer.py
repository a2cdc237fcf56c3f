"""Answers to mails that ask, and to mails that could not be carried out."""

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications import commands, confirm, identify, outbox
from notifications.commands import Said
from notifications.compose import enclosures, letter, needs, notes, sheet, since
from notifications.compose.enclosures import Enclosure
from notifications.compose.layout import block, cited, headed, joined, paragraph
from notifications.compose.letter import Letter
from notifications.compose.notes import Note, Pace
from notifications.models import Inbound, Outbox
from notifications.outcomes import Answered, Doubtful, ExpiredKey, Flood, NoKey, SeveralSeats
from pbem import games, reports, signals
from pbem.models import Game, Invitation, Player, Prompt, Ruling, Seat, Submission
from pbem.web import check
from rules.kernel.match import Match
from rules.lexicon import LexiconError

WEB = "web"
"""What is sent on the page is answered on the page."""
HISTORY_LINES = 20
MOST_HISTORY = 100
ANSWERS_AN_HOUR = 30
"""To one address: a machine that answers our answers is stopped here at the latest."""
_VERSUS = re.compile(r"\s+(?:vs\.?|versus|against|przeciw|kontra|ellen)\s+", re.IGNORECASE)


def to_commands(inbound: Inbound, seat: Seat, player: Player, said: Sequence[Said]) -> None:
    """Write the mail that answers commands where no orders came with them.

    What a command did may be news for its author, too: then both share a mail. `player`: who
    wrote them, and may have resigned the seat with them.
    """
    stays = seat.kind == Seat.Kind.PERSON
    if stays and any(one.words is not None and one.done for one in said):
        _check_flood(player.email)
        outbox.tell(
            seat.game,
            seat.pk,
            lambda seat, match: _note(inbound, seat, said, match, alone=False),
            answering=inbound.message_id,
        )
        return
    with translation.override(player.language):
        match = outbox.awake(seat.game) if seat.game.head_seq else None
        note = _note(inbound, seat, said, match)
        made = letter.plain(seat.game, [note], orders=stays)
    game = None if stays else seat.game
    holder = seat if stays else None
    _send(inbound, player.email, _as_reply(made), seat=holder, player=player, game=game)


@receiver(signals.submission_answered)
def with_acknowledgement(submission: Submission, match: Match | None = None, **_: Any) -> None:
    """What else belongs into the mail that acknowledges orders, as things stand after them."""
    if submission.door == WEB:
        return
    tell = partial(outbox.tell if match is None else outbox.note, submission.game)
    inbound = Inbound.objects.filter(submission=submission).exclude(said=[]).first()
    if inbound is not None:
        said = [Said(*one) for one in inbound.said]
        tell(
            submission.seat_id,
            lambda seat, match: _note(inbound, seat, said, match, alone=False),
            submission.pk,
        )
    waiting = [e["text"] for e in reports.orders(submission) if e["status"] == "waiting"]
    if waiting and match is not None and match.ask is not None and match.ask.mode == "one":
        tell(
            submission.seat_id,
            lambda seat, match: _foreseen(submission, seat, waiting),
            submission.pk,
        )


def _foreseen(submission: Submission, seat: Seat, waiting: Sequence[str]) -> Note | None:
    """Where orders wait though nobody else is asked, what they will lead to."""
    match = outbox.awake(seat.game)
    if match is None or not match.open_for(seat.number):
        return None
    foreseen = check.check(match, seat.number, "\n".join(waiting)).foreseen
    if not foreseen:
        return None
    text = block(_("What can be foreseen"), foreseen)
    return Note(f"foreseen/{submission.receipt}", 61, _("Your orders"), text, pace=Pace.ANSWER)


def to_failure(inbound: Inbound, failure: Answered, holder: Seat | Invitation | None) -> None:
    """Tell the person on record, never whoever a From line names, why nothing was done."""
    if isinstance(failure, Doubtful):
        holder = failure.holder
    elif isinstance(failure, SeveralSeats):
        holder = failure.seat
    seat = holder if isinstance(holder, Seat) else None
    invitation = holder if isinstance(holder, Invitation) else None
    player = seat.player if seat else None
    if isinstance(failure, NoKey | ExpiredKey):
        player = failure.player
    address = player.email if player else identify.address_of(holder) if holder else ""
    if not address:
        return
    game = holder.game if holder else None
    with translation.override(player.language if player else "en"):
        title = _("Not carried out")
        text = headed(title, [failure.answer]) if game else paragraph(failure.answer)
        if isinstance(failure, Doubtful) and holder is not None:
            text = joined([text, confirm.url(inbound, holder)]).rstrip()
        if isinstance(failure, NoKey | ExpiredKey):
            text = joined([text, _games_of(failure.player)]).rstrip()
        orders = seat is not None and not isinstance(failure, Doubtful)
        made = letter.plain(game, [Note("", 0, title, text)], orders=orders)
    _send(inbound, address, _as_reply(made), seat=seat, player=player, invitation=invitation)


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
    _send(inbound, player.email, _as_reply(made), seat=seat, player=player)


def _as_reply(made: Letter) -> Letter:
    return Letter(f"Re: {made.subject}", made.body, made.template, made.enclosures)


def _send(
    inbound: Inbound,
    address: str,
    made: Letter,
    *,
    seat: Seat | None = None,
    player: Player | None = None,
    invitation: Invitation | None = None,
    game: Game | None = None,
) -> None:
    holder = seat or invitation
    _check_flood(address)
    outbox.tell_address(
        address,
        made,
        f"answer/{inbound.pk}/{int(inbound.confirmed)}",
        game=holder.game if holder else game,
        seat=seat,
        player=player,
        invitation=invitation,
        answering=inbound.message_id,
    )


def _check_flood(address: str) -> None:
    lately = Outbox.objects.filter(
        Q(key__startswith="answer/") | Q(key__startswith="said/"),
        address__iexact=address,
        created__gt=timezone.now() - timedelta(hours=1),
    )
    if lately.count() >= ANSWERS_AN_HOUR:
        raise Flood


def _games_of(player: Player) -> str:
    playing = Game.objects.filter(seats__player=player).exclude(status=Game.Status.CANCELLED)
    return block(_("Your games"), [str(game) for game in playing.distinct().order_by("pk")])


def _note(
    inbound: Inbound,
    seat: Seat,
    said: Sequence[Said],
    match: Match | None,
    alone: bool = True,
) -> Note:
    """The answers to everything a mail asked, in the order it was asked.

    Not `alone`: the mail says anyway whom the table waits for.
    """
    done = [one for one in said if one.words is not None]
    asked = [one for one in said if one.words is None]
    lines = [
        f"{one.line} … {one.words}" if one.done else f"{one.line} … {_('NOT DONE')}: {one.words}"
        for one in done
    ]
    text = joined(
        [block(_("Your commands"), lines), *(_answered(one, seat, match, alone) for one in asked)]
    )
    verbs = dict.fromkeys(commands.VERBS.name(one.what).upper() for one in said)
    files = tuple(_files(asked, seat, match))
    title = ", ".join(verbs)
    key = f"said/{inbound.pk}"
    return Note(key, 70, title, text.rstrip(), pace=Pace.ANSWER, enclosures=files)


def _files(asked: Sequence[Said], seat: Seat, match: Match | None) -> list[Enclosure]:
    if match is None or all(one.what != commands.MAP for one in asked):
        return []
    board = match.ruleset.board(match.view(seat.number))
    return [Enclosure(letter.MAP_NAME, enclosures.MAP, board.encode())] if board else []


def _answered(said: Said, seat: Seat, match: Match | None, alone: bool) -> str:
    if said.what == commands.HELP:
        return _help(seat.game)
    if said.what == commands.RULES:
        return _rules(seat.game, said.rest)
    if said.what == commands.ODDS:
        return _odds(seat.game, said.rest)
    if match is None:
        return headed(_("Status"), [seat.game.get_status_display()])
    if said.what == commands.HAND:
        sections = match.ruleset.sheet(match.view(seat.number))
        return sheet.private(sections) or headed(_("Hand"), [_("You hold nothing hidden.")])
    if said.what == commands.HISTORY:
        number = said.rest.strip()
        return _history(seat, match, int(number) if number.isdecimal() else HISTORY_LINES)
    if said.what == commands.MAP:
        return _map(seat, match)
    if said.what == commands.PREVIEW:
        return _preview(seat, said.rest)
    return _status(seat, match, alone)


def _status(seat: Seat, match: Match, alone: bool) -> str:
    view = match.view(seat.number)
    said = [match.ruleset.headline(match.view(None)), seat.game.get_status_display()]
    sections = match.ruleset.sheet(view)
    return joined(
        [
            headed(_("Status"), [line for line in said if line]),
            _wanted(seat, match) if alone else "",
            sheet.public(sections),
        ]
    ).rstrip()


def _wanted(seat: Seat, match: Match) -> str:
    """What the seat is asked, or else whom the table waits for."""
    view = match.view(seat.number)
    prompts = list(Prompt.objects.filter(seat=seat, state=Prompt.State.OPEN))
    open_ = needs.needs(match, view, prompts)
    return needs.needs_you(match, view, open_, seat.player, timezone.now()) or needs.waiting(
        match, view, outbox.last_due(seat.game), seat.player
    )


def _history(seat: Seat, match: Match, wanted: int) -> str:
    rows = Ruling.objects.filter(game=seat.game).order_by("-seq")[: min(wanted, MOST_HISTORY)]
    rulings = [row.kernel() for row in reversed(rows)]
    names = match.view(seat.number).names
    return block(_("History"), since.told(match.ruleset, names, seat.number, rulings))


def _map(seat: Seat, match: Match) -> str:
    view = match.view(seat.number)
    pictured = match.ruleset.board(view) is not None
    words = _("The picture is attached.") if pictured else _("This game has no map to draw.")
    return joined([headed(_("Map"), [words]), sheet.public(match.ruleset.sheet(view))]).rstrip()


def _preview(seat: Seat, text: str) -> str:
    """A dry run; a match of its own, because it is spent by it."""
    title = _("Preview: nothing of this was carried out")
    if not commands.has_orders(text):
        return headed(_("Preview"), [_("Write your orders below PREVIEW, or behind it.")])
    match = outbox.awake(seat.game)
    if match is None or match.ask is None:
        return headed(_("Preview"), [_("The game takes no orders now.")])
    checked = check.check(match, seat.number, text)
    words = {
        "ok": _("ok"),
        "later": _("kept for later"),
        "refused": _("NOT LEGAL"),
        "unused": _("not needed"),
    }
    lines = []
    for line in checked.lines:
        status = words.get(line.status, line.status)
        read_as = f" ({_('read as')}: {line.read_as})" if line.read_as else ""
        told = f": {line.words}" if line.words else ""
        lines.append(cited(f"{line.text} … {status}{read_as}{told}", [line.rule]))
    return joined(
        [block(title, lines), block(_("What can be foreseen"), checked.foreseen)]
    ).rstrip()


def _rules(game: Game, wanted: str) -> str:
    ruleset = games.ruleset_of(game)
    title = _("Rules")
    number = wanted.strip().strip("[]#.")
    if not number:
        return headed(title, [_("Write the number that a ruling cites: RULES 9.4")])
    text = ruleset.rule_text(number)
    if text is None:
        said = _("%(title)s has no text for rule %(number)s here. Look it up in the rulebook.")
        return headed(title, [said % {"title": ruleset.title, "number": number}])
    return headed(title, [f"{number}: {text}"])


def _odds(game: Game, wanted: str) -> str:
    title = _("Odds")
    ruleset = games.ruleset_of(game)
    how = _("Write both forces: ODDS 2 cruisers, 1 fighter VS 3 fighters")
    forces = _VERSUS.split(wanted.strip(), maxsplit=1)
    if len(forces) != 2:
        return headed(title, [how])
    try:
        found = ruleset.odds(forces[0], forces[1], {})
    except LexiconError as error:
        return headed(title, [error.words, how])
    if not found:
        return headed(title, [_("%(title)s has no odds here.") % {"title": ruleset.title}])
    names = {"attacker": _("the first wins"), "draw": _("draw"), "defender": _("the second wins")}
    lines = [f"{words}: {found[key]:.0%}" for key, words in names.items() if key in found]
    return block(f"{title}: {forces[0]} – {forces[1]}", lines)


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
                    _("PREVIEW on a line of its own: what your orders would do; nothing is done."),
                ],
            ),
            block(_("Orders of this game"), [verbs]),
            block(
                _("Ask the server"),
                [
                    _("STATUS – where the game stands and whom it waits for"),
                    _("HAND – what only you can see"),
                    _("MAP – the map as a picture"),
                    _("HISTORY 50 – the last rulings as you may know them"),
                    _("RULES 9.4 – the text of a rule"),
                    _("ODDS 2 cruisers VS 3 fighters – the chances of a battle"),
                ],
            ),
            block(
                _("Tell the server"),
                [
                    _("UNDO – take back what you ordered, until anything was revealed"),
                    _("PRESS TO Sol, Hacan: … – a message; PRESS TO all, PRESS TO referee"),
                    _("OFFER … TO …, ACCEPT 7, DECLINE 7 – deals, by their number"),
                    _("STANDING LIST, STANDING CLEAR 2 – your standing orders"),
                    _("VACATION UNTIL 24 Jan, VACATION OFF – your clocks stand still"),
                    _("EXTEND 24, EXTEND YES, EXTEND NO – more time, by vote"),
                    _("DISPUTE 143 … – ask the referee to look at a ruling"),
                    _("LANGUAGE pl – mails in another language"),
                    _("RESIGN %(n)d – give up your seat for good") % {"n": game.pk},
                ],
            ),
        ]
    ).rstrip()
