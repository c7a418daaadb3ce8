"""Everything a key or a menu entry does in the window, in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, slots=True)
class Command:
    """What a person may do: words, keys, and the deed. Keys are Qt's portable names."""

    words: str
    keys: tuple[str, ...]
    act: Callable[[], object]
    only_in: tuple[QWidget, ...] = ()

    @property
    def name(self) -> str:
        """What the command is called where its keys are remembered: its usual first key."""
        return self.keys[0]


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


def install(window: QWidget, commands: tuple[Command, ...]) -> dict[str, list[QAction]]:
    """Make the keys work in `window`; return the actions of each command by its name.

    A command with `only_in` works only while one of those widgets has the focus.
    """
    actions: dict[str, list[QAction]] = {}
    for command in commands:
        for owner in command.only_in or (window,):
            action = QAction(command.words, owner)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(
                Qt.ShortcutContext.WidgetWithChildrenShortcut
                if command.only_in
                else Qt.ShortcutContext.WindowShortcut
            )
            action.triggered.connect(_without_arguments(command.act))
            owner.addAction(action)
            actions.setdefault(command.name, []).append(action)
    return actions


def _without_arguments(act: Callable[[], object]) -> Callable[..., None]:
    def run(*_: object) -> None:
        act()

    return run
