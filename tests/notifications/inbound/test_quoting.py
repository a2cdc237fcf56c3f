"""What programs, servers and thread habits put around a reply, kept from a corpus of replies."""

import base64
import time
from collections.abc import Callable
from contextlib import suppress
from email.header import Header

import pytest

from notifications.commands.greetings import without
from notifications.inbound import mime
from notifications.inbound.typed_text import SentText, typed_text
from tests.notifications.inbound.test_typed_text import BODY, OUTLOOK, SENT, TEMPLATE, new, quoted

POST = "Parsec Post <post@parsec.localhost>"
GMAIL = f"On Tue, Nov 17, 2026 at 8:00 PM {POST} wrote:"
INTRODUCTIONS = {
    "de": f"Am Di., 17. Nov. 2026 um 20:00 Uhr schrieb {POST}:",
    "de, proton": f"{POST} schrieb am Dienstag, 17. November 2026 um 20:00:",
    "de, yahoo": f"Am Dienstag, 17. November 2026 um 20:00:00 hat {POST} Folgendes geschrieben:",
    "fr": f"Le mar. 17 nov. 2026 à 20:00, {POST} a écrit :",
    "es": "El mar, 17 nov 2026 a las 20:00, Parsec Post (<post@parsec.localhost>) escribió:",
    "it": f"Il giorno mar 17 nov 2026 alle ore 20:00 {POST} ha scritto:",
    "it, broken": "Il giorno mar 17 nov 2026 alle ore 20:00 Parsec Post\n"
    "<post@parsec.localhost> ha scritto:",
    "cs": f"út 17. 11. 2026 v 20:00 odesílatel {POST} napsal:",
    "uk": "17.11.2026 20:00, Parsec Post пише:",
    "pt": f"{POST} escreveu (terça, 17/11/2026 à(s) 20:00):",
    "tr": f"{POST}, 17 Kas 2026 Sal, 20:00 tarihinde şunu yazdı:",
    "ja": f"2026年11月17日(火) 20:00 {POST}:",
    "zh": f"{POST} 于2026年11月17日周二 20:00写道：",
    "hu, k9": f"{POST} ezt írta 2026. november 17. 20:00:00 CET dátummal:",
    "hu, freemail": f"{POST} írta:",
    "zoho": f"---- On Tue, 17 Nov 2026 20:00:00 +0100 {POST} wrote ---",
}
TYPED = ["ACTIVATE 31", "MOVE 1 carrier FROM 10"]
TOP = "\n".join(TYPED)


@pytest.mark.parametrize("language", INTRODUCTIONS)
def test_introductions_in_any_language(language):
    words = INTRODUCTIONS[language]
    assert new(f"{TOP}\n\n{words}\n\n{quoted()}") == TYPED
    assert new(f"{words}\n{quoted()}\n\n{TOP}") == TYPED
    assert new(f"{TOP}\n\n{words}\n\n{BODY}") == TYPED


@pytest.mark.parametrize("language", INTRODUCTIONS)
def test_an_order_just_above_an_introduction_is_not_part_of_it(language):
    words = INTRODUCTIONS[language]
    assert new(f"{TOP}\n{words}\n{quoted()}") == TYPED
    dated = "VACATION UNTIL 24.12.2026"
    assert new(f"{dated}\n{words}\n{quoted()}") == [dated]


@pytest.mark.parametrize(
    "words",
    [
        "Parsec Post wrote:",
        "On Tue, Parsec Post wrote:",
        "Parsec Post napisał(a):",
        "Parsec Post írta:",
        "Parsec Post schrieb:",
    ],
)
def test_an_introduction_may_name_us_and_nothing_else(words):
    assert new(f"{TOP}\n\n{words}\n{quoted()}") == TYPED
    assert new(f"{TOP}\n{words}\n{quoted()}") == TYPED


@pytest.mark.parametrize("language", INTRODUCTIONS)
def test_an_introduction_whose_quote_is_gone_or_pushed_down(language):
    words = INTRODUCTIONS[language]
    assert new(f"{words}\n\n{TOP}") == TYPED
    assert new(f"{words}\nACTIVATE 31\n{quoted()}") == ["ACTIVATE 31"]


