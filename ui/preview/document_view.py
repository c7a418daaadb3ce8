"""Base classes of the document views: opening at the passage and navigating between matches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QGestureEvent,
    QPinchGesture,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from twofold.engine.api import Preview, TextSpan
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.marked_scroll_bar import MarkedScrollBar
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import densest

_ABOVE = 48
MAX_MARKED = 1_000
MAX_FOUND = 10_000
_TOGETHER = 200
_MAX_COMPARED = 200
ZOOM_STEP = 1.2
_WHEEL_STEP = 120
_MIN_TEXT_ZOOM, _MAX_TEXT_ZOOM = 0.5, 4.0

# The location of a highlight: a span of text, or boxes on a page.
Mark = TypeVar("Mark")

if TYPE_CHECKING:
    _ScrollArea = QAbstractScrollArea
else:  # each view inherits from its own kind of scroll area
    _ScrollArea = object


class DocumentView(Generic[Mark], _ScrollArea):
    """Keeps a document at its passage until the user scrolls or navigates to a match.

    Attributes:
        passage, nearest: The passage, and its sentence most similar to the query.
        matches: The locations of the matched words, ascending.
        first: The index of the match to start with; 0 if there is none.
        current: The index of the current match; -1 if there is none.
        zoom: The magnification; 1 is the usual size.
        found: The spans of a text that the user wants to find, in the text that is shown.
        found_at: The index of the current one of them; -1 if there is none.

    Every view has a signal `zoomed`, emitted after its zoom has changed.
    """

    zoomed: Signal

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passage: Mark | None = None
        self.nearest: Mark | None = None
        self.matches: Sequence[Mark] = ()
        self.first, self.current = 0, -1
        self.zoom = 1.0
        self.found: Sequence[TextSpan] = ()
        self.found_at = -1
        self._theme = theme
        self._opened_at = 0
        self._bar = MarkedScrollBar(theme)
        self.setVerticalScrollBar(self._bar)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)

    @property
    def match(self) -> int:
        """The index of the match to navigate from: the current or else the first one."""
        return self.current if self.current >= 0 else self.first

    def set_nearest(self, preview: Preview) -> None:
        """Set the location of the most similar sentence; change nothing else."""
        raise NotImplementedError

    def show_marks(self) -> None:
        """Show all highlights and the current match."""
        raise NotImplementedError

    def forget(self) -> None:
        """Clear the view and release the document."""
        raise NotImplementedError

    def is_inside(self, match: Mark) -> bool:
        """Return whether a match belongs to the passage."""
        raise NotImplementedError

    def area_of(self, mark: Mark) -> QRectF:
        """Return the rectangle of a highlight in the viewport."""
        raise NotImplementedError

    def find_all(self, text: str) -> None:
        """Set `found` to the occurrences of a text; '' for none."""
        raise NotImplementedError

    def go_to_found(self, index: int) -> None:
        """Select one of the found spans and scroll to it."""
        raise NotImplementedError

    def selected_text(self) -> str:
        """Return the text that the user has selected; '' if there is none."""
        raise NotImplementedError

    def select_all(self) -> None:
        """Select the whole text that is shown."""
        raise NotImplementedError

    def selected_lines(self) -> tuple[int, int] | None:
        """Return the first and last line of the selection in the file; None without lines."""
        return None

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom by steps, 0 for the usual size; the viewport position `at` keeps its content."""
        raise NotImplementedError

    def fit(self) -> None:
        """Update what depends on the size of the view."""

    def place_cursor(self, mark: Mark) -> None:
        """Move the text cursor to a highlight."""

    def pixels_per_step(self) -> float:
        """Return the number of pixels per step of the scroll bar."""
        return 1.0

    def add_nearest(self, preview: Preview) -> None:
        """Highlight the most similar sentence, which is found after the document is shown.

        Scroll to it unless the user has scrolled.
        """
        has_moved = self.has_moved()
        self.set_nearest(preview)
        self.show_marks()
        if not has_moved:
            self.go_to_passage()

    def go_to_passage(self) -> None:
        """Scroll to the passage, or to a sentence or match in it that would not be visible."""
        if self.passage is None:
            self._bar.setValue(0)
        else:
            self._scroll_to(self.passage, _ABOVE)
            aim = self.nearest
            if aim is None and self.matches and self.is_inside(self.matches[self.first]):
                aim = self.matches[self.first]
            if aim is not None and self.area_of(aim).bottom() > self.viewport().height():
                self._scroll_to(aim, self.viewport().height() / 3)
        self._opened_at = self._bar.value()

    def go_to_match(self, index: int) -> None:
        """Scroll to a match and make it current."""
        self.current = index
        area, height = self.area_of(self.matches[index]), self.viewport().height()
        is_seen = 0 <= area.top() <= area.bottom() <= height
        self._scroll_to(self.matches[index], area.top() if is_seen else height / 3)
        self.show_marks()

    def _scroll_to(self, mark: Mark, above: float) -> None:
        """Scroll until a highlight is `above` pixels below the top edge."""
        self.place_cursor(mark)
        beyond = self.area_of(mark).top() - above
        self._bar.setValue(self._bar.value() + round(beyond / self.pixels_per_step()))

    def has_moved(self) -> bool:
        """Return whether the user has scrolled away from where the document was opened."""
        return self._bar.value() != self._opened_at

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer with Ctrl, otherwise scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            steps = event.angleDelta().y() / _WHEEL_STEP
            if steps:
                self.zoom_by(steps, event.position())
            event.accept()
        else:
            super().wheelEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Zoom by pinching on a touchpad (a native gesture) or a touchscreen."""
        scale, at = _pinch(event)
        if scale > 0:
            self.zoom_by(log(scale, ZOOM_STEP), at)
            return True
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay at the passage after a change of layout, unless the user has scrolled."""
        has_moved = self.has_moved()
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self.fit()
            if not has_moved:
                self.go_to_passage()


