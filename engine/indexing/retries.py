"""When files that could not be read are read again without being asked for, with a back-off.

Only where that may help: a lock ends, a drive answers again, a busy machine has time. The delays
are not kept: a new start begins with a try of each file.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from engine.model.document import FailureReason
from engine.stores.catalog.rows import Folder, KnownFile

# A file that cannot be opened costs nothing; one that brings the reader down costs up to a minute.
# First and longest delay in seconds; it doubles with every failure.
_ACCESS = 15.0, 1800.0
_READING = 300.0, 86_400.0
# Beyond so many, failed files are read again by the next scan of their whole folder only.
_MOST = 1000


@dataclass(frozen=True, slots=True)
class _Delay:
    """The next try is at `until` (monotonic seconds), `seconds` after the one before.

    `is_asked_for` says that a scan of the file was asked for since.
    """

    until: float
    seconds: float
    is_asked_for: bool = False


class Retries:
    """Remembers when which file (folder name, path) failed last. Indexing thread only."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._delays: dict[tuple[str, str], _Delay] = {}

    def is_due(self, folder: Folder, path: str, known: KnownFile) -> bool:
        """Say whether a scan that meets a file that failed shall have it read again."""
        if _is_of_access(known):
            return True
        if not _may_pass(known):
            return False
        delay = self._delays.get((folder.name, path))
        return delay is None or self._monotonic() >= delay.until

    def holds(self, folder: str, path: str) -> bool:
        """Say whether a file is to be read again some time."""
        return (folder, path) in self._delays

    def note(self, folder: str, path: str, known: KnownFile | None) -> None:
        """Note what is known of a file that has just been read, or could not be."""
        place = folder, path
        if known is None or not _may_pass(known):
            self._delays.pop(place, None)
        elif len(self._delays) < _MOST or place in self._delays:
            first, longest = _ACCESS if _is_of_access(known) else _READING
            before = self._delays.get(place)
            seconds = first if before is None else min(max(first, 2 * before.seconds), longest)
            self._delays[place] = _Delay(self._monotonic() + seconds, seconds)

    def places_due(self, folders: Iterable[Folder]) -> list[str]:
        """Return the absolute paths of files to scan now, each once until it is noted again."""
        now = self._monotonic()
        delays = self._delays.items()
        due = [place for place, one in delays if now >= one.until and not one.is_asked_for]
        for place in due:
            self._delays[place] = replace(self._delays[place], is_asked_for=True)
        roots = {folder.name: Path(folder.root) for folder in folders}
        return [str(roots[name] / path) for name, path in due if name in roots]


def _is_of_access(known: KnownFile) -> bool:
    return known.failed and FailureReason(known.reason).is_of_access


def _may_pass(known: KnownFile) -> bool:
    """Say whether a file, or documents in it, failed for now only, with a text to keep current.

    A file that was never read and brings the reader down is read again only on request.
    """
    if not known.failed:
        return known.has_old_members
    reason = FailureReason(known.reason)
    return reason.is_of_access or (reason.may_pass and known.has_text)
