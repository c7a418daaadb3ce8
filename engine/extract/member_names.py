"""Names of the documents in a container, made safe to be the end of a path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container
from pathlib import PurePosixPath

_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff]")
_DRIVE = re.compile(r"[A-Za-z]:(?=/|\Z)")
_LONGEST_PART = 200
_MOST_PARTS = 40
_LONGEST_NAME = 40_000


def safe_name(name: str) -> str:
    r"""Return a relative POSIX path without '.', '..', a root, a drive or control characters.

    Archives made on Windows may part folders with backslashes. A name of which nothing is left is
    'unnamed'.
    """
    parts = _DRIVE.sub("", name.replace("\\", "/"), count=1).split("/")
    kept = [_part(part) for part in parts if part.strip() not in {"", ".", ".."}]
    return "/".join(kept[-_MOST_PARTS:]) or "unnamed"


def is_safe_name(name: str) -> bool:
    """Say whether this may be the name of a member: one that `MemberNames` can have made."""
    parts = name.split("/") if len(name) <= _LONGEST_NAME else [""]
    return not _CONTROL.search(name) and not {"", ".", ".."} & set(parts)


def _part(part: str) -> str:
    part = _CONTROL.sub("\ufffd", part)
    if len(part) <= _LONGEST_PART:
        return part
    suffix = PurePosixPath(part).suffix[:20]
    return part[: _LONGEST_PART - len(suffix)] + suffix


class MemberNames:
    """Gives every entry of one container a name of its own.

    A name is never a folder of another one, so that what is inside the container 'a.zip' cannot
    have the name of an entry 'a.zip/b.txt'. The same entries in the same order get the same names.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._folders: set[str] = set()
        self._folder_of: dict[str, str] = {}
        self._used: Counter[str] = Counter()

    def take(self, name: str) -> str:
        """Return `name` made safe, with a number where it is taken: 'a.txt', 'a (2).txt'."""
        *folders, last = safe_name(name).split("/")
        folder = ""
        for part in folders:
            wanted = _joined(folder, part)
            if wanted not in self._folder_of:
                self._folder_of[wanted] = self._free(wanted)
            folder = self._folder_of[wanted]
            self._folders.add(folder)
        free = self._free(_joined(folder, last), self._folders)
        self._taken.add(free)
        return free

    def _free(self, wanted: str, folders: Container[str] = ()) -> str:
        free = wanted
        while free in self._taken or free in folders:
            self._used[wanted] += 1
            path = PurePosixPath(wanted)
            free = str(path.with_name(f"{path.stem} ({self._used[wanted] + 1}){path.suffix}"))
        return free


def _joined(folder: str, part: str) -> str:
    return f"{folder}/{part}" if folder else part
