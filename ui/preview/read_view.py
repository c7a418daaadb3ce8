"""The view of a formatted document: headings, lists, tables, passage box and matches."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QDesktopServices,
    QPainter,
    QPaintEvent,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QMessageBox, QTextBrowser, QWidget

from twofold.engine.api import Preview, inherited_umask
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.document_view import MAX_MARKED, SpanView
from twofold.ui.preview.reading import LINE_END, Reading
from twofold.ui.preview.rich_document import SCHEMES, Grid, RichDocument
from twofold.ui.theme import Theme

_BORDER = 1
_MAX_ADDRESS_LENGTH = 300


class ReadView(SpanView, QTextBrowser):
    """Shows a Reading. It loads and runs nothing, and opens links only after confirmation.

    Signals:
        zoomed: the size of the letters has changed.
    """

    zoomed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._content: tuple[Reading, Preview, RichDocument] | None = None
        self._head: HeadRow | None = None
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.anchorClicked.connect(self.ask_to_follow)
        theme.changed.connect(self.show_zoom)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load nothing, whatever a document refers to."""
        return None

    def ask_to_follow(self, url: QUrl) -> None:
        """Show the address of a link and open it if the user confirms; only for URLs in SCHEMES."""
        if url.scheme().lower() not in SCHEMES:
            return
        box = QMessageBox(self)
        box.setWindowTitle(tr("Open link"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("This link leads outside your library. Open it?"))
        # The encoded form cannot be mistaken for another address.
        encoded = bytes(url.toEncoded().data()).decode("ascii", "replace")
        box.setInformativeText(one_line(encoded[:_MAX_ADDRESS_LENGTH]))
        opens = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        opens.clicked.connect(lambda: _follow(url))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def forget(self) -> None:
        """Clear the view and release the document."""
        self._content = self._head = None
        self.drop_spans()
        self.document().clear()

    def written(self, reading: Reading) -> RichDocument:
        """Return a document built from a reading, to be shown later."""
        return RichDocument(self._theme, reading.pieces, self.zoom)

    def show_reading(self, reading: Reading, preview: Preview, written: RichDocument) -> bool:
        """Show a document at its passage; return False if the passage cannot be located in it."""
        self._set_content(reading, preview, written)
        self.go_to_passage()
        return preview.passage is None or self.passage is not None

    def _set_content(self, reading: Reading, preview: Preview, written: RichDocument) -> None:
        before, self._content = self._content, (reading, preview, written)
        has_head = any(isinstance(piece, Grid) and piece.has_head for piece in reading.pieces)
        self._head = HeadRow(written.document) if has_head else None
        written.document.setParent(self)  # deleted when it is no longer shown
        self.drop_spans()
        self.setDocument(written.document)
        if before is not None:
            before[2].document.deleteLater()
        found = filter(None, map(written.shown, preview.matches))
        matches = sorted(found, key=lambda match: match.start)
        self.take_spans(written.shown(preview.passage), written.shown(preview.nearest), matches)
        self.show_marks()

    def set_nearest(self, preview: Preview) -> None:
        """Set the location of the most similar sentence; change nothing else."""
        if self._content is not None:
            reading, _, written = self._content
            self._content = (reading, preview, written)
            self.nearest = written.shown(preview.nearest)

    def selected_lines(self) -> tuple[int, int] | None:
        """Return the first and last line of the selection in the file; None without lines."""
        if self._content is None or not self._content[1].line_numbers:
            return None
        _, preview, written = self._content
        cursor, numbers = self.textCursor(), preview.line_numbers
        ends = (cursor.selectionStart(), max(cursor.selectionStart(), cursor.selectionEnd() - 1))
        breaks = [len(LINE_END.findall(preview.text, 0, written.source_at(at))) for at in ends]
        first, last = (numbers[min(at, len(numbers) - 1)] for at in breaks)
        return first, last

    def show_zoom(self) -> None:
        """Write the document again, for a zoom or a theme; keep the position and the selection."""
        if self._content is None:
            return
        reading, preview, _ = self._content
        current, opened_at = self.current, self._opened_at
        found, found_at = self.found, self.found_at
        selected, height = self.textCursor(), max(1.0, self.document().size().height())
        at = self._bar.value() / height
        self._set_content(reading, preview, self.written(reading))
        cursor = QTextCursor(self.document())
        cursor.setPosition(selected.anchor())
        cursor.setPosition(selected.position(), QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self._bar.setValue(round(at * self.document().size().height()))
        self.current, self._opened_at = current, opened_at
        self.found, self.found_at = found, found_at
        self.show_marks()

    def show_marks(self) -> None:
        """Show all highlights and the current match."""
        super().show_marks()
        self.fit()

    def fit(self) -> None:
        """Update the marks of the scroll bar for the current width."""
        height, at = max(1.0, self.document().size().height()), self._bar.value()
        tops = (self.area_of(match).top() + at for match in self.matches[:MAX_MARKED])
        self._bar.set_marks([top / height for top in tops])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the passage box, the document over it, and a fixed table header."""
        super().paintEvent(event)
        row = self.head_row_above()
        if self._head is not None and row is not None:
            self._head.paint(self.viewport(), self._theme, row, self.horizontalScrollBar().value())

    def head_row_above(self) -> QRectF | None:
        """Return the area of the table header in the document if only rows below it are visible."""
        return self._head.hidden_above(self._bar.value()) if self._head else None


class HeadRow:
    """The header row of a table, which stays visible while its rows scroll below it.

    It is the first row of the first table in the document.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        frames = document.rootFrame().childFrames()
        self._table = next((one for one in frames if isinstance(one, QTextTable)), None)

    def hidden_above(self, top: float) -> QRectF | None:
        """Return the area of the header row in the document if only rows below it are visible.

        `top` is the top of the visible part. Return None if the row is visible, or no table row is.
        """
        if self._table is None:
            return None
        layout = self._document.documentLayout()
        whole = layout.frameBoundingRect(self._table)
        row = self._row(layout, self._table, whole)
        is_seen = row.top() >= top or whole.bottom() - row.height() <= top
        return None if is_seen else row

    def _row(self, layout: QAbstractTextDocumentLayout, table: QTextTable, whole: QRectF) -> QRectF:
        if table.rows() < 2:
            return whole
        tops = [
            layout.blockBoundingRect(table.cellAt(row, 0).firstCursorPosition().block()).top()
            for row in (0, 1)
        ]
        edge = table.format().cellPadding() + _BORDER
        return QRectF(whole.left() - edge, tops[0] - edge, whole.width() + edge, tops[1] - tops[0])

    def paint(self, view: QWidget, theme: Theme, row: QRectF, left: float) -> None:
        """Paint the row at the top edge of `view`, scrolled horizontally by `left`."""
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = row
        context.palette = view.palette()
        painter = QPainter(view)
        painter.fillRect(QRectF(0, 0, view.width(), row.height()), theme.color("surface"))
        painter.fillRect(QRectF(0, row.height(), view.width(), 1), theme.color("border_strong"))
        painter.translate(-left, -row.top())
        painter.setClipRect(row)
        self._document.documentLayout().draw(painter, context)
        painter.end()


def _follow(url: QUrl) -> None:
    with inherited_umask():
        QDesktopServices.openUrl(url)
