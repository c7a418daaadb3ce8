"""The panel of files that are not indexed, and of files without text."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from twofold.engine.api import (
    WAITING_FOR_OCR,
    WITHOUT_TEXT,
    DocumentFailure,
    LibraryStatus,
    how_to_add,
)
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.failure_table import (
    Column,
    FailureAction,
    FailureModel,
    FailureRow,
    FailureTable,
    lines,
)
from twofold.ui.library.library_controller import LibraryController
from twofold.ui.theme import Theme
from twofold.ui.widgets.controls import SegmentedControl
from twofold.ui.widgets.decoration import make_label, set_button_icon
from twofold.ui.widgets.stacking_row import StackingRow


class Section(IntEnum):
    """The two lists of the panel, in the order of their buttons."""

    NOT_INDEXED = 0
    WITHOUT_TEXT = 1


class FailureList(QFrame):
    """The panel: one row per file with an action, and files without text in a separate list.

    Signals:
        file_requested: the absolute path of a file to show in its folder.
        limits_requested: show the settings with the limits for files.
        scans_requested: turn on OCR.
    """

    file_requested = Signal(str)
    limits_requested = Signal()
    scans_requested = Signal()

    def __init__(
        self, library: LibraryController, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self.setProperty("surface", "panel")
        self._failures: tuple[DocumentFailure, ...] = ()
        self._offers_scans = False
        self.sections = SegmentedControl(("", ""), self)
        self.sections.group.button(Section.NOT_INDEXED).setChecked(True)
        self.sections.group.idClicked.connect(lambda _: self._show_section())
        self._copy = QPushButton(tr("Copy list"), self)
        self._copy.setProperty("kind", "flat")
        set_button_icon(self._copy, theme, "copy", "accent", 14)
        self._copy.clicked.connect(self._copy_list)
        self.retry = QPushButton(tr("Retry all"), self)
        set_button_icon(self.retry, theme, "refresh-cw", "text2", 14)
        self.retry.clicked.connect(lambda _: library.retry_failures())
        self.read_scans = QPushButton(tr("Read scans"), self)
        set_button_icon(self.read_scans, theme, "file-text", "text2", 14)
        self.read_scans.clicked.connect(self.scans_requested)
        self.model = FailureModel(self)
        self.table = FailureTable(self.model, self._act, theme, self)
        self._none = make_label(theme, self, tone="text2")
        self._none.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._none.setContentsMargins(8, 4, 8, 0)
        self._hint = make_label(theme, self, tone="text2", wrap=True)
        self._hint.setContentsMargins(16, 8, 16, 10)
        self._awaited_at: QWidget | None = None
        self._lay_out()
        self.show_failures(())

    def _lay_out(self) -> None:
        said, tools = QHBoxLayout(), QHBoxLayout()
        said.addWidget(self.sections, 0, Qt.AlignmentFlag.AlignVCenter)
        said.addStretch(1)
        tools.addStretch(1)
        for button in (self._copy, self.read_scans, self.retry):
            button.setProperty("size", "panel")
            tools.addWidget(button)
        for row in (said, tools):
            row.setSpacing(8)
        self.head = StackingRow(((said, 1), (tools, 0)), self, margins=(16, 8, 8, 8))
        rows = QHBoxLayout()
        rows.setContentsMargins(8, 0, 8, 0)
        rows.addWidget(self.table)
        rows.addWidget(self._none)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addLayout(rows, 1)
        layout.addWidget(self._hint)

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """The widgets in tab order."""
        return (*self.sections.segments, self._copy, self.read_scans, self.retry, self.table)

    def refresh(self) -> None:
        """Request the list of failures."""
        self._library.list_failures(self.show_failures)

    def show_failures(self, failures: Sequence[DocumentFailure]) -> None:
        """Show the failures in both lists, keeping the selected list."""
        self._failures = tuple(failures)
        self._show_section()

    def show_status(self, status: LibraryStatus, *, reads_scans: bool) -> None:
        """Offer OCR if it is installed and `reads_scans` is False."""
        offers = status.can_read_scans and not reads_scans and not status.read_only
        if offers != self._offers_scans:
            self._offers_scans = offers
            self._show_section()

    def choose(self, section: Section) -> None:
        """Show one of the two lists."""
        self.sections.group.button(section).setChecked(True)
        self._show_section()

    def _show_section(self) -> None:
        focused = self.window().focusWidget()
        parts: dict[Section, list[DocumentFailure]] = {section: [] for section in Section}
        for failure in self._failures:
            without_text = failure.reason in WITHOUT_TEXT
            parts[Section.WITHOUT_TEXT if without_text else Section.NOT_INDEXED].append(failure)
        if not parts[Section.WITHOUT_TEXT]:
            self.sections.group.button(Section.NOT_INDEXED).setChecked(True)
        for section, pattern in (
            (Section.NOT_INDEXED, tr("Not indexed: {number}")),
            (Section.WITHOUT_TEXT, tr("Without text: {number}")),
        ):
            words = pattern.format(number=grouped(len(parts[section])))
            self.sections.segments[section].setText(words)
        self.sections.segments[Section.WITHOUT_TEXT].setVisible(bool(parts[Section.WITHOUT_TEXT]))
        section = Section(self.sections.group.checkedId())
        shown = parts[section]
        has_any, is_failure = bool(shown), section is Section.NOT_INDEXED
        scans = sum(failure.reason in WAITING_FOR_OCR for failure in shown)
        self.retry.setVisible(is_failure)
        self.read_scans.setVisible(self._offers_scans and scans > 0)
        self.read_scans.setText(tr("Read %Ln scans", "", scans))
        self._none.setText(tr("All files were indexed."))
        self._hint.setText(self._hint_for(section, scans))
        for part in (self.retry, self._copy, self.table):
            part.setEnabled(has_any)
        self.table.setVisible(has_any)
        self._none.setVisible(not has_any)
        if not has_any and focused in self.stops:
            self._none.setFocus()  # otherwise the status bar would get the focus
        elif has_any and focused is self._none:
            self.table.setFocus()
        # Last, because the page then makes space for the whole table.
        self.table.set_failures(shown, offers_scans=self._offers_scans)
        if self._awaited_at is not None and self._awaited_at is self.window().focusWidget():
            self.table.setFocus()
        self._awaited_at = None

    def _hint_for(self, section: Section, scans: int) -> str:
        status = self._library.status
        if scans and not status.can_read_scans and not status.read_only:
            install = translated(how_to_add("ocr"))
            return " ".join((tr("To read scans, install text recognition."), install))
        if section is Section.NOT_INDEXED:
            return tr("A file is retried automatically when it changes.")
        return tr("These files contain no searchable text. This is not an error.")

    def take_focus(self) -> None:
        """Focus the table; if it is still loading, only if the focus has not moved by then."""
        self.table.setFocus()
        self._awaited_at = None if self.table.isEnabled() else self.window().focusWidget()

    def _act(self, action: FailureAction, path: str) -> None:
        if action is FailureAction.RETRY:
            self._library.retry_failures(path)
        elif action is FailureAction.LIMITS:
            self.limits_requested.emit()
        elif action is FailureAction.READ_SCANS:
            self.scans_requested.emit()
        else:
            for folder in self._library.status.folders:
                if path.startswith(f"{folder.name}/"):
                    self.file_requested.emit(str(Path(folder.root) / path[len(folder.name) + 1 :]))

    def _copy_list(self) -> None:
        rows = (
            "\t".join((failure.path, *lines(FailureRow((failure,)), Column.REASON)))
            for failure in self.model.failures
        )
        QGuiApplication.clipboard().setText("\n".join(rows))
