"""Opening documents in their own programs, at a passage, and never running one."""

from __future__ import annotations

import os
import shlex
import stat
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget
from twofold.engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Hit,
    Place,
    PlaceKind,
    RequestFailed,
    Settings,
    format_uri,
    inherited_umask,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.citation_text import words_of_place
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.library_words import why_no_file
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.program_start import ProgramWatch, not_opened, start_program, system_opener
from twofold.ui.widgets.actions import words_for_show_in_folder
from twofold.ui.widgets.messages import BarMessage

DocumentExtensions = Callable[[], frozenset[str]]

_WIDEST_NAME = 380  # pixels
# A file of thousands of pages takes longer to read again than a person waits for its program.
_PATIENCE_MS = 1_500
# Enter pressed twice, or held down, is meant once; programs take longer than this to show a file.
_TWICE_S = 1.0


@dataclass(frozen=True, slots=True)
class OpenWith:
    """Command lines for text files with lines and PDFs with pages; '' means the usual program.

    `{path}`, `{line}` and `{page}` stand for the document and where in it.
    """

    lines: str = ""
    pages: str = ""

    @classmethod
    def of(cls, settings: Settings) -> OpenWith:
        """Return what the settings say."""
        return cls(settings.text("open.lines_with"), settings.text("open.pages_with"))

    def command(self, path: str, place: Place | None) -> list[str]:
        """Return the words of the command; none when the usual program is to be used.

        Words are divided as a shell does, but no shell runs: a name can only be an argument.
        """
        if place is None:
            return []
        # Not every paged or line-like place: only those that other programs count alike.
        template = {PlaceKind.LINE: self.lines, PlaceKind.PAGE: self.pages}.get(place.kind, "")
        try:
            words = words_of(template)
        except ValueError:
            return []
        if words and "{path}" not in template:
            words.append("{path}")
        number = str(place.start)
        # The path last, as a name may hold '{line}'.
        return [
            word.replace("{line}", number).replace("{page}", number).replace("{path}", path)
            for word in words
        ]


