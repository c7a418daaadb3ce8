"""Highlights of the most similar sentence in rows that contain no word of the query."""

from __future__ import annotations

from collections import Counter
from functools import partial

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import FindNearest, Hit, NearestFound
from twofold.ui.client import EngineClient
from twofold.ui.results.result_list import ResultList
from twofold.ui.search.search_field import SearchField

# The preview of the selected hit is loaded first; typing or scrolling restarts the delay.
_DELAY_MS = 300
# A preview cancels the request for a sentence, which is then repeated.
_MAX_TRIES = 3


class SemanticHighlights(QObject):
    """Requests the sentence for one visible row after another while the user is idle."""

    def __init__(
        self, client: EngineClient, results: ResultList, field: SearchField, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._client, self._results, self._field = client, results, field
        self._is_asking = False
        self._query = ""
        self._tries: Counter[str] = Counter()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._ask)
        model = results.hit_model
        for changed in (model.modelReset, model.rowsInserted):
            changed.connect(self._restart)
        results.verticalScrollBar().valueChanged.connect(lambda _: self._timer.start(_DELAY_MS))

    def _ask(self) -> None:
        if self._field.rests_in_ms:
            self._timer.start(_DELAY_MS)
            return
        if not self._is_asking:
            self._ask_for_one()

    def _ask_for_one(self) -> None:
        model = self._results.hit_model
        request, seen = model.request, self._results.hits_in_view()
        waiting = [hit for hit in seen if _is_by_meaning_alone(hit) and self._is_open(hit)]
        if not waiting or not request.query.strip():
            return
        hit = min(waiting, key=lambda one: self._tries[one.chunk_id])
        self._tries[hit.chunk_id] += 1
        wanted = FindNearest(hit.chunk_id, request.query, request.snippet_chars)
        take = partial(self._take_nearest, request.query)
        self._client.request(wanted, self, take, lambda _: self._ask_for_next(), newest=True)
        self._is_asking = True

    def _is_open(self, hit: Hit) -> bool:
        is_known = self._results.hit_model.nearest_of(hit.chunk_id) is not None
        return not is_known and self._tries[hit.chunk_id] < _MAX_TRIES

    def _restart(self) -> None:
        """Start again after a delay; for another query, forget earlier attempts."""
        query = self._results.hit_model.request.query
        if query != self._query:
            self._query = query
            self._tries.clear()
        self._timer.start(_DELAY_MS)

    def _take_nearest(self, query: str, reply: NearestFound) -> None:
        if reply.snippet is not None and query == self._query:
            self._results.hit_model.mark_nearest(reply.chunk_id, reply.snippet)
        self._ask_for_next(0 if reply.snippet is not None else _DELAY_MS)

    def _ask_for_next(self, pause_ms: int = _DELAY_MS) -> None:
        """Ask for the next row; wait for the preview if the last request was cancelled."""
        self._is_asking = False
        self._timer.start(pause_ms)


def _is_by_meaning_alone(hit: Hit) -> bool:
    retrieval = hit.retrieval
    is_marked = bool(hit.snippet.matches) or hit.snippet.is_code
    return retrieval.vector_rank is not None and not is_marked
