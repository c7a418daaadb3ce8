r"""A text document as read-only text with line numbers, passage box and matches.

The engine's text and that of a QTextDocument differ in three ways. Qt counts UTF-16 units, Python
counts characters. Qt treats '\r\n' as one line end. And some characters (U+2029, U+FDD0, U+FDD1)
would end a block, so they are shown as spaces. Very long documents are cut to the lines around the
passage, so that showing one never blocks the window.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from twofold.engine.api import Preview, TextSpan
from twofold.ui.i18n.value_names import is_code
from twofold.ui.preview.document_view import MAX_MARKED, SpanView
from twofold.ui.preview.reading import LINE_END
from twofold.ui.preview.rich_document import NOT_SHOWN
from twofold.ui.theme import Theme
from twofold.ui.widgets.text_marks import utf16_places

MAX_TEXT_LENGTH = 200_000
MAX_LINE_LENGTH = 4_000
SHORTENED_TEXT = 10_000

_NUMBER_PADDING = 12


@dataclass(frozen=True, slots=True)
class TextExcerpt:
    """Text prepared for a QTextDocument; spans count UTF-16 units, each line is a block.

    `line_numbers[i]` is the number of block i in the file, 0 if it has none. `is_cut` means that
    only the part around the passage is included.
    """

    text: str
    passage: TextSpan | None
    matches: tuple[TextSpan, ...]
    line_numbers: tuple[int, ...]
    is_cut: bool = False
    nearest: TextSpan | None = None


class TextView(SpanView, QPlainTextEdit):
    """Shows a document as plain text; it loads and runs nothing.

    Signals:
        zoomed: the size of the letters has changed.
    """

    zoomed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._is_code = False
        self.setReadOnly(True)
        self.setCenterOnScroll(True)
        self.document().setDocumentMargin(8)
        self.numbers = LineNumbers(theme, self)
        theme.changed.connect(self._apply_theme)

    def show_text(self, preview: Preview) -> bool:
        """Show a text at its passage; return whether only the part around it is shown."""
        excerpt = excerpt_of(preview)
        self._is_code = is_code(preview.file_type)
        self.drop_spans()
        self._set_face()
        self.setPlainText(excerpt.text)
        self.take_spans(excerpt.passage, excerpt.nearest, excerpt.matches)
        self.numbers.set_numbers(excerpt.line_numbers, self.passage_blocks())
        self.fit()
        self.show_marks()
        self.go_to_passage()
        return excerpt.is_cut

    def forget(self) -> None:
        """Clear the view and release the document."""
        self.drop_spans()
        self.clear()
        self.numbers.set_numbers((), range(0))

    def set_nearest(self, preview: Preview) -> None:
        """Set the location of the most similar sentence; change nothing else."""
        self.nearest = excerpt_of(replace(preview, matches=())).nearest

    def _apply_theme(self) -> None:
        self._set_face()  # a new style sheet resets a font set after the first paint
        self.show_marks()

    def show_zoom(self) -> None:
        """Show the document in the current zoom, with the same line at the top."""
        line = self._bar.value()
        self._set_face()
        self.fit()
        self._bar.setValue(line)

    def selected_lines(self) -> tuple[int, int] | None:
        """Return the first and last line of the selection in the file; None without lines."""
        cursor, numbers = self.textCursor(), self.numbers.numbers
        ends = (cursor.selectionStart(), cursor.selectionEnd())
        first, last = (self.document().findBlock(at).blockNumber() for at in ends)
        known = [number for number in numbers[first : last + 1] if number]
        return (known[0], known[-1]) if known else None

    def _set_face(self) -> None:
        size = round((12 if self._is_code else 13) * self.zoom)
        font = self._theme.font(size, mono=self._is_code)
        self.setFont(font)
        wrap = QTextOption.WrapMode.NoWrap if self._is_code else None
        self.setWordWrapMode(wrap or QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabStopDistance(4 * QFontMetricsF(font).horizontalAdvance(" "))

    def show_marks(self) -> None:
        """Show all highlights and the current match."""
        super().show_marks()
        document = self.document()
        lines = max(1, document.blockCount() - 1)
        places = {document.findBlock(m.start).blockNumber() for m in self.matches[:MAX_MARKED]}
        self._bar.set_marks([place / lines for place in sorted(places)])

    def pixels_per_step(self) -> float:
        """Return the height of a line, because Qt scrolls plain text by lines."""
        return max(1.0, QFontMetricsF(self.font()).lineSpacing())

    def passage_blocks(self) -> range:
        """Return the block numbers of the passage."""
        if self.passage is None:
            return range(0)
        start, end = self.passage.start, self.passage.end
        first, last = (self.document().findBlock(at) for at in (start, max(start, end - 1)))
        return range(first.blockNumber(), last.blockNumber() + 1)

    def visible_lines(self) -> list[tuple[int, QRectF]]:
        """Return block number and viewport area of every visible block."""
        lines: list[tuple[int, QRectF]] = []
        block = self.firstVisibleBlock()
        while block.isValid():
            area = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if area.top() > self.viewport().height():
                break
            lines.append((block.blockNumber(), area))
            block = block.next()
        return lines

    def fit(self) -> None:
        """Position the line numbers beside the text."""
        width = self.numbers.sizeHint().width()
        if width != self.viewportMargins().left():  # avoid an unnecessary layout
            self.setViewportMargins(width, 0, 0, 0)
        inside = self.contentsRect()
        self.numbers.setGeometry(inside.left(), inside.top(), width, inside.height())


class LineNumbers(QWidget):
    """Paints the line numbers of the file beside a text; 0 means no number."""

    def __init__(self, theme: Theme, text: TextView) -> None:
        super().__init__(text)
        self._theme = theme
        self._text = text
        self.numbers: tuple[int, ...] = ()
        self._passage = range(0)
        text.updateRequest.connect(lambda *_: self.update())

    def set_numbers(self, numbers: tuple[int, ...], passage_blocks: range) -> None:
        """Show one number per block, with those of the passage emphasized."""
        self.numbers = numbers
        self._passage = passage_blocks
        self.update()

    def number_shown(self, block: int) -> int:
        """Return the number beside a block; 0 if the previous block has the same number.

        A web page can have fewer source lines than displayed paragraphs.
        """
        number = self.numbers[block] if block < len(self.numbers) else 0
        repeated = block > 0 and number == self.numbers[block - 1]
        return 0 if repeated else number

    def sizeHint(self) -> QSize:
        """Return the width of the largest number."""
        if not any(self.numbers):
            return QSize(_NUMBER_PADDING, 0)
        widest = "0" * max(3, len(str(max(self.numbers))))
        font = QFontMetricsF(self._theme.font(round(11 * self._text.zoom), tabular=True))
        return QSize(round(font.horizontalAdvance(widest)) + 2 * _NUMBER_PADDING, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the numbers of the visible lines."""
        painter = QPainter(self)
        painter.setFont(self._theme.font(round(11 * self._text.zoom), tabular=True))
        top = self._text.viewport().mapTo(self._text, QPoint(0, 0)).y() - self.y()
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for block, place in self._text.visible_lines():
            number = self.number_shown(block)
            if number:
                is_passage = block in self._passage
                painter.setPen(self._theme.color("accent" if is_passage else "text3"))
                area = QRectF(
                    0, place.top() + top, self.width() - _NUMBER_PADDING, 20 * self._text.zoom
                )
                painter.drawText(area, side, str(number))


