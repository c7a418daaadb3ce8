"""Takes screenshots of every state of the window, in both themes and several sizes, for review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from photographer import NARROW, SIZE, Photographer, let_run
from PySide6.QtCore import QPoint, QSize

from twofold.ui.widgets.messages import BarMessage

_SIZES = (NARROW, QSize(1024, 700), QSize(1280, 800), QSize(1440, 900), QSize(1920, 1080))
_TWO_SIZES = (NARROW, SIZE)
# The size for screenshots at twice the resolution, which reveal coarse drawing.
_ON_A_DENSE_SCREEN = (QSize(1280, 800),)
_NOTHING = "a recipe for chocolate cake"
_MISTYPED = '"finalizzer namespce"'

Show = Callable[[], object]


def photograph_all(camera: Photographer, documents: Path) -> None:
    """Take screenshots of every state: pages in all sizes, dialogs and menus in two sizes."""
    camera.wait(lambda: camera.status.model.ready)
    window = camera.window
    _take(camera, "welcome", window.update, _SIZES)
    camera.read(documents)
    _take(camera, "start", window.show_search, _SIZES)
    _take(camera, "window", camera.search, _SIZES)
    _take(camera, "library", window.show_library, _SIZES)
    _take(camera, "empty", partial(camera.ask, _NOTHING), _SIZES)
    _take(camera, "mistyped", partial(camera.ask, _MISTYPED), _TWO_SIZES)
    _take(camera, "filtered", camera.filter_alone, _SIZES)
    window.search.clear_filters()
    window.undo_bar.settle()
    _take(camera, "explain-table", partial(_show_ranks, camera), _SIZES[2:])
    for name, show in _dialogs(camera).items():
        camera.search()
        _take(camera, name, show, _TWO_SIZES)
    camera.add_unreadable_files(documents)
    _take(camera, "library-rules", partial(_test_a_rule, camera), _SIZES)


def _dialogs(camera: Photographer) -> dict[str, Show]:
    window, search = camera.window, camera.window.search
    return {
        "export": camera.show_export,
        "menu-of-a-hit": partial(_open_menu_of_hit, camera),
        "menu": lambda: window.menu.popup(window.mapToGlobal(QPoint(40, 48))),
        "message": partial(_say, camera),
        "undo": partial(_offer_undo, camera),
        "quick": partial(_search_quickly, camera),
        "models": window.library_page.show_models,
        "settings": window.show_settings,
        "keys": window.show_shortcuts,
        "tags": lambda: search.commands.tags_requested.emit(search.current_hit()),
        "collection": partial(_collected_message, camera),
        "over-the-hits": partial(_show_over_the_hits, camera),
    }


def _take(camera: Photographer, state: str, show: Show, sizes: Sequence[QSize]) -> None:
    is_dense = camera.window.devicePixelRatioF() > 1
    for size in _ON_A_DENSE_SCREEN if is_dense else sizes:
        camera.window.resize(size)
        for theme in ("light", "dark"):
            camera.theme.use(theme, camera.application)
            show()
            camera.keep(f"{state}-{size.width()}-{theme}")
            camera.close_dialogs()
    camera.window.search.columns.show_hits()
    camera.window.search.pane.messages.withdraw()
    camera.window.undo_bar.settle()


def _show_ranks(camera: Photographer) -> None:
    camera.search()
    table = camera.window.search.details.explain.table_button
    if not table.isChecked():
        table.click()


def _open_menu_of_hit(camera: Photographer) -> None:
    search = camera.window.search
    hit = search.current_hit()
    if hit is not None:
        results = search.pane.results
        search.commands.open_menu(hit, results.viewport().mapToGlobal(QPoint(160, 60)))


def _say(camera: Photographer) -> None:
    words = "Only keywords were searched: the semantic model cannot be loaded."
    message = BarMessage(words, "Choose another model in the library.")
    camera.window.search.pane.messages.show_message(message)


def _offer_undo(camera: Photographer) -> None:
    camera.settle()  # the bar disappears by itself
    camera.window.undo_bar.offer("Folder ‘Museum’ was removed from the library", lambda: None)


def _search_quickly(camera: Photographer) -> None:
    quick = camera.window.tray.quick
    quick.activate()
    if quick.window is not None:
        quick.window.field.setText("finalizer")
        quick.window.session.type_query("finalizer")


def _collected_message(camera: Photographer) -> None:
    search = camera.window.search
    for hit in (search.response.hits if search.response else ())[:3]:
        search.commands.collect(hit)
    let_run(1500)
    camera.window.open_collection()


def _show_over_the_hits(camera: Photographer) -> None:
    columns = camera.window.search.columns
    columns.show_hits()
    columns.toggle_preview()


def _test_a_rule(camera: Photographer) -> None:
    camera.window.show_library()
    camera.window.library_page.rules.test.setText("drafts/2026-plan.md")
