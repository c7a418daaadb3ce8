"""Which files of a folder a person wants to have searched."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Which files of a folder are wanted, as patterns in the syntax of .gitignore files.

    `exclude` leaves out what matches. With `include` only files that match one of its patterns are
    wanted. Both come before every ignore file inside the folder.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def leaving_out(self, path: str) -> Self:
        """Return these rules with one more, the last: the file at `path` in the folder is out."""
        literal = "/" + re.sub(r"[\\*?\[]", r"\\\g<0>", path)
        if literal.endswith(" "):
            literal = f"{literal[:-1]}\\ "  # gitignore(5) drops one that stands as it is
        return replace(self, exclude=(*self.exclude, literal))