def words_of(template: str, separator: str = os.sep) -> list[str]:
    r"""Divide a command line into words; ValueError when a quotation mark is missing.

    A backslash is a letter where it separates folders, as in C:\Programs\reader.exe.
    """
    lexer = shlex.shlex(template, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if separator == "\\":
        lexer.escape = ""
    return list(lexer)


class DocumentOpener(QObject):
    """Opens files in their own programs: documents at once, other files after a question.

    `document_extensions` gives the extensions that are opened without one; it is called on a worker
    thread. The disk is asked on a worker thread, as a network drive may take long to answer.

    Signals:
        opening: the path of a folder that is about to be shown.
        refused: the sentence why a file or a folder was not opened, and its path.
        accepted: a program has opened a file or a folder, or a question was put about it.
    """

    opening = Signal(str)
    refused = Signal(str, str)
    accepted = Signal()
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
        self._programs = ProgramWatch(self)
        self._open_with = open_with or OpenWith()
        workers = self._workers = QThreadPool(self)
        workers.setMaxThreadCount(1)
        # Its destructor waits for the worker without letting go of Python's lock, which that needs.
        self.destroyed.connect(lambda: workers.waitForDone())  # noqa: PLW0108 (it takes no object)
        self._checked.connect(self._on_checked)

    def open(self, path: str, place: Place | None = None, *, is_agreed: bool = False) -> None:
        """Open the document at `path`, at a place in it, when it is one that cannot run.

        Nobody is asked where a person has agreed, or the settings have a command for it.
        """
        file, checked = Path(path), self._checked
        asks = not is_agreed and not self._open_with.command(path, place)

        def check() -> None:
            why_not = refusal(file)
            is_question = asks and not why_not and asks_first(file, self._document_extensions())
            checked.emit(path, why_not, is_question, place)

        # Not a QRunnable: Qt deletes it, PySide keeps its address, and what Qt puts there next
        # (the clipboard, the first time somebody copies) comes as a QRunnable.
        self._workers.start(check)

    def show_in_folder(self, path: str) -> None:
        """Open the folder that holds `path`, or the file around it (an archive, a mailbox)."""
        checked = self._checked
        self.opening.emit(str(Path(path).parent))

        def check() -> None:
            folder = folder_of(Path(path))
            checked.emit(str(folder), folder_refusal(folder), False, None)

        self._workers.start(check)

    def finish(self) -> None:
        """Let a file be opened that was just asked for; called when the window closes."""
        self._workers.waitForDone(_MS_TO_FINISH)

    def _on_checked(self, path: str, why_not: str, asks: bool, place: Place | None) -> None:  # noqa: FBT001 - a Signal
        if not why_not and asks:
            self._ask(path, place)
            return
        if why_not:
            self.refused.emit(why_not, path)
        else:
            self._launch(path, self._open_with.command(path, place))

    def _launch(self, path: str, command: list[str]) -> None:
        """Open a file with `command`, else with its usual program; report whether that works."""

        def report(is_open: bool) -> None:  # noqa: FBT001 - a callback
            if is_open:
                self.accepted.emit()
            else:
                self.refused.emit(failure, path)

        opener, failure = system_opener(), not_opened(Path(path).name)
        if command:
            words = tr("'{program}' of the settings did not open the file.")
            failure = words.format(program=command[0])
        elif opener is None:
            with inherited_umask():
                is_open = QDesktopServices.openUrl(QUrl.fromLocalFile(path))
            report(is_open)
            return
        try:
            process = start_program(command or [str(opener), path])
        except OSError:
            if command:
                words = tr("'{program}' of the settings cannot be started.")
                failure = words.format(program=command[0])
            report(is_open=False)
        else:
            self._programs.watch(process, report)

    def _ask(self, path: str, place: Place | None) -> None:
        """Ask whether a file that may be more than a document is opened."""
        # The quick search asks also while the window is hidden.
        window = self._window if self._window is not None and self._window.isVisible() else None
        box = self.box = QMessageBox(window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Open a file"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        middle, metrics = Qt.TextElideMode.ElideMiddle, box.fontMetrics()
        name = metrics.elidedText(one_line(Path(path).name), middle, _WIDEST_NAME)
        box.setText(tr("Open '{name}'?").format(name=isolated(name)))
        box.setInformativeText(
            tr(
                "Files of this kind can contain programs, which may run when the file is opened."
                " Open it only if you know where it comes from."
            )
        )
        opens = box.addButton(tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        shows = box.addButton(words_for_show_in_folder(), QMessageBox.ButtonRole.ActionRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(shows)
        box.setEscapeButton(cancel)
        # Checked once more: another file may lie there by the time of the answer.
        opens.clicked.connect(lambda: self.open(path, place, is_agreed=True))
        shows.clicked.connect(lambda: self.show_in_folder(path))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.accepted.emit()
        box.open()
        box.raise_()
        box.activateWindow()


class CheckedOpening(QObject):
    """Compares a passage with its file before the file is opened at it. Runs on the UI thread.

    `clock` returns seconds: what is asked for twice within one is opened once.

    Signals:
        opening: the path of a file that is about to be opened.
        message: a BarMessage, when the passage is not where it was found.
    """

    opening = Signal(str)
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
        self._hit: Hit | None = None  # that is still being compared with its file
        self._clock = clock
        self._asked: tuple[object, float] | None = None
        self.patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self.patience.timeout.connect(self._open_unchecked)

    def open(self, hit: Hit) -> None:
        """Open the hit's document at its passage."""
        if self.refuses(hit):
            return
        before, now = self._asked, self._clock()
        opens = (hit.folder, hit.doc_path, hit.citation.place)
        self._asked = (opens, now)
        if before is not None and before[0] == opens and now - before[1] < _TWICE_S:
            return
        self.opening.emit(hit.absolute_path)
        self._open_unchecked()  # one that is still being checked is to be opened as well
        if hit.not_read:  # only its name is known: there is no passage to compare
            self.opener.open(hit.absolute_path, None)
            return
        self._hit = hit
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        check = CheckCitation(format_uri(path, hit.citation.place), hit.text)
        self._client.request(check, self, self._on_check, self._on_failure, newest=True)
        self.patience.start()

    def refuses(self, hit: Hit) -> bool:
        """Whether the hit's document has no file here; if so, say it."""
        if hit.library:
            self.opener.refused.emit(why_no_file(hit.library), hit.absolute_path)
        return bool(hit.library)

    def _no_longer_waiting(self) -> Hit | None:
        """Return the hit that is not open yet, if there is one; it is opened now."""
        self.patience.stop()
        hit, self._hit = self._hit, None
        return hit

    def _open_unchecked(self) -> None:
        """Wait no longer; the message about what is found comes later."""
        hit = self._no_longer_waiting()
        if hit is not None:
            # What is cited inside an archive or a message has no place in the file itself.
            is_file = hit.absolute_path.endswith(hit.doc_path)
            self.opener.open(hit.absolute_path, hit.citation.place if is_file else None)

    def _on_failure(self, failure: RequestFailed) -> None:
        """Open the file where its program opens it: where the passage stands is not known."""
        hit = self._no_longer_waiting()
        if hit is not None:
            self.message.emit(BarMessage(failure.message, failure.hint))
            self.opener.open(hit.absolute_path, None)

    def _on_check(self, reply: CitationChecked) -> None:
        """Open what was found; where the file is open already, only the message is sent."""
        hit, found = self._no_longer_waiting(), reply.citation
        if found.state is not CitationState.EXACT:
            self.message.emit(BarMessage(_words_of(found)))
        if hit is None or not found.absolute_path:
            return
        is_file = found.absolute_path.endswith(found.path)
        place = hit.citation.place if found.state is CitationState.EXACT else found.place
        self.opener.open(found.absolute_path, place if is_file else None)


def _words_of(found: CheckedCitation) -> str:
    if found.place is None and not found.absolute_path:
        return tr("{path} is not there any more.").format(path=isolated(found.path))
    if found.place is None:
        words = tr("{path} was changed and no longer holds this passage.")
        return words.format(path=isolated(found.path))
    if found.state is CitationState.MOVED:
        words = tr("The passage has moved: it now stands in {path}, {place}.")
    else:
        words = tr("The passage was changed: most of it stands in {path}, {place}.")
    return words.format(path=isolated(found.path), place=words_of_place(found.place))


# What desktops run, install or follow elsewhere when a file is 'opened'.
_RUN_BY_DESKTOPS = frozenset(
    {
        "afploc", "app", "appimage", "application", "appref-ms", "bat", "bin", "cmd", "com",
        "command", "cpl", "deb", "desktop", "dll", "dmg", "exe", "fileloc", "flatpakref",
        "gadget", "hta", "inetloc", "inf", "jar", "jnlp", "js", "jse", "kdelnk",
        "library-ms", "lnk", "msc", "msi", "msix", "msp", "pif", "pkg", "ps1", "psm1",
        "reg", "rpm", "run", "scf", "scpt", "scr", "sct", "search-ms", "searchconnector-ms",
        "settingcontent-ms", "snap", "terminal", "url", "vb", "vbe", "vbs", "webloc",
        "website", "workflow", "ws", "wsb", "wsc", "wsf", "wsh", "xbap",
    }
)  # fmt: skip
# Source code that interpreters run when it is opened: on Windows by its name alone, on macOS some.
_MS_TO_FINISH = 500
_SCRIPTS = frozenset(
    {
        "bash", "fish", "groovy", "jl", "lua", "php", "pl", "py", "pyc", "pyw", "pyz", "rb", "sh",
        "tcl", "zsh",
    }
)  # fmt: skip
_BYTES_THAT_TELL = 4096
_PROGRAMS = (b"#!", b"MZ", b"\x7fELF", b"\xcf\xfa\xed\xfe")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def refusal(path: Path) -> str:
    """Why `path` is not opened, as one sentence; '' when it may be. Touches the disk."""
    if not path.is_absolute():  # it would be looked for in the current folder
        return _is_elsewhere(path)
    try:
        state = path.stat()
    except OSError:
        return _why_gone(path)
    if not stat.S_ISREG(state.st_mode):
        return tr("'{name}' is not a regular file, so it was not opened.").format(
            name=isolated(path.name)
        )
    # Desktops go by the name that is opened, or by that of the file a link leads to.
    return _could_be_run(path) if any(_runs(name, state) for name in (path, path.resolve())) else ""


def asks_first(path: Path, documents: frozenset[str]) -> bool:
    """Say whether a person is to be asked before `path`, which may be opened, is opened.

    Files are opened without a question when their name has one of the extensions `documents`, or
    none and they hold text. Touches the disk.
    """
    return any(_may_act(name, documents) for name in (path, path.resolve()))


def folder_of(path: Path) -> Path:
    """Return the folder of a file, or of the one that a document is inside. Touches the disk."""
    around = next((place for place in path.parents if place.is_file()), path)
    return around.parent


def folder_refusal(folder: Path) -> str:
    """Why `folder` is not shown, as one sentence; '' when it may be. Touches the disk."""
    if not folder.is_absolute():
        return _is_elsewhere(folder)
    if why_not := _lost_folder(folder):
        return why_not
    if not folder.is_dir():
        return _is_gone(folder)
    is_bundle = sys.platform == "darwin" and _extension(folder) in _RUN_BY_DESKTOPS
    return _could_be_run(folder) if is_bundle else ""


def _is_elsewhere(path: Path) -> str:
    return tr("'{name}' lies where it was published.").format(name=isolated(path.name))


def _could_be_run(path: Path) -> str:
    words = tr("'{name}' could be run as a program, so it was not opened.")
    return words.format(name=isolated(path.name))


def _is_gone(path: Path) -> str:
    return tr("'{name}' is no longer where it was.").format(name=isolated(path.name))


def _why_gone(path: Path) -> str:
    """Say what of a file is not there: a folder above it goes with its drive, and comes again."""
    if why := _lost_folder(path.parent):
        return why
    # Where a drive was mounted a folder may stay, and a person would look in vain for one file.
    try:
        is_empty = next(path.parent.iterdir(), None) is None
    except OSError:
        is_empty = False
    words = tr(
        "The folder '{folder}' is empty now. If a drive belongs there, connect it and try again."
    )
    return words.format(folder=isolated(str(path.parent))) if is_empty else _is_gone(path)


def _lost_folder(folder: Path) -> str:
    """Name the topmost of a folder and those it lies in that is not there; '' where all are."""
    lost = next((at for at in (*reversed(folder.parents), folder) if _is_away(at)), None)
    words = tr(
        "The folder '{folder}' is not there now. If it is on a drive or in the network, connect"
        " that and try again."
    )
    return words.format(folder=isolated(str(lost))) if lost is not None else ""


def _is_away(folder: Path) -> bool:
    try:
        folder.lstat()
    except (PermissionError, NotADirectoryError):
        return False
    except OSError:  # it is gone, or a drive in the network does not answer
        return True
    return False


def _extension(path: Path) -> str:
    """Return what desktops go by, without its dot; '' where a name has none."""
    name = path.name.lower()
    if os.name == "nt":
        name = name.rstrip(". ")  # as Windows reads it
    return name.rpartition(".")[2] if "." in name else ""


def _may_act(path: Path, documents: frozenset[str]) -> bool:
    extension = _extension(path)
    if extension:
        runs = sys.platform == "darwin" and extension in _SCRIPTS
        return runs or extension not in documents
    try:
        start = _start_of(path)
    except OSError:
        return True
    # What is not text may be installed or mounted; some files that are begin with their kind.
    return b"\0" in start or start.startswith(b"[")


def _runs(path: Path, state: os.stat_result) -> bool:
    extension = _extension(path)
    if extension in _RUN_BY_DESKTOPS or (os.name == "nt" and extension in _SCRIPTS):
        return True
    is_marked = bool(state.st_mode & 0o111)
    try:
        start = _start_of(path)
    except OSError:
        return is_marked
    # Where a name tells them nothing, desktops go by what a file holds.
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    # Some drives mark every file executable, so the mark alone says nothing.
    is_program = is_marked and os.name != "nt" and start.startswith(_PROGRAMS)
    return is_program or first == b"[Desktop Entry]"


def _start_of(path: Path) -> bytes:
    """Return the first bytes, without a byte order mark and blanks, which hide nothing."""
    with path.open("rb") as file:
        start = file.read(_BYTES_THAT_TELL)
    return start.lstrip().removeprefix(_BYTE_ORDER_MARK).lstrip()
