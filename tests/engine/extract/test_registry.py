"""The format of a file is detected by its content first, then by its name."""

import json
import re
import time
from pathlib import Path, PurePath

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from tests.support.compound_files import make_compound
from tests.support.office_files import make_docx, make_odf
from twofold.engine.extract.extraction import open_document
from twofold.engine.extract.registry import find_format, registered_formats
from twofold.engine.model.errors import DocumentError

COMPOUND_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@pytest.mark.parametrize(
    ("name", "data", "file_type"),
    [
        ("A.MARKDOWN", b"# Title", "md"),
        ("a.doc", b"<!DOCTYPE html><p>x", "html"),
        ("a.txt", b"\xef\xbb\xbf <?xml version='1.0'?>\n<!-- c -->\n<html lang='en'>", "html"),
        ("a.pdf", b"junk before\n%PDF-1.4\n", "pdf"),
        ("a.zip", zip_of({"a.txt": ""}), "zip"),
        ("a", zip_of({"%PDF-1.7": ""}), "zip"),
        ("a.txt", zip_of({"a.docx/[Content_Types].xml": ""}), "zip"),
        ("a.tgz", b"\x1f\x8b\x08 x", "tgz"),
        ("a.odd", b"BZh91AY&SY", "gz"),
        ("a.tar", bytes(257) + b"ustar\0 x", "tar"),
        ("cur-1234", b"From: a@b.c\nTo: d\nMessage-ID: <1>\nSubject: x\n\nHello", "eml"),
        ("cur-1234", b"Note: to\nmyself: x\n\nHello", "txt"),
        ("a.txt", b"From: a@b.c\nTo: d\nMessage-ID: <1>\nSubject: x\n\nHello", "txt"),
        ("Inbox", b"From a@b.c Mon Jun 01 10:00:00 2009\nSubject: x\n", "mbox"),
        ("Letter", b"From the beginning at 10:00 on\nwe went", "txt"),
        ("a.pdf", make_docx(""), "docx"),
        ("a.docx", b"only text", "txt"),
        ("a.docm", b"PK\x03\x04 cut off", "docx"),
        ("a.zip", make_odf("text", ""), "odt"),
        ("a.ott", zip_of({"mimetype": "written by another program"}), "odt"),
        ("a.doc", b"{\\rtf1 x}", "rtf"),
    ],
)
def test_content_decides_before_the_name(name, data, file_type):
    assert find_format(data, PurePath(name)).file_type(PurePath(name).suffix[1:]) == file_type


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.md", b"", "no-text"),
        ("a.txt", b"RIFF\x24\0\0\0WAVE", "binary"),
        ("a.pdf", b"random", "damaged"),
        ("a.pdf", zip_of({"[Content_Types].xml": "", "custom/part.xml": ""}), "unsupported"),
        ("a.dat", COMPOUND_FILE, "unsupported"),
        ("a.jar", b"PK\x03\x04....x.class", "unsupported"),
    ],
)
def test_unreadable_file_has_a_reason(name, data, reason):
    assert reason_of(find_format, data, PurePath(name)) == reason


@pytest.mark.parametrize(
    ("stream", "format_name"),
    [
        ("WORDDOCUMENT", "Word 97-2003"),
        ("PowerPoint Document", "PowerPoint 97-2003"),
        ("__properties_version1.0", "Outlook message"),
        ("Workbook", "Workbook"),
        ("Book", "Workbook"),
    ],
)
def test_compound_file_is_identified_by_its_streams(stream, format_name):
    inside = {"WordDocument": b"x", "PowerPoint Document": b"x", "Workbook": b"x", "Book": b"x"}
    data = make_compound({stream: b"x", "ObjectPool": inside})
    for name in ("a.doc", "a.xls", "a.msg", "a"):
        assert find_format(data, PurePath(name)).name == format_name


def test_every_format_is_documented():
    text = (Path(__file__).parents[3] / "docs/formats.md").read_text(encoding="utf-8")
    table = " ".join(line for line in text.splitlines() if line.startswith("| ")).lower()
    words = set(re.findall(r"[a-z0-9]+", table))
    undocumented = [
        one.name
        for one in registered_formats()
        if one.name.lower() not in table and not words.intersection(one.file_types)
    ]
    assert undocumented == []


