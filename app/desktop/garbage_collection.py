"""Python's garbage collection in the window: not during the start, and only on the UI thread.

A collection during the start takes 60 ms and finds nothing. On another thread it can cause a
deadlock: destroying a widget holds Qt's lock on its signals while it waits for the GIL.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

# By then, the window is visible and the model is mostly loaded.
_START_MS = 3000
# During an export of 10,000 hits, a collection then takes 40 ms at most; once a second, 190 ms.
_CHECK_MS = 100
# Python's defaults (700, 10, 10), except for the oldest generation, which is collected a tenth as
# often: with many passages and hits this takes 20 ms and more, and finds almost nothing.
_THRESHOLDS = (700, 10, 100)


def collect_once_settled(application: QObject) -> None:
    """Start collecting after the start, and exclude all objects that exist by then.

    Called on the UI thread. Automatic collection stays disabled; enable it again when `application`
    ends.
    """
    gc.disable()
    QTimer.singleShot(_START_MS, application, lambda: settle(application))


def settle(application: QObject) -> None:
    """Exclude all existing objects from collections, and collect on this thread from now on."""
    gc.disable()
    gc.freeze()
    timer = QTimer(application)
    timer.timeout.connect(collect_what_is_due)
    timer.start(_CHECK_MS)


def collect_what_is_due() -> None:
    """Collect the oldest generation that is due.

    Python still counts new objects while automatic collection is disabled.
    """
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > _THRESHOLDS[generation]:
            gc.collect(generation)
            return
