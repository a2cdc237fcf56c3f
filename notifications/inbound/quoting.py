"""Recognises what mail programs and servers put around the text that a person writes.

Wherever possible it is recognised by its meaning and not by the program's language: an introduction
of a quote names the author and ends with a colon; a block of headers names both author and reader.
"""

import re
from collections.abc import Sequence
from email.utils import parseaddr
from functools import lru_cache

from django.conf import settings

WRAPPED = 56
"""A line that would be longer than this with the next word was broken by a program."""
MOST_LINES = 4
LONG_HEADER = 66

_WROTE = re.compile(
    r"(?:wrote|writes|pisze|napisał(?:\(a\)|a|/a)?|írta(?:\s*\(.*\))?|schrieb|geschrieben|a écrit"
    r"|escribió|ha scritto|napsal(?:\(a\)|a)?|пише|пишет|написал(?:\(а\)|а)?)\s*:?\s*$"
    r"|^Wiadomość napisana przez .*:\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[:：]$")
_WHEN = re.compile(
    r"(?<![\d.:])\d{1,2}[:.]\d{2}(?![\d.])|(?<!\d)20\d\d(?!\d)"
    r"|(?<!\d)\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2}"
)
_ADDRESS = re.compile(r"[^\s<>@]@[^\s<>@]")
_DASHES = re.compile(r"^-{2,}\s*|\s*-{2,}$")

