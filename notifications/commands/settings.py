"""`SETTINGS …`: how a person wants to be written to, shown and changed by mail."""

import re
from abc import abstractmethod
from typing import ClassVar

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rapidfuzz import process

from notifications import preferences
from notifications.commands import language
from notifications.commands.base import (
    Answer,
    Asked,
    Group,
    Section,
    ToServer,
    Translated,
    Usage,
    Words,
)
from notifications.compose import times
from notifications.compose.layout import block
from notifications.models import Preferences
from notifications.preferences import LANGUAGES, MODES, BadPreference
from pbem.models import Player
from pbem.table import limits
from pbem.table.people import addresses
from rules.lexicon.text import fold

ADDRESSES_OF_PLAYER = limits.Limit("addresses named by one player", 10, 24 * 3600)
"""Each gets a mail from us, and may belong to somebody else."""
_MODES = {
    **dict.fromkeys(("all", "everything", "wszystkie", "wszystko", "mind", "minden"), "all"),
    **dict.fromkeys(("digest", "skrot", "osszefoglalo"), "digest"),
    **dict.fromkeys(
        ("needs", "need", "needs me", "needs-me", "potrzebne", "tylko potrzebne", "fontos"), "needs"
    ),
}
_ON = ("", "on", "yes", "only", "tak", "tylko", "wlacz", "igen", "be", "csak")
_OFF = ("off", "no", "none", "nie", "brak", "wylacz", "nem", "ki", "nincs")
_DO_WITH_ADDRESS = {
    **dict.fromkeys(("add", "dodaj", "hozzaad", "uj"), "add"),
    **dict.fromkeys(("remove", "delete", "usun", "torol"), "remove"),
    **dict.fromkeys(("main", "glowny", "fo"), "main"),
}
_HOURS = re.compile(r"(\d{1,2})(?::?(\d\d))?\D+(\d{1,2})(?::?(\d\d))?\D*")
_HOUR = re.compile(r"\D*(\d{1,2})(?::?00)?\D*")


class Setting(ToServer):
    """A part of SETTINGS: one thing that a person can choose."""

    def carry_out(self, asked: Asked) -> str:
        return self.change(asked.player, asked.rest)

    @abstractmethod
    def change(self, player: Player, value: str) -> str:
        """Save the new value; the answer says what holds now. Raises BadPreference."""


class Listed(Setting):
    """A setting with a line where SETTINGS alone shows everything."""

    listed_as: ClassVar[Translated]
    """The title of that line."""

    @abstractmethod
    def value_of(self, player: Player) -> str:
        """Return what holds now, in words."""

    @abstractmethod
    def how(self, player: Player) -> str:
        """Return the line that changes it."""

    def line(self, player: Player) -> str:
        return f"{self.listed_as}: {self.value_of(player)} … {self.how(player)}"


class Name(Listed):
    name = "name"
    words = Words(("name",), ("imię", "nazwa"), ("név",))
    listed_as = gettext_lazy("Name")
    usage = (Usage(("SETTINGS NAME Ann",), "what the table calls you"),)

    def change(self, player: Player, value: str) -> str:
        preferences.set_name(player, value)
        return _("The table knows you as %(name)s from now on.") % {"name": player.name}

    def value_of(self, player: Player) -> str:
        return player.name

    def how(self, player: Player) -> str:
        return f"SETTINGS NAME {player.name}"


class Mails(Listed):
    name = "mails"
    words = Words(("mails", "mail"), ("listy", "poczta"), ("levelek", "level"))
    listed_as = gettext_lazy("Which mails")
    usage = (
        Usage(
            ("SETTINGS MAILS all", "digest 7", "needs"),
            "every ruling; a digest at 7; only what needs you",
        ),
    )

    def change(self, player: Player, value: str) -> str:
        first, _space, rest = fold(value).partition(" ")
        mode = _MODES.get(fold(value).strip(" .")) or _MODES.get(first.strip("."))
        if mode is None:
            raise BadPreference(
                _("Write SETTINGS MAILS all, SETTINGS MAILS digest 7 or MAILS needs.")
            )
        if mode == Preferences.Mode.DIGEST and rest.strip():
            return Digest().change(player, rest)
        return _mode_words(preferences.set_mode(player, mode))

    def value_of(self, player: Player) -> str:
        return _mode_words(preferences.of(player))

    def how(self, player: Player) -> str:
        return f"SETTINGS MAILS all · digest {preferences.of(player).digest_hour} · needs"


