"""The table of files that are not indexed, with a reason and an action for each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from pathlib import PurePosixPath

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPoint, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import (
    QHeaderView,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from twofold.engine.api import WAITING_FOR_OCR, DocumentFailure, FailureReason
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line, plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import show_in_folder_label
from twofold.ui.widgets.tables import CellDelegate, ColumnWidths, Index, show_rows


class FailureAction(Enum):
    """The action of a row's button."""

    RETRY = "retry"
    SHOW = "show"
    LIMITS = "limits"
    READ_SCANS = "read scans"

    @property
    def words(self) -> str:
        """The label of the button."""
        return {
            FailureAction.RETRY: tr("Retry"),
            FailureAction.SHOW: show_in_folder_label(),
            FailureAction.LIMITS: tr("Change the limit…"),
            FailureAction.READ_SCANS: tr("Read scans"),
        }[self]


def reason_and_action(reason: FailureReason) -> tuple[str, FailureAction]:
    """Return a short text for a reason, and the action that helps."""
    return _reasons()[reason]


def _reasons() -> dict[FailureReason, tuple[str, FailureAction]]:
    """Return the reasons in display order, starting with those the user can fix."""
    retry, show, limits = FailureAction.RETRY, FailureAction.SHOW, FailureAction.LIMITS
    return {
        FailureReason.SCAN: (tr("Scan (image of text)"), show),
        FailureReason.PASSWORD: (tr("Protected by a password"), show),
        FailureReason.NO_PERMISSION: (tr("No permission to read this file"), retry),
        FailureReason.IN_CLOUD: (tr("Only in the cloud"), show),
        FailureReason.UNREACHABLE: (tr("Currently not reachable"), retry),
        FailureReason.TOO_LARGE: (tr("Exceeds the size limit"), limits),
        FailureReason.TIMED_OUT: (tr("Stopped: took too long"), limits),
        FailureReason.OUT_OF_MEMORY: (tr("Stopped: needed too much memory"), limits),
        FailureReason.READER_CRASHED: (tr("The file could not be processed"), retry),
        FailureReason.VANISHED: (tr("The file no longer exists"), retry),
        FailureReason.DAMAGED: (tr("Damaged"), show),
        FailureReason.UNSUPPORTED: (tr("Unsupported format"), show),
        FailureReason.BINARY: (tr("Not a text file"), show),
        FailureReason.PICTURE: (tr("Image"), show),
        FailureReason.NO_TEXT: (tr("Contains no text"), show),
    }


# Up to three files are listed individually instead of as a number.
_MIN_GROUPED = 4


@dataclass(frozen=True, slots=True)
class FailureRow:
    """One file that is not indexed, or several embedded documents with the same reason.

    `offers_scans` is True if OCR could be turned on.
    """

    failures: tuple[DocumentFailure, ...]
    offers_scans: bool = False

    @property
    def reason(self) -> str:
        """The reason as text."""
        return reason_and_action(self.failures[0].reason)[0]

    @property
    def action(self) -> FailureAction:
        """The action that helps."""
        reason = self.failures[0].reason
        if self.offers_scans and reason in WAITING_FOR_OCR:
            return FailureAction.READ_SCANS
        return reason_and_action(reason)[1]

    @property
    def path(self) -> str:
        """The path of the file, or of the containing file for several embedded documents."""
        first = self.failures[0]
        return first.path if len(self.failures) == 1 else first.file_path

    @property
    def detail(self) -> str:
        """The common detail of all failures; '' if they differ."""
        details = {failure.detail for failure in self.failures}
        return details.pop() if len(details) == 1 else ""


def rows_of(
    failures: Iterable[DocumentFailure], *, offers_scans: bool = False
) -> tuple[FailureRow, ...]:
    """Return rows sorted by reason and path; each failure is in exactly one row."""
    order = {reason: number for number, reason in enumerate(_reasons())}
    together: dict[tuple[str, FailureReason], list[DocumentFailure]] = {}
    for failure in failures:
        place = failure.file_path or failure.path
        together.setdefault((place, failure.reason), []).append(failure)
    rows: list[FailureRow] = []
    for group in together.values():
        if len(group) >= _MIN_GROUPED and all(failure.file_path for failure in group):
            rows.append(FailureRow(tuple(group), offers_scans))
        else:
            rows.extend(FailureRow((failure,), offers_scans) for failure in group)
    return tuple(sorted(rows, key=lambda row: (order[row.failures[0].reason], row.path)))


