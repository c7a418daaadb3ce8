"""Reading reference libraries before the files that they describe, and applying descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from twofold.engine.indexing.described_files import directory_of, is_reference_library
from twofold.engine.indexing.scan import FolderChanges, Scan
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    CutText,
    FileState,
    content_digest,
    document_number,
)
from twofold.engine.stores.catalog.change import CatalogChange, DocumentRecord


def only_libraries(changes: FolderChanges) -> FolderChanges:
    """Return the changes of reference libraries that must be read."""
    libraries = tuple(file for file in changes.to_read if is_reference_library(file.path))
    return replace(
        changes, to_read=libraries, gone=(), problems=(), unchanged=0, away=(), in_cloud=()
    )


def with_moved_libraries(changes: FolderChanges) -> FolderChanges:
    """Return the changes with moved libraries to be read, because they name files by path."""
    moved = (one.file for one in changes.moved)
    return replace(changes, to_read=(*changes.to_read, *moved), moved=())


def without_read_libraries(changes: FolderChanges, read: Sequence[FolderChanges]) -> FolderChanges:
    """Do not count the libraries that were read just now as unchanged files."""
    count = sum(len(one.to_read) for one in read if one.folder.name == changes.folder.name)
    return replace(changes, unchanged=max(0, changes.unchanged - count))


def with_described_places(scan: Scan, changes: Sequence[FolderChanges]) -> Scan:
    """Return a scan that includes the directories of the libraries in `changes`."""
    directories = {
        directory_of(file.path)
        for one in changes
        if one.folder.name == scan.folder.name
        for file in one.to_read
    }
    return replace(scan, places=(*scan.places, *directories)) if directories else scan


def document_record(
    change: CatalogChange, names: tuple[str, str, str], state: FileState, content: CutText, now: str
) -> DocumentRecord | None:
    """Return a document as written to the catalog, with the description that a file has.

    `names` are its folder, its path and the path of the file that contains it. Return None for an
    unchanged entry, because a single change in a library must not rewrite all entries.
    """
    folder, path, file_path = names
    metadata, digest = content.metadata, b""
    if file_path and is_reference_library(file_path):
        digest = _entry_digest(content)
        number = document_number(folder, path)
        if change.descriptions.is_known(number, digest):
            change.keep_document(number, state)
            return None
    elif not file_path and (description := change.descriptions.of_file(folder, path)):
        metadata, digest = description.applied_to(metadata), description.digest
    return DocumentRecord(
        folder,
        path,
        state,
        metadata,
        content.file_type,
        content.chunks,
        CHUNKER_VERSION,
        now,
        file_path,
        content.signature,
        digest,
    )


def _entry_digest(content: CutText) -> bytes:
    places = [(one.text, one.heading_path, one.place_start) for one in content.chunks]
    described = repr((CHUNKER_VERSION, content.metadata, places))
    return content_digest(described.encode("utf-8", "surrogatepass"))
