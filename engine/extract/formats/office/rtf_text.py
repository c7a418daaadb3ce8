"""RTF documents (Rich Text Format Specification 1.9.1), a paragraph or table row a line."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from engine.extract.formats.office.open_xml import split_names
from engine.extract.formats.office.rtf_reader import RtfReader
from engine.extract.formats.office.rtf_tokens import tokens_of
from engine.extract.front_matter import tag_list
from engine.extract.text_building import LineText
from engine.model.document import DocumentMetadata, ExtractedText, PlaceKind


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read an RTF document; what is damaged in it is passed over."""
    text = LineText()
    reader = RtfReader(text)
    for token in tokens_of(data.decode("latin-1")):
        reader.take(token)
        if reader.is_done:
            break
    reader.finish()
    return text.extracted(PlaceKind.PARAGRAPH, _metadata(reader), file_type)


def _metadata(reader: RtfReader) -> DocumentMetadata:
    found = reader.info
    return DocumentMetadata(
        title=found.get("title", "")[:500],
        author="; ".join(split_names(found.get("author", ""))),
        tags=tag_list([found.get("keywords", "").replace(";", ",")]),
        created=_day(reader.dates.get("creatim", {})),
        modified=_day(reader.dates.get("revtim", {})),
    )


def _day(parts: Mapping[str, int]) -> str:
    try:
        return date(parts.get("yr", 0), parts.get("mo", 0), parts.get("dy", 0)).isoformat()
    except (ValueError, OverflowError):
        return ""
