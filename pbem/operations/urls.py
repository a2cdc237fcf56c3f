"""Addresses for machines that watch this one."""

from django.urls import path

from pbem.operations import health, metrics

app_name = "operations"

urlpatterns = [
    path("ready", health.ready, name="ready"),
    path("metrics", metrics.page, name="metrics"),
]
