"""The answer as it is shown: fused by the sliders, narrowed, sorted, weak hits apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from engine.api import Correction, LibraryStatus, SearchMode, SearchResponse
from ui.answer import is_same_search, listed
from ui.client import EngineClient
from ui.filters.match_counts import MatchCounting, count_found_by, narrow
from ui.filters.panel import FilterPanel
from ui.filters.selection import FilterSelection
from ui.results.result_list import Keep
from ui.results.result_model import HitOrder, in_order
from ui.search.detail_column import ShownHit
from ui.search.refresh import SearchRefresh
from ui.search.search_field import AtRest, TypingDebounce
from ui.search.search_pane import SearchPane
from ui.search.semantic_highlights import SemanticHighlights
from ui.search.session import SearchSession
from ui.search.spelling import MissingWords, Spelling
from ui.search.states import SearchStates
from ui.widgets.messages import Message, MessageBar


def warning_of(response: SearchResponse, awaited: str, missing: Callable[[], Message]) -> Message:
    """Return the first of what there is to say: `awaited` of meaning, of likeness, what went wrong.

    `missing` tells of words that no passage holds, and is asked last.
    """
    if awaited:
        return Message(awaited, is_warning=False)
    if response.request.like and not response.warnings:
        return Message(response.trace.understood_as, is_warning=False)
    if response.warnings:
        first, *others = response.warnings
        return Message(first, " ".join(others))
    return missing()


class AnswerWarning:
    """Shows one message about the answer, and takes it back when there is another answer."""

    def __init__(self, messages: MessageBar) -> None:
        self._messages = messages
        self._shown = Message("")

    def show(self, message: Message) -> None:
        """Show this, or nothing, in place of what was said of the answer before."""
        if message != self._shown:
            self._messages.replace(self._shown, message)
            self._shown = message


class AnswerDisplay(QObject):
    """Takes answers from `session` and keeps list, count line and state page in step."""

    def __init__(
        self,
        client: EngineClient,
        session: SearchSession,
        pane: SearchPane,
        panel: FilterPanel,
        *,
        states: SearchStates,
        refresh: SearchRefresh,
        shown: ShownHit,
        rest: TypingDebounce,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._pane = pane
        self._shown = shown
        self.states = states
        self._refresh = refresh
        self._selection = FilterSelection()
        self._order = HitOrder.BEST
        self._weak_wanted = False
        self._answer: SearchResponse | None = None
        self._status = LibraryStatus()
        self._warning = AnswerWarning(pane.messages)
        self._spelled = ""
        self._spelling = Spelling(client, self)
        self._spelling.found.connect(self._show_spelling)
        self._missing = MissingWords(client, self)
        self._missing.known.connect(self._show_missing)
        self._missing.query_wanted.connect(self.states.query_wanted)
        self._panel = panel
        self.counting = MatchCounting(client, self)
        self.counting.counted.connect(self._take_counts)
        self._counts_at_rest = AtRest(rest, self._show_counts, self)
        self.nearest = SemanticHighlights(client, pane.results, rest, self)
        self._connect_signals()
        self._show_start()

    def _connect_signals(self) -> None:
        session = self._session
        session.answered.connect(self._take_answer)
        session.extended.connect(self._take_more)
        session.reordered.connect(self.show_again)
        session.failed.connect(self._take_failure)
        self._pane.tools.order_wanted.connect(self._set_order)
        self._pane.weak_line.toggled.connect(self.show_weak)
        self.states.weak_wanted.connect(lambda: self.show_weak(wanted=True))

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

    def show_weak(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Show the weak matches below the others, or hide them."""
        if wanted != self._weak_wanted:
            self._weak_wanted = wanted
            self.show_again()
            self._show_found_by()

    def show_again(self) -> None:
        """Show the same answer once more, after another choice of what is seen of it."""
        if self._answer is not None:
            self._answer = self._session.answer or self._answer
            self._show_answer(self._answer, self._answer)

    # Answers

    def _take_answer(self, response: SearchResponse) -> None:
        before, self._answer = self._answer, response
        if before is None or before.request.query != response.request.query:
            self._weak_wanted = False
        self.counting.forget()  # no letter is to wait for what was asked for the one before
        self._missing.take_answer(response)
        self._show_warnings(response)
        self._show_answer(response, before)
        self._counts_at_rest.soon()

    def _show_counts(self) -> None:
        if self._answer is not None:
            self._panel.show_response(self._answer)
            self.counting.count(self._answer.request, self._selection)
            if self.counting.counts is None:
                self._panel.set_stale()
            self._show_found_by()

    def _take_counts(self) -> None:
        if self.counting.counts is not None:
            self._panel.show_counts(self.counting.counts.facets)
        if self._answer is not None:
            self._show_found_by()
            if self._answer.request.asks:
                self._show_numbers(self._answer)

    def _show_found_by(self) -> None:
        if self._answer is not None:
            counts, weak = self.counting.counts, self._weak_wanted
            self._panel.show_found_by(count_found_by(self._answer, counts, with_weak=weak))

    def _take_more(self) -> None:
        before, whole = self._answer, self._session.answer
        if before is None or whole is None:
            return
        known = self._presented(before).hits
        self._answer = whole
        self._show_found_by()
        shown = self._presented(whole)
        if known and shown.hits[: len(known)] == known:
            self._pane.results.add_rest(shown)
            self._show_numbers(whole)
        else:
            self._show_answer(whole, before)

    def _show_numbers(self, response: SearchResponse) -> None:
        narrowed = narrow(response, self._selection)
        counts = self.counting.counts
        listing = listed(response, narrowed, counts, with_weak=self._weak_wanted)
        self._pane.weak_line.show_listing(listing, shown=self._weak_wanted)
        self._pane.count_line.show_listing(listing, response.trace)
        self._pane.tools.show_filters_only(filters_only=response.trace.filters_only)

    def _show_answer(self, response: SearchResponse, before: SearchResponse | None) -> None:
        keep = Keep.NOTHING
        if before is not None and is_same_search(before, response):
            keep = Keep.PLACE
        elif before is not None and before.request.query == response.request.query:
            keep = Keep.CHOICE
        shown = self._presented(response)
        self._show_numbers(response)
        if not response.request.asks:
            self._pane.count_line.show_nothing()
            self._pane.show_state(shown)
            self._show_start()
        elif shown.hits:
            self._pane.show_hits(shown, keep)
        else:
            self._pane.show_state(shown)
            self._show_no_hits(response)

    def _show_no_hits(self, response: SearchResponse) -> None:
        page, mode = self._pane.empty_state, response.trace.mode
        self._shown.choose(self.response, None)  # the list tells it only where it had hits before
        if response.trace.filters_only:
            self.states.show_no_documents(page, response)
        elif mode is SearchMode.VECTOR and self._refresh.is_meaning_awaited:
            self.states.show_meaning_awaited(page, self._status)
        else:
            weak = tuple(hit for hit in narrow(response, self._selection).hits if hit.weak)
            self.states.show_nothing_found(page, response, self._status, weak)
            self._ask_spelling(response)

    def _ask_spelling(self, response: SearchResponse) -> None:
        query = response.request.query
        if query != self._spelled:
            self._spelled = query
            self.states.set_corrections(())
            self._spelling.ask(query)

    def _show_spelling(self, query: str, corrections: tuple[Correction, ...]) -> None:
        answer = self._answer
        if answer is None or answer.request.query != query or self._presented(answer).hits:
            return
        self.states.set_corrections(corrections)
        self._show_no_hits(answer)

    def _show_start(self) -> None:
        self._pane.show_state()
        self.states.show_start(self._pane.empty_state, self._status)
        self._shown.choose(self.response, None)

    def _show_warnings(self, response: SearchResponse) -> None:
        is_awaited = response.trace.mode is SearchMode.HYBRID and self._refresh.is_meaning_awaited
        awaited = self.states.meaning_words(self._status) if is_awaited else ""

        def missing() -> Message:  # without hits the page says it
            return self._missing.message if self._presented(response).hits else Message("")

        self._warning.show(warning_of(response, awaited, missing))

    def _show_missing(self) -> None:
        if self._answer is not None:
            self._show_warnings(self._answer)

    def _take_failure(self, message: str, hint: str) -> None:
        self._answer = None  # no answer to this question may come back in its place
        self._warning.show(Message(""))  # what it says was about the answer before
        self._shown.choose(None, None)
        self._pane.count_line.show_nothing()
        if self._refresh.is_meaning_awaited:
            self.states.show_meaning_awaited(self._pane.empty_state, self._status)
        else:
            self.states.show_failure(self._pane.empty_state, message, hint)
        self._pane.show_state()

    # The library

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library: what is said of meaning and of the start may have changed."""
        self._status = status
        self._pane.mode_switch.set_meaning_problem(status.model.problem)
        if self._answer is not None and self._refresh.is_meaning_missing:
            self._show_warnings(self._answer)  # its reason may have changed
        if not (self._pane.shows_hits or self._session.is_asking):
            self.states.show_start(self._pane.empty_state, status)
