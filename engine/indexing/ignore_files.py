"""Patterns in the syntax of .gitignore files (gitignore(5)), and which one of them decided.

Ignore files come with folders that others made. Matching takes time linear in the path. What would
take long all the same is left out, like lines that are no pattern.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

logger = logging.getLogger(__name__)

# More would take longer to compile than a folder takes to read.
_MOST_BYTES = 32 * 1024
_MOST_PATTERNS = 500
# The path of a file has at most 4096 bytes, and each may be escaped.
_LONGEST_LINE = 2 * 4096
_LONGEST_WILD_LINE = 500
_WILD = re.compile(r"[*?\[]")
# What a backslash stands before is meant as it is: the name of a file may hold any sign.
_ESCAPED = re.compile(r"\\.")
# What pathspec translates *, ? and ** to. Literal text is escaped in its expressions.
_STAR, _ONE = "[^/]*", "[^/]"
_NO_SLASH = "(?!/)"
_ANY_START, _ANY_DEPTH = "^(?:.+/)?", "(?:/.+)?"
_BRACKETS = re.compile(r"\\.|\[\^?\]?(?:\\\\|[^\]])*\]", re.DOTALL)
_SET_OPERATORS = re.compile(r"[\[&|~]|(?<=[^^]-)-")


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
        self._lines = list(lines)
        self._spec = GitIgnoreSpec([_compiled(line) for line in self._lines])

    @classmethod
    def read(cls, path: Path, source: str) -> IgnorePatterns | None:
        """Read an ignore file; None when there is none that can be read."""
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                data = file.read(_MOST_BYTES + 1)
        except OSError as error:
            logger.info("%s is not followed: %s", source, error.strerror)
            return None
        lines = data[:_MOST_BYTES].decode("utf-8-sig", "replace").splitlines()
        followed = lines[: -1 if len(data) > _MOST_BYTES else None]
        patterns = [at for at, line in enumerate(followed) if line.strip() and line[0] != "#"]
        if len(patterns) > _MOST_PATTERNS:
            followed = followed[: patterns[_MOST_PATTERNS]]
        if len(followed) < len(lines):
            logger.info("%s is followed up to line %d", source, len(followed))
        return cls(followed, source)

    def decide(self, path: str) -> Decision | None:
        """Return what the patterns say of a path below their folder; a directory ends with '/'."""
        found = self._spec.check_file(path)
        if found.include is None or found.index is None:
            return None
        return Decision(found.include, self._lines[found.index].strip(), found.index + 1)


def _compiled(line: str) -> GitIgnoreSpecPattern:
    """Return the pattern of a line; one that matches nothing where the line is none."""
    nothing = GitIgnoreSpecPattern(None)
    is_wild = _WILD.search(_ESCAPED.sub("", line))
    if not line.strip() or len(line) > (_LONGEST_WILD_LINE if is_wild else _LONGEST_LINE):
        return nothing
    try:
        expression, ignored = GitIgnoreSpecPattern.pattern_to_regex(line)
        if expression is None or ignored is None:
            return nothing
        return GitIgnoreSpecPattern(re.compile(_without_ways_back(expression)), ignored)
    except (ValueError, re.error):
        return nothing


def _without_ways_back(expression: str) -> str:
    """Return an expression that matches the same, in time linear in the path.

    Of two stars in a name the first may stop at the first place where what stands between them
    fits, as the second takes whatever follows. The same holds for two ** in a path. Otherwise the
    time is exponential in their number.
    """
    first, *others = _BRACKETS.sub(_plain_brackets, expression).split(_STAR)
    bounded = first + "".join(
        f"{_STAR}{part}" if _ends_name(part) else f"(?>{_STAR}?{part})" for part in others
    )
    start, *parts = bounded.split(_ANY_DEPTH)
    if not parts:
        return bounded
    if start.startswith(_ANY_START):
        start = f"^(?>(?:[^/]+/)*?{start.removeprefix(_ANY_START)}(?=/))"
    once = "".join(f"(?>(?:/[^/]+)*?{part}(?=/))" for part in parts[:-1])
    return f"{start}{once}{_ANY_DEPTH}{parts[-1]}"


def _ends_name(part: str) -> bool:
    return "/" in part.replace(_ONE, "").replace(_NO_SLASH, "")


def _plain_brackets(found: re.Match[str]) -> str:
    """Let [...] match no slash, as in Git, and hold no operators of sets."""
    brackets = found[0]
    if brackets == _ONE or not brackets.startswith("["):
        return brackets
    return f"{_NO_SLASH}[{_SET_OPERATORS.sub(_escaped, brackets[1:])}"


def _escaped(found: re.Match[str]) -> str:
    return f"\\{found[0]}"
