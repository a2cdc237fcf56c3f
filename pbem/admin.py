"""The staff's pages for the rows.

Most rows are read-only: a game changes through its rulings alone.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from pbem.models import (
    Address,
    Correction,
    Credit,
    Dispute,
    DisputeNote,
    Extension,
    Game,
    Heartbeat,
    Invitation,
    Look,
    Offer,
    Player,
    Press,
    PressCopy,
    Prompt,
    Refereeing,
    Ruling,
    Seat,
    Snapshot,
    StandingOrder,
    Submission,
    Vacation,
)
from pbem.play import loading
from pbem.table import press
from rules.kernel.events import Told
from rules.kernel.ruleset import Ruleset


class ReadOnly(admin.ModelAdmin):
    """Base class for rows that the server writes and nobody edits."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class HiddenWhileRunning(ReadOnly):
    """Base class for rows that show hidden things: lists those of ended games alone.

    A referee looks at those of a running game from a dispute, at the desk, where every look is
    noted.
    """

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request).select_related("game")
        return rows.filter(game__status__in=(Game.Status.OVER, Game.Status.CANCELLED))

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        words = format_html(
            "Games that have ended. Of a running game these are looked at from a dispute, at the "
            '<a href="{}">desk</a>, where every look is noted.',
            reverse("desk:queue"),
        )
        messages.info(request, words)
        return super().changelist_view(request, extra_context)


class AddressInline(admin.TabularInline):
    """Addresses are confirmed by their owners; staff can take one away."""

    model = Address
    extra = 0
    fields = ("email", "verified", "bounced", "created")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "email", "language", "time_zone", "created")
    list_filter = ("language",)
    search_fields = ("name", "email", "addresses__email")
    raw_id_fields = ("user",)
    inlines = (AddressInline,)


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    can_delete = False
    raw_id_fields = ("player",)
    fields = ("number", "kind", "player", "asks_in_windows", "missed")
    readonly_fields = ("number", "kind", "player", "missed")

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(admin.ModelAdmin):
    list_display = ("__str__", "ruleset", "status", "mode", "round", "head_seq", "organiser")
    list_filter = ("status", "ruleset", "mode")
    search_fields = ("name", "organiser__name", "organiser__email")
    raw_id_fields = ("organiser",)
    inlines = (SeatInline,)
    readonly_fields = (
        "ruleset",
        "options",
        "hours",
        "terms",
        "status",
        "commitment",
        "revealed_seed",
        "head_seq",
        "round",
        "created",
        "started",
        "paused",
        "ended",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="Seed")
    def revealed_seed(self, game: Game) -> str:
        return game.seed if game.status == Game.Status.OVER else "Sealed until the game is over."


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("__str__", "kind", "player", "missed", "asks_in_windows")
    list_filter = ("kind",)
    search_fields = ("game__name", "player__name", "player__email")
    list_select_related = ("game", "player")
    exclude = ("word",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly):
    list_display = ("email", "game", "state", "created")
    list_filter = ("state",)
    search_fields = ("email", "name", "game__name")
    list_select_related = ("game",)


@admin.register(Ruling)
class RulingAdmin(HiddenWhileRunning):
    list_display = ("__str__", "step", "parent", "live", "reveals", "at")
    list_filter = ("live", "reveals")
    search_fields = ("game__name", "step", "=seq")
    fields = ("game", "seq", "parent", "live", "step", "reveals", "at", "events", "dice")
    readonly_fields = ("events", "dice")

    @admin.display(description="Events")
    def events(self, row: Ruling) -> SafeString:
        ruleset = loading.ruleset_of(row.game)
        names = [seat.holder for seat in row.game.seats.select_related("player")]
        told = row.kernel().events
        return format_html_join("", "<p>{}</p>", ((_words(ruleset, t, names),) for t in told))

    @admin.display(description="Dice")
    def dice(self, row: Ruling) -> SafeString:
        draws = row.kernel().dice
        return format_html_join(
            "", "<p>{} (d{}): {}</p>", ((d.label, d.sides, list(d.values)) for d in draws)
        )


def _words(ruleset: Ruleset[Any], told: Told, names: Sequence[str]) -> str:
    words = ruleset.event(told.event).words(names)
    to = "" if told.to is None else f" (to {', '.join(names[seat] for seat in told.to)})"
    return f"{words}{to} [{', '.join(told.cite)}]" if told.cite else f"{words}{to}"


