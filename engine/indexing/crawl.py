"""Finding the files of a folder, in one fixed order.

Symbolic links are not followed: what they point to inside the folder is found anyway, and what
lies outside was not asked for; so no loop can arise. Pipes, sockets and devices are passed over.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.document import FailureReason, FileState
from engine.indexing.ignore_rules import IgnoreRules


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A regular file: its POSIX path relative to the root, and its state on disk.

    A name that is not valid text keeps its undecodable bytes as lone surrogates (PEP 383).
    """

    path: str
    state: FileState


@dataclass(frozen=True, slots=True)
class CrawlProblem:
    """A folder or file that could not be looked into; `path` is relative, '' for the root."""

    path: str
    reason: FailureReason
    detail: str


def crawl(root: Path, rules: IgnoreRules) -> Iterator[FoundFile | CrawlProblem]:
    """Yield every file under `root` that `rules` let in, and every problem met.

    Within a folder entries come in the order of their names (by code point), a folder's content
    in its place among them, so two crawls of the same disk agree. Raises nothing: a root that
    cannot be read is a CrawlProblem too.
    """
    pending: list[tuple[str, os.DirEntry[str] | None]] = [("", None)]
    while pending:
        relative, entry = pending.pop()
        if entry is not None and not _is_folder(entry):
            yield from _file(relative, entry)
            continue
        listed = _listed(root, relative, rules)
        if isinstance(listed, CrawlProblem):
            yield listed
            continue
        prefix = f"{relative}/" if relative else ""
        pending.extend((prefix + child.name, child) for child in reversed(listed))


def _listed(root: Path, relative: str, rules: IgnoreRules) -> list[os.DirEntry[str]] | CrawlProblem:
    folder = os.fspath(root / relative) if relative else os.fspath(root)
    try:
        with os.scandir(folder) as entries:
            wanted = [entry for entry in entries if _is_wanted(entry, rules)]
    except OSError as error:
        return _problem(relative, error, "folder")
    return sorted(wanted, key=lambda entry: entry.name)


def _is_wanted(entry: os.DirEntry[str], rules: IgnoreRules) -> bool:
    if entry.is_symlink():
        return False
    if _is_folder(entry):
        return not rules.ignores_folder(entry.name)
    try:
        return entry.is_file(follow_symlinks=False) and not rules.ignores_file(entry.name)
    except OSError:
        return True  # Asking for its state will say what is wrong with it.


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _file(relative: str, entry: os.DirEntry[str]) -> Iterator[FoundFile | CrawlProblem]:
    """Yield a file's state; one that vanished since its folder was listed is no problem."""
    try:
        status = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return
    except OSError as error:
        yield _problem(relative, error, "file")
        return
    if stat.S_ISREG(status.st_mode):
        yield FoundFile(relative, FileState(status.st_size, status.st_mtime_ns, status.st_ino))


def _problem(relative: str, error: OSError, what: str) -> CrawlProblem:
    if isinstance(error, PermissionError):
        return CrawlProblem(
            relative, FailureReason.NO_PERMISSION, f"You may not look into this {what}."
        )
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return CrawlProblem(relative, FailureReason.VANISHED, f"The {what} is no longer there.")
    return CrawlProblem(
        relative,
        FailureReason.DAMAGED,
        f"The {what} could not be read: {error.strerror or error}.",
    )
