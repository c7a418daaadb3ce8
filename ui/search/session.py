"""A search from the key press to the whole answer: what is wanted, asked for, and here."""

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
# Long enough for the next letter of someone who types on.
REST_PAUSE_MS = 250


class SearchSession(QObject):
    """Keeps the search that is wanted and the newest answer. Runs on the UI thread.

    A click searches at once, and so does a letter, unless an answer is still awaited: then letters
    are collected for a moment. A search equal to the newest one is not sent again, except by
    `repeat`. The first page of hits is requested first, the rest of HITS_SHOWN when nothing else is
    requested, and more when the list is scrolled to its end. `page` returns the size of the first
    page (`first_page_for`), and `caller` is as in `EngineClient.request`.

    Signals:
        answered: another `answer`, a SearchResponse.
        changed: the `answer` has more hits than before, or another order as its fusion was changed.
        failed: the sentence and the hint of the newest search's failure; there is no `answer`.
        waiting: True when the newest search has taken longer than 150 ms, False at its end.
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
        self._asked = wanted  # for the answer that is here, however it is fused by now
        self._is_open = False
        self._hits_awaited = 0  # of the same search, beyond those that are here
        self._wants_all = False  # the hits of the whole ranking
        self._is_short = False  # the last page had fewer hits than were asked for
        self._answer: SearchResponse | None = None
        self._fused: SearchResponse | None = None  # the answer in the order wanted now
        self._when_whole: list[tuple[SearchRequest, bool, Callable[[], None]]] = []
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
        """The search that is wanted now; it may not have been sent yet."""
        return self._wanted

    @property
    def answer(self) -> SearchResponse | None:
        """The newest answer, in the order that the fusion wanted now gives it."""
        fusion = self._wanted.fusion
        if self._fused is not None and self._fused.request.fusion != fusion:
            self._fused = self._answer
            if self._answer is not None and _can_fuse(self._answer, fusion):
                self._fused = reordered(self._answer, fusion)
        return self._fused

    @property
    def is_asking(self) -> bool:
        """True when the wanted search looks for anything."""
        return self._wanted.asks

    @property
    def is_answered(self) -> bool:
        """True when the answer is that of the wanted search."""
        return self._wanted == self._sent and not self._is_open

    # What is wanted

    def type_query(self, text: str) -> None:
        """Search for `text`, whose last word may still be unfinished."""
        self._want(query=text, prefix_last=_is_unfinished(text), like="")
        self._rest_pause.stop()
        if self._is_open:
            self._typing_pause.start()
        else:
            self.search()

    def search_like(self, chunk_id: str) -> None:
        """Search for passages like one, until something is typed."""
        self._want(query="", prefix_last=False, like=chunk_id)
        self.search()

    def search_for(
        self, query: str, mode: SearchMode, filters: SearchFilters, *, grouped: bool, like: str = ""
    ) -> None:
        """Search once with all of this; with `like` the query does not count."""
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
        """Choose the rankings that answer, and search."""
        self._want(mode=mode)
        self.search()

    def set_filters(self, filters: SearchFilters) -> None:
        """Choose the filters, and search."""
        self._want(filters=filters)
        self.search()

    def set_grouping(self, grouped: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Let hits stand for documents, or for passages again, and search."""
        self._want(group_by_document=grouped)
        self.search()

    def set_fusion(self, fusion: FusionSettings) -> None:
        """Choose how both rankings become one: at once where the answer carries both."""
        answer = self._answer
        was_answered = self.is_answered
        self._want(fusion=fusion)
        if answer is None or not was_answered or not _can_fuse(answer, fusion):
            self.search()
            return
        self._sent = self._wanted
        self.changed.emit()
        self.ask_for_all()  # a hit that moves up may not have been fetched

    def set_sharpened(self, sharpened: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Compare the first passages word by word, or show the order before that again.

        Any other change of the search shows the order before, too.
        """
        if sharpened != self._wanted.rerank:
            self._wanted = replace(self._wanted, rerank=sharpened)
            self._send(HITS_SHOWN)

    def _want(self, **changes: Any) -> None:  # noqa: ANN401 - fields of a SearchRequest
        self._wanted = replace(self._wanted, rerank=False, **changes)

    def use_settings(self, settings: Settings) -> None:
        """Take what the settings say of a search, except of its mode, and search anew.

        What the sliders were moved to stays, unless the fusion in the settings is another one.
        """
        wanted = _as_set(self._wanted, settings)
        if settings.fusion != self._default_fusion:
            self._default_fusion = settings.fusion
            wanted = replace(wanted, fusion=settings.fusion)
        self._wanted = wanted
        self.search()

    # Asking

    def search(self) -> None:
        """Send the wanted search unless it was the last one sent."""
        self._typing_pause.stop()
        if self._wanted != self._sent:
            self._send(min(self._page(), HITS_SHOWN))

    def repeat(self) -> None:
        """Send the wanted search, also when the same was sent before (the library changed)."""
        self._send(HITS_SHOWN)

    def _send(self, hits: int) -> None:
        self._typing_pause.stop()
        self._rest_pause.stop()
        self._sent = self._wanted
        self._hits_awaited = 0
        self._wants_all = self._is_short = False
        self._is_open = True
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
        """The search to count: as it was asked, however the answer has been reordered since."""
        return replace(self._asked, limit=HITS_SHOWN, rerank=False)

    def ask_for_rest(self) -> None:
        """Ask for the hits behind the first page, unless they are here or under way."""
        self._rest_pause.stop()
        if self._lacks_rest and self.is_answered and not self._hits_awaited:
            self._hits_awaited = HITS_SHOWN
            self._submit(replace(self._asked, limit=HITS_SHOWN), self._on_rest, self._on_no_rest)

    def ask_for_all(self) -> None:
        """Ask for the hits of the whole ranking, page after page."""
        self._wants_all = True
        if self._lacks_rest:
            self.ask_for_rest()
        elif self._lacks_hits:
            self._ask_for_page(min(HITS_SHOWN, self._missing))

    def ask_for_more(self) -> None:
        """Ask for the hits behind the last one, where there may be more.

        An order that was made of the first hits has no place for others.
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
        """How many hits of the ranking have not been fetched, up to MAX_FETCHED."""
        if self._answer is None or self._is_short:
            return 0
        return min(self._answer.found, MAX_FETCHED) - len(self._answer.hits)

    @property
    def _lacks_rest(self) -> bool:
        """Whether the list will show more hits by itself than have been fetched."""
        return (
            self._missing > 0
            and self._answer is not None
            and (len(self._answer.hits) < min(self._answer.found, HITS_SHOWN))
        )

    @property
    def _lacks_hits(self) -> bool:
        return self._missing > 0

    def embed_first(self, chunk_numbers: tuple[int, ...], act: Callable[[], None]) -> None:
        """Have passages read by meaning before others; `act` when that is done."""
        request = EmbedFirst(chunk_numbers)
        self._client.request(request, self, lambda _done: act(), newest=True)

    def when_whole(self, act: Callable[[], None], *, to_the_end: bool = False) -> None:
        """Call `act` as soon as the hits of the wanted search are here, which may be now.

        These are the first HITS_SHOWN, or `to_the_end` all of the ranking. If they cannot be had,
        it acts on the hits that are here; for another search it does not act.
        """
        comes = self._is_open or self._typing_pause.isActive()
        is_current = self.is_answered or not (self.is_asking and comes)
        lacks = self._lacks_hits if to_the_end else self._lacks_rest
        if is_current and not lacks:
            act()
            return
        if all(act != known for *_, known in self._when_whole):  # a key may be pressed twice
            self._when_whole.append((_without_fusion(self._wanted), to_the_end, act))
        if to_the_end:
            self.ask_for_all()
        else:
            self.ask_for_rest()

    # Replies

    def _on_answer(self, reply: SearchFinished) -> None:
        self._end_waiting()
        self._show(reply.response)
        self._is_short = _is_short(reply.response)
        if self._typing_pause.isActive():
            self.search()  # it is answered while this answer is shown
        elif self._lacks_rest:
            self._rest_pause.start()
        self.answered.emit(self.answer)
        self._call_what_waits()

    def _on_rest(self, reply: SearchFinished) -> None:
        self._hits_awaited = 0
        self._is_short = _is_short(reply.response)
        whole = self._answer and with_rest(self._answer, reply.response)
        self._show(whole or reply.response)
        if whole is None:
            self.answered.emit(self.answer)  # the library has changed in between
        else:
            self.changed.emit()
        self._go_on()

    def _on_more(self, reply: SearchFinished) -> None:
        self._hits_awaited = 0
        if self._answer is None:
            return
        self._is_short = _is_short(reply.response)
        longer = with_more(self._answer, reply.response)
        if longer is None:  # of another list, as the library has changed: begin again
            self._restart()
            return
        if not reply.response.hits:  # all that follows is weak: else the end would ask for ever
            longer = replace(longer, has_more=False)
        self._show(longer)
        self.changed.emit()
        self._go_on()

    def _restart(self) -> None:
        """Ask for the list again, which has changed while it was fetched; `when_whole` goes on."""
        wants_all = self._wants_all
        self._send(HITS_SHOWN)
        self._wants_all = wants_all

    def _go_on(self) -> None:
        """Ask for the next page if all are wanted, and call what waits for these hits."""
        if self._wants_all:
            self.ask_for_all()
        self._call_what_waits()

    def _show(self, answer: SearchResponse) -> None:
        self._answer = self._fused = answer

    def _call_what_waits(self) -> None:
        waiting, self._when_whole = self._when_whole, []
        for wanted, to_the_end, act in waiting:
            if wanted == _without_fusion(self._wanted):
                self.when_whole(act, to_the_end=to_the_end)

    def _on_no_rest(self, _failure: RequestFailed) -> None:
        """Leave what is shown as it is: that was found."""
        self._hits_awaited = 0
        self._wants_all = False
        waiting, self._when_whole = self._when_whole, []
        for *_, act in waiting:
            act()

    def _on_failure(self, failure: RequestFailed) -> None:
        self._end_waiting()
        self._sent = self._answer = self._fused = None
        self._when_whole.clear()
        self.failed.emit(translated(failure.message), translated(failure.hint))

    def _end_waiting(self) -> None:
        self._is_open = False
        self._slow.stop()
        self.waiting.emit(False)


def _as_set(request: SearchRequest, settings: Settings) -> SearchRequest:
    """Return a request with what the settings say of every search, but for its fusion."""
    return replace(
        request,
        snippet_chars=settings.whole("search.snippet_chars"),
        collapse_duplicates=settings.flag("search.collapse_duplicates"),
        hide_weak=settings.flag("search.hide_weak"),
    )


def _is_short(answer: SearchResponse) -> bool:
    """Whether an answer has fewer hits than were asked for, although its list is longer."""
    behind = answer.found - answer.request.offset
    return len(answer.hits) < min(answer.request.limit, behind)


def _is_unfinished(text: str) -> bool:
    return bool(text) and not text[-1].isspace()


def _without_fusion(request: SearchRequest) -> SearchRequest:
    return replace(request, fusion=FusionSettings())


def _can_fuse(answer: SearchResponse, fusion: FusionSettings) -> bool:
    """Whether the order under `fusion` follows from what the answer carries."""
    has_weights = (
        fusion.rule is not FusionRule.ADAPTIVE or answer.trace.adaptive_weights is not None
    )
    return can_reorder(answer) and has_weights
