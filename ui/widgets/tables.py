"""Column widths of tables, and context menus that repeat the buttons beside a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QHeaderView, QMenu

# What is left to the column that takes the rest.
_LEAST_REST = 160
_LEAST = 40


class ColumnWidths(QObject):
    """Keeps the widths of all columns of `header` but the one that takes the rest.

    `usual` says their widths in a table of so many pixels. Where those a person chose leave too
    little for the rest, the usual ones are taken, and the chosen ones come back with the room.
    """

    def __init__(self, header: QHeaderView, usual: Callable[[int], Mapping[int, int]]) -> None:
        super().__init__(header)
        self._header = header
        self._usual = usual
        self._chosen: dict[int, int] = {}
        self._is_fitting = False
        header.sectionResized.connect(self._note)

    def fit(self) -> None:
        """Give the columns the widths they have in the present room."""
        room = self._header.width()
        usual = dict(self._usual(room))
        widths = {column: self._chosen.get(column, width) for column, width in usual.items()}
        if sum(widths.values()) + _LEAST_REST > room:
            widths = usual
        self._is_fitting = True
        for column, width in widths.items():
            self._header.resizeSection(column, width)
        self._is_fitting = False

    def _note(self, column: int, _before: int, width: int) -> None:
        is_dragged = not self._is_fitting and column in self._usual(self._header.width())
        if is_dragged and width >= _LEAST:
            self._chosen[column] = width

    @property
    def words(self) -> str:
        """The widths a person chose, '4=300 5=80', to be remembered; '' where there are none."""
        return " ".join(f"{column}={width}" for column, width in sorted(self._chosen.items()))

    def restore(self, words: str) -> None:
        """Take widths that were remembered; what is none is passed over."""
        pairs = (pair.partition("=") for pair in words.split())
        self._chosen = {
            int(column): int(width)
            for column, _, width in pairs
            if column.isdecimal() and width.isdecimal() and _LEAST <= int(width) <= 10_000
        }
        self.fit()


def offer_at_rows(view: QAbstractItemView, buttons: Sequence[QAbstractButton]) -> None:
    """Let a menu at the rows of `view` press `buttons`, which act on the chosen row.

    Qt chooses the row below the pointer before it asks for the menu.
    """
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    view.customContextMenuRequested.connect(lambda at: _open(view, buttons, at))


def _open(view: QAbstractItemView, buttons: Sequence[QAbstractButton], at: QPoint) -> None:
    if not view.indexAt(at).isValid():
        return
    menu = QMenu(view)
    for button in buttons:
        entry = menu.addAction(button.icon(), button.text())
        entry.setEnabled(button.isEnabled())
        entry.triggered.connect(lambda _=False, button=button: button.click())
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(view.viewport().mapToGlobal(at))
