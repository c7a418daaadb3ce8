"""The chosen hit in the right column: its preview and why it was found."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject

from engine.api import Hit, PreviewRequest, SearchResponse
from ui.client import EngineClient
from ui.detail_column import DetailColumn
from ui.preview.preview_controller import PreviewController
from ui.search.debounce import AtRest, TypingDebounce


class _Wanted(NamedTuple):
    chunk_id: str
    query: str
    like: str
    indexed_at: str
    nearest: bool


class ShownHit(QObject):
    """Keeps preview and explanation in step with the chosen hit.

    They follow once the list has been painted and typing rests, so that the list never waits for
    them, and only the newest choice counts.
    """

    def __init__(
        self, client: EngineClient, details: DetailColumn, rest: TypingDebounce, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._details = details
        self._chosen: tuple[SearchResponse | None, Hit | None] = (None, None)
        self._previewed: _Wanted | None = None
        self._show_at_rest = AtRest(rest, self._show, self)
        self._previews = PreviewController(client, self)
        self._previews.ready.connect(details.preview.open_preview)
        self._previews.failed.connect(self._show_failure)
        details.preview.page_wanted.connect(self._show_page)

    def choose(self, response: SearchResponse | None, hit: Hit | None) -> None:
        """Show `hit` of `response`, or without one what was searched."""
        self._chosen = (response, hit)
        self._show_at_rest.soon()

    def _show(self) -> None:
        response, hit = self._chosen
        found = 0 if response is None else response.found
        self._details.show_position(hit.rank if hit else 0, found)
        if response is not None:
            self._details.explain.show_hit(response, hit)
        wanted = None
        if hit is not None and response is not None:
            query, like = response.request.query, response.request.like
            wanted = _Wanted(hit.chunk_id, query, like, hit.indexed_at, _by_meaning(hit))
        if wanted != self._previewed:
            self._show_preview(wanted)

    def _show_preview(self, wanted: _Wanted | None) -> None:
        self._previewed = wanted
        if wanted is None:
            self._previews.show_nothing()
            self._details.preview.show_nothing()
        else:
            request = PreviewRequest(
                wanted.chunk_id,
                query=wanted.query,
                width=self._page_width(),
                nearest=wanted.nearest,
                like=wanted.like,
            )
            self._previews.show_passage(request)

    def _show_failure(self, message: str, hint: str) -> None:
        chunk_id = self._previewed.chunk_id if self._previewed else ""
        self._previewed = None  # so that the next answer asks for it once more
        self._details.preview.show_failure(message, hint, chunk_id)

    def _show_page(self, page: int) -> None:
        awaited = self._details.preview.awaited
        if awaited is not None:
            self._previews.show_page(awaited.chunk_id, page, self._page_width())

    def _page_width(self) -> int:
        return self._details.preview.page_width()


def _by_meaning(hit: Hit) -> bool:
    """Say whether meaning found a hit before the keywords did, or without them."""
    meaning, keywords = hit.retrieval.vector_rank, hit.retrieval.lexical_rank
    return meaning is not None and (keywords is None or meaning < keywords)
