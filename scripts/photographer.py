"""Operates the real window like a user, and takes screenshots of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QItemSelectionModel, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from twofold.app.compose import (
    open_engine,
    open_window_engine,
)
from twofold.app.desktop.gui import window_options
from twofold.app.desktop.language import use_language
from twofold.app.models import open_model_registry
from twofold.app.paths import default_paths
from twofold.engine.api import (
    AddFolder,
    Event,
    FolderRules,
    LibraryStatus,
    SetFolderRules,
    Settings,
    StatusChanged,
)
from twofold.ui.client import EngineClient
from twofold.ui.export.export_dialog import ExportDialog
from twofold.ui.filters.selection import FilterAction, Section
from twofold.ui.library.models import ModelManager
from twofold.ui.theme import Theme
from twofold.ui.window.main_window import MainWindow

SIZE = QSize(1440, 900)
NARROW = QSize(900, 600)
_QUERY = "why does a finalizer block namespace deletion"
_SHOWN_TITLE = "Graceful Deletion in Declarative Control Planes"
_PATIENCE_SECONDS = 60
_SENTENCES_MS = 6_000
_CHOSEN = (
    (Section.LANGUAGES, "en", FilterAction.ONLY),
    (Section.TAGS, "runbook", FilterAction.EXCLUDE),
)


def let_run(milliseconds: int) -> None:
    """Run the event loop; unlike QTest.qWait, it lets other threads run Python."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


