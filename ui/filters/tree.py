"""The sections of the filter column: a collapsible heading, and rows for mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import FoundBy
from twofold.ui.filters.model import (
    CountRole,
    FilterModel,
    Index,
    LabelRole,
    StateRole,
    ValueRole,
    section_title,
    value_icon,
)
from twofold.ui.filters.selection import ChoiceState, FilterAction, OnFilterAction, Section
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import shown_keys
from twofold.ui.widgets.controls import FoldButton
from twofold.ui.widgets.decoration import WIDTH as DOTS_WIDTH
from twofold.ui.widgets.decoration import paint_two_dots

PADDING = 16
CHEVRON = 16
ICON = 14
_LEVEL = 16
_AT_LEFT = Qt.AlignmentFlag.AlignVCenter
_AT_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def indent(index: Index) -> int:
    """Return the left edge of a folder's icon in pixels; its chevron is to the left of it."""
    depth, parent = 0, index.parent()
    while parent.isValid():
        depth, parent = depth + 1, parent.parent()
    return PADDING + CHEVRON + depth * _LEVEL


def _scroll_bar_width(option: QStyleOptionViewItem) -> int:
    """Return the part of the column's right padding that its scroll bar covers."""
    area: QWidget | None = option.widget
    while area is not None and not isinstance(area, QScrollArea):
        area = area.parentWidget()
    return 0 if area is None else area.width() - area.viewport().width()


