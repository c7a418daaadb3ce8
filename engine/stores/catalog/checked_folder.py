"""Which folders may be added to a library: by themselves, or all those of a backup."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.message import EMPTY, Message, message, system_reason
from twofold.engine.model.personal_copy import (
    CopiedFolder,
    PersonalCopy,
    is_whole_system,
    overlap_problem,
    read_copy,
    refused,
)
from twofold.engine.stores.library_folder import Folder


def checked_folder(
    path: Path, folders: tuple[Folder, ...], *, has_rules: bool
) -> tuple[Path, Message]:
    """Return the folder to index: `path` itself, or the library folder that holds it already.

    In the latter case also a sentence about it. Raises BadRequestError.
    """
    try:
        root = path.resolve(strict=True)
        is_folder = root.is_dir()
    except OSError as error:
        raise BadRequestError(
            message("There is no folder '{path}'.", path=path),
            message("Check the name, or connect its drive."),
        ) from error
    if not is_folder:
        raise BadRequestError(
            message("'{path}' is a file, not a folder.", path=path),
            message("Add the folder that holds it instead."),
        )
    for folder in folders:
        known = Path(folder.root)
        if root == known:
            return known, message("'{path}' is in the library already.", path=path)
        if root.is_relative_to(known):
            if has_rules:  # they would hold for all of that folder, and take the rest of it out
                raise BadRequestError(
                    message(
                        "'{path}' lies in '{name}', which is in the library already.",
                        path=path,
                        name=folder.name,
                    ),
                    message(
                        "Add '{root}' with rules that say what is wanted of all of it.",
                        root=folder.root,
                    ),
                )
            return known, message(
                "'{path}' lies in '{name}', which is in the library already.",
                path=path,
                name=folder.name,
            )
        if known.is_relative_to(root):
            raise BadRequestError(
                message(
                    "'{path}' holds the folder '{name}', which is in the library already.",
                    path=path,
                    name=folder.name,
                ),
                message("Remove '{name}' from the library first.", name=folder.name),
            )
    return root, EMPTY


def checked_copy(text: str, folders: tuple[Folder, ...]) -> PersonalCopy:
    """Return what the copy of a backup adds to a library with these folders.

    Folders of which the library has the name or the place already, or one inside or around it, are
    left out. One that is not there now is no error: it may be elsewhere on this computer. Raises
    BadRequestError naming the first entry that is wrong.
    """
    copy = read_copy(text)
    placed: list[CopiedFolder] = []
    for number, written in enumerate(copy.folders, start=1):
        folder, problem = _placed(written)
        problem = problem or overlap_problem(folder, placed)
        if problem:
            raise BadRequestError(
                refused("folders", number, folder.name, problem), message("Nothing of it was used.")
            )
        if not any(one.name == folder.name or folder.overlaps(one.root) for one in folders):
            placed.append(folder)
    return replace(copy, folders=tuple(placed))


def _placed(folder: CopiedFolder) -> tuple[CopiedFolder, Message]:
    """Return a folder with its place on the disk, or why it may not be added."""
    try:
        root = Path(folder.root).resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return folder, EMPTY  # its drive is away, or this is another computer
    except OSError as error:
        reason = message("it cannot be read: {reason}", reason=system_reason(error))
        return folder, reason
    if not root.is_dir():
        return folder, message("'{path}' is a file, not a folder", path=root)
    if is_whole_system(root):
        return folder, message("'{root}' is the whole file system", root=folder.root)
    if not os.access(root, os.R_OK | os.X_OK):
        return folder, message("there is no permission to read '{path}'", path=root)
    return replace(folder, root=str(root)), EMPTY
