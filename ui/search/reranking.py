"""Reranking of the top passages, by the button or automatically when typing pauses."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from twofold.engine.api import LibraryStatus, SearchMode, SearchResponse, Settings
from twofold.ui.explain.times import reranking_ms
from twofold.ui.i18n.formatting import decimal
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.list_header import CountLine, ListTools
from twofold.ui.search.search_field import AtRest, SearchField
from twofold.ui.search.session import SearchSession
from twofold.ui.widgets.actions import name_key

# Reranking ten passages takes less than half a second, too short to notice while typing.
_MIN_RATE = 20.0  # passages a second
# A reranking model reads as many passages as it can in this time.
_SECONDS_OF_A_MODEL = 1.0
# The number of passages that are embedded without a reranking model.
_PASSAGES_COMPARED = 20


class Reranking(QObject):
    """Keeps the button in step with the answer, and reranks automatically if set.

    While passages are reranked, `count_line` shows how long it takes. The button then cancels it.
    """

    def __init__(
        self,
        session: SearchSession,
        tools: ListTools,
        count_line: CountLine,
        field: SearchField,
        *,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._button, self._count_line = session, tools.rerank, count_line
        self._rate = 0.0
        self._model = ""
        self._measured = 0.0  # seconds of the last reranking with this model
        self._declined_query = ""  # query for which the user turned reranking off
        self._at_rest = AtRest(field, self._rerank, self)
        self.use_settings(settings)
        self._button.clicked.connect(self._press)
        session.answered.connect(self._take_answer)
        session.failed.connect(self._show_state)

    def use_settings(self, settings: Settings) -> None:
        """Apply the settings for automatic reranking and the reranking model."""
        self._is_automatic = settings.flag("search.rerank")
        former = self._model
        self._model = Path(settings.text("rerank.model").strip()).name.removesuffix(".gguf")
        if self._model != former:
            self._measured = 0.0
        self._show_state()

    def show_status(self, status: LibraryStatus) -> None:
        """Record the embedding rate of this computer."""
        self._rate = status.embedding_rate

    def show_answer(self, shown: PresentedAnswer) -> None:
        """Show whether the answer is, or is being, reranked, and whether that is possible."""
        self._button.setChecked(self._session.request.rerank)
        self._button.setEnabled(can_rerank(shown.response))
        self._show_state()

    @property
    def _is_running(self) -> bool:
        return self._session.request.rerank and not self._session.is_answered

    def _show_state(self) -> None:
        """Show what the button does, and how long reranking takes if it is running."""
        is_running, advice = self._is_running, ""
        self._count_line.show_activity(self._activity() if is_running else "")
        if is_running:
            words = tr("Cancel reranking")
        elif self._session.request.rerank:
            words = tr("Restore the order before reranking")
        elif self._model:
            words = tr("Rerank the top passages with {model}").format(model=isolated(self._model))
        else:
            words = tr("Rerank the top passages by comparing words")
            advice = tr("A reranking model is more precise: see Models… in the library.")
        name_key(self._button, words, "rerank", advice)

    def _activity(self) -> str:
        """Return 'Reranking, about 1.5 s'; without the time if it is unknown."""
        seconds = self._measured
        if not seconds and self._model:
            seconds = _SECONDS_OF_A_MODEL
        elif not seconds and self._rate:
            seconds = _PASSAGES_COMPARED / self._rate
        if not seconds:
            return tr("Reranking")
        return tr("Reranking, about {seconds} s").format(seconds=decimal(seconds, 1))

    def _take_answer(self, response: SearchResponse) -> None:
        request, trace = response.request, response.trace
        if request.rerank and trace.rerank is not None and trace.rerank.candidates:
            self._measured = max(0.1, reranking_ms(trace) / 1000)
        is_wanted = self._is_automatic and self._rate >= _MIN_RATE
        if is_wanted and not request.rerank and request.query != self._declined_query:
            self._at_rest.soon()

    def _rerank(self) -> None:
        answer = self._session.answer
        if answer is not None and self._session.is_answered and can_rerank(answer):
            self._session.set_reranking(True)
            self._show_state()

    def _press(self) -> None:
        # The button may still show the state of a previous answer.
        reranked = not self._session.request.rerank
        self._button.setChecked(reranked)
        self._declined_query = "" if reranked else self._session.request.query
        self._session.set_reranking(reranked)
        self._show_state()


def can_rerank(response: SearchResponse) -> bool:
    """Whether the answer is ranked for a query and has text to compare."""
    is_ranked = response.trace.mode is not SearchMode.SUBSTRING and not response.trace.filters_only
    return is_ranked and bool(response.hits) and not response.request.like
