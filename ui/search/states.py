"""The texts and actions of the state page that replaces the list of hits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from twofold.engine.api import (
    Correction,
    Home,
    IndexingPhase,
    LibraryStatus,
    Outcome,
    SearchMode,
    SearchRequest,
    TermStatistics,
)
from twofold.ui.explain.matched_word import typed_word
from twofold.ui.explain.trace_texts import format_filters
from twofold.ui.filters.model import choice_name
from twofold.ui.filters.selection import FilterChoice
from twofold.ui.filters.typed import all_filters
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import day
from twofold.ui.i18n.label_text import isolated, one_line
from twofold.ui.i18n.library_texts import format_size, percent
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import file_type_icon
from twofold.ui.results.presented import PresentedAnswer
from twofold.ui.search.empty_state import EmptyState, Offer
from twofold.ui.search.saved_searches import SavedSearch, SearchHistory

_MAX_OFFERS = 3
_MAX_SEARCHES = 5
_MAX_FOLDERS = 4
_MAX_DOCUMENTS = 4
NOTHING_NEW = Home()


@dataclass(frozen=True, slots=True)
class StateActions:
    """The actions of the offers on the state page.

    `search` takes a query. `forget` takes a query to remove from the history, '' for all.
    `open_place` takes a folder or document ('Notes/a.md'), `open_changes` a folder whose changed
    documents are listed.
    """

    search: Callable[[str], None]
    open_saved: Callable[[SavedSearch], None]
    forget: Callable[[str], None]
    set_mode: Callable[[SearchMode], None]
    clear_filters: Callable[[], None]
    show_weak: Callable[[], None]
    show_library: Callable[[], None]
    explain_missing: Callable[[], None]
    rename_saved: Callable[[SavedSearch], None]
    remove_saved: Callable[[SavedSearch], None]
    open_place: Callable[[str], None] = lambda _: None
    open_changes: Callable[[str], None] = lambda _: None


class SearchStates:
    """Fills `page`. Example queries are offered if `sample_root` is one of the folders."""

    def __init__(self, page: EmptyState, actions: StateActions, sample_root: str = "") -> None:
        self._page = page
        self._actions = actions
        self._sample_root = sample_root

    def show_start(
        self, status: LibraryStatus, history: SearchHistory, home: Home = NOTHING_NEW
    ) -> None:
        """Show the start page with searches, recent documents and changes of folders."""
        if status.passages:
            sentence = tr(
                "{size}. Type keywords or a question. Results appear as you type."
            ).format(size=format_size(status))
        elif status.folders:
            sentence = tr(
                "Your files are being indexed. You can search as soon as the first file is ready."
            )
        else:  # the library is still opening or cannot be opened
            sentence = tr("Type keywords or a question. Results appear as you type.")
        has_sample = any(folder.root == self._sample_root for folder in status.folders)
        note, offers = "", self._offer_searches(history, has_sample=has_sample)
        offers = (*offers, *self._offer_changes(home, status), *self._offer_documents(home))
        is_busy = status.documents_pending or status.phase is not IndexingPhase.IDLE
        if status.folders and not status.chunks and not status.shared and not is_busy:
            sentence = tr("No file in your folders can be searched.")
            offers = (self._offer_library(),)
        elif status.vectors_pending:
            covered = percent(status.meaning_coverage)
            note = tr("{percent} of your passages can be searched by meaning so far.").format(
                percent=covered
            )
        self._page.show_state(tr("Search your documents"), sentence, offers, note)

    def _offer_searches(self, history: SearchHistory, *, has_sample: bool) -> tuple[Offer, ...]:
        """Return at most five saved and five recent searches.

        Without any, return example queries if the sample library is in the library.
        """
        act, forget = self._actions.search, self._actions.forget
        if has_sample and not history.saved and not history.recent:
            questions = (
                tr("why does a finalizer block namespace deletion"),
                tr("limit the memory a pod may use"),
                tr("wet books after a burst pipe"),
            )
            section = tr("Examples from the sample library")
            return tuple(
                Offer("search", query, "", tr("Search"), act, (query,), section=section)
                for query in questions
            )
        saved = history.saved[-_MAX_SEARCHES:][::-1]
        known = {search.query for search in history.saved}
        recent = [query for query in history.recent if query not in known][:_MAX_SEARCHES]
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
        if search.last_opened:
            details.append(tr("Last opened on {day}").format(day=day(search.last_opened)))
        return Offer(
            "bookmark",
            title,
            " · ".join(map(isolated, details)),
            tr("Open"),
            self._actions.open_saved,
            (search,),
            section=tr("Saved searches"),
            badge=counts.new_matches(len(search.news)) if search.news else "",
            rename=self._actions.rename_saved,
            remove=self._actions.remove_saved,
        )

    def _offer_changes(self, home: Home, status: LibraryStatus) -> Iterator[Offer]:
        """Yield the folders with changes since the last visit, and the files not indexed."""
        for news in home.folders[:_MAX_FOLDERS]:
            parts = (
                (counts.files_added, news.added),
                (counts.files_changed, news.changed),
                (counts.files_removed, news.removed),
            )
            yield Offer(
                "folder",
                one_line(news.folder),
                ", ".join(words(number) for words, number in parts if number),
                tr("Show"),
                self._actions.open_changes,
                (news.folder,),
                section=tr("Changes since your last visit"),
                is_beside=True,
            )
        if home.folders and status.documents_failed:
            title = counts.files_not_indexed(status.documents_failed)
            detail, act = tr("with the reasons"), self._actions.show_library
            section = tr("Changes since your last visit")
            yield Offer(
                "triangle-alert", title, detail, tr("Show"), act, section=section, is_beside=True
            )

    def _offer_documents(self, home: Home) -> Iterator[Offer]:
        """Yield the documents that were opened or changed last; no document twice."""
        opened = {one.doc_id for one in home.opened}
        changed = [one for one in home.changed if one.doc_id not in opened]
        for section, documents in (
            (tr("Opened recently"), home.opened[:_MAX_DOCUMENTS]),
            (tr("Changed recently"), changed[:_MAX_DOCUMENTS]),
        ):
            for document in documents:
                place = f"{document.folder}/{document.path}"
                details = filter(None, (isolated(one_line(place)), day(document.day)))
                yield Offer(
                    file_type_icon(document.file_type),
                    one_line(document.title),
                    " · ".join(details),
                    tr("Show"),
                    self._actions.open_place,
                    (place,),
                    section=section,
                    is_beside=True,
                )

    def show_failure(self, message: str, hint: str) -> None:
        """Show the error and what to do."""
        self._page.show_state(
            tr("The search failed"),
            escape(f"{translated(message)} {translated(hint)}"),
        )

    def show_meaning_awaited(self, status: LibraryStatus) -> None:
        """Show that search by meaning is not available yet, and offer keyword search."""
        keywords = Offer(
            "search",
            tr("Search by keywords"),
            tr("finds passages that contain the words"),
            tr("Keywords"),
            self._actions.set_mode,
            (SearchMode.LEXICAL,),
        )
        self._page.show_state(
            tr("Search by meaning is not ready yet"),
            " ".join((_why_no_meaning(status), tr("The search is repeated automatically."))),
            (keywords,),
        )

    def show_nothing_found(
        self,
        answer: PresentedAnswer,
        status: LibraryStatus,
        corrections: tuple[Correction, ...] = (),
    ) -> None:
        """Show what was searched, the similarity of weak matches, and what to try next."""
        response = answer.response
        offers = (
            *self._offer_weak(answer),
            *self._offer_spelling(response.request.query, corrections),
            *self._offer_other_searches(answer),
        )
        self._page.show_state(
            tr("Nothing relevant"),
            f"{_nothing_found_text(answer)} {_filters_in_use(response.request)}".strip(),
            offers[:_MAX_OFFERS],
            _coverage(status, response.trace.mode),
        )
        self._page.closeness.show_weak(response.trace.floor, answer.weak_hits, answer.weak)

    def show_no_documents(self, answer: PresentedAnswer) -> None:
        """Show that a search with filters only finds no documents."""
        sentence = tr("No documents match the filters.")
        if answer.response.documents:  # hidden by the 'found by' filter
            sentence = tr("The ‘Found by’ filter needs search words.")
        else:
            sentence = f"{sentence} {_filters_in_use(answer.response.request)}"
        offers = self._offer_other_searches(answer)[:_MAX_OFFERS]
        self._page.show_state(tr("No documents"), sentence, offers)

    def _offer_weak(self, answer: PresentedAnswer) -> tuple[Offer, ...]:
        if not answer.weak:
            return ()
        show = tr("Show {weak}").format(weak=counts.weak_matches(answer.weak))
        detail = tr("listed below the other passages")
        return (Offer("eye", show, detail, tr("Show"), self._actions.show_weak),)

    def _offer_spelling(self, query: str, corrections: tuple[Correction, ...]) -> tuple[Offer, ...]:
        offers = []
        for known in corrections:
            better = re.sub(rf"\b{re.escape(known.word)}\b", known.instead, query, count=1)
            if better != query:
                title = tr("Did you mean \u2018{word}\u2019?").format(word=isolated(known.instead))
                detail = tr("found in {passages}").format(passages=counts.passages(known.passages))
                act = self._actions.search
                offers.append(Offer("spell-check", title, detail, tr("Search"), act, (better,)))
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
                    tr("Also search by meaning"),
                    tr("finds passages that use different words"),
                    tr("Both"),
                    self._actions.set_mode,
                    (SearchMode.HYBRID,),
                )
            )
        missing = Offer(
            "file-x",
            tr("Why is it not found?"),
            tr("shows the reason for a file or sentence"),
            tr("Show reason…"),
            self._actions.explain_missing,
        )
        return (*offers, missing, self._offer_library())

    def _offer_library(self) -> Offer:
        return Offer(
            "folder-search",
            tr("Show the library"),
            tr("folders and files that could not be indexed"),
            tr("Library"),
            self._actions.show_library,
        )


def _choice_text(choice: FilterChoice) -> str:
    name = one_line(choice_name(choice))
    return tr("Without {value}").format(value=isolated(name)) if choice.excluded else name


def only_keywords_text(status: LibraryStatus) -> str:
    """Return the text shown above the hits while they are found by keywords only."""
    return " ".join((tr("Only keyword matches so far."), _why_no_meaning(status)))


def _why_no_meaning(status: LibraryStatus) -> str:
    # If all passages are embedded, only the model of the search process is missing.
    if not status.model.ready or not status.vectors_pending:
        return tr("The semantic model is loading.")
    return tr("Your passages are being indexed by meaning.")


def _nothing_found_text(answer: PresentedAnswer) -> str:
    request, trace = answer.response.request, answer.response.trace
    listed = tr(" or ").join(_strong(term, request) for term in trace.terms)
    is_filtered = not all_filters(request).is_empty
    match answer.outcome:
        case Outcome.NO_WORDS:
            return tr("The query contains no words to search for.")
        case Outcome.NOTHING_RELEVANT:
            weak = counts.weak_matches(trace.hidden)
            return tr("Only {weak} found.").format(weak=weak)
        case _ if not listed:
            return tr("No passage matches this search.")
        case Outcome.ONLY_WEAK:
            words = tr("No passage matches {words} well, and nothing similar was found.")
            if is_filtered:
                words = tr(
                    "With these filters, no passage matches {words} well, and nothing similar "
                    "was found."
                )
            return words.format(words=listed)
    if is_filtered or answer.is_narrowed:
        return tr("With these filters, no passage contains {words}.").format(words=listed)
    missing = tr(" or ").join(_strong(term, request) for term in trace.terms if not term.passages)
    return tr("No passage contains {words}.").format(words=missing or listed)


def _filters_in_use(request: SearchRequest) -> str:
    """Return a sentence naming all filters, including typed ones; '' without filters."""
    named = format_filters(all_filters(request))
    return escape(tr("Filters: {filters}.").format(filters=named)) if named else ""


def _strong(term: TermStatistics, request: SearchRequest) -> str:
    return f"<b>{escape(isolated(typed_word(term.term, request)))}</b>"


def _coverage(status: LibraryStatus, mode: SearchMode) -> str:
    if status.documents_pending:  # the coverage by meaning is not known before
        return tr(
            "{percent} of your files are indexed so far. "
            "The search is repeated automatically while indexing continues."
        ).format(percent=percent(status.keyword_coverage))
    if mode is SearchMode.LEXICAL or not status.vectors_pending:
        return ""
    return tr(
        "{percent} of your passages can be searched by meaning so far. "
        "The search is repeated automatically when all are ready."
    ).format(percent=percent(status.meaning_coverage))
