"""Which documents are opened in their own program, never running one, and by which command."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from engine.api import Place, Settings
from ui.i18n.translation import tr

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
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def refusal(path: Path) -> str:
    """Why `path` is not opened, as one sentence; '' when it may be. Touches the disk."""
    try:
        state = path.stat()
    except OSError:
        return _why_gone(path)
    if not stat.S_ISREG(state.st_mode):
        return tr("'{name}' is not a regular file, so it was not opened.").format(name=path.name)
    # Desktops go by the name that is opened, or by that of the file a link leads to.
    if any(_could_run(name, state) for name in (path, path.resolve())):
        return tr("'{name}' could be run as a program, so it was not opened.").format(
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
        return tr("'{name}' is no longer where it was.").format(name=folder.name)
    if sys.platform == "darwin" and _extension(folder) in _RUN_BY_DESKTOPS:
        return tr("'{name}' could be run as a program, so it was not opened.").format(
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
        words = tr(
            "The folder '{folder}' is empty now. If a drive belongs there, connect it and try"
            " again."
        )
        return words.format(folder=path.parent)
    return tr("'{name}' is no longer where it was.").format(name=path.name)


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
    words = tr(
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


@dataclass(frozen=True, slots=True)
class OpenWith:
    """Command lines for documents with lines and with pages; '' means the usual program.

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
        template = "" if place is None else self._template(place)
        try:
            words = words_of(template)
        except ValueError:
            return []
        if not words or place is None:
            return []
        if "{path}" not in template:
            words.append("{path}")
        values = {"{line}": str(place.start), "{page}": str(place.start), "{path}": path}
        return [_filled(word, values) for word in words]

    def _template(self, place: Place) -> str:
        if place.kind.is_paged:
            return self.pages
        return self.lines if place.kind.is_line else ""


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


def _filled(word: str, values: dict[str, str]) -> str:
    """Fill in the path last, as a name may hold '{line}'."""
    for name, value in values.items():
        word = word.replace(name, value)
    return word
