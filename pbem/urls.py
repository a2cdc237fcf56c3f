"""Addresses of the site; who may open which is stated in `pbem.web.permissions`."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.generic import RedirectView

from pbem.table import one_click_page


def alive(request: HttpRequest) -> HttpResponse:
    """Answer without touching database or Redis: for the supervisor and a reverse proxy."""
    return HttpResponse("alive\n", content_type="text/plain")


urlpatterns = [
    path("alive", alive, name="alive"),
    # One door for every password, with one limit on guesses: the desk's.
    path(
        "admin/login/",
        RedirectView.as_view(pattern_name="desk:sign-in", query_string=True),
        name="staff-sign-in",
    ),
    path("admin/", admin.site.urls),
    path("desk/", include("pbem.referee.desk.urls")),
    path("", include("pbem.operations.urls")),
    path("do/<str:token>/", one_click_page.action, name="action"),
    path("", include("pbem.web.urls")),
    path("", include("notifications.urls")),
]