NOTEBOOK = json.dumps(
    {"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "# A"}]}
).encode()
MAIL = (
    b"From: Ada <ada@example.org>\r\nTo: bob@example.org\r\nSubject: Lease\r\n"
    b"Date: Tue, 03 Mar 2026 10:00:00 +0100\r\n%s\r\nThe rent is due.\r\n"
)
CUES = b"1\n00:00:01,000 --> 00:00:02,000\nHello\n"


NUMBERS = (
    '<?xml version="1.0"?>\n<ls:document xmlns:sfa="http://developer.apple.com/namespaces/sfa" '
    'xmlns:ls="http://developer.apple.com/namespaces/ls"><sf:ct sfa:s="Rent"/></ls:document>'
)
KEYNOTE_1 = (
    '<?xml version="1.0"?><!-- saved --><presentation '
    'xmlns="http://developer.apple.com/schemas/APXL"><title>May</title></presentation>'
)
APPLE = "a Pages, Numbers or Keynote document (.pages, .numbers, .key)"


def packed(*names, way=8):
    """Return a ZIP file with these entries and this compression method."""
    data = bytearray(zip_of(dict.fromkeys(names, NUMBERS)))
    for mark, place in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.find(mark) + place
        data[start : start + 2] = way.to_bytes(2, "little")
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data", "file_type"),
    [
        ("data", b"[1, 2]", "json"),
        ("server.key", b"-----BEGIN PRIVATE KEY-----\nMIIB\n", "txt"),
        ("a.xml", b'<?xml version="1.0"?><a>See http://developer.apple.com/namespaces/</a>', "xml"),
        ("a.txt", b"[x] not JSON", "txt"),
        ("a.json", NOTEBOOK, "ipynb"),
        ("a.ipynb", b'{"a": 1}', "json"),
        ("a.txt", CUES, "srt"),
        ("a", b"WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", "vtt"),
        ("a.txt", b"<?xml version='1.0'?><a><b>Hello you</b></a>", "xml"),
        ("a.xml", b"<?xml version='1.0'?><html><p>Hello", "html"),
        ("thesis.txt", b"% x\n\\documentclass{book}\n\\begin{document}A", "tex"),
        ("run", b"#!/usr/bin/env -S python3 -u\nprint(1)\n", "py"),
        ("run.py", b"#!/bin/bash\necho\n", "py"),
        ("saved.txt", MAIL % b"Content-Type: text/plain\r\nMIME-Version: 1.0\r\n", "eml"),
        ("noname.dat", MAIL % b"MIME-Version: 1.0\r\n", "eml"),
        ("letter.txt", MAIL % b"Message-ID: <1@example.org>\r\n", "txt"),
        ("notes.md", MAIL % b"MIME-Version: 1.0\r\n", "md"),
    ],
)
def test_file_is_listed_under_its_kind(name, data, file_type):
    assert find_format(data, PurePath(name)).open(data, PurePath(name)).text.file_type == file_type


@pytest.mark.parametrize(
    ("file", "data", "name"),
    [
        ("plan.doc", make_compound({"VisioDocument": b"x"}), "a Visio drawing (.vsd)"),
        ("a", b"7z\xbc\xaf\x27\x1c\0\4", "a 7-Zip archive (.7z)"),
        ("a", b"Rar!\x1a\x07\x01\0", "a RAR archive (.rar)"),
        ("a", b"ITSF\3\0\0\0", "a compiled help file (.chm)"),
        ("a", packed("mimetype", "a.xml"), "a ZIP package of an unknown kind"),
        ("index.apxl", KEYNOTE_1.encode(), APPLE),
    ],
)
def test_file_that_may_contain_text_is_not_reported_as_without_text(file, data, name):
    with pytest.raises(DocumentError) as failure:
        find_format(data, PurePath(file))
    assert failure.value.reason == "unsupported"
    assert failure.value.message == f"This file is {name}. Twofold cannot read this format yet."
    assert re.fullmatch(r"(?:Unpack|Export|Save) it[^.]* .*\.|Export its .*\.", failure.value.hint)


@pytest.mark.parametrize(
    "data", [packed("index.xml", way=25452), packed(".iwpv2", "Index/Document.iwa")]
)
def test_pages_document_with_a_password_is_listed_as_protected(data):
    assert reason_of(open_document, data, PurePath("plan.pages")) == "password"


def test_many_comments_before_another_text_are_read_once():
    begun = time.process_time()
    assert find_format(b"<!---->" * 500 + b"A note", PurePath("a.txt")).name == "Plain text"
    assert time.process_time() - begun < 10
