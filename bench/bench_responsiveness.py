"""How fast the window responds while files are indexed and embedded: the whole program, offscreen.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_responsiveness FOLDER [SECONDS]
        [--library LIBRARY]

Types queries letter by letter: half of SECONDS (default 40) while FOLDER is indexed into a
temporary library, and half while passages are embedded. Indexing a large folder would take too
long, so the second half embeds passages of a copy of LIBRARY, which must have passages without
vectors, or of the first files of FOLDER. The benchmark ends at most two minutes after SECONDS.

All times are in milliseconds of wall time on the UI thread: from each key press to the painted
results, with its parts; the intervals of a 5 ms timer, which show how long the thread was blocked;
and garbage collections, which stop all threads. Compare only alternating runs on the same machine,
as ratios. On a busy machine, the most useful number is the CPU time of each thread from key press
to painted results.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from PySide6.QtWidgets import QApplication

from bench.program_window import program_window
from bench.typist import TimedClient, Typist, wait
from twofold.app.compose import open_window_engine
from twofold.app.desktop.garbage_collection import collect_once_settled
from twofold.app.paths import default_paths
from twofold.engine.api import (
    AddFolder,
    Event,
    IndexingPhase,
    LibraryStatus,
    Settings,
    StatusChanged,
)
from twofold.ui.preview.reading import import_parser
from twofold.ui.theme import Theme

# Everything should happen within seconds.
_MAX_SECONDS = 40.0
_FIRST_FILES = 200


class _Program:
    """The whole program with one library and a simulated typist."""

    def __init__(self, library: Path, theme: Theme) -> None:
        self.status = LibraryStatus()
        self._client = TimedClient()
        self._client.event_received.connect(self._take)
        paths = default_paths().with_library(library)
        self._engine = open_window_engine(paths, Settings(), self._client.post)
        self._client.attach(self._engine)
        self._window = program_window(self._client, theme, paths, Settings())
        self._window.show()
        self.typist = Typist(self._window, self._client, lambda: self.status.phase.value)

    def _take(self, event: Event) -> None:
        if isinstance(event, StatusChanged):
            self.status = event.status

    def add(self, folder: Path) -> None:
        """Add a folder and wait until its first passage can be found."""
        self._client.submit(AddFolder(folder))
        _wait_until(lambda: self.status.chunks > 0)

    def embeds(self) -> bool:
        """Return whether passages are being embedded and queries can be embedded."""
        return self.status.phase is IndexingPhase.EMBEDDING and self.status.vectors_ready > 0

    def close(self) -> None:
        """Print the measurements and exit."""
        self.typist.print_times()
        status = self.status
        print(f"passages with vectors at the end: {status.vectors_ready:,} of {status.chunks:,}\n")
        self._client.shut()
        self._engine.close()
        self._window.close()


def measure(folder: Path, seconds: float, library: Path | None, scratch: Path) -> None:
    """Type while `folder` is indexed and while passages are embedded. Print the measurements."""
    theme = Theme("light")
    theme.apply(QApplication.instance() or QApplication([]))  # type: ignore[arg-type]
    program = _Program(scratch / "read", theme)
    program.add(folder)
    program.typist.type_for(seconds / 2)
    program.close()
    few = None
    if library is None:  # Copied before the window opens, because it takes 200 ms on its thread.
        few = _first_files(folder, scratch / "few")
    else:
        # Folders that this machine does not have count as disconnected, so their index is kept.
        shutil.copytree(library, scratch / "embedded")
    program = _Program(scratch / "embedded", theme)
    if few is not None:
        program.add(few)
    _wait_until(program.embeds)
    program.typist.type_for(seconds / 2)
    program.close()


def _first_files(folder: Path, few: Path) -> Path:
    """Copy some files of a folder, few enough to be indexed within seconds."""
    few.mkdir()
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    for number, path in enumerate(islice(files, _FIRST_FILES)):
        shutil.copyfile(path, few / f"{number}-{path.name}")
    return few


def _wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _MAX_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"What was waited for did not come within {_MAX_SECONDS:g} s.")
        wait(0.05)


def main() -> None:
    """Run the benchmark on the folder of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("seconds", metavar="SECONDS", nargs="?", type=float, default=40.0)
    parser.add_argument("--library", metavar="LIBRARY", type=Path)
    options = parser.parse_args()
    application = QApplication([])
    collect_once_settled(application)
    import_parser()  # the program does this in a separate thread once its window is open
    with tempfile.TemporaryDirectory() as scratch:
        measure(options.folder.resolve(), options.seconds, options.library, Path(scratch))
    application.quit()


if __name__ == "__main__":
    main()
