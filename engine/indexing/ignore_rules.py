"""Which names in a folder are nobody's documents."""

from __future__ import annotations

from dataclasses import dataclass

# Folders that programs fill, not people.
_FOLDERS = frozenset(
    {
        "node_modules", "__pycache__", "__MACOSX", "$RECYCLE.BIN", "System Volume Information",
        "lost+found", "site-packages", "bower_components",
    }
)  # fmt: skip
_FILES = frozenset({"Thumbs.db", "desktop.ini", "Icon\r"})
# Lock and backup files that editors leave beside the document.
_PREFIXES = ("~$", ".~lock.", "._")
_SUFFIXES = ("~", ".swp", ".swo", ".part", ".crdownload", ".tmp")
# Hidden folders that stay out even when hidden files are wanted.
_NEVER = frozenset({".git", ".hg", ".svn", ".venv", ".tox", ".cache", ".Trash", ".DS_Store"})


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules by names; `hidden_files` lets names that begin with a dot in.

    With `ignore_files` what .gitignore and .twofoldignore files say is followed too. `own_folders`
    (absolute) are written by Twofold itself: to index them would change them, without end.
    """

    hidden_files: bool = False
    ignore_files: bool = True
    own_folders: frozenset[str] = frozenset()

    @staticmethod
    def never(name: str) -> bool:
        """Say whether nothing of this name is a document, whatever else is asked for."""
        return name in _NEVER

    def ignores_folder(self, name: str) -> bool:
        """Say whether a folder of this name is passed over with all it holds."""
        return name in _FOLDERS or self.never(name) or self._is_hidden(name)

    def ignores_file(self, name: str) -> bool:
        """Say whether a file of this name is passed over."""
        return (
            name in _FILES
            or self.never(name)
            or name.startswith(_PREFIXES)
            or name.endswith(_SUFFIXES)
            or self._is_hidden(name)
        )

    def _is_hidden(self, name: str) -> bool:
        return name.startswith(".") and not self.hidden_files
