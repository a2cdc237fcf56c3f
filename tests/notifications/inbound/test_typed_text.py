"""Which lines of a reply were typed: a table of mail programs, and a property over all of them."""

import quopri
import re
import textwrap
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notifications.compose.layout import RULER
from notifications.inbound import mime
from notifications.inbound.typed_text import SentText, typed_text
from rules.eclipse.ruleset import ECLIPSE
from rules.lexicon import read_page
from tests.notifications.compose.turn_mails import GAMES, mails_of
from tests.notifications.inbound import mail_programs as clients

TEMPLATE = (
    "ACTIVATE 27",
    "MOVE 1 dreadnought, 2 fighters FROM 10",
    "MOVE 1 carrier WITH 2 infantry FROM 10",
    "LAND 2 infantry ON New Albion",
    "PRODUCE 1 krążownik, 2 fighters AT 10 IF the space dock there is not blockaded by then",
    "PASS",
)
BODY = "\n".join(
    [
        "Write your orders above this line, or edit the template below and send it back.",
        RULER,
        "",
        "NEEDS YOU      Take a turn (action phase).",
        "               Waiting for: you. Due Wed 18 Nov 20:00 CET (in 23 h).",
        "               If nothing arrives: PASS",
        "",
        "SINCE YOUR LAST MAIL",
        "  #141 Sol activated tile 26 and moved 1 carrier, 2 fighters, 3 infantry from Jord. [57]",
        "  #142 Sol took Lodor; you lost nothing. [TI4 25.5]",
        "",
        "ONLY YOU SEE THIS",
        "  Action cards (3): Sabotage · Direct Hit · Ghost Ship",
        "",
        "OPTIONS (REPLY WITH THE NUMBER)",
        "  1. Take a tactical action",
        "  2. Pass",
        "",
        "TEMPLATE (change a line and it counts; unchanged lines do not; # starts a remark)",
        *(f"  {line}" for line in TEMPLATE),
        "",
        "STATUS, HAND and HISTORY show where you stand; HELP lists everything. One",
        "order a line; reply to this mail.",
    ]
)
SENT = SentText(BODY, TEMPLATE, sure=True)
OTHER = SentText("A mail about\nsomething else entirely, never quoted anywhere", ())


def quoted(body: str = BODY, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in body.split("\n"))


def rewrapped(mark: str = "> ", width: int = 60, marked: bool = True) -> str:
    """Long lines broken by the program; the rest is marked as quoted, or, by bad ones, not."""
    out = []
    for line in BODY.split("\n"):
        first, *rest = textwrap.wrap(line.strip(), width, break_long_words=False) or [""]
        out.append(f"{mark}{first}".rstrip())
        out += [f"{mark}{more}" if marked else more for more in rest]
    return "\n".join(out)


