"""Making a table, and choosing anew until it begins: one form for every game."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from pbem.clocks import forecast
from pbem.clocks.presets import PRESETS, USUAL
from pbem.clocks.terms import PRESET, Terms, terms_of
from pbem.models import Game
from pbem.play import loading
from pbem.table import first_game, limits, lobby, option_fields, setting_up
from pbem.table.lobby import BadChoices, LobbyError, Wrong
from pbem.table.openness import Openness
from pbem.table.option_fields import Field
from pbem.table.setting_up import Preview
from pbem.web.once import Unkeyed, new_key, once
from pbem.web.requests import PlayerRequest, TableRequest
from pbem.web.views.account import too_many
from rules.kernel.errors import BadOptions, UnknownRuleset
from rules.kernel.pictures import Style
from rules.kernel.ruleset import Ruleset

MODES = {
    Game.Mode.PLANNED: gettext_lazy(
        "The game stops only for turns and votes. People write in advance what their cards should "
        "do; where nobody has, the moment passes. What deserves a question, such as an agenda, is "
        "asked together with the vote. Nothing tells who holds what."
    ),
    Game.Mode.ASK: gettext_lazy(
        "Every window asks everybody concerned, whatever they hold, and shuts when all of them "
        "have answered, or at its hour. Nothing tells who holds what."
    ),
    Game.Mode.TRUST: gettext_lazy(
        "Only those who can react are asked, and the game goes on as soon as they have answered: a "
        "pause tells that somebody holds something."
    ),
}
FEW_WINDOWS = 3
"""A game with no more of them has little to choose there: its form folds the choice away."""


USUAL_TERMS = ("weekdays", "quiet", "vacation_days", "press", "lessons")
"""What most tables think about; a form folds the other terms."""


class FirstGameShown(NamedTuple):
    """What a form set up for beginners says on top: what the mails will advise, and how long such
    a game takes."""

    advice: tuple[str, ...]
    takes: str


class OpennessForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Openness
        fields = ("joinable", "watchable", "delay_hours")


@require_safe
def new_table(request: HttpRequest) -> HttpResponse:
    """Ask which game the new table is for."""
    found = sorted(loading.rulesets().by_name.values(), key=lambda r: r.title)
    if len(found) == 1:
        return redirect("new-table-of", found[0].name)
    return render(request, "web/new_table.html", {"rulesets": found})


@require_http_methods(["GET", "POST"])
def new_table_of(request: PlayerRequest, ruleset: str) -> HttpResponse:
    """Show and read the options of one game, explained by the game itself."""
    try:
        rules = loading.rulesets().get(ruleset)
    except UnknownRuleset:
        raise Http404 from None
    if request.method == "GET":
        first = first_game.is_meant(request.GET.get("for", ""))
        return _form(request, rules, _of_first_game(rules) if first else None)
    if shown := _map_shown(request, rules):
        return shown
    openness = OpennessForm(request.POST)
    if seconds := limits.wait(limits.TABLES_OF_PLAYER, request.player.pk):
        return too_many(request, seconds)
    key = request.POST.get("key", "")
    try:
        return redirect(once(request.player, key, lambda: _made(request, rules, openness)))
    except BadChoices as bad:
        return _form(request, rules, request.POST, wrong=bad.problems)
    except LobbyError as problem:
        return _form(request, rules, request.POST, wrong=[Wrong("", str(problem))])
    except Unkeyed:
        words = _("The page was not complete; send again.")
        return _form(request, rules, request.POST, wrong=[Wrong("", words)])


@require_http_methods(["GET", "POST"])
def edit(request: TableRequest, game_id: int) -> HttpResponse:
    """Choose anew for a table that has not begun."""
    game = request.at.game
    if game.status != Game.Status.LOBBY:
        return redirect("table", game_id)
    rules = loading.ruleset_of(game)
    if request.method == "GET":
        return _form(request, rules, _typed(game), game=game)
    if shown := _map_shown(request, rules, game):
        return shown
    said = request.POST
    try:
        with transaction.atomic(), _also(setting_up.missing_sides(rules, said)):
            lobby.change_table(
                game,
                said.get("name", ""),
                setting_up.read(rules, said),
                said.get("mode", ""),
                hours_said(said),
                option_fields.read(Terms, option_fields.TERM, said),
            )
    except BadChoices as bad:
        return _form(request, rules, said, wrong=bad.problems, game=game)
    except LobbyError as problem:
        return _form(request, rules, said, wrong=[Wrong("", str(problem))], game=game)
    messages.success(request, _("Saved. Everybody at the table is told."))
    return redirect("table", game_id)


@contextmanager
def _also(*found: list[Wrong]) -> Iterator[None]:
    """Collect the refusal of what is made inside the block together with what was found wrong
    before, so that a form shows all of it at once."""
    wrong = [one for some in found for one in some]
    try:
        yield
    except BadChoices as bad:
        raise BadChoices([*bad.problems, *wrong]) from None
    if wrong:
        raise BadChoices(wrong)


def _typed(game: Game) -> QueryDict:
    """Return what the form of a table would hold, as it was chosen."""
    said = _of_table(loading.ruleset_of(game), game.options, terms_of(game))
    said.update({"name": game.name, "mode": game.mode})
    said.update({f"hours-{kind}": f"{hours:g}" for kind, hours in game.hours.items()})
    return said


def _of_first_game(rules: Ruleset[Any]) -> QueryDict:
    """Return what the form proposes to people who play the game for the first time."""
    players = rules.Options().players
    options = first_game.options(rules, players)
    said = _of_table(rules, options, Terms(**first_game.TERMS))
    sides = rules.features.first_game.sides
    said.update({f"side-{i}": side for i, side in enumerate(sides)})
    said.update({"mode": Game.Mode.PLANNED, "pace": first_game.PACE.name, "seat": "on"})
    said.update({"first": "on", "delay_hours": "0"})
    return said


def _of_table(rules: Ruleset[Any], options: Mapping[str, Any], terms: Terms) -> QueryDict:
    """Return what the form holds of these options and terms."""
    said = QueryDict(mutable=True)
    said.update(setting_up.typed(rules, options))
    for name in Terms.__struct_fields__:
        said[f"terms-{name}"] = setting_up.as_typed(getattr(terms, name))
    return said


def _map_shown(
    request: HttpRequest, rules: Ruleset[Any], game: Game | None = None
) -> HttpResponse | None:
    """Show the form again with a map, or without one, where a button asks for that."""
    maps, asked = rules.features.maps, request.POST.get("map")
    if maps is None or not asked:
        return None
    said = request.POST.copy()
    field = f"{option_fields.OPTION}-{maps.option}"
    if asked == "none":
        said[field] = maps.made
        return _form(request, rules, said, game=game)
    try:
        preview = setting_up.map_of(rules, setting_up.read(rules, said), secrets.token_hex(8))
    except BadOptions as bad:
        wrong = [Wrong(f"{option_fields.OPTION}-{p.option}", p.words) for p in bad.problems]
        return _form(request, rules, said, wrong=wrong, game=game)
    except BadChoices as bad:
        return _form(request, rules, said, wrong=bad.problems, game=game)
    if preview is not None:
        said[field] = preview.written
    return _form(request, rules, said, preview=preview, game=game)


def _wrong_in(form: forms.ModelForm) -> list[Wrong]:  # type: ignore[type-arg]
    return [
        Wrong(name, f"{form.fields[name].label}: {errors[0]}")
        for name, errors in form.errors.items()
    ]


def _made(request: PlayerRequest, rules: Ruleset[Any], openness: OpennessForm) -> str:
    said = request.POST
    with _also(setting_up.missing_sides(rules, said), _wrong_in(openness)):
        game = lobby.create_game(
            request.player,
            said.get("name", ""),
            rules.name,
            setting_up.read(rules, said),
            said.get("mode", Game.Mode.PLANNED),
            hours_said(said),
            option_fields.read(Terms, option_fields.TERM, said),
        )
    row = openness.save(commit=False)
    row.game = game
    row.save()
    if said.get("seat"):
        lobby.sit_down(game, request.player, said.get("word", ""))
    return reverse("table", args=[game.pk])


def hours_said(said: QueryDict) -> dict[str, float]:
    """Return the hours of the preset and those that were filled in; the lobby refuses a text that
    is no number."""
    preset = PRESETS.get(said.get("pace", ""))
    found: dict[str, Any] = dict(preset.hours) if preset is not None else {}
    for name in said:
        value = said.get(name, "")
        if name.startswith("hours-") and value.strip():
            try:
                found[name.removeprefix("hours-")] = float(value)
            except ValueError:
                found[name.removeprefix("hours-")] = value
    return found


def _form(
    request: HttpRequest,
    rules: Ruleset[Any],
    said: QueryDict | None,
    *,
    wrong: Sequence[Wrong] = (),
    preview: Preview | None = None,
    game: Game | None = None,
) -> HttpResponse:
    """Show the form of a table, new or (`game`) to be changed, with what is `wrong` beside each
    field."""
    hours = [
        (k, label, said.get(f"hours-{k}", "") if said else "")
        for k, label in setting_up.clocks(rules)
    ]
    typed = said if said is not None else QueryDict()
    words: dict[str, str] = {}
    for one in wrong:
        words[one.field] = f"{words[one.field]} {one.words}" if one.field in words else one.words
    fields = setting_up.fields(rules, said)
    terms = option_fields.fields_of(Terms, option_fields.TERM, said, PRESET)
    preset = option_fields.fields_of(Terms, option_fields.TERM, preset=PRESET)
    proposed = {field.name: field.value for field in preset}
    full = len(rules.windows) > FEW_WINDOWS
    context = {
        "table": game,
        "wrong": words,
        "sides": setting_up.sides(rules, said, words),
        "maps": rules.features.maps,
        "preview": drawn_map(preview),
        "ruleset": rules,
        "fields": setting_up.problems_of(fields, option_fields.OPTION, words),
        "any_rare": any(field.rare for field in fields),
        "rare_open": any(_is_told(field, rules, words) for field in fields if field.rare),
        "openness": OpennessForm(said),
        "terms": setting_up.problems_of(terms, option_fields.TERM, words),
        "usual_terms": USUAL_TERMS,
        "terms_open": any(
            field.name not in USUAL_TERMS
            and (
                f"{option_fields.TERM}-{field.name}" in words
                or (said is not None and str(field.value) != str(proposed[field.name]))
            )
            for field in terms
        ),
        "full_of_windows": full,
        "modes": [
            (
                mode.value,
                _(mode.label),
                MODES[mode],
                _at_usual_pace(rules, mode),
            )
            for mode in Game.Mode
        ],
        "said": typed,
        "first": _first_game(rules) if typed.get("first") else None,
        "key": new_key(),
        "mode": typed.get("mode", Game.Mode.PLANNED),
        "paces": [
            (preset, forecast.of_preset(rules.name, Game.Mode.PLANNED, preset.name))
            for preset in PRESETS.values()
        ],
        "pace": typed.get("pace", USUAL.name if said is None else ""),
        "hours": hours,
        "hours_open": any(value for _kind, _label, value in hours),
        "seat": said is None or bool(typed.get("seat")),
    }
    return render(request, "web/new_table_of.html", context, status=400 if wrong else 200)


def _is_told(field: Field, rules: Ruleset[Any], wrong: Mapping[str, str]) -> bool:
    """Return whether a rare option must be seen: it is not as usual, or something is wrong."""
    usual = setting_up.as_typed(getattr(rules.Options(), field.name))
    chosen = setting_up.as_typed(field.value)
    return chosen != usual or f"{option_fields.OPTION}-{field.name}" in wrong


def _first_game(rules: Ruleset[Any]) -> FirstGameShown:
    """Return what the form says of its set-up for beginners."""
    takes = forecast.of_preset(rules.name, Game.Mode.PLANNED, first_game.PACE.name)
    return FirstGameShown(tuple(rules.features.first_game.advice()), takes)


def drawn_map(preview: Preview | None) -> SafeString | None:
    """Return the picture of a map as a page shows it."""
    if preview is None or preview.picture is None:
        return None
    return mark_safe(preview.picture.draw(Style("page", "overview")))


def _at_usual_pace(rules: Ruleset[Any], mode: Game.Mode) -> str:
    """Return how many weeks a table of this mode takes at the usual pace, else at another that was
    measured."""
    names = [USUAL.name, *(name for name in PRESETS if name != USUAL.name)]
    told = ((name, forecast.in_weeks(rules.name, mode, name)) for name in names)
    return next((f"{PRESETS[name].label}: {words}" for name, words in told if words), "")
