"""Choosing folders on the welcome page, and dropping them on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFont, QFontMetrics
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui.i18n.label_text import button_words, one_line, plain_tip
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon


class FolderDrop(QObject):
    """Lets a widget take dropped folders.

    Whether a path is a folder is the engine's business, as asking a network drive may take long.

    Signals:
        dropped: a list of `Path`.
    """

    dropped = Signal(list)

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Accept what comes from the file manager, and not a hit of our own that is let go here."""
        if isinstance(event, QDropEvent) and event.source() is not None:
            return False
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self.dropped.emit(_local_paths(event.mimeData()))
            event.acceptProposedAction()
            return True
        if isinstance(event, QDragEnterEvent) and _local_paths(event.mimeData()):
            event.acceptProposedAction()
            return True
        return False


def _local_paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


_ROW = 52
_WIDEST = 470


class FolderChoice(QFrame):
    """Folders with a box to check, how many are chosen, and a button for another one.

    Signals:
        changed: other folders are chosen.
    """

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._boxes: list[tuple[QCheckBox, Path]] = []
        self.setProperty("surface", "panel")
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._number = self._label(12, 400, "text3", "")
        self.add = QPushButton(self)
        self.add.setProperty("kind", "flat")
        self._lay_out()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self._show_number()

    def _label(self, size: int, weight: int, tone: str, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(size, weight))
        label.setProperty("tone", tone)
        return label

    def _lay_out(self) -> None:
        title = self._label(13, 600, "", tr("Folders to search"))
        drop = self._label(12, 400, "text3", tr("or drop it on this window"))
        for words in (title, drop):
            words.setWordWrap(True)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 12)
        head.addWidget(title, 1)
        head.addWidget(self._number)
        foot_row = QFrame(self)
        foot_row.setProperty("edge", "top")
        foot = QHBoxLayout(foot_row)
        foot.setContentsMargins(8, 5, 16, 5)
        foot.addWidget(self.add)
        foot.addWidget(drop, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._rows)
        layout.addWidget(foot_row)

    def offer(self, path: Path, *, chosen: bool) -> None:
        """Put a folder into the list, once; one that stands there may be `chosen` now."""
        for box, known in self._boxes:
            if path == known:
                box.setChecked(chosen or box.isChecked())
                return
        row = QFrame(self)
        row.setProperty("edge", "top")
        row.setMinimumHeight(_ROW)
        row.setToolTip(plain_tip(str(path)))
        box = QCheckBox(row)
        box.setFont(self._theme.font(13, 500))
        box.setText(button_words(_elided(path.name or str(path), box.font())))
        box.setChecked(chosen)
        box.toggled.connect(self._on_change)
        where = QLabel(row)
        where.setTextFormat(Qt.TextFormat.PlainText)
        where.setFont(self._theme.font(11, mono=True))
        where.setText(_elided(_short(path), where.font()))
        where.setProperty("tone", "text2")
        where.setContentsMargins(49, 0, 0, 0)
        layout = QVBoxLayout(row)
        layout.setContentsMargins(16, 6, 16, 6)
        layout.setSpacing(2)
        layout.addWidget(box)
        layout.addWidget(where)
        self._rows.addWidget(row)
        self._boxes.append((box, path))
        self._on_change()

    def chosen(self) -> list[Path]:
        """Return the folders with a check."""
        return [path for box, path in self._boxes if box.isChecked()]

    def _on_change(self) -> None:
        self._dress_signs()
        self._show_number()
        self.changed.emit()

    def _show_number(self) -> None:
        words = tr("{chosen} of {all} chosen") if self._boxes else ""
        self._number.setText(words.format(chosen=len(self.chosen()), all=len(self._boxes)))
        another, first = tr("Add another folder…"), tr("Add a folder…")
        self.add.setText(another if self._boxes else first)

    def _apply_theme(self) -> None:
        set_button_icon(self.add, self._theme, "folder-plus", "accent", 16)
        self._dress_signs()

    def _dress_signs(self) -> None:
        for box, _ in self._boxes:
            tone = "accent" if box.isChecked() else "text2"
            set_button_icon(box, self._theme, "folder", tone, 16)


def _elided(text: str, font: QFont) -> str:
    return QFontMetrics(font).elidedText(one_line(text), Qt.TextElideMode.ElideMiddle, _WIDEST)


def _short(path: Path) -> str:
    home = Path(QDir.homePath())
    is_inside = home != Path(home.anchor) and path.is_relative_to(home)
    return f"~/{path.relative_to(home).as_posix()}" if is_inside else str(path)