BLOCKS = {
    "de": ("Von", "Gesendet", "An", "Betreff", "Dienstag, 17. November 2026 20:00"),
    "fr": ("De\xa0", "Envoyé\xa0", "À\xa0", "Objet\xa0", "mardi 17 novembre 2026 20:00"),
    "es": ("De", "Enviado", "Para", "Asunto", "martes, 17 de noviembre de 2026 20:00"),
    "it": ("Da", "Inviato", "A", "Oggetto", "martedì 17 novembre 2026 20:00"),
    "cs": ("Od", "Odesláno", "Komu", "Předmět", "úterý 17. listopadu 2026 20:00"),
    "uk": ("Від", "Надіслано", "Кому", "Тема", "вівторок, 17 листопада 2026 р. 20:00"),
    "unknown": ("Qi", "Wz", "Ka", "Mu", "17 xx 2026 20:00"),
    "not in its charset": ("???", "??????", "????", "????", "17 ????????? 2026 20:00"),
}


def block(language: str, author: str = POST, ruler: str = "_" * 32 + "\n") -> str:
    sender, sent, to, subject, when = BLOCKS[language]
    return (
        f"{ruler}{sender}: {author}\n{sent}: {when}\n{to}: Ada Quill <ada@example.org>\n"
        f"{subject}: [Arcturus #12] Your turn\n"
    )


@pytest.mark.parametrize("language", BLOCKS)
def test_headers_in_any_language(language):
    above = ["NEXT TURN: ACTIVATE 31", "PRESS TO Saar: hello"]
    for text in (BODY, quoted(), ""):
        assert new("\n".join([*above, block(language), text])) == above
    assert new(f"{TOP}\n\n{block(language).replace('_', '')}\n{BODY}") == TYPED
    assert typed_text(f"{TOP}\n\n{block(language)}\n{BODY}", []) == TOP


def test_a_header_that_did_not_fit_into_its_line():
    long = block("de").rstrip() + " · round 3, action phase · due on\nWed 18 Nov 20:00 CET\n"
    assert new(f"{TOP}\n\n{long}\n{BODY}") == TYPED


def test_orders_that_look_like_headers_are_orders():
    typed = ["MOVE 1 carrier", "FROM: 10", "TO: 27"]
    assert new("\n".join([*typed, "", GMAIL, quoted()])) == typed


def test_lines_of_ours_that_look_like_headers_begin_no_mail():
    odd = "Address: ada@example.org\nSince: 17.11.2026 20:00\n\nAt 20:00 Parsec Post wrote:"
    sent = SentText(BODY.replace("ONLY YOU", f"{odd}\n\nONLY YOU"), TEMPLATE, sure=True)
    edited = sent.body.replace("ACTIVATE 27", "ACTIVATE 28")
    assert new(f"{OUTLOOK}{edited}\n\nPASS", sent) == ["ACTIVATE 28", "PASS"]


# -- a thread below the reply -------------------------------------------------------------------

CHANGED = BODY.replace("ACTIVATE 27", "ACTIVATE 99")
OWN = "On Mon, Nov 16, 2026 at 8:00 PM Ada Quill <ada@example.org> wrote:"
OWN_BLOCK = block("de", "Ada Quill <ada@example.org>")
THREADS = {
    "marked": f"{OWN}\n" + quoted(f"ACTIVATE 98\n\n{GMAIL}\n{quoted(CHANGED)}"),
    "marked, nothing typed": f"{OWN}\n" + quoted(f"\n{GMAIL}\n{quoted(CHANGED)}"),
    "headers": f"{OWN_BLOCK}\nACTIVATE 98\n\n{OUTLOOK}{CHANGED}",
    "headers, nothing typed": f"{OWN_BLOCK}\n\n{OUTLOOK}{CHANGED}",
    "introductions": f"{OWN}\n\nACTIVATE 98\n\n{GMAIL}\n\n{CHANGED}",
    "below ours": f"{BODY}\n\n{OWN_BLOCK}\nACTIVATE 98\n\n{OUTLOOK}{CHANGED}",
}


