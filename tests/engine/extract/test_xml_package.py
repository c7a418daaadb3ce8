import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from twofold.engine.extract.xml_package import XmlListener, ZipPackage, read_xml


def test_parts_are_found_ignoring_the_case_of_their_names():
    with ZipPackage(zip_of({"Word/Document.xml": "x"})) as package:
        assert "word/document.xml" in package
        assert package.read("word/document.XML") == b"x"
        assert package.read("none") == b""


def test_part_with_changed_bytes_is_damaged():
    assert reason_of(ZipPackage, b"PK\x03\x04 and nothing more") == "damaged"
    data = bytearray(zip_of({"stored": "x" * 500}, packed=False))
    data[60] ^= 0xFF
    with ZipPackage(bytes(data)) as package:
        assert reason_of(package.read, "stored") == "damaged"


def test_file_that_unpacks_to_far_more_than_its_size_is_refused_before_unpacking():
    bomb = zip_of({"a": "", "bomb": b"\0" * 30_000_000})
    assert len(bomb) < 50_000
    with ZipPackage(bomb) as package:
        assert reason_of(package.read, "bomb") == "too-large"


def test_many_parts_share_one_limit():
    parts = {"a": ""} | {f"part{number}": b"\0" * 3_000_000 for number in range(4)}
    with ZipPackage(zip_of(parts)) as package:
        for number in range(3):
            package.read(f"part{number}")
        assert reason_of(package.read, "part3") == "too-large"


def test_part_that_declares_less_than_it_contains_is_truncated():
    data = zip_of({"a": "", "liar": b"\0" * 20_000_000})
    declared = (20_000_000).to_bytes(4, "little")
    with ZipPackage(data.replace(declared, (1000).to_bytes(4, "little"))) as package:
        assert reason_of(package.read, "liar") == "damaged"


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"<a></b>",
        b"<a>&undefined;</a>",
        b'<!DOCTYPE a [<!ENTITY e "ha">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
        b"<a>" * 100_000,
        b"<a x='" + b"y" * 11_000_000 + b"'/>",
    ],
)
def test_malformed_xml_is_reported_as_damaged(source):
    assert reason_of(read_xml, source, XmlListener()) == "damaged"
