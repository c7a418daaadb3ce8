"""The right column: preview and explanation of the selected hit."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QSplitter,
    QStackedLayout,
    QTabWidget,
    QToolButton,
    QWidget,
)

from twofold.engine.api import (
    Hit,
    PreviewReady,
    PreviewRequest,
    RequestFailed,
    TextSpan,
)
from twofold.ui.client import EngineClient
from twofold.ui.explain.explain_panel import ExplainPanel
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.preview_panel import PreviewPanel
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.document_pages import DocumentPages
from twofold.ui.search.search_field import AtRest, SearchField
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.decoration import set_surface

PREVIEW_HEIGHT = 348
_HEAD = 56
_MIN_PREVIEW = 200
_EXPLAIN_HEIGHT = 467  # down to the collapsed sections; other languages need more
_LONGER_EXPLAIN = 500
_LARGE_EXPLAIN = 560
_CHOOSING_PAUSE_MS = 30
_LOADING_AFTER_MS = 400  # most documents load faster


class DetailColumn(QWidget):
    """Shows the preview and the explanation of the selected hit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "window")
        self.setMinimumWidth(380)
        self.preview = PreviewPanel(theme)
        self.explain = ExplainPanel(theme)
        self._explain_wanted = True
        self._is_enlarged = False
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._is_chosen = False
        self._splitter.splitterMoved.connect(self._on_sizes_chosen)
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setDrawBase(False)
        self._tabs.tabBar().setAccessibleName(tr("Preview or explanation"))
        self._position = QLabel()
        self._position.setProperty("tone", "text2")
        self._position.setFont(theme.font(12, tabular=True))
        self._position.setContentsMargins(0, 0, 16, 0)
        self._position.setFixedHeight(40)
        self._tabs.setCornerWidget(self._position)
        self.back = QToolButton()
        self.back.setProperty("kind", "link")
        self.back.setMinimumHeight(40)  # same height as the tabs
        self.back.setIcon(theme.icon("arrow-left", "accent", 16))
        self.back.setText(tr("Passages"))
        self.back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        name_key(self.back, tr("Back to the passages"), "toggle_preview")
        self._tabs.setCornerWidget(self.back, Qt.Corner.TopLeftCorner)
        self._layout = QStackedLayout(self)
        self._layout.addWidget(self._splitter)
        self._layout.addWidget(self._tabs)
        self._fill_splitter()

    @property
    def is_tabbed(self) -> bool:
        """Whether preview and explanation are shown as tabs."""
        return self._layout.currentWidget() is self._tabs

    def set_tabbed(self, *, tabbed: bool) -> None:
        """Show preview and explanation as tabs, or one above the other."""
        if tabbed == self.is_tabbed:
            return
        if tabbed:
            self._tabs.addTab(self.preview, tr("Preview"))
            self._tabs.addTab(self.explain, tr("Explain"))
        else:
            self._tabs.clear()
            self._fill_splitter()
            self.explain.setVisible(self._explain_wanted and not self._is_enlarged)
        self._layout.setCurrentWidget(self._tabs if tabbed else self._splitter)

    def set_enlarged(self, *, is_enlarged: bool) -> None:
        """Show only the preview, because it fills the window, or also the explanation."""
        self._is_enlarged = is_enlarged
        self.preview.head.show_enlarged(is_enlarged=is_enlarged)
        if self.is_tabbed:
            self._tabs.setCurrentIndex(0)
        else:
            self.explain.setVisible(self._explain_wanted and not is_enlarged)

    def _fill_splitter(self) -> None:
        self._splitter.addWidget(self.preview)
        self._splitter.addWidget(self.explain)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self.preview.show()
        self._share_height()

    def _share_height(self) -> None:
        """Give the explanation the height it needs, unless the user has moved the splitter."""
        if self._is_chosen:
            return
        height = self.height() - _HEAD
        fits = height >= PREVIEW_HEIGHT + _EXPLAIN_HEIGHT
        drawn = PREVIEW_HEIGHT if fits else height - _LONGER_EXPLAIN
        preview = _HEAD + max(_MIN_PREVIEW, drawn, height - _LARGE_EXPLAIN)
        self._splitter.setSizes([preview, max(1, self.height() - preview)])

    def _on_sizes_chosen(self) -> None:
        self._is_chosen = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Recalculate the heights of preview and explanation."""
        super().resizeEvent(event)
        if not self.is_tabbed:
            self._share_height()

    def take_focus(self) -> None:
        """Show the preview and give it the keyboard focus."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(0)
        self.preview.take_focus()

    def show_explain(self) -> None:
        """Show the tab with the explanation; without tabs, do nothing."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(1)
            self._tabs.tabBar().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_explain(self) -> None:
        """Show or hide the explanation; with tabs, switch between the two tabs."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(1 - self._tabs.currentIndex())
        else:
            self._explain_wanted = not self._explain_wanted
            self.explain.setVisible(self._explain_wanted)

    @property
    def explain_wanted(self) -> bool:
        """Whether the user wants the explanation below the preview."""
        return self._explain_wanted

    def show_position(self, number: int, rows: int) -> None:
        """Show the row number of the hit; nothing for 0."""
        words = tr("Hit {rank} of {found}").format(rank=grouped(number), found=grouped(rows))
        self._position.setText(words if number else "")
        # A tab widget only lays out its corner widget again if the minimum size changes.
        self._position.setMinimumWidth(self._position.sizeHint().width())

    def save_sizes(self) -> QByteArray:
        """Return the sizes as a state that can be stored; empty unless the user changed them."""
        return self._splitter.saveState() if self._is_chosen else QByteArray()

    def restore_sizes(self, sizes: QByteArray) -> None:
        """Restore stored sizes."""
        self._is_chosen = self._splitter.restoreState(sizes)


