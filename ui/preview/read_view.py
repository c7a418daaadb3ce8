"""A document as it is read: headings, lists and tables, the passage boxed, the matches marked."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QDesktopServices,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QMessageBox, QTextBrowser, QTextEdit, QWidget

from engine.api import Preview, TextSpan, inherited_umask
from ui.i18n.label_text import one_line
from ui.preview.document_view import MarkedScrollBar, first_match
from ui.preview.reading import Reading
from ui.preview.rich_document import SCHEMES, Grid, RichWriter
from ui.theme import Theme

_BORDER = 1


class HeadRow:
    """The first row of the first table of a document; `document` is laid out already."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        frames = document.rootFrame().childFrames()
        self._table = next((one for one in frames if isinstance(one, QTextTable)), None)

    def hidden_above(self, top: float) -> QRectF | None:
        """Return where the row stands, in the document, while only rows below it are seen.

        `top` is where what is seen begins. None where the row or nothing of its table is seen.
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
        """Paint the row at the upper edge of `view`, scrolled to `left`."""
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


_LONGEST = 300


class LinkQuestion(QObject):
    """Opens web pages and mail addresses outside, once the person has seen where they lead."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.box: QMessageBox | None = None

    def ask(self, url: QUrl) -> None:
        """Show the whole address and open it on Yes; other addresses are not followed."""
        if url.scheme().lower() not in SCHEMES:
            return
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Open a link of this document"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("This address leads out of your library. Open it in its own program?"))
        # The encoded form cannot look like another address.
        encoded = bytes(url.toEncoded().data()).decode("ascii", "replace")
        box.setInformativeText(one_line(encoded[:_LONGEST]))
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        opens.clicked.connect(lambda: _follow(url))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = box
        box.open()


def _follow(url: QUrl) -> None:
    with inherited_umask():
        QDesktopServices.openUrl(url)


_MOST_MARKED = 1_000
_ABOVE = 48