@pytest.mark.parametrize("thread", THREADS)
def test_what_one_wrote_before_does_not_count_again(thread):
    assert new(f"STATUS\n\n{THREADS[thread]}") == ["STATUS"]
    assert new(THREADS[thread]) == []


def test_a_thread_of_two_mails_of_ours():
    ack = BODY.replace("SINCE YOUR LAST MAIL", "YOUR ORDERS").replace("FROM 10", "FROM 11")
    both = (
        SENT,
        SentText(ack, tuple(x.replace("FROM 10", "FROM 11") for x in TEMPLATE), sure=True),
    )
    thread = f"{OUTLOOK}{ack}\n\n{OWN_BLOCK}\nACTIVATE 30\n\n{OUTLOOK}{BODY}"
    assert new(f"PASS\n\n{thread}", *both) == ["PASS"]


def test_the_template_of_an_old_mail_that_is_like_a_new_one_gives_no_orders():
    """One turn's mail is much like the next one's; only a reference would say which it is."""
    old = BODY.replace("Wed 18 Nov", "Mon 16 Nov").replace("27", "13").replace("FROM 10", "FROM 12")
    newest = SentText(BODY, TEMPLATE)
    assert new(f"PASS\n\n{GMAIL}\n{quoted(old)}", newest) == ["PASS"]
    assert new(f"PASS\n\n{OUTLOOK}{old}", newest) == ["PASS"]
    assert new(f"{OUTLOOK}{old}\n\nPASS", newest) == ["PASS"]
    assert new(f"{GMAIL}\n{quoted(CHANGED)}", newest) == ["ACTIVATE 99"]
    assert new(f"{OUTLOOK}{CHANGED}", newest) == ["ACTIVATE 99"]


def test_a_mail_that_is_only_named_in_the_thread_is_not_the_one_that_is_answered(post, ada):
    """A provider that gives our mails ids of its own leaves us the older ones of the thread."""
    sent = post.newest(ada)
    other = sent.body.replace("Wed 18 Nov", "Thu 19 Nov").replace("KEEP", "BID")
    text = f"STATUS\n\n{GMAIL}\n{quoted(other)}"
    thread = {"In_Reply_To": "<0100@provider.example>", "References": f"{sent.message_id} <0100@x>"}
    raw = post.raw(sent.headers["Reply-To"], text, "ada@example.org", **thread)
    assert post.read(raw).code == "information"
    only = {"References": f"<0100@x> {sent.message_id}"}
    edited = quoted(sent.body.replace(f"  {sent.template[0]}\n", f"  {sent.template[0]} # yes\n"))
    raw = post.raw(sent.headers["Reply-To"], f"{GMAIL}\n{edited}", "ada@example.org", **only)
    assert post.read(raw).code == "orders"


# -- marks, cuts, copies ------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["| ", "» ", "› ", ": ", "PP> ", "ada> ", "&gt; "])
def test_odd_marks(mark):
    assert new(f"{TOP}\n\n{GMAIL}\n{quoted(mark=mark)}") == TYPED
    assert new(f"{GMAIL}\n{quoted(CHANGED, mark)}") == ["ACTIVATE 99"]


@pytest.mark.parametrize(
    "end", ["from Jord", "PRODUCE 1 krążownik, 2 figh", "Action cards (3): Sab"]
)
@pytest.mark.parametrize("mark", ["> ", ""])
def test_a_quote_that_is_cut_off(end, mark):
    at = BODY.index(end) + len(end)
    introduction = GMAIL if mark else OUTLOOK
    assert new(f"{TOP}\n\n{introduction}\n{quoted(BODY[:at], mark)}") == TYPED
    assert new(f"{TOP}\n\n{introduction}\n{quoted(BODY[:at], mark)}\n> [Message clipped]") == TYPED


def test_a_shortened_last_line_of_the_template_is_an_order():
    at = BODY.index("LAND 2 infantry") + len("LAND 2 infantry")
    assert new(f"{GMAIL}\n{quoted(BODY[:at])}") == ["LAND 2 infantry"]