LinesRole = Qt.ItemDataRole.UserRole + 1
_ROOT = QModelIndex()
_MAX_NAMES = 12  # in a tooltip


class Column(IntEnum):
    """The columns from left to right."""

    FILE = 0
    REASON = 1
    ACTION = 2


class FailureModel(QAbstractTableModel):
    """One row per file, or per file with several failed documents; texts are created on demand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.failures: tuple[DocumentFailure, ...] = ()  # including those sharing a row
        self._rows: tuple[FailureRow, ...] = ()

    def set_failures(
        self, failures: Sequence[DocumentFailure], *, offers_scans: bool = False
    ) -> None:
        """Show these failures."""
        self.beginResetModel()
        self.failures = tuple(failures)
        self._rows = rows_of(self.failures, offers_scans=offers_scans)
        self.endResetModel()

    def row(self, number: int) -> FailureRow:
        """Return a row."""
        return self._rows[number]

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return the header of a column; the action column has none."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (tr("File"), tr("Reason"), "")[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the data for painting, tooltips and screen readers."""
        row, column = self._rows[index.row()], Column(index.column())
        if role == LinesRole:
            return lines(row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            first, second = lines(row, column)
            whole = f"{first}  ({second})" if column is Column.FILE else f"{first}. {second}"
            return whole if second else first
        if role == Qt.ItemDataRole.ToolTipRole and column is Column.FILE:
            return plain_tip("\n".join(_paths(row)))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(filter(None, lines(row, Column.REASON))))
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Column.ACTION:
            return f"{row.action.words}: {one_line(row.path)}"
        return None


def lines(row: FailureRow, column: Column) -> tuple[str, str]:
    """Return the two lines of a cell; the second is '' if there is nothing to add."""
    if column is Column.FILE:
        path = PurePosixPath(row.path)
        return one_line(path.name), one_line(str(path.parent)) if path.parent.name else ""
    if column is Column.ACTION:
        return row.action.words, ""
    detail = one_line(translated(row.detail)).removeprefix(f"{row.reason}.").strip()
    if len(row.failures) > 1:
        inside = tr("{files} inside.").format(files=counts.files(len(row.failures)))
        detail = f"{inside} {detail}".strip()
    return row.reason, detail


def _paths(row: FailureRow) -> list[str]:
    if len(row.failures) == 1:
        return [row.path]
    names = [failure.path[len(row.path) + 1 :] for failure in row.failures[:_MAX_NAMES]]
    more = len(row.failures) - len(names)
    rest = [tr("and {files} more").format(files=counts.files(more))] if more else []
    return [row.path, *names, *rest]


ROW_HEIGHT = 44
_EDGE = 8
_LINE = 18
_PADDING = 20
_MIN_FILE = 120
_MAX_MEASURED = 200  # rows whose names determine the column width


