"""Every dialog fits a small screen, in every language: 900 by 600 with a panel and a title bar."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, QTranslator, QUrl
from PySide6.QtWidgets import QApplication, QDialog, QScrollArea

from engine.api import SearchFinished, SearchRequest
from engine.embedding.known_models import KnownModels
from engine.embedding.model_shelf import BackgroundModelShelf
from tests.fakes.library_samples import answering, sample_failures, sample_status
from tests.ui.samples import QUERY
from tests.ui.window_case import open_window, search_for
from ui.crash_dialog import CrashDialog
from ui.dialog_room import open_size
from ui.library.library_rail import WIDTH
from ui.library.model_desk import ModelDesk
from ui.preview.link_question import LinkQuestion
from ui.theme.resource_files import RESOURCES

# What a panel, a title bar and the edges of a window leave of 900 by 600.
ROOM = QSize(884, 520)
NARROWEST = 720
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
    """Answer as the samples do, but every hit comes from a file that has changed."""
    event = answering()(request_id, request)
    if isinstance(request, SearchRequest) and isinstance(event, SearchFinished):
        hits = tuple(replace(hit, stale=True) for hit in event.response.hits)
        return replace(event, response=replace(event.response, hits=hits))
    return event


def dialogs(window, desk, theme):
    """Open every dialog with as much in it as it may have."""
    window.desk._models = desk
    window.dialogs._list_templates = lambda: (Path("a template of my own.md"),)
    link = LinkQuestion(window)
    openers = {
        "settings": partial(window.show_settings, "window"),
        "shortcuts": window.show_shortcuts,
        "export": window.dialogs.show_export,
        "collection": window.open_collection,
        "models": window.desk.show_models,
        "tags": partial(window.desk.edit_tags, ("Notes",), "A title of many words " * 6),
        "crash": lambda: CrashDialog("A sentence of many words. " * 6, "details", window).open(),
        "link": lambda: link.ask(QUrl("https://example.org/" + "a-long-path/" * 40)),
    }
    for name, open_it in openers.items():
        open_it()
        shown = [one for one in window.findChildren(QDialog) if one.isVisible()]
        assert len(shown) == 1, name
        yield name, shown[0]
        shown[0].reject()


def test_every_dialog_fits_a_small_screen(qtbot, theme, language, tmp_path):
    desk = ModelDesk(partial(BackgroundModelShelf, KnownModels(tmp_path)))
    window = open_window(qtbot, theme, with_changed_files).window
    search_for(qtbot, type("Case", (), {"window": window}), QUERY)
    screen = window.screen().availableSize()
    too_large = []
    for name, dialog in dialogs(window, desk, theme):
        QApplication.processEvents()
        least = dialog.minimumSizeHint().expandedTo(dialog.minimumSize())
        if least != least.boundedTo(ROOM):
            too_large.append((name, "at least", least.toTuple()))
        if dialog.size() != dialog.size().boundedTo(screen):
            too_large.append((name, "opens", dialog.size().toTuple()))
    desk.close()
    assert too_large == []


def test_a_dialog_opens_as_large_as_it_likes_where_there_is_room():
    wanted = QSize(1008, 756)
    assert open_size(wanted, QSize(1920, 1040)) == wanted
    assert open_size(wanted, QSize(1366, 728)) == QSize(1008, 680)
    assert open_size(wanted, QSize(900, 560)) == QSize(884, 512)


def test_the_library_page_is_not_cut_when_the_window_gets_narrow(qtbot, theme, language):
    case = open_window(qtbot, theme, width=1440)
    window, page = case.window, case.window.library_page
    window.show_library()
    page.failures.show_failures(sample_failures())
    page.show_status(sample_status())
    assert page.pause.isVisible()
    seen = page.findChild(QScrollArea)
    for width in (900, NARROWEST):
        window.resize(width, 700)
        qtbot.waitUntil(lambda most=width: seen.viewport().width() < most)
        QApplication.processEvents()
        assert seen.widget().width() <= seen.viewport().width(), (language, width)
    assert page.back.accessibleName()
    window.resize(1440, 900)
    assert page.back.text() == page.back.accessibleName()
    assert page.rail.width() == WIDTH
