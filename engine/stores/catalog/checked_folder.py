"""Checks whether folders may be added to a library: a single folder, or those in a backup."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import EMPTY, Message, message, system_reason
from twofold.engine.model.personal_copy import (
    CopiedFolder,
    PersonalCopy,
    is_whole_system,
    overlap_problem,
    read_copy,
    refused,
)
from twofold.engine.stores.library_folder import Folder, as_spelled


def checked_folder(
    path: Path, folders: tuple[Folder, ...], *, has_rules: bool
) -> tuple[Path, Message]:
    """Return the folder to index: `path` itself, or the library folder that already contains it.

    If a library folder already contains it, also return a sentence that says so. Raise
    BadRequestError if the folder cannot be added.
    """
    try:
        root = as_spelled(path.resolve(strict=True))
        is_folder = root.is_dir()
    except OSError as error:
        raise BadRequestError(
            message("There is no folder '{path}'.", path=path),
            message("Check the name, or connect its drive."),
        ) from error
    if not is_folder:
        raise BadRequestError(
            message("'{path}' is a file, not a folder.", path=path),
            message("Add the folder that contains it instead."),
        )
    for folder in folders:
        known = Path(folder.root)
        if root == known:
            return known, message("'{path}' is already in the library.", path=path)
        if root.is_relative_to(known):
            if has_rules:  # the rules would apply to all of that folder and exclude the rest of it
                raise BadRequestError(
                    message(
                        "'{path}' is inside '{name}', which is already in the library.",
                        path=path,
                        name=folder.name,
                    ),
                    message(
                        "Set rules for '{root}' instead.",
                        root=folder.root,
                    ),
                )
            return known, message(
                "'{path}' is inside '{name}', which is already in the library.",
                path=path,
                name=folder.name,
            )
        if known.is_relative_to(root):
            raise BadRequestError(
                message(
                    "'{path}' contains the folder '{name}', which is already in the library.",
                    path=path,
                    name=folder.name,
                ),
                message("Remove '{name}' from the library first.", name=folder.name),
            )
    return root, EMPTY


def checked_copy(text: str, folders: tuple[Folder, ...]) -> PersonalCopy:
    """Return the content of a backup that can be added to a library with these folders.

    Folders with a known name or path, and those inside or around known folders, are left out. A
    missing folder is not an error, because it may be elsewhere on this computer. Raise
    BadRequestError naming the first invalid entry.
    """
    copy = read_copy(text)
    placed: list[CopiedFolder] = []
    for number, written in enumerate(copy.folders, start=1):
        folder, problem = _placed(written)
        problem = problem or overlap_problem(folder, placed)
        if problem:
            raise BadRequestError(
                refused("folders", number, folder.name, problem), message("Nothing was restored.")
            )
        if not any(one.name == folder.name or folder.overlaps(one.root) for one in folders):
            placed.append(folder)
    return replace(copy, folders=tuple(placed))


def _placed(folder: CopiedFolder) -> tuple[CopiedFolder, Message]:
    """Return a folder with its resolved path, or the reason why it may not be added."""
    try:
        root = as_spelled(Path(folder.root).resolve(strict=True))
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return folder, EMPTY  # its drive is not connected, or this is another computer
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