def test_a_line_of_ours_that_somebody_types_is_typed():
    line = "#142 Sol took Lodor; you lost nothing. [TI4 25.5]"
    assert new(line) == [line]
    assert new(f"{line}\n\n{GMAIL}\n{quoted()}") == [line]
    assert new(f"{GMAIL}\n{quoted()}\n\n{line}") == [line]


def test_template_lines_that_were_only_moved_do_not_count():
    lines = quoted().replace("ACTIVATE 27", "@").replace("PASS", "ACTIVATE 27").replace("@", "PASS")
    assert new(lines) == []


def test_letters_that_a_program_got_wrong_do_not_change_a_template():
    template = ("PRODUCE 1 krążownik, 2 myśliwce AT Łódź",)
    sent = SentText(f"{BODY}\nTEMPLATE\n  {template[0]}", template, sure=True)
    for wrong in ("cp1252", "iso-8859-1", "cp1250", "cp437"):
        for right in ("utf-8", "cp1250", "iso-8859-2"):
            broken = sent.body.encode(right, "replace").decode(wrong, "replace")
            assert new(f"PASS\n\n{quoted(broken)}", sent) == ["PASS"]
            assert new(f"PASS\n\n{OUTLOOK}\n{broken}", sent) == ["PASS"]


def test_links_that_a_server_has_rewritten_are_still_ours():
    sent = SentText(
        f"{BODY}\n\nMail settings: https://post.example.org/mail/abc/", TEMPLATE, sure=True
    )
    safe = "https://eur01.safelinks.example.com/?url=https%3A%2F%2Fpost.example.org&data=05"
    body = sent.body.replace("https://post.example.org/mail/abc/", safe)
    assert new(f"PASS\n\n{OUTLOOK}{body}", sent) == ["PASS"]


@pytest.mark.parametrize("shown", ["[{}]", "[image: {}]", "[Bild: {}]", "{}"])
def test_words_in_place_of_the_map_are_ours(shown):
    words = shown.format("Mapa; sytuacja jest opisana słowami poniżej.")
    body = BODY.replace("\nSINCE", f"\n{words}\n\nSINCE")
    assert new(f"PASS\n\n{OUTLOOK}{body}") == ["PASS"]


def test_what_cannot_be_seen_is_not_in_the_text():
    text = "\ufeffACTIVATE\u00a031\u200b\nMOVE\u202f2 crui\u00adsers \u200eFROM 10"
    assert new(text) == ["ACTIVATE 31", "MOVE 2 cruisers FROM 10"]


# -- footers ------------------------------------------------------------------------------------

FOOTERS = {
    "iphone-de": "Von meinem iPhone gesendet",
    "iphone-fr": "Envoyé de mon iPhone",
    "iphone-cs": "Odesláno z iPhonu",
    "iphone-uk": "Надіслано з iPhone",
    "outlook-es": "Obtener Outlook para iOS",
    "dash": "—\nAda Quill",
    "list": "_" * 40 + "\nfriends mailing list\nfriends@lists.example.org\nhttps://x.example/info",
    "group": "You received this message because you are subscribed to a group.\nIts page: x",
    "virus": "Virus-free. www.avast.com <https://www.avast.com/sig>\n"
    "<#DAB4FAD8-2DD7-40BB-A1B8-4E2AA1F9FDF2>",
    "virus-pl": "Ta wiadomość e-mail została sprawdzona pod kątem wirusów.\nhttp://www.avg.com",
    "lawyer": "This e-mail and any attachments are confidential and intended solely for\n"
    "the use of the individual or entity to whom they are addressed.",
    "lawyer-pl": "Ta wiadomość oraz załączniki są poufne i przeznaczone wyłącznie dla adresata. "
    "Jeśli otrzymali ją Państwo przez pomyłkę, prosimy o jej usunięcie.",
    "lawyer-hu": "Ez az e-mail bizalmas információkat tartalmazhat, és kizárólag a címzettnek "
    "szól. Ha tévedésből kapta, kérjük, törölje.",
    "paper": "Please consider the environment before printing this email.",
}


