"""Display of the current answer: updates list, header, filter counts, state page and details."""

from __future__ import annotations

from PySide6.QtCore import QObject

from twofold.engine.api import (
    LibraryStatus,
    MatchCounts,
    Outcome,
    SearchMode,
    SearchResponse,
    Settings,
)
from twofold.ui.client import EngineClient
from twofold.ui.filters.match_counts import MatchCounting
from twofold.ui.filters.panel import FilterPanel
from twofold.ui.filters.selection import FilterSelection
from twofold.ui.i18n.translation import translated
from twofold.ui.results.presented import HitOrder, PresentedAnswer, present
from twofold.ui.results.result_list import Preserve
from twofold.ui.search.detail_column import DetailColumn, ShownHit
from twofold.ui.search.home import HomeNews
from twofold.ui.search.pages import is_same_search
from twofold.ui.search.refresh import SearchRefresh
from twofold.ui.search.reranking import Reranking
from twofold.ui.search.saved_searches import SavedSearches
from twofold.ui.search.search_field import AtRest
from twofold.ui.search.search_pane import SearchPane
from twofold.ui.search.semantic_highlights import SemanticHighlights
from twofold.ui.search.session import SearchSession
from twofold.ui.search.spelling import Spelling
from twofold.ui.search.states import SearchStates, only_keywords_text
from twofold.ui.widgets.messages import BarMessage

# Shorter queries only get notes about an opening quotation mark without a closing one.
_LONG_QUERY = 120


