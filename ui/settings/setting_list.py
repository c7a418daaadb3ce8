"""All settings below each other, a heading above each group."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import groupby

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.api import SETTINGS, Setting
from ui.settings.live_settings import LiveSettings
from ui.settings.setting_row import SettingRow
from ui.settings.setting_words import group_title
from ui.theme import Theme
from ui.widgets.decoration import set_surface
from ui.widgets.incremental_task import IncrementalTask


class QuickKeyNote(QFrame):
    """A sentence, the command in a field that can only be read, and a button that copies it.

    No program may take a key of the whole desktop on every system: Wayland leaves that to the
    system's settings, and what works there works everywhere.
    """

    def __init__(self, command: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("edge", "top")
        words = self._words = QLabel(
            self.tr(
                "To search from anywhere, bind a key to this command in the keyboard settings of "
                "your system:"
            ),
            self,
        )
        words.setFont(theme.font(13))
        words.setWordWrap(True)
        self.command = QLineEdit(command, self)
        self.command.setReadOnly(True)
        self.command.setFont(theme.font(12, mono=True))
        self.command.setCursorPosition(0)
        self.command.setAccessibleName(self.tr("Command of the quick search"))
        words.setBuddy(self.command)
        self.copy = QPushButton(self.tr("Copy"), self)
        self.copy.setAccessibleName(self.tr("Copy the command of the quick search"))
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(lambda _: QGuiApplication.clipboard().setText(command))
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.command, 1)
        row.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(8)
        layout.addWidget(words)
        layout.addLayout(row)

    def matches(self, words: str) -> bool:
        """Say whether every one of the `words` is in the sentence or the command."""
        text = f"{self._words.text()} {self.command.text()}".casefold()
        return all(word in text for word in words.casefold().split())


EDGE = 24
_IN_ONE_TURN = 4

Choices = tuple[tuple[str, str], ...]


def _section(setting: Setting) -> str:
    return setting.key.split(".")[0]


SECTIONS = tuple(dict.fromkeys(map(_section, SETTINGS)))


class SettingList(QScrollArea):
    """The rows are made in turns, as all at once hold the window for longer than a key may wait.

    A group is seen once it is whole; where another one than the first was gone to, once all are.
    `choices` names what may be chosen for a key beyond what its metadata says; a `quick_command`
    is shown below the settings of the window.

    Signals:
        grown: what Tab comes to last.
        group_reached: the place of the group that stands at the top.
    """

    grown = Signal(QWidget)
    group_reached = Signal(int)

    def __init__(
        self,
        live: LiveSettings,
        theme: Theme,
        choices: Mapping[str, Choices],
        quick_command: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._live, self._theme, self._choices = live, theme, choices
        self._quick_command = quick_command
        self.rows: dict[str, SettingRow] = {}
        self.groups: list[QWidget] = []
        self.is_whole = False
        self._words = ""
        self._is_narrow = False
        self._wanted = self._current = 0
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)  # it is seen before the rows
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inside = self._make_inside()
        self.verticalScrollBar().valueChanged.connect(self._follow_scrolling)
        self._turns = IncrementalTask(self)
        self._turns.start(self._fill())

    def _make_inside(self) -> QWidget:
        inside = QWidget()
        set_surface(inside, "surface")
        self.none = QLabel(self.tr("No setting has these words."), inside)
        self.none.setProperty("tone", "text2")
        self.none.setContentsMargins(0, 12, 0, 0)
        self.none.hide()
        self._lines = QVBoxLayout(inside)
        self._lines.setContentsMargins(EDGE, 8, EDGE, 24)
        self._lines.setSpacing(0)
        self._lines.addWidget(self.none)
        self._lines.addStretch(1)
        self.setWidget(inside)
        inside.hide()
        return inside

    def _fill(self) -> Iterator[None]:
        yield  # the dialog comes first
        for section, settings in groupby(SETTINGS, key=_section):
            group = self._add_group(section)
            for number, setting in enumerate(settings, 1):
                self._add_row(setting, group)
                if number % _IN_ONE_TURN == 0:
                    yield
            if section == "window" and self._quick_command:
                self._add_note(group)
            yield
            self.groups.append(group)
            self._narrow_group(group)
            if not self._wanted:
                self._inside.show()
            self._settle()
            yield
        self.is_whole = True
        self._inside.show()
        self.narrow(self._words)
        if self._wanted:
            self.go_to(self._wanted)

    def _add_group(self, section: str) -> QWidget:
        """Add one that is hidden until it is whole."""
        group = QWidget(self._inside)
        group.hide()
        lines = QVBoxLayout(group)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        heading = QLabel(group_title(section), group)
        heading.setFont(self._theme.font(14, 600))
        heading.setContentsMargins(0, 20, 0, 8)
        lines.addWidget(heading)
        self._lines.insertWidget(self._lines.count() - 1, group)
        return group

    def _add_row(self, setting: Setting, group: QWidget) -> None:
        row = SettingRow(setting, self._theme, self._choices.get(setting.key, ()), group)
        row.show_value(self._live.settings.value(setting.key))
        row.set_narrow(narrow=self._is_narrow)
        row.edited.connect(self._live.change)
        row.reset_wanted.connect(self._live.reset)
        self.rows[setting.key] = row
        self._add_line(group, row, row.reset)

    def _add_note(self, group: QWidget) -> None:
        note = QuickKeyNote(self._quick_command, self._theme, group)
        self._add_line(group, note, note.copy)

    def _add_line(self, group: QWidget, line: QWidget, last_stop: QWidget) -> None:
        if (lines := group.layout()) is not None:
            lines.addWidget(line)
        line.sizeHint()  # styles what is in it: a part of the work of this turn
        self.grown.emit(last_stop)

    def set_narrow(self, *, narrow: bool) -> None:
        """Put fields below their words, or beside them."""
        self._is_narrow = narrow
        for row in self.rows.values():
            row.set_narrow(narrow=narrow)

    def show_values(self) -> None:
        """Show the values that hold now."""
        for key, row in self.rows.items():
            row.show_value(self._live.settings.value(key))

    def narrow(self, words: str) -> None:
        """Show only what has all of these words; say so when nothing has."""
        before, self._words = self._words, words
        found = [self._narrow_group(group) for group in self.groups]
        self.none.setVisible(self.is_whole and not any(found))
        if before and not words:
            self.go_to(self._current)  # which is still the one that is chosen

    def _narrow_group(self, group: QWidget) -> bool:
        """Show what has the words; return False when nothing of the group has."""
        rows, notes = group.findChildren(SettingRow), group.findChildren(QuickKeyNote)
        lines: list[SettingRow | QuickKeyNote] = [*rows, *notes]
        found = [line for line in lines if line.matches(self._words)]
        for line in lines:
            line.setVisible(line in found)
        group.setVisible(bool(found))
        return bool(found)

    def go_to(self, place: int) -> None:
        """Bring a group to the top, as soon as all of them stand."""
        self._wanted = self._current = place
        if self.is_whole:
            self._settle()
            self.verticalScrollBar().setValue(self.groups[place].y())

    def _settle(self) -> None:
        """Give every row its place at once: nobody is to see one without, or to stop too early."""
        self._lines.activate()
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.LayoutRequest))

    def _follow_scrolling(self, top: int) -> None:
        """Tell the group that stands at the top, unless the chosen one still begins in sight."""
        if self._words or not self.is_whole:
            return  # not all groups are there
        tops = [group.y() for group in self.groups]
        if not top <= tops[self._current] < top + self.viewport().height():
            self._current = max(0, bisect_right(tops, top) - 1)
            self.group_reached.emit(self._current)
