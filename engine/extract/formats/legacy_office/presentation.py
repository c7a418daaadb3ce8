"""PowerPoint presentations of 1997 to 2003 ([MS-PPT]), a slide a place."""

from __future__ import annotations

from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.formats.legacy_office.presentation_parts import PresentationParts, SlideParts
from engine.extract.formats.legacy_office.slide_shapes import comments_of, shape_texts, texts_of
from engine.extract.formats.legacy_office.summary import read_summary
from engine.extract.formats.office.slide_lines import SlideLines
from engine.extract.text_building import LineText
from engine.model.document import BlockKind, ExtractedText, PlaceKind


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation; raise DocumentError (damaged, password, too-large)."""
    file = CompoundFile(data)
    parts = PresentationParts(file)
    text = LineText()
    for number, slide in enumerate(parts.slides(), start=1):
        text.begin_place(number)
        _read_slide(parts.stream, slide, text)
    return text.extracted(PlaceKind.SLIDE, read_summary(file), file_type)


def _read_slide(stream: bytes, parts: SlideParts, text: LineText) -> None:
    """Write the title, the rest, what the speaker says, and comments."""
    lines = SlideLines()
    listed = texts_of(stream, parts.listed)
    for one in shape_texts(stream, parts.slide, listed) if parts.slide else listed:
        for line in one.paragraphs:
            lines.add(
                line, BlockKind.HEADING if one.is_title else BlockKind.PARAGRAPH, one.is_title
            )
    lines.write(text)
    if parts.notes:
        for one in shape_texts(stream, parts.notes, []):
            for line in one.paragraphs:
                text.add(line)
    for line in comments_of(stream, parts.slide) if parts.slide else ():
        text.add(line)
