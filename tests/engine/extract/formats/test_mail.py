from itertools import pairwise
from pathlib import PurePath

import pytest

from tests.support.archives import mail_with
from twofold.engine.extract.formats.mail.mailbox import open_mailbox
from twofold.engine.extract.formats.mail.message import (
    extract_web_archive,
    open_mail,
)
from twofold.engine.extract.registry import find_format
from twofold.engine.model.document import BlockKind, LocatorKind

ENCODED = (
    b"From: =?utf-8?B?5pel5pys?= <nihon@example.org>, Bob <bob@example.org>\r\n"
    b"To: =?iso-8859-1?Q?Andr=E9?= <andre@example.org>\r\n"
    b"Subject: =?utf-8?Q?Gr=C3=B6=C3=9Fe?= =?utf-8?Q?_und?=\r\n =?utf-8?Q?_mehr?=\r\n"
    b"Date: Sat, 21 Nov 2026 08:00:00 +0100\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
    b"Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"Die Gr=F6=DFe z=E4hlt.\r\n\r\n> Was z=E4hlt?\r\n> Alles.\r\n"
)


def alternative(*parts: tuple[str, str]) -> bytes:
    joined = "".join(
        f"--b\nContent-Type: {kind}; charset=utf-8\n\n{text}\n" for kind, text in parts
    )
    return (
        f'Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="b"\n\n'
        f"{joined}--b--\n"
    ).encode()


def test_headers_and_body_are_one_text_with_each_line_as_a_place():
    text = open_mail(ENCODED).text
    assert text.text == (
        "Größe und mehr\n\nFrom: 日本 <nihon@example.org>, Bob <bob@example.org>\n"
        "To: André <andre@example.org>\nDate: Sat, 21 Nov 2026 08:00:00 +0100\n\n"
        "Die Größe zählt.\n\n> Was zählt?\n> Alles.\n"
    )
    assert (text.place_kind, text.place_labels[6]) == (LocatorKind.PARAGRAPH, "line 7")
    for (start, end), number in zip(
        pairwise((*text.place_starts, len(text.text))), text.place_numbers, strict=True
    ):
        assert text.text[start:end].rstrip("\n") == text.text.split("\n")[number - 1]
    metadata = text.metadata
    assert (metadata.title, metadata.author) == ("Größe und mehr", "日本; Bob")
    assert metadata.created == "2026-11-21"
    first, *rest = text.blocks
    assert (first.kind, first.heading_path) == (BlockKind.HEADING, ("Größe und mehr",))
    assert [text.text[b.start : b.end] for b in rest][1:] == [
        "Die Größe zählt.", "> Was zählt?\n> Alles.",
    ]  # fmt: skip


def test_plain_text_is_preferred_to_html():
    html = "<h1>Head</h1><p>Seen <b>text</b></p><script>bad()</script><img src='http://x/t.gif'>"
    text = open_mail(alternative(("text/html", html), ("text/plain", "Head\nSeen text ..."))).text
    assert text.text.endswith("Head\nSeen text ...")
    for plain in ("", " \n\n"):
        text = open_mail(alternative(("text/plain", plain), ("text/html", html))).text
        assert text.text.rstrip().endswith("Head\n\nSeen text")
        assert "bad()" not in text.text
        assert text.blocks[-1].heading_path == ("s", "Head")


def test_only_text_around_a_mail_is_left_out():
    mail = b"Subject: s\n\nHello.\n\nFrom ada Mon Jun 01 10:00:00 2009\nthe end"
    expected = "s\n\nHello.\n\nFrom ada Mon Jun 01 10:00:00 2009\nthe end"
    assert open_mail(mail).text.text == expected
    assert open_mail(b"From ada Mon Jun 01 10:00:00 2009\n" + mail).text.text == expected
    from_apple = b"%d\n%s<?xml version='1.0'?><plist/>" % (len(mail), mail)
    assert open_mail(from_apple).text.text == expected


