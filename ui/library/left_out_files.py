"""Single files that a rule of their own leaves out of what is searched."""

from __future__ import annotations

from pathlib import Path

from engine.api import FolderRules, FolderStatus
from ui.library.library_controller import LibraryController


class LeftOutFiles:
    """Looks at the rules of the folder a file lies in, and changes just the one about the file.

    Files are absolute `Path`s, resolved as the folders of the library are.
    """

    def __init__(self, library: LibraryController) -> None:
        self._library = library

    def holds(self, file: Path) -> bool:
        """Whether a rule of its own leaves the file out."""
        folder = self.folder_of(file)
        return folder is not None and folder.rules.leaves_out(_inside(folder, file))

    def can_leave_out(self, file: Path) -> bool:
        """Whether the rules of its folder may be changed, and can say the name of the file."""
        # In the list of rules, each is a line.
        is_line = len(str(file).splitlines()) == 1
        return is_line and self.folder_of(file) is not None and not self._library.status.read_only

    def leave_out(self, file: Path) -> None:
        """Add a rule that leaves the file out, where it lies in a folder of the library.

        It is for the caller to say so.
        """
        folder = self.folder_of(file)
        if folder is not None:
            rules = rules_without(folder, file)
            self._library.set_rules(folder.name, rules, silently=True)

    def folder_of(self, file: Path) -> FolderStatus | None:
        """Return the folder of the library in which the file lies."""
        folders = self._library.status.folders
        return next((one for one in folders if file.is_relative_to(one.root)), None)


def rules_without(folder: FolderStatus, file: Path) -> FolderRules:
    """Return the rules of the folder with one that leaves the file out."""
    return folder.rules.leaving_out(_inside(folder, file))


def rules_with(folder: FolderStatus, file: Path) -> FolderRules:
    """Return the rules of the folder without the one that leaves the file out."""
    return folder.rules.letting_in(_inside(folder, file))


def _inside(folder: FolderStatus, file: Path) -> str:
    return file.relative_to(folder.root).as_posix()
