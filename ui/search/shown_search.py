"""The current search as one value: opened from a saved search, the history or a hit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog

from twofold.engine.api import Hit, SearchMode, SearchResponse
from twofold.ui.filters.selection import DateSpan, FilterChoice, FilterSelection, Section
from twofold.ui.i18n.citation_text import format_location, shown_title
from twofold.ui.i18n.label_text import isolated, plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.search.navigation import LikePassage, ListPosition, Navigation, SearchState, Step
from twofold.ui.search.saved_searches import SavedSearch, SavedSearches
from twofold.ui.search.search_pane import SearchPane
from twofold.ui.search.session import SearchSession

_NAME_WIDTH = 420


class ShownSearch(QObject):
    """Changes query, mode, filters, order and grouping together, with a single request.

    `selection` returns the filters and `select` changes them.

    Signals:
        weak_requested: show the weak matches, because the selected hit is one.
    """

    weak_requested = Signal()

    def __init__(
        self,
        session: SearchSession,
        pane: SearchPane,
        searches: SavedSearches,
        *,
        selection: Callable[[], FilterSelection],
        select: Callable[[FilterSelection], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._pane, self._searches = session, pane, searches
        self._selection, self._select = selection, select
        self._like: LikePassage | None = None
        self.navigation = Navigation(self._get_state, pane.list_position, self._restore, self)
        navigation, field = self.navigation, pane.field
        field.replaced.connect(self.leave_query)
        pane.like_chip.removed.connect(self.clear_like)
        pane.like_chip.clicked.connect(self.clear_like)
        pane.back.clicked.connect(navigation.go_back)
        pane.forward.clicked.connect(navigation.go_forward)
        navigation.changed.connect(pane.show_history_buttons)
        session.answered.connect(self._show_like_reason)
        pane.results.document_opened.connect(self.open_document)

    def type_query(self, text: str) -> None:
        """Search for the typed text."""
        self._show_like(None)
        self._session.type_query(text)
        self.navigation.note_change(typed=True)

    def leave_query(self, query: str) -> None:
        """Store a query that was cleared or replaced in the history."""
        self._searches.keep_query(query)
        self.navigation.leave()

    def note_change(self, *_: object) -> None:
        """Record the search before a change."""
        self.navigation.note_change()

    def open_search(self, search: SavedSearch) -> None:
        """Open a saved search with its query, mode and filters."""
        now = self._get_state()
        state = SearchState(
            search.query,
            search.mode,
            search.selection,
            order=now.order,
            is_grouped=now.is_grouped,
        )
        self._show_step(state)

    def ask_name(self, search: SavedSearch) -> None:
        """Open a dialog to name a saved search."""
        dialog = QInputDialog(self._pane)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(tr("Saved search"))
        dialog.setLabelText(tr("Name"))
        dialog.setTextValue(search.name or search.query)
        dialog.resize(_NAME_WIDTH, dialog.sizeHint().height())
        dialog.textValueSelected.connect(partial(self._searches.rename_saved, search))
        dialog.open()

    def show_hit(self, query: str, hit: Hit, mode: SearchMode) -> None:
        """Search for `query` without filters, and select one of its hits."""
        now = self._get_state()
        self._show_step(
            replace(now, query=query, mode=mode, selection=FilterSelection(), like=None)
        )
        self._session.when_complete(partial(self._choose, hit))
        self._pane.field.setFocus()

    def _choose(self, hit: Hit) -> None:
        if hit.weak:
            self.weak_requested.emit()
        self._pane.results.choose(hit)

    def _get_state(self) -> SearchState:
        pane, request = self._pane, self._session.request
        return SearchState(
            pane.field.text(),
            request.mode,
            self._selection(),
            self._like,
            pane.tools.order,
            request.group_by_document,
        )

    def _show_step(self, state: SearchState) -> None:
        with self.navigation.held():
            self._show_state(state)
        self.navigation.note_change()

    def _show_state(self, state: SearchState) -> None:
        """Search for `state` with one request, and update all controls."""
        pane, tools = self._pane, self._pane.tools
        self._session.search_for(
            state.query,
            state.mode,
            state.selection.as_filters(),
            grouped=state.is_grouped,
            like=state.like.chunk_id if state.like else "",
        )
        pane.field.show_query(state.query)
        pane.mode_switch.set_mode(state.mode)
        self._show_like(state.like)
        tools.group.setChecked(state.is_grouped)
        if tools.order is not state.order:
            tools.choose_order(state.order)
        self._select(state.selection)

    def _restore(self, step: Step) -> None:
        self._show_state(step.state)
        if step.position != ListPosition():
            self._session.when_complete(partial(self._restore_position, step.position))

    def _restore_position(self, position: ListPosition) -> None:
        hits = self._session.answer.hits if self._session.answer else ()
        hit = next((one for one in hits if one.chunk_id == position.chunk_id), None)
        if hit is not None:
            self._choose(hit)
            self._pane.results.verticalScrollBar().setValue(position.scrolled)

    def search_like(self, hit: Hit) -> None:
        """Search for similar passages, and store the query in the history."""
        title, place = shown_title(hit), format_location(hit.citation)
        self._searches.remember()
        name = tr("{title}, {place}").format(title=isolated(title), place=place)
        self._show_like(LikePassage(hit.chunk_id, name))
        self._session.search_like(hit.chunk_id)
        self.navigation.note_change()
        self._pane.results.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_like(self, like: LikePassage | None) -> None:
        self._like = like
        self._pane.show_like(like.name if like else "")

    def _show_like_reason(self, response: SearchResponse) -> None:
        if response.request.like:
            self._pane.like_chip.setToolTip(plain_tip(translated(response.trace.understood_as)))

    def clear_like(self) -> None:
        """Search for the query in the field again."""
        self._pane.field.query_edited.emit(self._pane.field.text())
        self._pane.field.setFocus()

    def open_place(self, place: str, *, since: str = "") -> None:
        """List the documents of a folder, or a single document: 'Notes', 'Notes/2026/a.md'.

        With `since` (ISO 8601), list only documents dated on or after that day.
        """
        choices = [FilterChoice(Section.FOLDERS, place)]
        if since:
            span = DateSpan(date.fromisoformat(since[:10]), date.max)
            choices.append(FilterChoice(Section.DATES, span.value))
        selection = FilterSelection(tuple(choices))
        self._show_step(replace(self._get_state(), query="", selection=selection, like=None))

    def open_document(self, hit: Hit) -> None:
        """Search only the document of a hit, as a step that can be undone by going back."""
        place = f"{hit.folder}/{hit.doc_path}"
        only = tuple(c for c in self._selection().choices if c.section is not Section.FOLDERS)
        choices = (*only, FilterChoice(Section.FOLDERS, place))
        state = replace(self._get_state(), selection=FilterSelection(choices), is_grouped=False)
        self._show_step(state)