@pytest.mark.parametrize("footer", FOOTERS)
def test_footers(footer):
    added = FOOTERS[footer]
    assert new(f"{TOP}\n\n{added}\n\n{GMAIL}\n{quoted()}") == TYPED
    assert new(f"{TOP}\n\n{GMAIL}\n{quoted()}\n\n{added}") == TYPED
    assert new(f"{TOP}\n\n{OUTLOOK}{BODY}\n\n{added}") == TYPED
    html = "".join(f"<div>{line}</div>" for line in f"{TOP}\n{added}".split("\n"))
    if footer != "lawyer":
        assert new(mime.html_text(html.replace("<#", "&lt;#"))) == TYPED


def test_orders_that_look_like_footers_are_orders():
    typed = [
        "OFFER 1 commodity FOR free TO The Nekro Virus",
        "PRESS TO Nekro:",
        "This is confidential and meant for the addressee alone, so do not tell the others of it.",
        "To unsubscribe, attack me.",
    ]
    assert new("\n".join([*typed, "", GMAIL, quoted()])) == typed


BANNERS = (
    "[EXTERNAL]",
    "CAUTION: This email originated from outside of the organization. Do not click links.",
    "You don't often get email from post@parsec.localhost. Learn why this is important",
    "UWAGA: Ta wiadomość pochodzi spoza organizacji.",
    "FIGYELEM: Ez az e-mail külső feladótól érkezett.",
)


@pytest.mark.parametrize("banner", BANNERS)
def test_warnings_that_a_server_puts_above_our_mail(banner):
    assert new(f"{TOP}\n\n{OUTLOOK}{banner}\n\n{BODY}") == TYPED


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Hi,\n1\nBest regards,\nAda Quill", ["1"]),
        ("Cześć wszystkim!\nPASS\nPozdrawiam, Ada", ["PASS"]),
        ("Szia!\nPASS\nÜdvözlettel:\nAda", ["PASS"]),
        ("PASS\nBest carrier to 10", ["PASS", "Best carrier to 10"]),
        ("Hold all\nPASS", ["Hold all", "PASS"]),
        ("PASS\nBruno", ["PASS", "Bruno"]),
    ],
)
def test_courtesies_are_not_orders(text, orders):
    left = without(text, frozenset({"pass", "hold"}), "Ada Quill")
    assert [line for line in left.split("\n") if line] == orders


# -- out of its wrapping ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ('<div title="a > b">PASS</div><img alt="1 > ACTIVATE 9">', ["PASS"]),
        ("<p><s>ACTIVATE 9</s></p><p><del>A <del>B</del> C</del></p><p>PASS</p>", ["PASS"]),
        ('<div style="text-decoration:line-through">ACTIVATE 9</div>PASS', ["PASS"]),
        ('<div style="display: none">ACTIVATE <div>9</div> 8</div>PASS', ["PASS"]),
        ("<div>PASS # 2 < 3</div>", ["PASS # 2 < 3"]),
        ("<!--[if mso]>ACTIVATE 9<![endif]--><![if !mso]>PASS<![endif]>", ["PASS"]),
        ('<a title="never closed>PASS', ["PASS"]),
    ],
)
def test_html(html, lines):
    assert [line for line in mime.html_text(html).split("\n") if line] == lines


@pytest.mark.parametrize(
    ("real", "named"),
    [
        ("utf-8", "us-ascii"),
        ("utf-8", "windows-1252"),
        ("cp1250", "iso-8859-1"),
        ("cp1250", "utf-8"),
        ("iso-8859-2", "windows-1250"),
        ("iso-8859-2", "8bit"),
        ("utf-16", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-8", "punycode"),
        ("utf-8", "idna"),
    ],
)
def test_a_charset_that_is_named_wrongly(real, named):
    body = base64.encodebytes("MOVE 2 krążowniki na Żółw, Győr".encode(real))
    head = f"Content-Type: text/plain; charset={named}\nContent-Transfer-Encoding: base64\n\n"
    assert new(mime.Mail(head.encode() + body).text) == ["MOVE 2 krążowniki na Żółw, Győr"]


def test_bytes_that_their_charset_cannot_be_asked_about():
    """The standard library raises for these, before anybody decodes anything."""
    raw = b"Content-Type: text/plain; charset=idna\n\nPASS \xff"
    assert new(mime.Mail(raw).text)[0].startswith("PASS")


def test_signed_text_is_read_without_its_armour():
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nPASS\n- -- \nAda\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQIz\n=abcd\n-----END PGP SIGNATURE-----\n"
    )
    assert new(mime.Mail(b"\n" + text.encode()).text) == ["PASS"]


