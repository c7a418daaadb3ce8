"""Sections of the filter column: a heading that folds it, and rows that take clicks and keys."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from ui.filters.delegate import CHEVRON, FilterDelegate, indent
from ui.filters.model import FilterModel, ValueRole, section_title
from ui.filters.selection import Gesture, Section
from ui.i18n.formatting import grouped
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.actions import shown_keys


class SectionHeading(QToolButton):
    """A chevron and the title; checked while the section is unfolded."""

    def __init__(self, title: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("section_heading")
        self.setProperty("kind", "heading")
        self.setText(title)
        self.setCheckable(True)
        self.setChecked(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(24)
        self.setIconSize(QSize(12, 12))
        self.toggled.connect(self._show_chevron)
        self._show_chevron()

    def _show_chevron(self) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))


class FoldableSection(QWidget):
    """A heading in a line, `head`, and below it what it folds, `body`."""

    def __init__(self, section: Section, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.heading = SectionHeading(section_title(section), theme, self)
        self.head = QHBoxLayout()
        self.head.setContentsMargins(10, 0, 12, 0)
        self.head.addWidget(self.heading, 1)
        content = QWidget(self)
        self.body = QVBoxLayout(content)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self.head)
        layout.addWidget(content)
        self.heading.toggled.connect(content.setVisible)


_KEYS = {
    Qt.Key.Key_Delete: Gesture.EXCLUDE,
    Qt.Key.Key_Minus: Gesture.EXCLUDE,
    Qt.Key.Key_Plus: Gesture.ADD,
    Qt.Key.Key_Return: Gesture.ONLY,
    Qt.Key.Key_Enter: Gesture.ONLY,
    Qt.Key.Key_Space: Gesture.ONLY,
}


class FilterTree(QTreeView):
    """Shows a FilterModel at its full height; the column scrolls, not the section.

    Signals:
        gestured: the Section and the value of a row, and the Gesture made on it.
    """

    gestured = Signal(object, str, object)

    def __init__(self, model: FilterModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._section = model.section
        self.setModel(model)
        self.setItemDelegate(FilterDelegate(theme, model.section, self))
        self.setAccessibleName(section_title(model.section))
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.scheduleDelayedItemsLayout)
        model.layoutChanged.connect(self._open_first)
        self._open_first()

    def _open_first(self) -> None:
        """Open the first folder, once it is there."""
        first = self.model().index(0, 0)
        if self.model().hasChildren(first):
            self.model().layoutChanged.disconnect(self._open_first)
            self.expand(first)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Turn a click into a gesture; the chevron of a folder opens and closes it."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        right = indent(index)
        is_folder = self._section is Section.FOLDERS and self.model().hasChildren(index)
        if is_folder and right - CHEVRON - 4 <= event.position().x() < right:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._gesture(index, _gesture_of(event))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Count the second click like the first."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space or Enter chooses, + adds, - or Delete leaves out; arrows move."""
        gesture = _KEYS.get(Qt.Key(event.key()))
        if gesture is None or not self.currentIndex().isValid():
            super().keyPressEvent(event)
            return
        if gesture is Gesture.ONLY and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            gesture = Gesture.ADD
        self._gesture(self.currentIndex(), gesture)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to the menu key what Space, + and Delete do; a right click leaves out at once."""
        current = self.currentIndex()
        if event.reason() != QContextMenuEvent.Reason.Keyboard or not current.isValid():
            return
        offers = [(tr("Only this"), "Space", Gesture.ONLY)]
        if not self._section.has_one_choice:
            offers.append((tr("This too"), "+", Gesture.ADD))
            offers.append((tr("Leave this out"), "Del", Gesture.EXCLUDE))
        menu = QMenu(self)
        value = str(current.data(ValueRole))  # the row may be another by then
        for words, key, gesture in offers:
            entry = menu.addAction(f"{words}\t{shown_keys((key,))}")
            entry.triggered.connect(
                lambda _=False, gesture=gesture: self.gestured.emit(self._section, value, gesture)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _gesture(self, index: QModelIndex, gesture: Gesture) -> None:
        self.gestured.emit(self._section, str(index.data(ValueRole)), gesture)


def _gesture_of(event: QMouseEvent) -> Gesture:
    if event.button() == Qt.MouseButton.RightButton:
        return Gesture.EXCLUDE
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return Gesture.EXCLUDE
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return Gesture.ADD
    return Gesture.ONLY


class FilterSection(FoldableSection):
    """A FilterTree, and a button for more rows where there are more values."""

    def __init__(self, model: FilterModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(model.section, theme, parent)
        self._model = model
        self.tree = FilterTree(model, theme, self)
        self.body.addWidget(self.tree)
        self.last_stop = self._more = QToolButton(self)
        self._more.setObjectName("more_rows")
        self._more.setProperty("kind", "more")
        self._more.setFixedHeight(24)
        self._more.clicked.connect(model.show_more)
        line = QHBoxLayout()
        line.setContentsMargins(30, 0, 16, 0)
        line.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addLayout(line)
        model.layoutChanged.connect(self._follow_rows)
        self._follow_rows()

    def _follow_rows(self) -> None:
        rowless = self._model.rowless
        self._more.setText(tr("{n} more").format(n=grouped(rowless)))
        self._more.setVisible(rowless > 0)
        self.setVisible(self._model.rowCount() > 0)

    def unfold(self) -> None:
        """Show the rows and give them the focus."""
        self.heading.setChecked(True)
        self.tree.setFocus()
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self._model.index(0, 0))