def excerpt_of(preview: Preview) -> TextExcerpt:
    """Prepare the text of a document for a QTextDocument."""
    window = _window(preview.text, preview.passage)
    text = preview.text[window.start : window.end]
    shown = LINE_END.sub("\n", text).translate(NOT_SHOWN)
    pairs = [found.end() for found in re.finditer("\r\n", text)]  # one character in Qt
    units = utf16_places(shown)

    def at(offset: int) -> int:
        inside = min(max(offset - window.start, 0), len(text))
        return units(inside - bisect_right(pairs, inside))

    def moved(span: TextSpan | None) -> TextSpan | None:
        if span is None or span.end <= window.start or span.start >= window.end:
            return None
        return TextSpan(at(span.start), at(span.end))

    matches = sorted(preview.matches, key=lambda match: match.start)
    return TextExcerpt(
        text=shown,
        passage=moved(preview.passage),
        matches=tuple(filter(None, map(moved, matches))),
        line_numbers=_numbers(preview, window.start, shown.count("\n") + 1),
        is_cut=len(text) != len(preview.text),
        nearest=moved(preview.nearest),
    )


def _window(text: str, passage: TextSpan | None) -> TextSpan:
    """Return the part of `text` to show: all of it, unless that could block the window."""
    around = passage or TextSpan(0, 0)
    wide = TextSpan(max(0, around.start - MAX_TEXT_LENGTH // 2), around.end + MAX_TEXT_LENGTH // 2)
    if len(text) <= MAX_TEXT_LENGTH:
        wide = TextSpan(0, len(text))
    longest = max(map(len, text[wide.start : wide.end].splitlines()), default=0)
    if longest > MAX_LINE_LENGTH:
        half = SHORTENED_TEXT // 2
        wide = TextSpan(max(wide.start, around.start - half), min(wide.end, around.end + half))
    # Extend to whole lines if they end nearby.
    start, end = wide.start, min(wide.end, len(text))
    if start > 0:
        start = max(text.find("\n", start, start + MAX_LINE_LENGTH) + 1, start)
    if end < len(text):
        line_end = text.rfind("\n", max(start, end - MAX_LINE_LENGTH), end)
        end = line_end if line_end >= 0 else end
    return TextSpan(start, end)


def _numbers(preview: Preview, start: int, blocks: int) -> tuple[int, ...]:
    if not preview.line_numbers:
        return (0,) * blocks
    skipped = len(LINE_END.findall(preview.text, 0, start)) if start else 0
    known = preview.line_numbers[skipped : skipped + blocks]
    if len(known) > 1 and known[-1] == known[-2]:
        known = (*known[:-1], 0)  # text after the last newline is not a line
    return known + (0,) * (blocks - len(known))
