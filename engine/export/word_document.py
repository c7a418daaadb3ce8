"""A Word document with footnotes, links and page numbers, optionally in a house template.

Written with python-docx, but paragraphs are added as XML elements, because python-docx searches for
the style of each, which takes minutes for ten thousand passages. It has no footnotes: they are a
part of their own (ECMA-376, 11.3.4), made with its classes for parts.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from docx import Document
from docx.document import Document as Docx
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import XmlPart
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Cm, Inches, Length, Pt, RGBColor

from twofold.engine.export.text import Run, printable
from twofold.engine.model.errors import ExportError
from twofold.engine.model.localized import message

_PLAIN = frozenset[str]()
_FONT_ELEMENTS = {"italic": ("w:i", {}), "bold": ("w:b", {}), "small": ("w:smallCaps", {}),
                  "raised": ("w:vertAlign", {"w:val": "superscript"}),
                  "low": ("w:vertAlign", {"w:val": "subscript"})}  # fmt: skip
# A template is the user's own file, but a damaged one must not fill the memory.
_MAX_TEMPLATE_BYTES = 50_000_000
_PICTURE_DPI = 150
_TEMPLATE_TYPE = b"wordprocessingml.template.main+xml"
_DOCUMENT_TYPE = b"wordprocessingml.document.main+xml"
_FOOTNOTES = (
    f"<w:footnotes {nsdecls('w', 'r')}>"
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/>'
    "</w:r></w:p></w:footnote></w:footnotes>"
)
# Styles that a template may lack, as Word defines them. The others are copied from python-docx.
_OWN_STYLES = {
    "footnote text": '<w:style {ns} w:type="paragraph" w:styleId="FootnoteText">'
    '<w:name w:val="footnote text"/><w:basedOn w:val="{normal}"/>'
    '<w:pPr><w:spacing w:after="40" w:line="240" w:lineRule="auto"/></w:pPr>'
    '<w:rPr><w:sz w:val="18"/><w:szCs w:val="18"/></w:rPr></w:style>',
    "footnote reference": '<w:style {ns} w:type="character" w:styleId="FootnoteReference">'
    '<w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>'
    "</w:style>",
    "hyperlink": '<w:style {ns} w:type="character" w:styleId="Hyperlink">'
    '<w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr>'
    "</w:style>",
}


@dataclass(frozen=True, slots=True)
class Link:
    """A text that links to a web address."""

    text: str
    address: str


Piece = Run | Link


class WordDocument:
    """Appends paragraphs to a new document, or to the emptied body of a `template`."""

    def __init__(self, template: Path | None = None) -> None:
        """Raise ExportError if the template cannot be read."""
        self._document = _of_template(template) if template else _new()
        self._body = self._document.element.body
        self._end = self._body.sectPr
        self._styles = {
            (style.name or "").lower(): style.style_id for style in self._document.styles
        }
        self._add_missing_styles()
        self._footnotes = parse_xml(_FOOTNOTES)
        main = self._document.part
        self._notes_part = XmlPart(
            PackURI("/word/footnotes.xml"),
            CONTENT_TYPE.WML_FOOTNOTES,
            self._footnotes,
            main.package,
        )
        main.relate_to(self._notes_part, RELATIONSHIP_TYPE.FOOTNOTES)
        self._note_count = 0

    @property
    def core(self) -> Docx:
        """The document of python-docx, for its properties."""
        return self._document

    def add(self, style: str, text: str, note: Sequence[Piece] = ()) -> None:
        """Add a paragraph of plain text; a `note` becomes a footnote at its end."""
        self.add_pieces(style, (Run(text, _PLAIN),), note)

    def add_pieces(self, style: str, pieces: Sequence[Piece], note: Sequence[Piece] = ()) -> None:
        """Add a paragraph of runs and links; a `note` becomes a footnote at its end."""
        paragraph = self._paragraph(style)
        self._fill(paragraph, pieces, cast("XmlPart", self._document.part))
        if note:
            paragraph.append(self._footnote(note))
        self._end.addprevious(paragraph)

    def add_picture(self, picture: bytes) -> None:
        """Add a picture (PNG) that is at most as wide as the text."""
        section = self._document.sections[-1]
        widths = (section.page_width, section.left_margin, section.right_margin)
        whole, *margins = (width or 0 for width in widths)
        run = self._document.add_paragraph().add_run()
        shape = run.add_picture(io.BytesIO(picture), width=int((whole - sum(margins)) * 0.85))
        natural = Inches(int.from_bytes(picture[16:20]) / _PICTURE_DPI)
        if natural < shape.width:
            shape.height = Length(shape.height * natural // shape.width)
            shape.width = natural

    def save(self) -> bytes:
        """Return the file."""
        target = io.BytesIO()
        self._document.save(target)
        return target.getvalue()

    def _paragraph(self, style: str) -> BaseOxmlElement:
        paragraph = _element("w:p")
        properties = _element("w:pPr")
        properties.append(_element("w:pStyle", {"w:val": self._styles[style.lower()]}))
        paragraph.append(properties)
        return paragraph

    def _fill(self, paragraph: BaseOxmlElement, pieces: Sequence[Piece], part: XmlPart) -> None:
        for piece in pieces:
            if isinstance(piece, Run):
                paragraph.append(_run(piece))
                continue
            rel = part.relate_to(piece.address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
            link = _element("w:hyperlink", {"r:id": rel})
            link.append(_run(Run(piece.text, _PLAIN), self._styles["hyperlink"]))
            paragraph.append(link)

    def _footnote(self, note: Sequence[Piece]) -> BaseOxmlElement:
        """Add a footnote and return the run that refers to it."""
        self._note_count += 1
        number = {"w:id": str(self._note_count)}
        footnote = _element("w:footnote", number)
        paragraph = self._paragraph("footnote text")
        paragraph.append(self._mark(_element("w:footnoteRef")))
        self._fill(paragraph, (Run(" ", _PLAIN), *note), self._notes_part)
        footnote.append(paragraph)
        self._footnotes.append(footnote)
        return self._mark(_element("w:footnoteReference", number))

    def _mark(self, sign: BaseOxmlElement) -> BaseOxmlElement:
        run = _element("w:r")
        properties = _element("w:rPr")
        properties.append(_element("w:rStyle", {"w:val": self._styles["footnote reference"]}))
        run.append(properties)
        run.append(sign)
        return run

    def _add_missing_styles(self) -> None:
        """Add the styles that a template lacks."""
        normal = self._styles.get("normal", "Normal")
        styles = self._document.styles.element
        usual = None
        for name in ("quote", "heading 1", "heading 2"):
            if name not in self._styles:
                usual = usual or Document().styles
                style = deepcopy(usual[name.title() if name == "quote" else name].element)
                for based in style.findall(qn("w:basedOn")):
                    based.set(qn("w:val"), normal)
                for other in (*style.findall(qn("w:next")), *style.findall(qn("w:link"))):
                    style.remove(other)
                styles.append(style)
                self._styles[name] = style.get(qn("w:styleId"))
        for name, xml in _OWN_STYLES.items():
            if name not in self._styles:
                style = parse_xml(xml.format(ns=nsdecls("w"), normal=normal))
                styles.append(style)
                self._styles[name] = style.get(qn("w:styleId"))
        if "code" not in self._styles:
            code = self._document.styles.add_style("Code", WD_STYLE_TYPE.PARAGRAPH)
            code.font.name, code.font.size = "Courier New", Pt(9)
            self._styles["code"] = code.style_id


def _element(name: str, attributes: dict[str, str] | None = None) -> BaseOxmlElement:
    element = cast("BaseOxmlElement", OxmlElement(name))
    for attribute, value in (attributes or {}).items():
        element.set(qn(attribute), value)
    return element


def _run(run: Run, style: str = "") -> BaseOxmlElement:
    element = _element("w:r")
    properties = _element("w:rPr")
    if style:
        properties.append(_element("w:rStyle", {"w:val": style}))
    for font in sorted(run.fonts):
        properties.append(_element(*_FONT_ELEMENTS[font]))
    if len(properties):
        element.append(properties)
    for number, line in enumerate(printable(run.text).splitlines() or [""]):
        if number:
            element.append(_element("w:br"))
        text = _element("w:t", {"xml:space": "preserve"})
        text.text = line
        element.append(text)
    return element


def _new() -> Docx:
    """Return an empty document in plain styles, with page numbers."""
    document = Document()
    styles = document.styles
    normal = styles["Normal"]
    normal.font.name, normal.font.size = "Times New Roman", Pt(11)
    normal.paragraph_format.space_after = Pt(8)
    normal.paragraph_format.line_spacing = 1.15
    for name, size in (("Heading 1", 16), ("Heading 2", 13)):
        heading = styles[name]
        fonts = heading.element.rPr.find(qn("w:rFonts"))
        if fonts is not None:  # the fonts of a theme have priority over a named one
            heading.element.rPr.remove(fonts)
        heading.font.name, heading.font.size = "Times New Roman", Pt(size)
        heading.font.color.rgb = RGBColor(0, 0, 0)
        heading.paragraph_format.space_after = Pt(8)
    quote = styles["Quote"]
    quote.font.italic, quote.font.color.rgb = False, RGBColor(0, 0, 0)
    quote.paragraph_format.left_indent = quote.paragraph_format.right_indent = Cm(1)
    section = document.sections[0]
    section.left_margin = section.right_margin = Cm(2.5)
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    _number_pages(document)
    return document


def _number_pages(document: Docx) -> None:
    """Add page numbers at the bottom, unless the document has a footer."""
    footer = document.sections[-1].footer
    if footer.is_linked_to_previous:
        paragraph = footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        field = _element("w:fldSimple", {"w:instr": "PAGE"})
        field.append(_run(Run("1", _PLAIN)))
        paragraph._p.append(field)  # noqa: SLF001 - documented for such additions


def _of_template(template: Path) -> Docx:
    """Return a document with the styles, header and footer of a template, and an empty body."""
    try:
        document = Document(io.BytesIO(_as_document(template)))
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise ExportError(
            message("The template {name} is not a Word document.", name=template.name),
            message("Choose a .dotx or .docx file."),
        ) from error
    body = document.element.body
    for child in list(body):
        if child is not body.sectPr:
            body.remove(child)
    _forget_origin(document)
    _number_pages(document)
    return document


def _as_document(template: Path) -> bytes:
    """Return the template with the content type of a document, which python-docx requires."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(template) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        if sum(entry.file_size for entry in source.infolist()) > _MAX_TEMPLATE_BYTES:
            raise ExportError(
                message("The template {name} is too large.", name=template.name),
                message("Choose a template of at most {size} MB.", size=_MAX_TEMPLATE_BYTES >> 20),
            )
        for entry in source.infolist():
            data = source.read(entry)
            if entry.filename == "[Content_Types].xml":
                data = data.replace(_TEMPLATE_TYPE, _DOCUMENT_TYPE)
            copy.writestr(entry.filename, data)
    return target.getvalue()


def _forget_origin(document: Docx) -> None:
    """Remove what names a file on the author's computer, and the template's own footnotes."""
    settings = document.settings.element
    for name in ("w:attachedTemplate", "w:mailMerge"):
        for element in settings.findall(qn(name)):
            settings.remove(element)
    for part, kinds in (
        (
            document.part.part_related_by(RELATIONSHIP_TYPE.SETTINGS),
            ("attachedTemplate", "mailMergeSource"),
        ),
        (document.part, ("footnotes", "endnotes", "comments")),
    ):
        for rel_id, rel in list(part.rels.items()):
            if rel.reltype.rpartition("/")[2] in kinds:
                part.drop_rel(rel_id)
