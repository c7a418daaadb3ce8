"""What differs between a folder on disk and the catalog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from engine.core.document import FileState
from engine.indexing.crawl import CrawlProblem, FoundFile


class KnownVersion(Protocol):
    """What the catalog knows of a file: the version it read, and whether reading failed."""

    @property
    def state(self) -> FileState:
        """The version on disk when it was read."""

    @property
    def failed(self) -> bool:
        """True when it could not be indexed."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """Files to read (newest first), paths that are gone, and places that cannot be entered."""

    to_read: tuple[FoundFile, ...]
    gone: tuple[str, ...]
    problems: tuple[CrawlProblem, ...]
    unchanged: int


def detect_changes(
    found: Iterable[FoundFile | CrawlProblem],
    known: Mapping[str, KnownVersion],
    *,
    retry_failures: bool = False,
) -> FolderChanges:
    """Compare what a crawl found with what the catalog knows.

    A file below a folder that cannot be read now is not gone: its passages stay searchable.
    """
    files: dict[str, FoundFile] = {}
    problems: list[CrawlProblem] = []
    for entry in found:
        if isinstance(entry, FoundFile):
            files[entry.path] = entry
        else:
            problems.append(entry)
    to_read = [
        file
        for file in files.values()
        if _needs_reading(file, known.get(file.path), retry_failures=retry_failures)
    ]
    to_read.sort(key=lambda file: (-file.state.mtime_ns, file.path))
    return FolderChanges(
        to_read=tuple(to_read),
        gone=tuple(path for path in known if path not in files and not _hidden(path, problems)),
        problems=tuple(problems),
        unchanged=len(files) - len(to_read),
    )


def _needs_reading(file: FoundFile, known: KnownVersion | None, *, retry_failures: bool) -> bool:
    if known is None or (known.failed and retry_failures):
        return True
    return (known.state.size, known.state.mtime_ns) != (file.state.size, file.state.mtime_ns)


def _hidden(path: str, problems: Iterable[CrawlProblem]) -> bool:
    return any(
        path == problem.path or path.startswith(f"{problem.path}/") or not problem.path
        for problem in problems
    )
