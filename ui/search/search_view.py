"""The search page: filters, hits and details side by side, how they work together, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QWidget

from engine.api import (
    FusionSettings,
    Hit,
    LibraryStatus,
    Notice,
    SearchMode,
    SearchResponse,
    SettingError,
    Settings,
    SettingValue,
)
from ui.answer import first_page_for
from ui.client import EngineClient
from ui.filters.column import FilterColumn, FilterMenu, FilterRail
from ui.filters.model import choice_name, section_title
from ui.filters.selection import FilterSelection, Gesture, Section
from ui.i18n.translation import tr
from ui.preview.document_opener import (
    CheckedOpening,
    DocumentExtensions,
    DocumentOpener,
    OpenWith,
)
from ui.results.hit_commands import HitCommands
from ui.search.answer_display import AnswerDisplay
from ui.search.columns import ThreeColumns
from ui.search.detail_column import DetailColumn, ShownHit
from ui.search.refresh import SearchRefresh
from ui.search.saved_searches import MemoryFile, SavedSearch, Searches
from ui.search.search_field import ListKeys, TypingDebounce
from ui.search.search_pane import SearchPane
from ui.search.session import SearchSession
from ui.search.states import SearchStates, StartOffers
from ui.search.suggestions import Kind, Suggestion, Suggestions
from ui.settings.live_settings import KeepSettings
from ui.theme import Theme
from ui.widgets.actions import Command
from ui.widgets.messages import Message


class SearchKeys:
    """Knows the three columns; `commands` act on the current hit."""

    def __init__(
        self,
        columns: ThreeColumns,
        filters: FilterColumn,
        pane: SearchPane,
        details: DetailColumn,
        commands: HitCommands,
    ) -> None:
        self._columns = columns
        self._panel = filters.panel
        self._pane = pane
        self._details = details
        self._commands = commands
        commands.together = pane.results.together_with

    def current_hit(self) -> Hit | None:
        """Return the hit that preview and explanation show."""
        return self._pane.current_hit()

    def hit_commands(self, places: tuple[QWidget, ...]) -> tuple[Command, ...]:
        """Return what keys do with the current hit while one of `places` has the focus."""
        step = self._details.preview.step_match
        return (
            *self._commands.key_commands(self.current_hit, places),
            Command(
                "toggle_preview",
                tr("Preview over the list, in a narrow window"),
                self._columns.toggle_preview,
                places,
            ),
            Command("copy_as", tr("Copy in another format"), self._open_copy_menu, places),
            Command("next_match", tr("Next match"), partial(step, 1), places),
            Command("previous_match", tr("Previous match"), partial(step, -1), places),
        )

    def _open_copy_menu(self) -> None:
        results = self._pane.results
        at = results.visualRect(results.currentIndex()).center()
        if (hit := self.current_hit()) is not None:
            self._commands.open_copy_menu(hit, results.viewport().mapToGlobal(at))

    def mode_commands(self) -> tuple[Command, ...]:
        """Return the keys of the three modes."""
        choose = self._pane.mode_switch.choose
        return (
            Command("mode_hybrid", tr("Hybrid"), partial(choose, SearchMode.HYBRID)),
            Command("mode_keywords", tr("Keywords"), partial(choose, SearchMode.LEXICAL)),
            Command("mode_meaning", tr("Meaning"), partial(choose, SearchMode.VECTOR)),
        )

    def list_commands(self) -> tuple[Command, ...]:
        """Return what keys do with the list as a whole."""
        return (
            Command("save_search", tr("Save this search"), self._pane.field.save_wanted.emit),
            Command("group_by_document", tr("Group by document"), self._pane.tools.group.click),
            Command(
                "toggle_weak_matches",
                tr("Weak matches on or off"),
                self._pane.weak_line.button.click,
            ),
        )

    def section_commands(self) -> tuple[Command, ...]:
        """Return the commands that lead to the filter sections."""
        return tuple(
            Command(
                f"filter_{section}",
                tr("Filters: {section}").format(section=section_title(section)),
                partial(self._columns.show_section, section),
            )
            for section in Section
        )

    def step_column(self, step: int) -> None:
        """Move the focus to the next column."""
        seen = [stop for stop in self.focus_stops() if stop.isVisible()]
        stops = [(stop, inside) for stop in seen if (inside := _where_focus_is_seen(stop))]
        focus = QApplication.focusWidget()
        here = [
            place
            for place, (stop, _) in enumerate(stops)
            if focus is not None and (stop is focus or stop.isAncestorOf(focus))
        ]
        if stops:
            place = (here[0] + step) % len(stops) if here else 0
            stops[place][1].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_stops(self) -> tuple[QWidget, ...]:
        """Return where F6 stops, in order."""
        preview = self._details.preview
        return (
            self._pane.field,
            self._pane.results,
            preview.text_view,
            preview.read_view,
            preview.page_view,
            self._details.explain,
            self._panel.sections[Section.FOUND_BY].tree,
        )


def _where_focus_is_seen(stop: QWidget) -> QWidget | None:
    """Return what shows the focus in a column: a panel shows none, but its first button does."""
    if stop.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        return stop
    inside = stop.nextInFocusChain()
    while inside is not None and stop.isAncestorOf(inside):
        takes_tab = inside.focusPolicy() & Qt.FocusPolicy.TabFocus
        if takes_tab and inside.isVisible() and inside.isEnabled():
            return inside
        inside = inside.nextInFocusChain()
    return None


_SUGGESTED = {Kind.TAG: Section.TAGS, Kind.FOLDER: Section.FOLDERS}


class SearchView(QWidget):
    """Three columns. Widgets say what a person wants; this page decides what follows.

    `keep` stores settings, and `memory` searches, that a person wants to find again.

    Signals:
        export_wanted: the response and the selected hits are to be exported.
        filters_cleared: what to say, and a call that brings the filters back.
    """

    export_wanted = Signal()
    filters_cleared = Signal(str, object)

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        settings: Settings,
        menu: QMenu,
        *,
        keep: KeepSettings | None = None,
        memory: MemoryFile | None = None,
        document_extensions: DocumentExtensions = frozenset,
        sample_root: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._selection = FilterSelection()
        self._status = LibraryStatus()
        self.session = SearchSession(client, settings, parent=self)
        self.opener = DocumentOpener(OpenWith.of(settings), self, document_extensions)
        self.opening = CheckedOpening(client, self.opener, self)
        self.commands = HitCommands(client, theme, self.opening, lambda: self.response, self)
        self.filters = FilterColumn(theme, menu, self)
        self.rail = FilterRail(theme, self.filters.panel, menu, self)
        self.pane = SearchPane(theme, choice_name, FilterMenu(self.filters.panel, self), self)
        self.details = DetailColumn(theme, self)
        self._make_answers(client, settings, keep)
        self.searches = Searches(memory, lambda: self._selection, self)
        find = self.pane.field.set_query
        self.starts = StartOffers(
            self.searches, self.states, self.open_search, find, self, sample_root=sample_root
        )
        self.suggestions = Suggestions(client, theme, self.pane.field, self._known, self.pane)
        self._list_keys = ListKeys(self.pane.results, self.pane.field)
        self.columns = ThreeColumns(self.filters, self.rail, self.pane, self.details, self)
        self.keys = SearchKeys(self.columns, self.filters, self.pane, self.details, self.commands)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.columns)
        self._connect_signals(client)
        self.pane.mode_switch.set_mode(self.session.request.mode)
        self.searches.show_in(self.pane.field)
        self.starts.show()

    def _make_answers(
        self, client: EngineClient, settings: Settings, keep: KeepSettings | None
    ) -> None:
        """Make what shows an answer in the pane and in the details."""
        rest = TypingDebounce(self.pane.field)
        self.shown = ShownHit(client, self.details, rest, self)
        self.states = SearchStates(self)
        self.refresh = SearchRefresh(self.session, self.pane.results, self.pane.field, self)
        self._keep = keep
        self.details.explain.controls.set_default(settings.fusion)
        self.answers = AnswerDisplay(
            client,
            self.session,
            self.pane,
            self.filters.panel,
            states=self.states,
            refresh=self.refresh,
            shown=self.shown,
            rest=rest,
            parent=self,
        )

    def _connect_signals(self, client: EngineClient) -> None:
        pane, results, head = self.pane, self.pane.results, self.details.preview.head
        # asking
        self.session.use_page(lambda: first_page_for(pane.rows_in_view))
        pane.field.query_edited.connect(self.session.type_query)
        pane.field.moved_down.connect(self._into_list)
        pane.field.confirmed.connect(self._confirmed)
        pane.mode_switch.mode_chosen.connect(self.session.set_mode)
        self.details.explain.controls.moved.connect(self.session.set_fusion)
        self.details.explain.controls.kept.connect(self._keep_as_default)
        pane.field.save_wanted.connect(self.searches.toggle_saved)
        self.suggestions.taken.connect(self._take_suggestion)
        self.suggestions.unwanted.connect(self.searches.forget)
        self.states.query_wanted.connect(pane.field.set_query)
        self.session.answered.connect(self._note_answer)
        self.searches.changed.connect(lambda: self.searches.show_in(pane.field))
        self.starts.changed.connect(lambda: self.answers.show_status(self._status))
        self.searches.said.connect(pane.messages.show_message)
        self.searches.removed.connect(pane.messages.withdraw_passing)
        self.searches.fresh_changed.connect(results.hit_model.mark_new)
        # filters and answers
        self.filters.panel.gestured.connect(self._filter_gesture)
        pane.chips.removed.connect(lambda choice: self._select(self._selection.without(choice)))
        pane.chips.cleared.connect(self.clear_filters)
        self.session.waiting.connect(pane.waiting_bar.set_waiting)
        self.session.waiting.connect(self.filters.panel.set_waiting)
        self.states.filters_unwanted.connect(self.clear_filters)
        self.states.mode_wanted.connect(pane.mode_switch.choose)
        # hits
        results.hit_model.end_reached.connect(self.session.ask_for_more)
        results.hit_chosen.connect(lambda hit: self.shown.choose(self.response, hit))
        self.details.explain.hit_chosen.connect(results.choose)
        results.hit_activated.connect(self.commands.open)
        results.hit_activated.connect(self.searches.remember)
        results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        results.customContextMenuRequested.connect(self._open_hit_menu)
        pane.tools.export_wanted.connect(self.export_wanted)
        pane.tools.grouping_wanted.connect(self.session.set_grouping)
        # the chosen hit
        head.cite.clicked.connect(lambda: self.commands.copy_citation(self.current_hit()))
        head.open.clicked.connect(lambda: self.commands.open(self.current_hit()))
        self.commands.like_wanted.connect(self._search_like)
        self.commands.failed.connect(
            lambda why, hint: pane.messages.show_message(Message(why, hint))
        )
        self.opening.message.connect(pane.messages.show_message)
        self.opener.refused.connect(lambda why, _: pane.messages.show_message(Message(why)))
        client.status_changed.connect(self.show_status)
        client.noticed.connect(self._show_notice)

    # Asking

    def _confirmed(self, in_folder: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        hit = self.current_hit()
        if not self.session.is_answered:
            self.session.search()  # the hit shown is not yet one of this query
        elif in_folder:
            self.commands.show_in_folder(hit)
        else:
            self.commands.open(hit)

    def open_search(self, search: SavedSearch) -> None:
        """Search as it was saved: query, mode and filters."""
        self.pane.mode_switch.set_mode(search.mode)
        self.session.set_mode(search.mode)
        self._select(search.selection)
        self.pane.field.set_query(search.query)

    def _note_answer(self, response: SearchResponse) -> None:
        self.searches.take_answer(response)
        self.searches.show_in(self.pane.field)
        if self.searches.is_saved:
            self.session.when_whole(lambda: self.searches.look_at(self.response))

    def _known(self, kind: Kind) -> tuple[str, ...]:
        if kind in _SUGGESTED:
            return self.filters.panel.model(_SUGGESTED[kind]).known_values()
        return self.searches.memory.queries(recent=kind is Kind.RECENT)

    def _take_suggestion(self, suggestion: Suggestion) -> None:
        section = _SUGGESTED.get(suggestion.kind)
        if section is not None:
            self._filter_gesture(section, suggestion.value, Gesture.ADD)
        elif suggestion.kind is Kind.SAVED:
            for saved in self.searches.memory.saved_as(suggestion.value)[:1]:
                self.open_search(saved)

    def _search_like(self, hit: Hit) -> None:
        self.pane.field.clear()
        self.session.search_like(hit.chunk_id)
        # In the emptied field Down would bring former searches, laid over what was asked for.
        self.pane.results.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _filter_gesture(self, section: Section, value: str, gesture: Gesture) -> None:
        self._select(self._selection.after(section, value, gesture))

    def _select(self, selection: FilterSelection) -> None:
        self._selection = selection
        self.filters.panel.set_selection(selection)
        self.pane.chips.set_selection(selection)
        self.rail.set_selection(selection)
        self.answers.select(selection)
        self.session.ask_for_all_at_once(wanted=selection.narrows_hits)
        filters = selection.as_filters()
        if filters != self.session.request.filters:
            self.session.set_filters(filters)
        else:
            self.answers.show_again()
            self.session.ask_for_rest()  # few hits of the first page may be left

    def clear_filters(self) -> None:
        """Take all filters away, and let that be taken back."""
        before = self._selection
        self._select(FilterSelection())
        if before.choices:
            one, more = tr("The filter is cleared."), tr("The filters are cleared.")
            words = more if len(before.choices) > 1 else one
            self.filters_cleared.emit(words, lambda: self._select(before))

    @property
    def selection(self) -> FilterSelection:
        """The active filters."""
        return self._selection

    # Answers

    @property
    def response(self) -> SearchResponse | None:
        """The answer shown, with only the hits that are shown."""
        return self.answers.response

    def when_whole(self, then: Callable[[], None]) -> None:
        """Call `then` as soon as all hits of the answer are here, which may be now."""
        self.session.when_whole(then)

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

    def use_settings(self, settings: Settings, key: str) -> None:
        """Let a changed setting hold for the search shown and later ones."""
        if key == "search.mode":
            mode = SearchMode(settings.text(key))
            self.pane.mode_switch.set_mode(mode)
            self.session.set_mode(mode)
        else:
            self.details.explain.controls.set_default(settings.fusion)
            self.session.use_settings(settings)

    def _keep_as_default(self, fusion: FusionSettings) -> None:
        values: dict[str, SettingValue] = {
            "search.fusion": fusion.rule.value,
            **{f"search.{name}": value for name, value in fusion.parameters.items()},
        }
        try:
            if self._keep is not None:
                self._keep(values)
        except SettingError as error:
            words = f"{error.message} {error.hint}".strip()
            self.pane.messages.show_message(Message(words))
            return
        self.details.explain.controls.set_default(fusion)
        words = tr("Every search begins with this balance from now on.")
        self.pane.messages.show_message(Message(words, is_warning=False, is_passing=True))

    # The library

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library: search again when what was found may have changed."""
        self._status = status
        self.refresh.show_status(status, has_hits=self.pane.shows_hits)
        self.starts.take_status(status)
        self.answers.show_status(status)

    def _show_notice(self, notice: Notice) -> None:
        if not notice.can_try_again:  # else the library's controller offers that
            message = Message(notice.message, notice.hint, notice.is_warning, notice.is_passing)
            self.pane.messages.show_message(message)
