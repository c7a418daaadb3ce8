"""The list of the passages of a collection: title, position, note and state of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSignalBlocker, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget

from twofold.engine.api import (
    CheckedCitation,
    CitationState,
    CollectedPassage,
    format_uri,
)
from twofold.ui.i18n.citation_text import format_location, format_place
from twofold.ui.i18n.label_text import isolated, one_line, plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import file_type_icon, title_of_file
from twofold.ui.results.hit_delegate import paint_background
from twofold.ui.theme import Theme
from twofold.ui.widgets.tables import CellDelegate, Index

Checked = tuple[CollectedPassage, CheckedCitation | None]
PASSAGE_ROLE = Qt.ItemDataRole.UserRole
"""The id of the passage in a row."""
_ROW_ROLE = Qt.ItemDataRole.UserRole + 1
_HEIGHT = 76
_LEFT = 44
_RIGHT = 14
_NUMBER = 36
_SIGN = 16


def format_title(passage: CollectedPassage) -> str:
    """Return the title on one line; for source code, the file name."""
    return one_line(title_of_file(passage.title, passage.path, passage.file_type))


def format_where(passage: CollectedPassage) -> str:
    """Return folder, file and position of a passage."""
    return f"{passage.folder}/{passage.path}, {format_location(passage.citation)}"


def format_drift(check: CheckedCitation) -> str:
    """Return how a passage differs from what was cited, and where it is now."""
    if check.state is CitationState.UNCHECKED:
        return tr("not checked")
    if check.state is CitationState.GONE or check.place is None:
        return tr("missing")
    if check.state is CitationState.CHANGED:
        return tr("changed, now {place}").format(place=format_place(check.place))
    where = format_place(check.place)
    if format_uri(check.path, check.cited).partition("#")[0] not in check.uri:
        where = f"{check.path}, {where}"
    return tr("moved to {place}").format(place=isolated(where))


def has_drifted(check: CheckedCitation | None) -> bool:
    """Return whether a passage was checked and is not at its citation word for word."""
    return check is not None and check.state is not CitationState.EXACT


class _PassageDelegate(CellDelegate):
    """Paints number and icon, title, position, and the note or a warning."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        passage, check = index.data(_ROW_ROLE)
        theme, area = self._theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_background(painter, theme, area, option.state)
        ratio = painter.device().devicePixelRatio()
        left, top, right = area.left(), area.top(), area.right() - _RIGHT
        number = QRectF(left, top + 9, _NUMBER, 20)
        small, at_right = theme.font(12, tabular=True), Qt.AlignmentFlag.AlignRight
        self.paint_text(painter, number, str(index.row() + 1), small, "text3", side=at_right)
        icon = theme.pixmap(file_type_icon(passage.file_type), "text2", _SIGN, ratio)
        painter.drawPixmap(int(left) + _NUMBER - _SIGN, int(top) + 32, icon)
        width = right - left - _LEFT
        title = QRectF(left + _LEFT, top + 9, width, 20)
        self.paint_text(painter, title, format_title(passage), theme.font(14, 600), "text")
        where = QRectF(left + _LEFT, top + 30, width, 18)
        middle = Qt.TextElideMode.ElideMiddle  # the position at the end tells passages apart
        place = one_line(format_where(passage))
        self.paint_text(painter, where, place, theme.font(12), "text2", cut=middle)
        sign, words, tone = _last_line(passage, check)
        if words:
            last = int(left) + _LEFT, int(top) + 52
            painter.drawPixmap(*last, theme.pixmap(sign, tone, 14, ratio))
            said = QRectF(left + _LEFT + 20, top + 50, width - 20, 18)
            self.paint_text(painter, said, words, theme.font(12), tone)
        painter.restore()


def _last_line(passage: CollectedPassage, check: CheckedCitation | None) -> tuple[str, str, str]:
    """Return icon, text and color of the last line: a warning, or else the note."""
    if check is not None and has_drifted(check):
        return "triangle-alert", format_drift(check), "warn"
    return "notebook-text", one_line(passage.note), "text2"


class PassageList(QListWidget):
    """Passages in the user's order, which drag and drop changes."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Passages in the collection"))
        self.setProperty("kind", "passages")
        self.setFrameShape(QListWidget.Shape.NoFrame)
        self.setItemDelegate(_PassageDelegate(theme, _HEIGHT, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setMouseTracking(True)
        theme.changed.connect(self.viewport().update)

    def show_rows(self, rows: Sequence[Checked], chosen: str) -> str:
        """Show passages and return the id of the selected one: `chosen`, or else the first."""
        blocker = QSignalBlocker(self)
        self.clear()
        for passage, check in rows:
            self.addItem(_passage_item(passage, check))
        ids = [passage.id for passage, _ in rows]
        row = ids.index(chosen) if chosen in ids else min(0, len(ids) - 1)
        self.setCurrentRow(row)
        blocker.unblock()
        return ids[row] if ids else ""


def _passage_item(passage: CollectedPassage, check: CheckedCitation | None) -> QListWidgetItem:
    """Return a row; its text is read by screen readers."""
    where = format_where(passage)
    lines = [format_title(passage), where]
    lines += [format_drift(check)] if check is not None and has_drifted(check) else []
    item = QListWidgetItem("\n".join(lines))
    item.setData(PASSAGE_ROLE, passage.id)
    item.setData(_ROW_ROLE, (passage, check))
    tip = translated(check.sentence) if check is not None and has_drifted(check) else where
    item.setToolTip(plain_tip("\n".join(filter(None, (tip, passage.note)))))
    return item
