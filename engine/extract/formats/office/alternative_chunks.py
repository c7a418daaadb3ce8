"""Parts of a Word document that are written in another format (ECMA-376, altChunk).

Programs that make Word documents of web pages put the whole page into one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.extract import html_text, mail_file
from engine.extract.formats.office import rtf_text
from engine.extract.formats.office.open_xml import Relation
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind, ExtractedText
from engine.model.errors import DocumentError

_HEADER = re.compile(rb"[\w-]{2,60}:[^<]*mime-version:|mime-version:")


@dataclass(frozen=True, slots=True)
class ChunkLine:
    """A line of such a part, or the cells of a row; a heading of `level` 1 or below."""

    cells: tuple[str, ...]
    kind: BlockKind
    level: int


def chunk_lines(
    package: ZipPackage, related: Mapping[str, Relation], relation_id: str
) -> Iterator[ChunkLine]:
    """Yield the lines of a part; nothing where it is missing, damaged or of an unknown format."""
    relation = related.get(relation_id)
    if relation is None or relation.target not in package:
        return
    try:
        extracted = _read(package.read(relation.target))
    except DocumentError:
        return
    for block in extracted.blocks if extracted else ():
        level = len(block.heading_path) if block.kind is BlockKind.HEADING else 0
        text = extracted.text[block.start : block.end] if extracted else ""
        cells = text.split("\t") if block.kind is BlockKind.TABLE else [text]
        yield ChunkLine(tuple(cells), block.kind, level)


def _read(data: bytes) -> ExtractedText | None:
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(b"{\\rtf"):
        return rtf_text.extract(data, "rtf")
    if _HEADER.match(start):
        return mail_file.web_archive(data)
    return html_text.extract(data) if start.startswith(b"<") else None