class Digest(Setting):
    name = "digest"
    words = Words(("digest",), ("skrót",), ("összefoglaló",))

    def change(self, player: Player, value: str) -> str:
        found = _HOUR.fullmatch(value)
        if found is None:
            raise BadPreference(_("Write the hour of the digest: SETTINGS DIGEST 7"))
        return _mode_words(preferences.set_digest_hour(player, int(found[1])))


class Quiet(Listed):
    name = "quiet"
    words = Words(("quiet", "quiet hours"), ("cisza",), ("csend",))
    listed_as = gettext_lazy("Quiet hours")
    usage = (Usage(("SETTINGS QUIET 22-7", "off"), "no mail but answers between these hours"),)

    def change(self, player: Player, value: str) -> str:
        if fold(value).strip(" .") in _OFF:
            preferences.set_quiet_hours(player, None, None)
            return _("No quiet hours: mails come at any hour.")
        found = _HOURS.fullmatch(value.strip())
        if found is None or any(minutes not in (None, "00") for minutes in (found[2], found[4])):
            raise BadPreference(
                _("Write two whole hours: SETTINGS QUIET 22-7, or SETTINGS QUIET off.")
            )
        return _quiet_words(preferences.set_quiet_hours(player, int(found[1]), int(found[3])))

    def value_of(self, player: Player) -> str:
        return _quiet_words(preferences.of(player))

    def how(self, player: Player) -> str:
        return "SETTINGS QUIET 22-7 · off"


class SettingsLanguage(Listed):
    """`SETTINGS LANGUAGE pl`: the same as `LANGUAGE pl`."""

    name = "language"
    words = language.Language.words
    listed_as = gettext_lazy("Language")

    def change(self, player: Player, value: str) -> str:
        return language.change(player, value)

    def value_of(self, player: Player) -> str:
        return str(LANGUAGES[player.language])

    def how(self, player: Player) -> str:
        return "SETTINGS LANGUAGE en · pl · hu"


class Zone(Listed):
    name = "zone"
    words = Words(
        ("zone", "timezone", "time zone"), ("strefa", "strefa czasowa"), ("zóna", "időzóna")
    )
    listed_as = gettext_lazy("Time zone")
    usage = (Usage(("SETTINGS ZONE Warsaw",), "time zone, by its name or its city"),)

    def change(self, player: Player, value: str) -> str:
        if not value:
            raise BadPreference(_("Write one like Europe/Warsaw."))
        preferences.set_time_zone(player, value)
        return self.value_of(player)

    def value_of(self, player: Player) -> str:
        now = times.moment(timezone.now(), player)
        return _("%(zone)s, where it is %(now)s") % {"zone": player.time_zone, "now": now}

    def how(self, player: Player) -> str:
        return f"SETTINGS ZONE {player.time_zone}"


class Text(Listed):
    name = "text"
    words = Words(("text", "text only"), ("tekst",), ("szöveg",))
    listed_as = gettext_lazy("Pictures")
    usage = (Usage(("SETTINGS TEXT on",), "no HTML and no pictures; also `PICTURES off`"),)

    def change(self, player: Player, value: str) -> str:
        return _text_words(preferences.set_text_only(player, _switch(value, "SETTINGS TEXT")))

    def value_of(self, player: Player) -> str:
        return _text_words(preferences.of(player))

    def how(self, player: Player) -> str:
        return "SETTINGS TEXT on · off"


class Pictures(Setting):
    name = "pictures"
    words = Words(("pictures", "picture"), ("obrazy", "obrazki"), ("képek",))

    def change(self, player: Player, value: str) -> str:
        wanted = _switch(value, "SETTINGS PICTURES")
        return _text_words(preferences.set_text_only(player, not wanted))


