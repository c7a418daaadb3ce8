"""The left column of the library page: back to the search, and where things are on the page."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import Qt, Signal
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

from engine.api import LibraryStatus
from ui.filters.column import ColumnHead
from ui.i18n.formatting import file_size, grouped
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.decoration import GAP, restyle, set_button_icon, set_surface

WIDTH = 240
NARROW_WIDTH = 64
_QT_GAP = 4  # between the icon of a button and its words


class Part(IntEnum):
    """The parts of the page that have a row, from the top."""

    FOLDERS = 0
    NOT_INDEXED = 1
    MODEL = 2


class LibraryRail(QFrame):
    """Head, `back`, and a row for each part of the page.

    Signals:
        part_wanted: the `Part` whose row was clicked.
    """

    part_wanted = Signal(object)

    def __init__(
        self, theme: Theme, menu: QMenu, back: QPushButton, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setProperty("edge", "right")
        set_surface(self, "window")
        self.setFixedWidth(WIDTH)
        self._rows = QButtonGroup(self)
        self._signs: list[tuple[QPushButton, str, QLabel]] = []
        self._words: list[tuple[QPushButton, str]] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 1, 0)
        self._column.setSpacing(0)
        self._head = ColumnHead(theme, menu, self)
        self._column.addWidget(self._head)
        self._back = back
        self._column.addLayout(self._back_row(back))
        self._column.addSpacing(12)
        self._folders = self._row(tr("Folders"), "folder")
        self._failures = self._row(tr("Not indexed"), "file-x")
        self._row(tr("Meaning model"), "blend")
        self._column.addWidget(self._storage_row())
        self._column.addStretch(1)
        self.choose(Part.FOLDERS)
        self._rows.idClicked.connect(lambda row: self.part_wanted.emit(Part(row)))
        self._rows.idToggled.connect(lambda *_: self._apply_theme())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab stops, from the top."""
        return (self._head.gear, self._back, *self._rows.buttons())

    def _back_row(self, back: QPushButton) -> QHBoxLayout:
        self._back_words = back.text()
        key = self._key = QLabel(tr("Esc"), self)
        key.setProperty("kind", "key")
        key.setIndent(0)
        key.setFont(self._theme.font(11))
        room = WIDTH - back.sizeHint().width() - 64  # beside it and its icon
        self._has_key = key.sizeHint().width() <= room  # in some languages there is none
        key.setVisible(self._has_key)
        row = self._top_row = QHBoxLayout()
        row.setContentsMargins(12, 8, 16, 0)
        row.addWidget(back)
        row.addStretch(1)
        row.addWidget(key, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _row(self, words: str, icon: str) -> QLabel:
        """Add a row and return the label of its count."""
        row = QPushButton(words, self)
        row.setProperty("kind", "side_row")
        row.setCheckable(True)
        number = self._number(row)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(0, 0, 12, 0)
        inside.addStretch(1)
        inside.addWidget(number)
        self._rows.addButton(row, len(self._signs))
        self._signs.append((row, icon, number))
        self._words.append((row, words))
        around = QHBoxLayout()
        around.setContentsMargins(8, 0, 8, 0)
        around.addWidget(row)
        self._column.addLayout(around)
        return number

    def _number(self, parent: QWidget) -> QLabel:
        number = QLabel(parent)
        number.setFont(self._theme.font(11, tabular=True))
        number.setProperty("tone", "text3")
        return number

    def _storage_row(self) -> QFrame:
        row = self._storage = QFrame(self)
        self._sign = QLabel(row)
        words = self._storage_words = QLabel(tr("Storage"), row)
        self._size = self._number(row)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(20, 8, 20, 8)
        inside.setSpacing(GAP + _QT_GAP)
        inside.addWidget(self._sign)
        inside.addWidget(words, 1)
        inside.addWidget(self._size)
        return row

    @property
    def chosen(self) -> Part:
        """The part at which one is."""
        return Part(self._rows.checkedId())

    def choose(self, part: Part) -> None:
        """Show at which part of the page one is."""
        self._rows.button(part).setChecked(True)

    def show_status(self, status: LibraryStatus, folders: int) -> None:
        """Show how many folders and files that are not indexed there are, and the size."""
        self._folders.setText(grouped(folders))
        self._failures.setText(grouped(status.documents_failed))
        self._size.setText(file_size(status.size_bytes))

    def set_narrow(self, *, narrow: bool) -> None:
        """Show icons alone; their words are in the tips then, and told to screen readers."""
        self.setFixedWidth(NARROW_WIDTH if narrow else WIDTH)
        self._head.set_narrow(narrow=narrow)
        self._top_row.setContentsMargins(*((8, 8, 8, 0) if narrow else (12, 8, 16, 0)))
        self._key.setVisible(self._has_key and not narrow)
        for row, words in (*self._words, (self._back, self._back_words)):
            row.setText("" if narrow else words)
            row.setAccessibleName(words)
            row.setToolTip(words if narrow else "")
        for part in (self._folders, self._failures, self._storage_words, self._size):
            part.setVisible(not narrow)
        self._storage.setToolTip(f"{self._storage_words.text()}: {self._size.text()}")

    def _apply_theme(self) -> None:
        for row, icon, number in self._signs:
            chosen = row.isChecked()
            set_button_icon(row, self._theme, icon, "accent" if chosen else "text2", 16)
            number.setProperty("tone", "accent" if chosen else "text3")
            restyle(number)
        ratio = self.devicePixelRatioF()
        self._sign.setPixmap(self._theme.pixmap("hard-drive", "text2", 16, ratio))
