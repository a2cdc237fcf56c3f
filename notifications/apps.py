from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import (  # noqa: F401  (receivers)
            answer,
            listen,
            mailroom,
            receive,
            signin,
            webhook,
        )

        mailroom.open_for_business()