class FailureDelegate(CellDelegate):
    """Paints two lines per row; if a reason fills both, its detail is only in the tooltip."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        background = QStyleOptionViewItem(option)
        self.initStyleOption(background, index)
        background.text = ""
        item = QStyle.ControlElement.CE_ItemViewItem
        option.widget.style().drawControl(item, background, painter, option.widget)
        painter.save()
        rect = QRectF(option.rect)
        edge = QRectF(rect.left(), option.rect.bottom(), rect.width(), 1)
        painter.fillRect(edge, self._theme.color("hairline"))
        area = rect.adjusted(_EDGE, 0, -_EDGE, 0)
        first, second = index.data(LinesRole)
        strong, weak = self._theme.font(12, 500), self._theme.font(11)
        cut = Qt.TextElideMode.ElideRight
        shown: list[tuple[str, QFont, str]]
        if index.column() == Column.ACTION:
            right = Qt.AlignmentFlag.AlignRight
            self.paint_text(painter, area, first, strong, "accent", side=right)
            shown = []
        elif index.column() == Column.FILE:
            cut = Qt.TextElideMode.ElideMiddle
            shown = [(first, strong, "text"), (second, weak, "text3")]
        else:
            plain = self._theme.font(12)
            begin, rest = broken(first, plain, area.width())
            shown = [(begin, plain, "text2")]
            shown.append((rest, plain, "text2") if rest else (second, weak, "text3"))
        shown = [line for line in shown if line[0]]
        top = area.center().y() - _LINE * len(shown) / 2
        for number, (words, font, token) in enumerate(shown):
            line = QRectF(area.left(), top + number * _LINE, area.width(), _LINE)
            self.paint_text(painter, line, words, font, token, cut=cut)
        painter.restore()


def broken(words: str, font: QFont, width: float) -> tuple[str, str]:
    """Split `words` at the end of the first line of `width`; the rest is '' if all fits."""
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(width)
    layout.endLayout()
    end = line.textLength()
    return words[:end].rstrip(), words[end:].lstrip()


class FailureTable(QTableView):
    """Shows a FailureModel; calls `act` for a click on the last cell or Enter on a row."""

    def __init__(
        self,
        model: FailureModel,
        act: Callable[[FailureAction, str], None],
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._act = model, act
        self._name_font, self._folder_font = theme.font(12, 500), theme.font(11)
        self.setModel(model)
        self.setItemDelegate(FailureDelegate(theme, ROW_HEIGHT, self))
        self.setAccessibleName(tr("Files that are not indexed"))
        show_rows(self, ROW_HEIGHT)
        self.setMouseTracking(True)
        header = self.horizontalHeader()
        header.setSectionResizeMode(Column.REASON, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(Column.ACTION, QHeaderView.ResizeMode.Fixed)
        metrics = QFontMetrics(theme.font(13, 500))
        widest = max(metrics.horizontalAdvance(action.words) for action in FailureAction)
        header.resizeSection(Column.ACTION, widest + _PADDING)
        self.widths = ColumnWidths(header, self._usual_widths)
        self.clicked.connect(self._on_click)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)

    def _usual_widths(self, width: int) -> dict[int, int]:
        """Give the names the width they need, at most half, and the reasons the rest."""
        half = (width - self.columnWidth(Column.ACTION)) // 2
        return {Column.FILE: max(_MIN_FILE, min(half, self._width_of_names()))}

    def _width_of_names(self) -> int:
        name, folder = (QFontMetrics(font) for font in (self._name_font, self._folder_font))
        measured = [
            metrics.horizontalAdvance(words)
            for number in range(min(self._model.rowCount(), _MAX_MEASURED))
            for metrics, words in zip(
                (name, folder), lines(self._model.row(number), Column.FILE), strict=True
            )
        ]
        return max(measured, default=0) + 2 * _EDGE + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the width between file and reason."""
        super().resizeEvent(event)
        self.widths.fit()

    def _on_click(self, index: QModelIndex) -> None:
        if index.column() == Column.ACTION:
            self._run_action(self._model.row(index.row()))

    def _run_action(self, row: FailureRow) -> None:
        self._act(row.action, row.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Run the action of the current row on Enter."""
        current = self.currentIndex()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and current.isValid():
            self._run_action(self._model.row(current.row()))
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show a hand cursor over links."""
        super().mouseMoveEvent(event)
        on_link = self.indexAt(event.position().toPoint()).column() == Column.ACTION
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand if on_link else arrow)

    def set_failures(
        self, failures: Sequence[DocumentFailure], *, offers_scans: bool = False
    ) -> None:
        """Show these failures, keeping the selected file if it is still listed."""
        current, at = self.currentIndex(), self.verticalScrollBar().value()
        path = self._model.row(current.row()).path if current.isValid() else ""
        self._model.set_failures(failures, offers_scans=offers_scans)
        self.widths.fit()
        rows = range(self._model.rowCount()) if path else ()
        same = next((row for row in rows if self._model.row(row).path == path), None)
        if same is not None:
            self.setCurrentIndex(self._model.index(same, current.column()))
            self.verticalScrollBar().setValue(at)  # keep the scroll position

    def _open_menu(self, at: QPoint) -> None:
        row = self.rowAt(at.y())
        if row < 0:
            return
        path = self._model.row(row).path
        menu = QMenu(self)
        for action in (FailureAction.RETRY, FailureAction.SHOW):
            entry = menu.addAction(action.words)
            entry.triggered.connect(lambda _=False, action=action: self._act(action, path))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.viewport().mapToGlobal(at))
