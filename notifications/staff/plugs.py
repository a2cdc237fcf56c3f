"""Registers what notifications plugs into `pbem`, which does not know it: see `pbem.ports`."""

from notifications.commands.in_the_box import InTheBox
from notifications.models import Outbox
from notifications.outbound import acknowledgements, outbox
from notifications.pages.preferences_page import MailSettings
from notifications.staff import checks, evidence, local_backend
from pbem import ports
from pbem.ports import Rule

PAGES = {
    "confirm-mail": Rule.LINK,
    "answer": Rule.LINK,
    "mail-settings": Rule.LINK,
    "mail-unsubscribe": Rule.LINK,
    "push": Rule.OWN,  # whoever is signed in, where the operator has set the keys
    "push-worker": Rule.OWN,  # anybody, where the operator has set the keys
    "mailboxes": Rule.DEMO,
    "mailbox": Rule.DEMO,
    "mail": Rule.DEMO,
    "mail-source": Rule.DEMO,
    "mail-html": Rule.DEMO,
    "mail-file": Rule.DEMO,
    "mail-reply": Rule.DEMO,
    "demo-play": Rule.DEMO,
    "demo-seat": Rule.DEMO,
    "demo-desk": Rule.DEMO,
    "anymail:": Rule.OWN,  # the provider's webhook secret
}
"""Who may open which page of `notifications.urls`."""

MAILS_OF_AN_ADVANCE = 6
"""A ruling is told to a whole table at most; whoever made it is told in any case."""


def plug_in() -> None:
    """Register everything; called once, when the site starts."""
    ports.register_evidence(evidence.Mails())
    ports.register_metrics("mails", evidence.metrics_of_mails)
    for name, check in checks.CHECKS.items():
        ports.register_check(name, check)
    ports.register_pages(PAGES)
    ports.register_demo(local_backend.configured)
    ports.register_settings(MailSettings)
    ports.register_commands(InTheBox())
    ports.register_asked_along(acknowledgements.asked_along)
    ports.register_asked_along(outbox.asked_along)
    ports.register_new_rows(Outbox, MAILS_OF_AN_ADVANCE)
