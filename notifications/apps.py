from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        """Connect the receivers of signals and register the tasks: to import them is enough."""
        from notifications import tasks, warming  # noqa: F401
        from notifications.inbound import webhook  # noqa: F401
        from notifications.outbound import (  # noqa: F401
            acknowledgements,
            browsers,
            on_signal,
            sign_in_mail,
            tracking,
        )
        from notifications.staff import plugs

        plugs.plug_in()
