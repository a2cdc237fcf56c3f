from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "pbem.web"
    label = "web"
    verbose_name = "Pages"
    default_auto_field = "django.db.models.BigAutoField"
