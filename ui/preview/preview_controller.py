"""Asks for the preview of the chosen passage and lets only the newest answer through."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import PreviewReady, PreviewRequest, RequestFailed
from ui.client import EngineClient

CHOOSING_PAUSE_MS = 30


class PreviewController(QObject):
    """Keeps the current preview. Runs on the UI thread.

    Signals:
        ready: the newest `Preview`.
        failed: the sentence and the hint when it cannot be shown.
    """

    ready = Signal(object)
    failed = Signal(str, str)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._wanted: PreviewRequest | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(CHOOSING_PAUSE_MS)
        self._pause.timeout.connect(self._send)

    @property
    def is_waiting(self) -> bool:
        """Whether a passage is asked for in a moment."""
        return self._pause.isActive()

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
        self._client.forget(self)

    def _send(self) -> None:
        self._pause.stop()
        if self._wanted is not None:
            self._client.request(
                self._wanted, self, self._take_preview, self._take_failure, newest=True
            )

    def _take_preview(self, reply: PreviewReady) -> None:
        self.ready.emit(reply.preview)

    def _take_failure(self, failure: RequestFailed) -> None:
        self.failed.emit(failure.message, failure.hint)
