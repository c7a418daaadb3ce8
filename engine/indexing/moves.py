"""Detecting files that were touched, renamed or moved, so that they are not read again.

A file was moved if it has the same inode, size and time, or the same bytes, as a known file that no
longer exists at its old path. Its index entries are kept if nothing in them depends on the name.
Otherwise it is read again (vectors are stored by text, so they are reused). Its tags and trust move
with it in either case. A file whose content is only in the cloud cannot be read again, so it always
keeps its text.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import TypeVar

from twofold.engine.extract.regular_file import open_regular
from twofold.engine.indexing.chunker import is_outdated
from twofold.engine.indexing.crawl import FoundFile
from twofold.engine.indexing.scan import FolderChanges, MovedFile, ReadingProgress
from twofold.engine.model.document import FileState
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.catalog.rows import IndexedFile, KnownFile
from twofold.engine.stores.library_folder import Folder, has_left, is_present

_SECOND_NS = 1_000_000_000
_BLOCK = 1024 * 1024
# Reading this many blocks takes some tens of milliseconds on a fast disk.
_BLOCKS_PER_STEP = 16

_Result = TypeVar("_Result")
# A generator that yields progress, so that its caller can stop, and returns a result.
Steps = Generator[ReadingProgress, None, _Result]


def digest_of(folder: Path, path: str, max_bytes: int, step: ReadingProgress) -> Steps[bytes]:
    """Return the BLAKE2b digest (16 bytes) of a file in a folder; empty if it cannot be read.

    Read no more than the file's reported size, as the extraction worker does: a kernel file that
    reports size 0 may be endless. Yield `step` every 16 MB.
    """
    try:
        with open_regular(folder / path, folder) as file:
            left = os.fstat(file.fileno()).st_size
            if left > max_bytes:
                return b""
            digest, blocks = blake2b(digest_size=16), 0
            while block := file.read(min(_BLOCK, left)):
                digest.update(block)
                left -= len(block)
                blocks += 1
                if blocks % _BLOCKS_PER_STEP == 0:
                    yield step
            return digest.digest()
    except OSError:
        return b""


def detect_moves(
    catalog: Catalog, scanned: Sequence[FolderChanges], max_bytes: int
) -> Steps[list[FolderChanges]]:
    """Separate touched and moved files from files that must be read and files that are gone.

    Files larger than `max_bytes` are not compared by content. Yield after each file that is
    compared by content.
    """
    detector = _MoveDetector(catalog, max_bytes, compares_content=any(one.gone for one in scanned))
    sorted_changes: list[FolderChanges] = []
    for changes in scanned:
        one = yield from detector.sort(changes)
        sorted_changes.append(one)
    moved = {one.former for changes in sorted_changes for one in changes.moved if one.keeps_text}
    return [
        replace(one, gone=tuple(path for path in one.gone if (one.folder.name, path) not in moved))
        for one in sorted_changes
    ]


def moved_directories(folder: str, moves: Iterable[MovedFile]) -> Iterator[tuple[str, str]]:
    """Yield the directories (old and new path with folder name) that were moved as a whole."""
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


class _MoveDetector:
    """Compares files that seem new or changed with the catalog. Each former path is used once.

    With `compares_content`, files with an unknown inode are read to compute their digest. This is
    only worthwhile while other files are gone.
    """

    def __init__(self, catalog: Catalog, max_bytes: int, *, compares_content: bool) -> None:
        self._catalog = catalog
        self._max_bytes = max_bytes
        self._compares_content = compares_content
        self._taken: set[tuple[str, str]] = set()
        self._folders = {folder.name: folder for folder in catalog.folders()}
        self._present: dict[str, bool] = {}

    def sort(self, changes: FolderChanges) -> Steps[FolderChanges]:
        """Return the changes with `to_read` sorted into touched, moved and still to be read."""
        touched: list[FoundFile] = []
        moved: list[MovedFile] = []
        to_read: list[FoundFile] = []
        for file in changes.to_read:
            known = changes.known.get(file.path)
            if known is not None:
                same = yield from self._as_touched(changes.folder, file, known)
                (to_read if same is None else touched).append(same or file)
                continue
            move = yield from self._as_moved(changes.folder, file)
            if move is not None:
                moved.append(move)
            if move is None or not move.keeps_text:
                to_read.append(file)
        in_cloud = [file for file in changes.in_cloud if file.path not in changes.known]
        moved += filter(None, map(self._as_moved_in_cloud, in_cloud))
        new_paths = {one.file.path for one in moved}
        return replace(
            changes,
            touched=tuple(touched),
            moved=tuple(moved),
            to_read=tuple(to_read),
            problems=tuple(one for one in changes.problems if one.path not in new_paths),
        )

    def _as_touched(
        self, folder: Folder, file: FoundFile, known: KnownFile
    ) -> Steps[FoundFile | None]:
        if known.failed or known.partly_failed or is_outdated(known.chunker_version):
            return None
        if not known.state.digest or known.state.size != file.state.size:
            return None
        digest = yield from self._digest(folder, file)
        same = digest == known.state.digest
        return replace(file, state=replace(file.state, digest=digest)) if same else None

    def _as_moved(self, folder: Folder, file: FoundFile) -> Steps[MovedFile | None]:
        if not self._catalog.files.has_size(file.state.size):
            return None
        former = self._former(file.state)
        if former is not None:
            # Inodes are reused, and programs that unpack archives set whole seconds.
            if file.state.mtime_ns % _SECOND_NS:
                return self._move(file, former, former.state.digest)
            if former.state.digest == (yield from self._digest(folder, file)):
                return self._move(file, former, former.state.digest)
        if not self._compares_content:
            return None
        digest = yield from self._digest(folder, file)
        former = self._former(replace(file.state, inode=0, digest=digest))
        return self._move(file, former, digest) if former is not None else None

    def _as_moved_in_cloud(self, file: FoundFile) -> MovedFile | None:
        """Recognise a file that must not be read by its inode, size and time."""
        former = self._former(file.state)
        if former is None or not _has_same_type(former.path, file.path):
            return None
        self._taken.add((former.folder, former.path))
        known = replace(file, state=replace(file.state, digest=former.state.digest))
        return MovedFile(known, (former.folder, former.path), keeps_text=True)

    def _former(self, state: FileState) -> IndexedFile | None:
        """Return a matching file that no longer exists at its path."""
        return next((one for one in self._catalog.files.like(state) if self._has_left(one)), None)

    def _move(self, file: FoundFile, former: IndexedFile, digest: bytes) -> MovedFile:
        self._taken.add((former.folder, former.path))
        known = replace(file, state=replace(file.state, digest=digest))
        keeps_text = not is_outdated(former.chunker_version) and _keeps_text(former, file.path)
        return MovedFile(known, (former.folder, former.path), keeps_text)

    def _has_left(self, former: IndexedFile) -> bool:
        """Return whether the file no longer exists although its drive is mounted."""
        folder = self._folders[former.folder]
        if (former.folder, former.path) in self._taken or not has_left(folder, former.path):
            return False
        if former.folder not in self._present:
            self._present[former.folder] = is_present(folder)
        return self._present[former.folder]

    def _digest(self, folder: Folder, file: FoundFile) -> Steps[bytes]:
        progress = ReadingProgress(folder.name, 0, file.path)
        digest = yield from digest_of(Path(folder.root), file.path, self._max_bytes, progress)
        yield progress
        return digest


def _keeps_text(former: IndexedFile, path: str) -> bool:
    """Return whether no indexed data depends on the changed part of the name."""
    old, new = PurePosixPath(former.path), PurePosixPath(path)
    if old.name == new.name:
        return True
    return _has_same_type(former.path, path) and former.title not in {old.stem, old.name, ""}


def _has_same_type(old: str, new: str) -> bool:
    suffix = PurePosixPath(old).suffix.lower()
    return bool(suffix) and suffix == PurePosixPath(new).suffix.lower()
