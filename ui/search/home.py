"""The data of the start page: recent documents, and changes of folders since the last visit."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtCore import QObject, QTimer, Signal

from twofold.engine.api import DescribeHome, Home, HomeDescribed, LibraryStatus
from twofold.ui.client import EngineClient
from twofold.ui.search.states import NOTHING_NEW

# Changes arrive in batches of files.
_PAUSE_MS = 1_000


class HomeNews(QObject):
    """Reads the data of the start page again when the library has changed.

    Signals:
        changed: `home` has changed.
    """

    changed = Signal()

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self.home: Home = NOTHING_NEW
        self.since = ""
        self._known: object = None
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._soon.timeout.connect(self.refresh)

    def use_last_visit(self, since: str) -> None:
        """Report changes since this date-time (UTC, RFC 3339); '' for the first visit."""
        self.since = since
        self.refresh()

    def show_status(self, status: LibraryStatus) -> None:
        """Read the data again soon if documents have changed."""
        documents = tuple((one.name, one.documents, one.chunks) for one in status.folders)
        state = (documents, status.phase)
        if status.folders and state != self._known and not self._soon.isActive():
            self._soon.start()
        self._known = state

    def refresh(self) -> None:
        """Read the data now."""
        self._client.request(
            DescribeHome(self.since), self, self._take, lambda _failure: None, newest=True
        )

    def _take(self, reply: HomeDescribed) -> None:
        if reply.home != self.home:
            self.home = reply.home
            self.changed.emit()


def now_utc() -> str:
    """Return the current time for `use_last_visit`."""
    return datetime.now(UTC).isoformat(timespec="seconds")