def test_attachments_are_entries_and_layout_parts_are_not():
    mail = (
        b'Subject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
        b"--b\nContent-Type: text/plain\n\nbody\n"
        b"--b\nContent-Type: application/pdf; name==?utf-8?Q?Pl=C3=A4ne.pdf?=\n"
        b"Content-Transfer-Encoding: base64\n\naGVsbG8=\n"
        b"--b\nContent-Type: text/plain\n"
        b"Content-Disposition: attachment; filename*=utf-8''caf%C3%A9.txt\n\ncoffee\n"
        b"--b\nContent-Type: image/png\nContent-Disposition: inline; filename=logo.png\n\nx\n"
        b"--b\nContent-Type: text/css\n\nx {}\n"
        b"--b\nContent-Type: application/pgp-signature; name=s.asc\n\nx\n"
        b"--b\nContent-Type: message/rfc822\n\nSubject: Old/news\nFrom: a@b.c\n\nforwarded\n"
        b"--b--\n"
    )
    opened = open_mail(mail)
    entries = {entry.name: entry.read(1000) for entry in opened.entries}
    assert list(entries) == ["Pläne.pdf", "café.txt", "Old-news.eml"]
    assert entries["Pläne.pdf"] == b"hello"
    assert b"forwarded" in entries["Old-news.eml"]
    assert opened.text.text.endswith("body")


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: =?utf-8?B?!!!?=\n\nx",
        b"Subject: =?nonsense?Q?x?=\nContent-Type: text/plain; charset=nonsense\n\nx",
        b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n--b\n--b',
        b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!not base64",
        b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKeQ==",
        b'From: "unclosed <a@b>, ;;; <<>>\nContent-Disposition: attachment; filename*0*=\xff\n\nx',
    ],
)
def test_malformed_mail_is_read_as_far_as_possible(data):
    opened = open_mail(data)
    for entry in opened.entries:
        assert isinstance(entry.read(1000), bytes)
    for block in opened.text.blocks:
        assert 0 <= block.start < block.end <= len(opened.text.text)


def nested_mail(depth: int) -> bytes:
    mail = b"Content-Type: text/plain\n\nthe end"
    for level in range(depth):
        mark = b"b%d" % level
        mail = b'Content-Type: multipart/mixed; boundary="%s"\n\n--%s\n%s\n--%s--\n' % (
            mark, mark, mail, mark,
        )  # fmt: skip
    return b"Subject: deep\nMIME-Version: 1.0\n" + mail


def test_parts_nested_too_deeply_become_one_long_text():
    deep = open_mail(nested_mail(2000)).text
    assert open_mail(nested_mail(20)).text.text == "deep\n\nthe end"
    assert deep.metadata.title == "deep"
    assert "the end" in deep.text


MAILBOX = (
    b"From ada Mon Jun 01 10:00:00 2009\nSubject: First\nFrom: ada@example.org\n\nHello.\n"
    b">From here on it is quoted.\n\nFrom what we know this is a sentence.\n\n"
    b"From bob Mon Jun 01 11:00:00 2009\nFrom: bob@example.org\n\nNo subject.\n\n"
    b"From bob Mon Jun 01 12:00:00 2009\n" + mail_with({"plan.txt": "p"}, subject="Third")
)


WINDOWS = MAILBOX.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
BLANK = b"\r\n\r\nFrom x 10:00 2010\r\n\r\n"


@pytest.mark.parametrize("data", [MAILBOX, WINDOWS + BLANK])
def test_each_message_of_a_mailbox_is_a_place(data):
    opened = open_mailbox(data)
    text = opened.text
    assert (text.place_kind, text.place_numbers) == (LocatorKind.MESSAGE, (1, 2, 3))
    assert text.place_labels == ("message 1: First", "message 2", "message 3: Third")
    assert "From here on it is quoted.\n\nFrom what we know" in text.text[: text.place_starts[1]]
    assert text.text[text.place_starts[2] :].startswith("Third\n\nFrom: Ada Lovelace")
    assert [(entry.name, entry.read(99).strip()) for entry in opened.entries] == [
        ("message 3/plan.txt", b"p")
    ]


def test_saved_page_is_read_without_its_parts():
    data = (
        b"From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/a\n"
        b"Subject: A page\nDate: Fri, 1 May 2026 10:00:00 -0000\nMIME-Version: 1.0\n"
        b'Content-Type: multipart/related; type="text/html"; boundary="b"\n\n'
        b"--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"<html lang=3D'en'><title>T</title><h1>Head</h1><p>caf=C3=A9</p></html>\n"
        b"--b\nContent-Type: text/css\nContent-Location: cid:css\n\np {}\n--b--\n"
    )
    page = extract_web_archive(data)
    assert page.text == "Head\n\ncafé"
    assert (page.metadata.title, page.metadata.url) == ("A page", "https://example.org/a")
    assert (page.metadata.created, page.metadata.lang) == ("2026-05-01", "en")