_FROM = (
    *("from", "sender", "od", "nadawca", "feladó", "küldő", "von", "absender", "de", "expéditeur"),
    *("remitente", "da", "mittente", "odesílatel", "odosielateľ", "від", "от", "van", "från"),
    *("fra", "lähettäjä", "de la", "kimden", "差出人", "发件人"),
)
_OTHERS = (
    *("sent", "to", "cc", "bcc", "subject", "date", "reply-to", "importance", "attachments"),
    *("wysłano", "wysłane", "do", "adresat", "dw", "temat", "data", "odpowiedz do", "załączniki"),
    *("küldve", "elküldve", "címzett", "címzettek", "tárgy", "dátum", "másolatot kap"),
    *("másolat", "válaszcím", "mellékletek", "gesendet", "an", "betreff", "datum", "antwort an"),
    *("anlagen", "wichtigkeit", "envoyé", "à", "objet", "répondre à", "pièces jointes"),
    *("enviado", "enviado el", "para", "asunto", "fecha", "inviato", "a", "oggetto"),
    *("odesláno", "komu", "předmět", "kopie", "odoslané", "predmet", "надіслано", "кому", "тема"),
    *("дата", "копія", "отправлено", "копия", "verzonden", "aan", "onderwerp", "skickat", "till"),
    *("ämne", "sendt", "til", "emne", "lähetetty", "vastaanottaja", "aihe", "trimis", "către"),
    *(
        "subiect",
        "gönderildi",
        "kime",
        "konu",
        "送信日時",
        "宛先",
        "件名",
        "发送时间",
        "收件人",
        "主题",
    ),
)
_LABELLED = re.compile(
    r"[*_]{0,2}(?P<label>(?:[^\W\d_]|\?)[^:：*_\d]{0,24}?)[*_]{0,2}\s{0,2}[:：][*_]{0,2}(?P<value>.*)"
)
_OUR_SUBJECT = re.compile(r"\[[^\[\]]+ #\d+\]")
_DIVIDER = re.compile(r"(?:-{2,}|_{5,}|={5,}).*?(?:-{2,}|_*|={2,})\s*")
_ORIGINAL = re.compile(
    r"-{2,}\s*(?:Original Message|Oryginalna wiadomość|Wiadomość oryginalna|Eredeti üzenet"
    r"|Ursprüngliche Nachricht|Message d'origine|Message original|Mensaje original"
    r"|Messaggio originale|Původní (?:zpráva|e-mail)|Вихідне повідомлення|Исходное сообщение"
    r"|(?:Begin )?Forwarded message|Wiadomość przekazana|Przekazana wiadomość|Továbbított üzenet"
    r"|Weitergeleitete Nachricht)\s*-{2,}",
    re.IGNORECASE,
)
_GADGET = re.compile(
    r"Sent (?:from|with|via|by) (?:my|Outlook|Mail|Yahoo|Proton|Samsung|Gmail|Thunderbird|K-9|the"
    r"|an?)\b.*"
    r"|Get Outlook for .*|Get (?:BlueMail|TypeApp) for .*|Yahoo Mail: .*"
    r"|Wysłan[oae] (?:z|ze|przy|za)\b.*|Pobierz (?:aplikację )?Outlook.*"
    r"|(?:Az? )?\S*r[óo]l küldve.*|Elküldve .*r[óo]l\.?|Küldve az? .*|.*-(?:val|vel) küldve\.?"
    r"|Szerezze be az? Outlook.*|(?:Az )?Outlook (?:iOS|Android).* beszerzése"
    r"|Please excuse my brevity\.?|(?:Proszę )?(?:o )?wybacz(?:cie|enie)? zwięzłość\.?"
    r"|\[?(?:Quoted text hidden|Cytowany tekst ukryty|Ukryto cytowany tekst"
    r"|Az idézett szöveg elrejtve)\]?|\[Message clipped\].*"
    r"|<#[0-9A-F-]{36}>"
    r"|.{1,60} (?:reacted (?:via Gmail|to your message)|liked your message"
    r"|zareagował(?:\(a\)|a)? .{0,30}|reagált .{0,30})[:.]?",
    re.IGNORECASE,
)
_PROGRAM = re.compile(
    r"iPhon|iPad|Android|Galaxy|Samsung|Huawei|Xiaomi|Outlook|Gmail|Yahoo|Proton|Thunderbird"
    r"|Spark\b|Superhuman|Zoho|GMX|WEB\.DE|Boxer|TypeApp|BlueMail|myMail|Onet|WP Poczta|Windows"
    r"|моб",
    re.IGNORECASE,
)
_SENT_BY = re.compile(
    r"^(?:Sent|Get|Wysłan|Pobierz|Küldve|Elküldve|Gesendet|Envoyé|Télécharg|Obten|Enviad|Inviato"
    r"|Ottieni|Scarica|Odesl|Odoslan|Získ|Stáhn|Надіслано|Відправлено|Отправлено|Verstuurd"
    r"|Verzonden|Skickat|Hämta|Sendt|Lähetetty|Trimis|Gönderildi)"
    r"|(?:gesendet|beziehen|küldve|beszerzése|herunterladen)\.?$",
    re.IGNORECASE,
)
_BANNER = re.compile(
    r"\[?(?:EXTERNAL|EXTERN|ZEWNĘTRZNY|KÜLSŐ)(?: (?:E-?MAIL|MAIL|SENDER))?\]?[:!]?"
    r"|(?:CAUTION|WARNING|EXTERNAL(?: E-?MAIL)?|ATTENTION|UWAGA|FIGYELEM|VIGYÁZAT|ACHTUNG)\s*[:!–-]"
    r".*(?:outside|external|links|spoza|zewnętrz|külső|extern).*"
    r"|.*(?:don't|do not|don’t) often get e-?mail from .*"
    r"|(?:Nie otrzymujesz często|Ön nem gyakran kap|Sie erhalten nicht (?:oft|häufig)) .*",
    re.IGNORECASE,
)
_FOOTER = re.compile(
    r".*\bmailing list\b.*|To unsubscribe\b.*|You received this message because .*"
    r"|Virus-free\..*|(?:Bez|Wolny od|Wolne od) wirusów\..*|Vírusmentes\..*|Virenfrei\..*"
    r"|(?:This|The) (?:e-?mail|message) (?:has been|was) (?:checked|scanned)\b.*"
    r"|Ta wiadomość .*sprawdzona .*wirus.*|Ezt az (?:e-mailt|üzenetet) .*ellenőrizte.*"
    r"|Diese E-Mail wurde .*auf Viren geprüft.*"
    r"|Groups\.io Links:.*|_+ Information from ESET .*"
    r"|.*\bconsider the environment before printing\b.*|.*wydrukujesz.*środowisk.*"
    r"|.*gondolj\w* a környezet.*",
    re.IGNORECASE,
)
_SECRET = re.compile(
    r"confidential|poufn|bizalmas|vertraulich|confidentiel|confidencial|riservat|důvěrn|конфіденц",
    re.IGNORECASE,
)
_FOR_WHOM = re.compile(
    r"recipient|addressee|addressed|adress?at|címzett|empfänger|destinata|příjemc|одержувач|адресат",
    re.IGNORECASE,
)
_PRESS = re.compile(r"press\b|message to\b|wiadomość do\b|(?:névtelen )?üzenet\b", re.IGNORECASE)
DISCLAIMER = 100
"""The least length of a disclaimer, in characters: no lawyer is content with less."""
_URL = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)


def names_us(words: str) -> bool:
    """Return whether these words have our name or an address of ours, as our own From line does."""
    name, domain = _us(settings.DEFAULT_FROM_EMAIL)
    return (bool(name) and name in words.lower()) or domain in words.lower()


@lru_cache(maxsize=4)
def _us(written: str) -> tuple[str, str]:
    """Our name and the end of our addresses, as they are found in lower case."""
    name, address = parseaddr(written)
    return name.lower(), "@" + address.rpartition("@")[2].lower()


def may_introduce(line: str) -> bool:
    """Return whether a line ends as an introduction does; a quick look before `introduction`."""
    line = _DASHES.sub("", line.strip())
    return bool(_ENDS.search(line) or _WROTE.search(line))


