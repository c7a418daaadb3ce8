"""When Python looks for garbage: not while the program starts, and on the UI thread alone.

Looking through all that a started program consists of takes 60 ms, during which the window stands
still, and finds nothing: modules, classes and widgets stay until the end.

Left to itself, Python collects on whichever thread makes an object too many. A widget among the
garbage is destroyed there, and can take the program with it: Qt's lock on the widget's signals is
held while its destruction waits for Python's lock, and the UI thread, which holds that, waits for
Qt's at the next connection it makes.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

# By then the window stands, and the model is mostly loaded.
_SETTLED_MS = 3000
# What an export of 10,000 hits makes in this time takes 40 ms at most; of a second, 190.
_LOOK_MS = 100
# Python's own (700, 10, 10), but for the last: all that was made since the start is looked through
# a tenth as often. That takes 20 ms and more, among passages and hits, and finds next to nothing.
_THRESHOLDS = (700, 10, 100)


def collect_once_settled(application: QObject) -> None:
    """Put collecting off for a moment; then only what is made after that is looked through.

    Called on the UI thread. From then on Python's own collecting stays disabled; whoever ends
    `application` enables it again.
    """
    gc.disable()
    QTimer.singleShot(_SETTLED_MS, application, lambda: settle(application))


def settle(application: QObject) -> None:
    """Leave what exists now out of every collection, and collect from now on, on this thread."""
    gc.disable()
    gc.freeze()
    timer = QTimer(application)
    timer.timeout.connect(collect_what_is_due)
    timer.start(_LOOK_MS)


def collect_what_is_due() -> None:
    """Collect the oldest generation that is due, as Python would: it counts while disabled too."""
    counts = gc.get_count()
    for generation in (2, 1, 0):
        if counts[generation] > _THRESHOLDS[generation]:
            gc.collect(generation)
            return