def _pinch(event: QEvent) -> tuple[float, QPointF]:
    """Return the factor and the center of a pinch gesture; 0 for any other event."""
    if isinstance(event, QNativeGestureEvent):
        if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
            return 1 + event.value(), event.position()
    elif isinstance(event, QGestureEvent):
        pinch = event.gesture(Qt.GestureType.PinchGesture)
        if isinstance(pinch, QPinchGesture):
            return pinch.scaleFactor(), event.mapToGraphicsScene(pinch.centerPoint())
    return 0.0, QPointF()


class SpanView(DocumentView[TextSpan]):
    """A view of a text document; locations are spans in UTF-16 units, as in Qt.

    Subclasses also inherit from QPlainTextEdit or QTextEdit.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName(tr("Preview of the document"))
        self._text.setUndoRedoEnabled(False)

    @property
    def _text(self) -> QPlainTextEdit | QTextEdit:
        return self  # type: ignore[return-value]

    def take_spans(
        self, passage: TextSpan | None, nearest: TextSpan | None, matches: Sequence[TextSpan]
    ) -> None:
        """Set the locations of passage, most similar sentence and matches in the document.

        `matches` are ascending. The first match to show is the start of the part with most
        different matched words close together, inside the passage if possible.
        """
        self.passage, self.nearest, self.matches, self.first = passage, nearest, matches, 0
        if passage is None:
            return
        first, last = (
            bisect_left(matches, edge, key=lambda match: match.start)
            for edge in (passage.start, passage.end)
        )
        inside = matches[first : min(last, first + _MAX_COMPARED)]
        words = [(match.start, self.cursor_over(match).selectedText()) for match in inside]
        self.first = first + densest(words, _TOGETHER) if first < len(matches) else 0

    def drop_spans(self) -> None:
        """Remove all highlights before another document is set.

        Qt uses the highlights while a document is being set, and these spans are invalid in the new
        document.
        """
        self.passage, self.nearest, self.matches = None, None, ()
        self.first, self.current = 0, -1
        self.found, self.found_at = (), -1
        self._text.setExtraSelections([])

    def cursor_over(self, span: TextSpan) -> QTextCursor:
        """Return a cursor that selects a span."""
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def find_all(self, text: str) -> None:
        """Set `found` to the first occurrences of a text; '' for none."""
        document, cursor = self._text.document(), self._text.textCursor()
        if text and self.found_at >= 0 and cursor.hasSelection():  # of an earlier text
            cursor.clearSelection()
            self._text.setTextCursor(cursor)
        found: list[TextSpan] = []
        cursor = document.find(text) if text else QTextCursor()
        while not cursor.isNull() and len(found) < MAX_FOUND:
            found.append(TextSpan(cursor.selectionStart(), cursor.selectionEnd()))
            cursor = document.find(text, cursor)
        self.found, self.found_at = found, -1
        self.show_marks()

    def go_to_found(self, index: int) -> None:
        """Select one of the found spans and scroll to it."""
        self.found_at = index
        self._text.setTextCursor(self.cursor_over(self.found[index]))
        self._text.ensureCursorVisible()

    def selected_text(self) -> str:
        """Return the text that the user has selected; '' if there is none."""
        return self._text.textCursor().selection().toPlainText()

    def select_all(self) -> None:
        """Select the whole text that is shown."""
        self._text.selectAll()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:  # noqa: ARG002
        """Change the size of the letters by steps, 0 for the usual size."""
        zoom = self.zoom * ZOOM_STEP**steps if steps else 1.0
        zoom = min(_MAX_TEXT_ZOOM, max(_MIN_TEXT_ZOOM, zoom))
        if zoom != self.zoom:
            self.zoom = zoom
            self.show_zoom()
            self.zoomed.emit()

    def show_zoom(self) -> None:
        """Show the document in the current zoom."""
        raise NotImplementedError

    def is_inside(self, match: TextSpan) -> bool:
        """Return whether a match starts in the passage; without a passage, every match does."""
        return self.passage is None or self.passage.start <= match.start < self.passage.end

    def area_of(self, mark: TextSpan) -> QRectF:
        """Return the rectangle of a highlight in the viewport.

        If the highlight is not visible, only its direction from the viewport is correct.
        """
        cursor = self.cursor_over(mark)
        end = self._text.cursorRect(cursor)
        cursor.setPosition(mark.start)
        return QRectF(self._text.cursorRect(cursor).united(end))

    def place_cursor(self, mark: TextSpan) -> None:
        """Move the text cursor to a highlight, which scrolls to it."""
        cursor = self._text.textCursor()
        cursor.setPosition(mark.start)
        self._text.setTextCursor(cursor)

    def has_moved(self) -> bool:
        """Return whether the user has scrolled or selected text."""
        return super().has_moved() or self._text.textCursor().hasSelection()

    def show_marks(self) -> None:
        """Highlight the most similar sentence and the matches, the current one most strongly."""
        theme, marks = self._theme, []
        if self.nearest is not None:
            form = _underlined(QTextCharFormat(), theme, "mn_fill")
            form.setBackground(theme.color("mn_mark"))
            marks.append(self._selection(self.nearest, form))
        current, inside, outside = _match_formats(theme)
        for index, match in enumerate(self.matches[:MAX_MARKED]):
            other = inside if self.is_inside(match) else outside
            marks.append(self._selection(match, current if index == self.current else other))
        form = _underlined(QTextCharFormat(), theme, "accent")
        form.setBackground(theme.color("accent_soft"))
        marks += [self._selection(span, form) for span in self.found[:MAX_MARKED]]
        self._text.setExtraSelections(marks)

    def _selection(self, span: TextSpan, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self.cursor_over(span)
        selection.format = form
        return selection

    def passage_area(self) -> QRectF | None:
        """Return the area of the passage's lines in the viewport; None without a passage."""
        if self.passage is None:
            return None
        start, end = self.passage.start, self.passage.end
        lines = self.area_of(TextSpan(start, max(start, end - 1)))  # without a trailing newline
        return QRectF(3, lines.top() - 2, self.viewport().width() - 7, lines.height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box of the passage, then the text over it."""
        area = self.passage_area()
        if area is not None:
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(self._theme.color("accent", 0.055))
            painter.drawRoundedRect(area, 3, 3)
            painter.end()
        super().paintEvent(event)


def _match_formats(theme: Theme) -> tuple[QTextCharFormat, QTextCharFormat, QTextCharFormat]:
    """Return the formats of the current match, and of others inside and outside the passage."""
    current, inside, outside = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    if theme.is_high_contrast:  # all backgrounds have the page color there
        current.setBackground(theme.color("kw"))
        current.setForeground(theme.color("surface"))
        _underlined(inside, theme, "kw_fill")
    else:
        current.setBackground(theme.color("kw_mark"))
        inside.setBackground(theme.color("kw_mark"))
    return _underlined(current, theme, "kw_fill"), inside, _underlined(outside, theme, "kw_fill")


def _underlined(form: QTextCharFormat, theme: Theme, colour: str) -> QTextCharFormat:
    form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    form.setUnderlineColor(theme.color(colour))
    return form
