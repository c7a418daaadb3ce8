"""Finding the files of a folder in a fixed order.

Symbolic links and Windows junctions are not followed. A target inside the folder is found anyway, a
target outside is not part of the library, and without links there are no loops. Pipes, sockets and
devices are skipped.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path

from twofold.engine.extract.regular_file import is_cloud_only
from twofold.engine.extract.unreadable import IWORK_EXTENSIONS, iwork_folder_error, iwork_folders
from twofold.engine.indexing.ignore_rules import DirectoryRules, IgnoreRules
from twofold.engine.model.document import FileState
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import Message, joined, message, system_reason
from twofold.engine.model.long_paths import openable

_HAS_JUNCTIONS = os.name == "nt"
_JUNCTION = 0xA0000003  # IO_REPARSE_TAG_MOUNT_POINT, which `stat` defines on Windows only


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file: its POSIX path relative to the root, and its state on disk.

    Undecodable bytes in a name are kept as lone surrogates (PEP 383). The content may be only in
    the cloud.
    """

    path: str
    state: FileState
    is_cloud_only: bool = False


@dataclass(frozen=True, slots=True)
class CrawlProblem:
    """A folder or file that cannot be entered or read; `path` is relative, '' for the root."""

    path: str
    reason: FailureReason
    detail: Message


@dataclass(frozen=True, slots=True)
class MountPoint:
    """A directory on which a file system is mounted, with its device number; '' is the root."""

    path: str
    device: int


@dataclass(frozen=True, slots=True)
class UnavailableDirectory:
    """A directory whose file system is not mounted at the moment.

    Its files must not be treated as deleted.
    """

    path: str


Finding = FoundFile | CrawlProblem | MountPoint | UnavailableDirectory


@dataclass(frozen=True, slots=True)
class CrawlTask:
    """The scope of a crawl: `place` is a file or directory below `root` ('' for all of it).

    `mounts` are the directories that were mount points at the last scan.
    """

    root: Path
    names: IgnoreRules
    rules: FolderRules = field(default_factory=FolderRules)
    mounts: Mapping[str, int] = field(default_factory=dict)
    place: str = ""


