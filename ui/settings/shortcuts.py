"""The keys of the commands: the usual ones, and those a person chose instead."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from ui.widgets.actions import Command, follow_keys, install

_SECTION = "shortcuts"


class Shortcuts(QObject):
    """Makes the keys of `commands` work in `window`; `remembered` keeps other ones.

    Signals:
        changed: some command has other keys now.
    """

    changed = Signal()

    def __init__(
        self, window: QWidget, commands: tuple[Command, ...], remembered: QSettings | None
    ) -> None:
        super().__init__(window)
        self.commands = commands
        self._actions = install(window, commands)
        self._remembered = remembered
        self._chosen: dict[str, tuple[str, ...]] = {}
        for command in commands:
            self._restore(command)
        self._let_chosen_keys_work()
        self._show_in_tips(window)
        self.changed.connect(lambda: self._show_in_tips(window))

    def _show_in_tips(self, window: QWidget) -> None:
        follow_keys(window, self.keys_named)

    def keys_named(self, name: str) -> tuple[str, ...]:
        """Return the keys that the command called `name` has now."""
        return next((self.keys_of(one) for one in self.commands if one.name == name), ())

    def action(self, name: str) -> QAction:
        """Return the action of the command called `name`, to be put into a menu."""
        return self._actions[name][0]

    def keys_of(self, command: Command) -> tuple[str, ...]:
        """Return the keys a command has now."""
        return self._chosen.get(command.name, command.keys)

    def is_usual(self, command: Command) -> bool:
        """Say whether a command has its usual keys."""
        return self.keys_of(command) == command.keys

    def conflict(self, command: Command, key: str) -> Command | None:
        """Return another command that has `key` where this one would work too."""
        return next(
            (
                other
                for other in self.commands
                if other is not command and key in self.keys_of(other) and _meet(command, other)
            ),
            None,
        )

    def choose(self, command: Command, keys: tuple[str, ...]) -> Command | None:
        """Give a command other keys; return the command that has one of them, if one does.

        Then nothing changes.
        """
        for key in keys:
            taken = self.conflict(command, key)
            if taken is not None:
                return taken
        self._use(command, keys)
        self.changed.emit()
        return None

    def chosen_keys(self) -> dict[str, tuple[str, ...]]:
        """Return the keys of the commands that do not have their usual ones, by name."""
        return dict(self._chosen)

    def choose_all(self, chosen: Mapping[str, tuple[str, ...]]) -> None:
        """Give the commands these keys, and all others their usual ones."""
        for command in self.commands:
            self._use(command, chosen.get(command.name, command.keys))
        self.changed.emit()

    def reset(self, command: Command) -> Command | None:
        """Give a command its usual keys again; return the command that has one of them now."""
        return self.choose(command, command.keys)

    def reset_all(self) -> None:
        """Give every command its usual keys again."""
        self.choose_all({})

    def _use(self, command: Command, keys: tuple[str, ...]) -> None:
        if keys == command.keys:
            self._chosen.pop(command.name, None)
        else:
            self._chosen[command.name] = keys
        self._set(command, keys)
        if self._remembered is None:
            return
        place = _place(command)
        if keys == command.keys:
            self._remembered.remove(place)
        else:
            self._remembered.setValue(place, "\n".join(keys))

    def _restore(self, command: Command) -> None:
        if self._remembered is not None and self._remembered.contains(_place(command)):
            stored = str(self._remembered.value(_place(command)))
            keys = tuple(key for key in stored.split("\n") if key)
            self._chosen[command.name] = keys
            self._set(command, keys)

    def _let_chosen_keys_work(self) -> None:
        """Take keys from commands that came since: two that share one would both do nothing."""
        chosen = {command: self._chosen.get(command.name, ()) for command in self.commands}
        for command in self.commands:
            taken = {key for other in chosen if _meet(command, other) for key in chosen[other]}
            if command.name not in self._chosen and taken.intersection(command.keys):
                keys = tuple(key for key in command.keys if key not in taken)
                self._chosen[command.name] = keys
                self._set(command, keys)

    def _set(self, command: Command, keys: tuple[str, ...]) -> None:
        for action in self._actions[command.name]:
            action.setShortcuts([QKeySequence(key) for key in keys])


def _place(command: Command) -> str:
    return f"{_SECTION}/{command.name}"


def _meet(one: Command, other: Command) -> bool:
    """Say whether two commands can both work while some widget has the focus."""
    if not one.only_in or not other.only_in:
        return True
    return any(place in other.only_in for place in one.only_in)
