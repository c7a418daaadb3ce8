"""Which files are opened, which only after a question, and by which command. Without Qt."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.api import EMPTY, Message, Place, PlaceKind, Settings, message

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
_MAX_START_BYTES = 4096
_PROGRAMS = (b"#!", b"MZ", b"\x7fELF", b"\xcf\xfa\xed\xfe")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

DocumentExtensions = Callable[[], frozenset[str]]


@dataclass(frozen=True, slots=True)
class OpenWith:
    """Command lines for text files with lines and PDFs with pages; '' means the usual program.

    `{path}`, `{line}` and `{page}` are placeholders for the document and the position in it.
    """

    lines: str = ""
    pages: str = ""

    @classmethod
    def of(cls, settings: Settings) -> OpenWith:
        """Return the command lines of the settings."""
        return cls(settings.text("open.lines_with"), settings.text("open.pages_with"))

    def command(self, path: str, place: Place | None) -> tuple[str, ...]:
        """Return the words of the command; none if the usual program is used.

        Words are divided as a shell does, but no shell runs: a name can only be an argument.
        """
        if place is None:
            return ()
        # Only places that other programs count in the same way.
        template = {PlaceKind.LINE: self.lines, PlaceKind.PAGE: self.pages}.get(place.kind, "")
        try:
            words = split_command(template)
        except ValueError:
            return ()
        if words and "{path}" not in template:
            words.append("{path}")
        number = str(place.start)
        # The path last, as a name may hold '{line}'.
        return tuple(
            word.replace("{line}", number).replace("{page}", number).replace("{path}", path)
            for word in words
        )


def split_command(template: str, separator: str = os.sep) -> list[str]:
    r"""Divide a command line into words; ValueError when a quotation mark is missing.

    A backslash is a letter where it separates folders, as in C:\Programs\reader.exe.
    """
    lexer = shlex.shlex(template, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if separator == "\\":
        lexer.escape = ""
    return list(lexer)


@dataclass(frozen=True, slots=True)
class Decision:
    """How a file is opened: not, with the sentence why; after a question; or at once.

    `command` are the words of the settings' command; none for the usual program.
    """

    refusal: Message = EMPTY
    asks_first: bool = False
    command: tuple[str, ...] = ()


def decide(
    path: Path,
    place: Place | None,
    open_with: OpenWith,
    document_extensions: DocumentExtensions,
    *,
    is_agreed: bool = False,
) -> Decision:
    """Decide how `path` is opened at a place in it. Reads from the disk.

    The user is not asked after agreeing, or if the settings have a command for the file.
    """
    if why_not := refusal(path):
        return Decision(why_not)
    command = open_with.command(str(path), place)
    asks = not is_agreed and not command and asks_first(path, document_extensions())
    return Decision(asks_first=asks, command=command)


def refusal(path: Path) -> Message:
    """Return why `path` is not opened; EMPTY if it may be. Reads from the disk."""
    if not path.is_absolute():  # it would be looked for in the current folder
        return _is_elsewhere(path)
    try:
        state = path.stat()
    except OSError:
        return _why_gone(path)
    if not stat.S_ISREG(state.st_mode):
        return message("'{name}' is not a regular file, so it was not opened.", name=path.name)
    # Desktops decide by the name that is opened, or by that of the target of a link.
    is_program = any(_runs(name, state) for name in (path, path.resolve()))
    return _could_be_run(path) if is_program else EMPTY


def asks_first(path: Path, documents: frozenset[str]) -> bool:
    """Return whether the user is asked before `path`, which may be opened, is opened.

    Files are opened without a question if their name has one of the extensions `documents`, or
    none and they are text. Reads from the disk.
    """
    return any(_may_act(name, documents) for name in (path, path.resolve()))


def folder_of(path: Path) -> Path:
    """Return the folder of a file, or of the file that a document is inside. Reads the disk."""
    around = next((place for place in path.parents if place.is_file()), path)
    return around.parent


def folder_refusal(folder: Path) -> Message:
    """Return why `folder` is not shown; EMPTY if it may be. Reads from the disk."""
    if not folder.is_absolute():
        return _is_elsewhere(folder)
    if why_not := _lost_folder(folder):
        return why_not
    if not folder.is_dir():
        return _is_gone(folder)
    is_bundle = sys.platform == "darwin" and _extension(folder) in _RUN_BY_DESKTOPS
    return _could_be_run(folder) if is_bundle else EMPTY


def _is_elsewhere(path: Path) -> Message:
    return message("'{name}' lies where it was published.", name=path.name)


def _could_be_run(path: Path) -> Message:
    return message("'{name}' could be run as a program, so it was not opened.", name=path.name)


def _is_gone(path: Path) -> Message:
    return message("'{name}' is no longer where it was.", name=path.name)


def _why_gone(path: Path) -> Message:
    """Return what of a file is missing: a folder above it disappears and returns with its drive."""
    if why := _lost_folder(path.parent):
        return why
    # A mount point may remain as an empty folder, where the user would look for one file.
    try:
        is_empty = next(path.parent.iterdir(), None) is None
    except OSError:
        is_empty = False
    if not is_empty:
        return _is_gone(path)
    return message(
        "The folder '{folder}' is empty now. If a drive belongs there, connect it and try again.",
        folder=path.parent,
    )


def _lost_folder(folder: Path) -> Message:
    """Name the topmost missing folder of `folder` and its parents; EMPTY if all are there."""
    lost = next((at for at in (*reversed(folder.parents), folder) if _is_away(at)), None)
    if lost is None:
        return EMPTY
    return message(
        "The folder '{folder}' is not there now. If it is on a drive or in the network, connect"
        " that and try again.",
        folder=lost,
    )


def _is_away(folder: Path) -> bool:
    try:
        folder.lstat()
    except (PermissionError, NotADirectoryError):
        return False
    except OSError:  # it is gone, or a drive in the network does not answer
        return True
    return False


def _extension(path: Path) -> str:
    """Return the extension by which desktops decide, without its dot; '' if there is none."""
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
    # Files that are not text may be installed or mounted; so may some text files in sections.
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
    # Without a known name, desktops decide by the content of a file.
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    # Some drives mark every file executable, so the mark alone means nothing.
    is_program = is_marked and os.name != "nt" and start.startswith(_PROGRAMS)
    return is_program or first == b"[Desktop Entry]"


def _start_of(path: Path) -> bytes:
    """Return the first bytes, without a byte order mark and blanks."""
    with path.open("rb") as file:
        start = file.read(_MAX_START_BYTES)
    return start.lstrip().removeprefix(_BYTE_ORDER_MARK).lstrip()
