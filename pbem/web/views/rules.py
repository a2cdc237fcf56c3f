"""Rules, cards and orders of a game to be looked up: for everybody, in the reader's language."""

from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pbem.play import glossary, loading
from pbem.web.requests import PageRequest
from rules.kernel.errors import UnknownRuleset
from rules.kernel.orders.examples import forms
from rules.kernel.ruleset import Ruleset

LONGEST = 100


class Order(NamedTuple):
    """An order: its word in the reader's language, its other words, how it is written."""

    id: str
    word: str
    english: str
    others: tuple[str, ...]
    forms: tuple[str, ...]


def _game(name: str) -> Ruleset[Any]:
    try:
        found = loading.rulesets().get(name)
    except UnknownRuleset as unknown:
        raise Http404 from unknown
    if found.name != name:
        raise Http404
    return found


@require_safe
def rules(request: PageRequest, ruleset: str) -> HttpResponse:
    """Show the text of a rule or card, what a search finds, or all there is; a fragment for the
    script that shows it beside a name."""
    game = _game(ruleset)
    of, wanted = (request.GET.get(name, "").strip()[:LONGEST] for name in ("of", "q"))
    entry = glossary.found(ruleset, of) if of else None
    context: dict[str, Any] = {"ruleset": game, "of": of, "entry": entry, "wanted": wanted}
    context["english_alone"] = glossary.has_rules_in_english_alone(ruleset)
    if request.headers.get("HX-Request"):
        if entry is None:
            raise Http404
        return render(request, "web/parts/entry.html", context)
    if wanted:
        context["results"] = glossary.search(ruleset, wanted)
    elif not of:
        context |= {"chapters": glossary.chapters(ruleset), "things": glossary.things(ruleset)}
    status = 404 if of and entry is None else 200
    return render(request, "web/rules.html", context, status=status)


@require_safe
def orders(request: PageRequest, ruleset: str) -> HttpResponse:
    """Show every order of a game, how it is written, and the facts for conditions."""
    game = _game(ruleset)
    wanted = request.GET.get("q", "").strip()[:LONGEST]
    known = [_order(game, verb) for verb in game.order_verbs]
    sought = wanted.casefold()
    found = [o for o in known if sought in " ".join((o.word, o.english, *o.others)).casefold()]
    context = {
        "ruleset": game,
        "wanted": wanted,
        "orders": sorted(found, key=lambda order: order.word),
        "facts": game.fact_meanings() if not wanted else {},
        "windows": game.windows if not wanted else (),
    }
    return render(request, "web/orders.html", context)


def _order(game: Ruleset[Any], verb: str) -> Order:
    word, english = (game.verb_in(language, verb) for language in (get_language() or "en", "en"))
    others = dict.fromkeys(text.partition(" →")[0].upper() for text in game.verbs.get(verb, ()))
    return Order(
        verb,
        word,
        english,
        tuple(other for other in others if other not in (word, english)),
        tuple(forms(game, verb)),
    )
