"""The body of an OpenDocument text, put into reading order while it is read."""

from __future__ import annotations

from engine.extract.formats.office.chart_text import odf_chart_lines
from engine.extract.formats.office.odf_styles import OdfStyles
from engine.extract.formats.office.reading_order import Lines, Paragraph, ReadingOrder
from engine.extract.xml_events import Attributes, XmlListener
from engine.extract.zip_package import ZipPackage
from engine.model.document import BlockKind

# Deleted text, generated lists of headings, marks of notes, readings of characters, descriptions of
# pictures, forms and scripts.
_SKIPPED = frozenset(
    {"tracked-changes", "table-of-content", "note-citation", "ruby-text", "svg:title", "svg:desc",
     "forms", "scripts", "event-listeners", "hidden-text", "dc:date", "date-string",
     "creator-initials", "sender-initials", "font-face-decls", "math"}
)  # fmt: skip
_MOST_SPACES = 100
_DEEPEST = 10


class OdfBody(XmlListener):
    """Listens to content.xml. Notes and comments follow the paragraph they are in."""

    skipped = _SKIPPED

    def __init__(self, lines: Lines, styles: OdfStyles, package: ZipPackage) -> None:
        self._order = ReadingOrder(lines)
        self._styles = styles
        self._package = package
        self._lists = 0
        self._spans: list[bool] = []  # Whether each open span is hidden.
        self._commenter: str | None = None  # Who made the comment under way, until it begins.
        self._in_commenter = False

    def start(self, name: str, attributes: Attributes) -> None:
        """Open what opens."""
        if name in {"p", "h"}:
            self._open_paragraph(name, attributes)
        elif name == "span":
            self._spans.append(self._styles.is_hidden(attributes.get("style-name", "")))
        elif name == "list":
            self._lists += 1
        elif name == "table-row":
            self._order.open_row()
        elif name in {"table-cell", "covered-table-cell"}:
            self._order.open_cell()
        elif name == "annotation":
            self._commenter = ""
        elif name == "dc:creator":
            self._in_commenter = self._commenter is not None
        elif name == "object":
            self._hang_chart(attributes.get("href", ""))
        else:
            self._add_blank(name, attributes)
            self._styles.start(name, attributes)

    def end(self, name: str) -> None:
        """Close what ends."""
        if name in {"p", "h", "table-row"}:
            self._order.close()
        elif name == "span" and self._spans:
            self._spans.pop()
        elif name == "list":
            self._lists -= 1
        elif name == "annotation":
            self._commenter = None
        elif name == "dc:creator":
            self._in_commenter = False

    def data(self, text: str) -> None:
        """Take text of a paragraph, or the name of who made a comment."""
        if self._in_commenter:
            self._commenter = (self._commenter or "") + text
        elif not any(self._spans):
            self._order.add(text)

    def _open_paragraph(self, name: str, attributes: Attributes) -> None:
        style = attributes.get("style-name", "")
        kind, level = self._styles.kind_of(style)
        if name == "h":
            kind, level = BlockKind.HEADING, _level(attributes.get("outline-level", ""))
        elif self._lists and kind is BlockKind.PARAGRAPH:
            kind = BlockKind.LIST
        paragraph = self._order.open_paragraph(kind, level)
        paragraph.is_left_out = self._styles.is_hidden(style)
        self._decide(paragraph)
        if self._commenter:
            self._order.add(f"{' '.join(self._commenter.split())}: ")
            self._commenter = ""

    def _hang_chart(self, href: str) -> None:
        for line in odf_chart_lines(self._package, f"{href.removeprefix('./')}/content.xml"):
            self._order.hang(line)

    def _decide(self, paragraph: Paragraph) -> None:
        """Let what is around a paragraph say more of it."""

    def _add_blank(self, name: str, attributes: Attributes) -> None:
        if name == "s":
            count = attributes.get("c", "1")
            self._order.add(" " * min(int(count) if count.isdigit() else 1, _MOST_SPACES))
        elif name == "tab":
            self._order.add("\t")
        elif name == "line-break":
            self._order.add("\n")


def _level(text: str) -> int:
    return min(max(int(text), 1), _DEEPEST) if text.isascii() and text.isdigit() else 1
