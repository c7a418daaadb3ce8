"""The panel of files that are not indexed: file, reason, and what can be done about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.api import DocumentFailure
from ui.i18n import counts
from ui.i18n.translation import tr
from ui.library.failures import (
    Column,
    FailureAction,
    FailureModel,
    FailureRow,
    LinesRole,
    action_for,
    lines,
)
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon
from ui.widgets.tables import ColumnWidths

ROW_HEIGHT = 44
_EDGE = 8
_LINE = 18
Index = QModelIndex | QPersistentModelIndex


class FailureDelegate(QStyledItemDelegate):
    """Two lines a row; a reason that needs both has them, and its detail is in the tooltip."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of every row."""
        return QSize(72, ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        ground = QStyleOptionViewItem(option)
        self.initStyleOption(ground, index)
        ground.text = ""
        widget = option.widget
        item = QStyle.ControlElement.CE_ItemViewItem
        widget.style().drawControl(item, ground, painter, widget)
        painter.save()
        area = QRectF(option.rect).adjusted(_EDGE, 0, -_EDGE, 0)
        first, second = index.data(LinesRole)
        line = QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1)
        painter.fillRect(line, self._theme.color("hairline"))
        if index.column() == Column.ACTION:
            self._paint_link(painter, area, first)
        else:
            self._paint_lines(painter, area, first, second, in_middle=index.column() == Column.FILE)
        painter.restore()

    def _paint_link(self, painter: QPainter, area: QRectF, words: str) -> None:
        font = self._theme.font(12, 500)
        gap = area.width() - QFontMetricsF(font).horizontalAdvance(words)
        self._paint_text(painter, area.adjusted(max(gap - 1, 0), 0, 0, 0), words, font, "accent")

    def _paint_lines(
        self, painter: QPainter, area: QRectF, first: str, second: str, *, in_middle: bool
    ) -> None:
        weak = self._theme.font(11)
        strong = self._theme.font(12, 500 if in_middle else 400)
        token = "text" if in_middle else "text2"
        lines = [(first, strong, token), (second, weak, "text3")]
        if not in_middle:
            begin, rest = broken(first, strong, area.width())
            if rest:
                lines = [(begin, strong, token), (rest, strong, token)]
        lines = [line for line in lines if line[0]]
        top = area.center().y() - _LINE * len(lines) / 2
        for number, (words, font, colour) in enumerate(lines):
            line = QRectF(area.left(), top + number * _LINE, area.width(), _LINE)
            self._paint_text(painter, line, words, font, colour, in_middle=in_middle)

    def _paint_text(
        self,
        painter: QPainter,
        area: QRectF,
        words: str,
        font: QFont,
        token: str,
        *,
        in_middle: bool = False,
    ) -> None:
        cut = Qt.TextElideMode.ElideMiddle if in_middle else Qt.TextElideMode.ElideRight
        painter.setFont(font)
        painter.setPen(self._theme.color(token))
        shown = QFontMetricsF(font).elidedText(words, cut, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)


def broken(words: str, font: QFont, width: float) -> tuple[str, str]:
    """Return what of `words` goes into a line of `width`, and the rest, '' where all does."""
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    end = line.textLength()
    return words[:end].rstrip(), words[end:].lstrip()


_PADDING = 20


