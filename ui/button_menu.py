"""The buttons beside a list, offered at its rows by a right click or the menu key too."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu


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
