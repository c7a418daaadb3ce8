"""What the page in place of the hits says and offers, for each state."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from twofold.engine.api import (
    Correction,
    IndexingPhase,
    LibraryStatus,
    Outcome,
    SearchMode,
    SearchRequest,
    TermStatistics,
)
from twofold.ui.explain.matched_word import spoken_word
from twofold.ui.explain.trace_words import format_filters
from twofold.ui.filters.model import choice_name
from twofold.ui.filters.selection import FilterChoice
from twofold.ui.filters.typed import all_filters
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import day
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.library_words import percent, size_in_words
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.empty_state import EmptyState, Offer
from twofold.ui.search.saved_searches import SavedSearch, SearchHistory

_MAX_OFFERS = 3
_MAX_SEARCHES = 5


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
    rename_saved: Callable[[SavedSearch], None]
    remove_saved: Callable[[SavedSearch], None]


class SearchStates:
    """Fills `page`. Questions to the sample library are offered where `sample_root` is a folder."""

    def __init__(self, page: EmptyState, actions: StateActions, sample_root: str = "") -> None:
        self._page = page
        self._actions = actions
        self._sample_root = sample_root

    def show_start(self, status: LibraryStatus, memory: SearchHistory) -> None:
        """Say that a question is awaited, and offer those that were asked before."""
        if status.passages:
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
            covered = percent(status.meaning_coverage)
            note = tr("Meaning covers {percent} of your passages so far.").format(percent=covered)
        self._page.show_state(tr("Search your documents"), sentence, offers, note)

    def _offer_searches(self, memory: SearchHistory, *, has_sample: bool) -> tuple[Offer, ...]:
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
            section = tr("Questions to the sample library")
            return tuple(
                Offer("search", query, "", tr("Search"), act, (query,), section=section)
                for query in questions
            )
        saved = memory.saved[-_MAX_SEARCHES:][::-1]
        known = {search.query for search in memory.saved}
        recent = [query for query in memory.recent if query not in known][:_MAX_SEARCHES]
        section = tr("Recent searches")
        return (
            *(self._offer_saved(search) for search in saved),
            *(
                Offer(
                    "clock",
                    one_line(query),
                    "",
                    tr("Search"),
                    act,
                    (query,),
                    forget=forget,
                    section=section,
                )
                for query in recent
            ),
        )

    def _offer_saved(self, search: SavedSearch) -> Offer:
        asked = (one_line(search.query), *map(_choice_text, search.choices))
        title, *details = (part for part in (one_line(search.name), *asked) if part)
        if search.looked:
            details.append(tr("Last opened on {day}").format(day=day(search.looked)))
        return Offer(
            "bookmark",
            title,
            " · ".join(map(isolated, details)),
            tr("Open"),
            self._actions.open_saved,
            (search,),
            section=tr("Saved searches"),
            rename=self._actions.rename_saved,
            remove=self._actions.remove_saved,
        )

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
            " ".join((_why_no_meaning(status), tr("The search repeats by itself."))),
            (keywords,),
        )

    def show_nothing_found(
        self,
        answer: PresentedAnswer,
        status: LibraryStatus,
        corrections: tuple[Correction, ...] = (),
    ) -> None:
        """Show what was searched, how close the weak matches come, and what may help."""
        response = answer.response
        offers = (
            *self._offer_weak(answer),
            *self._offer_spelling(response.request.query, corrections),
            *self._offer_other_searches(answer),
        )
        self._page.show_state(
            tr("Nothing relevant"),
            f"{_what_was_looked_for(answer)} {_filters_in_use(response.request)}".strip(),
            offers[:_MAX_OFFERS],
            _coverage(status, response.trace.mode),
        )
        self._page.closeness.show_weak(response.trace.floor, answer.weak_hits, answer.weak)

    def show_no_documents(self, answer: PresentedAnswer) -> None:
        """Show that filters alone, without words, leave nothing to list."""
        sentence = tr("The filters leave no document.")
        if answer.response.documents:  # 'found by' narrows what is listed
            sentence = tr("No words are asked for, so that neither ranking found anything.")
        else:
            sentence = f"{sentence} {_filters_in_use(answer.response.request)}"
        offers = self._offer_other_searches(answer)[:_MAX_OFFERS]
        self._page.show_state(tr("No documents"), sentence, offers)

    def _offer_weak(self, answer: PresentedAnswer) -> tuple[Offer, ...]:
        if not answer.weak:
            return ()
        show = tr("Show {weak}").format(weak=counts.weak_matches(answer.weak))
        gives = tr("marked as weak, below the line")
        return (Offer("eye", show, gives, tr("Show"), self._actions.show_weak),)

    def _offer_spelling(self, query: str, corrections: tuple[Correction, ...]) -> tuple[Offer, ...]:
        offers = []
        for known in corrections:
            better = re.sub(rf"\b{re.escape(known.word)}\b", known.instead, query, count=1)
            if better != query:
                title = tr("Did you mean \u2018{word}\u2019?").format(word=isolated(known.instead))
                gives = tr("found in {passages}").format(passages=counts.passages(known.passages))
                act = self._actions.search
                offers.append(Offer("spell-check", title, gives, tr("Search"), act, (better,)))
        return tuple(offers)

    def _offer_other_searches(self, answer: PresentedAnswer) -> tuple[Offer, ...]:
        offers, response = [], answer.response
        if not all_filters(response.request).is_empty or answer.is_narrowed:
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


def _choice_text(choice: FilterChoice) -> str:
    name = one_line(choice_name(choice))
    return tr("Without {value}").format(value=isolated(name)) if choice.excluded else name


def only_keywords_words(status: LibraryStatus) -> str:
    """Say above the hits that they were found by keywords alone, for now."""
    return " ".join((tr("Found by keywords so far."), _why_no_meaning(status)))


def _why_no_meaning(status: LibraryStatus) -> str:
    # Where all passages are read, the model is still missing in the process that searches.
    if not status.model.ready or not status.vectors_pending:
        return tr("The language model is being loaded.")
    return tr("The passages are being read by meaning.")


def _what_was_looked_for(answer: PresentedAnswer) -> str:
    request, trace = answer.response.request, answer.response.trace
    listed = ", ".join(_strong(term, request) for term in trace.terms)
    is_filtered = not all_filters(request).is_empty
    match answer.outcome:
        case Outcome.NO_WORDS:
            return tr("There are no words to look for in this query.")
        case Outcome.NOTHING_RELEVANT:
            weak = counts.weak_matches(trace.hidden)
            return tr("What is nearest is hardly about it: {weak} left out.").format(weak=weak)
        case _ if not listed:
            return tr("No passage is a match for this search.")
        case Outcome.ONLY_WEAK:
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
    if is_filtered or answer.is_narrowed:
        return tr("With these filters no passage contains {words}.").format(words=listed)
    missing = ", ".join(_strong(term, request) for term in trace.terms if not term.passages)
    return tr("No passage contains {words}.").format(words=missing or listed)


def _filters_in_use(request: SearchRequest) -> str:
    """Name the filters, also those in the query; '' without any."""
    named = format_filters(all_filters(request))
    return escape(tr("Filters: {filters}.").format(filters=named)) if named else ""


def _strong(term: TermStatistics, request: SearchRequest) -> str:
    return f"<b>{escape(isolated(spoken_word(term.term, request)))}</b>"


def _coverage(status: LibraryStatus, mode: SearchMode) -> str:
    if status.documents_pending:  # none of what follows is known before
        return tr(
            "So far {percent} of your files are read. "
            "The search repeats by itself while the others are read."
        ).format(percent=percent(status.keyword_coverage))
    if mode is SearchMode.LEXICAL or not status.vectors_pending:
        return ""
    return tr(
        "Meaning covers {percent} of your passages so far. "
        "The search repeats by itself when it is complete."
    ).format(percent=percent(status.meaning_coverage))
