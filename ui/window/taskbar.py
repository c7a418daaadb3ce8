"""Indexing progress on the program's icon in the dock or task bar.

KDE's task bar and the docks of Ubuntu and elementary OS show com.canonical.Unity.LauncherEntry
signals sent over D-Bus (https://wiki.ubuntu.com/Unity/LauncherAPI). Qt has no equivalent for
Windows and macOS.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from twofold.engine.api import IndexingPhase, LibraryStatus

if TYPE_CHECKING:
    from PySide6.QtDBus import QDBusConnection

_ENTRY = "application://twofold.desktop"
_SESSION_BUS = "DBUS_SESSION_BUS_ADDRESS"  # without it, Qt would start a bus


class TaskbarProgress:
    """Shows the progress of indexing while it runs; does nothing without a session bus."""

    def __init__(self, bus: QDBusConnection | None = None) -> None:
        self._bus = bus
        self._has_bus = bus is not None or (sys.platform == "linux" and _SESSION_BUS in os.environ)
        self._shown: int | None = None

    def show(self, status: LibraryStatus) -> None:
        """Show the progress; it is only sent when the percentage has changed."""
        is_reading = status.folders and status.phase is not IndexingPhase.PAUSED
        percent = None
        if is_reading and not status.is_up_to_date:
            percent = round((status.keyword_coverage + status.meaning_coverage) * 50)
        if self._has_bus and percent != self._shown:
            self._shown = percent
            self._send((percent or 0) / 100, is_visible=percent is not None)

    def _send(self, progress: float, *, is_visible: bool) -> None:
        from PySide6.QtDBus import QDBusConnection, QDBusMessage  # noqa: PLC0415 (seldom needed)

        signal = QDBusMessage.createSignal(
            "/org/twofold/twofold", "com.canonical.Unity.LauncherEntry", "Update"
        )
        signal.setArguments([_ENTRY, {"progress": progress, "progress-visible": is_visible}])
        (self._bus or QDBusConnection.sessionBus()).send(signal)
