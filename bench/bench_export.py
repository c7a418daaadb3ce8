"""How long 10,000 hits take to export in each format, and how long the window stands still for it.

    QT_QPA_PLATFORM=offscreen python -m bench.bench_export [HITS] [FORMAT ...]

The export runs on its thread as in the program, beside an event loop with a 5 ms timer: the UI
thread was held that much longer than 5 ms between two beats. Collections of garbage are told apart,
as Python does nothing else during one. The contract is 5 s, and 50 ms between beats; on a busy
machine only processor times count.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, Signal

from bench.beats import Beats, Collections
from bench.bench_result_list import response_of
from bench.measured import tell
from tests.support.readable_folders import readable_folders
from twofold.app.desktop.garbage_collection import settle
from twofold.engine.api import Event, ExportFormat, ExportHits
from twofold.engine.export.exporter import Exporter, steps_of
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.service.answers import ExportSteps
from twofold.engine.service.scheduler import Job, Worker


def main() -> None:
    """Measure and print."""
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
    """Tells the UI thread that an export has ended; happens on the thread that exports."""

    came = Signal()


def _measure(request: ExportHits) -> None:
    ending, until_then = _Ending(), QEventLoop()
    ending.came.connect(until_then.quit, Qt.ConnectionType.QueuedConnection)

    def ignore(_event: Event) -> None:
        """Nobody watches the progress."""

    worker = Worker("export")
    worker.start()
    beats, collections = Beats(), Collections()
    started, worked = time.perf_counter(), time.process_time()
    exporter = Exporter(DocumentReader(folders=readable_folders))
    step = ExportSteps(1, steps_of(request), ignore, lambda: False)

    def export() -> None:
        exporter.export(request, step)
        ending.came.emit()

    worker.put(Job(export))
    until_then.exec()  # asleep where there is nothing to do: the export has the processor
    seconds, worked = time.perf_counter() - started, time.process_time() - worked
    worker.ask_to_stop()
    worker.join()
    print(f"{request.format.value}: {seconds:.2f} s, {worked:.2f} s of processor time")
    tell("  collections of garbage", collections.spent)
    beats.tell()
    beats.stop()
    collections.stop()


if __name__ == "__main__":
    main()
