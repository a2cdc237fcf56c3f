"""The Celery application. What it is told is in `pbem.settings`, under CELERY_."""

import os

from celery import Celery
from celery.signals import task_postrun, task_prerun
from django.db import close_old_connections

from pbem.services import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbem.settings")

broker.install()
app = Celery("parsec")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
@task_postrun.connect
def mind_connections(**_: object) -> None:
    """A connection serves many tasks, and is made anew when it is old or broken, as for requests.

    Celery itself would make a new one for each task (CELERY_DB_REUSE_MAX).
    """
    close_old_connections()
