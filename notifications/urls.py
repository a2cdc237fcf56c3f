"""Mail settings, confirm links, the providers' webhooks, and the demo's mailboxes."""

from django.urls import include, path

from notifications import confirm_page, mailbox, wishes

urlpatterns = [
    path("mail/<str:token>/", wishes.page, name="mail-settings"),
    path("mail/<str:token>/stop", wishes.unsubscribe, name="mail-unsubscribe"),
    path("confirm/<str:token>/", confirm_page.page, name="confirm-mail"),
    path("anymail/", include("anymail.urls")),
    path("mailbox/", mailbox.mailboxes, name="mailboxes"),
    path("mailbox/mail/<slug:id>/", mailbox.mail, name="mail"),
    path("mailbox/mail/<slug:id>/source", mailbox.source, name="mail-source"),
    path("mailbox/mail/<slug:id>/html", mailbox.html, name="mail-html"),
    path("mailbox/mail/<slug:id>/file/<int:number>", mailbox.file, name="mail-file"),
    path("mailbox/mail/<slug:id>/reply", mailbox.reply, name="mail-reply"),
    path("mailbox/of/<str:address>/", mailbox.mailbox, name="mailbox"),
]
