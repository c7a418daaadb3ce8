"""Every dialog fits a small screen, in every language: 900 by 600 with a panel and a title bar."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTranslator, QUrl
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QPushButton, QScrollArea

from tests.fakes.library_samples import answering, sample_failures, sample_status
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from twofold.engine.api import ListTemplates, SearchFinished, SearchRequest, TemplatesListed
from twofold.engine.embedding.models.fetching import BackgroundModelRegistry
from twofold.engine.embedding.models.registry import KnownModels
from twofold.ui.library.folder_table import Column
from twofold.ui.library.library_rail import WIDTH
from twofold.ui.library.models import ModelManager
from twofold.ui.search.empty_state import Offer
from twofold.ui.theme.resource_files import RESOURCES
from twofold.ui.widgets.dialogs import open_size
from twofold.ui.window.crash_dialog import CrashDialog

# 900 by 600 without a panel, a title bar and window borders.
ROOM = QSize(884, 520)
# The same with 150 % scaling, and the minimum size of a window.
LARGE_ROOM = QSize(ROOM.width() * 2 // 3, ROOM.height() * 2 // 3)
LEAST = QSize(560, 340)
LANGUAGES = ("en", "de", "fr")


@pytest.fixture(params=LANGUAGES)
def language(request, qapp):
    translator = QTranslator()
    if request.param != "en":
        assert translator.load(str(RESOURCES / "translations" / f"twofold_{request.param}.qm"))
        qapp.installTranslator(translator)
    yield request.param
    qapp.removeTranslator(translator)


def with_changed_files(request_id, request):
    """Reply like the samples, with every hit from a changed file."""
    if isinstance(request, ListTemplates):
        return TemplatesListed(request_id, (Path("a template of my own.md"),))
    event = answering()(request_id, request)
    if isinstance(request, SearchRequest) and isinstance(event, SearchFinished):
        hits = tuple(replace(hit, stale=True) for hit in event.response.hits)
        return replace(event, response=replace(event.response, hits=hits))
    return event


def dialogs(window):
    """Open every dialog with as much content as possible."""
    window._options = replace(window._options, templates=Path("templates"))
    link = window.search.details.preview.read_view
    openers = {
        "settings": partial(window.show_settings, "window"),
        "shortcuts": window.show_shortcuts,
        "export": window.show_export,
        "collection": window.open_collection,
        "models": window.library_page.show_models,
        "tags": partial(window.library_page.edit_tags, ("Notes",), "A title of many words " * 6),
        "crash": lambda: CrashDialog("A sentence of many words. " * 6, "details", window).open(),
        "link": lambda: link.ask_to_follow(QUrl("https://example.org/" + "a-long-path/" * 40)),
        "open": lambda: window.search.opener._ask("/" + "a-long-name-" * 20 + ".xlsm", None),
    }
    for name, open_it in openers.items():
        open_it()
        shown = [one for one in window.findChildren(QDialog) if one.isVisible()]
        assert len(shown) == 1, name
        yield name, shown[0]
        shown[0].reject()


def settle():
    """Process events until nested layouts have their final sizes."""
    for _ in range(5):
        QApplication.processEvents()


def cut_parts(window):
    """Return buttons with cut texts, and widgets wider than their parent."""
    for button in window.findChildren(QPushButton):
        if button.isVisible() and button.width() < button.minimumSizeHint().width():
            yield "button", button.text()
    for scroll in window.findChildren(QScrollArea):
        if scroll.isVisible() and scroll.widget().width() > scroll.viewport().width():
            yield "scrolled", scroll.widget().width(), scroll.viewport().width()


def test_every_dialog_fits_a_small_screen(qtbot, theme, language, tmp_path):
    manager = ModelManager(partial(BackgroundModelRegistry, KnownModels(tmp_path)))
    window = open_window(qtbot, theme, with_changed_files, models=manager).window
    search_for(qtbot, type("Case", (), {"window": window}), QUERY)
    screen = window.screen().availableSize()
    too_large = []
    for name, dialog in dialogs(window):
        QApplication.processEvents()
        least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
        if least != least.boundedTo(LARGE_ROOM):
            too_large.append((name, "at least", least.toTuple()))
        dialog.resize(LARGE_ROOM)
        settle()
        too_large += [(name, *cut) for cut in cut_parts(dialog)]
        if dialog.size() != dialog.size().boundedTo(screen):
            too_large.append((name, "opens", dialog.size().toTuple()))
    manager.close()
    assert too_large == []


def test_a_dialog_opens_in_its_preferred_size_if_possible():
    wanted = QSize(1008, 756)
    assert open_size(wanted, QSize(1920, 1040)) == wanted
    assert open_size(wanted, QSize(1366, 728)) == QSize(1008, 680)
    assert open_size(wanted, QSize(900, 560)) == QSize(884, 512)


def test_the_library_page_is_not_cut_in_a_narrow_window(qtbot, theme, language):
    case = open_window(qtbot, theme, width=1440)
    window, page = case.window, case.window.library_page
    window.show_library()
    page.failures.show_failures(sample_failures() * 100)
    status = sample_status()
    long = replace(status.folders[0], name="Contracts and letters of all years, also old ones")
    page.show_status(replace(status, folders=(long, *status.folders[1:])))
    assert page.pause.isVisible()
    seen = page.findChild(QScrollArea)
    for width in (1152, 1100, 900, 720, LEAST.width()):
        window.resize(width, 700)
        qtbot.waitUntil(lambda most=width: seen.viewport().width() < most)
        settle()
        assert seen.widget().width() <= seen.viewport().width(), (language, width)
    assert page.back.accessibleName()
    window.resize(1440, 900)
    assert page.back.text() == page.back.accessibleName()
    assert page.rail.width() == WIDTH


def test_the_window_fits_a_small_screen_with_scaling(qtbot, theme, language):
    case = open_window(qtbot, theme, width=LEAST.width())
    window = case.window
    search_for(qtbot, case, QUERY)
    window.resize(LEAST)
    too_large = []
    for name, show in (
        ("welcome", lambda: window.pages.setCurrentWidget(window.welcome)),
        ("library", window.show_library),
        ("search", window.show_search),
    ):
        show()
        window.resize(LEAST)
        settle()
        if window.minimumSizeHint() != window.minimumSizeHint().boundedTo(LEAST):
            too_large.append((name, "at least", window.minimumSizeHint().toTuple()))
        if window.size() != LEAST:
            too_large.append((name, "is", window.size().toTuple()))
        too_large += [(name, *cut) for cut in cut_parts(window)]
        if name == "library":
            assert window.library_page.table.columnWidth(Column.NAME) >= 120
    assert too_large == []
    assert LEAST.boundedTo(LARGE_ROOM) == LEAST

    bar = window.status_bar
    words = [bar._keywords, bar._meaning, bar.pause, bar.failures]
    assert all(part.isVisible() for part in words)
    if language == "en":  # in longer ones the rate is truncated
        assert all(part.width() >= part.minimumSizeHint().width() for part in words)
    assert not bar._meaning_bar.isVisible()
    window.resize(1440, LEAST.height())
    settle()
    assert bar._meaning_bar.isVisible()
    assert window.size() == QSize(1440, LEAST.height()), "a window that is wide may be low"


def test_the_state_page_scrolls_in_a_small_window(qtbot, theme):
    window = open_window(qtbot, theme, width=LEAST.width()).window
    window.resize(LEAST)
    page = window.search.pane.empty_state
    page.show_state("Nothing", "A sentence of many words. " * 8, offers(6))
    settle()
    labels = [label for label in page.findChildren(QLabel) if label.isVisible()]
    assert all(label.height() >= label.heightForWidth(label.width()) for label in labels)
    last = page.buttons()[-1]
    window.search.pane.field.setFocus()
    while not last.hasFocus():
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
    assert is_seen(last, page)


def offers(number):
    return tuple(Offer("search", f"Offer {n}", "gives it", "Do it", print) for n in range(number))


def is_seen(part, scroll):
    place = QRect(part.mapTo(scroll.viewport(), QPoint(0, 0)), part.size())
    return scroll.viewport().rect().contains(place)
