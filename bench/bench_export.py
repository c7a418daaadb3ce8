"""How long 10,000 hits take to export in each format, and how long that blocks the window.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_export [HITS] [FORMAT ...]

The export runs in its own thread as in the program, next to an event loop with a 5 ms timer. An
interval longer than 5 ms shows how long the UI thread was blocked. Garbage collections, which stop
all threads, are reported separately. The limits are 5 s in total, and 50 ms between two timeouts.
On a busy machine, only CPU times are meaningful.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal

from bench.bench_result_list import response_of
from bench.print_times import print_times
from bench.ui_blocking import GarbageCollections, TimerIntervals
from tests.support.readable_folders import readable_folders
from twofold.app.desktop.garbage_collection import settle
from twofold.engine.api import Event, ExportFormat, ExportHits
from twofold.engine.export.exporter import Exporter, steps_of
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.service.answers import ExportSteps
from twofold.engine.service.scheduler import Job, Worker


def main() -> None:
    """Run the benchmark."""
    hits = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    names = sys.argv[2:] or [form.value for form in ExportFormat]
    application = QCoreApplication([])
    response = response_of(hits)
    settle(application)
    with tempfile.TemporaryDirectory() as folder:
        for form in map(ExportFormat, names):
            target = Path(folder) / f"{form.value}{form.extension}"
            _measure(ExportHits(form, response, target=target))
    application.quit()


class _Ending(QObject):
    """Signals the end of an export to the UI thread. Emitted in the export thread."""

    came = Signal()


def _measure(request: ExportHits) -> None:
    ending, until_then = _Ending(), QEventLoop()
    ending.came.connect(until_then.quit, Qt.ConnectionType.QueuedConnection)

    def ignore(_event: Event) -> None:
        """Ignore progress events."""

    worker = Worker("export")
    worker.start()
    intervals, collections = TimerIntervals(), GarbageCollections()
    started, worked = time.perf_counter(), time.process_time()
    exporter = Exporter(DocumentReader(folders=readable_folders))
    step = ExportSteps(1, steps_of(request), ignore, lambda: False)

    def export() -> None:
        exporter.export(request, step)
        ending.came.emit()

    worker.put(Job(export))
    until_then.exec()  # Sleeps when idle, so that the export has the processor.
    seconds, worked = time.perf_counter() - started, time.process_time() - worked
    worker.ask_to_stop()
    worker.join()
    print(f"{request.format.value}: {seconds:.2f} s, {worked:.2f} s of processor time")
    print_times("  collections of garbage", collections.spent)
    intervals.print_times()
    intervals.stop()
    collections.stop()


if __name__ == "__main__":
    main()
