"""The search page: filters, hits and details side by side, and how they work together."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from engine.api import (
    Event,
    Hit,
    LibraryStatus,
    Notice,
    SearchMode,
    SearchResponse,
    Settings,
    StatusChanged,
)
from ui.copy_as import CopyAs
from ui.detail_column import DetailColumn
from ui.engine_bridge import EngineBridge
from ui.filters.filter_column import FilterColumn
from ui.filters.filter_menu import FilterMenu
from ui.filters.filter_selection import FilterSelection, Gesture, Section
from ui.filters.found_by import narrow
from ui.filters.rail import FilterRail
from ui.first_page import is_first_page, is_same_search, with_rest
from ui.hit_commands import HitCommands
from ui.messages import Message
from ui.preview.open_document import DocumentOpener
from ui.preview.place_command import OpenWith
from ui.search.list_keys import ListKeys
from ui.search.meaning_watch import MeaningWatch
from ui.search.refresh_rule import RefreshRule
from ui.search.search_controller import SearchController
from ui.search.search_pane import SearchPane
from ui.search.search_states import SearchStates
from ui.search_keys import SearchKeys
from ui.shown_hit import ShownHit
from ui.theme import Theme
from ui.three_columns import ThreeColumns


class SearchView(QWidget):
    """Three columns. Widgets say what a person wants; this page decides what follows.

    Signals:
        export_wanted: the response and the selected hits are to be exported.
    """

    export_wanted = Signal()

    def __init__(
        self,
        bridge: EngineBridge,
        theme: Theme,
        settings: Settings,
        menu: QMenu,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._selection = FilterSelection()
        self._response: SearchResponse | None = None
        self._status = LibraryStatus()
        self._warning = Message("")
        self._once_whole: Callable[[], None] | None = None
        self.controller = SearchController(
            bridge,
            mode=SearchMode(settings.text("search.mode")),
            fusion=settings.fusion,
            snippet_chars=settings.whole("search.snippet_chars"),
            fold_copies=settings.flag("search.fold_copies"),
            hide_weak=settings.flag("search.hide_weak"),
            rerank=settings.flag("search.rerank"),
            parent=self,
        )
        self.opener = DocumentOpener(OpenWith.of(settings), self)
        copies = CopyAs(bridge, lambda: self.response, self)
        self.commands = HitCommands(theme, self.opener, self, copies.menu)
        self.filters = FilterColumn(theme, menu, self)
        self.rail = FilterRail(theme, self.filters.panel, menu, self)
        self._filter_menu = FilterMenu(self.filters.panel, self)
        self.pane = SearchPane(theme, self.filters.panel.choice_name, self._filter_menu, self)
        self.details = DetailColumn(theme, self)
        self.shown = ShownHit(bridge, self.details, self)
        self.states = SearchStates(self)
        self._refresh = RefreshRule()
        self._meaning = MeaningWatch(self)
        self._list_keys = ListKeys(self.pane.results, self.pane.field)
        self.columns = ThreeColumns(self.filters, self.rail, self.pane, self.details, self)
        self.keys = SearchKeys(self.columns, self.filters, self.pane, self.details, self.commands)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self._counts_soon = QTimer(self, singleShot=True, interval=0)
        self._counts_soon.timeout.connect(self._show_counts)
        self._connect_signals(bridge)
        self.pane.mode_switch.set_mode(self.controller.request.mode)
        self._show_start()

    def _connect_signals(self, bridge: EngineBridge) -> None:
        pane, results, head = self.pane, self.pane.results, self.details.preview.head
        # asking
        pane.field.query_edited.connect(self.controller.type_query)
        pane.field.moved_down.connect(self._into_list)
        pane.field.confirmed.connect(self._confirmed)
        pane.mode_switch.mode_chosen.connect(self.controller.set_mode)
        # filters
        self.filters.panel.gestured.connect(self._filter_gesture)
        self._filter_menu.gestured.connect(self._filter_gesture)
        pane.chips.removed.connect(lambda choice: self._select(self._selection.without(choice)))
        pane.chips.cleared.connect(self.clear_filters)
        # answers
        self.controller.answered.connect(self._take_answer)
        self.controller.completed.connect(self._take_rest)
        self.controller.failed.connect(self._take_failure)
        self._meaning.repeat_wanted.connect(self.controller.repeat)
        self.controller.waiting.connect(self._show_waiting)
        self.states.filters_unwanted.connect(self.clear_filters)
        self.states.mode_wanted.connect(pane.mode_switch.choose)
        # hits
        results.hit_chosen.connect(lambda hit: self.shown.choose(self.response, hit))
        self.details.explain.hit_chosen.connect(results.choose)
        results.hit_activated.connect(self.commands.open)
        results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        results.customContextMenuRequested.connect(self._open_hit_menu)
        pane.export_wanted.connect(self.export_wanted)
        # the chosen hit
        head.citation_wanted.connect(lambda: self.commands.copy_citation(self.current_hit()))
        head.open_wanted.connect(lambda: self.commands.open(self.current_hit()))
        self.commands.like_wanted.connect(self._search_like)
        self.opener.refused.connect(lambda why: pane.messages.show_message(Message(why)))
        bridge.happened.connect(self._take_event)

    # Asking

    def _confirmed(self, in_folder: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        hit = self.current_hit()
        if not self.controller.is_answered:
            self.controller.search()  # the hit shown is not yet one of this query
        elif in_folder:
            self.commands.show_in_folder(hit)
        else:
            self.commands.open(hit)

    def _search_like(self, hit: Hit) -> None:
        self.pane.field.clear()
        self.controller.search_like(hit.chunk_id)

    def _filter_gesture(self, section: Section, value: str, gesture: Gesture) -> None:
        self._select(self._selection.after(section, value, gesture))

    def _select(self, selection: FilterSelection) -> None:
        self._selection = selection
        self.filters.panel.set_selection(selection)
        self.pane.chips.set_selection(selection)
        self.rail.set_selection(selection)
        self.controller.ask_for_all_at_once(wanted=selection.narrows_hits)
        filters = selection.as_filters()
        if filters != self.controller.request.filters:
            self.controller.set_filters(filters)
        elif self._response is not None:
            self._show_answer(self._response, self._response)
            self.when_whole(lambda: None)  # few hits of the first page may be left

    def clear_filters(self) -> None:
        """Take all filters away."""
        self._select(FilterSelection())

    @property
    def selection(self) -> FilterSelection:
        """The active filters."""
        return self._selection

    # Answers

    @property
    def response(self) -> SearchResponse | None:
        """The answer shown, with only the hits that are shown."""
        return None if self._response is None else narrow(self._response, self._selection)

    def when_whole(self, then: Callable[[], None]) -> None:
        """Call `then` as soon as all hits of the answer are here, which may be now."""
        self._once_whole = None
        if self._response is None or not is_first_page(self._response):
            then()
        else:
            self._once_whole = then
            self.controller.ask_for_rest()

    def _show_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        self.pane.waiting_bar.set_waiting(waiting)
        if waiting:
            self.filters.panel.set_stale()

    def _take_answer(self, response: SearchResponse) -> None:
        before, self._response = self._response, response
        self._once_whole = None
        self._meaning.take_answer(response)
        self._show_warnings(response)
        self._show_answer(response, before)
        self._counts_soon.start()

    def _show_counts(self) -> None:
        if self._response is not None:
            self.filters.panel.show_response(self._response)

    def _take_rest(self, response: SearchResponse) -> None:
        before, then = self._response, self._once_whole
        whole = before and with_rest(before, response)
        if whole is None:
            self._take_answer(response)
        elif self._selection.narrows_hits:
            self._response = whole
            self._show_answer(whole, before)
        else:
            self._response = whole
            self.pane.results.add_rest(whole)
        if then is not None:
            self._once_whole = None
            then()

    def _show_answer(self, response: SearchResponse, before: SearchResponse | None) -> None:
        asked = before.request if before is not None else None
        keep_place = before is not None and is_same_search(before, response)
        same_query = asked is not None and asked.query == response.request.query
        kept = self.current_hit() if same_query else None
        narrowed = narrow(response, self._selection)
        if not (response.request.query.strip() or response.request.like):
            self.pane.count_line.show_nothing()
            self.pane.show_state(narrowed)
            self._show_start()
        elif narrowed.hits:
            self.pane.count_line.show_response(narrowed)
            self.pane.show_hits(narrowed, keep_place=keep_place)
            if kept is not None and not keep_place:
                self.pane.results.choose(kept)
        else:
            self.pane.count_line.show_response(narrowed)
            self.pane.show_state(narrowed)
            self._show_no_hits(response)

    def _show_no_hits(self, response: SearchResponse) -> None:
        page, mode = self.pane.state_page, response.trace.mode
        if mode is SearchMode.VECTOR and self._meaning.is_awaited:
            self.states.show_meaning_awaited(page, self._status)
        else:
            self.states.show_nothing_found(page, response, self._status)

    def _show_start(self) -> None:
        self.pane.show_state()
        self.states.show_start(self.pane.state_page, self._status)
        self.shown.choose(self.response, None)

    def _show_warnings(self, response: SearchResponse) -> None:
        message = Message("")
        if response.trace.mode is SearchMode.HYBRID and self._meaning.is_awaited:
            message = Message(self.states.meaning_words(self._status), is_warning=False)
        elif response.request.like and not response.warnings:
            message = Message(response.trace.understood_as, is_warning=False)
        elif response.warnings:
            message = Message(response.warnings[0], " ".join(response.warnings[1:]))
        if message != self._warning:
            self.pane.messages.replace(self._warning, message)
            self._warning = message

    def _take_failure(self, message: str, hint: str) -> None:
        self._meaning.take_failure(self.controller.request.mode)
        self.pane.count_line.show_nothing()
        if self._meaning.is_awaited:
            self.states.show_meaning_awaited(self.pane.state_page, self._status)
        else:
            self.states.show_failure(self.pane.state_page, message, hint)
        self.pane.show_state()

    # Hits

    def current_hit(self) -> Hit | None:
        """Return the hit that preview and explanation show."""
        return self.keys.current_hit()

    def _into_list(self) -> None:
        if self.pane.shows_hits:
            self.pane.results.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_hit_menu(self, at: QPoint) -> None:
        hit = self.current_hit()
        if hit is not None:
            self.commands.open_menu(hit, self.pane.results.viewport().mapToGlobal(at))

    # The library

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library: search again when what was found may have changed."""
        before, self._status = self._status, status
        self.pane.mode_switch.set_meaning_problem(status.model.problem)
        self._meaning.show_status(status)
        if self._response is not None and self._meaning.is_missing:
            self._show_warnings(self._response)  # its reason may have changed
        if self._refresh.is_due(before, status, has_hits=self.pane.shows_hits):
            self.controller.repeat()
        elif not (self.pane.shows_hits or self.controller.is_asking):
            self.states.show_start(self.pane.state_page, status)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.show_status(event.status)
        elif isinstance(event, Notice):
            message = Message(event.message, event.hint, is_warning=event.is_warning)
            self.pane.messages.show_message(message)
