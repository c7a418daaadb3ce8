"""Commands of the window: their declarations, the actions made of them, tooltips with keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from twofold.ui.i18n.translation import tr

Page = TypeVar("Page")


class MenuGroup(Enum):
    """A part of the menu under the gear; the themes stand between the two."""

    LIBRARY = auto()
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class Command(Generic[Page]):
    """A command of the window: its name and label, what it does on its page, and its usual keys.

    Keys are Qt's portable names. Chosen keys are stored under the name, which must not change. It
    works in the whole window, or only while one of the widgets `only_in` has the focus. `menu` is
    its place in the menu under the gear, where commands have the order of their declarations.
    """

    name: str
    label: str
    act: Callable[[Page], object]
    keys: tuple[str, ...] = ()
    only_in: Callable[[Page], tuple[QWidget, ...]] = lambda _page: ()
    menu: MenuGroup | None = None

    def on(self, page: Page) -> PageCommand:
        """Return the command of an open page."""
        act = partial(self.act, page)
        return PageCommand(self.name, self.label, act, self.keys, self.only_in(page), self.menu)


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A `Command` of an open page."""

    name: str
    label: str
    act: Callable[[], object]
    keys: tuple[str, ...]
    only_in: tuple[QWidget, ...]
    menu: MenuGroup | None


def show_in_folder_label() -> str:
    """Return what this system calls it to open the folder of a file."""
    if sys.platform == "darwin":
        return tr("Show in Finder")
    return tr("Show in Explorer") if sys.platform == "win32" else tr("Show in folder")


def shown_keys(keys: tuple[str, ...]) -> str:
    """Return keys as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in keys)


def shown_key(keys: Sequence[str]) -> str:
    """Return the first of some keys as this system writes it, '' where there is none.

    Of Return and Enter, which do the same, the one that most keyboards name.
    """
    first = keys[0] if keys else ""
    enter = first.replace("Return", "Enter")
    return shown_keys((enter if enter in keys else first,)) if first else ""


def keys_in(window: QWidget, name: str) -> list[str]:
    """Return the keys that the command called `name` has in a window now."""
    action = window.findChild(QAction, name)
    return [] if action is None else list(keys_of(action))


def keys_of(action: QAction) -> tuple[str, ...]:
    """Return the keys of an action by Qt's portable names."""
    portable = QKeySequence.SequenceFormat.PortableText
    return tuple(key.toString(portable) for key in action.shortcuts())


def install(window: QWidget, commands: tuple[PageCommand, ...]) -> dict[str, list[QAction]]:
    """Make the keys work in `window`; return the actions of each command by its name.

    A command with `only_in` works only while one of those widgets has the focus.
    """
    actions: dict[str, list[QAction]] = {}
    for command in commands:
        for owner in command.only_in or (window,):
            action = QAction(command.label, owner)
            action.setObjectName(command.name)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(
                Qt.ShortcutContext.WidgetWithChildrenShortcut
                if command.only_in
                else Qt.ShortcutContext.WindowShortcut
            )
            action.triggered.connect(lambda _=False, act=command.act: act())
            owner.addAction(action)
            actions.setdefault(command.name, []).append(action)
    return actions


_WORDS, _COMMAND = "tip_words", "tip_command"


def name_key(widget: QWidget | QAction, words: str, command: str) -> None:
    """Give a widget a tooltip of `words` and the key of a command: 'Group by document (Ctrl+G)'."""
    widget.setProperty(_WORDS, words)
    widget.setProperty(_COMMAND, command)
    _show_tip(widget)


def show_keys_in_tips(window: QWidget) -> None:
    """Let all such tooltips of a window name the keys that the commands have now."""
    named: list[QWidget | QAction] = [*window.findChildren(QWidget), *window.findChildren(QAction)]
    for widget in named:
        if widget.property(_COMMAND):
            _show_tip(widget)


def _show_tip(widget: QWidget | QAction) -> None:
    owner = widget if isinstance(widget, QWidget) else widget.parent()
    command, words = str(widget.property(_COMMAND)), str(widget.property(_WORDS))
    keys = keys_in(owner.window(), command) if isinstance(owner, QWidget) else ()
    widget.setToolTip(f"{words} ({shown_key(keys)})" if keys else words)
