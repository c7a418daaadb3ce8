"""The right column: preview and explanation of the chosen hit, which follow the list."""

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

from twofold.engine.api import Hit, PreviewReady, PreviewRequest, RequestFailed, TextSpan
from twofold.ui.client import EngineClient
from twofold.ui.explain.explain_panel import ExplainPanel
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.preview_panel import PreviewPanel
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.search_field import AtRest, SearchField
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import name_key
from twofold.ui.widgets.decoration import set_surface

PREVIEW_HEIGHT = 348
_HEAD = 56
_MIN_PREVIEW = 200
_EXPLAIN_HEIGHT = 467  # all of it down to the folds, and in other languages some more
_LONGER_EXPLAIN = 500
_LARGE_EXPLAIN = 560
_CHOOSING_PAUSE_MS = 30
_LOADING_AFTER_MS = 400  # most documents are here before


class DetailColumn(QWidget):
    """Holds preview and explanation of the chosen hit."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_surface(self, "window")
        self.setMinimumWidth(380)
        self.preview = PreviewPanel(theme)
        self.explain = ExplainPanel(theme)
        self._explain_wanted = True
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
        self.back.setMinimumHeight(40)  # as the tabs beside it
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
        """True while preview and explanation are tabs."""
        return self._layout.currentWidget() is self._tabs

    def set_tabbed(self, *, tabbed: bool) -> None:
        """Arrange both as tabs, or one above the other."""
        if tabbed == self.is_tabbed:
            return
        if tabbed:
            self._tabs.addTab(self.preview, tr("Preview"))
            self._tabs.addTab(self.explain, tr("Explain"))
        else:
            self._tabs.clear()
            self._fill_splitter()
            self.explain.setVisible(self._explain_wanted)
        self._layout.setCurrentWidget(self._tabs if tabbed else self._splitter)

    def _fill_splitter(self) -> None:
        self._splitter.addWidget(self.preview)
        self._splitter.addWidget(self.explain)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self.preview.show()
        self._share_height()

    def _share_height(self) -> None:
        """Give the explanation what it needs and the preview the rest, unless a person chose."""
        if self._is_chosen:
            return
        room = self.height() - _HEAD
        fits = room >= PREVIEW_HEIGHT + _EXPLAIN_HEIGHT
        drawn = PREVIEW_HEIGHT if fits else room - _LONGER_EXPLAIN
        preview = _HEAD + max(_MIN_PREVIEW, drawn, room - _LARGE_EXPLAIN)
        self._splitter.setSizes([preview, max(1, self.height() - preview)])

    def _on_sizes_chosen(self) -> None:
        self._is_chosen = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height anew."""
        super().resizeEvent(event)
        if not self.is_tabbed:
            self._share_height()

    def take_focus(self) -> None:
        """Bring the preview to the front and let the keys work in it."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(0)
        self.preview.take_focus()

    def show_explain(self) -> None:
        """Bring the explanation to the front where both are tabs."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(1)
            self._tabs.tabBar().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_explain(self) -> None:
        """Hide the explanation or bring it back; with tabs, change between both."""
        if self.is_tabbed:
            self._tabs.setCurrentIndex(1 - self._tabs.currentIndex())
        else:
            self._explain_wanted = not self._explain_wanted
            self.explain.setVisible(self._explain_wanted)

    @property
    def explain_wanted(self) -> bool:
        """Whether the explanation is shown below the preview."""
        return self._explain_wanted

    def show_position(self, number: int, rows: int) -> None:
        """Show the number of the row of the hit; 0 for none."""
        words = tr("Hit {rank} of {found}").format(rank=grouped(number), found=grouped(rows))
        self._position.setText(words if number else "")
        # A tab widget looks at its corner only when that asks for more.
        self._position.setMinimumWidth(self._position.sizeHint().width())

    def save_sizes(self) -> QByteArray:
        """Return the sizes to be remembered; nothing while nobody chose any."""
        return self._splitter.saveState() if self._is_chosen else QByteArray()

    def restore_sizes(self, sizes: QByteArray) -> None:
        """Take sizes that were remembered."""
        self._is_chosen = self._splitter.restoreState(sizes)


class ShownHit(QObject):
    """Keeps preview and explanation in step with the chosen hit.

    They follow once the list has been painted and typing rests, so that the list never waits for
    them, and only the newest choice counts: holding an arrow key down asks for one preview.
    """

    def __init__(
        self, client: EngineClient, details: DetailColumn, field: SearchField, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._details = details
        self._preview = details.preview
        self._chosen: tuple[PresentedAnswer | None, Hit | None] = (None, None)
        # The passage to be previewed, and the version of its document.
        self._wanted: tuple[PreviewRequest, str] | None = None
        self._has_failed = False
        self._show_at_rest = AtRest(field, self._show, self)
        self._pause = QTimer(self, singleShot=True, interval=_CHOOSING_PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self._loading = QTimer(self, singleShot=True, interval=_LOADING_AFTER_MS)
        self._loading.timeout.connect(self._show_loading)
        self._preview.page_requested.connect(self._ask_for_page)

    def choose(self, answer: PresentedAnswer | None, hit: Hit | None) -> None:
        """Show `hit` of `answer`, or without one what was searched."""
        self._chosen = (answer, hit)
        self._show_at_rest.soon()

    def renew(self, answer: PresentedAnswer) -> None:
        """Show the same hit with the numbers of `answer`, whose list has more rows by now."""
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
                # Meaning found it before the keywords did, or without them.
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
            self._preview.show_nothing()

    def _show_loading(self) -> None:
        """Show which document is awaited, in place of another one that is not selected any more."""
        hit = self._chosen[1]
        if hit is not None:
            self._preview.show_loading(shown_title(hit))

    def _ask(self, page: int | None = None) -> None:
        self._pause.stop()
        if self._wanted is not None:
            width = self._preview.page_width()
            request = replace(self._wanted[0], page=page, width=width)
            self._client.request(request, self, self._on_preview, self._on_failure, newest=True)

    def _ask_for_page(self, page: int) -> None:
        """Ask for another page, unless another document is wanted by now."""
        awaited = self._preview.awaited
        if awaited is not None and awaited.chunk_id == self._wanted_id:
            self._ask(page)

    @property
    def _wanted_id(self) -> str:
        return self._wanted[0].chunk_id if self._wanted else ""

    def _on_preview(self, reply: PreviewReady) -> None:
        self._loading.stop()
        self._preview.open_preview(reply.preview)

    def _on_failure(self, failure: RequestFailed) -> None:
        self._loading.stop()
        self._has_failed = True  # so that the next answer asks for it once more
        self._preview.show_failure(failure.message, failure.hint, self._wanted_id)


def _words_that_answer(hit: Hit) -> tuple[TextSpan, ...]:
    """Return the words of a sharpened hit that are like words of the query."""
    matches = hit.rerank.matches if hit.rerank is not None else ()
    return tuple(TextSpan(match.start, match.end) for match in matches)
