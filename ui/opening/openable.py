"""Decides whether a file is opened, whether to ask first, and with which command. Without Qt."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.api import EMPTY, Locator, LocatorKind, Message, Settings, message

# File types that desktops run, install or redirect when they are 'opened'.
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
# Scripts that interpreters run when opened: on Windows by name alone, on macOS in some cases.
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
    """Command lines for text files at a line and PDFs at a page; '' is the default program.

    `{path}`, `{line}` and `{page}` are placeholders. With `in_app`, documents of Zotero, Obsidian
    and Logseq are opened in these programs.
    """

    lines: str = ""
    pages: str = ""
    in_app: bool = False

    @classmethod
    def of(cls, settings: Settings) -> OpenWith:
        """Return the command lines from the settings."""
        return cls(
            settings.text("open.lines_with"),
            settings.text("open.pages_with"),
            settings.flag("open.in_app"),
        )

    def command(self, path: str, place: Locator | None) -> tuple[str, ...]:
        """Return the arguments of the command; empty for the default program.

        The command line is split as by a shell, but no shell runs, so a name is only an argument.
        """
        if place is None:
            return ()
        # Only locations that other programs count in the same way.
        template = {LocatorKind.LINE: self.lines, LocatorKind.PAGE: self.pages}.get(place.kind, "")
        try:
            words = split_command(template)
        except ValueError:
            return ()
        if words and "{path}" not in template:
            words.append("{path}")
        number = str(place.start)
        # Replace the path last, because a name may contain '{line}'.
        return tuple(
            word.replace("{line}", number).replace("{page}", number).replace("{path}", path)
            for word in words
        )


def split_command(template: str, separator: str = os.sep) -> list[str]:
    r"""Split a command line into arguments; raise ValueError for an unclosed quotation mark.

    If the path separator is a backslash, it is an ordinary character, as in
    C:\Programs\reader.exe.
    """
    lexer = shlex.shlex(template, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if separator == "\\":
        lexer.escape = ""
    return list(lexer)


@dataclass(frozen=True, slots=True)
class Decision:
    """How a file is opened: refused for a reason, after asking, or immediately.

    `command` contains the arguments of a command from the settings; it is empty for the default
    program.
    """

    refusal: Message = EMPTY
    asks_first: bool = False
    command: tuple[str, ...] = ()


def decide(
    path: Path,
    place: Locator | None,
    open_with: OpenWith,
    document_extensions: DocumentExtensions,
    *,
    is_agreed: bool = False,
) -> Decision:
    """Return how `path` is opened at a location. Reads from the disk.

    The user is not asked after agreeing, or if the settings have a command for the file.
    """
    if why_not := refusal(path):
        return Decision(why_not)
    command = open_with.command(str(path), place)
    asks = not is_agreed and not command and asks_first(path, document_extensions())
    return Decision(asks_first=asks, command=command)


def refusal(path: Path) -> Message:
    """Return why `path` is not opened; EMPTY if it may be opened. Reads from the disk."""
    if not path.is_absolute():  # it would be resolved in the current folder
        return _not_local(path)
    try:
        state = path.stat()
    except OSError:
        return _why_gone(path)
    if not stat.S_ISREG(state.st_mode):
        return message("'{name}' is not a regular file, so it was not opened.", name=path.name)
    # Desktops decide by the name of the opened file or of the target of a link.
    is_program = any(_runs(name, state) for name in (path, path.resolve()))
    return _could_be_run(path) if is_program else EMPTY


def asks_first(path: Path, documents: frozenset[str]) -> bool:
    """Return whether to ask the user before opening `path`. Reads from the disk.

    A file is opened without asking if its extension is among `documents`, or if it has no extension
    and is text.
    """
    return any(_may_act(name, documents) for name in (path, path.resolve()))


def folder_of(path: Path) -> Path:
    """Return the folder of a file, or of the file that contains an embedded document."""
    around = next((place for place in path.parents if place.is_file()), path)
    return around.parent


def folder_refusal(folder: Path) -> Message:
    """Return why `folder` is not shown; EMPTY if it may be shown. Reads from the disk."""
    if not folder.is_absolute():
        return _not_local(folder)
    if why_not := _lost_folder(folder):
        return why_not
    if not folder.is_dir():
        return _is_gone(folder)
    is_bundle = sys.platform == "darwin" and _extension(folder) in _RUN_BY_DESKTOPS
    return _could_be_run(folder) if is_bundle else EMPTY


def _not_local(path: Path) -> Message:
    return message("'{name}' is not stored on this computer.", name=path.name)


def _could_be_run(path: Path) -> Message:
    return message("'{name}' was not opened because it could run as a program.", name=path.name)


def _is_gone(path: Path) -> Message:
    return message("'{name}' no longer exists at this location.", name=path.name)


def _why_gone(path: Path) -> Message:
    """Return which part of a path is missing: a folder may disappear with its drive."""
    if why := _lost_folder(path.parent):
        return why
    # A mount point may remain as an empty folder.
    try:
        is_empty = next(path.parent.iterdir(), None) is None
    except OSError:
        is_empty = False
    if not is_empty:
        return _is_gone(path)
    return message(
        "The folder '{folder}' is empty. If a drive is usually mounted there, connect it and"
        " try again.",
        folder=path.parent,
    )


def _lost_folder(folder: Path) -> Message:
    """Return a message about the topmost missing folder of a path; EMPTY if all exist."""
    lost = next((at for at in (*reversed(folder.parents), folder) if _is_away(at)), None)
    if lost is None:
        return EMPTY
    return message(
        "The folder '{folder}' was not found. If it is on a drive or a network share, connect it"
        " and try again.",
        folder=lost,
    )


def _is_away(folder: Path) -> bool:
    try:
        folder.lstat()
    except (PermissionError, NotADirectoryError):
        return False
    except OSError:  # it is missing, or a network drive does not respond
        return True
    return False


def _extension(path: Path) -> str:
    """Return the extension by which desktops decide, without its dot; '' if there is none."""
    name = path.name.lower()
    if os.name == "nt":
        name = name.rstrip(". ")  # Windows ignores them
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
    # Files that are not text may be installed or mounted; so may some INI-like text files.
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
    # Without a known extension, desktops decide by the content of a file.
    lines = (line.strip() for line in start.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    # Some drives mark every file as executable, so the mark alone is not sufficient.
    is_program = is_marked and os.name != "nt" and start.startswith(_PROGRAMS)
    return is_program or first == b"[Desktop Entry]"


def _start_of(path: Path) -> bytes:
    """Return the first bytes without a byte order mark and leading white space."""
    with path.open("rb") as file:
        start = file.read(_MAX_START_BYTES)
    return start.lstrip().removeprefix(_BYTE_ORDER_MARK).lstrip()
