"""Which folder is indexed when a person asks for one."""

from __future__ import annotations

from pathlib import Path

from engine.api import BadRequestError
from engine.stores.catalog.rows import Folder


def checked_folder(path: Path, folders: tuple[Folder, ...], *, has_rules: bool) -> tuple[Path, str]:
    """Return the folder to index: `path` itself, or the library folder that holds it already.

    And where that is so, a sentence that says it, and a space.
    """
    try:
        root = path.resolve(strict=True)
        is_folder = root.is_dir()
    except OSError as error:
        raise BadRequestError(
            f"There is no folder '{path}'.", "Check the name, or connect its drive."
        ) from error
    if not is_folder:
        raise BadRequestError(
            f"'{path}' is a file, not a folder.", "Add the folder that holds it instead."
        )
    for folder in folders:
        known = Path(folder.root)
        if root.is_relative_to(known):
            if has_rules and root != known:
                # They would hold for all of that folder, and take the rest of it out.
                raise BadRequestError(
                    f"'{path}' lies in '{folder.name}', which is in the library already.",
                    f"Add '{folder.root}' with rules that say what is wanted of all of it.",
                )
            if root == known:
                return known, f"'{path}' is in the library already. "
            return known, f"'{path}' lies in '{folder.name}', which is in the library already. "
        if known.is_relative_to(root):
            raise BadRequestError(
                f"'{path}' holds the folder '{folder.name}', which is in the library already.",
                f"Remove '{folder.name}' from the library first.",
            )
    return root, ""
