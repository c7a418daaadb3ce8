"""A search from the key press to the complete answer: wanted, sent and answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from twofold.engine.api import (
    EmbedFirst,
    FusionRule,
    FusionSettings,
    RequestFailed,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
    SearchResponse,
    Settings,
    can_reorder,
    reordered,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.translation import translated
from twofold.ui.search.pages import FIRST_PAGE, HITS_SHOWN, MAX_FETCHED, with_more, with_rest

TYPING_PAUSE_MS = 25
STILL_SEARCHING_MS = 150
# Longer than the usual pause between two letters.
REST_PAUSE_MS = 250


class SearchSession(QObject):
    """Manages the wanted search and the newest answer. Runs on the UI thread.

    A click searches immediately. So does a letter, unless an answer is still awaited: then letters
    are collected for a moment. A search equal to the newest one is not sent again, except by
    `repeat`. The first page of hits is requested first, the rest of HITS_SHOWN when nothing else is
    requested, and more when the list is scrolled to its end. `page` returns the size of the first
    page (`first_page_for`), and `caller` is as in `EngineClient.request`.

    Signals:
        answered: another `answer`, a SearchResponse.
        changed: the `answer` has more hits, or another order because its fusion was changed.
        failed: message and hint of the newest search's failure; there is no `answer`.
        waiting: True when the newest search has taken longer than 150 ms, False when it ends.
    """

    answered = Signal(object)
    changed = Signal()
    failed = Signal(str, str)
    waiting = Signal(bool)

    def __init__(
        self,
        client: EngineClient,
        settings: Settings | None = None,
        *,
        page: Callable[[], int] = lambda: FIRST_PAGE,
        caller: str = "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._caller = caller
        settings = settings or Settings()
        mode = SearchMode(settings.text("search.mode"))
        wanted = SearchRequest("", mode=mode, limit=HITS_SHOWN)
        self._default_fusion = settings.fusion
        self._wanted = replace(_as_set(wanted, settings), fusion=settings.fusion)
        self._sent: SearchRequest | None = None
        self._asked = wanted  # the request of the current answer, before reordering
        self._is_pending = False
        self._hits_awaited = 0  # the number of hits after the requested page arrives
        self._wants_all = False  # fetch all hits, not only the visible ones
        self._is_short = False  # the last page had fewer hits than requested
        self._answer: SearchResponse | None = None
        self._fused: SearchResponse | None = None  # the answer in the current order
        self._completion_callbacks: list[tuple[SearchRequest, bool, Callable[[], None]]] = []
        self._page = page
        self._typing_pause = self._single_shot(TYPING_PAUSE_MS, self.search)
        self._slow = self._single_shot(STILL_SEARCHING_MS, lambda: self.waiting.emit(True))
        self._rest_pause = self._single_shot(REST_PAUSE_MS, self.ask_for_rest)

    def _single_shot(self, milliseconds: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=milliseconds)
        timer.timeout.connect(act)
        return timer

    # State

    @property
    def request(self) -> SearchRequest:
        """The current search; it may not have been sent yet."""
        return self._wanted

    @property
    def answer(self) -> SearchResponse | None:
        """The newest answer, ordered by the current fusion settings."""
        fusion = self._wanted.fusion
        if self._fused is not None and self._fused.request.fusion != fusion:
            self._fused = self._answer
            if self._answer is not None and _can_fuse(self._answer, fusion):
                self._fused = reordered(self._answer, fusion)
        return self._fused

    @property
    def is_asking(self) -> bool:
        """Whether the current search has a query, a filter or a passage."""
        return self._wanted.asks

    @property
    def is_answered(self) -> bool:
        """Whether the answer belongs to the current search."""
        return self._wanted == self._sent and not self._is_pending

    # The current search

    def type_query(self, text: str) -> None:
        """Search for `text`, whose last word may still be unfinished."""
        self._want(query=text, prefix_last=_is_unfinished(text), like="")
        self._rest_pause.stop()
        if self._is_pending:
            self._typing_pause.start()
        else:
            self.search()

    def search_like(self, chunk_id: str) -> None:
        """Search for passages similar to one, until the user types a query."""
        self._want(query="", prefix_last=False, like=chunk_id)
        self.search()

    def search_for(
        self, query: str, mode: SearchMode, filters: SearchFilters, *, grouped: bool, like: str = ""
    ) -> None:
        """Set query, mode, filters and grouping, and search once; with `like`, ignore the query."""
        text = "" if like else query
        self._want(
            query=text,
            prefix_last=_is_unfinished(text),
            like=like,
            mode=mode,
            filters=filters,
            group_by_document=grouped,
        )
        self.search()

    def set_mode(self, mode: SearchMode) -> None:
        """Set the search mode, and search."""
        self._want(mode=mode)
        self.search()

    def set_filters(self, filters: SearchFilters) -> None:
        """Set the filters, and search."""
        self._want(filters=filters)
        self.search()

    def set_grouping(self, grouped: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Group hits by document, or stop grouping, and search."""
        self._want(group_by_document=grouped)
        self.search()

    def set_fusion(self, fusion: FusionSettings) -> None:
        """Set the fusion settings; reorder the answer locally if possible, otherwise search."""
        answer = self._answer
        was_answered = self.is_answered
        self._want(fusion=fusion)
        if answer is None or not was_answered or not _can_fuse(answer, fusion):
            self.search()
            return
        self._sent = self._wanted
        self.changed.emit()
        self.ask_for_all()  # a hit that moves up may not have been fetched

    def set_reranking(self, reranked: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Rerank the top passages, or restore the original order.

        Any other change of the search also restores the original order.
        """
        if reranked != self._wanted.rerank:
            self._wanted = replace(self._wanted, rerank=reranked)
            self._send(HITS_SHOWN)

    def _want(self, **changes: Any) -> None:  # noqa: ANN401 - fields of a SearchRequest
        self._wanted = replace(self._wanted, rerank=False, **changes)

    def use_settings(self, settings: Settings) -> None:
        """Apply changed settings, except the search mode, and search.

        Fusion settings changed by the user are kept unless the stored fusion settings have changed.
        """
        wanted = _as_set(self._wanted, settings)
        if settings.fusion != self._default_fusion:
            self._default_fusion = settings.fusion
            wanted = replace(wanted, fusion=settings.fusion)
        self._wanted = wanted
        self.search()

    # Requests

    def search(self) -> None:
        """Send the current search unless it was the last one sent."""
        self._typing_pause.stop()
        if self._wanted != self._sent:
            self._send(min(self._page(), HITS_SHOWN))

    def repeat(self) -> None:
        """Send the current search again, for example because the library has changed."""
        self._send(HITS_SHOWN)

    def _send(self, hits: int) -> None:
        self._typing_pause.stop()
        self._rest_pause.stop()
        self._sent = self._wanted
        self._hits_awaited = 0
        self._wants_all = self._is_short = False
        self._is_pending = True
        self._slow.start()
        self._asked = replace(self._wanted, limit=hits)
        self._submit(self._asked, self._on_answer, self._on_failure)

    def _submit(
        self,
        request: SearchRequest,
        take: Callable[[SearchFinished], None],
        fail: Callable[[RequestFailed], None],
    ) -> None:
        self._client.request(request, self, take, fail, newest=True, caller=self._caller)

    @property
    def counted_request(self) -> SearchRequest:
        """The search to count, as it was sent, without later reordering."""
        return replace(self._asked, limit=HITS_SHOWN, rerank=False)

    def ask_for_rest(self) -> None:
        """Request the rest of HITS_SHOWN, unless it has arrived or is pending."""
        self._rest_pause.stop()
        if self._lacks_rest and self.is_answered and not self._hits_awaited:
            self._hits_awaited = HITS_SHOWN
            self._submit(replace(self._asked, limit=HITS_SHOWN), self._on_rest, self._on_no_rest)

    def ask_for_all(self) -> None:
        """Request all hits of the ranking, page by page."""
        self._wants_all = True
        if self._lacks_rest:
            self.ask_for_rest()
        elif self._lacks_hits:
            self._ask_for_page(min(HITS_SHOWN, self._missing))

    def ask_for_more(self) -> None:
        """Request the next page, if there is one.

        An answer reordered locally cannot be extended, because its order depends on the first hits.
        """
        answer = self._answer
        if self._lacks_rest:
            self.ask_for_rest()
        elif answer and answer.has_more and answer.request.fusion == self._wanted.fusion:
            self._ask_for_page(HITS_SHOWN)

    def _ask_for_page(self, size: int) -> None:
        if self._answer is None or not self.is_answered or self._hits_awaited:
            return
        offset = len(self._answer.hits)
        self._hits_awaited = offset + size
        request = replace(self._asked, limit=size, offset=offset)
        self._submit(request, self._on_more, self._on_no_rest)

    @property
    def _missing(self) -> int:
        """The number of hits not yet fetched, up to MAX_FETCHED."""
        if self._answer is None or self._is_short:
            return 0
        return min(self._answer.found, MAX_FETCHED) - len(self._answer.hits)

    @property
    def _lacks_rest(self) -> bool:
        """Whether some of the first HITS_SHOWN hits have not been fetched yet."""
        return (
            self._missing > 0
            and self._answer is not None
            and (len(self._answer.hits) < min(self._answer.found, HITS_SHOWN))
        )

    @property
    def _lacks_hits(self) -> bool:
        return self._missing > 0

    def embed_first(self, chunk_numbers: tuple[int, ...], act: Callable[[], None]) -> None:
        """Embed passages before all others; call `act` afterwards."""
        request = EmbedFirst(chunk_numbers)
        self._client.request(request, self, lambda _done: act(), newest=True)

    def when_complete(self, act: Callable[[], None], *, all_hits: bool = False) -> None:
        """Call `act` when the hits of the current search are available, possibly immediately.

        These are the first HITS_SHOWN hits, or all with `all_hits`. If fetching fails, `act` is
        called with the available hits. It is not called after the search was changed.
        """
        is_sent_soon = self._is_pending or self._typing_pause.isActive()
        is_current = self.is_answered or not (self.is_asking and is_sent_soon)
        lacks = self._lacks_hits if all_hits else self._lacks_rest
        if is_current and not lacks:
            act()
            return
        if all(act != known for *_, known in self._completion_callbacks):
            self._completion_callbacks.append((_without_fusion(self._wanted), all_hits, act))
        if all_hits:
            self.ask_for_all()
        else:
            self.ask_for_rest()

    # Replies

    def _on_answer(self, reply: SearchFinished) -> None:
        self._end_waiting()
        self._show(reply.response)
        self._is_short = _is_short(reply.response)
        if self._typing_pause.isActive():
            self.search()  # the next search runs while this answer is shown
        elif self._lacks_rest:
            self._rest_pause.start()
        self.answered.emit(self.answer)
        self._run_callbacks()

    def _on_rest(self, reply: SearchFinished) -> None:
        self._hits_awaited = 0
        self._is_short = _is_short(reply.response)
        whole = self._answer and with_rest(self._answer, reply.response)
        self._show(whole or reply.response)
        if whole is None:
            self.answered.emit(self.answer)  # the library has changed
        else:
            self.changed.emit()
        self._continue_fetching()

    def _on_more(self, reply: SearchFinished) -> None:
        self._hits_awaited = 0
        if self._answer is None:
            return
        self._is_short = _is_short(reply.response)
        longer = with_more(self._answer, reply.response)
        if longer is None:  # the library has changed
            self._restart()
            return
        if not reply.response.hits:  # only hidden weak matches follow; avoid endless requests
            longer = replace(longer, has_more=False)
        self._show(longer)
        self.changed.emit()
        self._continue_fetching()

    def _restart(self) -> None:
        """Request the hits again, because the ranking has changed; callbacks stay registered."""
        wants_all = self._wants_all
        self._send(HITS_SHOWN)
        self._wants_all = wants_all

    def _continue_fetching(self) -> None:
        """Request the next page if all hits are wanted, and run waiting callbacks."""
        if self._wants_all:
            self.ask_for_all()
        self._run_callbacks()

    def _show(self, answer: SearchResponse) -> None:
        self._answer = self._fused = answer

    def _run_callbacks(self) -> None:
        waiting, self._completion_callbacks = self._completion_callbacks, []
        for wanted, all_hits, act in waiting:
            if wanted == _without_fusion(self._wanted):
                self.when_complete(act, all_hits=all_hits)

    def _on_no_rest(self, _failure: RequestFailed) -> None:
        """Keep the hits that are already shown."""
        self._hits_awaited = 0
        self._wants_all = False
        waiting, self._completion_callbacks = self._completion_callbacks, []
        for *_, act in waiting:
            act()

    def _on_failure(self, failure: RequestFailed) -> None:
        self._end_waiting()
        self._sent = self._answer = self._fused = None
        self._completion_callbacks.clear()
        self.failed.emit(translated(failure.message), translated(failure.hint))

    def _end_waiting(self) -> None:
        self._is_pending = False
        self._slow.stop()
        self.waiting.emit(False)


def _as_set(request: SearchRequest, settings: Settings) -> SearchRequest:
    """Return the request with all search settings applied, except for fusion."""
    return replace(
        request,
        snippet_chars=settings.whole("search.snippet_chars"),
        collapse_duplicates=settings.flag("search.collapse_duplicates"),
        hide_weak=settings.flag("search.hide_weak"),
    )


def _is_short(answer: SearchResponse) -> bool:
    """Whether an answer has fewer hits than requested although more were found."""
    behind = answer.found - answer.request.offset
    return len(answer.hits) < min(answer.request.limit, behind)


def _is_unfinished(text: str) -> bool:
    return bool(text) and not text[-1].isspace()


def _without_fusion(request: SearchRequest) -> SearchRequest:
    return replace(request, fusion=FusionSettings())


def _can_fuse(answer: SearchResponse, fusion: FusionSettings) -> bool:
    """Whether the answer contains the data to reorder it by `fusion`."""
    has_weights = (
        fusion.rule is not FusionRule.ADAPTIVE or answer.trace.adaptive_weights is not None
    )
    return can_reorder(answer) and has_weights
