"""Replies as mail programs write them: what they put around a quote, and how they pack it."""

from __future__ import annotations

import base64
import html
import quopri
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from email.header import Header

Typed = Mapping[int, Sequence[str]]
"""Lines typed before the n-th line of our mail; 0 is above the quote, the last place below it."""

POST = "Parsec Post <post@parsec.localhost>"


@dataclass(frozen=True)
class Client:
    """`mark` before each quoted line, or none; `footer` stands under what is typed on top."""

    name: str
    introduction: str = f"On Tue, 17 Nov 2026 at 20:00, {POST} wrote:\n"
    mark: str = "> "
    footer: str = ""
    form: str = "plain"
    charset: str = "utf-8"
    encoding: str = "quoted-printable"
    prefix: str = "Re:"

    def reply(self, body: str, typed: Typed, headers: Mapping[str, str]) -> bytes:
        """The raw mail: `body` is the text we sent."""
        lines = body.rstrip("\n").split("\n")
        top, below = list(typed.get(0, ())), list(typed.get(len(lines), ()))
        inside = {n: t for n, t in typed.items() if 0 < n < len(lines)}
        if self.form == "html":
            content = self._html(lines, top, below, inside)
        else:
            content = self._plain(lines, top, below, inside)
        return self._packed(content, headers)

    def _plain(self, lines: list[str], top: list[str], below: list[str], inside: Typed) -> str:
        out = [*top, "", *self.footer.split("\n"), *self.introduction.split("\n")]
        for n, line in enumerate(lines):
            out += inside.get(n, ())
            out.append(f"{self.mark}{line}".rstrip() if self.mark else line)
        return "\n".join([*out, "", *below]) + "\n"

    def _html(self, lines: list[str], top: list[str], below: list[str], inside: Typed) -> str:
        begin, end = ("<blockquote>", "</blockquote>") if self.mark else ("<div>", "</div>")
        intro = "<br>\n".join(html.escape(line) for line in self.introduction.strip().split("\n"))
        out = ["<html><head><meta charset=utf-8><style>p {margin: 0}</style></head><body>"]
        out += [f'<div dir="ltr">{html.escape(line)}</div>' for line in top]
        out += [f"<div><br></div><div>{html.escape(self.footer)}</div>" if self.footer else ""]
        out += [f"<hr><div>{intro}</div>{begin}"]
        for n, line in enumerate(lines):
            if n in inside:
                typed = "".join(f"<p>{html.escape(one)}</p>" for one in inside[n])
                out.append(f"{end}{typed}{begin}")
            kept = html.escape(line).replace("  ", "&nbsp; ")
            out.append(f"{kept}<br>")
        out.append(end)
        out += [f"<div>{html.escape(line)}</div>" for line in below]
        return "\n".join([*out, "</body></html>"])

    def _packed(self, content: str, headers: Mapping[str, str]) -> bytes:
        kind = "text/html" if self.form == "html" else "text/plain"
        flowed = "; format=flowed" if self.form == "flowed" else ""
        if self.form == "alternative":
            return self._alternative(content, headers)
        head = _head(headers) + f"Content-Type: {kind}; charset={self.charset}{flowed}\r\n"
        return (head + _coding(self.encoding)).encode() + b"\r\n" + self._encoded(content)

    def _alternative(self, content: str, headers: Mapping[str, str]) -> bytes:
        shown = html.escape(content).replace("\n", "<br>")
        out = (
            _head(headers).encode() + b'Content-Type: multipart/alternative; boundary="b1"\r\n\r\n'
        )
        for kind, text in (("plain", content), ("html", f"<html><body>{shown}</body></html>")):
            out += f"--b1\r\nContent-Type: text/{kind}; charset={self.charset}\r\n".encode()
            out += _coding(self.encoding).encode() + b"\r\n" + self._encoded(text) + b"\r\n"
        return out + b"--b1--\r\n"

    def _encoded(self, content: str) -> bytes:
        raw = content.encode(self.charset, "replace")
        if self.encoding == "base64":
            return base64.encodebytes(raw.replace(b"\n", b"\r\n")).replace(b"\n", b"\r\n")
        if self.encoding == "quoted-printable":
            raw = quopri.encodestring(raw)
        return raw.replace(b"\n", b"\r\n")


def _coding(encoding: str) -> str:
    return f"Content-Transfer-Encoding: {encoding}\r\n"


def _head(headers: Mapping[str, str]) -> str:
    lines = ["MIME-Version: 1.0"]
    for name, value in headers.items():
        text = value if value.isascii() else Header(value, "utf-8").encode()
        lines.append(f"{name}: {text}")
    return "\r\n".join(lines) + "\r\n"


def _block(names: Iterable[str], divider: str = "_" * 32, when: str = "") -> str:
    sender, sent, to, subject = names
    return (
        f"{divider}\n{sender}: {POST}\n{sent}: {when}\n{to}: Ada Quill <ada@example.org>\n"
        f"{subject}: [Arcturus #1] Your turn\n"
    )


_OUTLOOK = _block(("From", "Sent", "To", "Subject"), when="Tuesday, November 17, 2026 8:00 PM")
_OUTLOOK_PL = _block(
    ("Od", "Wysłano", "Do", "Temat"),
    "-----Oryginalna wiadomość-----",
    "wtorek, 17 listopada 2026 20:00",
)
_OUTLOOK_HU = _block(("Feladó", "Elküldve", "Címzett", "Tárgy"), when="2026. november 17., kedd")
_OUTLOOK_DE = _block(("Von", "Gesendet", "An", "Betreff"), when="Dienstag, 17. November 2026 20:00")
_OUTLOOK_FR = _block(("De\xa0", "Envoyé\xa0", "À\xa0", "Objet\xa0"), when="mardi 17 novembre 2026")
_WARNING = """
CAUTION: This email originated from outside of the organization. Do not click links or open \
attachments unless you recognize the sender.

"""
_WHEN = "17.11.2026  20:00  (GMT+01:00)"

