"""Small Word and OpenDocument files, created part by part, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from types import MappingProxyType
from typing import Protocol

from tests.support.archives import zip_of

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TEXT_BOX = (
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)
_ODF = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"),
        ("style", "style"), ("meta", "meta"), ("presentation", "presentation"),
        ("svg", "svg-compatible"),
    )
)  # fmt: skip
_ODF += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'


class Saveable(Protocol):
    """A document of python-docx, python-pptx or openpyxl."""

    def save(self, file: BytesIO, /) -> None:
        """Write the document."""


def saved(document: Saveable) -> bytes:
    """Return the bytes of a document's file."""
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def make_docx(body: str, *, core: str = "", chunk: bytes = b"", **parts: str) -> bytes:
    """Return a Word document.

    `chunk` is a part in another format, with the relationship id "chunk".

    `body` is the content of w:body. `parts` are complete parts of word/ by name (styles, footnotes,
    comments, diagramData) without the namespaces of their root. `core` is the content of the
    properties.
    """
    names = {"diagramData": "diagrams/data1"}
    related = "".join(
        f'<Relationship Id="{name}" Type="{_R}/{name}" Target="{names.get(name, name)}.xml"/>'
        for name in parts
    )
    related += f'<Relationship Id="chunk" Type="{_R}/aFChunk" Target="/word/chunk.bin"/>'
    return zip_of(
        {
            "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Override '
            'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-'
            'officedocument.wordprocessingml.document.main+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship '
            f'Id="a" Type="{_R}/officeDocument" Target="word/document.xml"/><Relationship Id="b" '
            f'Type="{_PACKAGE}/relationships/metadata/core-properties" '
            'Target="docProps/core.xml"/></Relationships>',
            "docProps/core.xml": '<cp:coreProperties xmlns:cp="x" xmlns:dcterms='
            '"http://purl.org/dc/terms/" xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f"{core}</cp:coreProperties>",
            "word/document.xml": f'<w:document xmlns:w="{_W}" xmlns:r="{_R}" {_TEXT_BOX}>'
            f"<w:body>{body}</w:body></w:document>",
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
            f"{related}</Relationships>",
            "word/chunk.bin": chunk,
            **{
                f"word/{names.get(name, name)}.xml": f'<w:{name} xmlns:w="{_W}" '
                f'xmlns:a="a">{content}</w:{name}>'
                for name, content in parts.items()
            },
        }
    )


def make_odf(
    kind: str,
    body: str,
    *,
    automatic: str = "",
    styles: str = "",
    meta: str = "",
    parts: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Return an OpenDocument file of a kind (text, presentation) with this body.

    `parts` are complete parts by name, such as charts.
    """
    return zip_of(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}",
            "content.xml": f"<office:document-content {_ODF}><office:automatic-styles>{automatic}"
            f"</office:automatic-styles><office:body><office:{kind}>{body}</office:{kind}>"
            "</office:body></office:document-content>",
            "styles.xml": f"<office:document-styles {_ODF}>{styles}</office:document-styles>",
            "meta.xml": f"<office:document-meta {_ODF}><office:meta>{meta}</office:meta>"
            "</office:document-meta>",
            "META-INF/manifest.xml": "<manifest/>",
            **parts,
        }
    )
