from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import answer, listen, mailroom, signin  # noqa: F401  (receivers)
        from notifications.inbound import (
            pipeline,  # noqa: F401  (receivers)
            webhook,  # noqa: F401  (receivers)
        )

        mailroom.open_for_business()
