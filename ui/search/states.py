"""What the page in place of the hits says and offers, for each state."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from engine.api import (
    Correction,
    Hit,
    IndexingPhase,
    LibraryStatus,
    SearchMode,
    SearchRequest,
    SearchResponse,
    TermStatistics,
)
from ui.answer import weak_coming
from ui.explain.matched_word import spoken_word
from ui.explain.trace_words import format_filters
from ui.filters.typed import all_filters
from ui.i18n import counts
from ui.i18n.formatting import day
from ui.i18n.label_text import one_line
from ui.i18n.library_words import (
    keyword_coverage,
    meaning_coverage,
    passages_in_all,
    percent,
    size_in_words,
)
from ui.i18n.translation import tr, translated
from ui.search.empty_state import EmptyState, Offer
from ui.search.saved_searches import SavedSearch, SearchMemory

_MOST_OFFERS = 3
_MOST_SEARCHES = 5


@dataclass(frozen=True, slots=True)
class StateActions:
    """What the offers of the page do.

    `search` takes a query, and `forget` one that leaves the history, '' for all of them.
    """

    search: Callable[[str], None]
    open_saved: Callable[[SavedSearch], None]
    forget: Callable[[str], None]
    set_mode: Callable[[SearchMode], None]
    clear_filters: Callable[[], None]
    show_weak: Callable[[], None]
    show_library: Callable[[], None]


class SearchStates:
    """Fills `page`. Questions to the sample library are offered where `sample_root` is a folder."""

    def __init__(self, page: EmptyState, actions: StateActions, sample_root: str = "") -> None:
        self._page = page
        self._actions = actions
        self._sample_root = sample_root

    def show_start(self, status: LibraryStatus, memory: SearchMemory) -> None:
        """Say that a question is awaited, and offer those that were asked before."""
        if passages_in_all(status):
            sentence = tr(
                "{size}. Type words or a whole question; results appear as you type."
            ).format(size=size_in_words(status))
        elif status.folders:
            sentence = tr("The files are being read. Keywords work after the first file.")
        else:  # nothing is known of the library yet, or it cannot be opened
            sentence = tr("Type words or a whole question; results appear as you type.")
        has_sample = any(folder.root == self._sample_root for folder in status.folders)
        note, offers = "", self._offer_searches(memory, has_sample=has_sample)
        is_busy = status.documents_pending or status.phase is not IndexingPhase.IDLE
        if status.folders and not status.chunks and not status.shared and not is_busy:
            sentence = tr("No file in your folders can be searched.")
            offers = (self._offer_library(),)
        elif status.vectors_pending:
            covered = percent(meaning_coverage(status))
            note = tr("Meaning covers {percent} of your passages so far.").format(percent=covered)
        self._page.show_state(tr("Search your documents"), sentence, offers, note)

    def _offer_searches(self, memory: SearchMemory, *, has_sample: bool) -> tuple[Offer, ...]:
        """Return at most five saved and five recent searches.

        Where there is neither, and the library holds the sample library, questions to that one.
        """
        act, forget = self._actions.search, self._actions.forget
        if has_sample and not memory.saved and not memory.recent:
            questions = (
                tr("why does a finalizer block namespace deletion"),
                tr("limit the memory a pod may use"),
                tr("wet books after a burst pipe"),
            )
            words = tr("a question to the sample library")
            return tuple(
                Offer("search", query, words, tr("Search"), act, (query,)) for query in questions
            )
        saved = memory.saved[-_MOST_SEARCHES:][::-1]
        known = {search.query for search in memory.saved}
        recent = [query for query in memory.recent if query not in known][:_MOST_SEARCHES]
        words = tr("searched before")
        return (
            *(self._offer_saved(search) for search in saved),
            *(
                Offer("clock", one_line(query), words, tr("Search"), act, (query,), forget)
                for query in recent
            ),
        )

    def _offer_saved(self, search: SavedSearch) -> Offer:
        title = one_line(search.query) or format_filters(search.selection.as_filters())
        words = tr("saved")
        if search.looked:
            words = tr("saved; last looked at on {day}").format(day=day(search.looked))
        return Offer("bookmark", title, words, tr("Open"), self._actions.open_saved, (search,))

    def show_failure(self, message: str, hint: str) -> None:
        """Say what went wrong, and what to do."""
        self._page.show_state(
            tr("The search could not be carried out"),
            escape(f"{translated(message)} {translated(hint)}"),
        )

    def show_meaning_awaited(self, status: LibraryStatus) -> None:
        """Say that meaning alone was asked for and cannot answer yet."""
        keywords = Offer(
            "search",
            tr("Search by keywords"),
            tr("finds the words themselves, at once"),
            tr("Keywords"),
            self._actions.set_mode,
            (SearchMode.LEXICAL,),
        )
        self._page.show_state(
            tr("Meaning is not ready yet"),
            f"{_why_no_meaning(status)} {tr('The search repeats by itself.')}",
            (keywords,),
        )

    def show_nothing_found(
        self,
        response: SearchResponse,
        status: LibraryStatus,
        weak: tuple[Hit, ...] = (),
        corrections: tuple[Correction, ...] = (),
    ) -> None:
        """Say what was looked for, how near the weak matches come, and what may help."""
        offers = (
            *self._offer_weak(weak, response),
            *self._offer_spelling(response.request.query, corrections),
            *self._offer_other_searches(response),
        )
        self._page.show_state(
            tr("Nothing relevant"),
            f"{_what_was_looked_for(response, has_weak=bool(weak))} "
            f"{_filters_in_use(response.request)}".strip(),
            offers[:_MOST_OFFERS],
            _coverage(status, response.trace.mode),
        )
        number = len(weak) + weak_coming(response)
        self._page.closeness.show_weak(response.trace.floor, weak, number)

    def show_no_documents(self, response: SearchResponse) -> None:
        """Say that filters alone, without words, leave nothing to list."""
        sentence = tr("The filters leave no document.")
        if response.documents:  # 'found by' narrows what is listed
            sentence = tr("No words are asked for, so that neither ranking found anything.")
        else:
            sentence = f"{sentence} {_filters_in_use(response.request)}"
        offers = self._offer_other_searches(response)[:_MOST_OFFERS]
        self._page.show_state(tr("No documents"), sentence, offers)

    def _offer_weak(self, weak: tuple[Hit, ...], response: SearchResponse) -> tuple[Offer, ...]:
        if not weak:
            return ()
        number = len(weak) + weak_coming(response)
        show = tr("Show {weak}").format(weak=counts.weak_matches(number))
        gives = tr("marked as weak, below the line")
        return (Offer("eye", show, gives, tr("Show"), self._actions.show_weak),)

    def _offer_spelling(self, query: str, corrections: tuple[Correction, ...]) -> tuple[Offer, ...]:
        offers = []
        for known in corrections:
            better = re.sub(rf"\b{re.escape(known.word)}\b", known.instead, query, count=1)
            if better != query:
                title = tr("Did you mean \u2018{word}\u2019?").format(word=known.instead)
                gives = tr("found in {passages}").format(passages=counts.passages(known.passages))
                act = self._actions.search
                offers.append(Offer("spell-check", title, gives, tr("Search"), act, (better,)))
        return tuple(offers)

    def _offer_other_searches(self, response: SearchResponse) -> tuple[Offer, ...]:
        offers = []
        is_narrowed = bool(response.ranking) and not all(hit.weak for hit in response.hits)
        if not all_filters(response.request).is_empty or is_narrowed:
            offers.append(
                Offer(
                    "list-filter",
                    tr("Search without filters"),
                    tr("in all folders, tags, languages and types"),
                    tr("Clear filters"),
                    self._actions.clear_filters,
                )
            )
        if response.request.mode is SearchMode.LEXICAL and not response.trace.filters_only:
            offers.append(
                Offer(
                    "blend",
                    tr("Search by meaning too"),
                    tr("finds passages that use other words"),
                    tr("Hybrid"),
                    self._actions.set_mode,
                    (SearchMode.HYBRID,),
                )
            )
        return (*offers, self._offer_library())

    def _offer_library(self) -> Offer:
        return Offer(
            "folder-search",
            tr("Look at the library"),
            tr("which folders are searched, and what is not indexed"),
            tr("Library"),
            self._actions.show_library,
        )


def only_keywords_words(status: LibraryStatus) -> str:
    """Say above the hits that they were found by keywords alone, for now."""
    return f"{tr('Found by keywords so far.')} {_why_no_meaning(status)}"


def _why_no_meaning(status: LibraryStatus) -> str:
    # Where all passages are read, the model is still missing in the process that searches.
    if not status.model.ready or not status.vectors_pending:
        return tr("The language model is being loaded.")
    return tr("The passages are being read by meaning.")


def _what_was_looked_for(response: SearchResponse, *, has_weak: bool) -> str:
    request, terms = response.request, response.trace.terms
    if response.trace.hidden:
        weak = counts.weak_matches(response.trace.hidden)
        return tr("What is nearest is hardly about it: {weak} left out.").format(weak=weak)
    if not response.trace.retrievers and response.trace.mode is not SearchMode.SUBSTRING:
        return tr("There are no words to look for in this query.")
    if not terms:
        return tr("No passage is a match for this search.")
    listed = ", ".join(_strong(term, request) for term in terms)
    is_filtered = not all_filters(request).is_empty
    if has_weak:
        words = tr(
            "No passage holds enough of {words}, and nothing is close enough in meaning to be "
            "called a match."
        )
        if is_filtered:
            words = tr(
                "With these filters no passage holds enough of {words}, and nothing is close "
                "enough in meaning to be called a match."
            )
        return words.format(words=listed)
    if not is_filtered and not response.ranking:
        missing = ", ".join(_strong(term, request) for term in terms if not term.passages)
        return tr("No passage contains {words}.").format(words=missing or listed)
    return tr("With these filters no passage contains {words}.").format(words=listed)


def _filters_in_use(request: SearchRequest) -> str:
    """Name the filters, also those in the query; '' without any."""
    named = format_filters(all_filters(request))
    return escape(tr("Filters: {filters}.").format(filters=named)) if named else ""


def _strong(term: TermStatistics, request: SearchRequest) -> str:
    return f"<b>{escape(spoken_word(term.term, request))}</b>"


def _coverage(status: LibraryStatus, mode: SearchMode) -> str:
    if status.documents_pending:  # none of what follows is known before
        return tr(
            "So far {percent} of your files are read. "
            "The search repeats by itself while the others are read."
        ).format(percent=percent(keyword_coverage(status)))
    if mode is SearchMode.LEXICAL or not status.vectors_pending:
        return ""
    return tr(
        "Meaning covers {percent} of your passages so far. "
        "The search repeats by itself when it is complete."
    ).format(percent=percent(meaning_coverage(status)))
