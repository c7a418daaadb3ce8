"""Finding cited documents, including renamed ones, and reading the current text of their files."""

from __future__ import annotations

import os
import re
import time
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Literal

from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.document import ExtractedText, FileState, StoredDocument, document_number
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.library_folder import check_responds

_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")


def find_document(catalog: Catalog, path: str) -> StoredDocument | None:
    """Return the document at `path`.

    `path` is relative to a library folder, starts with the folder's name, or is absolute. The name
    of a file is enough, because exports that are sent to others do not name its directories.
    """
    found = _at(catalog, path)
    if not found and "/" not in path:
        named = (one for name in _spellings(path) for one in catalog.documents_named(name))
        found = [one for one in named if not one.not_read]
    if len(found) > 1:
        names = ", ".join(f"'{document.folder}/{document.path}'" for document in found)
        raise BadRequestError(
            message("'{path}' is in several folders of the library.", path=path),
            message("Use one of {names}.", names=names),
        )
    return found[0] if found else None


def _at(catalog: Catalog, path: str) -> list[StoredDocument]:
    numbers = [
        document_number(folder, inside)
        for name in _spellings(path)
        for folder, inside in _possible(catalog, name)
    ]
    documents = (catalog.document(number) for number in dict.fromkeys(numbers))
    return [one for one in documents if one is not None and not one.not_read]


def _spellings(path: str) -> Iterable[str]:
    """Return a path with both forms of its accents; systems use different ones."""
    return dict.fromkeys((path, *(unicodedata.normalize(form, path) for form in _FORMS)))


def _possible(catalog: Catalog, path: str) -> Iterator[tuple[str, str]]:
    """Yield each folder, and the path in it, to which `path` may refer."""
    file = Path(path)
    for folder in catalog.folders():
        if file.is_absolute():
            if file.is_relative_to(folder.root):
                yield folder.name, file.relative_to(folder.root).as_posix()
            continue
        yield folder.name, path
        if path.startswith(f"{folder.name}/"):
            yield folder.name, path[len(folder.name) + 1 :]


def why_not_indexed(catalog: Catalog, path: str) -> Message:
    """Return why a cited file is not indexed, or '' if there is no such file.

    `path` has the same form as for `find_document`.
    """
    failures = {failure.path: failure for failure in catalog.failures.every()}
    for place, _ in _places(catalog, path):
        within = f"{place}/"
        if above := max((one for one in failures if within.startswith(f"{one}/")), default=""):
            detail = failures[above].detail
            return message(
                "The passage cannot be checked because {above} is not indexed: {detail}",
                above=above,
                detail=detail,
            )
    for place, file in _places(catalog, path):
        if os.path.lexists(file):
            return message(
                "The passage cannot be checked because {place} is not indexed. It has not been "
                "read yet, or a rule excludes it.",
                place=place,
            )
    return EMPTY


def _places(catalog: Catalog, path: str) -> Iterator[tuple[str, Path]]:
    """Yield the paths in the library that `path` may refer to, with their files."""
    if ".." in path.split("/"):
        return  # outside every folder
    roots = {folder.name: Path(folder.root) for folder in catalog.folders()}
    for folder_name, inside in _possible(catalog, path):
        yield f"{folder_name}/{inside}", roots[folder_name] / inside


# Limits the time for folders on slow drives.
_MAX_FILES = 50_000


def renamed_files(document: StoredDocument) -> Iterator[StoredDocument]:
    """Yield the document with the path of each other file that has the same inode and size.

    Yields nothing on file systems without inode numbers.
    """
    if not document.state.inode:
        return
    for path, state in islice(_files(Path(document.folder_root)), _MAX_FILES):
        if (state.inode, state.size) == (document.state.inode, document.state.size):
            name = path.relative_to(document.folder_root).as_posix()
            if name == (document.file_path or document.path):
                continue
            if document.file_path:
                yield replace(document, path=f"{name}/{document.member}", file_path=name)
            else:
                yield replace(document, path=name)


def _files(root: Path) -> Iterator[tuple[Path, FileState]]:
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            path = Path(folder) / name
            try:
                state = FileState.of(path.lstat())
            except OSError:
                continue
            yield path, state


_WORD = re.compile(r"\S+")


class NormalisedText:
    """A text with each run of white space replaced by one space: `text`. Thread-safe.

    Word offsets are computed at the first call of `span`, because most long texts are searched
    without that call.
    """

    def __init__(self, original: str) -> None:
        self.text = " ".join(original.split())
        self._original = original
        self._starts = array("Q")
        self._origins = array("Q")

    def span(self, start: int, end: int) -> TextSpan:
        """Return the position of [start, end) of `text` in the original.

        The first and the last character must not be white space.
        """
        if not self._starts:
            self._find_words()
        return TextSpan(self._origin(start), self._origin(end - 1) + 1)

    def _find_words(self) -> None:
        starts, origins, start = array("Q"), array("Q"), 0
        for word in _WORD.finditer(self._original):
            starts.append(start)
            origins.append(word.start())
            start += word.end() - word.start() + 1
        # `_starts` is set last, because other threads take it as the sign that both are complete.
        self._origins = origins
        self._starts = starts

    def _origin(self, offset: int) -> int:
        word = bisect_right(self._starts, offset) - 1
        return self._origins[word] + offset - self._starts[word]


_MAX_CACHED_SIZE = 20_000_000

# Two changes within one tick of a file system's clock (2 s on FAT) have the same time.
_TICK_NS = 3_000_000_000

_State = tuple[str, str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class CurrentText:
    """The current text of a document, and the same text with normalised white space."""

    extracted: ExtractedText
    normalised: NormalisedText


class CurrentTexts:
    """Reads documents. Thread-safe.

    The last one is cached, because a collection often cites one document several times in a row.
    """

    def __init__(self, reader: DocumentReader) -> None:
        self._reader = reader
        self._cached: tuple[_State, CurrentText] | None = None

    def read(self, document: StoredDocument) -> CurrentText:
        """Return the text; raise DocumentError if it cannot be read."""
        check_responds(document.folder_root)
        state = _state_of(document)
        cached = self._cached  # another thread may replace it
        if cached and state is not None and cached[0] == state:
            return cached[1]
        extracted = self._reader.read(Path(document.absolute_path), document.member)
        current = CurrentText(extracted, NormalisedText(extracted.text))
        is_cached = state is not None and len(extracted.text) <= _MAX_CACHED_SIZE
        self._cached = (state, current) if state is not None and is_cached else None
        return current


def _state_of(document: StoredDocument) -> _State | None:
    """Return the values that identify a version of a file, or None if they may not be unique."""
    path = document.absolute_path
    try:
        state = Path(path).stat()
    except OSError:
        return None
    if time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) < _TICK_NS:
        return None
    times = (state.st_mtime_ns, state.st_ctime_ns)
    return path, document.member, state.st_ino, state.st_size, *times
