"""Requests the total number of matches when typing pauses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from twofold.engine.api import CountMatches, FoundBy, MatchCounts, MatchesCounted, SearchRequest
from twofold.ui.client import EngineClient

# Longer than the delay for fetching the rest of the hits, which come first.
PAUSE_MS = 300


class MatchCounting(QObject):
    """Counts all matches of the answered search when no other request is pending.

    `on_counted` is called with the `counts` of the search when they are available.
    """

    def __init__(
        self,
        client: EngineClient,
        on_counted: Callable[[MatchCounts], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._on_counted = on_counted
        self._wanted: CountMatches | None = None
        self._known: tuple[CountMatches, MatchCounts] | None = None
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask)

    @property
    def counts(self) -> MatchCounts | None:
        """The counts of the search; None until counted."""
        return self._known[1] if self._known and self._known[0] == self._wanted else None

    def expect(self, request: SearchRequest, kinds: tuple[FoundBy, ...] | None) -> None:
        """Set the search to count and its 'found by' values, and discard other counts.

        Nothing is requested before `count`, and replies to earlier requests are ignored.
        """
        # The engine requires at least one kind, even if 'found by' allows none.
        wanted = () if kinds is None else tuple(kind.value for kind in kinds) or ("neither",)
        self._wanted = CountMatches(replace(request, offset=0), wanted)
        self._soon.stop()
        self._client.forget(self)

    def count(self, request: SearchRequest, kinds: tuple[FoundBy, ...] | None) -> None:
        """Schedule counting the matches of `request` for the 'found by' values."""
        self.expect(request, kinds)
        self._soon.start()

    def _ask(self) -> None:
        if self._wanted is not None:
            self._client.request(self._wanted, self, self._on_reply, newest=True)

    def _on_reply(self, reply: MatchesCounted) -> None:
        if self._wanted is not None:
            self._known = self._wanted, reply.counts
            self._on_counted(reply.counts)