class FailureTable(QTableView):
    """A click on the last cell, or Enter on a row, asks for what it says.

    Signals:
        action_requested: the FailureAction and the path of the file.
    """

    action_requested = Signal(object, str)

    def __init__(self, model: FailureModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setModel(model)
        self.setItemDelegate(FailureDelegate(theme, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(Column.REASON, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(Column.ACTION, QHeaderView.ResizeMode.Fixed)
        metrics = QFontMetrics(theme.font(13, 500))
        widest = max(metrics.horizontalAdvance(action.words) for action in FailureAction)
        header.resizeSection(Column.ACTION, widest + _PADDING)
        self.widths = ColumnWidths(header, self._usual_widths)
        self.clicked.connect(self._on_click)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def _usual_widths(self, room: int) -> dict[int, int]:
        return {Column.FILE: (room - self.columnWidth(Column.ACTION)) // 2}

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let file and reason share the room."""
        super().resizeEvent(event)
        self.widths.fit()

    def _on_click(self, index: QModelIndex) -> None:
        if index.column() == Column.ACTION:
            self._act(index.row())

    def _act(self, row: int) -> None:
        shown = self._model.row(row)
        self.action_requested.emit(action_for(shown.reason), shown.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what helps the current file with Enter."""
        current = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and current.isValid():
            self._act(current.row())
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand over what can be clicked."""
        super().mouseMoveEvent(event)
        on_link = self.indexAt(event.position().toPoint()).column() == Column.ACTION
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand if on_link else arrow)

    @contextmanager
    def choice_kept(self) -> Iterator[None]:
        """Choose the same file again once the rows have been filled anew, if it is still there."""
        current, at = self.currentIndex(), self.verticalScrollBar().value()
        path = self._model.row(current.row()).path if current.isValid() else ""
        yield
        rows = range(self._model.rowCount()) if path else ()
        same = next((row for row in rows if self._model.row(row).path == path), None)
        if same is not None:
            self.setCurrentIndex(self._model.index(same, current.column()))
            self.verticalScrollBar().setValue(at)  # who has scrolled on looks elsewhere

    def _open_menu(self, at: QPoint) -> None:
        row = self.rowAt(at.y())
        if row < 0:
            return
        path = self._model.row(row).path
        menu = QMenu(self)
        for action in (FailureAction.RETRY, FailureAction.SHOW):
            entry = menu.addAction(action.words)
            entry.triggered.connect(
                lambda _=False, action=action: self.action_requested.emit(action, path)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(at))


class FailureList(QFrame):
    """A panel with one row a file; what `table` requests and `retry` does is for the presenter."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", "panel")
        self._count = QLabel(self)
        self._count.setFont(theme.font(11, 600))
        self._count.setProperty("kind", "pill")
        self._count.setIndent(0)
        self._copy = QPushButton(tr("Copy list"), self)
        self._copy.setProperty("kind", "flat")
        self._copy.setProperty("room", "panel")
        self._copy.clicked.connect(self._copy_list)
        self.retry = QPushButton(tr("Retry all"), self)
        self.retry.setProperty("room", "panel")
        self.model = FailureModel(self)
        self.table = FailureTable(self.model, theme, self)
        self.table.setAccessibleName(tr("Files that are not indexed"))
        self._lay_out()
        self._awaited_at: QWidget | None = None
        self._set_icons()
        self.show_failures(())

    def _lay_out(self) -> None:
        title = QLabel(tr("Not indexed"), self)
        title.setFont(self._theme.font(13, 600))
        said, tools = QHBoxLayout(), QHBoxLayout()
        for widget in (title, self._count):
            said.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        said.addStretch(1)
        tools.addStretch(1)
        for button in (self._copy, self.retry):
            tools.addWidget(button)
        head = self._head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        head.setContentsMargins(16, 8, 8, 8)
        for row in (said, tools):
            row.setSpacing(8)
            head.addLayout(row)
        head.setSpacing(8)
        self._head_rows = (said, tools)
        hint = QLabel(tr("A file is tried again by itself when it changes."), self)
        hint.setFont(self._theme.font(12))
        hint.setProperty("tone", "text2")
        hint.setContentsMargins(16, 8, 16, 10)
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        rows = QHBoxLayout()
        rows.setContentsMargins(8, 0, 8, 0)
        rows.addWidget(self.table)
        self._none = QLabel(tr("Every file that is searched could be read."), self)
        self._none.setProperty("tone", "text2")
        self._none.setFont(self._theme.font(12))
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(8, 4, 8, 0)
        rows.addWidget(self._none)
        layout.addLayout(rows, 1)
        layout.addWidget(hint)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops."""
        return (self._copy, self.retry, self.table)

    @property
    def width_beside(self) -> int:
        """How wide it is at least, in pixels, with the buttons beside the title."""
        edges = self._head.contentsMargins()
        rows = sum(row.minimumSize().width() for row in self._head_rows)
        return rows + self._head.spacing() + edges.left() + edges.right() + 2

    def set_narrow(self, *, narrow: bool) -> None:
        """Put the buttons below the title where both have no room side by side."""
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._head.setDirection(below if narrow else sides)

    def show_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show these files; the one that is chosen stays so."""
        has_any, held = bool(failures), self.window().focusWidget()
        self._count.setText(counts.files(len(failures)))
        for part in (self.retry, self._copy, self.table):
            part.setEnabled(has_any)
        self.table.setVisible(has_any)
        self._count.setVisible(has_any)
        self._none.setVisible(not has_any)
        if not has_any and held in self.stops:
            self._none.setFocus()  # else the status bar had the keys, and the next press
        elif has_any and held is self._none:
            self.table.setFocus()
        with self.table.choice_kept():  # last, as the page makes room for all of it then
            self.model.set_failures(failures)
        if self._awaited_at is not None and self._awaited_at is self.window().focusWidget():
            self.table.setFocus()
        self._awaited_at = None

    def take_focus(self) -> None:
        """Lead the keys to the files. Those still on their way take them only if they stayed."""
        self.table.setFocus()
        self._awaited_at = None if self.table.isEnabled() else self.window().focusWidget()

    def _copy_list(self) -> None:
        rows = (
            "\t".join((failure.path, *lines(FailureRow((failure,)), Column.REASON)))
            for failure in self.model.failures
        )
        QGuiApplication.clipboard().setText("\n".join(rows))

    def _set_icons(self) -> None:
        set_button_icon(self._copy, self._theme, "copy", "accent", 14)
        set_button_icon(self.retry, self._theme, "refresh-cw", "text2", 14)
