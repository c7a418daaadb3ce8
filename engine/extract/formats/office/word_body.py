"""The body of a Word document, put into reading order while it is read."""

from __future__ import annotations

from collections.abc import Mapping

from engine.extract.formats.office.alternative_chunks import chunk_lines
from engine.extract.formats.office.chart_text import DRAWN, drawn_lines
from engine.extract.formats.office.open_xml import Relation
from engine.extract.formats.office.reading_order import ReadingOrder
from engine.extract.formats.office.word_notes import Notes
from engine.extract.formats.office.word_styles import ParagraphStyle, outline_style
from engine.extract.xml_events import Attributes, XmlListener
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind

# Deleted and moved text, what fields are computed from, drawings once more for older programs,
# readings of characters, and properties as they were before a change.
_SKIPPED = frozenset(
    {"del", "moveFrom", "delText", "delInstrText", "instrText", "Fallback", "rt", "pPrChange",
     "rPrChange", "tblPrChange", "trPrChange", "tcPrChange", "sectPr"}
)  # fmt: skip
_BLANKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_REFERENCES = {
    "footnoteReference": "footnote",
    "endnoteReference": "endnote",
    "commentReference": "comment",
}
_OFF = frozenset({"0", "false", "off", "none"})


class WordBody(XmlListener):
    """Listens to a document part. Notes and comments follow the paragraph that refers to them."""

    skipped = _SKIPPED

    def __init__(
        self,
        order: ReadingOrder,
        styles: Mapping[str, ParagraphStyle],
        notes: Notes,
        package: ZipPackage | None,
        related: Mapping[str, Relation],
    ) -> None:
        self._order = order
        self._styles = styles
        self._notes = notes
        self._package = package
        self._related = related
        self._chunks: set[str] = set()
        self._in_text = False
        self._is_hidden = False
        self._in_tabs = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Open what opens, and learn what a paragraph is."""
        if name == "t":
            self._in_text = not self._is_hidden
        elif name == "r":
            self._is_hidden = False
        elif name == "vanish":
            self._is_hidden = attributes.get("val", "1") not in _OFF
        elif name in {"p", "tr", "tc"}:
            self._open(name)
        elif name == "tabs":
            self._in_tabs = True
        elif name in _BLANKS and not self._in_tabs:
            self._order.add(_BLANKS[name])
        elif name in _REFERENCES:
            self._order.hang(self._notes.get((_REFERENCES[name], attributes.get("id", "")), ""))
        elif name in DRAWN and self._package is not None:
            for line in drawn_lines(self._package, self._related, name, attributes):
                self._order.hang(line)
        else:
            self._learn(name, attributes)

    def end(self, name: str) -> None:
        """Close what ends."""
        if name == "t":
            self._in_text = False
        elif name == "tabs":
            self._in_tabs = False
        elif name in {"p", "tr"}:
            self._order.close()
            self._is_hidden = False

    def data(self, text: str) -> None:
        """Take text of a run."""
        if self._in_text:
            self._order.add(text)

    def _add_chunk(self, relation: str) -> None:
        """Write a part in another format; one that is named again is not repeated."""
        if self._package is None or relation in self._chunks:
            return
        self._chunks.add(relation)
        for line in chunk_lines(self._package, self._related, relation):
            if len(line.cells) > 1:
                self._order.open_row()
            for cell in line.cells:
                self._order.open_cell()
                self._order.open_paragraph(line.kind, line.level)
                self._order.add(cell)
                self._order.close()
            if len(line.cells) > 1:
                self._order.close()

    def _open(self, name: str) -> None:
        if name == "p":
            self._order.open_paragraph()
        elif name == "tr":
            self._order.open_row()
        else:
            self._order.open_cell()

    def _learn(self, name: str, attributes: Attributes) -> None:
        if name == "pStyle":
            self._apply(self._styles.get(attributes.get("val", "")))
        elif name == "altChunk":
            self._add_chunk(attributes.get("r:id", ""))
        elif name == "outlineLvl":
            self._apply(outline_style(attributes))
        elif name in {"numId", "ilfo"} and attributes.get("val") != "0":
            paragraph = self._order.paragraph
            if paragraph is not None and paragraph.kind is BlockKind.PARAGRAPH:
                paragraph.kind = BlockKind.LIST

    def _apply(self, style: ParagraphStyle | None) -> None:
        paragraph = self._order.paragraph
        if style is not None and paragraph is not None:
            paragraph.kind, paragraph.level = style.kind, style.level
            paragraph.is_left_out = style.is_contents
