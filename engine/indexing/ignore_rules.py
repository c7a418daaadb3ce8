"""Rules that exclude files and folders, and the reasons they report.

The first rule that applies decides. The order is: names that never contain documents (.git), the
rules of the library folder, .twofoldignore and .gitignore files from the directory upwards, names
that programs use, and hidden names. As in Git, nothing below an excluded directory can be included
again.
"""

from __future__ import annotations

import logging
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Self

from twofold.engine.extract.regular_file import open_regular
from twofold.engine.indexing.gitignore_pattern import has_too_many_stars, parse_pattern
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import EMPTY, Message, message

logger = logging.getLogger(__name__)

_OWN_FILE = ".twofoldignore"
_GIT_FILE = ".gitignore"
IGNORE_FILES = (_OWN_FILE, _GIT_FILE)

# Folders whose content is written by programs.
_FOLDERS = frozenset(
    {
        "node_modules", "__pycache__", "__MACOSX", "$RECYCLE.BIN", "System Volume Information",
        "lost+found", "site-packages", "bower_components",
    }
)  # fmt: skip
_FILES = frozenset({"Thumbs.db", "desktop.ini", "Icon\r"})
# Lock and backup files that editors create next to the document.
_PREFIXES = ("~$", ".~lock.", "._")
_SUFFIXES = ("~", ".swp", ".swo", ".part", ".crdownload", ".tmp")
# Hidden folders that are excluded even if hidden files are included.
_NEVER = frozenset(
    {
        ".git", ".hg", ".svn", ".venv", ".tox", ".cache", ".Trash", ".DS_Store", ".trash",
        ".obsidian", ".recycle",
    }
)  # fmt: skip
# Old versions of notes, in the folder `logseq` of a graph.
_OF_LOGSEQ = frozenset({"bak", "version-files"})

# Larger files would take longer to compile than a folder takes to read.
_MAX_BYTES = 32 * 1024
_MAX_PATTERNS = 500
# The limit for all ignore files from the library folder down to a file (see `_cost`): each entry is
# compared with all their patterns. The usual long list for a programming language costs 500.
_MAX_COST = 2_000


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules that exclude files by name; `hidden_files` includes names that begin with a dot.

    With `ignore_files`, .gitignore and .twofoldignore files are applied, too. Twofold itself writes
    the files in `own_folders` (absolute paths). They are excluded, because indexing them would
    change them, so indexing would never end.
    """

    hidden_files: bool = False
    ignore_files: bool = True
    own_folders: frozenset[str] = frozenset()

    @staticmethod
    def never(name: str) -> bool:
        """Return whether nothing with this name is ever indexed, whatever the other rules say."""
        return name in _NEVER

    def ignores_folder(self, name: str) -> bool:
        """Return whether a folder with this name is excluded with all its content."""
        return name in _FOLDERS or self.never(name) or self._is_hidden(name)

    def ignores_file(self, name: str) -> bool:
        """Return whether a file with this name is excluded."""
        return (
            name in _FILES
            or self.never(name)
            or name.startswith(_PREFIXES)
            or name.endswith(_SUFFIXES)
            or self._is_hidden(name)
        )

    def ignores_embedded(self, path: str) -> bool:
        """Return whether an embedded document at this path inside an archive is excluded."""
        *folders, name = PurePosixPath(path).parts
        return self.ignores_file(name) or any(self.ignores_folder(folder) for folder in folders)

    def _is_hidden(self, name: str) -> bool:
        return name.startswith(".") and not self.hidden_files


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a pattern on a file: `ignored` or included, with the pattern and its line."""

    ignored: bool
    pattern: str
    line: int


