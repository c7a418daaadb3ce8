"""Opening a document in its own program, and never running one."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QProcess,
    Qt,
    QThreadPool,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.api import Place, inherited_umask
from ui.i18n.label_text import one_line
from ui.preview.place_command import OpenWith

DocumentExtensions = Callable[[], frozenset[str]]

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
_SCRIPTS = frozenset(
    {
        "bash", "fish", "groovy", "jl", "lua", "php", "pl", "py", "pyc", "pyw", "pyz", "rb", "sh",
        "tcl", "zsh",
    }
)  # fmt: skip
_BYTES_THAT_TELL = 4096
_WIDEST_NAME = 380  # pixels
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def refusal(path: Path) -> str:
    """Why `path` is not opened, as one sentence; '' when it may be. Touches the disk."""
    try:
        state = path.stat()
    except OSError:
        return _why_gone(path)
    if not stat.S_ISREG(state.st_mode):
        return _tr("'{name}' is not a regular file, so it was not opened.").format(name=path.name)
    # Desktops go by the name that is opened, or by that of the file a link leads to.
    if any(_could_run(name, state) for name in (path, path.resolve())):
        return _tr("'{name}' could be run as a program, so it was not opened.").format(
            name=path.name
        )
    return ""


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
    lost = _lost_folder(folder)
    if lost is not None:
        return _folder_is_gone(lost)
    if not folder.is_dir():
        return _tr("'{name}' is no longer where it was.").format(name=folder.name)
    if sys.platform == "darwin" and _extension(folder) in _RUN_BY_DESKTOPS:
        return _tr("'{name}' could be run as a program, so it was not opened.").format(
            name=folder.name
        )
    return ""


def _why_gone(path: Path) -> str:
    """Say what of `path` is not there: a folder above it goes with its drive, and comes again."""
    lost = _lost_folder(path.parent)
    if lost is not None:
        return _folder_is_gone(lost)
    # Where a drive was mounted a folder may stay, and a person would look in vain for one file.
    if _is_empty(path.parent):
        words = _tr(
            "The folder '{folder}' is empty now. If a drive belongs there, connect it and try"
            " again."
        )
        return words.format(folder=path.parent)
    return _tr("'{name}' is no longer where it was.").format(name=path.name)


def _lost_folder(folder: Path) -> Path | None:
    """Return the topmost of a folder and those it lies in that is not there."""
    return next((at for at in (*reversed(folder.parents), folder) if _is_away(at)), None)


def _is_away(folder: Path) -> bool:
    try:
        folder.lstat()
    except (PermissionError, NotADirectoryError):
        return False
    except OSError:  # it is gone, or a drive in the network does not answer
        return True
    return False


def _folder_is_gone(folder: Path) -> str:
    words = _tr(
        "The folder '{folder}' is not there now. If it is on a drive or in the network, connect"
        " that and try again."
    )
    return words.format(folder=folder)


def _is_empty(folder: Path) -> bool:
    try:
        return next(folder.iterdir(), None) is None
    except OSError:
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


def _could_run(path: Path, state: os.stat_result) -> bool:
    extension = _extension(path)
    if extension in _RUN_BY_DESKTOPS or (os.name == "nt" and extension in _SCRIPTS):
        return True
    try:
        start = _start_of(path)
    except OSError:
        return bool(state.st_mode & 0o111)
    # Where a name tells them nothing, desktops go by what a file holds.
    if _is_desktop_entry(start):
        return True
    # Some drives mark every file executable, so the mark alone says nothing.
    return bool(state.st_mode & 0o111) and os.name != "nt" and _starts_like_a_program(start)


def _start_of(path: Path) -> bytes:
    """Return the first bytes, without a byte order mark and blanks, which hide nothing."""
    with path.open("rb") as file:
        start = file.read(_BYTES_THAT_TELL)
    return start.lstrip().removeprefix(_BYTE_ORDER_MARK).lstrip()


def _is_desktop_entry(start: bytes) -> bool:
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return first == b"[Desktop Entry]"


def _starts_like_a_program(start: bytes) -> bool:
    return start[:2] in {b"#!", b"MZ"} or start[:4] in {b"\x7fELF", b"\xcf\xfa\xed\xfe"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("open_document", text)


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
                return self.tr("This computer has no program to open it with.")
        elif not QProcess.startDetached(command[0], command[1:])[0]:
            words = self.tr("'{program}' of the settings cannot be started.")
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
        box.setWindowTitle(self.tr("Open a file"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        middle, metrics = Qt.TextElideMode.ElideMiddle, box.fontMetrics()
        name = metrics.elidedText(one_line(Path(path).name), middle, _WIDEST_NAME)
        box.setText(self.tr("Open '{name}'?").format(name=name))
        box.setInformativeText(
            self.tr(
                "Files of this kind can contain programs, which may run when the file is opened."
                " Open it only if you know where it comes from."
            )
        )
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        shows = box.addButton(self.tr("Show in folder"), QMessageBox.ButtonRole.ActionRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
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
