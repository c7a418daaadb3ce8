"""Asks the engine to render and to write exports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.api import (
    CancelExport,
    CheckTarget,
    Event,
    ExportHits,
    ExportProgress,
    ExportRendered,
    RequestFailed,
    TargetChecked,
)
from ui.engine_bridge import EngineBridge


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

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._latest_id = 0
        self._latest_check = 0
        self._is_busy = False
        bridge.happened.connect(self._take_event)

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
        self._latest_check = self._bridge.submit(CheckTarget(target))

    def cancel(self) -> None:
        """Give up what is under way; nothing more is heard of it."""
        if self._is_busy:
            self._is_busy = False
            unwanted, self._latest_id = self._latest_id, 0
            self._bridge.submit(CancelExport(unwanted))

    def _submit(self, export: ExportHits) -> None:
        self.cancel()
        self._latest_id = self._bridge.submit(export)
        self._is_busy = True

    def _take_event(self, event: Event) -> None:
        if isinstance(event, TargetChecked):
            if event.request_id == self._latest_check:
                self.place_checked.emit(event)
            return
        if not isinstance(event, ExportRendered | ExportProgress | RequestFailed):
            return
        if event.request_id != self._latest_id or not self._is_busy:
            return
        if isinstance(event, ExportProgress):
            self.progressed.emit(event.done, event.total)
            return
        self._is_busy = False
        if isinstance(event, RequestFailed):
            self.failed.emit(event.message, event.hint)
        elif event.target is None:
            self.rendered.emit(event.text)
        else:
            self.written.emit(event.target)
