"""From an answer to what is seen: fused by the sliders, narrowed, sorted, weak hits apart."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from engine.api import LibraryStatus, SearchMode, SearchResponse
from ui.answer import is_same_search, listed
from ui.client import EngineClient
from ui.filters.match_counts import MatchCounting, count_found_by, narrow, with_hits
from ui.filters.panel import FilterPanel
from ui.filters.selection import FilterSelection
from ui.i18n.translation import translated
from ui.results.result_list import Keep
from ui.results.result_model import HitOrder, in_order
from ui.search.detail_column import DetailColumn, ShownHit
from ui.search.refresh import SearchRefresh
from ui.search.saved_searches import Searches
from ui.search.search_field import AtRest
from ui.search.search_pane import SearchPane
from ui.search.semantic_highlights import SemanticHighlights
from ui.search.session import SearchSession
from ui.search.spelling import Spelling
from ui.search.states import SearchStates, only_keywords_words
from ui.widgets.messages import BarMessage

# Notes on a shorter query are about a quotation mark that is still to come.
_LONG_QUERY = 120


class AnswerDisplay(QObject):
    """Takes answers from `session` and keeps list, numbers, state page and details in step."""

    def __init__(
        self,
        client: EngineClient,
        session: SearchSession,
        pane: SearchPane,
        panel: FilterPanel,
        details: DetailColumn,
        *,
        states: SearchStates,
        searches: Searches,
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
        self.counting = MatchCounting(client, self._on_counts, self)
        self._counts_at_rest = AtRest(pane.field, self._show_counts, self)
        self._selection = FilterSelection()
        self._order = HitOrder.BEST
        self._weak_wanted = False
        self._answer: SearchResponse | None = None
        self._warning = BarMessage("")  # about the answer, above the hits
        self._status = LibraryStatus()
        session.answered.connect(self._on_answer)
        session.changed.connect(self._on_change)
        session.failed.connect(self._on_failure)
        searches.changed.connect(self._on_searches_changed)
        pane.tools.order_chosen.connect(self._set_order)
        pane.weak_line.button.clicked.connect(self.show_weak)
        pane.results.hit_chosen.connect(lambda hit: self.shown.choose(self.response, hit))
        self._show_start()

    @property
    def response(self) -> SearchResponse | None:
        """The answer shown, with only the hits that are shown, in their order."""
        return None if self._answer is None else self._presented(self._answer)

    def _presented(self, answer: SearchResponse) -> SearchResponse:
        narrowed = narrow(answer, self._selection)
        hits = in_order(narrowed.hits, self._order)
        if not self._weak_wanted:
            hits = tuple(hit for hit in hits if not hit.weak)
        if hits == narrowed.hits:
            return narrowed
        if len(hits) == len(narrowed.hits):
            return replace(narrowed, hits=hits)
        return replace(narrowed, hits=hits, documents=len({hit.doc_id for hit in hits}))

    # What a person wants to see

    def select(self, selection: FilterSelection) -> None:
        """Show only the hits that 'found by' leaves."""
        self._selection = selection
        if self._answer is not None:
            self.counting.count(self._answer.request, selection)

    def _set_order(self, order: HitOrder) -> None:
        self._order = order
        self.show_again()
        if order is not HitOrder.BEST:
            self._session.ask_for_rest()  # the newest may be below the first page

    def show_weak(self, wanted: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        """Show the weak matches below the others, or hide them."""
        if wanted != self._weak_wanted:
            self._weak_wanted = wanted
            self.show_again()
            self._show_found_by()
            self._show_facets(reorder=True)

    def show_again(self) -> None:
        """Show the same answer once more, after another choice of what is seen of it."""
        if self._answer is not None:
            self._answer = self._session.answer or self._answer
            self._show_answer(self._answer, Keep.PLACE)

    # Answers

    def _on_answer(self, response: SearchResponse) -> None:
        before, self._answer = self._answer, response
        keep = Keep.NOTHING
        if before is None or before.request.query != response.request.query:
            self._weak_wanted = False
        else:
            keep = Keep.PLACE if is_same_search(before, response) else Keep.CHOICE
        self.refresh.take_answer(response)
        self.counting.expect(response.request, self._selection)
        self.spelling.take_answer(response)
        self._show_warning(response)
        self._show_answer(response, keep)
        self._counts_at_rest.soon()
        self._searches.take_answer(response)
        if self._searches.is_saved:
            self._session.when_whole(lambda: self._searches.look_at(self.response))

    def _on_change(self) -> None:
        """Show that the answer has more hits, or another order."""
        before, answer = self._answer, self._session.answer
        if before is None or answer is None:
            return
        known = self._presented(before).hits
        self._answer = answer
        self._show_found_by()
        if self._weak_wanted:  # more of them are here, which are counted too
            self._show_facets(reorder=True)
        shown = self._presented(answer)
        if known and shown.hits[: len(known)] == known:
            self._pane.results.add_rest(shown)
            self._show_numbers(answer)
        else:
            self._show_answer(answer, Keep.PLACE)

    def _on_failure(self, message: str, hint: str) -> None:
        self.refresh.take_failure()
        self._answer = None  # no answer to this question may come back in its place
        self._say(BarMessage(""))  # what it says was about the answer before
        self.shown.choose(None, None)
        self._pane.count_line.show_nothing()
        if self.refresh.is_meaning_awaited:
            self._states.show_meaning_awaited(self._status)
        else:
            self._states.show_failure(message, hint)
        self._pane.show_state()

    def _show_answer(self, response: SearchResponse, keep: Keep) -> None:
        shown = self._presented(response)
        self._show_numbers(response)
        if shown.hits and response.request.asks:
            self._pane.show_hits(shown, keep)
            return
        self._pane.show_state(shown)
        if response.request.asks:
            self._show_no_hits(response)
        else:
            self._pane.count_line.show_nothing()
            self._show_start()

    def _show_no_hits(self, response: SearchResponse) -> None:
        self.shown.choose(self.response, None)  # the list reports it only where it had hits before
        if response.trace.filters_only:
            self._states.show_no_documents(response)
        elif response.trace.mode is SearchMode.VECTOR and self.refresh.is_meaning_awaited:
            self._states.show_meaning_awaited(self._status)
        else:
            weak = tuple(hit for hit in narrow(response, self._selection).hits if hit.weak)
            corrections = self.spelling.corrections
            self._states.show_nothing_found(response, self._status, weak, corrections)
            self.spelling.ask()

    def _show_start(self) -> None:
        self._pane.show_state()
        self._states.show_start(self._status, self._searches.memory)
        self.shown.choose(self.response, None)

    def _on_spelling_known(self) -> None:
        answer = self._answer
        if answer is not None and self._presented(answer).hits:
            self._show_warning(answer)
        elif answer is not None and self.spelling.corrections:
            self._show_no_hits(answer)

    def _on_searches_changed(self) -> None:
        searches = self._searches
        self._pane.field.show_saved(saved=searches.is_saved, has_filters=searches.has_filters_alone)
        self._pane.results.hit_model.mark_new(self._searches.fresh)
        self._show_start_again()

    def _show_start_again(self) -> None:
        if not (self._pane.shows_hits or self._session.is_asking):
            self._states.show_start(self._status, self._searches.memory)

    # Numbers and messages about an answer

    def _show_numbers(self, response: SearchResponse) -> None:
        narrowed = narrow(response, self._selection)
        counts = self.counting.counts
        listing = listed(response, narrowed, counts, with_weak=self._weak_wanted)
        self._pane.weak_line.show_listing(listing, shown=self._weak_wanted)
        self._pane.count_line.show_listing(listing, response.trace)
        self._pane.tools.show_filters_only(filters_only=response.trace.filters_only)

    def _show_counts(self) -> None:
        if self._answer is not None:
            self.counting.count(self._answer.request, self._selection)
            if self.counting.counts is not None:  # list and filters say it at once
                self._on_counts()
                return
            self._panel.set_stale()
            self._show_found_by()

    def _on_counts(self) -> None:
        if self._answer is not None:
            self._show_facets()
            self._show_found_by()
            if self._answer.request.asks:
                self._show_numbers(self._answer)

    def _show_facets(self, *, reorder: bool = False) -> None:
        counts = self.counting.counts
        if self._answer is not None and counts is not None:
            hits = narrow(self._answer, self._selection).hits if self._weak_wanted else ()
            weak = tuple(hit for hit in hits if hit.weak)
            facets = with_hits(counts.facets, weak)
            self._panel.show_counts(self._answer, facets, reorder=reorder)

    def _show_found_by(self) -> None:
        if self._answer is not None:
            counts, weak = self.counting.counts, self._weak_wanted
            self._panel.show_found_by(count_found_by(self._answer, counts, with_weak=weak))

    def _show_warning(self, response: SearchResponse) -> None:
        """Report the first of: meaning is awaited, what went wrong, what was cut, missing words."""
        is_awaited = response.trace.mode is SearchMode.HYBRID and self.refresh.is_meaning_awaited
        message = BarMessage("")
        if is_awaited:
            message = BarMessage(only_keywords_words(self._status), is_warning=False)
        elif response.warnings:
            first, *others = response.warnings
            message = BarMessage(first, translated(*others))
        elif len(response.request.query) > _LONG_QUERY and response.trace.understood_as:
            message = BarMessage(response.trace.understood_as, is_warning=False)
        elif self._presented(response).hits:  # without hits the page says it
            message = self.spelling.message
        self._say(message)

    def _say(self, message: BarMessage) -> None:
        if message != self._warning:
            self._pane.messages.replace(self._warning, message)
            self._warning = message

    # The library

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library: search again when what was found may have changed."""
        self._status = status
        self.refresh.show_status(status, has_hits=self._pane.shows_hits)
        self._pane.mode_switch.set_meaning_problem(status.model.problem)
        if self._answer is not None and self.refresh.is_meaning_missing:
            self._show_warning(self._answer)  # its reason may have changed
        self._show_start_again()
