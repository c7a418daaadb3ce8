"""The document that a citation's path names, and where it may be when it is not there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engine.model.document import FileState, StoredDocument, document_number
from engine.model.errors import BadRequestError
from engine.stores.catalog.catalog import Catalog


def find_document(catalog: Catalog, path: str) -> StoredDocument | None:
    """Return the document at `path`, relative to its folder or with the folder's name in front.

    None when the library has none there. Raises BadRequestError when several folders have one.
    """
    found = _at(catalog, path)
    if len(found) > 1:
        names = ", ".join(f"'{document.folder}/{document.path}'" for document in found)
        raise BadRequestError(
            f"'{path}' is in several folders of the library.", f"Write one of {names}."
        )
    return found[0] if found else None


def _at(catalog: Catalog, path: str) -> list[StoredDocument]:
    numbers: list[int] = []
    for folder in catalog.folders():
        numbers.append(document_number(folder.name, path))
        if path.startswith(f"{folder.name}/"):
            numbers.append(document_number(folder.name, path[len(folder.name) + 1 :]))
    documents = (catalog.document(number) for number in dict.fromkeys(numbers))
    return [document for document in documents if document is not None]


def why_not_indexed(catalog: Catalog, path: str) -> str:
    """Return why a cited file is not indexed, as a sentence; '' when there is no such file.

    `path` is as for `find_document`.
    """
    failures = {failure.path: failure for failure in catalog.failures()}
    for place, _ in _places(catalog, path):
        within = f"{place}/"
        if above := max((one for one in failures if within.startswith(f"{one}/")), default=""):
            detail = failures[above].detail
            return f"The passage cannot be checked, as {above} is not indexed: {detail}"
    for place, file in _places(catalog, path):
        if os.path.lexists(file):
            return (
                f"The passage cannot be checked, as {place} is not indexed: it was not read yet, "
                "or a rule passes it over."
            )
    return ""


def _places(catalog: Catalog, path: str) -> Iterator[tuple[str, Path]]:
    """Yield the places of the library that `path` may name, and their files."""
    if ".." in path.split("/") or Path(path).is_absolute():
        return  # outside of every folder
    for folder in catalog.folders():
        root = Path(folder.root)
        if path.startswith(f"{folder.name}/"):
            yield path, root / path[len(folder.name) + 1 :]
        yield f"{folder.name}/{path}", root / path


# Bounds the time that a folder on a slow drive takes.
_MOST_FILES = 50_000


def renamed_files(document: StoredDocument) -> Iterator[StoredDocument]:
    """Yield the document under the present names of its file: those with its inode and size.

    Yields nothing on file systems without inode numbers.
    """
    if not document.state.inode:
        return
    for path, state in islice(_files(Path(document.folder_root)), _MOST_FILES):
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
