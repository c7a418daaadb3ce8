"""Asks the engine to render and to write exports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.api import (
    CancelExport,
    CheckTarget,
    ExportHits,
    ExportProgress,
    ExportRendered,
    RequestFailed,
)
from ui.client import EngineClient


class ExportController(QObject):
    """Runs on the UI thread; only the newest answer counts, and what was asked before is given up.

    Signals:
        rendered: the text of the newest preview, or of what is to be copied.
        written: the `Path` of a file that was written.
        failed: the sentence and the hint.
        progressed: how many passages of how many are done, while an export takes a while.
        place_checked: the `TargetChecked` of the place asked about last.
    """

    rendered = Signal(str)
    written = Signal(object)
    failed = Signal(str, str)
    progressed = Signal(int, int)
    place_checked = Signal(object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._latest_id = 0
        self._is_busy = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._is_busy

    def render(self, export: ExportHits) -> None:
        """Ask for the text of an export."""
        self._submit(replace(export, target=None))

    def write(self, export: ExportHits, target: Path, *, overwrite: bool) -> None:
        """Ask for a file; an existing one is replaced only with `overwrite`."""
        self._submit(replace(export, target=target, overwrite=overwrite))

    def check(self, target: Path) -> None:
        """Ask whether a file could be written there."""
        question, take = CheckTarget(target), self.place_checked.emit
        self._client.request(question, self, take, newest=True)

    def cancel(self) -> None:
        """Give up what is under way; nothing more is heard of it."""
        if self._is_busy:
            self._is_busy = False
            self._client.forget(self, ExportHits)
            self._client.submit(CancelExport(self._latest_id))

    def _submit(self, export: ExportHits) -> None:
        self.cancel()
        self._latest_id = self._client.request(export, self, self._take, self._take_failure)
        self._is_busy = True

    def _take(self, reply: ExportProgress | ExportRendered) -> None:
        if isinstance(reply, ExportProgress):
            self.progressed.emit(reply.done, reply.total)
            return
        self._is_busy = False
        if reply.target is None:
            self.rendered.emit(reply.text)
        else:
            self.written.emit(reply.target)

    def _take_failure(self, failure: RequestFailed) -> None:
        self._is_busy = False
        self.failed.emit(failure.message, failure.hint)