class Address(Listed):
    name = "address"
    words = Words(("address",), ("adres",), ("cím",))
    listed_as = gettext_lazy("Addresses")
    usage = (
        Usage(
            ("SETTINGS ADDRESS ADD ann@example.org",),
            "another address to write from; a mail there asks for a YES. `MAIN` makes it the one "
            "we write to, `REMOVE` forgets it",
        ),
    )

    def change(self, player: Player, value: str) -> str:
        """Add, remove or prefer an address; a new one counts once its own mailbox said yes."""
        word, _space, email = value.strip().partition(" ")
        do = _DO_WITH_ADDRESS.get(fold(word), "add" if "@" in word else "")
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

    def value_of(self, player: Player) -> str:
        words = [_("%(address)s (main)") % {"address": player.email}]
        for other in player.addresses.order_by("pk"):
            unsure = _("%(address)s (not confirmed yet)") % {"address": other.email}
            words.append(other.email if other.verified else unsure)
        return ", ".join(words)

    def how(self, player: Player) -> str:
        return "SETTINGS ADDRESS ADD ann@example.org"


def _mode_words(wishes: Preferences) -> str:
    words = str(MODES[Preferences.Mode(wishes.mode)])
    if wishes.mode == Preferences.Mode.DIGEST:
        words += f" ({wishes.digest_hour}:00)"
    return words


def _quiet_words(wishes: Preferences) -> str:
    if wishes.quiet_from is None or wishes.quiet_from == wishes.quiet_until:
        return _("none")
    hours = {"from": wishes.quiet_from, "until": wishes.quiet_until}
    return _("from %(from)s:00 to %(until)s:00; answers come at any hour") % hours


def _text_words(wishes: Preferences) -> str:
    return _("text only, no pictures") if wishes.text_only else _("with pictures")


def _switch(value: str, what: str) -> bool:
    word = fold(value).strip(" .")
    if word not in (*_ON, *_OFF):
        raise BadPreference(_("Write %(what)s on or %(what)s off.") % {"what": what})
    return word in _ON


class Settings(Group):
    name = "settings"
    words = Words(
        ("settings", "setting", "preferences"),
        ("ustawienia", "ustaw"),
        ("beállítások", "beállítás"),
    )
    help = gettext_lazy("SETTINGS – how and when we write to you, and how to change it")
    organiser_help = help
    organiser_section = Section.ASK
    usage = (Usage(("SETTINGS",), "shows them all, each with the line that changes it"),)
    parts = (
        Mails(),
        Digest(),
        Quiet(),
        SettingsLanguage(),
        Zone(),
        Text(),
        Pictures(),
        Name(),
        Address(),
    )
    listed: ClassVar[tuple[type[Listed], ...]] = (
        Name,
        Mails,
        Quiet,
        SettingsLanguage,
        Zone,
        Text,
        Address,
    )

    def overview(self, asked: Asked) -> Answer:
        """Return everything as it stands, each with the line that changes it."""
        return Answer(
            block(_("Mail settings"), [kind().line(asked.player) for kind in self.listed])
        )

    def part_of(self, text: str) -> tuple[ToServer, str]:
        """Return the part, as for any group; a sign between setting and value may be there, and
        `quiet hours` or `time zone` are one word."""
        words = text.replace("=", " ").replace(":", " ", 1).split()
        two_words = self.part_called(" ".join(words[:2])) if len(words) > 1 else None
        if two_words is not None:
            return two_words, " ".join(words[2:])
        part = self.part_called(words[0])
        if part is None:
            raise self.unknown(words[0])
        return part, " ".join(words[1:])

    def unknown(self, word: str) -> BadPreference:
        first = fold(word).strip(".,")
        near = process.extractOne(first, self.part_words, score_cutoff=70)
        there = ", ".join(part.title for part in self.parts)
        hint = (
            _("Did you mean %(name)s?") % {"name": near[0].upper()}
            if near
            else _("There are: %(there)s. SETTINGS alone shows them all.") % {"there": there}
        )
        return BadPreference(
            _("There is no setting “%(name)s”.") % {"name": first[:40]} + f" {hint}"
        )
