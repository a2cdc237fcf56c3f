"""The admin pages of mail: what came, what went, what waits for a person."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from notifications import worker_hints
from notifications.inbound import pipeline
from notifications.models import Inbound, Outbox, Preferences, Tracked


@admin.register(Inbound)
class InboundAdmin(admin.ModelAdmin):
    """Mails in. They cannot be changed; a shunted one can be read again.

    The text of a mail is seen at the referee's desk alone, where every look is recorded: its
    addresses would let a reader act for a player.
    """

    list_display = ("id", "received", "door", "state", "outcome", "seat", "submission")
    list_filter = ("state", "outcome", "door", "received")
    search_fields = ("message_id", "sender", "reason", "submission__receipt")
    date_hierarchy = "received"
    list_select_related = ("seat__game", "submission")
    exclude = ("recipients", "said")
    actions = ("read_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Inbound | None = None) -> bool:
        return False

    @admin.action(description="Read shunted mails again", permissions=["view"])
    def read_again(self, request: HttpRequest, chosen: QuerySet[Inbound]) -> None:
        shunted = chosen.filter(state=Inbound.State.SHUNTED)
        for inbound in shunted:
            pipeline.make_unread(inbound)
            worker_hints.read_inbound(inbound.pk)
        self.message_user(request, f"{len(shunted)} mail(s) will be read again.")


@admin.register(Outbox)
class OutboxAdmin(admin.ModelAdmin):
    """Mails out and what became of them; one that was given up can be tried again.

    Their text is not shown, because it holds a player's hand and links that act for the player.
    """

    list_display = ("id", "created", "state", "fate", "tries", "game", "seat", "key", "last_error")
    list_filter = ("state", "fate", "created", "game")
    search_fields = ("address", "subject", "key", "message_id")
    date_hierarchy = "created"
    list_select_related = ("seat__game", "game")
    exclude = ("headers", "body", "template")
    actions = ("try_again",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Outbox | None = None) -> bool:
        return False

    @admin.action(description="Try failed and waiting mails again now", permissions=["view"])
    def try_again(self, request: HttpRequest, chosen: QuerySet[Outbox]) -> None:
        unsent = (Outbox.State.FAILED, Outbox.State.QUEUED)
        failed = list(chosen.filter(state__in=unsent).values_list("pk", flat=True))
        Outbox.objects.filter(pk__in=failed, state__in=unsent).update(
            state=Outbox.State.QUEUED, tries=0, next_try=timezone.now()
        )
        for pk in failed:
            worker_hints.deliver(pk)
        self.message_user(request, f"{len(failed)} mail(s) will be tried again.")


@admin.register(Preferences)
class PreferencesAdmin(admin.ModelAdmin):
    """Preferences: how people want to be written to."""

    list_display = ("player", "mode", "digest_hour", "quiet_from", "quiet_until", "text_only")
    list_filter = ("mode", "text_only")
    search_fields = ("player__name", "player__email")
    list_select_related = ("player",)


@admin.register(Tracked)
class TrackedAdmin(admin.ModelAdmin):
    """Events that providers reported about mails they took."""

    list_display = ("at", "what", "why", "mail")
    list_filter = ("what", "at")
    list_select_related = ("mail",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Tracked | None = None) -> bool:
        return False
