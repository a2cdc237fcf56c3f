"""Answers to mails that ask, and to mails that could not be carried out."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from notifications import commands, keys, preferences
from notifications.commands import Said, mail_settings, organiser, show_table, statistics
from notifications.compose import attachments, letter, news, position, questions, times
from notifications.compose.attachments import Enclosure
from notifications.compose.layout import block, cited, headed, joined, paragraph
from notifications.compose.letter import Letter
from notifications.compose.notes import Note, Pace, acknowledgement
from notifications.inbound import held, identify
from notifications.inbound.outcomes import (
    Answered,
    Doubtful,
    ExpiredKey,
    Flood,
    NoKey,
    Repeated,
    SeveralSeats,
)
from notifications.keys import Holder, Speaker
from notifications.models import Effect, Host, Inbound, Outbox
from notifications.outbound import outbox, to_organiser, welcome
from pbem import signals
from pbem.clocks import extensions, vacations
from pbem.models import (
    Address,
    Extension,
    Game,
    Invitation,
    Offer,
    Player,
    Prompt,
    Ruling,
    Seat,
    Submission,
)
from pbem.orders import reports
from pbem.play import loading, past, preview
from pbem.play.waiting import waited_for
from pbem.storage.prepared import Prepared
from pbem.words.order_errors import told
from rules.kernel.codec import typed
from rules.kernel.match import Match
from rules.kernel.ruleset import Ruleset
from rules.lexicon import LexiconError

WEB = "web"
"""What is sent on the page is answered on the page."""
HISTORY_LINES = 20
MOST_HISTORY = 100
ANSWERS_AN_HOUR = 30
"""To one address: a machine that answers our answers is stopped here at the latest."""
_VERSUS = re.compile(r"\s+(?:vs\.?|versus|against|przeciw|kontra|ellen)\s+", re.IGNORECASE)


def to_commands(inbound: Inbound, speaker: Speaker, player: Player, said: Sequence[Said]) -> None:
    """Write the mail that answers commands where no orders came with them.

    What a command did may be news for its author, too: then both share a mail. `player`: who
    wrote them, and may have resigned the seat with them.
    """
    game = speaker.game
    seat = speaker if isinstance(speaker, Seat) and speaker.kind == Seat.Kind.PERSON else None
    if seat is not None and any(one.words is not None and one.done for one in said):
        _check_flood(player.email)
        outbox.tell(
            game,
            seat.pk,
            lambda seat, match: _note(inbound, seat, said, match, alone=False),
            answering=inbound.message_id,
        )
        return
    host = keys.host_of(game) if seat is None and game.organiser_id == player.pk else None
    with translation.override(player.language):
        match = outbox.awake(game) if game.head_seq else None
        note = _note(inbound, speaker, said, match)
        made = letter.plain(game, [note], orders=seat is not None)
        if host is not None:
            made = to_organiser.letter_to_host(game, note)
    _send(inbound, player.email, _as_reply(made), seat=seat, host=host, player=player, game=game)


_ASKED_TOO = Prepared(lambda pk: Inbound.objects.filter(submission=pk).exclude(said=[]))


@receiver(signals.submission_answered)
def with_acknowledgement(submission: Submission, match: Match | None = None, **_: Any) -> None:
    """What else belongs into the mail that acknowledges orders, as things stand after them."""
    if submission.door == WEB or is_noise(submission):
        return
    tell = partial(outbox.tell if match is None else outbox.note, submission.game)
    inbound = _ASKED_TOO.first(submission.pk)
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
    foreseen = preview.check(match, seat.number, "\n".join(waiting)).foreseen
    if not foreseen:
        return None
    text = block(_("What can be foreseen"), foreseen)
    return Note(f"foreseen/{submission.receipt}", 61, _("Your orders"), text, pace=Pace.ANSWER)


def to_failure(inbound: Inbound, failure: Answered, holder: Holder | None) -> None:
    """Tell the person on record, never whoever a From line names, why nothing was done."""
    if isinstance(failure, Doubtful):
        holder = failure.holder
    elif isinstance(failure, SeveralSeats):
        holder = failure.seat
    seat = holder if isinstance(holder, Seat) else None
    host = holder if isinstance(holder, Host) else None
    invitation = holder if isinstance(holder, Invitation) else None
    claimed = holder if isinstance(holder, Address) else None
    player = holder.player if isinstance(holder, Speaker) else None
    if isinstance(failure, NoKey | ExpiredKey):
        player = failure.player
    address = player.email if player else identify.address_of(holder) if holder else ""
    if not address:
        return
    game = getattr(holder, "game", None)
    with preferences.in_language_of(player or (identify.reader_of(holder) if holder else None)):
        title = _("Not carried out")
        text = headed(title, [failure.answer]) if game else paragraph(failure.answer)
        if isinstance(failure, Doubtful) and holder is not None:
            text = joined([text, held.url(inbound, holder)]).rstrip()
        if isinstance(failure, NoKey | ExpiredKey):
            text = joined([text, _games_of(failure.player)]).rstrip()
        if isinstance(failure, Repeated) and failure.submission is not None:
            text = joined([text, acknowledgement(failure.submission, "").text]).rstrip()
        orders = seat is not None and not isinstance(failure, Doubtful)
        made = letter.plain(game, [Note("", 0, title, text)], orders=orders)
    _send(
        inbound,
        address,
        _as_reply(made),
        seat=seat,
        host=host,
        player=player,
        invitation=invitation,
        claimed=claimed,
    )


def to_confirmed(inbound: Inbound, address: Address) -> None:
    """Thank whoever said yes, there."""
    with preferences.in_language_of(address.player):
        said = _("Thank you: %(address)s is an address of yours now.") % {"address": address.email}
        made = letter.plain(None, [Note("", 0, _("Confirmed"), paragraph(said))], orders=False)
    _send(inbound, address.email, _as_reply(made))


def to_join(inbound: Inbound, seat: Seat, word: str) -> None:
    """Say that the seat is taken, and what happens next."""
    player = seat.player
    assert player is not None
    made = _as_reply(welcome.letter_to(seat, word))
    _send(inbound, player.email, made, seat=seat, player=player)


def _as_reply(made: Letter) -> Letter:
    return Letter(f"Re: {made.subject}", made.body, made.template, made.enclosures)


def _send(
    inbound: Inbound,
    address: str,
    made: Letter,
    *,
    seat: Seat | None = None,
    host: Host | None = None,
    player: Player | None = None,
    invitation: Invitation | None = None,
    claimed: Address | None = None,
    game: Game | None = None,
) -> None:
    holder = seat or host or invitation
    _check_flood(address)
    outbox.tell_address(
        address,
        made,
        f"answer/{inbound.pk}/{int(inbound.confirmed)}",
        game=holder.game if holder else game,
        seat=seat,
        host=host,
        player=player,
        invitation=invitation,
        claimed=claimed,
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


def is_noise(submission: Submission) -> bool:
    """Whether nothing in it is an order, and many like it were answered within the hour: a machine
    that answers our acknowledgements in words of its own. What does anything is always answered."""
    if any(line["status"] not in reports.SPENT for line in submission.report):
        return False
    lately = Effect.objects.filter(
        dedupe__startswith=f"{submission.game_id}/{submission.seat_id}/ack/",
        mail__created__gt=timezone.now() - timedelta(hours=1),
    )
    return lately.count() >= ANSWERS_AN_HOUR


def _games_of(player: Player) -> str:
    playing = Game.objects.filter(seats__player=player).exclude(status=Game.Status.CANCELLED)
    return block(_("Your games"), [str(game) for game in playing.distinct().order_by("pk")])


def _note(
    inbound: Inbound,
    seat: Speaker,
    said: Sequence[Said],
    match: Match | None,
    alone: bool = True,
) -> Note:
    """The answers to everything a mail asked, in the order it was asked.

    Not `alone`: the mail says anyway whom the table waits for.
    """
    done = [one for one in said if one.words is not None]
    asked = [one for one in said if one.words is None]
    refused = _("NOT DONE")
    lines = [
        f"{one.line} … {one.words}" if one.done else f"{one.line} … {refused}: {one.words}"
        for one in done
    ]
    looks = {one: shown for one in asked if (shown := _table_shown(one, seat)) is not None}
    answers = (
        looks[one].text if one in looks else _answered(one, seat, match, alone) for one in asked
    )
    text = joined(_once([block(_("Your commands"), lines), *answers]))
    verbs = dict.fromkeys(one.verb for one in said)
    files = tuple(_files(asked, seat, match, looks))
    title = ", ".join(verbs)
    key = f"said/{inbound.pk}"
    return Note(key, 70, title, text.rstrip(), pace=Pace.ANSWER, enclosures=files)


def _once(answers: Iterable[str]) -> Iterable[str]:
    """Two questions may be answered by the same list: STATUS and MAP both show the position."""
    return dict.fromkeys(part for answer in answers for part in answer.split("\n\n"))


def _table_shown(said: Said, seat: Speaker) -> show_table.Shown | None:
    """`TABLE SHOW 12`: that table, from outside; None for everything else."""
    wanted = organiser.shown(said.rest) if said.what == commands.TABLE else None
    if wanted is None or seat.player is None:
        return None
    return show_table.shown(seat.player, wanted)


def _files(
    asked: Sequence[Said],
    seat: Speaker,
    match: Match | None,
    looks: Mapping[Said, show_table.Shown],
) -> list[Enclosure]:
    """The pictures first asked for, and the position that the mail shows only in part."""
    return [*_position(asked, seat, match), *_boards(asked, seat, match, looks)]


def _position(asked: Sequence[Said], seat: Speaker, match: Match | None) -> list[Enclosure]:
    for one in asked:
        if match is not None and one.what in (commands.STATUS, commands.MAP):
            then = _as_it_was(one, seat, match) if one.what == commands.MAP else match
            if then is not None:
                sections = then.ruleset.sheet(then.view(seat.number))
                return [letter.position(seat.game, then, sections)]
    return []


def _boards(
    asked: Sequence[Said],
    seat: Speaker,
    match: Match | None,
    looks: Mapping[Said, show_table.Shown],
) -> list[Enclosure]:
    for one in asked:
        if one in looks and (board := looks[one].board):
            return [Enclosure("map.svg", attachments.PICTURE, board.encode())]
        if one.what == commands.MAP:
            shown = _as_it_was(one, seat, match) if match else None
            drawn = shown.ruleset.pictures(shown.view(seat.number)) if shown else []
            return [letter.pictured(picture) for picture in drawn]
    return []


def _as_it_was(said: Said, seat: Speaker, match: Match) -> Match | None:
    """`MAP 143`: the position after that ruling; `MAP`: as it is. None: no such ruling counts."""
    number = said.rest.strip().lstrip("#")
    if not number:
        return match
    if not number.isdecimal() or not seat.game.rulings.filter(seq=number[:9], live=True).exists():
        return None
    try:
        return past.match_at(seat.game, int(number))
    except past.Unreadable:
        return None


def _answered(said: Said, seat: Speaker, match: Match | None, alone: bool) -> str:
    if said.what == commands.HELP and isinstance(seat, Host):
        return _host_help(seat.game)
    if said.what == commands.HELP:
        return _help(seat.game, seat.player_id == seat.game.organiser_id)
    if said.what == commands.STATISTICS:
        return statistics.told(seat)
    if said.what == commands.RULES:
        return _rules(seat.game, said.rest)
    if said.what == commands.ODDS:
        return _odds(seat, match, said.rest)
    if said.what == commands.SETTINGS:
        return _settings(seat)
    if said.what == commands.TABLE and organiser.wants_terms(said.rest):
        return block(_("Terms of the table"), organiser.terms(seat.game))
    if said.what == commands.TABLE:
        return _tables(seat)
    if match is None:
        status = headed(_("Status"), [seat.game.get_status_display()])
        return joined([status, _seats(seat)]).rstrip()
    if said.what == commands.HAND:
        sections = match.ruleset.sheet(match.view(seat.number))
        return position.private(sections) or headed(_("Hand"), [_("You hold nothing hidden.")])
    if said.what == commands.HISTORY:
        number = said.rest.strip()
        return _history(seat, match, int(number) if number.isdecimal() else HISTORY_LINES)
    if said.what == commands.MAP:
        return _map(seat, _as_it_was(said, seat, match), said.rest)
    if said.what == commands.PREVIEW and isinstance(seat, Seat):
        return _preview(seat, said.rest)
    return _status(seat, match, alone)


def _seats(speaker: Speaker) -> str:
    """Whoever runs the table needs the numbers of the seats."""
    return to_organiser.seats_of(speaker.game) if isinstance(speaker, Host) else ""


def _status(seat: Speaker, match: Match, alone: bool) -> str:
    view = match.view(seat.number)
    said = [match.ruleset.headline(match.view(None)), seat.game.get_status_display()]
    sections = match.ruleset.sheet(view)
    return joined(
        [
            headed(_("Status"), [line for line in said if line]),
            _wanted(seat, match) if alone else "",
            _seats(seat),
            block(_("Open offers"), _offers(seat, match)),
            block(_("At the table"), [*_away(seat), *_vote(seat)]),
            position.public(sections),
        ]
    ).rstrip()


def _offers(seat: Speaker, match: Match) -> list[str]:
    """Deals the seat has a part in, with the lines that answer them."""
    view = match.view(seat.number)
    lines = []
    for offer in seat.game.offers.filter(state=Offer.State.OPEN).order_by("number"):
        if seat.number not in offer.parties:
            continue
        words = typed(offer.data, match.ruleset.interjection_kinds[offer.what]).words(view)
        mine = seat.number in offer.accepted_by
        verbs = ("WITHDRAW",) if mine else ("ACCEPT", "DECLINE")
        how = ", ".join(f"{verb} {offer.number}" for verb in verbs)
        lines.append(f"{offer.number}. {words} … {how}")
    return lines


def _away(seat: Speaker) -> list[str]:
    return [
        _("%(who)s is away from %(from)s until %(until)s; their deadlines wait.")
        % {
            "who": away.player.name,
            "from": times.moment(away.starts, seat.player),
            "until": times.moment(away.ends, seat.player),
        }
        for away in vacations.current(seat.game)
    ]


def _vote(seat: Speaker) -> list[str]:
    running = seat.game.extensions.filter(state=Extension.State.OPEN, expires__gt=timezone.now())
    return [extensions.describe(extension) for extension in running]


def _settings(seat: Speaker) -> str:
    assert seat.player is not None
    return block(_("Mail settings"), mail_settings.shown(seat.player))


def _tables(seat: Speaker) -> str:
    assert seat.player is not None
    found = organiser.tables(seat.player)
    return joined(
        [
            block(_("Your games"), found.own),
            block(_("Tables with a seat for you"), found.open),
            block(_("Tables to watch"), found.watch),
        ]
    ).rstrip()


def _wanted(seat: Speaker, match: Match) -> str:
    """What the seat is asked, or else whom the table waits for."""
    view = match.view(seat.number)
    prompts = list(seat.game.prompts.filter(state=Prompt.State.OPEN))
    waited = waited_for(seat.game, match, prompts)
    own = seat.pk if isinstance(seat, Seat) else None
    open_ = questions.needs(match, view, [prompt for prompt in prompts if prompt.seat_id == own])
    until = questions.last_due(seat.game, prompts)
    return questions.needs_you(
        view, open_, waited, seat.player, timezone.now()
    ) or questions.waiting(match, view, waited, until, seat.player)


def _history(seat: Speaker, match: Match, wanted: int) -> str:
    rows = Ruling.objects.filter(game=seat.game).order_by("-seq")[: min(wanted, MOST_HISTORY)]
    rulings = [row.kernel() for row in reversed(rows)]
    names = match.view(seat.number).names
    return block(_("History"), news.told(match.ruleset, names, seat.number, rulings))


def _map(seat: Speaker, match: Match | None, wanted: str) -> str:
    """`match` None: there is no such position to show."""
    if match is None:
        words = _("There is no ruling %(wanted)s that still counts; HISTORY lists the numbers.")
        return headed(_("Map"), [words % {"wanted": wanted.strip()[:20]}])
    view = match.view(seat.number)
    drawn = match.ruleset.pictures(view)
    words = _("The picture is attached.") if drawn else _("This game has no map to draw.")
    if len(drawn) > 1:
        titles = ", ".join(picture.title for picture in drawn)
        words = _("The pictures are attached: %(titles)s.") % {"titles": titles}
    return joined([headed(_("Map"), [words]), position.public(match.ruleset.sheet(view))]).rstrip()


def _preview(seat: Seat, text: str) -> str:
    """A dry run; a match of its own, because it is spent by it."""
    title = _("Preview: nothing of this was carried out")
    if not commands.has_orders(text):
        return headed(_("Preview"), [_("Write your orders below PREVIEW, or behind it.")])
    match = outbox.awake(seat.game)
    if match is None or match.ask is None:
        return headed(_("Preview"), [_("The game takes no orders now.")])
    checked = preview.check(match, seat.number, text)
    words = {
        "ok": _("ok"),
        "later": _("kept for later"),
        "refused": _("NOT LEGAL"),
        "unused": _("not needed"),
        **dict.fromkeys(("standing", "outside", "command"), _("ok")),
    }
    lines = []
    for line in checked.lines:
        status = words.get(line.status, line.status)
        shown = _("read as: %(order)s") % {"order": line.read_as}
        read_as = f" ({shown})" if line.read_as else ""
        told = f": {line.words}" if line.words else ""
        lines.append(cited(f"{line.text} … {status}{read_as}{told}", [line.rule]))
    return joined(
        [block(title, lines), block(_("What can be foreseen"), checked.foreseen)]
    ).rstrip()


def _rules(game: Game, wanted: str) -> str:
    ruleset = loading.ruleset_of(game)
    title = _("Rules")
    number = wanted.strip().strip("[]#.")
    if not number:
        return headed(title, [_rules_wanted(ruleset)])
    text = ruleset.rule_text(number)
    if text is None:
        return headed(title, _card_lines(ruleset, number))
    return headed(title, f"{number}: {text}".split("\n"))


def _card_lines(ruleset: Ruleset[Any], name: str) -> list[str]:
    """What is told of a name; a bare number is none."""
    try:
        text = ruleset.card_text(name) if any(map(str.isalpha, name)) else None
    except LexiconError as error:
        return [told(error)]
    if text is None:
        said = _("%(title)s has no text for rule %(number)s here. Look it up in the rulebook.")
        return [said % {"title": ruleset.title, "number": name}]
    return text.split("\n")


def _rules_wanted(ruleset: Ruleset[Any]) -> str:
    if not ruleset.example_card:
        return _("Write the number that a ruling cites: RULES 9.4")
    words = _("Write the number that a ruling cites, or a name: RULES 9.4, RULES %(card)s")
    return words % {"card": ruleset.example_card}


def _rules_help(ruleset: Ruleset[Any]) -> str:
    if not ruleset.example_card:
        return _("RULES 9.4 – the text of a rule")
    words = _("RULES 9.4 or RULES %(card)s – the text of a rule or a card")
    return words % {"card": ruleset.example_card}


def _odds(seat: Speaker, match: Match | None, wanted: str) -> str:
    """`ODDS 3 cruisers VS 2 cruisers`, `ODDS 27 WITH 2 cruisers`, or `ODDS 27`."""
    title = _("Odds")
    ruleset = loading.ruleset_of(seat.game)
    how = _("Write both forces or a place: ODDS 3 cruisers VS 2 cruisers, ODDS 27 WITH 2 cruisers")
    said = wanted.partition("#")[0].strip()
    if not said:
        return headed(title, [how])
    forces = _VERSUS.split(said, maxsplit=1)
    if len(forces) == 1:
        place, _with, force = re.sub(r"(?i)\s+with\s+", "|", said, count=1).partition("|")
        forces = [force, place]
    view = None if match is None or seat.number is None else match.view(seat.number)
    try:
        found = ruleset.odds(forces[0], forces[1], {}, view)
    except LexiconError as error:
        return headed(title, [told(error), how])
    if not found:
        return headed(title, [_("%(title)s has no odds here.") % {"title": ruleset.title}])
    names = {
        "attacker": _("the attacker wins"),
        "draw": _("draw"),
        "defender": _("the defender wins"),
    }
    lines = [f"{words}: {found[key]:.0%}" for key, words in names.items() if key in found]
    lines += [*found.get("lines", ()), *([found["doctrine"]] if "doctrine" in found else ())]
    return block(f"{title}: {said}", lines)


def _organiser_help() -> str:
    return _(
        "TABLE INVITE ann@example.org, START, BOT 2, SUBSTITUTE 2 ann@example.org, WAIT 2, PAUSE, "
        "RESUME, HOURS default 48, TERMS quiet=22:00-07:00, OPEN, CLOSED, WATCH 24, DISPUTES pause "
        "– you organise this table"
    )


def _host_help(game: Game) -> str:
    """For who runs a table and has no seat at it."""
    return joined(
        [
            block(
                _("Run the table"),
                [
                    _organiser_help(),
                    _("EXTEND YES, EXTEND NO – your word decides a vote on more time"),
                    _("PRESS TO all: … – a message to the players; PRESS TO referee"),
                ],
            ),
            block(
                _("Ask the server"),
                [
                    _("STATUS – where the game stands and whom it waits for"),
                    _("MAP – the map as a picture; MAP 143 as it was after ruling 143"),
                    _("HISTORY 50 – the last rulings as everybody may know them"),
                    _rules_help(loading.ruleset_of(game)),
                    _("STATISTICS – how you, and in the end the whole table, kept time"),
                    _("LANGUAGE pl – mails in another language"),
                    _("SETTINGS – how and when we write to you, and how to change it"),
                    _("TABLE – your tables and open ones; TABLE NEW, TABLE JOIN 12"),
                    _("TABLE SHOW 12 – what everybody can see at another table"),
                    _("TABLE RUN 12 – a mail to run another table of yours with"),
                ],
            ),
        ]
    ).rstrip()


def _help(game: Game, organises: bool) -> str:
    ruleset = loading.ruleset_of(game)
    verbs = ", ".join(sorted(ruleset.order_verbs.name(v).upper() for v in ruleset.order_verbs))
    return joined(
        [
            block(
                _("How to write orders"),
                [
                    _("One order a line; # starts a remark; a listed option's number answers it."),
                    _("English, Polish and Hungarian words are understood, side by side."),
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
                    _("MAP – the map as a picture; MAP 143 as it was after ruling 143"),
                    _("HISTORY 50 – the last rulings as you may know them"),
                    _rules_help(ruleset),
                    _(
                        "ODDS 27, ODDS 27 WITH 2 cruisers – your chances in an attack on that "
                        "place; ODDS 3 cruisers VS 2 cruisers – those of any battle"
                    ),
                    _("STATISTICS – how you, and in the end the whole table, kept time"),
                ],
            ),
            block(
                _("Tell the server"),
                [
                    _("UNDO – take back what you ordered, until anything was revealed"),
                    _("AGAIN – you mean it, though you sent the same words just before"),
                    _("PRESS TO Sol, Hacan: … – a message; PRESS TO all, PRESS TO referee"),
                    _("OFFER … TO …, ACCEPT 7, DECLINE 7 – deals, by their number"),
                    _("STANDING LIST, STANDING CLEAR 2 – your standing orders"),
                    _("VACATION UNTIL 24 Jan, VACATION OFF – your clocks stand still"),
                    _("EXTEND 24, EXTEND YES, EXTEND NO – more time, by vote"),
                    _("DISPUTE 143 … – ask the referee to look at a ruling"),
                    _("LANGUAGE pl – mails in another language"),
                    _("SETTINGS – how and when we write to you, and how to change it"),
                    _("TABLE – your tables and open ones; TABLE NEW, TABLE JOIN 12"),
                    _(
                        "TABLE SHOW 12 – what everybody can see at another table that may be "
                        "watched; TABLE WATCH 12 – whether it may, and how far behind"
                    ),
                    *([_organiser_help()] if organises else []),
                    _("RESIGN %(n)d – give up your seat for good") % {"n": game.pk},
                ],
            ),
        ]
    ).rstrip()
