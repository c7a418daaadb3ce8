"""The commands of the search page: names, labels, default keys and actions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from twofold.engine.api import SearchMode
from twofold.ui.filters.model import section_title
from twofold.ui.filters.selection import Section
from twofold.ui.i18n.translation import tr
from twofold.ui.results.hit_commands import HitCommand, HitCommands
from twofold.ui.search.search_view import SearchView
from twofold.ui.widgets.actions import Command

# As in web browsers. In text fields on macOS, Alt with an arrow key moves by word.
_BACK, _FORWARD = ("Alt+Left", "Back"), ("Alt+Right", "Forward")
if sys.platform == "darwin":
    _BACK, _FORWARD = ("Ctrl+[", "Back"), ("Ctrl+]", "Forward")


def search_commands() -> tuple[Command[SearchView], ...]:
    """Return the commands of the search page, labelled in the user's language."""
    return (
        *_mode_commands(),
        *_hit_commands(),
        *_preview_commands(),
        *_column_commands(),
        *_list_commands(),
    )


def _mode_commands() -> tuple[Command[SearchView], ...]:
    def mode(mode: SearchMode) -> Callable[[SearchView], None]:
        return lambda view: view.pane.mode_switch.choose(mode)

    return (
        Command(
            "mode_hybrid", tr("Search by keywords and meaning"), mode(SearchMode.HYBRID), ("Alt+1",)
        ),
        Command("mode_keywords", tr("Search by keywords"), mode(SearchMode.LEXICAL), ("Alt+2",)),
        Command("mode_meaning", tr("Search by meaning"), mode(SearchMode.VECTOR), ("Alt+3",)),
    )


def _hit_commands() -> tuple[Command[SearchView], ...]:
    """Return the commands for the selected hit."""

    def results(view: SearchView) -> tuple[QWidget, ...]:
        """Return the list of hits only, because Ctrl+C in the preview copies the selected text."""
        return (view.pane.results,)

    only_in = {
        "open_passage": _list_and_preview,
        "show_in_folder": _list_and_preview,
        "copy_passage": results,
    }
    return (
        *(
            Command(
                one.name,
                one.label,
                partial(_act_on_current_hit, one),
                one.keys,
                only_in.get(one.name, lambda _: ()),
            )
            for one in HitCommands.declared()
        ),
    )


def _preview_commands() -> tuple[Command[SearchView], ...]:
    return (
        Command(
            "toggle_preview",
            tr("Show or hide the preview (narrow window)"),
            lambda view: view.columns.toggle_preview(),
            ("Space",),
            _list_and_preview,
        ),
        Command(
            "copy_as",
            tr("Copy in another format"),
            SearchView.open_copy_menu,
            ("Ctrl+Alt+C",),
            _list_and_preview,
        ),
        Command(
            "next_match",
            tr("Next match"),
            lambda view: view.details.preview.step_match(1),
            ("N", "F3"),
            _list_and_preview,
        ),
        Command(
            "previous_match",
            tr("Previous match"),
            lambda view: view.details.preview.step_match(-1),
            ("Shift+N", "Shift+F3"),
            _list_and_preview,
        ),
        Command(
            "copy_quotation",
            tr("Copy with citation"),
            SearchView.copy_quotation,
            ("Ctrl+Shift+X",),
            _preview,
        ),
        *(
            Command(name, words, partial(_zoom, steps), keys, _preview)
            for name, words, steps, keys in (
                ("zoom_in", tr("Zoom in"), 1, ("Ctrl++", "Ctrl+=")),
                ("zoom_out", tr("Zoom out"), -1, ("Ctrl+-",)),
                ("zoom_usual", tr("Normal size"), 0, ("Ctrl+0",)),
            )
        ),
        Command(
            "enlarge_preview",
            tr("Enlarge the preview"),
            lambda view: view.columns.toggle_enlarged(),
            ("F11",),
        ),
    )


def _column_commands() -> tuple[Command[SearchView], ...]:
    """Return the commands that show and hide columns."""

    def show(section: Section) -> Callable[[SearchView], None]:
        return lambda view: view.columns.show_section(section)

    return (
        Command(
            "toggle_explanation",
            tr("Show or hide the explanation"),
            lambda view: view.columns.toggle_explain(),
            ("Ctrl+I",),
        ),
        Command(
            "toggle_filters",
            tr("Show or hide the filters"),
            lambda view: view.columns.toggle_filters(),
            ("Ctrl+B",),
        ),
        *(
            Command(
                f"filter_{section}",
                tr("Filters: {section}").format(section=section_title(section)),
                show(section),
                (f"Ctrl+{number}",),
            )
            for number, section in enumerate(Section, start=1)
        ),
    )


def _list_commands() -> tuple[Command[SearchView], ...]:
    """Return the commands for the search and its list."""
    return (
        Command(
            "history_back",
            tr("Previous search"),
            lambda view: view.shown.navigation.go_back(),
            _BACK,
        ),
        Command(
            "history_forward",
            tr("Next search"),
            lambda view: view.shown.navigation.go_forward(),
            _FORWARD,
        ),
        Command(
            "save_search",
            tr("Save this search"),
            lambda view: view.searches.toggle_saved(),
            ("Ctrl+D",),
        ),
        Command(
            "group_by_document",
            tr("Group by document"),
            lambda view: view.pane.tools.group.click(),
            ("Ctrl+G",),
        ),
        Command(
            "rerank",
            tr("Rerank the top passages"),
            lambda view: view.pane.tools.rerank.click(),
            ("Ctrl+R",),
        ),
        Command(
            "toggle_weak_matches",
            tr("Show or hide weak matches"),
            lambda view: view.pane.weak_line.button.click(),
            ("Ctrl+Shift+W",),
        ),
        Command(
            "clear_filters", tr("Clear filters"), SearchView.clear_filters, ("Ctrl+Backspace",)
        ),
    )


def _list_and_preview(view: SearchView) -> tuple[QWidget, ...]:
    return (view.pane.results, *view.details.preview.views)


def _preview(view: SearchView) -> tuple[QWidget, ...]:
    return view.details.preview.views


def _zoom(steps: int, view: SearchView) -> None:
    view.details.preview.zoom_by(steps)


def _act_on_current_hit(command: HitCommand, view: SearchView) -> None:
    if (hit := view.current_hit()) is not None:
        command.act(view.commands, hit)
