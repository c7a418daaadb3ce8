"""The file beside a library that keeps a person's recent and saved searches."""

from __future__ import annotations

import stat
from itertools import count
from pathlib import Path

from app.private_file import replace_private_file
from engine.api import SettingError

_MOST_BYTES = 1 << 22


class SearchesFile:
    """Reads and replaces the file as a whole; only the person it belongs to may read it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str:
        """Return the text, '' when there is no file; SettingError when it cannot be read."""
        try:
            state = self._path.stat()
            if stat.S_ISREG(state.st_mode) and state.st_size <= _MOST_BYTES:
                return self._path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise SettingError(f"Your searches in {self._path} cannot be read.") from error
        raise SettingError(f"Your searches in {self._path} cannot be read.")

    def set_aside(self) -> str:
        """Move the file away, so that `write` cannot replace it; return where it is kept.

        Raises SettingError when it cannot be moved.
        """
        name = self._path.name
        places = (self._path.with_name(f"{name}.unreadable-{n}") for n in count(1))
        try:
            kept = next(place for place in places if not place.is_symlink() and not place.exists())
            self._path.rename(kept)
        except OSError as error:
            raise SettingError(
                f"Your searches in {self._path} cannot be read, nor can the file be moved.",
                "It stays as it is, and the searches of this session are not kept.",
            ) from error
        return str(kept)

    def write(self, text: str) -> None:
        """Replace the text; raise SettingError when it cannot be written."""
        try:
            content = text.encode("utf-8")
            if len(content) > _MOST_BYTES:  # it could not be read back
                raise SettingError(
                    "Your searches cannot be kept: there are too many.",
                    "Let go of some saved searches.",
                )
            replace_private_file(self._path, content)
        except (OSError, UnicodeEncodeError) as error:
            raise SettingError(
                f"Your searches cannot be kept: {self._path} cannot be written.",
                "Look whether the disk is full.",
            ) from error
