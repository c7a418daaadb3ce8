import io
import json
import re
import zipfile
from pathlib import PurePath

import pytest

from engine.extract.registry import find_format
from engine.model.errors import DocumentError
from tests.support.effort import effort_in_proportion

NOTEBOOK = json.dumps(
    {"nbformat": 4, "cells": [{"cell_type": "markdown", "source": "# A"}]}
).encode()
MAIL = (
    b"From: Ada <ada@example.org>\r\nTo: bob@example.org\r\nSubject: Lease\r\n"
    b"Date: Tue, 03 Mar 2026 10:00:00 +0100\r\n%s\r\nThe rent is due.\r\n"
)
CUES = b"1\n00:00:01,000 --> 00:00:02,000\nHello\n"


@pytest.mark.parametrize(
    ("name", "data", "file_type"),
    [
        ("data", b"[1, 2]", "json"),
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


def _packed(*names: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return data.getvalue()


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"7z\xbc\xaf\x27\x1c\0\4", "a 7-Zip archive (.7z)"),
        (b"Rar!\x1a\x07\x01\0", "a RAR archive (.rar)"),
        (b"ITSF\3\0\0\0", "a compiled help file (.chm)"),
        (_packed("mimetype", "a.xml"), "packed in the way of a program of its own"),
    ],
)
def test_what_may_hold_text_is_not_said_to_hold_none(data, name):
    with pytest.raises(DocumentError) as failure:
        find_format(data, PurePath("a"))
    assert failure.value.reason == "unsupported"
    assert failure.value.message == f"The file is {name}, which cannot be read yet."
    assert re.fullmatch(r"(?:Unpack|Export|Save) it[^.]* .*\.|Export its .*\.", failure.value.hint)


def test_many_comments_before_another_text_are_read_once():
    with effort_in_proportion():
        assert find_format(b"<!---->" * 500 + b"A note", PurePath("a.txt")).name == "Plain text"
