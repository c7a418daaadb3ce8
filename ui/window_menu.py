"""The window's menu, under the gear."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu

from ui.actions import MENU
from ui.shortcuts import Shortcuts
from ui.theme_menu import ThemeMenu


def fill_menu(menu: QMenu, shortcuts: Shortcuts, themes: ThemeMenu) -> None:
    """Put the commands that a person looks for into `menu`."""
    before, after = MENU
    for name in before:
        menu.addAction(shortcuts.action(name))
    menu.addSeparator()
    menu.addMenu(themes)
    menu.addSeparator()
    for name in after:
        menu.addAction(shortcuts.action(name))
