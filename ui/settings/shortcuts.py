"""The keyboard shortcuts of the commands, and the dialog that shows and changes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import PageCommand, install, keys_of, show_keys_in_tips, shown_keys
from twofold.ui.widgets.dialogs import BaseDialog, ResetAllButton, search_field
from twofold.ui.widgets.messages import BarMessage, MessageBar
from twofold.ui.widgets.tables import show_rows

_SECTION = "shortcuts"


class Shortcuts(QObject):
    """Installs the shortcuts of `commands` in `window`; `state` stores changed ones.

    Signals:
        changed: the shortcuts of a command have changed.
    """

    changed = Signal()

    def __init__(
        self, window: QWidget, commands: tuple[PageCommand, ...], state: QSettings
    ) -> None:
        super().__init__(window)
        self.commands = commands
        self._window, self._state = window, state
        self._actions = install(window, commands)
        for command in commands:
            if state.contains(_key(command)):
                stored = str(state.value(_key(command)))
                self._set(command, tuple(key for key in stored.split("\n") if key))
        self._resolve_conflicts()
        show_keys_in_tips(window)

    def action(self, name: str) -> QAction:
        """Return the action of a command by name, for use in a menu."""
        return self._actions[name][0]

    def keys_of(self, command: PageCommand) -> tuple[str, ...]:
        """Return the current shortcuts of a command."""
        return keys_of(self._actions[command.name][0])

    def is_default(self, command: PageCommand) -> bool:
        """Return whether a command has its default shortcuts."""
        return self.keys_of(command) == command.keys

    def conflict(self, command: PageCommand, key: str) -> PageCommand | None:
        """Return another command with shortcut `key` that can be active at the same time."""
        return next(
            (
                other
                for other in self.commands
                if other is not command and key in self.keys_of(other) and _overlap(command, other)
            ),
            None,
        )

    def choose(self, command: PageCommand, keys: tuple[str, ...]) -> PageCommand | None:
        """Change the shortcuts of a command, unless another command uses one of them.

        Return that other command; None if the change was made.
        """
        for key in keys:
            taken = self.conflict(command, key)
            if taken is not None:
                return taken
        self._use({command: keys})
        return None

    def chosen_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the shortcuts that differ from the defaults, by command name."""
        chosen = (command for command in self.commands if not self.is_default(command))
        return {command.name: self.keys_of(command) for command in chosen}

    def choose_all(self, chosen: Mapping[str, tuple[str, ...]]) -> None:
        """Set these shortcuts, and the default ones for all other commands."""
        self._use({one: chosen.get(one.name, one.keys) for one in self.commands})

    def reset(self, command: PageCommand) -> PageCommand | None:
        """Reset the shortcuts of a command; return a command that uses one of them now, if any."""
        return self.choose(command, command.keys)

    def reset_all(self) -> None:
        """Reset all shortcuts."""
        self.choose_all({})

    def _use(self, chosen: Mapping[PageCommand, tuple[str, ...]]) -> None:
        for command, keys in chosen.items():
            self._set(command, keys)
            if keys == command.keys:
                self._state.remove(_key(command))
            else:
                self._state.setValue(_key(command), "\n".join(keys))
        show_keys_in_tips(self._window)
        self.changed.emit()

    def _resolve_conflicts(self) -> None:
        """Remove shortcuts of new commands that the user has chosen for others.

        Qt triggers neither of two commands with the same shortcut.
        """
        chosen = {one: self.keys_of(one) for one in self.commands if not self.is_default(one)}
        for command in self.commands:
            taken = {key for other in chosen if _overlap(command, other) for key in chosen[other]}
            if command not in chosen and taken.intersection(command.keys):
                self._set(command, tuple(key for key in command.keys if key not in taken))

    def _set(self, command: PageCommand, keys: tuple[str, ...]) -> None:
        for action in self._actions[command.name]:
            action.setShortcuts([QKeySequence(key) for key in keys])


def _key(command: PageCommand) -> str:
    return f"{_SECTION}/{command.name}"


def _overlap(one: PageCommand, other: PageCommand) -> bool:
    """Return whether both commands can be active with the same focus."""
    if not one.only_in or not other.only_in:
        return True
    return any(place in other.only_in for place in one.only_in)


class KeyField(QKeySequenceEdit):
    """Records a single key press, except for keys that leave the field.

    QKeySequenceEdit would record Shift+Tab and Esc, so that keyboard users could only leave it
    forwards.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMaximumSequenceLength(1)
        for part in (self, *self.findChildren(QLineEdit)):
            part.setAccessibleName(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move back with Shift+Tab, leave Esc to the dialog, and record all other keys."""
        if event.key() == Qt.Key.Key_Backtab:
            self.focusPreviousChild()
        elif event.key() == Qt.Key.Key_Escape and not event.modifiers():
            event.ignore()
        else:
            super().keyPressEvent(event)


