"""Mail settings, confirm links, one-tap answers, the providers' webhooks, the demo's mailboxes."""

from django.urls import include, path

from notifications.pages import (
    answer,
    confirm,
    demo_mailbox,
    demo_seat,
    preferences_page,
    push_page,
)

urlpatterns = [
    path("mail/<str:token>/", preferences_page.page, name="mail-settings"),
    path("mail/<str:token>/stop", preferences_page.unsubscribe, name="mail-unsubscribe"),
    path("confirm/<str:token>/", confirm.page, name="confirm-mail"),
    path("answer/<str:token>/", answer.page, name="answer"),
    path("push/", push_page.subscribe, name="push"),
    path("push-worker.js", push_page.worker, name="push-worker"),
    path("anymail/", include("anymail.urls")),
    path("mailbox/", demo_mailbox.mailboxes, name="mailboxes"),
    path("mailbox/mail/<slug:id>/", demo_mailbox.mail, name="mail"),
    path("mailbox/mail/<slug:id>/source", demo_mailbox.source, name="mail-source"),
    path("mailbox/mail/<slug:id>/html", demo_mailbox.html, name="mail-html"),
    path("mailbox/mail/<slug:id>/file/<int:number>", demo_mailbox.file, name="mail-file"),
    path("mailbox/mail/<slug:id>/reply", demo_mailbox.reply, name="mail-reply"),
    path("demo/<int:game_id>/play", demo_seat.play, name="demo-play"),
    path("demo/<int:game_id>/", demo_seat.seat, name="demo-seat"),
    path("demo/desk", demo_seat.desk, name="demo-desk"),
    path("mailbox/of/<str:address>/", demo_mailbox.mailbox, name="mailbox"),
]