OUTLOOK = """
________________________________
From: Parsec Post <post@parsec.example>
Sent: Tuesday, November 17, 2026 8:00 PM
To: Ada Quill <ada@example.org>
Subject: [Arcturus #12] Your turn

"""
OUTLOOK_PL = """
-----Oryginalna wiadomość-----
Od: Parsec Post <post@parsec.example>
Wysłano: wtorek, 17 listopada 2026 20:00
Do: Ada Quill
Temat: [Arcturus #12] Your turn

"""
OUTLOOK_HU = """
________________________________
Feladó: Parsec Post <post@parsec.example>
Küldve: 2026. november 17., kedd 20:00
Címzett: Ada Quill
Tárgy: [Arcturus #12] Your turn

"""
OUTLOOK_DE = """
________________________________
Von: Parsec Post <post@parsec.example>
Gesendet: Dienstag, 17. November 2026 20:00
An: Ada Quill
Betreff: [Arcturus #12] Your turn

"""
INTRODUCTIONS = [
    "On Tue, 17 Nov 2026 at 20:00, Parsec Post <post@parsec.example> wrote:",
    "On Tue, 17 Nov 2026 at 20:00, Parsec Post\n<post@parsec.example> wrote:",
    "W dniu 17.11.2026 o 20:00, Parsec Post pisze:",
    "wt., 17 lis 2026 o 20:00 Parsec Post <post@parsec.example> napisał(a):",
    "2026. 11. 17. 20:00 keltezéssel, Parsec Post írta:",
    "Parsec Post <post@parsec.example> ezt írta (időpont: 2026. nov. 17., K, 20:00):",
]
STYLES = {
    **{f"introduced {i}": (f"{words}\n\n", quoted()) for i, words in enumerate(INTRODUCTIONS)},
    "bare marks": ("", quoted(mark=">")),
    "rewrapped": (f"{INTRODUCTIONS[0]}\n", rewrapped()),
    "badly rewrapped": (f"{INTRODUCTIONS[0]}\n", rewrapped(marked=False)),
    "outlook": (OUTLOOK, BODY),
    "outlook rewrapped": (OUTLOOK, rewrapped(mark="", width=70)),
    "outlook pl": (OUTLOOK_PL, BODY),
    "outlook hu": (OUTLOOK_HU, BODY),
    "ascii only": (f"{INTRODUCTIONS[0]}\n", quoted(BODY.encode("ascii", "replace").decode())),
    "wrong charset": (f"{INTRODUCTIONS[0]}\n", quoted(BODY.encode().decode("cp1250", "replace"))),
    "no-break spaces": ("", quoted(BODY.replace(" ", "\xa0"))),
    "invisible": ("", quoted(BODY.replace(" ", " \u200b").replace("e", "e\u00ad"))),
    "bars": (f"{INTRODUCTIONS[0]}\n", quoted(mark="| ")),
    "initials": (f"{INTRODUCTIONS[0]}\n", quoted(mark="PP> ")),
    "deeper": (f"{INTRODUCTIONS[0]}\n", quoted(mark=">> ")),
    "outlook de": (OUTLOOK_DE, BODY),
    "outlook de, no blank line": (OUTLOOK_DE.strip() + "\n", BODY),
    "outlook in a wrong charset": (OUTLOOK, BODY.encode().decode("cp1252", "replace")),
    "introduced de": ("Am 17.11.2026 um 20:00 schrieb Parsec Post:\n", quoted()),
    "introduced, not marked: outlook": (f"{INTRODUCTIONS[0]}\n\n", BODY),
}


def new(text: str, *sent: SentText) -> list[str]:
    return [line for line in typed_text(text, sent or (OTHER, SENT)).split("\n") if line]


@pytest.mark.parametrize("style", STYLES)
def test_nothing_typed_is_nothing_read(style):
    introduction, quote = STYLES[style]
    assert new(introduction + quote) == []


@pytest.mark.parametrize("style", STYLES)
def test_top_posted(style):
    introduction, quote = STYLES[style]
    text = f"PASS\nMOVE 1 carrier WITH 2 infantry FROM 10\n\n{introduction}{quote}"
    assert new(text) == ["PASS", "MOVE 1 carrier WITH 2 infantry FROM 10"]


@pytest.mark.parametrize("style", STYLES)
def test_bottom_posted(style):
    introduction, quote = STYLES[style]
    assert new(f"{introduction}{quote}\n\nACTIVATE 31\nLAND 1 mech ON Jord\n") == [
        "ACTIVATE 31",
        "LAND 1 mech ON Jord",
    ]


@pytest.mark.parametrize("style", STYLES)
def test_an_edited_template_line_counts_and_its_neighbours_do_not(style):
    introduction, quote = STYLES[style]
    edited = re.sub(r"(ACTIVATE\W+2)7", r"\g<1>8", quote)
    assert new(introduction + edited) == ["ACTIVATE 28"]


