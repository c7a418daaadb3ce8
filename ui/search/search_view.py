"""The search page: connects filters, hits and details."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from twofold.engine.api import (
    FusionSettings,
    Hit,
    Notice,
    SearchMode,
    SearchResponse,
    SettingError,
    Settings,
    SettingValue,
)
from twofold.ui.client import EngineClient
from twofold.ui.filters.column import FilterColumn, FilterMenu, FilterRail
from twofold.ui.filters.model import choice_name
from twofold.ui.filters.selection import FilterAction, FilterSelection, Section
from twofold.ui.filters.typed import take_filters, without_filters
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.opening.checked import CheckedOpening
from twofold.ui.opening.openable import DocumentExtensions, OpenWith
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.results.hit_commands import HitCommands
from twofold.ui.search.answer_display import AnswerDisplay
from twofold.ui.search.columns import Breakpoint, ThreeColumns
from twofold.ui.search.detail_column import DetailColumn
from twofold.ui.search.pages import HITS_SHOWN, first_page_for
from twofold.ui.search.saved_searches import SavedSearches, SearchHistoryStore
from twofold.ui.search.search_field import ListKeys
from twofold.ui.search.search_pane import SearchPane
from twofold.ui.search.session import SearchSession
from twofold.ui.search.shown_search import ShownSearch
from twofold.ui.search.states import SearchStates, StateActions
from twofold.ui.search.suggestions import FILTERS, Kind, Suggestion, Suggestions
from twofold.ui.search.watching import WatchedSearches
from twofold.ui.settings.live_settings import StoreSettings
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.messages import BarMessage
from twofold.ui.widgets.undo import UndoBar


class SearchView(QWidget):
    """Three columns. Widgets emit what the user requests; this page carries it out.

    `store_settings` stores settings and `history` searches. `undo` offers to undo a removal.

    Signals:
        library_requested: show the library page.
        missing_requested: explain why a file or passage is not in the list.
    """

    library_requested = Signal()
    missing_requested = Signal()

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        settings: Settings,
        menu: QMenu,
        undo: UndoBar,
        *,
        store_settings: StoreSettings,
        history: SearchHistoryStore,
        document_extensions: DocumentExtensions,
        sample_root: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._store_settings, self._undo = store_settings, undo
        self._selection = FilterSelection()
        self.opener = DocumentOpener(OpenWith.of(settings), self, document_extensions)
        self.opening = CheckedOpening(client, self.opener, self)
        self.commands = HitCommands(client, theme, self.opening, self._get_response, self)
        self.filters = FilterColumn(theme, menu, self)
        self.rail = FilterRail(theme, self.filters.panel, menu, self)
        panel = self.filters.panel
        self.pane = SearchPane(theme, choice_name, FilterMenu(panel, self), self)
        self.details = DetailColumn(theme, self)
        self.details.explain.controls.set_default(settings.fusion)
        self.session = SearchSession(client, settings, page=self._hits_asked_first, parent=self)
        self.searches = SavedSearches(history, self._get_selection, self.pane.messages, undo, self)
        self.shown = ShownSearch(
            self.session,
            self.pane,
            self.searches,
            selection=self._get_selection,
            select=self._select,
            parent=self,
        )
        self.answers = AnswerDisplay(
            client,
            self.session,
            self.pane,
            panel,
            self.details,
            states=SearchStates(self.pane.empty_state, self._state_actions(), sample_root),
            searches=self.searches,
            settings=settings,
            parent=self,
        )
        self.suggestions = Suggestions(
            client,
            theme,
            self.pane.field,
            self.searches,
            known=lambda section: panel.model(section).known_values(),
            parent=self.pane,
        )
        self.watched = self._make_watched(client)
        self.columns = ThreeColumns(self.filters, self.rail, self.pane, self.details, self)
        layouts.row(self.columns, parent=self)
        self._connect_signals(client)
        self.searches.changed.emit()

    def _make_watched(self, client: EngineClient) -> WatchedSearches:
        return WatchedSearches(
            client,
            self.searches,
            base=lambda: self.session.request,
            is_busy=lambda: self.session.is_asking and not self.session.is_answered,
            parent=self,
        )

    def _state_actions(self) -> StateActions:
        return StateActions(
            search=self.pane.field.set_query,
            open_saved=self.shown.open_search,
            forget=self.searches.forget,
            set_mode=self.pane.mode_switch.choose,
            clear_filters=self.clear_filters,
            show_weak=self.shown.weak_requested.emit,
            show_library=self.library_requested.emit,
            explain_missing=self.missing_requested.emit,
            rename_saved=self.shown.ask_name,
            remove_saved=self.searches.remove_saved,
            open_place=self.shown.open_place,
            open_changes=self._open_changes,
        )

    def _connect_signals(self, client: EngineClient) -> None:
        pane, results, head = self.pane, self.pane.results, self.details.preview.head
        controls = self.details.explain.controls
        # searching
        self._list_keys = ListKeys(results, pane.field)
        pane.mode_switch.set_mode(self.session.request.mode)
        self.shown.weak_requested.connect(self._show_weak)
        pane.field.query_edited.connect(self._on_query)
        pane.field.editingFinished.connect(self._take_filters)
        pane.field.moved_down.connect(self._focus_list)
        pane.field.confirmed.connect(self._on_confirm)
        pane.field.save_action.triggered.connect(self.searches.toggle_saved)
        pane.mode_switch.mode_chosen.connect(self.session.set_mode)
        pane.tools.group.toggled.connect(self.session.set_grouping)
        for discrete in (pane.mode_switch.mode_chosen, pane.tools.group.toggled):
            discrete.connect(self.shown.note_change)
        pane.tools.order_chosen.connect(self.shown.note_change)
        controls.moved.connect(self.session.set_fusion)
        controls.kept.connect(self._keep_as_default)
        self.suggestions.taken.connect(self._on_suggestion)
        # filters
        self.filters.panel.action_requested.connect(self._on_filter_action)
        pane.chips.removed.connect(lambda choice: self._select(self._selection.without(choice)))
        pane.chips.cleared.connect(self.clear_filters)
        self.session.waiting.connect(pane.waiting_bar.setVisible)
        self.session.waiting.connect(self._show_waiting)
        # hits
        results.hit_model.end_reached.connect(self.session.ask_for_more)
        self.details.explain.hit_chosen.connect(results.choose)
        # Not `activated`: some desktops emit that at a single click.
        results.doubleClicked.connect(lambda _: self.commands.open(self.current_hit()))
        for used in (results.clicked, results.doubleClicked, self.commands.copied):
            used.connect(self.searches.remember)
        results.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        results.customContextMenuRequested.connect(self._open_hit_menu)
        # the selected hit
        head.cite.clicked.connect(lambda: self.commands.copy_citation(self.current_hit()))
        head.open.clicked.connect(lambda: self.commands.open(self.current_hit()))
        self.details.preview.quotation_requested.connect(self.copy_quotation)
        self.commands.together = results.selected_with
        self.commands.like_requested.connect(self.shown.search_like)
        self.commands.failed.connect(pane.messages.show_message)
        self.commands.copied.connect(self._report_done)
        self.opening.message.connect(pane.messages.show_message)
        client.status_changed.connect(self.answers.show_status)
        client.status_changed.connect(self.watched.show_status)
        client.noticed.connect(self._show_notice)

    # Searching

    def _show_waiting(self, waiting: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        # The order of the hits does not affect the counts.
        self.filters.panel.set_stale(waiting and not self.session.request.rerank)

    def _hits_asked_first(self) -> int:
        # Filters such as 'found by' may leave few of the first hits.
        narrows = self._selection.narrows_hits
        return HITS_SHOWN if narrows else first_page_for(self.pane.rows_in_view)

    def _on_query(self, text: str) -> None:
        if not self._take_filters(self.pane.field.typed_at):
            self.shown.type_query(text)

    def _take_filters(self, cursor: int | None = None) -> bool:
        """Move filters from the search field to chips; return whether there were any.

        With a `cursor`, the user is still typing, and only complete filters are moved.
        """
        field, before = self.pane.field, self.pane.field.text()
        typed = take_filters(before, self._selection, cursor)
        if typed.text == before:
            return False
        field.rewrite(typed.text, typed.cursor)
        self.shown.type_query(typed.text)
        self._select(typed.selection)
        return True

    def _on_confirm(self, in_folder: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        if self._take_filters():
            return
        hit = self.current_hit()
        self.searches.remember()
        if not self.session.is_answered:
            self.session.search()  # the current hit belongs to an earlier query
        elif in_folder:
            self.commands.show_in_folder(hit)
        else:
            self.commands.open(hit)

    def _on_suggestion(self, suggestion: Suggestion) -> None:
        if suggestion.kind in FILTERS:
            self._on_filter_action(FILTERS[suggestion.kind], suggestion.value, FilterAction.ADD)
        elif suggestion.kind is Kind.SAVED:
            saved = self.searches.history.saved
            self.shown.open_search(next(one for one in saved if one.query == suggestion.value))

    def _on_filter_action(self, section: Section, value: str, action: FilterAction) -> None:
        self._select(self._selection.after(section, value, action))

    def _select(self, selection: FilterSelection) -> None:
        self._selection = selection
        self.filters.panel.set_selection(selection)
        self.pane.chips.set_selection(selection)
        self.rail.set_selection(selection)
        self.answers.select(selection)
        filters = selection.as_filters()
        if filters != self.session.request.filters:
            self.session.set_filters(filters)
        else:
            self.answers.show_again()
            self.session.ask_for_rest()  # few hits of the first page may remain
        self.shown.note_change()

    def clear_filters(self) -> None:
        """Remove all filters and offer to undo it."""
        before, text = self._selection, self.pane.field.text()
        words_alone = without_filters(text)
        self._select(FilterSelection())
        if words_alone != text:
            self.pane.field.set_query(words_alone)

        def undo() -> None:
            self._select(before)
            if words_alone != text:
                self.pane.field.set_query(text)

        if before.choices or words_alone != text:
            one, more = tr("The filter was removed."), tr("The filters were removed.")
            self._undo.offer(more if len(before.choices) > 1 else one, undo)

    @property
    def selection(self) -> FilterSelection:
        """The active filters."""
        return self._selection

    def _get_selection(self) -> FilterSelection:
        return self._selection

    # Hits

    @property
    def response(self) -> SearchResponse | None:
        """The current answer, with only the hits that are shown."""
        return self.answers.response

    def _get_response(self) -> SearchResponse | None:
        return self.response

    def _show_weak(self) -> None:
        self.answers.show_weak(wanted=True)

    def current_hit(self) -> Hit | None:
        """Return the hit shown in preview and explanation."""
        return self.pane.current_hit()

    def copy_quotation(self) -> None:
        """Copy the text selected in the preview with its citation."""
        hit, quotation = self.current_hit(), self.details.preview.quotation()
        if hit is not None and quotation is not None and quotation.chunk_id == hit.chunk_id:
            self.commands.copy_quotation(hit, quotation.text, quotation.place)

    def _focus_list(self) -> None:
        if self.pane.shows_hits:
            self.pane.results.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_hit_menu(self, at: QPoint) -> None:
        hit = self.current_hit()
        if hit is None:
            return
        menu = self.commands.open_menu(hit, self.pane.results.viewport().mapToGlobal(at))
        menu.addAction(tr("Only search this document"), partial(self.shown.open_document, hit))
        if self.columns.breakpoint is Breakpoint.NARROW:
            menu.addAction(tr("Show the preview"), self.columns.toggle_preview)

    def _open_changes(self, folder: str) -> None:
        """List the documents of a folder that are dated since the last visit."""
        self.shown.open_place(folder, since=self.answers.home.since)

    def open_copy_menu(self) -> None:
        """Open the menu with the formats for copying the current hit."""
        results = self.pane.results
        at = results.visualRect(results.currentIndex()).center()
        if (hit := self.current_hit()) is not None:
            self.commands.open_copy_menu(hit, results.viewport().mapToGlobal(at))

    # Settings

    def use_settings(self, settings: Settings, key: str) -> None:
        """Apply a changed setting to the current search and later ones."""
        if key == "search.mode":
            mode = SearchMode(settings.text(key))
            self.pane.mode_switch.set_mode(mode)
            self.session.set_mode(mode)
        else:
            self.details.explain.controls.set_default(settings.fusion)
            self.session.use_settings(settings)
            self.answers.reranking.use_settings(settings)

    def _keep_as_default(self, fusion: FusionSettings) -> None:
        """Store `fusion` as the default for new searches, and offer to undo it."""
        before = self.details.explain.controls.default

        def undo() -> None:
            in_use = self.session.request.fusion
            if self._store_default(before):
                self.session.set_fusion(in_use)

        if self._store_default(fusion):
            self._undo.offer(tr("Saved as the default for all searches."), undo)

    def _store_default(self, fusion: FusionSettings) -> bool:
        """Store the settings; on failure, show the reason and return False."""
        values: dict[str, SettingValue] = {
            "search.fusion": fusion.rule.value,
            **{f"search.{name}": value for name, value in fusion.parameters.items()},
        }
        try:
            self._store_settings(values)
        except SettingError as error:
            words = translated(error.message, error.hint)
            self.pane.messages.show_message(BarMessage(words))
            return False
        self.details.explain.controls.set_default(fusion)
        return True

    def _report_done(self, words: str) -> None:
        self.pane.messages.show_message(BarMessage(words, is_warning=False, is_passing=True))

    def _show_notice(self, notice: Notice) -> None:
        if not notice.can_try_again:  # otherwise the library controller shows it with a button
            message = BarMessage(notice.message, notice.hint, notice.is_warning, notice.is_passing)
            self.pane.messages.show_message(message)
