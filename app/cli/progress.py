"""A line on the terminal that shows how far something is."""

from __future__ import annotations

import math
import os
import sys
import time

from twofold.app.cli.output import as_line, count, fit
from twofold.engine.api import EvaluationProgress, IndexingPhase, LibraryStatus

_MAX_COLUMNS = 100
_SECONDS_BETWEEN_LINES = 2.0


class ProgressLine:
    """A line on stderr that is rewritten on a terminal, and repeated now and then elsewhere.

    Called on engine threads, one at a time.
    """

    def __init__(self) -> None:
        self._on_terminal = sys.stderr.isatty()
        self._last_text = ""
        self._last_time = float("-inf")

    def show(self, progress: LibraryStatus | EvaluationProgress) -> None:
        """Show how far indexing or an evaluation is, if it is news."""
        self.line(as_line(progress_text(progress)))

    def documents(self, done: int, of: int) -> None:
        """Show how many documents are done."""
        self.line(f"{done:,} of {count(of, 'document')}")

    def line(self, text: str) -> None:
        """Show a text, if it is news."""
        is_time = self._on_terminal or time.monotonic() - self._last_time > _SECONDS_BETWEEN_LINES
        if text == self._last_text or not is_time:
            return
        self._last_text, self._last_time = text, time.monotonic()
        if self._on_terminal:
            sys.stderr.write("\r" + fit(text, _terminal_columns()))
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def finish(self) -> None:
        """Leave the rewritten line, so that the next output starts on its own."""
        if self._on_terminal and self._last_text:
            sys.stderr.write("\n")
        self._last_text = ""


def _terminal_columns() -> int:
    """Return how wide the line may be: a longer one could not be rewritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns - 1, _MAX_COLUMNS) if columns > 1 else _MAX_COLUMNS


def progress_text(status: LibraryStatus | EvaluationProgress) -> str:
    """Return in one line how much is done, of a library both coverages, and what is being done."""
    if isinstance(status, EvaluationProgress):
        done = percent(status.done / max(status.total, 1))
        return f"{status.set_name}: {status.step} {done} ({status.done:,} of {status.total:,})"
    if status.is_counting or not status.documents_known:
        return "counting files" if status.phase is IndexingPhase.SCANNING else "no files yet"
    files, passages = count(status.documents_known, "file"), count(status.chunks, "passage")
    parts = [
        f"keywords {percent(status.keyword_coverage)} ({status.documents_indexed:,} of {files})",
        f"meaning {percent(status.meaning_coverage)} ({status.vectors_ready:,} of {passages})",
    ]
    if status.upcoming is not None:
        parts.append(f"{status.upcoming.title} {percent(status.upcoming.coverage)}")
    if status.phase not in {IndexingPhase.IDLE, IndexingPhase.EMBEDDING}:
        parts.append(f"{status.phase.value} {status.current_file}".strip())
    if status.seconds_left is not None:
        parts.append(f"{_duration(status.seconds_left)} left")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes <= 60 else f"{minutes // 60} h {minutes % 60} min"


def percent(fraction: float) -> str:
    """Return 'n %' rounded down, so that 100 % means all."""
    return f"{math.floor(fraction * 100 + 1e-9)} %"
