"""Showing on stderr how far indexing is: one line that is rewritten on a terminal."""

from __future__ import annotations

import os
import sys
import time

from app.cli.output import as_line, count, fit
from engine.api import EvaluationProgress, IndexingPhase, LibraryStatus

_MOST_COLUMNS = 100
_SECONDS_BETWEEN_LINES = 2.0


class _RewrittenLine:
    """A line on stderr that is rewritten on a terminal, and repeated now and then elsewhere."""

    def __init__(self) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._last_text = ""
        self._last_time = float("-inf")

    def write(self, text: str) -> None:
        """Write a text, if it is news."""
        if text == self._last_text or not self._is_time():
            return
        self._last_text, self._last_time = text, time.monotonic()
        if self._on_terminal:
            sys.stderr.write("\r" + fit(text, _columns()))
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def finish(self) -> None:
        """Leave the rewritten line, so that the next output starts on its own."""
        if self._on_terminal and self._last_text:
            sys.stderr.write("\n")

    def _is_time(self) -> bool:
        return self._on_terminal or time.monotonic() - self._last_time > _SECONDS_BETWEEN_LINES


def _columns() -> int:
    """Return how wide the line may be: a longer one could not be rewritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns - 1, _MOST_COLUMNS) if columns > 1 else _MOST_COLUMNS


class ProgressLine(_RewrittenLine):
    """Writes the state of indexing. Called on engine threads, one at a time."""

    def show(self, status: LibraryStatus) -> None:
        """Show a state, if it is news."""
        self.write(as_line(progress_text(status)))


class StepProgress(_RewrittenLine):
    """Writes how far an evaluation is."""

    def show(self, progress: EvaluationProgress) -> None:
        """Show a state, if it is news."""
        done = percent(progress.done, progress.total)
        counted = f"{progress.done:,} of {progress.total:,}"
        self.write(f"{progress.set_name}: {progress.step} {done} ({counted})")


def progress_text(status: LibraryStatus) -> str:
    """Return both coverages and what is being done, in one line."""
    found = status.documents_indexed + status.documents_pending + status.documents_failed
    handled = found - status.documents_pending
    files, passages = count(found, "file"), count(status.chunks, "passage")
    by_meaning = percent(status.vectors_ready, status.chunks)
    parts = [
        f"keywords {percent(handled, found)} ({handled:,} of {files})",
        f"meaning {by_meaning} ({status.vectors_ready:,} of {passages})",
    ]
    if status.upcoming is not None:
        ready, passages_in_all = status.upcoming.vectors_ready, status.chunks
        parts.append(f"{status.upcoming.title} {percent(ready, passages_in_all)}")
    if status.phase not in {IndexingPhase.IDLE, IndexingPhase.EMBEDDING}:
        parts.append(f"{status.phase.value} {status.current_file}".strip())
    if status.seconds_left is not None:
        parts.append(_time_left(status.seconds_left))
    return ", ".join(parts)


def percent(part: int, whole: int) -> str:
    """Return 'n %' rounded down, so that 100 % means all."""
    return f"{100 * part // whole if whole else 100} %"


def _time_left(seconds: float) -> str:
    return f"{seconds / 60:.0f} min left" if seconds >= 90 else f"{seconds:.0f} s left"
