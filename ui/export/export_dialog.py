"""The export dialog: formats, a live preview, and where to save."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import ExportFormat, SearchResponse
from ui.button_icon import set_button_icon
from ui.export.export_controller import ExportController
from ui.export.format_column import FormatColumn
from ui.plain_words import button_words, plain_tip
from ui.surface import set_surface
from ui.theme import Theme


class ExportDialog(QDialog):
    """Takes hits out of the window; the engine renders and writes them.

    Signals:
        saved: the path of the file written.
    """

    saved = Signal(object)

    def __init__(
        self,
        controller: ExportController,
        theme: Theme,
        response: SearchResponse,
        selected: tuple[str, ...],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._theme = theme
        self._response = response
        self._selected = selected
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        self._folder = Path(QStandardPaths.writableLocation(documents) or Path.home())
        self.setWindowTitle(self.tr("Export passages"))
        self.setModal(True)
        self.setMinimumSize(800, 560)
        self.resize(1008, 756)
        self.scope = QButtonGroup(self)
        self.formats = FormatColumn(theme, sum(hit.stale for hit in response.hits), self)
        self.preview = QPlainTextEdit(self)
        self.name = QLineEdit(self)
        self.message = QLabel(self)
        self.save = QPushButton(self.tr("Save"), self)
        self.replace = QPushButton(self.tr("Replace the file"), self)
        self.replace.hide()
        self._saving = False
        self._lay_out()
        self._connect_signals()
        self._format_changed()
        self.name.setCursorPosition(0)
        self.save.setFocus()

    # Layout

    def _lay_out(self) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.formats)
        middle.addWidget(self._preview_column(), 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._head())
        layout.addLayout(middle, 1)
        layout.addWidget(self._foot())

    def _head(self) -> QFrame:
        head = QFrame(self)
        head.setProperty("edge", "bottom")
        title = QLabel(self.tr("Export passages"), head)
        title.setFont(self._theme.font(16, 600))
        segments = QFrame(head)
        segments.setProperty("kind", "segments")
        row = QHBoxLayout(segments)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        counts = (len(self._selected), len(self._response.hits))
        for number, words in enumerate((self.tr("Selected {n}"), self.tr("All {n}"))):
            button = QToolButton(segments)
            button.setProperty("kind", "segment")
            button.setText(words.format(n=counts[number]))
            button.setCheckable(True)
            self.scope.addButton(button, number)
            row.addWidget(button)
        self.scope.button(0).setEnabled(bool(self._selected))
        self.scope.button(0 if self._selected else 1).setChecked(True)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(20, 10, 16, 10)
        layout.addWidget(title, 1)
        layout.addWidget(segments)
        return head

    def _preview_column(self) -> QWidget:
        desk = QWidget(self)
        set_surface(desk, "desk")
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(self.tr("Preview of the export"))
        self.preview.setFont(self._theme.font(12, mono=True))
        self.preview.document().setDocumentMargin(24)
        layout = QVBoxLayout(desk)
        layout.setContentsMargins(24, 20, 24, 0)
        layout.addWidget(self.preview)
        return desk

    def _foot(self) -> QFrame:
        foot = QFrame(self)
        foot.setProperty("edge", "top")
        self.name.setText(f"{_file_stem(self._response.request.query)}.md")
        self.name.setFont(self._theme.font(12, mono=True))
        self.name.setMinimumWidth(260)
        label = QLabel(self.tr("Save as"), foot)
        label.setBuddy(self.name)
        self.name.setAccessibleName(self.tr("Save as"))
        self._where = QPushButton(foot)
        self._where.setProperty("kind", "flat")
        self._show_folder()
        cancel = QPushButton(self.tr("Cancel"), foot)
        cancel.clicked.connect(self.reject)
        self.copy = QPushButton(self.tr("Copy"), foot)
        set_button_icon(self.copy, self._theme, "copy", "text2", 14)
        self.save.setProperty("kind", "primary")
        self.save.setDefault(True)
        self.message.setProperty("tone", "danger")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setWordWrap(True)
        self.message.setFont(self._theme.font(12))
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (label, self.name, self._where):
            row.addWidget(widget)
        row.addWidget(self.message, 1)
        for widget in (cancel, self.copy, self.replace, self.save):
            row.addWidget(widget)
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(20, 12, 16, 12)
        layout.addLayout(row)
        return foot

    # Behaviour

    def _connect_signals(self) -> None:
        self.formats.format_chosen.connect(self._format_changed)
        self.scope.idClicked.connect(self._render)
        self._where.clicked.connect(self._choose_folder)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.replace.clicked.connect(lambda _: self._write(overwrite=True))
        self.name.textChanged.connect(self._forget_question)
        self._controller.rendered.connect(self.preview.setPlainText)
        self._controller.written.connect(self._written)
        self._controller.failed.connect(self._failed)

    @property
    def format(self) -> ExportFormat:
        """The chosen format."""
        return self.formats.format

    @property
    def target(self) -> Path:
        """Where the file is to be written."""
        return self._folder / self.name.text()

    def _chunk_ids(self) -> tuple[str, ...]:
        if self.scope.checkedId() == 0:
            return self._selected
        return tuple(hit.chunk_id for hit in self._response.hits)

    def _format_changed(self, *_: object) -> None:
        stem = self.name.text().rpartition(".")[0] or self.name.text()
        self.name.setText(f"{stem}{self.format.extension}")
        self._render()

    def _render(self, *_: object) -> None:
        self._saving = False
        self._forget_question()
        self._controller.render(self.format, self._response, self._chunk_ids())

    def _show_folder(self) -> None:
        self._where.setText(self.tr("in {folder}").format(folder=button_words(self._folder.name)))
        self._where.setToolTip(plain_tip(str(self._folder)))

    def _choose_folder(self) -> None:
        dialog = QFileDialog(self, self.tr("Save in"), str(self._folder))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.set_folder)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def set_folder(self, folder: str) -> None:
        """Save into another folder."""
        self._folder = Path(folder)
        self._forget_question()
        self._show_folder()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.preview.toPlainText())

    def _save(self) -> None:
        self._write(overwrite=False)

    def _write(self, *, overwrite: bool) -> None:
        self._saving = True
        self._controller.write(
            self.format, self._response, self._chunk_ids(), self.target, overwrite=overwrite
        )

    def _written(self, target: Path) -> None:
        self.saved.emit(target)
        self.accept()

    def _failed(self, message: str, hint: str) -> None:
        self.message.setText(f"{message} {hint}".strip())
        self.replace.setVisible(self._saving)

    def _forget_question(self) -> None:
        self.message.clear()
        self.replace.hide()


def _file_stem(query: str) -> str:
    words = re.findall(r"\w+", query)
    return "-".join(words[:6])[:60].lower() or "passages"
