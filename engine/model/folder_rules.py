"""Which files of a library folder are indexed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class FolderRules:
    """Patterns in .gitignore syntax that decide which files of a folder are indexed.

    Files that match `exclude` are left out. With `include`, only files that match one of its
    patterns are indexed. Both are applied before the ignore files inside the folder.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def leaves_out(self, path: str) -> bool:
        """Return whether a rule for exactly this path excludes the file.

        False if a later rule includes files again.
        """
        literal = _literal(path)
        if literal not in self.exclude:
            return False
        later = self.exclude[self.exclude.index(literal) + 1 :]
        return not any(pattern.startswith("!") for pattern in later)

    def leaving_out(self, path: str) -> Self:
        """Return these rules with a final rule that excludes the file at `path`."""
        return replace(self, exclude=(*self.letting_in(path).exclude, _literal(path)))

    def letting_in(self, path: str) -> Self:
        """Return these rules without the rule that `leaving_out` adds for the file at `path`."""
        literal = _literal(path)
        return replace(self, exclude=tuple(one for one in self.exclude if one != literal))


def _literal(path: str) -> str:
    """Return a pattern that matches only this path in the folder."""
    literal = "/" + re.sub(r"[\\*?\[]", r"\\\g<0>", path)
    if not literal[-1].isspace():
        return literal
    # gitignore(5) ignores an unescaped space at the end; some implementations ignore any white
    # space.
    return f"{literal[:-1]}\\ " if literal.endswith(" ") else f"{literal[:-1]}[{literal[-1]}]"
