"""Where a file may have gone that is no longer where it was: renamed, in its library folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from engine.model.document import FileState, StoredDocument

# A look through a folder on a slow drive must come to an end.
_MOST_FILES = 50_000


def renamed_files(document: StoredDocument) -> Iterator[StoredDocument]:
    """Yield the document under the name its file has now: the same file number and size.

    Nothing on file systems that give no numbers.
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
