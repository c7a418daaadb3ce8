"""The progress of a command: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import os
import sys
import time

from twofold.app.cli.output import as_line, count, fit, is_quiet, is_terminal
from twofold.engine.api import EvaluationProgress, IndexingPhase, LibraryStatus

_MAX_COLUMNS = 100
_MIN_COLUMNS_WITH_BAR = 60
_BAR_COLUMNS = 20
_DONE, _OPEN = "█", "░"
_SECONDS_BETWEEN_LINES = 10.0


class ProgressLine:
    """A line on stderr that is rewritten on a terminal, and printed at intervals elsewhere.

    Called on engine threads, one at a time. Prints nothing with `--quiet`.
    """

    def __init__(self) -> None:
        self._on_terminal = is_terminal(sys.stderr)
        self._last_text = ""
        self._last_time = float("-inf")

    def show(self, progress: LibraryStatus | EvaluationProgress) -> None:
        """Show the progress of indexing or of an evaluation, if it changed."""
        self.line(as_line(progress_text(progress)), progress_fraction(progress))

    def documents(self, done: int, of: int) -> None:
        """Show how many documents are done."""
        self.line(f"{done:,} of {count(of, 'document')}", done / of if of else None)

    def line(self, text: str, fraction: float | None = None) -> None:
        """Show a text, if it changed, and a bar for the finished fraction of the work."""
        is_time = self._on_terminal or time.monotonic() - self._last_time > _SECONDS_BETWEEN_LINES
        if text == self._last_text or not is_time or is_quiet():
            return
        self._last_text, self._last_time = text, time.monotonic()
        if self._on_terminal:
            columns = _terminal_columns()
            if fraction is not None and columns >= _MIN_COLUMNS_WITH_BAR:
                text = f"{_bar(fraction)}  {text}"
            sys.stderr.write("\r" + fit(text, columns))
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def finish(self) -> None:
        """End the rewritten line, so that later output starts on its own line."""
        if self._on_terminal and self._last_text:
            sys.stderr.write("\n")
        self._last_text = ""


def _bar(fraction: float) -> str:
    done = math.floor(min(max(fraction, 0.0), 1.0) * _BAR_COLUMNS + 1e-9)
    return _DONE * done + _OPEN * (_BAR_COLUMNS - done)


def _terminal_columns() -> int:
    """Return the maximum width of the line: a line that wraps cannot be rewritten."""
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    return min(columns - 1, _MAX_COLUMNS) if columns > 1 else _MAX_COLUMNS


def progress_fraction(status: LibraryStatus | EvaluationProgress) -> float | None:
    """Return the finished fraction of the current step; None while it is not known."""
    if isinstance(status, EvaluationProgress):
        return status.done / max(status.total, 1)
    if status.is_counting or not status.documents_known:
        return None
    if status.phase is IndexingPhase.EMBEDDING:
        return status.meaning_coverage
    return status.keyword_coverage


def progress_text(status: LibraryStatus | EvaluationProgress) -> str:
    """Return the progress as one line.

    For a library, it contains the indexed part for keywords and for meaning, and the current step.
    """
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
