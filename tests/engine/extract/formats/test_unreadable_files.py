"""Damaged, locked, empty and malicious files are rejected with a reason."""

import io
import struct
import zipfile
import zlib
from pathlib import PurePath

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from tests.support.compound_files import make_compound
from tests.support.office_files import make_docx
from tests.support.older_office_files import make_presentation, make_word, message_tree, shape
from tests.support.pdf_files import make_pdf
from twofold.engine.extract.extraction import open_document
from twofold.engine.model.errors import DocumentError

DOCX = make_docx("<w:p><w:r><w:t>x</w:t></w:r></w:p>")
BOMB_OF_ENTITIES = '<!DOCTYPE w [<!ENTITY d "ha"><!ENTITY e "' + "&d;" * 1000 + '">]><w>&e;</w>'
FROM_OUTSIDE = '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]><w>&e;</w>'
SHEET = {"xl/workbook.xml": "<workbook><broken", "[Content_Types].xml": "<Types/>"}
SHEET_BOMB = SHEET | {"xl/workbook.xml": "<a/>", "xl/worksheets/sheet1.xml": " " * 60_000_000}
LOCKED_SHEET = (
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + b"\x09\x08\x10\x00\x00\x06\x05\x00"
    + bytes(12) + b"\x2f\x00\x36\x00" + bytes(654) + "Workbook".encode("utf-16-le")
)  # fmt: skip
LOCKED_TEXT = {"mimetype": "x", "META-INF/manifest.xml": "<a><manifest:encryption-data/></a>"}
BOOK = "META-INF/container.xml"
OVERLAPPING = struct.pack("<1001i", *range(0, 1001 * 9, 9)) + struct.pack("<HIH", 0, 2048, 0) * 1000
PIECES = b"\2" + struct.pack("<I", len(OVERLAPPING)) + OVERLAPPING


def docx_of(document):
    with zipfile.ZipFile(io.BytesIO(DOCX)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return zip_of(parts | {"word/document.xml": document})


@pytest.mark.parametrize(
    ("reason", "name", "data"),
    [
        ("password", "a.pdf", make_pdf([["secret"]], locked=True)),
        ("no-text", "a.pdf", make_pdf([[], []])),
        ("damaged", "a.pdf", make_pdf([["half a file"]])[:200]),
        ("damaged", "a.pdf", b"%PDF-1.4 nothing else"),
        ("damaged", "a.docx", DOCX[:-200]),
        ("damaged", "a.docx", make_docx("<w:p>")),
        ("damaged", "a.docx", docx_of(FROM_OUTSIDE)),
        ("damaged", "a.docx", docx_of(BOMB_OF_ENTITIES)),
        ("damaged", "a.pptx", zip_of({"ppt/a": "b"})),
        ("damaged", "a.xlsx", zip_of(SHEET)),
        ("too-large", "a.xlsx", zip_of(SHEET_BOMB)),
        ("password", "a.xls", LOCKED_SHEET),
        ("damaged", "a.odt", zip_of({"mimetype": "x"})),
        ("damaged", "a.odt", zip_of({"mimetype": "x", "content.xml": "<a>"})),
        ("password", "a.odt", zip_of(LOCKED_TEXT)),
        ("damaged", "a.epub", zip_of({BOOK: "no XML at all"})),
        ("damaged", "a.epub", zip_of({BOOK: "<c><rootfile full-path='gone.opf'/></c>"})),
        ("damaged", "a.epub", zip_of({BOOK: "<c><rootfile full-path='a'/></c>", "a": "\0\0"})),
        ("damaged", "a.ipynb", b'{"nbformat": 4, "cells": ['),
        ("password", "a.doc", make_word(["x"], flags=0x0300)),
        ("password", "a.doc", make_word(["x"], more={"\tDRMContent": b"x"})),
        ("damaged", "a.doc", make_compound({"WordDocument": b"\xec\xa5" + bytes(2000)})),
        ("damaged", "a.doc", make_compound({"WordDocument": b"x"})),
        ("damaged", "a.doc", make_word(["some words"], parts={33: PIECES})),
        ("password", "a.ppt", make_presentation([shape("x")], token=0xF3D1C4DF)),
        ("password", "a.ppt", make_presentation([shape("x")], more={"EncryptedSummary": b"x"})),
        ("damaged", "a.ppt", make_compound({"PowerPoint Document": b""})),
        ("no-text", "a.ppt", make_presentation([shape("")])),
        ("no-text", "a.ppt", make_compound({"PowerPoint Document": b"\xff" * 900})),
        ("damaged", "a.msg", make_compound(message_tree({0x37: "A"}))[:400]),
        ("password", "letter", make_compound({"EncryptedPackage": b"x"})),
    ],
)
def test_unreadable_file_is_refused_with_its_reason(reason, name, data):
    assert reason_of(open_document, data, PurePath(name)) == reason


@pytest.mark.parametrize(
    ("name", "data", "reason", "words"),
    [
        ("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "unsupported", ".heic"),
        ("a.m4a", b"\0\0\0\x18ftypM4A \0\0\0\0", "binary", "an audio file"),
        ("a.mp4", b"\0\0\0\x18ftypisom\0\0\0\0", "binary", "a video"),
        ("a.mp3", b"\xff\xfb\x90\x64\0\0\0", "binary", "an audio file"),
        ("a.wma", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\0", "binary", "an audio or video file"),
        ("a.psd", b"8BPS\0\1\0\0", "unsupported", "Photoshop"),
        ("a.jp2", b"\0\0\0\x0cjP  \r\n\x87\n\0", "unsupported", "JPEG 2000"),
        ("a.wk1", b"\0\0\2\0\6\4\6\0", "unsupported", "Lotus"),
        ("a.sldprt", make_compound({"Contents": b"x"}), "unsupported", "SolidWorks"),
        ("a.dgn", make_compound({"Dgn~H": b"x"}), "unsupported", "MicroStation"),
        ("a.zlib", zlib.compress(b"the tide " * 5), "unsupported", "zlib"),
        ("a.zip", b"PK\x07\x08PK\x03\x04" + bytes(60), "unsupported", "multi-part archive"),
    ],
)  # fmt: skip
def test_unreadable_file_is_named_by_its_kind(name, data, reason, words):
    with pytest.raises(DocumentError) as refusal:
        open_document(data, PurePath(name))
    assert refusal.value.reason == reason
    assert words in str(refusal.value.message)


@pytest.mark.parametrize("start", ["FORM 10-K", "RIFF and raff", "8BPS is", "x^2 + y^2", "OTTO is"])
def test_text_may_begin_with_the_signature_of_another_format(start):
    text = f"{start} the beginning of a text."
    assert open_document(text.encode(), PurePath("a.txt")).text.text == text


@pytest.mark.parametrize(
    "data",
    [
        b"GIF89a\x10\0\x10\0", b"RIFF\x10\0\0\0WEBPVP8 ",
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0",
    ],
)  # fmt: skip
def test_pictures_of_all_kinds_wait_for_ocr(data):
    assert reason_of(open_document, data, PurePath("a.bin")) == "picture"
