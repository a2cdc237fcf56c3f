from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications.inbound import pipeline, webhook  # noqa: F401  (receivers)
        from notifications.outbound import (  # noqa: F401  (receivers)
            acknowledgements,
            on_signal,
            sign_in_mail,
        )
        from notifications.staff import plugs

        plugs.plug_in()
