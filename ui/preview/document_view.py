"""What the views of a document share: they open it at its passage and go to its matches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QAbstractScrollArea, QPlainTextEdit, QScrollBar, QTextEdit, QWidget

from twofold.engine.api import Preview, TextSpan
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import densest

_ABOVE = 48
MAX_MARKED = 1_000
_TOGETHER = 200
_MAX_COMPARED = 200

# Where something stands: a span of a text, or boxes on a page.
Mark = TypeVar("Mark")

if TYPE_CHECKING:
    _ScrollArea = QAbstractScrollArea
else:  # each view names the kind of scroll area it is
    _ScrollArea = object


class DocumentView(Generic[Mark], _ScrollArea):
    """Keeps a document at its passage until the person scrolls or goes to a match.

    Attributes:
        passage, nearest: Where the passage and its sentence nearest to the query stand.
        matches: Where the searched words stand, ascending.
        first: The index of the match to begin with; 0 for none.
        current: The index of the match last gone to; -1 for none.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.passage: Mark | None = None
        self.nearest: Mark | None = None
        self.matches: Sequence[Mark] = ()
        self.first, self.current = 0, -1
        self._theme = theme
        self._opened_at = 0
        self._bar = MarkedScrollBar(theme)
        self.setVerticalScrollBar(self._bar)

    @property
    def match(self) -> int:
        """The index of the match to go on from: the one last gone to, else the first."""
        return self.current if self.current >= 0 else self.first

    def set_nearest(self, preview: Preview) -> None:
        """Take over where the nearest sentence stands; all else is as it was."""
        raise NotImplementedError

    def show_marks(self) -> None:
        """Show what is marked, and which match was gone to."""
        raise NotImplementedError

    def forget(self) -> None:
        """Show nothing, and keep nothing of the document in memory."""
        raise NotImplementedError

    def is_inside(self, match: Mark) -> bool:
        """Say whether a match belongs to the passage."""
        raise NotImplementedError

    def area_of(self, mark: Mark) -> QRectF:
        """Return where a mark stands in the viewport."""
        raise NotImplementedError

    def fit(self) -> None:
        """Arrange what depends on the size of the view."""

    def place_cursor(self, mark: Mark) -> None:
        """Let the keys of a text begin at a mark."""

    def pixels_per_step(self) -> float:
        """Return how far one step of the scroll bar scrolls."""
        return 1.0

    def add_nearest(self, preview: Preview) -> None:
        """Mark the sentence found meanwhile, and scroll to it unless the person has moved on."""
        has_moved = self.has_moved()
        self.set_nearest(preview)
        self.show_marks()
        if not has_moved:
            self.go_to_passage()

    def go_to_passage(self) -> None:
        """Show the passage near the top, and in a long one its nearest sentence or first match."""
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
        """Bring a match into view and mark it."""
        self.current = index
        area, height = self.area_of(self.matches[index]), self.viewport().height()
        is_seen = 0 <= area.top() <= area.bottom() <= height
        self._scroll_to(self.matches[index], area.top() if is_seen else height / 3)
        self.show_marks()

    def _scroll_to(self, mark: Mark, above: float) -> None:
        """Scroll until a mark stands `above` pixels below the upper edge."""
        self.place_cursor(mark)
        beyond = self.area_of(mark).top() - above
        self._bar.setValue(self._bar.value() + round(beyond / self.pixels_per_step()))

    def has_moved(self) -> bool:
        """Say whether the person is no longer where the document was opened."""
        return self._bar.value() != self._opened_at

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay at the passage, which stands elsewhere now, unless the person has moved on."""
        has_moved = self.has_moved()
        super().resizeEvent(event)
        if event.size() != event.oldSize():
            self.fit()
            if not has_moved:
                self.go_to_passage()


class MarkedScrollBar(QScrollBar):
    """A scroll bar with a line at every match; marks are parts of the whole height, 0 to 1."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self._theme = theme
        self._marks: tuple[float, ...] = ()

    def set_marks(self, marks: Sequence[float]) -> None:
        """Show a line of two pixels at each part of the height."""
        self._marks = tuple(marks)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, then the lines over it."""
        super().paintEvent(event)
        painter = QPainter(self)
        colour = self._theme.color("kw_fill")
        for mark in self._marks:
            painter.fillRect(QRectF(1, mark * (self.height() - 2), self.width() - 2, 2), colour)


class SpanView(DocumentView[TextSpan]):
    """A document that is text: its marks are spans in UTF-16 units, as Qt counts them.

    Those who inherit from it are a QPlainTextEdit or a QTextEdit as well.
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
        """Take over where all these stand in the document that is shown; `matches` ascend.

        The match to begin with is one of the passage where that has some, where most of the
        searched words stand together: among many of a frequent word the rare ones count.
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
        """Mark nothing: another document comes, in which the spans of this one have no place.

        Qt lays out a document while it is set, and asks for its marks then.
        """
        self.passage, self.nearest, self.matches = None, None, ()
        self.first, self.current = 0, -1
        self._text.setExtraSelections([])

    def cursor_over(self, span: TextSpan) -> QTextCursor:
        """Return a cursor that selects a span."""
        cursor = QTextCursor(self._text.document())
        cursor.setPosition(span.start)
        cursor.setPosition(span.end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def is_inside(self, match: TextSpan) -> bool:
        """Say whether a match begins in the passage, which is all where there is none."""
        return self.passage is None or self.passage.start <= match.start < self.passage.end

    def area_of(self, mark: TextSpan) -> QRectF:
        """Return where a mark stands in the viewport; beyond what is seen, only on which side."""
        cursor = self.cursor_over(mark)
        end = self._text.cursorRect(cursor)
        cursor.setPosition(mark.start)
        return QRectF(self._text.cursorRect(cursor).united(end))

    def place_cursor(self, mark: TextSpan) -> None:
        """Let the keys begin at a mark, which is brought into view."""
        cursor = self._text.textCursor()
        cursor.setPosition(mark.start)
        self._text.setTextCursor(cursor)

    def has_moved(self) -> bool:
        """Say whether the person has scrolled, or selected something."""
        return super().has_moved() or self._text.textCursor().hasSelection()

    def show_marks(self) -> None:
        """Mark the nearest sentence and the matches, and the one gone to most."""
        theme, marks = self._theme, []
        if self.nearest is not None:
            form = _underlined(QTextCharFormat(), theme, "mn_fill")
            form.setBackground(theme.color("mn_mark"))
            marks.append(self._selection(self.nearest, form))
        current, inside, outside = _match_formats(theme)
        for index, match in enumerate(self.matches[:MAX_MARKED]):
            other = inside if self.is_inside(match) else outside
            marks.append(self._selection(match, current if index == self.current else other))
        self._text.setExtraSelections(marks)

    def _selection(self, span: TextSpan, form: QTextCharFormat) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        selection.cursor = self.cursor_over(span)
        selection.format = form
        return selection

    def passage_area(self) -> QRectF | None:
        """Return the lines of the passage in the viewport; None without one."""
        if self.passage is None:
            return None
        start, end = self.passage.start, self.passage.end
        lines = self.area_of(TextSpan(start, max(start, end - 1)))  # without a line end
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
    """Return how the match gone to looks, and others inside and outside of the passage."""
    current, inside, outside = QTextCharFormat(), QTextCharFormat(), QTextCharFormat()
    if theme.is_high_contrast:  # backgrounds are that of the page there
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
