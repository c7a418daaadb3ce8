"""Turns what a person types and clicks into searches, and lets only the newest answer through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import (
    FusionSettings,
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
    Settings,
)
from ui.answer import FIRST_PAGE, HITS_SHOWN, is_first_page
from ui.client import EngineClient

TYPING_PAUSE_MS = 25
STILL_SEARCHING_MS = 150
# Long enough for the next letter of someone who types on.
REST_PAUSE_MS = 250


class SearchController(QObject):
    """Keeps the current search. Runs on the UI thread.

    `hits` is how many are asked for in the end, `with_facets` whether they are counted by filter.
    A click searches at once, and so does a letter, unless an answer is still awaited: then letters
    are collected for a moment. A request equal to the newest one is not sent again, except by
    `repeat`. The first page of hits is asked for first, the rest when nothing else is asked for.

    Signals:
        answered: `SearchResponse` of the newest request.
        completed: `SearchResponse` with all hits of the search that was answered last, which had
            the first page only.
        unfinished: the other hits of the search that was answered last cannot be had.
        failed: the sentence and the hint of the newest request's failure.
        waiting: True when the newest request has taken longer than 150 ms, False at its end.
    """

    answered = Signal(object)
    completed = Signal(object)
    unfinished = Signal()
    failed = Signal(str, str)
    waiting = Signal(bool)

    def __init__(
        self,
        client: EngineClient,
        settings: Settings | None = None,
        *,
        hits: int = HITS_SHOWN,
        with_facets: bool = True,
        caller: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._caller = caller
        settings = settings or Settings()
        mode = SearchMode(settings.text("search.mode"))
        wanted = SearchRequest("", mode=mode, k=hits, with_facets=with_facets)
        self._wanted = _as_set(wanted, settings)
        self._sent: SearchRequest | None = None
        self._open = False
        self._asks_for_rest = False
        self._most = hits
        self._page: Callable[[], int] = lambda: FIRST_PAGE
        self._all_at_once = False
        self._typing_pause = self._single_shot(TYPING_PAUSE_MS, self.search)
        self._slow = self._single_shot(STILL_SEARCHING_MS, self._say_waiting)
        self._rest_pause = self._single_shot(REST_PAUSE_MS, self.ask_for_rest)

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
    def is_asking(self) -> bool:
        """True when the wanted search looks for anything."""
        return self._wanted.asks

    @property
    def is_answered(self) -> bool:
        """True when the hits shown are those of the wanted search."""
        return self._wanted == self._sent and not self._open

    @property
    def is_awaiting(self) -> bool:
        """True until the wanted search is answered or has failed."""
        return self._open or self._typing_pause.isActive()

    def type_query(self, text: str) -> None:
        """Search for `text`, whose last word may still be unfinished."""
        unfinished = bool(text) and not text[-1].isspace()
        self._wanted = replace(self._wanted, query=text, prefix_last=unfinished, like="")
        self._rest_pause.stop()
        if self._open:
            self._typing_pause.start()
        else:
            self.search()

    def search_like(self, chunk_id: str) -> None:
        """Search for passages like one, until something is typed."""
        self._wanted = replace(self._wanted, query="", prefix_last=False, like=chunk_id)
        self.search()

    def set_mode(self, mode: SearchMode) -> None:
        """Choose the rankings that answer, and search."""
        self._wanted = replace(self._wanted, mode=mode)
        self.search()

    def set_filters(self, filters: SearchFilters) -> None:
        """Choose the filters, and search."""
        self._wanted = replace(self._wanted, filters=filters)
        self.search()

    def set_grouping(self, grouped: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Let hits stand for documents, or for passages again, and search."""
        self._wanted = replace(self._wanted, group_by_document=grouped)
        self.search()

    def set_fusion(self, fusion: FusionSettings) -> None:
        """Choose how both rankings become one, and search."""
        self._wanted = replace(self._wanted, fusion=fusion)
        self.search()

    def take_fusion(self, fusion: FusionSettings) -> None:
        """Choose it for later searches: the answer shown has been fused so in the window."""
        self._wanted = replace(self._wanted, fusion=fusion)
        if self._sent is not None:
            self._sent = replace(self._sent, fusion=fusion)

    def use_settings(self, settings: Settings) -> None:
        """Take what the settings say of a search, except of its mode, and search anew."""
        self._wanted = _as_set(self._wanted, settings)
        self.search()

    def use_page(self, page: Callable[[], int]) -> None:
        """Let `page` say how many hits are asked for at first; see `first_page_for`."""
        self._page = page

    def ask_for_all_at_once(self, *, wanted: bool) -> None:
        """Ask for all hits together from the next search on, or for the first page first again."""
        self._all_at_once = wanted

    def search(self) -> None:
        """Send the wanted search unless it was the last one sent."""
        self._typing_pause.stop()
        if self._wanted != self._sent:
            self._send_for_page()

    def repeat(self) -> None:
        """Send the wanted search, also when the same was sent before (the library changed)."""
        self._send(self._most)

    def ask_for_rest(self) -> None:
        """Send the search that was answered once more, for all its hits."""
        self.ask_for_hits_of(self._wanted)

    def ask_for_hits_of(self, request: SearchRequest) -> None:
        """Send the search that was answered once more, for as many hits as `request` names."""
        self._rest_pause.stop()
        if self.is_answered:
            self._submit(request)
            self._asks_for_rest = True

    def _send_for_page(self) -> None:
        self._send(self._most if self._all_at_once else min(self._page(), self._most))

    def _send(self, hits: int) -> None:
        self._typing_pause.stop()
        self._rest_pause.stop()
        self._sent = self._wanted
        self._submit(replace(self._wanted, k=hits))
        self._asks_for_rest = False
        self._open = True
        self._slow.start()

    def _submit(self, request: SearchRequest) -> None:
        take, fail = self._take_answer, self._take_failure
        self._client.request(request, self, take, fail, newest=True, caller=self._caller)

    def _take_answer(self, reply: SearchFinished) -> None:
        response = reply.response
        if self._asks_for_rest:
            self._asks_for_rest = False
            self.completed.emit(response)
            return
        self._say_done()
        if self._typing_pause.isActive():
            self.search()  # it is answered while this answer is shown
        elif response.request.k < self._most and is_first_page(response):
            self._rest_pause.start()
        self.answered.emit(response)

    def _take_failure(self, failure: RequestFailed) -> None:
        if self._asks_for_rest:
            self._asks_for_rest = False  # what is shown was found, and stays
            self.unfinished.emit()
            return
        self._say_done()
        self._sent = None
        self.failed.emit(failure.message, failure.hint)

    def _say_waiting(self) -> None:
        self.waiting.emit(True)

    def _say_done(self) -> None:
        self._open = False
        self._slow.stop()
        self.waiting.emit(False)


def _as_set(request: SearchRequest, settings: Settings) -> SearchRequest:
    """Return a request with what the settings say of every search."""
    return replace(
        request,
        fusion=settings.fusion,
        snippet_chars=settings.whole("search.snippet_chars"),
        collapse_duplicates=settings.flag("search.fold_copies"),
        hide_weak=settings.flag("search.hide_weak"),
        rerank=settings.flag("search.rerank"),
    )
