"""Comparing the first passages word by word: by the button, or by itself once typing rests."""

from __future__ import annotations

from PySide6.QtCore import QObject

from twofold.engine.api import LibraryStatus, SearchMode, SearchResponse, Settings
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.list_header import ListTools
from twofold.ui.search.search_field import AtRest, SearchField
from twofold.ui.search.session import SearchSession

# Ten passages take less than half a second: who types on waits for nothing that is noticed.
_FAST_ENOUGH = 20.0  # passages a second


class Sharpening(QObject):
    """Keeps the button in step with the answer, and presses it where the settings wish so."""

    def __init__(
        self,
        session: SearchSession,
        tools: ListTools,
        field: SearchField,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._button = session, tools.sharpen
        self._rate = 0.0
        self._left = ""  # the query whose order before was wanted: its searches stay as they are
        self._at_rest = AtRest(field, self._sharpen, self)
        self.use_settings(settings)
        self._button.clicked.connect(self._press)
        session.answered.connect(self._take_answer)

    def use_settings(self, settings: Settings) -> None:
        """Sharpen by itself from now on, or only when asked to."""
        self._is_automatic = settings.flag("search.rerank")

    def show_status(self, status: LibraryStatus) -> None:
        """Note how fast this machine reads by meaning."""
        self._rate = status.embedding_rate

    def show_answer(self, shown: PresentedAnswer) -> None:
        """Show whether the answer is, or is being, sharpened, and whether it can be."""
        self._button.setChecked(self._session.request.rerank)
        self._button.setEnabled(can_be_sharpened(shown.response))

    def _take_answer(self, response: SearchResponse) -> None:
        request, is_wanted = response.request, self._is_automatic and self._rate >= _FAST_ENOUGH
        if is_wanted and not request.rerank and request.query != self._left:
            self._at_rest.soon()

    def _sharpen(self) -> None:
        answer = self._session.answer
        if answer is not None and self._session.is_answered and can_be_sharpened(answer):
            self._session.set_sharpened(True)

    def _press(self) -> None:
        # The button may still show the state of an answer that another search takes the place of.
        sharpened = not self._session.request.rerank
        self._button.setChecked(sharpened)
        self._left = "" if sharpened else self._session.request.query
        self._session.set_sharpened(sharpened)


def can_be_sharpened(response: SearchResponse) -> bool:
    """Whether there is an order by the words of a query, and a text to compare."""
    is_ranked = response.trace.mode is not SearchMode.SUBSTRING and not response.trace.filters_only
    return is_ranked and bool(response.hits) and not response.request.like