class Photographer:
    """Operates one window like a user, and takes screenshots of it."""

    def __init__(
        self,
        application: QApplication,
        scratch: Path,
        images: Path,
        *,
        settings: Settings | None = None,
        language: str = "en",
    ) -> None:
        """Open a window on a new library in `scratch`, or with `settings` on the existing one."""
        self.application = application
        use_language(application, language)  # the English translation has plural forms
        self._images = images
        self.status = LibraryStatus()
        self.theme = Theme("light")
        self.theme.apply(application)
        client = EngineClient()
        places = default_paths().with_library(scratch / "library")
        paths = places.library
        if settings is None:
            settings = Settings()
            self._engine = open_engine(paths, settings, client.post)
        else:  # an engine with one process does not search shared libraries
            self._engine = open_window_engine(places, settings, client.post)
        client.attach(self._engine)
        client.event_received.connect(self._take_event)
        self._models = models = ModelManager(
            partial(open_model_registry, paths.models), application
        )
        self.window = MainWindow(
            client,
            self.theme,
            settings,
            replace(window_options(places, settings, models), starts_with_welcome=False),
        )
        self.window.resize(SIZE)
        self.window.show()
        self._client = client

    def read(self, documents: Path) -> None:
        """Add the folder `documents` and wait until it is completely indexed."""
        self._engine.submit(AddFolder(documents))
        self.wait(lambda: self.status.vectors_ready > 0 and not self.status.vectors_pending)

    def add_unreadable_files(self, documents: Path) -> None:
        """Add damaged files to the folder, and exclude some files by rules."""
        (documents / "Contracts" / "lease-1998.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n")
        (documents / "Notes" / "minutes.docx").write_bytes(b"PK\x03\x04 damaged")
        rules = FolderRules(exclude=("drafts/", "*.tmp"))
        self._engine.submit(SetFolderRules(documents.name, rules))
        self.wait(lambda: self.status.documents_failed >= 2 and not self.status.vectors_pending)

    def close(self) -> None:
        """Close window and engine."""
        self.window.close()
        self._models.close()
        self._client.shut()
        self._engine.close()

    def search(self, shown_title: str = _SHOWN_TITLE) -> None:
        """Type the query and select the hit with this title."""
        view = self.window.search
        self.window.show_search()
        view.pane.field.clear_query()
        QTest.keyClicks(view.pane.field, _QUERY)
        self.wait(partial(self.has_answered, _QUERY))
        # The first search after a start is slower, so show the times of a later one.
        QTest.keyClick(view.pane.field, Qt.Key.Key_Backspace)
        self.wait(partial(self.has_answered, _QUERY[:-1]))
        QTest.keyClicks(view.pane.field, _QUERY[-1])
        self.wait(partial(self.has_answered, _QUERY))
        hits = view.response.hits if view.response else ()
        hit = next(hit for hit in hits if hit.title == shown_title)
        view.pane.results.choose(hit)
        preview = view.details.preview
        self.wait(lambda: preview.preview and preview.preview.chunk_id == hit.chunk_id)

    def select(self, rows: int) -> None:
        """Add the first `rows` hits to the selection."""
        results = self.window.search.pane.results
        flag = QItemSelectionModel.SelectionFlag.Select
        for row in range(rows):
            results.selectionModel().select(results.model().index(row, 0), flag)

    def show_table(self) -> None:
        """Switch the explanation between the rank chart and its table."""
        self.window.search.details.explain.table_button.click()

    def filter_by_date(self) -> None:
        """Select the later half of all dates, with the keyboard."""
        dates = self.window.search.filters.panel.dates
        dates.unfold()
        QTest.keyClick(dates.range, Qt.Key.Key_End)
        for _ in range(len(dates.range.bars) // 2):
            QTest.keyClick(dates.range, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
        self.settle()
        self.window.search.filters.panel.ensureWidgetVisible(dates)

    def filter_alone(self) -> None:
        """Select a folder and exclude a language, without a query."""
        view = self.window.search
        self.window.show_search()
        view.clear_filters()
        self.window.undo_bar.settle()
        view.pane.field.clear_query()
        panel = view.filters.panel
        panel.verticalScrollBar().setValue(0)
        for section, value, gesture in _CHOSEN:
            panel.action_requested.emit(section, value, gesture)
        self.wait(lambda: view.response and view.response.trace.filters_only)
        view.pane.results.choose(view.response.hits[1] if view.response else None)

    def ask(self, query: str) -> None:
        """Search for a query, and wait for its results."""
        self.window.show_search()
        self.window.search.pane.field.set_query(query)
        self.wait(partial(self.has_answered, query))

    def has_answered(self, query: str) -> bool:
        """Return whether the results of a query are shown."""
        response = self.window.search.response
        return response is not None and response.request.query == query

    def keep(self, name: str) -> None:
        """Save a screenshot of the window and of the dialogs and menus over it."""
        self.settle()
        self._images.mkdir(parents=True, exist_ok=True)
        picture = self.window.grab()
        for over in self.open_over():
            self._lay_over(picture, over)
        if not picture.save(str(self._images / f"{name}.png")):
            raise OSError(f"{name}.png cannot be written")

    def show_export(self) -> None:
        """Open the export dialog for the first three hits."""
        self.select(3)
        self.window.show_export()

    def show_end_of_export(self) -> None:
        """Scroll the preview of the export dialog to the references."""
        (dialog,) = self.window.findChildren(ExportDialog)
        for view in dialog.findChildren(QAbstractScrollArea):
            view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())

    def close_dialogs(self) -> None:
        """Close dialogs, menus and the quick search."""
        for over in self.open_over():
            over.close()

    def wait_for_sentences(self) -> None:
        """Wait until rows in view show their nearest sentences; a passage of one line has none."""
        results = self.window.search.pane.results
        known = results.hit_model.nearest_of
        seen = results.hits_in_view  # empty before the first layout
        self.wait(lambda: any(known(hit.chunk_id) for hit in seen()))
        let_run(_SENTENCES_MS)

    def open_over(self) -> list[QWidget]:
        """Return the other open windows: dialogs, menus, the quick search."""
        tops = self.application.topLevelWidgets()
        return [one for one in tops if one.isVisible() and one is not self.window]

    def _lay_over(self, picture: QPixmap, over: QWidget) -> None:
        """Paint a menu at its position, and any other window in the center of the picture.

        A dialog is made no larger than the main window, as if that filled the screen.
        """
        if over.windowType() is Qt.WindowType.Dialog:
            over.resize(over.size().boundedTo(self.window.size()))
            let_run(100)
        at = self.window.rect().center() - over.rect().center()
        if over.windowType() is Qt.WindowType.Popup:
            at = self.window.mapFromGlobal(over.pos())
        painter = QPainter(picture)
        painter.drawPixmap(at, over.grab())
        painter.end()

    def settle(self) -> None:
        """Wait for animations, late answers and filter counts."""
        let_run(1500)

    def wait(self, condition: Callable[[], object]) -> None:
        """Run the event loop until a condition is true."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError("the window did not reach the expected state")
            let_run(50)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status = event.status
