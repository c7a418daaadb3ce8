"""The file beside a library that keeps a person's recent and saved searches."""

from __future__ import annotations

from pathlib import Path

from app.private_file import replace_private_file
from engine.api import SettingError

_MOST_BYTES = 1 << 22


class SearchesFile:
    """Reads and replaces the file as a whole; only the person it belongs to may read it."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str:
        """Return the text; '' when there is none, or none that can be read."""
        try:
            if self._path.stat().st_size > _MOST_BYTES:
                return ""
            return self._path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def write(self, text: str) -> None:
        """Replace the text; raise SettingError when it cannot be written."""
        try:
            replace_private_file(self._path, text.encode("utf-8"))
        except (OSError, UnicodeEncodeError) as error:
            raise SettingError(
                f"Your searches cannot be kept: {self._path} cannot be written.",
                "Look whether the disk is full.",
            ) from error