class IgnorePatterns:
    """The patterns of one ignore file or list; the last pattern that matches decides."""

    def __init__(self, lines: Iterable[str], source: str) -> None:
        self.source = source
        self._lines = list(lines)
        self._patterns = [parse_pattern(line) for line in self._lines]
        # The cost of comparing a path with all patterns.
        self.cost = sum(map(_cost, self._lines))

    @classmethod
    def read(cls, root: Path, source: str, max_cost: int = _MAX_COST) -> IgnorePatterns | None:
        """Read the ignore file at `source` below a folder; return None if there is none.

        As in Git, links are not followed: the reported patterns would reveal the content of a file
        elsewhere. Of a long file only the first lines are used, as far as `max_cost` allows.
        """
        try:
            if not stat.S_ISREG((root / source).lstat().st_mode):
                logger.info("%s is ignored: it is not a regular file", source)
                return None
            with open_regular(root / source, root) as file:
                data = file.read(_MAX_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            logger.info("%s is ignored: %s", source, error.strerror)
            return None
        lines = data[:_MAX_BYTES].decode("utf-8-sig", "replace").splitlines()
        if len(data) > _MAX_BYTES:
            lines.pop()  # may be cut in the middle
        used = list(_within_cost_limit(lines, max_cost))
        if len(used) < len(lines) or len(data) > _MAX_BYTES:
            logger.info("%s is used up to line %d only", source, len(used))
        for number, line in enumerate(used, start=1):
            if has_too_many_stars(line):
                logger.info("%s, line %d is ignored: it has too many **", source, number)
        return cls(used, source)

    def decide(self, path: str) -> Decision | None:
        """Return the decision on a path below the patterns' folder; directories end with '/'.

        As in Git, only the entry itself is compared: its directories were checked before.
        """
        for index in range(len(self._patterns) - 1, -1, -1):
            pattern = self._patterns[index]
            if pattern is not None and pattern.expression.search(path):
                return Decision(pattern.ignored, self._lines[index].strip(), index + 1)
        return None

    def decide_with_parents(self, path: str) -> Decision | None:
        """Return the decision on a file.

        Without one, return the decision on the innermost of its directories that has one.
        """
        decision = self.decide(path)
        while decision is None and (end := path.rstrip("/").rfind("/") + 1):
            path = path[:end]
            decision = self.decide(path)
        return decision


def _within_cost_limit(lines: Iterable[str], max_cost: int) -> Iterator[str]:
    """Yield the first lines until their number or their cost exceeds the limit."""
    patterns, cost = 0, 0
    for line in lines:
        patterns += _is_pattern(line)
        cost += _cost(line)
        if patterns > _MAX_PATTERNS or cost > max_cost:
            return
        yield line


def _cost(line: str) -> int:
    """Return the cost of comparing a path with a pattern; a plain name costs 1.

    The part after ** is tried at each directory of the path, so its length counts.
    """
    if not _is_pattern(line):
        return 0
    segments = line.count("/") if "**" in line else 0
    return 1 + segments + sum(map(line.count, "*?["))


def _is_pattern(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an entry is included; `why` continues 'It is excluded: ...' or is empty."""

    wanted: bool
    why: Message = EMPTY


@dataclass(frozen=True, slots=True)
class _Level:
    """The ignore files of one directory; `prefix` is its path with a trailing '/'."""

    prefix: str
    own: IgnorePatterns | None
    git: IgnorePatterns | None

    @property
    def cost(self) -> int:
        """The cost of comparing a path with all patterns."""
        return sum(patterns.cost for patterns in (self.own, self.git) if patterns)


@dataclass(frozen=True, slots=True)
class DirectoryRules:
    """The rules that apply to the entries of the directory `path` ('' for the library folder)."""

    root: Path
    path: str
    names: IgnoreRules
    exclude: IgnorePatterns
    include: IgnorePatterns | None
    levels: tuple[_Level, ...]

    @classmethod
    def of_folder(cls, root: Path, names: IgnoreRules, rules: FolderRules) -> Self:
        """Return the rules for the entries of a library folder."""
        include = (
            IgnorePatterns(rules.include, message("the rules of this folder"))
            if rules.include
            else None
        )
        exclude = IgnorePatterns(rules.exclude, message("the rules of this folder"))
        top = cls(root, "", names, exclude, include, ())
        return replace(top, levels=top._levels_at(""))

    def enter(self, name: str) -> Self:
        """Return the rules for the entries of a subdirectory."""
        path = self._below(name)
        return replace(self, path=path, levels=self._levels_at(path))

    def verdict(self, name: str, *, is_directory: bool) -> Verdict:
        """Return the verdict on the entry called `name`."""
        if self.names.never(name):
            return Verdict(False, message("'{name}' never contains documents", name=name))
        if is_directory and self._is_own(name):
            return Verdict(False, message("Twofold stores its own files there"))
        path = self._below(name) + ("/" if is_directory else "")
        by_folder = self._by_folder_rules(path, is_directory=is_directory)
        if by_folder is not None:
            return by_folder
        own = self._by_files(path, _OWN_FILE)
        if own is not None:
            return own
        git = self._by_files(path, _GIT_FILE)
        if git is not None and not git.wanted:
            return git
        return self._by_name(name, is_directory=is_directory)

    def own_verdict(self) -> Verdict:
        """Return the verdict on this directory if it is a single document, such as a Pages file.

        The rules for files apply to its name.
        """
        return self._by_folder_rules(self.path, is_directory=False) or Verdict(True)

    def _is_own(self, name: str) -> bool:
        own = self.names.own_folders
        return bool(own) and str(self.root / self._below(name)) in own

    def _by_folder_rules(self, path: str, *, is_directory: bool) -> Verdict | None:
        decision = self.exclude.decide(path)
        if decision is not None:
            return _verdict(decision, message("the exclude patterns of this folder"))
        if self.include is None or is_directory:
            return None
        decision = self.include.decide_with_parents(path)
        if decision is None or not decision.ignored:
            return Verdict(False, message("it matches none of the include patterns of this folder"))
        return Verdict(True)

    def _by_files(self, path: str, kind: str) -> Verdict | None:
        for level in reversed(self.levels):
            patterns = level.own if kind == _OWN_FILE else level.git
            decision = patterns and patterns.decide(path[len(level.prefix) :])
            if patterns and decision:
                return _verdict(
                    decision,
                    message(
                        "{source}, line {line}", source=patterns.source, line=str(decision.line)
                    ),
                )
        return None

    def _by_name(self, name: str, *, is_directory: bool) -> Verdict:
        ignored = self.names.ignores_folder if is_directory else self.names.ignores_file
        is_old = is_directory and name in _OF_LOGSEQ and self.path.rpartition("/")[2] == "logseq"
        if not (ignored(name) or is_old):
            return Verdict(True)
        if name.startswith(".") and not self.names.hidden_files:
            why = message(
                "'{name}' is hidden; to include hidden files, set indexing.hidden_files to true",
                name=name,
            )
            return Verdict(False, why)
        return Verdict(False, message("names like '{name}' are reserved for programs", name=name))

    def _below(self, name: str) -> str:
        return f"{self.path}/{name}" if self.path else name

    def _levels_at(self, path: str) -> tuple[_Level, ...]:
        if not self.names.ignore_files:
            return ()
        prefix = f"{path}/" if path else ""
        left = _MAX_COST - sum(level.cost for level in self.levels)
        own = IgnorePatterns.read(self.root, prefix + _OWN_FILE, left)
        git = IgnorePatterns.read(self.root, prefix + _GIT_FILE, left - (own.cost if own else 0))
        if own is None and git is None:
            return self.levels
        return (*self.levels, _Level(prefix, own, git))


def _verdict(decision: Decision, source: str) -> Verdict:
    if not decision.ignored:
        return Verdict(True)
    return Verdict(
        False,
        message("it matches '{pattern}' in {source}", pattern=decision.pattern, source=source),
    )
