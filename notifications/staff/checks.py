"""The doctor's checks of mail: is each configured way in open and safe, what could not be sent or
read."""

from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from notifications import web_push
from notifications.inbound import authentication, imap
from notifications.inbound.mime import Mail
from notifications.models import Inbound, Outbox
from pbem.operations.doctor import PATIENCE, door, migrations
from pbem.ports import Finding, Level

LATELY = 20
"""The number of newest mails in which the verdict of the mail server in front of us is looked for.
"""
SHORTEST_SECRET = 24


def webhook() -> Finding:
    """Check the shared secret: without one no webhook is taken, with a weak one anybody could hand
    in mails."""
    secret = settings.ANYMAIL.get("WEBHOOK_SECRET", "")
    provider = settings.EMAIL_BACKEND.startswith("anymail.")
    how = "Set ANYMAIL_WEBHOOK_SECRET=some-user:long-random-text, as in the provider's URL."
    if not secret:
        says = "no secret, so webhooks of providers are refused"
        return Finding("WARN", "webhook", says, how) if provider else Finding("OK", "webhook", says)
    user, colon, word = secret.partition(":")
    if not (user and colon and word):
        return Finding("FAIL", "webhook", "the secret has no colon: no webhook can match it", how)
    if len(word) < SHORTEST_SECRET:
        return Finding("WARN", "webhook", "the secret is short enough to be guessed", how)
    return Finding("OK", "webhook", "taken with the secret")


def mailbox() -> Finding:
    """Check the mailbox: whether the login works and the folders are there. Nothing is read or
    marked."""
    box = settings.IMAP_URL
    if box is None:
        return Finding("OK", "imap", "not used (IMAP_URL is not set)")
    try:
        with imap.opened(box, timeout=PATIENCE) as open_:
            folders = {folder.name for folder in open_.folder.list()}
            unseen = len(open_.uids("UNSEEN"))
    except imap.TROUBLE as problem:
        says, _colon, do = imap.explained(problem, box).partition(": ")
        return Finding("FAIL", "imap", says, f"{do[:1].upper()}{do[1:]}.")
    if box.done and box.done not in folders:
        says = f"there is no folder {box.done!r} to put read mails into"
        how = "Create it in the mailbox, or correct done= of IMAP_URL."
        return Finding("FAIL", "imap", says, how)
    if not box.tls and box.host not in ("localhost", "127.0.0.1", "::1"):
        says = f"{box.host} is asked without encryption"
        return Finding("WARN", "imap", says, "Use imaps:// in IMAP_URL.")
    proven = ""
    if box.tls:
        proven = f", its name proven by {f'the authority in {box.ca}' if box.ca else 'TLS'}"
    return Finding("OK", "imap", f"{box.host}/{box.folder}: {unseen} unseen{proven}")


def lmtp_door() -> Finding:
    if settings.PARSEC_LMTP_DOOR is None:
        return Finding("OK", "lmtp door", "not used (PARSEC_LMTP_DOOR is not set)")
    return door("lmtp door", settings.PARSEC_LMTP_DOOR, "PARSEC_LMTP_DOOR")


