"""What happened: the board after any ruling, and how it all ended."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from pbem.errors import TableError
from pbem.models import Game, Seat
from pbem.play import ending, loading, past
from pbem.play.news import ruled
from pbem.play.past import Moment
from pbem.referee import disputes, records
from pbem.table import limits, lobby, shared
from pbem.table.people.access import At, place_at, seen_until
from pbem.web import charts, visits
from pbem.web.charts import Chart, Series
from pbem.web.drawn import drawn
from pbem.web.once import Unkeyed, new_key, once
from pbem.web.requests import TableRequest
from pbem.web.views.account import too_many
from rules.kernel.match import Match
from rules.kernel.pictures import Style

AROUND = 12
LOOKED_BACK = 10


@require_safe
def history(request: TableRequest, game_id: int) -> HttpResponse:
    """Show the board after a ruling, what the ruling did, and its neighbours."""
    at = request.at
    newest = seen_until(at, timezone.now())
    seqs = past.live_seqs(at.game, newest)
    if not seqs:
        return redirect("table", game_id)
    place = _place(request.GET, seqs)
    context: dict[str, Any] = {"at": at, "game": at.game, "last": len(seqs)}
    if at.seat is not None and at.player is not None:
        seen = visits.began_after(at.player, at.game)
        context["since"] = next((seq for seq in seqs if seq > seen), None) if seen else None
        context["my_turn"] = _my_last_turn(at.seat, set(seqs))
    try:
        context |= _at(at, seqs, place)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", context, status=503)
    fragment = request.headers.get("HX-Request")
    name = "web/parts/moment.html" if fragment else "web/history.html"
    return render(request, name, context)


def _my_last_turn(seat: Seat, live: set[int]) -> int | None:
    """Return the ruling with which the newest orders of a seat began that were carried out."""
    for submission in seat.submissions.order_by("-pk")[:LOOKED_BACK]:
        done = [line.ruling for line in submission.report if line.ruling in live]
        if done:
            return min(done)
    return None


def _place(said: Any, seqs: list[int]) -> int:
    """Return the place on the slider: `n` is a ruling's number, `at` a place; the newest if neither
    is one."""
    n, at = said.get("n", ""), said.get("at", "")
    if n.isdecimal() and len(n) < 10:
        before = [i for i, seq in enumerate(seqs) if seq <= int(n)]
        return before[-1] if before else 0
    if at.isdecimal() and len(at) < 10:
        return min(max(int(at) - 1, 0), len(seqs) - 1)
    return len(seqs) - 1


def _at(at: At, seqs: list[int], place: int) -> dict[str, Any]:
    seq = seqs[place]
    match = past.match_at(at.game, seq)
    number = at.seat.number if at.seat else None
    view = match.view(number)
    first = seqs[max(0, place - AROUND)]
    until = seqs[min(len(seqs) - 1, place + AROUND)]
    with loading.rules_at_work():
        rulings = past.rulings_between(at.game, first - 1, until, 6 * AROUND)
        told = ruled(match.ruleset, view.names, number, rulings)
        return {
            "seq": seq,
            "place": place + 1,
            "before": seqs[place - 1] if place else None,
            "after": seqs[place + 1] if place + 1 < len(seqs) else None,
            "live": set(seqs),
            **drawn(match.ruleset, view)._asdict(),
            "headline": match.ruleset.headline(match.view(None)),
            "told": told,
            "this": next((r for r in told if r.seq == seq), None),
        }


@require_http_methods(["GET", "POST"])
def dispute(request: TableRequest, game_id: int) -> HttpResponse:
    """Show the form for an objection to a ruling, and open a dispute with it."""
    at = request.at
    player = at.player
    assert player is not None
    said = request.POST if request.method == "POST" else request.GET
    n = said.get("n", "")
    seq = int(n) if n.isdecimal() and len(n) < 10 else 0
    context = {"at": at, "game": at.game, "n": n, "text": said.get("text", ""), "key": new_key()}
    context["quoted"] = disputes.ruling_in_words(at.game, seq)
    if request.method == "GET":
        return render(request, "web/dispute.html", context)

    def opened() -> str:
        disputes.open_dispute(at.game, player, seq, said.get("text", ""))
        return reverse("table", args=[game_id]) + "#disputes"

    try:
        return redirect(once(player, said.get("key", ""), opened))
    except TableError as problem:
        context["problem"] = problem.words
    except Unkeyed:
        context["problem"] = _("Nothing was sent: the page was not complete. Send it again.")
    return render(request, "web/dispute.html", context, status=400)


@require_safe
def report(request: TableRequest, game_id: int) -> HttpResponse:
    """Show how the game ended, in words, numbers and charts."""
    at = request.at
    if at.game.status != Game.Status.OVER:
        raise Http404
    return _report(request, at, at.seat is not None or at.organiser)


@require_safe
def shared_report(request: HttpRequest, token: str) -> HttpResponse:
    """Show the report to anybody who has the link, where the table shares it."""
    game = shared.game_of(token)
    if game is None:
        raise Http404
    return _report(request, place_at(game, None), False)


def _report(request: HttpRequest, at: At, at_the_table: bool) -> HttpResponse:
    game = at.game
    try:
        final = lobby.final_report(game)
        found = past.by_round(past.moments(game))
        match = past.head(game)
        with loading.rules_at_work():
            ended = ending.of(game, match, found)
            drawn_map = _final_map(match)
    except (past.Unreadable, loading.RulesFailed):
        return render(request, "web/unreadable.html", {"at": at, "game": game}, status=503)
    names = {seat.seat: seat.name for seat in final.seats}
    holders = {seat.seat: seat.holder for seat in final.seats}
    kept = charts.bars(
        _("Answers in time, deadlines missed"),
        (_("In time"), _("Missed")),
        [(s.seat, s.name, s.on_time, s.missed) for s in final.seats],
        _("Player"),
    )
    ranks = [(s.place, names[s.seat], holders[s.seat], s.points, s.words) for s in final.standings]
    first = [rank for rank in ranks if rank[0] == 1]
    others = [rank for rank in ranks if rank[0] != 1]
    winners = [s.seat for s in final.standings if s.place == 1]
    context = {
        "at": at,
        "game": game,
        "title": match.ruleset.title,
        "final": final,
        "table": ranks,
        "winners": first,
        "winning_seat": winners[0] if len(winners) == 1 else None,
        "decided": ended.decided_by(winners[0]) if len(winners) == 1 else None,
        "lead": first[0][3] - others[0][3] if len(first) == 1 and others else 0,
        "second": others[0] if others else None,
        "ended": ended,
        "days": max(1, round(ended.took / timedelta(days=1))),
        "luck": [(names[luck.seat], luck, round(100 * luck.luckier_than)) for luck in ended.luck],
        "hands": [(names[hand.seat], holders[hand.seat], hand) for hand in ended.hands],
        "map": drawn_map,
        "charts": [
            *_charts(game, found, names),
            *([kept] if any(s.on_time or s.missed for s in final.seats) else []),
        ],
        "key": new_key(),
        "at_the_table": at_the_table,
        "share_url": shared.link_of(game) if at.openness.report_shared else "",
    }
    return render(request, "web/report.html", context)


def _final_map(match: Match) -> SafeString | None:
    picture = match.ruleset.main_picture(match.view(None))
    return mark_safe(picture.draw(Style("page", "full"))) if picture is not None else None


@require_safe
def record(request: TableRequest, game_id: int) -> HttpResponse:
    """Hand out the whole record of a finished game, with the seed of its dice."""
    game = request.at.game
    if game.status != Game.Status.OVER:
        raise Http404
    answer = HttpResponse(records.export(game), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="record-{game.pk}.json"'
    return answer


@require_POST
def verify(request: TableRequest, game_id: int) -> HttpResponse:
    """Play a finished game again from its record, and say whether everything fits, dice and all."""
    game = request.at.game
    if game.status != Game.Status.OVER:
        raise Http404
    who = request.player.pk if request.player is not None else request.META.get("REMOTE_ADDR")
    if seconds := limits.wait(limits.VERIFICATIONS, who):
        return too_many(request, seconds)
    found = records.verify(records.export(game))
    context = {"at": request.at, "game": game, "found": found}
    return render(request, "web/verified.html", context)


def _charts(game: Game, found: list[Moment], names: dict[int, str]) -> list[Chart]:
    """Draw the points, and whatever else the game measures, round by round."""
    ruleset = loading.ruleset_of(game)
    labels = [str(moment.round) for moment in found]
    points: list[dict[int, int]] = []
    measured: dict[str, list[list[int]]] = {}
    for moment in found:
        points.append({s.seat: s.points for s in ruleset.standings(moment.public)})
        for name, values in ruleset.measures(moment.public).items():
            measured.setdefault(name, []).append(values)
    drawn = [
        charts.lines(
            _("Points by round"),
            labels,
            [Series(i, name, tuple(p.get(i, 0) for p in points)) for i, name in names.items()],
            _("Round"),
        )
    ]
    for title, rows in measured.items():
        if len(rows) == len(found):
            series = [Series(i, name, tuple(r[i] for r in rows)) for i, name in names.items()]
            drawn.append(charts.lines(_(title), labels, series, _("Round")))
    return drawn
