import pytest

from engine.extract.xml_package import XmlListener, read_xml
from engine.model.errors import DocumentError

NAMESPACES = (
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:w="w"'
)


class Log(XmlListener):
    skipped = frozenset({"del"})

    def __init__(self):
        self.told = []

    def start(self, name, attributes):
        self.told.append((name, dict(attributes)))

    def end(self, name):
        self.told.append(f"/{name}")

    def data(self, text):
        self.told.append(text)


def told(inside):
    log = Log()
    read_xml(f"<w:a {NAMESPACES}>{inside}</w:a>".encode(), log)
    return log.told[1:-1]


def test_names_come_without_their_namespaces_but_for_those_that_clash():
    assert told('<w:b w:id="1" r:id="2"/><dc:title/><svg:title/><w:title/>') == [
        ("b", {"id": "1", "r:id": "2"}), "/b", ("dc:title", {}), "/dc:title",
        ("svg:title", {}), "/svg:title", ("title", {}), "/title",
    ]  # fmt: skip


def test_text_comes_in_order_and_what_is_skipped_does_not_come_at_all():
    assert told("x<w:del>no<w:del>no</w:del><w:b>no</w:b></w:del><w:b>y</w:b>z<!-- no -->") == [
        "x", ("b", {}), "y", "/b", "z",
    ]  # fmt: skip


def test_a_document_type_alone_is_no_harm():
    log = Log()
    read_xml(b"<!DOCTYPE a PUBLIC 'x' 'http://localhost/a.dtd'><a>text</a>", log)
    assert log.told == [("a", {}), "text", "/a"]


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"<a>",
        b"<a></b>",
        b"not xml",
        b"<a>&undefined;</a>",
        b'<!DOCTYPE a [<!ENTITY e "ha">]><a>&e;</a>',
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><a>&e;</a>',
        b"<a>" * 100_000,
        b"<a x='" + b"y" * 11_000_000 + b"'/>",
    ],
)
def test_what_is_not_sound_xml_is_damaged(source):
    with pytest.raises(DocumentError) as failure:
        read_xml(source, XmlListener())
    assert failure.value.reason == "damaged"
