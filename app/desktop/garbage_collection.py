"""When Python collects garbage: not during the start, and on the UI thread alone.

Collecting during the start takes 60 ms and finds nothing. On another thread it can end in a
deadlock: Qt's lock on the signals of a widget is held while the destruction of the widget waits
for Python's lock.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

# By then the window is shown, and the model is mostly loaded.
_START_MS = 3000
# What an export of 10,000 hits makes in this time takes 40 ms at most; of a second, 190.
_CHECK_MS = 100
# Python's own (700, 10, 10), but for the last: all that was made since the start is looked through
# a tenth as often. That takes 20 ms and more, among passages and hits, and finds next to nothing.
_THRESHOLDS = (700, 10, 100)


def collect_once_settled(application: QObject) -> None:
    """Start collecting a moment later, and leave out all objects that exist by then.

    Called on the UI thread. Python's own collecting stays disabled from now on; enable it again
    when `application` ends.
    """
    gc.disable()
    QTimer.singleShot(_START_MS, application, lambda: settle(application))


def settle(application: QObject) -> None:
    """Leave all present objects out of every collection, and collect on this thread from now on."""
    gc.disable()
    gc.freeze()
    timer = QTimer(application)
    timer.timeout.connect(collect_what_is_due)
    timer.start(_CHECK_MS)


def collect_what_is_due() -> None:
    """Collect the oldest generation that is due, as Python would: it counts while disabled too."""
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > _THRESHOLDS[generation]:
            gc.collect(generation)
            return