def senders() -> Finding:
    """Check whether senders are proven, and whether the server leaves its name that proves them."""
    mode, trusted = settings.PARSEC_MAIL_AUTH, settings.PARSEC_MAIL_AUTHSERV
    if mode == authentication.OFF:
        says = "not proven: who has a reply address can write in its owner's name"
        how = "Set PARSEC_MAIL_AUTH=require, and PARSEC_MAIL_AUTHSERV to your mail server's name."
        return Finding("WARN" if settings.PRODUCTION else "OK", "senders", says, how)
    if not trusted:
        how = "Set PARSEC_MAIL_AUTHSERV to the name it writes into Authentication-Results."
        return Finding("WARN", "senders", "no mail server is trusted to prove them", how)
    named = ", ".join(trusted)
    mails = _lately()
    looked = len(mails)
    depths = map(authentication.hops_above_verdict, mails)
    hops = [above for above in depths if above is not None]
    least = min(hops, default=0)
    if looked and (not hops or least > settings.PARSEC_MAIL_HOPS):
        says = f"none of the last {looked} mails has a verdict of {named}"
        how = "Let that server add Authentication-Results, or correct PARSEC_MAIL_AUTHSERV."
        if hops:
            says += " where it counts"
            how = f"If {least} Received lines are of your own servers: PARSEC_MAIL_HOPS={least}."
        level: Level = "FAIL" if mode == authentication.REQUIRE else "WARN"
        return Finding(level, "senders", says, how)
    counts = [authentication.verdicts_above_hops(mail) for mail in mails]
    if lacking := counts.count(0):
        says = f"{lacking} of the last {looked} mails came without a verdict of {named}"
        says += ": one that a sender writes into such a mail would be believed"
        how = (
            "Let the mail server refuse mail while its filter is away (Postfix: "
            "milter_default_action = tempfail), and give the filter a name that nobody can guess."
        )
        return Finding("FAIL" if mode == authentication.REQUIRE else "WARN", "senders", says, how)
    written = min(counts, default=0)
    if written > settings.PARSEC_MAIL_RESULTS:
        says = f"the last {looked} mails have {written} verdicts of {named} each"
        says += f", and {settings.PARSEC_MAIL_RESULTS} of them counts, the topmost"
        how = f"If your own server writes them all: PARSEC_MAIL_RESULTS={written}."
        return Finding("WARN", "senders", says, how)
    return Finding("OK", "senders", f"PARSEC_MAIL_AUTH={mode}, by {named}")


def _lately() -> list[Mail]:
    """Return the headers of mails that came lately."""
    try:
        raws = list(Inbound.objects.order_by("-pk").values_list("raw", flat=True)[:LATELY])
    except DatabaseError:
        return []
    return [Mail(bytes(raw), headers_only=True) for raw in raws]


def push_keys() -> Finding:
    """Check whether the two keys of web push belong together: with others nothing arrives."""
    public, private = settings.PARSEC_VAPID_PUBLIC, settings.PARSEC_VAPID_PRIVATE
    how = "Make a pair with: python manage.py vapid_keys"
    if not public and not private:
        return Finding("OK", "push", "not used (PARSEC_VAPID_PUBLIC is not set)")
    if not (public and private):
        return Finding("WARN", "push", "one of its two keys is missing, so it is off", how)
    try:
        fits = web_push.public_of(private) == public.rstrip("=")
    except ValueError:
        return Finding("FAIL", "push", "PARSEC_VAPID_PRIVATE is no key of 32 bytes", how)
    if not fits:
        return Finding("FAIL", "push", "the two keys do not belong together", how)
    return Finding("OK", "push", "its keys belong together")


def outbox() -> Finding:
    """Check for mails that the provider or the mail server has refused lately.

    Wrong settings are often seen nowhere else.
    """
    if migrations().level == "FAIL":
        return Finding("WARN", "outbox", "unknown without tables", "See the migrations line.")
    failing = Outbox.objects.exclude(last_error="")
    since = timezone.now() - timedelta(days=1)
    lately = failing.filter(state=Outbox.State.FAILED, claimed_at__gt=since)
    waiting, lost = failing.filter(state=Outbox.State.QUEUED).count(), lately.count()
    if not waiting and not lost:
        return Finding("OK", "outbox", "nothing is stuck")
    last = failing.order_by("-claimed_at").values_list("last_error", flat=True).first()
    says = f"{waiting} mails wait after a failure, {lost} given up within a day; the last: {last}"
    how = "535, 530, 401, 403: correct the login or key. 553, 554, 5.7: let that server take mail "
    how += "from PARSEC_MAIL_DOMAIN. Then try again from the desk (mails out)."
    return Finding("WARN", "outbox", says, how)


def shunt() -> Finding:
    """Check for mails that wait for a person."""
    if migrations().level == "FAIL":
        return Finding("WARN", "shunt", "unknown without tables", "See the migrations line.")
    waiting = Inbound.objects.filter(state=Inbound.State.SHUNTED).count()
    if not waiting:
        return Finding("OK", "shunt", "no mail needs a person")
    how = "Run: python manage.py shunt list, then shunt show or shunt retry."
    return Finding("WARN", "shunt", f"{waiting} mails need a person", how)


CHECKS: dict[str, Callable[[], Finding]] = {
    "webhook": webhook,
    "imap": mailbox,
    "lmtp door": lmtp_door,
    "senders": senders,
    "push": push_keys,
    "outbox": outbox,
    "shunt": shunt,
}