@pytest.mark.parametrize("style", ["introduced 0", "rewrapped", "outlook", "bare marks"])
def test_a_shortened_or_added_template_line_counts(style):
    introduction, quote = STYLES[style]
    short = quote.replace("MOVE 1 carrier WITH 2 infantry FROM 10", "MOVE 1 carrier")
    assert new(introduction + short) == ["MOVE 1 carrier"]
    mark = "" if style == "outlook" else "> "
    above, _, below = quote.rpartition("PASS\n")
    added = f"{above}PASS\n{mark}RETREAT TO 10\n{below}"
    assert new(introduction + added) == ["RETREAT TO 10"]


def test_a_changed_line_outside_the_template_is_not_an_order():
    assert new(quoted().replace("you lost nothing", "you lost everything")) == []


def test_quotes_of_quotes_never_count():
    assert new(f"PASS\n\n{quoted(mark='> ')}\n>> ACTIVATE 99\n>>> LAND 9 ON Jord") == ["PASS"]


def test_signatures_and_gadgets_are_not_orders():
    text = f"PASS\n\nSent from my iPhone\n-- \nAda Quill\nACTIVATE 1\n\n{quoted()}\nACTIVATE 31\n"
    assert new(text) == ["PASS", "ACTIVATE 31"]


def test_a_reply_to_a_mail_we_do_not_know_takes_nothing_from_its_quote():
    strange = "> ACTIVATE 99\n> PASS"
    assert new(f"STATUS\n\n{strange}", SentText(BODY, TEMPLATE)) == ["STATUS"]
    assert typed_text(f"STATUS\n\n{strange}", []) == "STATUS"
    assert typed_text(f"STATUS\n\n{BODY}", []) == "STATUS"


def test_edits_of_a_mail_that_is_not_surely_ours_are_not_taken():
    """A quote of another turn's mail looks like an edit of this one's."""
    other = "\n".join(f"> line {i} of another mail altogether" for i in range(30))
    unsure = SentText(BODY, TEMPLATE)
    assert new(f"{other}\n> TEMPLATE\n> ACTIVATE 28\n> PASS", unsure) == []
    assert new(quoted().replace("ACTIVATE 27", "ACTIVATE 28"), unsure) == ["ACTIVATE 28"]


def test_a_blank_line_stands_where_something_was_left_out():
    assert typed_text(f"IF losing:\nPASS\n{quoted()}\nACTIVATE 3", [SENT]) == (
        "IF losing:\nPASS\n\nACTIVATE 3"
    )


def test_mail_without_quote_is_all_typed():
    assert new("  ACTIVATE 27\n\n  PASS  ") == ["ACTIVATE 27", "PASS"]


ORDERS = st.from_regex(
    r"(ORBIT|SCOUT|TRADE) [1-9][0-9]?( (AT|TO) (Jord|Vega|Łódź|Győr))?", fullmatch=True
)


@settings(max_examples=150, deadline=None)
@given(
    style=st.sampled_from(sorted(STYLES)),
    typed=st.lists(
        st.tuples(st.floats(0, 1), ORDERS | st.sampled_from(["2", *TEMPLATE])), max_size=6
    ),
)
def test_exactly_the_typed_lines_come_out(style, typed):
    """Typed lines anywhere around and inside the quote, in every style.

    Also lines that the template offers, typed again; where nothing marks the quote, the text
    comes out all the same, but which of the two copies was typed cannot be told.
    """
    introduction, quote = STYLES[style]
    unmarked = "outlook" in style
    lines = quote.split("\n")
    places = _places(style, lines)
    wanted = sorted((places[int(at * (len(places) - 1))], i) for i, (at, _) in enumerate(typed))
    for place, i in reversed(wanted):
        lines.insert(place, typed[i][1])
    top = [typed[i][1] for place, i in wanted if place == 0]
    if top:
        lines = [*top, "", *introduction.split("\n"), *lines[len(top) :]]
    else:
        lines = [*introduction.split("\n"), *lines]
    found, expected = new("\n".join(lines)), [typed[i][1] for _, i in wanted]
    assert sorted(found) == sorted(expected) if unmarked else found == expected


