"""Opening files in other programs, after asking if a file could run something."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from twofold.engine.api import Hit, Locator, inherited_umask
from twofold.ui.background_calls import BackgroundCalls
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.opening.app_links import AppLink, app_link, entry_link
from twofold.ui.opening.openable import (
    Decision,
    DocumentExtensions,
    OpenWith,
    decide,
    folder_of,
    folder_refusal,
)
from twofold.ui.opening.programs import not_opened, start_program, system_opener
from twofold.ui.widgets.actions import show_in_folder_label

_MAX_NAME_WIDTH = 380  # pixels
# A program that exits with an error after this time was used and closed by the user.
WATCHED_MS = 10_000
_CHECK_INTERVAL_MS = 100


@dataclass(frozen=True, slots=True)
class _Checked:
    """A file or folder, and the decision whether it is opened at `place`."""

    path: str
    decision: Decision
    place: Locator | None


class DocumentOpener(QObject):
    """Opens documents immediately and other files after asking.

    `document_extensions` returns the extensions opened without asking. It is called on a worker
    thread, as are all disk accesses, because a network drive may be slow.

    Signals:
        opening: the path of a folder that is about to be shown.
        refused: the reason why a file or a folder was not opened, and its path.
        accepted: a file or a folder was opened, or the user is being asked.
    """

    opening = Signal(str)
    refused = Signal(str, str)
    accepted = Signal()
    _checked = Signal(object)
    _link_found = Signal(object)

    def __init__(
        self,
        open_with: OpenWith | None = None,
        parent: QWidget | None = None,
        document_extensions: DocumentExtensions = frozenset,
    ) -> None:
        super().__init__(parent)
        self._window = parent
        self._document_extensions = document_extensions
        self.box: QMessageBox | None = None
        self._programs = ProgramWatch(self)
        self._open_with = open_with or OpenWith()
        self._calls = BackgroundCalls(self)
        self._checked.connect(self._on_checked)
        self._link_found.connect(self._on_link_found)

    def open(self, path: str, place: Locator | None = None, *, is_agreed: bool = False) -> None:
        """Open the file at `path` at a location, after asking if necessary (`decide`)."""
        open_with, extensions = self._open_with, self._document_extensions

        def check() -> _Checked:
            decision = decide(Path(path), place, open_with, extensions, is_agreed=is_agreed)
            return _Checked(path, decision, place)

        self._calls.start(check, self._checked.emit)

    def open_hit(self, hit: Hit, place: Locator | None) -> None:
        """Open the document of a hit, in Zotero, Obsidian or Logseq if the settings say so."""

        def take(link: AppLink | None) -> None:
            if link is not None:
                self.open_link(link)
            else:
                self.open_document(hit.absolute_path, hit.doc_path, place)

        if self._open_with.in_app:
            self.find_link(hit, take)
        else:
            take(None)

    def open_document(self, path: str, document: str, place: Locator | None) -> None:
        """Open the file at `path` with a document, whose path in the library is `document`.

        An entry of Zotero's database can only be opened in Zotero. Any other embedded document has
        no location in its file.
        """
        if link := entry_link(document, place):
            self.open_link(link)
        else:
            self.open(path, place if path.endswith(document) else None)

    def find_link(self, hit: Hit, take: Callable[[AppLink | None], object]) -> None:
        """Call `take` later with the link to a hit in another program, or None."""
        self._calls.start(lambda: partial(take, app_link(hit)), self._link_found.emit)

    def open_link(self, link: AppLink) -> None:
        """Open a document in Zotero, Obsidian or Logseq."""
        words = tr("The document could not be opened in {program}. Is {program} installed?")
        self._start(system_opener(), QUrl(link.url), link.url, words.format(program=link.program))

    @staticmethod
    def _on_link_found(take: Callable[[], object]) -> None:
        take()

    def show_in_folder(self, path: str) -> None:
        """Open the folder of `path`, or of the archive or mailbox that contains it."""
        self.opening.emit(str(Path(path).parent))

        def check() -> _Checked:
            folder = folder_of(Path(path))
            return _Checked(str(folder), Decision(folder_refusal(folder)), None)

        self._calls.start(check, self._checked.emit)

    def finish(self) -> None:
        """Wait for a file that is being opened; called when the window closes."""
        self._calls.wait()

    def _on_checked(self, checked: _Checked) -> None:
        path, decision, place = checked.path, checked.decision, checked.place
        if decision.refusal:
            self.refused.emit(translated(decision.refusal), path)
        elif decision.asks_first:
            self._ask(path, place)
        else:
            self._launch(path, decision.command)

    def _launch(self, path: str, command: Sequence[str]) -> None:
        """Open a file with `command` or its default program, and report the outcome."""
        opener, failure = system_opener(), translated(not_opened(Path(path).name))
        if not command:
            self._start(opener, QUrl.fromLocalFile(path), path, failure)
            return
        words = tr("The program '{program}' from the settings could not open the file.")
        report = self._report(path, words.format(program=command[0]))
        try:
            process = start_program(command)
        except OSError:
            words = tr("The program '{program}' from the settings cannot be started.")
            self._report(path, words.format(program=command[0]))(False)
        else:
            self._programs.watch(process, report)

    def _start(self, opener: str | None, url: QUrl, target: str, failure: str) -> None:
        """Open a file or a link in its default program, and report the outcome."""
        report = self._report(target, failure)
        if opener is None:
            with inherited_umask():
                is_open = QDesktopServices.openUrl(url)
            report(is_open)
            return
        try:
            process = start_program([opener, target])
        except OSError:
            report(False)
        else:
            self._programs.watch(process, report)

    def _report(self, path: str, failure: str) -> Callable[[bool], None]:
        def report(is_open: bool) -> None:  # noqa: FBT001 - a callback
            if is_open:
                self.accepted.emit()
            else:
                self.refused.emit(failure, path)

        return report

    def _ask(self, path: str, place: Locator | None) -> None:
        """Ask whether to open a file that may be more than a document."""
        # Quick search also asks while the main window is hidden.
        window = self._window if self._window is not None and self._window.isVisible() else None
        box = self.box = QMessageBox(window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Open file"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        middle, metrics = Qt.TextElideMode.ElideMiddle, box.fontMetrics()
        name = metrics.elidedText(one_line(Path(path).name), middle, _MAX_NAME_WIDTH)
        box.setText(tr("Open '{name}'?").format(name=isolated(name)))
        box.setInformativeText(
            tr(
                "Files of this type can contain programs that run when the file is opened."
                " Open it only if you trust its source."
            )
        )
        opens = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        shows = box.addButton(show_in_folder_label(), QMessageBox.ButtonRole.ActionRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(shows)
        box.setEscapeButton(cancel)
        # The file is checked again, because it may have been replaced in the meantime.
        opens.clicked.connect(lambda: self.open(path, place, is_agreed=True))
        shows.clicked.connect(lambda: self.show_in_folder(path))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.accepted.emit()
        box.open()
        box.raise_()
        box.activateWindow()


@dataclass
class _Started:
    process: subprocess.Popen[bytes]
    on_known: Callable[[bool], object]
    checks: int = 0


class ProgramWatch(QObject):
    """Detects whether started programs fail."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._started: list[_Started] = []
        self._timer = QTimer(self, interval=_CHECK_INTERVAL_MS)
        self._timer.timeout.connect(self._check)

    def watch(self, process: subprocess.Popen[bytes], on_known: Callable[[bool], object]) -> None:
        """Call `on_known` once: False if `process` soon exits with an error, otherwise True."""
        self._started.append(_Started(process, on_known))
        self._timer.start()

    def _check(self) -> None:
        known = []
        for one in self._started:
            one.checks += 1
            if one.process.poll() is not None or one.checks * _CHECK_INTERVAL_MS > WATCHED_MS:
                known.append(one)
        self._started = [one for one in self._started if one not in known]
        if not self._started:
            self._timer.stop()
        for one in known:
            one.on_known(not one.process.returncode)  # None while it is running
