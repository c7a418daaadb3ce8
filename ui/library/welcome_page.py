"""The first page: choose folders, or try the sample library."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QFileInfo, QStandardPaths, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.api import ModelStatus
from ui.i18n import counts
from ui.i18n.label_text import spaced_plain
from ui.i18n.message_catalogue import translated
from ui.library.folder_choice import FolderChoice
from ui.library.welcome_heading import WelcomeHeading
from ui.library.welcome_picture import WelcomePicture
from ui.theme import Theme
from ui.widgets.decoration import set_button_icon, set_surface

_LINE = 22
_HIGH = 680
_WIDE = 1024
_PICTURE_HIGH = 500
_ROOMY = 680
_USUAL = (
    QStandardPaths.StandardLocation.DocumentsLocation,
    QStandardPaths.StandardLocation.DownloadLocation,
    QStandardPaths.StandardLocation.DesktopLocation,
)


def _documents() -> Path:
    return Path(QStandardPaths.writableLocation(_USUAL[0]))


def usual_folders() -> list[Path]:
    """Return the folders in which people keep documents on this system, where there are any."""
    places = [QStandardPaths.writableLocation(place) for place in _USUAL]
    home = Path(QDir.homePath())
    found = [Path(place) for place in places if place and QFileInfo(place).isDir()]
    return [path for path in found if path != home]


class WelcomePage(QWidget):
    """Two halves: the folders at the left, the picture at the right.

    Signals:
        folders_chosen: a list of `Path` to be added.
        add_wanted: choose a folder by a dialog.
        sample_wanted: add the sample library.
    """

    folders_chosen = Signal(list)
    add_wanted = Signal()
    sample_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        folders: list[Path],
        *,
        has_sample: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown_model = ModelStatus("", "")
        self.start = QPushButton(self.tr("Start searching"), self)
        self.start.setProperty("kind", "primary")
        self.start.setProperty("room", "large")
        self.start.clicked.connect(lambda: self.folders_chosen.emit(self.chosen_folders()))
        self.sample = QPushButton(self.tr("Try the sample library"), self)
        self.sample.setProperty("room", "large")
        self.sample.clicked.connect(self.sample_wanted)
        self.sample.setVisible(has_sample)
        self._folders = FolderChoice(theme, self)  # reached by Tab after what is done most
        self._folders.changed.connect(self._count_chosen)
        self._folders.add_wanted.connect(self.add_wanted)
        self._model = QLabel(self)
        self._model.setTextFormat(Qt.TextFormat.PlainText)
        self._model.setWordWrap(True)
        self._model_sign = QLabel(self)
        self._lay_out()
        for folder in folders:
            self.offer_folder(folder, chosen=folder == _documents())
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self._count_chosen()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        left = QScrollArea(self)
        left.setWidgetResizable(True)
        left.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        left.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        left.setWidget(self._left_half())
        self._picture = self._right_half()
        # It needs no room: a window may be too small for it, also while another page is shown.
        self._picture.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._picture.hide()
        layout.addWidget(left, 760)
        layout.addWidget(self._picture, 680)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the picture out where the folders need the room."""
        super().resizeEvent(event)
        self._picture.setVisible(self.width() >= _WIDE and self.height() >= _PICTURE_HIGH)
        above, below = (72, 24) if self.height() >= _HIGH else (20, 12)
        self._column.setContentsMargins(4, above, 4, below)  # room for the focus ring
        edge = 32 if self.width() >= _ROOMY else 12
        self._around.setContentsMargins(edge, 0, edge, 0)

    def _left_half(self) -> QWidget:
        half = QWidget(self)
        set_surface(half, "surface")
        column = QWidget(half)
        column.setMaximumWidth(600)
        rows = self._column = QVBoxLayout(column)
        rows.setSpacing(0)
        rows.addLayout(self._name_row())
        rows.addSpacing(28)
        rows.addWidget(WelcomeHeading(self._theme, column))
        rows.addSpacing(10)
        promise = self.tr(
            "Choose folders. Files stay where they are, and nothing leaves this computer. "
            "Keyword search works within seconds; search by meaning follows in the "
            "background."
        )
        rows.addWidget(self._text(14, 400, "text2", spaced_plain(promise, _LINE)))
        rows.addSpacing(30)
        rows.addWidget(self._folders)
        rows.addSpacing(24)
        buttons = QHBoxLayout()
        buttons.setSpacing(12)
        buttons.addWidget(self.start)
        buttons.addWidget(self.sample)
        buttons.addStretch(1)
        rows.addLayout(buttons)
        rows.addStretch(1)
        outer = QHBoxLayout(half)
        self._around = outer
        outer.addStretch(1)
        outer.addWidget(column, 12)
        outer.addStretch(1)
        return half

    def _name_row(self) -> QHBoxLayout:
        self._mark = QLabel(self)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(self._mark)
        row.addWidget(self._text(16, 600, "", self.tr("Twofold")), 1)
        return row

    def _text(self, size: int, weight: int, tone: str, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(size, weight))
        label.setProperty("tone", tone)
        label.setWordWrap(True)
        return label

    def _right_half(self) -> QWidget:
        half = QWidget(self)
        set_surface(half, "sunken")
        box = QFrame(half)
        box.setProperty("surface", "panel")
        box.setMaximumWidth(516)
        inside = QHBoxLayout(box)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(12)
        inside.addWidget(self._model_sign)
        inside.addWidget(self._model, 1)
        self._model_box = box
        layout = QVBoxLayout(half)
        layout.setContentsMargins(32, 48, 32, 48)
        layout.addStretch(1)
        layout.addWidget(WelcomePicture(self._theme, half), 4)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(box, 20)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addStretch(1)
        return half

    def offer_folder(self, path: Path, *, chosen: bool) -> None:
        """Put a folder into the list."""
        self._folders.offer(path, chosen=chosen)

    @property
    def model_words(self) -> str:
        """What is said of the language model."""
        return self._model.text()

    def chosen_folders(self) -> list[Path]:
        """Return the folders with a check."""
        return self._folders.chosen()

    def _count_chosen(self) -> None:
        chosen = len(self.chosen_folders())
        self.start.setEnabled(chosen > 0)
        self.start.setAccessibleDescription(counts.folders(chosen))

    def show_model(self, model: ModelStatus) -> None:
        """Say whether search by meaning is ready."""
        self._shown_model = model
        if model.problem:
            words, icon, tone = translated(model.problem), "triangle-alert", "warn"
        elif not model.ready:
            words = self.tr("The language model is being prepared; keywords work meanwhile.")
            icon, tone = "loader", "text2"
        else:
            title = model.title or model.name
            words = self.tr("The language model is ready: {title}").format(title=title)
            icon, tone = "circle-check", "ok"
        self._model.setText(words)
        self._model_sign.setPixmap(self._theme.pixmap(icon, tone, 20, self.devicePixelRatioF()))

    def _apply_theme(self) -> None:
        self.show_model(self._shown_model)
        self._mark.setPixmap(self._theme.app_mark(28, self.devicePixelRatioF()))
        set_button_icon(self.sample, self._theme, "book-open", "text2", 16)