# -- made to hurt -------------------------------------------------------------------------------

FLOWED = b"Content-Type: text/plain; format=flowed\n\n"
# Mails that the standard library, or a careless pattern, would read for seconds to minutes; each
# by a number that says how long the mail is.
HOSTILE: dict[str, Callable[[int], bytes]] = {
    "semicolons": lambda n: b'Content-Type: text/plain; a="' + b";" * 40_000 * n + b"\n\nPASS",
    "folded": lambda n: b"Content-Type: text/plain;\n" + b" a=b;\n" * 12_500 * n + b"\nPASS",
    "in a part": lambda n: (
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n"
        b'Content-Type: text/plain; a="' + b";" * 40_000 * n + b"\n\nPASS\n--x--"
    ),
    "flowed": lambda n: FLOWED + b"a \n" * 200_000 * n,
    "flowed, few lines": lambda n: FLOWED + b"a \n" * 12_500 * n,
    "comments": lambda n: b"To: " + b"(" * 12_500 * n + b"\n\nPASS",
    "encoded words": lambda n: b"Subject: " + b"=?utf-8?Q?a?= " * 7_500 * n + b"\n\nPASS",
    "addresses": lambda n: b"To: " + b"a@b," * 25_000 * n + b"\n\nPASS",
    "many headers of addresses": lambda n: (b"Cc: " + b"<" * 2_000 * n + b"\n") * 100 + b"\nPASS",
    "many headers of routes": lambda n: (b"Cc: " + b"@a," * 667 * n + b"\n") * 100 + b"\nPASS",
    "headers": lambda n: b"X: y\n" * 130_000 * n + b"\nPASS",
    "colons": lambda n: b"\n" + b"a:\n" * 15_000 * n,
    "lines of colons": lambda n: b"\n" + (b"a:" * 100 + b"\n") * 240 * n,
    "written": lambda n: b"\n" + b"wrote:\n" * 6_250 * n,
    "pictures": lambda n: b"\n" + b"[image: " * 5_600 * n,
    "header lines": lambda n: b"\n" + b"To: x\n" * 7_500 * n,
    "tags": lambda n: b"Content-Type: text/html\n\n" + b"<a ='<a =\"" * 12_000 * n,
    "html parts": lambda n: (
        b"Content-Type: multipart/alternative; boundary=x\n\n"
        + (b"--x\nContent-Type: text/html\n\n" + b"<div>" * 3_750 * n + b"\n") * 30
    ),
}
SHORT, LONG = 1, 4


def _cost(raw: bytes) -> float:
    """Return the processor time that reading a mail takes."""
    before = time.process_time()
    mail = mime.Mail(raw)
    assert mail.sender == ""
    assert mail.addresses("to", "cc") is not None
    assert mail.header("Subject") is not None
    with suppress(mime.Unreadable, mime.TooLong, mime.Tangled):
        typed_text(mail.text, [SENT])
    return time.process_time() - before


@pytest.mark.parametrize("made", HOSTILE)
def test_hostile_mails_cost_by_their_length_and_not_by_its_square(made):
    """A mail four times as long may take about four times as long; by the square, sixteen times.

    What else runs on the machine can only add to a measurement, so the least of several counts.
    """
    long, short = HOSTILE[made](LONG), HOSTILE[made](SHORT)
    tries = ((_cost(long), _cost(short)) for _ in range(4))
    assert any(cost < 9 * least for cost, least in tries)


def test_an_encoded_subject_in_many_words_is_still_read():
    subject = "Re: [Arcturus #12] " + "żółw " * 200
    raw = f"Subject: {Header(subject, 'utf-8').encode()}\n\nPASS".encode()
    assert mime.Mail(raw).header("Subject") == subject.strip()
