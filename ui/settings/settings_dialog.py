"""The settings dialog, made from the metadata of the settings."""

from __future__ import annotations

from bisect import bisect_right
from itertools import groupby

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from engine.api import SETTINGS, SettingValue
from ui.dialog_room import fit_to_screen
from ui.messages import Message, MessageBar
from ui.settings.live_settings import LiveSettings
from ui.settings.quick_key_note import QuickKeyNote
from ui.settings.setting_row import SettingRow
from ui.settings.setting_words import effect_in_words, group_title
from ui.surface import set_surface
from ui.theme import Theme

_SIDE = 208
_SIDE_EDGE = 12
_ROWS_EDGE = 24
_NARROW = 740

Choices = tuple[tuple[str, str], ...]


class SettingsDialog(QDialog):
    """Groups at the left, settings at the right, a search above both.

    A change is saved and holds at once where it can; the row says when it does not. `choices` names
    what may be chosen for a key beyond what its metadata says. `quick_command` raises the quick
    search from anywhere.

    Signals:
        shortcuts_wanted: the keys are to be shown.
    """

    shortcuts_wanted = Signal()

    def __init__(
        self,
        live: LiveSettings,
        theme: Theme,
        choices: dict[str, Choices] | None = None,
        parent: QWidget | None = None,
        *,
        quick_command: str = "",
    ) -> None:
        super().__init__(parent)
        self._live = live
        self._quick_command = quick_command
        self._theme = theme
        self._choices = choices or {}
        self.setWindowTitle(self.tr("Settings"))
        fit_to_screen(self, 860, 640)
        self.rows: dict[str, SettingRow] = {}
        self._groups: list[tuple[QLabel, list[SettingRow]]] = []
        self.search = self._make_search()
        self.groups = self._make_group_list()
        self.messages = MessageBar(theme, self)
        self._note: QuickKeyNote | None = None
        self._before_reset: dict[str, SettingValue] = {}
        self._none = QLabel(self.tr("No setting has these words."), self)
        self._none.setProperty("tone", "text2")
        self._none.setContentsMargins(0, 12, 0, 0)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._make_rows())
        self.reset_all = QPushButton(self.tr("Reset all"), self)
        self.keys = QPushButton(self.tr("Keyboard shortcuts…"), self)
        self.close_button = QPushButton(self.tr("Close"), self)
        for button in (self.reset_all, self.keys, self.close_button):
            button.setAutoDefault(False)  # Enter in a field is for the field
        self._lay_out()
        self._connect_signals()
        self._show_values()
        self.search.setFocus()

    def _make_search(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(self.tr("Search settings"))
        field.setAccessibleName(self.tr("Search settings"))
        field.setClearButtonEnabled(True)
        field.installEventFilter(self)
        return field

    def _make_group_list(self) -> QListWidget:
        groups = QListWidget(self)
        groups.setAccessibleName(self.tr("Groups of settings"))
        groups.setFrameShape(QFrame.Shape.NoFrame)
        groups.setProperty("kind", "side")
        groups.setFixedWidth(_SIDE - 2 * _SIDE_EDGE)
        groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return groups

    def _make_rows(self) -> QWidget:
        inside = QWidget()
        set_surface(inside, "surface")
        layout = self._inside = QVBoxLayout(inside)
        layout.setContentsMargins(_ROWS_EDGE, 8, _ROWS_EDGE, 24)
        layout.setSpacing(0)
        layout.addWidget(self._none)
        for section, settings in groupby(SETTINGS, key=lambda one: one.key.split(".")[0]):
            heading = QLabel(group_title(section), inside)
            heading.setFont(self._theme.font(14, 600))
            heading.setContentsMargins(0, 20, 0, 8)
            layout.addWidget(heading)
            rows = [
                SettingRow(setting, self._theme, self._choices.get(setting.key, ()), inside)
                for setting in settings
            ]
            for row in rows:
                layout.addWidget(row)
                self.rows[row.setting.key] = row
            if section == "window" and self._quick_command:
                self._note = QuickKeyNote(self._quick_command, self._theme, inside)
                layout.addWidget(self._note)
            self._groups.append((heading, rows))
            self.groups.addItem(group_title(section))
        layout.addStretch(1)
        return inside

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setContentsMargins(_SIDE_EDGE, 16, _SIDE_EDGE, 12)
        side.setSpacing(12)
        side.addWidget(self.search)
        side.addWidget(self.groups, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(_SIDE_EDGE, 12, _ROWS_EDGE, 16)
        foot.setSpacing(8)
        # Below the settings, or where there is no room for that below the groups too.
        shrinks = QSizePolicy.Policy.Maximum
        beside = _SIDE + _ROWS_EDGE - _SIDE_EDGE
        foot.addSpacerItem(QSpacerItem(beside, 0, shrinks, QSizePolicy.Policy.Minimum))
        foot.addWidget(self.reset_all)
        foot.addWidget(self.keys)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.messages)
        right.addWidget(self._scroll, 1)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        columns.addLayout(side)
        columns.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(columns, 1)
        layout.addLayout(foot)
        self._use_width()

    def _use_width(self) -> None:
        """Put fields below their words where it is narrow."""
        narrow = self.width() < _NARROW
        for row in self.rows.values():
            row.set_narrow(narrow=narrow)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self._use_width()

    def _connect_signals(self) -> None:
        self.search.textChanged.connect(self._narrow)
        self.groups.setCurrentRow(0)
        self.groups.currentRowChanged.connect(self._go_to_group)
        self.groups.itemClicked.connect(lambda one: self._go_to_group(self.groups.row(one)))
        self._scroll.verticalScrollBar().valueChanged.connect(self._follow_scrolling)
        self.reset_all.clicked.connect(lambda _: self._reset_all())
        self.keys.clicked.connect(lambda _: self.shortcuts_wanted.emit())
        self.close_button.clicked.connect(self.accept)
        self._live.changed.connect(self._take_change)
        self._live.refused.connect(self._take_refusal)
        for row in self.rows.values():
            row.edited.connect(self._live.change)
            row.reset_wanted.connect(self._live.reset)
        self._narrow("")

    def _show_values(self) -> None:
        for key, row in self.rows.items():
            row.show_value(self._live.settings.value(key))
        self.reset_all.setEnabled(bool(self._changed() or self._before_reset))
        undo, reset = self.tr("Undo the reset"), self.tr("Reset all")
        self.reset_all.setText(undo if self._before_reset else reset)

    def _changed(self) -> dict[str, SettingValue]:
        settings = self._live.settings
        return {key: settings.value(key) for key in self.rows if not self._live.is_default(key)}

    def _reset_all(self) -> None:
        """Give every setting its default, or, right after that, what it had before."""
        before, taken_back = self._changed(), self._before_reset
        if taken_back:
            for key, value in taken_back.items():
                self._live.change(key, value)
        else:
            self._live.reset_all()
            self._before_reset = {} if self._changed() else before
        self._show_values()
        self.reset_all.setFocus()  # it could not be used for a moment

    def show_section(self, section: str) -> None:
        """Go to the settings whose keys begin with `section`."""
        for place, (_, rows) in enumerate(self._groups):
            if rows[0].setting.key.startswith(f"{section}."):
                self.groups.setCurrentRow(place)

    def _take_change(self, key: str) -> None:
        self._before_reset = {}  # what was reset is taken back at once, or not at all
        self._show_values()
        setting = self.rows[key].setting
        words = self.tr("Saved; {when}.").format(when=effect_in_words(setting.effect))
        self.messages.show_message(Message(words, is_warning=False, is_passing=True))

    def _take_refusal(self, sentence: str, hint: str) -> None:
        self._show_values()
        self.messages.show_message(Message(sentence, hint))

    def _narrow(self, words: str) -> None:
        found = False
        for heading, rows in self._groups:
            shown = [row for row in rows if row.matches(words)]
            for row in rows:
                row.setVisible(row in shown)
            heading.setVisible(bool(shown))
            found = found or bool(shown)
        if self._note is not None:
            self._note.setVisible(self._note.matches(words))
            found = found or self._note.matches(words)
        self._none.setVisible(not found)

    def _go_to_group(self, place: int) -> None:
        if place < 0:
            return
        self.search.clear()
        heading = self._groups[place][0]
        self._inside.activate()
        self._scroll.verticalScrollBar().setValue(heading.y())

    def _follow_scrolling(self, top: int) -> None:
        """Choose the group that stands at the top, unless the chosen one still begins in sight."""
        if self.search.text():
            return  # not all groups are there
        tops = [heading.y() for heading, _ in self._groups]
        current = tops[max(0, self.groups.currentRow())]
        if not top <= current < top + self._scroll.viewport().height():
            blocked = self.groups.blockSignals(True)
            self.groups.setCurrentRow(max(0, bisect_right(tops, top) - 1))
            self.groups.blockSignals(blocked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Enter in the search field from closing the dialog."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        return super().eventFilter(watched, event)