def _places(style: str, lines: list[str]) -> list[int]:
    """Nobody types into the middle of a sentence: between whole lines of ours, and at the end."""
    if "rewrapped" in style:
        blank = [i for i, line in enumerate(lines) if line.strip(" >") == ""]
        return [0, *blank, len(lines)]
    return list(range(len(lines) + 1))


# -- out of its wrapping ------------------------------------------------------------------------


def mail_of(raw: bytes) -> mime.Mail:
    return mime.Mail(raw)


def test_html_alone_is_read_with_its_quotes():
    html = (
        "<html><head><style>p {color: red}</style></head><body><div>PASS<br></div>"
        '<div class="gmail_quote"><div>On Tue, 17 Nov 2026 at 20:00, Parsec Post wrote:<br></div>'
        f"<blockquote>{BODY.replace('<', '&lt;').replace(chr(10), '<br>')}</blockquote></div>"
    )
    made = EmailMessage(policy=SMTP)
    made.set_content(html, subtype="html")
    assert new(mail_of(made.as_bytes()).text) == ["PASS"]


def test_plain_text_is_preferred_and_attachments_are_not_read():
    made = EmailMessage(policy=SMTP)
    made.set_content("PASS")
    made.add_alternative("<p>ACTIVATE 1</p>", subtype="html")
    made.add_attachment("ACTIVATE 2", filename="orders.txt")
    assert mail_of(made.as_bytes()).text.strip() == "PASS"


def test_a_mail_with_nothing_to_read():
    made = EmailMessage(policy=SMTP)
    made.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="orders.png")
    with pytest.raises(mime.Unreadable):
        assert mail_of(made.as_bytes()).text


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-2", "cp1250", "x-unknown", ""])
def test_charsets(charset):
    real = charset if charset not in ("x-unknown", "") else "utf-8"
    body = quopri.encodestring("ŁĄDUJ 2 na Győr".encode(real))
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    raw = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n".encode()
    assert mail_of(raw + body).text.strip() == "ŁĄDUJ 2 na Győr"


def test_flowed_text_is_put_together():
    raw = (
        b"Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
        b"MOVE 1 carrier WITH \r\n2 infantry FROM 10\r\nPASS\r\n> a long \r\n> quote\r\n"
    )
    assert mail_of(raw).text.split("\n")[:3] == [
        "MOVE 1 carrier WITH 2 infantry FROM 10",
        "PASS",
        "> a long quote",
    ]


@given(st.binary(max_size=400))
@settings(max_examples=60, deadline=None)
def test_no_bytes_break_the_reader(raw):
    try:
        text = mime.Mail(raw).text
    except mime.Unreadable:
        return
    typed_text(text, [SENT])


# -- whole mails of real programs ---------------------------------------------------------------

PLACES = len(BODY.split("\n"))


def out_of(raw: bytes) -> list[str]:
    return new(mime.Mail(raw).text)


@pytest.mark.parametrize("client", clients.ALL, ids=lambda client: client.name)
def test_every_program_top_bottom_and_untouched(client):
    assert out_of(client.reply(BODY, {}, {})) == []
    top = ["PASS", "MOVE 2 krążowniki FROM Győr"]
    written = [line.encode(client.charset, "replace").decode(client.charset) for line in top]
    assert out_of(client.reply(BODY, {0: top}, {})) == written
    assert out_of(client.reply(BODY, {PLACES: ["ACTIVATE 31"]}, {})) == ["ACTIVATE 31"]


@pytest.mark.parametrize("client", clients.ALL, ids=lambda client: client.name)
def test_every_program_edited_template(client):
    edited = BODY.replace("ACTIVATE 27", "ACTIVATE 28")
    assert out_of(client.reply(edited, {}, {})) == ["ACTIVATE 28"]


