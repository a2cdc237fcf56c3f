"""The front page."""

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from pbem import ports
from pbem.models import Dispute, Game, Player, Prompt, Seat
from pbem.play import loading, past
from pbem.table.overview import overview
from pbem.table.people.access import place_at

MOST_SHOWN = 12


class Card(NamedTuple):
    """A table of the demo. `player`: whose seat a visitor may play, `needed`: now."""

    game: Game
    title: str
    headline: str
    player: Player | None
    name: str
    needed: bool
    bots: int


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Show what this site is; where mails stay on this machine, what can be tried out here."""
    if not ports.is_demo():
        return render(request, "web/start.html", {"rulesets": _rulesets()})
    games = Game.objects.exclude(status=Game.Status.CANCELLED).order_by("pk")
    played = games.filter(status__in=(Game.Status.RUNNING, Game.Status.PAUSED))
    context = {
        "demo": True,
        "cards": [_card(game) for game in played[:MOST_SHOWN]],
        "over": games.filter(status=Game.Status.OVER, head_seq__gt=0)[:MOST_SHOWN],
        "disputes": Dispute.objects.filter(state=Dispute.State.OPEN).select_related("game"),
        "rulesets": _rulesets(),
    }
    return render(request, "web/start.html", context)


def _rulesets() -> list[str]:
    return sorted(ruleset.title for ruleset in loading.rulesets().by_name.values())


def _card(game: Game) -> Card:
    rules = loading.ruleset_of(game)
    seats = list(game.seats.select_related("player"))
    first = next((s.player for s in seats if s.player is not None), None)
    bots = sum(seat.kind == Seat.Kind.BOT for seat in seats)
    needed = game.prompts.filter(state=Prompt.State.OPEN, waiting=True, seat__player=first)
    headline = name = ""
    try:
        at = place_at(game, first)
        seen = overview(at, timezone.now())
        with loading.rules_at_work():
            headline = rules.headline(seen.public)
            name = seen.public.name(at.seat.number) if at.seat is not None else ""
    except (past.Unreadable, loading.RulesFailed):
        pass
    asked = first is not None and needed.exists()
    return Card(game, rules.title, headline, first, name, asked, bots)
