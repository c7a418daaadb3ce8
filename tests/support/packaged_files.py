"""Flat XML office documents, packages of other programs, and signed documents."""

from tests.support.archives import zip_of

RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
VISIO = "http://schemas.microsoft.com/visio/2010/relationships"
SIGNED = bytes.fromhex("06092a864886f70d010702")
DATA = bytes.fromhex("06092a864886f70d010701")

ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("style", "style"), ("meta", "meta"),
    )
)  # fmt: skip


ODF += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'


HIDDEN = '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'


def flat(kind, body):
    return (
        f'<?xml version="1.0"?>\n<office:document {ODF} office:version="1.3" office:mimetype='
        f'"application/vnd.oasis.opendocument.{kind}"><office:meta><dc:title>Plan</dc:title>'
        f"<dc:subject>Garden</dc:subject></office:meta><office:automatic-styles>{HIDDEN}"
        "</office:automatic-styles><office:master-styles><style:footer><text:p>Foot</text:p>"
        f"</style:footer></office:master-styles><office:body><office:{kind}>{body}"
        f"</office:{kind}></office:body></office:document>"
    ).encode()


def star_office(kind, body):
    names = ("office", "text", "table", "draw", "style")
    spaces = " ".join(f'xmlns:{one}="http://openoffice.org/2000/{one}"' for one in names)
    return zip_of(
        {
            "mimetype": f"application/vnd.sun.xml.{kind}",
            "content.xml": f'<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD '
            f'OfficeDocument 1.0//EN" "office.dtd"><office:document-content {spaces}>'
            f"<office:body>{body}</office:body></office:document-content>",
        }
    )


PACKAGE = "http://schemas.microsoft.com/office/2006/xmlPackage"


OFFICE = "http://schemas.openxmlformats.org"


def word_package(body):
    relations = f"{OFFICE}/package/2006/relationships"
    return (
        f'<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg='
        f'"{PACKAGE}"><pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><Relationships xmlns='
        f'"{relations}"><Relationship Id="a" Type="{OFFICE}/officeDocument/2006/relationships/'
        f'officeDocument" Target="word/document.xml"/></Relationships></pkg:xmlData></pkg:part>'
        '<pkg:part pkg:name="/docProps/core.xml"><pkg:xmlData><p xmlns:dc="http://purl.org/dc/'
        'elements/1.1/"><dc:title>Plan</dc:title></p></pkg:xmlData></pkg:part>'
        '<pkg:part pkg:name="/word/media/a.png"><pkg:binaryData>QUJD</pkg:binaryData></pkg:part>'
        '<pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document xmlns:w="'
        f'{OFFICE}/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>'
        "</pkg:xmlData></pkg:part></pkg:package>"
    ).encode()


def relations(*targets: tuple[str, str]) -> str:
    found = "".join(
        f'<Relationship Id="r{number}" Type="{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, start=1)
    )
    return f"<Relationships>{found}</Relationships>"


def drawing(page: str) -> bytes:
    return zip_of(
        {
            "[Content_Types].xml": "<Types/>",
            "_rels/.rels": relations((f"{VISIO}/document", "visio/document.xml")),
            "visio/document.xml": "<VisioDocument/>",
            "visio/_rels/document.xml.rels": relations((f"{VISIO}/pages", "pages/pages.xml")),
            "visio/pages/pages.xml": f'<Pages xmlns:r="{RELATIONS}"><Page Name="Harbour">'
            '<Rel r:id="r1"/></Page></Pages>',
            "visio/pages/_rels/pages.xml.rels": relations((f"{VISIO}/page", "page1.xml")),
            "visio/pages/page1.xml": f"<PageContents><Shapes>{page}</Shapes></PageContents>",
        }
    )


def hangul(section: str) -> bytes:
    return zip_of(
        {
            "mimetype": "application/hwp+zip",
            "Contents/content.hpf": "<package><metadata><title>Lease</title></metadata></package>",
            "Contents/header.xml": '<head><style id="2" name="개요 1" engName="Outline 1"/></head>',
            "Contents/section0.xml": f"<sec>{section}</sec>",
        }
    )


def der(tag: int, *contents: bytes) -> bytes:
    content = b"".join(contents)
    size = len(content)
    length = bytes([size]) if size < 128 else b"\x83" + size.to_bytes(3, "big")
    return bytes([tag]) + length + content


def ber(tag: int, *contents: bytes) -> bytes:
    return bytes([tag, 0x80]) + b"".join(contents) + b"\0\0"


def signed(content: bytes | None, *, indefinite: bool = False) -> bytes:
    wrap = ber if indefinite else der
    octets = b""
    if content is not None:
        half = len(content) // 2
        pieces = (der(4, content[:half]), der(4, content[half:]))
        octets = wrap(0xA0, ber(0x24, *pieces) if indefinite else der(4, content))
    inner = wrap(0x30, DATA, octets)
    return wrap(0x30, SIGNED, wrap(0xA0, wrap(0x30, der(2, b"\1"), der(0x31), inner, der(0x31))))
