"""Pages, Keynote and Numbers documents: the XML format of 2009 and the later message archives."""

from pathlib import PurePath

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from twofold.engine.extract.extraction import open_document


def varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def message(kind: int, content: bytes) -> bytes:
    info = field(1, 7) + field(2, field(1, kind) + field(3, len(content)))
    return varint(len(info)) + info + content


def archive(*found: bytes) -> bytes:
    plain = b"".join(found)
    # A literal, then a copy of its last byte as the text after it.
    snappy = varint(len(plain)) + bytes([61 << 2]) + (len(plain) - 2).to_bytes(2, "little")
    snappy += plain[:-1] + bytes([0 << 2 | 2]) + b"\1\0"
    return b"\0" + len(snappy).to_bytes(3, "little") + snappy


def storage(text: str) -> bytes:
    return message(2001, field(1, 3) + field(3, f"{text}!!".encode()))


TABLE = message(6005, field(1, 1) + field(3, field(1, 1) + field(3, b"Pear trees!!")))
OLDER = (
    '<sl:document xmlns:sl="l" xmlns:sf="f" xmlns:sfa="a"><sl:stylesheet><sf:p>style</sf:p>'
    "</sl:stylesheet><sf:text-body><sf:p>Lease of the <sf:span>house</sf:span></sf:p>"
    '</sf:text-body><sf:grid><sf:t><sf:ct sfa:s="Rent"/></sf:t><sf:n sf:v="12"/></sf:grid>'
    "</sl:document>"
)
NEWER = {
    "Index/Slide-10.iwa": archive(storage("tenth")),
    "Index/Slide-2.iwa": archive(storage("second\u2028line")),
    "Index/MasterSlide-1.iwa": archive(storage("of the template")),
    "Index/Tables/DataList.iwa": archive(TABLE),
    "Index/Document.iwa": archive(storage("Orchard")),
}


@pytest.mark.parametrize(
    ("name", "parts", "text"),
    [
        ("a.pages", {"index.xml": OLDER, "buildVersionHistory.plist": "x"},
         "Lease of the house\nRent\n12"),
        ("a.key", NEWER, "Orchard!!\nsecond\nline!!\ntenth!!\nPear trees!!"),
        ("a.numbers", {"a.numbers/Index.zip": zip_of(NEWER)},
         "Orchard!!\nsecond\nline!!\ntenth!!\nPear trees!!"),
    ],
)  # fmt: skip
def test_words_of_a_document_are_read(name, parts, text):
    assert open_document(zip_of(parts), PurePath(name)).text.text == text


@pytest.mark.parametrize(
    ("reason", "parts"),
    [
        ("damaged", {"Index/Document.iwa": b"\0\5\0\0\xff\xff\xff\xff\x7f"}),
        ("damaged", {"Index/Document.iwa": b"\0\4\0\0\x10\xfe\xff\xff"}),
        ("damaged", {"index.xml": "<a>"}),
        ("password", {"Index/Document.iwa": b"", ".iwpv2": "x"}),
        ("no-text", {"Index/Document.iwa": b""}),
        ("too-large", {"index.xml": " " * 60_000_000}),
    ],
)
def test_unreadable_document_is_refused_with_its_reason(reason, parts):
    assert reason_of(open_document, zip_of(parts), PurePath("a.pages")) == reason
