"""Files computed from the vectors: the int8 copy and the graph, each with a description."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from twofold.engine.stores.library_files import checksum, is_as_described
from twofold.engine.stores.vectors.files import Sidecar


class Description(Protocol):
    """The name, size and checksum of a file, and its number of rows."""

    @property
    def rows(self) -> int: ...  # noqa: D102
    @property
    def size(self) -> int: ...  # noqa: D102
    @property
    def checksum(self) -> str: ...  # noqa: D102
    @property
    def file_name(self) -> str: ...  # noqa: D102

    def fits(self, vectors: Sidecar) -> bool:
        """Return whether the file was computed from these vectors, in a readable version."""


def verified_file(
    description: Description | None, described_in: Path, vectors: Sidecar, *, may_write: bool
) -> Path | None:
    """Return the path of a file; None if there is none that can be trusted. Raise OSError.

    With `may_write`, the description of a file with more rows than the vector file is deleted:
    these rows are lost, and new rows will take their numbers.
    """
    if description is None or description.rows > vectors.rows:
        if may_write:
            described_in.unlink(missing_ok=True)
        return None
    path = described_in.with_name(description.file_name)
    if not description.fits(vectors) or path.stat().st_size != description.size:
        return None
    is_trusted = is_as_described(path, described_in)
    if not is_trusted and checksum(path) != description.checksum:
        return None
    if may_write and not is_trusted:
        os.utime(described_in)  # so that the next opening need not read it
    return path
