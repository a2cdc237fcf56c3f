"""Signing in and out, and what a player says about themselves."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from pbem import ports, signals
from pbem.clocks.terms import zones_of_places
from pbem.models import Player
from pbem.table import limits
from pbem.table.people import addresses
from pbem.table.people import sign_in as signin
from pbem.table.people.sign_in import BadKey, ExpiredKey, SpentKey
from pbem.web import visits
from pbem.web.requests import PageRequest, PlayerRequest


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))

    class Meta:
        model = Player
        fields = ("name", "time_zone", "language")
        labels = {"name": gettext_lazy("Name"), "language": gettext_lazy("Language")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = dict.fromkeys([self.instance.time_zone, *zones_of_places()])
        chosen = self.fields["time_zone"]
        assert isinstance(chosen, forms.ChoiceField)
        chosen.choices = [(zone, zone.replace("_", " ")) for zone in zones]


@never_cache
@require_http_methods(["GET", "POST"])
@sensitive_variables("key")
def sign_in(request: PageRequest) -> HttpResponse:
    """Show a button for a link from a mail; without one, ask for an address to send a link to."""
    key = request.POST.get("key") or request.GET.get("key", "")
    if key:
        return _with_key(request, key)
    path = signin.local(request.POST.get("next") or request.GET.get("next", "/"))
    if request.method == "POST" and "look" in request.POST:
        return _ask_from_look(request, request.POST["look"])
    if request.method == "POST":
        return _ask_for_link(request, request.POST.get("email", ""), path)
    return render(request, "web/sign_in.html", {"next": path})


@sensitive_variables("key")
def _with_key(request: PageRequest, key: str) -> HttpResponse:
    try:
        said = signin.read(key)
    except BadKey:
        return render(request, "web/sign_in.html", {"bad": True, "next": "/"}, status=403)
    except ExpiredKey as old:
        return _old(request, old)
    if request.player is not None and request.player == addresses.holder(said.email):
        return redirect(said.path)
    if request.method == "GET":
        context = {"key": key, "email": said.email, "other": request.player}
        return render(request, "web/confirm.html", context)
    if seconds := limits.wait(limits.SIGN_INS_FROM_PLACE, request.META.get("REMOTE_ADDR")):
        return too_many(request, seconds)
    try:
        player = signin.sign_in(request, key)
    except ExpiredKey as old:
        return _old(request, old)
    _welcome(request, player)
    return redirect(said.path)


def _welcome(request: PageRequest, player: Player) -> None:
    """Take zone and language from the browser of somebody who signs in for the first time and has
    chosen neither."""
    if player.time_zone != "UTC" or player.language != "en" or visits.any_of(player):
        return
    zone = request.POST.get("zone", "")
    language = translation.get_language_from_request(request)
    if zone in available_timezones():
        player.time_zone = zone
    player.language = language
    if zone != "UTC" or language != "en":
        player.save(update_fields=["time_zone", "language"])


def _old(request: PageRequest, old: ExpiredKey) -> HttpResponse:
    """Say why a link does nothing any more, with a button that has a fresh one sent."""
    if request.player is not None and request.player == addresses.holder(old.key.email):
        return redirect(old.key.path)
    why = "spent" if isinstance(old, SpentKey) else "expired"
    context = {why: True, "email": old.key.email, "next": old.key.path}
    return render(request, "web/sign_in.html", context, status=410)


@never_cache
@require_GET
def look(request: PageRequest, token: str) -> HttpResponse:
    """Open the table of the link under a mail, to read; this signs nobody in."""
    try:
        found = signin.read_look(token)
    except BadKey:
        return render(request, "web/sign_in.html", {"bad": True, "next": "/"}, status=403)
    except ExpiredKey as old:
        return _old(request, old)
    response = redirect("table", found.game_id)
    if request.player is None:
        signin.remember_look(response, found)
    return response


def _ask_for_link(request: HttpRequest, email: str, path: str, shown: str = "") -> HttpResponse:
    """Send a link, with the same answer for every address: a page does not tell who plays here."""
    email = email.strip().lower()
    try:
        validate_email(email)
    except ValidationError:
        words = _("That is not a mail address; write one like ann@example.org.")
        context = {"next": path, "email": email, "problem": words}
        return render(request, "web/sign_in.html", context, status=400)
    place = request.META.get("REMOTE_ADDR")
    seconds = limits.wait(limits.LINKS_FROM_PLACE, place)
    seconds = seconds or limits.wait(limits.LINKS_TO_ADDRESS, email)
    if seconds:
        return too_many(request, seconds)
    signals.sign_in_asked.send(Player, email=email, link=signin.link_to(email, path))
    sent = {"email": shown or email, "hours": signin.LINK_HOURS}
    return render(request, "web/link_sent.html", sent)


def _ask_from_look(request: HttpRequest, token: str) -> HttpResponse:
    """Send a link to the person whose mail was opened.

    The page does not spell their address out, because somebody else may hold the mail.
    """
    try:
        found = signin.read_look(token)
    except (BadKey, ExpiredKey):
        return render(request, "web/sign_in.html", {"bad": True, "next": "/"}, status=403)
    email = found.player.email
    name, _at, domain = email.partition("@")
    path = reverse("table", args=[found.game_id])
    return _ask_for_link(request, email, path, shown=f"{name[:1]}…@{domain}")


def too_many(request: HttpRequest, seconds: int, lines: str = "") -> HttpResponse:
    """Say that nothing was done, and give the typed `lines` back."""
    context = {"minutes": max(1, round(seconds / 60)), "lines": lines}
    response = render(request, "web/too_many.html", context, status=429)
    response["Retry-After"] = str(seconds)
    return response


@require_POST
def sign_out(request: PageRequest) -> HttpResponse:
    """Sign out of this browser, or with `everywhere` out of all."""
    if "everywhere" in request.POST and request.player is not None:
        signin.sign_out_everywhere(request, request.player)
    else:
        signin.sign_out(request)
    return redirect("start")


@require_http_methods(["GET", "POST"])
def me(request: PlayerRequest) -> HttpResponse:
    """Show and change everything a player may set: name, zone and language, and what other parts of
    the site add, such as mails."""
    sent = request.POST or None
    form = ProfileForm(sent, instance=request.player)
    parts = ports.settings_parts(sent, request.player)
    if request.method == "POST":
        filled = [part for part in parts if part.is_bound]
        sound = [form.is_valid(), *(part.is_valid() for part in filled)]
        if all(sound) and all(part.save() for part in filled):
            form.save()
            messages.success(request, _("Saved."))
            return redirect("me")
        request.player.refresh_from_db()
    status = 400 if request.method == "POST" else 200
    push = settings.PARSEC_VAPID_PUBLIC if settings.PARSEC_VAPID_PRIVATE else ""
    context = {"form": form, "parts": parts, "push_key": push}
    return render(request, "web/me.html", context, status=status)
