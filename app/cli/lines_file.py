"""A file of lines that a long command writes as it goes on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from engine.api import EngineError


class LinesFile:
    """Takes lines; each batch is on the disk before the next begins."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.is_begun = False

    def write(self, lines: Iterable[str]) -> None:
        """Add lines; what an overwritten file held before goes with the first of them."""
        if not self.is_begun:
            self._file.truncate(0)
            self.is_begun = True
        for line in lines:
            self._file.write(f"{line}\n")
        self._file.flush()


@contextmanager
def lines_file(path: Path, *, overwrite: bool) -> Iterator[LinesFile]:
    """Open a file for lines before the work begins; EngineError when that is not possible.

    A file that is there is refused without `overwrite`. One to which nothing is written stays as it
    was, or is not left behind.
    """
    is_new = not os.path.lexists(path)
    try:
        file = path.open("a" if overwrite else "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise EngineError(
            f"{path} already exists.", "Choose another name, or overwrite it with --force."
        ) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise EngineError(f"{path} cannot be written: {why}.", "Choose another file.") from error
    with file:
        lines = LinesFile(file)
        try:
            yield lines
        finally:
            if is_new and not lines.is_begun:
                with suppress(OSError):
                    path.unlink()
