"""Opening documents in their own programs, at the passage of a hit wherever that stands by now."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Qt, QThreadPool, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Hit,
    Place,
    RequestFailed,
    format_uri,
    inherited_umask,
)
from ui.client import EngineClient
from ui.i18n.citation_text import words_of_place
from ui.i18n.label_text import one_line
from ui.i18n.translation import tr
from ui.preview.open_document import OpenWith, asks_first, folder_of, folder_refusal, refusal
from ui.widgets.messages import Message

DocumentExtensions = Callable[[], frozenset[str]]

_WIDEST_NAME = 380  # pixels
# A file of thousands of pages takes longer to read again than a person waits for its program.
_PATIENCE_MS = 1_500
# Enter pressed twice, or held down, is meant once; programs take longer than this to show a file.
_TWICE_S = 1.0


class DocumentOpener(QObject):
    """Opens files in their own programs: documents at once, other files after a question.

    `document_extensions` gives the extensions that are opened without one; it is called on a worker
    thread. The disk is asked on a worker thread, as a network drive may take long to answer.

    Signals:
        refused: the sentence why a file or a folder was not opened, and its path.
        opened: a file or a folder was given to its program.
        asked: a question was put; what is answered opens a file, its folder, or nothing.
    """

    refused = Signal(str, str)
    opened = Signal()
    asked = Signal()
    _checked = Signal(str, str, bool, object)

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
        self._open_with = open_with or OpenWith()
        self._workers = QThreadPool(self)
        self._workers.setMaxThreadCount(1)
        self._checked.connect(self._open_checked)

    def open(self, path: str, place: Place | None = None) -> None:
        """Open the document at `path`, at a place in it, when it is one that cannot run."""
        has_command = bool(self._open_with.command(path, place))
        self._check_file(path, place, asks=not has_command)

    def _check_file(self, path: str, place: Place | None, *, asks: bool) -> None:
        file, checked = Path(path), self._checked

        def check() -> None:
            why_not = refusal(file)
            is_question = asks and not why_not and asks_first(file, self._document_extensions())
            checked.emit(path, why_not, is_question, place)

        self._start(check)

    def show_in_folder(self, path: str) -> None:
        """Open the folder that holds `path`, or the file around it (an archive, a mailbox)."""
        checked = self._checked

        def check() -> None:
            folder = folder_of(Path(path))
            checked.emit(str(folder), folder_refusal(folder), False, None)

        self._start(check)

    def _start(self, check: Callable[[], None]) -> None:
        # Not a QRunnable: Qt deletes it, PySide keeps its address, and what Qt puts there next
        # (the clipboard, the first time somebody copies) comes as a QRunnable.
        self._workers.start(check)

    def finish(self) -> None:
        """Wait for the worker; called when the window closes."""
        self._workers.waitForDone()

    def _launch(self, path: str, command: Sequence[str]) -> str:
        """Open a document with `command`, else with its usual program; return why that failed."""
        if not command:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
                return tr("This computer has no program to open it with.")
        elif not QProcess.startDetached(command[0], command[1:])[0]:
            words = tr("'{program}' of the settings cannot be started.")
            return words.format(program=command[0])
        return ""

    def _open_checked(self, path: str, why_not: str, asks: bool, place: Place | None) -> None:  # noqa: FBT001 - a Signal
        if why_not:
            self.refused.emit(why_not, path)
        elif asks:
            self._ask(path, place)
        else:
            self._open(path, place)

    def _open(self, path: str, place: Place | None) -> None:
        command = self._open_with.command(path, place)
        with inherited_umask():
            why_not = self._launch(path, command)
        if why_not:
            self.refused.emit(why_not, path)
        else:
            self.opened.emit()

    def _ask(self, path: str, place: Place | None) -> None:
        """Ask whether a file that may be more than a document is opened."""
        # The quick search asks also while the window is hidden.
        window = self._window if self._window is not None and self._window.isVisible() else None
        box = QMessageBox(window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Open a file"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        middle, metrics = Qt.TextElideMode.ElideMiddle, box.fontMetrics()
        name = metrics.elidedText(one_line(Path(path).name), middle, _WIDEST_NAME)
        box.setText(tr("Open '{name}'?").format(name=name))
        box.setInformativeText(
            tr(
                "Files of this kind can contain programs, which may run when the file is opened."
                " Open it only if you know where it comes from."
            )
        )
        opens = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        shows = box.addButton(tr("Show in folder"), QMessageBox.ButtonRole.ActionRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(shows)
        box.setEscapeButton(cancel)
        # Another file may lie there by the time of the answer.
        opens.clicked.connect(lambda: self._check_file(path, place, asks=False))
        shows.clicked.connect(lambda: self.show_in_folder(path))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = box
        self.asked.emit()
        box.open()
        box.raise_()
        box.activateWindow()


class CheckedOpening(QObject):
    """Compares a passage with its file before the file is opened at it. Runs on the UI thread.

    `clock` returns seconds: what is asked for twice within one is opened once.

    Signals:
        message: a Message, when the passage is not where it was found.
    """

    message = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        opener: DocumentOpener,
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self.opener = opener
        self._hit: Hit | None = None
        self._clock = clock
        self._asked: Hit | None = None
        self._asked_at = 0.0
        self.patience = QTimer(self)
        self.patience.setSingleShot(True)
        self.patience.setInterval(_PATIENCE_MS)
        self.patience.timeout.connect(self._open_unchecked)

    def open(self, hit: Hit) -> None:
        """Open the hit's document at its passage."""
        if self._is_asked_twice(hit):
            return
        self._open_unchecked()  # one that is still being checked is to be opened as well
        self._hit = hit
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        uri = format_uri(path, hit.citation.place)
        check = CheckCitation(uri, hit.text)
        self._client.request(check, self, self._take_check, self._take_failure, newest=True)
        self.patience.start()

    def _is_asked_twice(self, hit: Hit) -> bool:
        now = self._clock()
        before, passed = self._asked, now - self._asked_at
        self._asked, self._asked_at = hit, now
        if before is None or passed >= _TWICE_S:
            return False
        return _what_opens(before) == _what_opens(hit)

    def _open_unchecked(self) -> None:
        """Wait no longer; the message about what is found comes later."""
        hit, self._hit = self._hit, None
        if hit is not None:
            self.opener.open(hit.absolute_path, hit.citation.place if _is_file(hit) else None)

    def _take_check(self, reply: CitationChecked) -> None:
        self.patience.stop()
        hit, self._hit = self._hit, None
        self._open_checked(hit, reply.citation)

    def _take_failure(self, failure: RequestFailed) -> None:
        """Open the file where its program opens it: where the passage stands is not known."""
        self.patience.stop()
        hit, self._hit = self._hit, None
        if hit is not None:
            self.message.emit(Message(failure.message, failure.hint))
            self.opener.open(hit.absolute_path, None)

    def _open_checked(self, hit: Hit | None, found: CheckedCitation) -> None:
        """Open what was found; without a `hit` it is open already, and only the message is sent."""
        if found.state is not CitationState.EXACT:
            self.message.emit(Message(self._words(found)))
        if hit is None or not found.absolute_path:
            return
        is_file = found.absolute_path.endswith(found.path)
        place = hit.citation.place if found.state is CitationState.EXACT else found.place
        self.opener.open(found.absolute_path, place if is_file else None)

    def _words(self, found: CheckedCitation) -> str:
        if found.place is None and not found.absolute_path:
            return tr("{path} is not there any more.").format(path=found.path)
        if found.place is None:
            words = tr("{path} was changed and no longer holds this passage.")
            return words.format(path=found.path)
        if found.state is CitationState.MOVED:
            words = tr("The passage has moved: it now stands in {path}, {place}.")
        else:
            words = tr("The passage was changed: most of it stands in {path}, {place}.")
        return words.format(path=found.path, place=words_of_place(found.place))


def _what_opens(hit: Hit) -> tuple[object, ...]:
    return (hit.folder, hit.doc_path, hit.citation.place)


def _is_file(hit: Hit) -> bool:
    # What is cited inside an archive or a message has no place in the file itself.
    return hit.absolute_path.endswith(hit.doc_path)
