"""Folders dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget


class FolderDrop(QObject):
    """Lets a widget take dropped folders.

    Whether a path is a folder is the engine's business, as asking a network drive may take long.

    Signals:
        dropped: a list of `Path`.
    """

    dropped = Signal(list)

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        target.setAcceptDrops(True)
        target.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Accept what comes from the file manager, and not a hit of our own that is let go here."""
        if isinstance(event, QDropEvent) and event.source() is not None:
            return False
        if isinstance(event, QDropEvent) and event.type() == QEvent.Type.Drop:
            self.dropped.emit(_local_paths(event.mimeData()))
            event.acceptProposedAction()
            return True
        if isinstance(event, QDragEnterEvent) and _local_paths(event.mimeData()):
            event.acceptProposedAction()
            return True
        return False


def _local_paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
