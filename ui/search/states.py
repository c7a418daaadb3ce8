"""What the page in place of the hits says and offers, for each state."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from html import escape

from PySide6.QtCore import QObject, Signal

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
from ui.answer import is_first_page, weak_coming
from ui.explain.sentence import spoken_word
from ui.explain.trace_words import format_filters
from ui.i18n import counts
from ui.i18n.formatting import day
from ui.i18n.label_text import one_line
from ui.i18n.library_words import keyword_coverage, meaning_coverage, percent, size_in_words
from ui.i18n.message_catalogue import translated
from ui.i18n.translation import tr
from ui.search.empty_state import EmptyState, Offer, Removal
from ui.search.saved_searches import SavedSearch, Searches, SearchMemory

_MOST_OFFERS = 3


class SearchStates(QObject):
    """Fills the page for each state.

    Signals:
        filters_unwanted: search without filters.
        mode_wanted: search in another SearchMode.
        library_wanted: show the folders.
        weak_wanted: show the weak matches.
        query_wanted: search for another query.
    """

    filters_unwanted = Signal()
    mode_wanted = Signal(object)
    library_wanted = Signal()
    weak_wanted = Signal()
    query_wanted = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._start_offers: tuple[Offer, ...] = ()
        self._corrections: tuple[Correction, ...] = ()

    def set_start_offers(self, offers: tuple[Offer, ...]) -> None:
        """Say what the start page offers: saved and recent searches."""
        self._start_offers = offers

    def set_corrections(self, corrections: tuple[Correction, ...]) -> None:
        """Say what the words that nothing was found for may mean."""
        self._corrections = corrections

    def show_start(self, page: EmptyState, status: LibraryStatus) -> None:
        """Say that a question is awaited."""
        if status.chunks:
            sentence = tr(
                "{size}. Type words or a whole question; results appear as you type."
            ).format(size=size_in_words(status))
        elif status.folders:
            sentence = tr("The files are being read. Keywords work after the first file.")
        else:  # nothing is known of the library yet, or it cannot be opened
            sentence = tr("Type words or a whole question; results appear as you type.")
        title, note, offers = tr("Search your documents"), "", self._start_offers
        if _is_without_words(status):
            sentence = tr("No file in your folders can be searched.")
            offers = (self._offer_library(),)
        elif status.vectors_pending:
            covered = percent(meaning_coverage(status))
            note = tr("Meaning covers {percent} of your passages so far.").format(percent=covered)
        page.show_state(title, sentence, offers, note)

    def show_failure(self, page: EmptyState, message: str, hint: str) -> None:
        """Say what went wrong, and what to do."""
        page.show_state(
            tr("The search could not be carried out"),
            escape(f"{translated(message)} {translated(hint)}"),
        )

    def show_meaning_awaited(self, page: EmptyState, status: LibraryStatus) -> None:
        """Say that meaning alone was asked for and cannot answer yet."""
        page.show_state(
            tr("Meaning is not ready yet"),
            f"{self._why_no_meaning(status)} {self._comes_by_itself()}",
            (self._offer_keywords(),),
        )

    def meaning_words(self, status: LibraryStatus) -> str:
        """Say above the hits that they were found by keywords alone, for now."""
        return f"{tr('Found by keywords so far.')} {self._why_no_meaning(status)}"

    def _why_no_meaning(self, status: LibraryStatus) -> str:
        # Where all passages are read, the model is still missing in the process that searches.
        if not status.model.ready or not status.vectors_pending:
            return tr("The language model is being loaded.")
        return tr("The passages are being read by meaning.")

    def _comes_by_itself(self) -> str:
        return tr("The search repeats by itself.")

    def _offer_keywords(self) -> Offer:
        return Offer(
            "search",
            tr("Search by keywords"),
            tr("finds the words themselves, at once"),
            tr("Keywords"),
            self._teller(lambda: self.mode_wanted.emit(SearchMode.LEXICAL)),
        )

    def show_nothing_found(
        self,
        page: EmptyState,
        response: SearchResponse,
        status: LibraryStatus,
        weak: tuple[Hit, ...] = (),
    ) -> None:
        """Say what was looked for, how near the weak matches come, and what may help."""
        looked_for = self._what_was_looked_for(response, has_weak=bool(weak))
        page.show_state(
            tr("Nothing relevant"),
            looked_for,
            (
                *self._offer_weak(weak, response),
                *self._offer_spelling(response),
                *self._offers(response),
            )[:_MOST_OFFERS],
            self._coverage(status, response.trace.mode),
        )
        page.closeness.show_weak(response.trace.floor, weak, is_whole=not is_first_page(response))

    def show_no_documents(self, page: EmptyState, response: SearchResponse) -> None:
        """Say that filters alone, without words, leave nothing to list."""
        sentence = tr("The filters leave no document.")
        if response.documents:  # 'found by' narrows what is listed
            sentence = tr("No words are asked for, so that neither ranking found anything.")
        page.show_state(tr("No documents"), sentence, self._offers(response)[:_MOST_OFFERS])

    def _offer_weak(self, weak: tuple[Hit, ...], response: SearchResponse) -> tuple[Offer, ...]:
        if not weak:
            return ()
        more = weak_coming(response)
        number = None if more is None else len(weak) + more
        show = tr("Show {weak}").format(weak=counts.weak_matches(number))
        gives = tr("marked as weak, below the line")
        tell = self._teller(self.weak_wanted.emit)
        return (Offer("eye", show, gives, tr("Show"), tell),)

    def _offer_spelling(self, response: SearchResponse) -> tuple[Offer, ...]:
        query, offers = response.request.query, []
        for known in self._corrections:
            better = re.sub(rf"\b{re.escape(known.word)}\b", known.instead, query, count=1)
            if better != query:
                tell = self._teller(partial(self.query_wanted.emit, better))
                title = tr("Did you mean \u2018{word}\u2019?").format(word=known.instead)
                found = counts.passages(known.passages)
                gives = tr("found in {passages}").format(passages=found)
                offers.append(Offer("spell-check", title, gives, tr("Search"), tell))
        return tuple(offers)

    def _what_was_looked_for(self, response: SearchResponse, *, has_weak: bool) -> str:
        request = response.request
        if response.trace.hidden:
            return tr("What is nearest is hardly about it: {weak} left out.").format(
                weak=counts.weak_matches(response.trace.hidden)
            )
        terms = response.trace.terms
        if not response.trace.retrievers and response.trace.mode is not SearchMode.SUBSTRING:
            return tr("There are no words to look for in this query.")
        if not terms:
            return tr("No passage is a match for this search.")
        listed = ", ".join(_strong(term, request) for term in terms)
        is_filtered = not response.request.filters.is_empty
        if has_weak:
            enough = tr(
                "No passage holds enough of {words}, and nothing is close enough in meaning to be "
                "called a match."
            )
            of_these = tr(
                "With these filters no passage holds enough of {words}, and nothing is close "
                "enough in meaning to be called a match."
            )
            return (of_these if is_filtered else enough).format(words=listed)
        if not is_filtered and not response.ranking:
            missing = ", ".join(_strong(term, request) for term in terms if not term.passages)
            return tr("No passage contains {words}.").format(words=missing or listed)
        return tr("With these filters no passage contains {words}.").format(words=listed)

    def _offers(self, response: SearchResponse) -> tuple[Offer, ...]:
        offers = []
        is_narrowed = bool(response.ranking) and not all(hit.weak for hit in response.hits)
        if not response.request.filters.is_empty or is_narrowed:
            offers.append(
                Offer(
                    "list-filter",
                    tr("Search without filters"),
                    tr("in all folders, tags, languages and types"),
                    tr("Clear filters"),
                    self._teller(self.filters_unwanted.emit),
                )
            )
        if response.request.mode is SearchMode.LEXICAL and not response.trace.filters_only:
            offers.append(
                Offer(
                    "blend",
                    tr("Search by meaning too"),
                    tr("finds passages that use other words"),
                    tr("Hybrid"),
                    self._teller(lambda: self.mode_wanted.emit(SearchMode.HYBRID)),
                )
            )
        offers.append(self._offer_library())
        return tuple(offers)

    def _offer_library(self) -> Offer:
        return Offer(
            "folder-search",
            tr("Look at the library"),
            tr("which folders are searched, and what is not indexed"),
            tr("Library"),
            self._teller(self.library_wanted.emit),
        )

    @staticmethod
    def _teller(act: Callable[[], None]) -> Callable[[], None]:
        # QPushButton.clicked passes its checked state, which no signal here takes.
        return lambda *_: act()

    def _coverage(self, status: LibraryStatus, mode: SearchMode) -> str:
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


def _strong(term: TermStatistics, request: SearchRequest) -> str:
    return f"<b>{escape(spoken_word(term.term, request))}</b>"


def _is_without_words(status: LibraryStatus) -> bool:
    """Whether all folders were looked through, and nothing that can be searched is in them."""
    awaits = status.documents_pending or status.phase is not IndexingPhase.IDLE
    return bool(status.folders) and not status.chunks and not awaits


_MOST = 5


def search_offers(
    memory: SearchMemory,
    open_saved: Callable[[SavedSearch], None],
    search: Callable[[str], None],
    has_sample: bool = False,  # noqa: FBT001, FBT002 - reads as what there is
    forget: Callable[[str], None] = lambda _query: None,
) -> tuple[Offer, ...]:
    """Return at most five saved and five recent searches; a person may `forget` the recent ones.

    Where there is neither, and the library holds the sample library, questions to that one.
    """
    if has_sample and not memory.saved and not memory.recent:
        return tuple(_example_offer(query, search) for query in _sample_queries())
    known = {kept.query for kept in memory.saved}
    saved = [_saved_offer(kept, open_saved) for kept in memory.saved[-_MOST:][::-1]]
    recent = [_recent_offer(query, search, forget) for query in memory.recent if query not in known]
    return (*saved, *recent[:_MOST])


def _sample_queries() -> tuple[str, ...]:
    """Return questions that the sample library answers."""
    return (
        tr("why does a finalizer block namespace deletion"),
        tr("limit the memory a pod may use"),
        tr("wet books after a burst pipe"),
    )


def _saved_offer(kept: SavedSearch, act: Callable[[SavedSearch], None]) -> Offer:
    title = one_line(kept.query) or format_filters(kept.selection.as_filters())
    # QPushButton.clicked passes its checked state, which is no part of this.
    return Offer("bookmark", title, _looked(kept), tr("Open"), lambda *_: act(kept))


def _recent_offer(query: str, act: Callable[[str], None], forget: Callable[[str], None]) -> Offer:
    removal = Removal(lambda *_: forget(query), lambda *_: forget(""))
    words = tr("searched before")
    return Offer("clock", one_line(query), words, tr("Search"), lambda *_: act(query), removal)


def _example_offer(query: str, act: Callable[[str], None]) -> Offer:
    words = tr("a question to the sample library")
    return Offer("search", query, words, tr("Search"), lambda *_: act(query))


def _looked(search: SavedSearch) -> str:
    if not search.looked:
        return tr("saved")
    return tr("saved; last looked at on {day}").format(day=day(search.looked))


class StartOffers(QObject):
    """Keeps the offers in step with what is remembered and with the library.

    `sample_root` is the folder of the sample library, to which questions are offered while nobody
    has asked anything yet.

    Signals:
        changed: the start page, where it is shown, is to be filled once more.
    """

    changed = Signal()

    def __init__(
        self,
        searches: Searches,
        states: SearchStates,
        open_saved: Callable[[SavedSearch], None],
        find: Callable[[str], None],
        parent: QObject,
        *,
        sample_root: str,
    ) -> None:
        super().__init__(parent)
        self._searches, self._states = searches, states
        self._open_saved, self._find = open_saved, find
        self._sample_root, self._has_sample = sample_root, False
        searches.changed.connect(self.show)

    def take_status(self, status: LibraryStatus) -> None:
        """Note whether the library holds the sample library."""
        before = self._has_sample
        self._has_sample = any(one.root == self._sample_root for one in status.folders)
        if before != self._has_sample:
            self.show()

    def show(self) -> None:
        """Offer what there is."""
        memory, forget = self._searches.memory, self._searches.forget
        offers = search_offers(memory, self._open_saved, self._find, self._has_sample, forget)
        self._states.set_start_offers(offers)
        self.changed.emit()