class ShownHit(QObject):
    """Updates preview and explanation for the selected hit.

    They are updated after the list is painted and typing pauses, so that they never delay the list.
    Only the newest selection is requested: holding down an arrow key requests one preview.
    """

    def __init__(
        self, client: EngineClient, details: DetailColumn, field: SearchField, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._details = details
        self._preview = details.preview
        self._pages = DocumentPages(client, details.preview, self)
        self._chosen: tuple[PresentedAnswer | None, Hit | None] = (None, None)
        # The passage to preview, and the version of its document.
        self._wanted: tuple[PreviewRequest, str] | None = None
        self._has_failed = False
        self._show_at_rest = AtRest(field, self._show, self)
        self._pause = QTimer(self, singleShot=True, interval=_CHOOSING_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self._loading = QTimer(self, singleShot=True, interval=_LOADING_AFTER_MS)
        self._loading.timeout.connect(self._show_loading)
        self._preview.page_requested.connect(self._ask_for_page)

    def choose(self, answer: PresentedAnswer | None, hit: Hit | None) -> None:
        """Show `hit` of `answer`; without a hit, explain what was searched."""
        self._chosen = (answer, hit)
        self._show_at_rest.soon()

    def renew(self, answer: PresentedAnswer) -> None:
        """Update the numbers for the same hit after more rows of `answer` were found."""
        before, hit = self._chosen
        if hit is not None and before is not None and before.rows != answer.rows:
            self.choose(answer, next((o for o in answer.hits if o.chunk_id == hit.chunk_id), hit))

    def _show(self) -> None:
        answer, hit = self._chosen
        response = None if answer is None else answer.response
        if answer is not None:
            self._details.show_position(answer.row_number(hit) if hit else 0, answer.rows)
            self._details.explain.show_hit(answer, hit)
        else:
            self._details.show_position(0, 0)
        wanted = None
        if hit is not None and response is not None:
            by_meaning, by_words = hit.retrieval.vector_rank, hit.retrieval.lexical_rank
            request = PreviewRequest(
                hit.chunk_id,
                query=response.request.query,
                like=response.request.like,
                # The vector retriever ranked it higher than the lexical one, or is the only one.
                nearest=by_meaning is not None and (by_words is None or by_meaning < by_words),
                words=_words_that_answer(hit),
            )
            wanted = request, hit.indexed_at
        if wanted == self._wanted and not self._has_failed:
            return
        self._wanted, self._has_failed = wanted, False
        self._loading.stop()
        if wanted is not None:
            self._pause.start()
            if self._preview.is_empty:
                self._show_loading()
            else:
                self._loading.start()
        else:
            self._pause.stop()
            self._client.forget(self)
            self._pages.use(None)
            self._preview.show_nothing()

    def _show_loading(self) -> None:
        """Show which document is loading, replacing the preview of the previous hit."""
        hit = self._chosen[1]
        if hit is not None:
            self._preview.show_loading(shown_title(hit))

    def _ask(self, page: int | None = None) -> None:
        self._pause.stop()
        if self._wanted is not None:
            width = self._preview.page_width()
            request = replace(self._wanted[0], page=page, width=width)
            self._pages.use(request)
            self._client.request(request, self, self._on_preview, self._on_failure, newest=True)

    def _ask_for_page(self, page: int) -> None:
        """Request another page, unless another document has been selected in the meantime."""
        awaited = self._preview.awaited
        if awaited is not None and awaited.chunk_id == self._wanted_id:
            self._ask(page)

    @property
    def _wanted_id(self) -> str:
        return self._wanted[0].chunk_id if self._wanted else ""

    def _on_preview(self, reply: PreviewReady) -> None:
        self._loading.stop()
        self._preview.open_preview(reply.preview)
        self._pages.show(reply.preview)

    def _on_failure(self, failure: RequestFailed) -> None:
        self._loading.stop()
        self._has_failed = True  # request it again with the next answer
        self._preview.show_failure(failure.message, failure.hint, self._wanted_id)


def _words_that_answer(hit: Hit) -> tuple[TextSpan, ...]:
    """Return the words of a reranked hit that are similar to words of the query."""
    matches = hit.rerank.matches if hit.rerank is not None else ()
    return tuple(TextSpan(match.start, match.end) for match in matches)
