"""One section of the filter column: a heading that folds it, and rows that take clicks and keys."""

from __future__ import annotations

from collections.abc import Iterator

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

from ui.filters.delegate import CHEVRON, LEVEL, PADDING, FilterDelegate, row_height
from ui.filters.model import FilterModel, StateRole, ValueRole
from ui.filters.selection import ChoiceState, Gesture, Section
from ui.i18n.formatting import grouped
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
        self.toggled.connect(self._apply_theme)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _apply_theme(self, *_: object) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))


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
        gestured: the value of a row, and the Gesture made on it.
        height_changed: the rows that can be seen have changed.
    """

    gestured = Signal(str, object)
    height_changed = Signal()

    def __init__(self, model: FilterModel, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._values = model
        self._section = model.section
        self._most_rows = 0
        self._has_opened = False
        self.setModel(model)
        self.setItemDelegate(FilterDelegate(theme, model.section, self))
        self._set_appearance()
        self.expanded.connect(self.refresh_rows)
        self.collapsed.connect(self.refresh_rows)
        theme.changed.connect(self._take_theme)
        self.refresh_rows()

    def _set_appearance(self) -> None:
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
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def _take_theme(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.refresh_rows()

    def show_at_most(self, rows: int) -> None:
        """Hide the rows after the first `rows` unless they are chosen; 0 shows all."""
        self._most_rows = rows
        self.refresh_rows()

    def show_more(self) -> None:
        """Show all rows, or make more where all are shown already."""
        if not self._most_rows:
            self._values.add_rows()
        self.show_at_most(0)

    def hidden_values(self) -> int:
        """Return how many values cannot be seen: `show_at_most` hides them, or they have no row."""
        rows = range(self.model().rowCount())
        hidden = sum(self.isRowHidden(row, QModelIndex()) for row in rows)
        return hidden + self._values.rowless

    def refresh_rows(self, *_: object) -> None:
        """Take the height the rows now need."""
        first = self.model().index(0, 0)
        if not self._has_opened and self.model().hasChildren(first):
            self._has_opened = True
            self.setExpanded(first, True)
        for row in range(self.model().rowCount()):
            index = self.model().index(row, 0)
            chosen = index.data(StateRole) not in {None, ChoiceState.REST}
            beyond = bool(self._most_rows) and row >= self._most_rows
            self.setRowHidden(row, QModelIndex(), beyond and not chosen)
        self.updateGeometry()
        self.height_changed.emit()

    def visible_values(self) -> tuple[str, ...]:
        """Return the values of the rows that can be seen, from the top."""
        return tuple(self._values_below(QModelIndex()))

    def _values_below(self, parent: QModelIndex) -> Iterator[str]:
        for row in range(self.model().rowCount(parent)):
            index = self.model().index(row, 0, parent)
            if not self.isRowHidden(row, parent):
                yield str(index.data(ValueRole))
                if self.isExpanded(index):
                    yield from self._values_below(index)

    def sizeHint(self) -> QSize:
        """As high as all rows that can be seen."""
        return QSize(200, row_height(self._theme) * len(self.visible_values()))

    def minimumSizeHint(self) -> QSize:
        """Never less than all rows."""
        return QSize(0, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Turn a click into a gesture; the chevron of a folder opens and closes it."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        if self._on_chevron(index, event.position().x()):
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
        offers = [(self.tr("Only this"), "Space", Gesture.ONLY)]
        if not self._section.has_one_choice:
            offers.append((self.tr("This too"), "+", Gesture.ADD))
            offers.append((self.tr("Leave this out"), "Del", Gesture.EXCLUDE))
        menu = QMenu(self)
        value = str(current.data(ValueRole))  # the row may be another by then
        for words, key, gesture in offers:
            entry = menu.addAction(f"{words}\t{shown_keys((key,))}")
            entry.triggered.connect(
                lambda _=False, gesture=gesture: self.gestured.emit(value, gesture)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _gesture(self, index: QModelIndex, gesture: Gesture) -> None:
        self.gestured.emit(str(index.data(ValueRole)), gesture)

    def _on_chevron(self, index: QModelIndex, x: float) -> bool:
        if self._section is not Section.FOLDERS or not self.model().hasChildren(index):
            return False
        depth, parent = 0, index.parent()
        while parent.isValid():
            depth, parent = depth + 1, parent.parent()
        left = PADDING + depth * LEVEL
        return left - 4 <= x < left + CHEVRON


def _gesture_of(event: QMouseEvent) -> Gesture:
    if event.button() == Qt.MouseButton.RightButton:
        return Gesture.EXCLUDE
    if event.modifiers() & Qt.KeyboardModifier.AltModifier:
        return Gesture.EXCLUDE
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return Gesture.ADD
    return Gesture.ONLY


ROWS_AT_FIRST = 8


class FilterSection(QWidget):
    """A heading and a FilterTree; long sections show their first rows and 'n more'.

    Signals:
        gestured: the value of a row, and the Gesture made on it.
    """

    gestured = Signal(str, object)

    def __init__(
        self, title: str, model: FilterModel, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.tree = FilterTree(model, theme, self)
        self.tree.setAccessibleName(title)
        self.tree.gestured.connect(self.gestured)
        self.tree.height_changed.connect(self._say_more)
        self._heading = SectionHeading(title, theme, self)
        self._heading.toggled.connect(self._fold)
        self._more = self._make_more()
        self.setTabOrder(self._heading, self.tree)
        self.setTabOrder(self.tree, self._more)
        self._lay_out()
        self.tree.show_at_most(ROWS_AT_FIRST)

    def _make_more(self) -> QToolButton:
        more = QToolButton(self)
        more.setObjectName("more_rows")
        more.setProperty("kind", "more")
        more.setFixedHeight(24)
        more.clicked.connect(self.tree.show_more)
        more.hide()
        return more

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(10, 0, 12, 0)
        head.addWidget(self._heading)
        layout.addLayout(head)
        layout.addWidget(self.tree)
        more = QHBoxLayout()
        more.setContentsMargins(30, 0, 16, 0)
        more.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addLayout(more)

    @property
    def last_stop(self) -> QWidget:
        """Where Tab stops last in this section."""
        return self._more

    def refresh(self) -> None:
        """Take the height that the rows now need."""
        self.tree.refresh_rows()

    def unfold(self) -> None:
        """Show the rows and give them the focus."""
        self._heading.setChecked(True)
        self.tree.setFocus()
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self.tree.model().index(0, 0))

    def _fold(self) -> None:
        unfolded = self._heading.isChecked()
        self.tree.setVisible(unfolded)
        self._say_more()

    def _say_more(self) -> None:
        hidden = self.tree.hidden_values()
        self._more.setText(self.tr("{n} more").format(n=grouped(hidden)))
        self._more.setVisible(hidden > 0 and self._heading.isChecked())
        self.setVisible(self.tree.model().rowCount() > 0)
