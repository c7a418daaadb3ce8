"""The body of a Word document: paragraphs, tables, and the notes and drawings attached to them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from twofold.engine.extract.alternative_text import alternative_text
from twofold.engine.extract.formats.mail.message import extract_web_archive
from twofold.engine.extract.formats.markup.html import extract as read_html
from twofold.engine.extract.formats.office import rtf
from twofold.engine.extract.formats.office.drawings import DRAWN, drawn_lines
from twofold.engine.extract.formats.office.open_xml import Relation
from twofold.engine.extract.formats.office.reading_order import ReadingOrder
from twofold.engine.extract.formats.office.word_fields import Fields
from twofold.engine.extract.formats.office.word_numbering import Numbering
from twofold.engine.extract.formats.office.word_styles import (
    ParagraphStyle,
    WordStyles,
    outline_style,
    script_of,
)
from twofold.engine.extract.numbering import number_of
from twofold.engine.extract.raised_text import Script
from twofold.engine.extract.xml_package import Attributes, PartSource, XmlListener
from twofold.engine.model.document import BlockKind, ExtractedText
from twofold.engine.model.errors import DocumentError

# The text of notes and comments by kind (footnote, endnote, comment) and id.
Notes = Mapping[tuple[str, str], str]

_MAIL_HEADER = re.compile(rb"[\w-]{2,60}:[^<]*mime-version:|mime-version:")


def _alternative_part(data: bytes) -> ExtractedText | None:
    """Read a part in another format (altChunk); return None if it is damaged or unknown.

    Programs that convert web pages to Word documents put the whole page into such a part.
    """
    start = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    try:
        if start.startswith(b"{\\rtf"):
            return rtf.extract(data, "rtf")
        if _MAIL_HEADER.match(start):
            return extract_web_archive(data)
        return read_html(data) if start.startswith(b"<") else None
    except DocumentError:
        return None


# Deleted and moved text, fallback drawings for older programs, ruby text, and former properties of
# tracked changes.
_SKIPPED = frozenset(
    {"del", "moveFrom", "delText", "delInstrText", "Fallback", "rt", "pPrChange", "rPrChange",
     "tblPrChange", "trPrChange", "tcPrChange", "sectPr", "binData"}
)  # fmt: skip
_BLANKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_REFERENCES = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
}
_RUN = frozenset({"r", "vanish", "rStyle", "vertAlign"})
_PARAGRAPH = frozenset({"pPr", "tabs", "pStyle", "outlineLvl", "ilvl", "numId", "ilfo"})
_FIELD = frozenset({"instrText", "fldChar", "fldSimple", "ddList", "result", "listEntry"})
# Pictures and shapes, with the attributes that describe them.
_DESCRIBED = {"docPr": ("descr", "title"), "shape": ("alt",), "rect": ("alt",)}
_OFF = frozenset({"0", "false", "off", "none"})


class WordBody(XmlListener):
    """Writes the body; notes and comments follow the paragraph that refers to them."""

    skipped = _SKIPPED

    def __init__(
        self,
        order: ReadingOrder,
        styles: WordStyles,
        *,
        numbering: Numbering,
        notes: Notes,
        package: PartSource | None,
        related: Mapping[str, Relation],
    ) -> None:
        self._order = order
        self._styles = styles.paragraphs()
        self._scripts = styles.scripts()
        self._numbering = numbering
        self._notes = notes
        self._package = package
        self._related = related
        self._alternatives: set[str] = set()
        self._fields = Fields()
        self._in_text = False
        self._in_instruction = False
        self._is_hidden = False
        self._script = Script.NORMAL
        self._in_tabs = False
        self._style = ParagraphStyle()
        self._list: tuple[str, int | None] = ("", None)

    def start(self, name: str, attributes: Attributes) -> None:
        """Handle the start of an element."""
        if name == "t":
            self._in_text = not (self._is_hidden or self._fields.is_in_contents)
        elif name in _RUN:
            self._take_run(name, attributes.get("val", ""))
        elif name in {"p", "tr", "tc"}:
            self._open(name)
        elif name in _PARAGRAPH:
            self._take_property(name, attributes.get("val", ""))
        elif name in _BLANKS:
            if not (self._in_tabs or self._fields.is_in_contents):
                self._order.add(_BLANKS[name])
        elif name in _FIELD:
            self._take_field(name, attributes)
        else:
            self._take_aside(name, attributes)

    def end(self, name: str) -> None:
        """Handle the end of an element."""
        if name == "t":
            self._in_text = False
        elif name == "tabs":
            self._in_tabs = False
        elif name == "pPr":
            self._number()
        elif name in {"p", "tr"}:
            self._order.close()
            self._is_hidden = False
        elif name == "tbl":
            self._order.end_table()
        elif name == "instrText":
            self._in_instruction = False
        elif name == "fldSimple":
            self._fields.end()
        elif name == "fldChar" and (entry := self._fields.chosen_entry()):
            self._order.add(entry)

    def data(self, text: str) -> None:
        """Handle text."""
        if self._in_text:
            self._order.add(text, self._script)
        elif self._in_instruction:
            self._fields.add_instruction(text)

    def _add_alternative(self, relation_id: str) -> None:
        """Write the lines of a part in another format at its first reference."""
        relation = self._related.get(relation_id)
        if self._package is None or relation is None or relation_id in self._alternatives:
            return
        self._alternatives.add(relation_id)
        extracted = _alternative_part(self._package.read(relation.target))
        for block in extracted.blocks if extracted else ():
            text = extracted.text[block.start : block.end] if extracted else ""
            cells = text.split("\t") if block.kind is BlockKind.TABLE else [text]
            level = len(block.heading_path) if block.kind is BlockKind.HEADING else 0
            if len(cells) > 1:
                self._order.open_row()
            for cell in cells:
                self._order.open_cell()
                self._order.open_paragraph(block.kind, level)
                self._order.add(cell)
                self._order.close()
            if len(cells) > 1:
                self._order.close()

    def _open(self, name: str) -> None:
        if name == "p":
            self._order.open_paragraph()
        elif name == "tr":
            self._order.open_row()
        else:
            self._order.open_cell()

    def _take_run(self, name: str, value: str) -> None:
        """Process a property of a run."""
        if name == "r":
            self._is_hidden, self._script = False, Script.NORMAL
        elif name == "vanish":
            self._is_hidden = (value or "1") not in _OFF
        elif name == "rStyle":
            self._script = self._scripts.get(value, Script.NORMAL)
        else:
            self._script = script_of(value)

    def _take_field(self, name: str, attributes: Attributes) -> None:
        if name == "instrText":
            self._in_instruction = True
        elif name == "fldChar":
            self._fields.take_mark(attributes.get("fldCharType", ""))
        elif name == "fldSimple":
            self._fields.begin(attributes.get("instr", ""))
            self._fields.separate()
        else:
            self._fields.take_form(name, attributes)

    def _take_aside(self, name: str, attributes: Attributes) -> None:
        """Write text that follows a paragraph: notes, diagrams, descriptions, alternative parts."""
        if name in _REFERENCES:
            note = self._notes.get((_REFERENCES[name], attributes.get("id", "")), "")
            self._order.add_after(note)
        elif name in _DESCRIBED:
            text = alternative_text(*(attributes.get(one, "") for one in _DESCRIBED[name]))
            if text:
                self._order.add_after(text)
        elif name in DRAWN and self._package is not None:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.add_after(line)
        elif name == "altChunk":
            self._add_alternative(attributes.get("r:id", ""))

    def _take_property(self, name: str, value: str) -> None:
        """Process a property of a paragraph."""
        if name == "pPr":
            self._style, self._list = ParagraphStyle(), ("", None)
        elif name == "tabs":
            self._in_tabs = True
        elif name == "pStyle":
            self._style = self._styles.get(value, self._style)
            self._apply(self._style)
        elif name == "outlineLvl":
            self._apply(outline_style(value))
        elif name == "ilvl":
            self._list = self._list[0], number_of(value, 0)
        else:
            self._list = value, self._list[1]
            paragraph = self._order.paragraph
            if value != "0" and paragraph is not None and paragraph.kind is BlockKind.PARAGRAPH:
                paragraph.kind = BlockKind.LIST

    def _apply(self, style: ParagraphStyle | None) -> None:
        paragraph = self._order.paragraph
        if style is not None and paragraph is not None:
            paragraph.kind, paragraph.level = style.kind, style.level
            if style.kind is BlockKind.HEADING:
                self._fields.close_all()  # the table of contents above has no end

    def _number(self) -> None:
        """Set the list label of the current paragraph. Called at the end of its properties."""
        paragraph, (list_id, level) = self._order.paragraph, self._list
        if paragraph is not None and (list_id or self._style.numbering.list_id):
            paragraph.label = self._numbering.label(list_id, level, self._style.numbering)
