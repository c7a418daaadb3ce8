"""The settings dialog, made from the metadata of the settings."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from engine.api import SETTINGS, SettingValue
from ui.settings.live_settings import LiveSettings
from ui.settings.setting_list import EDGE, SECTIONS, Choices, SettingList
from ui.settings.setting_words import effect_in_words, group_title
from ui.theme import Theme
from ui.widgets.dialogs import fit_to_screen
from ui.widgets.messages import Message, MessageBar

_SIDE = 208
_SIDE_EDGE = 12
_NARROW = 740


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
        self.setWindowTitle(self.tr("Settings"))
        fit_to_screen(self, 860, 640)
        self.search = self._make_search()
        self.groups = self._make_group_list()
        self.list = SettingList(live, theme, choices or {}, quick_command, self)
        self.messages = MessageBar(theme, self)
        self._before_reset: dict[str, SettingValue] = {}
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
        groups.ensurePolished()  # rows that are measured before the style is known stay too low
        groups.addItems([group_title(section) for section in SECTIONS])
        return groups

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setContentsMargins(_SIDE_EDGE, 16, _SIDE_EDGE, 12)
        side.setSpacing(12)
        side.addWidget(self.search)
        side.addWidget(self.groups, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(_SIDE_EDGE, 12, EDGE, 16)
        foot.setSpacing(8)
        # Below the settings, or where there is no room for that below the groups too.
        shrinks = QSizePolicy.Policy.Maximum
        beside = _SIDE + EDGE - _SIDE_EDGE
        foot.addSpacerItem(QSpacerItem(beside, 0, shrinks, QSizePolicy.Policy.Minimum))
        foot.addWidget(self.reset_all)
        foot.addWidget(self.keys)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.messages)
        right.addWidget(self.list, 1)
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
        self.list.set_narrow(narrow=self.width() < _NARROW)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the room there is."""
        super().resizeEvent(event)
        self._use_width()

    def _connect_signals(self) -> None:
        self.search.textChanged.connect(self.list.narrow)
        self.groups.setCurrentRow(0)
        self.groups.currentRowChanged.connect(self._go_to_group)
        self.groups.itemClicked.connect(lambda one: self._go_to_group(self.groups.row(one)))
        self.list.grown.connect(self._put_buttons_after)
        self.list.group_reached.connect(self._show_group)
        self.reset_all.clicked.connect(lambda _: self._reset_all())
        self.keys.clicked.connect(lambda _: self.shortcuts_wanted.emit())
        self.close_button.clicked.connect(self.accept)
        self._live.changed.connect(self._take_change)
        self._live.refused.connect(self._take_refusal)

    def _put_buttons_after(self, stop: QWidget) -> None:
        """Let Tab come to the buttons last, also from rows that were made after them."""
        for button in (self.reset_all, self.keys, self.close_button):
            self.setTabOrder(stop, button)
            stop = button

    def _show_values(self) -> None:
        self.list.show_values()
        self.reset_all.setEnabled(bool(self._changed() or self._before_reset))
        undo, reset = self.tr("Undo the reset"), self.tr("Reset all")
        self.reset_all.setText(undo if self._before_reset else reset)

    def _changed(self) -> dict[str, SettingValue]:
        keys = (one.key for one in SETTINGS if not self._live.is_default(one.key))
        return {key: self._live.settings.value(key) for key in keys}

    def _reset_all(self) -> None:
        """Give every setting its default, or, right after that, what it had before."""
        before, taken_back = self._changed(), self._before_reset
        if taken_back:
            self._live.change_all(taken_back)
        else:
            self._live.reset_all()
            self._before_reset = {} if self._changed() else before
        self._show_values()
        self.reset_all.setFocus()  # it could not be used for a moment

    def show_section(self, section: str) -> None:
        """Go to the settings whose keys begin with `section`."""
        if section in SECTIONS:
            self.groups.setCurrentRow(SECTIONS.index(section))

    def _take_change(self, key: str) -> None:
        self._before_reset = {}  # what was reset is taken back at once, or not at all
        self._show_values()
        effect = next(one.effect for one in SETTINGS if one.key == key)
        words = self.tr("Saved; {when}.").format(when=effect_in_words(effect))
        self.messages.show_message(Message(words, is_warning=False, is_passing=True))

    def _take_refusal(self, sentence: str, hint: str) -> None:
        self._show_values()
        self.messages.show_message(Message(sentence, hint))

    def _go_to_group(self, place: int) -> None:
        if place >= 0:
            self.search.clear()
            self.list.go_to(place)

    def _show_group(self, place: int) -> None:
        """Choose the group that scrolling has led to, and stay there."""
        blocked = self.groups.blockSignals(True)
        self.groups.setCurrentRow(place)
        self.groups.blockSignals(blocked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep Enter in the search field from closing the dialog."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        return super().eventFilter(watched, event)
