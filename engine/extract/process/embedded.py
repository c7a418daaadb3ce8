"""Reading the documents embedded in a container, including nested containers, one at a time.

Runs in the worker. The result is a flat list: a text attached to a mail in an archive is the
embedded document 'letters/march.eml/plan.txt' of the archive. If one cannot be read, the others are
not affected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Protocol

from twofold.engine.extract.extraction import (
    no_text,
    open_document,
    read_bytes,
    without_text,
)
from twofold.engine.extract.file_format import Container, Entry
from twofold.engine.extract.limits import MAX_EMBEDDED, TEXT_BYTES
from twofold.engine.extract.ocr_text import pages_left_out
from twofold.engine.model.document import EmbeddedDocument, ExtractedText, OcrText, content_digest
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import REST_OF_TEXT, FailureReason
from twofold.engine.model.localized import joined, message

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:(?=/|\Z)")
_MAX_PART_LENGTH = 200
_MAX_PARTS = 40
# Of the name in one container, and of a name with those of all containers around it.
_MAX_ENTRY_NAME_LENGTH = 1_000
_MAX_NAME_LENGTH = 4_000


def safe_name(name: str) -> str:
    r"""Return a relative POSIX path without '.', '..', a root, a drive or control characters.

    Archives created on Windows may separate folders with backslashes. If a name is too long, its
    innermost folders are kept. The result is 'unnamed' if nothing is left.
    """
    parts = _DRIVE.sub("", name.replace("\\", "/"), count=1).split("/")
    kept = [_part(part) for part in parts if part.strip() not in {"", ".", ".."}]
    left = _MAX_ENTRY_NAME_LENGTH
    innermost: list[str] = []
    for part in reversed(kept[-_MAX_PARTS:]):
        left -= len(part) + 1
        if left < 0:
            break
        innermost.append(part)
    return "/".join(reversed(innermost)) or "unnamed"


def is_safe_name(name: str) -> bool:
    """Return whether `EntryNames` can have returned this name."""
    parts = name.split("/") if len(name) <= _MAX_NAME_LENGTH else [""]
    return not _CONTROL.search(name) and not {"", ".", ".."} & set(parts)


def _part(part: str) -> str:
    part = _CONTROL.sub("\ufffd", part)
    if len(part) <= _MAX_PART_LENGTH:
        return part
    suffix = PurePosixPath(part).suffix[:20]
    return part[: _MAX_PART_LENGTH - len(suffix)] + suffix


class EntryNames:
    """Assigns a unique name to every entry of a container.

    A name is never also a folder of another name, so a document in the container 'a.zip' cannot get
    the name of an entry 'a.zip/b.txt'. The same entries in the same order get the same names.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._folders: set[str] = set()
        self._folder_of: dict[str, str] = {}
        self._used: Counter[str] = Counter()

    def take(self, name: str) -> str:
        """Return a safe form of `name`, with a number if it is taken: 'a.txt', 'a (2).txt'."""
        *folders, last = safe_name(name).split("/")
        folder = ""
        for part in folders:
            wanted = _joined(folder, part)
            if wanted not in self._folder_of:
                self._folder_of[wanted] = self._free(wanted)
            folder = self._folder_of[wanted]
            self._folders.add(folder)
        free = self._free(_joined(folder, last), self._folders)
        self._taken.add(free)
        return free

    def _free(self, wanted: str, folders: Collection[str] = ()) -> str:
        free = wanted
        while free in self._taken or free in folders:
            self._used[wanted] += 1
            path = PurePosixPath(wanted)
            free = str(path.with_name(f"{path.stem} ({self._used[wanted] + 1}){path.suffix}"))
        return free


def _joined(folder: str, part: str) -> str:
    return f"{folder}/{part}" if folder else part


class OpenDocument(Protocol):
    """Reads one document, or opens one container."""

    def __call__(self, data: bytes, name: str, /, *, is_wanted: bool) -> Container:
        """Return the content; if the document is not wanted, it only has to be opened."""


@dataclass(frozen=True, slots=True)
class EmbeddedLimits:
    """Limits for the embedded documents of one file.

    `max_bytes` is the largest document. All documents together may have `max_total_factor` times as
    many bytes, both as files and as texts. Their texts, which are all in memory until they are
    saved, may have `text_bytes`. Containers are opened up to `depth` levels deep (a mail in an
    archive in an archive).
    """

    max_bytes: int
    count: int = MAX_EMBEDDED
    max_total_factor: int = 3
    depth: int = 3
    text_bytes: int = TEXT_BYTES


