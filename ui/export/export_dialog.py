"""The export dialog: formats, a live preview, and where to save."""

from __future__ import annotations

import re
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from engine.api import ExportFormat, ExportHits, ExportRendered, SearchResponse, TargetChecked
from ui.export.export_controller import ExportController, PlaceChecks, export_words
from ui.export.export_foot import ExportFoot
from ui.export.format_column import FormatColumn
from ui.i18n.translation import tr, translated
from ui.theme import Theme
from ui.widgets.controls import SegmentedControl
from ui.widgets.decoration import set_surface
from ui.widgets.dialogs import BaseDialog


def file_stem(query: str) -> str:
    """Return the first words of the query, joined so that every system takes them as a name."""
    words = re.findall(r"\w+", query)
    return "-".join(words[:6])[:60].lower() or "passages"


# A whole export of thousands of passages would take seconds to lay out, and nobody reads it here.
_PREVIEWED_PASSAGES = 40


class _Wanted(Enum):
    """What the export under way is for."""

    PREVIEW = auto()
    COPY = auto()
    FILE = auto()


class ExportDialog(BaseDialog):
    """Takes hits out of the window; the engine renders and writes them.

    The preview shows the first passages. A long export shows how far it is and can be cancelled.

    Signals:
        saved: the `ExportRendered` of the file written.
    """

    saved = Signal(object)

    def __init__(
        self,
        controller: ExportController,
        theme: Theme,
        response: SearchResponse,
        selected: tuple[str, ...],
        *,
        templates: tuple[Path, ...] = (),
        checks: PlaceChecks | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Export passages"), parent, size=(1008, 756))
        self._controller = controller
        self._theme = theme
        self._response = response
        self._selected = selected
        self._checks = checks
        self.setModal(True)
        self.setMinimumSize(540, 320)
        stale = sum(hit.stale for hit in response.hits)
        self.formats = FormatColumn(theme, stale, templates, self)
        self.preview = QPlainTextEdit(self)
        self.foot = ExportFoot(theme, file_stem(response.request.query), self)
        self.place, self.name = self.foot.place, self.foot.place.name
        self.message, self.progress = self.foot.message, self.foot.progress
        self.save, self.replace = self.foot.save, self.foot.replace
        self.cancel, self.copy = self.foot.cancel, self.foot.copy
        self._wanted = _Wanted.PREVIEW
        self._text: str | None = None  # what the preview shows, as the field shows some of it anew
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
        layout.addWidget(self.foot)

    def _head(self) -> QFrame:
        head = QFrame(self)
        head.setProperty("edge", "bottom")
        set_surface(head, "surface")
        title = QLabel(tr("Export passages"), head)
        title.setFont(self._theme.font(16, 600))
        numbers = (len(self._selected), len(self._response.hits))
        words = (tr("Selected {n}"), tr("All {n}"))
        self._segments = SegmentedControl(
            (word.format(n=n) for word, n in zip(words, numbers, strict=True)), head
        )
        self.scope = self._segments.group
        self.scope.button(0).setEnabled(bool(self._selected))
        self.scope.button(0 if self._selected else 1).setChecked(True)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(20, 10, 16, 10)
        layout.addWidget(title, 1)
        layout.addWidget(self._segments)
        return head

    def _preview_column(self) -> QWidget:
        column = QWidget(self)
        set_surface(column, "desk")
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName(tr("Preview of the export"))
        self.preview.setFont(self._theme.font(12, mono=True))
        self.preview.document().setDocumentMargin(24)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(24, 20, 24, 0)
        layout.addWidget(self.preview)
        self.partly = QLabel(column)
        self.partly.setProperty("tone", "text2")
        self.partly.setFont(self._theme.font(12))
        self.partly.hide()
        layout.addWidget(self.partly)
        return column

    # Behaviour

    def _connect_signals(self) -> None:
        self.formats.format_chosen.connect(self._format_changed)
        self.scope.idClicked.connect(self._render)
        self.copy.clicked.connect(self._copy)
        self.save.clicked.connect(self._save)
        self.replace.clicked.connect(lambda _: self._write(overwrite=True))
        self.place.changed.connect(self._check_place)
        self.cancel.clicked.connect(self._cancel)
        self._controller.rendered.connect(self._rendered)
        self._controller.progressed.connect(self._show_progress)
        self._controller.written.connect(self._written)
        self._controller.failed.connect(self._failed)
        self._controller.place_checked.connect(self._show_place)
        if self._checks is not None:
            self._checks.found.connect(self.formats.finding.setText)
            self._checks.begin(self._response.hits)

    @property
    def format(self) -> ExportFormat:
        """The chosen format."""
        return self.formats.format

    @property
    def target(self) -> Path:
        """Where the file is to be written."""
        return self.place.target

    @property
    def holds_work(self) -> bool:
        """What was chosen here, or is being written, is lost when it closes."""
        return True

    def _chunk_ids(self) -> tuple[str, ...]:
        if self.scope.checkedId() == 0:
            return self._selected
        return tuple(hit.chunk_id for hit in self._response.hits)

    def _format_changed(self, *_: object) -> None:
        self.place.set_extension(self.formats.extension)
        self._render()

    def _render(self, *_: object) -> None:
        self._check_place()
        shown = self._chunk_ids()
        self.partly.setVisible(len(shown) > _PREVIEWED_PASSAGES)
        words = tr("The first {n} of {all} passages are shown; all are saved and copied.")
        self.partly.setText(words.format(n=_PREVIEWED_PASSAGES, all=len(shown)))
        self._text = None
        self._go_back_to_preview()

    def _go_back_to_preview(self) -> None:
        """Let other choices be made, and render the preview where something else came before it."""
        self._ask(_Wanted.PREVIEW)
        if self._text is None:
            self._controller.render(self._export(self._chunk_ids()[:_PREVIEWED_PASSAGES]))

    def _export(self, chunk_ids: tuple[str, ...]) -> ExportHits:
        return ExportHits(
            self.format,
            self._response,
            chunk_ids,
            style=self.formats.citation_style,
            template=self.formats.template,
            separator=self.formats.separator,
            words=export_words(),
        )

    def _ask(self, wanted: _Wanted) -> None:
        self._wanted = wanted
        self.progress.hide()
        # Another choice would be another export, and give up the file without a word.
        for part in (self.save, self.copy, self.formats, self._segments):
            part.setEnabled(wanted is not _Wanted.FILE)

    def _rendered(self, text: str) -> None:
        is_copy = self._wanted is _Wanted.COPY
        if is_copy:
            QGuiApplication.clipboard().setText(text)
        if not is_copy or self.partly.isHidden():
            self._text = text
            self.preview.setPlainText(text)
        self._go_back_to_preview()

    def _show_progress(self, done: int, total: int) -> None:
        self.progress.setMaximum(max(total, 1))
        self.progress.setValue(done)
        self.progress.show()

    def _cancel(self) -> None:
        """Give up a long export; with none under way, close."""
        if self._controller.is_busy and self._wanted is not _Wanted.PREVIEW:
            self._controller.cancel()
            self._go_back_to_preview()
            self._say(tr("The export was cancelled; nothing was written."))
        else:
            self.reject()

    def done(self, result: int) -> None:
        """Close, and give up what is still under way."""
        self._controller.cancel()
        if self._checks is not None:
            self._checks.stop()
        super().done(result)

    def _copy(self) -> None:
        if self.partly.isHidden() and self._text is not None:
            QGuiApplication.clipboard().setText(self._text)
            return
        self._ask(_Wanted.COPY)
        self._controller.render(self._export(self._chunk_ids()))

    def _save(self) -> None:
        self._write(overwrite=False)

    def _write(self, *, overwrite: bool) -> None:
        if self.place.problem:
            return
        self._say("")
        self._ask(_Wanted.FILE)
        export = self._export(self._chunk_ids())
        self._controller.write(export, self.target, overwrite=overwrite)

    def _written(self, export: ExportRendered) -> None:
        self.saved.emit(export)
        self.accept()

    def _failed(self, message: str, hint: str) -> None:
        wanted = self._wanted
        if wanted is _Wanted.PREVIEW:
            self._ask(wanted)
            self.preview.clear()  # what stands there is in another form
        else:
            self._go_back_to_preview()
        if wanted is _Wanted.FILE:
            self._check_place()  # whether a file of that name is all that is in the way
            self.name.setFocus()  # the button had to let go of the focus
            self.name.setSelection(0, len(Path(self.name.text()).stem))
        self._say(message, hint)

    def _check_place(self) -> None:
        """Say at once what stands in the way of the name and folder given."""
        self._say(self.place.problem)
        if not self.place.problem:
            self._controller.check(self.target)

    def _show_place(self, checked: TargetChecked) -> None:
        if checked.problem and not self.place.problem:
            self._say(checked.problem, checked.hint, can_replace=checked.exists)

    def _say(self, message: str, hint: str = "", *, can_replace: bool = False) -> None:
        self.foot.say(translated(message, hint), can_replace=can_replace)
