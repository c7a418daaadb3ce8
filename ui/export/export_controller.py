"""Asks the engine to render and to write exports."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.api import (
    Event,
    ExportFormat,
    ExportHits,
    ExportRendered,
    RequestFailed,
    SearchResponse,
)
from ui.engine_bridge import EngineBridge


class ExportController(QObject):
    """Runs on the UI thread; only the newest answer counts.

    Signals:
        rendered: the text of the newest preview.
        written: the `Path` of a file that was written.
        failed: the sentence and the hint.
    """

    rendered = Signal(str)
    written = Signal(object)
    failed = Signal(str, str)

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._latest_id = 0
        bridge.happened.connect(self._take_event)

    def render(
        self, export_format: ExportFormat, response: SearchResponse, chunk_ids: tuple[str, ...]
    ) -> None:
        """Ask for the text of an export."""
        self._latest_id = self._bridge.submit(ExportHits(export_format, response, chunk_ids))

    def write(
        self,
        export_format: ExportFormat,
        response: SearchResponse,
        chunk_ids: tuple[str, ...],
        target: Path,
        *,
        overwrite: bool,
    ) -> None:
        """Ask for a file; an existing one is replaced only with `overwrite`."""
        self._latest_id = self._bridge.submit(
            ExportHits(export_format, response, chunk_ids, target, overwrite)
        )

    def _take_event(self, event: Event) -> None:
        if isinstance(event, ExportRendered) and event.request_id == self._latest_id:
            if event.target is None:
                self.rendered.emit(event.text)
            else:
                self.written.emit(event.target)
        elif isinstance(event, RequestFailed) and event.request_id == self._latest_id:
            self.failed.emit(event.message, event.hint)
