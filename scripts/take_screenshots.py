"""Photograph the real window on the sample library, light and dark: docs/images/*.png.

With a folder (make screenshots ALL=FOLDER) every main state goes there instead, in both themes and
in several sizes; set QT_SCALE_FACTOR=2 to see them on a screen with twice the pixels.

Needs fonts for Chinese, Japanese and Korean on the machine (Debian: fonts-noto-cjk).
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.compose import open_engine
from app.paths import LibraryPaths, default_paths, sample_library
from engine.api import AddFolder, Event, LibraryStatus, Settings, StatusChanged
from ui.engine_bridge import EngineBridge
from ui.main_window import MainWindow
from ui.theme import Theme

_IMAGES = Path(__file__).parent.parent / "docs" / "images"
_QUERY = "why does a finalizer block namespace deletion"
_SHOWN_TITLE = "Graceful Deletion in Declarative Control Planes"
_SIZE = QSize(1440, 900)
_NARROW = QSize(900, 600)
_ALL_SIZES = (QSize(1280, 800), QSize(1920, 1080), _NARROW)
_PATIENCE_SECONDS = 300


class Photographer:
    """Drives one window as a person would and keeps pictures of it."""

    def __init__(self, application: QApplication, scratch: Path, images: Path) -> None:
        self._application = application
        self._images = images
        self._status = LibraryStatus()
        self._theme = Theme.load("light")
        self._theme.apply(application)
        bridge = EngineBridge()
        paths = LibraryPaths(scratch / "library", default_paths().library.models)
        self._engine = open_engine(paths, Settings(), bridge.post)
        bridge.attach(self._engine)
        bridge.happened.connect(self._take_event)
        self._window = MainWindow(bridge, self._theme, Settings(), sample_library=sample_library())
        self._window.resize(_SIZE)
        self._window.show()
        self._bridge = bridge

    def photograph(self, documents: Path) -> None:
        """Take the pictures of the documents."""
        self._wait(lambda: self._status.model.ready)
        self._keep("welcome-light")
        self._read(documents)
        self._search()
        self._keep("window-light")
        self._show_table()
        self._keep("explain-table-light")
        self._show_table()
        self._filter_by_date()
        self._keep("filters-light")
        self._window.search.clear_filters()
        self._ask("a recipe for chocolate cake")
        self._keep("empty-light")
        self._window.search.answers.show_weak(wanted=True)
        self._keep("weak-light")
        self._search()
        self._show_export("export-light")
        self._show_library("library-light")
        self._window.resize(_NARROW)
        self._search()
        self._keep("narrow-light")
        self._window.resize(_SIZE)
        self._search()
        self._theme.use("dark", self._application)
        self._keep("window-dark")

    def photograph_all(self, documents: Path) -> None:
        """Take every main state in every theme and size."""
        self._wait(lambda: self._status.model.ready)
        self._in_all_looks(self._keep, "welcome")
        self._read(documents)
        self._window.show_search()
        self._in_all_looks(self._keep, "start")
        self._in_all_looks(self._show_answer, "window")
        self._in_all_looks(self._show_export, "export")
        self._in_all_looks(self._show_library, "library")
        self._ask("a recipe for chocolate cake")
        self._in_all_looks(self._keep, "empty")

    def _in_all_looks(self, take: Callable[[str], None], state: str) -> None:
        for size in _ALL_SIZES:
            self._window.resize(size)
            for theme in ("light", "dark"):
                self._theme.use(theme, self._application)
                take(f"{state}-{theme}-{size.width()}")

    def _show_answer(self, name: str) -> None:
        self._search()
        self._keep(name)

    def _show_library(self, name: str) -> None:
        self._window.show_library()
        self._keep(name)
        self._window.show_search()

    def _show_export(self, name: str) -> None:
        results = self._window.search.pane.results
        for row in range(3):
            flag = QItemSelectionModel.SelectionFlag.Select
            results.selectionModel().select(results.model().index(row, 0), flag)
        self._window.dialogs.show_export()
        self._keep(name)
        for dialog in self._open_dialogs():
            dialog.close()

    def _open_dialogs(self) -> list[QDialog]:
        return [dialog for dialog in self._window.findChildren(QDialog) if dialog.isVisible()]

    def _read(self, documents: Path) -> None:
        """Add a folder and wait until all of it is found by meaning too."""
        self._engine.submit(AddFolder(documents))
        self._wait(lambda: self._status.vectors_ready > 0 and not self._status.vectors_pending)

    def close(self) -> None:
        """Close window and engine."""
        self._window.close()
        self._bridge.shut()
        self._engine.close()

    def _search(self) -> None:
        view = self._window.search
        self._window.show_search()
        view.pane.field.clear_query()
        QTest.keyClicks(view.pane.field, _QUERY)
        self._wait(partial(self._has_answered, _QUERY))
        # The first search after a start loads what every later one has: show a usual one.
        QTest.keyClick(view.pane.field, Qt.Key.Key_Backspace)
        self._wait(partial(self._has_answered, _QUERY[:-1]))
        QTest.keyClicks(view.pane.field, _QUERY[-1])
        self._wait(partial(self._has_answered, _QUERY))
        hits = view.response.hits if view.response else ()
        hit = next(hit for hit in hits if hit.title == _SHOWN_TITLE)
        view.pane.results.choose(hit)
        preview = view.details.preview
        self._wait(lambda: preview.preview and preview.preview.chunk_id == hit.chunk_id)

    def _show_table(self) -> None:
        """Change between the rank flow and its table."""
        self._window.search.details.explain.table_button.click()

    def _filter_by_date(self) -> None:
        """Choose the later half of all dates, with the keyboard."""
        dates = self._window.search.filters.panel.dates
        dates.unfold()
        for _ in range(len(dates.range.bars) // 2):
            QTest.keyClick(dates.range, Qt.Key.Key_Right)

    def _ask(self, query: str) -> None:
        self._window.show_search()
        self._window.search.pane.field.set_query(query)
        self._wait(partial(self._has_answered, query))

    def _has_answered(self, query: str) -> bool:
        response = self._window.search.response
        return response is not None and response.request.query == query

    def _keep(self, name: str) -> None:
        self._settle()
        self._images.mkdir(parents=True, exist_ok=True)
        picture = self._window.grab()
        for dialog in self._open_dialogs():
            self._lay_over(picture, dialog)
        if not picture.save(str(self._images / f"{name}.png")):
            raise OSError(f"{name}.png cannot be written")

    def _lay_over(self, picture: QPixmap, dialog: QDialog) -> None:
        """Paint a dialog into the middle of the picture, where a window manager puts it."""
        painter = QPainter(picture)
        middle = self._window.rect().center() - dialog.rect().center()
        painter.drawPixmap(middle, dialog.grab())
        painter.end()

    def _settle(self) -> None:
        """Let animations and late answers come to their end."""
        QTest.qWait(1500)

    def _wait(self, condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not come to the state to be photographed")
            QTest.qWait(50)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self._status = event.status


def main() -> int:
    """Take all pictures."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    application = QApplication(sys.argv)
    source = sample_library()
    if source is None:
        raise FileNotFoundError("resources/sample_library is missing")
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder) / "Museum"
        shutil.copytree(source, documents)
        images = Path(sys.argv[1]) if len(sys.argv) > 1 else _IMAGES
        photographer = Photographer(application, Path(folder), images)
        take = photographer.photograph_all if len(sys.argv) > 1 else photographer.photograph
        try:
            take(documents)
        finally:
            photographer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
