"""Recognising files that were only touched, renamed or moved, so that nothing is read again.

A file is one that was known elsewhere when it has the same inode, size and time, or the same bytes,
and is no longer where it was. What is indexed of it is kept when nothing in it depends on the name;
else it is read again (its vectors are kept by their texts), but tags and trust go with it anyway.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TypeVar

from engine.indexing.crawl import FoundFile
from engine.indexing.file_version import digest_of
from engine.indexing.summary import ReadingProgress
from engine.model.document import FileState
from engine.stores.catalog.catalog import Catalog
from engine.stores.catalog.folders import has_left, is_present
from engine.stores.catalog.rows import Folder, IndexedFile, KnownFile

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
