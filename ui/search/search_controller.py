"""Turns what a person types and clicks into searches, and lets only the newest answer through."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import (
    Event,
    FusionSettings,
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
)
from ui.engine_bridge import EngineBridge

TYPING_PAUSE_MS = 25
STILL_SEARCHING_MS = 150
HITS_SHOWN = 100


class SearchController(QObject):
    """Keeps the current search. Runs on the UI thread.

    Typing is debounced; a click searches at once. A request equal to the newest one is not sent
    again, except by `repeat`.

    Signals:
        answered: `SearchResponse` of the newest request.
        failed: the sentence and the hint of the newest request's failure.
        waiting: True when the newest request has taken longer than 150 ms, False at its end.
    """

    answered = Signal(object)
    failed = Signal(str, str)
    waiting = Signal(bool)

    def __init__(
        self,
        bridge: EngineBridge,
        *,
        mode: SearchMode = SearchMode.HYBRID,
        fusion: FusionSettings | None = None,
        snippet_chars: int = 300,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wanted = SearchRequest(
            "",
            mode=mode,
            k=HITS_SHOWN,
            fusion=fusion or FusionSettings(),
            snippet_chars=snippet_chars,
            with_facets=True,
        )
        self._sent: SearchRequest | None = None
        self._latest_id = 0
        self._open = False
        self._typing_pause = self._single_shot(TYPING_PAUSE_MS, self.search)
        self._slow = self._single_shot(STILL_SEARCHING_MS, self._say_waiting)
        bridge.happened.connect(self._take_event)

    def _single_shot(self, milliseconds: int, slot: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(slot)
        return timer

    @property
    def request(self) -> SearchRequest:
        """The search that is wanted now; it may not have been sent yet."""
        return self._wanted

    @property
    def is_answered(self) -> bool:
        """True when the hits shown are those of the wanted search."""
        return self._wanted == self._sent and not self._open

    def type_query(self, text: str) -> None:
        """Search for `text` after a pause in typing; its last word may still be unfinished."""
        unfinished = bool(text) and not text[-1].isspace()
        self._wanted = replace(self._wanted, query=text, prefix_last=unfinished)
        self._typing_pause.start()

    def set_mode(self, mode: SearchMode) -> None:
        """Choose the rankings that answer, and search."""
        self._wanted = replace(self._wanted, mode=mode)
        self.search()

    def set_filters(self, filters: SearchFilters) -> None:
        """Choose the filters, and search."""
        self._wanted = replace(self._wanted, filters=filters)
        self.search()

    def search(self) -> None:
        """Send the wanted search unless it was the last one sent."""
        self._typing_pause.stop()
        if self._wanted != self._sent:
            self.repeat()

    def repeat(self) -> None:
        """Send the wanted search, also when the same was sent before (the library changed)."""
        self._typing_pause.stop()
        self._sent = self._wanted
        self._latest_id = self._bridge.submit(self._wanted)
        self._open = True
        self._slow.start()

    def _take_event(self, event: Event) -> None:
        if isinstance(event, SearchFinished) and event.request_id == self._latest_id:
            self._say_done()
            self.answered.emit(event.response)
        elif isinstance(event, RequestFailed) and event.request_id == self._latest_id:
            self._say_done()
            self._sent = None
            self.failed.emit(event.message, event.hint)

    def _say_waiting(self) -> None:
        self.waiting.emit(True)

    def _say_done(self) -> None:
        self._open = False
        self._slow.stop()
        self.waiting.emit(False)