ALL = [
    Client("gmail", form="alternative"),
    Client(
        "gmail-pl",
        f"wt., 17 lis 2026 o 20:00 {POST} napisał(a):\n",
        form="alternative",
        prefix="Odp:",
    ),
    Client(
        "gmail-hu", f"{POST} ezt írta (időpont: 2026. nov. 17., K, 20:00):\n", encoding="base64"
    ),
    Client("gmail-html", form="html"),
    Client("outlook", _OUTLOOK, mark="", charset="windows-1252"),
    Client("outlook-pl", _OUTLOOK_PL, mark="", charset="iso-8859-2", prefix="ODP:"),
    Client("outlook-hu", _OUTLOOK_HU, mark="", charset="windows-1250", prefix="VÁ:"),
    Client("outlook-html", _OUTLOOK, mark="", form="html", encoding="base64"),
    Client("outlook-phone", _OUTLOOK, mark="", footer="Get Outlook for iOS<https://aka.ms/o0ukef>"),
    Client("apple", f"> On 17 Nov 2026, at 20:00, {POST} wrote:\n> ", form="flowed"),
    Client("apple-pl", f"Wiadomość napisana przez {POST} w dniu 17 lis 2026, o godz. 20:00:\n"),
    Client("apple-hu", f"2026. nov. 17. dátummal, 20:00 időpontban {POST} írta:\n"),
    Client("iphone", footer="Sent from my iPhone\n"),
    Client(
        "iphone-pl", f"Dnia 17 lis 2026 o 20:00 {POST} napisał(a):\n", footer="Wysłane z iPhone’a\n"
    ),
    Client("iphone-hu", footer="Az iPhone-omról küldve\n"),
    Client(
        "thunderbird", "On 17/11/2026 20:00, Parsec Post wrote:", form="flowed", encoding="8bit"
    ),
    Client("thunderbird-pl", "W dniu 17.11.2026 o 20:00, Parsec Post pisze:", form="flowed"),
    Client("thunderbird-hu", "2026. 11. 17. 20:00 keltezéssel, Parsec Post írta:", mark=">"),
    Client(
        "yahoo",
        f"On Tuesday, November 17, 2026 at 08:00:00 PM GMT+1, {POST} wrote:\n",
        mark="",
        form="html",
    ),
    Client(
        "k9",
        f"On 17 November 2026 20:00:00 CET, {POST} wrote:",
        mark=">",
        footer="-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.\n",
    ),
    Client(
        "proton",
        "------- Original Message -------\n"
        f"On Tuesday, November 17th, 2026 at 20:00, {POST} wrote:\n",
        footer="Sent with Proton Mail secure email.\n",
    ),
    Client(
        "proton-pl",
        f"W dniu wtorek, 17 listopada 2026 20:00 {POST} napisał(a):\n",
        footer="Wysłane z bezpiecznej poczty e-mail Proton Mail.\n",
    ),
    Client("onet-pl", f"W dniu 2026-11-17 20:00:00 użytkownik {POST} napisał:\n"),
    Client("freemail-hu", f"{POST} írta:\n", mark=">", charset="iso-8859-2"),
    Client("gmail-de", f"Am Di., 17. Nov. 2026 um 20:00 Uhr schrieb {POST}:\n", prefix="Aw:"),
    Client("gmail-uk", f"вт, 17 лист. 2026 р. о 20:00 {POST} пише:\n", encoding="base64"),
    Client("gmail-broken-line", f"On Tue, Nov 17, 2026 at 8:00 PM {POST}\nwrote:\n"),
    Client("outlook-de", _OUTLOOK_DE, mark="", prefix="AW:"),
    Client("outlook-fr", _OUTLOOK_FR, mark="", form="html"),
    Client("outlook-warned", _OUTLOOK + _WARNING, mark=""),
    Client(
        "samsung-pl",
        _block(("Od", "Data", "Do", "Temat"), "-------- Oryginalna wiadomość --------", _WHEN),
        mark="",
        footer="Wysłane z mojego telefonu Galaxy\n",
    ),
    Client(
        "gmx",
        f'Gesendet: Dienstag, 17. November 2026 um 20:00 Uhr\nVon: "Parsec Post" {POST}\n'
        "An: ada@example.org\nBetreff: [Arcturus #1] Your turn\n",
        mark="",
        form="html",
        footer="Gesendet mit der GMX Mail App",
    ),
    Client("zoho", f"---- On Tue, 17 Nov 2026 20:00:00 +0100 {POST} wrote ---\n"),
    Client("the-bat", f"{POST} wrote on 17 November 2026 20:00:\n", mark="PP> "),
    Client("bar", mark="| "),
    Client(
        "interia-pl",
        f"Temat: [Arcturus #1] Your turn\nData: 2026-11-17 20:00\nNadawca: {POST}\n"
        "Adresat: ada@example.org;\n",
    ),
    Client(
        "citromail-hu",
        _block(("Feladó", "Elküldve", "Címzett", "Tárgy"), "----- Eredeti üzenet -----", _WHEN),
        charset="iso-8859-2",
    ),
    Client(
        "superhuman",
        "On Tue, Nov 17, 2026 at 8:00 PM, Parsec Post < post@parsec.localhost > wrote:\n",
        footer="Sent via Superhuman ( https://sprh.mn/?vip=ada@example.org )\n",
    ),
]
CLIENTS = {client.name: client for client in ALL}