class ShortcutDialog(BaseDialog):
    """A table of commands and shortcuts, with a field to change the selected one."""

    def __init__(self, shortcuts: Shortcuts, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Keyboard shortcuts"), parent, size=(640, 640))
        self._shortcuts = shortcuts
        self._theme = theme
        self.search = search_field(tr("Search commands or shortcuts"), self)
        self.table = self._make_table()
        self.messages = MessageBar(theme, self.table)
        self.keys = KeyField(tr("New shortcut for the selected command"), self)
        self.use = self.make_button(tr("Use this shortcut"), self._use_keys)
        self.reset = self.make_button(tr("Reset"), self._reset_chosen)
        self.reset_all = ResetAllButton(
            self._reset_all, lambda: bool(self._shortcuts.chosen_keys()), self
        )
        self._lay_out()
        self.search.textChanged.connect(self._narrow)
        self.table.itemSelectionChanged.connect(self._show_chosen)
        self.keys.keySequenceChanged.connect(self._show_conflict)
        shortcuts.changed.connect(self._fill)
        self._fill()
        self.table.selectRow(0)

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(len(self._shortcuts.commands), 2, self)
        table.setAccessibleName(tr("Commands and shortcuts"))
        table.setHorizontalHeaderLabels([tr("Command"), tr("Shortcut")])
        show_rows(table, 28)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(1, 220)
        return table

    def _lay_out(self) -> None:
        label = QLabel(tr("New shortcut"), self)
        label.setBuddy(self.keys)
        keys = layouts.row(label, (self.keys, 1), self.use, self.reset, spacing=8)
        parts = (self.search, (self.table, 1), keys, self.foot_row(self.reset_all))
        layouts.column(*parts, margins=(16, 16, 16, 16), spacing=12, parent=self)

    @property
    def chosen(self) -> PageCommand | None:
        """The command of the selected row."""
        rows = self.table.selectionModel().selectedRows()
        return self._shortcuts.commands[rows[0].row()] if rows else None

    def _fill(self) -> None:
        for row, command in enumerate(self._shortcuts.commands):
            keys = shown_keys(self._shortcuts.keys_of(command))
            words = QTableWidgetItem(command.label)
            item = QTableWidgetItem(keys)
            item.setFont(self._theme.font(12, 500, mono=True))
            if not self._shortcuts.is_default(command):
                default = tr("Default: {keys}").format(keys=shown_keys(command.keys))
                item.setToolTip(default)
                item.setText(f"{keys} *")
            self.table.setItem(row, 0, words)
            self.table.setItem(row, 1, item)
        self.reset_all.refresh()
        self._show_chosen()

    def _narrow(self, words: str) -> None:
        for row, command in enumerate(self._shortcuts.commands):
            keys = shown_keys(self._shortcuts.keys_of(command))
            fits = words.casefold() in f"{command.label} {keys}".casefold()
            self.table.setRowHidden(row, not fits)
        # A shortcut must not be assigned to a hidden command.
        rows = [row for row in range(self.table.rowCount()) if not self.table.isRowHidden(row)]
        if not rows:
            self.table.clearSelection()
        elif self.chosen is None or self._shortcuts.commands.index(self.chosen) not in rows:
            self.table.selectRow(rows[0])

    def _show_chosen(self) -> None:
        command = self.chosen
        self.keys.clear()
        self.messages.withdraw()
        self.keys.setEnabled(command is not None)
        self.use.setEnabled(False)
        self.reset.setEnabled(command is not None and not self._shortcuts.is_default(command))

    def _pressed(self) -> str:
        portable = QKeySequence.SequenceFormat.PortableText
        return self.keys.keySequence().toString(portable)

    def _show_conflict(self) -> None:
        """Show whether the shortcut is already used."""
        command, key = self.chosen, self._pressed()
        taken = self._shortcuts.conflict(command, key) if command and key else None
        self.use.setEnabled(bool(key) and taken is None)
        if taken is None:
            self.messages.withdraw()
        else:
            self._show_taken(key, taken)

    def _show_taken(self, key: str, taken: PageCommand) -> None:
        words = tr(
            "{keys} is already used by ‘{command}’. Choose another shortcut or change that one "
            "first."
        )
        self.messages.show_message(
            BarMessage(words.format(keys=shown_keys((key,)), command=taken.label))
        )

    def _use_keys(self) -> None:
        command, key = self.chosen, self._pressed()
        if command is not None and key:
            self._shortcuts.choose(command, (key,))
            self._go_to_commands()

    def _go_to_commands(self) -> None:
        """Focus the table: a disabled button would pass the focus on to 'Reset all'."""
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _reset_all(self) -> Callable[[], None]:
        before = self._shortcuts.chosen_keys()
        self._shortcuts.reset_all()
        return lambda: self._shortcuts.choose_all(before)

    def _reset_chosen(self) -> None:
        command = self.chosen
        taken = self._shortcuts.reset(command) if command is not None else None
        if command is not None and taken is not None:
            key = next(key for key in command.keys if key in self._shortcuts.keys_of(taken))
            self._show_taken(key, taken)
        else:
            self._go_to_commands()
