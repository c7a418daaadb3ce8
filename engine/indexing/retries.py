"""When files that could not be read are read again without being asked.

Only where that may help: a lock ends, a drive answers again, a busy machine has time. What keeps
failing is tried ever more rarely. Nothing of this is kept: a new start begins with a try of each.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.model.document import FailureReason
from engine.stores.catalog.rows import Folder, KnownFile

# A file that cannot be opened costs nothing; one that brings the reader down costs up to a minute.
_FIRST_ACCESS, _LONGEST_ACCESS = 15.0, 1800.0
_FIRST_READING, _LONGEST_READING = 300.0, 86_400.0
# Of more than these none is waited for: the looks at whole folders find them.
_MOST = 1000


@dataclass(frozen=True, slots=True)
class _Wait:
    """The next try is at `until` (monotonic seconds), `seconds` after the one before.

    `is_asked_for` says that a look at the file was asked for since.
    """

    until: float
    seconds: float
    is_asked_for: bool = False


class SecondTries:
    """Remembers when which file (folder name, path) failed last. Indexing thread only."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._waits: dict[tuple[str, str], _Wait] = {}

    def is_due(self, folder: str, path: str, known: KnownFile) -> bool:
        """Say whether a look that meets a file that failed shall have it read again."""
        if known.failed and FailureReason(known.reason).is_of_access:
            return True
        if not _may_pass(known):
            return False
        wait = self._waits.get((folder, path))
        return wait is None or self._monotonic() >= wait.until

    def waits_for(self, folder: str, path: str) -> bool:
        """Say whether a file is to be tried again some time."""
        return (folder, path) in self._waits

    def note(self, folder: str, path: str, known: KnownFile | None) -> None:
        """Note what is known of a file that has just been read, or could not be."""
        if known is None or not _may_pass(known):
            self._waits.pop((folder, path), None)
        elif len(self._waits) < _MOST or (folder, path) in self._waits:
            self._waits[folder, path] = self._next_wait(folder, path, known)

    def places_due(self, folders: Iterable[Folder]) -> list[str]:
        """Return the absolute paths of files to look at now, each once until it is noted again."""
        now = self._monotonic()
        waits = self._waits.items()
        due = [place for place, wait in waits if now >= wait.until and not wait.is_asked_for]
        for place in due:
            self._waits[place] = replace(self._waits[place], is_asked_for=True)
        roots = {folder.name: Path(folder.root) for folder in folders}
        return [str(roots[name] / path) for name, path in due if name in roots]

    def _next_wait(self, folder: str, path: str, known: KnownFile) -> _Wait:
        is_access = known.failed and FailureReason(known.reason).is_of_access
        first = _FIRST_ACCESS if is_access else _FIRST_READING
        longest = _LONGEST_ACCESS if is_access else _LONGEST_READING
        before = self._waits.get((folder, path))
        seconds = first if before is None else min(max(first, 2 * before.seconds), longest)
        return _Wait(self._monotonic() + seconds, seconds)


def _may_pass(known: KnownFile) -> bool:
    """Say whether a file, or documents in it, failed for now only, with a text to keep current.

    A file that was never read and brings the reader down is left to be asked for.
    """
    if not known.failed:
        return known.has_old_members
    reason = FailureReason(known.reason)
    return reason.is_of_access or (reason.may_pass and known.has_text)
