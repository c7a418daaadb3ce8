"""Recognising files that were touched, renamed or moved, so that they are not read again.

A file was known elsewhere when it has the same inode, size and time, or the same bytes, and is no
longer where it was. Its index entries are kept when nothing in them depends on the name; otherwise
it is read again (vectors are kept by text), but tags and trust move with it anyway.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import TypeVar

from engine.indexing.crawl import FoundFile
from engine.indexing.summary import ReadingProgress
from engine.model.document import FileState
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.folders import has_left, is_present
from engine.stores.catalog.rows import Folder, IndexedFile, KnownFile

Step = TypeVar("Step")

# Two changes within one tick of the system's clock leave the same time; FAT counts in two seconds.
_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000
_BLOCK = 1024 * 1024
# Some tens of milliseconds of a fast disk.
_BLOCKS_A_STEP = 16


def digest_of(path: Path, most_bytes: int, step: Step) -> Generator[Step, None, bytes]:
    """Return the BLAKE2b digest (16 bytes) of a regular file; empty when it cannot be read.

    Yields `step` every 16 MB, so that the caller can stop in the middle of a huge file.
    """
    try:
        with open(path, "rb", opener=_open_without_waiting) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
                return b""
            digest, blocks = blake2b(digest_size=16), 0
            while block := file.read(_BLOCK):
                digest.update(block)
                blocks += 1
                if blocks % _BLOCKS_A_STEP == 0:
                    yield step
            return digest.digest()
    except OSError:
        return b""


def version_read(
    path: Path, found: FileState, began_ns: int, most_bytes: int, step: Step
) -> Generator[Step, None, FileState]:
    """Return the version to record of a file that was read, beginning at `began_ns` (wall clock).

    When it has changed since it was found, or might have without its time showing it, the version
    is one that no file has, so that the next look reads it again. Yields as `digest_of` does.
    """
    digest = yield from digest_of(path, most_bytes, step)
    if _has_changed(path, found) or _is_too_fresh(found.mtime_ns, began_ns):
        return replace(found, mtime_ns=found.mtime_ns - 1, digest=b"")
    return replace(found, digest=digest)


def is_uncertain(found: FileState, recorded: FileState) -> bool:
    """Say whether `version_read` gave a version that no file has."""
    return found.mtime_ns != recorded.mtime_ns


def _has_changed(path: Path, found: FileState) -> bool:
    try:
        now = FileState.of(path.lstat())
    except OSError:
        return False  # it has gone: the next look says so
    return not now.looks_like(found)


def _is_too_fresh(mtime_ns: int, began_ns: int) -> bool:
    is_coarse = mtime_ns % 1_000_000_000 == 0
    return abs(began_ns - mtime_ns) < (_COARSE_TICK_NS if is_coarse else _TICK_NS)


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


_SECOND_NS = 1_000_000_000

_Answer = TypeVar("_Answer")
# What is told on the way to an answer.
_Steps = Generator[ReadingProgress, None, _Answer]


@dataclass(frozen=True, slots=True)
class MovedFile:
    """A file that was at `former` (folder name and path); `keeps_text` unless it is read again."""

    file: FoundFile
    former: tuple[str, str]
    keeps_text: bool


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was found out about files that seemed new or changed."""

    touched: tuple[FoundFile, ...]
    moved: tuple[MovedFile, ...]
    to_read: tuple[FoundFile, ...]


