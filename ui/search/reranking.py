"""Reranking of the top passages, by the button or automatically when typing pauses."""

from __future__ import annotations

from PySide6.QtCore import QObject

from twofold.engine.api import LibraryStatus, SearchMode, SearchResponse, Settings
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.list_header import ListTools
from twofold.ui.search.search_field import AtRest, SearchField
from twofold.ui.search.session import SearchSession

# Reranking ten passages takes less than half a second, too short to notice while typing.
_MIN_RATE = 20.0  # passages a second


class Reranking(QObject):
    """Keeps the button in step with the answer, and reranks automatically if set."""

    def __init__(
        self,
        session: SearchSession,
        tools: ListTools,
        field: SearchField,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._button = session, tools.rerank
        self._rate = 0.0
        self._declined_query = ""  # query for which the user turned reranking off
        self._at_rest = AtRest(field, self._rerank, self)
        self.use_settings(settings)
        self._button.clicked.connect(self._press)
        session.answered.connect(self._take_answer)

    def use_settings(self, settings: Settings) -> None:
        """Apply the setting for automatic reranking."""
        self._is_automatic = settings.flag("search.rerank")

    def show_status(self, status: LibraryStatus) -> None:
        """Record the embedding rate of this computer."""
        self._rate = status.embedding_rate

    def show_answer(self, shown: PresentedAnswer) -> None:
        """Show whether the answer is, or is being, reranked, and whether that is possible."""
        self._button.setChecked(self._session.request.rerank)
        self._button.setEnabled(can_rerank(shown.response))

    def _take_answer(self, response: SearchResponse) -> None:
        request, is_wanted = response.request, self._is_automatic and self._rate >= _MIN_RATE
        if is_wanted and not request.rerank and request.query != self._declined_query:
            self._at_rest.soon()

    def _rerank(self) -> None:
        answer = self._session.answer
        if answer is not None and self._session.is_answered and can_rerank(answer):
            self._session.set_reranking(True)

    def _press(self) -> None:
        # The button may still show the state of a previous answer.
        reranked = not self._session.request.rerank
        self._button.setChecked(reranked)
        self._declined_query = "" if reranked else self._session.request.query
        self._session.set_reranking(reranked)


def can_rerank(response: SearchResponse) -> bool:
    """Whether the answer is ranked for a query and has text to compare."""
    is_ranked = response.trace.mode is not SearchMode.SUBSTRING and not response.trace.filters_only
    return is_ranked and bool(response.hits) and not response.request.like
