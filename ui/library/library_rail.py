"""The left column of the library page: back to the search, and links to parts of the page."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import LibraryStatus
from twofold.ui.filters.column import ColumnHead
from twofold.ui.i18n.formatting import file_size, grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import GAP, make_label, restyle, set_button_icon, set_surface


class Part(IntEnum):
    """The parts of the page with a row in the rail, from top to bottom."""

    FOLDERS = 0
    NOT_INDEXED = 1
    MODEL = 2


WIDTH = 240
NARROW_WIDTH = 64
_QT_GAP = 4  # between icon and text of a button


class LibraryRail(QFrame):
    """The left column: the back button, and a row for each part of the page."""

    def __init__(self, theme: Theme, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("edge", "right")
        set_surface(self, "window")
        self.setFixedWidth(WIDTH)
        self.head = ColumnHead(theme, menu, self)
        self.back = QPushButton(tr("Back to search"), self)
        self.back.setProperty("kind", "flat")
        set_button_icon(self.back, theme, "arrow-left", "accent", 16)
        self._words = {self.back: self.back.text()}
        self.rows = QButtonGroup(self)  # their ids are those of `Part`
        self._icons = ("folder", "file-x", "blend")
        self._numbers: list[QLabel] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 1, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self._column.addLayout(self._back_row())
        self._column.addSpacing(12)
        for words in (tr("Folders"), tr("Not indexed"), tr("Semantic model")):
            self._add_row(words)
        self._column.addWidget(self._storage_row())
        self._column.addStretch(1)
        self.choose(Part.FOLDERS)
        self.rows.idToggled.connect(lambda *_: self._apply_theme())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in tab order."""
        return (self.head.switch, self.head.gear, self.back, *self.rows.buttons())

    def _back_row(self) -> QHBoxLayout:
        key = self._key = make_label(self._theme, self, tr("Esc"), size=11)
        key.setProperty("kind", "key")
        key.setIndent(0)
        available = WIDTH - self.back.sizeHint().width() - 64  # beside it and its icon
        self._has_key = key.sizeHint().width() <= available  # depends on the language
        key.setVisible(self._has_key)
        row = self._top_row = QHBoxLayout()
        row.setContentsMargins(12, 8, 16, 0)
        row.addWidget(self.back)
        row.addStretch(1)
        row.addWidget(key, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _add_row(self, words: str) -> None:
        row = QPushButton(words, self)
        row.setProperty("kind", "side_row")
        row.setCheckable(True)
        self._words[row] = words
        number = make_label(self._theme, row, size=11, tone="text3")
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 12, 0)
        inside.addStretch(1)
        inside.addWidget(number)
        self.rows.addButton(row, len(self._numbers))
        self._numbers.append(number)
        around = QHBoxLayout()
        around.setContentsMargins(8, 0, 8, 0)
        around.addWidget(row)
        self._column.addLayout(around)

    def _storage_row(self) -> QFrame:
        row = self._storage = QFrame(self)
        self._sign = QLabel(row)
        words = self._storage_words = QLabel(tr("Storage"), row)
        self._size = make_label(self._theme, row, size=11, tone="text3")
        inside = QHBoxLayout(row)
        inside.setContentsMargins(20, 8, 20, 8)
        inside.setSpacing(GAP + _QT_GAP)
        inside.addWidget(self._sign)
        inside.addWidget(words, 1)
        inside.addWidget(self._size)
        return row

    @property
    def chosen(self) -> Part:
        """The current part of the page."""
        return Part(self.rows.checkedId())

    def choose(self, part: Part) -> None:
        """Mark `part` as the current part of the page."""
        self.rows.button(part).setChecked(True)

    def show_status(self, status: LibraryStatus, folders: int) -> None:
        """Show the numbers of folders and of files that are not indexed, and the size."""
        self._numbers[Part.FOLDERS].setText(grouped(folders))
        self._numbers[Part.NOT_INDEXED].setText(grouped(status.documents_failed))
        self._size.setText(file_size(status.size_bytes))

    def set_narrow(self, *, narrow: bool) -> None:
        """Show only icons, with the texts as tooltips and accessible names."""
        self.setFixedWidth(NARROW_WIDTH if narrow else WIDTH)
        self.head.set_narrow(narrow=narrow)
        self._top_row.setContentsMargins(*((8, 8, 8, 0) if narrow else (12, 8, 16, 0)))
        self._key.setVisible(self._has_key and not narrow)
        for button, words in self._words.items():
            button.setText("" if narrow else words)
            button.setAccessibleName(words)
            button.setToolTip(words if narrow else "")
        for part in (*self._numbers, self._storage_words, self._size):
            part.setVisible(not narrow)
        self._storage.setToolTip(f"{self._storage_words.text()}: {self._size.text()}")

    def _apply_theme(self) -> None:
        for row, icon, number in zip(self.rows.buttons(), self._icons, self._numbers, strict=True):
            chosen = row.isChecked()
            set_button_icon(row, self._theme, icon, "accent" if chosen else "text2", 16)
            number.setProperty("tone", "accent" if chosen else "text3")
            restyle(number)
        ratio = self.devicePixelRatioF()
        self._sign.setPixmap(self._theme.pixmap("hard-drive", "text2", 16, ratio))
