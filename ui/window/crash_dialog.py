"""The dialog for unexpected errors: a sentence, and details to copy. Nothing is sent."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from twofold.ui.i18n.translation import tr, translated
from twofold.ui.widgets.dialogs import BaseDialog

MAX_ADDED = 20


class CrashDialog(BaseDialog):
    """Shows one error; later errors are added to its details.

    With `ends`, the error prevented Twofold from starting.
    """

    def __init__(
        self, sentence: str, details: str, parent: QWidget | None = None, *, ends: bool = False
    ) -> None:
        title = tr("Twofold cannot start") if ends else tr("Something went wrong")
        super().__init__(title, parent, size=(640, 420))
        self._added = 0
        self._sentence = QLabel(translated(sentence), self)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setWordWrap(True)
        promise = QLabel(
            tr(
                "Your library and your files are not damaged. No data was sent. To report the "
                "error, copy the details. Check them first, because they may contain file "
                "names."
            )
            if ends
            else tr(
                "Twofold keeps running, and your library is not damaged. No data was sent. To "
                "report the error, copy the details. Check them first, because they may contain "
                "file names."
            ),
            self,
        )
        promise.setProperty("tone", "text2")
        promise.setWordWrap(True)
        self.details = QPlainTextEdit(details, self)
        self.details.setReadOnly(True)
        self.details.setAccessibleName(tr("Details of the error"))
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy = QPushButton(tr("Copy details"), self)
        self.copy.clicked.connect(self._copy)
        foot = self.foot_row(self.copy)
        self.close_button.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 16)
        layout.setSpacing(12)
        layout.addWidget(self._sentence)
        layout.addWidget(promise)
        layout.addWidget(self.details, 1)
        layout.addLayout(foot)

    @property
    def holds_work(self) -> bool:
        """Return True: closing always loses the error, which is shown only once."""
        return True

    def add(self, details: str) -> None:
        """Add the details of a later error, up to MAX_ADDED errors; all are in the log."""
        self._added += 1
        if self._added <= MAX_ADDED:
            self.copy.setText(tr("Copy details"))
            self.details.appendPlainText(f"\n{details}")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())
        self.copy.setText(tr("Copied"))


class CrashReporter(QObject):
    """Shows errors over `window` in a single dialog; `report` can be called from any thread."""

    _reported = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window: QWidget | None = None
        self._dialog: CrashDialog | None = None
        self._reported.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def attach(self, window: QWidget) -> None:
        """Set the window to show errors over."""
        self._window = window

    def report(self, sentence: str, details: str) -> None:
        """Show an error as soon as the event loop is free."""
        self._reported.emit(translated(sentence), details)

    def _show(self, sentence: str, details: str) -> None:
        if self._dialog is not None:
            self._dialog.add(details)
            return
        self._dialog = CrashDialog(sentence, details, self._window)
        self._dialog.finished.connect(self._forget)
        self._dialog.open()

    def _forget(self) -> None:
        self._dialog = None
