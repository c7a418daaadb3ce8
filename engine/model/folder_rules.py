"""Which files of a library folder are indexed."""

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

    def leaves_out(self, path: str) -> bool:
        """Whether a rule of its own leaves out the file at `path`, and none after it lets it in."""
        literal = _literal(path)
        if literal not in self.exclude:
            return False
        later = self.exclude[self.exclude.index(literal) + 1 :]
        return not any(pattern.startswith("!") for pattern in later)

    def leaving_out(self, path: str) -> Self:
        """Return these rules with one more, the last: the file at `path` in the folder is out."""
        return replace(self, exclude=(*self.letting_in(path).exclude, _literal(path)))

    def letting_in(self, path: str) -> Self:
        """Return these rules without the one that `leaving_out` adds for the file at `path`."""
        literal = _literal(path)
        return replace(self, exclude=tuple(one for one in self.exclude if one != literal))


def _literal(path: str) -> str:
    """Return the pattern that only this path in the folder matches."""
    literal = "/" + re.sub(r"[\\*?\[]", r"\\\g<0>", path)
    if not literal[-1].isspace():
        return literal
    # gitignore(5) drops a space at the end that stands as it is, and others any white space
    return f"{literal[:-1]}\\ " if literal.endswith(" ") else f"{literal[:-1]}[{literal[-1]}]"