@dataclass(frozen=True, slots=True)
class _Directory:
    """A directory to list.

    `device` is the device of its parent directory, None for the first directory.
    """

    rules: DirectoryRules
    device: int | None


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry of a directory, waiting to be processed."""

    path: str
    found: os.DirEntry[str]
    above: _Directory
    device: int


def crawl(task: CrawlTask) -> Iterator[Finding]:
    """Yield every file that the rules include, and every problem.

    Entries of a directory are sorted by name (by code point), with the content of a subdirectory at
    the position of its name, so two crawls of the same disk agree. Raise nothing: an unreadable
    root is a CrawlProblem, too. If `task.place` does not exist or is excluded, yield nothing.
    """
    yield from _missing_mount_points(task)
    start = _start(task)
    if isinstance(start, _Directory):
        yield from _crawl_below(start, task.mounts)
    elif start is not None:
        yield start


def _start(task: CrawlTask) -> _Directory | FoundFile | CrawlProblem | None:
    """Descend to the file or directory to crawl, as far as the rules allow."""
    rules = DirectoryRules.of_folder(task.root, task.names, task.rules)
    parts = task.place.split("/") if task.place else []
    for number, name in enumerate(parts, start=1):
        path = "/".join(parts[:number])
        try:
            status = openable(task.root / path).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return problem_of(path, error)
        is_directory = stat.S_ISDIR(status.st_mode)
        if is_junction(status) or not rules.verdict(name, is_directory=is_directory).wanted:
            return None
        if not is_directory:
            is_last = number == len(parts) and stat.S_ISREG(status.st_mode)
            return _found(path, str(task.root / path), status) if is_last else None
        rules = rules.enter(name)
        if is_document_folder(task.root / path):
            return next(_unread_document(rules), None)
    return _Directory(rules, _device_above(task))


def _device_above(task: CrawlTask) -> int | None:
    """Return the device of the parent of `task.place`, to detect that it is a mount point."""
    try:
        return (task.root / task.place).parent.stat().st_dev if task.place else None
    except OSError:
        return None


def _crawl_below(start: _Directory, mounts: Mapping[str, int]) -> Iterator[Finding]:
    pending: list[_Directory | _Entry] = [start]
    while pending:
        item = pending.pop()
        if isinstance(item, _Entry) and not _is_folder(item.found):
            yield from _file(item.path, item.found)
            continue
        if isinstance(item, _Entry):
            item = _Directory(item.above.rules.enter(item.found.name), item.device)
        listed = yield from _listed(item, mounts)
        pending.extend(reversed(listed))


def _listed(
    directory: _Directory, mounts: Mapping[str, int]
) -> Generator[Finding, None, list[_Entry]]:
    """Yield findings about a directory itself and return its entries that are included."""
    rules = directory.rules
    place = openable(rules.root / rules.path if rules.path else rules.root)
    try:
        device = place.stat().st_dev
        with os.scandir(place) as scan:
            entries = list(scan)
    except OSError as error:
        yield problem_of(rules.path, error, is_folder=True)
        return []
    if rules.path and is_document_folder(place):
        yield from _unread_document(rules)
        return []
    if not entries and mounts.get(rules.path, device) != device:
        yield UnavailableDirectory(rules.path)
        return []
    if (directory.device or device) != device or not rules.path:
        yield MountPoint(rules.path, device)
    wanted = sorted(
        (entry for entry in entries if _is_wanted(entry, rules)), key=attrgetter("name")
    )
    prefix = f"{rules.path}/" if rules.path else ""
    return [_Entry(prefix + entry.name, entry, directory, device) for entry in wanted]


def is_document_folder(place: Path) -> bool:
    """Return whether a directory is a single document of one program, such as Pages."""
    if place.suffix[1:].lower() not in IWORK_EXTENSIONS:
        return False
    names = [*_names_in(place), *(f"Index/{name}" for name in _names_in(place / "Index"))]
    return bool(iwork_folders(f"{place.name}/{name}" for name in names))


def _names_in(place: Path) -> list[str]:
    try:
        return [] if place.is_symlink() else [entry.name for entry in place.iterdir()]
    except OSError:  # the problem is reported when the directory is listed
        return []


def _unread_document(rules: DirectoryRules) -> Iterator[CrawlProblem]:
    if rules.own_verdict().wanted:
        error = iwork_folder_error()
        why = joined(error.message, error.hint)
        yield CrawlProblem(rules.path, error.reason, why)


def _missing_mount_points(task: CrawlTask) -> Iterator[UnavailableDirectory]:
    """Yield mount points whose directory no longer exists (such as an unplugged drive).

    Only mount points at, above or below `task.place` are checked.
    """
    for path in sorted(task.mounts):
        inside = not task.place or path == task.place or path.startswith(f"{task.place}/")
        above = task.place.startswith(f"{path}/")
        if path and (inside or above) and not os.path.lexists(task.root / path):
            yield UnavailableDirectory(path)


def _is_wanted(entry: os.DirEntry[str], rules: DirectoryRules) -> bool:
    if entry.is_symlink() or _is_junction(entry):
        return False
    if _is_folder(entry):
        return rules.verdict(entry.name, is_directory=True).wanted
    try:
        is_file = entry.is_file(follow_symlinks=False)
    except OSError:
        return True  # Reading its state will report the problem.
    return is_file and rules.verdict(entry.name, is_directory=False).wanted


def _is_junction(entry: os.DirEntry[str]) -> bool:
    if not _HAS_JUNCTIONS:
        return False
    try:
        return is_junction(entry.stat(follow_symlinks=False))
    except OSError:
        return False


def is_junction(status: os.stat_result) -> bool:
    """Return whether this is a junction, a Windows link to a directory."""
    return getattr(status, "st_reparse_tag", 0) == _JUNCTION


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _file(relative: str, entry: os.DirEntry[str]) -> Iterator[Finding]:
    """Yield a file's state; a file that vanished after its folder was listed is not a problem."""
    try:
        status = entry.stat(follow_symlinks=False)
        if not status.st_ino:  # Windows entries have no inode, and may have old times
            status = os.lstat(entry.path)
    except FileNotFoundError:
        return
    except OSError as error:
        yield problem_of(relative, error)
        return
    if stat.S_ISREG(status.st_mode):
        yield _found(relative, entry.path, status)


def _found(relative: str, path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(relative, FileState.of(status), is_cloud_only(path, status))


def problem_of(relative: str, error: OSError, *, is_folder: bool = False) -> CrawlProblem:
    """Return a problem with a message for the error."""
    why = system_reason(error)
    if isinstance(error, PermissionError):
        reason = FailureReason.NO_PERMISSION
        messages = (
            message("No permission to read this file."),
            message("No permission to open this folder."),
        )
    elif isinstance(error, FileNotFoundError | NotADirectoryError):
        reason = FailureReason.VANISHED
        messages = message("The file no longer exists."), message("The folder no longer exists.")
    else:
        reason = FailureReason.UNREACHABLE
        messages = (
            message("The file could not be read: {why}.", why=why),
            message("The folder could not be read: {why}.", why=why),
        )
    return CrawlProblem(relative, reason, messages[is_folder])
