import re
from pathlib import Path, PurePath

import pytest

from engine.extract.registry import find_format, registered_formats
from engine.model.errors import DocumentError
from tests.support.archives import zip_of
from tests.support.compound_files import make_compound
from tests.support.office_files import make_docx, make_odf

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
def test_the_content_decides_before_the_name(name, data, file_type):
    assert find_format(data, PurePath(name)).file_type(PurePath(name).suffix[1:]) == file_type


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.md", b"", "no-text"),
        ("a.txt", b"\x89PNG\r\n\x1a\n....", "binary"),
        ("a.pdf", b"random", "damaged"),
        ("a.pdf", zip_of({"[Content_Types].xml": "", "visio/document.xml": ""}), "unsupported"),
        ("a.dat", COMPOUND_FILE, "unsupported"),
        ("a.jar", b"PK\x03\x04....x.class", "unsupported"),
    ],
)
def test_what_is_not_read_says_why_in_a_sentence(name, data, reason):
    with pytest.raises(DocumentError) as failure:
        find_format(data, PurePath(name))
    assert failure.value.reason == reason
    assert failure.value.message.endswith(".")


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
def test_the_streams_of_a_compound_file_tell_what_it_is(stream, format_name):
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
