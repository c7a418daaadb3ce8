"""The left column of the collection dialog: the names of the collections."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from twofold.engine.api import CollectionSummary
from twofold.ui.collection.collection_controller import collection_title
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label, set_button_icon, set_surface
from twofold.ui.widgets.tables import CellDelegate, Index

WIDTH = 210
_MIN_WIDTH = 140
_ROW = 32
_SUMMARY = Qt.ItemDataRole.UserRole
_SIDE = 10
_GAP = 8


class _NameDelegate(CellDelegate):
    """Paints a name, and the number of passages at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        summary: CollectionSummary = index.data(_SUMMARY)
        theme, area = self._theme, QRectF(option.rect)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_chosen or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft" if is_chosen else "hover"))
            painter.drawRoundedRect(area, 6, 6)
        number, small = grouped(summary.passages), theme.font(11, tabular=True)
        taken = theme.text_width(number, small)
        inside = area.adjusted(_SIDE, 0, -_SIDE, 0)
        self.paint_text(painter, inside, number, small, "text3", side=Qt.AlignmentFlag.AlignRight)
        name = inside.adjusted(0, 0, -taken - _GAP, 0)
        font = theme.font(13, 600 if is_chosen else 400)
        tone = "accent" if is_chosen else "text"
        self.paint_text(painter, name, collection_title(summary.name), font, tone)
        painter.restore()


class CollectionList(QFrame):
    """The collections, with buttons to create, rename and delete them.

    Signals:
        chosen: the name of the selected collection.
        create_requested, rename_requested, delete_requested: a button was clicked.
    """

    chosen = Signal(str)
    create_requested = Signal()
    rename_requested = Signal()
    delete_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("edge", "right")
        set_surface(self, "window")
        self.setMinimumWidth(_MIN_WIDTH)
        title = make_label(theme, self, tr("Collections"), size=11, weight=600, tone="text2")
        title.setContentsMargins(_SIDE, 0, 0, 0)
        self.list = QListWidget(self)
        self.list.setProperty("kind", "side")
        self.list.setAccessibleName(tr("Collections"))
        self.list.setItemDelegate(_NameDelegate(theme, _ROW, self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._choose)
        self.new = self._button(tr("New…"))
        set_button_icon(self.new, theme, "plus", "text2", 16)
        self.rename = self._button(tr("Rename…"))
        self.delete = self._button(tr("Delete"))
        for button, signal in (
            (self.new, self.create_requested),
            (self.rename, self.rename_requested),
            (self.delete, self.delete_requested),
        ):
            button.clicked.connect(lambda _=False, signal=signal: signal.emit())
        layouts.column(
            title,
            (self.list, 1),
            *(layouts.row(button, ...) for button in (self.new, self.rename, self.delete)),
            margins=(8, 14, 8, 8),
            spacing=2,
            parent=self,
        )

    def _button(self, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("kind", "flat")
        button.setAutoDefault(False)
        return button

    def show_collections(self, collections: Sequence[CollectionSummary], chosen: str) -> None:
        """Show the collections; the default one cannot be renamed or deleted."""
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for summary in collections:
            item = QListWidgetItem(collection_title(summary.name), self.list)
            item.setData(_SUMMARY, summary)
            item.setToolTip(counts.passages(summary.passages))
            if summary.name == chosen:
                self.list.setCurrentItem(item)
        blocker.unblock()
        for button in (self.rename, self.delete):
            button.setEnabled(bool(chosen))

    @property
    def summary(self) -> CollectionSummary:
        """The selected collection."""
        summary: CollectionSummary = self.list.currentItem().data(_SUMMARY)
        return summary

    def _choose(self) -> None:
        if self.list.currentRow() >= 0:
            self.chosen.emit(self.summary.name)
