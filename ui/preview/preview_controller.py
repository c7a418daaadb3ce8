"""Asks for the preview of the chosen passage and lets only the newest answer through."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import Event, PreviewReady, PreviewRequest, RequestFailed
from ui.engine_bridge import EngineBridge

CHOOSING_PAUSE_MS = 30


class PreviewController(QObject):
    """Keeps the current preview. Runs on the UI thread.

    Signals:
        ready: the newest `Preview`.
        failed: the sentence and the hint when it cannot be shown.
    """

    ready = Signal(object)
    failed = Signal(str, str)

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wanted: PreviewRequest | None = None
        self._latest_id = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(CHOOSING_PAUSE_MS)
        self._pause.timeout.connect(self._send)
        bridge.happened.connect(self._take_event)

    def show_passage(self, wanted: PreviewRequest) -> None:
        """Ask for a passage's document; holding an arrow key down asks only once."""
        self._wanted = wanted
        self._pause.start()

    def show_page(self, chunk_id: str, page: int, width: int) -> None:
        """Ask for another page of a passage's document, unless another one is wanted by now."""
        if self._wanted is not None and self._wanted.chunk_id == chunk_id:
            self._wanted = replace(self._wanted, page=page, width=width)
            self._send()

    def show_nothing(self) -> None:
        """Forget the passage; an answer still on its way is dropped."""
        self._pause.stop()
        self._wanted = None
        self._latest_id = 0

    def _send(self) -> None:
        self._pause.stop()
        if self._wanted is not None:
            self._latest_id = self._bridge.submit(self._wanted)

    def _take_event(self, event: Event) -> None:
        if isinstance(event, PreviewReady) and event.request_id == self._latest_id:
            self.ready.emit(event.preview)
        elif isinstance(event, RequestFailed) and event.request_id == self._latest_id:
            self.failed.emit(event.message, event.hint)