def introduction(above: Sequence[str], quoted: bool) -> int:
    """Return the number of last lines that introduce a quote: "On Wednesday … wrote:".

    `quoted`: a quote follows. If none does, because it was deleted or somebody typed in between,
    more signs of an introduction are required.
    """
    for dated in (True, False):
        for many in range(1, min(len(above), MOST_LINES) + 1):
            if many > 1 and not _broken(above[-many], above[-many + 1]):
                break
            if _introduces(" ".join(line.strip() for line in above[-many:]), dated, quoted):
                return many
    return 0


def _introduces(words: str, dated: bool, quoted: bool) -> bool:
    words = _DASHES.sub("", words.replace("\xa0", " ").strip())
    wrote, colon = _WROTE.search(words), _ENDS.search(words)
    if not (wrote or colon):
        return False
    when, address = _WHEN.search(words), _ADDRESS.search(words)
    if dated:
        return bool(when) and (names_us(words) or bool(address and (quoted or wrote)))
    if not quoted:
        return bool(wrote and address) and names_us(words)
    return bool(address) or bool(wrote and (when or names_us(words)))


def _broken(line: str, below: str) -> bool:
    return len(line.rstrip()) + 1 + len(below.split()[0]) > WRAPPED


def headers(lines: Sequence[str]) -> int:
    """Return the number of first lines that are the From, Sent, To and Subject of a quoted mail."""
    found: list[tuple[str, str]] = []
    taken = 0
    for i, line in enumerate(lines):
        header = _header(line)
        if header is not None:
            found.append(header)
        elif line.strip():
            if not (found and _goes_on(lines[i - 1], line)):
                break
        elif not found or not lines[i - 1].strip():
            break
        if line.strip():
            taken = i + 1
    return taken if _is_block(found) else 0


def says_from_us(block: Sequence[str]) -> bool:
    """Return whether a block of headers is that of a mail of ours: its author stands before its
    reader."""
    found = [header for header in map(_header, block) if header is not None]
    authors = [value for label, value in found if label in _FROM]
    named = [value for _, value in found if _ADDRESS.search(value) or names_us(value)]
    return any(map(names_us, (authors or named)[:1]))


def _goes_on(line: str, below: str) -> bool:
    """Return whether the line below is the rest of this header, which did not fit into its line."""
    return len(line.rstrip()) + len(below.split()[0]) > LONG_HEADER


def is_header(line: str) -> bool:
    """Return whether a line may be part of a block of headers."""
    return _header(line) is not None


@lru_cache(maxsize=1024)
def _header(line: str) -> tuple[str, str] | None:
    labelled = _LABELLED.fullmatch(line.replace("\xa0", " ").strip())
    if labelled is None:
        return None
    label, value = labelled["label"].strip().lower(), labelled["value"]
    known = label in _FROM or label in _OTHERS
    says = _ADDRESS.search(value) or _WHEN.search(value) or _OUR_SUBJECT.search(value)
    return (label, value) if known or says or names_us(value) else None


def _is_block(found: Sequence[tuple[str, str]]) -> bool:
    """Return whether these headers are a block: they say from whom, and more than an order could.

    "FROM: 10" and "TO: 27" may be an order.
    """
    values = " ".join(value for _, value in found)
    addressed, dated = _ADDRESS.search(values), _WHEN.search(values)
    if len(found) < 2 or not (addressed or dated):
        return False
    named = any(label in _FROM for label, _ in found) or names_us(values)
    return named or bool(addressed and dated)


def divides(line: str) -> bool:
    """Return whether a line is a ruler, perhaps with words in it, as above a block of headers."""
    return bool(_DIVIDER.fullmatch(line.strip()))


def announces_original(line: str) -> bool:
    return bool(_ORIGINAL.fullmatch(line.strip()))


def is_added(line: str) -> bool:
    """Return whether a program or a server adds this line to a mail on its own."""
    line = line.strip()
    if _GADGET.fullmatch(line) or _BANNER.fullmatch(line) or announces_original(line):
        return True
    return len(line) < 90 and bool(_SENT_BY.search(line) and _PROGRAM.search(line))


def footer(paragraph: Sequence[str]) -> int:
    """Return the number of last lines that a list server, a virus scanner or a lawyer added."""
    if not paragraph:
        return 0
    for k, line in enumerate(map(str.strip, paragraph)):
        if _PRESS.match(line):
            return 0
        if _FOOTER.fullmatch(line) or _disclaims(line):
            return len(paragraph) - k
    whole = all(_URL.fullmatch(line.strip()) for line in paragraph) or (
        len(paragraph[0]) > WRAPPED and _disclaims(" ".join(paragraph))
    )
    return len(paragraph) if whole else 0


def _disclaims(words: str) -> bool:
    return len(words) > DISCLAIMER and bool(_SECRET.search(words) and _FOR_WHOM.search(words))
