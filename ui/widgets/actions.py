"""The commands of the window: names, usual keys, places in the menu, tooltips with keys."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from twofold.ui.i18n.translation import tr

# As in browsers. In the fields of macOS, Alt with an arrow goes to the next word.
_WAYS = (("Alt+Left", "Back"), ("Alt+Right", "Forward"))
if sys.platform == "darwin":
    _WAYS = (("Ctrl+[", "Back"), ("Ctrl+]", "Forward"))

# Keys are Qt's portable names. Chosen keys are stored under the name, which must not change.
USUAL_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "search": ("Ctrl+K", "Ctrl+F", "/"),
        "quick_search": ("Ctrl+Shift+K",),
        "mode_hybrid": ("Alt+1",),
        "mode_keywords": ("Alt+2",),
        "mode_meaning": ("Alt+3",),
        "open_passage": ("Return", "Enter"),
        "show_in_folder": ("Ctrl+Return", "Ctrl+Enter"),
        "copy_passage": ("Ctrl+C",),
        "more_like_this": ("Ctrl+M",),
        "collect_passage": ("Ctrl+Shift+A",),
        "edit_tags": ("Ctrl+T",),
        "copy_citation": ("Ctrl+Shift+C",),
        "toggle_preview": ("Space",),
        "copy_as": ("Ctrl+Alt+C",),
        "next_match": ("N", "F3"),
        "previous_match": ("Shift+N", "Shift+F3"),
        "toggle_explanation": ("Ctrl+I",),
        "toggle_filters": ("Ctrl+B",),
        "filter_found_by": ("Ctrl+1",),
        "filter_folders": ("Ctrl+2",),
        "filter_tags": ("Ctrl+3",),
        "filter_languages": ("Ctrl+4",),
        "filter_types": ("Ctrl+5",),
        "filter_dates": ("Ctrl+6",),
        "filter_trust": ("Ctrl+7",),
        "save_search": ("Ctrl+D",),
        "group_by_document": ("Ctrl+G",),
        "toggle_weak_matches": ("Ctrl+Shift+W",),
        "sharpen": ("Ctrl+R",),
        "clear_filters": ("Ctrl+Backspace",),
        "export": ("Ctrl+E",),
        "collection": ("Ctrl+Shift+L",),
        "libraries": ("Ctrl+O",),
        "library": ("Ctrl+L",),
        "undo": ("Ctrl+Z",),
        "settings": ("Ctrl+,",),
        "next_column": ("F6",),
        "previous_column": ("Shift+F6",),
        "back": ("Esc",),
        "history_back": _WAYS[0],
        "history_forward": _WAYS[1],
        "shortcuts": ("F1",),
        "installation": (),
        "save_backup": (),
        "restore_backup": (),
        "quit": ("Ctrl+Q",),
    }
)

# The commands of the menu under the gear; the themes stand between the two groups.
MENU = (
    ("library", "libraries", "export", "collection", "quick_search"),
    ("settings", "save_backup", "restore_backup", "shortcuts", "installation", "quit"),
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command by its name in `USUAL_KEYS`: its label, and what it does.

    It works in the whole window, or only while one of the widgets `only_in` has the focus.
    """

    name: str
    words: str
    act: Callable[[], object]
    only_in: tuple[QWidget, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """Its usual keys."""
        return USUAL_KEYS[self.name]


def words_for_show_in_folder() -> str:
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
    """Return the keys that the command called `name` has in a window now, else the usual ones."""
    action = window.findChild(QAction, name)
    return list(USUAL_KEYS[name] if action is None else keys_of(action))


def keys_of(action: QAction) -> tuple[str, ...]:
    """Return the keys of an action by Qt's portable names."""
    portable = QKeySequence.SequenceFormat.PortableText
    return tuple(key.toString(portable) for key in action.shortcuts())


def install(window: QWidget, commands: tuple[Command, ...]) -> dict[str, list[QAction]]:
    """Make the keys work in `window`; return the actions of each command by its name.

    A command with `only_in` works only while one of those widgets has the focus.
    """
    actions: dict[str, list[QAction]] = {}
    for command in commands:
        for owner in command.only_in or (window,):
            action = QAction(command.words, owner)
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
    keys = keys_in(owner.window(), command) if isinstance(owner, QWidget) else USUAL_KEYS[command]
    widget.setToolTip(f"{words} ({shown_key(keys)})" if keys else words)
