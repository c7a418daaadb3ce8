"""The settings dialog, generated from the declarations of the settings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpacerItem,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import SETTINGS, Setting
from twofold.ui.i18n.translation import tr
from twofold.ui.settings.live_settings import LiveSettings
from twofold.ui.settings.setting_row import (
    Choices,
    SettingRow,
    choice_label,
    effect_label,
    group_title,
    matches,
)
from twofold.ui.theme import Theme
from twofold.ui.theme.resource_files import window_languages
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import set_surface
from twofold.ui.widgets.dialogs import BaseDialog, ResetAllButton, search_field
from twofold.ui.widgets.messages import BarMessage, MessageBar

_SIDE = 184
_SIDE_EDGE = 12
_EDGE = 24
_NARROW = 532


def _section(setting: Setting) -> str:
    return setting.key.split(".")[0]


SECTIONS = tuple(dict.fromkeys(map(_section, SETTINGS)))


class SettingsDialog(BaseDialog):
    """Groups and a search field on the left, the settings of one group on the right.

    A change is saved immediately. If it takes effect later, the row of the setting says when.
    `models` are the names and titles of the available models; `quick_command` is the command that
    opens quick search.
    """

    def __init__(
        self,
        live: LiveSettings,
        theme: Theme,
        models: Choices = (),
        parent: QWidget | None = None,
        *,
        quick_command: str = "",
        show_shortcuts: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(tr("Settings"), parent, size=(860, 640))
        self._live, self._theme = live, theme
        # Choices that the declarations of the settings do not contain.
        self._choices: dict[str, Choices] = {
            "embedding.model": models,
            "window.language": tuple(
                (code, choice_label(code)) for code in ("system", *window_languages())
            ),
        }
        self.rows: dict[str, SettingRow] = {}
        self.note = QuickKeyNote(quick_command, theme) if quick_command else None
        self.search = search_field(tr("Search settings"), self)
        self.search.installEventFilter(self)
        self.groups = self._make_group_list()
        self.pages = QStackedWidget(self)
        for _ in SECTIONS:
            self.pages.addWidget(_Page(self))
        none = self.none = QLabel(tr("No settings found."), self)
        none.setProperty("tone", "text2")
        none.setContentsMargins(_EDGE, 20, _EDGE, 0)
        none.setAlignment(Qt.AlignmentFlag.AlignTop)
        set_surface(none, "surface")
        self.pages.addWidget(none)
        self.messages = MessageBar(theme, self.pages)
        self.reset_all = ResetAllButton(self._reset_all, lambda: bool(live.changed_values()), self)
        self.keys = QPushButton(tr("Keyboard shortcuts…"), self)
        self.keys.setAutoDefault(False)  # Enter confirms the field
        self._lay_out()
        self.search.textChanged.connect(self._filter)
        self.groups.currentRowChanged.connect(self._show_group)
        if show_shortcuts is not None:
            self.keys.clicked.connect(show_shortcuts)
        live.changed.connect(self._on_change)
        live.refused.connect(self._on_refusal)
        self.reset_all.refresh()
        self.groups.setCurrentRow(0)
        self.search.setFocus()

    def _make_group_list(self) -> QListWidget:
        groups = QListWidget(self)
        groups.setAccessibleName(tr("Groups of settings"))
        groups.setFrameShape(QFrame.Shape.NoFrame)
        groups.setProperty("kind", "side")
        groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        groups.ensurePolished()  # the row height depends on the style
        groups.addItems([group_title(section) for section in SECTIONS])
        groups.setFixedWidth(max(_SIDE, groups.sizeHintForColumn(0) + 2 * _SIDE_EDGE))
        return groups

    def _lay_out(self) -> None:
        edges = (_SIDE_EDGE, 16, _SIDE_EDGE, 12)
        side = layouts.column(self.search, (self.groups, 1), margins=edges, spacing=12)
        foot = self.foot_row(self.reset_all, self.keys)
        foot.setContentsMargins(_SIDE_EDGE, 12, _EDGE, 16)
        # Below the settings; if space is short, also below the groups.
        shrinks = QSizePolicy.Policy.Maximum
        beside = self.groups.width() + _SIDE_EDGE + _EDGE
        foot.insertSpacerItem(0, QSpacerItem(beside, 0, shrinks, QSizePolicy.Policy.Minimum))
        layouts.column((layouts.row(side, (self.pages, 1)), 1), foot, parent=self)

    def show_section(self, section: str) -> None:
        """Show the settings whose keys start with `section`."""
        if section in SECTIONS:
            self.search.clear()
            self.groups.setCurrentRow(SECTIONS.index(section))

    def _show_group(self, place: int) -> None:
        page = self.pages.widget(place)
        if isinstance(page, _Page):
            if page.is_empty:
                self._fill(page, SECTIONS[place])
            self.pages.setCurrentWidget(page)

    def _fill(self, page: _Page, section: str) -> None:
        heading = QLabel(group_title(section))
        heading.setFont(self._theme.font(14, 600))
        heading.setContentsMargins(0, 20, 0, 8)
        page.add(heading)
        stops: list[QWidget] = []
        for setting in SETTINGS:
            if _section(setting) == section:
                choices = self._choices.get(setting.key, ())
                row = SettingRow(setting, self._live, self._theme, choices, page)
                row.setVisible(matches(setting, self.search.text()))
                self.rows[setting.key] = row
                page.add(row)
                stops += [row.field, row.reset]
        if section == "window" and self.note is not None:
            page.add(self.note)
            stops += [self.note.command, self.note.copy]
        stops += [self.reset_all, self.keys, self.close_button]  # created before the rows
        for before, after in pairwise(stops):
            self.setTabOrder(before, after)

    def _filter(self, words: str) -> None:
        """Show the rows and groups that match all words, or a message if none does."""
        found = {_section(setting) for setting in SETTINGS if matches(setting, words)}
        if self.note is not None:
            self.note.setVisible(self.note.matches(words))
            found |= {"window"} if self.note.matches(words) else set()
        for row in self.rows.values():
            row.setVisible(matches(row.setting, words))
        for place, section in enumerate(SECTIONS):
            self.groups.setRowHidden(place, section not in found)
        if not found:
            self.pages.setCurrentWidget(self.none)
        elif SECTIONS[self.groups.currentRow()] in found:
            self._show_group(self.groups.currentRow())
        else:
            self.groups.setCurrentRow(min(map(SECTIONS.index, found)))

    def _reset_all(self) -> Callable[[], None] | None:
        before = self._live.changed_values()
        self._live.reset_all()
        return None if self._live.changed_values() else lambda: self._live.change_all(before)

    def _on_change(self, key: str) -> None:
        self.reset_all.refresh()
        effect = next(one.effect for one in SETTINGS if one.key == key)
        words = tr("Saved; {when}.").format(when=effect_label(effect))
        self.messages.show_message(BarMessage(words, is_warning=False, is_passing=True))

    def _on_refusal(self, sentence: str, hint: str) -> None:
        self.messages.show_message(BarMessage(sentence, hint))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Prevent Enter in the search field from closing the dialog."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        return super().eventFilter(watched, event)


class _Page(QScrollArea):
    """The settings of one group, filled when it is first shown."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = self._inside = QWidget()
        set_surface(inside, "surface")
        self._lines = QVBoxLayout(inside)
        self._lines.setContentsMargins(_EDGE, 8, _EDGE, 24)
        self._lines.setSpacing(0)
        self._lines.addStretch(1)
        self.setWidget(inside)

    @property
    def is_empty(self) -> bool:
        """Whether no rows have been added yet."""
        return self._lines.count() == 1

    def add(self, line: QWidget) -> None:
        """Add a row below the others."""
        self._lines.insertWidget(self._lines.count() - 1, line)
        self._use_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put fields below their descriptions if the page is narrow."""
        super().resizeEvent(event)
        self._use_width()

    def _use_width(self) -> None:
        for row in self._inside.findChildren(SettingRow):
            row.set_narrow(narrow=self.width() < _NARROW)


class QuickKeyNote(QFrame):
    """The command to bind to a global shortcut that opens quick search.

    Twofold cannot register a global shortcut on every system: Wayland leaves this to the system
    settings, which work everywhere.
    """

    def __init__(self, command: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("edge", "top")
        words = self._words = QLabel(
            tr(
                "To search from anywhere, assign a shortcut to this command in the keyboard "
                "settings of your system:"
            ),
            self,
        )
        words.setFont(theme.font(13))
        words.setWordWrap(True)
        self.command = QLineEdit(command, self)
        self.command.setReadOnly(True)
        self.command.setFont(theme.font(12, mono=True))
        self.command.setCursorPosition(0)
        self.command.setAccessibleName(tr("Quick search command"))
        words.setBuddy(self.command)
        self.copy = QPushButton(tr("Copy"), self)
        self.copy.setAccessibleName(tr("Copy the quick search command"))
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
        """Return whether the text and the command contain all `words`."""
        text = f"{self._words.text()} {self.command.text()}".casefold()
        return all(word in text for word in words.casefold().split())
