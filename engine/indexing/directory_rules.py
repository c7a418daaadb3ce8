"""What is passed over in one directory of a library folder, and why.

The first that has an opinion decides: what never holds documents (.git), the rules kept with the
folder, .twofoldignore and .gitignore files from the directory upwards, names that programs use and
hidden names. As in Git, what lies in a directory that is passed over cannot be asked for again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from engine.indexing.ignore_files import Decision, IgnorePatterns
from engine.indexing.ignore_rules import IgnoreRules
from engine.model.folder_rules import FolderRules

OWN_FILE = ".twofoldignore"
GIT_FILE = ".gitignore"
IGNORE_FILES = (OWN_FILE, GIT_FILE)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an entry is wanted; `why` continues 'It is passed over, as ...' or is empty."""

    wanted: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class _Level:
    """The ignore files of one directory; `prefix` is its path, with a '/' at the end."""

    prefix: str
    own: IgnorePatterns | None
    git: IgnorePatterns | None


@dataclass(frozen=True, slots=True)
class DirectoryRules:
    """The rules that hold for the entries of the directory `path` ('' is the library folder)."""

    root: Path
    path: str
    names: IgnoreRules
    exclude: IgnorePatterns
    include: IgnorePatterns | None
    levels: tuple[_Level, ...]

    @classmethod
    def of_folder(cls, root: Path, names: IgnoreRules, rules: FolderRules) -> Self:
        """Return the rules for the entries of a library folder."""
        include = IgnorePatterns(rules.include, "the folder's list") if rules.include else None
        exclude = IgnorePatterns(rules.exclude, "the folder's list")
        top = cls(root, "", names, exclude, include, ())
        return replace(top, levels=top._levels_at(""))

    def enter(self, name: str) -> Self:
        """Return the rules for the entries of a directory in this one."""
        path = self._below(name)
        return replace(self, path=path, levels=self._levels_at(path))

    def verdict(self, name: str, *, is_directory: bool) -> Verdict:
        """Judge the entry called `name`."""
        if self.names.never(name):
            return Verdict(False, f"'{name}' never holds documents")
        if is_directory and self._is_own(name):
            return Verdict(False, "Twofold keeps its own files there")
        path = self._below(name) + ("/" if is_directory else "")
        by_folder = self._by_folder_rules(path, is_directory=is_directory)
        if by_folder is not None:
            return by_folder
        own = self._by_files(path, OWN_FILE)
        if own is not None:
            return own
        git = self._by_files(path, GIT_FILE)
        if git is not None and not git.wanted:
            return git
        return self._by_name(name, is_directory=is_directory)

    def verdict_on_itself(self) -> Verdict:
        """Judge this directory where it is one document, as a file of its name."""
        return self._by_folder_rules(self.path, is_directory=False) or Verdict(True)

    def _is_own(self, name: str) -> bool:
        own = self.names.own_folders
        return bool(own) and str(self.root / self._below(name)) in own

    def _by_folder_rules(self, path: str, *, is_directory: bool) -> Verdict | None:
        decision = self.exclude.decide(path)
        if decision is not None:
            return _verdict(decision, "the patterns left out of this folder")
        if self.include is None or is_directory:
            return None
        decision = self.include.decide(path)
        if decision is None or not decision.ignored:
            return Verdict(False, "it matches none of the patterns wanted of this folder")
        return Verdict(True)

    def _by_files(self, path: str, kind: str) -> Verdict | None:
        for level in reversed(self.levels):
            patterns = level.own if kind == OWN_FILE else level.git
            decision = patterns and patterns.decide(path[len(level.prefix) :])
            if patterns and decision:
                return _verdict(decision, f"{patterns.source}, line {decision.line}")
        return None

    def _by_name(self, name: str, *, is_directory: bool) -> Verdict:
        ignored = self.names.ignores_folder if is_directory else self.names.ignores_file
        if not ignored(name):
            return Verdict(True)
        if name.startswith(".") and not self.names.hidden_files:
            why = f"'{name}' is hidden; to have hidden files, set indexing.hidden_files to true"
            return Verdict(False, why)
        return Verdict(False, f"programs keep names like '{name}' for themselves")

    def _below(self, name: str) -> str:
        return f"{self.path}/{name}" if self.path else name

    def _levels_at(self, path: str) -> tuple[_Level, ...]:
        if not self.names.ignore_files:
            return ()
        prefix = f"{path}/" if path else ""
        own, git = (
            IgnorePatterns.read(self.root / path / name, prefix + name) for name in IGNORE_FILES
        )
        if own is None and git is None:
            return self.levels
        return (*self.levels, _Level(prefix, own, git))


def _verdict(decision: Decision, source: str) -> Verdict:
    if not decision.ignored:
        return Verdict(True)
    return Verdict(False, f"it matches '{decision.pattern}' in {source}")
