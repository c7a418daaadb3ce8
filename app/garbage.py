"""When Python looks for garbage: not while the program starts, and never in the program itself.

Looking through all that a started program consists of takes 60 ms, during which the window stands
still, and finds nothing: modules, classes and widgets stay until the end.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

# By then the window stands, and the model is mostly loaded.
_SETTLED_MS = 3000
# Python's own (700, 10, 10), but for the last: all that was made since the start is looked through
# a tenth as often. That takes 20 ms and more, among passages and hits, and finds next to nothing.
_THRESHOLDS = (700, 10, 100)


def collect_once_settled(application: QObject) -> None:
    """Put collecting off for a moment; then only what is made after that is looked through."""
    gc.disable()
    QTimer.singleShot(_SETTLED_MS, application, settle)


def settle() -> None:
    """Leave what exists now out of every collection, and collect from now on."""
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()
