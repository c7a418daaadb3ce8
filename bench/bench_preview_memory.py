"""The memory of the window while many previews are shown: the whole program, offscreen.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_preview_memory [PREVIEWS]
        [--folder FOLDER] [--scale 2]

Indexes FOLDER, or 20 generated PDFs and some notes, into a temporary library. Then shows PREVIEWS
(default 400) previews: the next hit or the next page each time, and a new search every 40 previews.
Prints the memory of the window's process every 50 previews, without the indexer and the extraction
workers. 400 previews correspond to about 20 minutes of use.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil
from PySide6.QtWidgets import QApplication

from bench.program_window import program_window
from bench.typist import wait
from tests.support.pdf_files import make_pdf
from twofold.app.compose import open_window_engine
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.paths import default_paths
from twofold.engine.api import (
    AddFolder,
    Event,
    IndexingPhase,
    LibraryStatus,
    Preview,
    Settings,
    StatusChanged,
)
from twofold.ui.client import EngineClient
from twofold.ui.preview.preview_panel import PreviewPanel
from twofold.ui.preview.reading import import_parser
from twofold.ui.theme import Theme

_MAX_SECONDS = 60.0
_QUERIES = ("river", "bridge water", "mill", "stone bridge", "water")
_WORDS = ("river", "stone", "water", "mill", "bridge", "valley", "market", "winter", "barley")


def make_documents(folder: Path) -> None:
    """Write 20 PDFs of 12 full pages each, and 20 notes."""
    for number in range(20):
        lines = [
            " ".join(_WORDS[(number + line * 5 + word * 7) % len(_WORDS)] for word in range(9))
            for line in range(12 * 25)
        ]
        pages = [lines[first : first + 25] for first in range(0, len(lines), 25)]
        height = b"%d]" % (250 + 37 * number)  # some pages are as short as a receipt
        pdf = make_pdf(pages).replace(b" 400]", b" " + height)
        (folder / f"report {number}.pdf").write_bytes(pdf)
        rows = "".join(f"- {line}\n" for line in lines[:60])
        (folder / f"note {number}.md").write_text(f"# Note {number}\n\n{rows}", encoding="utf-8")


class _Reader:
    """The whole program, with a simulated user who selects one hit after another."""

    def __init__(self, library: Path, theme: Theme) -> None:
        self.status = LibraryStatus()
        self._client = EngineClient()
        self._client.event_received.connect(self._take)
        paths = default_paths().with_library(library)
        settings = Settings()
        self._engine = open_window_engine(paths, settings, self._client.post)
        self._client.attach(self._engine)
        self._window = program_window(self._client, theme, paths, settings)
        self._window.resize(1440, 900)
        self._window.show()

    def _take(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status = event.status

    def add(self, folder: Path) -> None:
        self._client.submit(AddFolder(folder))
        _wait_until(
            lambda: self.status.chunks > 0 and self.status.phase is not IndexingPhase.READING
        )

    def show_previews(self, count: int) -> None:
        """Show `count` previews and print the memory every 50."""
        panel, pane = self._window.search.details.preview, self._window.search.pane
        for number in range(count + 1):
            if number % 50 == 0:
                taken = psutil.Process().memory_full_info()
                sizes = f"{taken.rss / 1e6:4.0f} MB, {taken.uss / 1e6:4.0f} private"
                print(f"{number:5} previews: {sizes}")
            if number % 40 == 0:
                pane.field.set_query(_QUERIES[number // 40 % len(_QUERIES)])
                wait(1.0)
            before = panel.preview
            if number % 3 and before is not None and before.page < before.pages:
                panel.step_page(+1)
            else:
                model = pane.results.hit_model
                row = number * 7 % max(1, model.rowCount())
                pane.results.setCurrentIndex(model.index(row, 0))
            _wait_until(partial(_is_other, panel, before), 3.0)

    def close(self) -> None:
        self._client.shut()
        self._engine.close()
        self._window.close()


def _is_other(panel: PreviewPanel, before: Preview | None) -> bool:
    return panel.preview is not before


def _wait_until(condition: Callable[[], bool], seconds: float = _MAX_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        wait(0.02)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("previews", metavar="PREVIEWS", nargs="?", type=int, default=400)
    parser.add_argument("--folder", metavar="FOLDER", type=Path)
    parser.add_argument("--scale", metavar="FACTOR", default="1")
    options = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = options.scale
    application = QApplication([])
    collect_once_settled(application)
    import_parser()  # the program does this in a separate thread once its window is open
    theme = Theme("light")
    theme.apply(application)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder
        if folder is None:
            folder = Path(scratch, "documents")
            folder.mkdir()
            make_documents(folder)
        reader = _Reader(Path(scratch, "library"), theme)
        reader.add(folder.resolve())
        reader.show_previews(options.previews)
        reader.close()
    application.quit()


if __name__ == "__main__":
    main()