@admin.register(Snapshot)
class SnapshotAdmin(HiddenWhileRunning):
    list_display = ("__str__", "seq")
    search_fields = ("game__name",)


@admin.register(Prompt)
class PromptAdmin(ReadOnly):
    list_display = ("__str__", "seat", "kind", "state", "waiting", "opened", "due")
    list_filter = ("state", "window", "kind")
    search_fields = ("game__name", "address")
    list_select_related = ("game", "seat__game")
    exclude = ("stopped",)


@admin.register(Submission)
class SubmissionAdmin(HiddenWhileRunning):
    list_display = ("receipt", "game", "seat", "door", "state", "received")
    list_filter = ("state", "door")
    search_fields = ("receipt", "game__name", "seat__player__email")


@admin.register(StandingOrder)
class StandingOrderAdmin(ReadOnly):
    list_display = ("seat", "active", "created")
    list_filter = ("active",)
    search_fields = ("seat__game__name", "seat__player__email")
    list_select_related = ("seat__game",)
    exclude = ("line", "text")


@admin.register(Offer)
class OfferAdmin(HiddenWhileRunning):
    list_display = ("__str__", "seat", "what", "state", "created", "expires")
    list_filter = ("state",)
    search_fields = ("game__name",)


@admin.register(Vacation)
class VacationAdmin(ReadOnly):
    list_display = ("__str__", "player", "starts", "ends", "days", "announced")
    search_fields = ("seat__game__name", "player__name", "player__email")
    list_select_related = ("seat__game", "player")


@admin.register(Extension)
class ExtensionAdmin(ReadOnly):
    list_display = ("__str__", "seat", "state", "created", "expires")
    list_filter = ("state",)
    search_fields = ("game__name",)
    list_select_related = ("game", "seat__game")


class PressCopyInline(admin.TabularInline):
    model = PressCopy
    extra = 0
    can_delete = False
    fields = ("seat", "sent", "read")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Press)
class PressAdmin(HiddenWhileRunning):
    """Shows messages of ended games; an anonymous one keeps its author's name from staff, too."""

    list_display = ("__str__", "to", "anonymous", "created")
    list_filter = ("anonymous",)
    search_fields = ("game__name",)
    fields = ("game", "number", "written_by", "to", "text", "created")
    readonly_fields = ("written_by",)
    inlines = (PressCopyInline,)

    @admin.display(description="By")
    def written_by(self, letter: Press) -> str:
        return press.byline(letter)


@admin.register(Dispute)
class DisputeAdmin(ReadOnly):
    """Shows disputes, to look them up; referees work on them at the desk.

    Nobody sees disputes of a table they sit at.
    """

    list_display = ("game", "ruling_seq", "origin", "state", "outcome", "assignee", "opened")
    list_filter = ("state", "origin", "outcome")
    search_fields = ("game__name", "text")
    list_select_related = ("game", "assignee")
    exclude = ("nonce",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).exclude(game__seats__player__user=request.user)


@admin.register(DisputeNote)
class DisputeNoteAdmin(ReadOnly):
    list_display = ("dispute", "author", "player", "at")
    search_fields = ("dispute__game__name", "text")
    list_select_related = ("dispute__game", "author", "player")
    exclude = ("nonce",)

    def get_queryset(self, request: HttpRequest) -> Any:
        rows = super().get_queryset(request)
        return rows.exclude(dispute__game__seats__player__user=request.user)


@admin.register(Refereeing)
class RefereeingAdmin(admin.ModelAdmin):
    """Who referees which game, besides staff."""

    list_display = ("game", "user", "since")
    search_fields = ("game__name", "user__username")
    raw_id_fields = ("game", "user")
    list_select_related = ("game", "user")


@admin.register(Look)
class LookAdmin(ReadOnly):
    list_display = ("at", "user", "dispute", "ruling_seq", "what")
    list_filter = ("what",)
    search_fields = ("user__username", "dispute__game__name")
    list_select_related = ("user", "dispute__game")


@admin.register(Correction)
class CorrectionAdmin(HiddenWhileRunning):
    list_display = ("game", "ruling_seq", "kind", "first_seq", "last_seq", "at")
    list_filter = ("kind",)
    search_fields = ("game__name",)


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display = ("at",)


@admin.register(Credit)
class CreditAdmin(ReadOnly):
    list_display = ("gap_start", "gap_end")