@dataclass(frozen=True, slots=True)
class EmbeddedStarted:
    """Announces that the embedded document with this number and name is read next."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class EmbeddedSelection:
    """The wanted embedded documents: all from number `first` on, or only the one called `only`.

    Documents are numbered in the order they are found, including containers. Documents in `avoid`
    are not even opened, because they crashed a worker before. With `gives_up`, after too many
    crashes, all remaining documents are left out.
    """

    first: int = 0
    avoid: tuple[int, ...] = ()
    only: str | None = None
    gives_up: bool = False

    def may_include(self, name: str) -> bool:
        """Return whether this document, or one embedded in it, may be wanted."""
        return self.only is None or self.only == name or self.only.startswith(f"{name}/")


class EmbeddedWalk:
    """A walk through a container.

    For each wanted document, it yields an EmbeddedStarted before reading it, and then the results.
    """

    def __init__(
        self,
        open_document: OpenDocument,
        limits: EmbeddedLimits,
        selection: EmbeddedSelection,
    ) -> None:
        self._open = open_document
        self._limits = limits
        self._selection = selection
        self._met = 0
        self._left = limits.max_total_factor * limits.max_bytes
        self._text_left = limits.text_bytes
        self._ended = False

    def members(
        self, container: Container, prefix: str = "", depth: int = 1
    ) -> Iterator[EmbeddedStarted | EmbeddedDocument]:
        """Yield the results for the entries in order: a text or the reason why there is none."""
        names = EntryNames()
        for entry in container.entries:
            name = prefix + names.take(entry.name)
            if depth > self._limits.depth:
                yield _failure(name, _nesting_limit_error(self._limits))
                return
            if not self._selection.may_include(name):
                continue
            if self._is_full and not self._ended:
                self._ended = True
                yield _failure(name, self._why_ended())
            if self._ended:
                return
            number = self._met
            self._met += 1
            if number not in self._selection.avoid:
                yield from self._member(entry, name, number, depth)

    @property
    def has_documents(self) -> bool:
        """Whether there was any document that may be read."""
        return self._met > 0

    @property
    def _is_full(self) -> bool:
        given_up = self._selection.gives_up and self._met >= self._selection.first
        is_spent = self._left <= 0 or self._text_left <= 0
        return given_up or is_spent or self._met >= self._limits.count

    def _why_ended(self) -> DocumentError:
        if self._selection.gives_up:
            return DocumentError(
                FailureReason.READER_CRASHED,
                message(
                    "This document and all after it were not read, because reading failed too"
                    " often before."
                ),
            )
        return _file_limit_error(self._limits)

    def _member(
        self, entry: Entry, name: str, number: int, depth: int
    ) -> Iterator[EmbeddedStarted | EmbeddedDocument]:
        is_wanted = number >= self._selection.first
        if is_wanted:
            yield EmbeddedStarted(number, name)
        try:
            opened = self._opened(entry, name, is_wanted=is_wanted)
        except (DocumentError, RecursionError) as error:
            if is_wanted:
                yield _failure(name, _as_document_error(error))
            return
        if is_wanted and opened.text is not None:
            yield from self._text(opened, name, entry.day)
        is_empty = opened.text is None
        for member in self.members(opened, f"{name}/", depth + 1):
            is_empty = False
            yield member
        if is_wanted and is_empty and not self._ended:
            yield _failure(name, _empty_archive_error())

    def _text(self, opened: Container, name: str, day: str) -> Iterator[EmbeddedDocument]:
        read = opened.within(self._text_left)
        if read.text is not None:
            size = len(read.text.text.encode("utf-8", "surrogatepass"))
            self._text_left -= size if read is opened else self._text_left
            yield EmbeddedDocument(name, _dated(read.text, day))
        if read.is_cut:
            yield _text_limit_failure(f"{name}/")
        if read.text is not None and read.text.scanned_pages:
            yield pages_left_out(read.text.scanned_pages, f"{name}/")

    def _opened(self, entry: Entry, name: str, *, is_wanted: bool) -> Container:
        data = entry.read(min(self._limits.max_bytes, self._left))
        self._left -= len(data)
        opened = self._open(data, name, is_wanted=is_wanted)
        self._left -= len(opened.text.text) if opened.text else 0
        return opened


def _text_limit_failure(prefix: str = "") -> EmbeddedDocument:
    """Return the failure that reports the rest of a text that was not read.

    `prefix` is the path of the embedded document, followed by '/'.
    """
    detail = message(
        "Only the first {text_bytes} MB of text in this file are indexed. Divide it into "
        "smaller files.",
        text_bytes=round(TEXT_BYTES / 1e6),
    )
    return EmbeddedDocument(
        f"{prefix}{REST_OF_TEXT}", reason=FailureReason.TOO_LARGE, detail=detail
    )


def details_limit_failure(name: str) -> EmbeddedDocument:
    """Return the failure of the first document that was left out because of a size limit.

    The limit applies to the names and other details of all embedded documents together.
    """
    detail = message(
        "This document and all after it were not read: the documents before it have too "
        "many parts or names that are too long. Unpack the file into a folder of the library."
    )
    return EmbeddedDocument(name, reason=FailureReason.TOO_LARGE, detail=detail)


def _dated(text: ExtractedText, day: str) -> ExtractedText:
    """Use the date of a document in its container as its date if it declares none."""
    metadata = text.metadata
    if not day or metadata.created or metadata.modified:
        return text
    return replace(text, metadata=replace(metadata, modified=day))


def _failure(name: str, error: DocumentError) -> EmbeddedDocument:
    detail = joined(error.message, error.hint)
    return EmbeddedDocument(name, reason=error.reason, detail=detail)


def _as_document_error(error: BaseException) -> DocumentError:
    if isinstance(error, DocumentError):
        return error
    return DocumentError(
        FailureReason.DAMAGED, message("This document is nested too deeply to be read.")
    )


def _file_limit_error(limits: EmbeddedLimits) -> DocumentError:
    megabytes = limits.max_total_factor * limits.max_bytes / 1_000_000
    return DocumentError(
        FailureReason.TOO_LARGE,
        message(
            "This document and all after it were not read. The limits for one file are "
            "{count} documents, {megabytes} MB in total and {text_bytes} MB of text.",
            count=limits.count,
            megabytes=round(megabytes),
            text_bytes=round(limits.text_bytes / 1e6),
        ),
        message("Unpack the file into a folder of the library."),
    )


def _nesting_limit_error(limits: EmbeddedLimits) -> DocumentError:
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message(
            "This document and its siblings were not read. Embedded documents are read up"
            " to {depth} levels deep.",
            depth=limits.depth,
        ),
        message("Unpack the outer archives into a folder of the library."),
    )


def _empty_archive_error() -> DocumentError:
    return DocumentError(FailureReason.NO_TEXT, message("This archive contains no documents."))


class FileReading:
    """An open file; raises DocumentError if it cannot be read or is empty.

    With `only_texts`, it raises NeedsOwnProcessError for formats that native parsers read.
    """

    def __init__(
        self, path: Path, max_bytes: int, folder: Path | None = None, *, only_texts: bool = False
    ) -> None:
        self._path = path
        self._limits = EmbeddedLimits(max_bytes)
        data = read_bytes(path, max_bytes, folder)
        self._container = open_document(data, path, only_texts=only_texts)

    def members(self, selection: EmbeddedSelection) -> Iterator[EmbeddedStarted | EmbeddedDocument]:
        """Yield the embedded documents (see EmbeddedWalk) and a failure for any text left out."""
        walk = EmbeddedWalk(_open_named, self._limits, selection)
        yield from walk.members(self._container)
        if self._container.text is None and not walk.has_documents:
            raise no_text()
        if self._container.is_cut:
            yield _text_limit_failure()
        if self._container.text is not None and self._container.text.scanned_pages:
            yield pages_left_out(self._container.text.scanned_pages)

    @property
    def text(self) -> ExtractedText:
        """The text of the file itself; empty if it only contains other documents."""
        return self._container.text or without_text(self._container, self._path)


def read_document(
    path: Path,
    member: str,
    max_bytes: int,
    folder: Path | None = None,
    recognised: OcrText | None = None,
) -> ExtractedText:
    """Return the text of a file or of an embedded document, without documents embedded in it.

    `recognised` is the OCR text of its pages; it is used if the content is still the same. Raise
    DocumentError if there is no text.
    """
    data, name = document_bytes(path, member, max_bytes, folder)
    is_same = recognised is not None and recognised.digest == content_digest(data)
    pages = recognised.pages if recognised is not None and is_same else {}
    text = open_document(data, name, recognised=pages).text
    if text is None:
        raise no_text()
    return text


def document_bytes(
    path: Path, member: str, max_bytes: int, folder: Path | None = None
) -> tuple[bytes, PurePosixPath]:
    """Return the content and the name of a file or of one of its embedded documents.

    Raise DocumentError (vanished if the file does not contain the embedded document).
    """
    data = read_bytes(path, max_bytes, folder)
    if not member:
        return data, PurePosixPath(path.name)
    found: list[bytes] = []

    def open_or_keep(inner: bytes, name: str, *, is_wanted: bool) -> Container:
        if name != member:
            return _open_named(inner, name, is_wanted=is_wanted)
        found.append(inner)
        return Container(None, ())

    walk = EmbeddedWalk(open_or_keep, EmbeddedLimits(max_bytes), EmbeddedSelection(only=member))
    given = list(walk.members(open_document(data, path)))
    if found:
        return found[0], PurePosixPath(member)
    for each in given:
        if isinstance(each, EmbeddedDocument) and each.reason:
            raise DocumentError(each.reason, each.detail)
    raise DocumentError(
        FailureReason.VANISHED, message("The file no longer contains this document.")
    )


def _open_named(data: bytes, name: str, *, is_wanted: bool) -> Container:
    return open_document(data, PurePosixPath(name), is_wanted=is_wanted)
