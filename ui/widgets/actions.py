"""Commands of the window: declarations, their QActions, and tooltips with shortcuts."""

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
    """A group of commands in the main menu; the theme menu is between the groups."""

    LIBRARY = auto()
    PROGRAM = auto()


@dataclass(frozen=True, slots=True)
class Command(Generic[Page]):
    """A command of the window: name, label, action on its page, and default shortcuts.

    Shortcuts are Qt's portable names. Changed shortcuts are stored under the name, which must not
    change. The command works in the whole window, or only while one of the widgets `only_in` has
    the focus. `menu` is its group in the main menu, which lists commands in declaration order.
    """

    name: str
    label: str
    act: Callable[[Page], object]
    keys: tuple[str, ...] = ()
    only_in: Callable[[Page], tuple[QWidget, ...]] = lambda _page: ()
    menu: MenuGroup | None = None

    def on(self, page: Page) -> PageCommand:
        """Return the command bound to an open page."""
        act = partial(self.act, page)
        return PageCommand(self.name, self.label, act, self.keys, self.only_in(page), self.menu)


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A `Command` bound to an open page."""

    name: str
    label: str
    act: Callable[[], object]
    keys: tuple[str, ...]
    only_in: tuple[QWidget, ...]
    menu: MenuGroup | None


def show_in_folder_label() -> str:
    """Return the usual label of this platform for showing a file in its folder."""
    if sys.platform == "darwin":
        return tr("Show in Finder")
    return tr("Show in Explorer") if sys.platform == "win32" else tr("Show in folder")


def shown_keys(keys: tuple[str, ...]) -> str:
    """Return shortcuts in the notation of this platform."""
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(QKeySequence(key).toString(native) for key in keys)


def shown_key(keys: Sequence[str]) -> str:
    """Return the first shortcut in the notation of this platform; '' if there is none.

    'Enter' is preferred to the equivalent 'Return', because most keyboards use it.
    """
    first = keys[0] if keys else ""
    enter = first.replace("Return", "Enter")
    return shown_keys((enter if enter in keys else first,)) if first else ""


def keys_in(window: QWidget, name: str) -> list[str]:
    """Return the current shortcuts of a command in a window."""
    action = window.findChild(QAction, name)
    return [] if action is None else list(keys_of(action))


def keys_of(action: QAction) -> tuple[str, ...]:
    """Return the shortcuts of an action as Qt's portable names."""
    portable = QKeySequence.SequenceFormat.PortableText
    return tuple(key.toString(portable) for key in action.shortcuts())


def install(window: QWidget, commands: tuple[PageCommand, ...]) -> dict[str, list[QAction]]:
    """Add the shortcuts of commands to `window`; return the actions by command name.

    A command with `only_in` only works while one of those widgets has the focus.
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


_WORDS, _COMMAND, _ADVICE = "tip_words", "tip_command", "tip_advice"


def name_key(widget: QWidget | QAction, words: str, command: str, advice: str = "") -> None:
    """Give a widget a tooltip of `words` and a command's shortcut: 'Group by document (Ctrl+G)'.

    `advice` is a second line.
    """
    widget.setProperty(_WORDS, words)
    widget.setProperty(_COMMAND, command)
    widget.setProperty(_ADVICE, advice)
    _show_tip(widget)


def show_keys_in_tips(window: QWidget) -> None:
    """Update the tooltips of a window with the current shortcuts of the commands."""
    named: list[QWidget | QAction] = [*window.findChildren(QWidget), *window.findChildren(QAction)]
    for widget in named:
        if widget.property(_COMMAND):
            _show_tip(widget)


def _show_tip(widget: QWidget | QAction) -> None:
    owner = widget if isinstance(widget, QWidget) else widget.parent()
    command, words = str(widget.property(_COMMAND)), str(widget.property(_WORDS))
    keys = keys_in(owner.window(), command) if isinstance(owner, QWidget) else ()
    tip = f"{words} ({shown_key(keys)})" if keys else words
    widget.setToolTip("\n".join(filter(None, (tip, str(widget.property(_ADVICE) or "")))))
