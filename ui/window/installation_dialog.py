"""The dialog 'About this installation': the results of all checks, with remedies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    CheckLibrary,
    EngineError,
    Finding,
    LibraryChecked,
    LibraryStatus,
    Message,
    RequestFailed,
    message,
)
from twofold.ui.background_calls import BackgroundCalls
from twofold.ui.client import EngineClient
from twofold.ui.i18n import counts
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.messages import BarMessage, MessageBar

_ICON, _MARK = 16, 48
_LICENSE = "Apache License 2.0"


@dataclass(frozen=True, slots=True)
class Installation:
    """The version of the installation, and functions to check it and to write a report.

    `examine` may take seconds and is called on a worker thread; `write_report` raises
    EngineError.
    """

    examine: Callable[[], Iterable[Finding]]
    write_report: Callable[[Path, Sequence[Finding]], None]
    version: str = ""


class _Examination(QObject):
    """Sends findings from a worker thread to the UI thread."""

    found = Signal(object)
    ended = Signal()

    def run(self, installation: Installation) -> None:
        """Run all checks, and emit each finding."""
        for finding in installation.examine():
            self.found.emit(finding)
        self.ended.emit()


class InstallationDialog(BaseDialog):
    """Shows findings as they arrive, about the installation, the model and the library."""

    def __init__(
        self,
        installation: Installation,
        client: EngineClient,
        theme: Theme,
        status: LibraryStatus,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("About this installation"), parent, size=(680, 620))
        self._installation = installation
        self._client = client
        self._theme = theme
        self._status = status
        self.findings: list[Finding] = []
        self.copy = self.make_button(tr("Copy"), self._copy)
        self.report = self.make_button(tr("Save report…"), self._choose_report)
        self.report.setToolTip(
            tr("For bug reports: these findings, settings and logs. No document texts or queries.")
        )
        self._lay_out()
        self._examination = _Examination()
        self._examination.found.connect(self.show_finding)
        self._examination.ended.connect(self._check_library)
        examination = self._examination
        self.calls = BackgroundCalls(self)
        self.calls.start(lambda: examination.run(installation))

    def _lay_out(self) -> None:
        self._rows = QWidget(self)
        self._grid = QGridLayout(self._rows)
        self._grid.setContentsMargins(16, 12, 16, 12)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(2, 1)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._rows)
        area.setAccessibleName(self.windowTitle())
        self.messages = MessageBar(self._theme, area)
        foot = self.foot_row(self.copy, self.report)
        parts = (self._make_head(), (area, 1), foot)
        layouts.column(*parts, margins=(16, 16, 16, 16), spacing=12, parent=self)

    def _make_head(self) -> QHBoxLayout:
        """Return the header with the app mark, name, version and license."""
        mark = make_label(self._theme, self)
        mark.setPixmap(self._theme.app_mark(_MARK, self.devicePixelRatioF()))
        version = tr("Version {version}").format(version=self._installation.version)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(make_label(self._theme, self, tr("Twofold"), size=20, weight=600))
        about = make_label(self._theme, self, f"{version} · {_LICENSE}", tone="text2")
        about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.addWidget(about)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(mark)
        head.addLayout(words, 1)
        return head

    def show_finding(self, finding: Finding) -> None:
        """Add a row for a finding."""
        self.findings.append(finding)
        row = self._grid.rowCount()
        name, tone = ("check", "ok") if finding.is_well else ("triangle-alert", "warn")
        mark = make_label(self._theme, self._rows)
        mark.setPixmap(self._theme.icon(name, tone, _ICON).pixmap(_ICON))
        mark.setAccessibleName(tr("OK") if finding.is_well else tr("Problem"))
        words = translated(finding.detail)
        if finding.remedy:
            words = f"{words}\n{translated(finding.remedy)}"
        detail = make_label(self._theme, self._rows, words, tone="text2", wrap=True)
        detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        title = make_label(self._theme, self._rows, translated(finding.name), weight=500)
        for column, label in enumerate((mark, title, detail)):
            self._grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)

    def _check_library(self) -> None:
        model = self._status.model
        detail = model.problem or Message(model.name)
        self.show_finding(Finding(message("model"), is_well=not model.problem, detail=detail))
        self._client.request(CheckLibrary(), self, self._show_library, self._show_refusal)

    def _show_library(self, checked: LibraryChecked) -> None:
        for problem in checked.problems:
            self.show_finding(Finding(message("library"), is_well=False, detail=problem))
        if not checked.problems:
            detail = Message(counts.passages(self._status.chunks))
            self.show_finding(Finding(message("library"), is_well=True, detail=detail))

    def _show_refusal(self, failed: RequestFailed) -> None:
        self.show_finding(
            Finding(message("library"), is_well=False, detail=failed.message, remedy=failed.hint)
        )

    def _copy(self) -> None:
        lines = (
            "\t".join(("ok" if one.is_well else "FAIL", one.name, one.detail, one.remedy)).rstrip()
            for one in self.findings
        )
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _choose_report(self) -> None:
        dialog = QFileDialog(self, tr("Save report"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("zip")
        dialog.selectFile("twofold-report.zip")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.save_report(Path(name)))
        dialog.open()

    def save_report(self, target: Path) -> None:
        """Write the report, and show where it was saved."""
        try:
            self._installation.write_report(target, self.findings)
        except EngineError as error:
            self.messages.show_message(BarMessage(error.message, error.hint))
        else:
            saved = message("Report saved as {path}.", path=target)
            self.messages.show_message(BarMessage(saved, is_warning=False))
