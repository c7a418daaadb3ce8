"""The search page: filters, hits and details side by side, and how they work together."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
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
from ui.actions import Command
from ui.detail_column import DetailColumn
from ui.engine_bridge import EngineBridge
from ui.filters.filter_column import FilterColumn
from ui.filters.filter_menu import FilterMenu
from ui.filters.filter_selection import FilterSelection, Gesture, Section
from ui.filters.found_by import narrow
from ui.filters.rail import FilterRail
from ui.hit_commands import HitCommands
from ui.messages import Message
from ui.preview.open_document import DocumentOpener
from ui.preview.preview_controller import PreviewController
from ui.search.list_keys import ListKeys
from ui.search.meaning_watch import MeaningWatch
from ui.search.refresh_rule import RefreshRule
from ui.search.search_controller import SearchController
from ui.search.search_pane import SearchPane
from ui.search.search_states import SearchStates
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
        self._previewed: tuple[str, str, str] | None = None
        self.controller = SearchController(
            bridge,
            mode=SearchMode(settings.text("search.mode")),
            fusion=settings.fusion,
            snippet_chars=settings.whole("search.snippet_chars"),
            parent=self,
        )
        self.previews = PreviewController(bridge, self)
        self.opener = DocumentOpener(self)
        self.commands = HitCommands(theme, self.opener, self)
        self.filters = FilterColumn(theme, menu, self)
        self.rail = FilterRail(theme, self.filters.panel, menu, self)
        self._filter_menu = FilterMenu(self.filters.panel, self)
        self.pane = SearchPane(theme, self.filters.panel.choice_name, self._filter_menu, self)
        self.details = DetailColumn(theme, self)
        self.states = SearchStates(self)
        self._refresh = RefreshRule()
        self._meaning = MeaningWatch(self)
        self._list_keys = ListKeys(self.pane.results, self.pane.field)
        self.columns = ThreeColumns(self.filters, self.rail, self.pane, self.details, self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self._connect_signals(bridge)
        self.pane.mode_switch.set_mode(self.controller.request.mode)
        self._show_start()

    def _connect_signals(self, bridge: EngineBridge) -> None:
        pane, results, head = self.pane, self.pane.results, self.details.preview.head
        # asking
        pane.field.query_edited.connect(self._query_edited)
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
        self.controller.failed.connect(self._take_failure)
        self._meaning.repeat_wanted.connect(self.controller.repeat)
        self.controller.waiting.connect(pane.waiting_bar.set_waiting)
        self.states.filters_unwanted.connect(self.clear_filters)
        self.states.mode_wanted.connect(pane.mode_switch.choose)
        # hits
        results.hit_chosen.connect(self._show_hit)
        self.details.explain.hit_chosen.connect(results.choose)
        results.hit_activated.connect(self.commands.open)
        results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        results.customContextMenuRequested.connect(self._open_hit_menu)
        pane.export_wanted.connect(self.export_wanted)
        # preview
        self.previews.ready.connect(self.details.preview.show_preview)
        self.previews.failed.connect(self._show_preview_failure)
        self.details.preview.page_wanted.connect(self._show_page)
        head.citation_wanted.connect(lambda: self.commands.copy_citation(self.current_hit()))
        head.open_wanted.connect(lambda: self.commands.open(self.current_hit()))
        self.opener.refused.connect(lambda why: pane.messages.show_message(Message(why)))
        bridge.happened.connect(self._take_event)

    # Asking

    def _query_edited(self, text: str) -> None:
        self.controller.type_query(text)
        self.filters.panel.set_stale()

    def _confirmed(self, in_folder: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        hit = self.current_hit()
        if not self.controller.is_answered:
            self.controller.search()  # the hit shown is not yet one of this query
        elif in_folder:
            self.commands.show_in_folder(hit)
        else:
            self.commands.open(hit)

    def _filter_gesture(self, section: Section, value: str, gesture: Gesture) -> None:
        self._select(self._selection.after(section, value, gesture))

    def _select(self, selection: FilterSelection) -> None:
        self._selection = selection
        self.filters.panel.set_selection(selection)
        self.pane.chips.set_selection(selection)
        self.rail.set_selection(selection)
        filters = selection.as_filters()
        if filters != self.controller.request.filters:
            self.filters.panel.set_stale()
            self.controller.set_filters(filters)
        elif self._response is not None:
            self._show_answer(self._response, self._response)

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

    def _take_answer(self, response: SearchResponse) -> None:
        before, self._response = self._response, response
        self._meaning.take_answer(response)
        self.filters.panel.show_response(response)
        self._show_warnings(response)
        self._show_answer(response, before)

    def _show_answer(self, response: SearchResponse, before: SearchResponse | None) -> None:
        asked = before.request if before is not None else None
        keep_place = asked == response.request
        same_query = asked is not None and asked.query == response.request.query
        kept = self.current_hit() if same_query else None
        narrowed = narrow(response, self._selection)
        if not response.request.query.strip():
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
        self._show_hit(None)

    def _show_warnings(self, response: SearchResponse) -> None:
        message = Message("")
        if response.trace.mode is SearchMode.HYBRID and self._meaning.is_awaited:
            message = Message(self.states.meaning_words(self._status), is_warning=False)
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
        return self.pane.results.current_hit() if self.pane.shows_hits else None

    def _show_hit(self, hit: Hit | None) -> None:
        response = self.response
        found = 0 if response is None else len(response.ranking)
        self.details.show_position(hit.rank if hit else 0, found)
        if response is not None:
            self.details.explain.show_hit(response, hit)
        wanted = None
        if hit is not None and response is not None:
            wanted = (hit.chunk_id, response.request.query, hit.indexed_at)
        if wanted == self._previewed:
            return
        self._previewed = wanted
        if wanted is None:
            self.previews.show_nothing()
            self.details.preview.show_nothing()
        else:
            self.previews.show_passage(wanted[0], wanted[1], self._page_width())

    def _show_preview_failure(self, message: str, hint: str) -> None:
        self._previewed = None  # so that the next answer asks for it once more
        self.details.preview.show_failure(message, hint)

    def _show_page(self, page: int) -> None:
        self.previews.show_page(page, self._page_width())

    def _page_width(self) -> int:
        return self.details.preview.page_width()

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
        elif not self.pane.shows_hits and not self.controller.request.query.strip():
            self.states.show_start(self.pane.state_page, status)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.show_status(event.status)
        elif isinstance(event, Notice):
            message = Message(event.message, event.hint, is_warning=event.is_warning)
            self.pane.messages.show_message(message)

    # Keys

    def key_commands(self, places: tuple[QWidget, ...]) -> tuple[Command, ...]:
        """Return what keys do with the current hit while one of `places` has the focus."""
        preview = Command(
            self.tr("Preview over the list, in a narrow window"),
            ("Space",),
            self.columns.toggle_preview,
            places,
        )
        return (*self.commands.key_commands(self.current_hit, places), preview)

    def section_commands(self) -> tuple[Command, ...]:
        """Return the keys that lead to the filter sections, from Ctrl+1."""
        panel, columns = self.filters.panel, self.columns
        return tuple(
            Command(
                self.tr("Filters: {section}").format(section=panel.title(section)),
                (f"Ctrl+{place}",),
                partial(columns.show_section, section),
            )
            for place, section in enumerate(Section, 1)
        )

    def next_match(self) -> None:
        """Go to the next match in the preview."""
        self.details.preview.step_match(1)

    def last_match(self) -> None:
        """Go to the previous match in the preview."""
        self.details.preview.step_match(-1)

    def focus_stops(self) -> tuple[QWidget, ...]:
        """Return where F6 stops, in order."""
        preview = self.details.preview
        return (
            self.pane.field,
            self.pane.results,
            preview.text_view,
            preview.page_view,
            self.details.explain,
            self.filters.panel.sections[Section.FOUND_BY].tree,
        )
