"""The page behind the signed link in every mail: how, when and in which language we write."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from notifications import links, preferences
from notifications.models import Preferences
from pbem.errors import TableError
from pbem.models import Player


class MailForm(forms.Form):
    """Which mails a person wants, and when; the words of a refusal come from `preferences`."""

    mode = forms.ChoiceField(
        label=_("Which mails"),
        choices=list(preferences.MODES.items()),
        widget=forms.RadioSelect,
    )
    digest_hour = forms.IntegerField(label=_("Hour of the digest"), min_value=0, max_value=23)
    quiet_from = forms.IntegerField(
        label=_("Quiet from (hour)"), min_value=0, max_value=23, required=False
    )
    quiet_until = forms.IntegerField(
        label=_("Quiet until (hour)"), min_value=0, max_value=23, required=False
    )
    text_only = forms.BooleanField(label=_("Text only, no pictures"), required=False)

    def save_for(self, player: Player) -> bool:
        """Save everything, or add the refusal to its field; True if everything was saved."""
        wanted = self.cleaned_data
        try:
            preferences.set_quiet_hours(player, wanted["quiet_from"], wanted["quiet_until"])
        except TableError as problem:
            self.add_error("quiet_from", str(problem))
        if self.errors:
            return False
        preferences.set_digest_hour(player, wanted["digest_hour"])
        preferences.set_mode(player, wanted["mode"])
        preferences.set_text_only(player, wanted["text_only"])
        return True


class PreferencesForm(MailForm):
    """All of a person's preferences, for whoever comes by the link in a mail."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.CharField(label=_("Time zone"), max_length=64)
    field_order = (
        "mode",
        "digest_hour",
        "quiet_from",
        "quiet_until",
        "language",
        "time_zone",
        "text_only",
    )

    def save_for(self, player: Player) -> bool:
        wanted = self.cleaned_data
        try:
            preferences.set_time_zone(player, wanted["time_zone"])
        except TableError as problem:
            self.add_error("time_zone", str(problem))
        if not super().save_for(player):
            return False
        preferences.set_language(player, wanted["language"])
        return True


class MailSettings(MailForm):
    """The mails on the settings page of the site: see `ports.SettingsPart`."""

    def __init__(self, sent: Mapping[str, object] | None, player: Player) -> None:
        known = sent if sent and "mail-mode" in sent else None
        super().__init__(known, initial=_now(player), prefix="mail")
        self.player = player

    @property
    def title(self) -> str:
        return str(_("Mails"))

    def save(self) -> bool:
        return self.save_for(self.player)


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    player = _player(token)
    form = PreferencesForm(request.POST or None, initial=_now(player))
    if request.method == "POST" and form.is_valid() and form.save_for(player):
        return redirect(f"{request.path}?saved=1")
    with translation.override(player.language):
        context = {"form": form, "player": player, "saved": "saved" in request.GET}
        return render(request, "notifications/preferences.html", context)


@csrf_exempt
@require_http_methods(["GET", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe with one click (RFC 8058): a mail program posts here, and the signature is the
    permission.

    A GET changes nothing, because mail scanners follow links.
    """
    player = _player(token)
    if request.method == "POST":
        preferences.set_mode(player, Preferences.Mode.NEEDS)
    with translation.override(player.language):
        context = {"done": request.method == "POST", "settings": links.settings_url(player)}
        return render(request, "notifications/unsubscribe.html", context)


def _player(token: str) -> Player:
    player = links.player_of(token)
    if player is None:
        raise Http404("This link is not valid or too old; use the one in your newest mail.")
    return player


def _now(player: Player) -> dict[str, Any]:
    wishes = preferences.of(player)
    return {
        "mode": wishes.mode,
        "digest_hour": wishes.digest_hour,
        "quiet_from": wishes.quiet_from,
        "quiet_until": wishes.quiet_until,
        "text_only": wishes.text_only,
        "language": player.language,
        "time_zone": player.time_zone,
    }
