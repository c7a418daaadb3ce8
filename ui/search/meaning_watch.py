"""Notices that an answer came without meaning, and has it repeated once meaning is there."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import LibraryStatus, RetrieverKind, SearchMode, SearchResponse

FIRST_PAUSE_MS = 250
_MOST_TRIES = 6


class MeaningWatch(QObject):
    """Runs on the UI thread.

    The engine may tell that its model is ready a moment before a search can use it, so the search
    is repeated a few times, with longer and longer pauses, until an answer has meaning.

    Signals:
        repeat_wanted: meaning is there now; search again.
    """

    repeat_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_missing = False
        self._is_there = False
        self._is_coming = True
        self._tries = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._ask)

    @property
    def is_missing(self) -> bool:
        """True when the newest answer should have had meaning and came without."""
        return self._is_missing

    @property
    def is_awaited(self) -> bool:
        """True when meaning is missing only because it is not there yet: nothing is wrong."""
        is_late = not self._is_there or self._tries < _MOST_TRIES
        return self._is_missing and self._is_coming and is_late

    def take_answer(self, response: SearchResponse) -> None:
        """Look whether an answer has meaning."""
        self._set_missing(lacks_meaning(response))

    def take_failure(self, mode: SearchMode) -> None:
        """Take note that a search in `mode` had no answer at all."""
        self._set_missing(mode is SearchMode.VECTOR)

    def show_status(self, status: LibraryStatus) -> None:
        """Look whether meaning can be searched now."""
        was_there, self._is_there = self._is_there, is_meaning_there(status)
        self._is_coming = not status.model.problem
        if self._is_there and not was_there:
            self._tries = 0
        self._plan()

    def _set_missing(self, is_missing: bool) -> None:  # noqa: FBT001 - reads as what it sets
        self._is_missing = is_missing
        if not is_missing:
            self._tries = 0
            self._pause.stop()
        self._plan()

    def _plan(self) -> None:
        waits = self._is_missing and self._is_there and not self._pause.isActive()
        if waits and self._tries < _MOST_TRIES:
            self._pause.start(FIRST_PAUSE_MS * 2**self._tries)

    def _ask(self) -> None:
        self._tries += 1
        if self._is_missing and self._is_there:
            self.repeat_wanted.emit()


def lacks_meaning(response: SearchResponse) -> bool:
    """Say whether meaning was asked for and could not be searched at all."""
    return any(
        retriever.kind is RetrieverKind.VECTOR and (retriever.error or not retriever.searchable)
        for retriever in response.trace.retrievers
    )


def is_meaning_there(status: LibraryStatus) -> bool:
    """Say whether there is something that can be searched by meaning."""
    return status.model.ready and status.vectors_ready > 0
