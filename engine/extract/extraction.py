"""Extracting one document, in the worker: detect the format, extract, add title and language."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePath
from types import MappingProxyType

from twofold.engine.extract.declared_properties import with_properties
from twofold.engine.extract.file_format import Container, holds_only_documents
from twofold.engine.extract.languages import UNDETERMINED, detect_language
from twofold.engine.extract.limits import TEXT_BYTES
from twofold.engine.extract.registry import find_format
from twofold.engine.extract.regular_file import (
    CLOUD_ONLY,
    CloudOnlyError,
    NotRegularError,
    open_regular,
)
from twofold.engine.model.document import (
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    OcrPages,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message, system_reason
from twofold.engine.model.title import declared_title, document_title

_LANGUAGE_SAMPLE = 4000
_HEAD_BYTES = 8192
_LAST_LINE_BYTES = 65_536
# File types that begin with their title if they do not declare it.
_TITLED = frozenset({"md", "html", "doc", "docx", "odt", "rtf", "ppt", "pptx", "odp"})
# File types whose first heading is usually the name of a chapter, and often a guess.
_HEADED = frozenset({"pdf"})


class NeedsOwnProcessError(Exception):
    """The document must be read in a separate process, see `Format.is_isolated`."""


def open_document(
    data: bytes,
    path: PurePath,
    *,
    is_wanted: bool = True,
    only_texts: bool = False,
    recognised: OcrPages = MappingProxyType({}),
) -> Container:
    """Read a document, or open it if it is a container.

    Raise DocumentError with the reason if there is no text to search; a container may have no text.
    If the document is not wanted (`is_wanted`), its text is not read, and it is opened only if it
    is a container. Of a large text file, only the beginning is read. `recognised` is the OCR text
    of pages. With `only_texts`, raise NeedsOwnProcessError for formats that native parsers read.
    """
    found = find_format(data, path)
    if only_texts and found.is_isolated:
        raise NeedsOwnProcessError
    if not (found.is_container or is_wanted):
        return Container(None, ())
    read = _first_bytes(data) if found.can_be_cut else data
    opened = found.open(read, path, recognised).within(TEXT_BYTES)
    text = opened.text
    if text is not None and _has_text(text):
        return replace(
            opened,
            text=_completed(text, path),
            is_cut=opened.is_cut or len(read) < len(data),
        )
    if not found.is_container:
        raise no_text()
    return replace(opened, text=None)


def no_text() -> DocumentError:
    """Return the error of a file without searchable text."""
    return DocumentError(FailureReason.NO_TEXT, message("The file contains no text."))


def without_text(container: Container, path: PurePath) -> ExtractedText:
    """Return the empty text of a file that contains only other documents."""
    metadata = DocumentMetadata(title=container.title or _stem(path), lang=UNDETERMINED)
    return replace(holds_only_documents(b"", container.file_type), metadata=metadata)


def _first_bytes(data: bytes) -> bytes:
    """Return the part of a text file that is read; larger parts would need too much memory."""
    if len(data) <= TEXT_BYTES:
        return data
    if b"\0" in data[:_HEAD_BYTES]:  # UTF-16 or UTF-32, in which TEXT_BYTES are half as much text
        return data[: 2 * TEXT_BYTES]
    end = data.rfind(b"\n", TEXT_BYTES - _LAST_LINE_BYTES, TEXT_BYTES) + 1 or TEXT_BYTES
    while end > TEXT_BYTES - 4 and data[end] & 0xC0 == 0x80:  # inside a UTF-8 character
        end -= 1
    return data[:end]


def _has_text(extracted: ExtractedText) -> bool:
    return any(extracted.text[block.start : block.end].strip() for block in extracted.blocks)


def read_bytes(path: Path, max_bytes: int, folder: Path | None = None) -> bytes:
    """Return the content of a regular file; refuse pipes and devices instead of waiting for them.

    Do not follow links between `folder` and the file; one may have been created since the scan.
    Raise DocumentError if the file cannot be read.
    """
    try:
        with open_regular(path, folder) as file:
            size = os.fstat(file.fileno()).st_size
            if size > max_bytes:
                raise _too_large(size, max_bytes)
            return file.read(size)
    except NotRegularError as error:
        raise DocumentError(
            FailureReason.UNSUPPORTED, message("This is not a regular file.")
        ) from error
    except OSError as error:
        raise _open_error(error) from error


def _too_large(size: int, max_bytes: int) -> DocumentError:
    tenths = -(-size // 100_000)  # rounded up: just over 1 MB is shown as 1.1 MB
    megabytes = tenths / 10 if tenths < 100 else -(-tenths // 10)
    return DocumentError(
        FailureReason.TOO_LARGE,
        message(
            "The file has {megabytes} MB. The limit is {limit} MB.",
            megabytes=megabytes,
            limit=round(max_bytes / 1e6),
        ),
        message("Raise the setting indexing.max_file_mb."),
    )


def _open_error(error: OSError) -> DocumentError:
    if isinstance(error, CloudOnlyError):
        return DocumentError(FailureReason.IN_CLOUD, CLOUD_ONLY)
    if isinstance(error, PermissionError):
        return DocumentError(
            FailureReason.NO_PERMISSION, message("No permission to read this file.")
        )
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return DocumentError(FailureReason.VANISHED, message("The file no longer exists."))
    if isinstance(error, IsADirectoryError):
        return DocumentError(FailureReason.UNSUPPORTED, message("This is a folder, not a file."))
    if error.errno == errno.ELOOP:
        return DocumentError(
            FailureReason.VANISHED,
            message("The file was replaced by a link, and links are not followed."),
        )
    return DocumentError(
        FailureReason.UNREACHABLE,
        message("The file could not be read: {strerror}.", strerror=system_reason(error)),
        message("Twofold will try again."),
    )


def _completed(extracted: ExtractedText, path: PurePath) -> ExtractedText:
    """Add a title and a language if the document does not declare meaningful ones."""
    metadata = extracted.metadata
    title = document_title(
        metadata.title,
        _headings(extracted),
        _stem(path),
        begins_with_title=extracted.file_type in _TITLED,
    )
    lang = metadata.lang or _language(extracted)
    known = replace(extracted, metadata=replace(metadata, title=title, lang=lang))
    return with_properties(known)


def _headings(extracted: ExtractedText) -> Iterator[str]:
    if extracted.file_type in _TITLED or extracted.file_type in _HEADED:
        for block in extracted.blocks:
            if block.kind is BlockKind.HEADING and block.heading_path:
                yield block.heading_path[-1]


def _stem(path: PurePath) -> str:
    return path.stem.encode("utf-8", "replace").decode("utf-8")


def _language(extracted: ExtractedText) -> str:
    """Detect the language of the title and the first prose of a document, ignoring code."""
    parts: list[str] = []
    length = 0
    for block in extracted.blocks:
        if block.kind is not BlockKind.CODE and length < _LANGUAGE_SAMPLE:
            parts.append(extracted.text[block.start : min(block.end, block.start + 2000)])
            length += len(parts[-1])
    if not parts:
        return UNDETERMINED
    return detect_language(f"{declared_title(extracted.metadata.title)} {' '.join(parts)}")
