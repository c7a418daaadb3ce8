"""Tooltips that name the key of a command: the usual one, or the one that a person chose.

A widget (or an action) remembers its words and its command as properties, so that whoever knows the
keys finds it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from ui.actions import USUAL_KEYS, shown_key

_WORDS, _COMMAND, _KEYS = "tip_words", "tip_command", "tip_keys"


def with_key(words: str, keys: Sequence[str]) -> str:
    """'Group by document (Ctrl+G)'; the words alone where a command has no key."""
    return f"{words} ({shown_key(keys)})" if keys else words


def name_key(widget: QWidget | QAction, words: str, command: str) -> None:
    """Give a widget a tooltip of `words` and the key of a command of `USUAL_KEYS`."""
    if widget.property(_COMMAND) is None:
        widget.setProperty(_KEYS, list(USUAL_KEYS[command]))
    widget.setProperty(_WORDS, words)
    widget.setProperty(_COMMAND, command)
    _show(widget)


def follow_keys(window: QWidget, keys_of: Callable[[str], Sequence[str]]) -> None:
    """Let all such tooltips of a window name the keys that `keys_of` gives for a command now."""
    named: list[QWidget | QAction] = [*window.findChildren(QWidget), *window.findChildren(QAction)]
    for widget in named:
        command = widget.property(_COMMAND)
        if command:
            widget.setProperty(_KEYS, list(keys_of(str(command))))
            _show(widget)


def _show(widget: QWidget | QAction) -> None:
    tip = with_key(str(widget.property(_WORDS)), list(widget.property(_KEYS) or ()))
    widget.setToolTip(tip)
