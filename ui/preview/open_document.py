"""Opening a document in its own program, and never running one."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QCoreApplication,
    QObject,
    QProcess,
    QThreadPool,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices

from engine.api import Place
from ui.preview.place_command import OpenWith

# What desktops run, install or follow elsewhere when a file is 'opened'.
_RUN_BY_DESKTOPS = frozenset(
    [
        ".afploc",
        ".app",
        ".appimage",
        ".application",
        ".appref-ms",
        ".bat",
        ".bin",
        ".cmd",
        ".com",
        ".command",
        ".cpl",
        ".deb",
        ".desktop",
        ".dll",
        ".dmg",
        ".exe",
        ".fileloc",
        ".flatpakref",
        ".gadget",
        ".hta",
        ".inetloc",
        ".inf",
        ".jar",
        ".jnlp",
        ".js",
        ".jse",
        ".kdelnk",
        ".library-ms",
        ".lnk",
        ".msc",
        ".msi",
        ".msix",
        ".msp",
        ".pif",
        ".pkg",
        ".ps1",
        ".psm1",
        ".reg",
        ".rpm",
        ".run",
        ".scf",
        ".scpt",
        ".scr",
        ".sct",
        ".search-ms",
        ".searchconnector-ms",
        ".settingcontent-ms",
        ".snap",
        ".terminal",
        ".url",
        ".vb",
        ".vbe",
        ".vbs",
        ".webloc",
        ".website",
        ".workflow",
        ".ws",
        ".wsb",
        ".wsc",
        ".wsf",
        ".wsh",
        ".xbap",
    ]
)
_BYTES_THAT_TELL = 4096
_RUN_BY_WINDOWS = frozenset([".py", ".pyc", ".pyw", ".pyz", ".pl", ".rb", ".sh", ".tcl"])


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
    if sys.platform == "darwin" and folder.suffix.lower() in _RUN_BY_DESKTOPS:
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


def _could_run(path: Path, state: os.stat_result) -> bool:
    suffixes = _RUN_BY_DESKTOPS | _RUN_BY_WINDOWS if os.name == "nt" else _RUN_BY_DESKTOPS
    if path.suffix.lower() in suffixes:
        return True
    try:
        with path.open("rb") as file:
            start = file.read(_BYTES_THAT_TELL)
    except OSError:
        return bool(state.st_mode & 0o111)
    # Where a name tells them nothing, desktops go by what a file holds.
    if _is_desktop_entry(start):
        return True
    # Some drives mark every file executable, so the mark alone says nothing.
    return bool(state.st_mode & 0o111) and os.name != "nt" and _starts_like_a_program(start)


def _is_desktop_entry(start: bytes) -> bool:
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return first == b"[Desktop Entry]"


def _starts_like_a_program(start: bytes) -> bool:
    return start[:2] in {b"#!", b"MZ"} or start[:4] in {b"\x7fELF", b"\xcf\xfa\xed\xfe"}


def _tr(text: str) -> str:
    return QCoreApplication.translate("open_document", text)


class DocumentOpener(QObject):
    """Opens files in their own programs.

    The disk is asked on a worker thread, as a network drive may take long to answer.

    Signals:
        refused: the sentence why a file or a folder was not opened, and its path.
        opened: a file or a folder was given to its program.
    """

    refused = Signal(str, str)
    opened = Signal()
    _checked = Signal(str, str, object)

    def __init__(self, open_with: OpenWith | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_with = open_with or OpenWith()
        self._workers = QThreadPool(self)
        self._workers.setMaxThreadCount(1)
        self._checked.connect(self._open_checked)

    def open(self, path: str, place: Place | None = None) -> None:
        """Open the document at `path`, at a place in it, when it is one that cannot run."""
        self._check(lambda: path, refusal, place)

    def show_in_folder(self, path: str) -> None:
        """Open the folder that holds `path`, or the file around it (an archive, a mailbox)."""
        self._check(lambda: str(folder_of(Path(path))), folder_refusal, None)

    def _check(
        self, find: Callable[[], str], refuses: Callable[[Path], str], place: Place | None
    ) -> None:
        checked = self._checked

        def check() -> None:
            path = find()
            checked.emit(path, refuses(Path(path)), place)

        # Not a QRunnable: Qt deletes it, PySide keeps its address, and what Qt puts there next
        # (the clipboard, the first time somebody copies) comes as a QRunnable.
        self._workers.start(check)

    def finish(self) -> None:
        """Wait for the worker; called when the window closes."""
        self._workers.waitForDone()

    def _open_checked(self, path: str, why_not: str, place: Place | None) -> None:
        command = self._open_with.command(path, place)
        if not why_not and not command:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
                why_not = self.tr("This computer has no program to open it with.")
        elif not why_not and not QProcess.startDetached(command[0], command[1:])[0]:
            words = self.tr("'{program}' of the settings cannot be started.")
            why_not = words.format(program=command[0])
        if why_not:
            self.refused.emit(why_not, path)
        else:
            self.opened.emit()
