"""The Celery application. What it is told is in `pbem.settings`, under CELERY_."""

import os

from celery import Celery

from pbem.services import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

broker.install()
app = Celery("parsec")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
