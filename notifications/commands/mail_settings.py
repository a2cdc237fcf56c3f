"""`SETTINGS …`: how a person wants to be written to, shown and changed by mail."""

import re
from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _
from rapidfuzz import process

from notifications import preferences
from notifications.compose import times
from notifications.models import Preferences
from notifications.preferences import LANGUAGES, MODES, BadPreference
from pbem.models import Player
from pbem.table import addresses, limits
from rules.lexicon.text import fold

MAILS, DIGEST, QUIET, ZONE, TEXT, PICTURES = "mails", "digest", "quiet", "zone", "text", "pictures"
NAME, LANGUAGE, ADDRESS = "name", "language", "address"

ADDRESSES_OF_PLAYER = limits.Limit("addresses named by one player", 10, 24 * 3600)
"""Each gets a mail from us, and may belong to somebody else."""
SUBJECTS = {
    **dict.fromkeys(("mails", "mail", "listy", "poczta", "levelek", "level"), MAILS),
    **dict.fromkeys(("digest", "skrot", "osszefoglalo"), DIGEST),
    **dict.fromkeys(("quiet", "cisza", "csend"), QUIET),
    **dict.fromkeys(("zone", "timezone", "strefa", "zona", "idozona"), ZONE),
    **dict.fromkeys(("text", "tekst", "szoveg"), TEXT),
    **dict.fromkeys(("pictures", "picture", "obrazy", "obrazki", "kepek"), PICTURES),
    **dict.fromkeys(("name", "imie", "nazwa", "nev"), NAME),
    **dict.fromkeys(("language", "jezyk", "nyelv"), LANGUAGE),
    **dict.fromkeys(("address", "adres", "cim"), ADDRESS),
}
_TWO_WORDS = {"time zone": ZONE, "strefa czasowa": ZONE, "quiet hours": QUIET, "text only": TEXT}
_MODES = {
    **dict.fromkeys(("all", "everything", "wszystkie", "wszystko", "mind", "minden"), "all"),
    **dict.fromkeys(("digest", "skrot", "osszefoglalo"), "digest"),
    **dict.fromkeys(
        ("needs", "need", "needs me", "needs-me", "potrzebne", "tylko potrzebne", "fontos"), "needs"
    ),
}
_ON = ("", "on", "yes", "only", "tak", "tylko", "wlacz", "igen", "be", "csak")
_OFF = ("off", "no", "none", "nie", "brak", "wylacz", "nem", "ki", "nincs")
_DO = {
    **dict.fromkeys(("add", "dodaj", "hozzaad", "uj"), "add"),
    **dict.fromkeys(("remove", "delete", "usun", "torol"), "remove"),
    **dict.fromkeys(("main", "glowny", "fo"), "main"),
}
_HOURS = re.compile(r"(\d{1,2})(?::?(\d\d))?\D+(\d{1,2})(?::?(\d\d))?\D*")
_HOUR = re.compile(r"\D*(\d{1,2})(?::?00)?\D*")


def command(player: Player, text: str) -> str | None:
    """What became of `SETTINGS …`, in words; None where the settings are only to be shown.

    Raises TableError with words that say what can be written instead.
    """
    if not text.strip():
        return None
    subject, value = _subject(text)
    return _CHANGES[subject](player, value)


def _subject(text: str) -> tuple[str, str]:
    words = text.replace("=", " ").replace(":", " ", 1).split()
    if found := _TWO_WORDS.get(fold(" ".join(words[:2]))):
        return found, " ".join(words[2:])
    first = fold(words[0]).strip(".,")
    if first not in SUBJECTS:
        near = process.extractOne(first, list(SUBJECTS), score_cutoff=70)
        hint = _("Did you mean %(name)s?") % {"name": near[0].upper()} if near else _how()
        unknown = _("There is no setting “%(name)s”.") % {"name": first[:40]}
        raise BadPreference(f"{unknown} {hint}")
    return SUBJECTS[first], " ".join(words[1:])


def _how() -> str:
    there = ", ".join(word.upper() for word in _CHANGES)
    return _("There are: %(there)s. SETTINGS alone shows them all.") % {"there": there}


def _mails(player: Player, value: str) -> str:
    first, _space, rest = fold(value).partition(" ")
    mode = _MODES.get(fold(value).strip(" .")) or _MODES.get(first.strip("."))
    if mode is None:
        raise BadPreference(_("Write SETTINGS MAILS all, SETTINGS MAILS digest 7 or MAILS needs."))
    if mode == Preferences.Mode.DIGEST and rest.strip():
        return _digest(player, rest)
    wishes = preferences.set_mode(player, mode)
    return _mode_words(wishes)


def _mode_words(wishes: Preferences) -> str:
    words = str(MODES[wishes.mode])
    if wishes.mode == Preferences.Mode.DIGEST:
        words += f" ({wishes.digest_hour}:00)"
    return words


def _digest(player: Player, value: str) -> str:
    found = _HOUR.fullmatch(value)
    if found is None:
        raise BadPreference(_("Write the hour of the digest: SETTINGS DIGEST 7"))
    return _mode_words(preferences.set_digest_hour(player, int(found[1])))


