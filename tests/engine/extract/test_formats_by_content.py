import json
import re
from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from engine.extract.registry import find_format
from engine.model.errors import DocumentError
from tests.support.archives import zip_of
from tests.support.effort import effort_in_proportion

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
    """Return a ZIP file with these entries, packed in this way."""
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
def test_what_a_file_is_listed_as(name, data, file_type):
    assert find_format(data, PurePath(name)).open(data, PurePath(name)).text.file_type == file_type


@pytest.mark.parametrize(
    ("file", "data", "name"),
    [
        ("a", b"7z\xbc\xaf\x27\x1c\0\4", "a 7-Zip archive (.7z)"),
        ("a", b"Rar!\x1a\x07\x01\0", "a RAR archive (.rar)"),
        ("a", b"ITSF\3\0\0\0", "a compiled help file (.chm)"),
        ("a", packed("mimetype", "a.xml"), "packed in the way of a program of its own"),
        ("2009.numbers", packed("QuickLook/Thumbnail.jpg", "index.xml"), APPLE),
        ("2013.pages", packed("Index/Document.iwa", "Metadata/DocumentIdentifier"), APPLE),
        ("x.key", packed("May.key/Index.zip", "May.key/Metadata/Properties.plist"), APPLE),
        ("index.apxl", KEYNOTE_1.encode(), APPLE),
    ],
)
def test_what_may_hold_text_is_not_said_to_hold_none(file, data, name):
    with pytest.raises(DocumentError) as failure:
        find_format(data, PurePath(file))
    assert failure.value.reason == "unsupported"
    assert failure.value.message == f"The file is {name}, which cannot be read yet."
    assert re.fullmatch(r"(?:Unpack|Export|Save) it[^.]* .*\.|Export its .*\.", failure.value.hint)


@pytest.mark.parametrize(
    "data", [packed("index.xml", way=25452), packed(".iwpv2", "Index/Document.iwa")]
)
def test_a_document_of_pages_with_a_password_is_listed_as_such(data):
    with pytest.raises(DocumentError) as failure:
        open_document(data, PurePath("plan.pages"))
    assert failure.value.reason == "password"


def test_many_comments_before_another_text_are_read_once():
    with effort_in_proportion():
        assert find_format(b"<!---->" * 500 + b"A note", PurePath("a.txt")).name == "Plain text"
