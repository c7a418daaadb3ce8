"""The file of recent queries and saved searches."""

from __future__ import annotations

import stat
from itertools import count
from pathlib import Path

from twofold.app.private_file import replace_private_file
from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import SettingError
from twofold.engine.model.localized import message

_MAX_BYTES = 1 << 22


class SearchHistoryFile:
    """Recent queries and saved searches as a text file that only its user may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str:
        """Return the text, '' if there is no file; raise SettingError if it cannot be read."""
        try:
            state = self._path.stat()
            if stat.S_ISREG(state.st_mode) and state.st_size <= _MAX_BYTES:
                return self._path.read_text(encoding="utf-8")
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except (OSError, UnicodeDecodeError) as error:
            raise SettingError(
                message("Your searches in {path} cannot be read.", path=self._path)
            ) from error
        raise SettingError(message("Your searches in {path} cannot be read.", path=self._path))

    def set_aside(self) -> str:
        """Rename the file, so that `write` does not replace it; return its new path.

        Raise SettingError if it cannot be renamed.
        """
        name = self._path.name
        places = (self._path.with_name(f"{name}.unreadable-{n}") for n in count(1))
        try:
            kept = next(place for place in places if not place.is_symlink() and not place.exists())
            self._path.rename(kept)
        except OSError as error:
            raise SettingError(
                message(
                    "Your searches in {path} cannot be read, and the file cannot be renamed.",
                    path=self._path,
                ),
                message("The file is not changed, and the searches of this session are not saved."),
            ) from error
        return str(kept)

    def checked(self, text: str) -> str:
        """Return the text unchanged; raise SettingError if it is longer than `read` accepts."""
        if len(text.encode("utf-8", "replace")) > _MAX_BYTES:
            raise SettingError(
                message("Your searches cannot be saved: there are too many."),
                message("Remove some saved searches."),
            )
        return text

    def write(self, text: str) -> None:
        """Replace the text; raise SettingError if it cannot be written."""
        try:
            replace_private_file(self._path, self.checked(text).encode("utf-8"))
        except (OSError, UnicodeEncodeError) as error:
            problem = message(
                "Your searches cannot be saved: {path} cannot be written.", path=self._path
            )
            hint = message("Check the folder and its permissions.")
            raise SettingError(*disk_first(error, problem, hint)) from error
