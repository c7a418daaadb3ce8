"""Photograph the real window on the sample library, light and dark: docs/images/*.png.

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

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

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
_PATIENCE_SECONDS = 300


class Photographer:
    """Drives one window as a person would and keeps pictures of it."""

    def __init__(self, application: QApplication, scratch: Path) -> None:
        self._application = application
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
        """Take every picture."""
        self._wait(lambda: self._status.model.ready)
        self._keep("welcome-light")
        self._engine.submit(AddFolder(documents))
        self._wait(lambda: self._status.vectors_ready > 0 and not self._status.vectors_pending)
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
        self._theme.use("dark", self._application)
        self._keep("window-dark")

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
        _IMAGES.mkdir(parents=True, exist_ok=True)
        picture = self._window.grab()
        if not picture.save(str(_IMAGES / f"{name}.png")):
            raise OSError(f"{name}.png cannot be written")

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
        photographer = Photographer(application, Path(folder))
        try:
            photographer.photograph(documents)
        finally:
            photographer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
