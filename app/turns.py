"""How long one thread of the window's process may compute in Python while another wants to."""

from __future__ import annotations

import sys

_SECONDS = 0.001


def take_short_turns() -> None:
    """Let the window go on soon, each of the many times that it comes back from Qt.

    With Python's own 5 ms an export makes it a slide show: a frame comes back dozens of times.
    """
    sys.setswitchinterval(_SECONDS)