@settings(max_examples=120, deadline=None)
@given(
    client=st.sampled_from(clients.ALL),
    typed=st.dictionaries(
        st.integers(0, PLACES),
        st.lists(ORDERS | st.sampled_from(["2", *TEMPLATE[:4], "PASS"]), min_size=1, max_size=3),
        max_size=4,
    ),
)
def test_exactly_the_typed_lines_come_out_of_every_program(client, typed):
    """As above, but through the whole mail: packing, charset, HTML, footers, introductions."""
    expected = [
        line.encode(client.charset, "replace").decode(client.charset)
        for _, lines in sorted(typed.items())
        for line in lines
    ]
    found = out_of(client.reply(BODY, typed, {}))
    assert sorted(found) == sorted(expected) if not client.mark else found == expected


def test_what_looks_like_a_line_of_ours_in_pieces_is_typed():
    """`2` and `PASS`, typed just above our own option "2. Pass", where quotes are not marked."""
    at = BODY.split("\n").index("  2. Pass")
    assert out_of(clients.CLIENTS["outlook"].reply(BODY, {at: ["2", "PASS"]}, {})) == ["2", "PASS"]


VOCABULARY = """Sol Hacan took Lodor carrier fighters 3 infantry from tile 26 lost nothing you the
card due Wed round action phase waiting for krążownik Győr [57] – · (in 23 h) #141 points"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.lists(WORDS, min_size=1, max_size=13).map(" ".join)
SECTIONS = st.lists(st.lists(LINES, min_size=1, max_size=5), min_size=1, max_size=4)
OFFERED = st.lists(
    st.from_regex(r"(ACTIVATE|MOVE|LAND) [1-9][0-9]?( (FROM|ON) (Jord|Vega))?", fullmatch=True),
    min_size=1,
    max_size=5,
    unique=True,
)


@settings(max_examples=100, deadline=None)
@given(
    client=st.sampled_from(clients.ALL),
    sections=SECTIONS,
    offered=OFFERED,
    typed=st.lists(st.tuples(st.floats(0, 1), ORDERS), max_size=4),
)
def test_any_turn_mail(client, sections, offered, typed):
    """The same for mails nobody has seen before: any words, any template."""
    blocks = [BODY.split("\n")[0], RULER, "", *("\n".join(["NEWS", *s, ""]) for s in sections)]
    body = "\n".join(
        [*blocks, "TEMPLATE (change a line)", *(f"  {o}" for o in offered), "", "Bye."]
    )
    places = len(body.split("\n"))
    at: dict[int, list[str]] = {}
    for place, line in sorted(typed, key=lambda pair: int(pair[0] * places)):
        at.setdefault(int(place * places), []).append(line)
    expected = [
        line.encode(client.charset, "replace").decode(client.charset)
        for _, lines in sorted(at.items())
        for line in lines
    ]
    raw = client.reply(body, at, {})
    found = new(mime.Mail(raw).text, SentText(body, tuple(offered), sure=True))
    assert found == expected


@pytest.mark.parametrize("game", GAMES)
def test_real_turn_mails_untouched_and_edited(game):
    """By every program: nothing of ours is an order, and a changed template line is."""
    for n, sent in enumerate(mails_of(game)):
        client = clients.ALL[n % len(clients.ALL)]
        assert new(mime.Mail(client.reply(sent.body, {}, {})).text, sent) == []
        lines = [line for line in sent.template if sent.body.count(f"  {line}\n") == 1]
        if lines:
            edited = sent.body.replace(f"  {lines[0]}\n", f"  {lines[0]} 7\n")
            assert new(mime.Mail(client.reply(edited, {}, {})).text, sent) == [f"{lines[0]} 7"]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_exactly_the_typed_lines_come_out_of_real_turn_mails(game, data):
    """The mails that players of each game really get, in every program, typed into anywhere."""
    sent = data.draw(st.sampled_from(mails_of(game)))
    client = data.draw(st.sampled_from(clients.ALL))
    places = len(sent.body.rstrip("\n").split("\n"))
    offered = [" ".join(line.split()) for line in sent.template if line.strip()][:4]
    line = ORDERS | st.sampled_from(["2", *offered])
    typed = data.draw(
        st.dictionaries(st.integers(0, places), st.lists(line, min_size=1, max_size=2), max_size=3)
    )
    expected = [
        line.encode(client.charset, "replace").decode(client.charset)
        for _, lines in sorted(typed.items())
        for line in lines
    ]
    raw = client.reply(sent.body, typed, {})
    found = [" ".join(line.split()) for line in new(mime.Mail(raw).text, sent)]
    assert sorted(found) == sorted(expected) if not client.mark else found == expected


def edited(old: str, new: str) -> str:
    """The whole mail as a quote, with a line of its template changed."""
    assert f"  {old}\n" in BODY
    return quoted(BODY.replace(f"  {old}\n", f"  {new}\n"))


def test_a_template_line_changed_into_another_offered_line_counts():
    assert typed_text(edited(TEMPLATE[1], TEMPLATE[2]), [SENT]) == TEMPLATE[2]
    with_orders = "ACTIVATE 26\n\n" + edited(TEMPLATE[1], TEMPLATE[2])
    assert typed_text(with_orders, [SENT]).split() == ["ACTIVATE", "26", *TEMPLATE[2].split()]


def test_a_template_line_that_was_doubled_counts_once():
    doubled = f"{TEMPLATE[3]}\n  {TEMPLATE[3]}"
    assert typed_text(edited(TEMPLATE[3], doubled), [SENT]) == TEMPLATE[3]


def test_template_lines_that_only_changed_places_do_not_count():
    one, two = (f"  {line}\n" for line in TEMPLATE[1:3])
    assert typed_text(quoted(BODY.replace(one + two, two + one)), [SENT]) == ""


def test_the_mail_quoted_twice_gives_no_order():
    assert typed_text(f"{quoted()}\n{quoted()}", [SENT]) == ""


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("pass", "pass"),
        ("PASS  <---", "PASS"),
        ("PASS <<<", "PASS"),
        ("PASS <==", "PASS"),
        ("--> PASS", "PASS"),
        ("PASS ←", "PASS"),
        ("-- PASS", "PASS"),
        ("--PASS", "PASS"),
        ("— PASS", "PASS"),
        ("✓ PASS", "PASS"),
        ("✔️ PASS", "PASS"),
    ],
)
def test_a_template_line_in_other_letters_or_with_a_mark_counts(written, typed):
    assert typed_text(edited("PASS", written), [SENT]) == typed
    assert typed_text(f"STATUS\n\n{edited('PASS', written)}", [SENT]) == f"STATUS\n\n{typed}"


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "| "])
def test_a_bullet_that_a_program_sets_before_template_lines_does_not_count(bullet):
    lines = BODY.split("\n")
    offered = {f"  {line}" for line in TEMPLATE}
    changed = [f"{bullet}{line.strip()}" if line in offered else line for line in lines]
    assert typed_text(quoted("\n".join(changed)), [SENT]) == ""


@pytest.mark.parametrize("width", [30, 40, 50])
def test_a_changed_template_line_that_the_program_broke_is_one_line(width):
    changed = BODY.replace(TEMPLATE[2], "MOVE 1 carrier WITH 1 infantry, 3 fighters FROM 10")
    lines = [
        f"> {piece}"
        for line in changed.split("\n")
        for piece in textwrap.wrap(line.strip(), width, break_long_words=False) or [""]
    ]
    typed = typed_text("\n".join(lines), [SENT])
    assert typed == "MOVE 1 carrier WITH 1 infantry, 3 fighters FROM 10"


@pytest.mark.parametrize("bullet", ["-- ", "- ", "* ", "• ", "– ", "— ", "--", "1. "])
def test_a_line_behind_a_bullet_is_the_order(bullet):
    """Also two hyphens, which alone in their line begin a signature."""
    reply = f"{bullet}EXPLORE 226 N\n-- \nAda\n\nOn Monday Parsec Post wrote:\n{quoted(BODY)}"
    typed = typed_text(reply, [SENT])
    page = read_page(typed, ECLIPSE.order_verbs)
    assert [(line.verb, line.rest) for line in page.lines] == [("explore", "226 N")]
    assert page.errors == ()