class MoveDetector:
    """Looks at files that seem new or changed. Every former place is taken once.

    With `asks_content` files whose inode is not known are read for their digest; that pays only
    while other files are gone.
    """

    def __init__(self, catalog: Catalog, most_bytes: int, *, asks_content: bool) -> None:
        self._catalog = catalog
        self._most_bytes = most_bytes
        self._is_content_asked = asks_content
        self._taken: set[tuple[str, str]] = set()
        # Where files were (folder name and path) whose index entries have moved with them.
        self.carried_over: set[tuple[str, str]] = set()
        self._folders = {folder.name: folder for folder in catalog.folders()}
        self._present: dict[str, bool] = {}
        self._digests = 0

    def recognise(
        self, folder: Folder, files: Iterable[FoundFile], known: Mapping[str, KnownFile]
    ) -> _Steps[Recognised]:
        """Sort the files of a folder that seem to need reading.

        Yields at each file whose bytes were asked for, and in the middle of a huge one, so that the
        caller can stop.
        """
        touched: list[FoundFile] = []
        moved: list[MovedFile] = []
        to_read: list[FoundFile] = []
        for file in files:
            digests = self._digests
            before = known.get(file.path)
            if before is not None:
                same = yield from self._as_touched(folder, file, before)
                (to_read if same is None else touched).append(same or file)
            else:
                move = yield from self._as_moved(folder, file)
                moved += [move] if move is not None else []
                if move is None or not move.keeps_text:
                    to_read.append(file)
            if self._digests > digests:
                yield ReadingProgress(folder.name, 0, file.path)
        return Recognised(tuple(touched), tuple(moved), tuple(to_read))

    def _as_touched(
        self, folder: Folder, file: FoundFile, known: KnownFile
    ) -> _Steps[FoundFile | None]:
        if known.failed or known.partly_failed or known.is_outdated:
            return None
        if not known.state.digest or known.state.size != file.state.size:
            return None
        digest = yield from self._digest(folder, file)
        same = digest == known.state.digest
        return replace(file, state=replace(file.state, digest=digest)) if same else None

    def _as_moved(self, folder: Folder, file: FoundFile) -> _Steps[MovedFile | None]:
        if not self._catalog.has_file_of_size(file.state.size):
            return None
        former = self._former(file.state)
        if former is not None and (yield from self._is_surely(former, folder, file)):
            return self._move(file, former, former.state.digest)
        if not self._is_content_asked:
            return None
        digest = yield from self._digest(folder, file)
        former = self._former(replace(file.state, inode=0, digest=digest))
        return self._move(file, former, digest) if former is not None else None

    def _is_surely(self, former: IndexedFile, folder: Folder, file: FoundFile) -> _Steps[bool]:
        """Say whether inode, size and time suffice to be sure.

        Inodes are used again, and programs that unpack archives set whole seconds: ask the content.
        """
        if file.state.mtime_ns % _SECOND_NS:
            return True
        return former.state.digest == (yield from self._digest(folder, file))

    def _former(self, state: FileState) -> IndexedFile | None:
        """Return a file like this one that is no longer where it was."""
        return next((one for one in self._catalog.files_like(state) if self._has_left(one)), None)

    def _move(self, file: FoundFile, former: IndexedFile, digest: bytes) -> MovedFile:
        self._taken.add((former.folder, former.path))
        known = replace(file, state=replace(file.state, digest=digest))
        keeps_text = not former.is_outdated and _keeps_text(former, file.path)
        if keeps_text:
            self.carried_over.add((former.folder, former.path))
        return MovedFile(known, (former.folder, former.path), keeps_text)

    def _has_left(self, former: IndexedFile) -> bool:
        """Say whether the file is no longer there, though its drive is."""
        if (former.folder, former.path) in self._taken:
            return False
        if not has_left(self._folders[former.folder], former.path):
            return False
        return self._is_present(former.folder)

    def _is_present(self, folder: str) -> bool:
        if folder not in self._present:
            self._present[folder] = is_present(self._folders[folder])
        return self._present[folder]

    def _digest(self, folder: Folder, file: FoundFile) -> _Steps[bytes]:
        self._digests += 1
        progress = ReadingProgress(folder.name, 0, file.path)
        return digest_of(Path(folder.root) / file.path, self._most_bytes, progress)


def moved_directories(folder: str, moves: Iterable[MovedFile]) -> Iterator[tuple[str, str]]:
    """Yield the directories (as places, old and new) that were moved as a whole, by their files."""
    seen: set[tuple[str, str]] = set()
    for move in moves:
        old = PurePosixPath(*move.former)
        new = PurePosixPath(folder, move.file.path)
        while old.name == new.name:
            old, new = old.parent, new.parent
            if len(old.parts) < 2 or len(new.parts) < 2 or (str(old), str(new)) in seen:
                break
            seen.add((str(old), str(new)))
            yield str(old), str(new)


def _keeps_text(former: IndexedFile, path: str) -> bool:
    """Say whether nothing that is indexed depends on the part of the name that has changed."""
    old, new = PurePosixPath(former.path), PurePosixPath(path)
    if old.name == new.name:
        return True
    is_same_kind = old.suffix.lower() == new.suffix.lower() and bool(old.suffix)
    return is_same_kind and former.title not in {old.stem, old.name, ""}