class AnswerDisplay(QObject):
    """Renders the answers of `session` as a PresentedAnswer computed by `present`."""

    def __init__(
        self,
        client: EngineClient,
        session: SearchSession,
        pane: SearchPane,
        panel: FilterPanel,
        details: DetailColumn,
        *,
        states: SearchStates,
        searches: SavedSearches,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._pane = pane
        self._panel = panel
        self._states = states
        self._searches = searches
        self.shown = ShownHit(client, details, pane.field, self)
        self.refresh = SearchRefresh(session, pane.results, pane.field, self)
        self.nearest = SemanticHighlights(client, pane.results, pane.field, self)
        self.spelling = Spelling(client, pane.field.set_query, self._on_spelling_known, self)
        self.reranking = Reranking(
            session, pane.tools, pane.count_line, pane.field, settings=settings, parent=self
        )
        self.counting = MatchCounting(client, self._on_counts, self)
        self._count_at_rest = AtRest(pane.field, self._count, self)
        self._selection = FilterSelection()
        self._order = HitOrder.BEST
        self._shows_weak = False
        self._answer: SearchResponse | None = None
        self.presented: PresentedAnswer | None = None
        self._warning = BarMessage("")  # message about the answer, above the hits
        self._status = LibraryStatus()
        session.answered.connect(self._on_answer)
        session.changed.connect(self._on_change)
        session.failed.connect(self._on_failure)
        searches.changed.connect(self._on_searches_changed)
        self.home = HomeNews(client, self)
        self.home.changed.connect(self._show_start_again)
        pane.tools.order_chosen.connect(self._set_order)
        pane.weak_line.button.clicked.connect(self.show_weak)
        pane.results.hit_chosen.connect(lambda hit: self.shown.choose(self.presented, hit))
        self._show_start()

    @property
    def response(self) -> SearchResponse | None:
        """The answer shown, with only the hits that are shown, in their order."""
        return None if self.presented is None else self.presented.response

    def _present(self) -> PresentedAnswer | None:
        """Compute and return everything that is shown of the answer."""
        self.presented = None
        if self._answer is not None:
            self.presented = present(
                self._answer,
                self.counting.counts,
                self._selection.kinds,
                self._order,
                shows_weak=self._shows_weak,
            )
        return self.presented

    # The user's choices

    def select(self, selection: FilterSelection) -> None:
        """Show only the hits that the 'found by' filter allows."""
        self._selection = selection
        if self._answer is not None:
            self.counting.count(self._session.counted_request, selection.kinds)

    def _set_order(self, order: HitOrder) -> None:
        self._order = order
        self.show_again()
        if order is not HitOrder.BEST:
            self._session.ask_for_rest()  # the newest may be below the first page

    def show_weak(self, wanted: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        """Show the weak matches below the other hits, or hide them."""
        if wanted != self._shows_weak:
            self._shows_weak = wanted
            if wanted:
                self._session.ask_for_all()  # weak hits may rank anywhere
            self.show_again()

    def show_again(self) -> None:
        """Render the current answer again after a change of filter, order or weak matches."""
        if self._answer is not None:
            self._answer = self._session.answer or self._answer
            self._render(Preserve.PLACE)

    # Answers

    def _on_answer(self, response: SearchResponse) -> None:
        before, self._answer = self._answer, response
        keep = Preserve.NOTHING
        if before is None or before.request.query != response.request.query:
            self._shows_weak = False
        else:
            keep = Preserve.PLACE if is_same_search(before, response) else Preserve.CHOICE
        self.refresh.take_answer(response)
        self.counting.expect(self._session.counted_request, self._selection.kinds)
        self.spelling.take_answer(response)
        self._render(keep)
        if self._shows_weak:
            self._session.ask_for_all()  # as in `show_weak`; the facets count them
        self._show_warning()
        self._count_at_rest.soon()
        self._searches.take_answer(response)
        if self._searches.is_saved:
            self._session.when_complete(lambda: self._searches.record_opening(self._session.answer))

    def _on_change(self) -> None:
        """Show that the answer has more hits, or a different order."""
        before, answer = self.presented, self._session.answer
        if before is None or answer is None:
            return
        self._answer = answer
        shown = self._present()
        if shown and before.hits and shown.hits[: len(before.hits)] == before.hits:
            self._pane.results.add_rest(shown)
            self._render_numbers()
        else:
            self._render(Preserve.PLACE)

    def _on_failure(self, message: str, hint: str) -> None:
        self.refresh.take_failure()
        self._answer = self.presented = None  # no answer to this question may replace the failure
        self._show_message(BarMessage(""))  # it was about the previous answer
        self.shown.choose(None, None)
        self._pane.count_line.show_nothing()
        self._panel.set_stale()
        if self.refresh.is_meaning_awaited:
            self._states.show_meaning_awaited(self._status)
        else:
            self._states.show_failure(message, hint)
        self._pane.show_state()

    def _render(self, keep: Preserve) -> None:
        shown = self._present()
        if shown is None:
            return
        self._render_numbers()
        if shown.rows and shown.response.request.asks:
            self._pane.show_hits(shown, keep)
            if not shown.hits:  # the first page has only weak matches
                self._session.ask_for_rest()
            return
        self._pane.show_state(shown)
        if shown.response.request.asks:
            self._show_no_hits(shown)
        else:
            self._show_start()

    def _show_no_hits(self, shown: PresentedAnswer) -> None:
        self.shown.choose(shown, None)  # an empty list emits no signal
        is_by_meaning = shown.response.trace.mode is SearchMode.VECTOR
        if shown.outcome is Outcome.FILTERS_ONLY:
            self._states.show_no_documents(shown)
        elif is_by_meaning and self.refresh.is_meaning_awaited:
            self._states.show_meaning_awaited(self._status)
        else:
            self._states.show_nothing_found(shown, self._status, self.spelling.corrections)
            self.spelling.ask()

    def _show_start(self) -> None:
        self._pane.show_state()
        self._pane.count_line.show_nothing()
        self._states.show_start(self._status, self._searches.history, self.home.home)
        self.shown.choose(self.presented, None)

    def _on_spelling_known(self) -> None:
        shown = self.presented
        if shown is not None and shown.hits:
            self._show_warning()
        elif shown is not None and self.spelling.corrections:
            self._show_no_hits(shown)

    def _on_searches_changed(self) -> None:
        searches = self._searches
        self._pane.field.show_saved(saved=searches.is_saved, has_filters=searches.has_filters_alone)
        self._pane.results.hit_model.mark_new(self._searches.fresh)
        self._show_start_again()

    def _show_start_again(self) -> None:
        if not (self._pane.shows_hits or self._session.is_asking):
            self._states.show_start(self._status, self._searches.history, self.home.home)

    # Numbers and messages about an answer

    def _count(self) -> None:
        if self._answer is not None:
            self.counting.count(self._session.counted_request, self._selection.kinds)

    def _on_counts(self, counts: MatchCounts) -> None:
        self._present()
        self._render_numbers()
        if self._answer and self._answer.request.asks and counts.snapshot != self._answer.snapshot:
            self.refresh.repeat_when_idle()

    def _render_numbers(self) -> None:
        shown = self.presented
        if shown is None:
            return
        self._panel.show_answer(shown)
        self._pane.tools.show_filters_only(filters_only=shown.response.trace.filters_only)
        self.reranking.show_answer(shown)
        if shown.response.request.asks:
            self._pane.weak_line.show_answer(shown)
            self._pane.count_line.show_answer(shown)
            self.shown.renew(shown)

    def _show_warning(self) -> None:
        """Show the most important message: no meaning yet, warnings, notes, missing words."""
        shown = self.presented
        if shown is None:
            return
        response = shown.response
        is_awaited = response.trace.mode is SearchMode.HYBRID and self.refresh.is_meaning_awaited
        message = BarMessage("")
        if is_awaited:
            message = BarMessage(only_keywords_text(self._status), is_warning=False)
        elif response.warnings:
            first, *others = response.warnings
            message = BarMessage(first, translated(*others))
        elif response.notes:
            message = BarMessage(response.notes[0], is_warning=False)
        elif len(response.request.query) > _LONG_QUERY and response.trace.understood_as:
            message = BarMessage(response.trace.understood_as, is_warning=False)
        elif shown.hits:  # without hits, the state page shows this
            message = self.spelling.message
        self._show_message(message)

    def _show_message(self, message: BarMessage) -> None:
        if message != self._warning:
            self._pane.messages.replace(self._warning, message)
            self._warning = message

    # The library

    def show_status(self, status: LibraryStatus) -> None:
        """Handle a new library status; repeat the search if its results may have changed."""
        self._status = status
        self.home.show_status(status)
        self.refresh.show_status(status, has_hits=self._pane.shows_hits)
        self.reranking.show_status(status)
        self._pane.mode_switch.set_meaning_problem(status.model.problem)
        if self._answer is not None and self.refresh.is_meaning_missing:
            self._show_warning()  # its reason may have changed
        self._show_start_again()
