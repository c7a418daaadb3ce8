"""Documents inside signed documents, Outlook attachments and web archives."""

import base64
import plistlib
import struct
from pathlib import PurePath

import pytest

from tests.engine.extract.refusals import reason_of
from tests.support.archives import zip_of
from tests.support.packaged_files import SIGNED, ber, der, signed
from twofold.engine.extract.extraction import open_document

ENVELOPED = bytes.fromhex("06092a864886f70d010703")
TIME_STAMPED = bytes.fromhex("060b2a864886f70d010910011f")


def inside(data, name):
    return [(one.name, one.read(1_000_000)) for one in open_document(data, PurePath(name)).entries]


TEXT = b"Lease of the lighthouse, signed."
ARMOURED = b"-----BEGIN PKCS7-----\n" + base64.encodebytes(signed(TEXT)) + b"-----END PKCS7-----\n"


@pytest.mark.parametrize(
    "data",
    [
        signed(TEXT),
        signed(TEXT, indefinite=True),
        ARMOURED,
        base64.encodebytes(signed(TEXT)),
        der(0x30, TIME_STAMPED, der(0xA0, der(0x30, der(2, b"\1"), der(4, TEXT), der(0x30)))),
    ],
)
def test_content_of_a_signed_document_is_read(data):
    assert inside(data, "lease.txt.p7m") == [("lease.txt", TEXT)]


@pytest.mark.parametrize(
    ("reason", "data"),
    [
        ("unsupported", signed(None)),
        ("password", der(0x30, ENVELOPED, der(0xA0, der(0x30, der(2, b"\1"))))),
        ("damaged", signed(TEXT)[:20]),
        ("damaged", der(0x30, SIGNED)),
        ("damaged", ber(0x30, SIGNED, b"\x30\x80" * 10_000)),
    ],
)
def test_signature_without_readable_content_is_refused_with_its_reason(reason, data):
    assert reason_of(open_document, data, PurePath("a.p7m")) == reason


def test_mail_with_its_body_in_a_signature_is_read_as_a_mail():
    part = b"Content-Type: text/plain; charset=utf-8\r\n\r\nTide tables enclosed."
    mail = (
        b"From: a@example.org\nSubject: Tides\nMIME-Version: 1.0\nContent-Type: "
        b"application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\n"
        b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(signed(part))
    )
    opened = open_document(mail, PurePath("a.eml"))
    assert opened.text.text.endswith("Tide tables enclosed.")
    assert list(opened.entries) == []
    ((name, content),) = inside(signed(part), "smime.p7m")
    assert open_document(content, PurePath(name)).text.text.strip() == "Tide tables enclosed."


def test_container_of_signed_documents_has_documents_but_no_signatures():
    data = zip_of(
        {
            "mimetype": "application/vnd.etsi.asic-e+zip",
            "lease.txt": TEXT,
            "META-INF/manifest.xml": "<manifest/>",
            "META-INF/signatures0.xml": "<signature/>",
        }
    )
    assert inside(data, "lease.asice") == [("lease.txt", TEXT)]
    assert inside(data, "lease.bin") == [("lease.txt", TEXT)]


def tnef(*attributes: tuple[int, bytes]) -> bytes:
    records = (
        struct.pack("<BHHI", 1, kind, 1, len(content)) + content + b"\0\0"
        for kind, content in attributes
    )
    return b"\x78\x9f\x3e\x22\1\0" + b"".join(records)


def test_outlook_attachment_is_read_with_its_files():
    name = "größe.txt\0".encode("utf-16-le")
    properties = struct.pack("<IHHII", 1, 0x1F, 0x3707, 1, len(name)) + name
    data = tnef(
        (0x8004, b"Tides\0"), (0x800C, b"High at noon.\0"),
        (0x9002, b""), (0x8010, b"GR~1.TXT\0"), (0x800F, b"A plan."), (0x9005, properties),
    )  # fmt: skip
    opened = open_document(data, PurePath("winmail.dat"))
    assert opened.text.text == "Tides\n\nHigh at noon."
    assert [(one.name, one.read(99)) for one in opened.entries] == [("größe.txt", b"A plan.")]


@pytest.mark.parametrize(
    "rest", [b"", b"\1", b"\xff" * 4000, b"\1\3\x90\6\0\4\0\0\0\xff\xff\xff\xff"]
)
def test_damaged_outlook_attachment_ends_early(rest):
    opened = open_document(tnef((0x800C, b"Words.\0")) + rest, PurePath("winmail.dat"))
    assert opened.text.text == "Words."


@pytest.mark.parametrize("kind", [plistlib.FMT_BINARY, plistlib.FMT_XML])
def test_web_archive_is_read_as_its_pages(kind):
    def page(text):
        content = f"<html><title>Orchard</title><p>{text}".encode("cp1252")
        return {
            "WebResourceData": content, "WebResourceTextEncodingName": "windows-1252",
            "WebResourceMIMEType": "text/html", "WebResourceURL": "https://example.org/orchard",
        }  # fmt: skip

    archive = {
        "WebMainResource": page("Ripe pears für alle."),
        "WebSubframeArchives": [{"WebMainResource": page("Plums.")}],
    }
    found = open_document(plistlib.dumps(archive, fmt=kind), PurePath("a.webarchive")).text
    assert "Ripe pears für alle." in found.text
    assert found.text.endswith("Plums.")
    assert (found.metadata.title, found.metadata.url) == ("Orchard", "https://example.org/orchard")
    assert (
        reason_of(open_document, b"bplist00WebMainResource", PurePath("a.webarchive")) == "damaged"
    )
