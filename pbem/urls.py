"""Addresses of the site."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def alive(request: HttpRequest) -> HttpResponse:
    """Answers without touching database or Redis: for the supervisor and a reverse proxy."""
    return HttpResponse("alive\n", content_type="text/plain")


urlpatterns = [
    path("alive", alive),
    path("admin/", admin.site.urls),
    path("", include("notifications.urls")),
]
