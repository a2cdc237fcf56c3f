"""The front page, and the demo's mailboxes."""

from django.urls import path

from notifications import mailbox

urlpatterns = [
    path("", mailbox.index, name="index"),
    path("mailbox/", mailbox.mailboxes, name="mailboxes"),
    path("mailbox/mail/<slug:id>/", mailbox.mail, name="mail"),
    path("mailbox/mail/<slug:id>/source", mailbox.source, name="mail-source"),
    path("mailbox/mail/<slug:id>/reply", mailbox.reply, name="mail-reply"),
    path("mailbox/of/<str:address>/", mailbox.mailbox, name="mailbox"),
]
