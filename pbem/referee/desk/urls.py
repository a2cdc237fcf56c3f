"""Addresses of the desk; `access` says who may open them."""

from django.urls import path

from pbem.referee.desk import views

app_name = "desk"

urlpatterns = [
    path("", views.queue, name="queue"),
    path("sign-in", views.SignIn.as_view(), name="sign-in"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("statistics", views.statistics, name="statistics"),
    path("disputes/<int:pk>/", views.dispute, name="dispute"),
    path("disputes/<int:pk>/assign", views.assign, name="assign"),
    path("disputes/<int:pk>/note", views.note, name="note"),
    path("disputes/<int:pk>/address", views.new_address, name="new-address"),
    path("disputes/<int:pk>/uphold", views.uphold, name="uphold"),
    path("disputes/<int:pk>/rulings/<int:seq>/", views.ruling, name="ruling"),
    path("disputes/<int:pk>/rulings/<int:seq>/try", views.trial, name="trial"),
    path("disputes/<int:pk>/apply", views.apply, name="apply"),
]