def _quiet(player: Player, value: str) -> str:
    if fold(value).strip(" .") in _OFF:
        preferences.set_quiet_hours(player, None, None)
        return _("No quiet hours: mails come at any hour.")
    found = _HOURS.fullmatch(value.strip())
    if found is None or any(minutes not in (None, "00") for minutes in (found[2], found[4])):
        raise BadPreference(_("Write two whole hours: SETTINGS QUIET 22-7, or SETTINGS QUIET off."))
    wishes = preferences.set_quiet_hours(player, int(found[1]), int(found[3]))
    return _quiet_words(wishes)


def _quiet_words(wishes: Preferences) -> str:
    if wishes.quiet_from is None or wishes.quiet_from == wishes.quiet_until:
        return _("none")
    hours = {"from": wishes.quiet_from, "until": wishes.quiet_until}
    return _("from %(from)s:00 to %(until)s:00; answers come at any hour") % hours


def _zone(player: Player, value: str) -> str:
    if not value:
        raise BadPreference(_("Write one like Europe/Warsaw."))
    preferences.set_time_zone(player, value)
    return _zone_words(player)


def _zone_words(player: Player) -> str:
    now = times.moment(timezone.now(), player)
    return _("%(zone)s, where it is %(now)s") % {"zone": player.time_zone, "now": now}


def _text(player: Player, value: str) -> str:
    return _text_words(preferences.set_text_only(player, _switch(value, "SETTINGS TEXT")))


def _pictures(player: Player, value: str) -> str:
    return _text_words(preferences.set_text_only(player, not _switch(value, "SETTINGS PICTURES")))


def _switch(value: str, what: str) -> bool:
    word = fold(value).strip(" .")
    if word not in (*_ON, *_OFF):
        raise BadPreference(_("Write %(what)s on or %(what)s off.") % {"what": what})
    return word in _ON


def _text_words(wishes: Preferences) -> str:
    return _("text only, no pictures") if wishes.text_only else _("with pictures")


def _name(player: Player, value: str) -> str:
    preferences.set_name(player, value)
    return _("The table knows you as %(name)s from now on.") % {"name": player.name}


def language(player: Player, value: str) -> str:
    """Also what `LANGUAGE pl` does. The answer is in the new language."""
    preferences.set_language(player, value)
    with preferences.in_language_of(player):
        name = LANGUAGES[player.language]
        return _("Mails to you are now in %(name)s.") % {"name": name}


def _address(player: Player, value: str) -> str:
    """A new address counts once its own mailbox has said yes."""
    word, _space, email = value.strip().partition(" ")
    do = _DO.get(fold(word), "add" if "@" in word else "")
    email = email.strip() or (word if "@" in word else "")
    if do == "add" and email:
        if limits.wait(ADDRESSES_OF_PLAYER, player.pk):
            raise BadPreference(_("You have named many addresses today. Try again tomorrow."))
        addresses.add(player, email)
        return _("A mail to %(sender)s asks whether that address is yours.") % {"sender": email}
    if do == "remove" and email:
        addresses.remove(player, email)
        return _("%(address)s is no longer an address of yours.") % {"address": email}
    if do == "main" and email:
        player.email = addresses.make_main(player, email).email
        return _("Mail to you goes to %(address)s from now on.") % {"address": player.email}
    raise BadPreference(
        _(
            "Write SETTINGS ADDRESS ADD ann@example.org; REMOVE forgets one, and MAIN makes a "
            "confirmed one the address we write to."
        )
    )


_CHANGES: dict[str, Callable[[Player, str], str]] = {
    MAILS: _mails,
    DIGEST: _digest,
    QUIET: _quiet,
    LANGUAGE: language,
    ZONE: _zone,
    TEXT: _text,
    PICTURES: _pictures,
    NAME: _name,
    ADDRESS: _address,
}


def shown(player: Player) -> list[str]:
    """Everything as it stands, each with the line that changes it."""
    wishes = preferences.of(player)
    hour = wishes.digest_hour
    listed = [
        (_("Name"), player.name, f"SETTINGS NAME {player.name}"),
        (_("Which mails"), _mode_words(wishes), f"SETTINGS MAILS all · digest {hour} · needs"),
        (_("Quiet hours"), _quiet_words(wishes), "SETTINGS QUIET 22-7 · off"),
        (_("Language"), LANGUAGES[player.language], "SETTINGS LANGUAGE en · pl · hu"),
        (_("Time zone"), _zone_words(player), f"SETTINGS ZONE {player.time_zone}"),
        (_("Pictures"), _text_words(wishes), "SETTINGS TEXT on · off"),
        (_("Addresses"), _addresses(player), "SETTINGS ADDRESS ADD ann@example.org"),
    ]
    return [f"{title}: {value} … {how}" for title, value, how in listed]


def _addresses(player: Player) -> str:
    words = [_("%(address)s (main)") % {"address": player.email}]
    for other in player.addresses.order_by("pk"):
        unsure = _("%(address)s (not confirmed yet)") % {"address": other.email}
        words.append(other.email if other.verified else unsure)
    return ", ".join(words)
