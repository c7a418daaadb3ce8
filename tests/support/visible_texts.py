"""All texts of a widget and its children that a user can see or hear."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QTextDocumentFragment
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextEdit,
    QWidget,
)

_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def visible_texts(root: QWidget) -> set[str]:
    """Return the texts as displayed, without markup."""
    widgets = [root, *root.findChildren(QWidget)]
    texts = {text for widget in widgets for text in _of_widget(widget)}
    texts |= {text for action in root.findChildren(QAction) for text in _of_action(action)}
    return {plain for text in texts if (plain := _plain(text))}


def _plain(text: str) -> str:
    if text.startswith("<") or "</" in text:
        text = QTextDocumentFragment.fromHtml(text).toPlainText()
    return " ".join(text.replace("&", "").split())


def _of_widget(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if widget.isWindow():
        yield widget.windowTitle()
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    if isinstance(widget, QTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from map(widget.itemText, range(widget.count()))
    if isinstance(widget, QGroupBox | QMenu):
        yield widget.title()
    if isinstance(widget, QTabBar):
        yield from map(widget.tabText, range(widget.count()))
    if isinstance(widget, QAbstractItemView):
        yield from _of_model(widget.model())


def _of_action(action: QAction) -> Iterator[str]:
    yield from (action.text(), action.toolTip(), action.statusTip())


def _of_model(model: QAbstractItemModel | None) -> Iterator[str]:
    if model is None:
        return
    for column in range(_columns(model, QModelIndex())):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
    yield from _of_rows(model, QModelIndex())


def _of_rows(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in _ROLES:
                value = index.data(role)
                if isinstance(value, str):
                    yield value
        yield from _of_rows(model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