class ReadView(QTextBrowser):
    """Shows a Reading; loads nothing, runs nothing, follows a link only when asked twice."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._content: tuple[Reading, Preview] | None = None
        self._passage: TextSpan | None = None
        self._nearest: TextSpan | None = None
        self._matches: tuple[TextSpan, ...] = ()
        self._current = -1
        self._opened_at, self._reached = 0, -1
        self._writer: RichWriter | None = None
        self._head: HeadRow | None = None
        self._bar = MarkedScrollBar(theme)
        self.setVerticalScrollBar(self._bar)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Preview of the document"))
        self._question = LinkQuestion(self)
        self.anchorClicked.connect(self._question.ask)
        theme.changed.connect(self._write_anew)

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        """Load nothing, whatever a document names."""
        return None

    @property
    def match_count(self) -> int:
        """How many matches can be gone to."""
        return len(self._matches)

    @property
    def passage(self) -> TextSpan | None:
        """Where the passage stands in the document shown, in UTF-16 units."""
        return self._passage

    def forget(self) -> None:
        """Show nothing."""
        self._content = self._passage = self._nearest = self._head = None
        self._matches = ()
        self.setExtraSelections([])
        self.document().clear()

    def written(self, reading: Reading) -> RichWriter:
        """Return a document with a reading, to be shown later."""
        writer = RichWriter(self._theme, QTextDocument())
        writer.write(reading.pieces)
        return writer

    def show_reading(self, reading: Reading, preview: Preview, written: RichWriter) -> bool:
        """Show a document at its passage; False when the passage has no place in it."""
        self._current = self._reached = -1
        self._set_content(reading, preview, written)
        self._mark()
        self.go_to_passage()
        return preview.passage is None or self._passage is not None

    def _set_content(self, reading: Reading, preview: Preview, written: RichWriter) -> None:
        self._content = (reading, preview)
        before, self._writer = self._writer, written
        self._take_places(written, preview)
        has_head = any(isinstance(piece, Grid) and piece.has_head for piece in reading.pieces)
        self._head = HeadRow(written.document) if has_head else None
        written.document.setParent(self)  # it lives as long as it is shown
        self.setDocument(written.document)
        if before is not None:
            before.document.deleteLater()

    def _take_places(self, writer: RichWriter, preview: Preview) -> None:
        self._passage = writer.shown(preview.passage) if preview.passage else None
        self._nearest = writer.shown(preview.nearest) if preview.nearest else None
        found = (writer.shown(match) for match in preview.matches)
        self._matches = tuple(sorted((m for m in found if m), key=lambda match: match.start))

    def _write_anew(self) -> None:
        """Take the colours of another theme; the person reads on at the same place."""
        if self._content is not None:
            reading, preview = self._content
            at, cursor = self._bar.value(), self.textCursor()
            places = (cursor.anchor(), cursor.position())
            self._set_content(reading, preview, self.written(reading))
            self._mark()
            self._select(*places)
            self._bar.setValue(at)

    def _select(self, anchor: int, position: int) -> None:
        cursor = self._cursor_at(anchor)
        cursor.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def add_nearest(self, preview: Preview) -> None:
        """Mark the sentence found meanwhile, and scroll to it unless the person has scrolled."""
        if self._content is None or self._writer is None:
            return
        self._content = (self._content[0], preview)
        self._take_places(self._writer, preview)
        self._mark()
        if self._bar.value() == self._opened_at:
            self.go_to_passage()

    def go_to_passage(self) -> None:
        """Scroll so that the passage, or its nearest sentence, stands near the top."""
        aim = self._passage
        height = self.viewport().height()
        if aim and self._nearest and self._bottom(self._nearest) - self._top(aim) > height - _ABOVE:
            aim = self._nearest
        if aim is not None:
            self.setTextCursor(self._cursor_at(aim.start))
            self._bar.setValue(round(self._top(aim)) - _ABOVE)
        else:
            self._bar.setValue(0)
        self._opened_at = self._bar.value()

    def first_match_in_passage(self) -> int:
        """Return the index of the match that 'Match n of m' begins with."""
        return first_match(self.document(), self._matches, self._passage)

    def go_to_match(self, index: int) -> None:
        """Bring a match into view and mark it."""
        self._current = index
        self.setTextCursor(self._cursor_at(self._matches[index].start))
        self.ensureCursorVisible()
        self._mark()

    def reach_match(self, index: int) -> None:
        """Scroll on to the match that is opened at, where a long passage hides it."""
        match, height = self._matches[index], self.viewport().height()
        self._reached = index
        if self._passage is None or not _is_inside(match, self._passage):
            return
        if self._bottom(match) - self._bar.value() > height:
            self.setTextCursor(self._cursor_at(match.start))
            self._bar.setValue(round(self._top(match) - height / 2))
            self._opened_at = self._bar.value()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay at the passage, which stands elsewhere now, unless the person has moved on."""
        has_moved = self._bar.value() != self._opened_at or self.textCursor().hasSelection()
        super().resizeEvent(event)
        if self._content is None or has_moved or event.size() == event.oldSize():
            return
        self._place_marks()
        self.go_to_passage()
        if self._reached >= 0:
            self.reach_match(self._reached)

    def _cursor_at(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return cursor

    def _top(self, span: TextSpan) -> float:
        return self.cursorRect(self._cursor_at(span.start)).top() + self._bar.value()

    def _bottom(self, span: TextSpan) -> float:
        return self.cursorRect(self._cursor_at(span.end)).bottom() + self._bar.value()

    def _mark(self) -> None:
        marks = [self._nearest_mark(self._nearest)] if self._nearest else []
        current, inside, outside = self._match_formats()
        for index, match in enumerate(self._matches[:_MOST_MARKED]):
            is_inside = self._passage is None or _is_inside(match, self._passage)
            other = inside if is_inside else outside
            marks.append(self._selection(match, current if index == self._current else other))
        self.setExtraSelections(marks)
        self._place_marks()

    def _place_marks(self) -> None:
        """Show beside the document where its matches stand."""
        height = max(1.0, self.document().size().height())
        tops = (self._top(match) for match in self._matches[:_MOST_MARKED])
        self._bar.set_marks([top / height for top in tops])

    def _selection(self, span: TextSpan, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = self._cursor_at(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = form
        return selection

    def _nearest_mark(self, span: TextSpan) -> QTextEdit.ExtraSelection:
        form = QTextCharFormat()
        form.setBackground(self._theme.color("mn_mark"))
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        form.setUnderlineColor(self._theme.color("mn_fill"))
        return self._selection(span, form)

    def _match_formats(self) -> tuple[QTextCharFormat, QTextCharFormat, QTextCharFormat]:
        """Return how the match gone to looks, and others inside and outside of the passage."""
        current, inside, outside = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
        has_grounds = not self._theme.is_high_contrast  # else a ground is that of the page
        for form in (current, inside) if has_grounds else ():
            form.setBackground(self._theme.color("kw_mark"))
        for form in (current, outside) if has_grounds else (current, inside, outside):
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(self._theme.color("kw_fill"))
        if not has_grounds:
            current.setBackground(self._theme.color("kw"))
            current.setForeground(self._theme.color("surface"))
        return current, inside, outside

    def passage_area(self) -> QRectF | None:
        """Return where the passage stands in the viewport; None without one."""
        if self._passage is None:
            return None
        first, last = self._block_area(self._passage.start), self._block_area(self._passage.end)
        area = first.united(last).translated(0, -self._bar.value())
        return QRectF(4, area.top() - 2, self.viewport().width() - 8, area.height() + 6)

    def _block_area(self, position: int) -> QRectF:
        block = self.document().findBlock(position)
        return self.document().documentLayout().blockBoundingRect(block)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box of the passage, then the document over it."""
        area = self.passage_area()
        if area is not None:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(self._theme.color("accent", 0.055))
            painter.drawRoundedRect(area, 3, 3)
            painter.end()
        super().paintEvent(event)
        row = self.head_row_above()
        if self._head is not None and row is not None:
            self._head.paint(self.viewport(), self._theme, row, self.horizontalScrollBar().value())

    def head_row_above(self) -> QRectF | None:
        """Return where the names of the columns stand while only rows below them are seen."""
        return self._head.hidden_above(self._bar.value()) if self._head else None


def _is_inside(match: TextSpan, passage: TextSpan) -> bool:
    return passage.start <= match.start < passage.end