@pytest.mark.parametrize(
    ("sender", "author"),
    [
        ("=?utf-8?Q?M=C3=BCller=2C_J=C3=BCrgen?= <j@x.org>", "Müller, Jürgen"),
        ('"Okafor, Ada (MIT)" <a@x.org>, Bo Li <b@x.org>', "Okafor, Ada; Bo Li"),
        ("Team: Ada <a@x.org>, b@x.org;", "Ada; b@x.org"),
        ("=?utf-8?B?RXZpbA0KVFkgIC0gSk9VUg==?= <e@x.org>", "Evil TY - JOUR"),
        ("A" * 100_000 + " <a@x.org>", "A" * 300),
        ("(" * 20_000 + ")" * 20_000 + " Ada <a@x.org>", ""),
    ],
    ids=["encoded comma", "quoted", "group", "line end", "long", "nested"],
)
def test_senders_are_separated_before_names_are_decoded(sender, author):
    mail = f"From: {sender}\r\nSubject: s\r\n\r\nbody\r\n".encode()
    assert open_mail(mail).text.metadata.author == author


def test_html_is_read_if_the_plain_text_differs():
    html = "<style>p {}</style><p>Your order 4711 has shipped to Pier 7.</p>"
    stub = "Please view this message in a program that shows HTML."
    text = open_mail(alternative(("text/plain", stub), ("text/html", html))).text.text
    assert stub in text
    assert "Your order 4711 has shipped to Pier 7." in text


def test_place_and_participants_of_an_invitation_are_read():
    invitation = (
        "BEGIN:VEVENT\r\nSUMMARY:Ferry meeting\r\nLOCATION:Pier\\, north\r\n  end\r\n"
        'ATTENDEE;ROLE=CHAIR;CN="Kim, Ada";RSVP=TRUE:mailto:ada@example.org\r\n'
        "DESCRIPTION:Plain\\ninvitation.\r\nEND:VEVENT"
    )
    mail = alternative(("text/plain", "Plain invitation."), ("text/calendar", invitation))
    lines = open_mail(mail).text.text.splitlines()
    assert lines[-3:] == [
        "Summary: Ferry meeting",
        "Location: Pier, north end",
        "Attendee: Kim, Ada",
    ]


@pytest.mark.parametrize(
    ("charset", "subject"),
    [("big5", "測試"), ("gb2312", "你好"), ("windows-1251", "Отчёт"), ("iso-2022-jp", "予定")],
)
def test_undeclared_header_encoding_is_that_of_the_body(charset, subject):
    head = f"From: {subject} <a@example.org>\nSubject: {subject}\nContent-Type: text/plain; "
    mail = f"{head}charset={charset}\n\n{subject}".encode(charset)
    found = open_mail(mail).text.metadata
    assert (found.title, found.author) == (subject, subject)


def test_all_recipients_are_read():
    people = ", ".join(f"p{number}@example.org" for number in range(500))
    assert "p499@example.org" in open_mail(f"Subject: s\nTo: {people}\n\nx".encode()).text.text


PLAIN_HEADERS = b"Subject: s\nFrom: a@b.c\nTo: d@e.f\nDate: Tue, 14 Nov 2023 10:00:00 +0000\n"


@pytest.mark.parametrize(
    ("name", "data", "is_mail"),
    [
        ("draft", b"To: a@b.example\nSubject: Tide\nMIME-Version: 1.0\n\nText", True),
        ("1700000000.M1P2.host:2,S", b"Message-ID: <1@b>\n" + PLAIN_HEADERS, True),
        ("1700000000.M1P2.mail.example.org", b"Message-ID: <1@b>\n" + PLAIN_HEADERS, True),
        ("1700000000.M1P2.host,S=12:2,", PLAIN_HEADERS, True),
        ("4711", PLAIN_HEADERS, True),
        ("long", b"Received: " + b"by x;\n " * 600 + b"\n" + PLAIN_HEADERS, False),
        ("long", PLAIN_HEADERS + b"Received: " + b"by x;\n " * 900, True),
        ("memo.txt", PLAIN_HEADERS, False),
        ("memo.txt", b"MIME-Version: 1.0\n" + PLAIN_HEADERS, True),
        ("0001-fix.patch", b"Message-ID: <1@b>\n" + PLAIN_HEADERS, False),
        ("settings", b"From: here\nTo: there\nColour: red\n", False),
        ("story", b"From: my window I saw\nthe sea.\n", False),
    ],
)
def test_headers_decide_if_the_name_of_a_mail_is_vague(name, data, is_mail):
    found = find_format(data + b"\nbody", PurePath(name)).name
    assert (found == "E-mail") is is_mail
