"""The Celery application; its settings are in `pbem.settings`, under CELERY_."""

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
    """Close database connections that are old or broken, as Django does around a request.

    A connection serves many tasks; Celery itself would make a new one for each
    (CELERY_DB_REUSE_MAX).
    """
    close_old_connections()
