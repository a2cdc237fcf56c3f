"""The Django project, and the life of a game."""

from pbem.celery import app as celery_app

__all__ = ["celery_app"]
