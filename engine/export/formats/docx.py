"""The same for Word and LibreOffice (Office Open XML, ECMA-376).

Written with python-docx, but paragraphs are added as XML elements, because python-docx searches for
the style of each, which takes minutes for ten thousand passages.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import cast

from docx import Document
from docx.document import Document as Docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Pt

from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Passage, Step
from twofold.engine.export.text import Run, one_line, printable, runs

_PLAIN = frozenset[str]()
_FONT_ELEMENTS = {"italic": ("w:i", {}), "bold": ("w:b", {}), "small": ("w:smallCaps", {}),
                  "raised": ("w:vertAlign", {"w:val": "superscript"}),
                  "low": ("w:vertAlign", {"w:val": "subscript"})}  # fmt: skip


def render(export: Export, step: Step) -> bytes:
    """Return the file."""
    document = Document()
    _prepare(document, export)
    writer = _Writer(document)
    writer.add("Heading 1", one_line(export.heading))
    for passage in export.passages:
        _add_quotation(writer, passage)
        step()
    _add_lists(writer, export)
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


class _Writer:
    """Appends paragraphs to the body."""

    def __init__(self, document: Docx) -> None:
        self._body = document.element.body
        self._end = self._body.sectPr
        self._styles = {style.name: style.style_id for style in document.styles}

    def add(self, style: str, text: str, fonts: frozenset[str] = _PLAIN) -> None:
        """Add a paragraph of plain text; its line ends become line breaks."""
        self.add_runs(style, (Run(text, fonts),))

    def add_runs(self, style: str, runs: tuple[Run, ...]) -> None:
        """Add a paragraph of runs with their fonts."""
        paragraph = OxmlElement("w:p")
        properties = OxmlElement("w:pPr")
        named = OxmlElement("w:pStyle")
        named.set(qn("w:val"), self._styles[style])
        properties.append(named)
        paragraph.append(properties)
        for run in runs:
            paragraph.append(_run(run))
        self._end.addprevious(paragraph)


def _run(run: Run) -> BaseOxmlElement:
    element = cast("BaseOxmlElement", OxmlElement("w:r"))
    if run.fonts:
        properties = OxmlElement("w:rPr")
        for font in sorted(run.fonts):
            name, attributes = _FONT_ELEMENTS[font]
            setting = OxmlElement(name)
            for attribute, value in attributes.items():
                setting.set(qn(attribute), value)
            properties.append(setting)
        element.append(properties)
    for number, line in enumerate(printable(run.text).splitlines() or [""]):
        if number:
            element.append(OxmlElement("w:br"))
        text = OxmlElement("w:t")
        text.set(qn("xml:space"), "preserve")
        text.text = line
        element.append(text)
    return element


def _prepare(document: Docx, export: Export) -> None:
    code = document.styles.add_style("Code", WD_STYLE_TYPE.PARAGRAPH)
    code.font.name, code.font.size = "Courier New", Pt(9)
    properties = document.core_properties
    properties.title = one_line(export.heading)[:255]
    properties.author = ""
    properties.comments = one_line(export.record.in_one_line(export.words))[:255]
    at = datetime.fromisoformat(export.record.exported_at)
    properties.created = properties.modified = at.astimezone(UTC).replace(tzinfo=None)


def _add_quotation(writer: _Writer, passage: Passage) -> None:
    if passage.text:
        writer.add("Code" if passage.is_code else "Quote", passage.quotation.strip("\n"))
    writer.add("Normal", f"— {one_line(passage.title)} [{passage.number}]")
    if passage.note:
        writer.add("Normal", passage.note)


def _add_lists(writer: _Writer, export: Export) -> None:
    words = export.words
    if export.passages:
        writer.add("Heading 2", words.say("References"))
    for passage in export.passages:
        writer.add("Normal", _reference(passage, export))
    if export.bibliography:
        writer.add("Heading 2", words.say("Bibliography"))
    for entry in export.bibliography:
        writer.add_runs("Normal", tuple(runs(one_line(entry))))
    writer.add("Heading 2", words.say("How these passages were found"))
    for line in export.format_record(one_line):
        writer.add("Normal", line)


def _reference(passage: Passage, export: Export) -> str:
    section = export.format_section(passage, one_line)
    return (
        f"[{passage.number}] {one_line(passage.title)}{section}, {one_line(passage.place)}. "
        f"{one_line(passage.where)} ({passage.uri}; {passage.indexed(export.words)})"
    )
