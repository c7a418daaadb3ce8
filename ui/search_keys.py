"""What keys do on the search page, and where F6 stops."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QApplication, QWidget

from engine.api import Hit, SearchMode
from ui.detail_column import DetailColumn
from ui.filters.filter_column import FilterColumn
from ui.filters.filter_selection import Section
from ui.results.hit_commands import HitCommands
from ui.search.columns import ThreeColumns
from ui.search.search_pane import SearchPane
from ui.widgets.actions import Command


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
                _tr("Preview over the list, in a narrow window"),
                self._columns.toggle_preview,
                places,
            ),
            Command("copy_as", _tr("Copy in another format"), self._open_copy_menu, places),
            Command("next_match", _tr("Next match"), partial(step, 1), places),
            Command("previous_match", _tr("Previous match"), partial(step, -1), places),
        )

    def _open_copy_menu(self) -> None:
        results = self._pane.results
        at = results.visualRect(results.currentIndex()).center()
        self._commands.open_more(self.current_hit(), results.viewport().mapToGlobal(at))

    def mode_commands(self) -> tuple[Command, ...]:
        """Return the keys of the three modes."""
        choose = self._pane.mode_switch.choose
        return (
            Command("mode_hybrid", _tr("Hybrid"), partial(choose, SearchMode.HYBRID)),
            Command("mode_keywords", _tr("Keywords"), partial(choose, SearchMode.LEXICAL)),
            Command("mode_meaning", _tr("Meaning"), partial(choose, SearchMode.VECTOR)),
        )

    def list_commands(self) -> tuple[Command, ...]:
        """Return what keys do with the list as a whole."""
        return (
            Command("save_search", _tr("Save this search"), self._pane.field.save_wanted.emit),
            Command("group_by_document", _tr("Group by document"), self._pane.tools.group.click),
            Command(
                "toggle_weak_matches",
                _tr("Weak matches on or off"),
                self._pane.weak_line.button.click,
            ),
        )

    def section_commands(self) -> tuple[Command, ...]:
        """Return the commands that lead to the filter sections."""
        return tuple(
            Command(
                f"filter_{section}",
                _tr("Filters: {section}").format(section=self._panel.title(section)),
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


def _tr(text: str) -> str:
    return QCoreApplication.translate("SearchKeys", text)
