"""Documents of Pages, Numbers and Keynote are told by name and content, and never read as text."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import PurePath

import pytest

from engine.extract.extraction import open_document
from engine.extract.registry import find_format
from engine.model.errors import DocumentError
from tests.engine.extract.process.test_member_walk import read

_NAMESPACES = "http://developer.apple.com/namespaces"
_NUMBERS = (
    f'<?xml version="1.0"?>\n<ls:document xmlns:sfa="{_NAMESPACES}/sfa" '
    f'xmlns:ls="{_NAMESPACES}/ls"><sf:ct sfa:s="Rent"/></ls:document>'
)
_KEYNOTE_1 = (
    '<?xml version="1.0"?><!-- saved --><presentation '
    'xmlns="http://developer.apple.com/schemas/APXL"><title>May</title></presentation>'
)


def packed(*names, locked=False):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, _NUMBERS)
    content = bytearray(data.getvalue())
    if locked:
        for start, place in ((content.find(b"PK\x03\x04"), 8), (content.find(b"PK\x01\x02"), 10)):
            content[start + place : start + place + 2] = (25452).to_bytes(2, "little")
    return bytes(content)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("2009.numbers", packed("QuickLook/Thumbnail.jpg", "index.xml")),
        ("2013.pages", packed("Index/Document.iwa", "Metadata/DocumentIdentifier")),
        ("folder.key", packed("May.key/Index.zip", "May.key/Metadata/Properties.plist")),
        ("index.apxl", _KEYNOTE_1.encode()),
    ],
)
def test_each_shape_is_unsupported_and_says_what_to_do(name, data):
    with pytest.raises(DocumentError) as failure:
        open_document(data, PurePath(name))
    assert failure.value.reason == "unsupported"
    assert "a Pages, Numbers or Keynote document" in failure.value.message
    assert failure.value.hint == "Export it as .docx, .pptx, .xlsx or .pdf."


@pytest.mark.parametrize(
    "data", [packed("index.xml", locked=True), packed(".iwpv2", "Index/Document.iwa")]
)
def test_one_with_a_password_is_listed_as_such(data):
    with pytest.raises(DocumentError) as failure:
        open_document(data, PurePath("plan.pages"))
    assert failure.value.reason == "password"


def test_the_packed_xml_of_a_folder_is_not_read_either(tmp_path):
    texts, reasons, _ = read(tmp_path, "index.xml.gz", gzip.compress(_NUMBERS.encode()))
    assert (texts, reasons) == ({}, {"index.xml": "unsupported"})


@pytest.mark.parametrize(
    ("name", "data", "file_type"),
    [
        ("server.key", b"-----BEGIN PRIVATE KEY-----\nMIIB\n", "txt"),
        ("a.xml", b'<?xml version="1.0"?><a>See http://developer.apple.com/namespaces/</a>', "xml"),
        ("a.zip", packed("index.xml", "plan.txt"), "zip"),
    ],
)
def test_what_only_looks_alike_is_read(name, data, file_type):
    assert find_format(data, PurePath(name)).file_type(name.rpartition(".")[2]) == file_type