class FilterDelegate(QStyledItemDelegate):
    """Paints the rows of one section; `section` decides what is painted before the label."""

    def __init__(self, theme: Theme, section: Section, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._section = section

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the row height: 24 pixels, 22 in the compact density."""
        return QSize(option.rect.width(), 22 if self._theme.is_compact else 24)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, state = QRectF(option.rect), ChoiceState(index.data(StateRole))
        bar = _scroll_bar_width(option)
        area = rect.adjusted(8, 0.5, min(bar - 8, -1), -0.5)
        self._paint_background(painter, area, option.state, is_chosen=state is ChoiceState.IN)
        left = self._paint_icon_or_dots(painter, option, index, state)
        right = self._paint_count(painter, rect.adjusted(0, 0, bar - PADDING, 0), index, state)
        font = QFont(self._theme.font(13))
        font.setStrikeOut(state is ChoiceState.OUT)
        painter.setFont(font)
        rest = "text" if index.data(CountRole) else "text3"
        colours = {ChoiceState.IN: "accent", ChoiceState.OUT: "text2", ChoiceState.REST: rest}
        painter.setPen(self._theme.color(colours[state]))
        metrics, middle = QFontMetricsF(font), Qt.TextElideMode.ElideMiddle
        label = metrics.elidedText(str(index.data(LabelRole)), middle, right - left)
        painter.drawText(QRectF(left, rect.top(), right - left, rect.height()), _AT_LEFT, label)
        painter.restore()

    def _paint_background(
        self, painter: QPainter, area: QRectF, flags: QStyle.StateFlag, *, is_chosen: bool
    ) -> None:
        if is_chosen or flags & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent_soft" if is_chosen else "hover"))
            painter.drawRoundedRect(area, 4, 4)
        if flags & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 4, 4)

    def _paint_icon_or_dots(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, state: ChoiceState
    ) -> float:
        """Paint icon, dots or language code before the label; return the left edge of the label."""
        rect, value = QRectF(option.rect), str(index.data(ValueRole))
        left, gap, middle = rect.left() + PADDING, 23, rect.center().y()
        icon = value_icon(self._section, value)
        if self._section is Section.FOUND_BY:
            gap = DOTS_WIDTH + 10
        elif self._section is Section.FOLDERS:
            left, gap = rect.left() + indent(index), ICON + 7
            view = option.widget
            if index.model().hasChildren(index) and isinstance(view, QTreeView):
                is_open = view.isExpanded(view.model().index(index.row(), 0, index.parent()))
                chevron = "chevron-down" if is_open else "chevron-right"
                self._paint_icon(
                    painter, QPointF(left - CHEVRON, middle), chevron, "text3", size=12
                )
                icon = "folder-open" if is_open else icon
        if state is not ChoiceState.REST:
            sign = ("check", "accent") if state is ChoiceState.IN else ("minus", "text2")
            centred = 2 if self._section is Section.FOUND_BY else 0
            self._paint_icon(painter, QPointF(left + centred, middle), *sign)
        elif self._section is Section.FOUND_BY:
            keywords, meaning = value != FoundBy.MEANING, value != FoundBy.KEYWORDS
            at = QPointF(left, middle)
            paint_two_dots(painter, self._theme, at, keywords=keywords, meaning=meaning)
        elif self._section is Section.LANGUAGES:
            painter.setFont(self._theme.font(11, mono=True))
            painter.setPen(self._theme.color("text3"))
            code = value if len(value) == 2 else "–"
            painter.drawText(QRectF(left, rect.top(), 22, rect.height()), _AT_LEFT, code)
        else:
            self._paint_icon(painter, QPointF(left, middle), icon, "text3")
        return left + gap

    def _paint_icon(
        self, painter: QPainter, at: QPointF, name: str, token: str, *, size: int = ICON
    ) -> None:
        """Paint an icon; `at` is its left edge at half height."""
        area = QRectF(at.x(), at.y() - size / 2, size, size)
        self._theme.icon(name, token, size).paint(painter, area.toRect())

    def _paint_count(
        self, painter: QPainter, rect: QRectF, index: Index, state: ChoiceState
    ) -> float:
        """Paint the count at the right; return the right edge of the label."""
        model, font = index.model(), self._theme.font(11, tabular=True)
        if isinstance(model, FilterModel) and model.is_stale:
            return rect.right()
        painter.setFont(font)
        painter.setPen(self._theme.color("accent" if state is ChoiceState.IN else "text2"))
        text = grouped(int(index.data(CountRole)))
        painter.drawText(rect, _AT_RIGHT, text)
        return rect.right() - self._theme.text_width(text, font) - 9


class FoldableSection(QWidget):
    """A heading in a row, `head`, above collapsible content, `body`."""

    def __init__(self, section: Section, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.heading = FoldButton(theme, "heading", section_title(section))
        self.heading.setChecked(True)
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
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
    Qt.Key.Key_Delete: FilterAction.EXCLUDE,
    Qt.Key.Key_Minus: FilterAction.EXCLUDE,
    Qt.Key.Key_Plus: FilterAction.ADD,
    Qt.Key.Key_Return: FilterAction.ONLY,
    Qt.Key.Key_Enter: FilterAction.ONLY,
    Qt.Key.Key_Space: FilterAction.ONLY,
}


class FilterTree(QTreeView):
    """Shows a FilterModel at its full height; only the whole column scrolls."""

    def __init__(
        self,
        model: FilterModel,
        theme: Theme,
        on_action: OnFilterAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._section, self._on_action = model.section, on_action
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

    def minimumSizeHint(self) -> QSize:
        """Return the height of all rows; the default is the height of three."""
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def _open_first(self) -> None:
        """Expand the first folder once it exists."""
        first = self.model().index(0, 0)
        if self.model().hasChildren(first):
            self.model().layoutChanged.disconnect(self._open_first)
            self.expand(first)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Request the action of a click; a click on a chevron expands or collapses the folder."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid():
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        right, modifiers = indent(index), event.modifiers()
        action = FilterAction.ONLY
        if (
            event.button() == Qt.MouseButton.RightButton
            or modifiers & Qt.KeyboardModifier.AltModifier
        ):
            action = FilterAction.EXCLUDE
        elif modifiers & Qt.KeyboardModifier.ControlModifier:
            action = FilterAction.ADD
        is_folder = self._section is Section.FOLDERS and self.model().hasChildren(index)
        if is_folder and right - CHEVRON - 4 <= event.position().x() < right:
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._request(index, action)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Handle the second click like a single click."""
        self.mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys: Space or Enter selects, + adds, - or Delete excludes, arrows move."""
        action = _KEYS.get(Qt.Key(event.key()))
        if action is None or not self.currentIndex().isValid():
            super().keyPressEvent(event)
            return
        if action is FilterAction.ONLY and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            action = FilterAction.ADD
        self._request(self.currentIndex(), action)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open a menu of the keyboard actions for the menu key; a right click excludes."""
        current = self.currentIndex()
        if event.reason() != QContextMenuEvent.Reason.Keyboard or not current.isValid():
            return
        offers = [(tr("Only this"), "Space", FilterAction.ONLY)]
        if not self._section.has_one_choice:
            offers.append((tr("Also this"), "+", FilterAction.ADD))
            offers.append((tr("Exclude this"), "Del", FilterAction.EXCLUDE))
        menu = QMenu(self)
        value = str(current.data(ValueRole))  # the current row may change
        for words, key, action in offers:
            entry = menu.addAction(f"{words}\t{shown_keys((key,))}")
            entry.triggered.connect(
                lambda _=False, action=action: self._on_action(self._section, value, action)
            )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def _request(self, index: QModelIndex, action: FilterAction) -> None:
        self._on_action(self._section, str(index.data(ValueRole)), action)


class FilterSection(FoldableSection):
    """A FilterTree, and a button for more rows if there are more values."""

    def __init__(
        self,
        model: FilterModel,
        theme: Theme,
        on_action: OnFilterAction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(model.section, theme, parent)
        self._model = model
        self.tree = FilterTree(model, theme, on_action, self)
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
        model.layoutChanged.connect(self._update_rows)
        self._update_rows()

    def _update_rows(self) -> None:
        hidden = self._model.hidden_values
        self._more.setText(tr("{n} more").format(n=grouped(hidden)))
        self._more.setVisible(hidden > 0)
        self.setVisible(self._model.rowCount() > 0)

    def unfold(self) -> None:
        """Expand the section and focus its rows."""
        self.heading.setChecked(True)
        self.tree.setFocus()
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self._model.index(0, 0))
