"""Patterns in the syntax of .gitignore files (gitignore(5)), and which one of them decided.

Ignore files come with folders that others made: what would take a regular expression long to try is
left out, like lines that are no pattern.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

logger = logging.getLogger(__name__)

_MOST_BYTES = 256 * 1024
_LONGEST_LINE = 500
_MOST_STARS_A_NAME = 3
_MOST_STARS = 8
_STARS = re.compile(r"\*+")
_WILD = re.compile(r"[*?\[]")
# What a backslash stands before is meant as it is: the name of a file may hold any sign.
_ESCAPED = re.compile(r"\\.")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a pattern says of a file: `ignored` or wanted after all, by which line of what."""

    ignored: bool
    pattern: str
    line: int


class IgnorePatterns:
    """The patterns of one ignore file, or a list of patterns; the last that matches decides."""

    def __init__(self, lines: Iterable[str], source: str) -> None:
        self.source = source
        # A line that is left out becomes a comment, so that the others keep their numbers.
        self._lines = [line if _is_usable(line) else "#" for line in lines]
        self._spec = GitIgnoreSpec.from_lines(self._lines)

    @classmethod
    def read(cls, path: Path, source: str) -> IgnorePatterns | None:
        """Read an ignore file; None when there is none that can be read."""
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                text = file.read(_MOST_BYTES).decode("utf-8-sig", "replace")
        except OSError as error:
            logger.info("%s is not followed: %s", source, error.strerror)
            return None
        return cls(text.splitlines(), source)

    def decide(self, path: str) -> Decision | None:
        """Return what the patterns say of a path below their folder; a directory ends with '/'."""
        found = self._spec.check_file(path)
        if found.include is None or found.index is None:
            return None
        return Decision(found.include, self._lines[found.index].strip(), found.index + 1)


def _is_usable(line: str) -> bool:
    if not line.strip():
        return False
    if _is_long_to_try(_ESCAPED.sub("", line)):
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True


def _is_long_to_try(pattern: str) -> bool:
    if not _WILD.search(pattern):
        return False
    stars = len(_STARS.findall(pattern))
    names = (len(_STARS.findall(name)) for name in pattern.split("/"))
    return len(pattern) > _LONGEST_LINE or stars > _MOST_STARS or max(names) > _MOST_STARS_A_NAME
